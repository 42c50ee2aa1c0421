"""Tables at the cursor, and tables edited as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quire.core.anchor import Range
from quire.core.document import MOST_COLUMNS, MOST_ROWS, Intent
from quire.core.errors import InvalidArgumentError, NotFoundError
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.core.document import Table
    from quire.workspace.session import OpenDocument
    from quire.workspace.store import Outcome


class TableChanged(Answer):
    message: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


class InsertTable(InWindow):
    rows: Annotated[int, Field(ge=1, le=MOST_ROWS, description="Number of rows, the header row included.")]
    cols: Annotated[int, Field(ge=1, le=MOST_COLUMNS, description="Number of columns.")]
    with_header_row: Annotated[
        bool,
        Field(
            description="Whether the first of the rows is the header row. "
            "Markdown knows no table without one: there, if false, an empty header row is added above the rows."
        ),
    ] = True


@tool("table", writes=True)
def table_insert(session: Session, args: InsertTable) -> TableChanged:
    """Insert an empty table at the cursor, as a block of its own; a paragraph is split there.

    The cursor moves into its first cell. Inside of code, formulas, HTML and tables of Markdown there can be no
    table."""
    document = session.document(args.window_id)
    cursor = document.manuscript.selection.end
    wish = {"rows": args.rows, "columns": args.cols, "header": args.with_header_row}
    outcome = document.propose(Intent("insert_table", (Range(cursor, cursor),), wish), manner="acts")
    if outcome.applied:
        _enter_new(document, outcome)
    return _told(outcome, f"Inserted a table with {args.rows} rows and {args.cols} columns")


@tool("table", writes=True, destructive=True)
def table_delete(session: Session, args: InWindow) -> TableChanged:
    """Delete the table at the cursor."""
    document = session.document(args.window_id)
    table, _ = _at_cursor(document)
    outcome = document.propose(Intent("delete_table", (table.range,)), manner="acts")
    return _told(outcome, "Deleted the table")


class AddToTable(InWindow):
    position: Annotated[
        Literal["before", "after"], Field(description="On which side of the row or column with the cursor.")
    ]


@tool("table", writes=True)
def table_add_row(session: Session, args: AddToTable) -> TableChanged:
    """Add an empty row before or after the row with the cursor, which moves into the new row.

    Nothing can stand before the header row."""
    document = session.document(args.window_id)
    outcome = _edit(document, "add_table_row", (int(args.position == "after"), 0), position=args.position)
    return _told(outcome, f"Added a row {args.position} the current one")


@tool("table", writes=True, destructive=True)
def table_delete_row(session: Session, args: InWindow) -> TableChanged:
    """Delete the row with the cursor, which moves into the row behind it or else before it.

    The header row of a Markdown table and the only row of a Word table cannot be deleted."""
    outcome = _edit(session.document(args.window_id), "delete_table_row", (0, 0))
    return _told(outcome, "Deleted the current row")


@tool("table", writes=True)
def table_add_column(session: Session, args: AddToTable) -> TableChanged:
    """Add an empty column before or after the column with the cursor, which moves into the new column."""
    document = session.document(args.window_id)
    outcome = _edit(document, "add_table_column", (0, int(args.position == "after")), position=args.position)
    return _told(outcome, f"Added a column {args.position} the current one")


@tool("table", writes=True, destructive=True)
def table_delete_column(session: Session, args: InWindow) -> TableChanged:
    """Delete the column with the cursor, which moves into the column behind it or else before it.

    The only column of a table cannot be deleted."""
    outcome = _edit(session.document(args.window_id), "delete_table_column", (0, 0))
    return _told(outcome, "Deleted the current column")


@tool("table", writes=True)
def table_toggle_header_row(session: Session, args: InWindow) -> TableChanged:
    """Turn the header row of the table at the cursor off or on.

    Markdown knows no table without a header row: off, its texts are the first row below an empty header row; on,
    the first row takes the place of the empty header row. In Word the first row is a header or is none."""
    outcome = _edit(session.document(args.window_id), "toggle_table_header", None)
    return _told(outcome, "Toggled the header row")


class _Operation(Arguments):
    """One step of a table's modification."""


Row = Annotated[int, Field(ge=0, description="Row; 0 is the header row.")]
Column = Annotated[int, Field(ge=0, description="Column, from 0.")]


class SetCellContent(_Operation):
    type: Literal["setCellContent"]
    row: Row
    col: Column
    content: Annotated[str, Field(description="Markdown; pipes are escaped, line breaks become <br>.")]


class AddRow(_Operation):
    type: Literal["addRow"]
    at: Annotated[int | None, Field(ge=0, description="Which row it will be, from 1. Default: the last.")] = None
    cells: Annotated[list[str] | None, Field(description="Contents, from the first column on.")] = None


class DeleteRow(_Operation):
    type: Literal["deleteRow"]
    at: Annotated[int, Field(ge=0, description="Row, from 1: the header row cannot be deleted.")]


class AddColumn(_Operation):
    type: Literal["addColumn"]
    at: Annotated[int | None, Field(ge=0, description="Which column it will be. Default: the last.")] = None
    header: Annotated[str | None, Field(description="Content of the header row.")] = None
    cells: Annotated[list[str] | None, Field(description="Contents below the header row.")] = None


class DeleteColumn(_Operation):
    type: Literal["deleteColumn"]
    at: Column


class SetHeaderRow(_Operation):
    type: Literal["setHeaderRow"]
    enabled: Annotated[
        bool, Field(description="False moves the header's contents into a new first row below an empty header row.")
    ]


class ModifyTable(InWindow):
    node_id: Annotated[str, Field(description="Table node id, such as table-0.")]
    operations: Annotated[
        list[
            Annotated[
                SetCellContent | AddRow | DeleteRow | AddColumn | DeleteColumn | SetHeaderRow,
                Field(discriminator="type"),
            ]
        ],
        Field(min_length=1, description="Carried out in order, each on the result of the one before; all or none."),
    ]


@tool("table", writes=True, destructive=True)
def table_modify(session: Session, args: ModifyTable) -> TableChanged:
    """Change the contents, rows, columns and header row of a table in one step, which one undo takes back."""
    document = session.document(args.window_id)
    table = document.node(args.node_id)
    if table.type != "table":
        raise InvalidArgumentError(f"Node {args.node_id!r} is a {table.type}, not a table.", _known_tables(document))
    operations = [operation.model_dump(by_alias=True, exclude_none=True) for operation in args.operations]
    intent = Intent("modify_table", (Range(table.start, table.end),), {"operations": operations})
    outcome = document.propose(intent, manner="acts")
    return _told(
        outcome, f"Modified {args.node_id} with {len(operations)} operation{'s' if len(operations) > 1 else ''}"
    )


def _known_tables(document: OpenDocument) -> str:
    names = [node.id for node in document.document.nodes() if node.type == "table"]
    return f"Tables here: {', '.join(names)}." if names else "There is no table here; table_insert makes one."


# The table at the cursor


def _at_cursor(document: OpenDocument) -> tuple[Table, int]:
    """The table that the cursor is in, and where that is."""
    cursor = document.manuscript.selection.end
    table = document.document.table_at(cursor)
    if table is None:
        raise NotFoundError(
            f"The cursor, at {cursor}, is not in a table.",
            "Set it into one with cursor_set_position, or insert a table with table_insert.",
        )
    return table, cursor


def _edit(document: OpenDocument, verb: str, step: tuple[int, int] | None, **wish: str) -> Outcome:
    """Edit the table at the cursor, which then steps so many rows and columns on, or else stays with its text."""
    table, cursor = _at_cursor(document)
    row, column = _place(table, cursor)
    outcome = document.propose(Intent(verb, (table.range, Range(cursor, cursor)), dict(wish)), manner="acts")
    if outcome.applied and step:
        _enter(document, table.range.start, row + step[0], column + step[1])
    elif outcome.applied and not _is_in_cell(document):
        _enter(document, table.range.start, row, column)
    return outcome


def _is_in_cell(document: OpenDocument) -> bool:
    cursor = document.manuscript.selection.end
    table = document.document.table_at(cursor)
    return table is not None and any(cell.start <= cursor <= cell.end for row in table.rows for cell in row)


def _place(table: Table, cursor: int) -> tuple[int, int]:
    """The row and the column of a position."""
    row = max((index for index, row in enumerate(table.rows) if row[0].start <= cursor), default=0)
    cells = table.rows[row]
    return row, next((index for index, cell in enumerate(cells) if cursor <= cell.end), len(cells) - 1)


def _enter(document: OpenDocument, position: int, row: int, column: int) -> None:
    """Put the cursor before the text of a cell, or where one would be written; of the last, if there is none."""
    if table := document.document.table_at(position):
        _enter_cell(document, table, row, column)


def _enter_cell(document: OpenDocument, table: Table, row: int, column: int) -> None:
    cells = table.rows[min(row, len(table.rows) - 1)]
    cell = cells[min(column, len(cells) - 1)]
    content = document.document.slice(cell.start, cell.end)
    space = len(content) - len(content.lstrip()) if content.strip() else min(1, len(content))
    document.select(cell.start + space, cell.start + space)


def _enter_new(document: OpenDocument, outcome: Outcome) -> None:
    """Put the cursor into the first cell of the table that a change has brought."""
    shift = outcome.transaction.shifts[-1]
    for position in range(shift.at, shift.at + shift.inserted + 1):
        table = document.document.table_at(position)
        if table is not None and table.range.start >= shift.at:
            _enter_cell(document, table, 0, 0)
            return


def _told(outcome: Outcome, done: str) -> TableChanged:
    return TableChanged(message=outcome.tell(done), applied=outcome.applied, suggestion_id=outcome.suggestion_id)
