"""Undo and redo: one line of changes, with a place in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from quire.core.suggestion import Suggestion
from quire.core.transaction import Transaction

if TYPE_CHECKING:
    from collections.abc import Set

MOST_CHANGES = 1000
MOST_CHARACTERS = 8_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back, known by the revision it made.

    Where it is taken back, the suggestions that it fulfilled wait again, and those that it brought no longer do.
    `displaced` are the former, with those whose place would not come back by itself, as they were before it."""

    revision: int
    transaction: Transaction
    by_person: bool = False  # whether a person made it, approved of it, or undid or redid it last
    fulfilled: tuple[str, ...] = ()
    displaced: tuple[Suggestion, ...] = ()
    brought: tuple[Suggestion, ...] = ()

    @property
    def accepted(self) -> tuple[Suggestion, ...]:
        """The suggestions that it fulfilled, as they were before it."""
        fulfilled = set(self.fulfilled)
        return tuple(each for each in self.displaced if each.id in fulfilled)

    @property
    def weight(self) -> int:
        """How many characters it takes to remember this."""
        return self.transaction.weight + sum(each.weight for each in (*self.displaced, *self.brought))


@dataclass(frozen=True)
class History:
    """What was done, and what was undone and can be done again. What is too long ago is forgotten."""

    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()
    forgotten: int = 0

    @cached_property
    def weight(self) -> int:
        """How many characters are remembered of what was done."""
        return sum(change.weight for change in self.done)

    @property
    def mark(self) -> int:
        """Names the state of the document: undoing comes back to the same mark."""
        return self.done[-1].revision if self.done else self.forgotten

    def record(self, change: Change) -> History:
        done, weight = (*self.done, change), self.weight + change.weight
        dropped = 0
        while len(done) - dropped > 1 and (len(done) - dropped > MOST_CHANGES or weight > MOST_CHARACTERS):
            weight -= done[dropped].weight
            dropped += 1
        made = History(done[dropped:], (), done[dropped - 1].revision if dropped else self.forgotten)
        made.__dict__["weight"] = weight  # so that it is not counted anew after each change
        return made

    def extend(self, change: Change) -> History:
        """Let a change that goes on with the last one be one with it."""
        last = self.done[-1]
        joined = replace(
            last,
            revision=change.revision,
            transaction=last.transaction.joined(change.transaction),
            by_person=change.by_person or last.by_person,
        )
        return replace(self, done=(*self.done[:-1], joined))

    def undo(self, *, by_person: bool = False) -> History:
        change = replace(self.done[-1], by_person=by_person)
        return replace(self, done=self.done[:-1], undone=(*self.undone, change))

    def redo(self, *, by_person: bool = False) -> History:
        change = replace(self.undone[-1], by_person=by_person)
        return replace(self, done=(*self.done, change), undone=self.undone[:-1])

    def without(self, rejected: Set[str]) -> History:
        """What was undone can be done again up to where one of these suggestions would be accepted after all."""
        kept = takewhile(lambda change: rejected.isdisjoint(change.fulfilled), reversed(self.undone))
        return replace(self, undone=tuple(kept)[::-1])
