"""`python -m benchmarks.field` compares all, and writes docs/benchmarks.md; with names of contenders, only those."""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

from benchmarks.field import page
from benchmarks.field.contenders import CONTENDERS
from benchmarks.field.correctness import verdicts
from benchmarks.field.tasks import LONGEST_SECONDS, SIZES, Figures, measured


def main() -> int:
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # some servers write more than the protocol to their stdout
    wanted = [each for each in CONTENDERS if not sys.argv[1:] or each.name in sys.argv[1:]]
    figures: dict[tuple[str, int], Figures] = {}
    answers: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in SIZES:
            for each in wanted:
                if _is_out(figures, each.name):
                    continue
                print(f"{each.name}, {size:,} paragraphs", file=sys.stderr)
                figures[each.name, size] = measured(each, size, folder)
        for each in wanted:
            print(f"{each.name}, correctness", file=sys.stderr)
            answers[each.name] = verdicts(each, folder)
    text = page.written([each.name for each in wanted], figures, answers)
    if sys.argv[1:]:
        print(text)
    else:
        page.PAGE.write_text(text, encoding="utf-8")
    return 0


def _is_out(figures: dict[tuple[str, int], Figures], name: str) -> bool:
    """Whether a contender needed too long for a shorter document."""
    took = [each.seconds.values() for (contender, _), each in figures.items() if contender == name]
    return any(seconds is not None and seconds > LONGEST_SECONDS for each in took for seconds in each)


if __name__ == "__main__":
    sys.exit(main())
