"""The least that an MCP server on the same library can be: what starting costs before it is Quire's cost."""

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


async def _speak() -> None:
    server = Server("empty")
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(_speak)
