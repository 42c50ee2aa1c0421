"""Rounds of random calls, each in a workspace of its own."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from quire.tools import registry
from tests.docx.gallery import GALLERY
from tests.fuzz.arguments import Arguments
from tests.fuzz.packages import broken
from tests.fuzz.subject import FaultError, Subject

CALLS = 60
FILES = 20
"""In each workspace; then it is looked at, and the next one begun."""


@dataclass
class Found:
    """What came of it."""

    rounds: int = 0
    calls: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


Round = Callable[[int, Found], None]


def play(how: Round, seed: int, seconds: float) -> Found:
    """Rounds until the time is over; each is known by its seed."""
    found = Found()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        how(seed + found.rounds, found)
        found.rounds += 1
    return found


def calls(seed: int, found: Found) -> None:
    """Any tools with any arguments."""
    chance = Random(seed)
    tools = sorted(registry.tools().values(), key=lambda tool: tool.name)
    with tempfile.TemporaryDirectory() as folder:
        subject = Subject(Path(folder), chance)
        try:
            arguments = Arguments(chance, subject)
            for _ in range(CALLS):
                tool = chance.choice(tools)
                given = arguments.of(tool.input_schema)
                found.calls += 1
                try:
                    found.refused += subject.call(tool.name, given)
                except FaultError as fault:
                    found.faults.append(f"--seed {seed}: {tool.name} {str(given)[:500]} {fault}")
            subject.check()
        except FaultError as fault:
            found.faults.append(f"--seed {seed}: {fault}")
        finally:
            subject.close()


def files(seed: int, found: Found) -> None:
    """Broken Word files: each is refused, or read, edited and saved as what it is."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        subject = Subject(Path(folder), chance)
        try:
            for number in range(FILES):
                kind = chance.choice(list(GALLERY))
                path = Path(folder, "documents", f"{number}.docx")
                path.write_bytes(broken(GALLERY[kind], chance))
                found.calls += 1
                try:
                    found.refused += _worked_on(subject, path)
                except FaultError as fault:
                    found.faults.append(f"--seed {seed}: file {number}, a broken {kind!r}: {fault}")
        finally:
            subject.close()


def _worked_on(subject: Subject, path: Path) -> bool:
    """Whether a file could not be opened; if it could, it is read, edited and saved."""
    place = str(path)
    if subject.call("open_document", {"file_path": place}):
        return True
    subject.call("read_file", {"file_path": place})
    subject.call("document_get_content", {})
    subject.call("document_insert", {"position": 0, "content": "New "})
    subject.call("smart_insert", {"file_path": place, "after_paragraph_id": "", "text": "x"})
    subject.call("save", {"file_path": place, "save_to_local_path": f"{place}.out.docx", "save_format": "both"})
    subject.call("clear_session", {"file_path": place})
    return False
