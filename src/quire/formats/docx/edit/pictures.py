"""Pictures in the text: in a line like a letter, or anchored there with the text around, before or behind them."""

from __future__ import annotations

import secrets
from base64 import b64decode
from html import escape
from typing import TYPE_CHECKING, Any

from lxml import etree

from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError
from quire.core.transaction import Transaction
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit import passage
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.edit.tables import text_width
from quire.formats.docx.names import NAMESPACES, name
from quire.formats.docx.opc.raster import raster
from quire.formats.docx.style.properties import element_of
from quire.formats.docx.style.runs import typed
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import W_R

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.pictures import Wrap
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.opc.raster import Raster

EMU_PER_POINT = 12_700
EMU_PER_TWIP = 635
TALLEST = 8 * 914_400
"""What a picture that does not say how large it is may take of a page."""
_DISTANCE = 114_300
_TIGHT = "".join(
    f'<wp:{tag} x="{x}" y="{y}"/>'
    for tag, x, y in (("start", 0, 0), ("lineTo", 0, 21600), ("lineTo", 21600, 21600), ("lineTo", 21600, 0),
                      ("lineTo", 0, 0))
)  # fmt: skip
_WRAPS = {
    "square": '<wp:wrapSquare wrapText="bothSides"/>',
    "tight": f'<wp:wrapTight wrapText="bothSides"><wp:wrapPolygon edited="0">{_TIGHT}</wp:wrapPolygon></wp:wrapTight>',
    "behind": "<wp:wrapNone/>",
    "inFront": "<wp:wrapNone/>",
}


def picture(
    where: Range, data: str, *, width: float | None, height: float | None, locked: bool, alt: str, wrap: Wrap
) -> Intent:
    """A picture, in base64, in the place of a range; sizes are in points. Its number names it from now on."""
    said: dict[str, Any] = {"data": data, "width": width, "height": height, "locked": locked, "alt": alt, "wrap": wrap}
    return Intent("insert_picture", (where,), {**said, "number": secrets.randbelow(2**31 - 1) + 1})


def _insert(document: DocxDocument, intent: Intent) -> Transaction:
    """What is in the range gives way first."""
    (where,) = intent.ranges
    if where.is_empty:
        return _placed(document, where.start, intent.arguments)
    cleared = passage.put(document, where, "")
    return cleared + _placed(document.apply(cleared), where.start, intent.arguments)


def kind_of(data: bytes) -> Raster:
    """What a picture is, if Word shows it."""
    found = raster(data)
    if found is None:
        raise InvalidArgumentError(
            "The data is no picture that Word shows.", "Give a PNG, JPEG, GIF or BMP; convert others first."
        )
    return found


def _placed(document: DocxDocument, position: int, said: dict[str, Any]) -> Transaction:
    data = b64decode(said["data"])
    kind = kind_of(data)
    place, offset = document.at(position)
    supplies, draft = Supplies(document), Draft(document, place)
    size = sized(kind, said["width"], said["height"], text_width(document), locked=said["locked"])
    drawn = _drawing(said, supplies.picture(place.part, data, kind), *size)
    Surgeon(draft.paragraph, Wardrobe(document, place.part, draft.element)).place(offset, drawn)
    return Transaction((*supplies.steps(), *draft.steps()))


def sized(
    kind: Raster, width: float | None, height: float | None, room: int, *, locked: bool
) -> tuple[int, int]:  # fmt: skip
    """How large a picture is shown, in English metric units; without a wish as large as it is, if it has the room.

    Of one that keeps its proportions, the wishes are the most that it takes."""
    across, down = (None if each is None else max(1, round(each * EMU_PER_POINT)) for each in (width, height))
    if across is None and down is None:
        fitting = kind.within(room * EMU_PER_TWIP, TALLEST)
        return fitting.width, fitting.height
    if not locked:
        return across or kind.width, down or kind.height
    scale = min(wish / own for wish, own in ((across, kind.width), (down, kind.height)) if wish)
    return max(1, round(kind.width * scale)), max(1, round(kind.height * scale))


def _drawing(said: dict[str, Any], identifier: str, width: int, height: int) -> Element:
    """A run that shows a picture of the package."""
    number, size = said["number"], f'cx="{width}" cy="{height}"'
    described = f'id="{number}" name="Picture {number}"' + (f' descr="{_quoted(said["alt"])}"' if said["alt"] else "")
    locks = '<a:graphicFrameLocks noChangeAspect="1"/>' if said["locked"] else ""
    shape = (
        f"<wp:docPr {described}/><wp:cNvGraphicFramePr>{locks}</wp:cNvGraphicFramePr>"
        f'<a:graphic><a:graphicData uri="{NAMESPACES["pic"]}"><pic:pic><pic:nvPicPr><pic:cNvPr {described}/>'
        f'<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="{identifier}"/><a:stretch><a:fillRect/>'
        f'</a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext {size}/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>'
    )
    inside = _inline(size, shape) if said["wrap"] == "inline" else _anchored(said["wrap"], size, shape)
    run = etree.Element(W_R)
    made = element_of(inside)
    if made is not None:
        etree.SubElement(run, name("w:drawing")).append(made)
    return run


def _inline(size: str, shape: str) -> str:
    return f'<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent {size}/>{shape}</wp:inline>'


def _anchored(wrap: str, size: str, shape: str) -> str:
    """At the left of the column, level with the paragraph's top."""
    return (
        f'<wp:anchor distT="0" distB="0" distL="{_DISTANCE}" distR="{_DISTANCE}" simplePos="0" '
        f'relativeHeight="{secrets.randbelow(2**28) + 2**28}" behindDoc="{int(wrap == "behind")}" locked="0" '
        'layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>'
        '<wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>'
        '<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>'
        f'<wp:extent {size}/><wp:effectExtent l="0" t="0" r="0" b="0"/>{_WRAPS[wrap]}{shape}</wp:anchor>'
    )


def _quoted(text: str) -> str:
    return escape(typed(text)).replace("\v", "&#10;")


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"insert_picture": _insert}
