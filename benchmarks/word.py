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


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workspace = Workspace(folder)
        pages = {length: Page(workspace, folder, length) for length in (SHORT, LONG)}
        contenders: dict[str, Callable[[], float]] = {
            f"{tool}, {length:,}": partial(page.edit, tool) for tool in EDITS for length, page in pages.items()
        }
        measurement = alternate(contenders, RUNS)
    return report(measurement, [Bound(f"{tool}, {LONG:,}", f"{tool}, {SHORT:,}", 2.0) for tool in EDITS])


if __name__ == "__main__":
    sys.exit(main())
