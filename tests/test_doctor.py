"""`quire doctor`, with one thing wrong at a time."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from quire.cli import checkup, clients, main
from quire.server import link
from quire.server.home import Home

if TYPE_CHECKING:
    from pathlib import Path


class Doctor:
    """The command, on a machine with nothing wrong but what a test plants."""

    def __init__(self, capsys: pytest.CaptureFixture[str], person: Path) -> None:
        self._capsys = capsys
        self.person = person

    @property
    def home(self) -> Home:
        return Home()

    def says(self, *more: str) -> str:
        """What it tells; the last line is how many things are to be mended."""
        with pytest.raises(SystemExit) as ended:
            main(["doctor", *more])
        told = self._capsys.readouterr().out
        assert bool(ended.value.code) == ("!!  " in told or '"ok": false' in told)
        return told

    def complaint(self) -> str:
        """The one thing that is wrong, with its remedy."""
        lines = self.says().splitlines()
        (place,) = [number for number, line in enumerate(lines) if line.startswith("!!  ")]
        return f"{lines[place][4:]}\n{lines[place + 1].strip()}"


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Doctor:
    person = tmp_path / "person"
    person.mkdir()
    monkeypatch.setenv("HOME", str(person))
    monkeypatch.setenv("QUIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(person)
    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setattr(checkup, "DEFAULT_PORT", free.getsockname()[1])
    return Doctor(capsys, person)


def test_all_is_well(doctor: Doctor) -> None:
    assert doctor.says().endswith("\nAll is well.\n")
    told = json.loads(doctor.says("--json"))
    assert told["ok"] is True
    assert {"what": "Host", "state": "none is running; 'quire serve' starts one", "remedy": ""} in told["findings"]


def test_a_folder_that_cannot_be_written(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIRE_HOME", "/proc/quire")
    told = doctor.complaint()
    assert told.startswith("Workspace: The workspace folder '/proc/quire' cannot be used")
    assert "Set QUIRE_HOME" in told


def test_a_file_where_the_folder_should_be(doctor: Doctor) -> None:
    doctor.home.folder.write_text("a file")
    assert "Set QUIRE_HOME" in doctor.complaint()


def test_a_damaged_journal(doctor: Doctor) -> None:
    doctor.says()
    (doctor.home.folder / "journal.db").write_bytes(b"no database at all" * 1000)
    told = doctor.complaint()
    assert "Damaged journal, set aside" in told
    assert "Delete it if nothing is missing" in told
    assert "Journal: readable" in doctor.says()


@pytest.mark.slow
def test_a_journal_that_another_program_has_locked(doctor: Doctor) -> None:
    doctor.says()
    with closing(sqlite3.connect(doctor.home.folder / "journal.db")) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        told = doctor.complaint()
    assert "database is locked" in told
    assert "Another program has it open" in told


def test_another_server_that_does_not_answer(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    doctor.says()
    monkeypatch.setattr(link, "PATIENCE_SECONDS", 0.5)
    holder = doctor.home
    assert holder.claim()
    try:
        told = doctor.complaint()
        assert "holds the workspace but does not answer" in told
        (holder.folder / "host.json").write_text(json.dumps({"port": 1, "pid": 4711, "version": "0"}))
        assert "It is process 4711." in doctor.complaint()
    finally:
        holder.release()


def test_a_port_that_is_taken(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(checkup, "DEFAULT_PORT", taken.getsockname()[1])
        assert "Use 'quire serve --port" in doctor.complaint()


def test_a_page_that_was_not_built(doctor: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "PAGE", tmp_path / "nowhere")
    assert doctor.complaint().startswith("Editor's page: was not built\nInstall Quire again")


def test_programs_that_are_not_there_are_told_and_no_fault(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = doctor.says()
    assert "LibreOffice: not installed; without it nothing is exported as PDF" in told
    assert "Mermaid: not installed" in told
    assert "All is well" in told


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
@pytest.mark.parametrize(("name", "mode", "mend"), [("token", 0o644, "chmod 600"), ("", 0o755, "chmod 700")])
def test_secrets_that_others_can_read(doctor: Doctor, name: str, mode: int, mend: str) -> None:
    assert doctor.home.token
    (doctor.home.folder / name).chmod(mode)
    told = doctor.complaint()
    assert "is open to other users" in told
    assert mend in told


def test_a_disk_that_is_nearly_full(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage._replace(free=5 * 2**20))
    assert doctor.complaint().startswith("Disk: 5 MB free\nMake room")


def tell(doctor: Doctor, client: str, entry: str) -> Path:
    """A configuration of a client, as the person has it."""
    place = next(each for each in clients.CLIENTS[client].places if each.startswith("~"))
    path = doctor.person / place.removeprefix("~/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(entry, encoding="utf-8")
    return path


def stdio(**server: Any) -> dict[str, Any]:
    return {"command": shutil.which("true"), "args": ["mcp"], **server}


@pytest.mark.parametrize("client", ["claude-desktop", "cursor", "zed", "windsurf", "codex", "gemini"])
def test_a_client_that_starts_what_does_not_exist(doctor: Doctor, client: str) -> None:
    known = clients.CLIENTS[client]
    tell(doctor, client, known.entry(stdio()))
    assert f"{known.title}: " in doctor.says()
    path = tell(doctor, client, known.entry(stdio(command="/gone/bin/quire")))
    told = doctor.complaint()
    assert told.startswith(f"{known.title}: {path} starts /gone/bin/quire, which does not exist")
    assert f"'quire config {client}' prints what belongs there" in told


def test_a_client_that_names_a_folder_that_does_not_exist(doctor: Doctor) -> None:
    tell(doctor, "cursor", clients.CLIENTS["cursor"].entry(stdio(args=["mcp", "--root", "/gone"])))
    assert "names the folder /gone, which does not exist" in doctor.complaint()


def test_a_client_with_an_old_token(doctor: Doctor) -> None:
    cursor = clients.CLIENTS["cursor"]
    tell(doctor, "cursor", cursor.entry(clients.served("http://127.0.0.1:8765", doctor.home.token)))
    assert "names this Quire" in doctor.says()
    tell(doctor, "cursor", cursor.entry(clients.served("http://127.0.0.1:8765", "old")))
    assert "has another token than this workspace" in doctor.complaint()


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": []}', "\x00"])
def test_a_configuration_that_is_none(doctor: Doctor, text: str) -> None:
    path = tell(doctor, "cursor", text)
    assert doctor.complaint().startswith(f"Cursor: {path} cannot be read")


@pytest.mark.parametrize("text", ["", "{}", '{"mcpServers": {"other": {"command": "/gone"}, "odd": 1}}'])
def test_other_servers_are_nobodys_business_here(doctor: Doctor, text: str) -> None:
    tell(doctor, "cursor", text)
    assert "Cursor" not in doctor.says()
