"""A server in a process of its own, driven by a real client."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import MCPError
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from benchmarks.field.contenders.contender import FailedError
from benchmarks.field.environment import PATIENCE_SECONDS, redirected

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

import_module("jsonschema")  # else the client would load it with its first answer, at the cost of whoever gives that


@dataclass
class Server:
    """What a client has of it."""

    portal: BlockingPortal
    client: Client
    start_seconds: float
    tools: int
    tool_bytes: int

    def call(self, name: str, /, **arguments: Any) -> str:
        """What a tool answers, in words."""
        begin = time.perf_counter()
        try:
            result = self.portal.call(self._call, name, arguments)
        except MCPError as error:
            if time.perf_counter() - begin >= PATIENCE_SECONDS:
                raise TimeoutError(name) from error
            raise FailedError(f"{name}: {error}") from error
        text = "\n".join(each.text for each in result.content if isinstance(each, types.TextContent))
        if result.is_error:
            raise FailedError(f"{name}: {text[:300]}")
        return text

    async def _call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        result = await self.client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE_SECONDS)
        if not isinstance(result, types.CallToolResult):
            raise FailedError(f"{tool}: {type(result).__name__}")
        return result


@contextmanager
def serving(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> Iterator[Server]:
    """A server, started now."""
    parameters = StdioServerParameters(
        command=command[0], args=list(command[1:]), env={**redirected(), **variables}, cwd=folder
    )
    with start_blocking_portal() as portal:
        begin = time.perf_counter()
        with (
            (folder / "log.txt").open("a") as log,
            portal.wrap_async_context_manager(Client(stdio_client(parameters, errlog=log))) as client,
        ):
            tools = portal.call(client.list_tools).tools
            took = time.perf_counter() - begin
            listed = json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in tools])
            yield Server(portal, client, took, len(tools), len(listed))
