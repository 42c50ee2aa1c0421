"""Direct formatting of paragraphs: what a `w:pPr` says itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.properties import switched_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element as Element

LAYOUT = ("alignment", "left", "right", "first_line", "before", "after", "line", "keep_with_next", "page_break_before")
"""What the layout of a paragraph consists of; lengths are in points, `line` is a multiple.

A value of None takes away what is said directly, so that the style decides."""

_MIRRORED = {"left": "right", "right": "left"}
_KEPT = {
    name(f"w:{local}")
    for local in ("pStyle", "numPr", "framePr", "bidi", "divId", "cnfStyle", "rPr", "sectPr", "pPrChange")
}
"""What is no formatting of somebody's choice: the style, its place in a list or a frame, directions, sections."""


def lay_out(properties: Element, layout: Mapping[str, Any]) -> None:
    """Give a paragraph another layout; what is not mentioned stays."""
    if "alignment" in layout:
        _align(properties, layout["alignment"])
    formatting.adjust(properties, "w:ind", _indents(layout))
    formatting.adjust(properties, "w:spacing", _spaces(layout))
    for said, short in (("keep_with_next", "w:keepNext"), ("page_break_before", "w:pageBreakBefore")):
        if said in layout:
            formatting.take(properties, short)
            if layout[said] is not None:
                formatting.put(properties, short, **({} if layout[said] else {"val": "0"}))


def clear(properties: Element) -> None:
    """Take away all that is said directly; the style, the place in a list and what ends there stay."""
    for each in [each for each in properties if each.tag not in _KEPT]:
        properties.remove(each)


def _align(properties: Element, alignment: str | None) -> None:
    """In a paragraph that runs from right to left, Word takes left for where lines begin."""
    if alignment is None:
        formatting.take(properties, "w:jc")
        return
    is_mirrored = switched_on(properties.find(name("w:bidi")))
    side = _MIRRORED.get(alignment, alignment) if is_mirrored else alignment
    formatting.put(properties, "w:jc", val={"justify": "both"}.get(side, side))


def _indents(layout: Mapping[str, Any]) -> dict[str, str | None]:
    """Indents in points, in the place of those that count characters."""
    said: dict[str, str | None] = {}
    for side, other in (("left", "start"), ("right", "end")):
        if side in layout:
            said |= {side: _twips(layout[side]), other: None, f"{side}Chars": None, f"{other}Chars": None}
    if "first_line" in layout:
        first = layout["first_line"]
        said["hanging"] = _twips(-first) if first is not None and first < 0 else None
        said["firstLine"] = _twips(first) if first is not None and first >= 0 else None
        said |= {"firstLineChars": None, "hangingChars": None}
    return said


def _spaces(layout: Mapping[str, Any]) -> dict[str, str | None]:
    """Space in points, in the place of that which counts lines or is left to Word."""
    said: dict[str, str | None] = {}
    for side in ("before", "after"):
        if side in layout:
            said |= {side: _twips(layout[side]), f"{side}Autospacing": None, f"{side}Lines": None}
    if "line" in layout:
        line = layout["line"]
        said |= {"line": None if line is None else str(round(line * 240)), "lineRule": None if line is None else "auto"}
    return said


def _twips(points: float | None) -> str | None:
    return None if points is None else str(round(points * 20))
