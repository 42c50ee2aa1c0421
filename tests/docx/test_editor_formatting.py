"""Marks and links on the selection of a Word document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.docx.gallery import GALLERY
from tests.docx.specimen import (
    bold,
    control,
    deleted,
    docx,
    field,
    footnote,
    heading,
    inserted,
    link,
    p,
    run,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.page import Page

    Editor = Callable[[bytes], Page]


class TestToggling:
    @pytest.mark.parametrize(
        ("mark", "letter"), [("bold", "b"), ("italic", "i"), ("underline", "u"), ("strike", "s"), ("highlight", "h")]
    )
    def test_a_mark_is_put_on_the_selection_and_taken_off_again(self, editor: Editor, mark: str, letter: str) -> None:
        page = editor(docx("The Fee is due"))
        page.select("Fee").act("format_toggle", mark=mark)
        assert page.runs("Fee") == [("The ", ""), ("Fee", letter), (" is due", "")]
        page.act("format_toggle", mark=mark)
        assert page.runs("Fee") == [("The Fee is due", "")]

    def test_it_is_put_on_all_if_only_some_has_it(self, editor: Editor) -> None:
        page = editor(docx(p("The ", bold("Fee"), " is due")))
        page.select("The Fee is").act("format_toggle", mark="bold")
        assert page.runs("Fee") == [("The Fee is", "b"), (" due", "")]

    def test_without_a_selection_the_word_at_the_cursor_is_meant(self, editor: Editor) -> None:
        page = editor(docx("one", "The 费 Fee’s due"))
        page.point("Fee", 2).act("format_toggle", mark="bold")
        assert page.runs("Fee") == [("The 费 ", ""), ("Fee’s", "b"), (" due", "")]

    def test_without_a_word_there_is_nothing_to_format(self, editor: Editor) -> None:
        page = editor(docx("The — Fee", ""))
        assert page.point("—").declines("format_toggle", mark="bold").code == "E_UNSUPPORTED"

    def test_a_style_is_overruled_where_it_has_the_mark(self, editor: Editor) -> None:
        page = editor(docx(heading("Fees are due")))
        was = page.runs("Fees")
        page.select("are").act("format_toggle", mark="bold")
        assert [look for _, look in page.runs("Fees")] != [look for _, look in was]
        page.act("format_toggle", mark="bold")
        assert page.runs("Fees") == was

    def test_over_paragraphs_cells_and_fields(self, editor: Editor) -> None:
        page = editor(docx(p("The ", field("REF a", "Fee")), table(["Item", "Price"]), p("due", footnote("now"))))
        page.select("The", "due").act("format_toggle", mark="italic")
        assert [page.runs(said) for said in ("The", "Item", "due")] == [
            [("The Fee", "i")], [("Item", "i")], [("due", "i")],
        ]  # fmt: skip
        assert page.source.count("<w:fldChar ") == 3

    def test_code_is_a_style_of_characters(self, editor: Editor) -> None:
        page = editor(docx("Call main now"))
        page.select("main").act("format_toggle", mark="code")
        assert '<w:rPr><w:rStyle w:val="HTMLCode"/></w:rPr><w:t>main</w:t>' in page.xml("main")
        page.act("format_toggle", mark="code")
        assert "rStyle" not in page.xml("main")

    def test_code_in_a_link_is_a_font(self, editor: Editor) -> None:
        page = editor(docx(p("Call ", link(run("main", style="Hyperlink"), to="https://example.org/"))))
        page.select("main").act("format_toggle", mark="code")
        assert '<w:rStyle w:val="Hyperlink"/><w:rFonts w:ascii="Consolas"' in page.xml("main")
        page.act("format_toggle", mark="code")
        assert "rFonts" not in page.xml("main")

    def test_tracked_changes_stay(self, editor: Editor) -> None:
        page = editor(docx(p("The ", deleted("old "), inserted("new price"), " is due")))
        page.select("The new").act("format_toggle", mark="bold")
        assert page.runs("new") == [("The new", "b"), (" price is due", "")]
        assert page.count("w:ins", "w:del", said="new") == {"w:ins": 1, "w:del": 1}

    def test_a_locked_control_is_left_alone(self, editor: Editor) -> None:
        page = editor(docx(p("Dear ", control("Client", kind='<w:lock w:val="sdtContentLocked"/>'))))
        assert page.select("Client").declines("format_toggle", mark="bold").code == "E_UNSUPPORTED"

    def test_it_can_wait_as_a_suggestion(self, editor: Editor) -> None:
        page = editor(docx("The Fee is due"))
        page.select("Fee").staged("format_toggle", mark="bold")
        assert page.runs("Fee") == [("The ", ""), ("Fee", "b"), (" is due", "")]

    def test_right_to_left_text_and_emoji(self, editor: Editor) -> None:
        page = editor(docx(p(run("שלום 🦊 עולם"), properties="<w:bidi/>")))
        page.select("🦊 עולם").act("format_toggle", mark="bold")
        assert page.runs("שלום") == [("שלום ", ""), ("🦊 עולם", "b")]


class TestLinks:
    def test_the_selection_becomes_a_link(self, editor: Editor) -> None:
        page = editor(docx("See the site now"))
        page.select("the site").act("format_set_link", href="https://example.org/a b", title="There")
        assert page.ask("get_document_ast")["children"][0]["inlines"][1]["href"] == "https://example.org/a%20b"
        found = re.search(r"<w:hyperlink [^>]*>.*</w:hyperlink>", page.xml("site"))
        assert found
        assert 'w:tooltip="There"' in found[0]
        assert '<w:rStyle w:val="Hyperlink"/></w:rPr><w:t>the site</w:t>' in found[0]

    def test_a_link_around_the_selection_is_led_elsewhere(self, editor: Editor) -> None:
        page = editor(docx(p("See ", link("the site", to="https://example.org/"), " now")))
        page.point("site").act("format_set_link", href="https://example.com/")
        assert page.ask("get_document_ast")["children"][0]["inlines"][1]["href"] == "https://example.com/"
        assert page.count("w:hyperlink", said="site") == {"w:hyperlink": 1}
        page.act("format_set_link", href="#here")
        assert 'w:anchor="here"' in page.xml("site")

    def test_a_link_that_reaches_into_the_selection_is_shortened(self, editor: Editor) -> None:
        page = editor(docx(p("See ", link("the big site", to="https://example.org/"), " now")))
        page.select("site now").act("format_set_link", href="https://example.com/")
        spans = page.ask("get_document_ast")["children"][0]["inlines"]
        assert [(each["type"], each.get("href")) for each in spans] == [
            ("text", None), ("link", "https://example.org/"), ("link", "https://example.com/"),
        ]  # fmt: skip

    def test_a_link_over_part_of_an_insertion_stands_around_its_mark(self, editor: Editor) -> None:
        page = editor(docx(p("See ", inserted("the new site"), " now")))
        page.select("new site now").act("format_set_link", href="https://example.com/")
        assert page.count("w:ins", "w:hyperlink", said="now") == {"w:ins": 2, "w:hyperlink": 1}
        assert re.search(r"<w:hyperlink[^>]*><w:ins ", page.xml("now"))

    def test_without_a_selection_a_link_shows_its_address(self, editor: Editor) -> None:
        page = editor(docx("See  now"))
        page.point(" now").act("format_set_link", href="https://example.org/")
        assert page.whole == "See https://example.org/ now"
        assert page.count("w:hyperlink", said="now") == {"w:hyperlink": 1}

    def test_a_link_is_removed_and_its_text_stays(self, editor: Editor) -> None:
        page = editor(GALLERY["hyperlinks"])
        page.select("See", "and bold").act("format_remove_link")
        assert "w:hyperlink" not in page.source
        assert "Hyperlink" not in page.source
        assert page.declines("format_remove_link").code == "E_NOT_FOUND"

    def test_the_result_of_a_field_is_no_text_for_a_link(self, editor: Editor) -> None:
        page = editor(docx(p("Page ", field("PAGE", "1"), " of")))
        assert page.select("Page 1").declines("format_set_link", href="https://example.org/").code == "E_UNSUPPORTED"

    def test_an_address_is_one_line(self, editor: Editor) -> None:
        page = editor(docx("See"))
        assert page.select("See").declines("format_set_link", href="").code == "E_INVALID_ARG"
        assert page.declines("format_set_link", href="a\nb").code == "E_INVALID_ARG"


class TestClearing:
    def test_marks_and_links_go_and_text_and_objects_stay(self, editor: Editor) -> None:
        page = editor(
            docx(p(bold("The "), run("Fee", style="Strong", color="FF0000"), footnote("in euro"),
                   link(run(" is", style="Hyperlink"), to="https://example.org/"), " due"))
        )  # fmt: skip
        page.select("The ", " due").act("format_clear")
        assert page.runs("due") == [("The Fee is due", "")]
        assert page.xml("due").count("<w:rPr>") == 1, "that of the footnote's mark"
        assert "footnoteReference" in page.xml("due")
        assert page.act("format_clear")["message"] == "Nothing had to be changed."

    def test_only_the_selection_is_cleared(self, editor: Editor) -> None:
        page = editor(docx(p(bold("The Fee is"), " due")))
        page.select("Fee").act("format_clear")
        assert page.runs("Fee") == [("The ", "b"), ("Fee", ""), (" is", "b"), (" due", "")]


@pytest.mark.slow
@pytest.mark.parametrize("kind", GALLERY)
def test_all_of_any_document_can_be_made_bold_and_plain_again(editor: Editor, kind: str) -> None:
    page = editor(GALLERY[kind])
    text = page.whole
    page.select(text)
    for tool, wish in (("format_toggle", {"mark": "bold"}), ("format_toggle", {"mark": "code"}), ("format_clear", {})):
        page.act(tool, **wish)
        assert page.whole == text
