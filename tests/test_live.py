"""Pages, live: through a real socket to a real server."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import pytest
import socketio

from quire.core.author import Author
from quire.server import app
from quire.server.gate import COOKIE, page_secret
from quire.server.home import Home
from quire.server.link import Link, linked
from quire.server.profile import Profile
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests.patience import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.slow  # real sockets

TOKEN = "the token"
COOKIES = {"cookie": f"{COOKIE}={page_secret(TOKEN)}"}
AGENT = Client(Author("Bot", "agent"), Roots(()))


class Socket:
    """A page's socket, and what it heard."""

    def __init__(self) -> None:
        self.client = socketio.AsyncClient(reconnection=False)
        self.heard: list[tuple[str, Any]] = []
        for name in ("news", "desk"):
            self.client.on(name, lambda data, name=name: self.heard.append((name, data)))

    async def connect(self, url: str, **headers: str) -> None:
        await self.client.connect(url, {**COOKIES, **headers}, transports=["websocket"], socketio_path="live")

    async def ask(self, tool: str, key: str = "", **arguments: Any) -> Any:
        answer = await self.client.call("call", {"tool": tool, "arguments": arguments, "key": key})
        assert answer["ok"], answer
        return answer["data"]

    async def next(self, name: str) -> Any:
        """What it hears next of a kind."""
        await until(lambda: any(entry[0] == name for entry in self.heard))
        found = next(entry for entry in self.heard if entry[0] == name)
        self.heard.remove(found)
        return found[1]


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[tuple[str, Link]]:
    bound = app.bind("127.0.0.1", 0)
    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        web = app.Web(link, Profile(Roots((str(home),))), tasks, TOKEN, "127.0.0.1")
        tasks.start_soon(app.serve, web, bound)
        yield app.address(bound), link
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def pages(home: Path, count: int = 1) -> AsyncIterator[tuple[Link, list[Socket]]]:
    async with served(home) as (url, link):
        found = [Socket() for _ in range(count)]
        for page in found:
            await page.connect(url)
        try:
            yield link, found
        finally:
            for page in found:
                await page.client.disconnect()


async def active(page: Socket) -> str:
    found: str = (await page.ask("page_desk"))["windows"][0]["active"]
    return found


def test_a_page_hears_what_others_do_to_its_document(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pages(tmp_path, 2) as (link, (one, other)):
            tab = await active(one)
            for page in (one, other):
                opened = await page.client.call("watch", tab)
                assert opened["data"]["revision"] == 0
            await one.ask("page_type", document=tab, revision=0, origin="one", updates=[[[0, "Hello 😀"]]])
            for page in (one, other):
                news = await page.next("news")
                assert news["updates"] == [{"revision": 1, "origin": "one", "changes": [[0, "Hello 😀"]]}]
            await link.call(AGENT, "selection_set", {"from": 0, "to": 5})
            await link.call(AGENT, "selection_replace", {"text": "Bye"})
            for page in (one, other):
                (suggestion,) = (await page.next("news"))["suggestions"]
                assert suggestion["proposed"] == "Bye"

    anyio.run(scenario)


@pytest.mark.slow
def test_a_page_hears_what_happens_in_another_process_and_when_the_host_changes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with linked(Home(tmp_path)) as other, linked(Home(tmp_path)) as host:
            await host.connect()
            async with pages(tmp_path) as (_, (page,)):
                tab = await active(page)
                await page.client.call("watch", tab)
                await other.call(AGENT, "document_set_content", {"content": "x"})
                assert (await page.next("news"))["updates"][0]["changes"] == [[0, "x"]]
                await host.close()
                await other.call(AGENT, "document_insert_at_position", {"text": "y", "position": 1})
                assert (await page.next("news"))["suggestions"][0]["proposed"] == "y"

    anyio.run(scenario)


def test_a_page_hears_of_tabs_and_agents(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pages(tmp_path) as (link, (page,)):
            await link.call(AGENT, "workspace_new_document", {"title": "New"})
            desk = await page.next("desk")
            assert [tab["title"] for tab in desk["windows"][0]["tabs"]] == ["Untitled-1", "New"]
            assert desk["agents"][0]["name"] == "Bot"

    anyio.run(scenario)


def test_a_page_hears_nothing_of_documents_that_it_does_not_show(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pages(tmp_path) as (_, (page,)):
            first = await active(page)
            await page.client.call("watch", first)
            second = (await page.ask("workspace_new_document"))["tabId"]
            await page.client.call("watch", second)
            await page.ask("page_type", document=first, revision=0, origin="one", updates=[[[0, "x"]]])
            await page.ask("page_type", document=second, revision=0, origin="one", updates=[[[0, "y"]]])
            assert (await page.next("news"))["document"] == second
            assert not [data for name, data in page.heard if name == "news"]

    anyio.run(scenario)


def test_a_call_that_is_repeated_under_its_key_is_carried_out_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pages(tmp_path) as (_, (page,)):
            tab = await active(page)
            for _ in range(2):
                await page.ask("page_type", "one:1", document=tab, revision=0, origin="one", updates=[[[0, "x"]]])
            assert (await page.client.call("watch", tab))["data"]["text"] == "x"

    anyio.run(scenario)


@pytest.mark.parametrize("data", [None, {}, {"tool": "x"}, {"tool": 1, "arguments": {}}, "x"])
def test_what_is_no_call_is_refused(tmp_path: Path, data: object) -> None:
    async def scenario() -> Any:
        async with pages(tmp_path) as (_, (page,)):
            return await page.client.call("call", data)

    assert anyio.run(scenario)["code"] == "E_INVALID_ARG"


def test_a_document_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async def scenario() -> Any:
        async with pages(tmp_path) as (_, (page,)):
            return [await page.client.call("watch", name) for name in ("nothing", None, 1)]

    assert [answer["code"] for answer in anyio.run(scenario)] == ["E_NOT_FOUND", "E_INVALID_ARG", "E_INVALID_ARG"]


UPGRADE = {
    "connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
    "sec-websocket-key": "c2l4dGVlbi1sZXR0ZXJzIQ==",
}  # fmt: skip


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 101),
        ({"cookie": ""}, 403),
        ({"cookie": f"{COOKIE}=forged"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"host": "evil.example"}, 403),
    ],
)
def test_the_socket_is_behind_the_gate(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    async def scenario() -> int:
        async with (
            served(tmp_path) as (url, _),
            httpx2.AsyncClient(headers={**UPGRADE, **COOKIES, **headers}) as client,
        ):
            address = f"{url}/live/?EIO=4&transport=websocket"
            async with client.stream("GET", address) as answer:
                return answer.status_code

    assert anyio.run(scenario) == status
