"""Text that a person who looks at the page does not see, and why: so that nobody takes it for what the page says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from quire.formats.docx.names import name
from quire.formats.docx.text.paragraph import OBJECT, TEXT_BOX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.style.styles import ParagraphFormat, RunFormat

Concealment = Literal["hidden", "web-hidden", "white", "same color", "tiny", "zero-width", "off-page"]

WHITE = "FFFFFF"
TINY = 3.0
"""Points; nobody sets a text to be read in that size."""

_ALIKE = 16
"""How far two colors may be apart in red, green and blue and still be one to the eye."""

_NARROW_LINE = 40
_WIDEST_PAGE = 31_680
"""Twips; Word has no larger pages."""

_PAGE_NUMBER = re.compile(r"[\W\divxlcIVXLC]*")
"""What tables of contents hide on the web, and nowhere else."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a paragraph stands on: a color, or None where nobody can tell; and why nothing on it is seen."""

    fill: str | None = WHITE
    gone: Concealment | None = None
    table_style: str | None = None


PAPER = Ground()

INVISIBLE = re.compile(
    "(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+"
    "|(?<=\U0001f3f4)[\U000e0020-\U000e007f]{8,}"  # tags; behind a black flag a few say whose it is
    "|[\u202d\u202e]+"  # text in another order than it is written
    "|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u180e\u3164\uffa0\u115f\u1160]{2,}"
    "|[\u200c\u200d]{3,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
)
"""Characters that take no room, where no script needs them: one alone divides words, joins letters or turns a line."""


def concealment(look: RunFormat, paragraph: ParagraphFormat, ground: Ground, text: str) -> Concealment | None:
    """Why a text is not seen; None if it is, or if there is nothing to see."""
    if not text.replace(OBJECT, "").strip():
        return None
    if look.hidden:
        return "hidden"
    if ground.gone:
        return ground.gone
    if (look.size is not None and look.size < TINY) or _is_squeezed(paragraph):
        return "tiny"
    if not -_WIDEST_PAGE / 2 < (paragraph.indent_left or 0) < _WIDEST_PAGE:
        return "off-page"
    if look.web_hidden and not _PAGE_NUMBER.fullmatch(text):
        return "web-hidden"
    return _by_color(look, paragraph, ground)


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """A text, its characters that nobody sees apart; each piece with whether it is one of those."""
    reached = 0
    for found in INVISIBLE.finditer(text):
        if found.start() > reached:
            yield text[reached : found.start()], False
        yield found[0], True
        reached = found.end()
    if reached < len(text):
        yield text[reached:], False


def revealed(text: str) -> str:
    """A text with its tag characters as the letters that they stand for."""
    return "".join(chr(ord(each) - 0xE0000) if "\U000e0020" <= each <= "\U000e007e" else each for each in text)


def _is_squeezed(paragraph: ParagraphFormat) -> bool:
    return paragraph.line_rule == "exact" and 0 < (paragraph.line or 0) < _NARROW_LINE


def _by_color(look: RunFormat, paragraph: ParagraphFormat, ground: Ground) -> Concealment | None:
    if look.color is None:
        return None
    behind = _HIGHLIGHTS.get(look.highlight or "") or look.shading or paragraph.shading or ground.fill
    if behind is None or not _alike(look.color, behind):
        return None
    return "white" if _alike(behind, WHITE) else "same color"


def _alike(one: str, other: str) -> bool:
    if not (_COLOR.fullmatch(one) and _COLOR.fullmatch(other)):
        return False
    return all(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) <= _ALIKE for at in (0, 2, 4))


_COLOR = re.compile("[0-9A-Fa-f]{6}")
_HIGHLIGHTS = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "darkBlue": "000080", "darkCyan": "008080",
    "darkGray": "808080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000",
    "darkYellow": "808000", "green": "00FF00", "lightGray": "C0C0C0", "magenta": "FF00FF", "red": "FF0000",
    "white": "FFFFFF", "yellow": "FFFF00",
}  # fmt: skip


# Text boxes

_EMU_PER_TWIP = 635
_FARTHEST_MARGIN = 3 * 1440
_SOLID, _COLOR_OF, _NO_FILL = name("a:solidFill"), name("a:srgbClr"), name("a:noFill")
_WHERE = re.compile(r"(margin-left|margin-top|visibility)\s*:\s*([^;]+)")
_POINTS = {"": 0.75, "px": 0.75, "pt": 1.0, "in": 72.0, "cm": 28.35, "mm": 2.835}


def ground_of_box(paragraph: Element) -> Ground:
    """What a paragraph in a text box stands on."""
    around = list(paragraph.iterancestors())
    box = next((at for at, each in enumerate(around) if each.tag == TEXT_BOX), len(around))
    shapes = around[box + 1 :]
    fill: str | None = WHITE
    gone: Concealment | None = None
    for each in shapes:
        local = str(each.tag).rpartition("}")[2]
        if local == "wsp":
            fill = _drawn_fill(each)
        elif each.get("style") is not None:
            fill = _legacy_fill(each) if local != "group" else fill
            is_alone = not any(str(above.tag).endswith("}group") for above in each.iterancestors())
            gone = gone or (_legacy_place(each.get("style") or "") if is_alone else None)
        elif local == "anchor":
            gone = gone or _drawn_place(each)
    return Ground(fill, gone)


def _drawn_fill(shape: Element) -> str | None:
    properties = next((each for each in shape if str(each.tag).endswith("}spPr")), None)
    solid = None if properties is None else properties.find(_SOLID)
    if solid is not None:
        color = solid.find(_COLOR_OF)
        return None if color is None or len(color) else color.get("val")
    is_clear = properties is not None and properties.find(_NO_FILL) is not None
    is_styled = any(str(each.tag).endswith("}style") for each in shape)
    return WHITE if is_clear or not is_styled else None


def _legacy_fill(shape: Element) -> str | None:
    if shape.get("filled") in ("f", "false"):
        return WHITE
    fill = shape.get("fillcolor")
    if fill is None:
        return WHITE
    found = re.match(r"#([0-9A-Fa-f]{6})", fill)
    return found[1] if found else WHITE if fill.startswith("white") else None


def _drawn_place(anchor: Element) -> Concealment | None:
    """Whether a drawing lies outside of every page, or is switched off."""
    drawn = anchor.find(name("wp:docPr"))
    if drawn is not None and drawn.get("hidden") in ("1", "true"):
        return "hidden"
    extent = anchor.find(name("wp:extent"))
    for side, length in (("wp:positionH", "cx"), ("wp:positionV", "cy")):
        place = anchor.find(name(side))
        offset = None if place is None else place.find(name("wp:posOffset"))
        if place is None or offset is None:
            continue
        start = _number(offset.text) / _EMU_PER_TWIP
        end = start + (0 if extent is None else _number(extent.get(length)) / _EMU_PER_TWIP)
        if start > _WIDEST_PAGE or end <= (0 if place.get("relativeFrom") == "page" else -_FARTHEST_MARGIN):
            return "off-page"
    return None


def _legacy_place(style: str) -> Concealment | None:
    for what, value in _WHERE.findall(style):
        if what == "visibility" and value.strip() == "hidden":
            return "hidden"
        found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)(px|pt|in|cm|mm|)\s*", value)
        if found and not -1000 < float(found[1]) * _POINTS[found[2]] < _WIDEST_PAGE / 20:
            return "off-page"
    return None


def _number(text: str | None) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0
