"""Direct formatting of characters: what a `w:rPr` says itself, so that with its styles a wanted look comes out.

A look is plain JSON. A value of None takes away what is said directly, so that the styles decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.marker import MARKER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lxml.etree import _Element as Element

    from quire.formats.docx.style.styles import RunFormat

    Effect = Callable[[Element], RunFormat]
    """The formatting in effect where a run has these properties."""

LOOK = (
    "style", "bold", "italic", "underline", "strike", "double_strike", "caps", "small_caps", "superscript",
    "subscript", "font", "size", "color", "highlight",
)  # fmt: skip
"""What a look consists of: switches, names, a size in points, colors as `RRGGBB`; `underline` may be `none`."""

_SWITCHES = {
    "bold": ("w:b", "w:bCs"),
    "italic": ("w:i", "w:iCs"),
    "caps": ("w:caps",),
    "small_caps": ("w:smallCaps",),
}
_RIVALS = {"caps": ("small_caps", "w:smallCaps"), "small_caps": ("caps", "w:caps")}
_KEPT = {
    name(f"w:{local}")
    for local in ("rStyle", "lang", "noProof", "rtl", "cs", "oMath", "ins", "del", "moveFrom", "moveTo", "rPrChange")
}
"""What is no formatting of somebody's choice: languages, directions, tracked changes, and the style."""


def dress(properties: Element, look: Mapping[str, Any], effect: Effect) -> None:
    """See that characters with these properties look so; what is not mentioned stays."""
    for what in (each for each in LOOK if each in look):
        value = look[what]
        if what in _SWITCHES:
            _switch(properties, what, value, effect)
        else:
            _SETTERS[what](properties, value, effect)


def clear(properties: Element) -> None:
    """Take away all formatting that is said directly; a character style stays."""
    for each in [each for each in properties if each.tag not in _KEPT]:
        properties.remove(each)


def _switch(properties: Element, what: str, wanted: bool | None, effect: Effect) -> None:
    if wanted is not None and getattr(effect(properties), what) == wanted:
        return
    shorts = _SWITCHES[what]
    for short in shorts:
        formatting.take(properties, short)
    if wanted and what in _RIVALS:
        rival, short = _RIVALS[what]
        _turn(properties, (short,), is_on=False, differs=lambda: bool(getattr(effect(properties), rival)))
    if wanted is not None:
        _turn(properties, shorts, is_on=wanted, differs=lambda: getattr(effect(properties), what) != wanted)


def _turn(properties: Element, shorts: tuple[str, ...], *, is_on: bool, differs: Callable[[], bool]) -> None:
    """Say that something is on or off, if it would be otherwise."""
    for short in shorts:
        formatting.take(properties, short)
    if differs():
        for short in shorts:
            formatting.put(properties, short, **({} if is_on else {"val": "0"}))


def _set_style(properties: Element, value: str | None, _: Effect) -> None:
    _set(properties, "w:rStyle", value)


def _set(properties: Element, short: str, value: str | None) -> None:
    if value is None:
        formatting.take(properties, short)
        return
    found = properties.find(name(short))
    if found is None or found.items() != [(name("w:val"), value)]:
        formatting.put(properties, short, val=value)


def _underline(properties: Element, value: str | None, effect: Effect) -> None:
    if value is not None and (effect(properties).underline or "none") == value:
        return
    formatting.take(properties, "w:u")
    if value is not None and (effect(properties).underline or "none") != value:
        formatting.put(properties, "w:u", val=value)


def _strike(properties: Element, wanted: bool | None, effect: Effect) -> None:
    _strike_by(properties, ("w:strike", "w:dstrike"), wanted, effect)


def _double_strike(properties: Element, wanted: bool | None, effect: Effect) -> None:
    _strike_by(properties, ("w:dstrike", "w:strike"), wanted, effect)


def _strike_by(properties: Element, lines: tuple[str, str], wanted: bool | None, effect: Effect) -> None:
    """Strike through with one kind of line; the other kind goes where this one comes, and stays where this one goes."""
    own, other = lines
    formatting.take(properties, own)
    if wanted:
        _turn(properties, (other,), is_on=False, differs=lambda: effect(properties).strike)
        formatting.put(properties, own)
    elif wanted is False and properties.find(name(other)) is None:
        _turn(properties, (own,), is_on=False, differs=lambda: effect(properties).strike)


def _superscript(properties: Element, wanted: bool | None, effect: Effect) -> None:
    _raise(properties, "superscript", wanted, effect)


def _subscript(properties: Element, wanted: bool | None, effect: Effect) -> None:
    _raise(properties, "subscript", wanted, effect)


def _raise(properties: Element, where: str, wanted: bool | None, effect: Effect) -> None:
    is_there = effect(properties).vertical == where
    if is_there == wanted:
        return
    if is_there or wanted:
        formatting.take(properties, "w:vertAlign")
    if wanted:
        formatting.put(properties, "w:vertAlign", val=where)
    elif wanted is False and effect(properties).vertical == where:
        formatting.put(properties, "w:vertAlign", val="baseline")


def _font(properties: Element, value: str | None, _: Effect) -> None:
    if value is None:
        formatting.take(properties, "w:rFonts")
    else:
        formatting.put(properties, "w:rFonts", ascii=value, hAnsi=value, eastAsia=value, cs=value)


def _size(properties: Element, value: float | None, _: Effect) -> None:
    for short in ("w:sz", "w:szCs"):
        _set(properties, short, None if value is None else str(round(value * 2)))


def _color(properties: Element, value: str | None, _: Effect) -> None:
    _set(properties, "w:color", value)


def _highlight(properties: Element, value: str | None, effect: Effect) -> None:
    """`none`, a color of Word's marker by its name or its value, or any other value."""
    formatting.take(properties, "w:highlight")
    formatting.take(properties, "w:shd")
    if value is None:
        return
    color = MARKER.get(value, value)
    if color == "none":
        _say_none(properties, effect)
    elif color in MARKER.values():
        formatting.put(properties, "w:highlight", val=color)
    else:
        _say_none(properties, effect)
        formatting.put(properties, "w:shd", val="clear", color="auto", fill=color)


def _say_none(properties: Element, effect: Effect) -> None:
    """Say that nothing is marked, where a style would mark it."""
    if effect(properties).highlight:
        formatting.put(properties, "w:highlight", val="none")
    if effect(properties).shading:
        formatting.put(properties, "w:shd", val="clear", color="auto", fill="auto")


_SETTERS: dict[str, Callable[[Element, Any, Effect], None]] = {
    "style": _set_style,
    "underline": _underline,
    "strike": _strike,
    "double_strike": _double_strike,
    "superscript": _superscript,
    "subscript": _subscript,
    "font": _font,
    "size": _size,
    "color": _color,
    "highlight": _highlight,
}
