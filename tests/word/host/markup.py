"""A document, or a piece of one, as a package in one XML text."""

from __future__ import annotations

import re
from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr
from zipfile import ZipFile

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.paragraph import Leaf

PKG = "http://schemas.microsoft.com/office/2006/xmlPackage"
_DECLARATION = re.compile(r"^\ufeff?\s*<\?xml[^>]*\?>")
_BODY = re.compile(r"(<w:body>).*(</w:body>)", re.DOTALL)


def flat(document: DocxDocument, piece: str | None = None) -> str:
    """The package; with but a piece of the body, if one is given."""
    parts = []
    with ZipFile(BytesIO(document.write())) as package:
        types = package.read("[Content_Types].xml").decode()
        for name in package.namelist():
            if name != "[Content_Types].xml":
                data = package.read(name)
                if piece is not None and name == document.package.main:
                    data = _BODY.sub(lambda found: f"{found[1]}{piece}{found[2]}", data.decode()).encode()
                parts.append(_part(name, data, _type(types, name)))
    return f'<pkg:package xmlns:pkg="{PKG}">{"".join(parts)}</pkg:package>'


def piece(leaves: Iterable[Leaf]) -> str:
    """One paragraph with what stands in a range; of fields that they are."""
    found = list(leaves)
    fields = {leaf.field for leaf in found if leaf.field is not None}
    runs = "".join(etree.tostring(leaf.element, encoding="unicode", with_tail=False) for leaf in found)
    return f"<w:p>{'<w:fldSimple/>' * len(fields)}<w:r>{runs}</w:r></w:p>"


def _part(name: str, data: bytes, kind: str) -> str:
    opening = f"<pkg:part pkg:name={quoteattr(f'/{name}')} pkg:contentType={quoteattr(kind)}>"
    if kind.endswith("xml"):
        return f"{opening}<pkg:xmlData>{_DECLARATION.sub('', data.decode())}</pkg:xmlData></pkg:part>"
    return f"{opening}<pkg:binaryData>{b64encode(data).decode()}</pkg:binaryData></pkg:part>"


def _type(types: str, name: str) -> str:
    own = re.search(rf'PartName="/{re.escape(name)}"[^>]*ContentType="([^"]*)"', types)
    usual = re.search(rf'Extension="{name.rpartition(".")[2]}"[^>]*ContentType="([^"]*)"', types)
    found = own or usual
    return found[1] if found else "application/octet-stream"
