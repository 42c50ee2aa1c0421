"""The way to documents in Word that another process holds: it is asked over the wire between the two."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import anyio

from quire.core.errors import FailureError, NotFoundError, QuireError
from quire.server.wire import LostError, Message

if TYPE_CHECKING:
    from quire.server.wire import Wire
    from quire.workspace.guests import Guest


def missing(guest: Guest) -> NotFoundError:
    """What is said of a document that Word no longer has open, or at least not connected."""
    return NotFoundError(
        f"{guest.title!r} ({guest.label}) is not connected to Word at the moment.",
        "Open it in Word with Quire's pane; workspace_list_windows tells what is open.",
    )


UNKNOWN = (
    "Whether it was carried out is not known: read the document in Word before you repeat it. "
    "Quire's pane in Word shows what it did last."
)
"""Said of a change whose answer never came."""


def lost(operation: str) -> FailureError:
    """What is said when Word goes while it is asked."""
    from quire.tools.wordops import operations  # only now: a process that starts does not wait for it

    writes = operations()[operation].writes
    return FailureError(f"Word was lost while it was asked for {operation}.", UNKNOWN if writes else "Try again.")


class FarBridge:
    """The host's side of it."""

    def __init__(self, connection: Wire) -> None:
        self._wire = connection
        self._numbers = count(1)
        self._waiting: dict[int, tuple[anyio.Event, list[Message]]] = {}
        self._is_lost = False

    async def ask(self, session: str, operation: str, arguments: dict[str, Any], key: str) -> dict[str, Any]:
        """Ask the other process to ask Word."""
        number, arrived, box = next(self._numbers), anyio.Event(), list[Message]()
        self._waiting[number] = (arrived, box)
        try:
            asked = {"ask": number, "session": session, "op": operation, "arguments": arguments, "key": key}
            await self._wire.send(asked)
            if not self._is_lost:
                await arrived.wait()
        except LostError:
            pass
        finally:
            del self._waiting[number]
        if not box:
            raise lost(operation)
        if "error" in box[0]:
            raise QuireError.told(*box[0]["error"])
        found: dict[str, Any] = box[0]["data"]
        return found

    def take(self, message: Message) -> None:
        """Take an answer; one that nobody waits for any more is dropped."""
        if waiting := self._waiting.get(message["told"]):
            arrived, box = waiting
            box.append(message)
            arrived.set()

    def lose(self) -> None:
        """The other process is gone: nobody needs to wait for it."""
        self._is_lost = True
        for arrived, _ in self._waiting.values():
            arrived.set()
