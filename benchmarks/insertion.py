"""What an insertion by position costs in a long document, against a short one: it should hardly grow."""

from __future__ import annotations

import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal

from benchmarks.comparison import Bound, alternate, report
from benchmarks.connection import connected
from quire.core.author import Author
from quire.workspace.files import Roots
from quire.workspace.session import Client

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.client import Client as McpClient

    from quire.server.link import Link

RUNS = 400
MOST = 2.0
SHORT, LONG = 10_000, 1_000_000
PARAGRAPHS = {
    "ASCII": "The quick brown fox jumps over the lazy dog, and *then* it `rests`.\n\n",
    "Chinese and emoji": "敏捷的棕色狐狸跳过懒狗，然后它*休息*了 🦊🐕👩‍👩‍👧。\n\n",
}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, start_blocking_portal() as portal:
        place = Path(folder)
        with portal.wrap_async_context_manager(connected(place / "home", place)) as (client, link):
            _auto_approve(portal, link, place)
            contenders: dict[str, Callable[[], float]] = {
                _name(kind, size): partial(_insert, portal, client, *_document(portal, client, place, kind, size))
                for kind in PARAGRAPHS
                for size in (SHORT, LONG)
            }
            measurement = alternate(contenders, RUNS)
    return report(measurement, [Bound(_name(kind, LONG), _name(kind, SHORT), MOST) for kind in PARAGRAPHS])


def _name(kind: str, size: int) -> str:
    return f"{kind}, {size // 1000:,} KB"


def _auto_approve(portal: BlockingPortal, link: Link, root: Path) -> None:
    person = Client(Author("person", "person"), Roots((str(root),)))
    portal.call(link.call, person, "settings", {"staging": "auto-approve"})


def _document(portal: BlockingPortal, client: McpClient, root: Path, kind: str, size: int) -> tuple[str, int]:
    """A document of that many bytes, opened from a file: its tab, and how many characters it has."""
    paragraph = PARAGRAPHS[kind]
    text = paragraph * (size // len(paragraph.encode()))
    path = root / f"{kind}-{size}.md"
    path.write_text(text)
    result = portal.call(client.call_tool, "workspace_open_document", {"path": str(path)})
    if not isinstance(result, types.CallToolResult) or result.is_error:
        raise RuntimeError(f"{path} was not opened: {result}")
    return str((result.structured_content or {})["tabId"]), len(text)


CHANCE = Random(1)


def _insert(portal: BlockingPortal, client: McpClient, tab: str, length: int) -> float:
    """How long one insertion took, somewhere in the document."""
    position = CHANCE.randint(0, length)
    arguments = {"text": "word ", "position": position, "windowId": tab}
    begin = time.perf_counter()
    result = portal.call(client.call_tool, "document_insert_at_position", arguments)
    took = time.perf_counter() - begin
    if not isinstance(result, types.CallToolResult) or result.is_error:
        raise RuntimeError(f"the insertion at {position} failed: {result}")
    return took


if __name__ == "__main__":
    sys.exit(main())
