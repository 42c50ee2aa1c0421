"""Libraries that a program of one's own would call, and the bare work that nobody gets around."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from benchmarks.field.contenders.contender import Contender
from benchmarks.field.environment import made, version
from benchmarks.field.library import asked

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from benchmarks.field.contenders.contender import Program


class Library(Contender):
    """Its calls are in a file below `libraries`."""

    kind = "library"
    script: ClassVar[str]

    @classmethod
    def start(cls, folder: Path) -> AbstractContextManager[Program]:
        return asked(cls._python(), cls.script, folder)

    @classmethod
    def version(cls) -> str:
        return version(cls._python(), cls.package)

    @classmethod
    def _python(cls) -> Path:
        return made(cls.package, cls.package) / "python"

    def read(self) -> str:
        return self._call("read", path=self._path)

    def open(self) -> str:
        return self._call("open", path=self._path)

    def page(self, first: int) -> str:
        return self._call("page", first=first)

    def find(self, text: str) -> str:
        return self._call("find", text=text)

    def edit(self, old: str, new: str) -> str:
        return self._call("edit", old=old, new=new)

    def insert(self, after: str, text: str) -> str:
        return self._call("insert", after=after, text=text)

    def table(self, after: str) -> str:
        return self._call("table", after=after)

    def track(self, old: str, new: str) -> str:
        return self._call("track", old=old, new=new)

    def reject(self) -> str:
        return self._call("reject")

    def save(self) -> str:
        return self._call("save", path=self._path)


class PythonDocx(Library):
    name = package = "python-docx"
    script = "by_python_docx"


class DocxEditor(Library):
    name = package = "docx-editor"
    script = "by_docx_editor"


class DocxScalpel(Library):
    name = package = "docx-scalpel"
    script = "by_docx_scalpel"


class DocxRevisions(Library):
    name = package = "docx-revisions"
    script = "by_docx_revisions"


class _Bare(Library):
    name = "the limit"
    kind = "limit"

    @classmethod
    def version(cls) -> str:
        return ""

    @classmethod
    def _python(cls) -> Path:
        return Path(sys.executable)


class Limit(_Bare):
    """Unzip, parse and walk; serialise and deflate."""

    script = "bare"


class TextLimit(_Bare):
    """Read, look at it once, write."""

    script = "bare_text"
