"""Places in a document that move with its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError
from quire.core.transaction import AFTER, BEFORE

if TYPE_CHECKING:
    from quire.core.transaction import Mapping


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """The characters from `start` up to `end`; an empty one is the place between two characters."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        return self.start == self.end

    def map(self, mapping: Mapping, side: int = AFTER) -> Range:
        """This range after a change. Text inserted at its edges stays outside; `side` is for an empty one."""
        if self.is_empty:
            point = mapping.position(self.start, side)
            return Range(point, point)
        start, end = mapping.position(self.start, AFTER), mapping.position(self.end, BEFORE)
        return Range(min(start, end), end)

    def within(self, length: int) -> Range:
        """This range, if a text of that length has it."""
        if self.start > self.end:
            raise InvalidArgumentError(
                f"The range starts at {self.start}, behind its end at {self.end}.", "Give from <= to."
            )
        for position in (self.start, self.end):
            if not 0 <= position <= length:
                raise InvalidArgumentError(
                    f"Position {position} is outside the document.", f"Positions here go from 0 to {length}."
                )
        return self
