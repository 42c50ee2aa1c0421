"""What Word wants of a document and no schema says: `not breaches(after) - breaches(before)` for an edit."""

from __future__ import annotations

import zipfile
from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING

from lxml import etree

from tests.docx.package import NAMESPACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element as Element

_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_BLOCKS = ("p", "tbl", "sdt", "customXml")
_RANGES = ("bookmark", "commentRange", "moveFromRange", "moveToRange", "perm")


def breaches(document: bytes) -> Counter[str]:
    """Each demand that a part does not meet, as often as it does not."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(BytesIO(document)) as archive:
        for name in archive.namelist():
            if name.endswith(".xml"):
                root = _parsed(archive.read(name))
                found.update(f"{name}: {breach}" for demand in DEMANDS for breach in demand(root))
    return found


def _parsed(source: bytes) -> Element:
    """A part as Word reads it: the fallbacks for older programs are not there."""
    root = etree.fromstring(source.replace(_STRICT, NAMESPACES["w"].encode()), etree.XMLParser(huge_tree=True))
    for fallback in list(root.iter(_name("mc:Fallback"))):
        parent = fallback.getparent()
        if parent is not None:
            parent.remove(fallback)
    return root


def _cells_end_with_a_paragraph(root: Element) -> Iterator[str]:
    for cell in root.iter(_name("w:tc")):
        blocks = [child for child in cell if child.tag in map(_w, _BLOCKS)]
        if not blocks or blocks[-1].tag == _w("tbl"):
            yield "a cell does not end with a paragraph"


def _stories_have_a_paragraph(root: Element) -> Iterator[str]:
    if root.tag == _w("settings"):  # names notes, holds none
        return
    for story in ("hdr", "ftr", "footnote", "endnote", "comment", "txbxContent"):
        for element in root.iter(_w(story)):
            if element.find(f".//{_w('p')}") is None:
                yield f"a {story} has no paragraph"


def _the_body_ends_with_a_paragraph_and_its_section(root: Element) -> Iterator[str]:
    for body in root.iter(_w("body")):
        sections = body.findall(_w("sectPr"))
        blocks = [child for child in body if child.tag in map(_w, _BLOCKS)]
        if blocks and blocks[-1].tag == _w("tbl"):
            yield "the body's last block is a table"
        if sections and (len(sections) > 1 or body[-1] is not sections[0]):
            yield "the body does not end with its section"


def _fields_are_balanced(root: Element) -> Iterator[str]:
    depth = 0
    for mark in root.iter(_w("fldChar")):
        kind = mark.get(_w("fldCharType"))
        depth += {"begin": 1, "end": -1}.get(kind or "", 0)
        if depth < 0 or (kind == "separate" and not depth):
            yield f"a field's {kind} has no begin"
            depth = max(depth, 0)
    if depth:
        yield "a field has no end"


def _ranges_are_paired(root: Element) -> Iterator[str]:
    for kind in _RANGES:
        open_ones: Counter[str | None] = Counter()
        for end in root.iter(_w(f"{kind}Start"), _w(f"{kind}End")):
            identifier = end.get(_w("id"))
            open_ones[identifier] += 1 if end.tag == _w(f"{kind}Start") else -1
            if open_ones[identifier] not in (0, 1):
                yield f"{kind} {identifier} ends before it begins, or begins twice"
        yield from (f"{kind} {identifier} does not end" for identifier, left in open_ones.items() if left > 0)


def _ids_are_unique(root: Element) -> Iterator[str]:
    values = {
        "paragraph id": [each.get(_name("w14:paraId")) for each in root.iter(_w("p"), _w("tr"))],
        "content control": [each.get(_w("val")) for each in root.iterfind(f".//{_w('sdtPr')}/{_w('id')}")],
        "bookmark": [each.get(_w("name")) for each in root.iter(_w("bookmarkStart"))],
        "footnote": [each.get(_w("id")) for each in root.iter(_w("footnote"))] if root.tag == _w("footnotes") else [],
    }
    for what, found in values.items():
        twice = [value for value, times in Counter(found).items() if value is not None and times > 1]
        yield from (f"{what} {value} is there twice" for value in twice)


def _no_run_is_empty(root: Element) -> Iterator[str]:
    for run in root.iter(_w("r")):
        if all(child.tag == _w("rPr") for child in run):
            yield "a run is empty"
        if any(child.tag == _w("t") and not child.text for child in run):
            yield "a text is empty"


DEMANDS: tuple[Callable[[Element], Iterator[str]], ...] = (
    _cells_end_with_a_paragraph,
    _stories_have_a_paragraph,
    _the_body_ends_with_a_paragraph_and_its_section,
    _fields_are_balanced,
    _ranges_are_paired,
    _ids_are_unique,
    _no_run_is_empty,
)


def _name(short: str) -> str:
    prefix, _, local = short.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def _w(local: str) -> str:
    return f"{{{NAMESPACES['w']}}}{local}"
