"""The few paragraphs of two versions of a story between which all differences are, found without a look at the rest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from quire.core.transaction import Replace
from quire.formats.docx.review.galley import Galley
from quire.formats.docx.text import source
from quire.formats.docx.text.draft import ends, shifts
from quire.formats.docx.text.homes import Homes
from quire.formats.docx.text.story import Block, Chunk, Story
from quire.formats.docx.text.wording import shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.docx.document import DocxDocument


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Paragraphs that follow each other, before and after a change, and the next one, which is the same."""

    old: Galley
    new: Galley
    blocks: tuple[Block, ...]  # those after the change

    def told(self, document: DocxDocument, part: str) -> Replace:
        """The step that puts in their place what they have become."""
        first = self.blocks[0]
        was = first.source + "".join(chain.from_iterable((each.lead, each.source) for each in self.blocks[1:]))
        now = self.new.content()
        before, behind = ends(was, now)
        at = document.story(part).source_start(first.key) + before
        texts = ["\n".join(block.text for block in self.blocks), "\n".join(_texts(first, now))]
        moved = shifts(texts[0], texts[1], document.start(part) + document.story(part).text_start(first.key))
        return Replace(f"{part}@{at}", was[before : len(was) - behind], now[before : len(now) - behind], tuple(moved))


def excerpt(old: Story, new: Story) -> Excerpt | None:
    """What differs between two versions; None if that is more than paragraphs that follow each other."""
    if old.tail != new.tail or not old.frame.is_usual:
        return None
    before = shared(old.chunks, new.chunks)
    behind = shared(old.chunks[before:][::-1], new.chunks[before:][::-1])
    was, now = (_blocks(story, before, behind) for story in (old, new))
    start = shared([_said(block) for block in was], [_said(block) for block in now])
    end = shared([_said(block) for block in was[start:]][::-1], [_said(block) for block in now[start:]][::-1])
    if not end:
        return None
    was, now = was[start : len(was) - end + 1], now[start : len(now) - end + 1]
    is_flat = was[0].lead == now[0].lead and not any(block.lead.strip() for block in (*was[1:], *now[1:]))
    return Excerpt(Galley(_story(was)), Galley(_story(now)), tuple(now)) if is_flat else None


def _blocks(story: Story, before: int, behind: int) -> list[Block]:
    """The paragraphs of the chunks that differ, and of the next one."""
    chunks = story.chunks[before : len(story.chunks) - behind + 1]
    return [block for chunk in chunks for block in chunk.blocks]


def _said(block: Block) -> tuple[int, str, str]:
    return block.key, block.lead, block.source


def _story(blocks: Sequence[Block]) -> Story:
    """Paragraphs as a story of their own; what stands before the first is left where it is."""
    first, *others = blocks
    alone = Block(first.frame, "", first.source, first.key, first.fields)
    chunk = Chunk([alone, *others])
    return Story(first.frame, [chunk], "", Homes({block.key: chunk.serial for block in blocks}), frozenset())


def _texts(first: Block, text: str) -> list[str]:
    """The texts of paragraphs in a piece of source."""
    fields, found = first.fields, []
    for start, end in source.usual_cuts(text):
        block = Block(first.frame, "", text[start:end], 0, fields)
        found.append(block.text)
        fields = block.read().fields if "fldChar" in block.source or fields else fields
    return found
