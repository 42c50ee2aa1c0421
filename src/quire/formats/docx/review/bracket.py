"""A range of the text, around which the two ends of a mark are put."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import authorship, control
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import MC_ALTERNATE, W_FIELD, W_PPR, W_SDT, W_SIMPLE_FIELD, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.transaction import Replace
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.paragraph import Leaf
    from quire.formats.docx.text.place import Place


class Bracket:
    """The paragraphs in which a range begins and ends, taken out to be marked."""

    def __init__(self, document: DocxDocument, where: Range) -> None:
        self._document = document
        (first, self._start), (last, self._end) = document.at(where.start), document.at(where.end)
        self._first = Draft(document, first)
        self._last = self._first if last == first else Draft(document, last)
        self._cut(first, last)

    def _cut(self, first: Place, last: Place) -> None:
        """See that no run goes on over an end of the range."""
        if first == last:
            self._surgeon(self._first, first).part(self._start, self._end)
        else:
            self._surgeon(self._first, first).part(self._start, len(self._first.paragraph.text))
            self._surgeon(self._last, last).part(0, self._end)

    def _surgeon(self, draft: Draft, place: Place) -> Surgeon:
        return Surgeon(draft.paragraph, Wardrobe(self._document, place.part, draft.element))

    def put(self, opening: Element, closing: Sequence[Element]) -> None:
        """Put one mark before the range, and others behind it."""
        is_one = self._first is self._last
        begins, ends = self._start == 0, self._end == len(self._last.paragraph.text)
        self._open(opening, at_start=begins and (ends or not is_one))
        if is_one and self._start == self._end and not (begins and ends):
            _put_behind(opening, closing)
        else:
            self._close(closing, at_end=ends and (begins or not is_one))

    def _open(self, mark: Element, *, at_start: bool) -> None:
        paragraph = _read(self._first)
        leaf = next((each for each in paragraph.leaves if each.start >= self._start), None)
        if at_start:
            paragraph.element.insert(_content_start(paragraph.element), mark)
        elif leaf is None:
            paragraph.element.append(mark)
        else:
            authorship.before(_apart(paragraph, leaf, is_first=True)).addprevious(mark)

    def _close(self, marks: Sequence[Element], *, at_end: bool) -> None:
        paragraph = _read(self._last)
        leaf = next((each for each in reversed(paragraph.leaves) if each.end <= self._end), None)
        if at_end:
            paragraph.element.extend(marks)
        elif leaf is None:
            at = _content_start(paragraph.element)
            paragraph.element[at:at] = list(marks)
        else:
            _put_behind(authorship.behind(_apart(paragraph, leaf, is_first=False)), marks)

    def steps(self) -> Iterator[Replace]:
        """The changes, from the end to the start."""
        if self._last is not self._first:
            yield from self._last.steps()
        yield from self._first.steps()


def _put_behind(after: Element, marks: Sequence[Element]) -> None:
    for mark in marks:
        after.addnext(mark)
        after = mark


def _read(draft: Draft) -> Paragraph:
    """A paragraph as it is now that its runs are cut."""
    return Paragraph(draft.element, draft.paragraph.began_in)


def _content_start(paragraph: Element) -> int:
    return 1 if len(paragraph) and paragraph[0].tag == W_PPR else 0


def _apart(paragraph: Paragraph, leaf: Leaf, *, is_first: bool) -> Element:
    """A run, or what is around it and is no place for marks: Word writes results of fields anew, and locks controls."""
    node = leaf.element if leaf.run is None else leaf.run
    for begin, end in _fields(paragraph.element):
        order = {each: number for number, each in enumerate(paragraph.element.iter())}
        if order[begin] <= order[leaf.element] <= order[end]:
            run = (begin if is_first else end).getparent()
            node = node if run is None else run
    for around in node.iterancestors():
        if around is paragraph.element:
            break
        if around.tag in (W_SIMPLE_FIELD, MC_ALTERNATE) or (around.tag == W_SDT and _is_closed(around)):
            node = around
    return node


def _is_closed(box: Element) -> bool:
    """Whether a content control takes nothing but text, or not even that."""
    return control.lock(box) is not None or box.find(f"{name('w:sdtPr')}/{name('w:text')}") is not None


def _fields(paragraph: Element) -> Iterator[tuple[Element, Element]]:
    """The first and the last mark of each field that begins and ends in a paragraph and is in no other."""
    opened: list[Element] = []
    for mark in paragraph.iter(W_FIELD):
        kind = attribute(mark, "w:fldCharType")
        if kind == "begin":
            opened.append(mark)
        elif kind == "end" and opened:
            begin = opened.pop()
            if not opened:
                yield begin, mark
