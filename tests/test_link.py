"""Several processes, one workspace: the first hosts it, the others hand their calls on."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from quire.core.author import Author
from quire.server.engine import Engine
from quire.server.home import Address, Home
from quire.server.host import MOST_STRANGERS
from quire.server.link import linked
from quire.server.relay import Relay
from quire.server.wire import LostError
from quire.tools import resources
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests.patience import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk

CLIENT = Client(Author("tester", "agent"), Roots(("/nowhere",)))


async def text_of(link: Any) -> str:
    found: str = (await link.call(CLIENT, "document_get_content", {})).text
    return found


def test_two_clients_see_the_same_documents(open_desk: Callable[..., Desk]) -> None:
    first, second = open_desk("first"), open_desk("second")
    first.document("shared")
    assert second.text == "shared"
    identifier = second.suggest(0, 6, "SHARED")
    assert first.call("suggestion_list")["suggestions"][0]["author"] == "second"
    first.call("suggestion_accept", suggestionId=identifier)
    assert second.text == "SHARED"


def test_each_client_keeps_what_it_was_granted(open_desk: Callable[..., Desk]) -> None:
    host = open_desk()
    reader = open_desk(read_only=True, toolsets=("document", "workspace"))
    assert reader.refusal("document_set_content", content="x").code == "E_PERMISSION"
    assert "tabs_list" not in reader.tools
    host.call("document_set_content", content="x")
    assert reader.text == "x"


def test_a_refusal_travels_whole(open_desk: Callable[..., Desk]) -> None:
    host, relay = open_desk(), open_desk()
    wrong = {"windowId": "gone"}
    one, other = host.refusal("document_get_content", **wrong), relay.refusal("document_get_content", **wrong)
    assert (one.code, one.message, one.hint) == (other.code, other.message, other.hint)
    with pytest.raises(Exception, match="no resource"):
        relay.resource("vmark://none")


def test_large_texts_travel(open_desk: Callable[..., Desk]) -> None:
    host, relay = open_desk(), open_desk()
    text = "漢字 and 😀\r\n" * 100_000
    relay.call("document_set_content", content=text)
    assert host.text == relay.text == text


@pytest.mark.process
def test_word_documents_are_loaded_when_nobody_waits(tmp_path: Path) -> None:
    program = """
import sys, anyio
from pathlib import Path
from quire.server import host
from quire.server.home import Home
from quire.server.link import linked
from quire.tools import registry

WORD = "quire.formats.docx.document"

async def main():
    host.READY_SECONDS = 0.3
    async with linked(Home(Path(sys.argv[1]))) as link:
        await link.connect()
        registry.tools()
        assert WORD not in sys.modules
        with anyio.fail_after(30):
            while not hasattr(sys.modules.get("quire.formats.translation"), "markdown"):
                await anyio.sleep(0.01)
        print(WORD in sys.modules)

anyio.run(main)
"""
    told = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False)
    assert told.stdout == "True\n", told.stderr


def test_when_the_host_ends_the_next_call_goes_on(tmp_path: Path) -> None:
    async def scenario() -> tuple[str, bool]:
        async with linked(Home(tmp_path)) as survivor:
            async with linked(Home(tmp_path)) as host:
                await host.call(CLIENT, "document_set_content", {"content": "kept"})
                assert await text_of(survivor) == "kept"
                assert survivor.host is None
            return await text_of(survivor), survivor.host is not None

    assert anyio.run(scenario) == ("kept", True)


def test_calls_at_the_moment_of_the_hosts_end_are_carried_out_once(tmp_path: Path) -> None:
    async def scenario() -> str:
        async with linked(Home(tmp_path)) as survivor:
            async with linked(Home(tmp_path)) as host:
                await text_of(host)
                await text_of(survivor)
                async with anyio.create_task_group() as tasks:
                    for number in range(50):
                        tasks.start_soon(survivor.call, CLIENT, "workspace_new_document", {"title": f"<{number}>"})
                    await anyio.sleep(0.02)
                    await host.close()
            return (await survivor.call(CLIENT, "tabs_list", {})).text

    titles = [tab["title"] for tab in json.loads(anyio.run(scenario))]
    assert sorted(titles[1:]) == sorted(f"<{number}>" for number in range(50))


def test_changes_are_told_across_processes(tmp_path: Path) -> None:
    async def scenario() -> list[str]:
        heard: list[str] = []
        async with linked(Home(tmp_path)) as host, linked(Home(tmp_path)) as relay:
            await host.connect()
            await relay.connect()
            relay.listen(heard.extend)
            await host.call(CLIENT, "document_set_content", {"content": "x"})
            await until(lambda: len(heard) > 1)
        return heard

    outline, metadata, *internal = anyio.run(scenario)
    assert (outline, metadata) == ("vmark://document/outline", "vmark://document/metadata")
    assert all(uri.startswith(resources.INTERNAL) for uri in internal)


class Impostor:
    """A foreign program on the port that a dead host left in its address; it keeps what it is told."""

    def __init__(self, says: bytes) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._says = says
        self.heard = b""
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection:
            connection.sendall(self._says)
            connection.settimeout(0.5)
            with suppress(TimeoutError):
                self.heard = connection.recv(10_000)

    def close(self) -> None:
        self._thread.join()
        self._socket.close()


GREETING = json.dumps({"quire": 1, "version": "1", "challenge": "00"}).encode()


@pytest.mark.parametrize(
    "says", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", len(GREETING).to_bytes(4, "big") + GREETING]
)
def test_a_foreign_program_on_the_hosts_old_port_learns_no_secret(tmp_path: Path, says: bytes) -> None:
    home, impostor = Home(tmp_path), Impostor(says)
    token = home.token

    async def scenario() -> None:
        async with anyio.create_task_group() as tasks:
            with pytest.raises(LostError):
                await Relay.connect(Address(impostor.port, 1, "1"), token, tasks, lambda _: None)

    anyio.run(scenario)
    impostor.close()
    assert token.encode() not in impostor.heard


def test_who_comes_while_a_host_ends_is_not_left_unheard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        loop, comer = asyncio.get_running_loop(), socket.socket()
        async with linked(Home(tmp_path)) as link:
            await link.connect()
            address = Home(tmp_path).address()
            assert link.host is not None
            assert address is not None
            come = partial(comer.connect, ("127.0.0.1", address.port))

            def close(engine: Engine) -> None:
                """Someone comes just when the host is told that this is done."""
                monkeypatch.setattr(Engine, "close", shut)
                shut(engine)
                loop.call_soon_threadsafe(time.sleep, 0.2)
                threading.Timer(0.1, loop.call_soon_threadsafe, [come]).start()

            shut = Engine.close
            monkeypatch.setattr(Engine, "close", close)
            await link.close()
            with comer, suppress(ConnectionResetError):
                comer.settimeout(2)
                assert await anyio.to_thread.run_sync(comer.recv, 1) == b""

    anyio.run(scenario)
    assert not caplog.records


def test_a_stale_address_of_a_dead_host_is_of_no_account(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.announce(Address(port=1, pid=1, version="0"))

    async def scenario() -> bool:
        async with linked(home) as link:
            await text_of(link)
            return link.host is not None

    assert anyio.run(scenario) is True


def test_a_wrong_token_is_turned_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with linked(Home(tmp_path)) as link, anyio.create_task_group() as tasks:
            await link.connect()
            address = Home(tmp_path).address()
            assert address is not None
            with pytest.raises(LostError):
                await Relay.connect(address, "wrong", tasks, lambda _: None)
            assert await text_of(link) == ""

    anyio.run(scenario)


def test_a_home_that_cannot_be_used_is_an_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    async def scenario() -> str:
        async with linked(Home(tmp_path / "file" / "home")) as link:
            return (await link.call(CLIENT, "document_get_content", {})).text

    answer = json.loads(anyio.run(scenario))
    assert answer["code"] == "E_RUNTIME"
    assert "QUIRE_HOME" in answer["hint"]


def test_the_token_is_for_the_owner_only(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert home.token == Home(tmp_path / "home").token
    assert (tmp_path / "home" / "token").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "sent", [b"[]", b'{"proof": "\xc3\xa9", "challenge": 1}', b"[" * 4000, b"\xff", b"{}", b" " * 5000]
)
def test_a_stranger_cannot_disturb_the_host(tmp_path: Path, sent: bytes) -> None:
    async def scenario() -> str:
        async with linked(Home(tmp_path)) as link:
            await link.connect()
            address = Home(tmp_path).address()
            assert address is not None
            async with await anyio.connect_tcp("127.0.0.1", address.port) as stream:
                await stream.receive()
                await stream.send(len(sent).to_bytes(4, "big") + sent)
                with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                    await stream.receive()
            return await text_of(link)

    assert anyio.run(scenario) == ""


@pytest.mark.parametrize("trouble", ["no more files", "no more strangers"])
def test_strangers_without_number_do_not_end_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    monkeypatch.setattr("quire.server.host.ROOM_SECONDS", 0.01)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def scenario() -> str:
        async with linked(Home(tmp_path)) as link, linked(Home(tmp_path)) as other:
            await link.connect()
            address = Home(tmp_path).address()
            assert address is not None
            with ExitStack() as crowd:
                for _ in range(2 * MOST_STRANGERS):
                    crowd.enter_context(socket.create_connection(("127.0.0.1", address.port)))
                if trouble == "no more files":
                    opened = len(list(Path("/proc/self/fd").iterdir()))
                    resource.setrlimit(resource.RLIMIT_NOFILE, (opened - 1 + MOST_STRANGERS // 2, before[1]))
                await anyio.sleep(0.2)
                await link.call(CLIENT, "document_set_content", {"content": "answered"})
                resource.setrlimit(resource.RLIMIT_NOFILE, before)
            return await text_of(other)

    try:
        assert anyio.run(scenario) == "answered"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_token_whose_writing_was_cut_off_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("")
    assert len(Home(tmp_path).token) > 20
    assert Home(tmp_path).token == Home(tmp_path).token


def test_a_full_disk_does_not_end_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.server.host.TIDY_SECONDS", 0.01)

    async def scenario() -> str:
        async with linked(Home(tmp_path)) as link:
            await link.call(CLIENT, "document_set_content", {"content": "before"})
            assert link.host is not None
            link.host._engine._journal._connection.execute("PRAGMA query_only = ON")
            await link.call(CLIENT, "document_insert_at_position", {"text": "x", "position": 0})
            await anyio.sleep(0.1)
            return await text_of(link)

    assert anyio.run(scenario) == "before"
