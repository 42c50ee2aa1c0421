"""How a page counts a text: in UTF-16 units, each line break one, and no byte order mark."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError

if TYPE_CHECKING:
    from quire.core.text import Text

BYTE_ORDER_MARK = "\ufeff"


class Ruler:
    """Positions of a text, in code points, beside a page's offsets, in units.

    What is counted is remembered for each chunk, so that a ruler for the text behind a change costs little."""

    def __init__(self, text: Text) -> None:
        self._chunks = text.chunks
        self._ends = list(accumulate(map(len, self._chunks), initial=0))
        self._offsets = list(accumulate(map(_measure, self._chunks), initial=0))
        if self._chunks and self._chunks[0].startswith(BYTE_ORDER_MARK):
            self._lower(1)
        for index, (before, behind) in enumerate(pairwise(self._chunks), 2):
            if before.endswith("\r") and behind.startswith("\n"):
                self._lower(index)

    def _lower(self, first: int) -> None:
        """One unit less from the end of a chunk on."""
        self._offsets[first:] = [offset - 1 for offset in self._offsets[first:]]

    @property
    def length(self) -> int:
        """How long the text is for a page."""
        return self._offsets[-1]

    def offset(self, position: int) -> int:
        """The page's name of a position."""
        index = max(0, bisect_left(self._ends, position) - 1)
        if not self._chunks:
            return 0
        return self._within(index, position - self._ends[index])

    def _within(self, index: int, length: int) -> int:
        """The offset behind so many characters of a chunk."""
        if not length:
            return self._offsets[index]
        return self._offsets[index + 1] - _measure(self._chunks[index]) + _units(self._chunks[index][:length])

    def position(self, offset: int) -> int:
        """The last position of that offset: behind a line break, not in it."""
        if not 0 <= offset <= self.length:
            raise InvalidArgumentError(f"There is no offset {offset} in this text.", f"It has {self.length} units.")
        index = min(bisect_right(self._offsets, offset) - 1, len(self._chunks) - 1)
        if index < 0:
            return 0
        chunk = self._chunks[index]
        length = bisect_right(range(len(chunk)), offset, key=lambda length: self._within(index, length + 1))
        if self._within(index, length) != offset:
            raise InvalidArgumentError(f"Offset {offset} is in the middle of a character.", "Count whole characters.")
        return self._ends[index] + length


def _units(chunk: str) -> int:
    """How many units a text has."""
    length = len(chunk) if chunk.isascii() else len(chunk.encode("utf-16-le", "surrogatepass")) // 2
    return length - chunk.count("\r\n")


_measure = lru_cache(maxsize=8192)(_units)
