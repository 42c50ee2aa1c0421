"""Clients that read slowly, say half of it, say too much, or go in the midst: everyone else is served as before."""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from tests.heavy.load import Served, serving
from tests.test_app import HEADERS, INITIALIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.heavy.agent import Agent
    from tests.heavy.conftest import Site

pytestmark = pytest.mark.heavy

LONG_TEXT = "one two " * 250_000
PATIENCE_SECONDS = 10.0
"""What others may have to wait on a machine that has other things to do; without fairness it is minutes."""


def test_a_client_that_asks_and_never_reads_takes_neither_memory_nor_time_of_others(site: Site) -> None:
    site.run("settings", "staging", "auto-approve")
    with site.enter() as hostile, site.enter() as honest:
        honest.call("document_set_content", content=LONG_TEXT)
        before = _memory(hostile.pid)
        _flood(hostile, seconds=8.0)
        begin = time.monotonic()
        honest.call("document_insert_at_position", text="x", position=0)
        assert time.monotonic() - begin < PATIENCE_SECONDS
        assert _memory(hostile.pid) - before < 64 * len(LONG_TEXT)


def _flood(agent: Agent, seconds: float) -> None:
    """Ask for the long text again and again, as fast as it is taken."""
    os.set_blocking(agent._in, False)
    asked = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "document_get_content", "arguments": {}}}
    number, left, end = 100, b"", time.monotonic() + seconds
    while time.monotonic() < end and number < 1000:
        if not left:
            number += 1
            left = json.dumps({**asked, "id": number}).encode() + b"\n"
        with suppress(BlockingIOError):
            left = left[os.write(agent._in, left) :]
            continue
        time.sleep(0.01)


def _memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Honest:
    """A client over HTTP as it should be."""

    def __init__(self, stack: ExitStack, served: Served) -> None:
        headers = {**HEADERS, "authorization": f"Bearer {served.token}"}
        self._http = stack.enter_context(httpx2.Client(headers=headers, timeout=6 * PATIENCE_SECONDS))
        self._url = served.url
        self.session = self._http.post(self._url, json=INITIALIZE).headers["mcp-session-id"]
        self._http.headers["mcp-session-id"] = self.session

    def call(self, tool: str, **arguments: Any) -> None:
        asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer = self._http.post(self._url, json=asked)
        assert answer.status_code == 200
        assert '"isError":false' in answer.text


def _request(served: Served, session: str, method: str = "tools/list", **parameters: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {_place(served)[0]}\r\nAuthorization: Bearer {served.token}\r\n"
        f"Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
        f"Mcp-Session-Id: {session}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _place(served: Served) -> tuple[str, int]:
    host, _, port = served.url.removeprefix("http://").removesuffix("/mcp").partition(":")
    return host, int(port)


def _connected(crowd: ExitStack, served: Served) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.settimeout(PATIENCE_SECONDS)
    connection.connect(_place(served))
    return crowd.enter_context(connection)


def _slow_readers(crowd: ExitStack, served: Served, session: str) -> None:
    """They want the long text and take a byte of it now and then."""
    asked = _request(served, session, "tools/call", name="document_get_content", arguments={})
    for _ in range(20):
        reader = _connected(crowd, served)
        reader.sendall(asked)
        reader.recv(1)


def _half_requests(crowd: ExitStack, served: Served, session: str) -> None:
    asked = _request(served, session)
    for number in range(100):
        _connected(crowd, served).sendall(asked[: number * len(asked) // 100])


def _floods(crowd: ExitStack, served: Served, session: str) -> None:
    """Thousands of requests on one connection, of which no answer is read."""
    sender = _connected(crowd, served)
    sender.settimeout(3.0)
    with suppress(TimeoutError, ConnectionError):
        sender.sendall(_request(served, session) * 3000)


def _monsters(crowd: ExitStack, served: Served, _session: str) -> None:
    """A header and a body without end."""
    for piece in (
        b"GET / HTTP/1.1\r\nX: ",
        b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ):
        sender = _connected(crowd, served)
        with suppress(TimeoutError, ConnectionError):
            sender.sendall(piece)
            for _ in range(100):
                sender.sendall(b"100000\r\n" + b"x" * (1 << 20) + b"\r\n")


def _leavers(_: ExitStack, served: Served, session: str) -> None:
    """They ask, and are gone before the answer comes."""
    for _number in range(100):
        with ExitStack() as own:
            _connected(own, served).sendall(_request(served, session, "tools/call", name="tabs_list", arguments={}))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.mark.parametrize("crowd_of", [_slow_readers, _half_requests, _floods, _monsters, _leavers])
def test_others_are_served_whatever_some_do(served: Served, crowd_of: Callable[[ExitStack, Served, str], None]) -> None:
    with ExitStack() as crowd:
        honest = Honest(crowd, served)
        honest.call("workspace_new_document")
        honest.call("document_set_content", content=LONG_TEXT)
        before = served.memory
        crowd_of(crowd, served, Honest(crowd, served).session)
        begin = time.monotonic()
        honest.call("document_insert_at_position", text="x", position=0)
        assert time.monotonic() - begin < PATIENCE_SECONDS
        assert served.memory - before < 256 << 20
