"""What differs between two wordings, word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

_WORD = re.compile(
    r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]"  # each is its own
    r"|(?:[^\W\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]"
    r"|[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u094f\u200d\ufe0f])+"
    r"|\s|."
)


def words(text: str) -> list[str]:
    """A text as words, spaces and other characters: nothing of it is lost."""
    return _WORD.findall(text)


def edits(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[int, int, int, int]]:
    """Which words of the old text become which of the new one: from, up to; from, up to. Replaced ones go in pairs."""
    before = shared(old, new)
    behind = shared(old[before:][::-1], new[before:][::-1])
    matcher = SequenceMatcher(None, old[before : len(old) - behind], new[before : len(new) - behind])
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            yield from _paired(start + before, end + before, first + before, last + before)


def _paired(start: int, end: int, first: int, last: int) -> Iterator[tuple[int, int, int, int]]:
    """Word for word, as long as there are both; what is over goes with the last of them."""
    pairs = min(end - start, last - first)
    if not pairs:
        yield start, end, first, last
        return
    for index in range(pairs - 1):
        yield start + index, start + index + 1, first + index, first + index + 1
    yield start + pairs - 1, end, first + pairs - 1, last


def shared(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """How many words two texts begin with alike."""
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))
