"""Other programs that do part of the work, where they are installed."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress

_NOWHERE = "http://127.0.0.1:9"
"""Where nobody listens: the proxy for whatever a program might want to fetch."""


def run(*command: str, seconds: float) -> str | None:
    """What a program says; None if its time is over, in which case it is ended with all that it started."""
    environment = {**os.environ, **dict.fromkeys(("http_proxy", "https_proxy", "ftp_proxy"), _NOWHERE), "no_proxy": ""}
    with subprocess.Popen(  # noqa: S603 - the program is one that we know, and the names of files are ours
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            return None
    return said.decode(errors="replace").strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
