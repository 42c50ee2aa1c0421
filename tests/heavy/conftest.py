"""What the heavy tests share: processes that start fast, a workspace of their own, and a seed that is told."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.heavy.agent import Agent, run
from tests.zygote import Zygote

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Site:
    """A home folder, a folder for documents, and the means to start processes on them."""

    zygote: Zygote
    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def root(self) -> Path:
        return self.folder / "documents"

    def start(self) -> Agent:
        """A new `quire mcp` process on this home; its client has yet to greet it."""
        return Agent(self.zygote, self.home, self.root)

    def enter(self) -> Agent:
        """A new `quire mcp` process, ready for calls."""
        return self.start().greet()

    def run(self, *arguments: str) -> None:
        """Run a `quire` command to its end."""
        run(self.zygote, self.home, *arguments)

    @property
    def log(self) -> str:
        """What the processes wrote to stderr."""
        return (self.folder / "stderr.txt").read_text()


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    with Zygote() as started:
        yield started


@pytest.fixture
def site(zygote: Zygote, tmp_path: Path) -> Site:
    """A workspace of the test's own, which nobody has used yet."""
    found = Site(zygote, tmp_path)
    found.root.mkdir()
    return found


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """Randomness that can be had again: QUIRE_SEED=… repeats what a failed test printed. A parameter varies it."""
    seed = os.environ.get("QUIRE_SEED") or secrets.token_hex(4)
    print(f"QUIRE_SEED={seed}")  # noqa: T201 - pytest shows it when the test fails
    return Random(f"{seed}.{getattr(request, 'param', 0)}")
