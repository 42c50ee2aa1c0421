"""When the host ends, another process takes its place: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import pytest

from quire.core.errors import FailureError
from quire.server import app
from tests.heavy.agent import Agent, RefusedError, told
from tests.heavy.conftest import Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.heavy

HOST_KILLS = 60
HOST_DEPARTURES = 20
MOST_AT_ONCE = 8
STOPPED_SECONDS = 25.0
LONG_TEXT = 3_000_000


# Hosts that end while others edit


@dataclass
class Team:
    """Clients of one workspace that all write tokens into one document."""

    site: Site
    chance: Random
    tab: str = ""
    members: list[Agent] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    count: int = 0

    def gather(self, size: int) -> None:
        """Let processes in until the team has its size."""
        while len(self.members) < size:
            self.members.append(self.site.enter())

    def dismiss(self) -> None:
        for member in self.members:
            member.kill()

    def open_document(self) -> None:
        self.tab = self.members[0].call("workspace_new_document")["tabId"]

    @property
    def host(self) -> Agent:
        pid = json.loads((self.site.home / "host.json").read_text())["pid"]
        return next(member for member in self.members if member.pid == pid)

    def write(self, member: Agent) -> dict[int, str]:
        """Begin a few insertions; their tokens by the numbers of the calls."""
        begun = {}
        for _ in range(self.chance.randint(1, MOST_AT_ONCE)):
            self.count += 1
            token = f"[{self.count}]"
            begun[member.begin("document_insert_at_position", text=token, position=0, windowId=self.tab)] = token
        return begun

    def lose_host(self, way: Literal["kill", "leave"]) -> None:
        """Have the host end while everyone writes. The others' calls are answered; its own may or may not be."""
        host = self.host
        begun = [(member, self.write(member)) for member in self.members]
        time.sleep(self.chance.uniform(0, self.chance.choice([0.0, 0.01, 0.05])))
        if way == "kill":
            host.kill()
        else:
            host.leave()
        self.members.remove(host)
        for member, tokens in begun:
            for number, token in tokens.items():
                if member is host and not _is_success(host.answered(number)):
                    self.unsure.add(token)
                else:
                    member.answer(number)
                    self.answered.add(token)

    def check(self) -> None:
        """Every answered token is there once, every other at most once, and nothing else."""
        text = self.members[0].call("document_get_content", windowId=self.tab)
        tokens = [f"{part}]" for part in text.split("]")[:-1]]
        assert "".join(tokens) == text
        assert len(tokens) == len(set(tokens)), "something was done twice"
        assert self.answered <= set(tokens), "something that was answered is lost"
        assert set(tokens) <= self.answered | self.unsure, "something came from nowhere"


def _is_success(answer: dict[str, Any] | None) -> bool:
    """Whether a call was answered. A process whose client hangs up answers what is under way with an error."""
    return answer is not None and "result" in answer


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize(("way", "times"), [("kill", HOST_KILLS), ("leave", HOST_DEPARTURES)])
def test_every_edit_is_carried_out_once_whatever_becomes_of_the_host(
    site: Site, chance: Random, size: int, way: Literal["kill", "leave"], times: int
) -> None:
    site.run("settings", "staging", "auto-approve")
    team = Team(site, chance)
    with ExitStack() as stack:
        stack.callback(team.dismiss)
        team.gather(size)
        team.open_document()
        for _ in range(times):
            team.lose_host(way)
            team.check()
            team.gather(size)
        team.check()


def test_a_save_under_way_when_the_host_is_killed_succeeds_with_the_next(site: Site, chance: Random) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(site.enter())
        host.call("tabs_list")
        for number in range(30):
            relay = stack.enter_context(site.enter())
            title = f"{number}.md"
            tab = relay.call("workspace_new_document", title=title)["tabId"]
            relay.call("document_set_content", content=title, windowId=tab)
            saving = relay.begin("workspace_save_document_as", path=title, windowId=tab)
            time.sleep(chance.uniform(0, 0.012))
            host.kill()
            relay.answer(saving)
            assert (site.root / title).read_text() == title
            host = relay


# What a host leaves behind


def _announce(home: Path, port: int, pid: int) -> None:
    """Say that a host listens at a port, as a host that was killed has said."""
    home.mkdir(exist_ok=True)
    (home / "host.json").write_text(json.dumps({"port": port, "pid": pid, "version": "0.1.0", "url": None}))


def _unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def test_the_address_of_a_host_that_is_gone_holds_nobody_up(site: Site) -> None:
    _announce(site.home, _unused_port(), 2**22 - 1)
    with site.enter() as agent:
        assert len(agent.call("tabs_list")) == 1
        assert json.loads((site.home / "host.json").read_text())["pid"] == agent.pid


def test_a_process_that_has_the_id_of_a_former_host_is_left_alone(site: Site) -> None:
    _announce(site.home, _unused_port(), os.getpid())
    with site.enter() as agent:
        assert len(agent.call("tabs_list")) == 1
        assert json.loads((site.home / "host.json").read_text())["pid"] == agent.pid


def test_a_port_that_one_process_has_taken_is_refused_to_another_before_it_serves_there() -> None:
    with app.bind("127.0.0.1", 0) as taken, pytest.raises(FailureError):
        app.bind("127.0.0.1", taken.getsockname()[1]).close()


def test_a_token_whose_writer_was_killed_before_it_wrote_is_made_anew(site: Site) -> None:
    site.home.mkdir()
    (site.home / "token").touch()
    with site.enter() as agent:
        agent.answer(agent.begin("tabs_list"), seconds=10)
        assert (site.home / "token").read_text()


# Strangers at the host's port


def _frame(message: object) -> bytes:
    data = json.dumps(message).encode()
    return len(data).to_bytes(4, "big") + data


GREETINGS = {
    "silence": b"",
    "a banner": b"220 mail.example.org ESMTP\r\n",
    "a web server": b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
    "noughts": b"\0" * 64,
    "a list": _frame([1]),
    "a number": _frame(7),
    "half a frame": _frame({"quire": 1})[:-3],
    "an object": _frame({"hello": "world"}),
    "a false proof": _frame({"quire": 1, "version": "0.1.0", "challenge": "00"}) + _frame({"proof": "00"}),
    "a proof that is no text": _frame({"quire": 1, "version": "0.1.0", "challenge": 0}) + _frame({"proof": "é"}),
}


class Stranger:
    """A program of somebody else's that got the port of a former host."""

    def __init__(self, greeting: bytes) -> None:
        self._greeting = greeting
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self.heard = b""
        self.visits = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = self._server.accept()
                self.visits += 1
                threading.Thread(target=self._hear, args=(visitor,), daemon=True).start()

    def _hear(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError):
            visitor.sendall(self._greeting)
            while data := visitor.recv(4096):
                self.heard += data


@contextmanager
def _lock_held(home: Path) -> Iterator[None]:
    """The state between two moments of a new host: it has the lock, and has not yet said where it listens."""
    handle = os.open(home / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_stranger_at_the_former_hosts_port_is_not_taken_for_the_host(site: Site, greeting: str) -> None:
    stranger = Stranger(GREETINGS[greeting])
    _announce(site.home, stranger.port, os.getpid())
    try:
        with site.enter() as agent:
            agent.answer(agent.begin("tabs_list"), seconds=5)
            assert json.loads((site.home / "host.json").read_text())["pid"] == agent.pid
    finally:
        stranger.close()
    assert not stranger.visits, "the lock says who is the host"


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_stranger_met_while_the_next_host_starts_learns_nothing_and_harms_nothing(site: Site, greeting: str) -> None:
    stranger = Stranger(GREETINGS[greeting])
    _announce(site.home, stranger.port, os.getpid())
    try:
        with _lock_held(site.home):
            agent = site.enter()
            listing = agent.begin("tabs_list")
            time.sleep(1)
        with agent:
            assert len(agent.answer(listing, seconds=15)) == 1
    finally:
        stranger.close()
    assert stranger.visits, "this was meant to be tried"
    assert (site.home / "token").read_bytes() not in stranger.heard


def test_the_host_of_another_workspace_at_the_former_hosts_port_is_not_taken_for_ours(site: Site) -> None:
    other = Site(site.zygote, site.folder / "other")
    other.root.mkdir(parents=True)
    with other.enter() as foreign:
        foreign.call("workspace_new_document", title="theirs")
        theirs = json.loads((other.home / "host.json").read_text())
        _announce(site.home, theirs["port"], theirs["pid"])
        with _lock_held(site.home):
            agent = site.enter()
            listing = agent.begin("tabs_list")
            time.sleep(1)
        with agent:
            assert [tab["title"] for tab in agent.answer(listing, seconds=15)] == ["Untitled-1"]


@pytest.mark.parametrize("knock", [*GREETINGS.values(), _frame({"proof": "é", "challenge": "00"})])
def test_a_stranger_who_knocks_at_the_hosts_port_harms_nothing(site: Site, knock: bytes) -> None:
    with site.enter() as host, site.enter() as relay:
        host.call("tabs_list")
        relay.call("tabs_list")
        port = json.loads((site.home / "host.json").read_text())["port"]
        with socket.create_connection(("127.0.0.1", port)) as visitor:
            visitor.sendall(knock)
            time.sleep(0.2)
            assert len(host.call("tabs_list")) == 1
            assert len(relay.call("tabs_list")) == 1


# Hosts that do not answer


def _refusal(agent: Agent, number: int) -> dict[str, Any]:
    """The error that a call is answered with, in time and in the words of a tool."""
    answer = agent.wait_for(number, STOPPED_SECONDS)
    assert "result" in answer, f"an error of the protocol says little to a model: {answer}"
    with pytest.raises(RefusedError):
        told(answer)
    found: dict[str, Any] = answer["result"]["structuredContent"]
    assert found["hint"]
    return found


def test_a_call_to_a_host_that_is_stopped_ends_in_an_error_and_works_once_it_goes_on(site: Site) -> None:
    with site.enter() as host, site.enter() as relay:
        host.call("tabs_list")
        relay.call("tabs_list")
        host.signal(signal.SIGSTOP)
        assert _refusal(relay, relay.begin("tabs_list"))["code"] in ("E_RUNTIME", "E_TIMEOUT")
        host.signal(signal.SIGCONT)
        assert len(relay.call("tabs_list")) == 1


def test_a_process_that_meets_a_stopped_host_at_its_start_says_so_and_works_once_it_goes_on(site: Site) -> None:
    with site.enter() as host:
        host.call("tabs_list")
        host.signal(signal.SIGSTOP)
        with site.enter() as relay:
            assert _refusal(relay, relay.begin("tabs_list"))["code"] in ("E_RUNTIME", "E_TIMEOUT")
            host.signal(signal.SIGCONT)
            assert len(relay.call("tabs_list")) == 1


def test_a_stopped_host_that_is_killed_at_last_is_replaced(site: Site) -> None:
    with site.enter() as host, site.enter() as relay:
        host.call("tabs_list")
        relay.call("tabs_list")
        host.signal(signal.SIGSTOP)
        listing = relay.begin("tabs_list")
        time.sleep(1)
        host.kill()
        assert len(relay.answer(listing, seconds=10)) == 1


def test_a_client_that_is_stopped_holds_nobody_up(site: Site) -> None:
    site.run("settings", "staging", "auto-approve")
    with site.enter() as host, site.enter() as sleeper:
        host.call("document_insert_at_cursor", text="x" * LONG_TEXT)
        sleeper.call("tabs_list")
        for _ in range(8):  # more than the connection holds while nobody reads
            sleeper.begin("document_get_content")
        time.sleep(0.05)
        sleeper.signal(signal.SIGSTOP)
        for _ in range(20):
            host.answer(host.begin("document_insert_at_cursor", text="y"), seconds=20)
