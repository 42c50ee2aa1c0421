"""Who is compared, and how each does what is asked: by the calls that its own descriptions lead a client to."""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from benchmarks.field.environment import made

if TYPE_CHECKING:
    from benchmarks.field.server import Server


class Contender(ABC):
    """A server that edits Word documents. A task that it has no tool for raises NotImplementedError."""

    name: ClassVar[str]
    packages: ClassVar[tuple[str, ...]]
    program: ClassVar[str]

    def __init__(self, server: Server, path: Path) -> None:
        self._call = server.call
        self._path = str(path)

    @classmethod
    def command(cls, folder: Path) -> list[str]:  # noqa: ARG003 - some need to be told where the documents are
        return [str(made(cls.packages[0], *cls.packages) / cls.program)]

    @classmethod
    def variables(cls, folder: Path) -> dict[str, str]:  # noqa: ARG003 - some are told there where the documents are
        """What its process is to be told."""
        return {}

    @abstractmethod
    def read(self) -> str:
        """Open the document, and read what a client is given first."""

    @abstractmethod
    def find(self, text: str) -> str: ...

    @abstractmethod
    def edit(self, old: str, new: str) -> str:
        """Put a text in the place of another one, and have it in the file."""

    def insert(self, after: str, text: str) -> str:
        """Add a paragraph, and have it in the file."""
        raise NotImplementedError

    def table(self, after: str) -> str:
        """Add a table of three rows and columns, and have it in the file."""
        raise NotImplementedError

    def track(self, old: str, new: str) -> str:
        """Edit as a tracked change, and have it in the file."""
        raise NotImplementedError

    def reject(self) -> str:
        """Reject all tracked changes, and have that in the file."""
        raise NotImplementedError


class Quire(Contender):
    name = "Quire"
    packages = ("quire",)
    program = "quire"

    @classmethod
    def command(cls, folder: Path) -> list[str]:
        return [str(Path(sys.executable).with_name("quire")), "mcp", "--root", str(folder)]

    def read(self) -> str:
        return self._call("read_file", file_path=self._path)

    def find(self, text: str) -> str:
        return self._call("grep", file_path=self._path, patterns=[re.escape(text)])

    def edit(self, old: str, new: str) -> str:
        target = self._paragraph(old)
        answer = self._call(
            "smart_edit", file_path=self._path, target_paragraph_id=target, old_string=old, new_string=new
        )
        self._save()
        return answer

    def insert(self, after: str, text: str) -> str:
        anchor = self._paragraph(after)
        answer = self._call("smart_insert", file_path=self._path, positional_anchor_node_id=anchor, new_string=text)
        self._save()
        return answer

    def table(self, after: str) -> str:
        name = re.search(r'"rangeId": ?"([^"]+)"', self._call("search", query=after))
        if name is None:
            raise LookupError(after)
        answer = self._call("table.create", rows=3, cols=3, location="after", scope=name[1])
        self._save()
        return answer

    def track(self, old: str, new: str) -> str:
        target = self._paragraph(old)
        answer = self._call(
            "smart_edit", file_path=self._path, target_paragraph_id=target, old_string=old, new_string=new,
            track_changes=True,
        )  # fmt: skip
        self._save()
        return answer

    def reject(self) -> str:
        answer = self._call("reject_changes", file_path=self._path)
        self._save()
        return answer

    def _paragraph(self, text: str) -> str:
        found = re.search(r"jr_para_\w+", self.find(text))
        if found is None:
            raise LookupError(text)
        return found[0]

    def _save(self) -> None:
        self._call("save", file_path=self._path, save_to_local_path=self._path, allow_overwrite=True)


class OfficeWord(Contender):
    name = "office-word-mcp-server"
    packages = ("office-word-mcp-server",)
    program = "word_mcp_server"

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
        return self._call("add_table", filename=self._path, rows=3, cols=3, data=[["a", "b", "c"]] * 3)


class WordLive(OfficeWord):
    name = "word-mcp-live"
    packages = ("word-mcp-live",)

    def track(self, old: str, new: str) -> str:
        return self._call("track_replace", filename=self._path, old_text=old, new_text=new)

    def reject(self) -> str:
        return self._call("reject_tracked_changes", filename=self._path)


class DocxServer(Contender):
    name = "docx-mcp-server"
    packages = ("docx-mcp-server", "mcp<2")
    program = "docx-mcp-server"

    def read(self) -> str:
        answer = self._call("open_document", path=self._path)
        return answer + self._call("get_headings")

    def find(self, text: str) -> str:
        return self._call("search_text", query=text)

    def edit(self, old: str, new: str) -> str:
        return self._replaced(old, new, tracked=False)

    def insert(self, after: str, text: str) -> str:
        answer = self._call("insert_paragraph", after_para_id=self._paragraph(after), text=text)
        self._save()
        return answer

    def table(self, after: str) -> str:
        answer = self._call("add_table", para_id=self._paragraph(after), rows=3, cols=3)
        self._save()
        return answer

    def track(self, old: str, new: str) -> str:
        return self._replaced(old, new, tracked=True)

    def reject(self) -> str:
        answer = self._call("reject_all_changes")
        self._save()
        return answer

    def _replaced(self, old: str, new: str, *, tracked: bool) -> str:
        answer = self._call("replace_text", para_id=self._paragraph(old), find=old, replace=new, tracked=tracked)
        self._save()
        return answer

    def _paragraph(self, text: str) -> str:
        found = re.search(r'"para_?[iI]d": ?"([^"]+)"', self.find(text))
        if found is None:
            raise LookupError(text)
        return found[1]

    def _save(self) -> None:
        self._call("save_document", output_path=self._path)


class OfficeMcp(Contender):
    name = "mcp-office"
    packages = ("mcp-office",)
    program = "wordmcp"

    @classmethod
    def variables(cls, folder: Path) -> dict[str, str]:
        return {"WORD_ALLOWLIST_ROOTS": str(folder), "WORD_ENABLE_WRITE": "true"}

    def read(self) -> str:
        return self._call("read_document", path=self._path)

    def find(self, text: str) -> str:
        return self._call("search_text", path=self._path, query=text)

    def edit(self, old: str, new: str) -> str:
        return self._call("find_replace", path=self._path, find_text=old, replace_text=new, confirm=True)

    def insert(self, after: str, text: str) -> str:
        found = re.search(r'"paragraph_index": ?(\d+)', self.find(after))
        if found is None:
            raise LookupError(after)
        return self._call(
            "insert_paragraph", path=self._path, paragraph_index=int(found[1]) + 1, text=text, confirm=True
        )

    def table(self, after: str) -> str:  # noqa: ARG002 - it puts tables at the end only
        return self._call("add_table", path=self._path, rows=3, cols=3, data=[["a", "b", "c"]] * 3, confirm=True)


class DocxMcp(Contender):
    name = "docx-mcp"
    packages = ("docx-mcp",)
    program = "docx-mcp"

    def read(self) -> str:
        answer = self._call("open_document", file_path=self._path)
        return answer + self._call("extract_document_structure", file_path=self._path)

    def find(self, text: str) -> str:
        raise NotImplementedError

    def edit(self, old: str, new: str) -> str:
        answer = self._call("search_and_replace", search_text=old, replace_text=new)
        self._call("save_document")
        return answer

    def insert(self, after: str, text: str) -> str:  # noqa: ARG002 - it adds paragraphs at the end only
        answer = self._call("add_paragraph", text=text)
        self._call("save_document")
        return answer

    def table(self, after: str) -> str:  # noqa: ARG002 - it puts tables at the end only
        answer = self._call("add_table", rows=3, cols=3)
        self._call("save_document")
        return answer


CONTENDERS: tuple[type[Contender], ...] = (Quire, OfficeWord, WordLive, DocxServer, OfficeMcp, DocxMcp)
