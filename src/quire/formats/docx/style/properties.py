"""What a `w:rPr` or a `w:pPr` says by itself, before any style is asked; what it does not mention is absent.

Only its own children are read, so what a tracked change remembers (`w:rPrChange`) never counts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from lxml import etree

from quire.formats.docx.names import NAMESPACES, attribute, name, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

_W = "{" + NAMESPACES["w"] + "}"
_PREFIX = re.compile(r"[<\s/]([A-Za-z_][\w.-]*):[A-Za-z_]")
_DECLARATION = re.compile(r"""\sxmlns(?::[\w.-]+)?=("[^"]*"|'[^']*')""")
_OFF = frozenset({"0", "false", "off"})
_SIDES = {"start": "left", "end": "right"}
_BEYOND = 10_000_000  # twips, half-points or numbers of a list: nothing real is as large


class RunProperties(TypedDict, total=False):
    """The formatting of characters that one element declares."""

    style: str
    bold: bool
    italic: bool
    caps: bool
    small_caps: bool
    strike: bool
    hidden: bool
    double_strike: bool
    underline: str
    color: str
    size: float
    font: str
    highlight: str
    shading: str
    vertical: str
    web_hidden: bool


class ParagraphProperties(TypedDict, total=False):
    """The formatting of a paragraph that one element declares. Lengths are in twips."""

    style: str
    alignment: str
    indent_left: int
    indent_right: int
    indent_first: int
    spacing_before: int
    spacing_after: int
    line: int
    line_rule: str
    outline_level: int
    keep_next: bool
    page_break_before: bool
    shading: str
    num_id: int
    level: int


def run_properties(element: Element | None) -> RunProperties:
    """What a `w:rPr` says. A font of the theme is written `+minorHAnsi`."""
    said: RunProperties = {}
    for tag, child in _children(element):
        match tag:
            case "b":
                said["bold"] = switched_on(child)
            case "i":
                said["italic"] = switched_on(child)
            case "caps":
                said["caps"] = switched_on(child)
            case "smallCaps":
                said["small_caps"] = switched_on(child)
            case "strike":
                said["strike"] = switched_on(child)
            case "dstrike":
                said["double_strike"] = switched_on(child)
            case "vanish" | "specVanish":
                said["hidden"] = switched_on(child) or (tag == "specVanish" and said.get("hidden", False))
            case "webHidden":
                said["web_hidden"] = switched_on(child)
            case "rStyle":
                said["style"] = _value(child)
            case "u":
                said["underline"] = _value(child) or "single"
            case "color":
                said["color"] = _color(child)
            case "highlight":
                said["highlight"] = _value(child)
            case "vertAlign":
                said["vertical"] = _value(child)
            case "shd":
                said["shading"] = shading(child)
            case "sz" if (half_points := whole_number(attribute(child, "w:val"))) is not None:
                said["size"] = half_points / 2
            case "rFonts" if font := _font(child):
                said["font"] = font
    return said


def paragraph_properties(element: Element | None) -> ParagraphProperties:
    """What a `w:pPr` says."""
    said: ParagraphProperties = {}
    for tag, child in _children(element):
        match tag:
            case "pStyle":
                said["style"] = _value(child)
            case "jc":
                said["alignment"] = _SIDES.get(_value(child), _value(child))
            case "ind":
                said |= _indents(child)
            case "spacing":
                said |= _spacing(child)
            case "numPr":
                said |= _numbering(child)
            case "outlineLvl" if (level := whole_number(attribute(child, "w:val"))) is not None:
                said["outline_level"] = level
            case "keepNext":
                said["keep_next"] = switched_on(child)
            case "pageBreakBefore":
                said["page_break_before"] = switched_on(child)
            case "shd":
                said["shading"] = shading(child)
    return said


def element_of(source: str) -> Element | None:
    """The element that a source such as `<w:rPr><w:b/></w:rPr>` stands for; None for an empty one.

    Prefixes have their conventional meaning; one that has none is bound to a name of its own.
    """
    if not source:
        return None
    prefixes = {"w", *_PREFIX.findall(source)} - {"xml", "xmlns"}
    declared = " ".join(f'xmlns:{it}="{NAMESPACES.get(it, "urn:prefix:" + it)}"' for it in sorted(prefixes))
    return next(iter(parse(f"<properties {declared}>{source}</properties>", "The formatting of a paragraph")), None)


def source_of(element: Element | None) -> str:
    """The source of an element, without the declarations of its namespaces."""
    if element is None:
        return ""
    start, end, inside = etree.tostring(element, encoding="unicode", with_tail=False).partition(">")
    return f"{_undeclared(start)}{end}{_DECLARATION.sub('', inside) if 'xmlns' in inside else inside}"


@lru_cache(256)
def _undeclared(tag: str) -> str:
    """A start tag without the declarations of namespaces, of which those of a story are always the same."""
    return _DECLARATION.sub("", tag)


def switched_on(element: Element | None) -> bool:
    """Whether an on/off element such as `w:b` is there and says on."""
    return element is not None and _value(element).lower() not in _OFF


def shading(element: Element) -> str:
    """The color that a `w:shd` gives what is behind a text; `auto` where it gives none."""
    if attribute(element, "w:val") == "solid":
        color = attribute(element, "w:color") or "auto"
        return "000000" if color == "auto" else color
    return attribute(element, "w:fill") or "auto"


def whole_number(text: str | None) -> int | None:
    """The integer that an attribute holds; None where there is none, or none that makes sense."""
    try:
        number = round(float(text or ""))
    except (ValueError, OverflowError):
        return None
    return number if abs(number) < _BEYOND else None


def _children(element: Element | None) -> Iterator[tuple[str, Element]]:
    for child in () if element is None else element.iterchildren(tag=etree.Element):
        if child.tag.startswith(_W):
            yield child.tag[len(_W) :], child


def _value(element: Element) -> str:
    return attribute(element, "w:val") or ""


def _color(element: Element) -> str:
    """The color of a `w:color`. Word looks at the theme first, of which only the color of paper is known here."""
    if attribute(element, "w:themeColor") in ("background1", "light1") and not attribute(element, "w:themeShade"):
        return "FFFFFF"
    return _value(element)


def _font(element: Element) -> str | None:
    for kind in ("ascii", "hAnsi", "eastAsia", "cs"):
        if theme := attribute(element, f"w:{kind}Theme"):
            return f"+{theme}"
        if font := attribute(element, f"w:{kind}"):
            return font
    return None


def _indents(element: Element) -> ParagraphProperties:
    """The indents of a `w:ind`. A hanging one is a negative first line, and wins over a first line."""
    said: ParagraphProperties = {}
    if (left := _first(element, "w:left", "w:start")) is not None:
        said["indent_left"] = left
    if (right := _first(element, "w:right", "w:end")) is not None:
        said["indent_right"] = right
    if (hanging := _first(element, "w:hanging")) is not None:
        said["indent_first"] = -hanging
    elif (first := _first(element, "w:firstLine")) is not None:
        said["indent_first"] = first
    return said


def _spacing(element: Element) -> ParagraphProperties:
    said: ParagraphProperties = {}
    if (before := _first(element, "w:before")) is not None:
        said["spacing_before"] = before
    if (after := _first(element, "w:after")) is not None:
        said["spacing_after"] = after
    if (line := _first(element, "w:line")) is not None:
        said["line"] = line
        said["line_rule"] = attribute(element, "w:lineRule") or "auto"
    return said


def _numbering(element: Element) -> ParagraphProperties:
    said: ParagraphProperties = {}
    for tag, child in _children(element):
        number = whole_number(attribute(child, "w:val"))
        if tag == "numId" and number is not None:
            said["num_id"] = number
        if tag == "ilvl" and number is not None:
            said["level"] = number
    return said


def _first(element: Element, *attributes: str) -> int | None:
    """The first of several attributes that is there, as a number."""
    return next((number for it in attributes if (number := whole_number(element.get(name(it)))) is not None), None)
