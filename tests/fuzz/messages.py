"""MCP messages that are wrong somehow: in their letters, their types, their order, their size."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.fuzz.arguments import ODDITIES, WORDS

if TYPE_CHECKING:
    from random import Random

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "1999-01-01", "")
METHODS = (
    "ping", "tools/list", "tools/call", "tools/call", "tools/call", "resources/list", "resources/read",
    "prompts/list", "resources/templates/list", "resources/subscribe", "resources/unsubscribe",
    "completion/complete", "initialize", "logging/setLevel", "server/discover", "notifications/initialized",
    "notifications/cancelled", "notifications/progress", "sampling/createMessage", "roots/list", "tasks/get",
    "no/such", "", "rpc.discover", "__class__",
)  # fmt: skip
TOOLS = (
    "document_get_content", "document_insert_at_position", "get_document_revision", "tabs_list", "document_search",
    "suggestion_list", "list_blocks", "no_such_tool", "", "table.create", "table_create", "batch_edit", "read_file",
)  # fmt: skip
URIS = ("vmark://document/outline", "vmark://windows/list", "file:///etc/passwd", "", "x", "http://[::", "vmark://")


def message(chance: Random, number: int) -> Any:
    """One message, or several in a list; now and then a right one."""
    if chance.random() < 0.05:
        return [message(chance, number + 1000 * each) for each in range(chance.choice((0, 1, 3)))]
    method = chance.choice(METHODS)
    made: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": _parameters(method, chance)}
    if not method.startswith("notifications/"):
        made["id"] = number if chance.random() < 0.8 else chance.choice((str(number), f"x{number}"))
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        _spoil(made, chance)
    return made


def letters(made: Any, chance: Random) -> bytes:
    """A message as it is sent, mostly whole."""
    data = json.dumps(made, ensure_ascii=chance.random() < 0.7).encode("utf-8", "surrogatepass")
    kind = chance.random()
    if kind < 0.05:
        return data[: chance.randrange(len(data) + 1)]
    if kind < 0.08:
        return chance.randbytes(chance.choice((1, 50, 5000)))
    if kind < 0.1:
        return b"[" * chance.choice((10, 100_000))
    if kind < 0.12:
        return b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001
    if kind < 0.13:
        return data.replace(b'"', b"'")
    return data


def is_request(made: Any) -> bool:
    """Whether a message is a request, of which the sender has to hear again."""
    if not isinstance(made, dict) or made.get("jsonrpc") != "2.0" or not isinstance(made.get("method"), str):
        return False
    return isinstance(made.get("id"), str | int) and not isinstance(made["id"], bool) and _is_sendable(made)


def _is_sendable(made: Any) -> bool:
    """Whether a message is text: half a character is none."""
    try:
        json.dumps(made, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return isinstance(made.get("params", {}), dict)


def _parameters(method: str, chance: Random) -> dict[str, Any]:
    match method:
        case "tools/call":
            return {"name": chance.choice(TOOLS), "arguments": _arguments(chance)}
        case "initialize":
            client = {"name": chance.choice(WORDS), "version": "1"}
            return {"protocolVersion": chance.choice(VERSIONS), "capabilities": {}, "clientInfo": client}
        case "resources/read" | "resources/subscribe" | "resources/unsubscribe":
            return {"uri": chance.choice(URIS)}
        case "notifications/cancelled":
            return {"requestId": chance.choice((1, "1", None, -5, 10**30, [])), "reason": chance.choice(WORDS)}
        case "notifications/progress":
            return {"progressToken": 1, "progress": 0.5}
    return {}


def _arguments(chance: Random) -> dict[str, Any]:
    names = ("text", "position", "content", "query", "windowId", "file_path", "unknown", "operations", "rows")
    return {name: chance.choice((*WORDS, *ODDITIES)) for name in names if chance.random() < 0.25}


def _spoil(made: dict[str, Any], chance: Random) -> None:
    """Take something out of a message, or put something else into it."""
    place = made
    if isinstance(made.get("params"), dict) and made["params"] and chance.random() < 0.5:
        place = made["params"]
    if not place:
        return
    name = chance.choice(sorted(place))
    if chance.random() < 0.3:
        del place[name]
    else:
        place[name] = chance.choice((*ODDITIES, _deep(chance.choice((5, 400))), {"_meta": {"progressToken": {}}}))


def _deep(levels: int) -> Any:
    found: Any = 1
    for _ in range(levels):
        found = {"a": [found]}
    return found
