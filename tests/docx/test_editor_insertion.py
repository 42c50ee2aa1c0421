"""Formulas, diagrams and links at the cursor of a Word document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docx.file import File
from tests.docx.specimen import docx, table
from tests.docx.validation import all_errors

if TYPE_CHECKING:
    from tests.conftest import Desk


@pytest.fixture
def file(desk: Desk) -> File:
    """A Word document with the cursor in its first paragraph."""
    file = File(desk, docx("Before behind.", table(["cell"]), "End."))
    desk.call("workspace_open_document", path=str(file.path))
    desk.call("cursor_set_position", position=7)
    return file


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("insert_math_inline", {"latex": "E = mc^2"}, "Before $E=mc^2$behind."),
        ("insert_math_block", {"latex": r"\frac{a}{b}"}, "Before\n\n$$\n\\frac{a}{b}\n$$\n\nbehind."),
        ("insert_mermaid", {"code": "graph TD\n  A --> B"}, "Before\n\n```\ngraph TD\n  A --> B\n```\n\nbehind."),
        ("insert_wiki_link", {"target": "Home Page"}, "Before [Home Page](Home%20Page)behind."),
        ("insert_wiki_link", {"target": "Home", "displayText": "us"}, "Before [us](Home)behind."),
    ],
)
def test_it_stands_at_the_cursor(desk: Desk, file: File, tool: str, arguments: dict[str, str], expected: str) -> None:
    before = file.data
    assert desk.call(tool, **arguments)["position"] in (6, 7)
    assert desk.call("document_get_content").startswith(expected)
    file.save()
    assert not all_errors([file.data])[0]
    desk.call("editor_undo")
    file.save()
    assert file.data == before


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("insert_math_inline", {"latex": " "}), ("insert_math_block", {"latex": r"\frac{a}{"}),
        ("insert_mermaid", {"code": "\n"}), ("insert_wiki_link", {"target": ""}),
    ],
)  # fmt: skip
def test_what_says_nothing_is_refused(desk: Desk, file: File, tool: str, arguments: dict[str, str]) -> None:
    assert desk.refusal(tool, **arguments).code == "E_INVALID_ARG"
    file.save()
    assert file.data == docx("Before behind.", table(["cell"]), "End.")


def test_it_stands_in_a_cell(desk: Desk, file: File) -> None:
    desk.call("cursor_set_position", position=19)
    desk.call("insert_math_block", latex="x^2")
    assert "cell" in desk.call("document_get_content")
    file.save()
    assert not all_errors([file.data])[0]
