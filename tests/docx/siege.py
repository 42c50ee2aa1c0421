"""A real server under attack: `quire mcp` behind pipes, with what each call costs it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 120.0
"""Whatever else the machine does; what counts is the time that the server itself takes."""

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Answer:
    """What came back, the seconds of work it took, and the most memory that the server had meanwhile, in MB."""

    is_error: bool
    text: str
    structured: dict[str, Any]
    seconds: float
    megabytes: int

    @property
    def code(self) -> str:
        return str(self.structured.get("code", ""))


class Siege:
    """A server and the client that means no good."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "documents"
        self.root.mkdir()
        environment = {**os.environ, "QUIRE_HOME": str(folder / "home")}
        command = [str(Path(sys.executable).parent / "quire"), "mcp", "--root", str(self.root)]
        self._log = (folder / "stderr.txt").open("wb")
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, bufsize=0
        )
        self._count = 0
        self._buffer = b""

    def __enter__(self) -> Siege:
        client = {"name": "tester", "version": "1"}
        self._ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._log.close()

    def put(self, name: str, data: bytes) -> str:
        path = self.root / name
        path.write_bytes(data)
        return str(path)

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        """What a tool answers, and what that costs."""
        status = Path(f"/proc/{self._process.pid}")
        (status / "clear_refs").write_text("5")
        before = self._worked()
        result = self._ask("tools/call", name=tool, arguments=arguments)
        if "error" in result:  # the protocol itself said no
            told = result["error"]
            text, structured, is_error = str(told["message"]), {"code": str(told["code"])}, True
        else:
            told = result["result"]
            text, structured = told["content"][0]["text"], told.get("structuredContent") or {}
            is_error = bool(told.get("isError"))
        peak = int((status / "status").read_text().partition("VmHWM:")[2].split()[0]) // 1024
        return Answer(is_error, text, structured, self._worked() - before, peak)

    def _worked(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._count += 1
        self._write({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            message: dict[str, Any] = json.loads(self._line(deadline))
            if message.get("id") == self._count and "method" not in message:
                return message

    def _write(self, message: dict[str, Any]) -> None:
        if self._process.stdin is None:
            raise RuntimeError("a process with pipes has them")
        data = memoryview(json.dumps(message).encode() + b"\n")
        while data:
            data = data[self._process.stdin.write(data) or 0 :]

    def _line(self, deadline: float) -> bytes:
        if self._process.stdout is None:
            raise RuntimeError("a process with pipes has them")
        pieces = [self._buffer]
        while b"\n" not in pieces[-1]:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise TimeoutError("the server does not answer")
            piece = self._process.stdout.read(1 << 20)
            if not piece:
                raise ConnectionError("the server is gone")
            pieces.append(piece)
        line, _, self._buffer = b"".join(pieces).partition(b"\n")
        return line
