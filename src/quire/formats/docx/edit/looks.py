"""Other formatting for a range of the text: its characters, and the paragraphs that it touches."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit import characters, layout
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.style import formatting
from quire.formats.docx.style.wardrobe import Wardrobe, style_of
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import W_RPR, Paragraph
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.transaction import Replace
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.characters import Effect
    from quire.formats.docx.style.styles import RunFormat


@dataclass(frozen=True, slots=True)
class Touched:
    """A paragraph that a range touches, taken out to be worked on."""

    draft: Draft
    place: Place
    start: int
    end: int  # of what is in the range, in its text
    is_whole: bool  # all of it is, with its end

    @property
    def element(self) -> Element:
        return self.draft.element

    @property
    def paragraph(self) -> Paragraph:
        """What it says now: earlier changes may have cut its runs."""
        return Paragraph(self.draft.element, self.draft.paragraph.began_in)


class Looks:
    """The formatting of a range, to be changed step by step; then it is one change of the document."""

    def __init__(self, document: DocxDocument, where: Range, supplies: Supplies | None = None) -> None:
        self._document = document
        self.supplies = supplies or Supplies(document)  # for styles and lists that the document may lack
        self.paragraphs = list(_touched(document, where))

    # Characters

    def dress(self, look: Mapping[str, Any]) -> None:
        """Give the characters a look, in the terms of `characters.LOOK`; runs are cut only where it changes them."""

        def change(effect: Effect, properties: Element) -> None:
            characters.dress(properties, look, effect)

        self._format(change)

    def undress(self) -> None:
        """Take away what the characters say directly."""

        def change(_: Effect, properties: Element) -> None:
            characters.clear(properties)

        self._format(change)

    def _format(self, change: Callable[[Effect, Element], None]) -> None:
        known: dict[str | None, _Change] = {}  # most paragraphs have one of a few styles
        for each in self.paragraphs:
            style = style_of(each.element)
            if style not in known:
                known[style] = _Change(partial(change, self._effect(style)))
            own = known[style]
            wardrobe = Wardrobe(self._document, each.place.part, each.element)
            Surgeon(each.paragraph, wardrobe).format(each.start, each.end, own)
            if each.is_whole:
                _format_mark(each.element, own)

    def _effect(self, style: str | None) -> Effect:
        return lambda properties: self.supplies.styles.run(style, properties)

    def formats(self) -> Iterator[RunFormat]:
        """The formatting in effect of each piece of text in the range; blank pieces only if there are no others."""
        found = [(leaf.text, self.supplies.styles.run(style_of(each.element), leaf.run.find(W_RPR)))
                 for each in self.paragraphs for leaf in each.paragraph.leaves
                 if leaf.start < each.end and leaf.end > each.start and not leaf.is_object and leaf.run is not None
                 ]  # fmt: skip
        shown = [form for text, form in found if text.strip()]
        yield from shown or (form for _, form in found)

    # Paragraphs

    def lay_out(self, wanted: Mapping[str, Any]) -> None:
        """Give the paragraphs a layout, in the terms of `layout.LAYOUT`."""
        for properties in self.properties():
            layout.lay_out(properties, wanted)

    def straighten(self) -> None:
        """Take away what the paragraphs say directly."""
        for properties in self.properties():
            layout.clear(properties)

    def restyle(self, style: str) -> None:
        """Give the paragraphs a style, by its id."""
        is_default = any(each.id == style and each.is_default for each in self.supplies.styles.all())
        for properties in self.properties():
            if is_default:
                formatting.take(properties, "w:pStyle")
            else:
                formatting.put(properties, "w:pStyle", val=style)

    def properties(self) -> Iterator[Element]:
        """The properties of each paragraph, to be changed in place."""
        for each in self.paragraphs:
            yield formatting.paragraph_properties(each.element)
            formatting.prune(each.element)

    # The change

    def transaction(self) -> Transaction:
        return Transaction((*self.supplies.steps(), *self._steps()))

    def _steps(self) -> Iterator[Replace]:
        """From the last paragraph to the first, so that no step moves the place of another."""
        for each in reversed(self.paragraphs):
            yield from each.draft.steps()


class _Change:
    """A change of properties that is thought out once for each way in which they are written."""

    def __init__(self, change: Callable[[Element], None]) -> None:
        self._change = change
        self._known: dict[bytes, Element] = {}

    def __call__(self, properties: Element) -> None:
        key = etree.tostring(properties, with_tail=False)
        if key not in self._known:
            made = deepcopy(properties)
            self._change(made)
            self._known[key] = made
        properties[:] = list(deepcopy(self._known[key]))


def _format_mark(paragraph: Element, change: Callable[[Element], None]) -> None:
    """Change the formatting of a paragraph's end: the number of an item looks so, and what is typed there."""
    properties = formatting.paragraph_properties(paragraph)
    mark = properties.find(W_RPR)
    change(formatting.put(properties, "w:rPr") if mark is None else mark)
    formatting.prune(properties)
    formatting.prune(paragraph)


def _touched(document: DocxDocument, where: Range) -> Iterator[Touched]:
    """The paragraphs of a range; one at whose start it ends is not touched by it."""
    first, start = document.at(where.start)
    last, end = document.at(where.end)
    if first.part != last.part:
        raise UnsupportedError("The range goes over the end of the body, a header or a note.", "Format each alone.")
    story = document.story(first.part)
    begin, behind = story.index(first.key), story.index(last.key) + 1
    if behind - begin > 1 and not end:
        behind, end = behind - 1, -1
    many = behind - begin > 1 or end == -1
    for number, block in enumerate(story.from_(begin), begin):
        if number == behind:
            return
        place, length = Place(first.part, block.key), len(block.text)
        from_, to = start if number == begin else 0, end if number == behind - 1 and end >= 0 else length
        is_whole = not length or (many and (from_, to) == (0, length))
        yield Touched(Draft(document, place), place, from_, to, is_whole)
