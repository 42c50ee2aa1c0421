"""Wrong messages at the doors of a server: each request is answered, and whoever comes next is served."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx2
from anyio.from_thread import start_blocking_portal

from tests.fuzz.messages import is_request, letters, message
from tests.fuzz.subject import FaultError, leaves
from tests.test_app import HEADERS, INITIALIZE, TOKEN, serving

if TYPE_CHECKING:
    from tests.fuzz.rounds import Found

MESSAGES = 150
BURST = 25
SECONDS = 40.0
"""What no answer may need, on a machine that has other things to do."""
HONEST = {"name": "get_capabilities", "arguments": {}}


def messages(seed: int, found: Found) -> None:
    """One server, many messages."""
    chance = Random(seed)
    way = chance.choice((_over_pipes, _over_http))
    with tempfile.TemporaryDirectory() as folder:
        try:
            way(Path(folder), chance, found)
        except* FaultError as faults:
            found.faults += [f"--seed {seed}: {way.__name__.strip('_')}: {fault}" for fault in leaves(faults)]


# Over pipes


class Pipes:
    """A `quire mcp` process, and what it wrote."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "stderr.txt"
        environment = {**os.environ, "QUIRE_HOME": str(folder / "home")}
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "quire", "mcp", "--root", str(folder)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment,
            )  # fmt: skip
        self._lines: queue.Queue[bytes] = queue.Queue()
        self.answered: set[str] = set()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data.replace(b"\n", b" ").replace(b"\r", b" ") + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise FaultError("the process is gone") from error

    def wait_for(self, number: str) -> dict[str, Any]:
        """The answer to a request."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                line = self._lines.get(timeout=1)
            except queue.Empty:
                continue
            if not line:
                raise FaultError("the process has ended")
            told = json.loads(line)
            if not isinstance(told, dict) or told.get("jsonrpc") != "2.0":
                raise FaultError(f"this is no message: {line[:200]!r}")
            if "method" not in told:
                self.answered.add(str(told.get("id")))
                if str(told.get("id")) == number:
                    return told
        raise FaultError(f"{number} was not answered")

    def ask(self, number: str, method: str, parameters: dict[str, Any]) -> None:
        """Ask as one should, and be answered."""
        self.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}).encode())
        told = self.wait_for(number)
        if "result" not in told:
            raise FaultError(f"an honest {method} is answered with {told}")

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()


def _over_pipes(folder: Path, chance: Random, found: Found) -> None:
    pipes = Pipes(folder)
    try:
        asked: set[str] = set()
        if chance.random() < 0.3:  # first the wrong ones, then the greeting
            _burst(pipes, chance, found, 0)
        _greet(pipes)
        for start in range(BURST, MESSAGES, BURST):
            asked |= _burst(pipes, chance, found, start)
            pipes.ask(f"honest-{start}", "tools/call", HONEST)
        for number in sorted(asked - pipes.answered):
            pipes.wait_for(number)
        if "Traceback" in (written := pipes.log.read_text(errors="replace")):
            raise FaultError(f"the log holds {written[written.index('Traceback') :][-1500:]}")
    finally:
        pipes.end()


def _greet(pipes: Pipes) -> None:
    pipes.ask("greeting", "initialize", INITIALIZE["params"])  # type: ignore[arg-type]
    pipes.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode())


def _burst(pipes: Pipes, chance: Random, found: Found, start: int) -> set[str]:
    """Send some wrong messages; the numbers of those that are to be answered."""
    asked = set()
    for number in range(start, start + BURST):
        made = message(chance, number)
        data = letters(made, chance)
        pipes.send(data)
        found.calls += 1
        if is_request(made) and data == json.dumps(made).encode():
            asked.add(str(made["id"]))
    return asked


# Over HTTP


def _over_http(folder: Path, chance: Random, found: Found) -> None:
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(folder)) as url,
        httpx2.Client(headers={**HEADERS, "authorization": f"Bearer {TOKEN}"}, timeout=SECONDS) as http,
    ):
        for number in range(MESSAGES):
            found.calls += 1
            found.refused += _post(http, f"{url}/mcp", number, chance)
        _ask(f"{url}/mcp")


def _ask(url: str) -> None:
    """Ask as one should, and be answered."""
    with httpx2.Client(headers={**HEADERS, "authorization": f"Bearer {TOKEN}"}, timeout=SECONDS) as http:
        http.headers["mcp-session-id"] = http.post(url, json=INITIALIZE).headers["mcp-session-id"]
        told = http.post(url, json={"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": HONEST})
        if told.status_code != 200 or '"isError":false' not in told.text:
            raise FaultError(f"an honest call is answered with {told.status_code} {told.text[:300]}")


def _post(http: httpx2.Client, url: str, number: int, chance: Random) -> bool:
    """Send a wrong message in a request that may be wrong too; whether it was refused."""
    if "mcp-session-id" not in http.headers and chance.random() < 0.3:
        answer = http.post(url, json=INITIALIZE)
        http.headers["mcp-session-id"] = answer.headers.get("mcp-session-id", "")
    headers = {name: chance.choice(values) for name, values in _HEADERS.items() if chance.random() < 0.1}
    data = letters(message(chance, number), chance)
    method = "POST" if chance.random() < 0.93 else chance.choice(("PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"))
    try:
        answer = http.request(method, url, content=data, headers=headers)
    except httpx2.TransportError as error:
        raise FaultError(f"{data[:300]!r} with {headers} broke the connection: {error!r}") from error
    if answer.status_code >= 500 and answer.status_code != 501:
        raise FaultError(f"{data[:300]!r} with {headers} is answered with {answer.status_code} {answer.text[:300]}")
    for line in answer.text.splitlines():
        if line.startswith("data: ") and line.removeprefix("data: "):
            json.loads(line.removeprefix("data: "))
    return answer.status_code >= 400


_HEADERS = {
    "content-type": ("text/plain", "application/json; charset=utf-16", "", "application/x-www-form-urlencoded"),
    "accept": ("*/*", "text/html", "", "application/json", "text/event-stream"),
    "mcp-session-id": ("", "no such session", "x" * 5000),
    "mcp-protocol-version": ("2025-06-18", "2026-07-28", "1999-01-01", "x", ""),
    "last-event-id": ("1", "x"),
    "content-encoding": ("gzip", "br"),
}
