"""Other servers, each by the calls that its own descriptions lead a client to."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, ClassVar

from benchmarks.field.contenders.contender import PAGE, Contender
from benchmarks.field.environment import made, version
from benchmarks.field.server import serving

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from benchmarks.field.contenders.contender import Program

CELLS = [["a", "b", "c"]] * 3


class _Peer(Contender):
    """A server that is installed into an environment of its own."""

    kind = "server"
    beside: ClassVar[tuple[str, ...]] = ()
    """What has to be installed with it."""
    command: ClassVar[str]

    @classmethod
    def start(cls, folder: Path) -> AbstractContextManager[Program]:
        return serving([str(cls._programs() / cls.command)], folder, cls._variables(folder))

    @classmethod
    def version(cls) -> str:
        return version(cls._programs() / "python", cls.package)

    @classmethod
    def _programs(cls) -> Path:
        return made(cls.package, cls.package, *cls.beside)

    @classmethod
    def _variables(cls, folder: Path) -> dict[str, str]:  # noqa: ARG003 - some are told there where the documents are
        """What its process is to be told."""
        return {}


class OfficeWord(_Peer):
    name = package = "office-word-mcp-server"
    command = "word_mcp_server"
    saves_at_once = True

    def read(self) -> str:
        return self._call("get_document_text", filename=self._path)

    def find(self, text: str) -> str:
        return self._call("find_text_in_document", filename=self._path, text_to_find=text)

    def edit(self, old: str, new: str) -> str:
        return self._call("search_and_replace", filename=self._path, find_text=old, replace_text=new)

    def insert(self, after: str, text: str) -> str:
        return self._call(
            "insert_line_or_paragraph_near_text", filename=self._path, target_text=after, line_text=text,
            position="after",
        )  # fmt: skip

    def table(self, after: str) -> str:  # noqa: ARG002 - it puts tables at the end only
        return self._call("add_table", filename=self._path, rows=3, cols=3, data=CELLS)


class WordLive(OfficeWord):
    """A descendant of the one before; its live tools need Windows."""

    name = package = "word-mcp-live"

    def edit_in(self, place: str, old: str, new: str) -> str:
        if place == "a header":
            return self._call("add_header_footer", filename=self._path, header_text=f"The {new} fee is due.")
        return self.edit(old, new)

    def track(self, old: str, new: str) -> str:
        return self._call("track_replace", filename=self._path, old_text=old, new_text=new)

    def reject(self) -> str:
        return self._call("reject_tracked_changes", filename=self._path)


class DocxServer(_Peer):
    name = package = command = "docx-mcp-server"
    beside = ("mcp<2",)

    def read(self) -> str:
        return self.open() + self._call("get_body_text")

    def open(self) -> str:
        return self._call("open_document", path=self._path)

    def find(self, text: str) -> str:
        return self._call("search_text", query=text)

    def edit(self, old: str, new: str) -> str:
        return self._replaced(old, new, tracked=False)

    def edit_in(self, place: str, old: str, new: str) -> str:
        match place:
            case "a header":
                return self._call("edit_header_footer", location=place[2:], old_text=old, new_text=new, tracked=False)
            case "a footnote":
                return self._call("update_footnote", footnote_id=1, text=f"The {new} fee is due.")
            case _:
                return self.edit(old, new)

    def insert(self, after: str, text: str) -> str:
        return self._call("insert_paragraph", after_para_id=self._paragraph(after), text=text)

    def table(self, after: str) -> str:
        return self._call("add_table", para_id=self._paragraph(after), rows=3, cols=3)

    def track(self, old: str, new: str) -> str:
        return self._replaced(old, new, tracked=True)

    def reject(self) -> str:
        return self._call("reject_changes")

    def save(self) -> str:
        return self._call("save_document", output_path=self._path)

    def _replaced(self, old: str, new: str, *, tracked: bool) -> str:
        return self._call("replace_text", para_id=self._paragraph(old), find=old, replace=new, tracked=tracked)

    def _paragraph(self, text: str) -> str:
        found = re.search(r'"para_?[iI]d": ?"([^"]+)"', self.find(text))
        if found is None:
            raise LookupError(f"{text} is not found")
        return found[1]


class OfficeMcp(_Peer):
    name = package = "mcp-office"
    command = "wordmcp"
    saves_at_once = True

    @classmethod
    def _variables(cls, folder: Path) -> dict[str, str]:
        return {"WORD_ALLOWLIST_ROOTS": str(folder), "WORD_ENABLE_WRITE": "true"}

    def read(self) -> str:
        return self._call("read_document", path=self._path, scope="paragraphs")

    def page(self, first: int) -> str:
        """Its pages are sections, named by their headings."""
        headings = re.findall(r'"index": ?(\d+)', self._call("list_headings", path=self._path))
        section = max((each for each in map(int, headings) if each <= first), default=int(headings[0]))
        return self._call("read_section", path=self._path, heading_index=section)

    def find(self, text: str) -> str:
        return self._call("search_text", path=self._path, query=text)

    def edit(self, old: str, new: str) -> str:
        return self._call("find_replace", path=self._path, find_text=old, replace_text=new, confirm=True)

    def insert(self, after: str, text: str) -> str:
        found = re.search(r'"paragraph_index": ?(\d+)', self.find(after))
        if found is None:
            raise LookupError(f"{after} is not found")
        return self._call(
            "insert_paragraph", path=self._path, paragraph_index=int(found[1]) + 1, text=text, confirm=True
        )

    def table(self, after: str) -> str:  # noqa: ARG002 - it puts tables at the end only
        return self._call("add_table", path=self._path, rows=3, cols=3, data=CELLS, confirm=True)


class DocxMcp(_Peer):
    name = package = command = "docx-mcp"

    def read(self) -> str:
        return self.open() + self._call("extract_document_structure", file_path=self._path)

    def open(self) -> str:
        return self._call("open_document", file_path=self._path)

    def edit(self, old: str, new: str) -> str:
        return self._call("search_and_replace", search_text=old, replace_text=new)

    def insert(self, after: str, text: str) -> str:  # noqa: ARG002 - it adds paragraphs at the end only
        return self._call("add_paragraph", text=text)

    def table(self, after: str) -> str:  # noqa: ARG002 - it puts tables at the end only
        return self._call("add_table", rows=3, cols=3)

    def save(self) -> str:
        return self._call("save_document")


class TextEditor(_Peer):
    """Edits files of text by their lines."""

    name = package = command = "mcp-text-editor"
    beside = ("mcp<2",)
    saves_at_once = True

    def read(self) -> str:
        return self._lines(1, None)

    def page(self, first: int) -> str:
        return self._lines(first, first + PAGE - 1)

    def edit(self, old: str, new: str) -> str:
        """It finds nothing: a client reads all to know the line."""
        found = json.loads(self.read())[self._path]
        lines = found["ranges"][0]["content"].splitlines(keepends=True)
        number = next(number for number, line in enumerate(lines, start=1) if old in line)
        (line,) = json.loads(self._lines(number, number))[self._path]["ranges"]
        patch = {
            "line_start": number, "line_end": number, "contents": line["content"].replace(old, new),
            "range_hash": line["range_hash"],
        }  # fmt: skip
        file = {"path": self._path, "file_hash": found["file_hash"], "patches": [patch]}
        return self._call("edit_text_file_contents", files=[file])

    def _lines(self, first: int, last: int | None) -> str:
        ranges = [{"start": first, "end": last}]
        return self._call("get_text_file_contents", files=[{"file_path": self._path, "ranges": ranges}])
