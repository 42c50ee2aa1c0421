"""Rows, columns, cells and merged areas of Word tables: any change gives a good table, or is refused."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from quire.core.anchor import Range
from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.edit import tables
from quire.formats.docx.text.place import Place
from quire.formats.docx.view import grid
from tests.docx.demands import breaches
from tests.docx.elsewhere import entries, packed
from tests.docx.gallery import GALLERY
from tests.docx.specimen import bookmark, cell, control_around, deleted, docx, p, row, table
from tests.laws import check_transaction

if TYPE_CHECKING:
    from quire.core.transaction import Transaction

DOCUMENTS = {
    "plain": docx("before", table(["Item", "Price", "Qty"], ["Pen", "2", "x"], ["Ink", "3", "y"]), "after"),
    "merged": docx(
        "a",
        table(
            row("H", "I", "J", header=True),
            row(cell("m", span=2), "c"),
            row(cell("v", merge="restart"), "w", "z"),
            row(cell("", merge="continue"), "w2", "z2"),
        ),
        "b",
    ),
    "gallery": GALLERY["tables"],
    "nested": GALLERY["nested tables"],
}


class Chance:
    """A random change of a random table."""

    def __init__(self, document: DocxDocument, chance: Random) -> None:
        self._document = document
        self._chance = chance
        body = document.body
        inside = [block for index, block in enumerate(body) if grid.standing_at(body, index)]
        self._place = Place(document.package.main, chance.choice(inside).key) if inside else None

    def change(self) -> tuple[str, Transaction] | None:
        if self._place is None:
            return None
        start = self._document.span(self._place).start
        where, chance = Range(start, start), self._chance
        found = tables.find(self._document, where)
        height, width = len(found.rows), found.width
        at, column, before = chance.randrange(height), chance.randrange(width), chance.random() < 0.5
        kind = chance.choice(("rows", "columns", "fewer rows", "fewer columns", "cell", "merge", "create"))
        document = self._document
        match kind:
            case "rows":
                return kind, tables.insert_rows(document, where, at, chance.choice((1, 2)), before=before)
            case "columns":
                return kind, tables.insert_columns(document, where, column, chance.choice((1, 2)), before=before)
            case "fewer rows":
                return kind, tables.delete_rows(document, where, {at, chance.randrange(height)})
            case "fewer columns":
                return kind, tables.delete_columns(document, where, {column, chance.randrange(width)})
            case "cell":
                return kind, tables.set_cell(document, where, at, column, chance.choice(("new", "a\nb", "")))
            case "merge":
                area = (chance.randint(1, height - at), chance.randint(1, width - column))
                return kind, tables.merge_cells(document, where, at, column, *area)
            case _:
                rows = [["a", "b"], ["c", ""]]
                return kind, tables.create(document, self._place, rows, before=before, header=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_any_change_gives_a_good_table_or_is_refused(name: str) -> None:
    chance = Random(name)
    for _ in range(25):
        document = DocxDocument.read(DOCUMENTS[name])
        for _ in range(4):
            try:
                made = Chance(document, chance).change()
            except QuireError:
                continue
            if made is None:
                break
            kind, change = made
            after = document.apply(change)
            check_transaction(document, change)
            assert after.apply(change.inverse()).body.source == document.body.source, "undo restores the source"
            again = DocxDocument.read(after.write())
            assert [block.key for block in again.body] == [block.key for block in after.body], "ids outlive the session"
            assert not breaches(after.write()) - breaches(document.write()), kind
            if kind == "merge":
                assert sorted(after.text.split()) == sorted(document.text.split()), "each text is kept, once"
            document = after


def _table(data: bytes, word: str) -> tuple[DocxDocument, Range]:
    document = DocxDocument.read(data)
    at = document.text.index(word)
    return document, Range(at, at)


def _replaced(data: bytes, old: str, new: str) -> bytes:
    """The document with another source in its main part."""
    found = entries(data)
    source = found["word/document.xml"].decode()
    assert old in source
    return packed(found | {"word/document.xml": source.replace(old, new).encode()})


def _texts(document: DocxDocument, word: str) -> list[list[str]]:
    found = tables.find(document, Range(document.text.index(word), document.text.index(word)))
    return [["/".join(block.text for block in each.blocks) for each in row.cells] for row in found.rows]


class TestRows:
    def test_new_rows_are_empty_and_where_they_were_wanted(self) -> None:
        document, where = _table(DOCUMENTS["plain"], "Pen")
        after = document.apply(tables.insert_rows(document, where, 0, 1, before=False))
        assert _texts(after, "Pen") == [["Item", "Price", "Qty"], ["", "", ""], ["Pen", "2", "x"], ["Ink", "3", "y"]]

    def test_a_row_in_a_merged_area_becomes_part_of_it(self) -> None:
        document, where = _table(DOCUMENTS["merged"], "w2")
        after = document.apply(tables.insert_rows(document, where, 2, 1, before=False))
        found = tables.find(after, Range(after.text.index("w2"), after.text.index("w2")))
        assert [found.rows[number].cells[0].merge for number in (2, 3, 4)] == ["restart", "continue", "continue"]

    def test_a_control_around_a_cell_stays_in_its_row(self) -> None:
        data = docx(table([control_around(cell("in control"), tag="cell"), "beside"]), "")
        document, where = _table(data, "beside")
        after = document.apply(tables.insert_rows(document, where, 0, 1, before=True))
        assert after.body.source.count("<w:sdt>") == 1
        assert _texts(DocxDocument.read(after.write()), "beside") == [["", ""], ["in control", "beside"]]

    def test_a_new_row_beside_one_that_somebody_deleted_is_not_deleted(self) -> None:
        data = _replaced(
            docx(table(["a"], [cell(p(deleted("x")))]), ""),
            '<w:tr><w:tc><w:tcPr><w:tcW w:w="1800" w:type="dxa"/></w:tcPr><w:p><w:del ',
            '<w:tr><w:trPr><w:del w:id="90" w:author="Ann"/></w:trPr><w:tc><w:p><w:pPr><w:rPr>'
            '<w:del w:id="91" w:author="Ann"/></w:rPr></w:pPr><w:del ',
        )
        document, where = _table(data, "a")
        after = document.apply(tables.insert_rows(document, where, 1, 2, before=False))
        assert [after.body.source.count(f'<w:del w:id="{number}"') for number in (90, 91)] == [1, 1]
        assert after.body.source.count("<w:tr>") == 4

    def test_where_the_first_row_of_an_area_goes_the_next_begins_it(self) -> None:
        document, where = _table(DOCUMENTS["merged"], "w2")
        after = document.apply(tables.delete_rows(document, where, [2]))
        found = tables.find(after, Range(after.text.index("w2"), after.text.index("w2")))
        assert found.rows[2].cells[0].merge == "restart"

    def test_deleting_all_rows_deletes_the_table(self) -> None:
        document, where = _table(DOCUMENTS["plain"], "Pen")
        assert document.apply(tables.delete_rows(document, where, [0, 1, 2])).text == "before\nafter"

    def test_a_row_that_is_not_there_refuses_all(self) -> None:
        document, where = _table(DOCUMENTS["plain"], "Pen")
        with pytest.raises(QuireError, match="There is no row 7"):
            tables.delete_rows(document, where, [0, 7])


class TestColumns:
    def test_a_cell_over_the_place_becomes_wider(self) -> None:
        document, where = _table(DOCUMENTS["merged"], "w2")
        after = document.apply(tables.insert_columns(document, where, 0, 1, before=False))
        found = tables.find(after, Range(after.text.index("w2"), after.text.index("w2")))
        assert [each.span for each in found.rows[1].cells] == [3, 1]
        assert found.width == 4

    def test_a_wider_cell_loses_what_it_had_of_a_deleted_column(self) -> None:
        document, where = _table(DOCUMENTS["merged"], "w2")
        after = document.apply(tables.delete_columns(document, where, [1]))
        assert _texts(after, "z2") == [["H", "J"], ["m", "c"], ["v", "z"], ["", "z2"]]

    def test_a_row_that_leaves_columns_empty_leaves_more(self) -> None:
        data = docx(table(["a", "b", "c"], row("right", before=2), row("left", after=2)), "")
        document, where = _table(data, "b")
        after = document.apply(tables.insert_columns(document, where, 0, 1, before=False))
        assert '<w:gridBefore w:val="3"/>' in after.body.source
        assert _texts(after, "b") == [["a", "", "b", "c"], ["right"], ["left", ""]]
        further = after.apply(tables.insert_columns(after, where, 3, 1, before=True))
        assert '<w:gridAfter w:val="3"/>' in further.body.source

    def test_what_the_grid_was_before_a_tracked_change_stays(self) -> None:
        was = '<w:tblGridChange w:id="9"><w:tblGrid><w:gridCol w:w="5"/></w:tblGrid></w:tblGridChange>'
        data = _replaced(docx(table(["a", "b"]), ""), "</w:tblGrid>", f"{was}</w:tblGrid>")
        document, where = _table(data, "a")
        more = document.apply(tables.insert_columns(document, where, 0, 1, before=False))
        fewer = document.apply(tables.delete_columns(document, where, [1]))
        for after, columns in ((more, 3), (fewer, 1)):
            source = DocxDocument.read(after.write()).body.source
            assert f"{was}</w:tblGrid>" in source
            assert source.count("<w:gridCol ") == columns + 1

    def test_there_are_at_most_63(self) -> None:
        document, where = _table(DOCUMENTS["plain"], "Pen")
        with pytest.raises(QuireError, match="61 columns cannot be inserted"):
            tables.insert_columns(document, where, 0, 61, before=False)


class TestMerging:
    def test_texts_follow_each_other_in_the_merged_cell(self) -> None:
        document, where = _table(DOCUMENTS["plain"], "Pen")
        after = document.apply(tables.merge_cells(document, where, 1, 0, 2, 2))
        assert _texts(after, "Pen")[1][0] == "Pen/2/Ink/3"

    def test_what_nobody_sees_is_not_lost(self) -> None:
        data = docx(table(["a", cell(p(deleted("gone")), p(bookmark("place")), "")], ["c", "d"]), "")
        document, where = _table(data, "a")
        source = document.apply(tables.merge_cells(document, where, 0, 0, 1, 2)).body.source
        assert "gone" in source
        assert "bookmarkStart" in source

    def test_properties_stay_in_order_where_lines_are_broken(self) -> None:
        broken = '<w:tcPr>\n  <w:tcW w:w="1800" w:type="dxa"/>\n</w:tcPr>'
        data = _replaced(docx(table(["a", "b"]), ""), '<w:tcPr><w:tcW w:w="1800" w:type="dxa"/></w:tcPr>', broken)
        document, where = _table(data, "a")
        source = document.apply(tables.merge_cells(document, where, 0, 0, 1, 2)).body.source
        assert source.index("<w:tcW") < source.index("<w:gridSpan")

    def test_an_area_that_cuts_a_merged_cell_is_refused(self) -> None:
        document, where = _table(DOCUMENTS["merged"], "w2")
        with pytest.raises(QuireError, match="cuts a merged cell"):
            tables.merge_cells(document, where, 0, 1, 2, 1)

    def test_a_merged_cell_is_named_by_its_first_place_alone(self) -> None:
        document, where = _table(DOCUMENTS["merged"], "w2")
        after = document.apply(tables.set_cell(document, where, 2, 0, "new"))
        assert _texts(after, "w2")[2][0] == "new"
        with pytest.raises(QuireError, match="covers rows 2 to 3, column 0"):
            tables.set_cell(document, where, 3, 0, "new")
