"""Suggestions: staged, shifted, stale, accepted and rejected, through MCP."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import docx, footnote, p

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk


def listed(desk: Desk) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.call("suggestion_list")["suggestions"]
    return found


def apply(desk: Desk, tool: str, **arguments: Any) -> None:
    """An edit by someone whose edits do not wait."""
    desk.as_person(tool, **arguments)


def test_a_suggestion_tells_all_that_a_person_needs_to_decide(desk: Desk) -> None:
    desk.document("Hello world")
    desk.call("selection_set", **{"from": 6, "to": 11})
    identifier = desk.call("selection_replace", text="there", reason="friendlier")["suggestionId"]
    (found,) = listed(desk)
    assert found.pop("createdAt").endswith("Z")
    assert found == {
        "id": identifier, "type": "replace", "from": 6, "to": 11, "newContent": "there", "originalContent": "world",
        "context": "Hello world", "author": "tester", "reason": "friendlier", "isStale": False,
    }  # fmt: skip


def test_there_are_three_kinds(desk: Desk) -> None:
    desk.document("abcdef")
    for start, end, text in ((0, 0, "x"), (1, 2, "y"), (3, 4, "")):
        desk.suggest(start, end, text)
    assert [each["type"] for each in listed(desk)] == ["insert", "replace", "delete"]
    insertion, _, deletion = listed(desk)
    assert "originalContent" not in insertion
    assert "newContent" not in deletion


def test_they_are_listed_by_position(desk: Desk) -> None:
    desk.document("abcdef")
    for start in (4, 0, 2):
        desk.suggest(start, start + 1, "X")
    assert [each["from"] for each in listed(desk)] == [0, 2, 4]


def test_the_focused_one_is_at_the_cursor_or_behind_it(desk: Desk) -> None:
    desk.document("abcdef")
    assert desk.call("suggestion_list")["focusedId"] is None
    first, second = desk.suggest(1, 2, "X"), desk.suggest(4, 5, "Y")
    for cursor, focused in ((0, first), (3, second), (6, first)):
        desk.call("cursor_set_position", position=cursor)
        assert desk.call("suggestion_list")["focusedId"] == focused


def test_staging_changes_neither_text_nor_revision(desk: Desk) -> None:
    desk.document("abc")
    before = desk.call("get_document_revision")
    desk.suggest(0, 1, "X")
    assert desk.call("get_document_revision") == before
    assert desk.text == "abc"


def test_rejecting_leaves_no_trace(desk: Desk) -> None:
    desk.document("abc")
    before = desk.call("get_document_revision")
    identifier = desk.suggest(0, 1, "X")
    desk.call("suggestion_reject", suggestionId=identifier)
    assert desk.call("get_document_revision") == before
    assert listed(desk) == []
    desk.call("editor_undo")
    assert desk.text == "", "undo takes back what was there before the suggestion"


EDITS = {
    "apart": [(0, 3, "ONE"), (4, 7, "TWO"), (8, 13, "THREE")],
    "touching": [(0, 3, "ONE"), (3, 4, "-"), (4, 7, "TWO")],
    "around a deletion": [(4, 4, "<"), (4, 7, ""), (7, 7, ">")],
    "insertions at one place": [(4, 4, "a"), (4, 4, "b"), (4, 4, "c")],
    "insertion before a replacement": [(4, 4, "new "), (4, 7, "TWO"), (7, 7, "!")],
    "at both ends": [(0, 0, "^"), (13, 13, "$"), (3, 4, "\n")],
}


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_accepted_in_any_order_they_give_the_same_text(
    open_desk: Callable[..., Desk], edits: list[tuple[int, int, str]]
) -> None:
    desk, results = open_desk(), set()
    for order in permutations(range(len(edits))):
        desk.document("one two three")
        identifiers = [desk.suggest(*edit) for edit in edits]
        for index in order:
            desk.call("suggestion_accept", suggestionId=identifiers[index])
        results.add(desk.text)
    desk.document("one two three")
    for edit in edits:
        desk.suggest(*edit)
    desk.call("suggestion_accept_all")
    assert results == {desk.text}


def test_an_edit_before_shifts_them(desk: Desk) -> None:
    desk.document("one two")
    identifier = desk.suggest(4, 7, "TWO")
    apply(desk, "document_insert_at_position", text="zero ", position=0)
    assert [(each["from"], each["to"], each["isStale"]) for each in listed(desk)] == [(9, 12, False)]
    desk.call("suggestion_accept", suggestionId=identifier)
    assert desk.text == "zero one TWO"


@pytest.mark.parametrize(("start", "end", "text"), [(5, 6, "x"), (5, 5, "x"), (4, 7, "other"), (3, 7, ""), (0, 7, "")])
def test_an_edit_inside_makes_them_stale(desk: Desk, start: int, end: int, text: str) -> None:
    desk.document("one two")
    identifier = desk.suggest(4, 7, "TWO")
    apply(desk, "selection_set", **{"from": start, "to": end})
    apply(desk, "selection_replace", text=text)
    before = desk.text
    assert listed(desk)[0]["isStale"] is True
    assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_CONFLICT"
    assert desk.text == before
    desk.call("suggestion_reject", suggestionId=identifier)
    assert listed(desk) == []


def test_undoing_the_edit_inside_makes_them_fresh_again(desk: Desk) -> None:
    desk.document("one two")
    identifier = desk.suggest(4, 7, "TWO")
    apply(desk, "document_insert_at_position", text="x", position=5)
    desk.call("editor_undo")
    desk.call("suggestion_accept", suggestionId=identifier)
    assert desk.text == "one TWO"


def test_an_insertion_point_survives_typing_on_both_sides(desk: Desk) -> None:
    desk.document("onetwo")
    identifier = desk.suggest(3, 3, " and ")
    apply(desk, "document_insert_at_position", text="1", position=2)
    apply(desk, "document_insert_at_position", text="2", position=7)
    desk.call("suggestion_accept", suggestionId=identifier)
    assert desk.text == "on1e and two2"


def test_an_insertion_point_whose_surroundings_are_gone_is_stale(desk: Desk) -> None:
    desk.document("one two three")
    identifier = desk.suggest(5, 5, "X")
    apply(desk, "document_replace", search="two", replace="2")
    assert listed(desk)[0]["isStale"] is True
    assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_CONFLICT"


def test_of_two_overlapping_ones_the_second_goes_stale(desk: Desk) -> None:
    desk.document("one two three")
    first, second = desk.suggest(0, 7, "A"), desk.suggest(4, 13, "B")
    desk.call("suggestion_accept", suggestionId=second)
    assert desk.text == "one B"
    assert desk.refusal("suggestion_accept", suggestionId=first).code == "E_CONFLICT"


def test_accept_all_takes_overlapping_ones_in_document_order_and_leaves_the_stale(desk: Desk) -> None:
    desk.document("one two three")
    first, second, third = desk.suggest(0, 7, "A"), desk.suggest(4, 9, "B"), desk.suggest(12, 13, "E")
    answer = desk.call("suggestion_accept_all")
    assert (answer["accepted"], answer["stale"]) == ([first, third], [second])
    assert desk.text == "A threE"


def test_accept_all_is_one_undo(desk: Desk) -> None:
    desk.document("one two three")
    for edit in EDITS["apart"]:
        desk.suggest(*edit)
    assert len(desk.call("suggestion_accept_all")["accepted"]) == 3
    assert desk.text == "ONE TWO THREE"
    desk.call("editor_undo")
    assert desk.text == "one two three"
    desk.call("editor_redo")
    assert desk.text == "ONE TWO THREE"


def test_accept_all_and_reject_all_of_nothing_succeed(desk: Desk) -> None:
    assert desk.call("suggestion_accept_all")["accepted"] == []
    assert desk.call("suggestion_reject_all")["rejected"] == []


def test_reject_all_empties_the_list(desk: Desk) -> None:
    desk.document("abc")
    identifiers = [desk.suggest(0, 1, "X"), desk.suggest(1, 2, "Y")]
    assert desk.call("suggestion_reject_all")["rejected"] == identifiers
    assert listed(desk) == []
    assert desk.text == "abc"


def test_they_belong_to_their_document(desk: Desk) -> None:
    first = desk.document("first")
    identifier = desk.suggest(0, 5, "FIRST")
    second = desk.document("second")
    assert listed(desk) == []
    assert desk.refusal("suggestion_accept", suggestionId=identifier, windowId=second).code == "E_NOT_FOUND"
    desk.call("suggestion_accept", suggestionId=identifier)
    assert desk.call("document_get_content", windowId=first) == "FIRST"


def test_an_unknown_one_is_refused(desk: Desk) -> None:
    for tool in ("suggestion_accept", "suggestion_reject"):
        assert desk.refusal(tool, suggestionId="sug-none").code == "E_NOT_FOUND"


def test_one_is_decided_once(desk: Desk) -> None:
    desk.document("abc")
    identifier = desk.suggest(0, 1, "X")
    desk.call("suggestion_accept", suggestionId=identifier)
    assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_NOT_FOUND"
    assert desk.refusal("suggestion_reject", suggestionId=identifier).code == "E_NOT_FOUND"
    assert desk.text == "Xbc"


def test_many_at_once_are_accepted_in_a_moment(desk: Desk) -> None:
    desk.document("word " * 3000)
    answer = desk.call("document_replace", search="word", replace="WORD!", all=True)
    assert len(answer["suggestionIds"]) == 3000
    assert len(desk.call("suggestion_accept_all")["accepted"]) == 3000
    assert desk.text == "WORD! " * 3000


def test_with_approval_by_a_person_no_agent_can_accept(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(approval="person")
    desk.document("abc")
    identifier = desk.suggest(0, 1, "X")
    for tool, arguments in (("suggestion_accept", {"suggestionId": identifier}), ("suggestion_accept_all", {})):
        refused = desk.refusal(tool, **arguments)
        assert refused.code == "E_PERMISSION"
        assert "quire review" in refused.hint
    assert desk.text == "abc"
    desk.as_person("suggestion_accept", suggestionId=identifier)
    assert desk.text == "Xbc"


def test_with_approval_by_a_person_no_agent_can_turn_back_what_the_person_decided(desk: Desk) -> None:
    desk.document("abc")
    identifier = desk.suggest(0, 1, "X")
    desk.settings(approval="person")
    desk.as_person("suggestion_accept", suggestionId=identifier)
    refused = desk.refusal("editor_undo")
    assert refused.code == "E_PERMISSION"
    assert desk.text == "Xbc"
    desk.as_person("editor_undo")
    assert desk.refusal("editor_redo").code == "E_PERMISSION"
    assert desk.text == "abc"
    desk.as_person("editor_redo")
    assert desk.text == "Xbc"


def test_with_approval_by_a_person_an_agent_can_take_back_what_it_did_itself(desk: Desk) -> None:
    desk.document("abc")
    desk.settings(staging="auto-approve", approval="person")
    desk.call("document_insert_at_position", text="X", position=0)
    assert desk.call("editor_undo")["undone"]
    assert desk.call("editor_redo")["redone"]
    assert desk.text == "Xabc"
    desk.as_person("editor_undo")
    assert desk.refusal("editor_redo").code == "E_PERMISSION"
    desk.as_person("document_insert_at_position", text="Y", position=0)
    assert desk.refusal("editor_undo").code == "E_PERMISSION"
    desk.settings(approval="agent")
    assert desk.call("editor_undo")["undone"]


def test_with_approval_by_a_person_an_agent_rejects_only_its_own(open_desk: Callable[..., Desk]) -> None:
    desk, other = open_desk(), open_desk(name="other")
    desk.document("abc")
    mine, theirs = desk.suggest(0, 1, "X"), other.suggest(2, 3, "Z")
    desk.settings(approval="person")
    for tool, arguments in (("suggestion_reject", {"suggestionId": theirs}), ("suggestion_reject_all", {})):
        refused = desk.refusal(tool, **arguments)
        assert (refused.code, "'other'" in refused.message) == ("E_PERMISSION", True)
    assert [each["id"] for each in listed(desk)] == [mine, theirs]
    assert desk.call("suggestion_reject", suggestionId=mine)["rejected"] == [mine]
    assert other.call("suggestion_reject_all")["rejected"] == [theirs]


@pytest.mark.parametrize(
    ("text", "start", "end", "context"),
    [
        ("One\nTwo three\nFour", 8, 13, "Two three"),
        ("One\nTwo three\nFour", 0, 8, "One"),
        ("One", 3, 3, "One"),
        ("", 0, 0, ""),
        ("a" * 500 + "b" + "c" * 500, 500, 501, "a" * 100 + "b" + "c" * 100),
    ],
)
def test_the_line_around_a_suggestion_tells_where_it_is(
    desk: Desk, text: str, start: int, end: int, context: str
) -> None:
    desk.document(text)
    desk.suggest(start, end, "X")
    assert [each["context"] for each in desk.call("suggestion_list")["suggestions"]] == [context]


def test_who_decided_is_known_after_a_restart(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(approval="person")
    desk.document("abc")
    desk.as_person("document_insert_at_position", text="X", position=0)
    desk.leave()
    assert open_desk(approval="person").refusal("editor_undo").code == "E_PERMISSION"


def test_the_setting_makes_acceptance_a_persons_for_every_client(desk: Desk) -> None:
    desk.document("abc")
    identifier = desk.suggest(0, 1, "X")
    desk.settings(approval="person")
    assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_PERMISSION"
    desk.settings(approval="agent")
    desk.call("suggestion_accept", suggestionId=identifier)
    assert desk.text == "Xbc"


def test_a_person_edits_without_asking(desk: Desk) -> None:
    desk.document("abc")
    assert desk.as_person("document_insert_at_position", text="X", position=0)["applied"] is True
    assert desk.text == "Xabc"


@pytest.mark.parametrize(
    ("staging", "suggested", "direct"),
    [
        ("auto-approve", True, True),
        ("suggest", False, True),
        ("stage-everything", False, False),
        ("always-ask", False, False),
    ],
)
def test_the_staging_setting_decides_what_waits(desk: Desk, staging: str, suggested: bool, direct: bool) -> None:
    desk.settings(staging=staging)
    desk.call("workspace_new_document")
    assert desk.call("document_insert_at_position", text="x", position=0)["applied"] is suggested
    desk.call("workspace_new_document")
    assert desk.call("document_set_content", content="x")["applied"] is direct


def test_no_agent_can_change_the_settings(desk: Desk) -> None:
    assert "settings" not in desk.tools
    assert desk.refusal("settings", staging="auto-approve").code == "E_NOT_FOUND"
    assert desk.refusal("audit").code == "E_NOT_FOUND"


def test_insertions_at_the_start_keep_their_order_behind_a_byte_order_mark(desk: Desk) -> None:
    desk.document("\ufeffhello")
    first, second = desk.suggest(0, 0, "A"), desk.suggest(0, 0, "B")
    desk.call("suggestion_accept", suggestionId=first)
    desk.call("suggestion_accept", suggestionId=second)
    assert desk.text == "\ufeffABhello"


def test_accept_all_leaves_one_that_can_no_longer_be_done_and_takes_the_rest(desk: Desk) -> None:
    desk.settings(staging="stage-everything")
    desk.call("workspace_new_document")
    apply(desk, "document_set_content", content="word\n\none two")
    desk.call("cursor_set_position", position=9)
    inserted = desk.call("insert_mermaid", code="graph TD")["suggestionId"]
    replaced = desk.suggest(0, 4, "WORD")
    apply(desk, "document_insert_at_position", text="```\n", position=6)
    assert [each["isStale"] for each in listed(desk)] == [False, False]
    assert desk.call("suggestion_accept_all")["accepted"] == [replaced]
    assert desk.text == "WORD\n\n```\none two"
    assert [each["id"] for each in listed(desk)] == [inserted]
    assert desk.refusal("suggestion_accept", suggestionId=inserted).code == "E_UNSUPPORTED"


def waiting(desk: Desk) -> list[tuple[str, int, int, bool]]:
    """The pending suggestions: which, where, and whether they are stale."""
    return [(each["id"], each["from"], each["to"], each["isStale"]) for each in listed(desk)]


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_undoing_an_acceptance_lets_it_wait_again_where_it_was(desk: Desk, edits: list[tuple[int, int, str]]) -> None:
    desk.document("one two three")
    for edit in edits:
        desk.suggest(*edit)
    before = listed(desk)
    for suggestion in before:
        desk.call("suggestion_accept", suggestionId=suggestion["id"])
        accepted, left = desk.text, listed(desk)
        desk.call("editor_undo")
        assert (desk.text, listed(desk)) == ("one two three", before)
        desk.call("editor_redo")
        assert (desk.text, listed(desk)) == (accepted, left)
        desk.call("editor_undo")


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_undoing_accept_all_lets_all_wait_again_and_redoing_it_accepts_all(
    desk: Desk, edits: list[tuple[int, int, str]]
) -> None:
    desk.document("one two three")
    for edit in edits:
        desk.suggest(*edit)
    before = listed(desk)
    desk.call("suggestion_accept_all")
    accepted = desk.text
    undone = desk.call("editor_undo")
    assert "3 suggestions are pending again" in undone["message"]
    assert (desk.text, listed(desk)) == ("one two three", before)
    redone = desk.call("editor_redo")
    assert "3 suggestions are accepted again" in redone["message"]
    assert (desk.text, listed(desk)) == (accepted, [])
    desk.call("editor_undo")
    desk.call("suggestion_accept_all")
    assert desk.text == accepted


def test_an_acceptance_is_undone_after_what_came_later(desk: Desk) -> None:
    desk.document("one two three")
    identifier = desk.suggest(4, 7, "TWO")
    desk.call("suggestion_accept", suggestionId=identifier)
    other = desk.suggest(0, 3, "ONE")
    apply(desk, "document_insert_at_position", text="zero ", position=0)
    desk.call("editor_undo")
    assert waiting(desk) == [(other, 0, 3, False)]
    desk.call("editor_undo")
    assert waiting(desk) == [(other, 0, 3, False), (identifier, 4, 7, False)]
    assert len(desk.call("suggestion_accept_all")["accepted"]) == 2
    assert desk.text == "ONE TWO three"


def test_what_waits_again_can_be_rejected_and_is_then_not_accepted_by_redo(desk: Desk) -> None:
    desk.document("one two three")
    identifiers = [desk.suggest(*edit) for edit in EDITS["apart"]]
    desk.call("suggestion_accept_all")
    desk.call("editor_undo")
    desk.call("suggestion_reject", suggestionId=identifiers[1])
    assert desk.call("editor_redo")["redone"] is False
    assert desk.text == "one two three"
    assert len(desk.call("suggestion_accept_all")["accepted"]) == 2
    assert desk.text == "ONE two THREE"


def test_rejecting_another_leaves_redo_as_it_is(desk: Desk) -> None:
    desk.document("one two three")
    first, second = desk.suggest(0, 3, "ONE"), desk.suggest(4, 7, "TWO")
    desk.call("suggestion_accept", suggestionId=first)
    apply(desk, "document_insert_at_position", text="zero ", position=0)
    for _ in range(2):
        desk.call("editor_undo")
    desk.call("suggestion_reject", suggestionId=second)
    for _ in range(2):
        assert desk.call("editor_redo")["redone"]
    assert (desk.text, listed(desk)) == ("zero ONE two three", [])


def test_an_acceptance_with_another_content_waits_again_as_it_was_proposed(desk: Desk) -> None:
    tab = desk.document("one two")
    identifier = desk.suggest(4, 7, "TWO")
    before = listed(desk)
    desk.as_person("page_accept", document=tab, suggestionId=identifier, content="2")
    assert desk.text == "one 2"
    desk.call("editor_undo")
    assert listed(desk) == before
    desk.call("editor_redo")
    assert desk.text == "one 2"


def test_an_acceptance_is_undone_and_redone_after_restarts(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.document("one two three")
    for edit in EDITS["around a deletion"]:
        desk.suggest(*edit)
    before = listed(desk)
    desk.call("suggestion_accept", suggestionId=before[1]["id"])
    left = listed(desk)
    for tool, text, pending in (("editor_undo", "one two three", before), ("editor_redo", "one  three", left)) * 2:
        desk.leave()
        desk = open_desk()
        desk.call(tool)
        assert (desk.text, listed(desk)) == (text, pending)


def test_an_acceptance_of_one_client_is_undone_by_another(open_desk: Callable[..., Desk]) -> None:
    desk, other = open_desk(), open_desk(name="other")
    desk.document("one two three")
    identifier = desk.suggest(4, 7, "TWO")
    other.call("suggestion_accept", suggestionId=identifier)
    desk.call("editor_undo")
    assert waiting(other) == [(identifier, 4, 7, False)]
    other.leave()
    desk.call("editor_redo")
    assert (desk.text, listed(desk)) == ("one TWO three", [])


def test_with_approval_by_a_person_no_agent_accepts_by_redoing(desk: Desk) -> None:
    desk.document("abc")
    identifier = desk.suggest(0, 1, "X")
    desk.call("suggestion_accept", suggestionId=identifier)
    desk.settings(approval="person")
    desk.call("editor_undo")
    assert waiting(desk) == [(identifier, 0, 1, False)]
    assert desk.refusal("editor_redo").code == "E_PERMISSION"
    assert desk.text == "abc"
    desk.as_person("editor_redo")
    assert (desk.text, listed(desk)) == ("Xbc", [])
    assert desk.refusal("editor_undo").code == "E_PERMISSION"


def test_in_a_word_document_an_acceptance_is_undone_as_well(desk: Desk) -> None:
    path = desk.root / "a.docx"
    path.write_bytes(docx(p("The fee is due."), p("In May.", footnote("Or June."))))
    desk.settings(staging="stage-everything")
    desk.call("workspace_open_document", path=str(path))
    desk.call("document_replace", search="fee", replace="price")
    desk.call("update_footnote", note_id=desk.call("get_footnotes")["notes"][0]["id"], new_text="Or July.")
    desk.call("document_insert_at_position", text="At once.\n\n", position=16)
    before, unchanged = listed(desk), desk.text
    desk.call("suggestion_accept_all")
    accepted = desk.text
    desk.call("editor_undo")
    assert (desk.text, listed(desk)) == (unchanged, before)
    desk.call("editor_redo")
    assert (desk.text, listed(desk)) == (accepted, [])
