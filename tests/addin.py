"""An add-in as tests play it: a real socket over TLS that answers as it is told to."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp
import anyio
import socketio

from quire.core.author import Author
from quire.server import app
from quire.server.gate import pane_secret
from quire.server.home import Home
from quire.server.link import Link, linked
from quire.server.pane import EVENT, NAMESPACE, PATH, PROTOCOL
from quire.server.word import WordBridge
from quire.server.wordside import word_side
from quire.tools.wordops import operations
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests.patience import PATIENCE_SECONDS, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from quire.server.certificates import Certificates

AGENT = Client(Author("Bot", "agent"), Roots(()))
PERSON = Client(Author("Ada", "person"), Roots(()))

Answer = dict[str, Any]


@dataclass
class Addin:
    """A pane in Word; `answers` says what it does for each operation."""

    url: str
    context: ssl.SSLContext
    token: str
    session: str
    answers: dict[str, Callable[[Answer], Awaitable[Answer]]]
    title: str = "Letter.docx"

    def __post_init__(self) -> None:
        self.asked: list[tuple[str, Answer]] = []
        self.heard: list[Answer] = []
        self.client: Any = None

    async def connect(self, **other: Any) -> Answer:
        """Connect; what the server says hello with."""
        origin = other.pop("origin", self.url)
        connector = aiohttp.TCPConnector(ssl=self.context)
        self.http = aiohttp.ClientSession(connector=connector, headers={"origin": origin} if origin else {})
        self.client = socketio.AsyncClient(reconnection=False, http_session=self.http)
        self.client.on("hello", self.heard.append, namespace=NAMESPACE)
        for name in operations():
            self.client.on(f"{EVENT}{name}", self._handler(name), namespace=NAMESPACE)
        auth = {"token": self.token, "protocol": PROTOCOL, "session": self.session, "title": self.title, **other}
        told = len(self.heard)
        await self.client.connect(
            self.url, transports=["websocket"], socketio_path=PATH, namespaces=[NAMESPACE], auth=auth,
            wait_timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        await until(lambda: len(self.heard) > told)
        return self.heard[-1]

    def _handler(self, name: str) -> Callable[[Answer], Awaitable[Answer]]:
        async def answer(asked: Answer) -> Answer:
            self.asked.append((name, asked))
            found = await self.answers[name](asked)
            return found if "ok" in found else {"ok": True, "op": name, "data": found}

        return answer

    async def say(self, **state: Any) -> None:
        """Tell its state; the server has heard it."""
        await self.client.call(
            "state", {"title": self.title, "paused": False, "readOnly": False, **state}, namespace=NAMESPACE
        )

    async def leave(self) -> None:
        if self.client is not None:
            await self.client.disconnect()
            await self.http.close()
            self.client = None


@dataclass
class Word:
    """A server with a bridge, and what connects to it."""

    link: Link
    bridge: WordBridge
    url: str
    context: ssl.SSLContext
    token: str

    def __post_init__(self) -> None:
        self.addins: list[Addin] = []

    def addin(self, session: str = "session-1", **answers: Any) -> Addin:
        found = Addin(self.url, self.context, self.token, session, answers)
        self.addins.append(found)
        return found

    async def call(self, tool: str, **arguments: Any) -> Any:
        return await called(self.link, tool, **arguments)


async def called(link: Link, tool: str, client: Client = AGENT, **arguments: Any) -> Any:
    """What a tool answers, or its refusal."""
    reply = await link.call(client, tool, arguments)
    return reply.text if reply.structured is None else reply.structured.get("result", reply.structured)


@asynccontextmanager
async def serving(home: Path, certificates: Certificates, *, patience: float = PATIENCE_SECONDS) -> AsyncIterator[Word]:
    """A process that serves Word."""
    token = pane_secret("the token")
    bound = app.bind("127.0.0.1", 0)
    url = f"https://localhost:{bound.getsockname()[1]}"
    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        bridge = WordBridge(link, token, tasks, patience=patience)
        tasks.start_soon(app.serve_word, word_side(bridge), bound, certificates)
        word = Word(link, bridge, url, ssl.create_default_context(cafile=certificates.authority), token)
        try:
            yield word
        finally:
            for addin in word.addins:
                await addin.leave()
            await anyio.sleep(0.05)  # TLS says goodbye
            tasks.cancel_scope.cancel()
