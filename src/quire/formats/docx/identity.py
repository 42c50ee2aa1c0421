"""The lasting identity of a paragraph: a number that its file can hold as `w14:paraId`.

A paragraph that has such an id keeps it. Another one gets a number from what it says, and the id is written with its
first edit, so that it is found again whatever happens to its text. Of several that say the same, the second, third and
so on get the next numbers of the same line; so does a paragraph whose id another one before it has already.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

LARGEST = 0x7FFFFFFF
"""Word wants ids below 0x80000000."""

_VOLATILE = re.compile(r"""\s[\w.-]+:(?:rsid\w*|textId|paraId)="[^"]*\"""")


def line(seed: int | str) -> Iterator[int]:
    """The numbers that a paragraph may have, the best first; `seed` is its written id, or its source."""
    if isinstance(seed, int):
        yield seed
    text = f"{seed:08X}" if isinstance(seed, int) else _VOLATILE.sub("", seed)
    start = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8)
    for number in count(1 if isinstance(seed, int) else 0):
        hashed = start.copy()
        hashed.update(b"%d" % number)
        yield int.from_bytes(hashed.digest()[:4]) & LARGEST or 1


def assign(seeds: Iterable[int | str], taken: Container[int]) -> tuple[list[int], set[int]]:
    """A number for each, all different and none of those taken; and those that depend on others having theirs."""
    wishes = list(seeds)
    given: list[int | None] = [None] * len(wishes)
    used: set[int] = set()
    for index, seed in enumerate(wishes):
        if isinstance(seed, int) and seed not in used and seed not in taken:
            given[index] = seed
            used.add(seed)
    leaning: set[int] = set()
    for index, seed in enumerate(wishes):
        if given[index] is None:
            number, is_first = _first_free(seed, lambda each: each in used or each in taken)
            given[index] = number
            used.add(number)
            if not is_first:
                leaning.add(number)
    return [number or 1 for number in given], leaning


def _first_free(seed: int | str, is_taken: Callable[[int], bool]) -> tuple[int, bool]:
    for index, number in enumerate(line(seed)):
        if not is_taken(number):
            return number, index == 0
    raise AssertionError("a line of numbers has no end")


def leans_on(seed: int | str, number: int, freed: set[int]) -> bool:
    """Whether a paragraph would get another number when it is read again, once others are free."""
    for candidate in line(seed):
        if candidate == number:
            return False
        if candidate in freed:
            return True
    raise AssertionError("a line of numbers has no end")
