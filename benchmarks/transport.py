"""What a call costs a client over HTTP, against the same call over stdio: `python -m benchmarks.transport`.

Each client has a server of its own. An answer that waits for a delayed acknowledgement, as Nagle's algorithm has it,
shows here as 40 ms a call.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
from anyio.from_thread import start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from benchmarks.comparison import Bound, alternate, report
from tests.conformance.served import QUIRE, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from anyio.from_thread import BlockingPortal

RUNS = 300
MOST = 2.0

STDIO, HTTP = "a call over stdio", "a call over HTTP"


def main() -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        portal = stack.enter_context(start_blocking_portal())
        server = stack.enter_context(served(QUIRE))
        clients = {STDIO: _over_stdio(folder), HTTP: _over_http(server.url, server.token)}
        contenders = {
            name: _editing(portal, stack.enter_context(portal.wrap_async_context_manager(client)))
            for name, client in clients.items()
        }
        return report(alternate(contenders, RUNS), [Bound(HTTP, STDIO, MOST)])


@asynccontextmanager
async def _over_stdio(folder: Path) -> AsyncIterator[Client]:
    environment = {**os.environ, "QUIRE_HOME": str(folder / "home")}
    server = StdioServerParameters(command=QUIRE, args=["mcp", "--root", str(folder)], env=environment)
    async with Client(stdio_client(server)) as client:
        yield client


@asynccontextmanager
async def _over_http(url: str, token: str) -> AsyncIterator[Client]:
    bearer = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=bearer, timeout=30) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


def _editing(portal: BlockingPortal, client: Client) -> Callable[[], float]:
    """Makes a small edit and tells how long its answer took."""
    portal.call(_call, client, "workspace_new_document", {})

    def measure() -> float:
        begin = time.perf_counter()
        portal.call(_call, client, "document_insert_at_position", {"text": "The Fee is due.\n", "position": 0})
        return time.perf_counter() - begin

    return measure


async def _call(client: Client, tool: str, arguments: dict[str, Any]) -> None:
    answer = await client.call_tool(tool, arguments)
    if getattr(answer, "is_error", True):
        raise RuntimeError(f"{tool} failed: {answer}")


if __name__ == "__main__":
    sys.exit(main())
