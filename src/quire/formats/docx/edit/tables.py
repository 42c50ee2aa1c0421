"""The tables of a Word document: rows, columns, cells and merged areas, changed in the source cell by cell.

Rows and cells stand between paragraphs, so they are found in the markup before each paragraph, without reading text.
Columns are those of the grid: a merged cell takes several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, takewhile
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError
from quire.core.transaction import Shift, Transaction
from quire.formats.docx.edit import deletion, passage
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import OBJECT
from quire.formats.docx.text.place import Place
from quire.formats.docx.text.story import Block
from quire.formats.docx.view import grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument

MOST_COLUMNS = 63
MOST_ROWS = 10_000
TEXT_WIDTH = 9360
"""Twips between the margins, where the document does not say."""


@dataclass(slots=True)
class Cell:
    """A cell: where its source and its properties are, and which columns it takes."""

    start: int
    column: int = 0
    end: int = 0
    span: int = 1
    merge: str = ""  # `restart` begins an area of several rows, `continue` belongs to the one above
    properties: tuple[int, int] = (0, 0)
    blocks: list[Block] = field(default_factory=list)
    has_table: bool = False

    @property
    def columns(self) -> range:
        return range(self.column, self.column + self.span)


@dataclass(slots=True)
class Row:
    start: int
    end: int = 0
    first: int = 0  # where its first cell starts: its properties come before
    cells: list[Cell] = field(default_factory=list)
    skipped: int = 0  # columns before its first cell

    def cell(self, column: int) -> Cell | None:
        return next((cell for cell in self.cells if column in cell.columns), None)


_EVENT = re.compile(
    r"<(?:[\w.-]+:)?(?P<was>\w+PrChange)\b.*?</(?:[\w.-]+:)?(?P=was)>"
    r"|<(?P<close>/?)(?:[\w.-]+:)?(?P<what>tbl|tr|tc)(?=[\s>])[^>]*>"
    r"|<(?:[\w.-]+:)?(?P<note>gridSpan|gridBefore|vMerge|tcPr)\b(?P<said>[^>]*)>|(?P<end></(?:[\w.-]+:)?tcPr>)",
    re.DOTALL,
)
"""What begins, ends or tells of a row or a cell; `was` is how it was before somebody's tracked change."""
_VALUE = re.compile(r"""\b(?:[\w.-]+:)?val=["']([^"']*)["']""")
_ROW = re.compile(
    r"<w:tr\b[^>]*>\s*(?:<w:tblPrEx>.*?</w:tblPrEx>\s*|<w:tblPrEx/>\s*)?(?:<w:trPr>.*?</w:trPr>|<w:trPr/>)?", re.DOTALL
)
_GRID_COLUMN = re.compile(r"<(?:[\w.-]+:)?gridCol\b[^>]*/>")
_GRID = re.compile(
    r"<(?P<tag>(?:[\w.-]+:)?tblGrid)>(?:\s|<(?:[\w.-]+:)?gridCol\b[^>]*/>)*"
    r"(?P<was><(?P<change>(?:[\w.-]+:)?tblGridChange)\b.*?</(?P=change)>\s*)?</(?P=tag)>|<(?:[\w.-]+:)?tblGrid/>",
    re.DOTALL,
)
_TRACKED = re.compile(
    r"<w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge)\b[^>]*/>"
    r"|<w:(?P<what>tblPrEx|trPr|tcPr|pPr|rPr)Change\b.*?</w:(?P=what)Change>",
    re.DOTALL,
)
"""What tells of somebody's changes of a row, a cell or the end of a paragraph."""
_REMEMBERED = re.compile(r"<w:(?P<what>tblPrEx|tblPr|trPr|tcPr)Change\b.*?</w:(?P=what)Change>", re.DOTALL)
"""What a table, a row or a cell was before a tracked change."""


class Table:
    """A table of a story, as its source has it."""

    def __init__(self, document: DocxDocument, part: str, key: int, depth: int) -> None:
        self.document = document
        self.part = part
        self._story = document.story(part)
        if not self._story.frame.is_usual:
            raise UnsupportedError(
                "The document's XML has unusual prefixes or comments in it, and its tables cannot be changed.",
                "Open it in Word and save it; then it can.",
            )
        self.rows: list[Row] = []
        self.start = self.end = 0
        self._source = ""
        self._text_starts: dict[int, int] = {}
        self._read(key, depth)

    # Reading

    def _read(self, key: int, depth: int) -> None:
        """Walk over the markup from the table's first paragraph on, to where the table ends."""
        index = self._story.index(key)
        offset = self._story.source_start(key) - len(self._story.block(key).lead)
        level = len(grid.standing_at(self._story, index - 1)) if index else 0
        pieces: list[str] = []
        begin, text_start = offset, self.document.span(Place(self.part, key)).start
        blocks = iter(self._story.from_(index))
        while True:
            block = next(blocks, None)
            lead = block.lead if block else self._story.tail
            for found in _EVENT.finditer(_REMEMBERED.sub(lambda was: " " * len(was[0]), lead)):
                level = self._meet(found, offset, level, depth)
                if self.end:
                    pieces.append(lead)
                    self._source = "".join(pieces)[self.start - begin : self.end - begin]
                    return
            if block is None:
                raise NotFoundError("The table has no end.", "Open the document in Word, and save it again.")
            pieces += [lead, block.source]
            if self.rows and self.rows[-1].cells and level >= depth:
                self.rows[-1].cells[-1].blocks.append(block)
            self._text_starts[block.key] = text_start
            text_start += len(block.text) + 1
            offset += len(block)

    def _meet(self, found: re.Match[str], offset: int, level: int, depth: int) -> int:
        what, at = found["what"], offset + found.start()
        if what == "tbl" and not found["close"]:
            if level + 1 == depth and not self.start:
                self.start = at
            elif level >= depth and self.rows:
                self.rows[-1].cells[-1].has_table = True
            return level + 1
        if what == "tbl":
            if level == depth and self.start:
                self.end = offset + found.end()
            return level - 1
        if level == depth and self.start:
            self._note(found, at, offset + found.end())
        return level

    def _note(self, found: re.Match[str], at: int, behind: int) -> None:
        """A row or a cell begins or ends, or says something about itself."""
        row = self.rows[-1] if self.rows else None
        cell = row.cells[-1] if row and row.cells and not row.cells[-1].end else None
        value = _VALUE.search(found["said"] or "")
        match found["what"] or found["note"] or ("end" if found["end"] else ""):
            case "tr" if not found["close"]:
                self.rows.append(Row(at))
            case "tr" if row:
                row.end = behind
            case "tc" if not found["close"] and row:
                column = row.cells[-1].columns.stop if row.cells else row.skipped
                row.cells.append(Cell(at, column))
                row.first = row.first or at
            case "tc" if cell:
                cell.end = behind
            case "tcPr" if cell and found["said"].endswith("/"):
                cell.properties = (at, behind)
            case "tcPr" if cell:
                cell.properties = (at, 0)
            case "end" if cell and cell.properties[0] and not cell.properties[1]:
                cell.properties = (cell.properties[0], behind)
            case "gridSpan" if cell and value and value[1].isdigit():
                cell.span = max(1, int(value[1]))
            case "gridBefore" if row and value and value[1].isdigit():
                row.skipped = int(value[1])
            case "vMerge" if cell:
                cell.merge = "restart" if value and value[1] == "restart" else "continue"

    @cached_property
    def width(self) -> int:
        """How many columns its grid has."""
        return max((row.cells[-1].columns.stop for row in self.rows if row.cells), default=0)

    def source(self, start: int, end: int) -> str:
        return self._source[start - self.start : end - self.start]

    def row(self, number: int) -> Row:
        if not 0 <= number < len(self.rows):
            raise InvalidArgumentError(
                f"There is no row {number}.", f"The table has {len(self.rows)} rows: 0 to {len(self.rows) - 1}."
            )
        return self.rows[number]

    def opening(self, row: Row) -> str:
        """The source of a row up to its first cell, or to the control around that: its tag and its properties."""
        found = _ROW.match(self.source(row.start, row.first))
        return found[0] if found else self.source(row.start, row.first)

    def column(self, number: int) -> int:
        if not 0 <= number < self.width:
            raise InvalidArgumentError(
                f"There is no column {number}.", f"The table has {self.width} columns: 0 to {self.width - 1}."
            )
        return number

    def cell(self, row: int, column: int) -> Cell:
        """The cell of a place of the grid; of a merged area, the one that holds its text."""
        found = self.row(row).cell(self.column(column))
        while found is not None and found.merge == "continue" and row > 0:
            row -= 1
            found = self.rows[row].cell(column)
        if found is None:
            raise InvalidArgumentError(f"Row {row} has no cell in column {column}.", "Choose another place.")
        return found

    def own_cell(self, row: int, column: int) -> Cell:
        """The cell that begins at a place of the grid: what lies inside a merged one is refused."""
        cell = self.cell(row, column)
        top = next(number for number, each in enumerate(self.rows) if any(it is cell for it in each.cells))
        if (top, cell.column) != (row, column):
            height = self._height(top, cell)
            raise InvalidArgumentError(
                f"Row {row}, column {column} is no cell of its own: a merged cell covers "
                f"{_told('row', range(top, top + height))}, {_told('column', cell.columns)}.",
                f"To replace what that cell says, name its first place: row {top}, column {cell.column}.",
            )
        return cell

    def _height(self, top: int, cell: Cell) -> int:
        """How many rows a cell covers."""
        below = (row.cell(cell.column) for row in self.rows[top + 1 :])
        return 1 + sum(1 for _ in takewhile(lambda each: each is not None and each.merge == "continue", below))

    def reach(self, number: int, cell: Cell) -> range:
        """The rows of the merged area that a cell of a row is of; its own alone, if of none."""
        top, column = number, cell.column
        while cell.merge == "continue" and top > 0 and (above := self.rows[top - 1].cell(column)) and above.merge:
            top, cell = top - 1, above
        return range(top, max(number + 1, top + self._height(top, cell))) if cell.merge else range(number, number + 1)

    @property
    def edges(self) -> tuple[str, str]:
        """The markup before it and behind it, up to the next paragraphs."""
        story, (first, *_, last) = self._story, (*self.blocks[:1], *self.blocks[-1:])
        index = story.index(last.key) + 1
        rest = story[index].lead if index < len(story) else story.tail
        before = len(first.lead) - (story.source_start(first.key) - self.start)
        behind = self.end - story.source_start(last.key) - len(last.source)
        return first.lead[:before].rstrip(), rest[behind:].lstrip()

    def inside(self, cell: Cell) -> int:
        """Where the content of a cell begins, behind its properties."""
        return cell.properties[1] or cell.start + self.source(cell.start, cell.end).index(">") + 1

    def is_controlled(self, cell: Cell) -> bool:
        """Whether a content control stands around a cell, alone or with its neighbours."""
        row = next(row for row in self.rows if row.start < cell.start < row.end)
        controls = 0
        for before, each in zip((None, *row.cells), row.cells, strict=False):
            markup = self.source(before.end if before else row.start, each.start)
            controls += sum(-1 if found[1] else 1 for found in _CONTROL.finditer(markup))
            if each is cell:
                break
        return controls > 0

    def text_range(self, cell: Cell) -> Range:
        return self._between(cell.blocks[0], cell.blocks[-1])

    def _between(self, first: Block, last: Block) -> Range:
        return Range(self._text_starts[first.key], self._text_starts[last.key] + len(last.text))

    @property
    def blocks(self) -> list[Block]:
        return [block for row in self.rows for cell in row.cells for block in cell.blocks]

    @cached_property
    def whole(self) -> Range:
        """The text of all its cells."""
        blocks = self.blocks
        return self._between(blocks[0], blocks[-1])


def _told(what: str, numbers: range) -> str:
    return f"{what} {numbers.start}" if len(numbers) == 1 else f"{what}s {numbers.start} to {numbers.stop - 1}"


def find(document: DocxDocument, where: Range) -> Table:
    """The table that a range names: the one of just that text, else the innermost one around it."""
    place, _ = document.at(where.start)
    story = document.story(place.part)
    standing = grid.standing_at(story, story.index(place.key))
    found = [Table(document, place.part, cell.table, depth) for depth, cell in enumerate(standing, 1)]
    exact = [table for table in found if table.whole == where]
    around = [table for table in found if table.whole.start <= where.start and where.end <= table.whole.end]
    if not exact and not around:
        raise NotFoundError("There is no table at that place.", "Use a tableId, or a rangeId inside a table.")
    return (exact or around[::-1])[0]


# Changing


class _Change:
    """A change of one table, planned on its source as it is."""

    def __init__(self, document: DocxDocument, where: Range, *, allow_objects: bool = False) -> None:
        self.document = document
        self.table = find(document, where)
        self.surgery = Surgery(document, self.table.part)
        self._allow_objects = allow_objects
        self._gone: list[Element] = []

    def transaction(self) -> Transaction:
        notes = deletion.unreferred(self.document, *self._gone)
        return _swept(self.document, self.table, Transaction((*notes, *self.surgery.transaction().steps)))

    def start_of(self, block: Block) -> int:
        return self.document.span(Place(self.table.part, block.key)).start

    def end_of(self, block: Block) -> int:
        return self.document.span(Place(self.table.part, block.key)).end

    def add(self, at: int, source: str, paragraphs: int, behind: Block) -> None:
        """Source with empty paragraphs, right behind those up to a block."""
        end = self.end_of(behind)
        self.surgery.replace(at, "", source, Shift(end, 0, paragraphs))

    def remove(self, start: int, end: int, blocks: Sequence[Block]) -> None:
        """Source with all paragraphs in it. The line end that goes is one inside the table, if there is one."""
        source = self.table.source(start, end)
        if _locked(source):
            raise _is_locked()
        if not self._allow_objects:
            _check_disposable(self.document, blocks)
        frame = self.document.story(self.table.part).frame
        pieces, kept = frame.parse(source), frame.parse("")
        if deletion.has_end_of_comment(pieces):
            raise UnsupportedError("A comment ends in the cells that begins elsewhere.", "Delete the comment first.")
        kept.extend(deletion.range_marks(pieces))  # their other halves are elsewhere
        self._gone.append(pieces)
        self.take(start, source, frame.serialise(kept), blocks)

    def take(self, start: int, source: str, kept: str, blocks: Sequence[Block]) -> None:
        """Source with all paragraphs in it, but for what is kept of it."""
        first, behind = self.start_of(blocks[0]), self.end_of(blocks[-1])
        begins = blocks[0].key == self.table.blocks[0].key
        shift = Shift(first, behind + 1 - first, 0) if begins else Shift(first - 1, behind + 1 - first, 0)
        self.surgery.replace(start, source, kept, shift)
        self.surgery.free(block.key for block in blocks)

    def swap(self, start: int, end: int, source: str) -> None:
        """Markup without paragraphs."""
        old = self.table.source(start, end)
        if old != source:
            self.surgery.replace(start, old, source)

    def describe(self, cell: Cell, *, span: int | None = None, merge: str | None = None) -> None:
        """Give a cell other properties."""
        start, end = cell.properties
        source = self.table.source(start, end) if end else "<w:tcPr/>"
        fresh = _described(source, cell.span if span is None else span, cell.merge if merge is None else merge)
        if end:
            self.swap(start, end, fresh)
        else:
            self.surgery.replace(self.table.inside(cell), "", fresh)


_CONTROL = re.compile(r"<(/?)w:sdt[\s>]")
_LOCK = re.compile(r'<w:lock\b[^>]*\bw:val="(?!unlocked")')
_HOLLOW = re.compile(
    r"<w:sdt(?:\s[^>]*)?>(?:(?!<w:sdt[\s>]).)*?<w:sdtContent(?:/>|>\s*</w:sdtContent>)\s*</w:sdt>", re.DOTALL
)


def _locked(source: str) -> bool:
    """Whether there is a content control in a source that must not be changed, or must not go."""
    return _LOCK.search(source) is not None


def _is_locked() -> UnsupportedError:
    return UnsupportedError("In the cells is a content control that is locked.", "Unlock the control in Word first.")


def _swept(document: DocxDocument, table: Table, change: Transaction) -> Transaction:
    """A change of a table, and with what it took the controls that were around just that: none is left empty."""
    before = table.source(table.start, table.end)
    if "<w:sdt" not in before or not change:
        return change
    after = document.apply(change)
    length = after.story(table.part).source_length - document.story(table.part).source_length
    now = after.story(table.part).source[table.start : table.end + length]
    known = set(_HOLLOW.findall(before))
    hollow = [found for found in _HOLLOW.finditer(now) if found[0] not in known]
    if any(_locked(found[0]) for found in hollow):
        raise _is_locked()
    if not hollow:
        return change
    surgery = Surgery(after, table.part)
    for found in hollow:
        surgery.replace(table.start + found.start(), found[0], "")
    return _swept(document, table, change + surgery.transaction())  # there may be controls around controls


def _described(properties: str, span: int, merge: str) -> str:
    """The properties of a cell that takes so many columns, and has this part in an area of several rows."""
    now, change, was = properties.partition("<w:tcPrChange")  # how they were before somebody's tracked change stays
    kept = re.sub(r"<w:(?:gridSpan|vMerge|hMerge)\b[^>]*/>", "", now) + change + was
    if kept.endswith("/>") and kept.startswith("<w:tcPr"):
        kept = f"{kept[:-2]}></w:tcPr>"
    said = (f'<w:gridSpan w:val="{span}"/>' if span > 1 else "") + (
        '<w:vMerge w:val="restart"/>' if merge == "restart" else "<w:vMerge/>" if merge else ""
    )
    at = _behind(kept, ("cnfStyle", "tcW"))
    return kept[:at] + said + kept[at:]


def _behind(properties: str, tags: Sequence[str]) -> int:
    """The place behind the properties of these names, which come first."""
    at = properties.index(">") + 1
    for tag in tags:
        found = re.compile(rf"\s*<w:{tag}\b[^>]*/>").match(properties, at)
        at = found.end() if found else at
    return at


def _empty_cell(change: _Change, cell: Cell, merge: str = "", span: int | None = None) -> str:
    """A cell without text that looks like another one, and takes as many columns unless told otherwise."""
    table = change.table
    properties = _TRACKED.sub("", table.source(*cell.properties)) if cell.properties[1] else "<w:tcPr/>"
    first = _TRACKED.sub("", cell.blocks[0].source) if cell.blocks else ""
    look = re.match(r"<w:p\b[^>]*>\s*(<w:pPr>.*?</w:pPr>)", first, re.DOTALL)
    kept = re.sub(r"<w:sectPr\b.*?</w:sectPr>", "", look[1], flags=re.DOTALL) if look else ""
    paragraph = passage.paragraph_source(change.document, table.part, properties=kept)
    columns = cell.span if span is None else span
    if columns != cell.span:
        properties = _WIDTH.sub(lambda found: f"{found[1]}{int(found[2]) * columns // cell.span}{found[3]}", properties)
    return f"<w:tc>{_described(properties, columns, merge)}{paragraph}</w:tc>"


_WIDTH = re.compile(r'(<w:tcW\b[^>]*\bw:w=")(\d{1,9})("[^>]*/>)')


def insert_rows(document: DocxDocument, where: Range, at: int, count: int, *, before: bool) -> Transaction:
    """Empty rows before or behind another one, like it; they become part of merged areas that they cut."""
    change = _Change(document, where)
    _insert_rows(change, _like(change.table, change.table.row(at)), at, count, before=before)
    return change.transaction()


def add_row(
    document: DocxDocument, where: Range, at: int, texts: int, *, before: bool
) -> tuple[Transaction, list[int]]:
    """An empty row before or behind another one with a cell for each of so many texts, and the columns of those."""
    change = _Change(document, where)
    pattern = _pattern(change.table, at, texts, before=before)
    _insert_rows(change, pattern, at, 1, before=before)
    by_number = [columns.start for _, columns in pattern.cells]
    return change.transaction(), by_number if len(by_number) == texts else list(range(texts))


@dataclass(frozen=True, slots=True)
class _Pattern:
    """What a new row is to be like: how it begins, and which columns its cells take, each like another cell."""

    opening: str
    cells: list[tuple[Cell, range]]


def _pattern(table: Table, at: int, texts: int, *, before: bool) -> _Pattern:
    """What a new row for so many texts is to be like.

    The row beside it, if each text finds a cell in its column there. Else the nearest row of just as many cells, or
    the nearest in which each finds a cell; headers aside. Else the row beside it, with its merged cells parted."""
    beside = table.row(at)
    if _holds(beside, texts):
        return _like(table, beside)
    areas = _cut_areas(table, at, before=before)
    rows = sorted(enumerate(table.rows), key=lambda each: abs(each[0] - at))
    fitting = [row for _, row in rows if not _HEADER.search(table.opening(row)) and _keeps(row, areas)]
    by_number = (row for row in fitting if len(row.cells) == texts)
    by_column = (row for row in fitting if _holds(row, texts))
    found = next(chain(by_number, by_column), None)
    return _like(table, found) if found else _parted(table, beside, areas)


def _holds(row: Row, texts: int) -> bool:
    """Whether a cell begins in each of so many columns."""
    return [cell.column for cell in row.cells[:texts]] == list(range(texts))


def _keeps(row: Row, areas: Sequence[range]) -> bool:
    """Whether a row has cells that go on with merged areas."""
    return all(area in [cell.columns for cell in row.cells] for area in areas)


def _like(table: Table, row: Row) -> _Pattern:
    return _Pattern(table.opening(row), [(cell, cell.columns) for cell in row.cells])


_GAPS = re.compile(r"<w:(?:gridBefore|gridAfter|wBefore|wAfter)\b[^>]*/>")


def _parted(table: Table, row: Row, areas: Sequence[range]) -> _Pattern:
    """A row like another, with a cell for each column; only merged areas that go on through it stay whole."""
    cells: list[tuple[Cell, range]] = []
    column = 0
    while column < table.width:
        columns = next((area for area in areas if column in area), range(column, column + 1))
        cells.append((row.cell(column) or row.cells[-1], columns))
        column = columns.stop
    return _Pattern(_GAPS.sub("", table.opening(row)), cells)


def _insert_rows(change: _Change, pattern: _Pattern, at: int, count: int, *, before: bool) -> None:
    """Put empty rows before or behind a row."""
    table, row = change.table, change.table.row(at)
    if not 1 <= count <= MOST_ROWS - len(table.rows):
        raise InvalidArgumentError(f"{count} rows cannot be inserted.", f"A table has at most {MOST_ROWS:,} rows.")
    areas = {area.start for area in _cut_areas(table, at, before=before)}
    opening = re.sub(r"<w:(?:tblHeader|cnfStyle)\b[^>]*/>", "", _TRACKED.sub("", pattern.opening))
    opening = re.sub(r"\s[\w.-]+:(?:paraId|textId|rsid\w*)=\"[^\"]*\"", "", opening)

    def written() -> str:
        cells = (
            _empty_cell(change, model, "continue" if columns.start in areas else "", len(columns))
            for model, columns in pattern.cells
        )
        return f"{opening}{''.join(cells)}</w:tr>"

    source, paragraphs = "".join(written() for _ in range(count)), len(pattern.cells) * count
    if before:
        start = change.start_of(row.cells[0].blocks[0])
        change.surgery.replace(row.start, "", source, Shift(start, 0, paragraphs))
    else:
        change.add(row.end, source, paragraphs, row.cells[-1].blocks[-1])


def _cut_areas(table: Table, at: int, *, before: bool) -> list[range]:
    """The columns of merged areas that go from above a new row to below it."""
    lower = at if before else at + 1
    if not 0 < lower < len(table.rows):
        return []
    return [cell.columns for cell in table.rows[lower].cells if cell.merge == "continue"]


def delete_rows(
    document: DocxDocument, where: Range, numbers: Iterable[int], *, allow_objects: bool = False
) -> Transaction:
    """Rows less; where the first row of a merged area goes, the next one begins it. All rows: the table."""
    change = _Change(document, where, allow_objects=allow_objects)
    table, gone = change.table, sorted(set(numbers), reverse=True)
    for number in gone:
        table.row(number)
    if len(gone) == len(table.rows):
        return _delete_table(change)
    for number in gone:
        row = table.rows[number]
        change.remove(row.start, row.end, [block for cell in row.cells for block in cell.blocks])
        _begin_areas_below(change, number, set(gone))
    return change.transaction()


WAY_OUT = "Delete it in Word, or with table.deleteRows or table.deleteColumns and allowObjects: true."


def _check_disposable(document: DocxDocument, blocks: Iterable[Block]) -> None:
    """Refuse to take away more than text."""
    for block in blocks:
        try:
            deletion.check_objects(document, block.read())
        except UnsupportedError as error:
            raise UnsupportedError(error.message.replace("that paragraph", "the cells"), WAY_OUT) from error
        if "<w:sectPr" in block.source or block.read().fields != block.fields:
            raise UnsupportedError("With the cells would go a part of a field.", WAY_OUT)


def _begin_areas_below(change: _Change, number: int, gone: set[int]) -> None:
    following = next((at for at in range(number + 1, len(change.table.rows)) if at not in gone), None)
    if following is None or (number > 0 and number - 1 in gone):
        return
    for cell in change.table.rows[number].cells:
        below = change.table.rows[following].cell(cell.column)
        if cell.merge == "restart" and below is not None and below.merge == "continue":
            change.describe(below, merge="restart")


def _delete_table(change: _Change) -> Transaction:
    before, behind = change.table.edges
    if before.endswith("<w:sdtContent>") and behind.startswith("</w:sdtContent>"):
        raise UnsupportedError("That table is all that a content control holds.", "Take away the control in Word.")
    change.remove(change.table.start, change.table.end, change.table.blocks)
    return change.transaction()


def insert_columns(document: DocxDocument, where: Range, at: int, count: int, *, before: bool) -> Transaction:
    """Empty columns before or behind another one; cells that go over the place become wider."""
    change = _Change(document, where)
    table = change.table
    table.column(at)
    if not 1 <= count <= MOST_COLUMNS - table.width:
        raise InvalidArgumentError(
            f"{count} columns cannot be inserted: the table has {table.width}.",
            f"A table has at most {MOST_COLUMNS} columns.",
        )
    edge = at if before else at + 1
    for row in reversed(table.rows):
        _widen(change, row, edge, count, before=before)
    _regrid(change, lambda columns: [*columns[:edge], *columns[at : at + 1] * count, *columns[edge:]])
    return change.transaction()


def _widen(change: _Change, row: Row, edge: int, count: int, *, before: bool) -> None:
    over = next((cell for cell in row.cells if cell.column < edge < cell.columns.stop), None)
    if over is not None:
        change.describe(over, span=over.span + count)
        return
    if edge < row.skipped or (edge == row.skipped and not before):
        _regap(change, row, lambda side, gap: len(gap) + (count if side == "Before" else 0))
        return
    if edge > row.cells[-1].columns.stop or (before and edge == row.cells[-1].columns.stop < change.table.width):
        _regap(change, row, lambda side, gap: len(gap) + (count if side == "After" else 0))
        return
    left = next((cell for cell in row.cells if cell.columns.stop == edge), None)
    right = next((cell for cell in row.cells if cell.column == edge), None)
    model = (right or left) if before else (left or right)
    if model is None:
        return
    source = "".join(_empty_cell(change, model, span=1) for _ in range(count))
    if left is not None:
        change.add(left.end, source, count, left.blocks[-1])
    elif right is not None:
        start = change.start_of(right.blocks[0])
        change.surgery.replace(right.start, "", source, Shift(start, 0, count))


_GAP = re.compile(r'<w:grid(Before|After)\b[^>]*\bw:val="(\d{1,5})"[^>]*/>')


def _regap(change: _Change, row: Row, width: Callable[[str, range], int]) -> None:
    """Give the columns that a row leaves empty before and after its cells another number."""
    opening = change.table.opening(row)
    stop = row.cells[-1].columns.stop
    for found in _GAP.finditer(opening.partition("<w:trPrChange")[0]):
        first = 0 if found[1] == "Before" else stop
        count = width(found[1], range(first, first + int(found[2])))
        start = row.start + found.start()
        change.swap(start, row.start + found.end(), f'<w:grid{found[1]} w:val="{count}"/>' if count else "")


def _regrid(change: _Change, rearranged: Callable[[list[str]], list[str]]) -> None:
    """Give the table's grid other columns."""
    table = change.table
    found = _GRID.search(table.source(table.start, table.rows[0].start))
    if found is None:
        return
    was = found["was"] or ""  # before somebody's tracked change
    columns = _GRID_COLUMN.findall(found[0].replace(was, ""))
    start = table.start + found.start()
    change.swap(start, table.start + found.end(), f"<w:tblGrid>{''.join(rearranged(columns))}{was}</w:tblGrid>")


def delete_columns(
    document: DocxDocument, where: Range, numbers: Iterable[int], *, allow_objects: bool = False
) -> Transaction:
    """Columns less; wider cells lose what they had of them. All columns: the table."""
    change = _Change(document, where, allow_objects=allow_objects)
    table, gone = change.table, set(numbers)
    for number in gone:
        table.column(number)
    if len(gone) >= table.width:
        return _delete_table(change)
    for row in reversed(table.rows):
        left = [cell for cell in row.cells if set(cell.columns) - gone]
        if not left:
            change.remove(row.start, row.end, [block for cell in row.cells for block in cell.blocks])
            continue
        for cell in reversed(row.cells):
            span = len(set(cell.columns) - gone)
            if not span:
                change.remove(cell.start, cell.end, cell.blocks)
            elif span != cell.span:
                change.describe(cell, span=span)
        _regap(change, row, lambda _, gap: len(set(gap) - gone))
    _regrid(change, lambda columns: [column for number, column in enumerate(columns) if number not in gone])
    return change.transaction()


def set_cell(document: DocxDocument, where: Range, row: int, column: int, text: str) -> Transaction:
    """Another text in a cell; each line of it is a paragraph."""
    table = find(document, where)
    cell = table.own_cell(row, column)
    if cell.has_table:
        raise UnsupportedError("That cell holds another table.", "Name that table, or edit its paragraphs.")
    return passage.put(document, table.text_range(cell), text)


def merge_cells(document: DocxDocument, where: Range, top: int, left: int, height: int, width: int) -> Transaction:
    """One cell in the place of several; what they hold follows each other in it, each once."""
    change = _Change(document, where, allow_objects=True)  # they move
    table = change.table
    table.row(top), table.row(top + height - 1), table.column(left), table.column(left + width - 1)
    area = [_covered(row, range(left, left + width)) for row in table.rows[top : top + height]]
    first = area[0][0]
    others = [cell for cells in area for cell in cells if cell is not first]
    _check_mergeable(table, range(top, top + height), area, others)
    contents = [_content(change, cell) for cell in others]
    for number, cells in reversed(list(enumerate(area))):
        for cell in reversed(cells[1:]):
            change.take(cell.start, table.source(cell.start, cell.end), "", cell.blocks)
        merge = ("restart" if number == 0 else "continue") if height > 1 else ""
        if number:
            _empty(change, cells[0])
        change.describe(cells[0], span=width, merge=merge)
    _gather(change, first, contents)
    return change.transaction()


def _check_mergeable(table: Table, rows: range, area: Sequence[Sequence[Cell]], others: Sequence[Cell]) -> None:
    """Refuse an area that cuts another merged one, or would leave a control without what it is around."""
    for number, cells in zip(rows, area, strict=True):
        for cell in cells:
            reached = table.reach(number, cell)
            if reached.start < rows.start or reached.stop > rows.stop:
                raise UnsupportedError("The area cuts another merged area.", "Choose one that holds it as a whole.")
    if any(table.is_controlled(cell) for cell in others):
        raise UnsupportedError(
            "A content control stands around a cell of the area.", "Merge other cells, or remove the control in Word."
        )


def _covered(row: Row, columns: range) -> list[Cell]:
    """The cells of a row that take just these columns."""
    cells = [cell for cell in row.cells if cell.column in columns]
    if not cells or cells[0].column != columns.start or cells[-1].columns.stop != columns.stop:
        raise UnsupportedError("The area cuts a merged cell.", "Choose one that holds it as a whole.")
    return cells


_UNSEEN = re.compile(r"<w:(?:bookmark|comment|perm|move|sdt|ins|del)\w*\b")
"""What a paragraph without words may hold nevertheless."""


def _says(block: Block) -> bool:
    return bool(block.text.strip() or OBJECT in block.text or _UNSEEN.search(block.source))


@dataclass(frozen=True, slots=True)
class _Content:
    """What a cell holds, for another one to hold it: the source, and the paragraphs in it."""

    source: str
    blocks: list[Block]


def _content(change: _Change, cell: Cell) -> _Content:
    """The paragraphs of a cell that say something, or all with the tables, controls and marks around them; with ids."""
    document, table = change.document, change.table
    between, at = list[str](), table.inside(cell)
    for block in cell.blocks:
        start = document.story(table.part).source_start(block.key)
        between.append(table.source(at, start))
        at = start + len(block.source)
    rest = table.source(at, cell.end - len("</w:tc>"))
    is_plain = not "".join((*between, rest)).strip()
    kept = [(lead, block) for lead, block in zip(between, cell.blocks, strict=True) if not is_plain or _says(block)]
    sources = (lead + Draft(document, Place(table.part, block.key)).source() for lead, block in kept)
    return _Content("".join((*sources, rest)), [block for _, block in kept])


def _empty(change: _Change, cell: Cell) -> None:
    """Leave a cell one paragraph without text: what it said stands elsewhere now."""
    if len(cell.blocks) == 1 and not _says(cell.blocks[0]):
        return
    start, end = change.table.inside(cell), cell.end - len("</w:tc>")
    taken = change.end_of(cell.blocks[-1]) - change.start_of(cell.blocks[0])
    blank = passage.paragraph_source(change.document, change.table.part)
    shift = Shift(change.start_of(cell.blocks[0]), taken, 0)
    change.surgery.replace(start, change.table.source(start, end), blank, shift)
    change.surgery.free(block.key for block in cell.blocks)


def _gather(change: _Change, cell: Cell, contents: Sequence[_Content]) -> None:
    """Put what other cells held behind what a cell holds."""
    length = sum(len(block.text) + 1 for content in contents for block in content.blocks)
    if length:
        source = "".join(content.source for content in contents)
        at = cell.end - len("</w:tc>")
        change.surgery.replace(at, "", source, Shift(change.end_of(cell.blocks[-1]), 0, length))


def create(
    document: DocxDocument, at: Place, rows: Sequence[Sequence[str]], *, before: bool, header: bool
) -> Transaction:
    """A table before or behind a paragraph. It never is the last thing where it stands, nor next to another table."""
    story, block = document.story(at.part), document.block(at)
    index = story.index(at.key)
    following = block.lead if before else story[index + 1].lead if index + 1 < len(story) else story.tail
    needs_end = not before and bool(re.match(r"\s*<(?:/|w:tbl\b|w:sectPr\b)", following))
    needs_start = before and bool(re.search(r"</w:tbl>\s*$", following))
    blank = passage.paragraph_source(document, at.part)
    table = _table(document, at.part, rows, header=header)
    source = (blank if needs_start else "") + table + (blank if needs_end else "")
    count = sum(map(len, rows)) + needs_end + needs_start
    text = sum(len(cell) for row in rows for cell in row) + count
    surgery = Surgery(document, at.part)
    span = document.span(at)
    offset = story.source_start(at.key) + (0 if before else len(block.source))
    surgery.replace(offset, "", source, Shift(span.start if before else span.end, 0, text))
    return surgery.transaction()


_SIDES = ("top", "left", "bottom", "right", "insideH", "insideV")
_BORDERS = "".join(f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>' for side in _SIDES)


def _table(document: DocxDocument, part: str, rows: Sequence[Sequence[str]], *, header: bool) -> str:
    style = document.styles.find("Table Grid", "table")
    look = f'<w:tblStyle w:val="{style.id}"/>' if style else ""
    borders = "" if style else f"<w:tblBorders>{_BORDERS}</w:tblBorders>"
    flags = (
        f'<w:tblLook w:val="{"04A0" if header else "0480"}" w:firstRow="{int(header)}" w:lastRow="0" '
        'w:firstColumn="1" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>'
    )
    width = text_width(document) // len(rows[0])
    columns = f'<w:gridCol w:w="{width}"/>' * len(rows[0])
    made = "".join(_row(row, width, is_header=header and row is rows[0]) for row in rows)
    properties = f'<w:tblPr>{look}<w:tblW w:w="0" w:type="auto"/>{borders}{flags}</w:tblPr>'
    source = f"<w:tbl>{properties}<w:tblGrid>{columns}</w:tblGrid>{made}</w:tbl>"
    return passage.filled(document, part, source, chain.from_iterable(rows))


def _row(cells: Sequence[str], width: int, *, is_header: bool) -> str:
    properties = "<w:trPr><w:tblHeader/></w:trPr>" if is_header else ""
    cell = f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr><w:p/></w:tc>'
    return f"<w:tr>{properties}{cell * len(cells)}</w:tr>"


def text_width(document: DocxDocument) -> int:
    """How wide lines are, in twips, by the last section's page."""
    page = re.search(r"<w:pgSz\b[^>]*\bw:w=\"(\d{1,6})\"", document.body.tail)
    margins = re.search(r"<w:pgMar\b[^>]*>", document.body.tail)
    sides = [re.search(rf'\bw:{side}="(\d{{1,6}})"', margins[0]) if margins else None for side in ("left", "right")]
    if page is None or None in sides:
        return TEXT_WIDTH
    width = int(page[1]) - sum(int(side[1]) for side in sides if side)
    return width if width > 0 else TEXT_WIDTH


def _create(document: DocxDocument, intent: Intent) -> Transaction:
    """A table beside the paragraph at a place. What it replaces gives way first."""
    said = intent.arguments
    (where,) = intent.ranges
    if said.get("replaces"):
        cleared = passage.put(document, where, "")
        at = Range(where.start, where.start)
        return cleared + _create(document.apply(cleared), Intent(intent.verb, (at,), {**said, "replaces": False}))
    place, _ = document.at(where.start if said["before"] else where.end)
    return create(document, place, said["rows"], before=said["before"], header=said["header"])


def _apply_style(document: DocxDocument, intent: Intent) -> Transaction:
    """Another style for a table, or other parts of it that its style sets off."""
    change = _Change(document, intent.ranges[0])
    table = change.table
    start, end = table.start, table.rows[0].start if table.rows else table.end
    source = table.source(start, end)
    found = re.search(r"<w:tblPr>.*?</w:tblPr>|<w:tblPr/>", source, re.DOTALL)
    if found is None:
        raise UnsupportedError("The table has no properties.", "Open the document in Word, and save it again.")
    properties = found[0] if found[0] != "<w:tblPr/>" else "<w:tblPr></w:tblPr>"
    properties = _restyled(properties, intent.arguments.get("style"), intent.arguments.get("flags") or {})
    change.swap(start + found.start(), start + found.end(), properties)
    return change.transaction()


def set_header(document: DocxDocument, where: Range, *, enabled: bool) -> Transaction:
    """Let the first row of a table be its header, repeated on each page and set off by its style, or be none."""
    change = _Change(document, where)
    table = change.table
    for row in table.rows[:1] if enabled else table.rows:
        source = table.opening(row)
        change.swap(row.start, row.start + len(source), _headed(source) if enabled else _HEADER.sub("", source))
    source = table.source(table.start, table.rows[0].start)
    if (found := _PROPERTIES.search(source)) is not None:
        properties = _restyled(found[0].replace("<w:tblPr/>", "<w:tblPr></w:tblPr>"), None, {"firstRow": enabled})
        change.swap(table.start + found.start(), table.start + found.end(), properties)
    return change.transaction()


_HEADER = re.compile(r"<w:tblHeader\b[^>]*/>")
_PROPERTIES = re.compile(r"<w:tblPr>.*?</w:tblPr>|<w:tblPr/>", re.DOTALL)


def _headed(row: str) -> str:
    """The beginning of a row that is a header."""
    row = _HEADER.sub("", row).replace("<w:trPr/>", "<w:trPr></w:trPr>")
    if "<w:trPr>" in row:
        return row.replace("<w:trPr>", "<w:trPr><w:tblHeader/>", 1)
    return f"{row}<w:trPr><w:tblHeader/></w:trPr>"


_FLAGS = {
    "firstRow": 0x20,
    "lastRow": 0x40,
    "firstColumn": 0x80,
    "lastColumn": 0x100,
    "noHBand": 0x200,
    "noVBand": 0x400,
}
_LOOK = re.compile(r"<w:tblLook\b[^>]*/>")


def _restyled(properties: str, style: str | None, flags: dict[str, bool]) -> str:
    if style is not None:
        properties = re.sub(r"<w:tblStyle\b[^>]*/>", "", properties)
        properties = properties.replace("<w:tblPr>", f'<w:tblPr><w:tblStyle w:val="{style}"/>', 1)
    if not flags:
        return properties
    found = _LOOK.search(properties)
    bits = _bits(found[0]) if found else 0x04A0
    for flag, is_set in flags.items():
        bits = bits | _FLAGS[flag] if is_set else bits & ~_FLAGS[flag]
    said = " ".join(f'w:{flag}="{int(bool(bits & bit))}"' for flag, bit in _FLAGS.items())
    look = f'<w:tblLook w:val="{bits:04X}" {said}/>'
    if found:
        return properties[: found.start()] + look + properties[found.end() :]
    at = _LOOK_FOLLOWERS.search(properties)
    place = at.start() if at else len(properties) - len("</w:tblPr>")
    return properties[:place] + look + properties[place:]


_LOOK_FOLLOWERS = re.compile(r"<w:(?:tblCaption|tblDescription|tblPrChange)\b")


def _bits(look: str) -> int:
    """The flags of a table's look: each by its name, else all in a number."""
    value = re.search(r'\bw:val="([0-9A-Fa-f]{1,4})"', look)
    bits = int(value[1], 16) if value else 0
    for flag, bit in _FLAGS.items():
        named = re.search(rf'\bw:{flag}="(\w+)"', look)
        if named:
            bits = bits | bit if named[1] in ("1", "true", "on") else bits & ~bit
    return bits


def _intended(planner: Callable[..., Transaction]) -> Callable[[DocxDocument, Intent], Transaction]:
    def plan(document: DocxDocument, intent: Intent) -> Transaction:
        return planner(document, intent.ranges[0], **intent.arguments)

    return plan


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "insert_rows": _intended(insert_rows),
    "delete_rows": _intended(delete_rows),
    "insert_columns": _intended(insert_columns),
    "delete_columns": _intended(delete_columns),
    "set_cell": _intended(set_cell),
    "merge_cells": _intended(merge_cells),
    "create_table": _create,
    "style_table": _apply_style,
}
