"""New blocks on their way into a body: as they are, or as items of a list that is there."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from quire.core.content import Item, List, Paragraph, Text
from quire.formats.docx.content.composition import W_TBL, Composer
from quire.formats.docx.content.supplies import Supplies, written
from quire.formats.docx.edit.enumeration import EMPTY_BOX
from quire.formats.docx.edit.insertion import copied_properties
from quire.formats.docx.edit.passage import free_key
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.numbering import DEEPEST
from quire.formats.docx.text.draft import Draft, stamp
from quire.formats.docx.text.paragraph import W_P, W_PPR
from quire.formats.docx.text.paragraph import Paragraph as Shown
from quire.formats.docx.text.place import Place
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from quire.core.content import Block, Content
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.stretch import Goal

_LEVEL = f"{name('w:numPr')}/{name('w:ilvl')}"


class Fresh:
    """Content as elements, written as is usual near a paragraph, and what other parts need for it."""

    def __init__(self, document: DocxDocument, content: Content, near: int) -> None:
        self._document = document
        self._content = content
        self._supplies = Supplies(document)
        part = document.package.main
        self._composer = Composer(document, content, part, {}, self._supplies, near=near)
        self._elements: list[Element] = []

    def blocks(self) -> Fresh:
        """Blocks as they are."""
        self._elements = self._flow(self._content.blocks)
        return self

    def _flow(self, blocks: Sequence[Block]) -> list[Element]:
        made = self._composer.flow(blocks)
        if len(made) > 1 and made[-2].tag == W_TBL and not len(made[-1]):
            made.pop()  # what has to stand behind a table depends on what is there
        return made

    def items(self, model: int, *, checked: bool | None = None) -> Fresh:
        """Items like the one that begins with a paragraph: those of a list, or one that holds all of the content."""
        only = self._content.blocks[0] if len(self._content.blocks) == 1 else None
        items = only.items if isinstance(only, List) else (Item(self._content.blocks, checked),)
        self._elements = [element for item in items for element in self._item(item, model)]
        return self

    def _item(self, item: Item, model: int) -> list[Element]:
        document = self._document
        found = nature(document, document.body[model])
        first, rest = (item.blocks[0], item.blocks[1:]) if item.blocks else (None, ())
        spans, rest = (first.spans, rest) if isinstance(first, Paragraph) else ((), item.blocks)
        checked = item.checked if item.checked is not None else False if found.checked is not None else None
        if checked is not None and not found.is_ordered:
            spans = (Text("☒ " if checked else f"{EMPTY_BOX} "), *spans)
        (opening,) = self._composer.flow((Paragraph(spans),))
        self._dress(opening, model)
        return [opening, *self._inside(rest, model)]

    def inside(self, model: int) -> Fresh:
        """Blocks that go on with the item that begins with a paragraph."""
        self._elements = self._inside(self._content.blocks, model)
        return self

    def _inside(self, blocks: Sequence[Block], model: int) -> list[Element]:
        found = nature(self._document, self._document.body[model])
        level = found.item[1] if found.item else 0
        return [self._deeper(each, level + 1, found.indent) for each in self._flow(blocks)]

    def _dress(self, paragraph: Element, model: int) -> None:
        """Format a paragraph like the one of an item."""
        place = Place(self._document.package.main, self._document.body[model].key)
        like = Draft(self._document, place).element.find(W_PPR)
        own = paragraph.find(W_PPR)
        if own is not None:
            paragraph.remove(own)
        if like is not None:
            paragraph.insert(0, copied_properties(deepcopy(like)))

    def _deeper(self, element: Element, levels: int, indent: int) -> Element:
        """What stands in an item as far in as that."""
        if element.tag != W_P:
            return element
        properties = formatting.paragraph_properties(element)
        level = properties.find(_LEVEL)
        if level is not None:
            level.set(name("w:val"), str(min(DEEPEST, int(attribute(level, "w:val") or 0) + levels)))
        else:
            formatting.adjust(properties, "w:ind", {"left": str(indent), "firstLine": "0"})
        return element

    def put(self, goal: Goal) -> Transaction:
        """The change that puts them in a place."""
        goal.check()
        story = self._document.body
        paragraphs = [each for element in self._elements for each in element.iter(W_P)]
        for paragraph in paragraphs:
            stamp(paragraph, free_key(story), story.frame, story.opening)
        source = written(story.frame, self._elements, is_strict=self._supplies.is_strict)
        length = sum(len(Shown(each).text) + 1 for each in paragraphs) - 1
        return goal.put(source, length, *self._supplies.steps())
