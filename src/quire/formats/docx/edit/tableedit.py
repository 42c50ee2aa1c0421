"""The editor's operations on tables, in the terms of the tables themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range
from quire.core.content import Paragraph
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError, in_operation
from quire.core.notation import from_json
from quire.core.transaction import BEFORE, Transaction
from quire.formats.docx.edit import tables
from quire.formats.docx.edit.opening import Opening
from quire.formats.docx.edit.stretch import Stretch
from quire.formats.docx.edit.writing import written_at
from quire.formats.docx.view import grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.site import Site
    from quire.formats.docx.edit.tables import Cell, Table

    Operation = dict[str, Any]  # its fields depend on its type; the tool's schema has checked them


# The table as a whole


def _insert(document: DocxDocument, intent: Intent) -> Transaction:
    """An empty table as a block of its own; a paragraph around the place is split."""
    (place,) = intent.ranges
    said = intent.arguments
    opening = Opening(document, place.within(len(document)).start)
    rows = [[""] * said["columns"] for _ in range(said["rows"])]
    made = tables.create(opening.document, opening.place, rows, before=opening.before, header=said["header"])
    return opening.change + made


def _delete(document: DocxDocument, intent: Intent) -> Transaction:
    found = tables.find(document, intent.ranges[0])
    first, last = (document.body.index(block.key) for block in (found.blocks[0], found.blocks[-1]))
    around = len(grid.standing_at(document.body, first))
    outer = next(depth for depth in range(around) if _is_table(document, found, first, depth))
    try:
        return Stretch(document, first, last, outer).deleted()
    except UnsupportedError as error:
        raise UnsupportedError(error.message, tables.WAY_OUT) from error


def _is_table(document: DocxDocument, found: Table, first: int, depth: int) -> bool:
    """Whether a table is the one in so many cells that a paragraph is in."""
    cell = grid.standing_at(document.body, first)[depth]
    return tables.Table(document, found.part, cell.table, depth + 1).start == found.start


# Rows and columns at a cursor


def _place(table: Table, cursor: int) -> tuple[int, Cell]:
    """The row and the cell in which a position is."""
    for number, row in enumerate(table.rows):
        for cell in row.cells:
            if table.text_range(cell).start <= cursor <= table.text_range(cell).end:
                return number, cell
    raise NotFoundError(f"Position {cursor} is in no cell of the table.", "Set the cursor into a cell.")


def _add_row_here(document: DocxDocument, intent: Intent) -> Transaction:
    where, cursor = intent.ranges
    before = intent.arguments["position"] == "before"
    row, _ = _place(tables.find(document, where), cursor.start)
    if before and row == 0:
        _require_no_header(document, where)
    return tables.insert_rows(document, where, row, 1, before=before)


def _require_no_header(document: DocxDocument, where: Range) -> None:
    if _has_header(document, tables.find(document, where)):
        raise UnsupportedError(
            "Nothing can stand before the header row.", "Add the row after it, or turn the header row off first."
        )


def _delete_row_here(document: DocxDocument, intent: Intent) -> Transaction:
    where, cursor = intent.ranges
    row, _ = _place(tables.find(document, where), cursor.start)
    return without_row(document, where, row)


def around(document: DocxDocument, found: Site) -> Range:
    """The text of the table that a row or a cell is of."""
    key = grid.standing_at(document.body, found.first)[found.cells].table
    return tables.Table(document, document.package.main, key, found.cells + 1).whole


def without_row(document: DocxDocument, where: Range, number: int) -> Transaction:
    """The document without a row of the table whose text is there."""
    table = tables.find(document, where)
    if len(table.rows) == 1:
        raise UnsupportedError("The only row of a table cannot be deleted.", "Delete the table with table_delete.")
    return tables.delete_rows(document, where, [number])


def _add_column_here(document: DocxDocument, intent: Intent) -> Transaction:
    where, cursor = intent.ranges
    _, cell = _place(tables.find(document, where), cursor.start)
    before = intent.arguments["position"] == "before"
    column = cell.columns.start if before else cell.columns.stop - 1
    return tables.insert_columns(document, where, column, 1, before=before)


def _delete_column_here(document: DocxDocument, intent: Intent) -> Transaction:
    where, cursor = intent.ranges
    _, cell = _place(tables.find(document, where), cursor.start)
    return _without_column(document, where, cell.column)


def _without_column(document: DocxDocument, where: Range, number: int) -> Transaction:
    table = tables.find(document, where)
    if table.width == 1:
        raise UnsupportedError("The only column of a table cannot be deleted.", "Delete the table with table_delete.")
    return tables.delete_columns(document, where, [number])


# The header row


def _has_header(document: DocxDocument, table: Table) -> bool:
    """Whether the first row of a table is a header."""
    standing = grid.standing_at(document.body, document.body.index(table.rows[0].cells[0].blocks[0].key))
    return any(cell.is_header for cell in standing if cell.table == table.rows[0].cells[0].blocks[0].key)


def _toggle_header(document: DocxDocument, intent: Intent) -> Transaction:
    where = intent.ranges[0]
    return tables.set_header(document, where, enabled=not _has_header(document, tables.find(document, where)))


# Operations by name


class _Edit:
    """A table that is edited step by step; where it is follows from the steps."""

    def __init__(self, document: DocxDocument, where: Range) -> None:
        self.document = document
        self.where = where
        self.whole = Transaction()

    @property
    def table(self) -> Table:
        return tables.find(self.document, self.where)

    def do(self, change: Transaction) -> None:
        self.whole += change
        self.document = self.document.apply(change)
        start, end = (change.mapping.position(edge, BEFORE) for edge in (self.where.start, self.where.end))
        self.where = tables.find(self.document, Range(start, max(start, end - 1))).whole

    def fill(self, row: int, column: int, said: dict[str, Any]) -> None:
        """Put content into the cell that begins at a place of the grid."""
        table = self.table
        cell = table.own_cell(row, column)
        if cell.has_table:
            raise UnsupportedError("That cell holds another table.", "Name that table, or edit its paragraphs.")
        self.do(written_at(self.document, table.text_range(cell), from_json(said)))

    def fill_new(self, row: int, column: int, said: dict[str, Any]) -> None:
        """Put content, if it is any, into a cell that was just added, and is none where it became part of another."""
        if all(block == Paragraph(()) for block in from_json(said).blocks):
            return
        try:
            self.fill(row, column, said)
        except InvalidArgumentError as error:
            raise UnsupportedError(
                error.message, "Leave its content empty there, or choose a place outside of merged cells."
            ) from error


def _modify(document: DocxDocument, intent: Intent) -> Transaction:
    """Carry out operations, each on what the one before it left."""
    edit = _Edit(document, intent.ranges[0])
    for number, operation in enumerate(intent.arguments["operations"]):
        with in_operation(number, operation["type"]):
            _OPERATIONS[operation["type"]](edit, operation)
    return edit.whole


def _set_cell(edit: _Edit, operation: Operation) -> None:
    edit.fill(operation["row"], operation["col"], operation["content"])


def _add_row(edit: _Edit, operation: Operation) -> None:
    table, at, cells = edit.table, operation.get("at"), operation.get("cells") or []
    at = len(table.rows) if at is None else _within("place for a row at", at, len(table.rows))
    _no_more(cells, table.width, "columns")
    if at == 0:
        _require_no_header(edit.document, edit.where)
    made, columns = tables.add_row(edit.document, edit.where, max(0, at - 1), len(cells), before=at == 0)
    edit.do(made)
    for column, content in zip(columns, cells, strict=True):
        edit.fill_new(at, column, content)


def _delete_row(edit: _Edit, operation: Operation) -> None:
    edit.do(without_row(edit.document, edit.where, operation["at"]))


def _add_column(edit: _Edit, operation: Operation) -> None:
    table, at, cells = edit.table, operation.get("at"), operation.get("cells") or []
    at = table.width if at is None else _within("place for a column at", at, table.width)
    _no_more(cells, len(table.rows) - 1, "rows below the first")
    edit.do(tables.insert_columns(edit.document, edit.where, max(0, at - 1), 1, before=at == 0))
    if "header" in operation:
        edit.fill_new(0, at, operation["header"])
    for row, content in enumerate(cells, 1):
        edit.fill_new(row, at, content)


def _delete_column(edit: _Edit, operation: Operation) -> None:
    edit.do(_without_column(edit.document, edit.where, operation["at"]))


def _set_header(edit: _Edit, operation: Operation) -> None:
    if _has_header(edit.document, edit.table) != operation["enabled"]:
        edit.do(tables.set_header(edit.document, edit.where, enabled=operation["enabled"]))


def _within(what: str, value: int, last: int) -> int:
    if value > last:
        raise InvalidArgumentError(f"There is no {what} {value}.", f"Here they go from 0 to {last}.")
    return value


def _no_more(cells: list[Any], most: int, of_what: str) -> None:
    if len(cells) > most:
        raise InvalidArgumentError(
            f"{len(cells)} cells are given, which is more than the table has {of_what}.", f"Give {most} at most."
        )


_OPERATIONS: dict[str, Callable[[_Edit, Operation], None]] = {
    "setCellContent": _set_cell,
    "addRow": _add_row,
    "deleteRow": _delete_row,
    "addColumn": _add_column,
    "deleteColumn": _delete_column,
    "setHeaderRow": _set_header,
}

VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "insert_table": _insert,
    "delete_table": _delete,
    "modify_table": _modify,
    "add_table_row": _add_row_here,
    "delete_table_row": _delete_row_here,
    "add_table_column": _add_column_here,
    "delete_table_column": _delete_column_here,
    "toggle_table_header": _toggle_header,
}
