"""A table of content as one of Word's: a grid with columns as wide as what stands in them, in the document's style."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lxml import etree

from quire.core.content import Block, Cell, Code, Heading, List, Paragraph, blocks_in, text_of
from quire.formats.docx.names import attribute, name, parse
from quire.formats.docx.style.properties import switched_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.content import Table
    from quire.formats.docx.content.supplies import Supplies
    from quire.formats.docx.document import DocxDocument

MOST_COLUMNS = 63
"""As many as Word allows."""
_LETTER, _MARGINS = 130, 216
"""Twips: a letter of usual size, if bold, and what a cell leaves free at its sides."""
_WIDEST = 60
"""Letters; no column counts as wider when the room is shared out."""
_LISTED = "      "
"""As much as an item of a list is set in."""
_STYLE = re.compile(r"""<(?:[\w.-]+:)?tblStyle\b[^>]*\bval=["']([^"']*)["']""")


class CellWriter(Protocol):
    def __call__(self, inside: Cell, alignment: str | None, room: int, *, is_header: bool) -> list[Element]: ...


@dataclass(frozen=True, slots=True)
class _Square:
    """A cell as one row has it: it may go on with the one above."""

    cell: Cell
    column: int
    columns: int
    goes_on: bool
    goes_down: bool


class Tabulation:
    """A table on its way to Word's markup."""

    def __init__(self, document: DocxDocument, supplies: Supplies, table: Table, room: int, indent: int) -> None:
        self._supplies = supplies
        self._table = table
        self._room = room
        self._indent = indent
        self._style = _used_style(document) or supplies.style("Table Grid", "table")
        self._rows = _squares(table)
        self._width = max((square.column + square.columns for row in self._rows for square in row), default=1)

    @property
    def must_be_bold(self) -> bool:
        """Whether a header has to be bold itself: the style of the table does not make it so."""
        return not _has_bold_header(self._supplies, self._style)

    def written(self, write: CellWriter) -> Element:
        table = etree.Element(name("w:tbl"))
        table.append(self._properties())
        widths = self._widths()
        grid = etree.SubElement(table, name("w:tblGrid"))
        for width in widths:
            etree.SubElement(grid, name("w:gridCol"), {name("w:w"): str(width)})
        for number, row in enumerate(self._rows):
            is_header = number == 0 and self._table.has_header
            table.append(self._row(row, widths, write, is_header=is_header))
        return table

    def _properties(self) -> Element:
        properties = etree.Element(name("w:tblPr"))
        _put(properties, "tblStyle", val=self._style)
        _put(properties, "tblW", w="0", type="auto")
        if self._indent:
            _put(properties, "tblInd", w=str(self._indent), type="dxa")
        first = "1" if self._table.has_header else "0"
        bits = "0420" if self._table.has_header else "0400"
        _put(
            properties, "tblLook", val=bits, firstRow=first, lastRow="0", firstColumn="0", lastColumn="0", noHBand="0",
            noVBand="1",
        )  # fmt: skip
        return properties

    def _row(self, squares: Sequence[_Square], widths: Sequence[int], write: CellWriter, *, is_header: bool) -> Element:
        row = etree.Element(name("w:tr"))
        if is_header:
            _put(etree.SubElement(row, name("w:trPr")), "tblHeader")
        for square in squares:
            cell = etree.SubElement(row, name("w:tc"))
            properties = etree.SubElement(cell, name("w:tcPr"))
            across = widths[square.column : square.column + square.columns]
            _put(properties, "tcW", w=str(sum(across)), type="dxa")
            if square.columns > 1:
                _put(properties, "gridSpan", val=str(square.columns))
            if square.goes_on:
                _put(properties, "vMerge")
            elif square.goes_down:
                _put(properties, "vMerge", val="restart")
            room = max(_MARGINS, sum(across) - _MARGINS)
            inside = Cell(()) if square.goes_on else square.cell
            cell.extend(write(inside, self._side(square.column), room, is_header=is_header))
        return row

    def _side(self, column: int) -> str | None:
        sides = self._table.alignments
        return sides[column] if column < len(sides) else None

    def _widths(self) -> list[int]:
        """The room shared out by what the columns say."""
        words, lines = [1] * self._width, [1] * self._width
        for square in (each for row in self._rows for each in row if each.columns == 1 and not each.goes_on):
            said = [each for each in _said(square.cell.blocks) if each]
            at = square.column
            words[at] = max(words[at], *(len(word) for each in said for word in _WORD.findall(each)), 1)
            lines[at] = min(max(lines[at], *(len(each) for each in said), 1), _WIDEST)
        least = [word * _LETTER + _MARGINS for word in words]
        spare = max(0, self._room - sum(least))
        wanted = [max(1, (line - word) * _LETTER) for line, word in zip(lines, words, strict=True)]
        widths = [low + spare * more // sum(wanted) for low, more in zip(least, wanted, strict=True)]
        return [max(_MARGINS, width * self._room // max(sum(widths), self._room)) for width in widths]


_WORD = re.compile(r" *\S+")


def _put(properties: Element, local: str, **values: str) -> None:
    etree.SubElement(properties, name(f"w:{local}"), {name(f"w:{key}"): value for key, value in values.items()})


def _squares(table: Table) -> list[list[_Square]]:
    """The cells of each row where they stand, with those that come down from above and those that are missing."""
    rows: list[list[_Square]] = []
    falling: dict[int, tuple[int, _Square]] = {}  # by column: in how many rows more, and what
    for number, row in enumerate(table.rows):
        left = len(table.rows) - number
        squares = list(_placed(row, falling, left))
        rows.append(squares)
        falling = {column: (more - 1, square) for column, (more, square) in falling.items() if more > 1}
        for square in squares:
            if square.goes_down and not square.goes_on:
                falling[square.column] = (min(square.cell.rows, left) - 1, square)
    width = max((each.column + each.columns for row in rows for each in row), default=1)
    return [_filled(row, width) for row in rows]


def _placed(row: Iterable[Cell], falling: dict[int, tuple[int, _Square]], left: int) -> Iterator[_Square]:
    """The cells of a row, around those that come down from above."""
    column = 0
    for cell in (*row, None):
        while column in falling:
            _, above = falling[column]
            yield _Square(above.cell, column, above.columns, goes_on=True, goes_down=True)
            column += above.columns
        behind = min((each for each in falling if each > column), default=MOST_COLUMNS)
        if cell is None:
            if behind < MOST_COLUMNS:
                yield _Square(Cell(()), column, behind - column, goes_on=False, goes_down=False)
                yield from _placed((), {each: it for each, it in falling.items() if each >= behind}, left)
            return
        columns = min(max(1, cell.columns), behind - column)
        if columns <= 0:
            return
        yield _Square(cell, column, columns, goes_on=False, goes_down=min(cell.rows, left) > 1)
        column += columns


def _filled(row: list[_Square], width: int) -> list[_Square]:
    end = row[-1].column + row[-1].columns if row else 0
    return [*row, *(_Square(Cell(()), at, 1, goes_on=False, goes_down=False) for at in range(end, width))]


def _said(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph | Heading):
            yield text_of(block.spans)
        elif isinstance(block, Code):
            yield from block.text.split("\n")
        for some in blocks_in(block):
            yield from (_LISTED * isinstance(block, List) + each for each in _said(some))


def _used_style(document: DocxDocument) -> str | None:
    """The style that most tables of the body have."""
    found = Counter(
        style for block in document.body if "tblStyle" in block.lead for style in _STYLE.findall(block.lead)
    )
    known = {each.id for each in document.styles.all() if each.kind == "table"}
    return next((style for style, _ in found.most_common() if style in known), None)


def _has_bold_header(supplies: Supplies, style_id: str) -> bool:
    root = parse(supplies.sheet("styles").data, "styles.xml")
    styles = {attribute(each, "w:styleId"): each for each in root.iterchildren(name("w:style"))}
    seen: set[str] = set()
    while style_id in styles and style_id not in seen:
        seen.add(style_id)
        for each in styles[style_id].iterchildren(name("w:tblStylePr")):
            if attribute(each, "w:type") == "firstRow":
                return switched_on(each.find(f"{name('w:rPr')}/{name('w:b')}"))
        based = styles[style_id].find(name("w:basedOn"))
        style_id = (attribute(based, "w:val") if based is not None else None) or ""
    return False
