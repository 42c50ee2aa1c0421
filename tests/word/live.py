"""A document that is open in Word, for the contract of the Word tools.

The add-in that is shipped runs in Chromium on Microsoft's own library, over TLS and real sockets to the bridge; behind
the library is a host of ours in the place of Word. All tests share one browser and one server.
"""

from __future__ import annotations

import shutil
from contextlib import asynccontextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import anyio
from playwright.async_api import async_playwright

from quire.server import app
from quire.server.certificates import Certificates
from quire.server.gate import pane_secret
from quire.server.profile import Profile
from quire.server.word import WordBridge
from quire.server.wordside import word_side
from quire.workspace.files import Roots
from tests import node
from tests.conftest import Desk, connected
from tests.docx.specimen import docx
from tests.word.conftest import Word
from tests.word.host.host import Host

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator
    from pathlib import Path

    from anyio.abc import TaskGroup
    from anyio.from_thread import BlockingPortal
    from mcp.client import Client as McpClient
    from playwright.async_api import Browser, Page, Route
    from starlette.types import ASGIApp

    from quire.server.link import Link
    from quire.workspace.guests import Guest
    from tests.word.host.batch import Value

OFFICE = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js"
LIBRARY = node.MODULES / "@microsoft" / "office-js" / "dist" / "word-web-16.00.js"
BEHIND = node.FOLDER / "word" / "host" / "office.js"


class Service:
    """Word's side of a server, which can go and come back at the same address."""

    def __init__(self, tasks: TaskGroup, side: ASGIApp, certificates: Certificates) -> None:
        self._tasks = tasks
        self._side = side
        self._certificates = certificates
        self._port = 0
        self._scope = anyio.CancelScope()
        self._ended = anyio.Event()

    @property
    def url(self) -> str:
        return f"https://localhost:{self._port}"

    async def start(self) -> None:
        bound = app.bind("127.0.0.1", self._port)
        self._port = bound.getsockname()[1]
        self._tasks.start_soon(self._serve, bound)

    async def _serve(self, bound: socket.socket) -> None:
        self._ended = anyio.Event()
        with anyio.CancelScope() as self._scope:
            await app.serve_word(self._side, bound, self._certificates)
        self._ended.set()

    async def stop(self) -> None:
        self._scope.cancel()
        await self._ended.wait()


class Station:
    """A pane in a browser, the host behind it, and a client of the workspace that it is connected to."""

    def __init__(
        self,
        portal: BlockingPortal,
        agent: tuple[McpClient, Link],
        root: Path,
        bridge: WordBridge,
        service: Service,
        host: Host,
        page: Page,
    ) -> None:
        self._portal = portal
        self._agent = agent
        self._root = root
        self._bridge = bridge
        self.service = service
        self.host = host
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    @cached_property
    def desk(self) -> Desk:
        return Desk(self._portal, *self._agent, self._root, lambda: None)

    @property
    def label(self) -> str:
        """The window that the document is."""
        windows: list[dict[str, Any]] = self.desk.call("workspace_list_windows")
        return str(next(each["label"] for each in windows if each["label"].startswith("word-")))

    @property
    def guest(self) -> Guest:
        """The document as the server knows it."""
        return self._bridge.panes[0].guest

    def do(self, act: Any, *arguments: Any, **named: Any) -> Value:
        """Have something done where the browser is served."""

        async def done() -> Value:
            found = act(*arguments, **named)
            return await found if hasattr(found, "__await__") else found

        return self._portal.call(done)


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        await browser.close()


@asynccontextmanager
async def staged(folder: Path, portal: BlockingPortal, browser: Browser, **settings: Any) -> AsyncIterator[Station]:
    """A station of its own, with the document still to be opened; `settings` say which Word it is."""
    node.install()
    certificates, root, host = Certificates(folder / "word"), folder / "documents", Host(docx(""))
    certificates.make()
    root.mkdir()
    token = pane_secret("the token")
    async with (
        connected(folder / "home", Profile(roots=Roots((str(root),))), "tester") as agent,
        anyio.create_task_group() as tasks,
    ):
        bridge = WordBridge(agent[1], token, tasks)
        service = Service(tasks, word_side(bridge), certificates)
        await service.start()
        context = await browser.new_context(ignore_https_errors=True, viewport={"width": 340, "height": 720})
        page = await context.new_page()
        station = Station(portal, agent, root, bridge, service, host, page)
        await page.route(OFFICE, _library)
        await page.expose_function("hostAnswers", host.answer)
        await page.add_init_script(host.settings(**settings))
        await page.goto(f"{service.url}/word-addin/pane.html?key={token}")
        await page.locator("#state[data-state=connected]").wait_for()
        yield station
        await context.close()
        tasks.cancel_scope.cancel()


async def _library(route: Route) -> None:
    """What Microsoft's address would bring, and behind it what Word would."""
    await route.fulfill(body=f"{LIBRARY.read_text()}\n{BEHIND.read_text()}", content_type="text/javascript")


class LiveWord(Word):
    """A document in the hands of the host."""

    refuses = (*Word.refuses, "E_RUNTIME")  # an engine in the place of Word has refusals that Word does not

    def __init__(self, station: Station, data: bytes, name: str) -> None:
        del name  # all are what one window of Word shows
        super().__init__(station.desk)
        self._station = station
        self._label = station.label
        station.do(station.host.open, data)

    def call(self, tool: str, **arguments: Any) -> Any:
        self._station.do(self._station.host.turn)
        return super().call(tool, **{"windowId": self._label, **arguments})

    def refusal(self, tool: str, **arguments: Any) -> Any:
        return super().refusal(tool, **{"windowId": self._label, **arguments})

    def select_range(self, start: int, end: int) -> None:
        self._station.do(self._station.host.select, start, end)

    def range_of(self, text: str) -> str:
        """A rangeId for the first occurrence of a text, whatever it is that Word would find."""
        before = self._station.host.selection.place
        self.select(text)
        found: str = self.call("getSelection")["rangeId"]
        self.select_range(before.start, before.end)
        return found

    def undo(self) -> None:
        self._station.do(self._station.host.undo)

    def redo(self) -> None:
        self._station.do(self._station.host.redo)

    @property
    def revision(self) -> str:
        return str(hash(self.data()))

    def data(self) -> bytes:
        found: bytes = self._station.do(self._station.host.data)
        return found
