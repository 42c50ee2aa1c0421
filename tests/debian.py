"""The programs that tests take from Debian: `python -m tests.debian` installs those that are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "soffice": "libreoffice-writer-nogui",  # reads and prints Word files as another program does
    "chromium": "chromium",  # a real browser for the editor's page
    "pdftotext": "poppler-utils",  # the text of what it printed
    "pdftoppm": "poppler-utils",  # and how it looks
}
LIBRARIES = {
    "/usr/lib/libreoffice/program/libsmlo.so": "libreoffice-math-nogui",  # without it formulas are not printed
}


def _is_debian() -> bool:
    return shutil.which("apt-get") is not None


def install() -> None:
    """Put the missing programs on the machine, where this user may."""
    missing = sorted(
        {package for program, package in PACKAGES.items() if not shutil.which(program)}
        | {package for library, package in LIBRARIES.items() if _is_debian() and not Path(library).exists()}
    )
    if not missing:
        return
    command = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing]
    if not _is_debian() or os.geteuid():
        sys.exit(f"Tests need {', '.join(missing)}. Install them with: sudo {' '.join(command)}")
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update", "--quiet"], command):
        done = subprocess.run(step, env=quietly, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(step)} failed:\n{done.stdout}")


if __name__ == "__main__":
    install()
