"""`quire audit`: who changed what, when and why, and who decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import ask, one_line, say, show
from quire.server.home import Home
from quire.server.link import linked

if TYPE_CHECKING:
    import argparse


def run(parsed: argparse.Namespace) -> None:
    anyio.run(_audit, parsed.most)


async def _audit(most: int) -> None:
    async with linked(Home()) as link:
        entries = await ask(link, "audit", most=most)
        if not entries:
            say("Nobody has changed anything yet.")
        for entry in entries:
            place = "" if entry["start"] is None else f" at {entry['start']}"
            why = f" because {entry['reason']!r}" if entry.get("reason") else ""
            what = f": {entry['before']!r} -> {entry['after']!r}" if entry["before"] or entry["after"] else ""
            who = f"{entry['author']} ({entry['authorKind']})"
            show(one_line(f"{entry['at']}  {who} {entry['action']} {entry['title']}{place}{why}{what}"))
