"""`quire mcp`: MCP over stdio, and behind it, if this process is the host, the HTTP side."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import profile, say
from quire.server.home import Home
from quire.server.link import linked
from quire.server.mcp import QuireServer
from quire.server.pipes import pipes
from quire.server.profile import WORD_PORT

if TYPE_CHECKING:
    import argparse

    from anyio.abc import TaskGroup

    from quire.server.link import Link
    from quire.server.profile import Profile

PAUSE_SECONDS = 2.0
"""How long the web side waits: a client asks for its tools first, and a model for a document. It is loaded in a thread
then, so that no call waits for it."""


def run(parsed: argparse.Namespace) -> None:
    if sys.stdin.isatty():
        say("This is for MCP clients, and waits for one to speak. 'quire config' prints what to tell yours;")
        say("'quire serve' is for you. Press Ctrl-C to stop.")
    # All that was answered is durable, and a thread that waits for stdin cannot be woken: just end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(_speak, Home(), profile(parsed))


async def _speak(home: Home, profile: Profile) -> None:
    async with linked(home) as link, anyio.create_task_group() as tasks:
        server = QuireServer(link, profile, tasks).build()
        tasks.start_soon(_serve_web, home, link, profile, tasks)
        async with pipes() as (messages, answers):
            await server.run(messages, answers, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _serve_web(home: Home, link: Link, profile: Profile, tasks: TaskGroup) -> None:
    """The web side, once this process is the host: on any free port, for the usual one is for 'quire serve'."""
    await link.hosting.wait()
    await anyio.sleep(PAUSE_SECONDS)
    await anyio.to_thread.run_sync(import_module, "quire.cli.serve")
    from quire.cli.serve import serve_word
    from quire.server import app

    host = "127.0.0.1"
    bound = app.bind(host, 0)
    if link.host:
        link.host.announce(app.address(bound))
    serve_word(home, link, tasks, WORD_PORT)
    await app.serve(app.Web(link, profile, tasks, home.token, host), bound)
