"""Taking back a change that is not the last one: its inverse, moved over all that happened since."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quire.core.errors import ConflictError, UnsupportedError
from quire.core.transaction import Replace, Shift, Transaction, source

if TYPE_CHECKING:
    from collections.abc import Sequence


def retraction(change: Transaction, later: Sequence[Transaction]) -> tuple[Transaction, Transaction]:
    """What takes a change back on today's document, and what happened since as it would have happened without it;
    refused where something else was done to the same place since."""
    theirs = [step for each in later for step in each.steps]
    _require_one_source([*change.steps, *theirs])
    found: list[Replace] = []
    for step in change.inverse().steps:
        mine, moved = step, list[Replace]()
        for other in theirs:
            moved.append(_behind(other, mine, gives_way=False))
            mine = _behind(mine, other, gives_way=True)
        found.append(mine)
        theirs = moved
    return Transaction(tuple(found)), Transaction(tuple(theirs))


def _require_one_source(steps: Sequence[Replace]) -> None:
    """What reaches into several parts of a document may hold together in ways that only its order tells."""
    sources = {source(step.address) for step in steps}
    if len({part for part, _ in sources}) > 1:
        raise UnsupportedError(
            "This change, or one after it, reaches into several parts of the document.",
            "Undo the changes after it first, one by one, or go back to a version from before.",
        )


def _behind(step: Replace, other: Replace, *, gives_way: bool) -> Replace:
    """A step as it is once another one happened that was made for the same text."""
    _, at = source(step.address)
    _, there = source(other.address)
    gain = _gain(Shift(at, len(step.old), 0), Shift(there, len(other.old), len(other.new)), gives_way=gives_way)
    if isinstance(step.address, int):
        return Replace.text(at + gain, step.old, step.new)
    part = step.address.rpartition("@")[0]
    shifts = _shifted(step.shifts, other.shifts, gives_way=gives_way)
    return replace(step, address=f"{part}@{at + gain}", shifts=shifts)


def _shifted(mine: Sequence[Shift], theirs: Sequence[Shift], *, gives_way: bool) -> tuple[Shift, ...]:
    found: list[Shift] = []
    for shift in mine:
        here, moved = shift, list[Shift]()
        for other in theirs:
            moved.append(other._replace(at=other.at + _gain(other, here, gives_way=not gives_way)))
            here = here._replace(at=here.at + _gain(here, other, gives_way=gives_way))
        found.append(here)
        theirs = moved
    return tuple(found)


def _gain(mine: Shift, other: Shift, *, gives_way: bool) -> int:
    """How far something moves when something else happens; `gives_way` decides where both are insertions at a place."""
    is_at_once = mine.at == other.at and not mine.deleted and not other.deleted
    if other.at + other.deleted <= mine.at and (gives_way or not is_at_once):
        return other.inserted - other.deleted
    if other.at >= mine.at + mine.deleted:
        return 0
    raise ConflictError(
        "What this change did was changed again since.",
        "Undo the changes after it first, one by one, or edit the text by hand.",
    )
