"""Suggestions that change no words say what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import docx

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.paper import Paper

    Word = Callable[[bytes], Paper]


@pytest.mark.parametrize(
    ("tool", "arguments", "change"),
    [
        ("set_track_changes", {"enabled": True}, "Changes are tracked from then on"),
        ("smart_edit", {"old_string": "Fee", "new_string": "<b>Fee</b>"}, "Written as <b>Fee</b>"),
        ("add_comment", {"anchor_text": "Fee", "text": "Why?"}, "Comment: Why?"),
        ("format_layout", {"layout": {"alignment": "center"}}, "Lay out: alignment center"),
    ],
)
def test_the_tools_for_word(desk: Desk, word: Word, tool: str, arguments: dict[str, Any], change: str) -> None:
    paper = word(docx("The Fee is due."))
    desk.settings(staging="stage-everything")
    where = {
        "smart_edit": {"target_paragraph_id": paper.row(0)["id"]},
        "add_comment": {"target_paragraph_id": paper.row(0)["id"]},
        "format_layout": {"target_paragraph_ids": [paper.row(0)["id"]]},
    }
    desk.call(tool, session_id=paper.session, **where.get(tool, {}), **arguments)
    assert [each["change"] for each in desk.pending] == [change]


def test_the_tools_of_the_editor(desk: Desk, word: Word) -> None:
    word(docx("The Fee is due."))
    desk.settings(staging="stage-everything")
    desk.call("selection_set", **{"from": 4, "to": 7})
    desk.call("format_toggle", mark="bold")
    desk.call("block_set_type", type="heading", level=2)
    changes = {each["change"] for each in desk.pending}
    assert changes == {"Toggle mark: mark bold", "Set block type: type heading, level 2"}


def test_words_tell_of_themselves(desk: Desk) -> None:
    desk.document("abc")
    desk.suggest(0, 1, "X")
    assert "change" not in desk.pending[0]
