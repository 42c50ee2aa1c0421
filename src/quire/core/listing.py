"""Names of blocks that were given out, and what they mean after later changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quire.core import blocks
from quire.core.anchor import Range
from quire.core.errors import ConflictError, NotFoundError
from quire.core.naming import kind
from quire.core.transaction import AFTER, BEFORE, Mapping
from quire.core.value import value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quire.core.document import Document, Node


MOST_CHANGES = 1000
MOST_PLACES = 100_000
"""How many changes are kept in mind, and of how many places."""


@value
class Given:
    """Where a block stood when its name was given out, and how many changes had happened until then."""

    place: Range
    age: int


@dataclass(frozen=True, slots=True)
class Listing:
    """What each name meant: a name that would now mean another block is refused, with the names that are right."""

    given: dict[str, Given] = field(default_factory=dict)
    changes: tuple[Mapping, ...] = ()
    weight: int = 0  # of how many places the changes are
    forgotten: int = 0  # how many changes there were before these

    def give(self, nodes: Iterable[Node]) -> Listing:
        age = self.forgotten + len(self.changes)
        fresh = {node.id: Given(Range(node.start, node.end), age) for node in nodes}
        return Listing({**self.given, **fresh}, self.changes, self.weight, self.forgotten)

    def after(self, change: Mapping) -> Listing:
        """What the names mean after a change; the oldest changes are forgotten when there are too many."""
        if not self.given:
            return self
        changes, weight, forgotten = (*self.changes, change), self.weight + len(change), self.forgotten
        while len(changes) > MOST_CHANGES or (weight > MOST_PLACES and len(changes) > 1):
            weight -= len(changes[0])
            changes, forgotten = changes[1:], forgotten + 1
        return Listing(self.given, changes, weight, forgotten)

    def resolve(self, name: str, document: Document) -> Node:
        """The block that a name means now, if it is the one that it meant when it was given out."""
        found = document.node(name)
        if name not in self.given:
            return found or _refuse_unknown(name, document.nodes())
        place = self._place(name)
        if found and found.range == place:  # the usual case, and the only one that is quick in a long document
            return found
        if found and self.given[name].place.is_empty and found.range == self._filled(name):
            return found
        meant = self._meant(name, place, document)
        if meant is None:
            raise NotFoundError(f"The block that was {name!r} is gone.", "List the blocks again.")
        if meant != found:
            raise ConflictError(
                f"{name!r} would now mean another block; the one that it meant is {meant.id!r} by now.",
                f"Use {meant.id!r}, or list the blocks again.",
            )
        return meant

    def _place(self, name: str) -> Range:
        """Where the block went to which a name was given."""
        given = self.given[name]
        if given.age < self.forgotten:
            raise ConflictError(
                f"{name!r} was given out too long ago: the document has changed too often since.",
                "List the blocks again.",
            )
        place = given.place
        for change in self.changes[given.age - self.forgotten :]:
            place = place.map(change)
        return place

    def _filled(self, name: str) -> Range:
        """What has come into an empty block since its name was given out."""
        given = self.given[name]
        start = end = given.place.start
        for change in self.changes[given.age - self.forgotten :]:
            start, end = change.position(start, BEFORE), change.position(end, AFTER)
        return Range(start, end)

    def _meant(self, name: str, place: Range, document: Document) -> Node | None:
        """The block of that kind that stands where the one of that name went."""
        if place.is_empty and not self.given[name].place.is_empty:
            return None
        inside = blocks.beginning(document.nodes(), place.start, max(place.end, place.start + 1))
        around = (node for node in blocks.around(document, place.start) if place.start < node.end)
        near = [node for node in (*inside, *around) if kind(node.id) == kind(name)]
        return min(near, key=lambda node: abs(node.start - place.start) + abs(node.end - place.end), default=None)


def _refuse_unknown(name: str, nodes: Sequence[Node]) -> Node:
    same = [node.id for node in nodes if kind(node.id) == kind(name)]
    known = f"The last of its kind is {same[-1]!r}." if same else "list_blocks shows the blocks."
    raise NotFoundError(f"There is no block {name!r}.", known)
