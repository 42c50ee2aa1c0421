"""Which things of one list are which of another, in the order of both."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

Thing = TypeVar("Thing")
Pair = tuple[int | None, int | None]
"""The numbers of a thing in the old list and in the new one; None where it is in one only."""

_MOST_COMPARED = 4_000
"""How many pairs of things are compared at most, to find those that are most alike."""
ALIKE = 0.4
"""From which share of common words on two things are versions of one."""


class Alignment(Generic[Thing]):
    """Pairs up two lists: the same by `key`, then by each of `kinships` in turn, then what is much alike."""

    def __init__(
        self,
        old: Sequence[Thing],
        new: Sequence[Thing],
        *,
        key: Callable[[Thing], Hashable],
        kinships: Sequence[Callable[[Thing], Hashable | None]],
        likeness: Callable[[Thing, Thing], float],
    ) -> None:
        self._old, self._new = old, new
        self._keys = [key(each) for each in old], [key(each) for each in new]
        self._kinships = kinships
        self._likeness = likeness

    def pairs(self) -> Iterator[Pair]:
        """All things of both lists in their order; what is only in the old one comes before what is only in the new."""
        yield from self._between(0, len(self._old), 0, len(self._new))

    def _between(self, start: int, end: int, first: int, last: int) -> Iterator[Pair]:
        old, new = self._keys
        while start < end and first < last and old[start] == new[first]:
            yield start, first
            start, first = start + 1, first + 1
        tail = 0
        while start < end - tail and first < last - tail and old[end - tail - 1] == new[last - tail - 1]:
            tail += 1
        yield from self._middle(start, end - tail, first, last - tail)
        yield from ((end - back, last - back) for back in range(tail, 0, -1))

    def _middle(self, start: int, end: int, first: int, last: int) -> Iterator[Pair]:
        anchors = self._anchors(start, end, first, last, self._keys[0].__getitem__, self._keys[1].__getitem__)
        if anchors:
            yield from self._around(anchors, start, end, first, last, self._between)
            return
        yield from self._kin(start, end, first, last, self._kinships)

    def _kin(
        self, start: int, end: int, first: int, last: int, kinships: Sequence[Callable[[Thing], Hashable | None]]
    ) -> Iterator[Pair]:
        if not kinships:
            yield from self._alike(start, end, first, last)
            return
        kinship, *others = kinships
        kin = self._anchors(start, end, first, last, lambda at: kinship(self._old[at]),
                            lambda at: kinship(self._new[at]))  # fmt: skip
        yield from self._around(kin, start, end, first, last, partial(self._kin, kinships=others))

    def _around(
        self, anchors: list[tuple[int, int]], start: int, end: int, first: int, last: int,
        within: Callable[[int, int, int, int], Iterator[Pair]],
    ) -> Iterator[Pair]:  # fmt: skip
        for one, other in anchors:
            yield from within(start, one, first, other)
            yield one, other
            start, first = one + 1, other + 1
        yield from within(start, end, first, last)

    def _anchors(
        self, start: int, end: int, first: int, last: int,
        old: Callable[[int], Hashable | None], new: Callable[[int], Hashable | None],
    ) -> list[tuple[int, int]]:  # fmt: skip
        """What is there once in both, as far as it is in the same order."""
        if start >= end or first >= last:
            return []
        befores, afters = [old(at) for at in range(start, end)], [new(at) for at in range(first, last)]
        counts, others = Counter(befores), Counter(afters)
        places = {key: at for at, key in enumerate(afters) if key is not None and others[key] == 1}
        shared = [
            (at + start, places[key] + first) for at, key in enumerate(befores) if counts[key] == 1 and key in places
        ]
        return _rising(shared)

    def _alike(self, start: int, end: int, first: int, last: int) -> Iterator[Pair]:
        """Pair up what is most alike, where that can be found out."""
        if start >= end or first >= last:
            pairs: list[tuple[int, int]] = []
        elif (end - start) * (last - first) <= _MOST_COMPARED:
            pairs = self._likest(start, end, first, last)
        else:
            shorter = min(end - start, last - first)
            found = ((start + at, first + at) for at in range(shorter))
            pairs = [each for each in found if self._likeness(self._old[each[0]], self._new[each[1]]) >= ALIKE]
        for one, other in pairs:
            yield from ((at, None) for at in range(start, one))
            yield from ((None, at) for at in range(first, other))
            yield one, other
            start, first = one + 1, other + 1
        yield from ((at, None) for at in range(start, end))
        yield from ((None, at) for at in range(first, last))

    def _likest(self, start: int, end: int, first: int, last: int) -> list[tuple[int, int]]:
        """The pairs in the order of both lists whose likenesses together are greatest."""
        rows, columns = end - start, last - first
        likeness = [
            [self._likeness(self._old[start + row], self._new[first + column]) for column in range(columns)]
            for row in range(rows)
        ]
        best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
        for row in range(rows - 1, -1, -1):
            for column in range(columns - 1, -1, -1):
                alike = likeness[row][column]
                taken = alike + best[row + 1][column + 1] if alike >= ALIKE else 0.0
                best[row][column] = max(taken, best[row + 1][column], best[row][column + 1])
        found: list[tuple[int, int]] = []
        row = column = 0
        while row < rows and column < columns:
            alike = likeness[row][column]
            if alike >= ALIKE and best[row][column] == alike + best[row + 1][column + 1]:
                found.append((start + row, first + column))
                row, column = row + 1, column + 1
            elif best[row][column] == best[row + 1][column]:
                row += 1
            else:
                column += 1
        return found


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs, ordered by the first of each, that is also ordered by the second."""
    ends: list[int] = []  # the smallest last number of a chain of each length
    chain: list[int] = []
    before: list[int | None] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(chain[length - 1] if length else None)
        ends[length : length + 1] = [place]
        chain[length : length + 1] = [number]
    found: list[tuple[int, int]] = []
    at = chain[-1] if chain else None
    while at is not None:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]


def shared_words(one: Sequence[str], other: Sequence[str]) -> float:
    """Which share of their words two texts have in common."""
    if not one or not other:
        return 1.0 if not one and not other else 0.0
    return 2 * sum((Counter(one) & Counter(other)).values()) / (len(one) + len(other))
