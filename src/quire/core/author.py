"""Who does something to a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Author:
    """An agent or a person, by the name they gave."""

    name: str
    kind: Literal["agent", "person"]

    @property
    def is_person(self) -> bool:
        return self.kind == "person"
