"""The content of a leaf as a paragraph of its own, for a parser that reads whole documents."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quire.formats.markdown.blocks import Span

_LINE_ENDING = re.compile(r"\r\n|\n|\r")


class Excerpt:
    """Lines of a document without the indentation and quote markers before them, and where each comes from.

    In `text` every line stands behind a guard that keeps it from beginning a block. A guard ends with a space, so the
    line means what it meant at the beginning of a line.
    """

    FIRST_GUARD = "% "
    GUARD = "    "

    def __init__(self, lines: list[str], origins: list[int]) -> None:
        self.lines = lines
        self.text = self.FIRST_GUARD + self.GUARD.join(lines)
        self._origins = origins
        self._starts = [len(self.FIRST_GUARD)]
        for line in lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + len(self.GUARD))

    @classmethod
    def of(cls, text: str, start: int, end: int, quotes: int) -> Excerpt:
        """Cut a range that stands in so many quotes into lines."""
        prefix = re.compile(rf"(?:[ \t]*>){{0,{quotes}}}[ \t]*")
        lines, origins = [], []
        while start < end:
            ending = _LINE_ENDING.search(text, start, end)
            following = ending.end() if ending else end
            lines.append(text[start:following])
            origins.append(start)
            found = prefix.match(text, following, end)
            start = found.end() if found else following
        return cls(lines or [""], origins or [start])

    def span(self, start: int, end: int) -> Span:
        """Return where in the document a span of the text is."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_left(self._starts, end) - 1, first)
        return self._position(first, start), self._position(last, end)

    def _position(self, line: int, offset: int) -> int:
        return self._origins[line] + min(offset - self._starts[line], len(self.lines[line]))
