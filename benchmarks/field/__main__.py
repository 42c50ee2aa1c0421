"""Compares all, and keeps what came of it: `python -m benchmarks.field [--quick] [contender …]`.

With names of contenders only those are compared, and what came of it is printed.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from pathlib import Path
from subprocess import CalledProcessError
from typing import TYPE_CHECKING

from benchmarks.field import documents, page
from benchmarks.field.contenders import MARKDOWN, WORD
from benchmarks.field.correctness import verdicts
from benchmarks.field.results import MISSING, Field, Results, machine
from benchmarks.field.rounds import compared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.field.contenders.contender import Contender

WORD_ROUNDS = {50: 5, 3_000: 3, 20_000: 3}
MARKDOWN_ROUNDS = {10: 5, 1_000: 5, 5_000: 3}


def main() -> int:
    arguments = _arguments()
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # some servers write more than the protocol to their stdout
    results = measured(arguments.contenders, quick=arguments.quick)
    if arguments.contenders or arguments.quick:
        print(page.written(results))
    else:
        page.publish(results)
    return 0


def measured(names: Sequence[str] = (), *, quick: bool = False) -> Results:
    """What all took, or those with one of these names."""

    def wanted(all_of_them: Sequence[type[Contender]]) -> list[type[Contender]]:
        return [each for each in all_of_them if not names or each.name in names]

    word_rounds, markdown_rounds = ({50: 1}, {10: 1}) if quick else (WORD_ROUNDS, MARKDOWN_ROUNDS)
    results = Results(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        here = [each for each in wanted((*WORD, *MARKDOWN)) if _is_installed(each, results)]
        results.markdown = _sizes([each for each in here if each in MARKDOWN], markdown_rounds, "md", folder)
        word = [each for each in here if each in WORD]
        for each in word:
            if each.kind != "limit":
                print(f"{each.name}: is it right?", file=sys.stderr)
                results.answers[each.name] = verdicts(each, folder)
        results.word = _sizes(word, word_rounds, "docx", folder)
    return results


def _is_installed(contender: type[Contender], results: Results) -> bool:
    """Whether it is here, installed now if need be; what cannot be installed is left out, and said to be."""
    try:
        results.versions[contender.name] = contender.version()
    except CalledProcessError as error:
        print(f"{contender.name} cannot be installed: {error}", file=sys.stderr)
        results.versions[contender.name] = MISSING
    return results.versions[contender.name] != MISSING


def _sizes(contenders: Sequence[type[Contender]], rounds: dict[int, int], suffix: str, folder: Path) -> Field:
    made = documents.word if suffix == "docx" else documents.markdown
    found: Field = {}
    for size, count in rounds.items():
        found[size] = compared(contenders, made(size), folder / f"document.{suffix}", count, found)
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.field", description=__doc__)
    parser.add_argument("contenders", nargs="*", help="only those with these names")
    parser.add_argument("--quick", action="store_true", help="short documents only, once")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
