"""Waiting for what comes about, however slow the machine is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PATIENCE_SECONDS = 30.0
LONGER_SECONDS = 2 * PATIENCE_SECONDS  # whoever would wait for this long is found out


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""

    async def told() -> bool:
        return holds()

    await until_told(told)


async def until_told(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something that has to be asked for holds."""
    with anyio.fail_after(PATIENCE_SECONDS):
        while not await holds():
            await anyio.sleep(0.005)
