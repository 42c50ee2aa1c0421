"""What each contender is asked to do, and what it took."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from io import BytesIO
from statistics import median
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from benchmarks.field.server import BYTES_PER_TOKEN, FailedError, running
from tests.docx.large import large

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from benchmarks.field.contenders import Contender

SIZES = (50, 3_000, 20_000)
RUNS = {50: 5, 3_000: 3, 20_000: 1}
LONGEST_SECONDS = 120.0
"""A task that took longer is not repeated, and not tried on longer documents."""

MARKS = ("Qfirst", "Qsecond", "Qthird", "Qfourth", "Qfifth", "Qsixth", "Qseventh", "Qeighth")
TASKS = ("start", "read", "find", "edit and save", "insert and save", "table and save", "tracked edit and save")


@dataclass
class Figures:
    """What one contender took on documents of one size."""

    seconds: dict[str, float | None] = field(default_factory=dict)  # None: it failed
    faults: dict[str, str] = field(default_factory=dict)
    megabytes: int = 0
    tools: int = 0
    tool_tokens: int = 0
    read_tokens: int = 0
    edit_tokens: int = 0


def marked(paragraphs: int) -> bytes:
    """A document in which some words occur once, far from its beginning."""
    fresh = "".join(
        f'<w:p w14:paraId="{0x70000000 + number:08X}"><w:r><w:t>The word {mark} stands here once.</w:t></w:r></w:p>'
        for number, mark in enumerate(MARKS)
    )
    made = BytesIO()
    with ZipFile(BytesIO(large(paragraphs - len(MARKS)))) as source, ZipFile(made, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            part = source.read(name)
            if name == "word/document.xml":
                before, _, behind = part.rpartition(b"<w:sectPr>")
                part = b"".join((before, fresh.encode(), b"<w:sectPr>", behind))
            target.writestr(name, part)
    return made.getvalue()


def measured(contender: type[Contender], paragraphs: int, folder: Path) -> Figures:
    """All tasks, one after the other, on a document that grows by them."""
    figures = Figures()
    path = folder / f"{contender.name}-{paragraphs}.docx"
    path.write_bytes(marked(paragraphs))
    with running(contender, folder) as server:
        figures.seconds["start"] = server.start_seconds
        figures.tools, figures.tool_tokens = server.tools, server.tool_bytes // BYTES_PER_TOKEN
        subject = contender(server, path)
        clock = _Clock(figures, RUNS[paragraphs])
        figures.read_tokens = clock.time("read", lambda _: subject.read(), once=True) // BYTES_PER_TOKEN
        clock.time("find", lambda _: subject.find(MARKS[-1]))
        edited = clock.time("edit and save", lambda run: subject.edit(_word(run), _word(run + 1)))
        figures.edit_tokens = edited // BYTES_PER_TOKEN
        clock.time("insert and save", lambda run: subject.insert(MARKS[-2], f"A new paragraph, number {run}."))
        clock.time("table and save", lambda _: subject.table(MARKS[-3]), once=True)
        clock.time("tracked edit and save", lambda _: subject.track(MARKS[-4], "another"), once=True)
        figures.megabytes = server.megabytes
    return figures


def _word(run: int) -> str:
    """The word that stands where the first mark stood, after so many edits."""
    return MARKS[0] if run == 0 else f"Qword{run}"


class _Clock:
    def __init__(self, figures: Figures, runs: int) -> None:
        self._figures = figures
        self._runs = runs

    def time(self, task: str, do: Callable[[int], str], *, once: bool = False) -> int:
        """How long a task takes in the middle; the length of its answer."""
        took: list[float] = []
        answer = ""
        try:
            for run in range(1 if once else self._runs):
                begin = time.perf_counter()
                answer = do(run)
                took.append(time.perf_counter() - begin)
                if took[-1] > LONGEST_SECONDS:
                    break
        except NotImplementedError:
            return 0
        except (FailedError, LookupError, TimeoutError) as error:
            self._figures.seconds[task] = None
            self._figures.faults[task] = str(error)
            return 0
        self._figures.seconds[task] = median(took)
        return len(answer.encode())
