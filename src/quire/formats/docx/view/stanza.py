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


class _Origin(NamedTuple):
    """What a stanza is made from: some chunks, from a seat in the first to one in the last."""

    definitions: counting.Definitions
    chunks: tuple[Chunk, ...]
    first: int
    last: int


class _Known(NamedTuple):
    """A stanza, and all that it was made from."""

    origin: _Origin
    lists: frozenset[int]  # that are counted in it
    counters: Counters
    stanza: Stanza

    def counts_from(self, counters: Counters) -> bool:
        """Whether its lists stand at its beginning where they stood."""
        concerning = self.origin.definitions.numbering.concerning
        return self.counters is counters or concerning(self.counters, self.lists) == concerning(counters, self.lists)


def stanzas(document: DocxDocument) -> list[Stanza]:
    """The stanzas of the body."""
    chunks, definitions = document.body.chunks, counting.Definitions.of(document)
    starts = [*_starts(document, definitions), _Start(len(chunks), 0, Counters())]
    return [
        _stanza(
            document,
            _Origin(definitions, chunks[start.chunk : end.chunk + bool(end.seat)], start.seat, end.seat),
            start.counters,
        )
        for start, end in pairwise(starts)
    ]


def _starts(document: DocxDocument, definitions: counting.Definitions) -> Iterator[_Start]:
    """At most one beginning in each chunk: the first paragraph that goes on with nothing."""
    standing: Standing = ()
    counters = Counters()
    for number, chunk in enumerate(document.body.chunks):
        before = (definitions, standing, counters)
        passed = chunk.facts.get("passed")
        if not (isinstance(passed, _Passed) and passed.before == before):
            chunk.facts["passed"] = passed = _pass(document, chunk, *before)
        if number == 0:
            yield _Start(0, 0, counters)
        elif passed.seat is not None:
            yield _Start(number, passed.seat, passed.counters_there)
        standing, counters = passed.standing_behind, passed.counters_behind


class _Passed(NamedTuple):
    """A chunk: where tables and lists stand before it, where a stanza may begin in it, and what is so behind it."""

    before: tuple[counting.Definitions, Standing, Counters]
    seat: int | None
    counters_there: Counters
    standing_behind: Standing
    counters_behind: Counters


def _pass(
    document: DocxDocument, chunk: Chunk, definitions: counting.Definitions, standing: Standing, counters: Counters
) -> _Passed:
    standings = grid.standings(chunk, standing)
    found = enumerate(zip(chunk.blocks, standings, strict=True))
    seat = next((at for at, (block, cells) in found if not cells and nature(document, block).is_apart), None)
    before = filter(None, counting.items(definitions, chunk)[: seat or 0])
    there = definitions.numbering.run(counters, before)
    behind = counting.behind(definitions, chunk, counters)
    return _Passed((definitions, standing, counters), seat, there, standings[-1], behind)


def _stanza(document: DocxDocument, origin: _Origin, counters: Counters) -> Stanza:
    chunks = origin.chunks
    known = chunks[0].facts.get("stanza")
    if isinstance(known, _Known) and known.origin == origin and known.counts_from(counters):
        return known.stanza
    blocks = list(chain.from_iterable(chunk.blocks for chunk in chunks))
    blocks = blocks[origin.first : len(blocks) - (len(chunks[-1].blocks) - origin.last if origin.last else 0)]
    stanza = Stanza(blocks, tree.grown(document, blocks, counters))
    lists = frozenset(found.counted[0] for block in blocks if (found := nature(document, block)).counted)
    chunks[0].facts["stanza"] = _Known(origin, lists, counters, stanza)
    return stanza
