"""The HTTP side: who gets in, and what is there."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client

from quire.core.errors import FailureError
from quire.server import app
from quire.server.gate import Tickets, entry, ticket
from quire.server.home import Home
from quire.server.link import linked
from quire.server.profile import Profile
from quire.workspace.files import Roots

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

TOKEN = "the token"
INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
HEADERS = {"accept": "application/json, text/event-stream"}


@asynccontextmanager
async def serving(home: Path) -> AsyncIterator[str]:
    bound = app.bind("127.0.0.1", 0)
    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        web = app.Web(link, Profile(Roots((str(home),))), tasks, TOKEN, "127.0.0.1")
        tasks.start_soon(app.serve, web, bound)
        yield app.address(bound)
        tasks.cancel_scope.cancel()


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serving(tmp_path)) as address:
        yield address


def post(url: str, *, token: str | None = TOKEN, **headers: str) -> httpx2.Response:
    bearer = {"authorization": f"Bearer {token}"} if token else {}
    return httpx2.post(f"{url}/mcp", json=INITIALIZE, headers={**HEADERS, **bearer, **headers})


def test_no_answer_waits_for_an_acknowledgement() -> None:
    """Nagle's algorithm, with a client that delays its acknowledgements, would hold each answer back for 40 ms."""

    async def is_set() -> bool:
        answered = asyncio.get_running_loop().create_future()

        async def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            answered.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        bound = app.bind("127.0.0.1", 0)
        async with await asyncio.start_server(connected, sock=bound):
            _, writer = await asyncio.open_connection(*bound.getsockname())
            found = await answered
            writer.close()
        return bool(found)

    assert asyncio.run(is_set())


def test_with_the_token_a_client_gets_in(url: str) -> None:
    answer = post(url)
    assert answer.status_code == 200
    assert '"serverInfo"' in answer.text


def test_the_token_may_stand_in_the_address(url: str) -> None:
    assert httpx2.post(f"{url}/mcp", params={"token": TOKEN}, json=INITIALIZE, headers=HEADERS).status_code == 200
    assert httpx2.post(f"{url}/mcp", params={"token": "no"}, json=INITIALIZE, headers=HEADERS).status_code == 401


@pytest.mark.parametrize("token", [None, "", "wrong", TOKEN + "x"])
def test_without_the_token_nobody_gets_in(url: str, token: str | None) -> None:
    answer = post(url, token=token)
    assert answer.status_code == 401
    assert answer.json()["code"] == "E_PERMISSION"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::"])
def test_a_foreign_host_name_is_turned_away(url: str, host: str) -> None:
    assert post(url, host=host).status_code in (400, 421)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://localhost:3000", "http://[::"]
)
def test_a_foreign_page_is_turned_away(url: str, origin: str) -> None:
    assert post(url, origin=origin).status_code == 403


def test_a_page_of_this_machine_is_let_in(url: str) -> None:
    assert post(url, origin=url).status_code == 200


def test_a_body_that_is_too_large_is_refused(url: str) -> None:
    bearer = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    answer = httpx2.post(f"{url}/mcp", content=b" " * (app.MOST_BYTES + 1), headers={**HEADERS, **bearer}, timeout=30)
    assert answer.status_code == 413


def test_a_ticket_lets_a_browser_in_once(url: str) -> None:
    link = entry(url, TOKEN)
    with httpx2.Client(follow_redirects=True) as browser:
        page = browser.get(link)
        assert page.status_code == 200
        assert "<title>Quire</title>" in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert browser.get(url).status_code == 200
        assert browser.get(f"{url}/page/main.js").status_code == 200
        assert browser.post(f"{url}/mcp", json=INITIALIZE, headers=HEADERS).status_code == 401, "a cookie is no token"
    assert httpx2.get(link).status_code == 401
    assert httpx2.get(url).status_code == 401


def test_a_browser_that_is_not_known_is_told_what_to_do(url: str) -> None:
    for address in (url, f"{url}/enter?ticket=old"):
        told = httpx2.get(address, headers={"accept": "text/html,*/*"})
        assert told.status_code == 401
        assert told.headers["content-type"].startswith("text/plain")
        assert "Run 'quire open' in a terminal" in told.text


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(url: str) -> None:
    cookie = httpx2.get(entry(url, TOKEN)).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert TOKEN not in cookie


@pytest.mark.parametrize(
    "forged", ["", "x", "9999999999-x.00", ticket("another token")], ids=["", "x", "short", "other"]
)
def test_a_forged_ticket_is_worth_nothing(forged: str) -> None:
    assert Tickets(TOKEN).take(forged) is False


def test_an_old_ticket_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.server.gate.TICKET_SECONDS", -1)
    old = ticket(TOKEN)
    assert Tickets(TOKEN).take(old) is False


def test_without_the_cookie_no_part_of_the_page_is_given(url: str) -> None:
    for path in ("/", "/w/main", "/page/main.js", "/live/", "/proof/tab-1"):
        assert httpx2.get(f"{url}{path}").status_code == 401, path


@asynccontextmanager
async def _client(url: str, **options: Any) -> AsyncIterator[McpClient]:
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}, timeout=30) as http,
        McpClient(streamable_http_client(f"{url}/mcp", http_client=http), **options) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_tools_work_over_http_in_both_eras(url: str, mode: str) -> None:
    async def work() -> Any:
        async with _client(url, mode=mode) as client:
            await client.call_tool("document_set_content", {"content": "over HTTP"})
            return await client.call_tool("document_get_content", {})

    assert anyio.run(work).content[0].text == "over HTTP"


def test_a_taken_port_is_told_with_a_way_out() -> None:
    with app.bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(FailureError) as caught:
            app.bind("127.0.0.1", port)
    assert str(port) in caught.value.message
    assert f"--port {port + 1}" in caught.value.hint


def test_a_copy_is_handed_out_to_who_may_have_it(url: str) -> None:
    assert httpx2.get(f"{url}/export/tab-1/html").status_code == 401
    bearer = {"authorization": f"Bearer {TOKEN}"}
    refused = httpx2.get(f"{url}/export/tab-1/html", headers=bearer)
    assert refused.status_code == 409
    assert "There is no tab" in refused.json()["message"]
    assert httpx2.get(f"{url}/export/tab-1/exe", headers=bearer).json()["code"] == "E_INVALID_ARG"
