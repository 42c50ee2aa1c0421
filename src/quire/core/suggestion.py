"""A change that waits for someone's yes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from quire.core.anchor import Range
from quire.core.author import Author
from quire.core.document import Document, Intent
from quire.core.transaction import AFTER

if TYPE_CHECKING:
    from quire.core.transaction import Mapping, Transaction

Kind = Literal["insert", "replace", "delete"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A text that the author of a suggestion saw, and where it stands now."""

    range: Range
    text: str
    lost: bool = False

    def map(self, mapping: Mapping, side: int) -> Seen:
        lost = self.lost or (self.range.is_empty and mapping.swallows(self.range.start))
        return Seen(self.range.map(mapping, side), self.text, lost)

    def holds(self, document: Document) -> bool:
        return not self.lost and document.slice(self.range.start, self.range.end) == self.text


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is wanted, what its author saw there, and what would come of it.

    It follows the text. When what was seen has changed, it is stale: accepting it could mean something else.
    """

    id: str
    intent: Intent
    seen: tuple[Seen, ...]
    original: str
    proposed: str
    author: Author
    made_at: float
    reason: str | None = None

    @property
    def weight(self) -> int:
        """How many characters it takes to remember this."""
        return len(self.original) + len(self.proposed) + sum(len(seen.text) for seen in self.seen)

    @property
    def range(self) -> Range:
        return Range(min(seen.range.start for seen in self.seen), max(seen.range.end for seen in self.seen))

    def place(self, document: Document) -> Range:
        """Where the original stands: less than all that was seen, if only some of that would change."""
        starts = sorted({seen.range.start for seen in self.seen})
        ends = {seen.range.end for seen in self.seen}
        found = (Range(start, start + len(self.original)) for start in starts if start + len(self.original) in ends)
        return next((each for each in found if document.slice(each.start, each.end) == self.original), self.range)

    @property
    def kind(self) -> Kind:
        if not self.original:
            return "insert"
        return "replace" if self.proposed else "delete"

    def is_stale(self, document: Document) -> bool:
        return not (document.knows(self.intent) and all(seen.holds(document) for seen in self.seen))

    def map(self, mapping: Mapping, side: int) -> Suggestion:
        """This suggestion after a change; `side` says on which side of text inserted at its own place it stays."""
        return replace(
            self, intent=self.intent.map(mapping, side), seen=tuple(seen.map(mapping, side) for seen in self.seen)
        )


def look(document: Document, intent: Intent, change: Transaction) -> tuple[tuple[Seen, ...], str, str]:
    """What an intent is about and its change touches, and the text over all that is touched before and after.

    What comes behind the text with it, such as the words of a note, goes without saying; where nothing else changes,
    as with a comment, it is about what it is on."""
    anywhere = [Range(start, end) for start, end in change.touches()] or list(intent.ranges) or [Range(0, 0)]
    inside = [place for place in anywhere if place.end <= len(document)]
    touched = inside or [place for place in intent.ranges if place.end <= len(document)] or anywhere
    places = sorted({*touched, *(place for place in intent.ranges if not place.is_empty)})
    seen = tuple(Seen(place, document.slice(place.start, place.end)) for place in places)
    start, end = min(place.start for place in touched), max(place.end for place in touched)
    after = document.apply(change)
    return seen, document.slice(start, end), after.slice(start, change.mapping.position(end, AFTER))
