"""Programs that tests run beside Python: `python -m tests.programs` installs those that are missing.

A test that runs one has the marker of its name (`libreoffice`, `browser`, `validator`); where the program is not there,
the test is skipped with the command that installs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.node import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Program:
    """A program, by the marker of the tests that run it."""

    marker: str
    title: str
    files: tuple[str, ...]
    packages: tuple[str, ...]

    @property
    def is_there(self) -> bool:
        return all(Path(file).exists() if "/" in file else shutil.which(file) for file in self.files)


_FORMULAS = "/usr/lib/libreoffice/program/libsmlo.so"  # without it formulas are not printed
DEBIAN = (
    Program("libreoffice", "LibreOffice", ("soffice", "pdftotext", "pdftoppm"),
            ("libreoffice-writer-nogui", "poppler-utils")),
    Program("libreoffice", "LibreOffice's formulas", (_FORMULAS,) if shutil.which("apt-get") else (),
            ("libreoffice-math-nogui",)),
    Program("browser", "Chromium", ("chromium",), ("chromium",)),
)  # fmt: skip
VALIDATOR = Program("validator", "Microsoft's validator", (str(MODULES / "@xarsh" / "ooxml-validator"),), ())


_asked_for: frozenset[str] | None = None
"""The markers of the test that runs; None outside of tests."""


@contextmanager
def running(markers: Iterable[str]) -> Iterator[None]:
    """Within it a test with those markers runs."""
    global _asked_for
    _asked_for = frozenset(markers)
    try:
        yield
    finally:
        _asked_for = None


def require(marker: str) -> None:
    """Refuse to run a program for a test that does not say that it needs it."""
    assert _asked_for is None or marker in _asked_for, f"this test runs a program: give it the marker {marker}"


def missing() -> dict[str, str]:
    """The markers of the programs that are not on this machine, each with what a test that needs it is told."""
    found = {VALIDATOR.marker: "python -m tests.node"} if not VALIDATOR.is_there else {}
    for marker in dict.fromkeys(program.marker for program in DEBIAN if not program.is_there):
        found[marker] = f"sudo {' '.join(_command(marker))}" if shutil.which("apt-get") else "see CONTRIBUTING.md"
    return {marker: f"needs a program that is not installed: {command}" for marker, command in found.items()}


def _command(*markers: str) -> list[str]:
    """Installs what is missing of all programs, or of those with some marker."""
    lacking = [it for it in DEBIAN if not it.is_there and (not markers or it.marker in markers)]
    wanted = {package for program in lacking for package in program.packages}
    return ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *sorted(wanted)]


def install() -> None:
    """Put the missing programs on the machine, where this user may; else say what is missing, and how to get it."""
    lacking = [program.title for program in DEBIAN if not program.is_there]
    if not lacking:
        return
    if not shutil.which("apt-get") or os.geteuid():
        hint = (
            f"Install with: sudo {' '.join(_command())}"
            if shutil.which("apt-get")
            else "Install it as this system does."
        )
        print(  # noqa: T201 - a command
            f"Not installed: {', '.join(lacking)}. Tests that need it are skipped. {hint}", file=sys.stderr
        )
        return
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update", "--quiet"], _command()):
        done = subprocess.run(step, env=quietly, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(step)} failed:\n{done.stdout}")


if __name__ == "__main__":
    install()
