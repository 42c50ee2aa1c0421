"""Formulas, diagrams and links: what the cases in `cases/insertion.txt` cannot say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import QuireError
from quire.formats.markdown.blocks import List
from quire.formats.markdown.document import MarkdownDocument
from tests.test_blocks import places
from tests.tier import examples

if TYPE_CHECKING:
    from tests.conftest import Desk

BLOCKS: list[tuple[str, dict[str, Any], str]] = [
    ("insert_rule", {}, "thematicBreak"),
    ("insert_formula", {"latex": "a\n+ b\n\\\\ c"}, "mathBlock"),
    ("insert_diagram", {"code": "graph TD\n\n  A --> B"}, "codeBlock"),
]
SPANS: list[tuple[str, dict[str, Any], str]] = [
    ("insert_inline_formula", {"latex": "x|y"}, "math"),
    ("insert_wiki_link", {"target": "Page", "text": "p"}, "wikiLink"),
]


def inserted(text: str, position: int, verb: str, arguments: dict[str, Any]) -> MarkdownDocument | None:
    """The document with something more in it, or nothing if that was refused."""
    document = MarkdownDocument(text)
    try:
        return document.apply(document.plan(Intent(verb, (Range(position, position),), arguments)))
    except QuireError:
        return None


def blocks(document: MarkdownDocument) -> Counter[str]:
    """The blocks but lists, which a block between two items makes two of."""
    return Counter(block.type for block in document.tree.walk() if not isinstance(block, List))


def spans(document: MarkdownDocument) -> Counter[str]:
    found = (span for block in document.tree.walk() for top in document.inlines.of(block) for span in top.walk())
    return Counter(span.type for span in found if span.type != "text")


class TestABlock:
    @settings(max_examples=examples(300))
    @given(places, st.sampled_from(BLOCKS))
    def test_is_added_and_no_other_is_changed(
        self, place: tuple[str, int], wanted: tuple[str, dict[str, Any], str]
    ) -> None:
        verb, arguments, kind = wanted
        after = inserted(*place, verb, arguments)
        if after is not None:
            before = blocks(MarkdownDocument(place[0]))
            assert blocks(after) - before in (Counter([kind]), Counter([kind, "paragraph"]))
            assert not before - blocks(after)

    def test_is_told_of(self, desk: Desk) -> None:
        desk.document("one")
        desk.call("cursor_set_position", position=3)
        answer = desk.call("insert_math_block", latex="x")
        assert answer == {"message": "Inserted a math block.", "position": 3, "applied": True}


class TestASpan:
    @settings(max_examples=examples(300))
    @given(places, st.sampled_from(SPANS))
    def test_is_added_and_no_other_is_changed(
        self, place: tuple[str, int], wanted: tuple[str, dict[str, Any], str]
    ) -> None:
        verb, arguments, kind = wanted
        before, after = MarkdownDocument(place[0]), inserted(*place, verb, arguments)
        if after is not None:
            assert spans(after) - spans(before) == Counter([kind])
            assert not spans(before) - spans(after)
            assert not blocks(before) - blocks(after)

    def test_names_the_link_that_it_made(self, desk: Desk) -> None:
        desk.document("")
        answer = desk.call("insert_wiki_link", target="Page", displayText="the page")
        assert answer["message"] == "Inserted a link to 'Page'."
        assert desk.text == "[[Page|the page]]"

    def test_waits_when_everything_is_staged(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")
        desk.as_person("workspace_new_document")
        desk.as_person("document_set_content", content="one two")
        desk.call("cursor_set_position", position=4)
        answer = desk.call("insert_math_inline", latex="x")
        assert answer["applied"] is False
        assert "waits" in answer["message"]
        desk.as_person("document_insert_at_position", text="zero ", position=0)
        desk.call("suggestion_accept", suggestionId=answer["suggestionId"])
        assert desk.text == "zero one $x$two"


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("insert_math_inline", "latex"), ("insert_math_block", "latex"), ("insert_mermaid", "code")],
)
def test_inserting_goes_to_the_end_of_the_selection_and_deletes_nothing(desk: Desk, tool: str, argument: str) -> None:
    desk.document("one two")
    desk.call("selection_set", **{"from": 0, "to": 7})
    desk.call(tool, **{argument: "x"})
    assert desk.text.startswith("one two")
