"""The lasting identity of a paragraph: a number that its file can hold as `w14:paraId`.

A paragraph that has such an id keeps it. Another one gets a number from what it says, and the id is written with its
first edit, so that it is found again whatever happens to its text. Of several that say the same, the second, third and
so on get the next numbers of the same line; so does a paragraph whose id another one before it has already.
"""

from __future__ import annotations

import re
from collections import defaultdict
from hashlib import blake2b
from itertools import count, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

LARGEST = 0x7FFFFFFF
"""Word wants ids below 0x80000000."""

_LONGEST_LINE = 1 << 22
"""More paragraphs that say the same than any document holds."""

Seed = int | str
"""What a number is made from: the id that a paragraph has, or what it says."""

_VOLATILE = re.compile(r"""\s(?:[\w.-]+:(?:rsid\w*|textId|paraId)|xmlns(?::[\w.-]+)?)=(?:"[^"]*"|'[^']*')""")
_BOXES = re.compile(r"(?<=[:<]txbxContent>).*?(?=</[\w.:-]*\btxbxContent>)", re.DOTALL)


def seed(written: int | None, source: str) -> Seed:
    """The id that a paragraph has, else what it says: neither what its text boxes say, nor what each save changes."""
    if written is not None:
        return written
    return _VOLATILE.sub("", unboxed(source))


def unboxed(source: str) -> str:
    """A paragraph without what is in its text boxes."""
    return _BOXES.sub("", source) if "txbxContent" in source else source


def line(wish: Seed) -> Iterator[int]:
    """The numbers that a paragraph may have, the best first."""
    is_written = isinstance(wish, int)
    if isinstance(wish, int):
        yield wish
    text = f"{wish:08X}" if is_written else str(wish)
    start = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8)
    for number in count(int(is_written)):
        hashed = start.copy()
        hashed.update(b"%d" % number)
        yield int.from_bytes(hashed.digest()[:4]) & LARGEST or 1


def assign(seeds: Iterable[Seed], taken: Container[int]) -> tuple[list[int], set[int]]:
    """A number for each, all different and none of those taken; and those that depend on others having theirs."""
    wishes = list(seeds)
    given: dict[int, int] = {}
    used: set[int] = set()
    for index, wish in enumerate(wishes):
        if isinstance(wish, int) and wish not in used and wish not in taken:
            given[index] = wish
            used.add(wish)
    leaning: set[int] = set()
    lines: dict[Seed, Iterator[tuple[int, int]]] = {}  # what was passed over once stays so
    for index, wish in enumerate(wishes):
        if index not in given:
            numbers = lines.get(wish) or lines.setdefault(wish, enumerate(line(wish)))
            rank, number = next(each for each in numbers if each[1] not in used and each[1] not in taken)
            given[index] = number
            used.add(number)
            if rank:
                leaning.add(number)
    return [given[index] for index in range(len(wishes))], leaning


def displaced(paragraphs: Iterable[tuple[Seed, int]], freed: Container[int]) -> set[int]:
    """Of paragraphs, each with its number, those that would get another one when read again, once some are free."""
    groups: defaultdict[Seed, set[int]] = defaultdict(set)
    for wish, number in paragraphs:
        groups[wish].add(number)
    found: set[int] = set()
    for wish, numbers in groups.items():
        is_behind = False
        for candidate in islice(line(wish), _LONGEST_LINE):
            is_behind = is_behind or candidate in freed
            if candidate in numbers:
                numbers.discard(candidate)
                found |= {candidate} if is_behind else set()
                if not numbers:
                    break
    return found
