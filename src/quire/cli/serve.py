"""`quire serve`: MCP over HTTP and the web side."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import ask, profile, program, say
from quire.server import app
from quire.server.gate import entry
from quire.server.home import Home
from quire.server.link import linked

if TYPE_CHECKING:
    import argparse

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
        if link.host:
            link.host.announce(url)
        _introduce(url, home.token, profile)
        await app.serve(app.Web(link, profile, tasks, home.token, host), bound)
        tasks.cancel_scope.cancel()


def _introduce(url: str, token: str, profile: Profile) -> None:
    roots = [argument for folder in profile.roots.folders for argument in ("--root", folder)]
    stdio = {"command": program(), "args": ["mcp", *(roots if profile.roots.explicit else [])]}
    http = {"type": "http", "url": f"{url}/mcp", "headers": {"Authorization": f"Bearer {token}"}}
    say(f"Quire is running.\n\n  Page:  {entry(url, token)}\n  MCP:   {url}/mcp\n")
    say("Configuration for an MCP client that starts programs (stdio):\n")
    say(json.dumps({"mcpServers": {"quire": stdio}}, indent=2))
    say("\nor for one that speaks HTTP:\n")
    say(json.dumps({"mcpServers": {"quire": http}}, indent=2))
    say("\nBoth see the same documents. Press Ctrl-C to stop.")
