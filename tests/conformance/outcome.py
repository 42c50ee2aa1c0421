"""What became of one expectation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """An expectation, and what is wrong if it was not met."""

    name: str
    complaint: str = ""

    @property
    def is_good(self) -> bool:
        return not self.complaint

    def __str__(self) -> str:
        return f"ok    {self.name}" if self.is_good else f"FAIL  {self.name}: {self.complaint}"
