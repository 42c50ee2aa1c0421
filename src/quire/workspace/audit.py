"""Who did what, when, why, and who decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quire.core.author import Author

Action = Literal["applied", "staged", "accepted", "rejected", "undone", "redone", "saved"]

MOST_CHARACTERS = 500
"""How much of a changed text the log repeats."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One change or decision."""

    at: float
    author: Author
    action: Action
    document: str
    title: str
    path: str | None
    revision: int
    tool: str
    start: int | None = None
    end: int | None = None
    before: str = ""
    after: str = ""
    reason: str | None = None
    suggestion: str | None = None
    undoes: int | None = None  # the revision of the change that this one took back, of which it was not the last
