"""Where lists stand at each place of a story: remembered with its chunks, for as long as these stay as they are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from quire.formats.docx.style.numbering import Counters
from quire.formats.docx.style.shape import paragraph_format
from quire.formats.docx.view import course

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.numbering import Item, Numbering
    from quire.formats.docx.style.styles import Styles
    from quire.formats.docx.text.story import Block, Chunk, Story


class Definitions(NamedTuple):
    """What makes a paragraph an item of a list."""

    styles: Styles
    numbering: Numbering

    @classmethod
    def of(cls, document: DocxDocument) -> Definitions:
        return cls(document.styles, document.numbering)

    def are(self, others: Definitions) -> bool:
        return self.styles is others.styles and self.numbering is others.numbering

    def item(self, block: Block) -> Item | None:
        return self.numbering.item(paragraph_format(block, self.styles))


class _Items(NamedTuple):
    """Which paragraphs of a chunk were found to be items of lists."""

    definitions: Definitions
    blocks: tuple[Block, ...]
    all: list[Item | None]


class _Counted(NamedTuple):
    """Where lists were found to stand behind a chunk."""

    definitions: Definitions
    items: list[Item | None]
    before: Counters
    after: Counters

    def holds(self, definitions: Definitions, counters: Counters) -> bool:
        return self.definitions.are(definitions) and (self.before is counters or self.before == counters)


def items(definitions: Definitions, chunk: Chunk) -> list[Item | None]:
    """Of which list each paragraph of a chunk is an item, if it is one."""
    known = chunk.facts.get("items")
    if isinstance(known, _Items) and known.definitions.are(definitions):
        return known.all
    earlier = chunk.earlier.get("items")
    if isinstance(earlier, _Items) and earlier.definitions.are(definitions):
        pairs = zip(chunk.blocks, earlier.blocks, earlier.all, strict=True)
        found = [item if block is was else definitions.item(block) for block, was, item in pairs]
    else:
        found = [definitions.item(block) for block in chunk.blocks]
    chunk.facts["items"] = _Items(definitions, chunk.blocks, found)
    return found


def behind(definitions: Definitions, chunk: Chunk, counters: Counters) -> Counters:
    """Where lists stand behind a chunk, if they stand there before it."""
    known = chunk.facts.get("counters")
    if isinstance(known, _Counted) and known.holds(definitions, counters):
        return known.after
    found = items(definitions, chunk)
    earlier = chunk.earlier.get("counters")
    if isinstance(earlier, _Counted) and earlier.holds(definitions, counters) and earlier.items == found:
        after = earlier.after
    else:
        after = definitions.numbering.run(counters, filter(None, found))
    chunk.facts["counters"] = _Counted(definitions, found, counters, after)
    return after


def before(definitions: Definitions, story: Story, number: int) -> Counters:
    """Where lists stand before a chunk."""
    return course.before(story, number, "counted", Counters(), partial(behind, definitions), definitions)


def at(definitions: Definitions, story: Story, index: int) -> Counters:
    """Where lists stand before a paragraph."""
    if index >= len(story):
        return before(definitions, story, len(story.chunks))
    number, seat = story.chunk_of(index)
    passed = items(definitions, story.chunks[number])[:seat]
    return definitions.numbering.run(before(definitions, story, number), filter(None, passed))


def labels(definitions: Definitions, chunk: Chunk, counters: Counters) -> tuple[list[str], Counters]:
    """What stands in front of each paragraph of a chunk, and where lists stand behind it."""
    found = items(definitions, chunk)
    told, after = definitions.numbering.labels(counters, filter(None, found))
    following = iter(told)
    return [next(following) if item else "" for item in found], after
