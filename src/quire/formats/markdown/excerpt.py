"""The content of a leaf as a paragraph of its own, for a parser that reads whole documents."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import WHITE, Definition, FootnoteDefinition, ListItem, Quote
from quire.formats.markdown.lines import ENDING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.formats.markdown.blocks import Block, Span


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
        self._shift = origins[0] - len(self.FIRST_GUARD) if len(lines) == 1 else None

    @classmethod
    def of(cls, text: str, block: Block, containers: Iterable[Block]) -> Excerpt:
        """Cut the content of a leaf into lines."""
        start, end = block.inner_start, block.inner_end
        indents = list(_quote_indents(containers))
        lines, origins = [], []
        while start < end:
            ending = ENDING.search(text, start, end)
            following = ending.end() if ending else end
            lines.append(text[start:following])
            origins.append(start)
            start = _behind_prefix(text, following, end, indents)
        return cls(lines or [""], origins or [start])

    def start(self, offset: int) -> int:
        """Return where in the document a span begins; at the beginning of a line, behind its prefix."""
        return self._position(max(bisect_right(self._starts, offset) - 1, 0), offset)

    def end(self, offset: int) -> int:
        """Return where in the document a span ends; at the beginning of a line, behind the line before it."""
        return self._position(max(bisect_left(self._starts, offset) - 1, 0), offset)

    def span(self, start: int, end: int) -> Span:
        """Return where in the document a span is."""
        if self._shift is not None:
            return start + self._shift, end + self._shift
        return self.start(start), self.end(end) if end > start else self.start(start)

    def _position(self, line: int, offset: int) -> int:
        return self._origins[line] + min(offset - self._starts[line], len(self.lines[line]))


def _quote_indents(containers: Iterable[Block]) -> Iterator[Span]:
    """Yield how little and how far the marker of each quote may be indented; any other `>` is text."""
    least = column = quotes = 0
    for container in containers:
        if isinstance(container, ListItem):
            column = container.content_column
            least = 0 if quotes else column  # behind a quote, columns count from its marker
        elif isinstance(container, FootnoteDefinition | Definition):
            column += 4
        elif isinstance(container, Quote):
            yield least, column + 3
            column = max(column, 1)
            least, quotes = 0, quotes + 1


def _behind_prefix(text: str, position: int, end: int, indents: list[Span]) -> int:
    """Return where the content of a further line begins, which may be lazy and lack some of the markers."""
    line_start, column = position, 0
    for least, most in indents:
        marker = _behind_spaces(text, position, end)
        marker_column = len(text[line_start:marker].expandtabs(4))
        if marker == end or text[marker] != ">" or not least <= marker_column - column <= most:
            break
        position, column = marker + 1, marker_column + 1
    return _behind_spaces(text, position, end)


def _behind_spaces(text: str, position: int, end: int) -> int:
    while position < end and text[position] in WHITE:
        position += 1
    return position
