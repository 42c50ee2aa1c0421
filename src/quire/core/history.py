"""Undo and redo: one line of changes, with a place in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from quire.core.transaction import Transaction

MOST_CHANGES = 1000
MOST_CHARACTERS = 8_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back, known by the revision it made."""

    revision: int
    transaction: Transaction
    by_person: bool = False  # whether a person made it, approved of it, or undid or redid it last


@dataclass(frozen=True)
class History:
    """What was done, and what was undone and can be done again. What is too long ago is forgotten."""

    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()
    forgotten: int = 0

    @cached_property
    def weight(self) -> int:
        """How many characters are remembered of what was done."""
        return sum(change.transaction.weight for change in self.done)

    @property
    def mark(self) -> int:
        """Names the state of the document: undoing comes back to the same mark."""
        return self.done[-1].revision if self.done else self.forgotten

    def record(self, change: Change) -> History:
        done, weight = (*self.done, change), self.weight + change.transaction.weight
        dropped = 0
        while len(done) - dropped > 1 and (len(done) - dropped > MOST_CHANGES or weight > MOST_CHARACTERS):
            weight -= done[dropped].transaction.weight
            dropped += 1
        made = History(done[dropped:], (), done[dropped - 1].revision if dropped else self.forgotten)
        made.__dict__["weight"] = weight  # so that it is not counted anew after each change
        return made

    def extend(self, change: Change) -> History:
        """Let a change that goes on with the last one be one with it."""
        step = self.done[-1].transaction.joined(change.transaction)
        by_person = change.by_person or self.done[-1].by_person
        return replace(self, done=(*self.done[:-1], Change(change.revision, step, by_person)))

    def undo(self, *, by_person: bool = False) -> History:
        change = replace(self.done[-1], by_person=by_person)
        return replace(self, done=self.done[:-1], undone=(*self.undone, change))

    def redo(self, *, by_person: bool = False) -> History:
        change = replace(self.undone[-1], by_person=by_person)
        return replace(self, done=(*self.done, change), undone=self.undone[:-1])
