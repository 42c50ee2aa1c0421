"""Quire itself, by the tools that it lists at first, and by the few that it can be told to list."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from benchmarks.field.contenders.contender import PAGE, Contender
from benchmarks.field.server import serving

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from benchmarks.field.contenders.contender import Program

TABLE = "\n\n| a | b | c |\n|---|---|---|\n| d | e | f |\n| g | h | i |\n"

_homes = count()


class _Ours(Contender):
    kind = "server"
    package = "quire"
    options: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def start(cls, folder: Path) -> AbstractContextManager[Program]:
        home = folder / f"quire-{next(_homes)}"
        command = [str(Path(sys.executable).with_name("quire")), "mcp", "--root", str(folder), *cls.options]
        return serving(command, folder, {"QUIRE_HOME": str(home)})

    @classmethod
    def version(cls) -> str:
        return version("quire")


class Quire(_Ours):
    """A Word document, by the tools for its paragraphs."""

    name = "Quire"

    def read(self) -> str:
        return self._call("read_file", file_path=self._path)

    def page(self, first: int) -> str:
        return self._call("read_file", file_path=self._path, offset=first, limit=PAGE)

    def find(self, text: str) -> str:
        return self._call("grep", file_path=self._path, patterns=[re.escape(text)])

    def edit(self, old: str, new: str) -> str:
        return self._edited(old, new)

    def insert(self, after: str, text: str) -> str:
        anchor = self._paragraph(after)
        return self._call("smart_insert", file_path=self._path, positional_anchor_node_id=anchor, new_string=text)

    def table(self, after: str) -> str:
        found = self._call("search", query=after)
        return self._call("table.create", rows=3, cols=3, location="after", scope=_first(found, "rangeId"))

    def track(self, old: str, new: str) -> str:
        return self._edited(old, new, track_changes=True)

    def reject(self) -> str:
        return self._call("reject_changes", file_path=self._path)

    def save(self) -> str:
        return self._call("save", file_path=self._path, save_to_local_path=self._path, allow_overwrite=True)

    def _edited(self, old: str, new: str, **options: bool) -> str:
        return self._call(
            "smart_edit", file_path=self._path, target_paragraph_id=self._paragraph(old), old_string=old,
            new_string=new, **options,
        )  # fmt: skip

    def _paragraph(self, text: str) -> str:
        found = re.search(r"jr_para_\w+", self.find(text))
        if found is None:
            raise LookupError(text)
        return found[0]


class QuireMarkdown(_Ours):
    """A Markdown document, by the tools that find and replace text at once."""

    name = "Quire"

    def read(self) -> str:
        self._call("workspace_open_document", path=self._path)
        return self._call("document_get_content")

    def find(self, text: str) -> str:
        return self._call("document_search", query=text)

    def edit(self, old: str, new: str) -> str:
        return self._call("replace", target="searchQuery", query=old, replaceWith=new, mode="replaceFirst")

    def insert(self, after: str, text: str) -> str:
        return self.edit(after, f"{after}\n\n{text}")

    def table(self, after: str) -> str:
        return self.edit(after, after + TABLE)

    def save(self) -> str:
        return self._call("workspace_save_document")


class Essential(_Ours):
    """Either kind of document, by the dozen tools for small contexts; its edits wait to be accepted."""

    name = "Quire, essential tools"
    options = ("--toolsets", "essential")

    def read(self) -> str:
        self.open()
        return self._call("document_get_content")

    def open(self) -> str:
        return self._call("workspace_open_document", path=self._path)

    def find(self, text: str) -> str:
        return self._call("document_search", query=text)

    def edit(self, old: str, new: str) -> str:
        return self._accepted(self._call("document_replace", search=old, replace=new))

    def insert(self, after: str, text: str) -> str:
        return self._put(after, f"\n\n{text}")

    def table(self, after: str) -> str:
        return self._put(after, TABLE)

    def save(self) -> str:
        return self._call("workspace_save_document")

    def _put(self, after: str, text: str) -> str:
        (place, *_) = json.loads(self.find(after))
        return self._accepted(self._call("document_insert_at_position", text=text, position=place["to"]))

    def _accepted(self, answer: str) -> str:
        return answer + self._call("suggestion_accept", suggestionId=_suggestion(answer))


def _suggestion(answer: str) -> str:
    found = re.search(r"sug-\w+", answer)
    if found is None:
        raise LookupError(f"a suggestion in {answer[:100]}")
    return found[0]


def _first(answer: str, key: str) -> str:
    found = re.search(rf'"{key}": ?"([^"]+)"', answer)
    if found is None:
        raise LookupError(f"{key} in {answer[:100]}")
    return found[1]
