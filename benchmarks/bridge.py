"""What it costs to ask Word, beyond what the add-in itself does: `python -m benchmarks.bridge`.

The add-in is a process's own socket over TLS that answers after a known time. The host asks it, and so does a second
process, whose calls go over the wire between the two.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import anyio

from benchmarks.comparison import judged
from quire.server.certificates import Certificates
from quire.server.home import Home
from quire.server.link import linked
from tests.addin import called, serving

CALLS = 300
WORK_SECONDS = 0.005
MOST_MILLISECONDS = 15.0


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = anyio.run(_measured, Path(folder))
    for name, extra in found.items():
        print(f"{name}: {median(extra):.1f} ms (95 of 100 within {quantiles(extra, n=20)[-1]:.1f} ms)")
    return judged(*((f"milliseconds of {name}", median(extra), MOST_MILLISECONDS) for name, extra in found.items()))


async def _measured(folder: Path) -> dict[str, list[float]]:
    certificates = Certificates(folder / "certificates")
    certificates.make()
    spent: list[float] = []

    async def put(asked: dict[str, Any]) -> dict[str, Any]:
        start = time.perf_counter()
        await anyio.sleep(WORK_SECONDS)
        spent.append(time.perf_counter() - start)
        return {"rangeId": "rangeId:r1", "length": len(asked["text"])}

    found: dict[str, list[float]] = {}
    async with serving(folder / "home", certificates) as word:
        await word.addin("session-1", insertText=put).connect()
        async with linked(Home(folder / "home")) as other:
            for name, link in {"a call of the host": word.link, "a call of a second process": other}.items():
                extra = []
                for _ in range(CALLS):
                    start = time.perf_counter()
                    answer = await called(link, "insertText", text="Hello")
                    extra.append((time.perf_counter() - start - spent[-1]) * 1000)
                    assert answer["applied"]
                found[name] = extra
    return found


if __name__ == "__main__":
    sys.exit(main())
