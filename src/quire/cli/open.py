"""`quire open`: files into the running workspace, and its page in front of the person."""

from __future__ import annotations

import os
import sys
import webbrowser
from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import opened, say, show
from quire.server.gate import entry
from quire.server.home import Home
from quire.server.link import linked
from quire.server.profile import Profile
from quire.workspace.files import Roots

if TYPE_CHECKING:
    import argparse

PATIENCE_SECONDS = 10.0


def run(parsed: argparse.Namespace) -> int:
    home = Home()
    is_done = anyio.run(_open_in_running, home, parsed.files, not parsed.no_browser)
    if is_done is None:
        from quire.cli.serve import serve

        say("No Quire was running: this one serves the workspace now, for as long as it is left running.")
        roots = Roots.given([], private=str(home.folder.resolve()))
        anyio.run(serve, home, Profile(roots), parsed.host, parsed.port, parsed.files)
    return int(is_done is False)


async def _open_in_running(home: Home, files: list[str], browser: bool) -> bool | None:
    """Open files in the workspace that some process holds: whether all could be; None if no process does."""
    async with linked(home, welcome=not files) as link:
        await link.connect()
        if link.host or home.address() is None:
            return None
        is_all = await opened(link, files)
        if url := await _url(home):
            page = entry(url, home.token)
            show(page)
            if browser and _has_screen():
                webbrowser.open(page)
        else:
            say("The process that holds the workspace shows no page; 'quire doctor' says more.")
        return is_all


async def _url(home: Home) -> str | None:
    """Where the page is: a process that has just begun tells it a moment later."""
    with anyio.move_on_after(PATIENCE_SECONDS):
        while True:
            if (known := home.address()) and known.url:
                return known.url
            await anyio.sleep(0.1)
    return None


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
