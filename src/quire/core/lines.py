"""The lines of a text."""

from __future__ import annotations

import re
from bisect import bisect_right

_ENDING = re.compile(r"\r\n|\r|\n")


class Lines:
    """Which line a position is on, counted from 0; a line's text has no line ending."""

    def __init__(self, text: str) -> None:
        self._text = text
        endings = list(_ENDING.finditer(text))
        self._starts = [0, *(ending.end() for ending in endings)]
        self._ends = [*(ending.start() for ending in endings), len(text)]

    def __len__(self) -> int:
        return len(self._starts)

    def at(self, position: int) -> int:
        """The line of a position."""
        return bisect_right(self._starts, position) - 1

    def start(self, line: int) -> int:
        return self._starts[line]

    def end(self, line: int) -> int:
        """Where a line ends, before its line ending."""
        return self._ends[line]

    def text(self, line: int) -> str:
        return self._text[self._starts[line] : self._ends[line]]

    def texts(self, first: int, end: int) -> list[str]:
        """The lines from `first` up to `end`, as far as there are any."""
        return [self.text(line) for line in range(max(0, first), min(end, len(self)))]
