"""A package for a program that is to reach nothing: of what lies elsewhere, only links that a reader clicks stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.names import encoding, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.opc.package import Package

NOWHERE = "about:blank"

_CODE = re.compile(r"""\binstr=(?:"[^"]*"|'[^']*')|<(?:[\w.-]+:)?instrText\b[^>]*>[^<]*<""")
_REACHING = re.compile(r"\b(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|DDEAUTO|DDE|LINK|DATABASE)\b", re.IGNORECASE)
"""The fields that show what is read from elsewhere; what they showed last stays."""


def secluded(package: Package) -> Package:
    """The package without the addresses of what a program would load."""
    return package.with_parts(dict(_changed(package)))


def _changed(package: Package) -> Iterator[tuple[str, bytes]]:
    for name in package.names:
        if name.endswith(".rels"):
            made = _without_targets(package.part(name), name)
        elif name.endswith(".xml") and name.startswith("word/"):
            made = _without_fields(package.part(name), name)
        else:
            continue
        if made is not None:
            yield name, made


def _without_fields(data: bytes, name: str) -> bytes | None:
    codec = encoding(data, name)
    text = data.decode(codec, "surrogateescape")
    made = _CODE.sub(lambda code: _REACHING.sub("QUOTE", code[0]), text)
    return made.encode(codec, "surrogateescape") if made != text else None


def _without_targets(data: bytes, name: str) -> bytes | None:
    root = parse(data, name)
    is_changed = False
    for each in root:
        if each.get("TargetMode") == "External" and not each.get("Type", "").endswith("/hyperlink"):
            each.set("Target", NOWHERE)
            is_changed = True
    return etree.tostring(root, encoding="UTF-8", standalone=True) if is_changed else None
