"""What a process needs of the workspace, whether it is the host itself or asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from quire.server.engine import Call
    from quire.tools.registry import Reply
    from quire.workspace.session import Client

Listener = Callable[[list[str]], None]
"""Told which resources changed."""


class Peer(Protocol):
    """The workspace, near or far."""

    async def call(self, call: Call) -> Reply:
        """Carry out a call."""

    async def read(self, client: Client, uri: str) -> str:
        """The text of a resource."""

    async def close(self) -> None:
        """Let go of it."""
