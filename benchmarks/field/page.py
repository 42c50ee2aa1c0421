"""The page that tells what came of it, with tables and plots."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.field.tasks import SIZES, TASKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.field.tasks import Figures

    All = Mapping[tuple[str, int], Figures]

PAGE = Path(__file__).parent.parent.parent / "docs" / "benchmarks.md"

INTRODUCTION = """# Quire beside others

Made by `make bench-field` in one run on one machine: {machine}. Each program runs in a process of its own and is
driven by the same MCP client, on the same Word documents, by the calls that its own descriptions lead a client to.
“Edit and save” is all that it takes until the file on disk has the change: finding the paragraph, editing it, saving.
Seconds are the middle of several runs; – means that there is no tool for it, ✗ that it failed.
"""


def written(names: Sequence[str], figures: All, answers: Mapping[str, Mapping[str, str]]) -> str:
    machine = f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"
    parts = [INTRODUCTION.format(machine=machine)]
    for size in SIZES:
        parts.append(f"## {size:,} paragraphs\n")
        parts.append("\n".join(_table(["seconds", *TASKS], _rows(names, figures, size))) + "\n")
    parts.append("## Memory and tokens\n")
    parts.append(
        f"At {SIZES[1]:,} paragraphs. A token is taken for four bytes. The tools are listed to a model once for each "
        "conversation; what is read and answered comes on top.\n"
    )
    heads = ["", "MB", "tools", "tokens of the tools", "tokens of the first read", "tokens of an edit's answer"]
    parts.append("\n".join(_table(heads, _weights(names, figures))) + "\n")
    parts.append("## Is it right?\n")
    questions = next(iter(answers.values()), {})
    parts.append("\n".join(_table(["", *names], ([q, *(answers[n][q] for n in names)] for q in questions))) + "\n")
    parts.append("\n".join(_faults(figures)))
    return "\n".join(parts).rstrip() + "\n"


def _rows(names: Sequence[str], figures: All, size: int) -> Iterator[list[str]]:
    for name in names:
        found = figures.get((name, size))
        yield [name, *(_seconds(found, task) if found else "" for task in TASKS)]


def _seconds(found: Figures, task: str) -> str:
    if task not in found.seconds:
        return "–"
    seconds = found.seconds[task]
    return "✗" if seconds is None else f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"


def _weights(names: Sequence[str], figures: All) -> Iterator[list[str]]:
    for name in names:
        if found := figures.get((name, SIZES[1])):
            counts = (found.megabytes, found.tools, found.tool_tokens, found.read_tokens, found.edit_tokens)
            yield [name, *(f"{count:,}" for count in counts)]


def _faults(figures: All) -> Iterator[str]:
    faults = {f"{name}, {task}": fault for (name, _), found in figures.items() for task, fault in found.faults.items()}
    if faults:
        yield "## What failed\n"
    for what, fault in faults.items():
        yield f"- {what}: {' '.join(fault.split())[:200]}"


def _table(heads: Sequence[str], rows: Iterator[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(each.replace('|', chr(92) + '|') for each in row)} |"
