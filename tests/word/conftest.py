"""What the contract of the Word tools is tested on: a document in some provider's hands.

A provider opens a file, answers the tools, and gives the file as it is now. The embedded engine is the first; a
document that is open in Word can be put in its place.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol
from zipfile import ZipFile

import pytest

from quire.formats.docx.document import DocxDocument

if TYPE_CHECKING:
    from tests.conftest import Desk, Refused


class Word:
    """A document, and the tools on it."""

    def __init__(self, desk: Desk, data: bytes, name: str) -> None:
        self._desk = desk
        self._path = desk.root / name
        self._path.write_bytes(data)
        desk.call("workspace_open_document", path=str(self._path))

    def call(self, tool: str, **arguments: Any) -> Any:
        return self._desk.call(tool, **arguments)

    def refusal(self, tool: str, **arguments: Any) -> Refused:
        return self._desk.refusal(tool, **arguments)

    def select(self, text: str) -> None:
        """Select the first occurrence of a text."""
        start = self.text.index(text)
        self.call("selection_set", **{"from": start, "to": start + len(text)})

    def range_of(self, text: str) -> str:
        """A rangeId for the first occurrence of a text."""
        found: str = self.call("search", query=text, matchCase=True)["results"][0]["rangeId"]
        return found

    @property
    def text(self) -> str:
        return self.saved().text

    @property
    def revision(self) -> str:
        """Names the state of the document."""
        found: str = self.call("get_document_revision")["revision"]
        return found

    @property
    def paragraphs(self) -> list[str]:
        return self.text.split("\n")

    def data(self) -> bytes:
        """The file, as saving now would write it."""
        copy = self._desk.root / "copy.docx"
        self.call("save", save_to_local_path=str(copy), allow_overwrite=True)
        return copy.read_bytes()

    def saved(self) -> DocxDocument:
        return DocxDocument.read(self.data())

    def part(self, name: str) -> str:
        """A part of the file."""
        with ZipFile(BytesIO(self.data())) as package:
            return package.read(name).decode("utf-8")


class Open(Protocol):
    """Puts a document into the provider's hands."""

    def __call__(self, data: bytes, name: str = "document.docx") -> Word: ...


@pytest.fixture
def word(desk: Desk) -> Open:
    """Opens a document in the provider's hands."""
    return lambda data, name="document.docx": Word(desk, data, name)
