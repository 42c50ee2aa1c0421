"""`quire open`: files into the running workspace, and its page in front of the person."""

from __future__ import annotations

import os
import sys
import webbrowser
from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import ask, say
from quire.server.gate import entry
from quire.server.home import Home
from quire.server.link import linked
from quire.server.profile import Profile
from quire.workspace.files import Roots

if TYPE_CHECKING:
    import argparse


def run(parsed: argparse.Namespace) -> None:
    home = Home()
    if not anyio.run(_open_in_running, home, parsed.files, not parsed.no_browser):
        from quire.cli.serve import serve

        anyio.run(serve, home, Profile(Roots.given([])), parsed.host, parsed.port, parsed.files)


async def _open_in_running(home: Home, files: list[str], browser: bool) -> bool:
    """Open files in the workspace that some process holds; False if none does."""
    async with linked(home, welcome=not files) as link:
        await link.connect()
        known = home.address()
        if link.host or known is None:
            return False
        for file in files:
            say((await ask(link, "workspace_open_document", path=file))["message"])
        if known.url:
            page = entry(known.url, home.token)
            say(page)
            if browser and _has_screen():
                webbrowser.open(page)
        return True


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
