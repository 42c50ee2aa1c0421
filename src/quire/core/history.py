"""Undo and redo: one line of changes, with a place in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import attrgetter

from quire.core.transaction import Transaction

MOST_CHANGES = 1000
MOST_CHARACTERS = 8_000_000

_weight = attrgetter("transaction.weight")


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back, known by the revision it made."""

    revision: int
    transaction: Transaction


@dataclass(frozen=True, slots=True)
class History:
    """What was done, and what was undone and can be done again. What is too long ago is forgotten."""

    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()
    forgotten: int = 0

    @property
    def mark(self) -> int:
        """Names the state of the document: undoing comes back to the same mark."""
        return self.done[-1].revision if self.done else self.forgotten

    def record(self, change: Change) -> History:
        kept = _recent((*self.done, change))
        dropped = len(self.done) + 1 - len(kept)
        return History(kept, (), self.done[dropped - 1].revision if dropped else self.forgotten)

    def extend(self, change: Change) -> History:
        """Let a change that goes on with the last one be one with it."""
        step = self.done[-1].transaction.joined(change.transaction)
        return replace(self, done=(*self.done[:-1], Change(change.revision, step)))

    def undo(self) -> History:
        return replace(self, done=self.done[:-1], undone=(*self.undone, self.done[-1]))

    def redo(self) -> History:
        return replace(self, done=(*self.done, self.undone[-1]), undone=self.undone[:-1])


def _recent(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """The newest changes that may be remembered, the last one always."""
    weights = list(map(_weight, changes[-MOST_CHANGES:]))
    if len(changes) <= MOST_CHANGES and sum(weights) <= MOST_CHARACTERS:
        return changes
    affordable = bisect_right(list(accumulate(reversed(weights))), MOST_CHARACTERS)
    return changes[-max(1, affordable) :]
