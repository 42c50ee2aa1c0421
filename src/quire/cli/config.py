"""`quire config`: what to tell an MCP client of this Quire, in the client's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.cli.clients import CLIENTS, served, started
from quire.cli.profile import profile, say, show
from quire.core.errors import NotFoundError
from quire.server.home import Home
from quire.server.profile import DEFAULT_PORT

if TYPE_CHECKING:
    import argparse


def run(parsed: argparse.Namespace) -> None:
    if parsed.client is None:
        for name, each in CLIENTS.items():
            show(f"{name:<15} {each.title}")
        return
    client = CLIENTS.get(parsed.client)
    if client is None:
        raise NotFoundError(
            f"No client {parsed.client!r} is known.", f"Known are {', '.join(CLIENTS)}: the last fits most others."
        )
    url = _url(Home(), parsed.port)
    server = served(url, Home().token) if parsed.http else started(profile(parsed))
    entry = client.entry(server)
    say(f"{client.instruction}:\n")
    show(entry)
    if client.remark:
        say(f"\n{client.remark}")
    if parsed.http:
        port = url.rpartition(":")[2]
        say(f"\n'quire serve --port {port}' has to run; folders and rights are those that it is started with.")
        say("Keep the token to yourself.")


def _url(home: Home, port: int | None) -> str:
    """Where the server is: as the person says, or as it says itself, or where it would be."""
    running = home.address() if port is None else None
    return running.url if running and running.url else f"http://127.0.0.1:{port or DEFAULT_PORT}"
