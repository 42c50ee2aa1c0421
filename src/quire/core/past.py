"""A document as it was some changes ago, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from quire.core import blocks
from quire.core.anchor import Range
from quire.core.errors import ConflictError, NotFoundError
from quire.core.event import Edited
from quire.core.lines import Lines
from quire.core.transaction import AFTER, BEFORE, Mapping, Transaction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.document import Document, Node

MOST_CHANGES = 1000
MOST_CHARACTERS = 8_000_000
MOST_SHOWN = 2000
"""How much of a difference is told."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The last changes of a document, up to now."""

    changes: tuple[Edited, ...] = ()
    weight: int = 0

    def after(self, change: Edited) -> Trail:
        changes, weight = (*self.changes, change), self.weight + change.transaction.weight
        while len(changes) > MOST_CHANGES or (weight > MOST_CHARACTERS and len(changes) > 1):
            weight -= changes[0].transaction.weight
            changes = changes[1:]
        return Trail(changes, weight)


class Past:
    """An earlier state of a document beside the one of now."""

    def __init__(self, now: Document, changes: Sequence[Transaction]) -> None:
        self.now = now
        self._change = sum(changes, Transaction())
        self.document = now.apply(self._change.inverse())

    def node(self, name: str) -> Node:
        """The block that had a name then, as it is called now; refused if it has changed since."""
        then = self.document.node(name)
        if then is None:
            raise NotFoundError(
                f"There was no block {name!r} at that revision.", "list_blocks shows the blocks of now."
            )
        now = self.place(then.range)
        for found in blocks.beginning(self.now.nodes(), now.start, now.start + 1):
            if (found.type, found.end) == (then.type, now.end):
                return found
        raise self._conflict(f"{name!r} is part of another block since then.")

    def place(self, then: Range) -> Range:
        """Where a range of then stands now; refused if its text has changed since."""
        now = then.map(self._change.mapping)
        seen = self.document.slice(then.start, then.end)
        if self.now.slice(now.start, now.end) != seen:
            raise self._conflict(f"{_shown(seen)} has changed since then.")
        return now

    def require_unchanged(self, now: Range) -> None:
        """Refuse if a range of now holds another text than it did then."""
        back = Mapping(self._change.inverse().shifts)
        start, end = back.position(now.start, BEFORE), back.position(now.end, AFTER)
        seen = self.now.slice(now.start, now.end)
        if self.document.slice(start, end) != seen:
            raise self._conflict(f"{_shown(seen)} has changed since then.")

    def _conflict(self, what: str) -> ConflictError:
        return ConflictError(
            what,
            "Read the document again and repeat the edit with its new revision, or without baseRevision. "
            f"What has changed since then:\n{self.difference()}\n",
        )

    def difference(self) -> str:
        """The lines that changed, as a diff shows them: those of then behind `-`, those of now behind `+`."""
        then, now = Lines(self.document.text), Lines(self.now.text)
        parts: list[str] = []
        for before, after in self._changed(then, now):
            removed, added = then.texts(before.start, before.end), now.texts(after.start, after.end)
            same = _alike(removed, added)
            removed, added = removed[same:], added[same:]
            alike = _alike(removed[::-1], added[::-1])
            parts.append(f"@@ -{before.start + same + 1} +{after.start + same + 1} @@")
            parts += [f"-{line}" for line in removed[: len(removed) - alike]]
            parts += [f"+{line}" for line in added[: len(added) - alike]]
        told = "\n".join(parts)
        return told if len(told) <= MOST_SHOWN else f"{told[:MOST_SHOWN]}\n…"

    def _changed(self, then: Lines, now: Lines) -> Iterator[tuple[Range, Range]]:
        """The lines of then and of now that differ, as runs of lines."""
        reached: Range | None = None
        for start, end in sorted(self._change.touches()):
            lines = Range(then.at(start), then.at(end) + 1)
            if reached and lines.start < reached.end:
                reached = Range(reached.start, max(reached.end, lines.end))
                continue
            if reached:
                yield reached, self._lines_now(reached, then, now)
            reached = lines
        if reached:
            yield reached, self._lines_now(reached, then, now)

    def _lines_now(self, lines: Range, then: Lines, now: Lines) -> Range:
        mapping = self._change.mapping
        start = mapping.position(then.start(lines.start), BEFORE)
        end = mapping.position(then.end(lines.end - 1), AFTER)
        return Range(now.at(start), now.at(end) + 1)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:79]}…")
