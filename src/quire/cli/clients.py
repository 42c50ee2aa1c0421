"""The MCP clients that people have: how each wants to be told of a server, and where it keeps that."""

from __future__ import annotations

import json
import os
import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.cli.profile import arguments, program
from quire.core.errors import UnsupportedError
from quire.server.home import Home

if TYPE_CHECKING:
    from quire.server.profile import Profile

NAME = "quire"
Server = dict[str, Any]
"""What an entry says of a server: how it is started, or where it is."""


def started(profile: Profile) -> Server:
    """A server that the client starts itself."""
    command, *rest = program()
    server: Server = {"command": command, "args": [*rest, "mcp", *arguments(profile)]}
    if "QUIRE_HOME" in os.environ:
        server["env"] = {"QUIRE_HOME": str(Home().folder)}
    return server


def served(url: str, token: str) -> Server:
    """A server that runs already."""
    return {"url": f"{url}/mcp", "headers": {"Authorization": f"Bearer {token}"}}


@dataclass(frozen=True, slots=True)
class McpClient:
    """A program that agents work in."""

    title: str
    key: str
    """Under which name its configuration lists servers."""
    places: tuple[str, ...]
    """Where that configuration is: for the person, or below the folder of a project."""
    remark: str = ""
    address: str | None = "url"
    """How it calls the address of a server; None where its configuration knows only servers that it starts."""
    kinds: tuple[str, str] | None = None
    """What it calls a server that is started, and one that runs already, where it wants to be told."""

    @property
    def instruction(self) -> str:
        """What to do with an entry."""
        places = " or ".join(self.places) or "its configuration"
        return f"Put this into {places}, beside what is there already"

    def entry(self, server: Server) -> str:
        """What to tell it of a server."""
        return json.dumps({self.key: {NAME: self.named(server)}}, indent=2, ensure_ascii=False)

    def named(self, server: Server) -> Server:
        """A server in the words of this client."""
        runs = "url" in server
        kind = {"type": self.kinds[runs]} if self.kinds else {}
        if not runs:
            return {**kind, **server}
        if self.address is None:
            raise UnsupportedError(
                f"{self.title} is configured with servers that it starts itself.", "Leave --http out."
            )
        return {**kind, self.address: server["url"], "headers": server["headers"]}

    def files(self, folder: Path) -> list[Path]:
        """Its configurations that are there, the person's and the one of a project's folder."""
        found = dict.fromkeys((folder / _expanded(place)).resolve() for place in self.places)
        return [path for path in found if path.is_file()]

    def read(self, text: str) -> dict[str, Server]:
        """The servers that a configuration lists."""
        found = json.loads(_without_comments(text) or "{}").get(self.key, {})
        return {name: each for name, each in found.items() if isinstance(each, dict)}


class Codex(McpClient):
    """Codex, whose configuration is TOML."""

    def entry(self, server: Server) -> str:
        lines = [f"[{self.key}.{NAME}]"]
        for name, value in server.items():
            name, value = ("http_headers", value) if name == "headers" else (name, value)
            lines.append(f"{name} = {_toml(value)}")
        return "\n".join(lines)

    def read(self, text: str) -> dict[str, Server]:
        found: dict[str, Server] = tomllib.loads(text).get(self.key, {})
        return found


class ClaudeCode(McpClient):
    """Claude Code, which is told by a command of its own."""

    @property
    def instruction(self) -> str:
        return "Run this in a terminal"

    def entry(self, server: Server) -> str:
        command = ["claude", "mcp", "add", "--scope", "user"]
        if "url" in server:
            headers = [f"{name}: {value}" for name, value in server["headers"].items()]
            return shlex.join([*command, "--transport", "http", NAME, server["url"], "--header", *headers])
        environment = [word for name, value in server.get("env", {}).items() for word in ("--env", f"{name}={value}")]
        return shlex.join([*command, NAME, *environment, "--", server["command"], *server["args"]])


_DESKTOP = (
    "~/Library/Application Support/Claude/claude_desktop_config.json",
    "%APPDATA%/Claude/claude_desktop_config.json",
    "~/.config/Claude/claude_desktop_config.json",
)
_ZED = ("~/.config/zed/settings.json", "%APPDATA%/Zed/settings.json", ".zed/settings.json")

CLIENTS = {
    "claude-desktop": McpClient(
        "Claude Desktop", "mcpServers", _DESKTOP,
        "Settings, Developer, Edit Config opens the file; start Claude again afterwards.", address=None,
    ),
    "claude-code": ClaudeCode(
        "Claude Code", "mcpServers", ("~/.claude.json", ".mcp.json"),
        "/mcp in Claude Code shows that it works.", kinds=("stdio", "http"),
    ),
    "cursor": McpClient(
        "Cursor", "mcpServers", ("~/.cursor/mcp.json", ".cursor/mcp.json"), "Settings, MCP shows that it works."
    ),
    "vscode": McpClient(
        "VS Code", "servers", (".vscode/mcp.json",),
        "For all folders: 'MCP: Open User Configuration' among the commands.", kinds=("stdio", "http"),
    ),
    "zed": McpClient("Zed", "context_servers", _ZED),
    "windsurf": McpClient(
        "Windsurf", "mcpServers", ("~/.codeium/windsurf/mcp_config.json",),
        "The hammer in Cascade, then Configure, opens the file.", address="serverUrl",
    ),
    "codex": Codex("Codex", "mcp_servers", ("~/.codex/config.toml", ".codex/config.toml")),
    "gemini": McpClient(
        "Gemini CLI", "mcpServers", ("~/.gemini/settings.json", ".gemini/settings.json"),
        "It starts no servers in folders that it was not told to trust (/permissions).", address="httpUrl",
    ),
    "continue": McpClient(
        "Continue", "mcpServers", (".continue/mcpServers/quire.json",),
        "A file of its own; Continue reads all that are in that folder.", kinds=("stdio", "http"),
    ),
    "other": McpClient(
        "Other clients", "mcpServers", (), "The form that most clients take.", kinds=("stdio", "http")
    ),
}  # fmt: skip
"""All that are known, by the name that `quire config` takes."""


def _expanded(place: str) -> Path:
    named = re.sub(r"%(\w+)%", lambda found: os.environ.get(found[1], ""), place)
    return Path(named).expanduser()


def _toml(value: Any) -> str:
    """A value as TOML writes it: its strings and lists are those of JSON, its tables are not."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml(name)} = {_toml(each)}' for name, each in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _without_comments(text: str) -> str:
    """JSON as editors let people write it, without the comments and the commas before a closing bracket."""
    pattern = r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[}\]])'
    return re.sub(pattern, lambda found: found[1] or "", text.removeprefix("\ufeff"), flags=re.DOTALL).strip()
