"""MCP over this process's stdin and stdout: what the library's transport leaves to be wished for.

A line that is no message is answered, and a client that asks and asks without reading its answers is not heard until
it does: its answers would fill the memory, and everyone else would wait behind its calls.
"""

from __future__ import annotations

import json
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse
from pydantic import ValidationError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared._stream_protocols import ReadStream, WriteStream

logger = logging.getLogger(__name__)

MOST_UNANSWERED = 32
ENDLESS = "subscriptions/listen"
"""A request that is not answered as long as its sender listens."""

Incoming = SessionMessage | Exception


class Answers:
    """What goes out, and which requests still wait for it."""

    def __init__(self, outgoing: WriteStream[SessionMessage]) -> None:
        self._outgoing = outgoing
        self._waiting: set[str] = set()
        self._settled = anyio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._outgoing.aclose()

    async def send(self, item: SessionMessage, /) -> None:
        try:
            await self._outgoing.send(item)
        finally:
            if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                self._settle(item.message.id)

    async def expect(self, message: object) -> None:
        """Take note of a message from the client; if that is a request too many, only when others are answered."""
        if isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))  # who cancels a request gets no answer to it
        if isinstance(message, JSONRPCRequest) and message.method != ENDLESS:
            while str(message.id) in self._waiting or len(self._waiting) >= MOST_UNANSWERED:
                await self._settled.wait()
            self._waiting.add(str(message.id))

    def _settle(self, request: Any) -> None:
        self._waiting.discard(str(request))
        self._settled.set()
        self._settled = anyio.Event()


@asynccontextmanager
async def pipes() -> AsyncIterator[tuple[MemoryObjectReceiveStream[Incoming], Answers]]:
    """The messages of the client, and where the answers go."""
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as tasks:
        hand_on, messages = anyio.create_memory_object_stream[Incoming]()
        answers = Answers(outgoing)
        tasks.start_soon(_hand_on, incoming, hand_on, answers)
        yield messages, answers
        tasks.cancel_scope.cancel()


async def _hand_on(
    incoming: ReadStream[Incoming], messages: MemoryObjectSendStream[Incoming], answers: Answers
) -> None:
    """Hand messages on, and answer lines that are none: the library would leave their sender waiting."""
    async with messages:
        async for message in incoming:
            if isinstance(message, Exception):
                logger.warning("A line on stdin is no message: %s", message)
                error = ErrorData(code=PARSE_ERROR, message="This line is no JSON-RPC message.")
                await answers.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=_id(message), error=error)))
            else:
                await answers.expect(message.message)
                await messages.send(message)


def _id(error: Exception) -> int | str | None:
    """Who waits for an answer to a line that is no message, if it says so: with half a character it still does."""
    try:
        line = error.errors()[0]["input"] if isinstance(error, ValidationError) else ""
        message = json.loads(line)
        found = message.get("id") if isinstance(message, dict) else None
        str(found).encode()  # half a character could not be sent back
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, int | str) and not isinstance(found, bool) else None
