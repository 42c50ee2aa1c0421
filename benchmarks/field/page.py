"""The page that tells what came of it, with tables and plots."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.field import plot
from benchmarks.field.contenders import MARKDOWN, WORD
from benchmarks.field.correctness import CANNOT, YES
from benchmarks.field.prose import CORRECTNESS, INTRODUCTION, REASONS, WEIGHTS
from benchmarks.field.results import Results
from benchmarks.field.tasks import EDIT, FIND, FIRST, INSERT, OPEN, PAGE, READ, SAVE, START, TABLE, TOO_LONG, TRACK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.field.contenders.contender import Contender
    from benchmarks.field.results import Field
    from benchmarks.field.tasks import Figures

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE_FILE, KEPT = DOCS / "benchmarks.md", DOCS / "benchmarks.json"
PICTURES = DOCS / "pictures"

EDIT_AND_SAVE = "edit and save"
WORD_TASKS = (START, FIRST, READ, PAGE, FIND, EDIT, SAVE, EDIT_AND_SAVE, INSERT, TABLE, TRACK)
MARKDOWN_TASKS = (START, FIRST, READ, PAGE, FIND, EDIT, SAVE, EDIT_AND_SAVE, INSERT, TABLE)
BYTES_PER_TOKEN = 4
CLEARLY = 1.05
"""Who takes less by this is ahead; what is closer is noise."""


def publish(results: Results) -> None:
    """Write the page, its plots, and the figures that they are made from."""
    results.write(KEPT)
    PAGE_FILE.write_text(written(results), encoding="utf-8")
    for name, picture in plots(results).items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


def written(results: Results) -> str:
    sections = [
        INTRODUCTION.format(machine=results.machine, versions=", ".join(_versions(results))),
        *([f"**{results.note}**"] if results.note else []),
        *_bounds(results),
        *_field("Word documents", "paragraphs", results.word, WORD_TASKS, WORD),
        *_field("Markdown", "KB", results.markdown, MARKDOWN_TASKS, MARKDOWN),
        *_weights(results),
        *_correctness(results),
        *_behind(results),
        *_faults(results),
    ]
    return "\n\n".join(sections) + "\n"


def plots(results: Results) -> dict[str, str]:
    found: dict[str, str] = {}
    if len(results.word) > 1:
        for task, name in ((EDIT_AND_SAVE, "edit"), (READ, "open")):
            if series := _series(results.word, task):
                found[f"benchmark-{name}.svg"] = plot.lines(f"{task}: seconds by paragraphs", "", series)
        largest = results.word[max(results.word)]
        memory = {name: float(each.megabytes) for name, each in largest.items() if each.megabytes}
        found["benchmark-memory.svg"] = plot.bars(f"memory with {max(results.word):,} paragraphs", "MB", memory)
    return found


def taken(figures: Figures, task: str) -> float | None:
    """The seconds that a task takes in the middle, if it was done."""
    if task == EDIT_AND_SAVE:
        edit, save = taken(figures, EDIT), taken(figures, SAVE)
        return edit if edit is None or save is None else edit + save
    if task in figures.faults or not figures.seconds.get(task):
        return None
    return median(figures.seconds[task])


def _series(field: Field, task: str) -> dict[str, dict[int, float]]:
    names = dict.fromkeys(name for found in field.values() for name in found)
    points = {
        name: {size: seconds for size, found in field.items() if (seconds := _of(found, name, task)) is not None}
        for name in names
    }
    return {name: each for name, each in points.items() if each}


def _of(found: dict[str, Figures], name: str, task: str) -> float | None:
    return taken(found[name], task) if name in found else None


def _versions(results: Results) -> Iterator[str]:
    for name, version in results.versions.items():
        if version and not name.startswith("Quire,"):
            yield f"{name} {version}"


# Speed


def _field(
    title: str, unit: str, field: Field, tasks: Sequence[str], contenders: Sequence[type[Contender]]
) -> Iterator[str]:
    if not field:
        return
    yield f"## {title}"
    if unit == "paragraphs" and len(field) > 1:
        yield "![Seconds of an edit and its saving](pictures/benchmark-edit.svg)"
        yield "![Seconds of opening and reading](pictures/benchmark-open.svg)"
    for size, found in field.items():
        kinds = {each.name: each.kind for each in contenders}
        yield f"### {size:,} {unit}"
        yield _table(["", *tasks], (_row(name, found, tasks, kinds) for name in found))


def _row(name: str, found: dict[str, Figures], tasks: Sequence[str], kinds: dict[str, str]) -> list[str]:
    return [_named(name, kinds.get(name, "")), *(_cell(name, found, task, kinds) for task in tasks)]


def _named(name: str, kind: str) -> str:
    return name if kind == "server" else f"*{name}*"


def _cell(name: str, found: dict[str, Figures], task: str, kinds: dict[str, str]) -> str:
    figures = found[name]
    fault = figures.faults.get(EDIT if task in (SAVE, EDIT_AND_SAVE) else task)
    if fault is not None:
        return f"{fault} s" if fault == TOO_LONG else "✗"
    seconds = taken(figures, task)
    if seconds is None:
        if task == SAVE and EDIT in figures.seconds:
            return "at once"
        return "not tried" if OPEN in figures.faults else "–"
    servers = [_of(found, each, task) for each in found if kinds.get(each) == "server"]
    least = min((each for each in servers if each is not None), default=0.0)
    told = _seconds(seconds)
    return f"**{told}**" if seconds <= least and kinds.get(name) == "server" else told


def _seconds(value: float) -> str:
    if value < 0.0095:
        return f"{value * 1000:.1f} ms"
    return f"{value * 1000:.0f} ms" if value < 0.9995 else f"{value:.1f} s"


# What else


def _bounds(results: Results) -> Iterator[str]:
    if not results.bounds:
        return
    told = [line for lines in results.bounds.values() for line in lines]
    broken = [line for line in told if line.endswith("BROKEN")]
    yield "## Against the limit, and against itself"
    yield (
        f"Quire's own benchmarks compare, within one run, what it does with the bare work, or a long document with a "
        f"short one. {len(told) - len(broken)} of {len(told)} bounds hold."
    )
    rows = (
        [name, line.rpartition(":")[0], line.rpartition(": ")[2]] for name, ls in results.bounds.items() for line in ls
    )
    yield "<details><summary>All bounds</summary>"
    yield _table(["benchmark", "measured", ""], rows)
    yield "</details>"
    if broken:
        yield "Broken in this run:"
        yield "\n".join(f"- {line}" for line in broken)


def _weights(results: Results) -> Iterator[str]:
    if not results.word:
        return
    yield "## Memory and tokens"
    yield WEIGHTS
    if len(results.word) > 1:
        yield "![Memory](pictures/benchmark-memory.svg)"
    sizes = list(results.word)
    middle = results.word[sizes[len(sizes) // 2]]
    heads = ["", *(f"MB, {size:,}" for size in sizes), "tools", "tool list", "first read", "edit's answer"]
    yield _table(heads, ([name, *_weighed(results, name, figures)] for name, figures in middle.items()))


def _weighed(results: Results, name: str, figures: Figures) -> Iterator[str]:
    for found in results.word.values():
        yield f"{found[name].megabytes:,}" if name in found and found[name].megabytes else "–"
    yield f"{figures.tools:,}" if figures.tools else "–"
    for count in (figures.tool_bytes, figures.read_bytes, figures.edit_bytes):
        yield f"{count // BYTES_PER_TOKEN:,}" if count else "–"


def _correctness(results: Results) -> Iterator[str]:
    if not results.answers:
        return
    yield "## Is it right?"
    yield CORRECTNESS
    questions = next(iter(results.answers.values()))
    rows = ([question, *(_mark(each[question]) for each in results.answers.values())] for question in questions)
    yield _table(["", *results.answers], rows)
    notes = [f"- {name}: {told}" for name, each in results.answers.items() if (told := "; ".join(_instead(each)))]
    if notes:
        yield "\n".join(["What happened instead:", "", *notes])


def _instead(answers: dict[str, str]) -> Iterator[str]:
    for question, answer in answers.items():
        if answer not in (YES, CANNOT):
            yield f"{question}: {answer}"


def _mark(answer: str) -> str:
    return {YES: "✓", CANNOT: "–"}.get(answer, "✗")


def _behind(results: Results) -> Iterator[str]:
    """Where others are quicker than Quire, in one list."""
    yield "## Where Quire is not ahead"
    found = [
        *_slower(results.word, WORD_TASKS, WORD, "paragraphs"),
        *_slower(results.markdown, MARKDOWN_TASKS, MARKDOWN, "KB"),
    ]
    yield "\n".join(found) if found else "Nowhere, in this run."
    yield REASONS


def _slower(field: Field, tasks: Sequence[str], contenders: Sequence[type[Contender]], unit: str) -> Iterator[str]:
    kinds = {each.name: each.kind for each in contenders if not each.name.startswith("Quire")}
    for task in tasks:
        for size, found in field.items():
            ours = _of(found, "Quire", task)
            quicker = [
                f"{_named(name, kinds[name])} {_seconds(seconds)}"
                for name in found
                if kinds.get(name) in ("server", "library")
                and ours is not None
                and (seconds := _of(found, name, task)) is not None
                and seconds * CLEARLY < ours
            ]
            if quicker and ours is not None:
                yield f"- {task}, {size:,} {unit}: {_seconds(ours)}; {', '.join(quicker)}"


def _faults(results: Results) -> Iterator[str]:
    told = {
        f"- {name}, {task}, {size:,}: {fault[:200]}": None
        for field in (results.word, results.markdown)
        for size, found in field.items()
        for name, figures in found.items()
        for task, fault in figures.faults.items()
        if fault != TOO_LONG
    }
    if told:
        yield "## What failed"
        yield "\n".join(told)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(each.replace('|', chr(92) + '|') for each in row)} |" for row in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    publish(Results.read(Path(sys.argv[1]) if sys.argv[1:] else KEPT))
