"""What survives: restarts, a full disk, a damaged journal, a long life."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.author import Author
from quire.server.engine import Call, Engine
from quire.workspace import journal
from quire.workspace.files import Roots
from quire.workspace.session import Client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Process:
    """One life of a workspace's host."""

    def __init__(self, home: Path) -> None:
        self._client = Client(Author("tester", "agent"), Roots((str(home.parent),)))
        self.engine = Engine(home)

    def call(self, tool: str, *, key: str = "", **arguments: Any) -> Any:
        reply = self.engine.call(Call(self._client, tool, arguments, key))
        assert not reply.is_error, reply.text
        return reply.text if reply.structured is None else reply.structured.get("result", reply.structured)

    def select(self, start: int, end: int) -> None:
        arguments: Any = {"from": start, "to": end}
        self.call("selection_set", **arguments)

    def refusal(self, tool: str, **arguments: Any) -> dict[str, Any]:
        reply = self.engine.call(Call(self._client, tool, arguments))
        assert reply.is_error
        return reply.structured or {}

    @property
    def text(self) -> str:
        found: str = self.call("document_get_content")
        return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@contextmanager
def life(home: Path) -> Iterator[Process]:
    process = Process(home)
    try:
        yield process
    finally:
        process.engine.close()


def insert(process: Process, text: str, position: int = 0) -> None:
    answer = process.call("document_insert_at_position", text=text, position=position)
    if not answer["applied"]:
        process.call("suggestion_accept", suggestionId=answer["suggestionId"])


def test_a_restart_brings_everything_back(home: Path) -> None:
    (home.parent / "a.md").write_text("on disk")
    with life(home) as process:
        process.call("workspace_open_document", path="a.md")
        insert(process, "not ")
        process.call("workspace_new_document", windowId="new", title="Plan")
        process.call("document_set_content", content="one two")
        process.select(4, 7)
        process.call("selection_replace", text="2")
        process.call("tabs_create")
        process.call("tabs_close")
        tabs = [process.call("tabs_list", windowId=label) for label in ("main", "window-2")]
        suggestions = process.call("suggestion_list")
        windows, recent = process.call("workspace_list_windows"), process.call("workspace_list_recent_files")
    with life(home) as process:
        assert process.call("workspace_list_windows") == windows
        assert [process.call("tabs_list", windowId=label) for label in ("main", "window-2")] == tabs
        assert process.call("workspace_list_recent_files") == recent
        assert process.call("suggestion_list") == suggestions
        assert process.call("selection_get")["text"] == "two"
        process.call("suggestion_accept_all")
        assert process.text == "one 2"
        process.call("editor_undo")
        process.call("editor_undo")
        assert process.text == ""
        assert process.call("document_get_content", windowId="main") == "not on disk"
        process.call("editor_undo", windowId="main")
        assert process.call("document_get_content", windowId="main") == "on disk"
        assert process.call("tabs_reopen_closed")["title"] == "Untitled-2"
    assert (home.parent / "a.md").read_text() == "on disk"


def test_undo_and_redo_go_on_after_a_restart(home: Path) -> None:
    with life(home) as process:
        for letter in "cba":
            insert(process, letter)
        process.call("editor_undo")
    with life(home) as process:
        process.call("editor_undo")
        assert process.text == "c"
        process.call("editor_redo")
        process.call("editor_redo")
        assert process.text == "abc"
        assert process.call("editor_redo")["redone"] is False


def test_a_long_life_stays_short_in_the_journal(home: Path) -> None:
    with life(home) as process:
        for number in range(400):
            process.call("suggestion_reject_all")  # what was accepted waits again once it is undone
            insert(process, f"{number:05d}" * 400)
            process.call("editor_undo")
            if number % 20 == 0:
                process.engine.sync()
        sizes = journal_rows(home, "records")
        assert sizes["bytes"] < 2 * journal.LONG_LINE_BYTES + 100_000
        process.call("editor_redo")
        kept = process.text
    with life(home) as process:
        assert process.text == kept
        process.engine.sync()
    assert (home / "journal.db").stat().st_size < 8_000_000


def test_a_closed_document_is_let_go_of_and_comes_back_as_it_was(home: Path) -> None:
    with life(home) as process:
        tab = process.call("workspace_new_document")["tabId"]
        insert(process, "b")
        insert(process, "a")
        process.call("tabs_close", tabId=tab)
        assert tab in process.engine.held
        process.engine.sync()
        assert tab not in process.engine.held
        process.call("tabs_reopen_closed")
        assert process.text == "ab"
        process.call("editor_undo")
        assert process.text == "b"


def journal_rows(home: Path, table: str) -> dict[str, int]:
    with closing(sqlite3.connect(home / "journal.db")) as connection:
        count, size = connection.execute(f"SELECT count(*), coalesce(sum(length(body)), 0) FROM {table}").fetchone()
    return {"count": count, "bytes": size}


def test_what_is_let_go_of_leaves_the_journal(home: Path) -> None:
    with life(home) as process:
        for _ in range(30):
            process.call("tabs_create")
            process.call("tabs_close")
    assert journal_rows(home, "sheets")["count"] == 1 + 10


def test_old_answers_and_old_audit_entries_are_dropped(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_AUDIT_ROWS", 5)
    monkeypatch.setattr(journal, "ANSWERS_KEPT_SECONDS", -1)
    with life(home) as process:
        for number in range(20):
            process.call("document_insert_at_position", key=str(number), text="x", position=0)
        process.engine.sync()
    assert journal_rows(home, "audit")["count"] == 5
    assert journal_rows(home, "answers")["count"] == 0


def test_a_call_repeated_under_its_key_is_answered_again_but_done_once(home: Path) -> None:
    with life(home) as process:
        process.call("document_set_content", key="first", content="x")
        answer = process.call("document_insert_at_position", key="second", text="y", position=0)
    with life(home) as process:
        assert process.call("document_insert_at_position", key="second", text="y", position=0) == answer
        assert process.call("suggestion_list")["count"] == 1


def test_when_the_journal_cannot_be_written_nothing_is_changed(home: Path) -> None:
    with life(home) as process:
        process.call("document_set_content", content="before")
        with closing(sqlite3.connect(home / "journal.db", isolation_level=None)) as other:
            other.execute("PRAGMA max_page_count = 1")
        process.engine._journal._connection.execute("PRAGMA max_page_count = 20")
        refused = process.refusal("document_insert_at_position", text="x" * 1_000_000, position=0)
        assert refused["code"] == "E_RUNTIME"
        assert "full" in refused["message"]
        assert process.text == "before"
        assert len(process.call("tabs_list")) == 1
        process.engine._journal._connection.execute("PRAGMA max_page_count = 100000")
        insert(process, "and after, ")
    with life(home) as process:
        assert process.text == "and after, before"


def test_a_tool_that_breaks_in_the_middle_changes_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with life(home) as process:
        process.call("document_set_content", content="before")

        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("a bug")

        monkeypatch.setattr("quire.workspace.store.Store.note_recent", broken)
        refused = process.refusal("workspace_save_document_as", path=str(home.parent / "a.md"))
        assert refused["code"] == "E_RUNTIME"
        assert "ZeroDivisionError" in refused["message"]
        assert process.call("tabs_get_active")["filePath"] is None
        monkeypatch.undo()
        process.call("workspace_save_document_as", path=str(home.parent / "a.md"), overwrite=True)


def test_a_save_whose_end_was_lost_is_no_conflict(home: Path) -> None:
    path = home.parent / "a.md"
    path.write_text("old")
    with life(home) as process:
        process.call("workspace_open_document", path="a.md")
        insert(process, "new ")
        path.write_text("new old")
        process.call("workspace_save_document")


DAMAGES = {
    "not a database": lambda _: b"garbage" * 1000,
    "a torn header": lambda data: b"\0" * 100 + data[100:],
    "pages overwritten": lambda data: data[:8192] + b"\xff" * 8192 + data[16384:],
    "cut off": lambda data: data[: len(data) // 3],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_journal_is_set_aside_and_work_goes_on(
    home: Path, damage: Any, caplog: pytest.LogCaptureFixture
) -> None:
    (home.parent / "a.md").write_text("on disk")
    with life(home) as process:
        process.call("workspace_open_document", path="a.md")
        for _ in range(40):
            insert(process, "unsaved " * 50)
    place = home / "journal.db"
    place.write_bytes(damage(place.read_bytes()))
    with life(home) as process:
        process.call("workspace_new_document")
        process.call("document_set_content", content="work goes on")
    with life(home) as process:
        assert process.text == "work goes on"
    assert len(list(home.glob("journal-damaged-*.db"))) == 1
    assert "damaged" in caplog.text
    assert (home.parent / "a.md").read_text() == "on disk"


def test_what_a_damaged_journal_still_holds_is_kept(home: Path) -> None:
    with life(home) as process:
        process.call("document_set_content", content="unsaved")
        for number in range(300):
            process.call("tabs_create")
            process.call("document_set_content", content=f"{number} " * 50)
            process.call("tabs_close")
    with closing(sqlite3.connect(home / "journal.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'audit'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray((home / "journal.db").read_bytes())
    data[(root - 1) * size : root * size] = b"\xff" * size
    (home / "journal.db").write_bytes(data)
    with life(home) as process:
        assert process.text == "unsaved"


def test_one_damaged_document_does_not_keep_the_others_away(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    with life(home) as process:
        process.call("document_set_content", content="whole")
        broken = process.call("workspace_new_document", title="Broken")["tabId"]
        process.call("document_set_content", content="text")
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("UPDATE records SET body = '{' WHERE document = ?", (broken,))
    with life(home) as process:
        assert process.call("document_get_content", windowId=broken) == "", "the text before the damaged record"
        process.call("document_set_content", content="again", windowId=broken)
        process.call("tabs_close", tabId=broken)
        assert process.text == "whole"
    assert "Broken" in caplog.text
    assert len(list(home.glob("journal-damaged-*.db"))) == 1


def test_a_document_whose_snapshot_is_damaged_comes_from_its_file(home: Path) -> None:
    (home.parent / "a.md").write_text("on disk")
    with life(home) as process:
        process.call("workspace_open_document", path="a.md")
        insert(process, "not ")
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("UPDATE snapshots SET standing = '{'")
    with life(home) as process:
        assert process.text == "on disk"
        assert len(process.call("tabs_list")) == 2


def test_a_workspace_of_a_newer_quire_is_left_alone(home: Path) -> None:
    with life(home):
        pass
    with closing(sqlite3.connect(home / "journal.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(Exception, match="newer Quire"):
        Engine(home)
    assert not list(home.glob("journal-damaged-*"))


def test_the_audit_log_tells_who_what_when_why_and_who_decided(home: Path) -> None:
    with life(home) as process:
        answer = process.call("document_insert_at_position", text="x" * 1000, position=0, reason="a test")
        process.call("suggestion_accept", suggestionId=answer["suggestionId"])
        process.call("editor_undo")
        entries = process.engine.store.audit(10)
    assert [entry.action for entry in entries] == ["undone", "accepted", "staged"]
    accepted = entries[1]
    assert accepted.author == Author("tester", "agent")
    assert (accepted.tool, accepted.title, accepted.reason) == ("suggestion_accept", "Untitled-1", "a test")
    assert (accepted.start, accepted.end, accepted.before) == (0, 0, "")
    assert accepted.after == "x" * 500
    assert accepted.suggestion == answer["suggestionId"]


def test_one_unreadable_sheet_does_not_keep_the_others_away(home: Path) -> None:
    with life(home) as process:
        process.call("document_set_content", content="whole")
        broken = process.call("workspace_new_document", title="Broken")["tabId"]
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("UPDATE sheets SET body = '{' WHERE document = ?", (broken,))
    with life(home) as process:
        assert process.text == "whole"


def test_saves_are_in_the_audit_log(home: Path) -> None:
    with life(home) as process:
        process.call("workspace_save_document_as", path="a.md")
        assert [entry.action for entry in process.engine.store.audit(5)] == ["saved"]


def test_a_save_whose_record_was_lost_is_known_as_our_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.parent / "a.md").write_text("old")
    with life(home) as process:
        process.call("workspace_open_document", path="a.md")
        insert(process, "new ")

        def lost(*_: object) -> None:
            raise RuntimeError("the process ends here")

        monkeypatch.setattr("quire.workspace.store.Store.saved", lost)
        process.refusal("workspace_save_document")
        monkeypatch.undo()
    assert (home.parent / "a.md").read_text() == "new old"
    with life(home) as process:
        insert(process, "and ")
        process.call("workspace_save_document")
    assert (home.parent / "a.md").read_text() == "and new old"
