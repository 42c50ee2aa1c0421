"""Undo, redo and focus, through MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Desk


def test_undo_and_redo_walk_the_line_of_changes(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("")
    for letter in "abc":
        desk.call("document_insert_at_cursor", text=letter)
    seen = []
    for _ in range(3):
        assert desk.call("editor_undo")["undone"] is True
        seen.append(desk.text)
    for _ in range(3):
        assert desk.call("editor_redo")["redone"] is True
        seen.append(desk.text)
    assert seen == ["ab", "a", "", "a", "ab", "abc"]


def test_undo_and_redo_of_nothing_succeed_and_say_so(desk: Desk) -> None:
    assert desk.call("editor_undo")["undone"] is False
    assert desk.call("editor_redo")["redone"] is False


def test_an_edit_after_undo_forgets_what_was_undone(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("a")
    desk.call("document_insert_at_position", text="b", position=1)
    desk.call("editor_undo")
    desk.call("document_insert_at_position", text="c", position=1)
    assert desk.call("editor_redo")["redone"] is False
    assert desk.text == "ac"


def test_undo_takes_back_whoever_changed_it(desk: Desk) -> None:
    desk.document("a")
    desk.as_person("document_insert_at_position", text="b", position=1)
    desk.call("editor_undo")
    assert desk.text == "a"


def test_every_applied_change_makes_a_new_revision_undo_too(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    revisions = []
    desk.document("a")
    revisions.append(desk.call("get_document_revision")["revision"])
    desk.call("document_insert_at_position", text="b", position=1)
    revisions.append(desk.call("get_document_revision")["revision"])
    revisions.append(desk.call("editor_undo")["revision"])
    revisions.append(desk.call("editor_redo")["revision"])
    assert len(set(revisions)) == 4


def test_the_hash_tells_the_same_text(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    desk.document("a")
    before = desk.call("get_document_revision")["hash"]
    desk.call("document_insert_at_position", text="b", position=1)
    assert desk.call("get_document_revision")["hash"] != before
    desk.call("editor_undo")
    assert desk.call("get_document_revision")["hash"] == before


def test_focus_brings_a_window_or_a_tab_to_the_front(desk: Desk) -> None:
    tab = desk.document("main's")
    other = desk.call("workspace_new_document", windowId="new")["windowId"]
    assert desk.call("workspace_get_focused") == other
    assert desk.call("editor_focus", windowId="main")["windowId"] == "main"
    assert desk.text == "main's"
    desk.call("tabs_create")
    desk.call("editor_focus", windowId=tab)
    assert desk.text == "main's"
    assert desk.refusal("editor_focus", windowId="none").code == "E_NOT_FOUND"
