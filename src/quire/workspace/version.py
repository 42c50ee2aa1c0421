"""Versions of a document: states of it that are kept, to look at and to go back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Why = Literal["saved", "before saving", "on disk", "replaced", "working"]
"""Why a version was kept: it was saved, it was in the file before, another program put it there, something else was
taken in its place, or some time had passed."""

MOST_KEPT = 50
MOST_FRESH = 10
WORKING_SECONDS = 600
"""While a document is changed, a version is kept so often."""


@dataclass(frozen=True, slots=True)
class Version:
    """A state of a document; its owner is the file, or the document while it has none."""

    owner: str
    at: float
    author: str
    why: Why
    digest: str
    characters: int
    id: int = 0


def surplus(times: list[float], now: float) -> int:
    """Which of too many versions goes, the oldest being the first: the newest stay, the older the fewer are needed.

    Times need not be in order: a clock may be set back."""
    inner = range(1, len(times) - MOST_FRESH)
    return min(inner, key=lambda index: abs(times[index + 1] - times[index - 1]) / (max(now - times[index], 0) + 1))
