"""What a Word document costs, against bare unzipping, parsing, walking, serialising and deflating.

`python -m benchmarks.docx --bare` measures these limits alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import mcp_types as types
from anyio.from_thread import start_blocking_portal
from lxml import etree

from benchmarks.comparison import Bound, Margin, alternate, judged, report
from benchmarks.connection import connected, connected_to_nothing
from quire.core.author import Author
from quire.server.engine import Call, Engine
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests.docx.large import large

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio.from_thread import BlockingPortal
    from lxml.etree import _Element as Element
    from mcp.client import Client as McpClient

    Contenders = dict[str, Callable[[], float]]

SHORT, MIDDLE, LONG, HUGE = 300, 3_000, 20_000, 40_000
LONG_RUNS, SHORT_RUNS = 5, 200
MEGABYTES = 400
PAGE = 50

READ, WRITE = "bare unzip, parse, walk", "bare serialise, deflate"
OPEN, SAVE = "open and first page", "save"
NOTHING, EDIT = "empty tool call", f"edit through MCP, {MIDDLE:,}"

_WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MAIN = "word/document.xml"
CHANCE = Random(1)


def main() -> int:
    match sys.argv[1:]:
        case ["--bare"]:
            return _bare()
        case ["--footprint", path]:
            _work(Path(path))
            print(_peak())
            return 0
        case ["--bare-footprint", path]:
            Bare(Path(path).read_bytes())
            print(_peak())
            return 0
        case _:
            outcomes = [_long(), _any_length(), _through_the_protocol(), _memory()]
            return int(any(outcomes))


# The limits


class Bare:
    """A Word file, read and written with nothing but the libraries."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._root = self._parse()

    def read(self) -> float:
        begin = time.perf_counter()
        root = self._parse()
        texts = ["".join(map(str, paragraph.itertext(f"{_WORDS}t"))) for paragraph in root.iter(f"{_WORDS}p")]
        took = time.perf_counter() - begin
        if not texts:
            raise RuntimeError("the document has no paragraphs")
        return took

    def write(self) -> float:
        begin = time.perf_counter()
        zlib.compress(etree.tostring(self._root, encoding="UTF-8", standalone=True))
        return time.perf_counter() - begin

    def _parse(self) -> Element:
        """The main part's root; the other parts are unzipped and parsed as well."""
        with zipfile.ZipFile(BytesIO(self._data)) as archive:
            parts = {name: etree.fromstring(archive.read(name)) for name in archive.namelist()}
        return parts[_MAIN]


def _bare() -> int:
    limits = Bare(large(LONG))
    outcome = report(alternate({READ: limits.read, WRITE: limits.write}, LONG_RUNS), [])
    print(f"memory, bare, {LONG:,}: {_measured(LONG, '--bare-footprint')} MB")
    return outcome


# Quire


class Document:
    """A Word file in a workspace, edited here and there."""

    def __init__(self, call: Callable[..., Any], path: Path) -> None:
        self._call = call
        self._path = path
        self._nodes: list[dict[str, str]] = []
        self._more = True
        self._copies = 0

    def open(self) -> float:
        """How long a client waits for the first page of a file that is not open."""
        self._copies += 1
        copy = self._path.with_name(f"opened-{self._copies}.docx")
        copy.write_bytes(self._path.read_bytes())
        begin = time.perf_counter()
        self._call("read_file", file_path=str(copy))
        took = time.perf_counter() - begin
        self._call("clear_session", file_path=str(copy))
        return took

    def page(self) -> float:
        took, _ = self._timed("read_file", offset=CHANCE.randint(1, self._length() - PAGE), limit=PAGE)
        return took

    def edit(self) -> float:
        """How long it takes to change a letter near the end of some paragraph."""
        node = CHANCE.choice(self._known())
        text = node["clean_text"]
        old = next(text[-length:] for length in (30, 60, 120, 240, len(text)) if text.count(text[-length:]) == 1)
        new = old[:-1] + ("x" if old[-1] != "x" else "y")
        took, _ = self._timed("smart_edit", target_paragraph_id=node["id"], old_string=old, new_string=new)
        node["clean_text"] = text[: len(text) - len(old)] + new
        return took

    def save(self) -> float:
        """How long saving takes after an edit."""
        self.edit()
        copy = self._path.with_name("copy.docx")
        took, _ = self._timed("download", save_to_local_path=str(copy), allow_overwrite=True)
        return took

    def _timed(self, tool: str, **arguments: Any) -> tuple[float, Any]:
        begin = time.perf_counter()
        answer = self._call(tool, file_path=str(self._path), **arguments)
        return time.perf_counter() - begin, answer

    def _length(self) -> int:
        return len(self._known())

    def _known(self) -> list[dict[str, str]]:
        """Every paragraph, by its id."""
        while self._more:
            arguments = {"format": "json", "offset": len(self._nodes) + 1, "limit": 1000}
            _, answer = self._timed("read_file", **arguments)
            page = json.loads(answer.text)["nodes"]
            self._nodes += [{"id": node["id"], "clean_text": node["clean_text"]} for node in page]
            self._more = bool(answer.structured["has_more"])
        return self._nodes


class Workspace:
    """A workspace without a protocol before it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        home = folder / "home"
        home.mkdir()
        self._engine = Engine(home)
        self._client = Client(Author("person", "person"), Roots((str(folder),)))

    def document(self, paragraphs: int, data: bytes | None = None) -> Document:
        path = self._folder / f"{paragraphs}.docx"
        path.write_bytes(data or large(paragraphs))
        return Document(self.call, path)

    def call(self, tool: str, **arguments: Any) -> Any:
        reply = self.attempt(tool, **arguments)
        if reply.is_error:
            raise RuntimeError(f"{tool} failed: {reply.text}")
        return reply

    def attempt(self, tool: str, **arguments: Any) -> Any:
        """An answer, which may be that it was refused."""
        return self._engine.call(Call(self._client, tool, arguments))


def _long() -> int:
    """Opening and saving a long document, against the limits."""
    data = large(LONG)
    with tempfile.TemporaryDirectory() as folder:
        limits = Bare(data)
        workspace = Workspace(Path(folder))
        document = workspace.document(LONG, data)
        reading = alternate({READ: limits.read, OPEN: document.open}, LONG_RUNS)
        writing = alternate({WRITE: limits.write, SAVE: document.save}, LONG_RUNS)
    return report(reading | writing, [Bound(OPEN, READ, 3.0), Bound(SAVE, WRITE, 1.5)])


def _any_length() -> int:
    """Edits and pages of a long document, against those of a short one."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder))
        contenders: Contenders = {}
        for length in (SHORT, LONG):
            document = workspace.document(length)
            contenders[f"edit, {length:,}"] = document.edit
            contenders[f"page, {length:,}"] = document.page
        measurement = alternate(contenders, SHORT_RUNS)
    return report(measurement, [Bound(f"{what}, {LONG:,}", f"{what}, {SHORT:,}", 2.0) for what in ("edit", "page")])


def _through_the_protocol() -> int:
    """One edit as a client sees it, against a call that does nothing."""
    with tempfile.TemporaryDirectory() as folder, start_blocking_portal() as portal:
        place = Path(folder)
        path = place / "document.docx"
        path.write_bytes(large(MIDDLE))
        with (
            portal.wrap_async_context_manager(connected(place / "home", place)) as (client, _),
            portal.wrap_async_context_manager(connected_to_nothing()) as nothing,
        ):
            document = Document(partial(_call, portal, client), path)
            empty = partial(_timed, partial(_call, portal, nothing, "nothing"))
            measurement = alternate({NOTHING: empty, EDIT: document.edit}, SHORT_RUNS)
    return report(measurement, [Margin(EDIT, NOTHING, 0.005)])


class Answer:
    """An answer over the protocol, as the engine gives it."""

    def __init__(self, result: types.CallToolResult) -> None:
        (content,) = result.content
        self.text = content.text if isinstance(content, types.TextContent) else ""
        self.structured = result.structured_content or {}


def _call(portal: BlockingPortal, client: McpClient, tool: str, **arguments: Any) -> Answer:
    result = portal.call(client.call_tool, tool, arguments)
    if not isinstance(result, types.CallToolResult) or result.is_error:
        raise RuntimeError(f"{tool} failed: {result}")
    return Answer(result)


def _timed(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


# Memory


def _memory() -> int:
    """What a process needs that opens, edits and saves a long document; a huge one has to work as well."""
    megabytes = {length: _measured(length) for length in (LONG, HUGE)}
    for length, needed in megabytes.items():
        print(f"memory, {length:,}: {needed} MB")
    return judged((f"MB of memory, {LONG:,}", megabytes[LONG], MEGABYTES))


def _measured(length: int, how: str = "--footprint") -> int:
    """What another process took, in MB."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{length}.docx")
        path.write_bytes(large(length))
        command = [sys.executable, "-m", "benchmarks.docx", how, str(path)]
        return int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def _work(path: Path) -> None:
    """Open a document, turn to a late page, edit there, save."""
    workspace = Workspace(path.parent)
    place = str(path)
    workspace.call("read_file", file_path=place)
    late = workspace.call("read_file", file_path=place, format="json", offset=-PAGE, limit=PAGE)
    node = json.loads(late.text)["nodes"][-1]
    old = node["clean_text"]
    workspace.call(
        "smart_edit", file_path=place, target_paragraph_id=node["id"], old_string=old, new_string=old + " Done."
    )
    copy = path.with_name("copy.docx")
    workspace.call("download", file_path=place, save_to_local_path=str(copy), allow_overwrite=True)
    with zipfile.ZipFile(copy) as archive:
        if b"Done." not in archive.read(_MAIN)[-4000:]:
            raise RuntimeError("the edit was not saved")


def _peak() -> int:
    """The most memory that this process ever took, in MB; its `ru_maxrss` begins with that of who started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


if __name__ == "__main__":
    sys.exit(main())
