"""A long string that is cheap to change."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNK = 8192


class Text:
    """An immutable string in chunks: an edit copies the chunks that it touches, not the document."""

    __slots__ = ("_chunks", "_ends", "_whole")

    def __init__(self, text: str = "") -> None:
        self._chunks: Sequence[str] = _cut(text)
        self._ends: Sequence[int] = tuple(accumulate(map(len, self._chunks)))
        self._whole: str | None = text

    @property
    def chunks(self) -> Sequence[str]:
        """The string in pieces; those that an edit leaves alone are the same objects before and after it."""
        return self._chunks

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __str__(self) -> str:
        if self._whole is None:
            self._whole = "".join(self._chunks)
        return self._whole

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def slice(self, start: int, end: int) -> str:
        """The characters from `start` up to `end`."""
        if start >= end:
            return ""
        if self._whole is not None:
            return self._whole[start:end]
        first, last = bisect_right(self._ends, start), bisect_left(self._ends, end)
        joined = "".join(self._chunks[first : last + 1])
        before = self._start(first)
        return joined[start - before : end - before]

    def splice(self, at: int, deleted: int, inserted: str) -> Text:
        """This text with `deleted` characters at `at` replaced by `inserted`."""
        end = at + deleted
        first = min(bisect_right(self._ends, at), max(len(self._chunks) - 1, 0))
        last = max(first, bisect_left(self._ends, end))
        head = self._chunks[first][: at - self._start(first)] if self._chunks else ""
        tail = self._chunks[last][end - self._start(last) :] if self._chunks else ""
        spliced = Text.__new__(Text)
        spliced._chunks = (*self._chunks[:first], *_cut(head + inserted + tail), *self._chunks[last + 1 :])
        spliced._ends = tuple(accumulate(map(len, spliced._chunks)))
        spliced._whole = None
        return spliced

    def _start(self, chunk: int) -> int:
        return self._ends[chunk - 1] if chunk else 0


def _cut(text: str) -> tuple[str, ...]:
    """The text in chunks of half to full size, so that a few more characters do not split them again."""
    if len(text) <= CHUNK:
        return (text,) if text else ()
    return tuple(text[at : at + CHUNK // 2] for at in range(0, len(text), CHUNK // 2))
