"""The eight table tools: their arguments, answers and refusals, on plain, merged and nested tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import bold, cell, docx, footnote, p, picture, row, table
from tests.docx.validation import harm, losses

if TYPE_CHECKING:
    from tests.word.conftest import Open, Word

PLAIN = docx("1", table(["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]), "2")
MERGED = docx(
    "1",
    table(
        [cell("wide", span=2), "c"],
        [cell("tall", merge="restart"), "e", "f"],
        [cell("", merge="continue"), "h", "i"],
    ),
    "2",
)
NESTED = docx("1", table(["a", cell(p("in"), table(["x", "y"], ["z", "w"]), p("out"))], ["c", "d"]), "2")


def rows(document: Word, of: str) -> list[str]:
    """The rows of the table around a text, as its cells say."""
    found = document.saved()
    start = found.text.index(of)
    here = found.table_at(start)
    assert here
    return [" | ".join(found.slice(cell.start, cell.end) for cell in row) for row in here.rows]


def is_sound(document: Word, before: bytes) -> bool:
    """Whether the file is a good one, and undo brings back what was."""
    after = document.data()
    assert not harm(before, after)
    document.undo()
    assert document.data() == before
    document.redo()
    assert document.data() == after
    return True


class TestCreate:
    @pytest.mark.parametrize("name", ["table.create", "table_create"])
    def test_rows_columns_and_data(self, word: Open, name: str) -> None:
        data = docx("one", "two")
        document = word(data)
        answer = document.call(
            name, rows=2, cols=3, scope=document.range_of("one"), location="after", data=[["a", "漢😀"], ["b"]]
        )
        assert rows(document, "漢") == ["a | 漢😀 | ", "b |  | "]
        assert document.call("search", query="b", scope=answer["rangeId"])["results"]
        document.call("table.setCellText", tableRef=answer["tableId"], row=1, col=2, text="end")
        assert rows(document, "漢")[1] == "b |  | end"
        document.undo()
        assert is_sound(document, data)

    @pytest.mark.parametrize(
        ("location", "expected"),
        [("before", "x\none\ntwo"), ("start", "x\none\ntwo"), ("after", "one\nx\ntwo"), ("end", "one\nx\ntwo")],
    )
    def test_locations(self, word: Open, location: str, expected: str) -> None:
        document = word(docx("one", "two"))
        document.call("table.create", rows=1, cols=1, scope=document.range_of("one"), location=location, data=[["x"]])
        assert document.text == expected

    @pytest.mark.parametrize("location", ["start", "end"])
    def test_ends_of_the_document_and_always_a_paragraph_behind(self, word: Open, location: str) -> None:
        data = docx("one")
        document = word(data)
        document.call("table.create", rows=1, cols=1, scope="document", location=location, data=[["x"]])
        assert document.paragraphs == (["x", "one"] if location == "start" else ["one", "x", ""])
        assert is_sound(document, data)

    def test_in_the_place_of_a_range(self, word: Open) -> None:
        data = docx("one", "two and three", "four")
        document = word(data)
        document.call("table.create", rows=1, cols=2, scope=document.range_of(" and"), location="replace")
        assert document.paragraphs == ["one", "two three", "", "", "four"]
        assert is_sound(document, data)

    def test_a_header(self, word: Open) -> None:
        document = word(docx("one"))
        document.call("table.create", rows=2, cols=2, header=True)
        source = document.saved().body.source
        assert source.count("<w:tblHeader/>") == 1
        assert 'w:firstRow="1"' in source

    def test_in_a_cell(self, word: Open) -> None:
        document = word(PLAIN)
        document.call("table.create", rows=1, cols=1, scope=document.range_of("e"), location="after", data=[["in"]])
        assert rows(document, "in") == ["in"]
        assert is_sound(document, PLAIN)

    @pytest.mark.parametrize(
        "arguments",
        [
            {"rows": 0, "cols": 1},
            {"rows": 1, "cols": 64},
            {"rows": 1},
            {"rows": 1, "cols": 1, "data": [["a", "b"]]},
            {"rows": 1, "cols": 1, "data": [["a"], ["b"]]},
            {"rows": 1, "cols": 1, "scope": "document"},
            {"rows": 1.5, "cols": 1},
        ],
    )
    def test_refusals(self, word: Open, arguments: dict[str, Any]) -> None:
        document = word(PLAIN)
        assert document.refusal("table.create", **arguments).code == "E_INVALID_ARG"
        assert document.data() == PLAIN


class TestRows:
    @pytest.mark.parametrize(("where", "at"), [("after", 2), ("before", 1)])
    def test_are_inserted(self, word: Open, where: str, at: int) -> None:
        document = word(PLAIN)
        answer = document.call("table.insertRows", tableRef=document.range_of("e"), at=1, count=2, where=where)
        assert (answer["rows"], answer["cols"]) == (5, 3)
        assert rows(document, "h")[at : at + 2] == [" |  | ", " |  | "]
        assert is_sound(document, PLAIN)

    def test_after_is_the_default_and_one_too(self, word: Open) -> None:
        document = word(PLAIN)
        document.call("table_insertRows", tableRef=document.range_of("e"), at=2)
        assert rows(document, "h") == ["a | b | c", "d | e | f", "g | h | i", " |  | "]

    def test_in_a_merged_area(self, word: Open) -> None:
        document = word(MERGED)
        answer = document.call("table.insertRows", tableRef=document.range_of("tall"), at=1, count=1)
        assert answer["rows"] == 4
        assert is_sound(document, MERGED)

    def test_are_deleted(self, word: Open) -> None:
        document = word(PLAIN)
        answer = document.call("table.deleteRows", tableRef=document.range_of("e"), indexes=[2, 0, 2])
        assert answer["rows"] == 1
        assert rows(document, "e") == ["d | e | f"]
        assert is_sound(document, PLAIN)

    def test_the_first_of_a_merged_area(self, word: Open) -> None:
        document = word(MERGED)
        document.call("table.deleteRows", tableRef=document.range_of("h"), indexes=[1])
        assert rows(document, "h")[-1].endswith("h | i")
        assert is_sound(document, MERGED)

    def test_all_of_them_delete_the_table(self, word: Open) -> None:
        document = word(PLAIN)
        answer = document.call("table.deleteRows", tableRef=document.range_of("e"), indexes=[0, 1, 2])
        assert answer["rows"] == 0
        assert document.paragraphs == ["1", "2"]
        assert is_sound(document, PLAIN)

    @pytest.mark.parametrize(("tool", "index"), [("table.deleteRows", 1), ("table.deleteColumns", 0)])
    def test_with_a_note_go_only_if_that_is_wanted(self, word: Open, tool: str, index: int) -> None:
        document = word(docx("1", table(["a", "b"], [cell(p("c", footnote("A note."))), "d"]), "2"))
        wish = {"tableRef": document.range_of("a"), "indexes": [index]}
        refused = document.refusal(tool, **wish)
        assert refused.code == "E_UNSUPPORTED"
        assert "footnote" in str(refused)
        assert document.call(tool, **wish, allowObjects=True)["applied"]
        assert "c" not in document.text

    def test_of_a_nested_table(self, word: Open) -> None:
        document = word(NESTED)
        document.call("table.insertRows", tableRef=document.range_of("x"), at=0)
        assert rows(document, "x") == ["x | y", " | ", "z | w"]
        assert is_sound(document, NESTED)

    @pytest.mark.parametrize(
        ("tool", "arguments"),
        [
            ("table.insertRows", {"at": 3}),
            ("table.insertRows", {"at": -1}),
            ("table.insertRows", {"at": 0, "count": 0}),
            ("table.insertRows", {"at": 0, "where": "inside"}),
            ("table.deleteRows", {"indexes": []}),
            ("table.deleteRows", {"indexes": [0, 3]}),
            ("table.deleteRows", {"indexes": [-1]}),
        ],
    )
    def test_refusals(self, word: Open, tool: str, arguments: dict[str, Any]) -> None:
        document = word(PLAIN)
        assert document.refusal(tool, tableRef=document.range_of("e"), **arguments).code == "E_INVALID_ARG"
        assert document.data() == PLAIN


class TestColumns:
    @pytest.mark.parametrize(("where", "expected"), [("after", "d | e |  |  | f"), ("before", "d |  |  | e | f")])
    def test_are_inserted(self, word: Open, where: str, expected: str) -> None:
        document = word(PLAIN)
        answer = document.call("table.insertColumns", tableRef=document.range_of("e"), at=1, count=2, where=where)
        assert (answer["rows"], answer["cols"]) == (3, 5)
        assert rows(document, "e")[1] == expected
        assert is_sound(document, PLAIN)

    def test_inside_a_merged_cell(self, word: Open) -> None:
        document = word(MERGED)
        document.call("table_insertColumns", tableRef=document.range_of("h"), at=0, count=1)
        assert re.search(r'<w:gridSpan w:val="3"/>', document.saved().body.source)
        assert is_sound(document, MERGED)

    def test_are_deleted(self, word: Open) -> None:
        document = word(PLAIN)
        answer = document.call("table.deleteColumns", tableRef=document.range_of("e"), indexes=[0, 0, 2])
        assert answer["cols"] == 1
        assert rows(document, "e") == ["b", "e", "h"]
        assert is_sound(document, PLAIN)

    def test_of_merged_cells(self, word: Open) -> None:
        document = word(MERGED)
        document.call("table.deleteColumns", tableRef=document.range_of("h"), indexes=[1])
        assert "wide" in document.text
        assert is_sound(document, MERGED)

    def test_all_of_them_delete_the_table(self, word: Open) -> None:
        document = word(PLAIN)
        document.call("table.deleteColumns", tableRef=document.range_of("e"), indexes=[0, 1, 2])
        assert document.paragraphs == ["1", "2"]

    @pytest.mark.parametrize(
        ("tool", "arguments"),
        [
            ("table.insertColumns", {"at": 3}),
            ("table.insertColumns", {"at": 0, "count": 61}),
            ("table.deleteColumns", {"indexes": [0, 3]}),
            ("table.deleteColumns", {"indexes": []}),
        ],
    )
    def test_refusals(self, word: Open, tool: str, arguments: dict[str, Any]) -> None:
        document = word(PLAIN)
        assert document.refusal(tool, tableRef=document.range_of("e"), **arguments).code == "E_INVALID_ARG"
        assert document.data() == PLAIN


class TestSetCellText:
    @pytest.mark.parametrize("new", ["new", "", "a\tb", "漢字 😀 שלום", "two\nlines"])
    def test_any_text(self, word: Open, new: str) -> None:
        document = word(PLAIN)
        document.call("table.setCellText", tableRef=document.range_of("e"), row=1, col=1, text=new)
        assert rows(document, "d")[1] == f"d | {new} | f"
        assert is_sound(document, PLAIN)

    def test_formatting_stays(self, word: Open) -> None:
        document = word(docx(table([cell(p(bold("Rent"), align="right")), "b"]), "end"))
        document.call("table_setCellText", tableRef=document.range_of("Rent"), row=0, col=0, text="Fee")
        assert re.search(r'<w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:b/>.*?<w:t>Fee', document.saved().body.source)

    @pytest.mark.parametrize(
        ("row", "col", "covered", "first"),
        [(2, 0, "rows 1 to 2, column 0", "row 1, column 0"), (0, 1, "row 0, columns 0 to 1", "row 0, column 0")],
    )
    def test_a_place_inside_a_merged_cell_is_refused(
        self, word: Open, row: int, col: int, covered: str, first: str
    ) -> None:
        document = word(MERGED)
        refused = document.refusal("table.setCellText", tableRef=document.range_of("h"), row=row, col=col, text="new")
        assert refused.code == "E_INVALID_ARG"
        assert covered in refused.message
        assert first in refused.hint
        assert document.data() == MERGED

    def test_a_merged_cell_by_its_first_place(self, word: Open) -> None:
        document = word(MERGED)
        document.call("table.setCellText", tableRef=document.range_of("h"), row=1, col=0, text="high")
        document.call("table.setCellText", tableRef=document.range_of("h"), row=0, col=0, text="broad")
        assert "tall" not in document.text
        assert "high" in document.text
        assert "broad" in document.text

    def test_of_a_tall_cell_in_rows_of_as_many_cells(self, word: Open) -> None:
        data = docx(table([cell("tall", merge="restart"), "b"], [cell("", merge="continue"), "d"]), "end")
        document = word(data)
        document.call("table.setCellText", tableRef=document.range_of("d"), row=0, col=0, text="high")
        document.call("table.insertRows", tableRef=document.range_of("d"), at=1)
        assert rows(document, "high")[:2] == ["high | b", " | d"]
        assert not harm(data, document.data())

    @pytest.mark.parametrize("inside", [footnote("note"), picture()])
    def test_nothing_is_deleted_unseen(self, word: Open, inside: Any) -> None:
        data = docx(table([cell(p("text", inside)), "b"]), "end")
        document = word(data)
        refused = document.refusal("table.setCellText", tableRef=document.range_of("b"), row=0, col=0, text="x")
        assert refused.code == "E_UNSUPPORTED"
        assert document.data() == data

    def test_a_nested_table_is_not_deleted(self, word: Open) -> None:
        document = word(NESTED)
        refused = document.refusal("table.setCellText", tableRef=document.range_of("c"), row=0, col=1, text="x")
        assert refused.code == "E_UNSUPPORTED"
        assert document.data() == NESTED

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ({"row": 3, "col": 0, "text": "x"}, "E_INVALID_ARG"),
            ({"row": 0, "col": 3, "text": "x"}, "E_INVALID_ARG"),
            ({"row": -1, "col": 0, "text": "x"}, "E_INVALID_ARG"),
            ({"row": 0, "col": 0}, "E_INVALID_ARG"),
            ({"row": 0, "col": 0, "text": "a\x01"}, "E_INVALID_ARG"),
        ],
    )
    def test_refusals(self, word: Open, arguments: dict[str, Any], code: str) -> None:
        document = word(PLAIN)
        assert document.refusal("table.setCellText", tableRef=document.range_of("e"), **arguments).code == code
        assert document.data() == PLAIN


class TestMergeCells:
    @pytest.mark.parametrize(("height", "width"), [(1, 2), (2, 1), (2, 2), (3, 3)])
    def test_each_text_is_kept_once(self, word: Open, height: int, width: int) -> None:
        document = word(PLAIN)
        area = {"startRow": 0, "startCol": 0, "rowSpan": height, "colSpan": width}
        document.call("table.mergeCells", tableRef=document.range_of("e"), **area)
        assert sorted(document.text.replace("\n", "")) == sorted("1abcdefghi2")
        assert not losses(PLAIN, document.data())
        assert is_sound(document, PLAIN)

    def test_with_a_merged_area_in_it(self, word: Open) -> None:
        document = word(MERGED)
        area = {"startRow": 1, "startCol": 0, "rowSpan": 2, "colSpan": 2}
        document.call("table_mergeCells", tableRef=document.range_of("h"), **area)
        for each in ("tall", "e", "h"):
            assert document.paragraphs.count(each) == 1
        assert is_sound(document, MERGED)

    def test_an_area_that_cuts_another_is_refused(self, word: Open) -> None:
        document = word(MERGED)
        area = {"startRow": 0, "startCol": 1, "rowSpan": 2, "colSpan": 1}
        assert document.refusal("table.mergeCells", tableRef=document.range_of("h"), **area).code in (
            "E_INVALID_ARG", "E_UNSUPPORTED",
        )  # fmt: skip
        assert document.data() == MERGED

    def test_then_rows_and_columns_still_come_and_go(self, word: Open) -> None:
        document = word(PLAIN)
        name = document.call("table.insertRows", tableRef=document.range_of("e"), at=0)["tableId"]
        document.call("table.mergeCells", tableRef=name, startRow=2, startCol=1, rowSpan=2, colSpan=2)
        document.call("table.insertColumns", tableRef=name, at=1)
        document.call("table.insertRows", tableRef=name, at=2)
        document.call("table.deleteRows", tableRef=name, indexes=[0])
        document.call("table.deleteColumns", tableRef=name, indexes=[0])
        assert not harm(PLAIN, document.data())
        for each in ("e", "f", "h", "i"):
            assert document.paragraphs.count(each) == 1

    @pytest.mark.parametrize(
        "area",
        [
            {"startRow": 0, "startCol": 0, "rowSpan": 4, "colSpan": 1},
            {"startRow": 0, "startCol": 2, "rowSpan": 1, "colSpan": 2},
            {"startRow": 0, "startCol": 0, "rowSpan": 0, "colSpan": 1},
            {"startRow": 3, "startCol": 0, "rowSpan": 1, "colSpan": 2},
        ],
    )
    def test_refusals(self, word: Open, area: dict[str, int]) -> None:
        document = word(PLAIN)
        assert document.refusal("table.mergeCells", tableRef=document.range_of("e"), **area).code == "E_INVALID_ARG"
        assert document.data() == PLAIN


class TestApplyStyle:
    @pytest.mark.parametrize("name", ["Grid Table 4 Accent 1", "GridTable4_Accent1", "GridTable4-Accent1"])
    def test_a_built_in_style_by_any_name(self, word: Open, name: str) -> None:
        document = word(PLAIN)
        document.call("table.applyStyle", tableRef=document.range_of("e"), style=name)
        assert '<w:tblStyle w:val="GridTable4-Accent1"/>' in document.saved().body.source
        assert is_sound(document, PLAIN)

    @pytest.mark.parametrize(
        ("flag", "written"),
        [
            ("bandedRows", 'w:noHBand="0"'),
            ("bandedColumns", 'w:noVBand="0"'),
            ("firstRow", 'w:firstRow="1"'),
            ("lastRow", 'w:lastRow="1"'),
            ("firstColumn", 'w:firstColumn="1"'),
            ("lastColumn", 'w:lastColumn="1"'),
        ],
    )
    def test_flags_change_alone(self, word: Open, flag: str, written: str) -> None:
        document = word(PLAIN)
        for value in (False, True):
            document.call("table_applyStyle", tableRef=document.range_of("e"), style={flag: value})
            assert (written in document.saved().body.source) is value
        assert not harm(PLAIN, document.data())

    @pytest.mark.parametrize(
        ("style", "code"),
        [
            ("No Such Style", "E_NOT_FOUND"),
            ("Heading 1", "E_NOT_FOUND"),
            ({}, "E_INVALID_ARG"),
            ({"banded": True}, "E_INVALID_ARG"),
            (3, "E_INVALID_ARG"),
        ],
    )
    def test_refusals(self, word: Open, style: Any, code: str) -> None:
        document = word(PLAIN)
        assert document.refusal("table.applyStyle", tableRef=document.range_of("e"), style=style).code == code
        assert document.data() == PLAIN


class TestReferences:
    def test_a_table_keeps_its_id_through_edits_undo_and_redo(self, word: Open) -> None:
        document = word(docx("one", "two"))
        name = document.call("table.create", rows=2, cols=2, data=[["a", "b"], ["c", "d"]])["tableId"]
        document.call("insertText", text="Before it all.\n", scope="document", location="start")
        document.call("table.insertRows", tableRef=name, at=0)
        document.call("table.setCellText", tableRef=name, row=1, col=0, text="new")
        for _ in range(3):
            document.undo()
        document.call("table.setCellText", tableRef=name, row=1, col=1, text="D")
        assert rows(document, "a") == ["a | b", "c | D"]

    def test_what_was_deleted_is_not_found_until_undo_brings_it_back(self, word: Open) -> None:
        document = word(PLAIN)
        name = document.call("table.insertRows", tableRef=document.range_of("e"), at=0)["tableId"]
        document.call("table.deleteRows", tableRef=name, indexes=[0, 1, 2, 3])
        refused = document.refusal("table.setCellText", tableRef=name, row=0, col=0, text="x")
        assert refused.code == "E_NOT_FOUND"
        document.undo()
        document.call("table.setCellText", tableRef=name, row=0, col=0, text="x")
        assert rows(document, "b")[0] == "x | b | c"

    def test_ids_are_taken_bare_and_doubly_prefixed(self, word: Open) -> None:
        document = word(PLAIN)
        name = document.call("table.insertRows", tableRef=document.range_of("e"), at=0)["tableId"]
        for ref in (name, name.removeprefix("tableId:"), f"tableId:{name}"):
            document.call("table.setCellText", tableRef=ref, row=0, col=0, text=ref[:5])

    def test_a_place_outside_of_tables(self, word: Open) -> None:
        document = word(PLAIN)
        assert document.refusal("table.insertRows", tableRef=document.range_of("2"), at=0).code == "E_NOT_FOUND"
        assert document.refusal("table.insertRows", tableRef="tableId:none", at=0).code == "E_NOT_FOUND"

    def test_a_row_that_repeats_and_one_with_gaps(self, word: Open) -> None:
        data = docx(table(row("a", "b", "c", header=True), row("d", "e", before=1)), "end")
        document = word(data)
        document.call("table.insertRows", tableRef=document.range_of("e"), at=1)
        assert document.saved().body.source.count("<w:tblHeader/>") == 1
        assert is_sound(document, data)


GAPS = docx(table(["a", "b", "c"], row("r", before=2), row("l", after=2)), "2")


class TestRowsWithGaps:
    @pytest.mark.parametrize("at", range(3))
    @pytest.mark.parametrize("where", ["before", "after"])
    def test_a_column_more(self, word: Open, at: int, where: str) -> None:
        document = word(GAPS)
        document.call("table.insertColumns", tableRef=document.range_of("a"), at=at, where=where)
        assert is_sound(document, GAPS)

    @pytest.mark.parametrize("indexes", [[0], [1], [2], [0, 1], [1, 2]])
    def test_columns_less(self, word: Open, indexes: list[int]) -> None:
        document = word(GAPS)
        document.call("table.deleteColumns", tableRef=document.range_of("b"), indexes=indexes)
        assert is_sound(document, GAPS)


def test_a_table_before_what_follows_a_table(word: Open) -> None:
    data = docx(table(["a"]), "b")
    document = word(data)
    answer = document.call("table.create", rows=1, cols=1, scope=document.range_of("b"), location="before")
    document.call("table.setCellText", tableRef=answer["tableId"], row=0, col=0, text="new")
    assert document.paragraphs == ["a", "", "new", "b"]
    assert not harm(data, document.data())
