"""Spaces and punctuation in the Chinese and Japanese text of a Word document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core.cjk import ADDRESS, OPAQUE, PUNCTUATION, SPACING, chosen
from quire.core.words import WIDE_PUNCTUATION
from quire.formats.docx.edit.drafts import Drafts
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import genre
from quire.formats.docx.text.paragraph import LINE_BREAK, W_RPR, Paragraph
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quire.core.anchor import Range
    from quire.core.cjk import Rule
    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.paragraph import Leaf

_ADDRESSES = re.compile(rf"(?:https?://|ftp://|www\.|[\w.+-]+@)[^\s{WIDE_PUNCTUATION}]+", re.ASCII)


class _Read:
    """The text of a paragraph as a reader reads it: code, addresses and what fields give are none."""

    def __init__(self, document: DocxDocument, paragraph: Paragraph) -> None:
        shown = "".join(
            OPAQUE * len(leaf.text) if _is_opaque(document, leaf) else leaf.text for leaf in paragraph.leaves
        )
        shown = shown.replace(LINE_BREAK, "\n")
        self.text = _ADDRESSES.sub(lambda found: ADDRESS * len(found[0]), shown)
        self.ranges = [(at, at + 1) for at in range(len(shown))]
        self.places = list(range(len(shown)))


def _shown(document: DocxDocument, leaf: Leaf) -> str:
    return OPAQUE * len(leaf.text) if _is_opaque(document, leaf) else leaf.text


def _is_opaque(document: DocxDocument, leaf: Leaf) -> bool:
    if leaf.lock or leaf.is_object or leaf.run is None:
        return True
    look = leaf.run.find(W_RPR)
    style = look.find(name("w:rStyle")) if look is not None else None
    return style is not None and genre.is_code(document.styles.name(attribute(style, "w:val")))


def _retouch(document: DocxDocument, place: Range | None, rule: Rule) -> Transaction:
    """The change after which a rule has nothing to do in a place, or in the whole body."""
    drafts = Drafts(document)
    for number, start in _paragraphs(document, place):
        draft = drafts.draft(number)
        read = _Read(document, draft.paragraph)
        proposals = (
            each
            for each in rule(read)
            if place is None or (place.start <= start + each.first and start + each.last + 1 <= place.end)
        )
        edits = [edit for each in proposals for edit in each.edits]
        for first, last, text in sorted(edits, reverse=True):
            drafts.rewrite(number, first, last, text)
    return drafts.transaction()


def _paragraphs(document: DocxDocument, place: Range | None) -> Iterator[tuple[int, int]]:
    """The paragraphs with other than western letters in them, by number, and where each begins."""
    body = document.body
    first, start = body.at(place.start) if place and len(body) else (0, 0)
    for number, block in enumerate(body.from_(first) if len(body) else (), first):
        if place is not None and start > place.end:
            return
        if not block.text.isascii() and nature(document, block).type != "codeBlock":
            yield number, start
        start += len(block.text) + 1


def _space(document: DocxDocument, intent: Intent) -> Transaction:
    return _retouch(document, _place(document, intent), chosen(SPACING, intent, "action"))


def _punctuate(document: DocxDocument, intent: Intent) -> Transaction:
    return _retouch(document, _place(document, intent), chosen(PUNCTUATION, intent, "direction"))


def _place(document: DocxDocument, intent: Intent) -> Range | None:
    return intent.ranges[0].within(len(document)) if intent.ranges else None


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "fix_spacing": _space,
    "convert_punctuation": _punctuate,
}
