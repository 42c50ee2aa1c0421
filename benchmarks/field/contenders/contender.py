"""What is compared: a program, and the calls by which it does what is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any

PAGE = 50
"""Paragraphs, or lines, of a page."""


class FailedError(RuntimeError):
    """A program did not do what it was asked for."""


class Program(Protocol):
    """A process that can be asked."""

    start_seconds: float
    tools: int
    tool_bytes: int

    def call(self, name: str, /, **arguments: Any) -> str:
        """What it answers, in words."""
        ...


class Contender(ABC):
    """Edits documents. A task that it has nothing for raises NotImplementedError."""

    name: ClassVar[str]
    kind: ClassVar[str]
    package: ClassVar[str] = ""
    saves_at_once: ClassVar[bool] = False  # each edit is in the file when it is answered

    def __init__(self, program: Program, path: Path) -> None:
        self._call = program.call
        self._path = str(path)

    @classmethod
    @abstractmethod
    def start(cls, folder: Path) -> AbstractContextManager[Program]:
        """A new process of it that may use a folder."""

    @classmethod
    def version(cls) -> str:
        """Which one is installed here."""
        return ""

    @abstractmethod
    def read(self) -> str:
        """Open the document, and read what one is given first."""

    def open(self) -> str:
        """Open the document, and read no more than that takes."""
        return self.read()

    def page(self, first: int) -> str:
        """Read a page that begins at a paragraph or line."""
        raise NotImplementedError

    def find(self, text: str) -> str:
        raise NotImplementedError

    def edit(self, old: str, new: str) -> str:
        """Put a text in the place of another one, which looks as that did."""
        raise NotImplementedError

    def edit_in(self, place: str, old: str, new: str) -> str:  # noqa: ARG002 - some have a tool for each place
        """The same in a place that is not the running text."""
        return self.edit(old, new)

    def insert(self, after: str, text: str) -> str:
        """Add a paragraph."""
        raise NotImplementedError

    def table(self, after: str) -> str:
        """Add a table of three rows and columns."""
        raise NotImplementedError

    def track(self, old: str, new: str) -> str:
        """Edit as a tracked change."""
        raise NotImplementedError

    def reject(self) -> str:
        """Reject all tracked changes."""
        raise NotImplementedError

    def save(self) -> str:
        """Have all in the file."""
        raise NotImplementedError
