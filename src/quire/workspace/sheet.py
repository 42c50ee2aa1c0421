"""What the workspace knows of a document besides its text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document's name and place. Its id is also the id of its tab."""

    id: str
    format: str
    title: str
    path: str | None = None
    digest: str | None = None  # of the file, when it was last read or written
    writing: str | None = None  # of what was about to be written, while that is not known to be done
