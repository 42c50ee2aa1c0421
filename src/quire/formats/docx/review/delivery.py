"""A document as a redline: all that was changed since its file was read, as tracked changes."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import count
from typing import TYPE_CHECKING

from quire.formats.docx.names import attribute, name
from quire.formats.docx.review.galley import STUB, Galley
from quire.formats.docx.review.inline import referred
from quire.formats.docx.review.pen import Pen
from quire.formats.docx.review.redline import Redline
from quire.formats.docx.text.paragraph import W_P
from quire.formats.docx.text.story import Story

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument

_NUMBER = re.compile(r'\bw:id="(\d{1,9})"')
_BOOKMARK = re.compile(r'<(?:[\w.-]+:)?bookmarkStart\s[^>]*?\bname="([^"]*)"')
_NOTE_KINDS = {name("w:footnoteReference"): "footnotes", name("w:endnoteReference"): "endnotes"}
_ENDS = {name("w:bookmarkStart"): name("w:bookmarkEnd"), name("w:commentRangeStart"): name("w:commentRangeEnd")}
_COMMENT_REFERENCE = name("w:commentReference")
STORIES = ("body", "header", "footer", "footnotes", "endnotes", "comments")
"""The kinds of story, those to which others refer last."""


def redlined(document: DocxDocument, author: str, date: str) -> bytes:
    """The file of a document in which everything that differs from its base is a tracked change."""
    base = document.base
    touched = {*document.changed_stories(), *document.other_parts()}
    parts = [part for part in _ordered(document) if part in touched and is_told(base, document, part)]
    galleys = drawn(base, document, parts, Pen(author, date, first_number(document, base)))
    written = document.write_package()
    changed = {part: document.story(part).frame.encode(new.source()) for part, (_, new) in galleys.items()}
    return written.with_parts({part: data for part, data in changed.items() if data != written.part(part)}).write()


def drawn(
    base: DocxDocument, document: DocxDocument, parts: Sequence[str], pen: Pen
) -> dict[str, tuple[Galley, Galley]]:
    """The stories of some parts as they were, and as redlines of what they are."""
    galleys = {part: (Galley(_before(base, document, part)), Galley(document.story(part))) for part in parts}
    luggage = Luggage(document, base, pen)
    for part, (old, new) in galleys.items():
        Redline(old, new, pen, luggage).draw(document.parts[part])
    luggage.unpack(galleys)
    return galleys


def is_told(base: DocxDocument, document: DocxDocument, part: str) -> bool:
    """Whether what is in a part can be told as a change: it was there before, or it holds the first notes."""
    return part in base.parts or document.parts[part] in _NOTE_KINDS.values()


def _before(base: DocxDocument, document: DocxDocument, part: str) -> Story:
    """A story as it was; of the first notes, one without any."""
    if part in base.parts:
        return base.story(part)
    story, note = document.story(part), document.parts[part][:-1]
    whole = rf"<(?:[\w.-]+:)?{note}\s(?![^>]*\btype=)[^>]*>.*?</(?:[\w.-]+:)?{note}>"
    return Story.read(part, story.frame.encode(re.sub(whole, "", story.source, flags=re.DOTALL)))


def _ordered(document: DocxDocument) -> list[str]:
    return sorted(document.parts, key=lambda part: STORIES.index(document.parts[part]))


def first_number(*documents: DocxDocument) -> int:
    """A number above all that marks in some documents have."""
    stories = [document.story(part) for document in documents for part in document.parts]
    blocks = {id(block): block for story in stories for block in story}
    pieces = (piece for block in blocks.values() for piece in (block.lead, block.source) if 'w:id="' in piece)
    return max((int(number) for piece in pieces for number in _NUMBER.findall(piece)), default=0) + 1


class Luggage:
    """What deleted text takes along: its notes and comments, and bookmarks that are nowhere else."""

    def __init__(self, document: DocxDocument, base: DocxDocument, pen: Pen) -> None:
        self._document, self._base = document, base
        self._pen = pen
        self._notes: dict[str, dict[str, str]] = {"footnotes": {}, "endnotes": {}}  # new numbers, and whose copies
        self._counts: dict[str, count[int]] = {}
        self._there: dict[str, set[str]] = {}  # the numbers of notes
        self._carried: list[Element] = []
        self._comments: set[str] = set()
        self._numbers: dict[str | None, str] = {}  # of bookmarks
        self._names: set[str] | None = None
        self._present: set[str] | None = None

    def adapt(self, element: Element) -> None:
        """Let a reference to a note be one to a copy of it."""
        for number, reference in referred(element):
            kind = _NOTE_KINDS[str(reference.tag)]
            if number in self._notes[kind]:
                continue  # it is one to a copy already
            copy = str(self._free_number(kind)) if number in self._noted(kind) else number
            self._notes[kind][copy] = number
            reference.set(name("w:id"), copy)

    def _noted(self, kind: str) -> set[str]:
        """The numbers of the notes that are still there."""
        if kind not in self._there:
            sources = (self._document.story(part).source for part in self._document.parts_of(kind))
            self._there[kind] = {found for source in sources for found in _NUMBER.findall(source)}
        return self._there[kind]

    def _free_number(self, kind: str) -> int:
        """An id that no note has: Word counts these for themselves, and not far."""
        if kind not in self._counts:
            homes = ((each, part) for each in (self._document, self._base) for part in each.parts_of(kind))
            sources = (document.story(part).source for document, part in homes)
            known = [int(number) for source in sources for number in _NUMBER.findall(source)]
            self._counts[kind] = count(max(known, default=0) + 1)
        return next(self._counts[kind])

    def points(self, points: Sequence[Element]) -> list[Element]:
        """The ends of bookmarks and comments that the document has no more."""
        found = [deepcopy(each) for each in points if self._is_only_here(each)]
        for each in found:
            if "bookmark" in str(each.tag):
                each.set(name("w:id"), self._numbers.setdefault(attribute(each, "w:id"), self._pen.number()))
        self._carried += found
        return found

    def _is_only_here(self, point: Element) -> bool:
        if point.tag == name("w:bookmarkStart"):
            return attribute(point, "w:name") not in self._bookmarks
        if point.tag == name("w:bookmarkEnd"):
            return True  # of one without its beginning nothing is left in the end
        reference = point.find(_COMMENT_REFERENCE)
        number = attribute(point if reference is None else reference, "w:id") or ""
        is_comment = reference is not None or "comment" in str(point.tag)
        if not is_comment or number in self._remarks or not self._document.parts_of("comments"):
            return False
        self._comments.add(number)
        return True

    @property
    def _bookmarks(self) -> set[str]:
        if self._names is None:
            sources = (self._document.story(part).source for part in self._document.parts)
            self._names = {found for source in sources for found in _BOOKMARK.findall(source)}
        return self._names

    @property
    def _remarks(self) -> set[str]:
        if self._present is None:
            self._present = {each.id for each in self._document.comments()}
        return self._present

    def unpack(self, galleys: dict[str, tuple[Galley, Galley]]) -> None:
        """Put the copies of notes and comments where notes and comments are, and drop what is only half there."""
        for kind, numbers in self._notes.items():
            for copy, number in numbers.items():
                self._copy(galleys, kind, number, copy)
        for number in sorted(self._comments, key=int):
            self._copy(galleys, "comments", number, number)
        for point in list(_halves(self._carried)):
            _take(point)

    def _copy(self, galleys: dict[str, tuple[Galley, Galley]], kind: str, number: str, copy: str) -> None:
        ours, theirs = self._document.parts_of(kind), self._base.parts_of(kind)
        if not ours or not theirs:
            return
        if ours[0] not in galleys:
            galleys[ours[0]] = (Galley(self._base.story(theirs[0])), Galley(self._document.story(ours[0])))
        old, new = galleys[ours[0]]
        found = next((each for each in old.root if attribute(each, "w:id") == number), None)
        if found is not None:
            made = deepcopy(found)
            made.set(name("w:id"), copy)
            _fill(made, old)
            new.root.append(made)


def _fill(note: Element, galley: Galley) -> None:
    """Let the paragraphs of a note be there, and not only stubs of them."""
    for paragraph in [each for each in note.iter(W_P) if STUB in each.attrib]:
        paragraph.addprevious(galley.blocks[int(paragraph.get(STUB, ""))].read().element)
        _take(paragraph)


def _halves(points: Sequence[Element]) -> Iterator[Element]:
    """The ends of ranges without the other end."""
    for start, end in _ENDS.items():
        starts = {attribute(each, "w:id") for each in points if each.tag == start}
        ends = {attribute(each, "w:id") for each in points if each.tag == end}
        both = starts & ends
        yield from (each for each in points if each.tag in (start, end) and attribute(each, "w:id") not in both)


def _take(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
