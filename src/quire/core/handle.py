"""Places that were given a name, and what became of them.

A handle stands at a state of the document: one of those that undo and redo go through. What happened between that state
and the present one tells where it is now; so what an undo takes away, a redo brings back, the handle included.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, takewhile
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
    """A range of the text at the state of a mark."""

    range: Range
    mark: int
    kind: Kind = "range"

    def now(self, history: History) -> Range | None:
        """Where it is in the present state, if all of it is not gone."""
        place: Range | None = self.range
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
    """Handles once history has changed. Those that stand at states which can no longer be come back to stand from now
    on where it was changed, and are let go of if they were not there."""
    lost = _lost(before, after)
    if not any(handle.mark in lost for handle in handles.values()):
        return handles
    moved = {name: _moved(handle, before) if handle.mark in lost else handle for name, handle in handles.items()}
    return {name: handle for name, handle in moved.items() if handle}


def _lost(before: History, after: History) -> set[int]:
    """The states that have become unreachable: those that could be redone, and those too long ago."""
    lost = {change.revision for change in before.undone} - {change.revision for change in after.undone}
    if before.forgotten != after.forgotten:
        states = chain((before.forgotten,), (change.revision for change in before.done))
        lost.update(takewhile(lambda mark: mark != after.forgotten, states))
    return lost


def _moved(handle: Handle, before: History) -> Handle | None:
    place = handle.now(before)
    return None if place is None else Handle(place, before.mark, handle.kind)


def with_fresh(handles: Mapping[str, Handle], fresh: Mapping[str, Handle]) -> Mapping[str, Handle]:
    """Handles with more of them, without the oldest where they are too many."""
    joined = {**handles, **fresh}
    return joined if len(joined) <= MOST else dict(list(joined.items())[-MOST:])
