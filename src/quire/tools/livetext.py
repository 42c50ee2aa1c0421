"""The text of a document in Word as it was a moment ago: what positions count in, and how they become places there."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from quire.core.anchor import Range
from quire.tools.live import LiveDocument


@dataclass(frozen=True, slots=True)
class LiveText:
    """The paragraphs of the body."""

    document: LiveDocument
    paragraphs: tuple[str, ...]
    text: str
    starts: tuple[int, ...]

    @classmethod
    async def read(cls, document: LiveDocument) -> LiveText:
        paragraphs = tuple((await document.ask("document.text"))["paragraphs"]) or ("",)
        starts = (0, *accumulate(len(each) + 1 for each in paragraphs[:-1]))
        return cls(document, paragraphs, "\n".join(paragraphs), starts)

    def paragraph_at(self, position: int) -> str:
        return self.paragraphs[self._number(position)]

    async def ranges(self, *spans: tuple[int, int]) -> list[str]:
        """Names for stretches of the text, if their paragraphs are still the same."""
        if not spans:
            return []
        for start, end in spans:
            Range(start, end).within(len(self.text))
        places = [{"start": self._point(start), "end": self._point(end)} for start, end in spans]
        found: list[str] = (await self.document.ask("range.at", places=places))["rangeIds"]
        return found

    def position(self, spot: dict[str, int]) -> int:
        """Where a place is that Word names by its paragraph."""
        number = min(spot["paragraph"], len(self.paragraphs) - 1)
        before = self.paragraphs[number].encode("utf-16-le")[: 2 * spot["offset"]]
        return self.starts[number] + len(before.decode("utf-16-le", "ignore"))

    def _number(self, position: int) -> int:
        return bisect_right(self.starts, position) - 1

    def _point(self, position: int) -> dict[str, Any]:
        number = self._number(position)
        text = self.paragraphs[number]
        before = text[: position - self.starts[number]]
        return {"paragraph": number, "offset": len(before.encode("utf-16-le")) // 2, "text": text}
