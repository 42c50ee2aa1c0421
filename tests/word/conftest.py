"""What the contract of the Word tools is tested on: a document in some provider's hands.

A provider opens a file, answers the tools, and gives the file as it is now. The embedded engine is one; a document that
is open in Word, behind the add-in, is the other.
"""

from __future__ import annotations

import random
import secrets
from abc import ABC, abstractmethod
from contextlib import ExitStack
from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol
from zipfile import ZipFile

import pytest
from anyio.from_thread import start_blocking_portal

from quire.formats.docx.document import DocxDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Desk, Refused
    from tests.word.live import Station


class Word(ABC):
    """A document, and the tools on it."""

    refuses: tuple[str, ...] = ("E_INVALID_ARG", "E_NOT_FOUND", "E_UNSUPPORTED")
    """The codes with which it may say no."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def call(self, tool: str, **arguments: Any) -> Any:
        return self._desk.call(tool, **arguments)

    def refusal(self, tool: str, **arguments: Any) -> Refused:
        return self._desk.refusal(tool, **arguments)

    def select(self, text: str) -> None:
        """Select the first occurrence of a text."""
        start = self.text.index(text)
        self.select_range(start, start + len(text))

    @abstractmethod
    def select_range(self, start: int, end: int) -> None: ...

    def range_of(self, text: str) -> str:
        """A rangeId for the first occurrence of a text."""
        found: str = self.call("search", query=text, matchCase=True)["results"][0]["rangeId"]
        return found

    @abstractmethod
    def undo(self) -> None:
        """Take back what the last call did, as the person can."""

    @abstractmethod
    def redo(self) -> None: ...

    @property
    def text(self) -> str:
        return self.saved().text

    @property
    @abstractmethod
    def revision(self) -> str:
        """Names the state of the document."""

    @property
    def paragraphs(self) -> list[str]:
        return self.text.split("\n")

    @property
    def labels(self) -> list[str]:
        """The numbers and bullets of its paragraphs."""
        return [row.label for row in self.saved().rows("body")]

    @abstractmethod
    def data(self) -> bytes:
        """The file, as saving now would write it."""

    def saved(self) -> DocxDocument:
        return DocxDocument.read(self.data())

    def part(self, name: str) -> str:
        """A part of the file."""
        with ZipFile(BytesIO(self.data())) as package:
            return package.read(name).decode("utf-8")


class EmbeddedWord(Word):
    """A document in the hands of the engine."""

    def __init__(self, desk: Desk, data: bytes, name: str) -> None:
        super().__init__(desk)
        path = desk.root / name
        path.write_bytes(data)
        desk.call("workspace_open_document", path=str(path))

    def select_range(self, start: int, end: int) -> None:
        self.call("selection_set", **{"from": start, "to": end})

    def undo(self) -> None:
        self.call("editor_undo")

    def redo(self) -> None:
        self.call("editor_redo")

    @property
    def revision(self) -> str:
        found: str = self.call("get_document_revision")["revision"]
        return found

    def data(self) -> bytes:
        copy = self._desk.root / "copy.docx"
        self.call("save", save_to_local_path=str(copy), allow_overwrite=True)
        return copy.read_bytes()


class Open(Protocol):
    """Puts a document into the provider's hands."""

    def __call__(self, data: bytes, name: str = "document.docx") -> Word: ...


@pytest.fixture
def embedded(desk: Desk) -> Open:
    """Opens a document in the engine's hands."""
    return lambda data, name="document.docx": EmbeddedWord(desk, data, name)


@pytest.fixture(autouse=True)
def _seed_ids(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids of paragraphs and changes are the same in each run: a file that the validator has seen is known to it."""
    monkeypatch.setattr(secrets, "randbelow", random.Random(request.node.name).randrange)


@pytest.fixture(scope="session")
def stations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Station]]:
    """Starts panes, each connected to a workspace, with a host behind it: some Word, one of each, in one browser."""
    from tests.word.live import launched, staged

    known: dict[str, Station] = {}
    with start_blocking_portal() as portal, ExitStack() as stack:
        browser = stack.enter_context(portal.wrap_async_context_manager(launched()))

        def start(**settings: Any) -> Station:
            name = str(settings)
            if name not in known:
                begun = staged(tmp_path_factory.mktemp("live"), portal, browser, **settings)
                known[name] = stack.enter_context(portal.wrap_async_context_manager(begun))
            return known[name]

        yield start


@pytest.fixture
def station(stations: Callable[..., Station]) -> Station:
    """A Word of today on a desktop computer."""
    return stations()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a browser with a pane in it has a target of its own."""
    for item in items:
        if {"station", "stations"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.live)
            item.add_marker(pytest.mark.browser)


@pytest.fixture(params=["embedded", pytest.param("live", marks=[pytest.mark.live, pytest.mark.browser])])
def word(request: pytest.FixtureRequest) -> Open:
    """Opens a document in a provider's hands."""
    if request.param == "embedded":
        found: Open = request.getfixturevalue("embedded")
        return found
    from tests.word.live import LiveWord

    station: Station = request.getfixturevalue("station")
    return lambda data, name="document.docx": LiveWord(station, data, name)
