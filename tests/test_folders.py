"""The files and windows that a person chooses from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from quire.workspace import folders
from tests.conftest import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk


def _make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"x")


def _names(entries: list[dict[str, Any]]) -> list[str]:
    return [f"{entry['name']}/" if entry["isFolder"] else entry["name"] for entry in entries]


def test_a_folder_is_listed_with_folders_first_and_documents_only(desk: Desk) -> None:
    _make(
        desk.root, "b.md", "A.docx", "notes.txt", "picture.png", "漢字 😀.md", "deep/er/c.md", ".hidden/d.md", ".e.md"
    )
    _make(desk.root, "~$A.docx", "node_modules/readme.md")
    assert _names(desk.as_person("page_folder")) == ["deep/", "A.docx", "b.md", "notes.txt", "漢字 😀.md"]
    assert _names(desk.as_person("page_folder", folder=str(desk.root / "deep"))) == ["er/"]


@pytest.mark.parametrize("folder", ["/etc", "../..", ".hidden"])
def test_no_other_folder_is_listed(desk: Desk, folder: str) -> None:
    _make(desk.root, ".hidden/d.md")
    with pytest.raises(Refused, match="E_PERMISSION"):
        desk.as_person("page_folder", folder=folder)


def test_a_folder_that_is_gone_is_said_to_be(desk: Desk) -> None:
    with pytest.raises(Refused, match="cannot be listed"):
        desk.as_person("page_folder", folder="gone")


def test_links_lead_nowhere_else(desk: Desk, tmp_path: Path) -> None:
    _make(tmp_path, "secret.md", "outside/secret.md", "documents/own.md")
    (desk.root / "link.md").symlink_to(tmp_path / "secret.md")
    (desk.root / "folder").symlink_to(tmp_path / "outside")
    (desk.root / "loop").symlink_to(desk.root)
    (desk.root / "near.md").symlink_to(desk.root / "own.md")
    assert _names(desk.as_person("page_folder")) == ["near.md", "own.md"]
    assert len(desk.as_person("page_files")["files"]) == 2


def test_all_documents_are_found_the_nearest_first(desk: Desk) -> None:
    _make(desk.root, "deep/er/c.md", "deep/b.md", "a.md", "x.png")
    found = desk.as_person("page_files")
    assert found["files"] == [str(desk.root / name) for name in ("a.md", "deep/b.md", "deep/er/c.md")]
    assert found["isComplete"]


def test_the_looking_ends_where_there_is_too_much(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    _make(desk.root, *(f"{folder}/{name}.md" for folder in range(5) for name in range(5)))
    monkeypatch.setattr(folders, "MOST_FOUND", 7)
    found = desk.as_person("page_files")
    assert len(found["files"]) == 7
    assert not found["isComplete"]


def test_agents_have_no_such_tools(desk: Desk) -> None:
    assert desk.refusal("page_files").code == "E_NOT_FOUND"


def test_a_tab_is_moved_to_a_window_of_its_own_and_back(desk: Desk) -> None:
    tab = desk.document("Hello")
    assert desk.as_person("page_move", document=tab, window="new") == {"window": "window-2"}
    assert desk.text == "Hello"
    windows = desk.as_person("page_desk")["windows"]
    assert [[each["id"] for each in window["tabs"]].count(tab) for window in windows] == [0, 1]
    assert desk.call("tabs_reopen_closed", windowId="main") == "No closed tabs to reopen"
    assert desk.as_person("page_move", document=tab, window="main") == {"window": "main"}
