"""What an edit of a 1 MB document's structure costs, against reading it once with the bare parser."""

from __future__ import annotations

import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyromark

from benchmarks.comparison import Bound, alternate, report
from quire.core.author import Author
from quire.server.engine import Call, Engine
from quire.workspace.files import Roots
from quire.workspace.session import Client

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 9
OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_GFM
)
PARSE = "one parse"
SECTION = """\
## Section {number} of a *long* document

A paragraph with **bold**, `code`, a [link](https://example.org/{number}) and some more words to make it a real one,
on two lines, as people write.

- an item
- another one
  - nested, with *emphasis*
- the last

| Name | Value |
|------|------:|
| a    |     1 |
| b    |     2 |

"""
TEXT = "".join(SECTION.format(number=number) for number in range(1_000_000 // len(SECTION)))
MIDDLE = TEXT.index("## Section 1000 ")
EDITS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "format_toggle": ("some more words", "format_toggle", {"mark": "bold"}),
    "block_set_type": ("A paragraph", "block_set_type", {"type": "blockquote"}),
    "list_indent": ("another one", "list_indent", {}),
    "list_toggle": ("another one", "list_toggle", {"type": "ordered"}),
    "table_add_row": ("| a ", "table_add_row", {"position": "after"}),
    "insert_math_block": ("A paragraph", "insert_math_block", {"latex": "x"}),
    "update_section": ("## ", "update_section", {"nodeId": "h-1000", "content": "new", "mode": "apply"}),
}
BATCH = "batch_edit, 500 operations"


class Document:
    """The long document, open in a workspace."""

    def __init__(self, home: Path) -> None:
        self._engine = Engine(home)
        self._client = Client(Author("person", "person"), Roots((str(home),)))
        self.call("document_set_content", content=TEXT)

    def call(self, tool: str, **arguments: Any) -> Any:
        reply = self._engine.call(Call(self._client, tool, arguments))
        if reply.is_error:
            raise RuntimeError(f"{tool} failed: {reply.text}")
        return reply.structured

    def edit(self, target: str, tool: str, arguments: dict[str, Any]) -> float:
        """How long an edit took; it is undone, and the cursor is put in a document that is not yet read."""
        start = TEXT.index(target, MIDDLE)
        self.call("selection_set", **{"from": start, "to": start + len(target)})
        begin = time.perf_counter()
        self.call(tool, **arguments)
        took = time.perf_counter() - begin
        self.call("editor_undo")
        return took


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        document = Document(Path(folder))
        operations = [{"type": "update", "nodeId": f"h-{number}", "content": "## New"} for number in range(500)]
        contenders: dict[str, Callable[[], float]] = {PARSE: _parse}
        contenders |= {name: partial(document.edit, *edit) for name, edit in EDITS.items()}
        contenders[BATCH] = partial(document.edit, "## ", "batch_edit", {"operations": operations, "mode": "apply"})
        measurement = alternate(contenders, RUNS)
    return report(measurement, [*(Bound(name, PARSE, 3.0) for name in EDITS), Bound(BATCH, PARSE, 10.0)])


def _parse() -> float:
    begin = time.perf_counter()
    list(pyromark.events_with_range(TEXT, options=OPTIONS))
    return time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
