"""What redlines cost: a tracked save against a clean one, and the comparison of two files at three sizes."""

from __future__ import annotations

import re
import sys
import time
from functools import partial
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

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
    failures: list[str] = []
    seconds: list[float] = []
    for size in SIZES:
        first = DocxDocument.read(large(size))
        edited = _edited(first)
        clean, tracked = _best(edited.write), _best(partial(edited.redlined, "Quire", WHEN))
        other = DocxDocument.read(edited.write())
        seconds.append(_best(partial(compare, first, other, "Quire", WHEN)))
        times = f"clean save {clean:.2f} s, tracked {tracked:.2f} s ({tracked / clean:.1f} times)"
        print(f"{size:>6,} paragraphs: {times}, comparison {seconds[-1]:.2f} s")
    if tracked > TIMES_A_CLEAN_SAVE * clean:
        failures.append(f"a tracked save takes {tracked / clean:.1f} times a clean one")
    if seconds[-1] > SECONDS_PER_COMPARISON:
        failures.append(f"a comparison takes {seconds[-1]:.1f} s")
    failures += [f"a comparison of twice the size takes {b / a:.1f} times as long"
                 for a, b in pairwise(seconds) if b > GROWTH * a]  # fmt: skip
    print("\n".join(failures) or "all within bounds")
    return bool(failures)


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
