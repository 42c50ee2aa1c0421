"""Tables in the terms of Word's own interface; those of Markdown too, but for merged cells and styles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.tools.scope import InScope, Location, check_location, place, resolve
from quire.tools.support import lacking
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.workspace.session import OpenDocument
    from quire.workspace.store import Outcome

MOST_COLUMNS = 63
MOST_ROWS = 10_000

TableRef = Annotated[str, Field(description="tableId of an earlier answer, or the rangeId of a place in the table.")]
Row = Annotated[int, Field(ge=0, description="Row, from 0.")]
Column = Annotated[int, Field(ge=0, description="Column of the grid, from 0.")]
Where = Annotated[Literal["before", "after"], Field(description="On which side of at.")]


class CreateTable(InScope):
    rows: Annotated[int, Field(ge=1, le=MOST_ROWS, description="How many rows.")]
    cols: Annotated[int, Field(ge=1, le=MOST_COLUMNS, description="How many columns.")]
    location: Location = "after"
    data: Annotated[list[list[str]] | None, Field(description="Texts of the cells, row by row.")] = None
    header: Annotated[bool, Field(description="The first row is a header.")] = False


class TableCreated(Answer):
    table_id: str
    range_id: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


@tool("tables", family="word", name="table.create", writes=True)
def create_table(session: Session, args: CreateTable) -> TableCreated:
    """Create a table before or after the paragraph of the selection or a range, or at an end of the document."""
    document = session.document(args.window_id)
    where, before = _place(document, args)
    rows, replaces = cells(args), args.location == "replace" and not where.is_empty
    said = {"rows": rows, "before": before, "header": args.header, **({"replaces": True} if replaces else {})}
    intent = Intent("create_table", (where,), said)
    outcome = document.propose(intent, manner="acts")
    whole = _whole(document, outcome, before=before) if outcome.applied else where
    (table_id,), (range_id,) = document.mark("table", whole), document.mark("range", whole)
    return TableCreated(
        table_id=table_id, range_id=range_id, applied=outcome.applied, suggestion_id=outcome.suggestion_id
    )


def _place(document: OpenDocument, args: CreateTable) -> tuple[Range, bool]:
    """Beside which place, and whether before it."""
    check_location(args.scope, args.location)
    where = resolve(document, args.scope)
    return where, args.location in ("start", "before")


def cells(args: CreateTable) -> list[list[str]]:
    """The texts of all cells of a new table."""
    data = args.data or []
    if len(data) > args.rows or any(len(row) > args.cols for row in data):
        raise InvalidArgumentError(
            f"The data has more than {args.rows} rows or {args.cols} columns.", "Raise rows or cols, or give less data."
        )
    padded = [*data, *([] for _ in range(args.rows - len(data)))]
    return [[*row, *("" for _ in range(args.cols - len(row)))] for row in padded]


def _whole(document: OpenDocument, outcome: Outcome, *, before: bool) -> Range:
    """The text of a new table: right behind the paragraph, or where it was; an empty paragraph may come first."""
    (shift,) = outcome.transaction.shifts[-1:]
    if not document.is_word:
        at = document.text.index("|", shift.at)
        return _found(document, Range(at, at)).whole
    places = (shift.at, shift.at + 1) if before else (shift.at + 1,)
    found = (document.document.table_at(at) for at in places)
    return next(table.range for at, table in zip(places, found, strict=True) if table and table.range.start == at)


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a table is, and how large."""

    whole: Range
    rows: int
    columns: int


def _found(document: OpenDocument, where: Range) -> _Found:
    """The table at a place."""
    if document.is_word:
        table = document.word.table(where)
        return _Found(table.whole, len(table.rows), table.width)
    found = document.document.table_at(where.start)
    if found is None:
        raise NotFoundError(
            f"There is no table at position {where.start}.", "Use the tableId of table.create, or a range in a table."
        )
    has_header = len(found.rows) == 1 or any(
        document.document.slice(cell.start, cell.end).strip() for cell in found.rows[0]
    )
    return _Found(found.range, len(found.rows) - (not has_header), len(found.rows[0]))


class InTable(InWindow):
    table_ref: TableRef


class TableChanged(Answer):
    table_id: str
    rows: int
    cols: int
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    message: str


class InsertLines(InTable):
    at: Annotated[int, Field(ge=0, description="Row or column next to which to insert, from 0.")]
    count: Annotated[int, Field(ge=1, description="How many.")] = 1
    where: Where = "after"


@tool("tables", family="word", name="table.insertRows", writes=True)
def insert_rows(session: Session, args: InsertLines) -> TableChanged:
    """Insert empty rows after a row, or before it."""
    said = {"at": args.at, "count": args.count, "before": args.where == "before"}
    return _change(session, args, "insert_rows", f"Inserted {args.count} rows", **said)


@tool("tables", family="word", name="table.insertColumns", writes=True)
def insert_columns(session: Session, args: InsertLines) -> TableChanged:
    """Insert empty columns after a column, or before it."""
    said = {"at": args.at, "count": args.count, "before": args.where == "before"}
    return _change(session, args, "insert_columns", f"Inserted {args.count} columns", **said)


class DeleteLines(InTable):
    indexes: Annotated[list[int], Field(min_length=1, description="Rows or columns, from 0.")]
    allow_objects: Annotated[
        bool, Field(description="Delete notes, pictures, comments and the like in them too, instead of refusing.")
    ] = False

    @property
    def said(self) -> dict[str, Any]:
        """In the terms of the formats."""
        return {"numbers": self.indexes, **({"allow_objects": True} if self.allow_objects else {})}


@tool("tables", family="word", name="table.deleteRows", writes=True, destructive=True)
def delete_rows(session: Session, args: DeleteLines) -> TableChanged:
    """Delete rows. Deleting all of them deletes the table."""
    return _change(session, args, "delete_rows", "Deleted the rows", **args.said)


@tool("tables", family="word", name="table.deleteColumns", writes=True, destructive=True)
def delete_columns(session: Session, args: DeleteLines) -> TableChanged:
    """Delete columns. Deleting all of them deletes the table."""
    return _change(session, args, "delete_columns", "Deleted the columns", **args.said)


class SetCellText(InTable):
    row: Row
    col: Column
    text: Annotated[str, Field(description="New text; \\n begins a new paragraph.")]


@tool("tables", family="word", name="table.setCellText", writes=True, destructive=True, idempotent=True)
def set_cell_text(session: Session, args: SetCellText) -> TableChanged:
    """Set the text of a cell. Its formatting stays."""
    said = {"row": args.row, "column": args.col, "text": args.text}
    return _change(session, args, "set_cell", "Set the text", **said)


class MergeCells(InTable):
    start_row: Row
    start_col: Column
    row_span: Annotated[int, Field(ge=1, description="How many rows.")]
    col_span: Annotated[int, Field(ge=1, description="How many columns.")]


_NO_MERGING = lacking("Markdown has no merged cells")
_NO_STYLES = lacking("Markdown has no table styles; table_toggle_header_row sets off the first row")


@tool("tables", family="word", name="table.mergeCells", writes=True, destructive=True, markdown=_NO_MERGING)
def merge_cells(session: Session, args: MergeCells) -> TableChanged:
    """Merge cells. The text of each is kept, once."""
    _require_word(session, args, "merged cells", "Write the text into one cell with table.setCellText.")
    said = {"top": args.start_row, "left": args.start_col, "height": args.row_span, "width": args.col_span}
    return _change(session, args, "merge_cells", "Merged the cells", **said)


class TableFlags(Arguments):
    banded_rows: Annotated[bool | None, Field(description="Stripe the rows.")] = None
    banded_columns: Annotated[bool | None, Field(description="Stripe the columns.")] = None
    first_row: Annotated[bool | None, Field(description="Set off the first row.")] = None
    last_row: Annotated[bool | None, Field(description="Set off the last row.")] = None
    first_column: Annotated[bool | None, Field(description="Set off the first column.")] = None
    last_column: Annotated[bool | None, Field(description="Set off the last column.")] = None

    def flags(self) -> dict[str, bool]:
        """As the file has them: bands are said by their absence."""
        said = self.model_dump(by_alias=True, exclude_none=True)
        bands = {"bandedRows": "noHBand", "bandedColumns": "noVBand"}
        return {bands.get(name, name): not value if name in bands else value for name, value in said.items()}


class StyleTable(InTable):
    style: Annotated[str | TableFlags, Field(description="Name of a table style, or flags; flags left out stay.")]


@tool("tables", family="word", name="table.applyStyle", writes=True, idempotent=True, markdown=_NO_STYLES)
def style_table(session: Session, args: StyleTable) -> TableChanged:
    """Give a table another style, or set off its first row, its bands and the like."""
    from quire.formats.docx.style import catalogue

    _require_word(session, args, "table styles", "table_toggle_header_row sets off the first row of a table.")
    if isinstance(args.style, str):
        styles = session.document(args.window_id).word.styles
        found = catalogue.find(styles, args.style, ("table",))
        return _change(session, args, "dress_tables", f"Applied {found.name}", style=found.file_name)
    if not (flags := args.style.flags()):
        raise InvalidArgumentError("There is nothing to apply.", "Give a style's name or at least one flag.")
    return _change(session, args, "style_table", "Applied the flags", flags=flags)


def _require_word(session: Session, args: InTable, what: str, hint: str) -> None:
    document = session.document(args.window_id)
    if not document.is_word:
        raise UnsupportedError(f"{document.sheet.title!r} is a Markdown document, and Markdown has no {what}.", hint)


def _change(session: Session, args: InTable, verb: str, done: str, **said: object) -> TableChanged:
    document = session.document(args.window_id)
    where = _found(document, place(document, args.table_ref, "table")).whole
    outcome = document.propose(Intent(verb, (where,), dict(said)), manner="acts")
    return _changed(document, args.table_ref, where, outcome, done)


def _changed(document: OpenDocument, ref: str, where: Range, outcome: Outcome, done: str) -> TableChanged:
    """What the table is now; nothing, if it is gone."""
    now = where.map(outcome.transaction.mapping) if outcome.applied else where
    try:
        table = _found(document, Range(now.start, now.start))
    except NotFoundError:
        return TableChanged(table_id=ref, rows=0, cols=0, applied=outcome.applied,
                            suggestion_id=outcome.suggestion_id, message=outcome.tell(done))  # fmt: skip
    return TableChanged(
        table_id=ref if ref.startswith("tableId:") else document.mark("table", table.whole)[0],
        rows=table.rows,
        cols=table.columns,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        message=outcome.tell(done),
    )
