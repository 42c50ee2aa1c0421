"""Pages that say anything: over Socket.IO as a page does, and in frames that are none."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import aiohttp
import anyio
import socketio

from quire.tools import registry
from tests.fuzz.arguments import ODDITIES, WORDS
from tests.fuzz.subject import CODES, FaultError, leaves
from tests.test_live import COOKIES, Socket, active, served

if TYPE_CHECKING:
    from tests.fuzz.rounds import Found

EVENTS = 80
FRAMES = 25
SECONDS = 40.0

PIECES = (
    "0", "1", "2", "3", "4", "40", "41", "42", "43", "44", "45", "46", "40/live,", "42/x,", "420", "421", "42[",
    '["call"', "{}", "[]", '["call",{}]', '["watch","x"]', '["disconnect"]', '["connect"]', '["news",{}]',
    "null", '{"sid":"x"}', '{"token":1}', "]", ",", "51-", '451-["call",{"_placeholder":true,"num":0}]',
    '451-["call",{"_placeholder":true,"num":9}]', "\x00", "é", "👩‍👩‍👧", "9" * 400, "[" * 3000,
)  # fmt: skip
"""What frames of the protocol are made of, and some of what they are not."""
CHANGES: tuple[Any, ...] = (
    0, 1, 2, 5, -1, [1], [0, "x"], [1, "👩‍👩‍👧"], [0, "a", "b"], [0, "\r\n"], [2, ""], "x", None, 10**20, [], [[]],
    [0, 1],
)  # fmt: skip
"""What changes of a page's copy are made of, and some of what they are not."""


def sockets(seed: int, found: Found) -> None:
    """One server and one page, which says anything."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            anyio.run(_talk, Path(folder), Random(seed), found)
        except* FaultError as faults:
            found.faults += [f"--seed {seed}: {fault}" for fault in leaves(faults)]


async def _talk(folder: Path, chance: Random, found: Found) -> None:
    async with served(folder) as (url, _):
        await _strangers(url)
        page = Socket()
        await page.connect(url)
        try:
            await _events(page, chance, found)
            await _frames(url, chance, found)
            with anyio.fail_after(SECONDS):
                await page.ask("page_desk")
        except (TimeoutError, socketio.exceptions.SocketIOError) as error:
            raise FaultError(f"an honest page was not answered: {error!r}") from error
        finally:
            await page.client.disconnect()


async def _strangers(url: str) -> None:
    """Nobody gets in without the cookie."""
    async with aiohttp.ClientSession(headers={"cookie": "quire=wrong"}) as http:
        with suppress(aiohttp.WSServerHandshakeError):
            async with http.ws_connect(f"{url}/live/?EIO=4&transport=websocket"):
                raise FaultError("a stranger was let in")


# As a page does


async def _events(page: Socket, chance: Random, found: Found) -> None:
    tab = await active(page)
    for _ in range(EVENTS):
        event, data = _event(chance, tab)
        found.calls += 1
        try:
            answer = await page.client.call(event, data, timeout=SECONDS)
        except socketio.exceptions.TimeoutError as error:
            raise FaultError(f"{event} {str(data)[:300]} was not answered") from error
        if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
            raise FaultError(f"{event} {str(data)[:300]} is answered with {str(answer)[:300]}")
        if not answer["ok"]:
            found.refused += 1
            _judge(event, data, answer)


def _judge(event: str, data: Any, answer: dict[str, Any]) -> None:
    if answer.get("code") not in CODES or not answer.get("message") or "please report it" in answer.get("hint", ""):
        raise FaultError(f"{event} {str(data)[:300]} is no refusal: {answer}")


def _event(chance: Random, tab: str) -> tuple[str, Any]:
    kind = chance.random()
    if kind < 0.15:
        return "watch", chance.choice((tab, tab, *_sendable()))
    if kind < 0.3:
        return "call", chance.choice(_sendable())
    tool = chance.choice(_TOOLS) if chance.random() < 0.95 else chance.choice(_sendable())
    arguments = _typing(chance, tab) if tool == "page_type" else _arguments(chance, tab)
    call = {"tool": tool, "arguments": arguments, "key": chance.choice(("", "same", *WORDS))}
    if chance.random() < 0.1:
        call[chance.choice((*call, "more"))] = chance.choice(_sendable())
    return "call", call


def _typing(chance: Random, tab: str) -> dict[str, Any]:
    """What a page types, or says that it types."""
    updates = [chance.choices(CHANGES, k=chance.choice((0, 1, 2, 4))) for _ in range(chance.choice((0, 1, 1, 3)))]
    revision = chance.choice((0, 0, 1, 2, 3, -1, 10**9, "0", None))
    return {"document": chance.choice((tab, tab, tab, "x")), "revision": revision, "origin": "page", "updates": updates}


def _arguments(chance: Random, tab: str) -> dict[str, Any]:
    names = (
        "document",
        "revision",
        "mark",
        "text",
        "position",
        "content",
        "from",
        "to",
        "path",
        "suggestionId",
        "version",
    )
    return {
        name: chance.choice((tab, 0, 1, 5, *WORDS, *_sendable())) for name in names if chance.random() < 0.35
    }  # fmt: skip


def _sendable() -> list[Any]:
    """Odd values that a page can send: half a character is none."""
    return [each for each in ODDITIES if each != "\ud800"]


_TOOLS = sorted(
    name for name in registry.tools() if name.startswith(("page_", "document_", "selection_", "suggestion_"))
)
_TOOLS += ["page_type"] * len(_TOOLS)


# In frames of one's own


async def _frames(url: str, chance: Random, found: Found) -> None:
    """Frames that mean nothing: the connection may end of them, and nothing else."""
    address = f"{url}/live/?EIO={chance.choice(('4', '4', '4', '3', 'x', ''))}&transport=websocket"
    async with aiohttp.ClientSession(headers=COOKIES) as http:
        for _ in range(FRAMES):
            found.calls += 1
            with suppress(aiohttp.ClientError, ConnectionError):
                async with http.ws_connect(address) as socket:
                    await _ramble(socket, chance)


async def _ramble(socket: aiohttp.ClientWebSocketResponse, chance: Random) -> None:
    if chance.random() < 0.8:
        await socket.send_str("40")
    for _ in range(chance.choice((1, 3, 10))):
        if chance.random() < 0.15:
            await socket.send_bytes(chance.randbytes(chance.choice((0, 1, 300))))
        elif chance.random() < 0.2:
            await socket.send_str(f"42{json.dumps(['call', chance.choice(_sendable())])}")
        else:
            await socket.send_str("".join(chance.choices(PIECES, k=chance.choice((1, 1, 2, 4)))))
