"""The document tools, through MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Desk


def test_a_new_workspace_has_an_empty_untitled_document_in_front(desk: Desk) -> None:
    assert desk.text == ""
    assert desk.call("tabs_get_active")["title"] == "Untitled-1"


def test_content_is_read_exactly_as_it_was_set(desk: Desk) -> None:
    source = "\ufeff# Título\r\n\r\n* a\t\r\n+ b 😀\r\n\r\n\u200b終わり"
    desk.call("document_set_content", content=source)
    assert desk.text == source


def test_set_content_fills_a_document_of_white_space(desk: Desk) -> None:
    desk.call("document_set_content", content=" \n\t\r\n")
    desk.call("document_set_content", content="text")
    assert desk.text == "text"


@pytest.mark.parametrize("content", ["x", "---", "![](a.png)", "0"])
def test_set_content_refuses_a_document_that_holds_something(desk: Desk, content: str) -> None:
    desk.document(content)
    refused = desk.refusal("document_set_content", content="other")
    assert refused.code == "E_UNSUPPORTED"
    assert "document_insert_at_position" in refused.hint
    assert desk.text == content


def test_an_insertion_waits_as_a_suggestion(desk: Desk) -> None:
    desk.document("ac")
    answer = desk.call("document_insert_at_position", text="b", position=1)
    assert answer["applied"] is False
    assert answer["position"] == 1
    assert desk.text == "ac"
    desk.call("suggestion_accept", suggestionId=answer["suggestionId"])
    assert desk.text == "abc"


def test_with_auto_approve_an_insertion_is_applied_at_once(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("ac")
    answer = desk.call("document_insert_at_position", text="b", position=1)
    assert answer["applied"] is True
    assert "suggestionId" not in answer
    assert desk.text == "abc"


def test_text_inserted_at_the_cursor_moves_the_cursor_behind_it(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("one three")
    desk.call("cursor_set_position", position=4)
    assert desk.call("document_insert_at_cursor", text="two ")["position"] == 4
    assert desk.call("document_insert_at_cursor", text="and ")["position"] == 8
    assert desk.text == "one two and three"


def test_positions_count_code_points(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("a😀👩‍👩‍👧é漢b")
    desk.call("document_insert_at_position", text="|", position=2)
    assert desk.text == "a😀|👩‍👩‍👧é漢b"


@pytest.mark.parametrize("position", [-1, 4, 10**9])
def test_a_position_outside_the_document_is_refused_with_its_length(desk: Desk, position: int) -> None:
    desk.document("abc")
    refused = desk.refusal("document_insert_at_position", text="x", position=position)
    assert refused.code == "E_INVALID_ARG"
    assert str(position) in refused.message
    assert "3" in refused.hint


def test_inserting_nothing_is_refused(desk: Desk) -> None:
    assert desk.refusal("document_insert_at_cursor", text="").code == "E_INVALID_ARG"


def test_an_insertion_at_the_start_goes_behind_a_byte_order_mark(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("\ufeff# Title")
    assert desk.call("document_insert_at_position", text="> ", position=0)["position"] == 1
    assert desk.text == "\ufeff> # Title"


def test_search_tells_positions_lines_and_columns(desk: Desk) -> None:
    desk.document("# Fox\n\nThe fox 🦊 fox.\r\nFOX")
    hits = desk.call("document_search", query="fox")
    assert [(hit["from"], hit["to"], hit["line"], hit["column"], hit["text"]) for hit in hits] == [
        (2, 5, 1, 3, "Fox"),
        (11, 14, 3, 5, "fox"),
        (17, 20, 3, 11, "fox"),
        (23, 26, 4, 1, "FOX"),
    ]
    assert hits[1]["context"] == "The fox 🦊 fox."


def test_search_can_be_case_sensitive(desk: Desk) -> None:
    desk.document("Fox fox")
    assert [hit["from"] for hit in desk.call("document_search", query="fox", caseSensitive=True)] == [4]


def test_search_is_literal_and_does_not_overlap(desk: Desk) -> None:
    desk.document("a.b axb aaaa")
    assert [hit["from"] for hit in desk.call("document_search", query="a.b")] == [0]
    assert [hit["from"] for hit in desk.call("document_search", query="aa")] == [8, 10]


def test_search_without_a_match_is_an_empty_list(desk: Desk) -> None:
    assert desk.call("document_search", query="nowhere") == []


def test_searching_for_nothing_is_refused(desk: Desk) -> None:
    assert desk.refusal("document_search", query="").code == "E_INVALID_ARG"


def test_replace_takes_the_first_match_in_the_document(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("one\n\none one")
    answer = desk.call("document_replace", search="one", replace="two")
    assert (answer["count"], answer["applied"]) == (1, True)
    assert desk.text == "two\n\none one"


def test_replace_all_is_one_undo(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("one\n\none one")
    assert desk.call("document_replace", search="one", replace="three", all=True)["count"] == 3
    assert desk.text == "three\n\nthree three"
    desk.call("editor_undo")
    assert desk.text == "one\n\none one"


def test_replace_is_case_sensitive_and_literal(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("A.a axa")
    desk.call("document_replace", search="a", replace=r"\1", all=True)
    assert desk.text == r"A.\1 \1x\1"


def test_an_empty_replacement_deletes(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("very very good")
    desk.call("document_replace", search="very ", replace="", all=True)
    assert desk.text == "good"


def test_replace_without_a_match_changes_nothing(desk: Desk) -> None:
    desk.document("abc")
    answer = desk.call("document_replace", search="x", replace="y")
    assert (answer["count"], answer["applied"]) == (0, False)
    assert desk.refusal("document_replace", search="", replace="y").code == "E_INVALID_ARG"


def test_each_staged_replacement_is_a_suggestion_of_its_own(desk: Desk) -> None:
    desk.document("one one")
    answer = desk.call("document_replace", search="one", replace="two", all=True)
    assert answer["applied"] is False
    first, second = answer["suggestionIds"]
    desk.call("suggestion_reject", suggestionId=first)
    desk.call("suggestion_accept", suggestionId=second)
    assert desk.text == "one two"


def test_an_edit_that_changes_nothing_makes_no_revision(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("same")
    before = desk.call("get_document_revision")
    desk.call("document_replace", search="same", replace="same")
    assert desk.call("get_document_revision") == before


def test_a_tab_id_reaches_a_document_that_is_not_in_front(desk: Desk) -> None:
    tab = desk.document("behind")
    desk.document("in front")
    assert desk.call("document_get_content", windowId=tab) == "behind"
    assert desk.text == "in front"


def test_an_unknown_window_is_refused_with_the_open_ones(desk: Desk) -> None:
    refused = desk.refusal("document_get_content", windowId="nowhere")
    assert refused.code == "E_NOT_FOUND"
    assert "main" in refused.hint


def test_a_text_with_a_nul_character_is_refused(desk: Desk) -> None:
    for tool, arguments in (
        ("document_set_content", {"content": "a\0b"}),
        ("document_insert_at_cursor", {"text": "\0"}),
    ):
        assert desk.refusal(tool, **arguments).code == "E_INVALID_ARG"
    assert desk.text == ""


def test_a_search_that_finds_too_much_is_refused(desk: Desk) -> None:
    desk.document("a " * 10_001)
    assert desk.refusal("document_search", query="a").code == "E_INVALID_ARG"
    assert len(desk.call("document_search", query="a a")) == 5000


def test_undoing_thousands_of_replacements_takes_a_moment(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("word " * 5000)
    desk.call("document_replace", search="word", replace="term!", all=True)
    desk.call("editor_undo")
    assert desk.text == "word " * 5000
