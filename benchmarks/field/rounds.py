"""The same tasks for all contenders, in turn, so that a noisy moment of the machine hits all of them alike."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from benchmarks.field.tasks import TOO_LONG, Figures, Trial

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.field.contenders.contender import Contender
    from benchmarks.field.results import Field

ENOUGH_SECONDS = 60.0
"""Who takes longer for a round has no other one."""


def compared(
    contenders: Sequence[type[Contender]], data: bytes, path: Path, rounds: int, before: Field
) -> dict[str, Figures]:
    """What each takes; the order turns around every round."""
    found = {each.name: Figures(faults=_too_long(before, each.name)) for each in contenders}
    slow: set[str] = set()
    for number in range(rounds):
        for each in list(contenders)[:: 1 if number % 2 else -1]:
            if each.name in slow:
                continue
            print(f"{each.name}: {len(data):,} bytes, round {number + 1}", file=sys.stderr)
            begin = time.perf_counter()
            Trial(each, path, found[each.name]).run(data)
            if time.perf_counter() - begin > ENOUGH_SECONDS:
                slow.add(each.name)
    return found


def _too_long(before: Field, name: str) -> dict[str, str]:
    """The tasks that took too long in a shorter document: they are not tried again."""
    faults = [figures[name].faults for figures in before.values()]
    return {task: TOO_LONG for each in faults for task, fault in each.items() if fault == TOO_LONG}
