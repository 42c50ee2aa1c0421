"""A document with all that has happened to it."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import Document, Intent
from quire.core.errors import ConflictError, NotFoundError
from quire.core.event import Edited, Event, Listed, Record, Rejected, Saved, Selected, Staged
from quire.core.history import Change, History
from quire.core.suggestion import Suggestion
from quire.core.transaction import AFTER, BEFORE, Replace, Transaction, join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Standing:
    """All that is known of a document but its text."""

    sequence: int = 0
    revision: int = 0
    changed_at: float = 0.0
    selection: Range = field(default=Range(0, 0))
    history: History = field(default=History())
    saved_mark: int = 0
    listed: int | None = None
    suggestions: tuple[Suggestion, ...] = ()

    @property
    def is_dirty(self) -> bool:
        return self.history.mark != self.saved_mark


@dataclass(frozen=True)
class Manuscript(Standing):
    """A document and its standing: a fold over the events that happened to it."""

    document: Document = field(kw_only=True)

    @classmethod
    def of(cls, document: Document, standing: Standing) -> Manuscript:
        return cls(document=document, **{each.name: getattr(standing, each.name) for each in fields(Standing)})

    def after(self, record: Record) -> Manuscript:
        """The manuscript once this has happened to it."""
        return replace(self._with(record.event, record), sequence=record.sequence)

    def _with(self, event: Event, record: Record) -> Manuscript:
        match event:
            case Edited():
                return self._edited(event, record.at)
            case Staged():
                return replace(self, suggestions=self._with_suggestions(event.suggestions))
            case Rejected():
                rejected = set(event.suggestions)
                return replace(self, suggestions=tuple(s for s in self.suggestions if s.id not in rejected))
            case Selected():
                return replace(self, selection=event.range)
            case Saved():
                return replace(self, saved_mark=self.history.mark)
            case Listed():
                return replace(self, listed=self.revision)

    def _with_suggestions(self, fresh: tuple[Suggestion, ...]) -> tuple[Suggestion, ...]:
        """Their order is that of their texts, also when two come to stand at the same place."""
        pending = list(self.suggestions)
        for suggestion in fresh:
            insort(pending, suggestion, key=lambda each: each.range)
        return tuple(pending)

    def _edited(self, event: Edited, at: float) -> Manuscript:
        revision = self.revision + 1
        return replace(
            self,
            document=self.document.apply(event.transaction),
            revision=revision,
            changed_at=at,
            selection=self.selection.map(event.transaction.mapping),
            history=self._history_after(event, revision),
            suggestions=tuple(self._still_pending(event)),
        )

    def _history_after(self, event: Edited, revision: int) -> History:
        match event.way:
            case "undo":
                return self.history.undo()
            case "redo":
                return self.history.redo()
            case "edit":
                return self.history.record(Change(revision, event.transaction))

    def _still_pending(self, event: Edited) -> Iterator[Suggestion]:
        """The other suggestions, moved: those before an accepted one stay before its text, the rest behind it."""
        mapping, side = event.transaction.mapping, BEFORE if event.accepted else AFTER
        accepted = set(event.accepted)
        for suggestion in self.suggestions:
            if suggestion.id in accepted:
                side = AFTER
            else:
                yield suggestion.map(mapping, side)

    def suggestion(self, identifier: str) -> Suggestion:
        """The pending suggestion of that id."""
        for suggestion in self.suggestions:
            if suggestion.id == identifier:
                return suggestion
        raise NotFoundError(
            f"No suggestion {identifier!r} is pending here.",
            "suggestion_list shows the pending ones; it may have been accepted or rejected already.",
        )

    def accept(self, identifier: str) -> Edited:
        """The change that fulfils a suggestion; refused when the text that it was made for has changed."""
        suggestion = self.suggestion(identifier)
        if suggestion.is_stale(self.document):
            raise ConflictError(
                f"Suggestion {identifier!r} is stale: the text that it was made for has changed since.",
                "Reject it, read the document and suggest the change again.",
            )
        return Edited(self.document.plan(suggestion.intent), accepted=(identifier,))

    def accept_all(self) -> Edited:
        """One change that fulfils every suggestion that is not stale, nor becomes so on the way."""
        manuscript, whole = self, Transaction()
        accepted: list[str] = []
        while chosen := list(manuscript._apart()):
            change = plan(manuscript.document, [suggestion.intent for suggestion in chosen])
            edited = Edited(change, accepted=tuple(suggestion.id for suggestion in chosen))
            manuscript = manuscript._edited(edited, self.changed_at)
            whole += change
            accepted += edited.accepted
        return Edited(whole, accepted=tuple(accepted))

    def _apart(self) -> Iterator[Suggestion]:
        """Fresh suggestions in document order, each behind the one before it."""
        reached = 0
        for suggestion in self.suggestions:
            if suggestion.range.start >= reached and not suggestion.is_stale(self.document):
                reached = suggestion.range.end
                yield suggestion


def plan(document: Document, intents: Sequence[Intent]) -> Transaction:
    """One change that does all that is wanted.

    Each part is planned on the document as it is, which is read only once. Parts that get into each other's way are
    planned from the end, each on what the ones behind it left."""
    ordered = sorted(intents, key=lambda intent: intent.start)
    joined = join([document.plan(intent) for intent in ordered])
    return joined if joined is not None else _plan_in_turn(document, ordered)


def _plan_in_turn(document: Document, intents: Sequence[Intent]) -> Transaction:
    steps: list[Replace] = []
    for intent in reversed(intents):
        change = document.plan(intent)
        document = document.apply(change)
        steps += change.steps
    return Transaction(tuple(steps))
