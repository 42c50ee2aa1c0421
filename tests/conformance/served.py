"""A Quire that serves a workspace of its own, for as long as it is looked at."""

from __future__ import annotations

import os
import socket
import subprocess
import sysconfig
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from quire.server.home import Home

if TYPE_CHECKING:
    from collections.abc import Iterator

QUIRE = str(Path(sysconfig.get_path("scripts"), "quire"))

PATIENCE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Served:
    """Where a server is, and what lets one in."""

    url: str
    token: str
    log: Path

    @property
    def exception(self) -> str:
        """The last exception that the server logged, or nothing."""
        return last_exception(self.log.read_text(encoding="utf-8"))


def last_exception(log: str) -> str:
    """The last line of a log that has a traceback."""
    return log.strip().splitlines()[-1] if "Traceback" in log else ""


@contextmanager
def served(*program: str) -> Iterator[Served]:
    """Start a program as `quire serve` on any free port; at the end it is stopped and its workspace is gone."""
    with TemporaryDirectory() as name:
        home, log = Home(Path(name, "home")), Path(name, "log")
        command = [*program, "serve", "--port", "0", "--root", name]
        environment = {**os.environ, "QUIRE_HOME": str(home.folder)}
        with log.open("wb") as errors, subprocess.Popen(command, env=environment, stderr=errors) as process:
            try:
                yield Served(f"{_address(home, process, log)}/mcp", home.token, log)
            finally:
                process.terminate()


def _address(home: Home, process: subprocess.Popen[bytes], log: Path) -> str:
    """The web address, once someone listens there."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        known = home.address()
        if known and known.url and _listens(known.url):
            return known.url
        time.sleep(0.05)
    raise RuntimeError(f"The server did not start:\n{log.read_text()}")


def _listens(url: str) -> bool:
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname, place.port or 80), timeout=1).close()
    except OSError:
        return False
    return True
