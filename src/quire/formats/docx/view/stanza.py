"""The body cut into pieces whose blocks depend on no others, so that only those around a change are looked at again."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from quire.core.naming import PREFIXES
from quire.formats.docx.style.numbering import Counters
from quire.formats.docx.view import counting, grid, tree
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Block, Chunk
    from quire.formats.docx.view.grid import Standing
    from quire.formats.docx.view.tree import Branch


class Seed(NamedTuple):
    """A block of a stanza, with its number among those of its prefix there, and the one that it is in, by its place."""

    branch: Branch
    prefix: str
    number: int
    parent: int | None
    depth: int


class Stanza:
    """Paragraphs in a row: places and numbers in it count from its own beginning."""

    def __init__(self, blocks: Sequence[Block], branches: list[Branch]) -> None:
        self.branches = branches
        self.paragraphs = len(blocks)
        self.length = sum(len(block.text) + 1 for block in blocks)

    @cached_property
    def seeds(self) -> list[Seed]:
        """Its blocks in document order."""
        found: list[Seed] = []
        counts = dict.fromkeys(PREFIXES.values(), 0)
        places: dict[int, int] = {}
        for branch, parent, depth in tree.walk(self.branches):
            prefix = PREFIXES[branch.type]
            if branch.children:
                places[id(branch)] = len(found)
            found.append(Seed(branch, prefix, counts[prefix], places[id(parent)] if parent else None, depth))
            counts[prefix] += 1
        return found

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where in it the blocks of each prefix are."""
        found: dict[str, list[int]] = {}
        for place, seed in enumerate(self.seeds):
            found.setdefault(seed.prefix, []).append(place)
        return found


class _Start(NamedTuple):
    """Where a stanza begins, and where lists stand there."""

    chunk: int
    seat: int
    counters: Counters


class _Known(NamedTuple):
    """A stanza, and all that it was made from."""

    definitions: counting.Definitions
    chunks: tuple[Chunk, ...]
    seats: tuple[int, int]
    lists: frozenset[int]  # that are counted in it
    counters: Counters
    stanza: Stanza

    def holds(self, definitions: counting.Definitions, chunks: Sequence[Chunk], seats: tuple[int, int]) -> bool:
        return (
            self.definitions.are(definitions)
            and self.seats == seats
            and len(self.chunks) == len(chunks)
            and all(one is other for one, other in zip(self.chunks, chunks, strict=True))
        )

    def counts_from(self, counters: Counters) -> bool:
        """Whether its lists stand at its beginning where they stood."""
        concerning = self.definitions.numbering.concerning
        return self.counters is counters or concerning(self.counters, self.lists) == concerning(counters, self.lists)


def stanzas(document: DocxDocument) -> list[Stanza]:
    """The stanzas of the body."""
    chunks = document.body.chunks
    starts = [*_starts(document), _Start(len(chunks), 0, Counters())]
    return [_stanza(document, start, end) for start, end in pairwise(starts)]


def _starts(document: DocxDocument) -> Iterator[_Start]:
    """At most one beginning in each chunk: the first paragraph that goes on with nothing."""
    definitions = counting.Definitions.of(document)
    standing: Standing = ()
    counters = Counters()
    for number, chunk in enumerate(document.body.chunks):
        passed = chunk.facts.get("passed")
        if not (isinstance(passed, _Passed) and passed.holds(definitions, standing, counters)):
            passed = _pass(document, definitions, chunk, standing, counters)
            chunk.facts["passed"] = passed
        if number == 0:
            yield _Start(0, 0, counters)
        elif passed.seat is not None:
            yield _Start(number, passed.seat, passed.counters_there)
        standing, counters = passed.standing_behind, passed.counters_behind


class _Passed(NamedTuple):
    """A chunk: where tables and lists stand before it, where a stanza may begin in it, and what is so behind it."""

    definitions: counting.Definitions
    standing: Standing
    counters: Counters
    seat: int | None
    counters_there: Counters
    standing_behind: Standing
    counters_behind: Counters

    def holds(self, definitions: counting.Definitions, standing: Standing, counters: Counters) -> bool:
        return (
            self.definitions.are(definitions)
            and (self.counters is counters or self.counters == counters)
            and (self.standing is standing or self.standing == standing)
        )


def _pass(
    document: DocxDocument, definitions: counting.Definitions, chunk: Chunk, standing: Standing, counters: Counters
) -> _Passed:
    standings = grid.standings(chunk, standing)
    found = enumerate(zip(chunk.blocks, standings, strict=True))
    seat = next((at for at, (block, cells) in found if not cells and nature(document, block).is_apart), None)
    before = filter(None, counting.items(definitions, chunk)[: seat or 0])
    there = definitions.numbering.run(counters, before)
    behind = counting.behind(definitions, chunk, counters)
    return _Passed(definitions, standing, counters, seat, there, standings[-1], behind)


def _stanza(document: DocxDocument, start: _Start, end: _Start) -> Stanza:
    definitions = counting.Definitions.of(document)
    chunks = document.body.chunks[start.chunk : end.chunk + bool(end.seat)]
    seats = (start.seat, end.seat)
    known = chunks[0].facts.get("stanza")
    if isinstance(known, _Known) and known.holds(definitions, chunks, seats) and known.counts_from(start.counters):
        return known.stanza
    blocks = list(chain.from_iterable(chunk.blocks for chunk in chunks))
    blocks = blocks[start.seat : len(blocks) - (len(chunks[-1].blocks) - end.seat if end.seat else 0)]
    stanza = Stanza(blocks, tree.grown(document, blocks, start.counters))
    lists = frozenset(found.counted[0] for block in blocks if (found := nature(document, block)).counted)
    chunks[0].facts["stanza"] = _Known(definitions, chunks, seats, lists, start.counters, stanza)
    return stanza
