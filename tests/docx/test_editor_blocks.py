"""The type of the block at the cursor in a Word document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docx.gallery import GALLERY
from tests.docx.specimen import bold, docx, equation, footnote, heading, inserted, item, p, section, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.page import Page

    Editor = Callable[[bytes], Page]


class TestSetting:
    @pytest.mark.parametrize(
        ("wish", "style", "name"),
        [
            ({"type": "heading", "level": 2}, "Heading2", "h-0"),
            ({"type": "heading", "level": 5}, "Heading5", "h-0"),
            ({"type": "blockquote"}, "Quote", "quote-0"),
            ({"type": "codeBlock", "language": "python"}, "HTMLPreformatted", "code-0"),
        ],
    )
    def test_a_type_is_a_style(self, editor: Editor, wish: dict[str, object], style: str, name: str) -> None:
        page = editor(docx("before", p("The ", bold("Fee"), footnote("in euro")), "after"))
        page.point("Fee").act("block_set_type", **wish)
        assert f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' in page.xml("Fee")
        assert name in dict(page.blocks())
        assert page.act("block_set_type", **wish)["message"].endswith("nothing changed.")
        page.act("block_set_type", type="paragraph")
        assert "pPr" not in page.xml("Fee")

    def test_all_blocks_of_the_selection_are_meant(self, editor: Editor) -> None:
        page = editor(docx("one", "two", "three"))
        page.select("ne", "tw").act("block_set_type", type="heading", level=1)
        assert [name for name, _ in page.blocks()] == ["h-0", "h-1", "p-0"]

    def test_a_plain_paragraph_has_the_style_that_most_of_them_have(self, editor: Editor) -> None:
        page = editor(docx(heading("Fees"), p("The Fee is due.", style="CommentText"), "x"))
        page.point("Fees").act("block_set_type", type="paragraph")
        assert '<w:pStyle w:val="CommentText"/>' in page.xml("Fees")

    def test_a_heading_is_no_item_any_more(self, editor: Editor) -> None:
        page = editor(docx(item("one"), item("two"), item("three")))
        page.point("two").act("block_set_type", type="heading", level=1)
        assert [row["list_label"] for row in page.rows()] == ["1.", "", "2."]
        assert "numPr" not in page.xml("two")

    def test_a_paragraph_in_a_list_or_a_cell_is_one_already(self, editor: Editor) -> None:
        page = editor(docx(item("one"), table(["Item", "Price"]), ""))
        for said in ("one", "Price"):
            assert "already" in page.point(said).act("block_set_type", type="paragraph")["message"]
        page.act("block_set_type", type="heading", level=3)
        assert '<w:pStyle w:val="Heading3"/>' in page.xml("Price")

    def test_ends_of_sections_and_tracked_changes_stay(self, editor: Editor) -> None:
        page = editor(docx(section("one", header="First"), p("two", inserted(" more"), mark="inserted")))
        page.select("one", "more").act("block_set_type", type="blockquote")
        assert "<w:sectPr " in page.xml("one")
        assert page.count("w:ins", said="two") == {"w:ins": 2}

    def test_an_equation_is_no_text(self, editor: Editor) -> None:
        page = editor(docx(p(equation("E=m", display=True)), "after"))
        assert page.point("\ufffc").declines("block_set_type", type="blockquote").code == "E_UNSUPPORTED"

    def test_a_heading_needs_a_level(self, editor: Editor) -> None:
        page = editor(docx("one"))
        assert page.point("one").declines("block_set_type", type="heading").code == "E_INVALID_ARG"
        assert page.declines("block_set_type", type="heading", level=7).code == "E_INVALID_ARG"

    def test_it_can_wait_as_a_suggestion(self, editor: Editor) -> None:
        page = editor(docx("one", "two"))
        page.point("two").staged("block_set_type", type="heading", level=4)
        assert page.blocks() == [("p-0", "one"), ("h-0", "two")]


class TestToggling:
    @pytest.mark.parametrize("wish", [{"type": "heading", "level": 1}, {"type": "codeBlock"}, {"type": "blockquote"}])
    def test_twice_is_nothing(self, editor: Editor, wish: dict[str, object]) -> None:
        page = editor(docx("one", "two"))
        page.select("one", "two").act("block_toggle", **wish)
        once = page.source
        page.act("block_toggle", **wish)
        assert "<w:pPr>" not in page.source
        page.act("block_toggle", **wish)
        assert page.source == once

    def test_a_heading_of_another_level_gets_this_one(self, editor: Editor) -> None:
        page = editor(docx(heading("Fees", 2)))
        page.point("Fees").act("block_toggle", type="heading", level=1)
        assert "Heading1" in page.xml("Fees")
        page.act("block_toggle", type="heading")
        assert "Heading" not in page.xml("Fees")


class TestRules:
    @pytest.mark.parametrize(
        ("at", "text"), [(0, "\nThe Fee is due"), (7, "The Fee\n\n is due"), (14, "The Fee is due\n")]
    )
    def test_a_rule_splits_the_paragraph_around_it(self, editor: Editor, at: int, text: str) -> None:
        page = editor(docx("The Fee is due"))
        page.point("The", at).act("block_insert_horizontal_rule")
        assert page.whole == text
        assert [name for name, _ in page.blocks()].count("hr-0") == 1
        assert "<w:pBdr><w:bottom " in page.source

    def test_between_the_lines_of_a_field_is_no_place(self, editor: Editor) -> None:
        page = editor(GALLERY["field over paragraphs"])
        assert page.point("Term").declines("block_insert_horizontal_rule").code == "E_UNSUPPORTED"


@pytest.mark.slow
@pytest.mark.parametrize("kind", GALLERY)
def test_all_of_any_document_can_be_quoted_and_be_plain_again(editor: Editor, kind: str) -> None:
    page = editor(GALLERY[kind])
    text = page.whole
    page.select(text).act("block_set_type", type="blockquote")
    page.act("block_set_type", type="heading", level=6)
    page.act("block_set_type", type="paragraph")
    assert page.whole == text
