"""`quire audit`: who changed what, when and why, and who decided."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import ask
from quire.server.home import Home
from quire.server.link import linked

if TYPE_CHECKING:
    import argparse


def run(parsed: argparse.Namespace) -> None:
    anyio.run(_audit, parsed.most)


async def _audit(most: int) -> None:
    async with linked(Home()) as link:
        for entry in await ask(link, "audit", most=most):
            place = "" if entry["start"] is None else f" at {entry['start']}"
            why = f" because {entry['reason']!r}" if entry.get("reason") else ""
            what = f": {entry['before']!r} -> {entry['after']!r}" if entry["before"] or entry["after"] else ""
            sys.stdout.write(
                f"{entry['at']}  {entry['author']} ({entry['authorKind']}) {entry['action']} "
                f"{entry['title']}{place}{why}{what}\n"
            )
