"""Everything in one run: the bounds of Quire's own benchmarks, and Quire beside others; writes docs/benchmarks.md."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.field import page
from benchmarks.field.__main__ import measured

MODULES = ("start", "insertion", "structure", "docx", "word", "page", "review", "bridge", "transport")
HOLDS, BROKEN = "holds", "BROKEN"


def main() -> int:
    bounds = {name: _bounds(name) for name in MODULES}
    results = measured()
    results.bounds = bounds
    page.publish(results)
    return int(any(line.endswith(BROKEN) for lines in bounds.values() for line in lines))


def _bounds(name: str) -> list[str]:
    """What a benchmark says of its bounds; all that it says is shown as well."""
    command = [sys.executable, "-m", f"benchmarks.{name}"]
    found: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            if line.rstrip().endswith((HOLDS, BROKEN)):
                found.append(line.strip())
    if process.returncode and not any(line.endswith(BROKEN) for line in found):
        found.append(f"{name} came to no end: {BROKEN}")
    return found


if __name__ == "__main__":
    sys.exit(main())
