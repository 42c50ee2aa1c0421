"""The drawings of a contract: a logo, and a shape that floats on the page."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from tests.docx.specimen import Inline, p

if TYPE_CHECKING:
    from tests.docx.package import Part

_COLOURS = (b"\x1f\x3a\x5f", b"\xf2\xb1\x34")


def logo(width: int = 90, height: int = 30) -> bytes:
    """A PNG with slanting stripes."""
    rows = (b"".join(_COLOURS[(x + y) // 10 % 2] for x in range(width)) for y in range(height))
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def stamp_shape(words: str) -> Inline:
    """A rectangle with words in it that is anchored to a paragraph and stands beside the text."""
    content = p(words, style="TableText", align="center")

    def write(part: Part) -> str:
        number = part.package.number("drawing", 1)
        inside = f"<w:txbxContent>{content.write(part)}</w:txbxContent>"
        shape = (
            '<wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1620000" cy="360000"/></a:xfrm>'
            '<a:prstGeom prst="roundRect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="12700"><a:solidFill>'
            '<a:srgbClr val="C00000"/></a:solidFill></a:ln></wps:spPr>'
            f'<wps:txbx>{inside}</wps:txbx><wps:bodyPr anchor="ctr"/></wps:wsp>'
        )
        anchored = (
            '<w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" '
            'relativeHeight="251659264" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1">'
            '<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="margin"><wp:align>right</wp:align></wp:positionH>'
            '<wp:positionV relativeFrom="paragraph"><wp:posOffset>127000</wp:posOffset></wp:positionV>'
            '<wp:extent cx="1620000" cy="360000"/><wp:effectExtent l="0" t="0" r="19050" b="19050"/><wp:wrapNone/>'
            f'<wp:docPr id="{number}" name="Rectangle {number}" descr="Stamp"/><wp:cNvGraphicFramePr/>'
            '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
            f"{shape}</a:graphicData></a:graphic></wp:anchor></w:drawing>"
        )
        legacy = (
            f'<w:pict><v:roundrect id="_x0000_s{1026 + part.package.number("shape")}" '
            'style="position:absolute;margin-left:340pt;margin-top:10pt;width:127.5pt;height:28.5pt;z-index:251659264" '
            f'filled="f" strokecolor="#c00000"><v:textbox>{inside}</v:textbox></v:roundrect></w:pict>'
        )
        return (
            f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{anchored}</mc:Choice>'
            f"<mc:Fallback>{legacy}</mc:Fallback></mc:AlternateContent></w:r>"
        )

    return Inline(write)
