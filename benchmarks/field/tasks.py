"""What each contender is asked to do, and what it took."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from benchmarks.field.contenders.contender import FailedError
from benchmarks.field.documents import MARKS, SENTENCE, occurrences, short, tables
from benchmarks.field.environment import PATIENCE_SECONDS, megabytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from benchmarks.field.contenders.contender import Contender, Program

START, FIRST, READ, PAGE, FIND = "start", "first document", "open and read", "page", "find"
OPEN, EDIT, SAVE = "open", "edit", "save"
INSERT, TABLE, TRACK = "insert and save", "table and save", "tracked edit and save"

BROKEN_OFF = "broken off"

SAMPLES = 3
ENOUGH_SECONDS = 5.0
"""A task is done several times, unless that takes longer."""
THOUGHT_SECONDS = 5.0
TOO_LONG = f"> {PATIENCE_SECONDS:.0f}"


@dataclass
class Figures:
    """What one contender took on documents of one size."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    """What happened instead of a task."""
    round_seconds: float = 0.0
    """What all tasks took together, one after the other."""
    megabytes: int = 0
    tools: int = 0
    tool_bytes: int = 0
    read_bytes: int = 0
    edit_bytes: int = 0


class Trial:
    """One round of all tasks, one after the other, on a document of its own."""

    def __init__(self, contender: type[Contender], path: Path, figures: Figures) -> None:
        self._contender, self._path, self._figures = contender, path, figures
        self._subject: Contender

    def run(self, data: bytes) -> None:
        """All tasks that did not take too long before; after one that does, the rest in a new process."""
        tasks: dict[str, Callable[[int], None]] = {
            PAGE: self._page, FIND: self._find, EDIT: self._edit, INSERT: self._insert, TABLE: self._table,
            TRACK: self._track,
        }  # fmt: skip
        left = [(name, task) for name, task in tasks.items() if self._figures.faults.get(name) != TOO_LONG]
        while left and self._can_be_opened:
            self._path.write_bytes(data)
            with self._contender.start(self._path.parent) as program:
                is_going = self._meet(program)
                while is_going and left:
                    is_going = self._do(*left.pop(0))
                self._figures.megabytes = max(self._figures.megabytes, megabytes())

    @property
    def _can_be_opened(self) -> bool:
        return OPEN not in self._figures.faults and self._figures.faults.get(READ) in (None, TOO_LONG)

    def _meet(self, program: Program) -> bool:
        """The first document of a process is a short one: whatever is done at last then is told for itself, once, and
        after as long as a model takes to ask for it. A document that takes too long to read is only opened."""
        self._figures.tools, self._figures.tool_bytes = program.tools, program.tool_bytes
        self._figures.seconds.setdefault(START, []).append(program.start_seconds)
        first = self._path.with_stem("first")
        first.write_bytes(short(self._path.suffix))
        self._subject = self._contender(program, first)
        if FIRST not in self._figures.seconds:
            time.sleep(THOUGHT_SECONDS)
            self._do(FIRST, lambda _: self._lap(FIRST, self._subject.read))
        else:
            self._do(FIRST, lambda _: self._subject.read())
        self._subject = self._contender(program, self._path)
        if self._figures.faults.get(READ) == TOO_LONG:
            return self._do(OPEN, lambda _: self._lap(OPEN, self._subject.open))
        return self._do(READ, self._read)

    def _do(self, name: str, task: Callable[[int], object]) -> bool:
        """Whether the process can go on."""
        begin = time.perf_counter()
        try:
            for run in range(SAMPLES):
                task(run)
                if time.perf_counter() - begin > ENOUGH_SECONDS or name in (FIRST, READ, OPEN):
                    break
        except NotImplementedError:
            pass
        except TimeoutError:
            self._figures.faults[name] = TOO_LONG
        except (FailedError, LookupError, BadZipFile) as error:
            self._figures.faults[name] = " ".join(str(error).split())
        fault = self._figures.faults.get(name)
        return fault is None if name in (READ, OPEN) else fault != TOO_LONG

    def _read(self, _: int) -> None:
        self._figures.read_bytes = len(self._lap(READ, self._subject.read).encode())

    def _page(self, run: int) -> None:
        self._lap(PAGE, partial(self._subject.page, 1 + run))

    def _find(self, _: int) -> None:
        self._lap(FIND, partial(self._subject.find, MARKS[-1]))

    def _edit(self, run: int) -> None:
        words = [MARKS[0], *(f"Qword{number}" for number in range(SAMPLES))]
        answer = self._lap(EDIT, partial(self._subject.edit, words[run], words[run + 1]))
        self._figures.edit_bytes = len(answer.encode())
        if not self._subject.saves_at_once:
            self._lap(SAVE, self._subject.save)
        self._expect(words[run + 1])

    def _insert(self, run: int) -> None:
        text = f"A new paragraph with the word Qnew{run}."
        self._lap(INSERT, lambda: self._saved(self._subject.insert(SENTENCE.format(MARKS[5 + run]), text)))
        self._expect(text)

    def _table(self, _: int) -> None:
        before = tables(self._path)
        self._lap(TABLE, lambda: self._saved(self._subject.table(SENTENCE.format(MARKS[4]))))
        if tables(self._path) == before:
            raise FailedError("it is not in the file")

    def _track(self, run: int) -> None:
        self._lap(TRACK, lambda: self._saved(self._subject.track(MARKS[run + 1], f"Qtracked{run}")))
        self._expect(f"Qtracked{run}")

    def _lap(self, name: str, act: Callable[[], str]) -> str:
        begin = time.perf_counter()
        answer = act()
        took = time.perf_counter() - begin
        if took > PATIENCE_SECONDS:
            raise TimeoutError(name)
        self._figures.seconds.setdefault(name, []).append(took)
        return answer

    def _saved(self, answer: str) -> str:
        if not self._subject.saves_at_once:
            self._subject.save()
        return answer

    def _expect(self, text: str) -> None:
        if not occurrences(self._path, text):
            raise FailedError("it is not in the file")
