"""Content in the place of a range of a document's text.

What a single paragraph says goes into the paragraph where the range is. Further blocks split it, as typing would; at
its start or its end they stand before or behind it, and where nothing is left of it, in its place.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.content import Paragraph as Plain
from quire.core.errors import UnsupportedError
from quire.core.notation import from_json
from quire.core.pictures import held
from quire.core.transaction import Shift, Transaction
from quire.formats.docx.content.composition import W_TBL, Composer
from quire.formats.docx.content.supplies import Supplies, written
from quire.formats.docx.edit.deletion import begins_section
from quire.formats.docx.edit.inlay import Inlay
from quire.formats.docx.edit.insertion import copied_properties
from quire.formats.docx.edit.passage import EQUATIONS, RANGE_MARK, Passage, check_deleted, free_key
from quire.formats.docx.edit.roles import starting_look
from quire.formats.docx.edit.scissors import join
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.style import formatting
from quire.formats.docx.text.draft import Draft, stamp
from quire.formats.docx.text.paragraph import W_P, W_PPR, W_R, W_RPR, Paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.content import Block, Content, Span
    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Block as Source


def compose(document: DocxDocument, intent: Intent) -> Transaction:
    """Content in the place of a range; `begins` and `ends` say that it starts, or closes, a paragraph of its own."""
    (where,) = intent.ranges
    said = intent.arguments
    begins, ends = bool(said.get("begins")), bool(said.get("ends"))
    return written_at(document, where, from_json(said["content"]), begins=begins, ends=ends)


def written_at(
    document: DocxDocument, where: Range, content: Content, *, begins: bool = False, ends: bool = False
) -> Transaction:
    """The change that puts content in the place of a range."""
    return _Writing(document, where, content).plan(begins=begins, ends=ends)


def exchange(document: DocxDocument, intent: Intent) -> Transaction:
    """Content in the place of the paragraphs of a range, as a whole; without any, they go."""
    return _Writing(document, intent.ranges[0], from_json(intent.arguments["content"])).exchange()


def adjoin(document: DocxDocument, intent: Intent) -> Transaction:
    """Content before or `behind` a paragraph; if it is to be `alike`, its paragraphs are formatted as that one is."""
    said = intent.arguments
    writing = _Writing(document, intent.ranges[0], from_json(said["content"]))
    return writing.adjoin(behind=said["behind"], alike=bool(said.get("alike")))


class _Writing:
    """One range, and the content that is to stand there."""

    def __init__(self, document: DocxDocument, where: Range, content: Content) -> None:
        self._document = document
        self._where = where
        self._passage = Passage(document, where)
        self._part = self._passage.part
        self._blocks = content.blocks
        self._supplies = Supplies(document)
        near = self._passage.story.index(self._passage.first.key)
        self._composer = Composer(document, content, self._part, held(content), self._supplies, near=near)

    def plan(self, *, begins: bool, ends: bool) -> Transaction:
        passage = self._passage
        has_head, has_tail = passage.start > 0, passage.end < len(passage.blocks[-1].text)
        begins, ends = begins and has_head, ends and has_tail
        if not self._blocks and not (begins or ends):
            return self._inline(())
        only = self._blocks[0] if len(self._blocks) == 1 else None
        if isinstance(only, Plain) and not (begins or ends):
            return self._inline(only.spans)
        self._check_fields()
        is_typed = not self._where.is_empty or (has_head and has_tail)
        first, rest = self._joined(is_typed and has_head and not begins, 0, self._blocks)
        last, rest = self._joined(is_typed and has_tail and not ends, -1, rest)
        return self._between(first, rest, last, has_head=has_head, has_tail=has_tail)

    def _joined(self, joins: bool, at: int, blocks: Sequence[Block]) -> tuple[tuple[Span, ...], Sequence[Block]]:
        """What the paragraph goes on with, if its text and that of the content are to be one; and the other blocks."""
        block = blocks[at] if joins and blocks else None
        if not isinstance(block, Plain):
            return (), blocks
        return block.spans, blocks[1:] if at == 0 else blocks[:-1]

    def _check_fields(self) -> None:
        if any(block.fields or block.read().fields for block in self._passage.blocks):
            raise UnsupportedError(
                "There the result of a field goes on from one paragraph to the next, and Word computes it.",
                "Write before or behind the field.",
            )

    def exchange(self) -> Transaction:
        self._check_fields()
        if not self._blocks and not self._is_last_in_place():
            return self._removed()
        return self._between((), self._blocks or (Plain(()),), (), has_head=False, has_tail=False)

    def adjoin(self, *, behind: bool, alike: bool) -> Transaction:
        return self._beside(self._blocks, behind=behind, alike=alike)

    # In a paragraph

    def _inline(self, spans: tuple[Span, ...]) -> Transaction:
        passage = self._passage
        if passage.first == passage.last:
            draft = Draft(self._document, passage.first)
            self._sew(draft.element, passage.start, passage.end, spans, passage.blocks[0])
            steps = list(draft.steps())
            return Transaction((*self._supplies.steps(), *steps)) if steps else Transaction()
        head, tail = passage.halves()
        self._sew(head, passage.start, passage.start, spans)
        join(head, tail)
        return self._made(passage.replaced([head], [passage.first.key], is_strict=self._supplies.is_strict))

    def _sew(self, element: Element, start: int, end: int, spans: Sequence[Span], source: Source | None = None) -> None:
        fields = source.fields if source else ()
        inlay = Inlay(self._document, self._part, element, self._composer, fields)
        inlay.put(start, end, inlay.sewn(spans))

    def _made(self, change: Transaction) -> Transaction:
        return Transaction((*self._supplies.steps(), *change.steps))

    # Between paragraphs

    def _between(
        self, first: tuple[Span, ...], rest: Sequence[Block], last: tuple[Span, ...], *, has_head: bool, has_tail: bool
    ) -> Transaction:
        passage = self._passage
        if self._where.is_empty and has_head != has_tail:
            return self._beside(rest, behind=has_head)
        if not has_head and not has_tail and not self._can_go():
            return self._beside(rest, behind=False)
        head, tail = self._ends(has_head=has_head, has_tail=has_tail)
        if head is not None and first:
            self._sew(head, passage.start, passage.start, first)
        made = self._flow(rest, is_followed=tail is not None)
        if tail is not None and last:
            self._sew(tail, 0, 0, last)
        marks = self._marks(has_head=has_head, has_tail=has_tail)
        pieces = [*([] if head is None else [head]), *made, *([] if tail is None else [tail])]
        _put_marks(pieces, marks)
        keys = self._keys(len(_paragraphs(made)), has_head=head is not None, has_tail=tail is not None)
        return self._made(passage.replaced(pieces, keys, is_strict=self._supplies.is_strict))

    def _ends(self, *, has_head: bool, has_tail: bool) -> tuple[Element | None, Element | None]:
        """What stays before and behind the new blocks."""
        if has_head and has_tail:
            return self._passage.halves()
        return self._passage.head() if has_head else None, self._passage.tail() if has_tail else None

    def _beside(self, blocks: Sequence[Block], *, behind: bool, alike: bool = False) -> Transaction:
        """Blocks before or behind a paragraph, which keeps its bytes."""
        passage = self._passage
        block = passage.blocks[0]
        self._check_fields()
        made = [self._alike(each) for each in blocks] if alike else self._flow(blocks, is_followed=not behind)
        paragraphs = _paragraphs(made)
        for paragraph in paragraphs:
            stamp(paragraph, free_key(passage.story), block.frame, passage.story.opening)
        length = sum(len(Paragraph(each).text) + 1 for each in paragraphs)
        at = passage.story.source_start(block.key) + (len(block.source) if behind else 0)
        surgery = Surgery(self._document, self._part)
        source = written(block.frame, made, is_strict=self._supplies.is_strict)
        surgery.replace(at, "", source, Shift(self._where.start, 0, length))
        return self._made(surgery.transaction())

    def _alike(self, block: Block) -> Element:
        """A paragraph that is formatted as the one beside which it stands."""
        model = Draft(self._document, self._passage.first)
        found = model.element.find(W_PPR)
        properties = etree.Element(W_PPR) if found is None else copied_properties(found)
        made = etree.Element(W_P)
        meanwhile = etree.SubElement(made, W_PPR)  # from which the first words take their look
        meanwhile.extend([deepcopy(each) for each in properties if each.tag != W_RPR])
        look = starting_look(self._document, self._passage.first, model.paragraph)
        meanwhile.extend([] if look is None else [look])
        self._sew(made, 0, 0, block.spans if isinstance(block, Plain) else ())
        made.replace(meanwhile, properties)
        formatting.prune(made)
        return made

    def _removed(self) -> Transaction:
        """Without the paragraphs; marks of ranges that begin or end in them stay."""
        passage = self._passage
        blocks, story = passage.blocks, passage.story
        marks = self._marks(has_head=False, has_tail=False)
        if any(each.tag == W_R for each in marks):
            raise UnsupportedError("The edit would delete a comment.", "Delete the comment first, or keep its text.")
        is_end = passage.last.key == story[len(story) - 1].key
        is_start = passage.first.key == story[0].key
        begin = self._where.start - (is_end and not is_start)
        shift = Shift(begin, self._where.end - self._where.start + (not (is_end and is_start)), 0)
        old = "".join(block.lead + block.source for block in blocks)[len(blocks[0].lead) :]
        kept = written(blocks[0].frame, marks, is_strict=False)
        surgery = Surgery(self._document, self._part)
        surgery.replace(story.source_start(passage.first.key), old, kept, shift)
        surgery.free({block.key for block in blocks})
        return self._made(surgery.transaction())

    def _is_last_in_place(self) -> bool:
        """Whether nothing would be left where the paragraphs are: in the body, its last section, a cell, a note."""
        story, passage = self._passage.story, self._passage
        first, behind = story.index(passage.first.key), story.index(passage.last.key) + 1
        before = RANGE_MARK.sub("", passage.blocks[0].lead).strip()
        after = RANGE_MARK.sub("", story[behind].lead if behind < len(story) else story.tail).strip()
        return (bool(before) or begins_section(story, first)) and bool(after)

    def _flow(self, blocks: Sequence[Block], *, is_followed: bool) -> list[Element]:
        """The elements of blocks: no table touches another, and none is the last where it stands."""
        made = self._composer.flow(blocks)
        passage = self._passage
        if made and made[0].tag == W_TBL and passage.start == 0 and passage.blocks[0].lead.rstrip().endswith(":tbl>"):
            made.insert(0, etree.Element(W_P))
        is_closed = len(made) > 1 and made[-2].tag == W_TBL and not len(made[-1])
        if is_closed and (is_followed or self._is_followed_by_paragraph()):
            made.pop()
        return made

    def _is_followed_by_paragraph(self) -> bool:
        story, last = self._passage.story, self._passage.last
        index = story.index(last.key) + 1
        return index < len(story) and not story[index].lead.strip()

    # What goes

    def _can_go(self) -> bool:
        """Whether an empty paragraph may make way: not one at which a section ends."""
        block = self._passage.blocks[0]
        return not (self._where.is_empty and re.search(r"<(?:[\w.-]+:)?(?:sectPr|r)\b", block.source))

    def _gone(self, *, has_head: bool, has_tail: bool) -> list[Source]:
        """The paragraphs of which nothing stays."""
        blocks = self._passage.blocks
        if len(blocks) == 1:
            return [] if has_head or has_tail else blocks
        return blocks[1 if has_head else 0 : -1 if has_tail else None]

    def _marks(self, *, has_head: bool, has_tail: bool) -> list[Element]:
        """The marks of ranges in paragraphs that go; refuses to lose what is no text."""
        gone = self._gone(has_head=has_head, has_tail=has_tail)
        for block in gone:
            check_deleted(block, *EQUATIONS)
        return [] if has_head and has_tail else self._passage.marks(gone)  # its halves have them

    def _keys(self, count: int, *, has_head: bool, has_tail: bool) -> list[int]:
        """Ids stay with what is left of the old text; where nothing is, the new text takes them over."""
        passage = self._passage
        keys = [free_key(passage.story) for _ in range(count)]
        is_one = passage.first == passage.last
        if keys and not has_head and not (is_one and has_tail):
            keys[0] = passage.first.key
        if len(keys) > 1 - (has_head and not is_one) and not has_tail and not is_one and keys:
            keys[-1] = passage.last.key
        if has_head and has_tail and is_one:
            return [passage.first.key, *keys, free_key(passage.story)]
        return [*([passage.first.key] if has_head else []), *keys, *([passage.last.key] if has_tail else [])]


def _paragraphs(blocks: Sequence[Element]) -> list[Element]:
    return [each for block in blocks for each in block.iter(W_P)]


def _put_marks(pieces: Sequence[Element], marks: Sequence[Element]) -> None:
    """Leave marks of ranges in the first paragraph of what has come."""
    paragraph = next((each for piece in pieces for each in piece.iter(W_P)), None)
    if paragraph is None or not marks:
        return
    at = 1 if len(paragraph) and paragraph[0].tag == W_PPR else 0
    starts = [each for each in marks if str(each.tag).endswith("Start")]
    for offset, each in enumerate(starts):
        paragraph.insert(at + offset, each)
    paragraph.extend([each for each in marks if each not in starts])
