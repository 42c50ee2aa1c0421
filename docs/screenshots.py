"""Pages of a Word document that only Quire's tools wrote, as LibreOffice prints them: `python -m docs.screenshots`."""

from __future__ import annotations

import struct
import subprocess
import tempfile
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

from quire.core.author import Author
from quire.server.engine import Call, Engine
from quire.workspace import office
from quire.workspace.files import Roots
from quire.workspace.session import Client

PICTURES = Path(__file__).parent / "pictures"
DOTS_PER_INCH = 80

CONTENT = r"""
# Harbour report

Every *word* of this page came through an **MCP tool**: Markdown such as ==this==, [a link](https://example.org),
a note[^1], and what only Word has, set with Word's own tools.

## Findings

1. The tide gauge was replaced.
   - On the north pier, at 54.18° N
   - With two sensors, `A` and `B`
2. The mean level $\bar{h}$ follows from all $n$ readings:

$$\bar{h} = \frac{1}{n} \sum_{i=1}^{n} h_i \pm \sqrt{\frac{\sigma^2}{n}}$$

- [x] Calibrated
- [ ] Inspected in spring

> [!NOTE]
> Readings before March are estimates.

```python
def mean(readings):
    return sum(readings) / len(readings)
```

## Levels

Signed by the harbour master, 港长, مدير الميناء.

[^1]: Footnotes stay footnotes.
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = _Page(Path(folder))
        page.write()
        print_pages(office.pdf(page.file()), "word-page")


class _Page:
    """A document and the tools that fill it."""

    def __init__(self, folder: Path) -> None:
        home = folder / "home"
        home.mkdir()
        self._path = folder / "report.docx"
        self._engine = Engine(home)
        self._client = Client(Author("docs", "person"), Roots((str(folder),)))

    def call(self, tool: str, **arguments: Any) -> Any:
        reply = self._engine.call(Call(self._client, tool, arguments))
        if reply.is_error:
            raise RuntimeError(f"{tool} failed: {reply.text}")
        return reply.structured

    def find(self, text: str) -> str:
        found: str = self.call("search", query=text, matchCase=True)["results"][0]["rangeId"]
        return found

    def write(self) -> None:
        self.call("workspace_new_document", format="docx")
        self.call("document_set_content", content=CONTENT)
        self.call("applyStyle", scope=f"rangeId:{self.find('Harbour report')}", namedStyle="Title")
        self.call(
            "applyStyle",
            scope=f"rangeId:{self.find('estimates')}",
            char={"bold": True, "color": "#C00000", "underline": "double"},
        )
        self._table()
        self.call(
            "insertPicture",
            scope=f"rangeId:{self.find('Every')}",
            location="before",
            source="base64",
            data=b64encode(_picture()).decode(),
            width=84,
            wrapType="square",
            altText="A sunset over the sea",
        )

    def _table(self) -> None:
        table = self.call(
            "table.create",
            scope=f"rangeId:{self.find('Levels')}",
            location="after",
            rows=4,
            cols=4,
            header=True,
            data=[
                ["Gauge", "Low", "High", "Mean"],
                ["North", "1.20 m", "4.85 m", "3.02 m"],
                ["South", "1.18 m", "4.79 m", "2.98 m"],
                ["All readings are above chart datum.", "", "", ""],
            ],
        )["tableId"]
        self.call("table.applyStyle", tableRef=f"tableId:{table}", style="Grid Table 4 Accent 1")
        self.call("table.mergeCells", tableRef=f"tableId:{table}", startRow=3, startCol=0, rowSpan=1, colSpan=4)

    def file(self) -> bytes:
        self.call("workspace_save_document_as", path=str(self._path))
        return self._path.read_bytes()


def _picture() -> bytes:
    """A PNG: a sun that sets in the sea."""
    width, height = 220, 150
    rows = [b"\0" + b"".join(_dot(x, y) for x in range(width)) for y in range(height)]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    )


def _dot(x: int, y: int) -> bytes:
    if y > 95:
        return bytes((20, 70 + (y * 7 + x // 9) % 25, 130))
    if (x - 110) ** 2 + (y - 95) ** 2 < 38**2:
        return bytes((255, 205, 90))
    return bytes((255 - y // 2, 120 + y, 90 + y // 2))


def print_pages(pdf: bytes, name: str) -> None:
    """The pages of a PDF as pictures for these documents."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-png", file.name, str(PICTURES / name)]
        subprocess.run(command, check=True)  # noqa: S603 - all of it is ours


if __name__ == "__main__":
    main()
