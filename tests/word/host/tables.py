"""Tables. Word numbers the cells of each row; one that goes on with the cell above is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range as Place
from quire.core.document import Intent
from quire.core.errors import NotFoundError
from quire.formats.docx.edit import tables
from quire.formats.docx.view import grid
from tests.word.host.looks import found as style_named
from tests.word.host.markup import flat
from tests.word.host.objects import Body, Collection, OfficeError, TextRange, WordObject, spoken

if TYPE_CHECKING:
    from quire.core.transaction import Transaction
    from tests.word.host.host import Host


def tables_in(host: Host, place: Place) -> list[Table]:
    """The outermost tables of a range, or of the cell that it is in."""
    depth = len(_standing(host, place.start))
    is_inside = depth > 0 and _table(host, place.start, depth).whole.end >= place.end
    level = depth + 1 if is_inside else 1
    found = list[Table]()
    index, start = host.document.body.at(place.start)
    for block in host.document.body.from_(index):
        if start > place.end:
            break
        if len(_standing(host, start)) >= level:
            whole = _table(host, start, level).whole
            if not found or found[-1].place != whole:
                found.append(Table(host, whole, level))
        start += len(block.text) + 1
    return found


def table_around(host: Host, place: Place) -> Table:
    """The innermost table around a range."""
    table = host.document.table(place)
    for depth in range(1, len(_standing(host, table.whole.start)) + 1):
        if _table(host, table.whole.start, depth).start == table.start:
            return Table(host, table.whole, depth)
    raise AssertionError


def created(host: Host, place: Place, values: list[list[str]], size: tuple[int, int], *, before: bool) -> Table:
    if [len(row) for row in values] != [size[1]] * size[0]:
        raise OfficeError("InvalidArgument", "The values are not as many as the cells.")
    intent = Intent("create_table", (place,), {"rows": values, "before": before, "header": False})
    change = host.act(intent)
    whole = _new(host, change, before=before)
    return Table(host, whole, len(_standing(host, whole.start)), made=(intent, change))


def _new(host: Host, change: Transaction, *, before: bool) -> Place:
    """Where a new table is: behind the paragraph, or where that was; an empty one may come first."""
    (shift,) = change.shifts[-1:]
    for position in (shift.at, shift.at + 1) if before else (shift.at + 1,):
        found = host.document.table_at(position)
        if found and found.range.start == position:
            return found.range
    raise AssertionError


def _standing(host: Host, position: int) -> tuple[Any, ...]:
    body = host.document.body
    return tuple(grid.standing_at(body, body.at(position)[0]))


def _table(host: Host, position: int, depth: int) -> tables.Table:
    standing = _standing(host, position)
    if len(standing) < depth:
        raise OfficeError("ItemNotFound", "The table is gone.")
    return tables.Table(host.document, host.document.package.main, standing[depth - 1].table, depth)


class _Flag:
    """A part of the table that is set off, by the file's name for it: bands are said by their absence."""

    def __init__(self, name: str, *, is_absence: bool = False) -> None:
        self._name = name
        self._is_absence = is_absence

    def __get__(self, owner: Table | None, _: type) -> Any:
        return False

    def __set__(self, owner: Table, value: bool) -> None:
        owner.act("style_table", flags={self._name: value is not self._is_absence})


class Table(WordObject):
    def __init__(self, host: Host, whole: Place, depth: int, made: tuple[Intent, Transaction] | None = None) -> None:
        super().__init__(host)
        self._anchor = host.anchor(whole)
        self._depth = depth
        self._made = made

    @property
    def now(self) -> tables.Table:
        return _table(self.host, self._anchor.place.start, self._depth)

    @property
    def place(self) -> Place:
        return self.now.whole

    def act(self, verb: str, **said: Any) -> None:
        self.host.act(Intent(verb, (self.place,), said))

    # What it is like

    @property
    def row_count(self) -> int:
        return len(self.now.rows)

    @property
    def is_uniform(self) -> bool:
        table = self.now
        return all(len(row.cells) == table.width for row in table.rows)

    @property
    def values(self) -> list[list[str]]:
        table = self.now
        return [[self._text(table.text_range(cell)) for cell in row.cells] for row in table.rows]

    def _text(self, place: Place) -> str:
        return spoken(self.document.slice(place.start, place.end))

    def get_range(self, location: str = "Whole") -> TextRange:
        assert location == "Whole"
        return TableRange(self.host, self)

    def get_cell(self, row: int, number: int) -> Cell:
        rows = self.now.rows
        if row >= len(rows) or number >= len(rows[row].cells) or rows[row].cells[number].merge == "continue":
            raise OfficeError("ItemNotFound", f"There is no cell {number} in row {row}.")
        return Cell(self.host, self, row, number)

    # What is done to it

    def delete(self) -> None:
        self.delete_rows(0, self.row_count)

    def delete_rows(self, row: int, count: int) -> None:
        self.act("delete_rows", numbers=list(range(row, row + count)), allow_objects=True)

    def delete_columns(self, column: int, count: int) -> None:
        self.act("delete_columns", numbers=list(range(column, column + count)), allow_objects=True)

    def merge_cells(self, top: int, first: int, bottom: int, last: int) -> Cell:
        rows = self.now.rows
        left, right = rows[top].cells[first].column, rows[bottom].cells[last].columns.stop
        self.act("merge_cells", top=top, left=left, height=bottom - top + 1, width=right - left)
        return Cell(self.host, self, top, first)

    style_banded_rows = _Flag("noHBand", is_absence=True)
    style_banded_columns = _Flag("noVBand", is_absence=True)
    style_total_row = _Flag("lastRow")
    style_first_column = _Flag("firstColumn")
    style_last_column = _Flag("lastColumn")

    @property
    def header_row_count(self) -> int:
        return 0

    @header_row_count.setter
    def header_row_count(self, count: int) -> None:
        if self._made is None:
            return self.act("style_table", flags={"firstRow": count > 0})
        intent, change = self._made
        wanted = Intent(intent.verb, intent.ranges, intent.arguments | {"header": count > 0})
        self._anchor.place, kept = Place(0, 0), self._anchor.place
        self._made = (wanted, self.host.amend(change, wanted))
        self._anchor.place = kept
        return None

    @property
    def style(self) -> str:
        return ""

    @style.setter
    def style(self, name: str) -> None:
        self.act("dress_tables", style=style_named(self.host, name, "table").file_name)

    style_built_in = style


class TableRange(TextRange):
    """All of a table."""

    def __init__(self, host: Host, table: Table) -> None:
        super().__init__(host, table.place)
        self._table = table

    def get_ooxml(self) -> str:
        table = self._table.now
        return flat(self.document, table.source(table.start, table.end))


class Cell(WordObject):
    def __init__(self, host: Host, table: Table, row: int, number: int) -> None:
        super().__init__(host)
        self._table = table
        self._row = row
        self._number = number

    @property
    def now(self) -> tables.Cell:
        try:
            return self._table.now.rows[self._row].cells[self._number]
        except (IndexError, NotFoundError) as error:
            raise OfficeError("ItemNotFound", "The cell is gone.") from error

    @property
    def cell_index(self) -> int:
        return self._number

    @property
    def place(self) -> Place:
        return self._table.now.text_range(self.now)

    @property
    def body(self) -> CellBody:
        return CellBody(self.host, self)

    def insert_rows(self, location: str, count: int) -> Collection:
        self._table.act("insert_rows", at=self._row, count=count, before=location == "Before")
        return Collection(self.host, [])

    def insert_columns(self, location: str, count: int) -> None:
        is_before = location == "Before"
        column = self.now.column if is_before else self.now.columns.stop - 1
        self._table.act("insert_columns", at=column, count=count, before=is_before)

    def set_text(self, text: str) -> None:
        self._table.act("set_cell", row=self._row, column=self.now.column, text=text)


class CellBody(Body):
    """The text of a cell."""

    def __init__(self, host: Host, cell: Cell) -> None:
        super().__init__(host)
        self._cell = cell

    @property
    def place(self) -> Place:
        return self._cell.place

    def get_ooxml(self) -> str:
        return self.get_range().get_ooxml()

    def insert_text(self, text: str, location: str) -> TextRange:
        if location != "Replace":
            return super().insert_text(text, location)
        self._cell.set_text(text)
        return TextRange(self.host, self.place)
