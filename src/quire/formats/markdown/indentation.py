"""The indentation of lines: counted in columns from the quote or footnote that they are in, and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quire.formats.markdown.blocks import (
    BYTE_ORDER_MARK,
    WHITE,
    CodeBlock,
    Definition,
    FootnoteDefinition,
    HtmlBlock,
    ListItem,
    Quote,
)
from quire.formats.markdown.lines import line_end, line_start, next_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.patch import Edit

TAB = 4
_NOTE_INDENT = 4


class _Base(NamedTuple):
    """Where white space that is indentation begins in a line, and the column from which indentation counts."""

    position: int
    column: int


class Indentation:
    """How far lines stand in their innermost quote or footnote, or in the document if they are in none.

    Items of lists do not count as containers here: what is in them is told by its column alone."""

    def __init__(self, text: str, containers: Iterable[Block], *, tabs: bool = False) -> None:
        self._text = text
        self._containers = [each for each in containers if isinstance(each, Quote | FootnoteDefinition | Definition)]
        self._tabs = tabs

    def column(self, position: int) -> int:
        """The column of a position."""
        line = line_start(self._text, position)
        base = self._base(line)
        return self._columns(line, position) - (base.column if base else 0)

    def content_column(self, item: ListItem) -> int:
        """The column at which the content of an item stands."""
        line = line_start(self._text, item.start)
        return self.column(item.start) + item.content_column - len(self._text[line : item.start].expandtabs(TAB))

    def starts_line(self, block: Block) -> bool:
        """Tell whether nothing but indentation stands before a block."""
        base = self._base(line_start(self._text, block.start))
        return base is not None and not self._text[base.position : block.start].strip(WHITE)

    def prefix(self, block: Block) -> str:
        """What stands before a block that starts its line."""
        return self._text[line_start(self._text, block.start) : block.start].removeprefix(BYTE_ORDER_MARK)

    def move(
        self, block: Block, first: int, rest: int | None = None, *, inside: int = 0, lazy: int = 0, least: int = 0
    ) -> Iterator[Edit]:
        """Yield the edits that move the lines of a block by some columns: its first line, and the rest.

        The block is in an item whose content stands at the column `inside`. Lines before the column `lazy` continue a
        paragraph without being indented: they move as the first one does. Lines before the column `least` move from
        there. A first line that begins with something else stays."""
        rest = first if rest is None else rest
        kept = dict(self._verbatim_lines(block, inside))
        line: int | None = line_start(self._text, block.start)
        moves = first if self.starts_line(block) else 0
        while line is not None and line <= block.end:
            yield from self._shift(block, line, moves, kept.get(line))
            line = next_line(self._text, line)
            if line is not None:
                width = self._width(line)
                moves = rest + max(0, least - width) if width >= lazy else first

    def _shift(self, block: Block, line: int, columns: int, kept: int | None) -> Iterator[Edit]:
        base = self._base(line)
        if base is None or not columns:
            return
        end = self._behind_white(line, base, kept)
        width = self._columns(line, end) - base.column
        if width < 0 or end == line_end(self._text, line):
            return
        yield self._respelled(line, base, end, max(0, width + columns))
        if columns % TAB and kept is None and "\t" in self._text[end : line_end(self._text, end)]:
            yield from self._without_tabs(line, end, self._structure_end(block, line, end))

    def _respelled(self, line: int, base: _Base, end: int, width: int) -> Edit:
        """The edit that makes the white space at the beginning of a line so many columns wide."""
        before = self._columns(line, base.position)
        missing_space = self._in_quote and base.column == before and width > 0
        width += base.column - before + missing_space
        old = self._text[base.position : end]
        if before == 0 and (self._tabs or "\t" in old):
            return base.position, end, "\t" * (width // TAB) + " " * (width % TAB)
        if "\t" in old:
            return base.position, end, " " * width
        grown = width - len(old)
        return (end, end, " " * grown) if grown >= 0 else (end + grown, end, "")

    def _without_tabs(self, line: int, start: int, end: int) -> Iterator[Edit]:
        """Yield the edits that put spaces for tabs, whose width would change with the column that they begin at."""
        for position in range(start, end):
            if self._text[position] == "\t":
                width = self._columns(line, position + 1) - self._columns(line, position)
                yield position, position + 1, " " * width

    def _structure_end(self, block: Block, line: int, start: int) -> int:
        """Return where the marks and markers at the beginning of a line end."""
        for each in block.walk():
            begins = each.marker_end if isinstance(each, ListItem) else each.start
            if begins >= start and not each.children:
                return begins if line_start(self._text, begins) == line else start
        return start

    def _verbatim_lines(self, block: Block, inside: int) -> Iterator[tuple[int, int]]:
        """Yield the lines in which white space is content from some column on, with that column."""
        waiting: list[tuple[Block, int | None]] = [(block, inside)]
        while waiting:
            each, column = waiting.pop()
            if isinstance(each, CodeBlock | HtmlBlock) and column is not None:
                yield from self._lines_of_code(each, column)
            if isinstance(each, ListItem) and column is not None:
                column = self.content_column(each)
            elif isinstance(each, Quote | FootnoteDefinition | Definition):
                column = None
            waiting.extend((child, column) for child in each.children)

    def _lines_of_code(self, block: CodeBlock | HtmlBlock, column: int) -> Iterator[tuple[int, int]]:
        first = line_start(self._text, block.start)
        line = first if isinstance(block, CodeBlock) and not block.fence else next_line(self._text, first)
        while line is not None and line <= block.end:
            yield line, column
            line = next_line(self._text, line)

    def _width(self, line: int) -> int:
        base = self._base(line)
        return self._columns(line, self._behind_white(line, base, None)) - base.column if base else -1

    def _behind_white(self, line: int, base: _Base, kept: int | None) -> int:
        position = base.position
        while self._text[position : position + 1] in (" ", "\t"):
            if kept is not None and self._columns(line, position) - base.column >= kept:
                break
            position += 1
        return position

    @property
    def _in_quote(self) -> bool:
        return bool(self._containers) and isinstance(self._containers[-1], Quote)

    def _base(self, line: int) -> _Base | None:
        """Return where the innermost container's content may begin in a line; None if the line lacks its mark."""
        position, column = line, 0
        if self._text.startswith(BYTE_ORDER_MARK, line):
            position += 1
        for container in self._containers:
            if line_start(self._text, container.start) == line:
                position = container.start + 1 if isinstance(container, Quote) else container.inner_start
            elif isinstance(container, Quote):
                while self._text[position : position + 1] in (" ", "\t"):
                    position += 1
                if self._text[position : position + 1] != ">":
                    return None
                position += 1
            else:
                column += _NOTE_INDENT
                continue
            column = self._columns(line, position)
            if isinstance(container, Quote) and self._text[position : position + 1] in (" ", "\t"):
                column += 1
        return _Base(position, column)

    def _columns(self, line: int, position: int) -> int:
        return len(self._text[line:position].removeprefix(BYTE_ORDER_MARK).expandtabs(TAB))
