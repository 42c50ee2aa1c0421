"""Word's own table styles: a few designs, each in black and in the six accents of the theme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True)
class TableStyle:
    """A name, Word's place for it among others, and its properties as XML."""

    name: str
    priority: int
    properties: str


class _Ink(NamedTuple):
    """A color with a name in the theme, and how much lighter or darker than that it is."""

    value: str
    theme: str = ""
    tint: str = ""
    shade: str = ""

    def named(self, what: str, prefix: str) -> str:
        """The attributes that say it: `w:color` and the like, with what the theme calls it."""
        if not self.theme:
            return f'w:{what}="{self.value}"'
        finer = f' w:{prefix}Tint="{self.tint}"' if self.tint else f' w:{prefix}Shade="{self.shade}"' * bool(self.shade)
        kind = "themeFill" if prefix == "themeFill" else "themeColor"
        return f'w:{what}="{self.value}" w:{kind}="{self.theme}"{finer}'


class _Palette(NamedTuple):
    """A color in its strengths."""

    full: _Ink
    strong: _Ink
    middle: _Ink
    light: _Ink
    dark: _Ink


def _palette(theme: str, full: str, strong: str, middle: str, light: str, dark: str) -> _Palette:
    return _Palette(
        _Ink(full, theme),
        _Ink(strong, theme, tint="99"),
        _Ink(middle, theme, tint="66"),
        _Ink(light, theme, tint="33"),
        _Ink(dark, theme, shade="BF" if theme != "text1" else ""),
    )


_PALETTES = {
    "": _palette("text1", "000000", "666666", "999999", "CCCCCC", "000000"),
    " Accent 1": _palette("accent1", "4472C4", "8EAADB", "B4C6E7", "D9E2F3", "2F5496"),
    " Accent 2": _palette("accent2", "ED7D31", "F4B083", "F7CAAC", "FBE4D5", "C45911"),
    " Accent 3": _palette("accent3", "A5A5A5", "C9C9C9", "DBDBDB", "EDEDED", "7B7B7B"),
    " Accent 4": _palette("accent4", "FFC000", "FFD966", "FFE599", "FFF2CC", "BF8F00"),
    " Accent 5": _palette("accent5", "5B9BD5", "9CC2E5", "BDD6EE", "DEEAF6", "2E74B5"),
    " Accent 6": _palette("accent6", "70AD47", "A8D08D", "C5E0B3", "E2EFD9", "538135"),
}
_WHITE = _Ink("FFFFFF", "background1")
_GRAY = _Ink("BFBFBF", "background1", shade="BF")
_DARK_GRAY = _Ink("7F7F7F", "text1", tint="80")
_PALE = _Ink("F2F2F2", "background1", shade="F2")

_OUTSIDE = ("top", "left", "bottom", "right")
_INSIDE = ("insideH", "insideV")
_ALL = (*_OUTSIDE, *_INSIDE)
_BOLD, _ITALIC = "<w:b/><w:bCs/>", "<w:i/><w:iCs/>"
_TITLES = '<w:rFonts w:asciiTheme="majorHAnsi" w:eastAsiaTheme="majorEastAsia" w:hAnsiTheme="majorHAnsi" w:cstheme="majorBidi"/>'  # noqa: E501
_LARGE = '<w:sz w:val="26"/>'


# Their parts


def _line(side: str, ink: _Ink | None, size: int = 4, kind: str = "single") -> str:
    if ink is None:
        return f'<w:{side} w:val="nil"/>'
    return f'<w:{side} w:val="{kind}" w:sz="{size}" w:space="0" {ink.named("color", "theme")}/>'


def _lines(sides: tuple[str, ...], ink: _Ink | None, size: int = 4) -> dict[str, str]:
    return {side: _line(side, ink, size) for side in sides}


def _fill(ink: _Ink) -> str:
    return f'<w:shd w:val="clear" w:color="auto" {ink.named("fill", "themeFill")}/>'


def _color(ink: _Ink) -> str:
    return f"<w:color {ink.named('val', 'theme')}/>"


def _table(lines: dict[str, str] | None = None, look: str = "", fill: _Ink | None = None) -> str:
    """What holds for the whole table; rows and columns are banded one by one."""
    borders = f"<w:tblBorders>{''.join(_in_order(lines))}</w:tblBorders>" if lines else ""
    return (
        '<w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>'
        + (f"<w:rPr>{look}</w:rPr>" if look else "")
        + f'<w:tblPr><w:tblStyleRowBandSize w:val="1"/><w:tblStyleColBandSize w:val="1"/>{borders}</w:tblPr>'
        + (f"<w:tcPr>{_fill(fill)}</w:tcPr>" if fill else "")
    )


def _part(
    kind: str, look: str = "", lines: dict[str, str] | None = None, fill: _Ink | None = None, align: str = ""
) -> str:
    """What holds for some of its cells."""
    borders = f"<w:tcBorders>{''.join(_in_order(lines))}</w:tcBorders>" if lines else ""
    inside = borders + (_fill(fill) if fill else "")
    return (
        f'<w:tblStylePr w:type="{kind}">'
        + (f'<w:pPr><w:jc w:val="{align}"/></w:pPr>' if align else "")
        + (f"<w:rPr>{look}</w:rPr>" if look else "")
        + "<w:tblPr/>"
        + (f"<w:tcPr>{inside}</w:tcPr>" if inside else "")
        + "</w:tblStylePr>"
    )


def _in_order(lines: dict[str, str]) -> Iterator[str]:
    return (lines[side] for side in _ALL if side in lines)


def _columns(look: str = _BOLD) -> str:
    return _part("firstCol", look) + _part("lastCol", look)


def _bands(ink: _Ink) -> str:
    return _part("band1Vert", fill=ink) + _part("band1Horz", fill=ink)


def _double(ink: _Ink, size: int = 4) -> dict[str, str]:
    return {"top": _line("top", ink, size, "double")}


def _corners(ink: _Ink) -> str:
    places = (("neCell", "bottom"), ("nwCell", "bottom"), ("seCell", "top"), ("swCell", "top"))
    return "".join(_part(kind, lines=_lines((side,), ink)) for kind, side in places)


# Grid tables


def _grid_1(ink: _Palette) -> str:
    return (
        _table(_lines(_ALL, ink.middle))
        + _part("firstRow", _BOLD, _lines(("bottom",), ink.strong, 12))
        + _part("lastRow", _BOLD, _double(ink.strong, 2))
        + _columns()
    )


def _grid_2(ink: _Palette) -> str:
    bare = _lines(_INSIDE, None)
    return (
        _table(_lines(("top", "bottom", *_INSIDE), ink.strong, 2))
        + _part("firstRow", _BOLD,
                {**bare, **_lines(("top",), None), **_lines(("bottom",), ink.strong, 12)}, _WHITE)
        + _part("lastRow", _BOLD, {**bare, **_double(ink.strong, 2), **_lines(("bottom",), None)}, _WHITE)
        + _columns()
        + _bands(ink.light)
    )  # fmt: skip


def _grid_3(ink: _Palette, look: str = "") -> str:
    bare = _lines(_INSIDE, None)
    return (
        _table(_lines(_ALL, ink.strong), look)
        + _part("firstRow", _BOLD, {**bare, **_lines(("top", "left", "right"), None)}, _WHITE)
        + _part("lastRow", _BOLD, {**bare, **_lines(("left", "bottom", "right"), None)}, _WHITE)
        + _part("firstCol", _ITALIC, {**bare, **_lines(("top", "left", "bottom"), None)}, _WHITE, "right")
        + _part("lastCol", _ITALIC, {**bare, **_lines(("top", "bottom", "right"), None)}, _WHITE)
        + _bands(ink.light)
        + _corners(ink.strong)
    )


def _grid_4(ink: _Palette) -> str:
    return (
        _table(_lines(_ALL, ink.strong))
        + _part("firstRow", _BOLD + _color(_WHITE), {**_lines(_OUTSIDE, ink.full), **_lines(_INSIDE, None)}, ink.full)
        + _part("lastRow", _BOLD, _double(ink.full))
        + _columns()
        + _bands(ink.light)
    )


def _grid_5(ink: _Palette) -> str:
    bare, look = _lines(_INSIDE, None), _BOLD + _color(_WHITE)
    return (
        _table(_lines(_ALL, _WHITE), fill=ink.light)
        + _part("firstRow", look, {**bare, **_lines(("top", "left", "right"), _WHITE)}, ink.full)
        + _part("lastRow", look, {**bare, **_lines(("left", "bottom", "right"), _WHITE)}, ink.full)
        + _part("firstCol", look, {**_lines(("insideV",), None), **_lines(("top", "left", "bottom"), _WHITE)}, ink.full)
        + _part("lastCol", look, {**_lines(("insideV",), None), **_lines(("top", "bottom", "right"), _WHITE)}, ink.full)
        + _bands(ink.middle)
    )


def _grid_6(ink: _Palette) -> str:
    return (
        _table(_lines(_ALL, ink.strong), _color(ink.dark))
        + _part("firstRow", _BOLD, _lines(("bottom",), ink.strong, 12))
        + _part("lastRow", _BOLD, _double(ink.strong))
        + _columns()
        + _bands(ink.light)
    )


def _grid_7(ink: _Palette) -> str:
    return _grid_3(ink, _color(ink.dark))


# List tables


def _list_1(ink: _Palette) -> str:
    return (
        _table()
        + _part("firstRow", _BOLD, _lines(("bottom",), ink.strong))
        + _part("lastRow", _BOLD, _lines(("top",), ink.strong))
        + _columns()
        + _bands(ink.light)
    )


def _list_2(ink: _Palette) -> str:
    lines = _table(_lines(("top", "bottom", "insideH"), ink.strong))
    return lines + _part("firstRow", _BOLD) + _part("lastRow", _BOLD) + _columns() + _bands(ink.light)


def _list_3(ink: _Palette) -> str:
    return (
        _table(_lines(_OUTSIDE, ink.full))
        + _part("firstRow", _BOLD + _color(_WHITE), fill=ink.full)
        + _part("lastRow", _BOLD, _double(ink.full), _WHITE)
        + _part("firstCol", _BOLD, _lines(("right",), None), _WHITE)
        + _part("lastCol", _BOLD, _lines(("left",), None), _WHITE)
        + _part("band1Vert", lines=_lines(("left", "right"), ink.full))
        + _part("band1Horz", lines=_lines(("top", "bottom"), ink.full))
    )


def _list_4(ink: _Palette) -> str:
    return (
        _table(_lines((*_OUTSIDE, "insideH"), ink.strong))
        + _part("firstRow", _BOLD + _color(_WHITE),
                {**_lines(_OUTSIDE, ink.full), **_lines(("insideH",), None)}, ink.full)
        + _part("lastRow", _BOLD, _double(ink.strong))
        + _columns()
        + _bands(ink.light)
    )  # fmt: skip


def _list_5(ink: _Palette) -> str:
    return (
        _table(_lines(_OUTSIDE, ink.full, 24), _color(_WHITE), ink.full)
        + _part("firstRow", _BOLD, _lines(("bottom",), _WHITE, 18))
        + _part("lastRow", _BOLD, _lines(("top",), _WHITE))
        + _part("firstCol", _BOLD, _lines(("right",), _WHITE))
        + _part("lastCol", _BOLD, _lines(("left",), _WHITE))
        + _part("band1Vert", lines=_lines(("left", "right"), _WHITE))
        + _part("band1Horz", lines=_lines(("top", "bottom"), _WHITE))
    )


def _list_6(ink: _Palette) -> str:
    return (
        _table(_lines(("top", "bottom"), ink.full), _color(ink.dark))
        + _part("firstRow", _BOLD, _lines(("bottom",), ink.full))
        + _part("lastRow", _BOLD, _double(ink.full))
        + _columns()
        + _bands(ink.light)
    )


def _list_7(ink: _Palette) -> str:
    return _table(look=_color(ink.dark)) + _lettered(ink.full) + _bands(ink.light)


def _lettered(ink: _Ink) -> str:
    """First and last rows and columns in large italics, each with a line towards the others."""
    look = _TITLES + _ITALIC + _LARGE
    return (
        _part("firstRow", look, _lines(("bottom",), ink), _WHITE)
        + _part("lastRow", look, _lines(("top",), ink), _WHITE)
        + _part("firstCol", look, _lines(("right",), ink), _WHITE, "right")
        + _part("lastCol", look, _lines(("left",), ink), _WHITE)
    )


# Plain tables


def _plain() -> Iterator[TableStyle]:
    rows = _part("firstRow", _BOLD) + _part("lastRow", _BOLD)
    gray, bands = _DARK_GRAY, _bands(_PALE)
    caps = f"{_BOLD}<w:caps/>"
    yield TableStyle("Plain Table 1", 41, _table(_lines(_ALL, _GRAY)) + _part("firstRow", _BOLD)
                     + _part("lastRow", _BOLD, _double(_GRAY)) + _columns() + bands)  # fmt: skip
    across, down = _lines(("top", "bottom"), gray), _lines(("left", "right"), gray)
    yield TableStyle("Plain Table 2", 42, _table(across) + _part("firstRow", _BOLD, _lines(("bottom",), gray))
                     + _part("lastRow", _BOLD, _lines(("top",), gray)) + _columns() + _part("band1Vert", lines=down)
                     + _part("band2Vert", lines=down) + _part("band1Horz", lines=across))  # fmt: skip
    yield TableStyle("Plain Table 3", 43, _table() + _part("firstRow", caps, _lines(("bottom",), gray))
                     + _part("lastRow", caps) + _part("firstCol", caps, _lines(("right",), gray))
                     + _part("lastCol", caps) + bands)  # fmt: skip
    yield TableStyle("Plain Table 4", 44, _table() + rows + _columns() + bands)
    yield TableStyle("Plain Table 5", 45, _table() + _lettered(gray) + bands)


# All of them

_DESIGNS: tuple[tuple[str, int, Callable[[_Palette], str]], ...] = (
    ("Grid Table 1 Light", 46, _grid_1),
    ("Grid Table 2", 47, _grid_2),
    ("Grid Table 3", 48, _grid_3),
    ("Grid Table 4", 49, _grid_4),
    ("Grid Table 5 Dark", 50, _grid_5),
    ("Grid Table 6 Colorful", 51, _grid_6),
    ("Grid Table 7 Colorful", 52, _grid_7),
    ("List Table 1 Light", 46, _list_1),
    ("List Table 2", 47, _list_2),
    ("List Table 3", 48, _list_3),
    ("List Table 4", 49, _list_4),
    ("List Table 5 Dark", 50, _list_5),
    ("List Table 6 Colorful", 51, _list_6),
    ("List Table 7 Colorful", 52, _list_7),
)

TABLES = (
    TableStyle("Table Grid", 39, _table(_lines(_ALL, _Ink("auto")))),
    TableStyle("Table Grid Light", 40, _table(_lines(_ALL, _GRAY))),
    *_plain(),
    *(
        TableStyle(name + accent, priority, design(ink))
        for name, priority, design in _DESIGNS
        for accent, ink in _PALETTES.items()
    ),
)
