"""Windows, documents and files, through MCP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quire.workspace.files import Roots
from tests.corpus import MARKDOWN_FILES, sampled

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk


def write(desk: Desk, name: str, content: str | bytes = "text") -> str:
    path = desk.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def test_opening_brings_a_file_to_the_front(desk: Desk) -> None:
    path = write(desk, "a.md", "# A")
    opened = desk.call("workspace_open_document", path=path)
    assert (opened["title"], opened["filePath"], opened["isDirty"]) == ("a.md", path, False)
    assert desk.text == "# A"


def test_a_relative_path_is_below_the_root(desk: Desk) -> None:
    write(desk, "notes/a.md", "A")
    assert desk.call("workspace_open_document", path="notes/a.md")["title"] == "a.md"


def test_a_file_is_open_once_however_many_name_it(desk: Desk) -> None:
    path = write(desk, "a.md")
    (desk.root / "link.md").symlink_to(path)
    first = desk.call("workspace_open_document", path=path)
    desk.call("workspace_new_document")
    assert desk.call("workspace_open_document", path="./x/../link.md")["tabId"] == first["tabId"]
    assert desk.call("tabs_get_active")["id"] == first["tabId"]


def test_opening_an_open_file_keeps_its_unsaved_text(desk: Desk) -> None:
    path = write(desk, "a.md", "on disk")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="not ", position=0)
    opened = desk.call("workspace_open_document", path=path)
    assert opened["isDirty"] is True
    assert "unsaved" in opened["message"]
    assert desk.text == "not on disk"


def test_opening_an_open_file_without_unsaved_text_takes_what_is_on_disk_now(desk: Desk) -> None:
    path = write(desk, "a.md", "old")
    desk.call("workspace_open_document", path=path)
    write(desk, "a.md", "new")
    desk.call("workspace_open_document", path=path)
    assert desk.text == "new"
    assert desk.call("tabs_get_active")["isDirty"] is False


def test_reload_takes_the_disk_and_undo_brings_the_text_back(desk: Desk) -> None:
    path = write(desk, "a.md", "\ufeffold")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="x", position=4)
    write(desk, "a.md", "new")
    desk.call("workspace_open_document", path=path, reload=True)
    assert desk.text == "new"
    assert desk.call("tabs_get_active")["isDirty"] is False
    desk.call("editor_undo")
    assert desk.text == "\ufeffoldx"
    assert desk.call("tabs_get_active")["isDirty"] is True


def test_saving_writes_the_text_and_clears_the_mark(desk: Desk) -> None:
    path = write(desk, "a.md", "text")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="more ", position=0)
    assert desk.call("workspace_get_document_info")["isDirty"] is True
    assert desk.call("workspace_save_document")["filePath"] == path
    assert Path(path).read_text() == "more text"
    assert desk.call("workspace_get_document_info")["isDirty"] is False


def test_undoing_back_to_what_was_saved_is_clean(desk: Desk) -> None:
    desk.call("workspace_open_document", path=write(desk, "a.md", "text"))
    desk.as_person("document_insert_at_position", text="x", position=0)
    desk.call("editor_undo")
    assert desk.call("tabs_get_active")["isDirty"] is False
    desk.call("editor_redo")
    assert desk.call("tabs_get_active")["isDirty"] is True


def test_saving_an_untitled_document_names_save_as(desk: Desk) -> None:
    assert "workspace_save_document_as" in desk.refusal("workspace_save_document").hint


def test_save_as_gives_the_document_a_file(desk: Desk) -> None:
    tab = desk.document("text")
    path = str(desk.root / "new.md")
    assert desk.call("workspace_save_document_as", path=path)["filePath"] == path
    assert Path(path).read_text() == "text"
    assert desk.call("tabs_get_active") == {
        "id": tab, "title": "new.md", "filePath": path, "isDirty": False, "isActive": True,
    }  # fmt: skip


def test_save_as_onto_another_file_needs_overwrite(desk: Desk) -> None:
    path = write(desk, "there.md", "precious")
    desk.document("text")
    refused = desk.refusal("workspace_save_document_as", path=path)
    assert refused.code == "E_CONFLICT"
    assert "overwrite" in refused.hint
    assert Path(path).read_text() == "precious"
    desk.call("workspace_save_document_as", path=path, overwrite=True)
    assert Path(path).read_text() == "text"


def test_save_as_onto_a_file_that_is_open_elsewhere_is_refused(desk: Desk) -> None:
    path = write(desk, "open.md", "precious")
    desk.call("workspace_open_document", path=path)
    desk.document("text")
    assert desk.refusal("workspace_save_document_as", path=path, overwrite=True).code == "E_CONFLICT"
    assert Path(path).read_text() == "precious"


def test_save_as_onto_its_own_file_saves(desk: Desk) -> None:
    path = write(desk, "a.md", "a")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="b", position=1)
    desk.call("workspace_save_document_as", path=path)
    assert Path(path).read_text() == "ab"


def test_a_file_changed_by_someone_else_is_never_overwritten(desk: Desk) -> None:
    path = write(desk, "a.md", "mine")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="x", position=0)
    write(desk, "a.md", "theirs")
    refused = desk.refusal("workspace_save_document")
    assert refused.code == "E_CONFLICT"
    assert "reload" in refused.hint
    assert Path(path).read_text() == "theirs"
    assert desk.text == "xmine"
    copy = str(desk.root / "copy.md")
    desk.call("workspace_save_document_as", path=copy)
    assert Path(copy).read_text() == "xmine"


def test_a_file_that_was_deleted_is_written_again(desk: Desk) -> None:
    path = write(desk, "a.md", "text")
    desk.call("workspace_open_document", path=path)
    Path(path).unlink()
    desk.call("workspace_save_document")
    assert Path(path).read_text() == "text"


def test_saving_keeps_permissions_and_follows_links_and_leaves_nothing_behind(desk: Desk) -> None:
    path = Path(write(desk, "real.md", "text"))
    path.chmod(0o640)
    (desk.root / "link.md").symlink_to(path)
    desk.call("workspace_open_document", path=str(desk.root / "link.md"))
    desk.as_person("document_insert_at_position", text="x", position=0)
    desk.call("workspace_save_document")
    assert path.read_text() == "xtext"
    assert path.stat().st_mode & 0o777 == 0o640
    assert (desk.root / "link.md").is_symlink()
    assert sorted(each.name for each in desk.root.iterdir()) == ["link.md", "real.md"]


def test_a_missing_file_is_refused_with_others_of_its_kind(desk: Desk) -> None:
    for name in ("agreement.docx", "plan.md"):
        (desk.root / name).write_text("x")
    assert desk.refusal("read_file", file_path="lease.docx").hint == "In that folder: agreement.docx."


def test_a_window_that_is_not_there_is_refused_with_those_that_are(desk: Desk) -> None:
    tab = desk.document("x")
    for name, kind in (("tab-123", "tab"), ("word-9", "window")):
        refused = desk.refusal("document_get_content", windowId=name)
        assert refused.message == f"There is no {kind} {name!r}."
        assert "Open windows: main. Open tabs: " in refused.hint
        assert tab in refused.hint


def test_a_missing_file_is_refused_with_near_names(desk: Desk) -> None:
    write(desk, "chapter-one.md")
    refused = desk.refusal("workspace_open_document", path="chapter-on.md")
    assert refused.code == "E_NOT_FOUND"
    assert "chapter-one.md" in refused.hint


def test_a_missing_folder_is_named_when_saving(desk: Desk) -> None:
    desk.document("text")
    assert "no folder" in desk.refusal("workspace_save_document_as", path="nowhere/a.md").message


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../outside.md", "~root/x.md", ".hidden/a.md", ".secret.md", "", "a\0b"]
)
def test_paths_outside_the_roots_or_hidden_are_refused(desk: Desk, path: str) -> None:
    assert desk.refusal("workspace_open_document", path=path).code in ("E_PERMISSION", "E_INVALID_ARG")


def test_a_link_that_leads_out_of_the_roots_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    (desk.root / "link.md").symlink_to(tmp_path / "secret.md")
    assert desk.refusal("workspace_open_document", path="link.md").code == "E_PERMISSION"
    desk.document("text")
    assert desk.refusal("workspace_save_document_as", path="link.md", overwrite=True).code == "E_PERMISSION"
    assert (tmp_path / "secret.md").read_text() == "secret"


def test_a_folder_a_pipe_and_a_binary_file_are_refused(desk: Desk) -> None:
    (desk.root / "folder").mkdir()
    os.mkfifo(desk.root / "pipe.md")
    write(desk, "nul.md", b"a\0b")
    write(desk, "latin.md", "é".encode("latin-1"))
    write(desk, "image.png", b"\x89PNG")
    for name in ("folder", "nul.md", "latin.md", "image.png", "pipe.md"):
        assert desk.refusal("workspace_open_document", path=name).code in ("E_INVALID_ARG", "E_UNSUPPORTED"), name


def test_a_file_that_may_not_be_read_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(desk, "a.md")
    desk.call("tabs_list")

    def deny(name: object, *_: object) -> int:
        raise PermissionError(13, "Permission denied", str(name))

    with monkeypatch.context() as patched:  # the tests may run as root, who may read everything
        patched.setattr(os, "open", deny)
        refused = desk.refusal("workspace_open_document", path=path)
    assert refused.code == "E_PERMISSION"
    assert path in refused.message


def test_recent_files_are_ten_newest_first_each_once(desk: Desk) -> None:
    for number in range(12):
        desk.call("workspace_open_document", path=write(desk, f"{number}.md"))
    desk.call("workspace_open_document", path="5.md")
    recent = desk.call("workspace_list_recent_files")
    assert [each["name"] for each in recent] == [f"{n}.md" for n in (5, 11, 10, 9, 8, 7, 6, 4, 3, 2)]
    assert recent[0]["path"] == str(desk.root / "5.md")
    assert recent[0]["timestamp"].endswith("Z")


def test_document_info_counts_words_and_characters(desk: Desk) -> None:
    desk.document("# Hello 世界\n\nIt's 3.14 😀 — done.")
    info = desk.call("workspace_get_document_info")
    assert (info["wordCount"], info["charCount"]) == (6, 31)
    assert (info["filePath"], info["title"], info["isDirty"]) == (None, "Untitled-2", True)


def test_windows_are_listed_with_the_document_in_front(desk: Desk) -> None:
    path = write(desk, "a.md")
    desk.call("workspace_open_document", path=path, windowId="new")
    assert desk.call("workspace_list_windows") == [
        {"label": "main", "title": "Untitled-1", "filePath": None, "isFocused": False, "isAiExposed": True},
        {"label": "window-2", "title": "a.md", "filePath": path, "isFocused": True, "isAiExposed": True},
    ]


def test_focus_decides_where_tools_act(desk: Desk) -> None:
    desk.document("in main")
    desk.call("workspace_new_document", windowId="new")
    assert desk.text == ""
    assert desk.call("workspace_focus_window", windowId="main")["isFocused"] is True
    assert desk.text == "in main"
    assert desk.refusal("workspace_focus_window", windowId="gone").code == "E_NOT_FOUND"


def test_opening_a_file_that_is_in_another_window_focuses_that(desk: Desk) -> None:
    path = write(desk, "a.md")
    desk.call("workspace_open_document", path=path)
    desk.call("workspace_new_document", windowId="new")
    assert desk.call("workspace_open_document", path=path)["windowId"] == "main"
    assert desk.call("workspace_get_focused") == "main"


def test_a_closed_windows_tabs_can_be_reopened(desk: Desk) -> None:
    desk.call("workspace_new_document", windowId="new")
    desk.call("document_set_content", content="unsaved")
    assert desk.call("workspace_close_window")["windowId"] == "window-2"
    assert desk.call("workspace_get_focused") == "main"
    desk.call("tabs_reopen_closed")
    assert desk.text == "unsaved"


def test_the_last_window_is_emptied_not_closed(desk: Desk) -> None:
    desk.document("unsaved")
    desk.call("workspace_close_window")
    assert desk.refusal("document_get_content").code == "E_NOT_FOUND"
    assert desk.call("tabs_list") == []
    desk.call("tabs_reopen_closed")
    assert desk.text == "unsaved"


def test_workspace_info_tells_the_root_if_one_was_given(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    assert desk.call("workspace_get_info") == {
        "isWorkspaceMode": True, "rootPath": str(desk.root), "workspaceName": "documents",
    }  # fmt: skip
    without = open_desk(roots=Roots.given([]))
    assert without.call("workspace_get_info") == {"isWorkspaceMode": False, "rootPath": None, "workspaceName": None}


def test_new_documents_are_numbered_and_can_have_a_title(desk: Desk) -> None:
    assert desk.call("workspace_new_document")["title"] == "Untitled-2"
    assert desk.call("workspace_new_document", title="Plan")["title"] == "Plan"
    assert desk.call("workspace_new_document")["title"] == "Untitled-3"


ODD = {
    "crlf": b"a\r\nb\r\n",
    "mixed endings": b"a\r\nb\nc\rd",
    "byte order mark": b"\xef\xbb\xbf# T\n",
    "no final newline": b"a",
    "tabs": b"\ta\t\n\t\t- b\n",
    "empty": b"",
    "only newlines": b"\n\n\r\n",
    "control characters": bytes(range(1, 32)) + b"\x7f",
    "astral": "😀𠀀👩‍👩‍👧\u0301\u202e\u200f".encode(),
    "unassigned": "\ue000\uffff\U0010ffff".encode(),
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
def test_odd_files_come_back_byte_for_byte(desk: Desk, content: bytes) -> None:
    check_fidelity(desk, content)


@pytest.mark.parametrize("path", sampled(MARKDOWN_FILES, 5))
def test_real_files_come_back_byte_for_byte(desk: Desk, path: Path) -> None:
    check_fidelity(desk, path.read_bytes())


def check_fidelity(desk: Desk, content: bytes) -> None:
    """Opened and saved, set and saved, saved and reopened: always the same bytes."""
    path = write(desk, "original.md", content)
    desk.call("workspace_open_document", path=path)
    assert desk.text.encode() == content
    desk.call("workspace_save_document_as", path="copy.md")
    assert (desk.root / "copy.md").read_bytes() == content
    desk.document(content.decode())
    desk.call("workspace_save_document_as", path="set.md")
    assert (desk.root / "set.md").read_bytes() == content
    desk.call("tabs_close")
    desk.call("workspace_open_document", path="set.md")
    assert desk.text.encode() == content
    check_one_edit(desk, content.decode())


def check_one_edit(desk: Desk, before: str) -> None:
    """An edit in the middle changes only its own range."""
    start, end = len(before) // 3, len(before) // 3 + len(before) // 5
    desk.as_person("selection_set", **{"from": start, "to": end})
    desk.as_person("selection_replace", text="漢😀\r\n")
    kept = start or (1 if before.startswith("\ufeff") else 0)
    assert desk.text == before[:kept] + "漢😀\r\n" + before[max(kept, end) :]


def test_saving_onto_the_file_of_a_closed_tab_takes_it_over(desk: Desk) -> None:
    path = write(desk, "a.md", "old")
    desk.call("workspace_open_document", path=path)
    desk.call("tabs_close")
    desk.document("new")
    desk.call("workspace_save_document_as", path=path, overwrite=True)
    assert Path(path).read_text() == "new"
    desk.as_person("document_insert_at_position", text="x", position=0)
    desk.call("tabs_close")
    desk.document("other")
    assert "unsaved" in desk.refusal("workspace_save_document_as", path=path, overwrite=True).message


def test_a_read_only_file_is_not_replaced(desk: Desk) -> None:
    path = write(desk, "a.md", "text")
    desk.call("workspace_open_document", path=path)
    Path(path).chmod(0o444)
    desk.as_person("document_insert_at_position", text="x", position=0)
    assert desk.refusal("workspace_save_document").code == "E_PERMISSION"
    assert Path(path).read_text() == "text"


def test_a_file_that_is_gone_is_told_when_it_is_opened_again(desk: Desk) -> None:
    path = write(desk, "a.md", "text")
    desk.call("workspace_open_document", path=path)
    Path(path).unlink()
    assert "gone" in desk.call("workspace_open_document", path=path)["message"]


def test_the_workspaces_own_folder_is_no_place_for_documents(open_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = open_desk(roots=Roots.given([str(tmp_path)], private=str(tmp_path / "home")))
    desk.call("tabs_list")
    (tmp_path / "home" / "token").write_text("secret")
    assert desk.refusal("workspace_open_document", path=str(tmp_path / "home" / "token")).code == "E_PERMISSION"


def test_a_reader_may_not_load_from_disk_over_unsaved_text(open_desk: Callable[..., Desk]) -> None:
    desk, reader = open_desk(), open_desk(read_only=True)
    path = write(desk, "a.md", "text")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="unsaved ", position=0)
    assert reader.refusal("workspace_open_document", path=path, reload=True).code == "E_PERMISSION"
    assert desk.text == "unsaved text"


def test_loading_from_disk_waits_when_everything_waits(desk: Desk) -> None:
    path = write(desk, "a.md", "text")
    desk.call("workspace_open_document", path=path)
    desk.as_person("document_insert_at_position", text="unsaved ", position=0)
    desk.settings(staging="stage-everything")
    assert "waits" in desk.call("workspace_open_document", path=path, reload=True)["message"]
    assert desk.text == "unsaved text"


def test_names_that_are_no_text_do_not_get_into_answers(desk: Desk) -> None:
    (Path(os.fsdecode(os.fsencode(desk.root) + b"/caf\xe9.md"))).write_text("x")
    assert desk.refusal("workspace_open_document", path="cafe.md").code == "E_NOT_FOUND"


def test_a_path_that_is_too_long_is_refused(desk: Desk) -> None:
    refused = desk.refusal("workspace_open_document", path="x" * 5000)
    assert refused.code == "E_INVALID_ARG"
    assert len(refused.message) < 300
