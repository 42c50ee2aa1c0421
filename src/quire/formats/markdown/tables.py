"""Tables: made, taken apart, and edited row by row and column by column.

A table of Markdown always has a header row. One without texts counts as none: it is what a table has whose header is
turned off, and it goes away when the header is turned on again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.document import MOST_COLUMNS
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError, in_operation
from quire.formats.markdown.blocks import BYTE_ORDER_MARK, WHITE, Table
from quire.formats.markdown.grid import Grid, cell_text
from quire.formats.markdown.insertion import adds_leaves
from quire.formats.markdown.lines import line_start, next_line
from quire.formats.markdown.patch import patch
from quire.formats.markdown.placement import place_block

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.markdown.blocks import Tree
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit, Planner

    Operation = dict[str, Any]  # its fields depend on its type; the tool's schema has checked them


def table_at(document: MarkdownDocument, position: int) -> Table:
    """The table at a position."""
    table = next((block for block in document.tree.path_at(position) if isinstance(block, Table)), None)
    if table is None:
        raise NotFoundError(
            f"There is no table at position {position}.", "Set the cursor into a table, or make one with table_insert."
        )
    return table


# The table as a whole


def _insert(document: MarkdownDocument, intent: Intent) -> Transaction:
    """An empty table as a block of its own: the first of its rows is the header, or else all are below an empty one."""
    wish = intent.arguments
    rows, columns = wish["rows"], wish["columns"]
    empty, dashes = _EMPTY * columns + "|", _DASHES * columns + "|"
    lines = [empty, dashes, *[empty] * (rows - 1 if wish["header"] else rows)]
    position = intent.ranges[0].start
    change = patch(document, [place_block(document, position, lines)])
    if not adds_leaves(document, change, ["tableCell"] * columns * (len(lines) - 1)):
        raise UnsupportedError(
            f"A table at position {position}, or the text around it, would be read as something else.",
            "Set the cursor to a blank line between two blocks, behind no code or HTML that is not closed.",
        )
    return change


_EMPTY = "|     "
_DASHES = "| --- "


def _delete(document: MarkdownDocument, intent: Intent) -> Transaction:
    """No table, and no more blank lines than there were."""
    table = table_at(document, intent.ranges[0].start)
    return patch(document, [removal(document.tree, table)])


def removal(tree: Tree, table: Table) -> Edit:
    """The edit that takes a table away, with the blank lines that only it needs."""
    text = tree.text
    path = tree.path_at(table.start)
    siblings = path[path.index(table) - 1].children
    index = siblings.index(table)
    before = siblings[index - 1] if index else None
    if index == len(siblings) - 1:
        return (before.end if before else table.start), table.end, ""
    behind = siblings[index + 1]
    line = max(line_start(text, table.start), int(text.startswith(BYTE_ORDER_MARK)))
    if text[line : table.start].strip(WHITE + ">"):  # it stands behind a marker, where the next block takes its place
        return table.start, behind.start, ""
    if before is None or len(text[before.end : line].splitlines()) > 1:
        return line, line_start(text, behind.start), ""
    if len(text[table.end : line_start(text, behind.start)].splitlines()) > 1:
        return line, next_line(text, table.end) or table.end, ""
    return table.start, table.end, ""


# Editing the table that the first range covers, at the cursor that is the second


def _modify(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Operations one after the other, each on what the one before left: all of them, or none."""
    table = table_at(document, intent.ranges[0].start)
    grid = Grid.read(document.text, table)
    for number, operation in enumerate(intent.arguments["operations"]):
        with in_operation(number, operation["type"]):
            grid = _OPERATIONS[operation["type"]](grid, operation)
    return _change(document, table, grid)


def _change(document: MarkdownDocument, table: Table, grid: Grid) -> Transaction:
    return patch(document, grid.edits(document.text, (table.start, table.end)))


def _at_cursor(operate: Callable[[Grid, int, int, str], Grid]) -> Planner:
    """A planner for what happens to the row and the column that the cursor is in."""

    def plan(document: MarkdownDocument, intent: Intent) -> Transaction:
        place, cursor = intent.ranges
        table = table_at(document, place.start)
        grid = Grid.read(document.text, table)
        row, column = grid.place(cursor.start)
        return _change(document, table, operate(grid, row, column, intent.arguments.get("position", "")))

    return plan


def _add_row_here(grid: Grid, row: int, _column: int, position: str) -> Grid:
    if row == 0 and position == "before":
        raise UnsupportedError(
            "No row can stand before the header row.",
            "Use position 'after'; or let the header become a row with table_toggle_header_row first.",
        )
    return grid.with_row(row + (position == "after"), [])


def _delete_row_here(grid: Grid, row: int, _column: int, _position: str) -> Grid:
    return _delete_row(grid, {"at": row})


def _add_column_here(grid: Grid, _row: int, column: int, position: str) -> Grid:
    return _add_column(grid, {"at": column + (position == "after")})


def _delete_column_here(grid: Grid, _row: int, column: int, _position: str) -> Grid:
    return _delete_column(grid, {"at": column})


def _toggle_header(grid: Grid, _row: int, _column: int, _position: str) -> Grid:
    if not grid.header.is_blank:
        return grid.without_header_texts()
    if not grid.body or grid.body[0].is_blank:
        raise UnsupportedError(
            "The header row is empty, and so is the first row: nothing can become the header.",
            "Write the header's texts with table_modify, operation setCellContent, row 0.",
        )
    return _turn_header_on(grid)


# Operations


def _set_cell(grid: Grid, operation: Operation) -> Grid:
    row = _within("row", operation["row"], 0, len(grid.rows) - 1)
    column = _within("column", operation["col"], 0, grid.columns - 1)
    return grid.with_cell(row, column, cell_text(operation["content"]))


def _add_row(grid: Grid, operation: Operation) -> Grid:
    at, cells = operation.get("at"), operation.get("cells") or []
    _no_more("cells", cells, grid.columns, "columns")
    at = len(grid.rows) if at is None else _within("place for a row at", at, 1, len(grid.rows))
    return grid.with_row(at, [cell_text(content) for content in cells])


def _delete_row(grid: Grid, operation: Operation) -> Grid:
    if operation["at"] == 0:
        raise UnsupportedError(
            "The header row cannot be deleted: a Markdown table always has one.",
            "Turn it into an ordinary row with table_toggle_header_row, or delete the table with table_delete.",
        )
    return grid.without_row(_within("row", operation["at"], 1, len(grid.body)))


def _add_column(grid: Grid, operation: Operation) -> Grid:
    if grid.columns >= MOST_COLUMNS:
        raise InvalidArgumentError(
            f"The table has {grid.columns} columns already.", f"A table can have {MOST_COLUMNS} columns at most."
        )
    at, cells = operation.get("at"), operation.get("cells") or []
    _no_more("cells", cells, len(grid.body), "rows below the header")
    at = grid.columns if at is None else _within("place for a column at", at, 0, grid.columns)
    return grid.with_column(at, [cell_text(content) for content in (operation.get("header") or "", *cells)])


def _delete_column(grid: Grid, operation: Operation) -> Grid:
    at = _within("column", operation["at"], 0, grid.columns - 1)
    if grid.columns == 1:
        raise UnsupportedError(
            "The last column of a table cannot be deleted.", "Delete the whole table with table_delete."
        )
    return grid.without_column(at)


def _set_header(grid: Grid, operation: Operation) -> Grid:
    is_on = not grid.header.is_blank
    if operation["enabled"] == is_on:
        return grid
    if is_on:
        return grid.without_header_texts()
    return _turn_header_on(grid) if grid.body and not grid.body[0].is_blank else grid


def _turn_header_on(grid: Grid) -> Grid:
    surplus = len(grid.body[0].cells) - grid.columns
    if surplus > 0:
        raise UnsupportedError(
            f"The first row has {surplus} cells more than the table has columns, which a header row cannot have.",
            "Add columns for them, or delete them from the row.",
        )
    return grid.with_first_row_as_header()


_OPERATIONS: dict[str, Callable[[Grid, Operation], Grid]] = {
    "setCellContent": _set_cell,
    "addRow": _add_row,
    "deleteRow": _delete_row,
    "addColumn": _add_column,
    "deleteColumn": _delete_column,
    "setHeaderRow": _set_header,
}


def _within(what: str, value: int, first: int, last: int) -> int:
    if first <= value <= last:
        return value
    known = f"Here they go from {first} to {last}" if first <= last else "There is none here"
    raise InvalidArgumentError(f"There is no {what} {value}.", f"{known}{'; row 0 is the header' * ('row' in what)}.")


def _no_more(what: str, given: list[str], most: int, of_what: str) -> None:
    if len(given) > most:
        raise InvalidArgumentError(
            f"{len(given)} {what} are given, which is more than the table has {of_what}.", f"Give {most} at most."
        )


VERBS: dict[str, Planner] = {
    "insert_table": _insert,
    "delete_table": _delete,
    "modify_table": _modify,
    "add_table_row": _at_cursor(_add_row_here),
    "delete_table_row": _at_cursor(_delete_row_here),
    "add_table_column": _at_cursor(_add_column_here),
    "delete_table_column": _at_cursor(_delete_column_here),
    "toggle_table_header": _at_cursor(_toggle_header),
}
