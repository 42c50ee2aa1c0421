"""A client and a server of the protocol in one process, with nothing between them but the protocol."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.client import Client
from mcp.server.lowlevel import Server

from quire.server.home import Home
from quire.server.link import linked
from quire.server.mcp import QuireServer
from quire.server.profile import Profile
from quire.workspace.files import Roots

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from quire.server.link import Link


@asynccontextmanager
async def connected(home: Path, root: Path) -> AsyncIterator[tuple[Client, Link]]:
    """A client of a workspace, and the link behind its server."""
    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        server = QuireServer(link, Profile(Roots((str(root),))), tasks).build()
        async with Client(server) as client:
            yield client, link
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def connected_to_nothing() -> AsyncIterator[Client]:
    """A client of a server whose one tool does nothing: what a call costs before it is Quire's cost."""

    async def list_tools(_: object, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool(name="nothing", input_schema={"type": "object"})])

    async def call_tool(_: object, __: object) -> types.CallToolResult:
        return types.CallToolResult(content=[types.TextContent(type="text", text="done")])

    server: Server[Any] = Server("empty", on_list_tools=list_tools, on_call_tool=call_tool)
    async with Client(server) as client:
        yield client
