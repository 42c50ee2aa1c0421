"""Which paragraph of a document is meant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A paragraph, wherever it is: in a part, and perhaps in a text box there."""

    part: str
    key: int
    is_boxed: bool = False
