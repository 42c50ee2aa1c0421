"""The types of blocks: what the cases in `cases/blocks.txt` cannot say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from marko.ext.gfm import gfm

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import QuireError
from quire.formats.markdown.blocks import Paragraph, Quote
from quire.formats.markdown.document import MarkdownDocument
from tests.conftest import Refused
from tests.corpus import MARKDOWN_FILES, sampled
from tests.tier import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quire.formats.markdown.blocks import Block
    from tests.conftest import Desk

WISHES: list[dict[str, Any]] = [
    {"type": "heading", "level": 1},
    {"type": "heading", "level": 2},
    {"type": "heading", "level": 5},
    {"type": "codeBlock"},
    {"type": "blockquote"},
]
MARKO = {"heading": ("Heading", "SetextHeading"), "codeBlock": ("FencedCode",), "blockquote": ("Quote",)}

texts = st.lists(
    st.sampled_from(["one", "**two**", "#", "3. c", "- d", "> e", "`f`", "中文", "\\", "=", "a  "]), min_size=1
)
lines = st.lists(texts.map(" ".join), min_size=1, max_size=3)
fragments = st.sampled_from(
    [
        "a",
        "# b",
        "> ",
        "- ",
        "1. ",
        "    ",
        "\t",
        "```",
        "---",
        "===",
        "|c|",
        "|-|",
        "中",
        "*d*",
        "[e]: f",
        "\\",
        "$$",
        "",
    ]
)
documents = st.lists(st.lists(fragments, max_size=3).map("".join), max_size=5).flatmap(
    lambda found: st.sampled_from(["\n", "\r\n"]).map(lambda ending: ending.join(found))
)
places = documents.flatmap(lambda text: st.tuples(st.just(text), st.integers(0, len(text))))


def turned(text: str, verb: str, position: int, wish: dict[str, Any]) -> MarkdownDocument:
    document = MarkdownDocument(text)
    return document.apply(document.plan(Intent(verb, (Range(position, position),), wish)))


def paragraphs(document: MarkdownDocument) -> Iterator[Paragraph]:
    """Those that are in no quote."""
    for block in document.tree.walk():
        if isinstance(block, Paragraph):
            containers = document.tree.path_at(block.start)[:-1]
            if not any(isinstance(each, Quote) for each in containers):
                yield block


class TestToggling:
    @given(lines, st.sampled_from(WISHES))
    def test_twice_gives_back_a_plain_paragraph(self, found: list[str], wish: dict[str, Any]) -> None:
        text = "\n".join(found)
        document = MarkdownDocument(text)
        assume([block.type for block in document.tree.children] == ["paragraph"])
        assume(len(found) == 1 or wish.get("level") != 5)
        start = document.tree.children[0].start
        once = turned(text, "toggle_block_type", start, wish)
        assert once.tree.children[0].type == wish["type"]
        assert turned(once.text, "toggle_block_type", once.tree.children[0].start, wish).text == text

    @settings(max_examples=examples(300))
    @given(places, st.sampled_from(WISHES))
    def test_twice_gives_back_a_paragraph_wherever_it_stands(
        self, place: tuple[str, int], wish: dict[str, Any]
    ) -> None:
        text, position = place
        document = MarkdownDocument(text)
        block = document.tree.path_at(position)[-1]
        assume(isinstance(block, Paragraph) and block in list(paragraphs(document)))
        self.check_twice(document, block, wish)

    @pytest.mark.slow
    @pytest.mark.parametrize("path", sampled(MARKDOWN_FILES, 8))
    def test_twice_gives_back_each_paragraph_of_a_real_document(self, path: Path) -> None:
        with path.open(newline="") as file:
            document = MarkdownDocument(file.read())
        for block in list(paragraphs(document))[:12]:
            for wish in WISHES:
                self.check_twice(document, block, wish)

    def check_twice(self, document: MarkdownDocument, block: Block, wish: dict[str, Any]) -> None:
        def intent(position: int) -> Intent:
            return Intent("toggle_block_type", (Range(position, position),), wish)

        try:
            change = document.plan(intent(block.inner_end))
        except QuireError:
            return
        once = document.apply(change)
        back = once.plan(intent(change.mapping.position(block.inner_end, 1)))
        assert once.apply(back).text == document.text


class TestSettingAType:
    @settings(max_examples=examples(300))
    @given(places, st.sampled_from([*WISHES, {"type": "paragraph"}]))
    def test_keeps_the_text_of_the_document(self, place: tuple[str, int], wish: dict[str, Any]) -> None:
        text, position = place
        document = MarkdownDocument(text)
        if wish["type"] == "codeBlock" or any(block.type == "codeBlock" for block in document.tree.walk()):
            return  # what is a mark in text is text in code
        try:
            after = turned(text, "set_block_type", position, wish)
        except QuireError:
            return
        assert visible(after) == visible(document)

    @settings(max_examples=examples(300))
    @given(places, st.sampled_from(WISHES))
    def test_again_changes_nothing(self, place: tuple[str, int], wish: dict[str, Any]) -> None:
        text, at = place
        document = MarkdownDocument(text)
        intent = Intent("set_block_type", (Range(at, at),), wish)
        try:
            change = document.plan(intent)
        except QuireError:
            return
        after = document.apply(change)
        path = after.tree.path_at(at := change.mapping.position(at, 1))
        if path[-1].type == wish["type"]:
            assert not after.plan(Intent("set_block_type", (Range(at, at),), wish))

    def test_an_empty_quote_is_a_quote_already(self) -> None:
        after = turned("- ```", "set_block_type", 1, {"type": "blockquote"})
        assert after.text == "- > "
        assert turned(after.text, "set_block_type", 3, {"type": "blockquote"}).text == after.text

    @pytest.mark.parametrize("wish", WISHES, ids=str)
    @pytest.mark.parametrize("text", ["one", "one\ntwo", "one #", "中文 `a`"])
    def test_makes_what_another_parser_takes_for_that_type(self, text: str, wish: dict[str, Any]) -> None:
        parsed = gfm.parse(turned(text, "set_block_type", 0, wish).text + "\n")
        kinds = [type(child).__name__ for child in parsed.children if type(child).__name__ != "BlankLine"]
        assert len(kinds) == 1
        assert kinds[0] in MARKO[wish["type"]]

    def test_says_what_it_did(self, desk: Desk) -> None:
        desk.document("one")
        answer = desk.call("block_set_type", type="heading", level=2)
        assert answer == {"message": "Set the block type to heading of level 2.", "applied": True}

    def test_says_when_there_is_nothing_to_do(self, desk: Desk) -> None:
        desk.document("# one")
        assert "nothing changed" in desk.call("block_set_type", type="heading", level=1)["message"]

    def test_refuses_an_unknown_type_by_name(self, desk: Desk) -> None:
        desk.document("one")
        with pytest.raises(Refused, match="'list'"):
            desk.call("block_set_type", type="list")

    def test_of_many_blocks_is_one_change(self, desk: Desk) -> None:
        desk.document("one\n\ntwo\n\nthree")
        desk.call("selection_set", **{"from": 0, "to": 15})
        desk.call("block_set_type", type="heading", level=3)
        assert desk.text == "### one\n\n### two\n\n### three"
        desk.call("editor_undo")
        assert desk.text == "one\n\ntwo\n\nthree"


class TestASuggestion:
    def test_of_a_type_waits_when_everything_is_staged(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")
        desk.as_person("workspace_new_document")
        desk.as_person("document_set_content", content="zero\n\none")
        desk.call("cursor_set_position", position=7)
        answer = desk.call("block_set_type", type="heading", level=1)
        assert answer["applied"] is False
        assert desk.text == "zero\n\none"
        desk.as_person("document_insert_at_position", text="before ", position=0)
        desk.call("suggestion_accept", suggestionId=answer["suggestionId"])
        assert desk.text == "before zero\n\n# one"

    def test_of_a_type_is_stale_when_its_block_was_edited(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")
        desk.as_person("workspace_new_document")
        desk.as_person("document_set_content", content="zero\n\none")
        desk.call("cursor_set_position", position=7)
        waiting = desk.call("block_toggle", type="codeBlock")["suggestionId"]
        desk.as_person("document_insert_at_position", text="-and-", position=8)
        with pytest.raises(Refused, match="stale"):
            desk.call("suggestion_accept", suggestionId=waiting)

    def test_of_a_rule_follows_its_place(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")
        desk.as_person("workspace_new_document")
        desk.as_person("document_set_content", content="one\n\ntwo")
        desk.call("cursor_set_position", position=3)
        waiting = desk.call("block_insert_horizontal_rule")["suggestionId"]
        desk.as_person("document_insert_at_position", text="zero ", position=0)
        desk.call("suggestion_accept", suggestionId=waiting)
        assert desk.text == "zero one\n\n---\n\ntwo"


def visible(document: MarkdownDocument) -> str:
    return "".join(document.inlines.plain_text(document.tree).split())
