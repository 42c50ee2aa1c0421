"""`quire settings`: what waits for approval, and who may approve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from quire.cli.profile import ask, show
from quire.server.home import Home
from quire.server.link import linked

if TYPE_CHECKING:
    import argparse


def run(parsed: argparse.Namespace) -> None:
    anyio.run(_settings, parsed.name, parsed.value)


async def _settings(name: str | None, value: str | None) -> None:
    async with linked(Home()) as link:
        current = await ask(link, "settings", **({name: value} if name and value else {}))
    for each in [name] if name else current:
        show(f"{each} {current[each]}")
