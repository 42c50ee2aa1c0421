"""A library in a process of its own, which is asked line by line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from benchmarks.field.contenders.contender import FailedError
from benchmarks.field.environment import PATIENCE_SECONDS, redirected

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPT = Path(__file__).parent / "libraries" / "serve.py"


@dataclass
class Library:
    process: subprocess.Popen[str]
    start_seconds: float = 0.0
    tools: int = 0
    tool_bytes: int = 0

    def call(self, name: str, /, **arguments: Any) -> str:
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("a process with pipes has them")
        self.process.stdin.write(json.dumps([name, arguments]) + "\n")
        self.process.stdin.flush()
        impatience = Timer(PATIENCE_SECONDS, self.end)
        impatience.start()
        line = self.process.stdout.readline()
        impatience.cancel()
        if not line:
            raise TimeoutError(name)
        outcome, text = json.loads(line)
        if outcome == "missing":
            raise NotImplementedError
        if outcome == "failed":
            raise FailedError(f"{name}: {text[:300]}")
        return str(text)

    def end(self) -> None:
        """End the process, and those that it started: some would go on with what nobody waits for any more."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


@contextmanager
def asked(python: Path, subject: str, folder: Path) -> Iterator[Library]:
    """A library, imported now."""
    begin = time.perf_counter()
    with (
        (folder / "log.txt").open("a") as log,
        subprocess.Popen(
            [python, SCRIPT, subject],
            env=redirected(), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            start_new_session=True,
        ) as process,
    ):  # fmt: skip
        library = Library(process)
        try:
            if process.stdout is None or not process.stdout.readline():
                raise FailedError(f"{subject} does not start")
            library.start_seconds = time.perf_counter() - begin
            yield library
        finally:
            library.end()
