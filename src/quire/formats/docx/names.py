"""The names of WordprocessingML, and the one parser: no entities, no network, no DTD.

Strict documents have other namespaces than transitional ones for the same names; they are read as if transitional.
"""

from __future__ import annotations

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
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "v": "urn:schemas-microsoft-com:vml",
    "xml": "http://www.w3.org/XML/1998/namespace",
}

STRICT = {
    "http://purl.oclc.org/ooxml/wordprocessingml/main": NAMESPACES["w"],
    "http://purl.oclc.org/ooxml/officeDocument/relationships": NAMESPACES["r"],
    "http://purl.oclc.org/ooxml/officeDocument/math": NAMESPACES["m"],
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": NAMESPACES["wp"],
    "http://purl.oclc.org/ooxml/drawingml/main": NAMESPACES["a"],
}


def name(short: str) -> str:
    """The full name of `w:p` and the like."""
    prefix, _, local = short.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def attribute(element: Element, short: str) -> str | None:
    """The value of an attribute such as `w:val`."""
    return element.get(name(short))


def parse(source: bytes | str, what: str) -> Element:
    """The root of an XML text; `what` names it where it is refused."""
    data = source.encode("utf-8") if isinstance(source, str) else source
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise UnsupportedError(
            f"{what} declares a document type or entities, which no Word document needs.",
            "It may be an attack; if not, open it in Word and save it again.",
        )
    if b"purl.oclc.org/ooxml/" in data:
        for strict, transitional in STRICT.items():
            data = data.replace(strict.encode(), transitional.encode())
    try:
        return etree.fromstring(data, _PARSER)
    except etree.XMLSyntaxError as error:
        raise UnsupportedError(
            f"{what} is not well-formed XML: {error.msg}.", "Open the file in Word, let it repair it, and save it."
        ) from error


_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, remove_comments=False, huge_tree=True
)
