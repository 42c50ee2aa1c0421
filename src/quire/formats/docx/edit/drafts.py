"""Paragraphs of a body taken out to be worked on together, and the one change that puts them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.transaction import Transaction
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.style import formatting
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import Paragraph
from quire.formats.docx.text.place import Place
from quire.formats.docx.text.tags import Span

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument


class Drafts:
    """Paragraphs by their numbers; what they need of styles and lists comes from the supplies."""

    def __init__(self, document: DocxDocument) -> None:
        self.document = document
        self.supplies = Supplies(document)
        self._drafts: dict[int, Draft] = {}

    def draft(self, number: int) -> Draft:
        if number not in self._drafts:
            place = Place(self.document.package.main, self.document.body[number].key)
            self._drafts[number] = Draft(self.document, place)
        return self._drafts[number]

    def properties(self, number: int) -> Element:
        """The properties of a paragraph, to be changed in place."""
        return formatting.paragraph_properties(self.draft(number).element)

    def restyle(self, number: int, style: str | None) -> None:
        """Give a paragraph a style by its id; the default one is not written down."""
        properties = self.properties(number)
        is_default = any(each.id == style and each.is_default for each in self.supplies.styles.all())
        if style is None or is_default:
            formatting.take(properties, "w:pStyle")
        else:
            formatting.put(properties, "w:pStyle", val=style)

    def rewrite(self, number: int, start: int, end: int, text: str) -> None:
        """Put a text in the place of a range of a paragraph's text."""
        draft = self.draft(number)
        wardrobe = Wardrobe(self.document, self.document.package.main, draft.element)
        paragraph = Paragraph(draft.element, draft.paragraph.began_in)
        Surgeon(paragraph, wardrobe).rewrite(start, end, [Span(text)] if text else [])

    def transaction(self) -> Transaction:
        """From the last paragraph to the first, so that no step moves the place of another."""
        for draft in self._drafts.values():
            formatting.prune(draft.element)
        drafts = (self._drafts[number] for number in sorted(self._drafts, reverse=True))
        return Transaction((*self.supplies.steps(), *(step for draft in drafts for step in draft.steps())))
