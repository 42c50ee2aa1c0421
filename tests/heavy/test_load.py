"""Many clients at once over HTTP: nobody is refused, nothing is lost, and the journal tells the same afterwards."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from quire.server.engine import Engine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

QUIRE = Path(sys.executable).parent / "quire"
CLIENTS = 50
DOCUMENTS = 10
SECONDS = float(os.environ.get("QUIRE_LOAD_SECONDS", "60"))
WARM_SECONDS = SECONDS / 3
MOST_GROWTH = 64 * 1024 * 1024
"""How much memory the server may come to need beyond what it needed when all clients were at work."""
OUTLINE = "vmark://document/outline"


@dataclass(frozen=True)
class Served:
    """A `quire serve` process."""

    process: subprocess.Popen[bytes]
    url: str
    token: str

    @property
    def memory(self) -> int:
        """How many bytes it holds."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def _served(folder: Path) -> Iterator[Served]:
    home = folder / "home"
    environment = {**os.environ, "QUIRE_HOME": str(home)}
    subprocess.run([QUIRE, "settings", "staging", "auto-approve"], env=environment, check=True, capture_output=True)
    with (folder / "stderr.txt").open("wb") as log:
        process = subprocess.Popen([QUIRE, "serve", "--port", "0", "--root", folder], env=environment, stderr=log)
    try:
        yield Served(process, _url(home), (home / "token").read_text())
    finally:
        process.kill()
        process.wait()


def _url(home: Path) -> str:
    """Where the server listens, once it says so."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if (home / "host.json").exists():
            url: str | None = json.loads((home / "host.json").read_text())["url"]
            if url:
                return f"{url}/mcp"
        time.sleep(0.05)
    raise TimeoutError("quire serve did not start")


@asynccontextmanager
async def _connected(served: Served) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(served.url, http_client=http)) as client,
    ):
        yield client


async def _call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers; an error is a failure of the test."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, types.CallToolResult)
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    assert not result.is_error, content.text
    structured = result.structured_content
    return content.text if structured is None else structured.get("result", structured)


@dataclass
class Load:
    """What the clients did."""

    served: Served
    tabs: list[str] = field(default_factory=list)
    written: dict[str, set[str]] = field(default_factory=dict)
    calls: int = 0
    edits: int = 0
    memory: list[int] = field(default_factory=list)

    async def open_documents(self) -> None:
        async with _connected(self.served) as client:
            for number in range(DOCUMENTS):
                opened = await _call(client, "workspace_new_document", title=f"{number}.md")
                self.tabs.append(opened["tabId"])
                self.written[opened["tabId"]] = set()

    async def run(self) -> None:
        """Have all clients at work at once."""
        deadline = time.monotonic() + SECONDS
        async with anyio.create_task_group() as tasks:
            for number in range(CLIENTS):
                tasks.start_soon(self._work, number, deadline)
            tasks.start_soon(self._weigh, deadline)

    async def _work(self, number: int, deadline: float) -> None:
        chance, own = Random(number), list[tuple[str, str]]()
        tokens = (f"[{number}.{count}]" for count in itertools.count())
        async with _connected(self.served) as client:
            while time.monotonic() < deadline:
                tab = chance.choice(self.tabs)
                if chance.random() < 0.4:
                    own.append(await self._insert(client, tab, next(tokens)))
                elif own and chance.random() < 0.2:
                    own.append(await self._replace(client, *own.pop(), next(tokens)))
                elif own and chance.random() < 0.5:
                    await self._find(client, *chance.choice(own[-3:]))
                else:
                    await self._read(client, tab, chance)
                self.calls += 1

    async def _insert(self, client: Client, tab: str, token: str) -> tuple[str, str]:
        answer = await _call(client, "document_insert_at_position", text=token, position=0, windowId=tab)
        assert answer["applied"]
        self.edits += 1
        self.written[tab].add(token)
        return tab, token

    async def _replace(self, client: Client, tab: str, old: str, new: str) -> tuple[str, str]:
        answer = await _call(client, "document_replace", search=old, replace=new, windowId=tab)
        assert answer["count"] == 1
        self.edits += 1
        self.written[tab] ^= {old, new}
        return tab, new

    async def _find(self, client: Client, tab: str, token: str) -> None:
        """A client finds what it wrote, once, whatever the others did since."""
        assert len(await _call(client, "document_search", query=token, windowId=tab)) == 1

    async def _read(self, client: Client, tab: str, chance: Random) -> None:
        tool = chance.choice(["document_get_content", "get_document_revision", "suggestion_list", "tabs_list", OUTLINE])
        if tool == OUTLINE:
            await client.read_resource(OUTLINE)
        else:
            await _call(client, tool, windowId=tab)

    async def _weigh(self, deadline: float) -> None:
        await anyio.sleep(WARM_SECONDS)
        while time.monotonic() < deadline:
            self.memory.append(self.served.memory)
            await anyio.sleep(1)

    async def texts(self) -> dict[str, str]:
        async with _connected(self.served) as client:
            return {tab: await _call(client, "document_get_content", windowId=tab) for tab in self.tabs}


async def _work_and_read(load: Load) -> dict[str, str]:
    await load.open_documents()
    await load.run()
    return await load.texts()


def _replayed(home: Path, tabs: list[str]) -> dict[str, str]:
    """The documents as the journal tells them."""
    engine = Engine(home)
    try:
        return {tab: engine.store.manuscript(tab).document.text for tab in tabs}
    finally:
        engine.close()


@pytest.mark.heavy
def test_fifty_clients_at_once_lose_nothing(tmp_path: Path, record_property: Any) -> None:
    with _served(tmp_path) as served:
        load = Load(served)
        texts = anyio.run(_work_and_read, load)
        served.process.send_signal(signal.SIGKILL)
    for tab, text in texts.items():
        tokens = [f"{part}]" for part in text.split("]")[:-1]]
        assert sorted(tokens) == sorted(load.written[tab]), "each edit is there once, and nothing else"
    assert _replayed(tmp_path / "home", load.tabs) == texts
    growth = max(load.memory[-5:]) - min(load.memory[:5])
    for name, value in {"calls": load.calls, "edits": load.edits, "memory": load.memory[-1], "growth": growth}.items():
        record_property(name, value)
        print(f"{name} {value:,}")  # noqa: T201 - pytest -s shows it
    assert growth < MOST_GROWTH
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
