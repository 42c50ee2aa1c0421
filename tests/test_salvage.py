"""What is left of a damaged journal, and what keeps a sound one sound."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quire.core.errors import FailureError
from quire.server.engine import Engine
from quire.workspace import salvage
from tests.faults.somebody import hand_over, preload, somebody
from tests.test_store import Process, insert, life

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def killed(process: Process, home: Path) -> None:
    """End a process so that its log stays beside the journal."""
    aside = home.with_name("aside")
    shutil.copytree(home, aside)
    process.engine.close()
    shutil.rmtree(home)
    aside.rename(home)


def kept(home: Path, ending: str = "") -> list[bytes]:
    return [path.read_bytes() for path in home.glob(f"journal-damaged-*.db{ending}")]


def test_rows_behind_a_damaged_page_are_kept_too(tmp_path: Path) -> None:
    table = "CREATE TABLE named (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection, connection:
        connection.execute(table)
        connection.executemany("INSERT INTO named VALUES (?, ?)", [(f"{n:04}", b"x" * 100) for n in range(2000)])
    data = bytearray((tmp_path / "old.db").read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = b"\xff" * 4096
    (tmp_path / "old.db").write_bytes(data)
    with closing(sqlite3.connect(tmp_path / "new.db", isolation_level=None)) as connection:
        connection.execute(table)
        salvage.copy(tmp_path / "old.db", connection, ["named"])
        names = [name for (name,) in connection.execute("SELECT name FROM named ORDER BY name")]
    assert names[0] == "0000"
    assert names[-1] == "1999"
    assert 1900 < len(names) < 2000


def test_the_damaged_journal_stays_in_place_until_all_is_rescued(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with life(home) as process:
        process.call("document_set_content", content="unsaved")
    data = (home / "journal.db").read_bytes()
    damaged = data[:-4096] + b"\xff" * 4096
    (home / "journal.db").write_bytes(damaged)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(salvage, "copy", full)
    with pytest.raises(FailureError, match="disk is full"):
        Engine(home)
    assert (home / "journal.db").read_bytes() == damaged
    monkeypatch.undo()
    with life(home):
        assert kept(home) == [damaged]


def test_a_rescue_that_was_cut_off_is_finished(home: Path) -> None:
    with life(home) as process:
        process.call("document_set_content", content="unsaved")
    (home / "journal.db").rename(home / "journal-rescued.db")
    with life(home) as process:
        assert process.text == "unsaved"


@pytest.mark.parametrize("is_there", [True, False])
def test_a_log_without_its_journal_is_not_deleted(home: Path, is_there: bool) -> None:
    process = Process(home)
    process.call("document_set_content", content="unsaved")
    killed(process, home)
    log = (home / "journal.db-wal").read_bytes()
    (home / "journal.db").write_bytes(b"")
    if not is_there:
        (home / "journal.db").unlink()
    with life(home) as process:
        process.call("document_set_content", content="work goes on")
    assert kept(home, "-wal") == [log]


def test_what_came_behind_a_lost_record_is_not_put_where_it_does_not_belong(home: Path) -> None:
    with life(home) as process:
        for token in ("one ", "two ", "three "):
            process.call("workspace_new_document", title=token)
            for _ in range(3):
                insert(process, token)
        tab = process.call("tabs_list")[-1]["id"]
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        (first,) = connection.execute("SELECT min(sequence) FROM records WHERE document = ?", (tab,)).fetchone()
        connection.execute("DELETE FROM records WHERE document = ? AND sequence = ?", (tab, first + 2))
    with life(home) as process:
        assert process.call("document_get_content", windowId=tab) == "three "
    assert len(kept(home)) == 1


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE records SET body = CAST(replace(CAST(body AS TEXT), 'two', 'owt') AS BLOB)",
        "UPDATE records SET body = (SELECT body FROM records ORDER BY sequence LIMIT 1)",
        "UPDATE records SET body = 7 WHERE sequence = (SELECT max(sequence) FROM records)",
    ],
)
def test_what_nobody_wrote_is_not_taken_for_text(home: Path, harm: str) -> None:
    with life(home) as process:
        insert(process, "one ")
        insert(process, "two ")
        assert process.text == "two one "
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute(harm)
    with life(home) as process:
        assert process.text in ("", "one ")
    assert len(kept(home)) == 1


def test_a_journal_without_checksums_gets_them(home: Path) -> None:
    with life(home) as process:
        insert(process, "one ")
        process.call("workspace_save_document_as", path="a.md")
        insert(process, "two ")
        entries = process.engine.store.audit(9)
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        for column in ("sheets.body", "snapshots.content", "snapshots.standing", "records.body", "named.value",
                       "answers.body", "audit.body", "versions.body"):  # fmt: skip
            table, name = column.split(".")
            connection.execute(f"UPDATE {table} SET {name} = substr({name}, 5)")
        connection.execute("UPDATE audit SET body = CAST(body AS TEXT) WHERE id = (SELECT max(id) FROM audit)")
        connection.execute("PRAGMA user_version = 1")
    with life(home) as process:
        assert process.text == "two one "
        assert process.engine.store.audit(9) == entries[1:], "but for the one that is no longer bytes"
        process.call("editor_undo")
        assert process.text == "one "
    assert not kept(home)


def test_documents_without_windows_get_one(home: Path) -> None:
    with life(home) as process:
        process.call("document_set_content", content="unsaved")
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("DELETE FROM named")
    with life(home) as process:
        assert process.text == "unsaved"


def test_one_damaged_entry_of_the_audit_log_is_left_out(home: Path) -> None:
    with life(home) as process:
        insert(process, "one")
        insert(process, "two")
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("UPDATE audit SET body = '{' WHERE id = 1")
    with life(home) as process:
        assert [entry.action for entry in process.engine.store.audit(9)] == ["accepted", "staged", "accepted"]


def test_nothing_is_answered_while_the_journal_is_gone(home: Path) -> None:
    with life(home) as process:
        insert(process, "one")
        (home / "journal.db").rename(home / "elsewhere.db")
        refused = process.refusal("document_insert_at_position", text="two", position=0)
        assert "deleted" in refused["message"]
        (home / "elsewhere.db").rename(home / "journal.db")
        insert(process, "three ")
    with life(home) as process:
        assert process.text == "three one"


def test_what_cannot_be_put_in_order_does_not_end_the_host(home: Path) -> None:
    process = Process(home)
    insert(process, "one")
    process.engine._journal._connection.close()  # as a disk that is gone
    with pytest.raises(FailureError):
        process.engine.sync()


@pytest.fixture
def own() -> Iterator[Path]:
    """A folder that a user who is not root can reach, and owns."""
    preload()
    with tempfile.TemporaryDirectory() as folder:
        hand_over(Path(folder))
        yield Path(folder)


def test_a_journal_that_may_not_be_written_can_be_opened_when_it_may_again(own: Path) -> None:
    with somebody():
        with life(own) as process:
            insert(process, "one")
        (own / "journal.db").chmod(0o400)
        with pytest.raises(FailureError, match="cannot be opened"):
            Engine(own)
        (own / "journal.db").chmod(0o600)
        with life(own) as process:
            assert process.text == "one"


@pytest.mark.parametrize("mode", [0o000, 0o100, 0o400, 0o500])
def test_a_folder_that_may_not_be_used_is_told_of(own: Path, mode: int) -> None:
    with somebody():
        (own / "home").mkdir()
        (own / "documents").mkdir()
        (own / "documents" / "a.md").write_text("text")
        with life(own / "home") as process:
            process.call("workspace_open_document", path=str(own / "documents" / "a.md"))
            insert(process, "one")
            (own / "documents").chmod(mode)
            assert process.refusal("workspace_save_document")["code"] == "E_PERMISSION"
            assert (
                process.refusal("workspace_open_document", path=str(own / "documents" / "b.md"))["code"] != "E_RUNTIME"
            )
            (own / "documents").chmod(0o700)
            process.call("workspace_save_document")
    assert (own / "documents" / "a.md").read_text() == "onetext"
