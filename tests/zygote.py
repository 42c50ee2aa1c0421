"""A process that has imported everything and forks into `quire` commands: hundreds of them start in no time."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Self

PRELOADED = (
    "quire.cli.mcp", "quire.cli.serve", "quire.cli.settings", "anyio._backends._asyncio", "uvicorn.lifespan.off",
    "uvicorn.lifespan.on", "uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.wsproto_impl",
)  # fmt: skip
STREAMS = 3


@dataclass(frozen=True, slots=True)
class Command:
    """A `quire` command to run, in the workspace of a home folder."""

    arguments: tuple[str, ...]
    home: Path


class Zygote:
    """The test's side: it asks the process to fork, and to say how a child of it ended."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        self._turn = threading.Lock()
        with theirs:
            number = theirs.fileno()
            self._process = subprocess.Popen([sys.executable, "-m", __name__, str(number)], pass_fds=[number])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._control.close()
        self._process.wait()

    def start(self, command: Command, streams: list[int]) -> int:
        """Run a command on streams that are its stdin, stdout and stderr; its process id."""
        return self._ask({"arguments": command.arguments, "home": str(command.home)}, streams)

    def wait(self, pid: int) -> int:
        """The exit code of a child, once it has ended; negative if a signal ended it."""
        return self._ask({"wait": pid}, [])

    def _ask(self, request: dict[str, Any], streams: list[int]) -> int:
        with self._turn:
            socket.send_fds(self._control, [json.dumps(request).encode()], streams)
            return int(json.loads(self._control.recv(1024)))


def _serve(control: socket.socket) -> None:
    """Do what is asked until the test is gone."""
    while True:
        data, streams, _, _ = socket.recv_fds(control, 65536, STREAMS)
        if not data:
            return
        request = json.loads(data)
        if "wait" in request:
            answer = os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                control.close()
                _become(request, streams)
            for stream in streams:
                os.close(stream)
        control.sendall(json.dumps(answer).encode())


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """Run a command in this process, which ends with it."""
    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.environ["QUIRE_HOME"] = request["home"]
        main = import_module("quire.cli").main
        main(request["arguments"])
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 1 if ending.code else 0
        if isinstance(ending.code, str):
            sys.stderr.write(f"{ending.code}\n")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _preload() -> None:
    for module in PRELOADED:
        import_module(module)
    import_module("quire.formats").load()
    import_module("quire.tools.registry").tools()
    if threading.active_count() > 1:
        raise RuntimeError("a process with threads must not fork")


if __name__ == "__main__":
    _preload()
    _serve(socket.socket(fileno=int(sys.argv[1])))
