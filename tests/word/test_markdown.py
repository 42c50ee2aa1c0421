"""The Word tools on Markdown: they speak Markdown, in what they take as in what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Desk

TABLE = "# A\n\n| Item | Price |\n|------|------:|\n| Pen  |     2 |\n| Ink  |     5 |\n\nThe end.\n"


@pytest.fixture
def table(desk: Desk) -> str:
    """The id of a table, with text around it."""
    desk.document(TABLE)
    return range_of(desk, "Pen")


def range_of(desk: Desk, text: str) -> str:
    found: str = desk.call("search", query=text, matchCase=True)["results"][0]["rangeId"]
    return found


def lines(desk: Desk) -> list[str]:
    """The lines of the only table."""
    return [line for line in desk.text.split("\n") if line.startswith("|")]


class TestText:
    def test_is_found_and_told_as_it_is_written(self, desk: Desk) -> None:
        desk.document("a **b** c\n")
        (found,) = desk.call("search", query="**b**")["results"]
        assert (found["text"], found["start"], found["end"]) == ("**b**", 2, 7)
        desk.call("selection_set", **{"from": 2, "to": 7})
        assert desk.call("getSelection")["text"] == "**b**"

    def test_that_is_inserted_is_markdown(self, desk: Desk) -> None:
        desk.document("a b\n")
        answer = desk.call("insertText", text="**c** ", scope=range_of(desk, "b"), location="before")
        assert desk.text == "a **c** b\n"
        assert answer["length"] == 6
        desk.call("editor_undo")
        assert desk.text == "a b\n"

    def test_as_a_paragraph_of_its_own_stands_between_blank_lines(self, desk: Desk) -> None:
        desk.document("a\n\nb\n")
        desk.call("insertText", text="c", scope=range_of(desk, "a"), location="after", newParagraph=True)
        assert desk.text == "a\n\nc\n\nb\n"
        desk.call("insertText", text="# d", scope=range_of(desk, "a"), location="before", newParagraph=True)
        assert desk.text == "# d\n\na\n\nc\n\nb\n"

    def test_refers_to_groups_of_an_expression(self, desk: Desk) -> None:
        desk.document("**Ada Lovelace** and Alan Turing\n")
        answer = desk.call(
            "replace", target="searchQuery", query=r"(A\w+) (\w+)", useRegex=True, matchCase=True, replaceWith="$2, $1"
        )
        assert answer["replaced"] == 2
        assert desk.text == "**Lovelace, Ada** and Turing, Alan\n"
        assert desk.call("editor_undo")

    def test_is_replaced_everywhere_and_its_marks_stay(self, desk: Desk) -> None:
        desk.document("**2024** and *2024*\n")
        answer = desk.call("replace", target="searchQuery", query="2024", replaceWith="2025")
        assert answer["replaced"] == 2
        assert desk.text == "**2025** and *2025*\n"

    def test_at_the_end_of_a_document_with_emoji_and_chinese(self, desk: Desk) -> None:
        desk.document("😀 中文")
        desk.call("insertText", text="。", scope="document", location="end")
        assert desk.text == "😀 中文。"

    def test_of_a_range_keeps_its_id_through_edits(self, desk: Desk) -> None:
        desk.document("a b c\n")
        place = range_of(desk, "b")
        desk.begin("x ")
        desk.call("replace", target=place, replaceWith="d")
        assert desk.text == "x a d c\n"


class TestCreatingATable:
    def test_puts_it_behind_the_block_of_a_range(self, desk: Desk) -> None:
        desk.document("a\nb\n\nc\n")
        place = range_of(desk, "a")
        answer = desk.call("table.create", rows=2, cols=2, header=True, data=[["x", "中文"]], scope=place)
        assert desk.text == "a\nb\n\n| x   | 中文 |\n| --- | ---- |\n|     |      |\n\nc\n"
        assert answer["tableId"].startswith("tableId:")
        desk.call("table.setCellText", tableRef=answer["tableId"], row=1, col=0, text="y")
        assert "| y   |      |" in desk.text

    @pytest.mark.parametrize(
        ("location", "expected"),
        [
            ("start", "| p   |\n| --- |\n\na\n\nb"),
            ("end", "a\n\nb\n\n| p   |\n| --- |"),
        ],
    )
    def test_at_an_end_of_the_document(self, desk: Desk, location: str, expected: str) -> None:
        desk.document("a\n\nb")
        desk.call("table.create", rows=1, cols=1, header=True, data=[["p"]], scope="document", location=location)
        assert desk.text == expected

    def test_without_a_header_has_an_empty_one_that_is_no_row(self, desk: Desk) -> None:
        desk.document("")
        made = desk.call("table.create", rows=2, cols=1, data=[["a"], ["b"]], scope="document", location="end")
        assert desk.text == "|     |\n| --- |\n| a   |\n| b   |"
        answer = desk.call("table.setCellText", tableRef=made["tableId"], row=0, col=0, text="c")
        assert (answer["rows"], answer["cols"]) == (2, 1)
        assert lines(desk)[2] == "| c   |"

    def test_of_a_range_in_a_table_stands_beside_that(self, desk: Desk, table: str) -> None:
        desk.call("table.create", rows=1, cols=1, header=True, data=[["x"]], scope=table, location="before")
        assert desk.text.startswith("# A\n\n| x   |\n| --- |\n\n| Item |")

    def test_stands_in_the_list_item_or_quotation_of_its_place(self, desk: Desk) -> None:
        desk.document("- a\n- b\n\n> c\n")
        desk.call("table.create", rows=1, cols=1, header=True, data=[["x"]], scope=range_of(desk, "a"))
        desk.call("table.create", rows=1, cols=1, header=True, data=[["y"]], scope=range_of(desk, "c"))
        assert desk.text == "- a\n\n  | x   |\n  | --- |\n\n- b\n\n> c\n>\n> | y   |\n> | --- |\n"

    def test_escapes_what_would_end_a_cell(self, desk: Desk) -> None:
        desk.document("")
        desk.call("table.create", rows=1, cols=1, header=True, data=[["a|b\nc"]], scope="document", location="end")
        assert desk.text == "| a\\|b<br>c |\n| --------- |"

    def test_may_wait_as_a_suggestion(self, desk: Desk) -> None:
        desk.document("a\n")
        desk.settings(staging="stage-everything")
        answer = desk.call("table.create", rows=1, cols=1, header=True, data=[["x"]], scope="document", location="end")
        assert (answer["applied"], desk.text) == (False, "a\n")
        desk.begin("new\n\n")
        desk.as_person("suggestion_accept", suggestionId=answer["suggestionId"])
        assert desk.text == "new\n\na\n\n| x   |\n| --- |\n"


class TestRowsAndColumns:
    def test_are_inserted_before_and_after(self, desk: Desk, table: str) -> None:
        answer = desk.call("table.insertRows", tableRef=table, at=0, count=2)
        assert (answer["rows"], answer["cols"]) == (5, 2)
        assert lines(desk)[2:5] == ["|      |       |", "|      |       |", "| Pen  |     2 |"]
        desk.call("table.insertColumns", tableRef=table, at=0, where="before")
        assert lines(desk)[0] == "|   | Item | Price |"
        assert desk.text.endswith("\n\nThe end.\n")

    def test_none_stands_before_the_header(self, desk: Desk, table: str) -> None:
        refusal = desk.refusal("table.insertRows", tableRef=table, at=0, where="before")
        assert (refusal.code, "table_toggle_header_row" in refusal.hint) == ("E_UNSUPPORTED", True)
        assert desk.text == TABLE

    def test_are_deleted_each_once(self, desk: Desk, table: str) -> None:
        answer = desk.call("table.deleteRows", tableRef=table, indexes=[1, 1])
        assert answer["rows"] == 2
        assert lines(desk) == ["| Item | Price |", "|------|------:|", "| Ink  |     5 |"]
        desk.call("table.deleteColumns", tableRef=range_of(desk, "Ink"), indexes=[1])
        assert lines(desk) == ["| Item |", "|------|", "| Ink  |"]

    def test_the_header_can_be_deleted(self, desk: Desk, table: str) -> None:
        answer = desk.call("table.deleteRows", tableRef=table, indexes=[0])
        assert answer["rows"] == 2
        assert lines(desk) == ["|      |       |", "|------|------:|", "| Pen  |     2 |", "| Ink  |     5 |"]
        desk.call("editor_undo")
        assert desk.text == TABLE

    @pytest.mark.parametrize(("tool", "indexes"), [("table.deleteRows", [0, 1, 2]), ("table.deleteColumns", [1, 0])])
    def test_without_any_the_table_is_gone(self, desk: Desk, table: str, tool: str, indexes: list[int]) -> None:
        answer = desk.call(tool, tableRef=table, indexes=indexes)
        assert (answer["rows"], answer["cols"]) == (0, 0)
        assert desk.text == "# A\n\nThe end.\n"
        desk.call("editor_undo")
        assert desk.text == TABLE

    @pytest.mark.parametrize(
        ("tool", "arguments"),
        [
            ("table.deleteRows", {"indexes": [0, 3]}),
            ("table.deleteColumns", {"indexes": [2]}),
            ("table.insertRows", {"at": 3}),
            ("table.insertColumns", {"at": 2}),
            ("table.insertColumns", {"at": 1, "count": 62}),
            ("table.setCellText", {"row": 3, "col": 0, "text": "x"}),
            ("table.setCellText", {"row": 0, "col": 2, "text": "x"}),
        ],
    )
    def test_one_that_is_not_there_refuses_all(
        self, desk: Desk, table: str, tool: str, arguments: dict[str, Any]
    ) -> None:
        assert desk.refusal(tool, tableRef=table, **arguments).code == "E_INVALID_ARG"
        assert desk.text == TABLE

    def test_a_cell_takes_markdown_and_keeps_to_its_line(self, desk: Desk, table: str) -> None:
        desk.call("table.setCellText", tableRef=table, row=1, col=0, text="**a**|\nb")
        assert lines(desk)[2] == "| **a**\\|<br>b |     2 |"

    def test_a_table_keeps_its_id_through_edits(self, desk: Desk) -> None:
        desk.document("a\n")
        made = desk.call("table.create", rows=1, cols=1, header=True, data=[["x"]], scope="document", location="end")
        desk.begin("new\n\n")
        desk.call("table.insertRows", tableRef=made["tableId"], at=0)
        assert desk.call("table.setCellText", tableRef=made["rangeId"], row=1, col=0, text="y")["rows"] == 2
        assert desk.text == "new\n\na\n\n| x   |\n| --- |\n| y   |\n"


class TestWhatMarkdownHasNot:
    def test_merged_cells(self, desk: Desk, table: str) -> None:
        refusal = desk.refusal("table.mergeCells", tableRef=table, startRow=0, startCol=0, rowSpan=1, colSpan=2)
        assert (refusal.code, "table.setCellText" in refusal.hint) == ("E_UNSUPPORTED", True)

    @pytest.mark.parametrize("style", ["Table Grid", {"firstRow": True}])
    def test_table_styles(self, desk: Desk, table: str, style: object) -> None:
        assert desk.refusal("table.applyStyle", tableRef=table, style=style).code == "E_UNSUPPORTED"

    def test_a_table_where_there_is_none(self, desk: Desk, table: str) -> None:
        outside = range_of(desk, "The end")
        assert desk.refusal("table.insertRows", tableRef=outside, at=0).code == "E_NOT_FOUND"
        assert desk.refusal("table.insertRows", tableRef="tableId:none", at=0).code == "E_NOT_FOUND"
        assert table


STYLED: list[tuple[str, str, dict[str, Any], str]] = [
    ("one two", "one two", {"namedStyle": "Heading 1"}, "# one two"),
    ("one two", "two", {"namedStyle": "heading2"}, "## one two"),
    ("# one two", "two", {"namedStyle": "Normal"}, "one two"),
    ("one two", "two", {"namedStyle": "Quote"}, "> one two"),
    ("one two", "two", {"namedStyle": "List Bullet"}, "- one two"),
    ("- one two", "two", {"namedStyle": "List Bullet"}, "- one two"),
    ("one two", "two", {"namedStyle": "List Number"}, "1. one two"),
    ("- one two", "two", {"namedStyle": "Normal"}, "one two"),
    ("one two", "two", {"namedStyle": "Strong"}, "one **two**"),
    ("one two", "two", {"char": {"bold": True, "italic": True}}, "one ***two***"),
    ("one **two**", "two", {"char": {"bold": False}}, "one two"),
    ("one **two**", "two", {"char": {"bold": True}}, "one **two**"),
    ("one two", "two", {"char": {"strikeThrough": True}}, "one ~~two~~"),
    ("one two", "two", {"char": {"highlight": "yellow"}}, "one ==two=="),
    ("one ==two==", "two", {"char": {"highlight": "none"}}, "one two"),
    ("one two", "two", {"char": {"underline": "single"}}, "one <u>two</u>"),
    ("one two", "two", {"para": {"list": "number"}}, "1. one two"),
    ("1. one two", "two", {"para": {"list": "none"}}, "one two"),
    ("one **two**", "two", {"resetDirectFormatting": True}, "one two"),
    ("one two", "two", {"namedStyle": "Heading 3", "char": {"italic": True}}, "### one *two*"),
    ("one two", "two", {"namedStyle": "Strong", "char": {"bold": False}}, "one two"),
    ("one two", "two", {"namedStyle": "Strong", "char": {"bold": False}, "precedence": "overridesThenStyle"},
     "one **two**"),
]  # fmt: skip


class TestStyles:
    @pytest.mark.parametrize(("before", "target", "said", "after"), STYLED)
    def test_become_blocks_lists_and_marks(
        self, desk: Desk, before: str, target: str, said: dict[str, Any], after: str
    ) -> None:
        desk.document(f"{before}\n")
        applied = desk.call("applyStyle", scope=f"rangeId:{range_of(desk, target)}", **said)
        assert applied["applied"]
        assert desk.text == f"{after}\n"
        if before != after:
            desk.call("editor_undo")
        assert desk.text == f"{before}\n"

    @pytest.mark.parametrize(
        ("said", "code"),
        [
            ({"namedStyle": "Grid Table 4"}, "E_NOT_FOUND"),
            ({"char": {"fontSize": 12}}, "E_UNSUPPORTED"),
            ({"char": {"color": "#FF0000"}}, "E_UNSUPPORTED"),
            ({"para": {"alignment": "center"}}, "E_UNSUPPORTED"),
            ({}, "E_INVALID_ARG"),
        ],
    )
    def test_without_a_word_for_them_are_refused(self, desk: Desk, said: dict[str, Any], code: str) -> None:
        desk.document("one two\n")
        assert desk.refusal("applyStyle", scope="document", **said).code == code
        assert desk.text == "one two\n"

    def test_that_are_listed_can_be_applied(self, desk: Desk) -> None:
        listed = desk.call("listStyles")
        names = [each["name"] for kind in ("paragraphStyles", "characterStyles") for each in listed[kind]]
        assert "Heading 1" in names
        assert listed["tableStyles"] == []
        for name in names:
            desk.document("one two\n")
            assert desk.call("applyStyle", scope=f"rangeId:{range_of(desk, 'two')}", namedStyle=name)["applied"]
