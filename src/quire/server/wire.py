"""How processes of one workspace talk: frames of JSON over loopback, between two sides that both know the token."""

from __future__ import annotations

import hmac
import json
import secrets
from typing import TYPE_CHECKING, Any

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream

from quire.core.errors import FailureError

if TYPE_CHECKING:
    from anyio.abc import ByteStream

PROTOCOL = 1
MOST_BYTES = 256 * 1024 * 1024
HANDSHAKE_SECONDS = 5.0
HANDSHAKE_BYTES = 4096

Message = dict[str, Any]


class LostError(Exception):
    """The other side is gone."""


class Wire:
    """One connection, message by message."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._received = BufferedByteReceiveStream(stream)
        self._sending = anyio.Lock()

    async def send(self, message: Message) -> None:
        data = json.dumps(message, ensure_ascii=False).encode()
        if len(data) > MOST_BYTES:
            raise FailureError(
                f"The message has {len(data):,} bytes; at most {MOST_BYTES:,} go between processes.",
                "Ask for less at once.",
            )
        async with self._sending:
            try:
                await self._stream.send(len(data).to_bytes(4, "big") + data)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
                raise LostError from error

    async def receive(self, most_bytes: int = MOST_BYTES) -> Message:
        try:
            size = int.from_bytes(await self._received.receive_exactly(4), "big")
            if size > most_bytes:
                raise LostError
            message = json.loads(await self._received.receive_exactly(size))
        except (anyio.IncompleteRead, anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
            raise LostError from error
        except (ValueError, RecursionError) as error:  # no message of ours
            raise LostError from error
        if not isinstance(message, dict):
            raise LostError
        return message

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            await self._stream.aclose()


async def greet(wire: Wire, token: str, version: str) -> None:
    """The host's side of the handshake. The token itself never travels: whoever took the port learns nothing."""
    challenge = secrets.token_hex(16)
    await wire.send({"quire": PROTOCOL, "version": version, "challenge": challenge})
    answer = await wire.receive(HANDSHAKE_BYTES)
    if not _is_proven(answer, token, "client", challenge):
        raise LostError
    await wire.send({"proof": _proof(token, "host", str(answer.get("challenge")))})


async def introduce(wire: Wire, token: str) -> None:
    """The other side of the handshake."""
    hello = await wire.receive(HANDSHAKE_BYTES)
    if "quire" not in hello:
        raise LostError
    if hello["quire"] != PROTOCOL:
        raise FailureError(
            f"This workspace is hosted by another version of Quire ({hello.get('version', 'unknown')}).",
            "End the other Quire processes, then try again.",
        )
    challenge = secrets.token_hex(16)
    await wire.send({"proof": _proof(token, "client", str(hello.get("challenge"))), "challenge": challenge})
    answer = await wire.receive(HANDSHAKE_BYTES)
    if not _is_proven(answer, token, "host", challenge):
        raise LostError


def _is_proven(answer: Message, token: str, role: str, challenge: str) -> bool:
    return hmac.compare_digest(str(answer.get("proof")).encode(), _proof(token, role, challenge).encode())


def _proof(token: str, role: str, challenge: str) -> str:
    return hmac.new(token.encode(), f"{role}:{challenge}".encode(), "sha256").hexdigest()
