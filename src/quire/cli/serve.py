"""`quire serve`: MCP over HTTP and the web side."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import anyio

from quire.cli.clients import CLIENTS, served, started
from quire.cli.installation import certificates
from quire.cli.profile import opened, profile, program, say
from quire.core.errors import InvalidArgumentError
from quire.server import app
from quire.server.gate import entry, pane_secret
from quire.server.home import Home
from quire.server.link import linked
from quire.server.profile import WORD_PORT
from quire.server.word import WordBridge
from quire.server.wordside import word_side

if TYPE_CHECKING:
    import argparse

    from anyio.abc import TaskGroup

    from quire.server.link import Link
    from quire.server.profile import Profile


def run(parsed: argparse.Namespace) -> None:
    anyio.run(serve, Home(), profile(parsed), parsed.host, parsed.port, parsed.files, parsed.word_port)


async def serve(
    home: Home, profile: Profile, host: str, port: int, files: list[str], word_port: int = WORD_PORT
) -> None:
    """Open files and serve until interrupted."""
    home.prepare()
    require_one_address(host)
    bound = app.bind(host, port)
    async with linked(home, welcome=not files) as link, anyio.create_task_group() as tasks:
        await link.connect()
        await opened(link, files)
        url = app.address(bound)
        tasks.start_soon(_announce, link, url)
        word = serve_word(home, link, tasks, word_port)
        _introduce(url, home.token, profile, word)
        await app.serve(app.Web(link, profile, tasks, home.token, host), bound)
        tasks.cancel_scope.cancel()


def require_one_address(host: str) -> None:
    """Refuse to serve on all addresses: a request is answered only if it names the one that is served on."""
    if host in ("", "0.0.0.0", "::", "*"):  # noqa: S104 - to refuse it
        raise InvalidArgumentError(
            f"Quire serves on one address, and {host!r} means all of this machine's.",
            "Give --host the one under which others reach it; they need the link with the token.",
        )


def serve_word(home: Home, link: Link, tasks: TaskGroup, port: int) -> str:
    """Serve the pane in Word, if the add-in was installed; where, or why not."""
    found = certificates(home)
    if not found.exist:
        return "not yet; 'quire word install' puts the add-in into Word"
    bound = app.bind_word(port)
    if bound is None:
        return f"served by another process, on port {port}"
    bridge = WordBridge(link, pane_secret(home.token), tasks)
    tasks.start_soon(app.serve_word, word_side(bridge), bound, found)
    return f"https://localhost:{port}/word-addin/pane.html, which Word opens itself"


async def _announce(link: Link, url: str) -> None:
    """Tell other processes of the page, once this process is the host: now, or when the host of today ends."""
    await link.hosting.wait()
    if link.host:
        link.host.announce(url)


def _introduce(url: str, token: str, profile: Profile, word: str) -> None:
    client = CLIENTS["other"]
    say(f"Quire is running.\n\n  Page:  {entry(url, token)}\n  MCP:   {url}/mcp\n  Word:  {word}\n")
    say("Configuration for an MCP client that starts programs (stdio):\n")
    say(client.entry(started(profile)))
    say("\nor for one that speaks HTTP:\n")
    say(client.entry(served(url, token)))
    quire = shlex.join(program())
    say(f"\nIn another terminal, '{quire} config' prints it as Claude, Cursor, VS Code and others want it,")
    say(f"'{quire} open' prints a new link to the page, and '{quire} doctor' says what is wrong.")
    say("\nAll clients see the same documents. Press Ctrl-C to stop.")
