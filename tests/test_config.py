"""What `quire config` prints is what clients understand, and it starts a server that answers."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from quire.cli.clients import CLIENTS
from tests.test_cli import Quire, Speaker

if TYPE_CHECKING:
    from pathlib import Path

JSON_CLIENTS = sorted(CLIENTS.keys() - {"claude-code", "codex"})


@pytest.fixture
def quire(tmp_path: Path) -> Quire:
    return Quire(tmp_path)


def parsed(client: str, text: str) -> dict[str, Any]:
    """The server that a client would find in what is printed."""
    if client == "claude-code":
        words = shlex.split(text)
        assert words[:5] == ["claude", "mcp", "add", "--scope", "user"]
        where = words.index("--")
        environment = dict(words[each + 1].split("=", 1) for each in range(where) if words[each] == "--env")
        return {"command": words[where + 1], "args": words[where + 2 :], "env": environment}
    read = tomllib.loads if client == "codex" else json.loads
    found: dict[str, Any] = read(text)[CLIENTS[client].key]["quire"]
    return found


@pytest.mark.parametrize("client", CLIENTS)
def test_what_is_printed_starts_a_server(quire: Quire, client: str) -> None:
    folder = quire.root / "my “own” files"
    folder.mkdir()
    told = quire.run("config", client, "--root", str(folder), "--approval", "person")
    assert told.returncode == 0, told.stderr
    server = parsed(client, told.stdout)
    assert server["args"] == ["mcp", "--root", str(folder), "--approval", "person"]
    assert server["env"] == {"QUIRE_HOME": str(quire.home)}
    process = subprocess.Popen(
        [server["command"], *server["args"]], env={"PATH": os.defpath, **server["env"]}, cwd="/",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        try:
            assert Speaker(process).server["serverInfo"]["name"] == "quire"
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("client", "shown"),
    {
        "cursor": {"url": "URL", "headers": "TOKEN"},
        "vscode": {"type": "http", "url": "URL", "headers": "TOKEN"},
        "zed": {"url": "URL", "headers": "TOKEN"},
        "windsurf": {"serverUrl": "URL", "headers": "TOKEN"},
        "gemini": {"httpUrl": "URL", "headers": "TOKEN"},
        "codex": {"url": "URL", "http_headers": "TOKEN"},
        "continue": {"type": "http", "url": "URL", "headers": "TOKEN"},
        "other": {"type": "http", "url": "URL", "headers": "TOKEN"},
    }.items(),
)
def test_the_form_for_a_server_that_runs(quire: Quire, client: str, shown: dict[str, str]) -> None:
    told = quire.run("config", client, "--http", "--port", "8770")
    token = {"Authorization": f"Bearer {(quire.home / 'token').read_text()}"}
    meant = {"URL": "http://127.0.0.1:8770/mcp", "TOKEN": token}
    assert parsed(client, told.stdout) == {key: meant.get(value, value) for key, value in shown.items()}
    assert "quire serve --port 8770" in told.stderr


def test_the_command_for_claude_code_and_a_server_that_runs(quire: Quire) -> None:
    words = shlex.split(quire.run("config", "claude-code", "--http").stdout)
    assert words[5:9] == ["--transport", "http", "quire", "http://127.0.0.1:8765/mcp"]
    assert re.fullmatch(r"Authorization: Bearer \S+", words[-1])


def test_a_client_that_only_starts_servers_says_so(quire: Quire) -> None:
    told = quire.run("config", "claude-desktop", "--http")
    assert told.returncode == 1
    assert "Leave --http out." in told.stderr


def test_clients_are_listed_and_an_unknown_one_is_told_of_them(quire: Quire) -> None:
    assert [line.split()[0] for line in quire.run("config").stdout.splitlines()] == list(CLIENTS)
    assert "claude-desktop, claude-code" in quire.run("config", "emacs").stderr


def test_a_server_started_as_a_module_is_started_so_by_others(quire: Quire) -> None:
    environment = {**os.environ, "QUIRE_HOME": str(quire.home)}
    command = [sys.executable, "-m", "quire", "config", "cursor"]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    server = parsed("cursor", told.stdout)
    assert [server["command"], *server["args"]] == [sys.executable, "-m", "quire", "mcp"]


@pytest.mark.parametrize("client", JSON_CLIENTS)
def test_a_configuration_with_comments_is_read(client: str) -> None:
    entry = CLIENTS[client].entry({"command": "a", "args": ["// no comment", ", ]"]})
    text = "// mine\n" + entry.replace("{", "{ /* here */", 1)[:-1].rstrip() + ",\n // end\n}"
    assert CLIENTS[client].read(text)["quire"]["args"] == ["// no comment", ", ]"]
