"""An environment of its own for each program that is compared, made from the package index when it is first needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / ".peers"
PATIENCE_SECONDS = 60.0
"""Nothing that is asked for may take longer."""


def made(name: str, *packages: str) -> Path:
    """The folder of programs of an environment that has these packages."""
    place = FOLDER / name
    stamp = place / "made-of"
    wanted = " ".join(packages)
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"installing {wanted}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        subprocess.run([place / "bin" / "pip", "install", "-q", *packages], check=True, env=redirected())
        stamp.write_text(wanted)
    return place / "bin"


def version(python: Path, package: str) -> str:
    """Which version of a package an environment has."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def redirected() -> dict[str, str]:
    """The variables of a process that keeps away from the person's home: some programs write into it.

    What Python compiled is kept, as it is wherever a program is installed."""
    home = FOLDER / "home"
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON"))}
    return {**kept, "HOME": str(home), "PYTHONWARNINGS": "ignore"}


def megabytes() -> int:
    """The most memory that the processes below this one took so far, one with the other; 0 where nobody tells."""
    statuses = {int(path.parent.name): _status(path) for path in Path("/proc").glob("[0-9]*/status")}
    below, found = {os.getpid()}, 0
    for process in sorted(statuses):  # who was started later has the greater number
        if int(statuses[process].get("PPid", 0)) in below:
            below.add(process)
            found += int(statuses[process].get("VmHWM", "0").split()[0])
    return found // 1024


def _status(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
