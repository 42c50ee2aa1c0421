"""The paragraphs of one part, as a value: a change shares all that it does not touch with what was before."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, count, takewhile
from operator import is_
from typing import TYPE_CHECKING, cast

from lxml import etree

from quire.core.errors import ConflictError, NotFoundError
from quire.formats.docx.names import NAMESPACES, name
from quire.formats.docx.text import identity, source
from quire.formats.docx.text.homes import Homes
from quire.formats.docx.text.paragraph import Paragraph, hurried_text, text_box_paragraphs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.text.identity import Seed
    from quire.formats.docx.text.paragraph import Stage
    from quire.formats.docx.text.source import Frame

CHUNK = 64

_PARAGRAPH_ID = re.compile(r"""^<[^>]*?\s([\w.-]+):paraId\s*=\s*["']([0-9A-Fa-f]{8})["']""")


class Block:
    """A paragraph, as its source has it, with the markup that stands before it."""

    __slots__ = ("_text", "facts", "fields", "frame", "key", "lead", "source")

    def __init__(self, frame: Frame, lead: str, source: str, key: int, fields: tuple[Stage, ...] = ()) -> None:
        self.frame = frame
        self.lead = lead
        self.source = source
        self.key = key
        self.fields = fields  # those that are open where it begins
        self.facts: dict[str, object] = {}  # what was found out about it, for whoever asks again
        self._text: str | None = None

    def __len__(self) -> int:
        return len(self.lead) + len(self.source)

    @property
    def text(self) -> str:
        """What a reader sees of it."""
        if self._text is None:
            hurried = hurried_text(self.source) if self.frame.is_usual and not self.fields else None
            self._text = self.read().text if hurried is None else hurried
        return self._text

    def read(self) -> Paragraph:
        """Its elements, to look at or to work on: each call reads them anew."""
        return Paragraph(self.frame.read(self.source)[0], self.fields)

    @property
    def written_id(self) -> int | None:
        return written_id(self.frame, self.source)

    @property
    def seed(self) -> Seed:
        return identity.seed(self.written_id, self.source)

    @property
    def has_text_boxes(self) -> bool:
        return "txbxContent" in self.source

    @property
    def boxed(self) -> list[tuple[str, Seed]]:
        """The texts of the paragraphs in its text boxes, each with what its number is made from."""
        if "boxed" not in self.facts:
            root = self.frame.read(self.source)[0]
            self.facts["boxed"] = [(Paragraph(each).text, _boxed_seed(each)) for each in text_box_paragraphs(root)]
        return cast("list[tuple[str, Seed]]", self.facts["boxed"])

    @property
    def computed(self) -> list[tuple[int, int]]:
        """The stretches of its text that are results of fields."""
        if not self.fields and "fldChar" not in self.source and "fldSimple" not in self.source:
            return []
        if "computed" not in self.facts:
            leaves = self.read().leaves
            self.facts["computed"] = [(leaf.start, leaf.end) for leaf in leaves if leaf.lock == "field"]
        return cast("list[tuple[int, int]]", self.facts["computed"])

    def behind(self, lead: str) -> Block:
        """The same paragraph behind other markup."""
        if lead == self.lead:
            return self
        block = Block(self.frame, lead, self.source, self.key, self.fields)
        block._text, block.facts = self._text, self.facts
        return block


def written_id(frame: Frame, source: str) -> int | None:
    """The id that a paragraph's source has, if it is one that Word could have written."""
    found = _PARAGRAPH_ID.match(source)
    if found is None or dict(frame.namespaces).get(found[1], NAMESPACES["w14"]) != NAMESPACES["w14"]:
        return None
    return _lawful(found[2])


def element_id(paragraph: Element) -> int | None:
    """The id that a paragraph has, if it is one that Word could have written."""
    found = paragraph.get(name("w14:paraId"))
    return _lawful(found) if found and re.fullmatch("[0-9A-Fa-f]{8}", found) else None


def _boxed_seed(paragraph: Element) -> Seed:
    return identity.seed(element_id(paragraph), etree.tostring(paragraph, encoding="unicode", with_tail=False))


def _lawful(digits: str) -> int | None:
    number = int(digits, 16)
    return number if 0 < number <= identity.LARGEST else None


@dataclass(frozen=True, slots=True)
class Boxed:
    """A paragraph in a text box: in which paragraph that is anchored, the how many-eth there, and its text."""

    host: int
    number: int
    start: int
    text: str
    seed: identity.Seed  # its own number, if that depends on no other one's


_serials = count()


class Chunk:
    """Some paragraphs in a row. Its serial stays when the text of its paragraphs changes, but not which they are."""

    def __init__(self, blocks: Sequence[Block], was: Chunk | None = None) -> None:
        """`was` is the chunk with the same paragraphs before their text changed."""
        self.blocks = tuple(blocks)
        self.serial: int = was.serial if was else next(_serials)
        self.facts: dict[str, object] = {}  # what was found out about it, for whoever asks again
        self.earlier: dict[str, object] = {**was.earlier, **was.facts} if was else {}  # found out about what it was
        if was:
            self.keys = was.keys

    @cached_property
    def source_ends(self) -> list[int]:
        """Where each paragraph ends in the source, counted from the chunk's beginning."""
        return list(accumulate(len(block.lead) + len(block.source) for block in self.blocks))

    @cached_property
    def text_ends(self) -> list[int]:
        """Where each paragraph's text ends, with what separates it from the next."""
        return list(accumulate(len(block.text) + 1 for block in self.blocks))

    @cached_property
    def keys(self) -> dict[int, int]:
        return {block.key: index for index, block in enumerate(self.blocks)}

    @cached_property
    def hosts(self) -> tuple[Block, ...]:
        """The paragraphs at which text boxes are anchored."""
        return tuple(block for block in self.blocks if block.has_text_boxes)


_GAUGES: dict[str, Callable[[Chunk], int]] = {
    "paragraphs": lambda chunk: len(chunk.blocks),
    "text": lambda chunk: chunk.text_ends[-1],
    "source": lambda chunk: chunk.source_ends[-1],
    "serial": lambda chunk: chunk.serial,
}
"""What is known of a chunk by a number."""


class Story:
    """The paragraphs of a part, found by number, by id, by place in the text or in the source."""

    def __init__(
        self,
        frame: Frame,
        chunks: Sequence[Chunk],
        tail: str,
        homes: Homes,
        leaning: frozenset[int],
        gauges: dict[str, list[int]] | None = None,
    ) -> None:
        self.frame = frame
        self.chunks = tuple(chunks)
        self.tail = tail
        self._homes = homes  # which chunk each paragraph is in
        self.leaning = leaning  # ids that depend on those of others
        self._gauges = gauges or {}  # numbers of each chunk, as far as anyone has asked
        self.facts: dict[str, object] = {}  # what was found out about it, for whoever asks again
        self.earlier: dict[str, object] = {}  # found out about what it was

    @classmethod
    def read(cls, name: str, data: bytes) -> Story:
        frame, text = source.read(name, data)
        return cls._cut(frame, text)

    @classmethod
    def _cut(cls, frame: Frame, text: str) -> Story:
        spans = source.cuts(frame, text)
        sources = [text[start:end] for start, end in spans]
        ends = [0, *(end for _, end in spans)]
        leads = [text[end:start] for end, (start, _) in zip(ends, spans, strict=False)]
        source.check_nesting(frame, leads)
        keys, leaning = identity.assign(_seeds(frame, sources), ())
        blocks = list(_blocks(frame, zip(leads, sources, keys, strict=True), ()))
        chunks = _chunks(blocks)
        return cls(frame, chunks, text[ends[-1] :], Homes(_homes(chunks)), frozenset(leaning))

    def __len__(self) -> int:
        """How many paragraphs it has."""
        return self._counts[-1] if self._counts else 0

    def __iter__(self) -> Iterator[Block]:
        return chain.from_iterable(chunk.blocks for chunk in self.chunks)

    def __contains__(self, key: int) -> bool:
        return key in self._homes

    def __getitem__(self, index: int) -> Block:
        chunk, seat = self.chunk_of(index)
        return self.chunks[chunk].blocks[seat]

    def from_(self, index: int) -> Iterator[Block]:
        """The paragraphs from one on."""
        chunk, skipped = self.chunk_of(index)
        for each in self.chunks[chunk:]:
            yield from each.blocks[skipped:]
            skipped = 0

    @cached_property
    def _counts(self) -> list[int]:
        return list(accumulate(self._gauge("paragraphs")))

    @cached_property
    def _text_ends(self) -> list[int]:
        return list(accumulate(self._gauge("text")))

    @cached_property
    def _source_ends(self) -> list[int]:
        return list(accumulate(self._gauge("source")))

    @cached_property
    def _order(self) -> dict[int, int]:
        return dict(zip(self._gauge("serial"), count(), strict=False))

    def _gauge(self, what: str) -> list[int]:
        """A number of each chunk. Stories that a change makes of this one have it of the chunks that stayed."""
        if what not in self._gauges:
            self._gauges[what] = list(map(_GAUGES[what], self.chunks))
        return self._gauges[what]

    # Finding

    def _seat(self, key: int) -> tuple[int, int]:
        """The chunk of a paragraph, and its place in it."""
        chunk = self._order[self._homes[key]]
        return chunk, self.chunks[chunk].keys[key]

    def block(self, key: int) -> Block:
        chunk, seat = self._seat(key)
        return self.chunks[chunk].blocks[seat]

    def index(self, key: int) -> int:
        """The number of a paragraph."""
        chunk, seat = self._seat(key)
        return (self._counts[chunk - 1] if chunk else 0) + seat

    def text_start(self, key: int) -> int:
        """Where the text of a paragraph begins."""
        chunk, seat = self._seat(key)
        before = self._text_ends[chunk - 1] if chunk else 0
        return before + (self.chunks[chunk].text_ends[seat - 1] if seat else 0)

    def source_start(self, key: int) -> int:
        """Where a paragraph begins in the source."""
        chunk, seat = self._seat(key)
        before = self._source_ends[chunk - 1] if chunk else 0
        within = self.chunks[chunk]
        return before + (within.source_ends[seat - 1] if seat else 0) + len(within.blocks[seat].lead)

    def chunk_of(self, index: int) -> tuple[int, int]:
        """The chunk in which the paragraph of a number is, and its place in it."""
        chunk = bisect_right(self._counts, index)
        return chunk, index - (self._counts[chunk - 1] if chunk else 0)

    def at(self, position: int) -> tuple[int, int]:
        """The paragraph in whose text a position is, by its number, and where its text begins."""
        if not self.chunks:
            raise NotFoundError("The document has no paragraph yet.", "Insert text first.")
        chunk = min(bisect_right(self._text_ends, position), len(self.chunks) - 1)
        start = self._text_ends[chunk - 1] if chunk else 0
        ends = self.chunks[chunk].text_ends
        seat = min(bisect_right(ends, position - start), len(ends) - 1)
        return (self._counts[chunk - 1] if chunk else 0) + seat, start + (ends[seat - 1] if seat else 0)

    @property
    def text_length(self) -> int:
        return max(0, self._text_ends[-1] - 1) if self._text_ends else 0

    @cached_property
    def text(self) -> str:
        return "\n".join(block.text for block in self)

    def slice(self, start: int, end: int) -> str:
        """The text of a range."""
        if start >= end or not self.chunks:
            return ""
        index, begin = self.at(start)
        texts: list[str] = []
        reached = begin
        for block in self.from_(index):
            texts.append(block.text)
            reached += len(block.text) + 1
            if reached > end:
                break
        return "\n".join(texts)[start - begin : end - begin]

    @property
    def source(self) -> str:
        return "".join(chain.from_iterable((block.lead, block.source) for block in self)) + self.tail

    def is_written_as(self, other: Story) -> bool:
        """Whether the source of another story is the same."""
        return (
            (len(self), self.tail) == (len(other), other.tail)
            and self.frame.encoding == other.frame.encoding
            and all(
                one is another or (one.lead, one.source) == (another.lead, another.source)
                for one, another in zip(self, other, strict=True)
            )
        )

    @property
    def source_length(self) -> int:
        return (self._source_ends[-1] if self._source_ends else 0) + len(self.tail)

    def encode(self) -> bytes:
        return self.frame.encode(self.source)

    # Text boxes

    @cached_property
    def boxed(self) -> dict[int, Boxed]:
        """The paragraphs in text boxes by their numbers, in the order of the paragraphs at which these are anchored."""
        inside = [(block.key, number, text, seed) for chunk in self.chunks for block in chunk.hosts
                  for number, (text, seed) in enumerate(block.boxed)]  # fmt: skip
        keys, leaning = identity.assign((seed for *_, seed in inside), ())
        starts = accumulate((len(text) + 1 for _, _, text, _ in inside), initial=0)
        return {
            key: Boxed(host, number, start, text, seed if key in leaning else key)
            for key, (host, number, text, seed), start in zip(keys, inside, starts, strict=False)
        }

    @property
    def boxed_length(self) -> int:
        return max(0, sum(len(box.text) + 1 for box in self.boxed.values()) - 1)

    # Changing

    def splice(self, at: int, old: str, new: str) -> Story:
        """The story with other text in a place of its source, if that holds the text it should."""
        if not self.frame.is_usual or at < len(self.opening):
            text = _spliced(self.source, at, old, new)
            frame = source.frame(self.frame.name, self.frame.encoding, self.frame.mark, text)
            return self._cut(frame, text)
        first, last, start = self._region(at, at + len(old))
        blocks = self._blocks_between(first, last)
        is_end = last >= len(self)
        text = "".join(chain.from_iterable((block.lead, block.source) for block in blocks)) + (
            self.tail if is_end else ""
        )
        starts = list(accumulate(map(len, blocks), initial=start))
        before = sum(end <= at for end in starts[1:])
        behind = sum(each + len(block.lead) >= at + len(old) for each, block in zip(starts, blocks, strict=False))
        kept = (blocks[:before], blocks[len(blocks) - behind :] if behind else [])
        fresh, rest, leaning = self._recut(_spliced(text, at - start, old, new), blocks, *kept)
        return self._replaced(first, last, fresh, rest, leaning, is_end=is_end)

    def _region(self, start: int, end: int) -> tuple[int, int, int]:
        """The paragraphs, by number, that a range of the source is in or touches, and where the first begins."""
        if not self.chunks:
            return 0, 0, 0
        first, begin = self._block_at(start)
        last, _ = self._block_at(max(start, end))
        return first, last + 1, begin

    def _block_at(self, offset: int) -> tuple[int, int]:
        """The paragraph in which an offset of the source is, or whose beginning it is; behind all, one too many."""
        chunk = bisect_right(self._source_ends, offset)
        begin = self._source_ends[chunk - 1] if chunk else 0
        index = self._counts[chunk - 1] if chunk else 0
        if chunk == len(self.chunks):
            return index, begin
        ends = self.chunks[chunk].source_ends
        seat = bisect_right(ends, offset - begin)
        return index + seat, begin + (ends[seat - 1] if seat else 0)

    def _blocks_between(self, first: int, last: int) -> list[Block]:
        blocks: list[Block] = []
        for block in self.from_(first):
            if len(blocks) == last - first:
                break
            blocks.append(block)
        return blocks

    def _recut(
        self, text: str, was: Sequence[Block], before: Sequence[Block], behind: Sequence[Block]
    ) -> tuple[list[Block], str, set[int]]:
        """The paragraphs of a changed piece of source, what follows them, and which ids depend on others.

        Those before and behind the change are the ones that they were."""
        spans = list(source.usual_cuts(text))
        sources = [text[start:end] for start, end in spans]
        ends = [0, *(end for _, end in spans)]
        leads = [text[end:start] for end, (start, _) in zip(ends, spans, strict=False)]
        changed = sources[len(before) : len(sources) - len(behind)]
        mine = {block.key for block in was} - {block.key for block in (*before, *behind)}
        keys, leaning = identity.assign(_seeds(self.frame, changed), _Others(self._homes, mine))
        keys = [*(block.key for block in before), *keys, *(block.key for block in behind)]
        fields = was[0].fields if was else ()
        blocks = list(_blocks(self.frame, zip(leads, sources, keys, strict=True), fields))
        return blocks, text[ends[-1] :], leaning

    def _replaced(
        self, first: int, last: int, fresh: list[Block], rest: str, leaning: set[int], *, is_end: bool
    ) -> Story:
        """The story with other paragraphs in the place of some; `rest` is what then stands before the next one."""
        start_chunk = bisect_right(self._counts, first) if first < len(self) else max(0, len(self.chunks) - 1)
        reached = last if rest or last == first else last - 1  # the next one is touched only by what stands before it
        end_chunk = bisect_right(self._counts, reached) if last < len(self) else len(self.chunks) - 1
        skipped = self._counts[start_chunk - 1] if start_chunk else 0
        old = list(chain.from_iterable(chunk.blocks for chunk in self.chunks[start_chunk : end_chunk + 1]))
        new = [*old[: first - skipped], *fresh, *old[last - skipped :]]
        following = first - skipped + len(fresh)
        if rest and not is_end:
            new[following] = new[following].behind(rest + self[last].lead)
        tail = rest if is_end else self.tail
        same = [block.key for block in old] == [block.key for block in new]
        if same and start_chunk == end_chunk:
            chunks = [Chunk(new, self.chunks[start_chunk])]
            homes = self._homes
        else:
            chunks = _chunks(new)
            homes = self._homes.moved((block.key for block in old), _homes(chunks))
        around = (*self.chunks[:start_chunk], *chunks, *self.chunks[end_chunk + 1 :])
        gauges = {
            what: [*known[:start_chunk], *map(_GAUGES[what], chunks), *known[end_chunk + 1 :]]
            for what, known in self._gauges.items()
        }
        story = Story(self.frame, around, tail, homes, self.leaning | leaning if leaning else self.leaning, gauges)
        story.earlier = {**self.earlier, **self.facts}
        return story

    @property
    def opening(self) -> str:
        """The source up to the first paragraph: the declaration and the root's tag."""
        return self.chunks[0].blocks[0].lead if self.chunks else self.tail

    def leaning_on(self, freed: set[int]) -> list[Block]:
        """The paragraphs that would be taken for others when the file is read again, once these ids are free."""
        candidates = [self.block(key) for key in self.leaning - freed if key in self._homes]
        others = ((block.seed, block.key) for block in candidates if block.written_id != block.key)
        return [self.block(key) for key in identity.displaced(others, freed)]

    def boxed_leaning_on(self, freed: set[int]) -> list[int]:
        """The same for paragraphs in text boxes, by their ids."""
        others = ((box.seed, key) for key, box in self.boxed.items() if box.seed != key and key not in freed)
        return list(identity.displaced(others, freed))


class _Others:
    """The ids of paragraphs other than some."""

    def __init__(self, homes: Homes, mine: set[int]) -> None:
        self._homes = homes
        self._mine = mine

    def __contains__(self, key: object) -> bool:
        return key in self._homes and key not in self._mine


def alike(some: Sequence[Chunk], others: Sequence[Chunk]) -> tuple[int, int]:
    """How many chunks two stories have in common at their beginnings, and how many of the rest at their ends."""
    before = sum(takewhile(bool, map(is_, some, others)))
    behind = sum(takewhile(bool, map(is_, some[: before - 1 : -1] if before else some[::-1], others[::-1])))
    return before, min(behind, len(others) - before)


def _seeds(frame: Frame, sources: Sequence[str]) -> list[Seed]:
    return [identity.seed(written_id(frame, each), each) for each in sources]


def _chunks(blocks: Sequence[Block]) -> list[Chunk]:
    """Paragraphs in chunks that can grow and shrink for a while."""
    if len(blocks) <= 2 * CHUNK:
        return [Chunk(blocks)] if blocks else []
    return [Chunk(blocks[at : at + CHUNK]) for at in range(0, len(blocks), CHUNK)]


def _homes(chunks: Iterable[Chunk]) -> dict[int, int]:
    return {block.key: chunk.serial for chunk in chunks for block in chunk.blocks}


def _blocks(frame: Frame, parts: Iterable[tuple[str, str, int]], fields: tuple[Stage, ...]) -> Iterator[Block]:
    """Paragraphs in a row: a field that one leaves open is open in the next."""
    for lead, text, key in parts:
        block = Block(frame, lead, text, key, fields)
        yield block
        if "fldChar" in text and (fields or text.count('"begin"') != text.count('"end"')):
            fields = block.read().fields


def _spliced(text: str, at: int, old: str, new: str) -> str:
    if text[at : at + len(old)] != old:
        raise ConflictError(
            "The source at that place is not the one this change was made for.",
            "Read the document again and repeat the edit.",
        )
    return text[:at] + new + text[at + len(old) :]
