"""Runs: making them from text, dressing them, and joining those that look the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from lxml import etree

from quire.core.errors import InvalidArgumentError
from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.text.paragraph import (
    LINE_BREAK,
    NO_BREAK_HYPHEN,
    SOFT_HYPHEN,
    W_BR,
    W_R,
    W_RPR,
    W_T,
    W_TAB,
)
from quire.formats.docx.text.tags import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.text.tags import Look


class Wardrobe(Protocol):
    """What the document knows of looks."""

    def is_on(self, toggle: str, properties: Element | None) -> bool:
        """Whether `bold`, `italic` or `underline` is in effect in a run of the paragraph that has these properties."""

    def linked(self, run: Element, address: str) -> Element:
        """A link to an address around a run, which looks as links do."""

    def address(self, link: Element) -> str | None:
        """Where a link leads."""


# Making

_FORBIDDEN = re.compile("[\x00-\x08\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def typed(text: str) -> str:
    """A text as paragraphs hold it: lines are broken with one character. Refuses what no XML can hold."""
    check_writable(text)
    return text.replace("\r\n", LINE_BREAK).replace("\n", LINE_BREAK).replace("\r", LINE_BREAK)


def check_writable(text: str) -> None:
    """Refuse what no XML can hold."""
    found = _FORBIDDEN.search(text)
    if found:
        raise InvalidArgumentError(
            f"The text has the character U+{ord(found[0]):04X}, which no Word document can hold.", "Leave it out."
        )


_PARTS = re.compile(f"[\t{LINE_BREAK}{NO_BREAK_HYPHEN}{SOFT_HYPHEN}]|[^\t{LINE_BREAK}{NO_BREAK_HYPHEN}{SOFT_HYPHEN}]+")
_MARKS = {
    "\t": W_TAB,
    LINE_BREAK: W_BR,
    NO_BREAK_HYPHEN: name("w:noBreakHyphen"),
    SOFT_HYPHEN: name("w:softHyphen"),
}


def text_run(text: str, look: Element | None) -> Element:
    """A run that shows a text, with given properties."""
    run = etree.Element(W_R)
    if look is not None:
        run.append(look)
    run.extend(_children(text))
    return run


def _children(text: str) -> Iterator[Element]:
    """The elements that show a text in a run."""
    for part in _PARTS.findall(text):
        if part in _MARKS:
            yield etree.Element(_MARKS[part])
        else:
            yield text_element(part)


def text_element(text: str) -> Element:
    made = etree.Element(W_T)
    set_text(made, text)
    return made


_SPACE = name("xml:space")
_ENDS = " \t\r\n"


def set_text(element: Element, text: str) -> None:
    """Give a `w:t` another text; it says that its spaces count where they would not, and only there."""
    element.text = text
    if text != text.strip(_ENDS) or "  " in text:
        element.set(_SPACE, "preserve")
    elif _SPACE in element.attrib:
        del element.attrib[_SPACE]


# Dressing


def dress(run: Element, look: Look, wardrobe: Wardrobe) -> None:
    """Give a run a look, where it does not have it yet."""
    if look == PLAIN:
        return
    found = formatting.run_properties(run)
    if look.style:
        formatting.put(found, "w:rStyle", val=look.style)
    elif look.style is not None:
        formatting.take(found, "w:rStyle")
    for toggle, shorts in _TOGGLES.items():
        wanted: bool | None = getattr(look, toggle)
        if wanted is not None and wardrobe.is_on(toggle, found) != wanted:
            _toggle(found, toggle, shorts, wardrobe, wanted=wanted)
    if look.highlight and found.find(name("w:highlight")) is None:
        formatting.put(found, "w:highlight", val="yellow")
    elif look.highlight is False:
        formatting.take(found, "w:highlight")
    if look.vertical == "baseline":
        formatting.take(found, "w:vertAlign")
    elif look.vertical:
        formatting.put(found, "w:vertAlign", val=look.vertical)
    if look.color:
        formatting.put(found, "w:color", val=look.color)
    if look.size:
        for short in ("w:sz", "w:szCs"):
            formatting.put(found, short, val=str(round(look.size * 2)))
    if look.font:
        formatting.put(found, "w:rFonts", ascii=look.font, hAnsi=look.font, cs=look.font, eastAsia=look.font)
    formatting.prune(run)


_TOGGLES = {
    "bold": ("w:b", "w:bCs"),
    "italic": ("w:i", "w:iCs"),
    "underline": ("w:u",),
    "caps": ("w:caps",),
    "small_caps": ("w:smallCaps",),
    "strike": ("w:strike",),
}


def _toggle(found: Element, toggle: str, shorts: tuple[str, ...], wardrobe: Wardrobe, *, wanted: bool) -> None:
    for each in shorts:
        formatting.take(found, each)
    if wardrobe.is_on(toggle, found) == wanted:
        return
    on, off = ("single", "none") if toggle == "underline" else (None, "0")
    for each in shorts:
        value = on if wanted else off
        formatting.put(found, each, **({"val": value} if value else {}))


# Joining


def is_empty(run: Element) -> bool:
    """Whether a run shows nothing and marks nothing."""
    kept = {W_RPR, name("w:lastRenderedPageBreak")}
    return all(child.tag in kept or (child.tag == W_T and not child.text) for child in run)


def can_join(one: Element, other: Element) -> bool:
    """Whether two runs look the same and hold nothing but text."""
    if one.tag != W_R or other.tag != W_R or one.tail or other.tail:
        return False
    return _look_source(one) == _look_source(other) and not _has_mark(one) and not _has_mark(other)


def _look_source(run: Element) -> bytes:
    found = run.find(W_RPR)
    return b"" if found is None or not len(found) else etree.tostring(found, method="c14n", exclusive=True)


def _has_mark(run: Element) -> bool:
    """Whether a run holds something besides text, which keeps to itself."""
    return any(child.tag not in (W_RPR, W_T, W_TAB, W_BR, *_MARKS.values()) for child in run)


def join(one: Element, other: Element) -> None:
    """Move what another run holds to the end of one."""
    last = next(one.iterchildren(reversed=True), None)
    for child in [child for child in other if child.tag != W_RPR]:
        if last is not None and last.tag == W_T and child.tag == W_T and _is_exact(last) and _is_exact(child):
            set_text(last, (last.text or "") + (child.text or ""))
        else:
            one.append(child)
            last = child


def _is_exact(element: Element) -> bool:
    """Whether all of a text counts: no spaces at its ends are left out."""
    text = element.text or ""
    return element.get(_SPACE) == "preserve" or text == text.strip(_ENDS)
