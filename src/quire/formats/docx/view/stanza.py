"""The body cut into pieces whose blocks depend on no others, so that only those around a change are looked at again."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from quire.core.naming import PREFIXES
from quire.formats.docx.style.numbering import Counters
from quire.formats.docx.text.story import alike
from quire.formats.docx.view import counting, grid, tree
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many blocks of each prefix are in it."""
        return {prefix: len(places) for prefix, places in self.places.items()}


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


class _Passed(NamedTuple):
    """A chunk: where tables and lists stand before it, where a stanza may begin in it, and what is so behind it."""

    standing: Standing
    counters: Counters
    seat: int | None
    counters_there: Counters
    standing_behind: Standing
    counters_behind: Counters

    def goes_on(self, standing: Standing, counters: Counters) -> bool:
        """Whether tables and lists stand there before it."""
        return self.standing == standing and (self.counters is counters or self.counters == counters)


class _Cutting(NamedTuple):
    """The stanzas of the body, with what is needed to cut a state that comes of this one."""

    definitions: counting.Definitions
    chunks: tuple[Chunk, ...]
    passed: list[_Passed]  # each chunk
    stanzas: list[Stanza]


def stanzas(document: DocxDocument) -> list[Stanza]:
    """The stanzas of the body: after a change, only those that it has touched are made anew."""
    body, definitions = document.body, counting.Definitions.of(document)
    for known in (body.facts.get("cutting"), body.earlier.get("cutting")):
        if isinstance(known, _Cutting) and known.definitions.are(definitions):
            made = known if known.chunks is body.chunks else _cut(document, known)
            break
    else:
        made = _cut(document, _Cutting(definitions, (), [], []))
    body.facts["cutting"] = made
    return made.stanzas


def _cut(document: DocxDocument, was: _Cutting) -> _Cutting:
    chunks, definitions = document.body.chunks, was.definitions
    same, behind = alike(chunks, was.chunks)
    passed, rejoined = _go_on(document, was, same, behind)
    starts = [number for number, each in enumerate(passed) if each.seat is not None or not number]
    kept = max(0, bisect_left(starts, same) - 1)  # the last stanza before the change may reach into it
    taken = len(starts) - bisect_left(starts, rejoined)
    ends = [*starts[1:], len(chunks)]
    made = [
        _stanza(document, _origin(definitions, chunks, passed, start, end), _begin(passed, start)[1])
        for start, end in zip(starts[kept : len(starts) - taken], ends[kept:], strict=False)
    ]
    stanzas = [*was.stanzas[:kept], *made, *was.stanzas[len(was.stanzas) - taken :]]
    return _Cutting(definitions, chunks, passed, stanzas)


def _go_on(document: DocxDocument, was: _Cutting, same: int, behind: int) -> tuple[list[_Passed], int]:
    """Pass all chunks, given how many are the same in front and at the end; and from where on all is as it was."""
    chunks, passed = document.body.chunks, was.passed[:same]
    longer = len(chunks) - len(was.chunks)
    between = {id(chunk): each for chunk, each in zip(was.chunks[same:], was.passed[same:], strict=True)}
    standing: Standing = passed[-1].standing_behind if passed else ()
    counters = passed[-1].counters_behind if passed else Counters()
    for number in range(same, len(chunks)):
        is_behind = number >= len(chunks) - behind and min(number, number - longer) > 0  # the first is like no other
        if is_behind and was.passed[number - longer].goes_on(standing, counters):
            return passed + was.passed[number - longer :], number
        known = between.get(id(chunks[number]))
        if known is None or not known.goes_on(standing, counters):
            known = _pass(document, chunks[number], was.definitions, standing, counters)
        passed.append(known)
        standing, counters = known.standing_behind, known.counters_behind
    return passed, len(chunks)


def _begin(passed: list[_Passed], number: int) -> tuple[int, Counters]:
    """Where in a chunk a stanza begins, at most one in each, and where lists stand there."""
    return (passed[number].seat or 0, passed[number].counters_there) if number else (0, Counters())


def _origin(
    definitions: counting.Definitions, chunks: tuple[Chunk, ...], passed: list[_Passed], start: int, end: int
) -> _Origin:
    last = _begin(passed, end)[0] if end < len(chunks) else 0
    return _Origin(definitions, chunks[start : end + bool(last)], _begin(passed, start)[0], last)


def _pass(
    document: DocxDocument, chunk: Chunk, definitions: counting.Definitions, standing: Standing, counters: Counters
) -> _Passed:
    standings = grid.standings(chunk, standing)
    found = enumerate(zip(chunk.blocks, standings, strict=True))
    seat = next((at for at, (block, cells) in found if not cells and nature(document, block).is_apart), None)
    before = filter(None, counting.items(definitions, chunk)[: seat or 0])
    there = definitions.numbering.run(counters, before)
    behind = counting.behind(definitions, chunk, counters)
    return _Passed(standing, counters, seat, there, standings[-1], behind)


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
