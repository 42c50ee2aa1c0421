"""The same tasks for all contenders, in turn, so that a noisy moment of the machine hits all of them alike."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from benchmarks.field.tasks import BROKEN_OFF, TOO_LONG, Figures, Trial

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.field.contenders.contender import Contender
    from benchmarks.field.results import Field

ENOUGH_SECONDS = 60.0
"""Who takes longer for a round has no other one, and none with longer documents."""


def compared(
    contenders: Sequence[type[Contender]], data: bytes, path: Path, rounds: int, before: Field
) -> dict[str, Figures]:
    """What each takes; the order turns around every round."""
    shorter = list(before.values())[-1:]
    able = [each for each in contenders if all(_goes_on(figures, each.name) for figures in shorter)]
    found = {each.name: Figures(faults=_too_long(before, each.name)) for each in able}
    for number in range(rounds):
        for each in able[:: 1 if number % 2 else -1]:
            figures = found[each.name]
            if _is_slow(figures):
                continue
            print(f"{each.name}: {len(data):,} bytes, round {number + 1}", file=sys.stderr)
            begin = time.perf_counter()
            _try(Trial(each, path, figures), data, figures)
            figures.round_seconds = max(figures.round_seconds, time.perf_counter() - begin)
    return found


def _goes_on(shorter: dict[str, Figures], name: str) -> bool:
    """Whether one that was asked about shorter documents is to be asked about longer ones."""
    return name in shorter and not _is_slow(shorter[name])


def _is_slow(figures: Figures) -> bool:
    return figures.round_seconds > ENOUGH_SECONDS


def _try(trial: Trial, data: bytes, figures: Figures) -> None:
    try:
        trial.run(data)
    except Exception as error:  # noqa: BLE001 - a program that breaks off does not end the others' run
        figures.faults[BROKEN_OFF] = " ".join(str(error).split()) or type(error).__name__


def _too_long(before: Field, name: str) -> dict[str, str]:
    """The tasks that took too long in a shorter document: they are not tried again."""
    faults = [figures[name].faults for figures in before.values()]
    return {task: TOO_LONG for each in faults for task, fault in each.items() if fault == TOO_LONG}
