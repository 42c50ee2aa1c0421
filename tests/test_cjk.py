"""Chinese and Japanese text: what the cases in `cases/cjk.txt` cannot say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quire.core.document import Intent
from quire.formats.markdown.blocks import parse
from quire.formats.markdown.document import MarkdownDocument
from quire.formats.markdown.inlines import Inlines, Link
from tests.conftest import Refused
from tests.corpus import MARKDOWN_FILES
from tests.tier import examples

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk


def is_chinese(path: Path) -> bool:
    """Whether a text is in Chinese: Han characters, and none of Japanese."""
    text = path.read_text()
    return len(re.findall("[\u4e00-\u9fff]", text)) > 300 and not re.search("[\u3040-\u30ff]", text)


CHINESE = {name: path for name, path in MARKDOWN_FILES.items() if is_chinese(path)}
RULES = {
    "add": ("fix_spacing", "action"),
    "remove": ("fix_spacing", "action"),
    "to-fullwidth": ("convert_punctuation", "direction"),
    "to-halfwidth": ("convert_punctuation", "direction"),
}
WIDE = dict(zip(",.?!:;()", "，。？！：；（）", strict=True))
NARROW = {wide: narrow for narrow, wide in WIDE.items()}

LETTERS = [
    "中",
    "文",
    "カ",
    "a",
    "B1",
    "3",
    "25℃",
    "50%",
    "¥9",
    "é",
    "한",
    "https://a.b",
    "www.",
    "@",
    "amp",
    " ",
    "\n",
]
MARKS = [*" \n,.?!:;()，。！：；（）*`$[]\\&;<>|#-", "**", "[a]", "(b)", "1.", "\n\n", "![", "](", "[[", "]]", "~~"]
texts = st.lists(st.sampled_from(LETTERS) | st.sampled_from(MARKS), max_size=14).map("".join)


def without_html(text: str) -> str:
    """A text without its blocks of HTML, in which nothing is Markdown."""
    for block in reversed([block for block in parse(text).walk() if block.type == "htmlBlock"]):
        text = text[: block.start] + text[block.end :]
    return text


def retouched(text: str, rule: str) -> str:
    verb, argument = RULES[rule]
    document = MarkdownDocument(text)
    return document.apply(document.plan(Intent(verb, (), {argument: rule}))).text


def structure(text: str) -> list[tuple[str, ...]]:
    """All blocks and spans but plain text, with where links lead and what code says."""
    tree = parse(text)
    inlines = Inlines(tree)
    found: list[tuple[str, ...]] = []
    for block in tree.walk():
        spans = [span for top in inlines.of(block) for span in top.walk() if span.type != "text"]
        found.append((block.type,))
        found += [(span.type, span.destination if isinstance(span, Link) else span.text) for span in spans]
    return found


def check_only_spaces(before: str, after: str) -> None:
    assert before.replace(" ", "") == after.replace(" ", "")


def check_only_punctuation(before: str, after: str) -> None:
    assert len(before) == len(after)
    changed = {(old, new) for old, new in zip(before, after, strict=True) if old != new}
    assert changed <= {*WIDE.items(), *NARROW.items()}


class TestAnyRule:
    @settings(max_examples=examples(400))
    @given(texts, st.sampled_from(list(RULES)))
    def test_done_twice_is_done_once(self, text: str, rule: str) -> None:
        once = retouched(text, rule)
        assert retouched(once, rule) == once

    @settings(max_examples=examples(400))
    @given(texts, st.sampled_from(list(RULES)))
    def test_changes_no_structure_and_only_its_characters(self, text: str, rule: str) -> None:
        after = retouched(text, rule)
        assert structure(after) == structure(text)
        if rule in ("add", "remove"):
            check_only_spaces(text, after)
        else:
            check_only_punctuation(text, after)

    @pytest.mark.parametrize("rule", RULES)
    @pytest.mark.parametrize("path", CHINESE.values(), ids=CHINESE)
    def test_keeps_the_structure_of_chinese_books(self, path: Path, rule: str) -> None:
        text = path.read_text()
        after = retouched(text, rule)
        assert structure(after) == structure(text)
        assert retouched(after, rule) == after
        for mark in ("```", "](", "![", "[^", "|", "$"):
            assert after.count(mark) == text.count(mark)


class TestSpacing:
    @settings(max_examples=examples(400))
    @given(texts)
    def test_that_was_added_can_be_removed(self, text: str) -> None:
        assume(retouched(text, "remove") == text)
        assert retouched(retouched(text, "add"), "remove") == text

    @pytest.mark.parametrize("path", CHINESE.values(), ids=CHINESE)
    def test_of_chinese_books_can_be_removed(self, path: Path) -> None:
        tight = retouched(path.read_text(), "remove")
        assert retouched(retouched(tight, "add"), "remove") == tight

    def test_stands_where_chinese_meets_latin_in_a_book(self) -> None:
        for path in CHINESE.values():
            text = path.read_text()
            check_only_spaces(text, retouched(text, "add"))
            prose = re.sub(
                r"(?s)```.*?```|\$.*?\$|`.*?`|<.*?>|\]\(.*?\)|!\[.*?\]", "|", without_html(retouched(text, "add"))
            )
            assert not re.search(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]", prose)

    def test_says_how_many_places_changed(self, desk: Desk) -> None:
        desk.document("中a中b")
        answer = desk.call("cjk_spacing_fix", action="add")
        assert answer == {"message": "Added spaces in 3 places.", "count": 3, "applied": True}

    def test_is_one_change(self, desk: Desk) -> None:
        desk.document("中a\n\n中b")
        desk.call("cjk_spacing_fix", action="add")
        assert desk.text == "中 a\n\n中 b"
        desk.call("editor_undo")
        assert desk.text == "中a\n\n中b"

    def test_says_when_there_is_nothing_to_do(self, desk: Desk) -> None:
        desk.document("plain")
        assert desk.call("cjk_spacing_fix", action="add")["count"] == 0


class TestPunctuation:
    def test_waits_when_everything_is_staged(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")
        desk.as_person("workspace_new_document")
        desk.as_person("document_set_content", content="好,好\n\nend")
        answer = desk.call("cjk_punctuation_convert", direction="to-fullwidth")
        assert (answer["applied"], answer["count"]) == (False, 1)
        desk.as_person("document_insert_at_position", text="the ", position=5)
        desk.call("suggestion_accept", suggestionId=answer["suggestionId"])
        assert desk.text == "好，好\n\nthe end"

    def test_of_a_selection_is_stale_when_the_selection_was_edited(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")
        desk.as_person("workspace_new_document")
        desk.as_person("document_set_content", content="好,好")
        desk.call("selection_set", **{"from": 0, "to": 3})
        waiting = desk.call("cjk_punctuation_convert", direction="to-fullwidth")["suggestionId"]
        desk.as_person("document_insert_at_position", text="x", position=1)
        with pytest.raises(Refused, match="stale"):
            desk.call("suggestion_accept", suggestionId=waiting)
