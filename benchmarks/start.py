"""How long a client waits for `quire mcp` to answer `initialize`, against an empty server on the same library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.comparison import Bound, alternate, report

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 25
MOST = 1.3

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "start", "version": "1"}},
}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        quire = [str(Path(sys.executable).parent / "quire"), "mcp", "--root", folder]
        empty = [sys.executable, str(Path(__file__).with_name("empty.py"))]
        environment = {**os.environ, "QUIRE_HOME": str(Path(folder, "home"))}
        contenders = {"quire mcp": _starting(quire, environment), "empty server": _starting(empty, environment)}
        measurement = alternate(contenders, RUNS)
    return report(measurement, [Bound("quire mcp", "empty server", MOST)])


def _starting(command: list[str], environment: dict[str, str]) -> Callable[[], float]:
    """Starts a process and tells how long its first answer took."""

    def measure() -> float:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        with process:
            if process.stdin is None or process.stdout is None:
                raise RuntimeError("a process with pipes has them")
            process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            took = time.perf_counter() - begin
            process.kill()
        if b'"result"' not in answer:
            raise RuntimeError(f"{command[0]} did not answer: {answer!r}")
        return took

    return measure


if __name__ == "__main__":
    sys.exit(main())
