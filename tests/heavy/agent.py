"""A client of a `quire mcp` process: JSON-RPC over its pipes, with nothing in between."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tests.zygote import Command

if TYPE_CHECKING:
    from tests.zygote import Zygote

PATIENCE_SECONDS = 60.0

Message = dict[str, Any]


class SilentError(Exception):
    """No answer came in time, or none can come any more."""


class RefusedError(Exception):
    """A tool, or the protocol, said no."""


class Agent:
    """A process and the client that talks to it. Calls can be begun before earlier ones are answered."""

    def __init__(self, zygote: Zygote, home: Path, root: Path) -> None:
        self._zygote = zygote
        theirs_in, self._in = os.pipe()
        self._out, theirs_out = os.pipe()
        command = Command(("mcp", "--root", str(root)), home)
        with (home.parent / "stderr.txt").open("ab") as log:
            self.pid = zygote.start(command, [theirs_in, theirs_out, log.fileno()])
        os.close(theirs_in)
        os.close(theirs_out)
        self._count = 0
        self._rest = b""
        self._answers: dict[int, Message] = {}
        self._ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    # Talking

    def initialize(self) -> int:
        """Begin the protocol's handshake; the number of the request."""
        client = {"name": "agent", "version": "1"}
        return self._send("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)

    def greet(self) -> Self:
        """Go through the protocol's handshake."""
        self.wait_for(self.initialize())
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def begin(self, tool: str, /, **arguments: Any) -> int:
        """Send a call; its number."""
        return self._send("tools/call", name=tool, arguments=arguments)

    def call(self, tool: str, /, **arguments: Any) -> Any:
        """What a tool answers."""
        return self.answer(self.begin(tool, **arguments))

    def answer(self, number: int, seconds: float = PATIENCE_SECONDS) -> Any:
        """The answer to a call that was begun."""
        return told(self.wait_for(number, seconds))

    def wait_for(self, number: int, seconds: float = PATIENCE_SECONDS) -> Message:
        """The message that answers a request."""
        deadline = time.monotonic() + seconds
        while number not in self._answers:
            left = deadline - time.monotonic()
            if self._ended or left <= 0:
                raise SilentError(f"process {self.pid} {'ended' if self._ended else f'was silent for {seconds} s'}")
            if select.select([self._out], [], [], left)[0]:
                self._read()
        return self._answers[number]

    def answered(self, number: int) -> Message | None:
        """The answer that has arrived, if one has."""
        return self._answers.get(number)

    def _send(self, method: str, **parameters: Any) -> int:
        self._count += 1
        self._write({"jsonrpc": "2.0", "id": self._count, "method": method, "params": parameters})
        return self._count

    def _write(self, message: Message) -> None:
        data = json.dumps(message).encode() + b"\n"
        with suppress(BrokenPipeError):  # it was killed; that no answer comes is what tells
            while data:
                data = data[os.write(self._in, data) :]

    def _read(self) -> None:
        data = os.read(self._out, 1 << 16)
        self._ended = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        for message in map(json.loads, lines):
            if "id" in message:
                self._answers[message["id"]] = message

    # Ending

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once; what it had answered by then is kept."""
        if not self._ended:
            self.signal(signal.SIGKILL)
        self._drain()

    def leave(self) -> None:
        """Hang up, as a client does that ends; the process then ends by itself."""
        os.close(self._in)
        self._in = -1
        self._drain()

    def _drain(self) -> None:
        if self._out < 0:
            return
        while not self._ended:
            self._read()
        self._zygote.wait(self.pid)
        for descriptor in (self._in, self._out):
            with suppress(OSError):
                os.close(descriptor)
        self._in = self._out = -1


def told(message: Message) -> Any:
    """What an answer says: its structure where it has one, else its text."""
    if "error" in message:
        raise RefusedError(str(message["error"]))
    result = message["result"]
    if result.get("isError"):
        raise RefusedError(result["content"][0]["text"])
    structured = result.get("structuredContent")
    return result["content"][0]["text"] if structured is None else structured.get("result", structured)


def run(zygote: Zygote, home: Path, *arguments: str) -> None:
    """Run a `quire` command to its end."""
    with (home.parent / "stderr.txt").open("ab") as log, Path(os.devnull).open("rb") as nothing:
        pid = zygote.start(Command(arguments, home), [nothing.fileno(), log.fileno(), log.fileno()])
    if code := zygote.wait(pid):
        raise subprocess.CalledProcessError(code, arguments)
