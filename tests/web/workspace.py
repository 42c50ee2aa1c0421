"""A Quire of its own with an agent in it, that can be killed and started again."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import socket
import time
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import mcp_types as types
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client

from quire.cli.profile import ask
from quire.server.gate import entry
from quire.server.home import Home
from quire.server.link import linked
from tests.conftest import share_schemas
from tests.zygote import Command
from web import build

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from anyio.from_thread import BlockingPortal

    from tests.zygote import Zygote

PATIENCE_SECONDS = 120


class Workspace:
    """A running `quire serve`, its folder, and an MCP client of it."""

    def __init__(self, folder: Path, zygote: Zygote, portal: BlockingPortal, agent: str = "Bot") -> None:
        _make_page()
        self._zygote = zygote
        self._portal = portal
        self._agent = agent
        self._stay = ExitStack()
        self._client: McpClient | None = None
        self.home = Home(folder / "home")
        self.root = folder / "documents"
        self.root.mkdir()
        self._log = folder / "log"
        self._port = self._usual = _free_port()
        self._pid: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def entry(self) -> str:
        """A link that lets a browser in, once."""
        return entry(self.url, self.home.token)

    def start(self, *files: Path, elsewhere: bool = False) -> None:
        """Start it, where its pages look for it or elsewhere."""
        self._port = _free_port() if elsewhere else self._usual
        command = ("serve", "--port", str(self._port), "--root", str(self.root), *map(str, files))
        with Path(os.devnull).open() as nothing, self._log.open("ab") as log:
            streams = [nothing.fileno(), log.fileno(), log.fileno()]
            self._pid = self._zygote.start(Command(command, self.home.folder), streams)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                httpx2.get(self.url)
            except httpx2.TransportError:
                time.sleep(0.05)
            else:
                return
        raise TimeoutError(self.log)

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it as a crash does."""
        self._end(signal.SIGKILL)

    @contextmanager
    def halted(self) -> Iterator[None]:
        """For a while it does nothing."""
        assert self._pid is not None
        os.kill(self._pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._pid, signal.SIGCONT)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self._leave()
        if self._pid is not None:
            os.kill(self._pid, how)
            self._zygote.wait(self._pid)
            self._pid = None

    def agent(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers to an agent, which comes in when it first calls."""
        if self._client is None:
            self._client = self._stay.enter_context(self._portal.wrap_async_context_manager(self._connected()))
        answer = self._portal.call(self._client.call_tool, tool, arguments)
        assert isinstance(answer, types.CallToolResult)
        assert not answer.is_error, answer
        found = answer.structured_content
        if found is None:
            (content,) = answer.content
            assert isinstance(content, types.TextContent)
            return content.text
        return found.get("result", found)

    def person(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers to a person in a terminal."""
        return self._portal.call(self._ask, tool, arguments)

    async def _ask(self, tool: str, arguments: dict[str, Any]) -> Any:
        async with linked(self.home) as link:
            return await ask(link, tool, **arguments)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[McpClient]:
        name = types.Implementation(name=self._agent, version="1")
        bearer = {"authorization": f"Bearer {self.home.token}"}
        async with (
            httpx2.AsyncClient(headers=bearer, timeout=30) as http,
            McpClient(streamable_http_client(f"{self.url}/mcp", http_client=http), client_info=name) as client,
        ):
            share_schemas(client.session, f"{self._agent} over HTTP")
            yield client

    def _leave(self) -> None:
        """The agent goes, while there is still someone to say so to."""
        self._stay.close()
        self._client = None

    @property
    def text(self) -> str:
        found: str = self.agent("document_get_content")
        return found


@cache
def _make_page() -> None:
    """Make the page of what its sources are now; of several processes, one does so while the others wait."""
    held = os.open(build.FOLDER, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        build.make()
    finally:
        os.close(held)


def _free_port() -> int:
    """A port that nobody else gets while its server is away: below those that are given to whoever asks for any."""
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), closing(socket.create_server(("127.0.0.1", port))):
            return port
