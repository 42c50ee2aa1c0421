"""What other programs make of a Word file between two looks that Quire takes at it."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

from lxml import etree

from tests.docx.package import NAMESPACES
from tests.docx.parts import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable

_RSID = f"{{{NAMESPACES['w']}}}rsidR"


def entries(document: bytes) -> dict[str, bytes]:
    """What a file holds, by name."""
    with zipfile.ZipFile(BytesIO(document)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(contents: dict[str, bytes]) -> bytes:
    """A file that holds this."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return data.getvalue()


def changed(document: bytes, change: Callable[[str], str], part: str = MAIN) -> bytes:
    """The file after someone has changed the source of a part."""
    return packed({name: change(content.decode()).encode() if name == part else content
                   for name, content in entries(document).items()})  # fmt: skip


def resaved(document: bytes, change: Callable[[str], str] = str) -> bytes:
    """The file after Word has saved it: paragraphs keep their ids, all else of its XML may look otherwise."""
    before = entries(changed(document, change))
    return packed({name: _rewritten(name, content) for name, content in reversed(before.items())})


def _rewritten(name: str, content: bytes) -> bytes:
    if not name.endswith((".xml", ".rels")):
        return content
    root = etree.fromstring(content)
    if name.endswith(".rels"):
        root[:] = reversed(root)
    for paragraph in root.iter(f"{{{NAMESPACES['w']}}}p"):
        paragraph.set(_RSID, "00AB12CD")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def plain(document: bytes) -> bytes:
    """The file of a program that knows nothing of paragraph ids: no part has any, or declares their namespace."""
    return packed({name: re.sub(rb' (?:xmlns:w1[45]|mc:Ignorable|w14:\w+)="[^"]*"', b"", content)
                   for name, content in entries(document).items()})  # fmt: skip
