"""A package in one XML text, as Word's own interface tells it, made into a file."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from io import BytesIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

_PKG = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"


def unflattened(source: str) -> bytes:
    """The file that a flat package is."""
    root = parse(source, "The package that Word told")
    if root.tag != f"{_PKG}package":
        raise UnsupportedError("What Word told is no package.", "Save the document in Word, and open the file.")
    parts = list(_parts(root))
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", _types((name, kind) for name, kind, _ in parts))
        for name, _, data in parts:
            file.writestr(name.removeprefix("/"), data)
    return made.getvalue()


def _parts(root: Element) -> Iterator[tuple[str, str, bytes]]:
    for part in root.iterchildren(f"{_PKG}part"):
        yield part.get(f"{_PKG}name", ""), part.get(f"{_PKG}contentType", ""), _data(part)


def _data(part: Element) -> bytes:
    for held in part:
        if held.tag == f"{_PKG}xmlData" and len(held):
            return etree.tostring(held[0], encoding="UTF-8", xml_declaration=True, standalone=True)
        if held.tag == f"{_PKG}binaryData":
            try:
                return b64decode(held.text or "")
            except (Base64Error, ValueError) as error:
                raise UnsupportedError("A part of what Word told is no base64.", "Try again.") from error
    return b""


def _types(parts: Iterator[tuple[str, str]]) -> bytes:
    named = "".join(f"<Override PartName={quoteattr(name)} ContentType={quoteattr(kind)}/>" for name, kind in parts)
    default = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    return f'<?xml version="1.0" encoding="UTF-8"?><Types xmlns="{_TYPES}">{default}{named}</Types>'.encode()
