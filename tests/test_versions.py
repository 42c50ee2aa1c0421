"""Versions of a document, and what someone else does to its file."""

from __future__ import annotations

import time
from base64 import b64decode
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from quire.formats.docx.document import DocxDocument
from quire.workspace import store, version
from quire.workspace.version import MOST_FRESH, surplus
from tests.conftest import Refused
from tests.docx.specimen import docx, p
from tests.docx.test_redline import shown
from tests.docx.validation import harm

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Desk


def _open(desk: Desk, name: str = "notes.md", content: bytes = b"one\n") -> tuple[str, Path]:
    path = desk.root / name
    path.write_bytes(content)
    tab: str = desk.call("workspace_open_document", path=str(path))["tabId"]
    return tab, path


def _versions(desk: Desk, tab: str) -> list[tuple[str, str]]:
    found = desk.as_person("page_versions", document=tab)
    return [(each["why"], _text(desk, tab, each["id"])) for each in found]


def _text(desk: Desk, tab: str, number: int) -> str:
    found: str = desk.as_person("page_version", document=tab, version=number)["text"]
    return found


def test_saving_keeps_what_was_saved_and_what_was_in_the_file_before(desk: Desk) -> None:
    tab, _ = _open(desk)
    assert _versions(desk, tab) == []
    for old, new in (("one", "two"), ("two", "three")):
        desk.edit(old, new)
        desk.as_person("workspace_save_document")
    desk.as_person("workspace_save_document")
    assert _versions(desk, tab) == [("saved", "three\n"), ("saved", "two\n"), ("before saving", "one\n")]


def test_the_first_saving_of_a_word_document_keeps_its_file_without_reading_it_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab, _ = _open(desk, "notes.docx", docx("one", "two"))
    desk.edit("one", "eleven")

    def read(_: bytes) -> DocxDocument:
        raise AssertionError("the file is known")

    with monkeypatch.context() as patched:
        patched.setattr(DocxDocument, "read", read)
        desk.as_person("workspace_save_document")
    assert _versions(desk, tab) == [("saved", "eleven\ntwo"), ("before saving", "one\ntwo")]
    assert [each["characters"] for each in desk.as_person("page_versions", document=tab)] == [10, 7]


def test_going_back_is_a_change_that_can_be_undone(desk: Desk) -> None:
    tab, path = _open(desk)
    desk.edit("one", "two")
    desk.as_person("workspace_save_document")
    desk.edit("two", "unsaved 😀")
    oldest = desk.as_person("page_versions", document=tab)[-1]
    desk.as_person("page_restore", document=tab, version=oldest["id"])
    assert desk.text == "one\n"
    assert path.read_text() == "two\n"
    assert _versions(desk, tab)[0] == ("replaced", "unsaved 😀\n")
    desk.call("editor_undo")
    assert desk.text == "unsaved 😀\n"


def test_versions_are_the_files_and_stay_when_it_is_closed(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    tab = desk.document("draft")
    desk.call("workspace_save_document_as", path="new.md")
    desk.call("tabs_close", tabId=tab)
    desk.leave()
    again = open_desk()
    opened = again.call("workspace_open_document", path="new.md")["tabId"]
    assert _versions(again, opened) == [("saved", "draft")]


def test_a_version_is_kept_now_and_then_while_someone_writes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = desk.document("")
    desk.begin("one ")
    desk.rest()
    assert _versions(desk, tab) == []
    monkeypatch.setattr(store, "WORKING_SECONDS", -1)
    desk.begin("two ")
    desk.rest()
    assert _versions(desk, tab) == [("working", "two one ")]


def test_a_word_document_goes_back_with_all_it_had(desk: Desk) -> None:
    before = docx(p("Alpha"), p("Beta"))
    tab, path = _open(desk, "a.docx", before)
    desk.edit("Alpha", "Gamma")
    desk.as_person("workspace_save_document")
    desk.as_person("page_restore", document=tab, version=desk.as_person("page_versions", document=tab)[-1]["id"])
    assert desk.as_person("page_open", document=tab)["text"] == "Alpha\nBeta"
    desk.as_person("workspace_save_document")
    assert not harm(before, path.read_bytes())


def test_a_redline_tells_what_came_since_a_version(desk: Desk) -> None:
    tab, _ = _open(desk, "contract.docx", docx("The fee is due"))
    desk.edit("fee", "price")
    desk.as_person("workspace_save_document", windowId=tab)
    first = desk.as_person("page_versions", document=tab)[-1]["id"]
    made = desk.as_person("page_redline", document=tab, version=first)
    assert made["name"] == "contract-redline.docx"
    assert shown(b64decode(made["data"])) == "The [-fee-]{+price+} is due"


def test_there_are_never_too_many(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.workspace.journal.MOST_KEPT", 15)
    tab, _ = _open(desk)
    for number in range(20):
        desk.begin(f"{number} ")
        desk.as_person("workspace_save_document")
    found = _versions(desk, tab)
    assert len(found) == 15
    assert found[-1] == ("before saving", "one\n")


def test_old_versions_are_further_apart() -> None:
    times = [float(minute * 60) for minute in range(200)]
    while len(times) > 20:
        del times[surplus(times, 12_000.0)]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert times[-MOST_FRESH:] == [float(minute * 60) for minute in range(200 - MOST_FRESH, 200)]
    assert gaps[0] > gaps[len(gaps) // 2] >= gaps[-1] == 60
    assert version.MOST_KEPT > MOST_FRESH


def test_no_other_documents_version_is_told(desk: Desk) -> None:
    tab, _ = _open(desk)
    desk.edit("one", "two")
    desk.as_person("workspace_save_document")
    other, _ = _open(desk, "other.md")
    with pytest.raises(Refused, match="no version"):
        _text(desk, other, desk.as_person("page_versions", document=tab)[0]["id"])


def _standing(desk: Desk, tab: str) -> Any:
    return desk.as_person("page_disk", document=tab)["standing"]


def test_what_someone_else_puts_into_the_file_is_noticed_and_can_be_looked_at(desk: Desk) -> None:
    tab, path = _open(desk)
    assert _standing(desk, tab) == "same"
    path.write_text("theirs\n")
    assert _standing(desk, tab) == "changed"
    assert desk.as_person("page_disk_text", document=tab) == {"text": "theirs\n"}
    stamp = desk.as_person("page_disk", document=tab)["stamp"]
    assert desk.as_person("page_disk", document=tab, stamp=stamp)["standing"] == "same", "it is not read again"
    path.unlink()
    assert _standing(desk, tab) == "gone"


def test_who_insists_replaces_it_and_can_go_back_to_it(desk: Desk) -> None:
    tab, path = _open(desk)
    desk.edit("one", "mine")
    path.write_text("theirs\n")
    with pytest.raises(Refused, match="changed on disk"):
        desk.as_person("workspace_save_document")
    desk.as_person("page_insist", document=tab)
    assert _standing(desk, tab) == "same"
    desk.as_person("workspace_save_document")
    assert path.read_text() == "mine\n"
    assert ("on disk", "theirs\n") in _versions(desk, tab)


def test_loading_the_file_keeps_what_was_not_saved(desk: Desk) -> None:
    tab, path = _open(desk)
    desk.edit("one", "mine")
    path.write_text("theirs\n")
    desk.as_person("workspace_open_document", path=str(path), reload=True)
    assert desk.text == "theirs\n"
    assert ("replaced", "mine\n") in _versions(desk, tab)


def test_versions_that_a_wrong_clock_dated_far_ahead_are_not_the_first_to_go() -> None:
    times = [float(each) for each in range(0, 6000, 100)]
    times[20:40] = [each + 1e8 for each in times[20:40]]
    assert times[surplus(times, 6000.0)] < 1e8


def test_a_version_is_kept_when_the_clock_is_set_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = desk.document("")
    desk.begin("one ")
    desk.rest()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 3600)
    desk.begin("two ")
    desk.rest()
    assert _versions(desk, tab) == [("working", "two one ")]
