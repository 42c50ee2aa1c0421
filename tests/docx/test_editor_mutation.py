"""Edits of a Word document by the names of its blocks and sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.elsewhere import entries
from tests.docx.gallery import EVERYTHING
from tests.docx.specimen import (
    bold,
    bookmark,
    cell,
    comment_end,
    comment_start,
    control,
    control_around,
    deleted,
    docx,
    footnote,
    heading,
    inserted,
    item,
    moved_from,
    moved_to,
    p,
    picture,
    row,
    section,
    table,
)
from tests.docx.test_editor_lists import labels
from tests.docx.validation import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.page import Page
    from tests.docx.specimen import Inline

    Editor = Callable[[bytes], Page]

REPORT = docx(
    heading("Fees"),
    p("The ", bold("Fee"), " is due."),
    item("one"),
    item("two"),
    heading("Late fees", 2),
    table(row("Item", "Price", header=True), ["Pen", "2"]),
    heading("Term"),
    p("The Term", footnote("is long"), " ends."),
)


def edit(page: Page, *operations: dict[str, Any]) -> Any:
    return page.act("batch_edit", operations=list(operations), mode="apply")


class TestTheEndOfTheBody:
    def test_the_only_paragraph_stays(self, editor: Editor) -> None:
        page = editor(docx("Alone"))
        refused = page.declines("batch_edit", operations=[{"type": "delete", "nodeId": "p-0"}], mode="apply")
        assert "a paragraph must stay" in refused.message

    def test_a_table_at_the_end_has_a_paragraph_behind_it(self, editor: Editor) -> None:
        page = editor(docx("One", "Two"))
        edit(page, {"type": "insert", "after": "p-1", "content": "| a |\n|---|\n| b |"})
        source = entries(page.now)["word/document.xml"].decode()
        assert re.search(r"</w:tbl><w:p\b.*?(?:/>|</w:p>)<w:sectPr w:rsidR", source)


class TestUpdating:
    def test_a_paragraph_keeps_what_stays_the_same(self, editor: Editor) -> None:
        page = editor(REPORT)
        told = edit(page, {"type": "update", "nodeId": "p-0", "text": "The **Fee** is *long* due."})
        assert page.runs("long") == [("The ", ""), ("Fee", "b"), (" is ", ""), ("long", "i"), (" due.", "")]
        assert told["changedNodeIds"] == ["p-0"]

    def test_a_heading_and_an_item_stay_what_they_are(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(
            page,
            {"type": "update", "nodeId": "h-0", "text": "All fees"},
            {"type": "update", "nodeId": "li-1", "text": "second"},
        )
        assert dict(page.blocks())["h-0"] == "All fees"
        assert labels(page)[2:4] == ["1. one", "2. second"]

    def test_other_blocks_take_its_place(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(page, {"type": "update", "nodeId": "p-0", "text": "## Sub\n\n- a\n- b\n\n> said"})
        assert [each for each, _ in page.blocks()][1:8] == ["h-1", "ul-0", "li-0", "p-0", "li-1", "p-1", "quote-0"]

    def test_an_item_becomes_items(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(page, {"type": "update", "nodeId": "li-0", "text": "1. x\n   1. deep\n2. y"})
        assert labels(page)[2:6] == ["1. x", "(a) deep", "2. y", "3. two"]

    def test_a_cell_a_table_and_a_list(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(
            page,
            {"type": "update", "nodeId": "td-3", "text": "**3**\n\nor more"},
            {"type": "update", "nodeId": "ol-0", "text": "Nothing."},
        )
        assert page.whole.split("\n")[1:8] == ["The Fee is due.", "Nothing.", "Late fees", "Item", "Price", "Pen", "3"]
        edit(page, {"type": "update", "nodeId": "table-0", "text": "None."})
        assert "<w:tbl>" not in page.source

    def test_code_is_literal(self, editor: Editor) -> None:
        page = editor(docx("x", p("a\vb", style="HTMLPreformatted"), "y"))
        page.point("a").act("block_set_type", type="codeBlock")
        edit(page, {"type": "update", "nodeId": "code-0", "text": "*a* = 1\n# b"})
        assert page.whole == "x\n*a* = 1\v# b\ny"

    def test_no_footnote_is_lost(self, editor: Editor) -> None:
        page = editor(REPORT)
        wish = [{"type": "update", "nodeId": "p-7", "text": "Nothing."}]
        assert "a footnote" in page.declines("batch_edit", operations=wish, mode="apply").message


class TestInsertingDeletingMoving:
    def test_blocks_go_behind_blocks_and_items_behind_items(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(
            page,
            {"type": "insert", "after": "li-0", "text": "one and a *half*"},
            {"type": "insert", "after": "table-0", "text": "| a |\n|---|\n| b |"},
            {"type": "insert", "text": "# Before all"},
        )
        assert labels(page)[0] == "Before all"
        assert labels(page)[3:6] == ["1. one", "2. one and a half", "3. two"]
        assert page.source.count("<w:tbl>") == 2
        assert "</w:tbl><w:tbl>" not in page.source

    def test_blocks_are_deleted(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(page, {"type": "delete", "nodeId": "li-1"}, {"type": "delete", "nodeId": "table-0"})
        assert page.whole == "Fees\nThe Fee is due.\none\nLate fees\nTerm\nThe Term\ufffc ends."
        edit(page, {"type": "delete", "nodeId": "p-1"})
        assert "one" not in page.whole

    def test_a_row_is_deleted_and_a_cell_is_not(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(page, {"type": "delete", "nodeId": "tr-1"})
        assert "Pen" not in page.whole
        assert page.declines("batch_edit", operations=[{"type": "delete", "nodeId": "td-0"}]).code == "E_UNSUPPORTED"

    @pytest.mark.parametrize(
        "content",
        [
            (table([cell("only"), "b"]), ""),
            (control_around("only"), "b"),
            (p("only", footnote("n")), "b"),
            (p("only ", picture()), "b"),
            (section("only"), "b"),
            (section("a"), "only"),
            (table(["a"]), "only", table(["b"]), ""),
            ("only",),
        ],
    )
    def test_what_is_needed_is_not_deleted(self, editor: Editor, content: tuple[Any, ...]) -> None:
        page = editor(docx(*content))
        name = next(name for name, said in page.blocks() if said.startswith("only") and name.startswith("p-"))
        wish = [{"type": "delete", "nodeId": name}]
        assert page.declines("batch_edit", operations=wish, mode="apply").code == "E_UNSUPPORTED"

    @pytest.mark.parametrize("tool", ["batch_edit", "update_section", "table_delete_row", "table_delete"])
    @pytest.mark.parametrize(
        ("hidden", "said"),
        [
            (control("words", tag="client"), "a content control"),
            (deleted("words"), "marked as deleted or moved"),
            (moved_from("words"), "marked as deleted or moved"),
        ],
    )
    def test_what_nobody_sees_does_not_go_with_a_block(
        self, editor: Editor, tool: str, hidden: Inline, said: str
    ) -> None:
        held = table(["x"], [cell(p("cell ", hidden))])
        page = editor(docx(heading("Title"), p("some ", hidden), held, p("end ", moved_to("words"))))
        wishes: dict[str, dict[str, Any]] = {
            "batch_edit": {"operations": [{"type": "delete", "nodeId": "p-0"}], "mode": "apply"},
            "update_section": {"nodeId": "h-0", "content": "- new", "mode": "apply"},
        }
        page.point("cell")
        assert said in page.declines(tool, **wishes.get(tool, {})).message

    def test_all_of_the_last_section_is_not_moved_out_of_it(self, editor: Editor) -> None:
        page = editor(docx(section("one"), "two"))
        wish = [{"type": "move", "nodeId": "p-1"}]
        assert page.declines("batch_edit", operations=wish, mode="apply").code == "E_UNSUPPORTED"

    def test_a_block_is_moved_with_its_bytes_and_its_id(self, editor: Editor) -> None:
        page = editor(REPORT)
        before, source = page.row("Fee is due")["id"], page.xml("Fee is due")
        edit(page, {"type": "move", "nodeId": "p-0", "after": "h-2"})
        assert page.whole.split("\n")[-3:] == ["Term", "The Fee is due.", "The Term\ufffc ends."]
        assert (page.row("Fee is due")["id"], page.xml("Fee is due")) == (before, source)

    def test_a_table_and_a_footnote_are_moved(self, editor: Editor) -> None:
        page = editor(REPORT)
        edit(page, {"type": "move", "nodeId": "table-0", "after": "p-7"})
        edit(page, {"type": "move", "nodeId": "p-3"})
        assert page.whole.split("\n")[0] == "The Term\ufffc ends."
        assert page.source.count("<w:tbl>") == 1
        assert page.source.count("<w:footnoteReference") == 1

    def test_what_is_moved_behind_an_item_is_an_item(self, editor: Editor) -> None:
        page = editor(docx("loose", item("one"), item("deep", level=1), item("two")))
        edit(page, {"type": "move", "nodeId": "p-0", "after": "li-1"})
        assert labels(page) == ["1. one", "(a) deep", "(b) loose", "2. two"]
        edit(page, {"type": "move", "nodeId": "li-1", "after": "li-3"})
        assert labels(page) == ["1. one", "(a) loose", "2. two", "3. deep"]

    def test_halves_of_comments_and_bookmarks_stay_together(self, editor: Editor) -> None:
        page = editor(docx(p("a", comment_start("why")), p("b", comment_end("why")), p(bookmark("x", "c")), "d"))
        wish = [{"type": "move", "nodeId": "p-0", "after": "p-3"}]
        assert page.declines("batch_edit", operations=wish, mode="apply").code == "E_UNSUPPORTED"
        edit(page, {"type": "move", "nodeId": "p-2"})
        assert page.whole == "c\na\nb\nd"

    def test_formats(self, editor: Editor) -> None:
        page = editor(REPORT)
        told = edit(
            page,
            {"type": "format", "nodeId": "p-0", "mark": "italic"},
            {"type": "format", "nodeId": "h-2", "blockType": "heading", "level": 3},
        )
        assert page.runs("Fee is due") == [("The ", "i"), ("Fee", "bi"), (" is due.", "i")]
        assert "Heading3" in page.xml(9)
        assert told["changedNodeIds"] == ["p-0", "h-2"]

    def test_as_suggestions_each_waits_by_itself(self, editor: Editor) -> None:
        page = editor(REPORT)
        before = page.now
        told = page.do(
            "batch_edit",
            operations=[
                {"type": "update", "nodeId": "p-0", "text": "Other."},
                {"type": "insert", "after": "li-1", "text": "three"},
                {"type": "delete", "nodeId": "table-0"},
                {"type": "move", "nodeId": "p-7", "after": "h-0"},
                {"type": "format", "nodeId": "h-1", "mark": "italic"},
            ],
        )
        assert len(told["suggestionIds"]) == 5
        assert page.now == before
        page._desk.as_person("suggestion_accept_all")
        assert page.whole == "Fees\nThe Term\ufffc ends.\nOther.\none\ntwo\nthree\nLate fees\nTerm"

    def test_a_dry_run_tells_what_cannot_be_done(self, editor: Editor) -> None:
        page = editor(REPORT)
        wishes = [{"type": "delete", "nodeId": "p-7"}, {"type": "update", "nodeId": "p-0", "text": "x"}]
        told = page.ask("batch_edit", operations=wishes, mode="dryRun")
        assert [each["operation"] for each in told["problems"]] == [0]


class TestSections:
    def test_only_what_changes_is_changed(self, editor: Editor) -> None:
        page = editor(REPORT)
        content = "The **Fee** is due.\n\n1. one\n2. two\n\n## Late fees\n\nNone."
        page.act("update_section", nodeId="h-0", content=content, mode="apply")
        assert page.whole.split("\n")[:7] == [
            "Fees", "The Fee is due.", "one", "two", "Late fees", "None.", "Term",
        ]  # fmt: skip
        assert page.runs("Fee is due") == [("The ", ""), ("Fee", "b"), (" is due.", "")]
        assert labels(page)[2:4] == ["1. one", "2. two"]
        assert "w14" not in page.xml("Fee is due")

    def test_the_same_content_changes_nothing(self, editor: Editor) -> None:
        page = editor(REPORT)
        said = page.do("document_get_content")
        before = page.now
        fees, _, term = said.partition("# Term\n")
        page.do("update_section", nodeId="h-2", content=term, mode="apply")
        page.do("update_section", nodeId="h-0", content=fees, mode="apply")
        assert page.now == before

    def test_a_heading_in_the_content_replaces_the_heading(self, editor: Editor) -> None:
        page = editor(docx(heading("A", 2), "a", heading("B", 2)))
        page.act("update_section", nodeId="h-0", content="# Other\n\nb\n\nc", mode="apply")
        assert [(each["content"], each.get("level")) for each in page.ask("list_blocks")] == [
            ("Other", 1), ("b", None), ("c", None), ("B", 2),
        ]  # fmt: skip

    def test_an_empty_section_is_filled_and_emptied(self, editor: Editor) -> None:
        page = editor(docx(heading("A"), heading("B"), "b"))
        page.act("update_section", nodeId="h-0", content="- x\n- y", mode="apply")
        assert labels(page)[:3] == ["A", "• x", "• y"]
        page.act("update_section", nodeId="h-0", content="", mode="apply")
        assert page.whole == "A\nB\nb"

    def test_a_section_is_inserted_behind_another(self, editor: Editor) -> None:
        page = editor(REPORT)
        told = page.act("insert_section", after="h-0", level=1, title="New & *old*", content="- x", mode="apply")
        assert labels(page)[-4:-1] == ["New & *old*", "• x", "Term"]
        assert told["nodeId"] == "h-2"
        page.act("insert_section", after="li-0", level=2, title="Behind the list", mode="apply")
        assert labels(page)[2:5] == ["1. one", "2. two", "Behind the list"]

    def test_a_section_is_moved_with_all_that_is_in_it(self, editor: Editor) -> None:
        page = editor(REPORT)
        ids = {row["clean_text"]: row["id"] for row in page.rows()}
        told = page.do("move_section", nodeId="h-0", after="h-2", mode="apply")
        assert page.whole.split("\n")[:4] == ["Term", "The Term\ufffc ends.", "Fees", "The Fee is due."]
        assert {row["clean_text"]: row["id"] for row in page.rows()}.items() >= ids.items()
        assert told["nodeId"] == "h-1"
        assert page.source.count("<w:tbl>") == 1
        page.act("move_section", nodeId="h-1", after="h-0", mode="apply")
        assert page.declines("move_section", nodeId="h-1", after="h-2", mode="apply").code == "E_INVALID_ARG"

    def test_they_wait_as_suggestions_unless_told_otherwise(self, editor: Editor) -> None:
        page = editor(REPORT)
        before = page.now
        page.do("insert_section", after="h-2", level=1, title="End")
        page.do("move_section", nodeId="h-1", after="h-2")
        page.do("update_section", nodeId="h-1", content="Short.")
        assert page.now == before


class TestTexts:
    def test_a_text_is_replaced_where_it_is_found(self, editor: Editor) -> None:
        page = editor(docx(p("The ", bold("Fee"), " is ", inserted("due")), table(["The Fee", "x"]), ""))
        page.act("apply_diff", original="Fee", replacement="*Price*", matchPolicy="all", mode="apply")
        assert page.whole == "The Price is due\nThe Price\nx\n"
        anchor = {"text": "Price", "beforeContext": "The ", "afterContext": " is"}
        page.act("replace_text_anchored", anchor=anchor, replacement="Cost", mode="apply")
        assert page.whole == "The Cost is due\nThe Price\nx\n"


@pytest.mark.libreoffice
def test_libreoffice_reads_what_was_made(editor: Editor) -> None:
    page = editor(REPORT)
    edit(page, {"type": "update", "nodeId": "p-0", "text": "The **Price**, [here](https://example.org/).\n\n- a\n- b"})
    page.do("move_section", nodeId="h-2", after="h-1", mode="apply")
    page.select("Pen").do("format_toggle", mark="code")
    page.do("table_add_row", position="after")
    page.point("two").do("list_indent")
    page.point("Late fees").do("block_set_type", type="blockquote")
    page.do("list_toggle", type="task")
    said = text(page.now)
    assert all(line in said for line in page.whole.replace("\ufffc", "\n").split("\n"))


def test_any_block_can_be_moved_to_the_beginning_and_back_or_is_refused(editor: Editor) -> None:
    page = editor(EVERYTHING)
    said = sorted(page.whole.split("\n"))
    moved = 0
    for name, _ in page.blocks()[::5]:
        told = page.ask("batch_edit", operations=[{"type": "move", "nodeId": name}], mode="dryRun")
        if told["success"]:
            page.act("batch_edit", operations=[{"type": "move", "nodeId": name}], mode="apply")
            page.do("editor_undo")
            moved += 1
    assert moved > 10
    assert sorted(page.whole.split("\n")) == said
