"""Lists at the cursor in a Word document, and lists edited as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docx.gallery import GALLERY
from tests.docx.specimen import (
    block_raw,
    bold,
    cell,
    control,
    control_around,
    docx,
    field,
    footnote,
    heading,
    inserted,
    item,
    p,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.page import Page

    Editor = Callable[[bytes], Page]


def labels(page: Page) -> list[str]:
    """What stands before each paragraph, with its text."""
    return [f"{row['list_label']} {row['clean_text']}".strip() for row in page.rows()]


def test_where_there_is_no_paragraph_there_is_no_list(editor: Editor) -> None:
    page = editor(docx(block_raw("")))
    for tool, arguments in (("list_toggle", {"type": "bullet"}), ("list_indent", {}), ("list_outdent", {})):
        assert page.declines(tool, **arguments).code == "E_NOT_FOUND"


class TestMaking:
    @pytest.mark.parametrize(
        ("kind", "said", "list_type"),
        [("bullet", "• two", "bulletList"), ("ordered", "1. two", "orderedList"), ("task", "• ☐ two", "taskList")],
    )
    def test_a_paragraph_becomes_an_item(self, editor: Editor, kind: str, said: str, list_type: str) -> None:
        page = editor(docx("one", p("two", footnote("more")), "three"))
        page.point("two").act("list_toggle", type=kind)
        assert labels(page) == ["one", f"{said}\ufffc", "three"]
        assert [each["type"] for each in page.ask("list_blocks", type="list")] == [list_type]
        page.act("list_toggle", type=kind)
        assert labels(page) == ["one", "two\ufffc", "three"]
        assert "<w:pPr>" not in page.source

    def test_each_selected_paragraph_becomes_an_item_of_one_list(self, editor: Editor) -> None:
        page = editor(docx("one", p("two ", field("PAGE", "1")), "", p("three", inserted(" more")), "four"))
        page.select("one", "three").act("list_toggle", type="ordered")
        assert labels(page) == ["1. one", "2. two 1", "", "3. three more", "four"]

    def test_the_documents_own_kind_of_list_is_used(self, editor: Editor) -> None:
        page = editor(docx(item("old", list=1), "between", "new"))
        page.point("new").act("list_toggle", type="bullet")
        assert '<w:numId w:val="1"/>' in page.xml("new")

    def test_a_paragraph_behind_a_list_gets_the_next_number(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two"), "three", "four"))
        page.point("three").act("list_toggle", type="ordered")
        assert labels(page) == ["1. one", "2. two", "3. three", "four"]

    def test_a_paragraph_before_a_list_is_counted_in(self, editor: Editor) -> None:
        page = editor(docx("zero", "one", item("two"), item("three")))
        page.point("one").act("list_toggle", type="ordered")
        assert labels(page) == ["zero", "1. one", "2. two", "3. three"]

    def test_a_new_list_of_numbers_counts_from_one_and_others_stay(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two"), "between", "new", "between", item("three")))
        page.point("new").act("list_toggle", type="ordered")
        assert labels(page) == ["1. one", "2. two", "between", "1. new", "between", "3. three"]

    def test_in_a_cell_a_control_and_an_empty_paragraph(self, editor: Editor) -> None:
        page = editor(docx(table(["Item", cell("a", "b")]), control_around("in", "side"), ""))
        page.select("a", "b").act("list_toggle", type="bullet")
        page.point("side").act("list_toggle", type="ordered")
        assert labels(page) == ["Item", "• a", "• b", "in", "1. side", ""]

    @pytest.mark.parametrize(
        "block", [heading("Fees"), p("", properties="<w:pBdr><w:bottom w:val='single'/></w:pBdr>")]
    )
    def test_what_cannot_be_an_item_is_refused(self, editor: Editor, block: object) -> None:
        page = editor(docx(block, "one"))  # type: ignore[arg-type]
        page._desk.call("cursor_set_position", position=0)
        assert page.declines("list_toggle", type="bullet").code == "E_UNSUPPORTED"

    def test_over_the_border_of_a_table_is_refused(self, editor: Editor) -> None:
        page = editor(docx("one", table(["Item", "Price"]), "two"))
        assert page.select("one", "two").declines("list_toggle", type="bullet").code == "E_UNSUPPORTED"

    def test_it_can_wait_as_a_suggestion(self, editor: Editor) -> None:
        page = editor(docx("one", "two"))
        page.select("one", "two").staged("list_toggle", type="task")
        assert labels(page) == ["• ☐ one", "• ☐ two"]


class TestConverting:
    def test_the_whole_list_becomes_one_of_another_kind_and_nested_ones_stay(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("deep", level=1, list=1), item("two"), "after"))
        page.point("one").act("list_toggle", type="bullet")
        assert labels(page) == ["• one", "◦ deep", "• two", "after"]
        page.act("list_toggle", type="ordered")
        assert labels(page) == ["1. one", "◦ deep", "2. two", "after"]

    def test_boxes_come_and_go(self, editor: Editor) -> None:
        page = editor(docx(item("☒ done", list=1), item(bold("☐ "), "open", list=1)))
        page.point("open").act("list_toggle", type="ordered")
        assert labels(page) == ["1. done", "2. open"]
        page.act("list_toggle", type="task")
        assert labels(page) == ["• ☐ done", "• ☐ open"]

    def test_turned_off_what_was_nested_is_a_list_of_its_own(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("a", level=1), item("b", level=1), item("two")))
        page.point("one").act("list_toggle", type="ordered")
        assert labels(page) == ["one", "1. a", "2. b", "two"]

    def test_a_nested_list_turned_off_goes_on_with_its_item(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("a", level=1), item("two")))
        page.point("a").act("list_toggle", type="ordered")
        assert labels(page) == ["1. one", "a", "2. two"]
        assert [each[0] for each in page.blocks()] == ["ol-0", "li-0", "p-0", "p-1", "li-1", "p-2"]

    def test_a_style_that_numbers_gives_way(self, editor: Editor) -> None:
        page = editor(docx("text", p("one", style="ListBullet"), p("two", style="ListBullet")))
        page.point("one").act("list_toggle", type="bullet")
        assert labels(page) == ["text", "one", "two"]
        assert "ListBullet" not in page.source


class TestNesting:
    def test_an_item_is_nested_with_all_that_is_in_it(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two"), item("a", level=1), p("goes", indent=1080), item("three")))
        page.point("two").act("list_indent")
        assert labels(page) == ["1. one", "(a) two", "(i) a", "goes", "2. three"]
        assert '<w:ind w:left="1440" w:firstLine="0"/>' in page.xml("goes")
        page.act("list_outdent")
        assert labels(page) == ["1. one", "2. two", "(a) a", "goes", "3. three"]

    def test_it_joins_the_list_that_is_there(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("dot", level=1, list=1), item("two")))
        page.point("two").act("list_indent")
        assert labels(page) == ["1. one", "◦ dot", "◦ two"]

    def test_all_selected_items_are_nested(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two"), item("three"), item("four")))
        page.select("two", "three").act("list_indent")
        assert labels(page) == ["1. one", "(a) two", "(b) three", "2. four"]
        page.act("list_outdent")
        assert labels(page) == ["1. one", "2. two", "3. three", "4. four"]

    def test_what_follows_an_outdented_item_becomes_part_of_it(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("a", level=1), item("b", level=1), item("c", level=1)))
        page.point("b").act("list_outdent")
        assert labels(page) == ["1. one", "(a) a", "2. b", "(a) c"]

    def test_a_list_of_one_level_gets_a_deeper_one(self, editor: Editor) -> None:
        page = editor(docx(p("one", style="ListBullet"), p("two", style="ListBullet")))
        page.point("two").act("list_indent")
        assert [each["nodeId"] for each in page.ask("list_blocks", type="list")] == ["ul-0", "ul-1"]
        assert labels(page)[1].split()[0] not in ("", "two")

    def test_what_has_no_place_is_refused(self, editor: Editor) -> None:
        page = editor(
            docx(item("one"), *(item(str(level), level=level) for level in range(1, 9)), item("x", level=8), "p")
        )
        assert page.point("one").declines("list_indent").code == "E_UNSUPPORTED"
        assert page.declines("list_outdent").code == "E_UNSUPPORTED"
        assert page.point("x").declines("list_indent").code == "E_UNSUPPORTED"
        assert page.point("p").declines("list_indent").code == "E_UNSUPPORTED"


class TestModifying:
    def test_operations_are_carried_out_in_order_as_one_change(self, editor: Editor) -> None:
        page = editor(docx("before", item("one"), item("a", level=1), item("two"), "after"))
        page.act(
            "list_modify",
            nodeId="ol-0",
            operations=[
                {"type": "setItemContent", "index": 0, "content": "first"},
                {"type": "addItem", "content": "last"},
                {"type": "addItem", "index": 1, "content": "z"},
                {"type": "outdent", "index": 2},
                {"type": "deleteItem", "index": 3},
            ],
        )
        assert labels(page) == ["before", "1. first", "(a) z", "2. a", "3. last", "after"]

    def test_content_is_markdown(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("a", level=1), item("two")))
        page.act(
            "list_modify",
            nodeId="ol-0",
            operations=[
                {"type": "setItemContent", "index": 0, "content": "the **first**\n\ngoes on"},
                {"type": "addItem", "index": 2, "content": "*new* one"},
            ],
        )
        assert labels(page) == ["1. the first", "goes on", "(a) a", "2. new one", "3. two"]
        assert page.runs("first") == [("the ", ""), ("first", "b")]
        assert page.runs("new") == [("new", "i"), (" one", "")]
        assert page.ask("list_blocks", type="list")[0]["nodeId"] == "ol-0"

    def test_an_item_goes_with_what_is_nested_in_it(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two"), item("a", level=1), item("three")))
        page.act("list_modify", nodeId="ol-0", operations=[{"type": "deleteItem", "index": 1}])
        assert labels(page) == ["1. one", "2. three"]

    def test_boxes_are_ticked(self, editor: Editor) -> None:
        page = editor(docx(item("☐ open", list=1), item("plain", list=1)))
        ticks = [{"type": "setChecked", "index": index, "checked": True} for index in (0, 1)]
        page.act("list_modify", nodeId="ul-0", operations=ticks)
        assert labels(page) == ["• ☒ open", "• ☒ plain"]
        page.act("list_modify", nodeId="task-0", operations=[{"type": "addItem", "content": "more"}])
        assert labels(page)[-1] == "• ☐ more"

    def test_a_box_of_words_own_is_ticked_as_word_does(self, editor: Editor) -> None:
        kind = '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>'
        page = editor(docx(item(control("☐", kind=kind), " open", list=1)))
        page.act("list_modify", nodeId="task-0", operations=[{"type": "setChecked", "index": 0, "checked": True}])
        assert 'w14:checked w14:val="1"' in page.xml("open")
        assert labels(page) == ["• ☒ open"]

    def test_formatting_and_notes_of_an_item_are_not_lost(self, editor: Editor) -> None:
        page = editor(docx(item(bold("one"), footnote("note")), item("two")))
        refused = page.declines("list_modify", nodeId="ol-0", operations=[{"type": "deleteItem", "index": 0}])
        assert (refused.code, "a footnote" in refused.message) == ("E_UNSUPPORTED", True)
        change = [{"type": "setItemContent", "index": 0, "content": "other"}]
        assert "a footnote" in page.declines("list_modify", nodeId="ol-0", operations=change).message

    def test_all_or_nothing(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two")))
        operations = [{"type": "deleteItem", "index": 0}, {"type": "indent", "index": 5}]
        refused = page.declines("list_modify", nodeId="ol-0", operations=operations)
        assert refused.message.startswith("Operation 1 (indent): There is no item 5")
        assert page.declines("list_modify", nodeId="p-0", operations=operations).code == "E_INVALID_ARG"


HELD = ("styles", "equations", "content controls", "sections", "strict", "tables", "nested tables")
"""Documents with something that cannot be in a list."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", [each for each in GALLERY if each not in HELD])
def test_all_of_any_document_can_be_a_list_and_be_none_again(editor: Editor, kind: str) -> None:
    page = editor(GALLERY[kind])
    text = page.whole
    page.select(text).act("list_toggle", type="bullet")
    if kind != "lists":
        page.act("list_toggle", type="bullet")
    assert page.whole == text
