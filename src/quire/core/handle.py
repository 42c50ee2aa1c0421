"""Places that were given a name, and what became of them.

A handle stands at a state of the document: one of those that undo and redo go through. What happened between that state
and the present one tells where it is now; so what an undo takes away, a redo brings back, the handle included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from quire.core.anchor import Range

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quire.core.history import Change, History
    from quire.core.transaction import Transaction

MOST = 1000
"""How many handles a document has; the oldest are let go of."""

Kind = Literal["range", "table"]


@dataclass(frozen=True, slots=True)
class Handle:
    """A range of the text at the state of a mark; None once all of it is gone for good."""

    range: Range | None
    mark: int
    kind: Kind = "range"

    def through(self, change: Transaction, mark: int) -> Handle:
        """This handle at the state behind a change."""
        return Handle(_mapped(self.range, change), mark, self.kind)

    def now(self, history: History) -> Range | None:
        """Where it is in the present state."""
        place = self.range
        for change in _way(self.mark, history):
            place = _mapped(place, change)
        return place


def _mapped(place: Range | None, change: Transaction) -> Range | None:
    """A range behind a change; nothing, if all of it was deleted."""
    if place is None:
        return None
    mapped = place.map(change.mapping)
    return None if mapped.is_empty and not place.is_empty else mapped


def _way(mark: int, history: History) -> Iterator[Transaction]:
    """The changes that lead from a state to the present one: forward from an earlier one, back from an undone one."""
    marks = [history.forgotten, *(change.revision for change in history.done)]
    if mark in marks:
        yield from (change.transaction for change in history.done[marks.index(mark) :])
        return
    undone: list[Change] = []
    for change in reversed(history.undone):
        undone.append(change)
        if change.revision == mark:
            yield from (each.transaction.inverse() for each in reversed(undone))
            return


def carried(handles: Mapping[str, Handle], before: History, after: History) -> Mapping[str, Handle]:
    """Handles once a change was recorded: those that stand at states which can no longer be come back to are moved."""
    if not handles:
        return handles
    reachable = {after.forgotten, *(change.revision for change in after.done)}
    if all(handle.mark in reachable for handle in handles.values()):
        return handles
    return {
        name: handle if handle.mark in reachable else _moved(handle, before, after) for name, handle in handles.items()
    }


def _moved(handle: Handle, before: History, after: History) -> Handle:
    newest = after.done[-1]
    return Handle(handle.now(before), before.mark, handle.kind).through(newest.transaction, newest.revision)


def with_fresh(handles: Mapping[str, Handle], fresh: Mapping[str, Handle]) -> Mapping[str, Handle]:
    """Handles with more of them, without the oldest where they are too many."""
    joined = {**handles, **fresh}
    return dict(list(joined.items())[-MOST:])
