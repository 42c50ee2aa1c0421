"""A block of a body, found again by a place in its text and by how deep it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.errors import NotFoundError
from quire.formats.docx.edit import tables
from quire.formats.docx.edit.points import LISTS, Points
from quire.formats.docx.view import grid, tree

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument

PER_CELL = 3
"""How much deeper the blocks of a cell are than its table: there are the table, the row and the cell."""


@dataclass(frozen=True, slots=True)
class Site:
    """What kind of block it is, its first and its last paragraph by number, and in how many cells it is."""

    type: str
    first: int
    last: int
    cells: int
    row: int = -1  # of a table's row or cell
    column: int = -1  # of a cell


def site(document: DocxDocument, position: int, depth: int) -> Site:
    """The block of a depth around a position of the text."""
    number, start = document.body.at(position)
    standing = grid.standing_at(document.body, number)
    if depth < PER_CELL * len(standing):
        return _in_table(document, number, depth)
    around = Points(document, Range(start, start)).whole
    for branch, _, inner in tree.walk(around):
        if branch.first <= number <= branch.last and PER_CELL * len(standing) + inner == depth:
            return Site(branch.type, branch.first, branch.last, len(standing))
    raise NotFoundError(f"There is no block of that kind at {position} any more.", "List the blocks again.")


def _in_table(document: DocxDocument, number: int, depth: int) -> Site:
    """A table, or a row or a cell of one, that a paragraph is in."""
    body, cells = document.body, depth // PER_CELL
    cell = grid.standing_at(body, number)[cells]
    table = tables.Table(document, document.package.main, cell.table, cells + 1)
    row = table.rows[cell.row]
    match depth % PER_CELL:
        case 0:
            kind, blocks = "table", table.blocks
        case 1:
            kind, blocks = "tableRow", [block for each in row.cells for block in each.blocks]
        case _:
            found = row.cell(cell.column)
            kind, blocks = "tableCell", found.blocks if found else []
    first, last = (body.index(block.key) for block in (blocks[0], blocks[-1]))
    return Site(kind, first, last, cells, cell.row, cell.column)


def climbed(document: DocxDocument, found: Site) -> Site:
    """The block behind which other blocks can stand: not the item or the cell, but its list or its table."""
    if found.type in ("tableRow", "tableCell"):
        return _in_table(document, found.first, PER_CELL * found.cells)
    start = document.body.text_start(document.body[found.last].key)
    points = Points(document, Range(start, start))
    point = points.of(found.last)
    if point is None or (found.type in LISTS and not point.around):
        return found
    outermost = (point.around[0] if point.around else point).list
    return Site(outermost.type, outermost.first, outermost.last, found.cells)
