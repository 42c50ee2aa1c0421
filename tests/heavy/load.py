"""Many clients at once over HTTP: nobody is refused, nothing is lost, and the journal tells the same afterwards.

`python -m tests.heavy.load --clients 200 --documents 100 --minutes 10` does it for as long as one likes, and tells how
many calls were answered, how fast, and how much memory the server had at the beginning, in the middle and at the end.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import mcp_types as types
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from quire.server.engine import Engine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from anyio.abc import TaskStatus

QUIRE = Path(sys.executable).parent / "quire"
MOST_GROWTH = 64 * 1024 * 1024
"""How much memory the server may come to need beyond what it needed when all clients were at work."""
LONGEST_OWN = 40
"""A client takes its oldest token out when it has written so many: documents that grow for ever need memory."""
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

    @property
    def work(self) -> float:
        """How many seconds of the processor it has used."""
        spent = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
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
    clients: int
    documents: int
    seconds: float
    tabs: list[str] = field(default_factory=list)
    written: dict[str, set[str]] = field(default_factory=dict)
    edits: int = 0
    work: float = 0.0
    took: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    _deadline: float = 0.0

    @property
    def growth(self) -> int:
        """How much more memory the server had in the end."""
        return max(self.memory[-5:]) - min(self.memory[:5])

    async def open_documents(self) -> None:
        async with _connected(self.served) as client:
            for number in range(self.documents):
                opened = await _call(client, "workspace_new_document", title=f"{number}.md")
                self.tabs.append(opened["tabId"])
                self.written[opened["tabId"]] = set()

    async def run(self) -> None:
        """Have all clients at work at once, from when the last of them has come."""
        begin = anyio.Event()
        async with anyio.create_task_group() as tasks:
            for number in range(self.clients):
                await tasks.start(self._work, number, begin)
            before = self.served.work
            self._deadline = time.monotonic() + self.seconds
            begin.set()
            tasks.start_soon(self._weigh)
        self.work = self.served.work - before

    async def _work(self, number: int, start: anyio.Event, *, task_status: TaskStatus[None]) -> None:
        chance, own = Random(number), list[tuple[str, str]]()
        tokens = (f"[{number}.{count}]" for count in itertools.count())
        async with _connected(self.served) as client:
            task_status.started()
            await start.wait()
            while time.monotonic() < self._deadline:
                begin = time.perf_counter()
                await self._act(client, chance, own, tokens)
                self.took.append(time.perf_counter() - begin)

    async def _act(self, client: Client, chance: Random, own: list[tuple[str, str]], tokens: Iterator[str]) -> None:
        """One call."""
        tab = chance.choice(self.tabs)
        if len(own) > LONGEST_OWN:
            await self._replace(client, *own.pop(0), "")
        elif chance.random() < 0.4:
            own.append(await self._insert(client, tab, next(tokens)))
        elif own and chance.random() < 0.2:
            own.append(await self._replace(client, *own.pop(), next(tokens)))
        elif own and chance.random() < 0.5:
            await self._find(client, *chance.choice(own[-3:]))
        else:
            await self._read(client, tab, chance)

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
        self.written[tab] ^= {old, new} - {""}
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

    async def _weigh(self) -> None:
        await anyio.sleep(min(60.0, self.seconds / 3))
        while time.monotonic() < self._deadline:
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


def carried(folder: Path, clients: int, documents: int, seconds: float) -> Load:
    """Have clients work for some time, and see that nothing of it is lost."""
    with serving(folder) as served:
        load = Load(served, clients, documents, seconds)
        texts = anyio.run(_work_and_read, load)
        served.process.send_signal(signal.SIGKILL)
    for tab, text in texts.items():
        tokens = [f"{part}]" for part in text.split("]")[:-1]]
        assert sorted(tokens) == sorted(load.written[tab]), "each edit is there once, and nothing else"
    assert _replayed(folder / "home", load.tabs) == texts
    assert "Traceback" not in (folder / "stderr.txt").read_text()
    return load


def told(load: Load) -> str:
    """What came of it, in figures."""
    parts = statistics.quantiles(load.took, n=100)
    first, middle, last = (load.memory[place] >> 20 for place in (0, len(load.memory) // 2, -1))
    return (
        f"{load.clients} clients, {load.documents} documents, {load.seconds:.0f} seconds: {len(load.took):,} calls, "
        f"{load.edits:,} edits, {len(load.took) / load.seconds:.0f} calls per second, p50 {parts[49] * 1000:.0f} ms, "
        f"p99 {parts[98] * 1000:.0f} ms, {load.work / len(load.took) * 1000:.1f} ms of the server's own work for each, "
        f"memory {first} MB, then {middle} MB, then {last} MB"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.heavy.load", description="Many clients at once over HTTP.")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load = carried(Path(folder), options.clients, options.documents, options.minutes * 60)
    print(told(load))  # noqa: T201 - what it was started for
    return int(load.growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
