"""Paragraphs of a Word document turned into blocks of another type: by the styles that the document has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.blocktype import Wish
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Shift
from quire.formats.docx.content import habits
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.edit.opening import Opening
from quire.formats.docx.edit.passage import paragraph_source
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.style import formatting
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element as Element

    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.looks import Touched
    from quire.formats.docx.view.nature import Nature

_FIXED = {"thematicBreak": "a horizontal rule", "mathBlock": "an equation"}
_RULE = '<w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr></w:pPr>'


def _set(document: DocxDocument, intent: Intent) -> Transaction:
    """Give the paragraphs of a range a type."""
    return _Turn(document, intent).become(Wish.of(intent))


def _toggle(document: DocxDocument, intent: Intent) -> Transaction:
    """Give the paragraphs of a range a type; if all of them have it, let them be plain paragraphs."""
    wish, turn = Wish.of(intent), _Turn(document, intent)
    return turn.become(Wish("paragraph") if turn.meets(wish) else wish)


class _Turn:
    def __init__(self, document: DocxDocument, intent: Intent) -> None:
        (place,) = intent.ranges
        self._document = document
        self._looks = Looks(document, place.within(len(document)))
        found = [(each, nature(document, document.block(each.place))) for each in self._looks.paragraphs]
        self._found = [(each, kind) for each, kind in found if kind.type not in _FIXED]
        if not self._found:
            kind = _FIXED[found[0][1].type]
            raise UnsupportedError(f"{kind.capitalize()} cannot be turned into text.", "Choose a paragraph.")

    def meets(self, wish: Wish) -> bool:
        return all(_meets(kind, wish) for _, kind in self._found)

    def become(self, wish: Wish) -> Transaction:
        if wish.type == "heading" and wish.level is None:
            raise InvalidArgumentError("A heading needs a level.", "Give level: a number from 1 to 6.")
        for each, kind in self._found:
            if not _meets(kind, wish):
                self._turn(each, kind, self._style(wish, each), leaves_list=wish.type == "heading" or bool(kind.level))
        return self._looks.transaction()

    def _style(self, wish: Wish, each: Touched) -> str | None:
        supplies = self._looks.supplies
        match wish.type:
            case "heading":
                return habits.heading_style(supplies, wish.level or 1)
            case "codeBlock":
                return habits.code_style(supplies)
            case "blockquote":
                return habits.quote_style(supplies)
            case "paragraph":
                body = self._document.body
                return habits.text_style(body, self._document.styles, body.index(each.place.key))

    def _turn(self, each: Touched, kind: Nature, style: str | None, *, leaves_list: bool) -> None:
        properties = formatting.paragraph_properties(each.element)
        formatting.take(properties, "w:outlineLvl")
        if leaves_list:
            formatting.take(properties, "w:numPr")
        if (leaves_list and kind.item) or kind.quote or kind.type == "codeBlock":
            formatting.take(properties, "w:ind")
        self._restyle(properties, style)
        formatting.prune(each.element)

    def _restyle(self, properties: Element, style: str | None) -> None:
        is_default = any(each.id == style and each.is_default for each in self._looks.supplies.styles.all())
        if style is None or is_default:
            formatting.take(properties, "w:pStyle")
        else:
            formatting.put(properties, "w:pStyle", val=style)


def _meets(kind: Nature, wish: Wish) -> bool:
    """Whether a paragraph is of a type already."""
    match wish.type:
        case "heading":
            return kind.level is not None and wish.level in (None, kind.level)
        case "blockquote":
            return kind.quote is not None
        case "codeBlock":
            return kind.type == "codeBlock"
        case "paragraph":
            return kind.type == "paragraph" and kind.quote is None


# A line across the page


def _insert_rule(document: DocxDocument, intent: Intent) -> Transaction:
    """A line as a paragraph of its own; a paragraph around the place is split."""
    (place,) = intent.ranges
    opening = Opening(document, place.within(len(document)).start)
    surgery = Surgery(opening.document, opening.place.part)
    source = paragraph_source(opening.document, opening.place.part, properties=_RULE)
    surgery.replace(opening.offset, "", source, Shift(opening.position, 0, 1))
    return opening.change + surgery.transaction()


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "set_block_type": _set,
    "toggle_block_type": _toggle,
    "insert_rule": _insert_rule,
}
