"""Garbage, collected between the calls.

Within a call the collector would go through all that was made for it, again and again, and now and then through every
paragraph of every document: a third of the time of most calls, and a tenth of a second once in a while.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

MANY = 100_000
"""So many new values are not kept for long: among them may be much that nobody needs."""
THOROUGH = 60
"""How often what has lasted for a while is gone through as well."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector for a moment."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Collector:
    """Collects when it is told to, and at no other time."""

    def __init__(self) -> None:
        self._held: Set[str] = frozenset()
        self._rounds = 0

    def start(self) -> None:
        gc.disable()

    def stop(self) -> None:
        gc.unfreeze()
        gc.enable()

    @property
    def is_due(self) -> bool:
        """Whether there is so much to go through that it should not wait."""
        return gc.get_count()[0] > MANY

    def collect(self, held: Set[str]) -> None:
        """Collect what is garbage by now. Documents that are held are not gone through but once, as they come and go:
        of what they are made of, hardly anything becomes garbage that nobody notices."""
        self._rounds += 1
        if held != self._held or self.is_due:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._held = held
        else:
            gc.collect(2 if self._rounds % THOROUGH == 0 else 1)
