"""What redlines cost: a tracked save against a clean one, and the comparison of two files at three sizes."""

from __future__ import annotations

import re
import sys
import time
from functools import partial
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from benchmarks.comparison import judged
from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.review.comparison import compare
from quire.formats.docx.text.place import Place
from tests.docx.large import large

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (2_500, 5_000, 10_000)
EDITS = 100
TIMES_A_CLEAN_SAVE = 3.0
SECONDS_PER_COMPARISON = 5.0
GROWTH = 2.6
"""From one size to the double: n log n, and what a busy machine adds."""
WHEN = "2024-01-01T00:00:00Z"


def main() -> int:
    ratios: list[float] = []
    seconds: list[float] = []
    for size in SIZES:
        first = DocxDocument.read(large(size))
        edited = _edited(first)
        clean, tracked = _best(edited.write), _best(partial(edited.redlined, "Quire", WHEN))
        ratios.append(tracked / clean)
        other = DocxDocument.read(edited.write())
        seconds.append(_best(partial(compare, first, other, "Quire", WHEN)))
        times = f"clean save {clean:.2f} s, tracked {tracked:.2f} s"
        print(f"{size:>6,} paragraphs: {times}, comparison {seconds[-1]:.2f} s")
    growth = max(later / earlier for earlier, later in pairwise(seconds))
    return judged(
        ("tracked save / clean save", ratios[-1], TIMES_A_CLEAN_SAVE),
        ("seconds of a comparison", seconds[-1], SECONDS_PER_COMPARISON),
        ("comparison / one of half the size", growth, GROWTH),
    )


def _edited(document: DocxDocument) -> DocxDocument:
    """The document with another word in some paragraphs."""
    main, done = document.package.main, 0
    keys = [block.key for block in document.body]
    for key in Random(1).sample(keys, 2 * EDITS):
        place = Place(main, key)
        text = document.text_of(place)
        words = [word for word in re.findall(r"\w{3,}", text) if text.count(word) == 1]
        try:
            document = document.apply(document.plan(document.edit(document.id(place), words[0], "quire")))
            done += 1
        except (QuireError, IndexError):
            continue
        if done == EDITS:
            break
    return document


def _best(work: Callable[[], object], times: int = 3) -> float:
    found: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


if __name__ == "__main__":
    sys.exit(main())
