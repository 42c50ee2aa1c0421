"""What was done lately, and undoing any of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import Refused
from tests.docx.specimen import docx, p
from tests.docx.validation import harm

if TYPE_CHECKING:
    from tests.conftest import Desk


def _deeds(desk: Desk) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.as_person("page_activity")
    return found


def _take_back(desk: Desk, deed: dict[str, Any]) -> None:
    desk.as_person("page_take_back", document=deed["document"], revision=deed["revision"])


@pytest.fixture
def tab(desk: Desk) -> str:
    desk.settings(staging="auto-approve")
    return desk.document("The fox jumps over the dog.\n")


def test_each_change_is_told_with_its_author(desk: Desk, tab: str) -> None:
    desk.call("document_replace", search="fox", replace="cat")
    desk.edit("dog", "hen")
    (mine, theirs, *_) = _deeds(desk)
    assert (mine["author"], mine["isPerson"], mine["after"], mine["obstacle"]) == ("Ada", True, "hen", "")
    assert (theirs["author"], theirs["tool"], theirs["document"]) == ("tester", "document_replace", tab)


def test_a_change_is_undone_and_those_after_it_stay(desk: Desk, tab: str) -> None:
    desk.call("document_replace", search="fox", replace="quick brown fox")
    desk.edit("dog", "lazy hen 😀")
    desk.begin("Look! ")
    _take_back(desk, _deeds(desk)[2])
    assert desk.text == "Look! The fox jumps over the lazy hen 😀.\n"
    desk.call("editor_undo", windowId=tab)
    assert desk.text == "Look! The quick brown fox jumps over the lazy hen 😀.\n"


@pytest.mark.usefixtures("tab")
def test_what_was_changed_again_is_not_undone(desk: Desk) -> None:
    desk.call("document_replace", search="fox", replace="quick brown fox")
    desk.edit("brown", "red")
    with pytest.raises(Refused, match="changed again since"):
        _take_back(desk, _deeds(desk)[1])
    assert desk.text == "The quick red fox jumps over the dog.\n"


def test_what_was_undone_or_changed_nothing_says_so(desk: Desk, tab: str) -> None:
    desk.edit("fox", "cat")
    desk.call("editor_undo", windowId=tab)
    undone, changed, *_ = _deeds(desk)
    assert undone["obstacle"] == "It changed no text."
    assert changed["obstacle"] == "It was undone, or is too long ago."
    with pytest.raises(Refused, match="not among those"):
        _take_back(desk, changed)
    desk.call("tabs_close", tabId=tab)
    assert _deeds(desk)[1]["obstacle"] == "The document is closed."


def test_accepting_is_undone_as_one(desk: Desk, tab: str) -> None:
    desk.settings(staging="suggest")
    desk.call("document_replace", search="fox", replace="cat")
    desk.call("document_replace", search="dog", replace="hen")
    desk.as_person("suggestion_accept_all", windowId=tab)
    desk.begin("Look! ")
    _take_back(desk, _deeds(desk)[1])
    assert desk.text == "Look! The fox jumps over the dog.\n"
    assert [(each["from"], each["isStale"]) for each in desk.pending] == [(10, False), (29, False)]
    desk.call("editor_undo")
    assert (desk.text, desk.pending) == ("Look! The cat jumps over the hen.\n", [])
    desk.call("editor_redo")
    desk.as_person("suggestion_accept_all", windowId=tab)
    assert desk.text == "Look! The cat jumps over the hen.\n"


def test_any_change_of_many_can_be_undone_or_is_refused(desk: Desk) -> None:
    chance = Random(7)
    desk.settings(staging="auto-approve")
    desk.document("0123456789\n" * 4)
    for _ in range(60):
        at = chance.randrange(len(desk.text))
        desk.as_person("document_insert_at_position", text=chance.choice("abc漢😀"), position=at)
    done = 0
    for deed in _deeds(desk)[:60]:
        before = desk.text
        try:
            _take_back(desk, deed)
        except Refused:
            assert desk.text == before
            continue
        done += 1
        assert len(desk.text) == len(before) - 1
    assert done > 50


def test_a_change_of_a_word_document_is_undone(desk: Desk) -> None:
    desk.settings(staging="auto-approve")
    path = desk.root / "a.docx"
    before = docx(p("The fox jumps."), p("Over the dog."), p("The end."))
    path.write_bytes(before)
    tab = desk.call("workspace_open_document", path=str(path))["tabId"]
    desk.call("document_replace", search="dog", replace="lazy hen")
    desk.edit("fox", "quick cat")
    desk.edit("end", "last word")
    _take_back(desk, _deeds(desk)[2])
    assert desk.as_person("page_open", document=tab)["text"] == "The quick cat jumps.\nOver the dog.\nThe last word."
    desk.as_person("workspace_save_document")
    assert not harm(before, path.read_bytes())


def test_a_change_that_was_taken_back_is_not_offered_again_until_that_is_undone(desk: Desk, tab: str) -> None:
    desk.call("document_replace", search="fox", replace="hare")
    changed = _deeds(desk)[0]
    _take_back(desk, changed)
    assert _deeds(desk)[1]["obstacle"] == "It was undone."
    desk.call("editor_undo", windowId=tab)
    assert "hare" in desk.text
    assert next(deed for deed in _deeds(desk) if deed["revision"] == changed["revision"])["obstacle"] == ""


def test_what_was_deleted_comes_back_once_however_often_that_is_asked_for(desk: Desk, tab: str) -> None:
    desk.call("document_replace", search="fox ", replace="", windowId=tab)
    changed = _deeds(desk)[0]
    _take_back(desk, changed)
    with pytest.raises(Refused, match="undone already"):
        _take_back(desk, changed)
    assert desk.text == "The fox jumps over the dog.\n"
