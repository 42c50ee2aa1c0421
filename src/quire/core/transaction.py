"""A change is a value: it can be applied, inverted, mapped through and serialised."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BEFORE, AFTER = -1, 1
"""Where a position goes that stands just where text is inserted."""


class Shift(NamedTuple):
    """How a step moves positions: `deleted` characters at `at` became `inserted` ones."""

    at: int
    deleted: int
    inserted: int

    def inverse(self) -> Shift:
        return Shift(self.at, self.inserted, self.deleted)


@dataclass(frozen=True, slots=True)
class Replace:
    """`old` at `address` becomes `new`: the one kind of step.

    The address is an offset where the document is its own source, and the name of a block where it is not;
    `shifts` says which positions of the document's text that moves.
    """

    address: int | str
    old: str
    new: str
    shifts: tuple[Shift, ...]

    @classmethod
    def text(cls, at: int, old: str, new: str) -> Replace:
        """The step for a document that is its own source."""
        return cls(at, old, new, (Shift(at, len(old), len(new)),))

    def joined(self, later: Replace) -> Replace | None:
        """This step and one behind it as one, if they touch each other."""
        (part, at), (later_part, later_at) = source(self.address), source(later.address)
        gap = later_at - at
        if part != later_part or not -len(later.old) <= gap <= len(self.new):
            return None
        before, behind = max(0, -gap), len(self.new) - gap
        old = later.old[:before] + self.old + later.old[behind:]
        new = self.new[: max(0, gap)] + later.new + self.new[gap + len(later.old) :]
        if isinstance(self.address, int):
            return Replace.text(min(at, later_at), old, new)
        first = self.address if at <= later_at else later.address
        return Replace(first, old, new, self.shifts + later.shifts)

    def inverse(self) -> Replace:
        return Replace(self.address, self.new, self.old, tuple(shift.inverse() for shift in reversed(self.shifts)))


def source(address: int | str) -> tuple[str, int]:
    """The source that an address is in, and the offset there; what has none is a source of its own."""
    if isinstance(address, int):
        return "", address
    part, _, offset = address.rpartition("@")
    return (part, int(offset)) if offset.isdecimal() else (address, 0)


@dataclass(frozen=True)
class Transaction:
    """Steps that happen together, each on what the one before it left."""

    steps: tuple[Replace, ...] = ()

    def __bool__(self) -> bool:
        return any(step.old != step.new for step in self.steps)

    def __add__(self, later: Transaction) -> Transaction:
        return Transaction(self.steps + later.steps)

    def joined(self, later: Transaction) -> Transaction:
        """This change and the one behind it, in one step where that can be."""
        if len(self.steps) == len(later.steps) == 1 and (step := self.steps[0].joined(later.steps[0])):
            return Transaction((step,))
        return self + later

    @cached_property
    def weight(self) -> int:
        """How many characters it takes to remember this."""
        return sum(len(step.old) + len(step.new) for step in self.steps)

    def inverse(self) -> Transaction:
        return Transaction(tuple(step.inverse() for step in reversed(self.steps)))

    @property
    def shifts(self) -> list[Shift]:
        return [shift for step in self.steps for shift in step.shifts]

    @cached_property
    def mapping(self) -> Mapping:
        return Mapping(self.shifts)

    def touches(self) -> list[tuple[int, int]]:
        """The ranges that are replaced, in the positions before the first step."""
        found: list[tuple[int, int]] = []
        earlier: list[Shift] = []
        for run in _runs(self.shifts):
            back = Mapping(shift.inverse() for shift in reversed(earlier))
            found += [(back.position(at, BEFORE), back.position(at + deleted, AFTER)) for at, deleted, _ in run]
            earlier += reversed(run)
        return found


class Mapping:
    """Where each position of the old text stands in the new one."""

    def __init__(self, shifts: Iterable[Shift] = ()) -> None:
        self._stages = tuple(_Stage(run) for run in _runs(shifts))

    def __len__(self) -> int:
        """How many places it knows of."""
        return sum(map(len, self._stages))

    def position(self, position: int, side: int) -> int:
        """The new place of a position; `side` decides where text was inserted at it or deleted around it."""
        for stage in self._stages:
            position = stage.position(position, side)
        return position

    def swallows(self, position: int) -> bool:
        """Whether the text on both sides of a position is gone."""
        for stage in self._stages:
            if stage.swallows(position):
                return True
            position = stage.position(position, AFTER)
        return False


class _Stage:
    """Shifts apart from each other, all in the positions before any of them: one look-up instead of a walk."""

    __slots__ = ("_gains", "_shifts", "_starts")

    def __init__(self, shifts: list[Shift]) -> None:
        self._shifts = shifts
        self._starts = [shift.at for shift in self._shifts]
        self._gains = list(accumulate((shift.inserted - shift.deleted for shift in self._shifts), initial=0))

    def __len__(self) -> int:
        return len(self._shifts)

    def position(self, position: int, side: int) -> int:
        index = bisect_right(self._starts, position) - 1
        if index < 0:
            return position
        at, deleted, inserted = self._shifts[index]
        if position > at + deleted:
            return position + self._gains[index + 1]
        return at + self._gains[index] + (inserted if _leans_right(position - at, deleted, side) else 0)

    def swallows(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and 0 < position - self._starts[index] < self._shifts[index].deleted


def _leans_right(offset: int, deleted: int, side: int) -> bool:
    """The edges of replaced text stay its edges; only what is inside it, or at an insertion, has a choice."""
    if deleted and offset in (0, deleted):
        return offset == deleted
    return side == AFTER


def _runs(shifts: Iterable[Shift]) -> Iterator[list[Shift]]:
    """Shifts that go one way through the text, apart from each other: in the positions before the first of them.

    A planned change goes from the end to the start, its inverse from the start to the end."""
    run: list[Shift] = []
    way, gain = 0, 0
    for shift in shifts:
        if run and way <= 0 and shift.at + shift.deleted < run[-1].at:
            way = -1
        elif run and way >= 0 and shift.at - gain > run[-1].at + run[-1].deleted:
            way = 1
        elif run:
            yield run[:: way or 1]
            run, way, gain = [], 0, 0
        run.append(shift._replace(at=shift.at - gain) if way > 0 else shift)
        gain += shift.inserted - shift.deleted
    if run:
        yield run[:: way or 1]
