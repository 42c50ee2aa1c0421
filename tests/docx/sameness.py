"""What a Word file says, in a form that is the same whenever Word would show the same."""

from __future__ import annotations

import re
from copy import deepcopy
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.document import DocxDocument
from quire.formats.docx.names import name, parse
from quire.formats.docx.opc.package import Package, Relationship, relationship_part
from quire.formats.docx.review.canon import canonical
from quire.formats.docx.review.marks import CONTENT
from quire.formats.docx.text.paragraph import TEXT_BOX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

_MARKS = tuple(
    name(f"w:{local}{end}")
    for local in ("bookmark", "commentRange", "perm", "moveFromRange", "moveToRange")
    for end in ("Start", "End")
)
_NUMBERS = (name("w:id"), name("w14:paraId"), name("w14:textId"))
_NOTE = re.compile(r"(?:foot|end)noteReference")


def meaning(data: bytes) -> dict[str, list[object]]:
    """Every story as a tree of what it says: equal trees are documents that nobody can tell apart.

    Runs that look alike are one; numbers of sessions, paragraphs, rows, notes and bookmarks do not count."""
    document = DocxDocument.read(data)
    found: dict[str, list[object]] = {}
    for part, kind in document.parts.items():
        if kind != "comments":
            root = parse(_resolved(document, part), part)
            found[part] = [_said(child) for child in _shown(root, kind, document)]
    return found


def _resolved(document: DocxDocument, part: str) -> bytes:
    """A story in which what it refers to stands in the place of the references."""
    package = document.package
    told = {each.id: each.target if each.external else each.type for each in _relationships(package, part)}
    source = document.story(part).source
    source = re.sub(r'(\br:\w+=")([^"]+)', lambda found: found[1] + escape(told.get(found[2], found[2])), source)
    return document.story(part).frame.encode(source)


def _relationships(package: Package, part: str) -> tuple[Relationship, ...]:
    return package.relationships(part) if package.has(relationship_part(part)) else ()


def _shown(root: Element, kind: str, document: DocxDocument) -> list[Element]:
    """The blocks of a story; of notes those to which something refers, in the order of that."""
    if kind not in ("footnotes", "endnotes"):
        return list(root)
    notes = {child.get(name("w:id")): child for child in root}
    references = re.findall(rf'{kind[:-1]}Reference [^>]*?w:id="(-?\d+)"', document.body.source)
    return [notes[each] for each in references if each in notes]


def _said(element: Element) -> object:
    if element.tag == name("w:p"):
        properties = element.find(name("w:pPr"))
        return ("p", _look(properties), list(_inline(element)))
    inside = [_said(child) for child in element if child.tag not in _MARKS and isinstance(child.tag, str)]
    attributes = sorted(
        (key, value) for key, value in element.attrib.items() if key not in _NUMBERS and "rsid" not in key
    )
    return (element.tag, tuple(attributes), inside)


def _look(properties: Element | None) -> str:
    """What properties say, where empty ones say nothing."""
    said = canonical(properties)
    return re.sub(r"<w:[pr]Pr/>", "", re.sub("<w:rPr/>", "", said)).replace("<w:pPr></w:pPr>", "")


def _inline(element: Element) -> Iterator[object]:
    for look, group in groupby(_pieces(element), key=lambda each: each[0]):
        text = "".join(said for _, said in group)
        if text:
            yield (look, text)


def _pieces(element: Element) -> Iterator[tuple[str, str]]:
    for child in element:
        if child.tag == name("w:r"):
            properties = child.find(name("w:rPr"))
            look = _look(properties)
            for piece in child:
                if piece.tag == name("w:t"):
                    text = piece.text or ""
                    kept = piece.get(name("xml:space")) == "preserve"
                    yield look, text if kept else text.strip(" \t\r\n")
                elif piece.tag == name("w:commentReference"):
                    continue
                elif piece.tag != name("w:rPr") and not str(piece.tag).endswith("lastRenderedPageBreak"):
                    yield look, _object(piece)
        elif child.tag in (*_MARKS, name("w:pPr"), name("w:proofErr")) or not isinstance(child.tag, str):
            continue
        elif child.tag in CONTENT:
            stamp = f"<{etree.QName(child).localname} {child.get(name('w:author'))} {child.get(name('w:date'))}>"
            yield from ((stamp + look, said) for look, said in _pieces(child))
        elif child.tag.startswith(name("w:p")[:-1]) and child.tag != name("w:sdt"):
            yield f"<{etree.QName(child).localname} {sorted(child.attrib.values())}>", "".join(map(str, _inline(child)))
        elif child.tag == name("w:sdt"):
            content = child.find(name("w:sdtContent"))
            yield "<sdt>", str(list(_inline(content)) if content is not None else "")
        else:
            yield "", canonical(child)


def _object(piece: Element) -> str:
    copy = deepcopy(piece)
    inside = [[_said(each) for each in box] for box in copy.iter(TEXT_BOX)]
    for box in copy.iter(TEXT_BOX):
        box[:] = []
    said = canonical(copy) + str(inside or "")
    return re.sub(r'w:id="[^"]*"', "", said) if _NOTE.search(said) else said
