"""What an edit of a 1 MB document's structure costs, against reading it once with the bare parser.

The first edit reads the document; another one reads only what the one before has changed.

Most of what the bare parser takes is Python's garbage collector, going through its events. What it takes without is
told as well: the engine pauses the collector during a call, which matters to long answers and hardly to edits."""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from contextlib import contextmanager
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
    from collections.abc import Callable, Iterator

RUNS = 3
OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_GFM
)
PARSE, UNCOLLECTED = "one parse", "one parse, no collector"
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
EDITS: dict[str, tuple[str, dict[str, Any]]] = {
    "format_toggle": ("some more words", {"mark": "bold"}),
    "format_set_link": ("some more words", {"href": "https://example.org"}),
    "format_clear": ("bold", {}),
    "block_set_type": ("A paragraph", {"type": "blockquote"}),
    "block_toggle": ("A paragraph", {"type": "codeBlock"}),
    "block_insert_horizontal_rule": ("A paragraph", {}),
    "list_toggle": ("another one", {"type": "ordered"}),
    "list_indent": ("another one", {}),
    "list_outdent": ("nested", {}),
    "list_modify": ("", {"nodeId": "ul-2000", "operations": [{"type": "deleteItem", "index": 1}]}),
    "table_insert": ("A paragraph", {"rows": 3, "cols": 3}),
    "table_add_row": ("| a ", {"position": "after"}),
    "table_add_column": ("| a ", {"position": "after"}),
    "table_delete": ("| a ", {}),
    "table_modify": ("", {"nodeId": "table-1000", "operations": [{"type": "deleteRow", "at": 1}]}),
    "insert_math_block": ("A paragraph", {"latex": "x"}),
    "insert_math_inline": ("A paragraph", {"latex": "x"}),
    "insert_mermaid": ("A paragraph", {"code": "graph TD"}),
    "insert_wiki_link": ("A paragraph", {"target": "Page"}),
    "update_section": ("", {"nodeId": "h-1000", "content": "new", "mode": "apply"}),
    "insert_section": ("", {"after": "h-1000", "level": 2, "title": "New", "mode": "apply"}),
}
UPDATES = [{"type": "update", "nodeId": f"h-{number}", "content": "## New"} for number in range(500)]
MARKS = [{"type": "format", "nodeId": f"h-{number}", "mark": "italic"} for number in range(500)]
ONCE: dict[str, tuple[str, dict[str, Any], float]] = {
    "move_section": ("move_section", {"nodeId": "h-1000", "after": "h-2000", "mode": "apply"}, 3.0),
    "list_blocks": ("list_blocks", {}, 7.0),
    "get_document_ast": ("get_document_ast", {}, 15.0),
    "batch_edit, 500 updates": ("batch_edit", {"operations": UPDATES, "mode": "apply"}, 10.0),
    "batch_edit, 500 marks": ("batch_edit", {"operations": MARKS, "mode": "apply"}, 10.0),
}
"""What is only done once: it reads all, or the names of blocks mean others afterwards."""


class Workspace:
    """A new workspace with the long document, whose blocks nobody has asked for yet."""

    def __init__(self, home: Path) -> None:
        self._engine = Engine(home)
        self._client = Client(Author("person", "person"), Roots((str(home),)))
        self.call("document_set_content", content=TEXT)

    def close(self) -> None:
        self._engine.close()

    def call(self, tool: str, **arguments: Any) -> Any:
        reply = self._engine.call(Call(self._client, tool, arguments))
        if reply.is_error:
            raise RuntimeError(f"{tool} failed: {reply.text[:200]}")
        return reply.structured

    def took(self, tool: str, target: str, arguments: dict[str, Any]) -> float:
        """How long a call took, with the cursor at a target."""
        start = TEXT.index(target, MIDDLE)
        self.call("selection_set", **{"from": start, "to": start + len(target)})
        gc.collect()  # what others have left behind is none of its business
        begin = time.perf_counter()
        self.call(tool, **arguments)
        return time.perf_counter() - begin


@contextmanager
def opened() -> Iterator[Workspace]:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder))
        yield workspace
        workspace.close()


def first(tool: str, target: str, arguments: dict[str, Any]) -> float:
    """How long the first call took."""
    with opened() as workspace:
        return workspace.took(tool, target, arguments)


def again(tool: str, target: str, arguments: dict[str, Any]) -> float:
    """How long a call took after another one like it, which was undone."""
    with opened() as workspace:
        workspace.took(tool, target, arguments)
        workspace.call("editor_undo")
        return workspace.took(tool, target, arguments)


def main() -> int:
    contenders: dict[str, Callable[[], float]] = {PARSE: _parse, UNCOLLECTED: _parse_uncollected}
    bounds: list[Bound] = []
    for name, (target, arguments) in EDITS.items():
        contenders[f"{name}, first"] = partial(first, name, target, arguments)
        contenders[f"{name}, again"] = partial(again, name, target, arguments)
        bounds += (Bound(f"{name}, first", PARSE, 3.0), Bound(f"{name}, again", PARSE, 1.0))
    for name, (tool, arguments, most) in ONCE.items():
        contenders[name] = partial(first, tool, "", arguments)
        bounds.append(Bound(name, PARSE, most))
    return report(alternate(contenders, RUNS), bounds)


def _parse_uncollected() -> float:
    gc.disable()
    took = _parse()
    gc.enable()
    return took


def _parse() -> float:
    gc.collect()
    begin = time.perf_counter()
    list(pyromark.events_with_range(TEXT, options=OPTIONS))
    return time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
