"""Spaces and punctuation in Chinese and Japanese text of Word documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.docx.specimen import bold, docx, field, footnote, link, p, run, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.page import Page

    Editor = Callable[[bytes], Page]


class TestSpaces:
    def test_they_come_between_scripts_and_go(self, editor: Editor) -> None:
        page = editor(docx(p("中文", bold("English"), "混排", footnote("注abc")), table(["第1条", "plain"]), "plain"))
        told = page.act("cjk_spacing_fix", action="add")
        assert page.whole == "中文 English 混排\ufffc\n第 1 条\nplain\nplain"
        assert told["count"] >= 2
        assert ("English", "b") in [(text.strip(), look) for text, look in page.runs("English")]
        assert page.act("cjk_spacing_fix", action="add")["count"] == 0
        page.act("cjk_spacing_fix", action="remove")
        assert page.whole == "中文English混排\ufffc\n第1条\nplain\nplain"

    def test_only_in_the_selection(self, editor: Editor) -> None:
        page = editor(docx("中a中", "文b文"))
        page.select("文b文").act("cjk_spacing_fix", action="add")
        assert page.whole == "中a中\n文 b 文"

    def test_fields_code_and_addresses_stay(self, editor: Editor) -> None:
        code = run("x中", style="HTMLCode")
        page = editor(
            docx(p("第", field("PAGE", "1"), "页见https://例.org/a中 ", code), p(link("中a", to="https://a.org/")))
        )
        page.act("cjk_spacing_fix", action="add")
        assert page.whole.split("\n")[1] == "中 a"
        assert "第1页" in page.whole
        assert "https://例.org/a中" in page.whole

    def test_it_can_wait_as_a_suggestion(self, editor: Editor) -> None:
        page = editor(docx("中a", "b中"))
        page.staged("cjk_spacing_fix", action="add")
        assert page.whole == "中 a\nb 中"


class TestPunctuation:
    def test_it_becomes_wide_beside_wide_text_and_narrow_again(self, editor: Editor) -> None:
        page = editor(docx(p("你好,", bold("世界"), "!(再见)"), "Hello, world."))
        page.act("cjk_punctuation_convert", direction="to-fullwidth")
        assert page.whole == "你好，世界！（再见）\nHello, world."
        page.act("cjk_punctuation_convert", direction="to-halfwidth")
        assert page.whole == "你好,世界!(再见)\nHello, world."
        assert page.runs("你好") == [("你好,", ""), ("世界", "b"), ("!(再见)", "")]
