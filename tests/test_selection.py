"""The selection and cursor tools, through MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Desk


def select(desk: Desk, start: int, end: int) -> Any:
    return desk.call("selection_set", **{"from": start, "to": end})


def test_the_selection_is_told_flat_and_as_a_range(desk: Desk) -> None:
    desk.document("Hello world")
    assert select(desk, 6, 11) == desk.call("selection_get") == {
        "text": "world", "from": 6, "to": 11, "isEmpty": False, "range": {"from": 6, "to": 11},
    }  # fmt: skip


def test_an_empty_selection_is_the_cursor(desk: Desk) -> None:
    desk.document("abc")
    desk.call("cursor_set_position", position=2)
    found = desk.call("selection_get")
    assert (found["from"], found["to"], found["isEmpty"], found["text"]) == (2, 2, True, "")


@pytest.mark.parametrize(("start", "end"), [(2, 1), (0, 4), (-1, 2)])
def test_a_selection_that_is_none_is_refused(desk: Desk, start: int, end: int) -> None:
    desk.document("abc")
    assert desk.refusal("selection_set", **{"from": start, "to": end}).code == "E_INVALID_ARG"


def test_a_cursor_outside_the_document_is_refused(desk: Desk) -> None:
    desk.document("abc")
    assert "3" in desk.refusal("cursor_set_position", position=4).hint


def test_replacing_the_selection_waits_and_tells_what_it_replaces(desk: Desk) -> None:
    desk.document("Hello world")
    select(desk, 6, 11)
    answer = desk.call("selection_replace", text="there")
    assert answer["range"] == {"from": 6, "to": 11}
    assert answer["originalContent"] == "world"
    assert answer["applied"] is False
    desk.call("suggestion_accept", suggestionId=answer["suggestionId"])
    assert desk.text == "Hello there"


def test_replacing_an_empty_selection_inserts(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("ac")
    desk.call("cursor_set_position", position=1)
    answer = desk.call("selection_replace", text="b")
    assert (answer["applied"], answer["originalContent"], desk.text) == (True, "", "abc")


def test_deleting_the_selection_tells_what_went(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("Hello world")
    select(desk, 5, 11)
    answer = desk.call("selection_delete")
    assert (answer["content"], answer["range"], desk.text) == (" world", {"from": 5, "to": 11}, "Hello")


def test_deleting_an_empty_selection_succeeds_and_changes_nothing(desk: Desk) -> None:
    desk.document("abc")
    before = desk.call("get_document_revision")["revision"]
    answer = desk.call("selection_delete")
    assert "suggestionId" not in answer
    assert desk.call("get_document_revision")["revision"] == before
    assert desk.call("suggestion_list")["count"] == 0


def test_the_selection_moves_with_the_text(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("one two three")
    select(desk, 4, 7)
    desk.call("document_insert_at_position", text="zero ", position=0)
    assert desk.call("selection_get")["text"] == "two"
    desk.call("document_replace", search="two", replace="2")
    assert desk.call("selection_get")["text"] == "2"
    desk.call("editor_undo")
    assert desk.call("selection_get")["text"] == "two"


def test_each_document_has_its_own_selection(desk: Desk) -> None:
    first = desk.document("first")
    select(desk, 0, 5)
    desk.document("second")
    select(desk, 1, 2)
    assert desk.call("selection_get", windowId=first)["text"] == "first"


def context(desk: Desk, text: str, cursor: int, **arguments: int) -> Any:
    desk.document(text)
    desk.call("cursor_set_position", position=cursor)
    return desk.call("cursor_get_context", **arguments)


def test_the_context_has_whole_lines_around_the_cursor(desk: Desk) -> None:
    found = context(desk, "1\n2\n3\n4\n5\n6\n7\n8\n9", 8)
    assert (found["before"], found["currentLine"], found["after"]) == ("2\n3\n4", "5", "6\n7\n8")


def test_the_context_takes_as_many_lines_as_asked(desk: Desk) -> None:
    found = context(desk, "1\r\n2\r\n3\r\n4", 3, linesBefore=1, linesAfter=0)
    assert (found["before"], found["currentLine"], found["after"]) == ("1", "2", "")
    assert desk.refusal("cursor_get_context", linesBefore=-1).code == "E_INVALID_ARG"


def test_the_context_of_an_empty_document_is_empty(desk: Desk) -> None:
    found = desk.call("cursor_get_context")
    assert found == {
        "before": "", "after": "", "currentLine": "", "currentParagraph": "",
        "block": {"type": "paragraph", "position": 0},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("marked", "block"),
    [
        ("# Ti|tle", {"type": "heading", "level": 1, "position": 0}),
        ("Title\n=|==\n", {"type": "heading", "level": 1, "position": 0}),
        ("a\n\nsome |text", {"type": "paragraph", "position": 3}),
        ("```py\nx |= 1\n```", {"type": "codeBlock", "language": "py", "position": 0}),
        ("```\n# no |heading\n```", {"type": "codeBlock", "position": 0}),
        ("> quo|te", {"type": "paragraph", "inBlockquote": True, "position": 2}),
        ("- it|em", {"type": "paragraph", "inList": "bullet", "position": 2}),
        ("7. it|em", {"type": "paragraph", "inList": "ordered", "position": 3}),
        ("- [x] do|ne", {"type": "paragraph", "inList": "task", "position": 6}),
        ("- a\n  1. ne|sted", {"type": "paragraph", "inList": "ordered", "position": 9}),
        ("| a | b |\n|---|---|\n| 1 | |2 |", {"type": "tableCell", "inTable": True, "position": 25}),
    ],
)
def test_the_context_names_the_block(desk: Desk, marked: str, block: dict[str, Any]) -> None:
    before, after = marked.rsplit("|", 1) if "---" not in marked else ("| a | b |\n|---|---|\n| 1 | ", "2 |")
    assert context(desk, before + after, len(before))["block"] == block


def test_the_current_paragraph_is_the_whole_block(desk: Desk) -> None:
    assert context(desk, "# T\n\nfirst line\nsecond line\n\nend", 20)["currentParagraph"] == "first line\nsecond line"
