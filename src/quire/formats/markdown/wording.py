"""The text of a block, line by line, apart from the marks that make it a heading, code or a quote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from quire.formats.markdown.blocks import CodeBlock, Heading, Span
from quire.formats.markdown.lines import line_end, line_ending, line_start, next_line
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.prose import as_prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.patch import Edit

_CODE_INDENT = 4


class Line(NamedTuple):
    """Where a line begins, where its margin ends, where the marks before its text begin, and the text itself.

    A lazy line lacks some of the margin."""

    begin: int
    margin_end: int
    at: int
    start: int
    end: int
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """The lines of a block, the marks behind them, and the margin in which they stand."""

    source: str
    margin: Margin
    lines: tuple[Line, ...]
    closing: Span

    @classmethod
    def of(cls, source: str, block: Block, containers: Sequence[Block]) -> Wording:
        """Read a paragraph, a heading or a code block."""
        reader = _Reader(source, Margin(source, containers, line_start(source, block.start)))
        return reader.read(block)

    @classmethod
    def empty(cls, source: str, position: int, containers: Sequence[Block]) -> Wording:
        """The wording of an empty line."""
        begin, end = line_start(source, position), line_end(source, position)
        margin = Margin(source, containers, begin)
        margin_end, complete = margin.end(begin)
        at = min(margin_end, end) if complete else begin
        return cls(source, margin, (Line(begin, at, at, end, end, not complete),), (end, end))

    @property
    def ending(self) -> str:
        return line_ending(self.source)

    @property
    def texts(self) -> list[str]:
        return [self.source[line.start : line.end] for line in self.lines]

    @property
    def written(self) -> list[Line]:
        """The lines that are not blank."""
        return [line for line, text in zip(self.lines, self.texts, strict=True) if text.strip()]

    @property
    def lead(self) -> str:
        """What the first line lacks of the margin."""
        return self.margin.text if self.lines[0].lazy else ""

    def marked(self, opening: str = "", closing: str = "") -> Iterator[Edit]:
        """Put other marks before the first line and behind the last, and none before the others."""
        for line in self.lines:
            yield line.at, line.start, opening
            opening = ""
        yield *self.closing, closing

    def escapes(self) -> Iterator[Edit]:
        """What the lines need to be nothing but paragraphs."""
        for line, old, new in zip(self.lines, self.texts, as_prose(self.texts), strict=True):
            shared = _shared_end(old, new)
            yield line.start, line.end - shared, new[: len(new) - shared]


def _shared_end(one: str, other: str) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[-length - 1] == other[-length - 1]:
        length += 1
    return length


class _Reader:
    """Finds the lines of a block in a source."""

    def __init__(self, source: str, margin: Margin) -> None:
        self.source = source
        self.margin = margin

    def read(self, block: Block) -> Wording:
        if isinstance(block, CodeBlock):
            return self.code(block) if block.fence else self.indented_code(block)
        if isinstance(block, Heading):
            return self.underlined(block) if block.setext else self.heading(block)
        return self.wording(self.lines(block.start, block.end), (block.end, block.end))

    def heading(self, block: Heading) -> Wording:
        marks = self.source[block.inner_end : block.end].rstrip()
        line = self.first_line(block.start, block.inner_start, block.inner_end)
        return self.wording([line], (block.inner_end, block.inner_end + len(marks)))

    def underlined(self, block: Heading) -> Wording:
        text_end = line_end(self.source, block.inner_end)
        return self.wording(self.lines(block.start, text_end), (text_end, block.end))

    def code(self, block: CodeBlock) -> Wording:
        """Fenced code; the fence goes with the first line of the code, if there is any."""
        begin = next_line(self.source, block.start)
        if begin is None or begin > block.inner_end or (block.closed and begin == line_start(self.source, block.end)):
            nothing = self.first_line(block.start, block.start, block.start)
            return self.wording([nothing], (block.start, block.end))
        first, *others = self.lines_from(begin, block.inner_end)
        start = next((start for start, _ in block.pieces if first.start <= start <= first.end), first.start)
        lines = [self.first_line(block.start, start, first.end), *others]
        return self.wording(lines, (lines[-1].end, block.end))

    def indented_code(self, block: CodeBlock) -> Wording:
        first, *others = self.lines(block.start, block.end)
        lines = [first._replace(start=block.inner_start)]
        lines += [line._replace(start=self.behind_indent(line)) for line in others]
        return self.wording(lines, (block.end, block.end))

    def behind_indent(self, line: Line) -> int:
        start = line.at
        while start < line.end and self.source[start] in " \t":
            start += 1
            if len(self.source[line.at : start].expandtabs(_CODE_INDENT)) >= _CODE_INDENT:
                break
        return start

    def lines(self, start: int, end: int) -> list[Line]:
        """The lines of a range that begins behind the margin of the first."""
        first = self.first_line(start, start, line_end(self.source, start))
        return [first, *self.lines_from(next_line(self.source, start), end)]

    def first_line(self, at: int, start: int, end: int) -> Line:
        begin = line_start(self.source, at)
        return Line(begin, min(self.margin.end(begin)[0], at), at, start, end)

    def lines_from(self, begin: int | None, last: int) -> Iterator[Line]:
        """The lines from one on, up to that of a position."""
        while begin is not None and begin <= last:
            end = line_end(self.source, begin)
            margin_end, complete = self.margin.end(begin)
            margin_end = min(margin_end, end)
            yield Line(begin, margin_end, margin_end, margin_end, end, not complete)
            begin = next_line(self.source, end)

    def wording(self, lines: Sequence[Line], closing: Span) -> Wording:
        return Wording(self.source, self.margin, tuple(lines), closing)
