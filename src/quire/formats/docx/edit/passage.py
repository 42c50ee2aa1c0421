"""Text in the place of a range that may go over several paragraphs, and may become several."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.core.transaction import Shift, Transaction
from quire.formats.docx.content.supplies import written
from quire.formats.docx.edit.deletion import RANGE_MARKS
from quire.formats.docx.edit.scissors import halve, join
from quire.formats.docx.edit.surgeon import OBJECTS, Surgeon
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.names import name
from quire.formats.docx.style.runs import text_run, typed
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import identity
from quire.formats.docx.text.control import require_free, settled
from quire.formats.docx.text.draft import Draft, stamp
from quire.formats.docx.text.paragraph import OBJECT, W_P, W_PPR, W_R, W_RPR, W_SDT, Paragraph
from quire.formats.docx.text.tags import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.paragraph import Stage
    from quire.formats.docx.text.place import Place
    from quire.formats.docx.text.story import Block, Story

RANGE_MARK = re.compile(
    r"<(?:[\w.-]+:)?(?:bookmark|commentRange|proofErr|perm|move(?:From|To)Range)\w*\b[^>]*/>|\s+(?=<|\Z)"
)


def put(document: DocxDocument, where: Range, content: str) -> Transaction:
    """The change that puts a text in the place of a range; each line end in it ends a paragraph."""
    lines = re.split(r"\r\n|\n|\r", content)
    passage = Passage(document, where)
    if passage.first == passage.last and len(lines) == 1:
        return _within(document, passage.first, passage.start, passage.end, lines[0])
    return _become(passage, lines)


def _within(document: DocxDocument, place: Place, start: int, end: int, text: str) -> Transaction:
    draft = Draft(document, place)
    _rewrite(document, place.part, draft.paragraph, start, end, text)
    return Transaction(tuple(draft.steps()))


def _rewrite(document: DocxDocument, part: str, paragraph: Paragraph, start: int, end: int, text: str) -> None:
    if start == end and not text:
        return
    Surgeon(paragraph, Wardrobe(document, part, paragraph.element)).rewrite(start, end, [Span(text)] if text else [])


def put_everywhere(document: DocxDocument, places: Sequence[tuple[Range, str]]) -> Transaction:
    """The change that puts texts in the place of ranges, the last first, each looking as the first character there."""
    by_paragraph: dict[Place, list[tuple[int, int, str]]] = {}
    for where, content in places:
        place, start = document.at(where.start)
        goes_on = start + where.end - where.start > len(document.text_of(place))
        if goes_on or re.search(r"[\r\n]", content):
            return _put_one_by_one(document, places)
        by_paragraph.setdefault(place, []).append((start, start + where.end - where.start, content))
    surgeries = {part: Surgery(document, part) for part in {place.part for place in by_paragraph}}
    for place, ranges in by_paragraph.items():
        draft = Draft(document, place)
        for start, end, content in ranges:
            paragraph = Paragraph(draft.element, document.block(place).fields)
            Surgeon(paragraph, Wardrobe(document, place.part, draft.element)).replace(start, end, content)
        surgeries[place.part].edit(place.key, draft)
    return Transaction(tuple(step for surgery in surgeries.values() for step in surgery.transaction().steps))


def _put_one_by_one(document: DocxDocument, places: Sequence[tuple[Range, str]]) -> Transaction:
    """The same where paragraphs come or go: from the last place to the first, each on what the one before it left."""
    change = Transaction()
    for where, content in places:
        one = put(document, where, content)
        document, change = document.apply(one), change + one
    return change


def paragraph_source(document: DocxDocument, part: str, properties: str = "") -> str:
    """A new, empty paragraph of a part, with an id of its own."""
    return filled(document, part, f"<w:p>{properties}</w:p>", [""])


def filled(document: DocxDocument, part: str, source: str, texts: Iterable[str]) -> str:
    """A source for a part with a line of text in each of its paragraphs, which get ids of their own."""
    story = document.story(part)
    pieces = story.frame.parse(source)
    for paragraph, text in zip(pieces.iter(W_P), texts, strict=True):
        if text:
            paragraph.append(text_run(typed(text), None))
        stamp(paragraph, free_key(story), story.frame, story.opening)
    return story.frame.serialise(pieces)


def free_key(story: Story) -> int:
    """A number that no paragraph of a story has."""
    while (key := secrets.randbelow(identity.LARGEST - 1) + 1) in story:
        continue
    return key


_BODY = re.compile(r"<(?:[\w.-]+:)?body(?:\s[^>]*)?>")
_END = re.compile(r"<(?:[\w.-]+:)?sectPr\b|</(?:[\w.-]+:)?body>")


def rewrite(document: DocxDocument, content: str) -> Transaction:
    """The change after which the body is a text and nothing else: a paragraph for each line, in the default style."""
    story = document.body
    source, opening = story.source, _BODY.search(story.opening or story.source)
    closing = _END.search(story.tail)
    if opening is None or closing is None or not len(story):
        raise UnsupportedError("The document has no body to fill.", "Open it in Word, type something and save it.")
    start, end = opening.end(), len(source) - len(story.tail) + closing.start()
    frame = story[0].frame
    pieces = frame.parse("")
    for line in re.split(r"\r\n|\n|\r", content):
        paragraph = etree.SubElement(pieces, W_P)
        if line:
            paragraph.append(text_run(typed(line), None))
        stamp(paragraph, free_key(story), frame, story.opening)
    surgery = Surgery(document, document.package.main)
    shift = Shift(0, len(document), len(content.replace("\r\n", "\n")))
    surgery.replace(start, source[start:end], frame.serialise(pieces), shift)
    return surgery.transaction()


class Passage:
    """From a place in one paragraph to a place in another, or the same."""

    def __init__(self, document: DocxDocument, where: Range) -> None:
        self.document = document
        self.where = where
        self.first, self.start = document.at(where.start)
        self.last, self.end = document.at(where.end)
        self.part = self.first.part
        self.story = document.story(self.part)
        index = self.story.index(self.first.key)
        count = self.story.index(self.last.key) - index + 1
        self.blocks = [block for block, _ in zip(self.story.from_(index), range(count), strict=False)]
        if any(RANGE_MARK.sub("", block.lead) for block in self.blocks[1:]):
            raise UnsupportedError(
                "The range goes over the border of a table, a cell, a note or a content control.",
                "Edit what is on each side alone.",
            )
        for block in self.blocks[1:-1]:
            check_deleted(block)
        require_free(self.story, self.first.key)

    def marks(self, gone: Sequence[Block]) -> list[Element]:
        """What stays of paragraphs that go, and of what is between paragraphs: marks of ranges, and of comments."""
        found: list[Element] = []
        for block in self.blocks:
            if block is not self.blocks[0]:
                found += block.frame.parse(block.lead).iter(*RANGE_MARKS)
            if block in gone:
                found += _marks(block.frame.parse(block.source))
        return found

    def halves(self) -> tuple[Element, Element]:
        """What is before the range, and what is behind it, each in a paragraph of its own."""
        if self.first == self.last:
            draft = Draft(self.document, self.first)
            _rewrite(self.document, self.part, draft.paragraph, self.start, self.end, "")
            return draft.element, halve(Paragraph(draft.element, self.blocks[0].fields), self.start)
        head, tail = self.head(), self.tail()
        at = 1 if len(tail) and tail[0].tag == W_PPR else 0
        tail[at:at] = self.marks(self.blocks[1:-1])
        return head, tail

    def head(self) -> Element:
        """The first paragraph without what is in the range."""
        draft = Draft(self.document, self.first)
        end = self.end if self.first == self.last else len(draft.paragraph.text)
        _rewrite(self.document, self.part, draft.paragraph, self.start, end, "")
        return draft.element

    def tail(self) -> Element:
        """The last paragraph without what is in the range."""
        draft = Draft(self.document, self.last)
        start = self.start if self.first == self.last else 0
        _rewrite(self.document, self.part, draft.paragraph, start, self.end, "")
        return draft.element

    def replaced(self, blocks: Sequence[Element], keys: Sequence[int], *, is_strict: bool = False) -> Transaction:
        """The change after which paragraphs and tables stand there, in which paragraphs have these ids."""
        frame = self.blocks[0].frame
        paragraphs = [each for block in blocks for each in ([block] if block.tag == W_P else block.iter(W_P))]
        for paragraph, key in zip(paragraphs, keys, strict=True):
            stamp(paragraph, key, frame, self.story.opening)
        around = self.start + len(self.blocks[-1].text) - self.end
        length = len("\n".join(_texts(paragraphs, self.blocks[0].fields))) - around
        shift = Shift(self.where.start, self.where.end - self.where.start, length)
        old, lead = "".join(block.lead + block.source for block in self.blocks), self.blocks[0].lead
        settled_lead = settled(lead, *paragraphs)
        kept = len(lead) if settled_lead == lead else 0  # what stands before them is touched only if it changes
        surgery = Surgery(self.document, self.part)
        source = settled_lead[kept:] + written(frame, blocks, is_strict=is_strict)
        surgery.replace(self.story.source_start(self.first.key) - len(lead) + kept, old[kept:], source, shift)
        surgery.free({block.key for block in self.blocks} - set(keys))
        return surgery.transaction()


def _marks(paragraph: Element) -> Iterator[Element]:
    """The beginnings and ends of ranges in a paragraph, and the runs that refer to comments, with nothing else."""
    for each in list(paragraph.iter(*RANGE_MARKS, _COMMENT)):
        if each.tag != _COMMENT:
            yield each
            continue
        run = each.getparent()
        properties = run.find(W_RPR) if run is not None else None
        alone = etree.Element(W_R)
        alone.extend([each] if properties is None else [properties, each])
        yield alone


_COMMENT = name("w:commentReference")


def _texts(paragraphs: Sequence[Element], fields: tuple[Stage, ...]) -> Iterator[str]:
    """The texts of paragraphs in a row: a field that one leaves open is open in the next."""
    for element in paragraphs:
        paragraph = Paragraph(element, fields)
        fields = paragraph.fields
        yield paragraph.text


EQUATIONS = (name("m:oMath"), name("m:oMathPara"))
_UNSEEN = (name("w:del"), name("w:moveFrom"))


def check_deleted(block: Block, *spare: str) -> None:
    """Refuse to delete a paragraph with what is no text in it, but for some kinds of objects."""
    paragraph = block.read()
    found = [leaf.element.tag for leaf in paragraph.leaves if leaf.text == OBJECT and leaf.element.tag not in spare]
    objects = [OBJECTS.get(tag, "an object") for tag in found]
    if objects:
        raise UnsupportedError(
            f"The edit would delete {', '.join(dict.fromkeys(objects))}.", "Edit the text before and behind it."
        )
    if paragraph.fields != block.fields or "<w:sectPr" in block.source:
        raise UnsupportedError(
            "The edit would delete a part of a field, or the end of a section.",
            "Edit the text before and behind it.",
        )
    if next(paragraph.element.iter(W_SDT, *_UNSEEN), None) is not None:
        raise UnsupportedError(
            "The edit would delete a content control or a tracked change.",
            "Edit the text before and behind it, or accept the change first.",
        )


def _become(passage: Passage, lines: Sequence[str]) -> Transaction:
    """The change after which lines stand in a passage: its first paragraph begins and its last ends as they did."""
    head, tail = passage.halves()

    def write(element: Element, at: int, text: str) -> Element:
        _rewrite(passage.document, passage.part, Paragraph(element), at, at, text)
        return element

    def between(text: str) -> Element:
        return write(halve(Paragraph(head), len(Paragraph(head).text)), 0, text)

    if len(lines) == 1:
        join(write(head, passage.start, lines[0]), tail)
        return passage.replaced([head], [passage.first.key])
    middle = [between(line) for line in lines[1:-1]]
    write(tail, 0, lines[-1])
    write(head, passage.start, lines[0])
    return passage.replaced([head, *middle, tail], _keys(passage, len(lines)))


def _keys(passage: Passage, count: int) -> list[int]:
    """Ids stay with the old text: in the first paragraph, or behind the new text where that comes before it."""
    keys = [passage.first.key, *(free_key(passage.story) for _ in range(count - 1))]
    if passage.last != passage.first:
        keys[-1] = passage.last.key
    elif passage.start == 0 and passage.end < len(passage.blocks[0].text):
        keys[0], keys[-1] = keys[-1], keys[0]
    return keys
