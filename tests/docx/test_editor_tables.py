"""Tables at the cursor in a Word document, and tables edited as a whole."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx import sample
from tests.docx.elsewhere import entries
from tests.docx.gallery import GALLERY
from tests.docx.specimen import (
    block_raw,
    bookmark,
    bookmark_end,
    bookmark_start,
    cell,
    comment,
    comment_end,
    comment_start,
    control_around,
    deleted,
    docx,
    endnote,
    footnote,
    inserted,
    p,
    picture,
    row,
    table,
    textbox,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.page import Page

    Editor = Callable[[bytes], Page]

PLAIN = docx("before", table(row("Item", "Price", header=True), ["Pen", "2"], ["Ink", "3"]), "after")
MERGED = docx(
    "a",
    table(
        row("H", "I", "J", header=True),
        row(cell("wide", span=2), "c"),
        row(cell("tall", merge="restart"), "w", "z"),
        row(cell("", merge="continue"), "w2", "z2"),
    ),
    "b",
)


def cells(page: Page) -> list[list[str]]:
    """The texts of the first table's cells."""
    tree = page.ask("get_document_ast")
    found: dict[str, Any] = next(each for each in tree["children"] if each["type"] == "table")
    return [["/".join(_texts(each)) for each in line["children"]] for line in found["children"]]


def _texts(block: dict[str, Any]) -> list[str]:
    return [block["content"]] if "content" in block else [t for child in block["children"] for t in _texts(child)]


class TestInserting:
    @pytest.mark.parametrize(
        ("at", "text"), [(0, "\n\n\n\nThe Fee"), (3, "The\n\n\n\n\n Fee"), (7, "The Fee\n\n\n\n\n")]
    )
    def test_a_table_is_a_block_of_its_own(self, editor: Editor, at: int, text: str) -> None:
        page = editor(docx("The Fee"))
        page.point("The", at).act("table_insert", rows=2, cols=2)
        assert page.whole == text
        assert page.source.count("<w:tblHeader/>") == 1

    def test_the_cursor_moves_into_its_first_cell(self, editor: Editor) -> None:
        page = editor(docx("one", "The Fee"))
        page.point("Fee").do("table_insert", rows=2, cols=2)
        assert page.selection == (9, 9)
        assert page.ask("cursor_get_context")["block"]["inTable"]

    def test_without_a_header_row(self, editor: Editor) -> None:
        page = editor(docx("The Fee"))
        page.point("Fee").act("table_insert", rows=1, cols=3, withHeaderRow=False)
        assert "tblHeader" not in page.source

    def test_in_a_cell_and_in_an_empty_document(self, editor: Editor) -> None:
        page = editor(PLAIN)
        page.point("Pen").act("table_insert", rows=1, cols=1)
        assert page.source.count("<w:tbl>") == 2
        editor(docx("")).act("table_insert", rows=1, cols=1)

    def test_it_can_wait_as_a_suggestion(self, editor: Editor) -> None:
        page = editor(docx("one", "two"))
        page.point("two").staged("table_insert", rows=2, cols=2)
        assert page.source.count("<w:tbl>") == 1


class TestRowsAndColumns:
    def test_rows_come_and_go_and_the_cursor_goes_with_them(self, editor: Editor) -> None:
        page = editor(PLAIN)
        page.point("Pen").act("table_add_row", position="after")
        assert cells(page) == [["Item", "Price"], ["Pen", "2"], ["", ""], ["Ink", "3"]]
        page.point("2", 2).act("table_delete_row")
        assert cells(page) == [["Item", "Price"], ["Pen", "2"], ["Ink", "3"]]
        page.point("3").do("table_delete_row")
        assert cells(page) == [["Item", "Price"], ["Pen", "2"]]
        assert page.selection == (page.whole.index("2"),) * 2
        page.do("table_add_column", position="before")
        assert page.selection == (page.whole.index("2") - 1,) * 2

    def test_nothing_goes_before_a_header_row(self, editor: Editor) -> None:
        page = editor(PLAIN)
        assert page.point("Item").declines("table_add_row", position="before").code == "E_UNSUPPORTED"
        page.act("table_toggle_header_row")
        page.act("table_add_row", position="before")
        assert cells(page)[0] == ["", ""]

    def test_columns_come_and_go(self, editor: Editor) -> None:
        page = editor(PLAIN)
        page.point("2").act("table_add_column", position="before")
        assert cells(page) == [["Item", "", "Price"], ["Pen", "", "2"], ["Ink", "", "3"]]
        page.point("2").act("table_delete_column")
        page.point("Pen", 4).act("table_delete_column")
        assert cells(page) == [["Item"], ["Pen"], ["Ink"]]
        assert page.declines("table_delete_column").code == "E_UNSUPPORTED"

    def test_merged_cells_grow_and_shrink(self, editor: Editor) -> None:
        page = editor(MERGED)
        page.point("tall").act("table_add_row", position="after")
        assert page.source.count("<w:vMerge/>") + page.source.count('<w:vMerge w:val="continue"/>') == 2
        page.point("wide").act("table_add_column", position="after")
        assert cells(page)[1] == ["wide", "", "c"]
        page.point("w2").act("table_add_column", position="before")
        assert '<w:gridSpan w:val="3"/>' in page.source
        page.point("tall").act("table_delete_row")
        assert page.source.count('<w:vMerge w:val="restart"/>') == 1

    def test_a_footnote_does_not_go_with_a_row_or_column(self, editor: Editor) -> None:
        page = editor(docx(table(["a", "b"], [cell(p("x", footnote("n"))), cell(p("y", picture()))]), ""))
        for tool in ("table_delete_row", "table_delete_column", "table_delete"):
            refused = page.point("x").declines(tool)
            assert (refused.code, "a footnote" in refused.message) == ("E_UNSUPPORTED", True)
        page.point("a").act("table_delete_row")

    def test_outside_of_a_table_there_is_nothing_to_change(self, editor: Editor) -> None:
        page = editor(PLAIN)
        for tool, wish in (("table_delete", {}), ("table_add_row", {"position": "after"}), ("table_delete_row", {})):
            assert page.point("after").declines(tool, **wish).code == "E_NOT_FOUND"

    def test_the_header_row_is_turned_off_and_on(self, editor: Editor) -> None:
        page = editor(PLAIN)
        first = page.source
        page.point("Pen").act("table_toggle_header_row")
        assert "tblHeader" not in page.source
        page.act("table_toggle_header_row")
        assert page.source.replace("<w:trPr></w:trPr>", "") == first or "<w:tblHeader/>" in page.source


class TestDeleting:
    def test_the_table_at_the_cursor_goes(self, editor: Editor) -> None:
        page = editor(PLAIN)
        page.point("Pen").act("table_delete")
        assert page.whole == "before\nafter"

    def test_a_table_in_a_cell_goes_alone(self, editor: Editor) -> None:
        page = editor(GALLERY["nested tables"])
        page.point("ner").act("table_delete")
        assert page.whole.startswith("outer\n\nbeside")

    def test_two_tables_never_touch(self, editor: Editor) -> None:
        page = editor(docx(table(["one"]), "between", table(["two"]), ""))
        page.point("two").act("table_delete")
        assert page.whole == "one\nbetween\n"

    def test_nor_if_the_paragraph_between_them_goes(self, editor: Editor) -> None:
        page = editor(docx(table(["a"]), "between", table(["b"]), p(textbox(table(["c"]), "boxed", table(["d"]), ""))))
        assert "two tables would touch" in page.refuses_deletion("between").message
        assert "two tables would touch" in page.refuses_deletion("boxed", story="textboxes").message


class TestModifying:
    def test_operations_are_carried_out_in_order_as_one_change(self, editor: Editor) -> None:
        page = editor(PLAIN)
        page.act(
            "table_modify",
            nodeId="table-0",
            operations=[
                {"type": "setCellContent", "row": 1, "col": 1, "content": "two"},
                {"type": "addRow", "cells": ["Cap", "1"]},
                {"type": "addColumn", "at": 1, "header": "Qty", "cells": ["x"]},
                {"type": "deleteRow", "at": 2},
                {"type": "deleteColumn", "at": 0},
                {"type": "setHeaderRow", "enabled": False},
            ],
        )
        assert cells(page) == [["Qty", "Price"], ["x", "two"], ["", "1"]]
        assert "tblHeader" not in page.source

    def test_content_is_markdown_within_a_line(self, editor: Editor) -> None:
        page = editor(PLAIN)
        change = [
            {"type": "setCellContent", "row": 1, "col": 0, "content": "**Pen** 1. # x\n- y"},
            {"type": "addRow", "cells": ["2.", "[site](https://example.org/)"]},
        ]
        page.act("table_modify", nodeId="table-0", operations=change)
        assert cells(page) == [["Item", "Price"], ["Pen 1. # x/- y", "2"], ["Ink", "3"], ["2.", "site"]]
        assert page.runs("# x")[0] == ("Pen", "b")
        assert page.count("w:hyperlink", said="site") == {"w:hyperlink": 1}

    @pytest.mark.parametrize(
        ("row", "col", "covered", "first"),
        [(3, 0, "rows 2 to 3, column 0", "row 2, column 0"), (1, 1, "row 1, columns 0 to 1", "row 1, column 0")],
    )
    def test_a_place_inside_a_merged_cell_is_refused(
        self, editor: Editor, row: int, col: int, covered: str, first: str
    ) -> None:
        page = editor(MERGED)
        change = [{"type": "setCellContent", "row": row, "col": col, "content": "new"}]
        refused = page.declines("table_modify", nodeId="table-0", operations=change)
        assert refused.code == "E_INVALID_ARG"
        assert covered in refused.message
        assert first in refused.hint

    def test_two_columns_of_a_merged_cell_do_not_overwrite_each_other(self, editor: Editor) -> None:
        page = editor(MERGED)
        change = [{"type": "setCellContent", "row": 1, "col": col, "content": f"new {col}"} for col in range(3)]
        assert "Operation 1" in page.declines("table_modify", nodeId="table-0", operations=change).message
        page.act("table_modify", nodeId="table-0", operations=[change[0], change[2]])
        assert cells(page)[1] == ["new 0", "new 2"]

    def test_all_or_nothing(self, editor: Editor) -> None:
        page = editor(PLAIN)
        operations = [{"type": "deleteRow", "at": 1}, {"type": "deleteRow", "at": 7}]
        refused = page.declines("table_modify", nodeId="table-0", operations=operations)
        assert refused.message.startswith("Operation 1 (deleteRow): There is no row 7")
        assert page.declines("table_modify", nodeId="p-0", operations=operations).code == "E_INVALID_ARG"

    def test_names_last_through_it(self, editor: Editor) -> None:
        page = editor(PLAIN)
        page.blocks()
        for _ in range(2):
            page.act("table_modify", nodeId="table-0", operations=[{"type": "addRow"}])
        assert len(cells(page)) == 5

    def test_tracked_text_in_a_cell_is_replaced_and_others_stay(self, editor: Editor) -> None:
        page = editor(docx(table([cell(p("a", inserted("b"))), cell(p("c", inserted("d")))]), ""))
        change = [{"type": "setCellContent", "row": 0, "col": 0, "content": "x\ny"}]
        page.act("table_modify", nodeId="table-0", operations=change)
        assert cells(page) == [["x/y", "cd"]]
        assert page.source.count("<w:ins ") == 1


SERVICES = docx(
    table(
        row("Service", "Unit", "Fee", header=True),
        ["Advice", "day", "1,150"],
        row(cell("Travel at cost.", span=3)),
    ),
    "end",
)


def add_row(*texts: str, at: int | None = None) -> dict[str, Any]:
    """The arguments of a tool that adds a row to the first table."""
    wish = {"type": "addRow", "cells": list(texts), **({} if at is None else {"at": at})}
    return {"nodeId": "table-0", "operations": [wish]}


class TestRowsBesideMergedCells:
    def test_a_row_has_a_cell_for_each_content(self, editor: Editor) -> None:
        page = editor(SERVICES)
        page.act("table_modify", **add_row("Training", "day", "900"))
        assert cells(page)[2:] == [["Travel at cost."], ["Training", "day", "900"]]
        assert page.source.count("<w:gridSpan ") == 1

    def test_it_can_wait_as_a_suggestion(self, editor: Editor) -> None:
        page = editor(SERVICES)
        page.staged("table_modify", **add_row("Training", "day", "900"))
        assert cells(page)[3] == ["Training", "day", "900"]

    def test_a_row_of_the_sample_has_a_cell_for_each_content(self, editor: Editor) -> None:
        page = editor(sample.agreement())
        page.act("table_modify", **add_row("Training", "day", "900"))
        assert cells(page)[-1] == ["Training", "day", "900"]

    def test_a_row_like_a_merged_one_gets_as_many_contents_as_that_has_cells(self, editor: Editor) -> None:
        page = editor(docx(table(["a", "b", "c"], [cell("Total", span=2), "7"]), ""))
        page.act("table_modify", **add_row("Tax", "1"))
        assert cells(page)[1:] == [["Total", "7"], ["Tax", "1"]]
        page.act("table_modify", **add_row("Advice", "day", "9"))
        assert cells(page)[-1] == ["Advice", "day", "9"]

    def test_fewer_contents_than_columns_fill_the_first(self, editor: Editor) -> None:
        page = editor(SERVICES)
        page.act("table_modify", **add_row("Training", "day"))
        assert cells(page)[-1] == ["Training", "day", ""]

    def test_one_content_beside_a_merged_cell_gets_one_like_it(self, editor: Editor) -> None:
        page = editor(SERVICES)
        page.act("table_modify", **add_row("Paid in advance."))
        assert cells(page)[-1] == ["Paid in advance."]

    def test_where_every_row_is_merged_its_cells_are_parted(self, editor: Editor) -> None:
        page = editor(docx(table([cell("one", span=3)], [cell("two", span=2), "b"]), ""))
        page.act("table_modify", **add_row("x", "y", "z"))
        assert cells(page) == [["one"], ["two", "b"], ["x", "y", "z"]]

    def test_a_row_without_contents_is_like_the_one_before_it(self, editor: Editor) -> None:
        page = editor(SERVICES)
        page.act("table_modify", nodeId="table-0", operations=[{"type": "addRow"}])
        assert cells(page)[-1] == [""]

    def test_a_new_row_inside_a_tall_cell_does_not_overwrite_it(self, editor: Editor) -> None:
        page = editor(MERGED)
        refused = page.declines("table_modify", **add_row("x", "y", "z", at=3))
        assert (refused.code, "rows 2 to 4, column 0" in refused.message) == ("E_UNSUPPORTED", True)
        page.act("table_modify", **add_row("", "y", "z", at=3))
        assert "tall" in page.whole
        assert cells(page)[3][-2:] == ["y", "z"]

    def test_a_new_row_inside_a_large_cell_keeps_it_whole(self, editor: Editor) -> None:
        large = (row(cell("large", span=2, merge="restart"), "c"), row(cell("", span=2, merge="continue"), "d"))
        page = editor(docx(table(["H", "I", "J"], *large), ""))
        page.act("table_modify", **add_row("", "", "x", at=2))
        assert "large" in page.whole
        assert page.source.count('<w:gridSpan w:val="2"/>') == 3
        assert page.declines("table_modify", **add_row("", "lost", "x", at=2)).code == "E_UNSUPPORTED"

    def test_a_new_column_inside_a_wide_cell_does_not_overwrite_it(self, editor: Editor) -> None:
        page = editor(MERGED)
        column = {"type": "addColumn", "at": 1, "header": "N", "cells": ["x", "y", "z"]}
        refused = page.declines("table_modify", nodeId="table-0", operations=[column])
        assert (refused.code, "row 1, columns 0 to 2" in refused.message) == ("E_UNSUPPORTED", True)
        page.act("table_modify", nodeId="table-0", operations=[{**column, "cells": ["", "y", "z"]}])
        assert cells(page)[:3] == [["H", "N", "I", "J"], ["wide", "c"], ["tall", "y", "w", "z"]]


def named(page: Page, said: str) -> str:
    """The name of the place where a text stands."""
    found: str = page.ask("search", query=said, matchCase=True)["results"][0]["rangeId"]
    return found


def held(page: Page) -> Counter[str]:
    """What the document holds beside cells, and each word."""
    return Counter(
        re.findall(
            r"<w:(?:sdt|tbl|bookmarkStart|bookmarkEnd|del|moveFrom|footnoteReference)(?= |>)|\w+(?=</w:)", page.source
        )
    )


class TestMerging:
    """What several cells hold, one of them holds, as it was."""

    @pytest.mark.parametrize(("height", "width"), [(1, 2), (2, 1), (2, 2)])
    def test_nothing_is_lost_or_there_twice(self, editor: Editor, height: int, width: int) -> None:
        marked = block_raw('<w:bookmarkStart w:id="77" w:name="x"/><w:p/><w:bookmarkEnd w:id="77"/>')
        beside = cell(control_around("One", "control", tag="client"), table(["One", "table"]), marked, "")
        below = cell(p(bookmark("y")), p(deleted("Struck")), control_around("Other", tag="other"), "last")
        page = editor(docx(table(["first", beside], [below, p_only("z")]), "end"))
        before = held(page)
        page.act("table.mergeCells", tableRef=named(page, "first"), **area(height, width))
        assert held(page) == before

    def test_a_cell_that_holds_a_mark_alone_does_not_keep_it_too(self, editor: Editor) -> None:
        page = editor(docx(table(["first", "b"], [p_only("mark"), "d"]), "end"))
        page.act("table.mergeCells", tableRef=named(page, "first"), **area(2, 1))
        assert page.source.count("<w:bookmarkStart ") == 1

    def test_cells_without_properties(self, editor: Editor) -> None:
        bare = "".join(f"<w:tc><w:p><w:r><w:t>{said}</w:t></w:r></w:p></w:tc>" for said in ("c", "d"))
        made = docx(block_raw(f"<w:tbl><w:tblPr/><w:tblGrid/>{f'<w:tr>{bare}</w:tr>' * 2}</w:tbl>"), "end")
        page = editor(made)
        before = held(page)
        page.act("table.mergeCells", tableRef=named(page, "c"), **area(2, 1))
        assert held(page) == before

    def test_a_control_around_a_cell_does_not_stay_behind(self, editor: Editor) -> None:
        page = editor(docx(table(["first", control_around(cell("b"), tag="client")]), "end"))
        refused = page.declines("table.mergeCells", tableRef=named(page, "first"), **area(1, 2))
        assert "content control stands around a cell" in refused.message

    @pytest.mark.parametrize(("height", "width"), [(1, 2), (2, 2)])
    def test_a_tall_cell_is_not_cut(self, editor: Editor, height: int, width: int) -> None:
        below = (row("c", cell(merge="continue")), row("d", cell(merge="continue")))
        page = editor(docx(table(row("first", cell("tall", merge="restart")), *below), "end"))
        refused = page.declines("table.mergeCells", tableRef=named(page, "first"), **area(height, width))
        assert refused.message == "The area cuts another merged area."

    def test_how_a_cell_was_before_a_tracked_change_does_not_count(self, editor: Editor) -> None:
        stamp = 'w:id="5" w:author="Ann" w:date="2024-01-02T03:04:05Z"'
        was = f'<w:tcPrChange {stamp}><w:tcPr><w:gridSpan w:val="2"/></w:tcPr></w:tcPrChange>'
        properties = f'<w:tcPr><w:tcW w:w="900" w:type="dxa"/>{was}</w:tcPr>'
        changed = f"<w:tc>{properties}<w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc>"
        other = "<w:tc><w:tcPr/><w:p><w:r><w:t>d</w:t></w:r></w:p></w:tc>"
        grid = '<w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid>'
        page = editor(docx(block_raw(f"<w:tbl><w:tblPr/>{grid}<w:tr>{changed}{other}</w:tr></w:tbl>"), "end"))
        page.act("table.mergeCells", tableRef=named(page, "c"), **area(1, 2))
        assert f'<w:tcW w:w="900" w:type="dxa"/><w:gridSpan w:val="2"/>{was}</w:tcPr>' in page.source


def area(height: int, width: int) -> dict[str, int]:
    return {"startRow": 0, "startCol": 0, "rowSpan": height, "colSpan": width}


def p_only(name: str) -> Any:
    """A cell with a bookmark and no word."""
    return cell(p(bookmark(name)))


class TestControlsAndRanges:
    def test_a_control_goes_with_the_row_or_cell_that_it_is_around(self, editor: Editor) -> None:
        item = control_around(row("c", "d"), tag="item")
        page = editor(docx(table([control_around(cell("a"), tag="cell"), "b"], item, ["e", "f"]), "end"))
        page.act("table.deleteRows", tableRef=named(page, "b"), indexes=[1])
        assert (page.source.count("<w:sdt>"), "<w:sdtContent></w:sdtContent>" in page.source) == (1, False)
        page.act("table.deleteColumns", tableRef=named(page, "b"), indexes=[0])
        assert "<w:sdt>" not in page.source

    def test_a_control_around_more_stays(self, editor: Editor) -> None:
        page = editor(docx(table(["a", "b"], control_around(row("c", "d"), row("e", "f"), tag="items")), "end"))
        page.act("table.deleteRows", tableRef=named(page, "b"), indexes=[1])
        assert page.source.count("<w:sdt>") == 1
        page.act("table.deleteRows", tableRef=named(page, "b"), indexes=[1])
        assert "<w:sdt>" not in page.source

    @pytest.mark.parametrize("is_inside", [True, False])
    def test_what_is_locked_stays(self, editor: Editor, is_inside: bool) -> None:
        lock = '<w:lock w:val="sdtLocked"/>'
        locked = row(cell(control_around("c", kind=lock))) if is_inside else control_around(row("c"), kind=lock)
        page = editor(docx(table(["a"], locked), "end"))
        wish = {"tableRef": named(page, "a"), "indexes": [1], "allowObjects": True}
        assert "locked" in page.declines("table.deleteRows", **wish).message

    def test_a_control_is_not_left_without_its_table(self, editor: Editor) -> None:
        page = editor(docx("before", control_around(table(["a"]), tag="client"), "end"))
        refused = page.declines("table.deleteRows", tableRef=named(page, "a"), indexes=[0])
        assert "all that a content control holds" in refused.message

    @pytest.mark.parametrize(("tool", "index"), [("table.deleteRows", 1), ("table.deleteColumns", 0)])
    def test_notes_and_comments_go_with_what_refers_to_them(self, editor: Editor, tool: str, index: int) -> None:
        gone = cell(p("c", footnote("footnote gone")), p(comment("comment gone", "d"), endnote("endnote gone")))
        kept = p("end", footnote("footnote kept"), comment("comment kept", "e"), endnote("endnote kept"))
        page = editor(docx(table(["a", "b"], [gone, "f"]), kept))
        page.act(tool, tableRef=named(page, "b"), indexes=[index], allowObjects=True)
        for kind in ("footnote", "endnote", "comment"):
            said = entries(page.now)[f"word/{kind}s.xml"].decode()
            assert (f"{kind} gone" in said, f"{kind} kept" in said) == (False, True)

    def test_a_comment_that_begins_elsewhere_does_not_end_nowhere(self, editor: Editor) -> None:
        page = editor(docx(p(comment_start("Why?"), "begin"), table(["a"], [cell(p("c", comment_end("Why?")))]), "end"))
        wish = {"tableRef": named(page, "a"), "indexes": [1], "allowObjects": True}
        assert "A comment ends in the cells that begins elsewhere" in page.declines("table.deleteRows", **wish).message

    @pytest.mark.parametrize(("tool", "index"), [("table.deleteRows", 1), ("table.deleteColumns", 0)])
    def test_a_range_that_goes_on_elsewhere_keeps_both_ends(self, editor: Editor, tool: str, index: int) -> None:
        gone = cell(p("c", bookmark_end("x")), p(comment_start("Why?"), "d"))
        page = editor(
            docx(p(bookmark_start("x"), "start"), table(["a", "b"], [gone, "e"]), p("end", comment_end("Why?")))
        )
        page.act(tool, tableRef=named(page, "b"), indexes=[index])
        for tag in ("bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd"):
            assert page.source.count(f"<w:{tag} ") == 1
