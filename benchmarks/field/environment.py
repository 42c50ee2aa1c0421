"""An environment of its own for each program that is compared, made from the package index when it is first needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / ".peers"


def made(name: str, *packages: str) -> Path:
    """The folder of programs of an environment that has these packages."""
    place = FOLDER / name
    stamp = place / "made-of"
    wanted = " ".join(packages)
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        subprocess.run([place / "bin" / "pip", "install", "-q", *packages], check=True, env=redirected())
        stamp.write_text(wanted)
    return place / "bin"


def redirected() -> dict[str, str]:
    """The variables of a process that keeps away from the person's home: some programs write into it."""
    home = FOLDER / "home"
    home.mkdir(parents=True, exist_ok=True)
    return {**os.environ, "HOME": str(home), "QUIRE_HOME": str(home / "quire"), "PYTHONWARNINGS": "ignore"}
