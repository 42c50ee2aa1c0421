"""Putting the add-in into Word: every step is shown and asked for, and all of it can be taken back."""

from __future__ import annotations

import ssl
import subprocess
from typing import TYPE_CHECKING

import pytest

from quire.cli import main
from quire.cli.installation import Installation, certificates
from quire.server.home import Home
from quire.server.manifest import ID

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from quire.cli.installation import Platform


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("QUIRE_HOME", str(tmp_path / "home"))
    return Home()


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were run, in the place of which nothing happens."""
    found: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        found.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr("quire.cli.installation.subprocess.run", run)
    monkeypatch.setattr("quire.cli.installation.shutil.which", lambda program: program)
    return found


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def say(*answers: str) -> None:
        left = list(answers)
        monkeypatch.setattr("builtins.input", lambda _: left.pop(0))

    return say


def quire(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["word", *arguments])
    return int(ended.value.code or 0)


def test_nothing_is_done_without_a_yes(home: Home, ran: list[list[str]], type_in: Callable[..., None]) -> None:
    type_in("")
    assert quire("install", "--platform", "windows") == 1
    assert not certificates(home).exist
    assert not ran


def test_one_no_stops_what_comes_after_it(home: Home, ran: list[list[str]], type_in: Callable[..., None]) -> None:
    type_in("y", "y", "n")
    assert quire("install", "--platform", "windows") == 1
    assert certificates(home).exist
    assert not ran


@pytest.mark.parametrize("platform", ["windows", "mac", "web"])
def test_what_is_installed_is_taken_back(
    home: Home, ran: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: Platform
) -> None:
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path / "user")
    before = set((tmp_path / "user").rglob("*.xml"))
    assert quire("install", "--platform", platform, "--yes") == 0
    installation = Installation(home, 8766, platform, tmp_path / "user")
    assert ID in installation.manifest.read_text()
    trusted = installation.certificates.fingerprint()
    done = len(ran)
    assert quire("uninstall", "--platform", platform, "--yes") == 0
    assert not installation.manifest.exists()
    assert not installation.certificates.exist
    assert set((tmp_path / "user").rglob("*.xml")) == before
    undone = [" ".join(command) for command in ran[done:]]
    assert len(undone) == done
    if platform != "web":
        assert any(trusted in command for command in undone)


def test_a_step_that_fails_says_what_to_do_and_the_others_are_undone(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("quire.cli.installation.shutil.which", lambda _: None)
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    certificates(home).make()
    assert quire("uninstall", "--platform", "windows", "--yes") == 1
    assert "by hand" in capsys.readouterr().out
    assert not certificates(home).exist


def test_the_manifest_is_shown_or_written(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert quire("manifest", "--word-port", "9999") == 0
    shown = capsys.readouterr().out
    assert "https://localhost:9999/word-addin/pane.html?key=" in shown
    assert home.token not in shown
    assert quire("manifest", "--word-port", "9999", "--output", str(tmp_path / "quire.xml")) == 0
    assert (tmp_path / "quire.xml").read_text() == shown


def test_the_certificate_is_good_for_this_machine_and_its_key_for_its_owner(home: Home) -> None:
    assert quire("certs") == 0
    made = certificates(home)
    assert made.key.stat().st_mode & 0o777 == 0o600
    inside = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    outside = ssl.create_default_context(ssl.Purpose.SERVER_AUTH)
    inside.load_cert_chain(made.leaf, made.key)
    outside.load_verify_locations(made.authority)
    for name, is_good in (("localhost", True), ("127.0.0.1", True), ("quire.example", False)):
        assert _agree(inside.wrap_bio, outside.wrap_bio, name) is is_good


def _agree(inside: Callable[..., ssl.SSLObject], outside: Callable[..., ssl.SSLObject], name: str) -> bool:
    """Whether a client that looks for a name takes the server for it."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    server, client = inside(up, down, server_side=True), outside(down, up, server_hostname=name)
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return True
