"""The properties of runs and paragraphs, in the order that the schema wants."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.names import name
from quire.formats.docx.text.paragraph import W_PPR, W_RPR

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

RUN_ORDER = tuple(name(f"w:{local}") for local in (
    "ins", "del", "moveFrom", "moveTo", "rStyle", "rFonts", "b", "bCs", "i", "iCs", "caps", "smallCaps", "strike",
    "dstrike", "outline", "shadow", "emboss", "imprint", "noProof", "snapToGrid", "vanish", "webHidden", "color",
    "spacing", "w", "kern", "position", "sz", "szCs", "highlight", "u", "effect", "bdr", "shd", "fitText", "vertAlign",
    "rtl", "cs", "em", "lang", "eastAsianLayout", "specVanish", "oMath",
))  # fmt: skip
PARAGRAPH_ORDER = tuple(name(f"w:{local}") for local in (
    "pStyle", "keepNext", "keepLines", "pageBreakBefore", "framePr", "widowControl", "numPr", "suppressLineNumbers",
    "pBdr", "shd", "tabs", "suppressAutoHyphens", "kinsoku", "wordWrap", "overflowPunct", "topLinePunct", "autoSpaceDE",
    "autoSpaceDN", "bidi", "adjustRightInd", "snapToGrid", "spacing", "ind", "contextualSpacing", "mirrorIndents",
    "suppressOverlap", "jc", "textDirection", "textAlignment", "textboxTightWrap", "outlineLvl", "divId", "cnfStyle",
    "rPr", "sectPr", "pPrChange",
))  # fmt: skip
_RANKS = {tag: rank for order in (RUN_ORDER, PARAGRAPH_ORDER) for rank, tag in enumerate(order)}


def run_properties(run: Element) -> Element:
    """The properties of a run, made if it has none: they come first in it."""
    return _properties(run, W_RPR)


def paragraph_properties(paragraph: Element) -> Element:
    """The properties of a paragraph, made if it has none: they come first in it."""
    return _properties(paragraph, W_PPR)


def _properties(owner: Element, tag: str) -> Element:
    found = owner.find(tag)
    if found is None:
        found = etree.Element(tag)
        owner.insert(0, found)
    return found


def put(properties: Element, short: str, **values: str) -> Element:
    """Set a property, in the place that the schema has for it; what it said before is gone."""
    tag = name(short)
    take(properties, short)
    made = etree.Element(tag, {name(f"w:{key}"): value for key, value in values.items()})
    order = PARAGRAPH_ORDER if properties.tag == W_PPR else RUN_ORDER
    rank = order.index(tag)
    behind = next(
        (at for at, child in enumerate(properties) if child.tag in order[rank + 1 :] or _is_extension(child)), None
    )
    properties.insert(len(properties) if behind is None else behind, made)
    return made


def _is_extension(child: Element) -> bool:
    """Whether a property is none of the first edition's: those stand at the end."""
    return child.tag not in _RANKS


def adjust(properties: Element, short: str, values: dict[str, str | None]) -> None:
    """Set some attributes of a property, and take those away that are None; left without any, the property goes."""
    if not values:
        return
    found = properties.find(name(short))
    if found is None:
        found = put(properties, short)
    for key, value in values.items():
        if value is not None:
            found.set(name(f"w:{key}"), value)
        elif name(f"w:{key}") in found.attrib:
            del found.attrib[name(f"w:{key}")]
    if not found.attrib:
        properties.remove(found)


def take(properties: Element, short: str) -> None:
    """Remove a property."""
    for found in properties.findall(name(short)):
        properties.remove(found)


def prune(owner: Element) -> None:
    """Remove properties that say nothing."""
    for found in owner.findall(W_RPR) + owner.findall(W_PPR):
        if len(found) == 0 and not found.attrib:
            owner.remove(found)


def copied_run_properties(run: Element | None) -> Element | None:
    """The formatting of a run for another one, without what is about that run alone."""
    return copied_properties(run.find(W_RPR) if run is not None else None)


def copied_properties(found: Element | None) -> Element | None:
    """Properties for another run, without tracked changes of the one that they are of."""
    if found is None:
        return None
    copy = deepcopy(found)
    copy.tail = None
    for short in ("w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange"):
        take(copy, short)
    return copy if len(copy) else None
