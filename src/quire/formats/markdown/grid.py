"""The source of a table as rows of cells: a value that can be edited and knows how much of the source it keeps."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Literal

from quire.formats.markdown.blocks import WHITE, Span
from quire.formats.markdown.width import width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from quire.formats.markdown.blocks import Table
    from quire.formats.markdown.patch import Edit

_PIPE = re.compile(r"(?<!\\)\|")
_UNESCAPED_PIPE = re.compile(r"(?<!\\)((?:\\\\)*)\|")
_LINE_BREAK = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t]*")
# What might begin another block where a row has no pipe before its first cell.
_BLOCK_START = re.compile(r"[#>=~`<:\[+-]|\*(?:\s|$)|\d+[.)]")

_DASHES = "---"

Side = Literal["left", "center", "right"]


def cell_text(content: str) -> str:
    """Content as it can stand in a cell: on one line, with its pipes escaped."""
    line = _LINE_BREAK.sub("<br>", content.strip(WHITE + "\r\n"))
    return _UNESCAPED_PIPE.sub(r"\1\\|", line)


@dataclass(frozen=True, slots=True)
class Piece:
    """A text; if it has a span, it is what stands there in the source."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands between two pipes: a text, and the white space around it."""

    before: Piece
    text: Piece
    after: Piece

    @property
    def is_blank(self) -> bool:
        return not self.text.text

    @property
    def width(self) -> int:
        return sum(width(piece.text) for piece in self.pieces)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.before, self.text, self.after


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. The joint is what stands between it and the line before: the line's ending and its prefix.

    There may be more cells than the table has columns, or fewer; the outer pipes may be missing.
    """

    joint: Piece
    opening: Piece
    cells: tuple[Cell, ...]
    closing: Piece

    @property
    def is_blank(self) -> bool:
        return all(cell.is_blank for cell in self.cells)

    @property
    def pieces(self) -> Iterator[Piece]:
        yield self.opening
        for index, cell in enumerate(self.cells):
            if index:
                yield Piece("|")
            yield from cell.pieces
        yield self.closing

    def measured(self, columns: int) -> Iterator[tuple[int, Cell]]:
        """The cells that end at a pipe, and so have a width that can be seen."""
        closed = self.cells if self.closing.text else self.cells[:-1]
        return enumerate(closed[:columns])

    def forgotten(self) -> Row:
        """The same row written anew, to stand elsewhere."""
        cells = tuple(Cell(*(Piece(piece.text) for piece in cell.pieces)) for cell in self.cells)
        return Row(Piece(self.joint.text), Piece(self.opening.text), cells, Piece(self.closing.text))


@dataclass(frozen=True, slots=True)
class Style:
    """How a table is written: whether its pipes stand under each other, and what stands around its texts."""

    aligned: bool
    padding: str
    delimiter_padding: str

    def cell(self, text: str) -> Cell:
        """A new cell; no pipe may stand right behind a backslash, nor two pipes side by side."""
        needs_space = not text or text.endswith("\\")
        after = self.padding or (" " if needs_space else "")
        return Cell(Piece(self.padding), Piece(text), Piece(after))

    def delimiter(self) -> Cell:
        return Cell(Piece(self.delimiter_padding), Piece(_DASHES), Piece(self.delimiter_padding))

    def changed(self, cell: Cell, text: str) -> Cell:
        """A cell with another text. The space around it stays, unless there are columns to keep."""
        fresh = self.cell(text)
        if self.aligned or cell.is_blank or not text:
            return fresh
        return Cell(cell.before, fresh.text, cell.after if cell.after.text else fresh.after)

    def refilled(self, row: Row, cells: Sequence[Cell]) -> Row:
        """A row with other cells, and with the outer pipes without which they would be read as something else."""
        cells = cells or [self.cell("")]
        opens = bool(row.opening.text) or _needs_opening(cells[0].text.text)
        closes = bool(row.closing.text) or _needs_closing(cells[-1].text.text)
        return self.framed(row, cells, opens=opens, closes=closes)

    def framed(self, row: Row, cells: Sequence[Cell], *, opens: bool, closes: bool) -> Row:
        """A row with other cells and with outer pipes or without; a text that comes to stand at a pipe is padded."""
        opening = row.opening if opens == bool(row.opening.text) else Piece("|" if opens else "")
        closing = row.closing if closes == bool(row.closing.text) else Piece("|" if closes else "")
        last = len(cells) - 1
        framed = [
            Cell(
                self._before(row, cell, at_pipe=opens or index > 0, is_edge=index == 0),
                cell.text,
                self._after(row, cell, at_pipe=closes or index < last, is_edge=index == last),
            )
            for index, cell in enumerate(cells)
        ]
        return Row(row.joint, opening, tuple(framed), closing)

    def _before(self, row: Row, cell: Cell, *, at_pipe: bool, is_edge: bool) -> Piece:
        if not at_pipe:
            return _as(cell.before, "")
        had_no_pipe = not row.opening.text and (is_edge or cell is row.cells[0])
        return Piece(self.padding) if had_no_pipe and not cell.before.text else cell.before

    def _after(self, row: Row, cell: Cell, *, at_pipe: bool, is_edge: bool) -> Piece:
        if not at_pipe:
            return _as(cell.after, "")
        had_no_pipe = not row.closing.text and (is_edge or cell is row.cells[-1])
        return self.cell(cell.text.text).after if had_no_pipe and not cell.after.text else cell.after


def _as(piece: Piece, text: str) -> Piece:
    return piece if piece.text == text else Piece(text)


def _needs_opening(text: str) -> bool:
    return not text or bool(_BLOCK_START.match(text))


def _has_outer_pipe(row: Row) -> bool:
    return bool(row.opening.text or row.closing.text)


def _needs_closing(text: str) -> bool:
    return not text or text.endswith("\\")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. Row 0 is the header row; the row of dashes is kept apart and not counted."""

    header: Row
    delimiter: Row
    body: tuple[Row, ...]
    columns: int
    style: Style

    @classmethod
    def read(cls, text: str, table: Table) -> Grid:
        """Read the source of a table."""
        first, *others = table.children
        spans = [(first.start, first.end), table.delimiter_row, *((row.start, row.end) for row in others)]
        joints = [Piece(text[end:start], (end, start)) for (_, end), (start, _) in pairwise(spans)]
        joints.insert(0, Piece(joints[0].text))  # for the day when the header row is no longer the first line
        header, delimiter, *body = map(partial(_read_row, text), spans, joints)
        columns = len(table.alignments)
        return cls(header, delimiter, tuple(body), columns, _style(header, delimiter, body, columns))

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.header, *self.body

    @property
    def lines(self) -> tuple[Row, ...]:
        return self.header, self.delimiter, *self.body

    def place(self, position: int) -> tuple[int, int]:
        """The row and the column of a position in the source; the row of dashes belongs to the header."""
        line = max((index for index, line in enumerate(self.lines) if _start(line) <= position), default=0)
        ends = [_end(cell) for cell in self.lines[line].cells[: self.columns]]
        column = next((index for index, end in enumerate(ends) if position <= end), len(ends) - 1)
        return max(line - 1, 0), column

    def _map(self, change: Callable[[Row], Row]) -> Grid:
        return replace(
            self,
            header=change(self.header),
            delimiter=change(self.delimiter),
            body=tuple(change(row) for row in self.body),
        )

    def _with_rows(self, rows: Sequence[Row]) -> Grid:
        return replace(self, header=rows[0], body=tuple(rows[1:]))

    # Editing

    def with_cell(self, row: int, column: int, text: str) -> Grid:
        """The table with another text in a cell."""
        rows = list(self.rows)
        cells = self._at_least(rows[row].cells, column + 1 if text else 0)
        if column >= len(cells) or cells[column].text.text == text:
            return self
        cells[column] = self.style.changed(cells[column], text)
        rows[row] = self.style.refilled(rows[row], cells)
        return self._with_rows(rows)

    def with_row(self, at: int, texts: Sequence[str]) -> Grid:
        """The table with a new row, in the manner of the header row, on a line like the one before it."""
        cells = [self.style.cell(text) for text in texts]
        cells = self._at_least(cells, self.columns)
        neighbour = self.rows[at - 1]
        like = replace(self.header.forgotten(), joint=Piece(neighbour.joint.text))
        row = self.style.refilled(replace(like, closing=Piece(like.closing.text.rstrip(WHITE))), cells)
        return replace(self, body=(*self.body[: at - 1], row, *self.body[at - 1 :]))

    def without_row(self, at: int) -> Grid:
        """The table without a row of its body."""
        return replace(self, body=(*self.body[: at - 1], *self.body[at:]))

    def with_column(self, at: int, texts: Sequence[str]) -> Grid:
        """The table with a new column that holds these texts, from the header down."""
        padded = [*texts, *[""] * (len(self.rows) - len(texts))]
        rows = [self._with_inserted(row, at, text) for row, text in zip(self.rows, padded, strict=True)]
        dashes = list(self.delimiter.cells)
        dashes.insert(at, self.style.delimiter())
        return self._with_columns(rows, dashes)

    def _with_columns(self, rows: Sequence[Row], dashes: Sequence[Cell]) -> Grid:
        """The table with other columns; the row of dashes gets the outer pipes that the header row got."""
        delimiter = self.style.framed(
            self.delimiter,
            dashes,
            opens=bool(self.delimiter.opening.text or rows[0].opening.text),
            closes=bool(self.delimiter.closing.text or rows[0].closing.text),
        )
        return replace(self._with_rows(rows), delimiter=delimiter, columns=len(dashes))

    def _with_inserted(self, row: Row, at: int, text: str) -> Row:
        if not text and len(row.cells) <= at and len(row.cells) < self.columns:
            return row  # it ends before this column, and goes on doing so
        cells = self._at_least(row.cells, at)
        cells.insert(at, self.style.cell(text))
        return self.style.refilled(row, cells)

    def without_column(self, at: int) -> Grid:
        """The table without a column. The only one that is left needs pipes around it."""
        rows = [self._without_cell(row, at) for row in self.rows]
        if self.columns == 2:
            rows = [row if _has_outer_pipe(row) else self._enclosed(row) for row in rows]
        return self._with_columns(rows, [*self.delimiter.cells[:at], *self.delimiter.cells[at + 1 :]])

    def _without_cell(self, row: Row, at: int) -> Row:
        if at >= len(row.cells):
            return row
        return self.style.refilled(row, [*row.cells[:at], *row.cells[at + 1 :]])

    def _enclosed(self, row: Row) -> Row:
        return self.style.framed(row, row.cells, opens=True, closes=True)

    def without_header_texts(self) -> Grid:
        """The table with what was its header as the first row under an empty one."""
        cells = [self.style.cell("") for _ in range(self.columns)]
        empty = self.style.refilled(self.header.forgotten(), cells)
        return replace(self, header=empty, delimiter=self.delimiter.forgotten(), body=self.rows)

    def with_first_row_as_header(self) -> Grid:
        """The table with its first row in place of an empty header."""
        first, *others = self.body
        if len(first.cells) < self.columns:
            first = self.style.refilled(first, self._at_least(first.cells, self.columns))
        return replace(self, header=first, delimiter=self.delimiter.forgotten(), body=tuple(others))

    def _at_least(self, cells: Iterable[Cell], count: int) -> list[Cell]:
        """Cells, with empty ones behind them up to a number."""
        found = list(cells)
        return found + [self.style.cell("") for _ in range(count - len(found))]

    # Writing

    def edits(self, source: str, span: Span) -> Iterator[Edit]:
        """The smallest changes that make the table in the source into this one."""
        position, pending = span[0], ""
        for piece in self._filled()._pieces():
            if piece.span is None:
                pending += piece.text
                continue
            yield _trimmed(source, position, piece.span[0], pending)
            position, pending = piece.span[1], ""
        yield _trimmed(source, position, span[1], pending)

    def _pieces(self) -> Iterator[Piece]:
        for index, line in enumerate(self.lines):
            if index:
                yield line.joint
            yield from line.pieces

    def _filled(self) -> Grid:
        """The table with each cell as wide as its column, if it is written like that; no column shrinks."""
        if not self.style.aligned:
            return self
        widths = [0] * self.columns
        for line in self.lines:
            for column, cell in line.measured(self.columns):
                widths[column] = max(widths[column], cell.width)
        sides = [self._side(column) for column in range(self.columns)]
        return replace(
            self._map(lambda row: _filled(row, widths, partial(_spaced, row, sides))),
            delimiter=_filled(self.delimiter, widths, _dashed),
        )

    def _side(self, column: int) -> Side:
        """On which side of their column texts stand: where the dashes say, if those that have a choice do so."""
        dashes = self.delimiter.cells[column].text.text
        cells = [row.cells[column] for row in self.rows if column < len(row.cells)]
        space = [
            (len(cell.before.text), len(cell.after.text)) for cell in cells if cell.before.span and not cell.is_blank
        ]
        if dashes.startswith(":") and dashes.endswith(":") and all(abs(left - right) <= 1 for left, right in space):
            return "center"
        if dashes.endswith(":") and not dashes.startswith(":") and all(left >= right for left, right in space):
            return "right"
        return "left"


def _filled(row: Row, widths: Sequence[int], fill: Callable[[int, Cell, int], Cell]) -> Row:
    cells = list(row.cells)
    for column, cell in row.measured(len(widths)):
        if missing := widths[column] - cell.width:
            cells[column] = fill(column, cell, missing)
    return replace(row, cells=tuple(cells))


def _spaced(row: Row, sides: Sequence[Side], column: int, cell: Cell, missing: int) -> Cell:
    """A cell with more white space, on the left only where a pipe stands before it."""
    before, after = len(cell.before.text), len(cell.after.text)
    side = sides[column] if column or row.opening.text else "left"
    if cell.is_blank or side == "left":
        after += missing
    elif side == "right":
        before += missing
    else:
        space = before + after + missing
        before, after = space // 2, space - space // 2
    return Cell(_as(cell.before, " " * before), cell.text, _as(cell.after, " " * after))


def _dashed(_column: int, cell: Cell, missing: int) -> Cell:
    dashes = cell.text.text
    stem, colon = (dashes[:-1], ":") if dashes.endswith(":") else (dashes, "")
    return replace(cell, text=Piece(stem + "-" * missing + colon))


def _trimmed(source: str, start: int, end: int, text: str) -> Edit:
    """A replacement without what it would replace by the same."""
    while start < end and text and source[start] == text[0]:
        start, text = start + 1, text[1:]
    while start < end and text and source[end - 1] == text[-1]:
        end, text = end - 1, text[:-1]
    return start, end, text


def _read_row(text: str, span: Span, joint: Piece) -> Row:
    start, end = span
    pipes = [found.start() for found in _PIPE.finditer(text, start, end)]
    opening = closing = None
    if pipes and pipes[0] == start:
        opening = pipes.pop(0)
    if pipes and not text[pipes[-1] + 1 : end].strip(WHITE):
        closing = pipes.pop()
    first = start if opening is None else opening + 1
    last = end if closing is None else closing
    bounds = [first - 1, *pipes, last]
    cells = tuple(_read_cell(text, left + 1, right) for left, right in pairwise(bounds))
    return Row(joint, _piece(text, start, first), cells, _piece(text, last, end))


def _read_cell(text: str, start: int, end: int) -> Cell:
    content = text[start:end]
    left = start + len(content) - len(content.lstrip(WHITE))
    if left == end:  # an empty cell is written into behind its first space
        left = right = min(start + 1, end)
    else:
        right = start + len(content.rstrip(WHITE))
    return Cell(_piece(text, start, left), _piece(text, left, right), _piece(text, right, end))


def _start(row: Row) -> int:
    return row.opening.span[0] if row.opening.span else 0


def _end(cell: Cell) -> int:
    return cell.after.span[1] if cell.after.span else 0


def _piece(text: str, start: int, end: int) -> Piece:
    return Piece(text[start:end], (start, end))


def _style(header: Row, delimiter: Row, body: Sequence[Row], columns: int) -> Style:
    rows = (header, *body)
    return Style(_is_aligned((delimiter, *rows), columns), _padding(rows), _padding([delimiter]))


def _padding(rows: Iterable[Row]) -> str:
    """What most texts have between them and the pipes beside them."""
    sides = list(chain.from_iterable(_beside_pipes(row) for row in rows))
    return " " if sum(map(bool, sides)) * 2 >= len(sides) else ""


def _beside_pipes(row: Row) -> Iterator[str]:
    for index, cell in enumerate(row.cells):
        if not cell.is_blank:
            if index or row.opening.text:
                yield cell.before.text
            if index < len(row.cells) - 1 or row.closing.text:
                yield cell.after.text


def _is_aligned(lines: Sequence[Row], columns: int) -> bool:
    """Whether the pipes of all lines stand under each other; with tabs nobody can tell."""
    widths: dict[int, int] = {}
    for line in lines:
        for column, cell in line.measured(columns):
            if any("\t" in piece.text for piece in cell.pieces):
                return False
            if widths.setdefault(column, cell.width) != cell.width:
                return False
    return True
