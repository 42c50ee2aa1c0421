"""What a process needs of the workspace, whether it is the host itself or asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import Any

    from quire.server.engine import Call
    from quire.tools.registry import Reply
    from quire.workspace.guests import Guest
    from quire.workspace.session import Client

Listener = Callable[[list[str]], None]
"""Told which resources changed."""


class Bridge(Protocol):
    """The way to the documents in Word that are connected to a process."""

    async def ask(self, session: str, operation: str, arguments: dict[str, Any], key: str) -> dict[str, Any]:
        """Have the add-in of a document carry out an operation, once for a key; what it answers, checked."""


class Peer(Protocol):
    """The workspace, near or far."""

    async def call(self, call: Call) -> Reply:
        """Carry out a call."""

    async def read(self, client: Client, uri: str) -> str:
        """The text of a resource."""

    async def offer(self, bridge: Bridge, guests: list[Guest], left: set[str]) -> dict[str, str]:
        """Offer documents in Word as windows, and take those back that have left; the labels that the former get."""

    async def close(self) -> None:
        """Let go of it."""
