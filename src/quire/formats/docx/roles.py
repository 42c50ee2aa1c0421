"""Headers and definitions in new text look as the document's own do.

The nearest paragraph that has one is the model, those above before those below.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx import formatting
from quire.formats.docx.paragraph import W_HYPERLINK, W_PPR, W_RPR, Paragraph
from quire.formats.docx.tags import Look, Span
from quire.formats.docx.view import header_length, header_of
from quire.formats.docx.wardrobe import Wardrobe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.place import Place
    from quire.formats.docx.story import Block

FARTHEST = 2000
"""How many paragraphs are looked at for a model, in each direction."""

_OPENING = '"“„‟«‹「『‘'
_CLOSING = '"”“‟»›」』’'
DEFINITION = re.compile(
    rf"(?P<open>[{_OPENING}])(?P<term>[^{_OPENING}{_CLOSING}\n\v]{{1,120}})(?P<close>[{_CLOSING}])"
    r"(?=\s*(?:\([^()]{1,80}\)\s*)?(?:(?:shall\s+)?means?\b|shall\s+mean\b|has\s+the\s+meaning|have\s+the\s+meaning"
    r"|is\s+defined\s+as|refers\s+to|指|是指))",
    re.IGNORECASE,
)


def dressed(document: DocxDocument, place: Place, spans: Sequence[Span]) -> list[Span]:
    """Spans whose headers and definitions, tagged or plain to see, look as the document's own do."""
    tagged = [span for span in spans for span in ([span] if span.look.role else _with_definitions(span))]
    looks: dict[str, Look] = {}
    found: list[Span] = []
    for span in tagged:
        role = span.look.role
        if role is None:
            found.append(span)
            continue
        if role not in looks:
            looks[role] = _header_look(document, place) if role == "header" else _definition_look(document, place)
        found.append(Span(span.text, _without_role(span.look).over(looks[role])))
    return found


def _without_role(look: Look) -> Look:
    return Look(look.bold, look.italic, look.underline, look.highlight, look.href, look.color, look.size, look.font)


def _with_definitions(span: Span) -> Iterator[Span]:
    """A span in pieces, the terms that it defines apart, with the role that they have. Quotes stay outside."""
    reached = 0
    for found in DEFINITION.finditer(span.text):
        if found["open"] == "‘" and found["close"] != "’":
            continue
        start, end = found.span("term")
        yield Span(span.text[reached:start], span.look)
        yield Span(span.text[start:end], Look(role="definition").over(span.look))
        reached = end
    if reached < len(span.text) or not span.text:
        yield Span(span.text[reached:], span.look)


def _definition_look(document: DocxDocument, place: Place) -> Look:
    """How the terms look that the nearest definition defines; as what is around them, if there is none."""
    for block in nearest(document, place, lambda block: bool(DEFINITION.search(block.text))):
        found = DEFINITION.search(block.text)
        if found is None:
            continue
        look = effective_look(document, place.part, block.read(), *found.span("term"))
        if look is not None:
            return look
    return Look()


def _header_look(document: DocxDocument, place: Place) -> Look:
    """How the nearest run-in header looks; bold, if there is none."""
    for block in nearest(document, place, _may_have_header):
        found = header_of(document, place.part, block)
        if found is not None:
            return Look(bold=found.bold, italic=found.italic, underline=found.underline)
    return Look(bold=True)


def _may_have_header(block: Block) -> bool:
    """Whether a paragraph has several looks at all."""
    return block.source.count("<w:r>") + block.source.count("<w:r ") > 1


def nearest(document: DocxDocument, place: Place, wanted: Callable[[Block], bool]) -> Iterator[Block]:
    """The paragraphs of a story that are as wanted: those above, from the nearest on, then itself and those below."""
    story = document.story(place.part)
    here = story.index(document.block(place).key)
    for index in (*range(here - 1, max(-1, here - 1 - FARTHEST), -1), *range(here, min(len(story), here + FARTHEST))):
        block = story[index]
        if wanted(block):
            yield block


def effective_look(document: DocxDocument, part: str, paragraph: Paragraph, start: int, end: int) -> Look | None:
    """How a range of a paragraph looks, by its first run with a letter."""
    wardrobe = Wardrobe(document, part, paragraph.element)
    for leaf in paragraph.leaves:
        if leaf.start < end and leaf.end > start and leaf.run is not None:
            look = wardrobe.format(leaf.run.find(W_RPR))
            return Look(bold=look.bold, italic=look.italic, underline=bool(look.underline))
    return None


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
