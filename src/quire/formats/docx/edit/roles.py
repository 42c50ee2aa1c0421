"""Headers and definitions in new text look as the document's own do.

The nearest paragraph that has one is the model, those above before those below.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.edit.definition import terms
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text.paragraph import W_HYPERLINK, W_PPR, W_RPR, Paragraph
from quire.formats.docx.text.tags import Look, Span, plain
from quire.formats.docx.view.view import header_length, header_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.place import Place
    from quire.formats.docx.text.story import Block

FARTHEST = 2000
"""How many paragraphs are looked at for a model, in each direction."""


class RoleModels:
    """The headers and definitions of a document, as text at one place of it takes after them."""

    def __init__(self, document: DocxDocument, part: str, here: int, *, own: bool = False) -> None:
        """`here` is the number of the first paragraph below the place; `own` says that it is the place itself."""
        self._document = document
        self._part = part
        self._here = here
        self._own = own

    @classmethod
    def of(cls, document: DocxDocument, place: Place) -> RoleModels:
        """Those for the text of a paragraph, which may have a header or a definition of its own."""
        return cls(document, place.part, _index(document, place), own=not place.is_boxed)

    @classmethod
    def beside(cls, document: DocxDocument, place: Place, *, before: bool) -> RoleModels:
        """Those for a paragraph before or behind another one."""
        return cls(document, place.part, _index(document, place) + (not before))

    @cached_property
    def definition(self) -> Look:
        """How the nearest term looks that is defined; as what is around it, if there is none."""
        for part, block in self._nearest():
            found = terms(block.text)
            look = effective_look(self._document, part, block.read(), *found[0]) if found else None
            if look is not None:
                return replace(look, role="definition")
        return Look(role="definition")

    @cached_property
    def header(self) -> Look:
        """How the nearest run-in header looks; bold, if there is none."""
        return self._header[0]

    @property
    def ending(self) -> str:
        """The punctuation that the nearest run-in header ends with."""
        return self._header[1]

    @cached_property
    def _header(self) -> tuple[Look, str]:
        for part, block in self._nearest():
            found = header_of(self._document, part, block) if _may_have_header(block) else None
            if found is not None:
                range_ = found.start, found.start + found.length
                look = effective_look(self._document, part, block.read(), *range_) or Look()
                ending = _ENDING.search(block.text, *range_)
                told = Look(found.bold, found.italic, found.underline, role="header").over(look)
                return told, ending[1] if ending else "."
        return Look(bold=True, role="header"), "."

    def _nearest(self) -> Iterator[tuple[str, Block]]:
        """The paragraph itself, those above it from the nearest on, those below it; last the body's, outside of it."""
        story, here = self._document.story(self._part), self._here
        own = [here] if self._own else []
        above = range(here - 1, max(-1, here - 1 - FARTHEST), -1)
        below = range(here + self._own, min(len(story), here + FARTHEST))
        yield from ((self._part, story[index]) for index in chain(own, above, below))
        main = self._document.package.main
        if self._part != main:
            body = self._document.body
            yield from ((main, body[index]) for index in range(min(len(body), FARTHEST)))


_ENDING = re.compile(r"([.:?!…：。．？！]|[ \u00a0]*[–—―-])[”\"'’»“」』]?\s*\Z")
_ENDED = re.compile(r"[.:?!…：。．？！–—―-][”\"'’»“」』]?\s*\Z")
_FOLLOWED = re.compile(r"[”\"'’»“」』]?\s*(?:[.:?!…：。．？！–—―]|-\s)")


def _index(document: DocxDocument, place: Place) -> int:
    return document.story(place.part).index(document.block(place).key)


def _may_have_header(block: Block) -> bool:
    """Whether a paragraph has several looks at all."""
    return block.source.count("<w:r>") + block.source.count("<w:r ") > 1


def dressed(models: RoleModels, spans: Sequence[Span], known: frozenset[str] = frozenset()) -> list[Span]:
    """Spans whose headers and definitions, tagged or plain to see, look as the document's own do.

    Terms that are known were defined before: what they look like is no business of the new text."""
    tagged = list(_with_definitions(spans, known))
    found: list[Span] = []
    for index, span in enumerate(tagged):
        if span.look.role is None:
            found.append(span)
            continue
        look = models.header if span.look.role == "header" else models.definition
        found.append(Span(span.text, span.look.over(look)))
        if span.look.role == "header" and (ending := _lacking(plain(tagged[index + 1 :]), span.text, models)):
            found.append(Span(ending))
    return found


def _lacking(following: str, header: str, models: RoleModels) -> str:
    """The punctuation that a header needs to be one, and that the text does not give it."""
    if not following.strip() or _ENDED.search(header) or _FOLLOWED.match(following):
        return ""
    return models.ending if following[:1].isspace() else f"{models.ending} "


def _with_definitions(spans: Sequence[Span], known: frozenset[str]) -> Iterator[Span]:
    """Spans in pieces, the terms that they define apart, with the role that they have. Quotes stay outside."""
    text = plain(spans)
    found = [(start, end) for start, end in terms(text) if text[start:end] not in known]
    bounds = sorted({bound for each in found for bound in each})
    at = 0
    for span in spans:
        end = at + len(span.text)
        cuts = [at, *(bound for bound in bounds if at < bound < end), end]
        for one, other in pairwise(cuts):
            is_term = not span.look.role and any(start <= one and other <= last for start, last in found)
            look = replace(span.look, role="definition") if is_term else span.look
            yield Span(text[one:other], look)
        at = end


# Looks


def effective_look(document: DocxDocument, part: str, paragraph: Paragraph, start: int, end: int) -> Look | None:
    """How a range of a paragraph looks, by its first run with text."""
    wardrobe = Wardrobe(document, part, paragraph.element)
    for leaf in paragraph.leaves:
        if leaf.start < end and leaf.end > start and leaf.run is not None and not leaf.is_object:
            properties = leaf.run.find(W_RPR)
            look = wardrobe.format(properties)
            flags = Look(bold=look.bold, italic=look.italic, caps=look.caps, small_caps=look.small_caps)
            if _is_linked(leaf.run):
                return flags
            return replace(flags, underline=bool(look.underline), color=look.color, style=_style(properties))
    return None


def _style(properties: Element | None) -> str | None:
    found = properties.find(name("w:rStyle")) if properties is not None else None
    return attribute(found, "w:val") if found is not None else None


def starting_look(document: DocxDocument, place: Place, model: Paragraph) -> Element | None:
    """The run properties for new text in a paragraph like another: those of most of its text, without its header."""
    behind = header_length(document, place, model)
    weights: Counter[bytes] = Counter()
    looks: dict[bytes, Element | None] = {}
    for leaf in model.leaves:
        if leaf.run is None or leaf.is_object or leaf.lock or leaf.end <= behind or _is_linked(leaf.run):
            continue
        look = formatting.copied_run_properties(leaf.run)
        source = b"" if look is None else etree.tostring(look, method="c14n")
        weights[source] += len(leaf.text)
        looks[source] = look
    if not weights:
        properties = model.element.find(W_PPR)
        return formatting.copied_properties(properties.find(W_RPR) if properties is not None else None)
    return looks[weights.most_common(1)[0][0]]


def _is_linked(run: Element) -> bool:
    return any(each.tag == W_HYPERLINK for each in run.iterancestors())
