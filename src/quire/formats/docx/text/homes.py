"""In which chunk of a story each paragraph is: a map that is cheap to change and leaves the old one as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_MOVES = 1_000
"""How many paragraphs may have moved before all are written down anew."""


class Homes:
    """The serials of chunks by the ids of paragraphs: as they once were, and what has changed since."""

    def __init__(self, settled: Mapping[int, int], moved: Mapping[int, int | None] | None = None) -> None:
        self._settled = settled
        self._moved = moved or {}

    def __contains__(self, key: object) -> bool:
        if key in self._moved:
            return self._moved[key] is not None  # type: ignore[index]  # what is in it is a key of it
        return key in self._settled

    def __getitem__(self, key: int) -> int:
        found = self._moved[key] if key in self._moved else self._settled[key]
        if found is None:
            raise KeyError(key)
        return found

    def moved(self, gone: Iterable[int], come: Mapping[int, int]) -> Homes:
        """Without some paragraphs, and with others."""
        moved = {**self._moved, **dict.fromkeys(gone), **come}
        if len(moved) <= MOST_MOVES:
            return Homes(self._settled, moved)
        return Homes({key: home for key, home in {**self._settled, **moved}.items() if home is not None})
