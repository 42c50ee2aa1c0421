"""Bold, italic and the other marks on a range of a Word document's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.errors import InvalidArgumentError
from quire.formats.docx.content import habits
from quire.formats.docx.edit import characters, links
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.genre import is_code, is_monospaced
from quire.formats.docx.style.wardrobe import Wardrobe, style_of
from quire.formats.docx.text.paragraph import W_RPR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element as Element

    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.looks import Touched

MARKS: dict[str, tuple[Any, Any]] = {
    "bold": (True, False),
    "italic": (True, False),
    "strike": (True, False),
    "underline": ("single", "none"),
    "highlight": ("yellow", "none"),
}
"""What each mark is as a look, where it is on and where it is off."""

_CODE_FONT = "Consolas"
_STYLE = name("w:rStyle")


def _toggle(document: DocxDocument, intent: Intent) -> Transaction:
    """Put a mark on all of a range; take it off, if all of it has it."""
    (place,) = intent.ranges
    mark = str(intent.arguments["mark"])
    looks = Looks(document, place.within(len(document)))
    if mark == "code":
        _toggle_code(document, looks)
    elif mark in MARKS:
        on, off = MARKS[mark]
        is_on = all(getattr(form, mark) for form in looks.formats())
        looks.dress({mark: off if is_on else on})
    else:
        raise InvalidArgumentError(f"There is no mark {mark!r}.", f"Marks: {', '.join((*MARKS, 'code'))}.")
    return looks.transaction()


# Code


def _toggle_code(document: DocxDocument, looks: Looks) -> None:
    """Code is a style of characters; in a link, which has its own style, a font."""
    codes = [_is_code(document, each, look) for each, look in _looks_in(looks)]
    style = None if all(codes) else habits.code_mark(looks.supplies)

    def put_on(properties: Element) -> None:
        named = properties.find(_STYLE)
        if named is None or is_code(looks.supplies.styles.name(attribute(named, "w:val"))):
            formatting.put(properties, "w:rStyle", val=str(style))
        else:
            formatting.put(properties, "w:rFonts", ascii=_CODE_FONT, hAnsi=_CODE_FONT, cs=_CODE_FONT)

    def take_off(properties: Element) -> None:
        named = properties.find(_STYLE)
        if named is not None and is_code(looks.supplies.styles.name(attribute(named, "w:val"))):
            formatting.take(properties, "w:rStyle")
        fonts = properties.find(name("w:rFonts"))
        if fonts is not None and is_monospaced(attribute(fonts, "w:ascii") or attribute(fonts, "w:hAnsi")):
            formatting.take(properties, "w:rFonts")

    _change(document, looks, put_on if style else take_off)


def _looks_in(looks: Looks) -> Iterator[tuple[Touched, Element | None]]:
    """The properties of each piece of text in a range, with its paragraph."""
    for each in looks.paragraphs:
        for leaf in each.paragraph.leaves:
            is_inside = leaf.start < each.end and leaf.end > each.start
            if is_inside and leaf.run is not None and not leaf.is_object and leaf.text.strip():
                yield each, leaf.run.find(W_RPR)


def _is_code(document: DocxDocument, touched: Touched, properties: Element | None) -> bool:
    named = properties.find(_STYLE) if properties is not None else None
    if named is not None and is_code(document.styles.name(attribute(named, "w:val"))):
        return True
    style = style_of(touched.element)
    usual = document.styles.run(style, None)
    return is_monospaced(document.styles.run(style, properties).font) and not is_monospaced(usual.font)


# None


def _clear(document: DocxDocument, intent: Intent) -> Transaction:
    """Take all marks and links off a range: what is left looks as its paragraph's style says."""
    (place,) = intent.ranges
    looks = Looks(document, place.within(len(document)))

    def bare(properties: Element) -> None:
        characters.clear(properties)
        formatting.take(properties, "w:rStyle")

    for each in looks.paragraphs:
        links.take_off(document, each, links.touched(each))
    _change(document, looks, bare)
    return looks.transaction()


def _change(document: DocxDocument, looks: Looks, change: Callable[[Element], None]) -> None:
    for each in looks.paragraphs:
        wardrobe = Wardrobe(document, each.place.part, each.element)
        Surgeon(each.paragraph, wardrobe).format(each.start, each.end, change)


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "toggle_mark": _toggle,
    "clear_marks": _clear,
    **links.VERBS,
}
