"""docs/clients.md: what to tell each client, as `quire config` prints it."""

from __future__ import annotations

import re

from quire.cli.clients import CLIENTS, Codex, McpClient, Server, served

INTRO = """\
# Connecting a client

Quire speaks MCP. A client starts it itself (stdio) or calls one that runs already (HTTP). Either way all clients, and
the page in the browser, share one workspace.

```sh
quire config                                  # the clients that are known
quire config cursor --root ~/Documents        # for a client that starts 'quire mcp' itself
quire config cursor --http                    # for the same client, and a 'quire serve' that runs already
```

prints what belongs into the client's configuration, with the full path of the program, and says where that is.
`--root` names a folder that agents may use, and can be given several times; without it these are the home and the
temporary folders. `--toolsets essential` lists a dozen tools instead of all, for models with small contexts;
`--approval person` leaves the yes to you; `--read-only` lets agents only read. If a client does not connect, run
`quire doctor`: it reads these configurations and says what is wrong in them.

Where a client knows a folder of its own project (`.vscode`, `.cursor`, …), the file there is for that project alone.
In the blocks below, `/home/ada/.venv/bin/quire` stands for the program and `/home/ada/Documents` for the folder.
"""

END = """\
## What was tried

Every block above is read by a test in the form that its client reads, and the command in it is started and answers
`initialize`. With the clients themselves, both forms were tried in Claude Code 2, Codex and Gemini CLI: they list the
server, and those that look whether it answers say “connected”. The MCP Inspector and the protocol's conformance suite
run against the server as well (`make conformance`). The other forms are those of their clients' documentation.

## A bundle

`make bundle` packs `dist/quire-….mcpb`, which Claude Desktop and other clients that know MCP bundles install with a
click; they ask for the folder and bring what is needed to run it. The bundle's own tool finds its manifest valid, and
the server in it was started by uv as the manifest says; Claude Desktop itself was not tried.
"""

STARTED = {"command": "/home/ada/.venv/bin/quire", "args": ["mcp", "--root", "/home/ada/Documents"]}
SERVED = served("http://127.0.0.1:8765", "<token>")


def page() -> str:
    return "\n".join([INTRO, *map(_section, CLIENTS.values()), END])


def _section(client: McpClient) -> str:
    """A client: where its configuration is, and both forms."""
    blocks = [_block(client, STARTED)]
    if client.address is not None:
        blocks += ["and for a server that runs already:", _block(client, SERVED)]
    return "\n\n".join([f"## {client.title}", f"{_code(client.instruction)}. {client.remark}".strip(), *blocks, ""])


def _code(instruction: str) -> str:
    """An instruction with the names of files as such."""
    return re.sub(r"\S*[~%/.]\S*/.*?\.(json|toml)", lambda found: f"`{found[0]}`", instruction)


def _block(client: McpClient, server: Server) -> str:
    language = "toml" if isinstance(client, Codex) else "json" if type(client) is McpClient else "sh"
    return f"```{language}\n{client.entry(server)}\n```"
