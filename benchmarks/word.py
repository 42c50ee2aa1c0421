"""What edits of a Word document cost that are not `smart_edit`: as much as it, in a document of any length."""

from __future__ import annotations

import sys
import tempfile
import time
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.comparison import Bound, alternate, report
from benchmarks.docx import Workspace
from quire.formats.docx.document import DocxDocument
from tests.docx.large import large

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.formats.docx.text.story import Block

SHORT, LONG = 300, 20_000
RUNS = 40
CHANCE = Random(1)

EDITS: dict[str, dict[str, Any]] = {
    "insertText": {"text": "new words", "location": "end"},
    "applyStyle": {"namedStyle": "Quote", "char": {"bold": True}},
    "selection_replace": {"text": "*other* words"},
    "format_toggle": {"mark": "bold"},
    "block_set_type": {"type": "heading", "level": 2},
    "list_toggle": {"type": "bullet"},
    "table_insert": {"rows": 2, "cols": 2},
    "insert_math_inline": {"latex": "x^2"},
}
"""Each is done to a few words somewhere."""

NAMED: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "update": lambda node, _: {"operations": [{"type": "update", "nodeId": node, "content": "Other *words*."}]},
    "insert": lambda node, _: {"operations": [{"type": "insert", "after": node, "content": "New *words*."}]},
    "delete": lambda node, _: {"operations": [{"type": "delete", "nodeId": node}]},
    "move": lambda node, other: {"operations": [{"type": "move", "nodeId": node, "after": other}]},
}
"""Operations of a batch on a block that is given by name, and perhaps on another one."""


class Page:
    """A Word file in a workspace; each edit is to a few words of some paragraph, and undone."""

    def __init__(self, workspace: Workspace, folder: Path, paragraphs: int) -> None:
        self._call = workspace.call
        data = large(paragraphs, mixed=False)
        path = folder / f"{paragraphs}.docx"
        path.write_bytes(data)
        self._window = self._call("workspace_open_document", path=str(path)).structured["tabId"]
        lengths = [len(line) + 1 for line in DocxDocument.read(data).text.split("\n")]
        self._starts = [0, *accumulate(lengths)][:-1]

    def edit(self, tool: str) -> float:
        """How long an edit takes."""
        start = CHANCE.choice(self._starts)
        self._call("selection_set", windowId=self._window, **{"from": start + 2, "to": start + 12})
        begin = time.perf_counter()
        self._call(tool, windowId=self._window, **EDITS[tool])
        took = time.perf_counter() - begin
        self._call("editor_undo", windowId=self._window)
        return took


class Blocks:
    """A Word file in a workspace; each edit is to some paragraph that is called by its name, and undone."""

    def __init__(self, workspace: Workspace, folder: Path, paragraphs: int) -> None:
        self._workspace = workspace
        data = large(paragraphs)
        path = folder / f"blocks-{paragraphs}.docx"
        path.write_bytes(data)
        self._window = workspace.call("workspace_open_document", path=str(path)).structured["tabId"]
        document = DocxDocument.read(data)
        outermost = [node for node in document.nodes() if node.type == "paragraph" and node.parent is None]
        self._names = [node.id for node in outermost if _is_plain(document.body[document.body.at(node.start)[0]])]

    def edit(self, operation: str) -> float:
        """How long an edit takes. Names that undoing has made meaningless are passed over."""
        while True:
            arguments = NAMED[operation](*CHANCE.sample(self._names, 2))
            begin = time.perf_counter()
            reply = self._workspace.attempt("batch_edit", windowId=self._window, mode="apply", **arguments)
            took = time.perf_counter() - begin
            if not reply.is_error:
                self._workspace.call("editor_undo", windowId=self._window)
                return took


def _is_plain(block: Block) -> bool:
    """Whether a paragraph is nothing but text, so that any edit of it is allowed."""
    return not any(tag in block.source for tag in ("w:hyperlink", "w:fldChar", "w:drawing", "Reference", "w:bookmark"))


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workspace = Workspace(folder)
        contenders: dict[str, Callable[[], float]] = {}
        for length in (SHORT, LONG):
            page, blocks = Page(workspace, folder, length), Blocks(workspace, folder, length)
            contenders |= {f"{tool}, {length:,}": partial(page.edit, tool) for tool in EDITS}
            contenders |= {f"{operation} by name, {length:,}": partial(blocks.edit, operation) for operation in NAMED}
        measurement = alternate(contenders, RUNS)
    edits = [*EDITS, *(f"{operation} by name" for operation in NAMED)]
    return report(measurement, [Bound(f"{edit}, {LONG:,}", f"{edit}, {SHORT:,}", 2.0) for edit in edits])


if __name__ == "__main__":
    sys.exit(main())
