"""`quire serve`: MCP over HTTP and the web side."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import anyio

from quire.cli.profile import arguments, ask, profile, program, say
from quire.server import app
from quire.server.gate import entry
from quire.server.home import Home
from quire.server.link import linked

if TYPE_CHECKING:
    import argparse

    from quire.server.link import Link
    from quire.server.profile import Profile


def run(parsed: argparse.Namespace) -> None:
    anyio.run(serve, Home(), profile(parsed), parsed.host, parsed.port, parsed.files)


async def serve(home: Home, profile: Profile, host: str, port: int, files: list[str]) -> None:
    """Open files and serve until interrupted."""
    home.prepare()
    bound = app.bind(host, port)
    async with linked(home, welcome=not files) as link, anyio.create_task_group() as tasks:
        for file in files:
            await ask(link, "workspace_open_document", path=file)
        await link.connect()
        url = app.address(bound)
        tasks.start_soon(_announce, link, url)
        _introduce(url, home.token, profile)
        await app.serve(app.Web(link, profile, tasks, home.token, host), bound)
        tasks.cancel_scope.cancel()


async def _announce(link: Link, url: str) -> None:
    """Tell other processes of the page, once this process is the host: now, or when the host of today ends."""
    await link.hosting.wait()
    if link.host:
        link.host.announce(url)


def _introduce(url: str, token: str, profile: Profile) -> None:
    stdio: dict[str, Any] = {"command": program(), "args": ["mcp", *arguments(profile)]}
    if "QUIRE_HOME" in os.environ:
        stdio["env"] = {"QUIRE_HOME": str(Home().folder)}
    http = {"type": "http", "url": f"{url}/mcp", "headers": {"Authorization": f"Bearer {token}"}}
    say(f"Quire is running.\n\n  Page:  {entry(url, token)}\n  MCP:   {url}/mcp\n")
    say("Configuration for an MCP client that starts programs (stdio):\n")
    say(json.dumps({"mcpServers": {"quire": stdio}}, indent=2))
    say("\nor for one that speaks HTTP:\n")
    say(json.dumps({"mcpServers": {"quire": http}}, indent=2))
    say("\nBoth see the same documents. Press Ctrl-C to stop.")
