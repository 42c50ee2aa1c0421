"""The names of WordprocessingML, and the one parser: no entities, no network, no DTD.

Strict documents have other namespaces than transitional ones for the same names; they are read as if transitional.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import UnsupportedError

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

NAMESPACES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    "w16cid": "http://schemas.microsoft.com/office/word/2016/wordml/cid",
    "w16cex": "http://schemas.microsoft.com/office/word/2018/wordml/cex",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "xml": "http://www.w3.org/XML/1998/namespace",
}

STRICT = {
    "http://purl.oclc.org/ooxml/wordprocessingml/main": NAMESPACES["w"],
    "http://purl.oclc.org/ooxml/officeDocument/relationships": NAMESPACES["r"],
    "http://purl.oclc.org/ooxml/officeDocument/math": NAMESPACES["m"],
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": NAMESPACES["wp"],
    "http://purl.oclc.org/ooxml/drawingml/main": NAMESPACES["a"],
    "http://purl.oclc.org/ooxml/drawingml/picture": NAMESPACES["pic"],
}


@lru_cache(1024)
def name(short: str) -> str:
    """The full name of `w:p` and the like."""
    prefix, _, local = short.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def attribute(element: Element, short: str) -> str | None:
    """The value of an attribute such as `w:val`."""
    return element.get(name(short))


def encoding(data: bytes, what: str) -> str:
    """The codec of an XML text: UTF-8 or UTF-16, or one in which markup at least looks as it does in UTF-8."""
    declaration = _DECLARATION.match(_legible(data[:1000]))
    declared = _ENCODING.search(declaration[0]) if declaration else None
    named = declared[1].decode("latin-1").lower() if declared else "utf-8"
    if named not in _ENCODINGS or (declaration and not declaration[1]):
        raise UnsupportedError(
            f"{what} is encoded in {named}; Word documents are in UTF-8 or UTF-16.",
            "Open the file in Word, and save it again.",
        )
    if b"\0" in data[:2]:
        return "utf-16-be" if data[0] == 0 else "utf-16-le"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16-le" if data[0] == 0xFF else "utf-16-be"
    return "utf-8" if named.startswith("utf") else named


def parse(source: bytes | str, what: str) -> Element:
    """The root of an XML text; `what` names it where it is refused."""
    data = source.encode("utf-8") if isinstance(source, str) else source
    encoding(data, what)
    legible = _legible(data)
    if b"<!DOCTYPE" in legible or b"<!ENTITY" in legible:
        raise UnsupportedError(
            f"{what} declares a document type or entities, which no Word document needs.",
            "It may be an attack; if not, open it in Word and save it again.",
        )
    if len(data) > _UNWEIGHED and _weight(legible) > _HEAVIEST:
        raise UnsupportedError(
            f"{what} has more than {_HEAVIEST:,} elements and attributes.", "Split the document into smaller ones."
        )
    if b"purl.oclc.org/ooxml/" in data:
        for strict, transitional in STRICT.items():
            data = data.replace(strict.encode(), transitional.encode())
    try:
        return etree.fromstring(data, _PARSER)
    except etree.XMLSyntaxError as error:
        raise UnsupportedError(
            f"{what} is not well-formed XML: {' '.join(str(error.msg).split())}.",
            "Open the file in Word, let it repair it, and save it.",
        ) from error


def _legible(data: bytes) -> bytes:
    """The text with its markup in single bytes, so that nothing hides from a search in a wider encoding."""
    return data.replace(b"\0", b"") if b"\0" in data[:4] else data


def _weight(data: bytes) -> int:
    """What the markup will cost as a tree, in elements; an attribute costs two, and text next to nothing."""
    return data.count(b"<") - data.count(b"</") + 2 * data.count(b'="')


_UNWEIGHED = 16 << 20
_HEAVIEST = 4_000_000
"""About 300 megabytes. Whole documents are not read as trees, only their paragraphs and the smaller parts."""

_DECLARATION = re.compile(rb"[^<]{0,4}<\?xml\s[^>]*(>?)")
_ENCODING = re.compile(rb"""\sencoding\s*=\s*["']([^"']*)""")
_ENCODINGS = {"utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii", "iso-8859-1", "windows-1252"}

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, remove_comments=False, huge_tree=True
)
