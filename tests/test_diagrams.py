"""Diagrams in documents that cannot draw them: pictures where a renderer is installed, code where none is."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from quire.workspace import diagrams
from tests.docx.specimen import docx
from tests.docx.validation import errors
from tests.test_exports import PNG

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Desk

CODE = 'graph TD\n  A["<Start> & 开始"] --> B'
FENCE = f"```mermaid\n{CODE}\n```\n"
DRAWING = 'while [ "$1" != "--output" ]; do shift; done; cp "$(dirname "$0")/picture.png" "$2"'


@pytest.fixture
def renderer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a renderer onto the path, which does what it is told."""
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "picture.png").write_bytes(PNG)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    diagrams.draw.cache_clear()

    def put(does: str) -> None:
        (folder / "mmdc").write_text(f"#!/bin/sh\n{does}\n")
        (folder / "mmdc").chmod(0o755)

    return put


def word(desk: Desk) -> Path:
    path = desk.root / "plan.docx"
    path.write_bytes(docx("Before", "", "Behind"))
    desk.call("workspace_open_document", path=str(path))
    desk.call("cursor_set_position", position=7)
    return path


def drawn(data: bytes) -> list[bytes]:
    with zipfile.ZipFile(BytesIO(data)) as package:
        return [package.read(name) for name in package.namelist() if "/media/" in name]


def test_a_diagram_in_a_word_document_is_a_picture_that_keeps_its_code(
    desk: Desk, renderer: Callable[[str], None]
) -> None:
    renderer(DRAWING)
    path = word(desk)
    desk.call("insert_mermaid", code=CODE)
    desk.call("workspace_save_document")
    (picture,) = drawn(path.read_bytes())
    assert picture.replace(diagrams.resolution(), b"") == PNG
    with zipfile.ZipFile(path) as package:
        assert "A[&quot;&lt;Start&gt; &amp; 开始&quot;] --&gt; B" in package.read("word/document.xml").decode()
    assert not errors(path.read_bytes())
    desk.call("editor_undo")
    assert desk.text == "Before\n\nBehind\n"


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("document_insert_at_cursor", {"text": FENCE}),
        ("apply_diff", {"original": "Behind", "replacement": FENCE, "mode": "apply"}),
    ],
)
def test_so_is_one_that_comes_in_markdown(
    desk: Desk, renderer: Callable[[str], None], tool: str, given: dict[str, str]
) -> None:
    renderer(DRAWING)
    path = word(desk)
    desk.settings(staging="auto-approve")
    desk.call(tool, **given)
    desk.call("workspace_save_document")
    assert len(drawn(path.read_bytes())) == 1


def test_a_suggested_diagram_is_drawn_once(desk: Desk, renderer: Callable[[str], None]) -> None:
    renderer(DRAWING)
    path = word(desk)
    desk.settings(staging="stage-everything")
    made = desk.call("insert_mermaid", code=CODE)["suggestionId"]
    renderer("exit 1")
    desk.call("suggestion_accept", suggestionId=made)
    desk.call("workspace_save_document")
    assert len(drawn(path.read_bytes())) == 1


def test_converted_documents_show_their_diagrams(desk: Desk, renderer: Callable[[str], None]) -> None:
    renderer(DRAWING)
    path = desk.root / "plan.md"
    path.write_text(f"# Plan\n\n{FENCE}\nThe end.\n", encoding="utf-8")
    desk.call("workspace_open_document", path=str(path))
    assert desk.call("export_document", path="plan.docx")["simplified"] == []
    assert len(drawn((desk.root / "plan.docx").read_bytes())) == 1
    desk.call("export_document", path="plan.html")
    assert (desk.root / "plan.html").read_text(encoding="utf-8").count("<img") == 1


@pytest.mark.parametrize("does", ["echo 'Parse error on line 1' >&2; exit 1", "sleep 30", "exit 0"])
def test_what_cannot_be_drawn_stays_code(
    desk: Desk, renderer: Callable[[str], None], does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagrams, "SECONDS", 0.2)
    renderer(does)
    word(desk)
    desk.call("insert_mermaid", code=CODE)
    assert CODE in desk.text


def test_in_markdown_diagrams_are_code(desk: Desk, renderer: Callable[[str], None]) -> None:
    renderer(DRAWING)
    desk.document("")
    desk.call("insert_mermaid", code=CODE)
    assert desk.text == FENCE.rstrip()
