"""Text in the place of a range that may go over several paragraphs, and may become several."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.core.transaction import Shift, Transaction
from quire.formats.docx import identity
from quire.formats.docx.draft import Draft, stamp
from quire.formats.docx.paragraph import OBJECT, W_P, Paragraph
from quire.formats.docx.runs import text_run, typed
from quire.formats.docx.scissors import halve, join
from quire.formats.docx.surgeon import OBJECTS, Surgeon
from quire.formats.docx.surgery import Surgery
from quire.formats.docx.tags import Span
from quire.formats.docx.wardrobe import Wardrobe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.place import Place
    from quire.formats.docx.story import Block, Story

_MARKS = re.compile(r"<(?:[\w.-]+:)?(?:bookmark|commentRange|proofErr|perm|move(?:From|To)Range)\w*\b[^>]*/>|\s+")


def put(document: DocxDocument, where: Range, content: str) -> Transaction:
    """The change that puts a text in the place of a range; each line end in it ends a paragraph."""
    first, start = document.at(where.start)
    last, end = document.at(where.end)
    lines = re.split(r"\r\n|\n|\r", content)
    if first == last and len(lines) == 1:
        return _within(document, first, start, end, lines[0])
    return _Passage(document, first, start, last, end).become(lines, where)


def _within(document: DocxDocument, place: Place, start: int, end: int, text: str) -> Transaction:
    draft = Draft(document, place)
    _rewrite(document, place.part, draft.paragraph, start, end, text)
    return Transaction((draft.step(),))


def _rewrite(document: DocxDocument, part: str, paragraph: Paragraph, start: int, end: int, text: str) -> None:
    if start == end and not text:
        return
    Surgeon(paragraph, Wardrobe(document, part, paragraph.element)).rewrite(start, end, [Span(text)] if text else [])


def put_everywhere(document: DocxDocument, places: Sequence[Range], content: str) -> Transaction:
    """The change that puts a line of text in the place of several ranges, none of which goes over a paragraph's end."""
    by_paragraph: dict[Place, list[tuple[int, int]]] = {}
    for where in sorted(places, reverse=True):
        place, start = document.at(where.start)
        if start + where.end - where.start > len(document.text_of(place)):
            raise UnsupportedError("A match goes over the end of a paragraph.", "Replace it alone.")
        by_paragraph.setdefault(place, []).append((start, start + where.end - where.start))
    surgeries = {part: Surgery(document, part) for part in {place.part for place in by_paragraph}}
    for place, ranges in by_paragraph.items():
        draft = Draft(document, place)
        for start, end in ranges:
            fields = document.block(place).fields
            _rewrite(document, place.part, Paragraph(draft.element, fields), start, end, content)
        surgeries[place.part].edit(place.key, draft)
    return Transaction(tuple(step for surgery in surgeries.values() for step in surgery.transaction().steps))


def paragraph_source(document: DocxDocument, part: str, text: str = "", properties: str = "") -> str:
    """A new paragraph of a part, with a line of text and an id of its own."""
    story = document.story(part)
    frame = story.frame
    pieces = frame.parse(f"<w:p>{properties}</w:p>")
    if text:
        pieces[0].append(text_run(typed(text), None))
    stamp(pieces[0], free_key(story), frame, story.opening)
    return frame.serialise(pieces)


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


class _Passage:
    """From a place in one paragraph to a place in another, or the same."""

    def __init__(self, document: DocxDocument, first: Place, start: int, last: Place, end: int) -> None:
        self._document = document
        self._part = first.part
        self._first, self._start = first, start
        self._last, self._end = last, end
        self._story = document.story(first.part)
        index = self._story.index(first.key)
        count = self._story.index(last.key) - index + 1
        self._blocks = [block for block, _ in zip(self._story.from_(index), range(count), strict=False)]
        self._check()

    def _check(self) -> None:
        if any(_MARKS.sub("", block.lead) for block in self._blocks[1:]):
            raise UnsupportedError(
                "The range goes over the border of a table, a cell, a note or a content control.",
                "Edit what is on each side alone.",
            )
        for block in self._blocks[1:-1]:
            self._check_deleted(block)

    def _check_deleted(self, block: Block) -> None:
        paragraph = block.read()
        objects = [OBJECTS.get(leaf.element.tag, "an object") for leaf in paragraph.leaves if leaf.text == OBJECT]
        if objects:
            raise UnsupportedError(
                f"The edit would delete {', '.join(dict.fromkeys(objects))}.", "Edit the text before and behind it."
            )
        if paragraph.fields != block.fields or "<w:sectPr" in block.source:
            raise UnsupportedError(
                "The edit would delete a part of a field, or the end of a section.",
                "Edit the text before and behind it.",
            )

    def become(self, lines: Sequence[str], where: Range) -> Transaction:
        """The change after which these lines stand there."""
        paragraphs = self._paragraphs(lines)
        leads = "".join(block.lead for block in self._blocks[1:])
        keys = self._keys(paragraphs)
        frame, opening = self._blocks[0].frame, self._story.opening
        for paragraph, key in zip(paragraphs, keys, strict=True):
            stamp(paragraph, key, frame, opening)
        pieces = frame.parse("")
        pieces.extend(paragraphs)
        source = frame.serialise(pieces)
        old = "".join((*(block.lead + block.source for block in self._blocks),))[len(self._blocks[0].lead) :]
        surgery = Surgery(self._document, self._part)
        shift = Shift(where.start, where.end - where.start, sum(map(len, lines)) + len(lines) - 1)
        surgery.replace(self._story.source_start(self._first.key), old, leads + source, shift)
        surgery.free({block.key for block in self._blocks} - set(keys))
        return surgery.transaction()

    def _paragraphs(self, lines: Sequence[str]) -> list[Element]:
        """The paragraphs in which the lines stand: the first begins and the last ends as they did."""
        head = Draft(self._document, self._first)
        tail: Element
        if self._first == self._last:
            _rewrite(self._document, self._part, head.paragraph, self._start, self._end, "")
            tail = halve(Paragraph(head.element, self._blocks[0].fields), self._start)
        else:
            length = len(head.paragraph.text)
            _rewrite(self._document, self._part, head.paragraph, self._start, length, "")
            behind = Draft(self._document, self._last)
            _rewrite(self._document, self._part, behind.paragraph, 0, self._end, "")
            tail = behind.element
        if len(lines) == 1:
            self._write(head.element, self._start, lines[0])
            join(head.element, tail)
            return [head.element]
        middle = [self._between(head.element, line) for line in lines[1:-1]]
        self._write(tail, 0, lines[-1])
        self._write(head.element, self._start, lines[0])
        return [head.element, *middle, tail]

    def _write(self, element: Element, at: int, text: str) -> None:
        _rewrite(self._document, self._part, Paragraph(element), at, at, text)

    def _between(self, like: Element, text: str) -> Element:
        """A paragraph of its own, formatted like another one."""
        made = halve(Paragraph(like), len(Paragraph(like).text))
        self._write(made, 0, text)
        return made

    def _keys(self, paragraphs: Sequence[Element]) -> list[int]:
        """Ids stay with the old text: in the first paragraph, or behind the new text where that comes before it."""
        keys = [self._first.key, *(free_key(self._story) for _ in paragraphs[1:])]
        if len(paragraphs) == 1:
            return keys
        if self._last != self._first:
            keys[-1] = self._last.key
        elif self._start == 0 and self._end < len(self._blocks[0].text):
            keys[0], keys[-1] = keys[-1], keys[0]
        return keys
