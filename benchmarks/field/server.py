"""A server in a process of its own, driven by a real client."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from benchmarks.field.environment import redirected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.field.contenders import Contender


PATIENCE_SECONDS = 300.0
BYTES_PER_TOKEN = 4


class FailedError(RuntimeError):
    """A server did not do what it was asked for."""


@dataclass
class Server:
    """What a client has of it."""

    portal: BlockingPortal
    client: Client
    start_seconds: float
    command: str
    tools: int = 0
    tool_bytes: int = 0

    def call(self, tool: str, **arguments: Any) -> str:
        """What a tool answers, in words."""
        result = self.portal.call(self._call, tool, arguments)
        text = "\n".join(each.text for each in result.content if isinstance(each, types.TextContent))
        if result.is_error:
            raise FailedError(f"{tool}: {text[:300]}")
        return text

    async def _call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        result = await self.client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE_SECONDS)
        if not isinstance(result, types.CallToolResult):
            raise FailedError(f"{tool}: {type(result).__name__}")
        return result

    @property
    def megabytes(self) -> int:
        """The most memory that its process ever took."""
        found = [_peak(process) for process in Path("/proc").glob("[0-9]*") if _is(process, self.command)]
        return max(found, default=0)


@contextmanager
def running(contender: type[Contender], folder: Path) -> Iterator[Server]:
    """A server, started now."""
    command = contender.command(folder)
    variables = {**redirected(), **contender.variables(folder)}
    parameters = StdioServerParameters(command=command[0], args=command[1:], env=variables, cwd=folder)
    with start_blocking_portal() as portal:
        begin = time.perf_counter()
        with (
            (folder / "log.txt").open("a") as log,
            portal.wrap_async_context_manager(Client(stdio_client(parameters, errlog=log))) as client,
        ):
            tools = portal.call(client.list_tools).tools
            server = Server(portal, client, time.perf_counter() - begin, command[0], len(tools))
            server.tool_bytes = len(json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in tools]))
            yield server


def _is(process: Path, command: str) -> bool:
    try:
        return command in (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return False


def _peak(process: Path) -> int:
    try:
        status = (process / "status").read_text()
    except OSError:
        return 0
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024 if "VmHWM:" in status else 0
