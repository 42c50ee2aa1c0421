"""Tabs, through MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Desk


def test_tabs_are_listed_in_order_with_the_one_in_front(desk: Desk) -> None:
    second = desk.call("tabs_create")["tabId"]
    first, listed = desk.call("tabs_list")
    assert listed == {"id": second, "title": "Untitled-2", "filePath": None, "isDirty": False, "isActive": True}
    assert first["isActive"] is False
    assert desk.call("tabs_get_active") == desk.call("tabs_get_info") == listed


def test_switching_brings_a_tab_to_the_front(desk: Desk) -> None:
    tab = desk.document("first")
    desk.document("second")
    assert desk.call("tabs_switch", tabId=tab)["isActive"] is True
    assert desk.text == "first"


def test_closing_prefers_the_right_neighbour(desk: Desk) -> None:
    desk.call("tabs_close")
    tabs = [desk.document(text) for text in "abc"]
    desk.call("tabs_switch", tabId=tabs[1])
    desk.call("tabs_close")
    assert desk.text == "c"
    desk.call("tabs_close")
    assert desk.text == "a"


def test_closing_a_tab_behind_leaves_the_one_in_front(desk: Desk) -> None:
    tab = desk.document("behind")
    desk.document("in front")
    desk.call("tabs_close", tabId=tab)
    assert desk.text == "in front"


def test_closed_tabs_come_back_last_in_first_out_with_unsaved_text(desk: Desk) -> None:
    tabs = [desk.document(text) for text in ("one", "two")]
    for _ in tabs:
        answer = desk.call("tabs_close")
        assert "unsaved" in answer["message"]
    assert desk.call("tabs_reopen_closed") == {"tabId": tabs[0], "filePath": None, "title": "Untitled-2"}
    assert desk.text == "one"
    desk.call("tabs_reopen_closed")
    assert desk.text == "two"
    assert desk.call("tabs_reopen_closed") == "No closed tabs to reopen"


def test_undo_and_suggestions_come_back_with_a_closed_tab(desk: Desk) -> None:
    desk.document("one")
    desk.suggest(0, 3, "ONE")
    desk.call("tabs_close")
    desk.call("tabs_reopen_closed")
    desk.call("suggestion_accept_all")
    assert desk.text == "ONE"
    desk.call("editor_undo")
    desk.call("editor_undo")
    assert desk.text == ""


def test_ten_closed_tabs_are_kept_and_older_unsaved_text_is_rescued(desk: Desk) -> None:
    for number in range(12):
        desk.call("workspace_new_document", title=f"../a\0b {number} " + "x" * 200)
        desk.call("document_set_content", content=f"text {number}")
    for _ in range(12):
        desk.call("tabs_close")
    reopened = 0
    while desk.call("tabs_reopen_closed") != "No closed tabs to reopen":
        reopened += 1
    assert reopened == 10
    rescued = sorted(path.read_text() for path in (desk.root.parent / "home" / "rescued").iterdir())
    assert rescued == ["text 10", "text 11"]


def test_opening_the_file_of_a_closed_tab_brings_its_unsaved_text_back(desk: Desk) -> None:
    path = desk.root / "a.md"
    path.write_text("on disk")
    tab = desk.call("workspace_open_document", path=str(path))["tabId"]
    desk.as_person("document_insert_at_position", text="not ", position=0)
    desk.call("tabs_close")
    opened = desk.call("workspace_open_document", path=str(path))
    assert opened["tabId"] == tab
    assert "unsaved" in opened["message"]
    assert desk.text == "not on disk"
    assert desk.call("tabs_reopen_closed") == "No closed tabs to reopen"


def test_an_unknown_tab_is_refused_with_the_open_ones(desk: Desk) -> None:
    known = desk.call("tabs_get_active")["id"]
    for tool in ("tabs_switch", "tabs_close", "tabs_get_info"):
        refused = desk.refusal(tool, tabId="tab-none")
        assert refused.code == "E_NOT_FOUND"
        assert known in refused.hint


def test_a_tab_of_another_window_is_not_in_this_one(desk: Desk) -> None:
    tab = desk.call("workspace_new_document", windowId="new")["tabId"]
    assert desk.refusal("tabs_get_info", tabId=tab, windowId="main").code == "E_NOT_FOUND"
    assert desk.call("tabs_get_info", tabId=tab)["id"] == tab


def test_tabs_belong_to_their_window(desk: Desk) -> None:
    desk.call("workspace_new_document", windowId="new")
    assert len(desk.call("tabs_list", windowId="main")) == 1
    created = desk.call("tabs_create", windowId="main")["tabId"]
    assert [tab["id"] for tab in desk.call("tabs_list", windowId="main")][1] == created
    assert len(desk.call("tabs_list", windowId="window-2")) == 1


def test_files_with_something_unsaved_or_pending_are_never_forgotten(desk: Desk) -> None:
    window = desk.call("workspace_new_document", windowId="new")["windowId"]
    for number in range(14):
        (desk.root / f"{number}.md").write_text("text")
        desk.call("workspace_open_document", path=f"{number}.md", windowId=window)
        desk.call("document_insert_at_position", text="pending ", position=0)
    desk.call("workspace_close_window", windowId=window)
    for number in range(14):
        desk.call("workspace_open_document", path=f"{number}.md")
        assert desk.call("suggestion_list")["count"] == 1
