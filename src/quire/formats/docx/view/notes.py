"""Footnotes and endnotes: what each says, where its mark is, and the number that Word prints there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from quire.formats.docx.names import attribute, name, parse
from quire.formats.docx.style.numerals import numeral
from quire.formats.docx.style.properties import whole_number
from quire.formats.docx.text.paragraph import OBJECT, W_DEL, W_MOVE_FROM, W_PPR, W_T
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Block

Kind = Literal["footnote", "endnote"]
KINDS: tuple[Kind, ...] = ("footnote", "endnote")

_USUAL = {"footnote": "decimal", "endnote": "lowerRoman"}
_CONTEXT = 60
"""How many characters of the text before its mark tell where a note is."""
_ON = ("1", "true", "on")


@dataclass(frozen=True, slots=True)
class Note:
    """A note, as its part has it and as the text shows it."""

    id: str
    kind: Kind
    label: str  # what Word prints; empty where the mark is in deleted text, or nowhere
    text: str
    paragraphs: tuple[str, ...]  # those of its own
    anchor: str | None  # the paragraph that its mark is in
    before: str  # the text before its mark


@dataclass(frozen=True, slots=True)
class Mark:
    """A reference to a note."""

    place: Place
    label: str
    before: str


def read(document: DocxDocument, kind: Kind) -> list[Note]:
    """All notes of a kind, in the order of their marks; last those without any."""
    marks = _marks(document, kind)
    found = [_note(document, kind, number, places, marks.get(number)) for number, places in _own(document, kind)]
    order = {number: index for index, number in enumerate(marks)}
    return sorted(found, key=lambda note: order.get(note.id, len(order)))


def _note(document: DocxDocument, kind: Kind, number: str, places: list[Place], mark: Mark | None) -> Note:
    lines = [document.text_of(place) for place in places]
    return Note(
        number,
        kind,
        mark.label if mark else "",
        "\n".join([lines[0].removeprefix(OBJECT).lstrip(), *lines[1:]]),
        tuple(document.id(place) for place in places),
        document.id(mark.place) if mark else None,
        mark.before if mark else "",
    )


def _own(document: DocxDocument, kind: Kind) -> Iterator[tuple[str, list[Place]]]:
    """The notes of a kind by their ids, each with its paragraphs; the lines above notes are none."""
    opening = re.compile(rf"""<(?:[\w.-]+:)?{kind}\s[^>]*?\bid=["'](-?\d+)["']""")
    for part in document.parts_of(f"{kind}s"):
        number, places = "", list[Place]()
        for block in document.story(part):
            if starts := opening.findall(block.lead):
                if places:
                    yield number, places
                number, places = starts[-1], []
            places.append(Place(part, block.key))
        if places:
            yield number, places


# The marks


def _marks(document: DocxDocument, kind: Kind) -> dict[str, Mark]:
    """Where notes are referred to, in the order of the text, with what Word prints there."""
    main, count = document.package.main, _Count(document, kind)
    tag = f"{kind}Reference"
    found: dict[str, Mark] = {}
    for block in document.body:
        if tag in block.source:
            for number, label, before in _in_block(block, kind, count):
                found.setdefault(number, Mark(Place(main, block.key), label, before))
        if "sectPr" in block.source:
            count.end_section()
    return found


def _in_block(block: Block, kind: Kind, count: _Count) -> Iterator[tuple[str, str, str]]:
    paragraph = block.read()
    shown = {leaf.element: leaf.start for leaf in paragraph.leaves}
    for reference in paragraph.element.iter(name(f"w:{kind}Reference")):
        number = attribute(reference, "w:id") or ""
        if any(each.tag in (W_DEL, W_MOVE_FROM) for each in reference.iterancestors()):
            yield number, "", ""
            continue
        at = shown.get(reference, len(paragraph.text))
        yield number, count.label(reference), paragraph.text[max(0, at - _CONTEXT) : at]


class _Count:
    """Counts notes as Word does, which may begin anew with each section."""

    def __init__(self, document: DocxDocument, kind: Kind) -> None:
        self._tag = f"w:{kind}Pr"
        found = document.package.related(document.package.main, "settings")
        self._general = parse(document.package.part(found[0]), found[0]).find(name(self._tag)) if found else None
        self._usual = _USUAL[kind]
        self._sections = [each.find(name(self._tag)) for each in _sections(document)]
        self._section = 0
        self._number = self._first

    def label(self, reference: Element) -> str:
        """What is printed at the next reference: a number, or the mark that follows it."""
        if attribute(reference, "w:customMarkFollows") in _ON:
            return "".join(each.text or "" for each in reference.itersiblings(W_T))
        number, self._number = self._number, self._number + 1
        return numeral(self._said("w:numFmt") or self._usual, number)

    def end_section(self) -> None:
        self._section = min(self._section + 1, max(0, len(self._sections) - 1))
        if self._said("w:numRestart") == "eachSect":
            self._number = self._first

    @property
    def _first(self) -> int:
        return whole_number(self._said("w:numStart")) or 1

    def _said(self, short: str) -> str | None:
        """What the section says, else the whole document."""
        own = self._sections[self._section] if self._sections else None
        for properties in (own, self._general):
            found = properties.find(name(short)) if properties is not None else None
            if found is not None:
                return attribute(found, "w:val")
        return None


_LAST_SECTION = re.compile(r"<((?:[\w.-]+:)?sectPr)\b.*</\1>", re.DOTALL)


def _sections(document: DocxDocument) -> Iterator[Element]:
    """The properties of each section."""
    for block in document.body:
        if "sectPr" in block.source:
            yield from block.read().element.iterfind(f"{W_PPR}/{name('w:sectPr')}")
    if last := _LAST_SECTION.search(document.body.tail):
        yield document.body.frame.parse(last[0])[0]
