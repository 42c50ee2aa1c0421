"""The types of what goes between page and server, from the server's own models: `python -m web.protocol [--check]`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from quire.tools import registry
from web.protocol import word
from web.protocol.typescript import HEAD, interface, typed

TYPES = Path(__file__).with_name("wire.ts")

CALLED = (
    "page_desk", "page_open", "page_news", "page_type", "page_select", "page_accept", "page_paragraphs",
    "page_folder", "page_files", "page_move", "page_activity", "page_take_back",
    "page_versions", "page_version", "page_restore", "page_disk", "page_disk_text", "page_insist",
    "suggestion_accept", "suggestion_reject", "suggestion_accept_all", "suggestion_reject_all",
    "editor_undo", "editor_redo", "tabs_switch", "tabs_close", "tabs_create", "tabs_reopen_closed",
    "workspace_list_recent_files", "workspace_open_document", "workspace_new_document",
    "workspace_save_document", "workspace_save_document_as", "settings",
    "page_keep_picture", "format_toggle", "block_set_type", "list_toggle", "list_indent", "list_outdent",
)  # fmt: skip
"""The tools that the page calls."""

TAIL = """
/** What a call is answered with. */
export type Envelope<Answer> =
  | { ok: true; data: Answer }
  | { ok: false; code: string; message: string; hint: string };
"""


def types() -> str:
    """All that the page has to know."""
    definitions: dict[str, str] = {}
    calls = []
    for name in CALLED:
        tool = registry.tools()[name]
        arguments, answer = tool.input_schema, tool.output_schema or {"type": "string"}
        for schema in (arguments, answer):
            definitions.update({each: interface(each, found) for each, found in schema.get("$defs", {}).items()})
        calls.append(f"  {name}: {{ arguments: {typed(arguments)}; answer: {typed(_bare(answer))} }};\n")
    tools = f"/** The tools that the page calls. */\nexport interface Tools {{\n{''.join(calls)}}}\n"
    return "\n".join((HEAD, *(definitions[name] for name in sorted(definitions)), tools)) + TAIL


def _bare(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as a page gets it: without the object around an array or a string."""
    properties = answer.get("properties", {})
    found: dict[str, Any] = properties["result"] if set(properties) == {"result"} else answer
    return found


def main() -> None:
    for path, made in ((TYPES, types()), (word.TYPES, word.types())):
        if "--check" not in sys.argv:
            path.write_text(made)
        elif not path.exists() or path.read_text() != made:
            sys.exit(f"web/protocol/{path.name} is out of date: make docs")


if __name__ == "__main__":
    main()
