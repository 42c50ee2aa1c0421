"""The blocks of a Word document's body, under the names by which the editor's tools speak of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core import document as core
from quire.core.document import Element, Node, Section, Surroundings
from quire.core.errors import InvalidArgumentError
from quire.formats.docx import grid
from quire.formats.docx.shape import shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.docx.document import DocxDocument

BLOCK_TYPES = ("heading", "paragraph", "listItem")
_PREFIXES = {"heading": "h", "paragraph": "p", "listItem": "li"}
_WORD = re.compile(
    r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+(?:['’-]\w+)*"
)


def nodes(document: DocxDocument) -> tuple[Node, ...]:
    """Every paragraph of the body, cells included."""
    found: list[Node] = []
    counts = dict.fromkeys(BLOCK_TYPES, 0)
    start = 0
    for block in document.body:
        form = shape(block, document.styles)
        level = document.styles.heading_level(form.paragraph)
        kind = "heading" if level else "listItem" if document.numbering.item(form.paragraph) else "paragraph"
        end = start + len(block.text)
        found.append(Node(f"{_PREFIXES[kind]}-{counts[kind]}", kind, start, end, level=level))
        counts[kind] += 1
        start = end + 1
    return tuple(found)


def sections(document: DocxDocument, found: Sequence[Node]) -> tuple[Section, ...]:
    """The section of each heading, nested ones included."""
    headings = [node for node in found if node.level]
    made: list[Section] = []
    for index, heading in enumerate(headings):
        following = (each.start for each in headings[index + 1 :] if (each.level or 1) <= (heading.level or 1))
        end = next(following, len(document) + 1)
        title = document.slice(heading.start, heading.end)
        made.append(Section(heading, title, heading.start, end - 1, min(end, len(document))))
    return tuple(made)


def section(document: DocxDocument, found: Sequence[Node], heading: Node) -> Section:
    """The section that a heading opens."""
    for each in sections(document, found):
        if each.heading == heading:
            return each
    raise InvalidArgumentError(
        f"{heading.id!r} is a {heading.type}, and only a heading opens a section.",
        "Give the id of a heading (h-0, h-1, …); list_blocks with type heading shows them.",
    )


def syntax(document: DocxDocument, found: Sequence[Node]) -> Element:
    """The paragraphs of the body, in one row."""
    children = tuple(
        Element(node.type, node.start, node.end, node.id, document.slice(node.start, node.end),
                {"level": node.level} if node.level else {})
        for node in found
    )  # fmt: skip
    return Element("document", 0, len(document), children=children)


def outline(document: DocxDocument, found: Sequence[Node]) -> tuple[core.Heading, ...]:
    """The headings, nested."""
    headings = [node for node in found if node.level]

    def below(start: int, level: int) -> tuple[list[core.Heading], int]:
        made: list[core.Heading] = []
        at = start
        while at < len(headings) and (headings[at].level or 1) > level:
            node = headings[at]
            children, after = below(at + 1, node.level or 1)
            title = document.slice(node.start, node.end).strip()
            made.append(core.Heading(title, node.level or 1, node.start, tuple(children)))
            at = after
        return made, at

    return tuple(below(0, 0)[0])


def surroundings(document: DocxDocument, position: int) -> Surroundings:
    """The paragraph that a position of the body is in."""
    if not len(document.body):
        return Surroundings("paragraph", position)
    index, start = document.body.at(position)
    block = document.body[index]
    form = shape(block, document.styles)
    level = document.styles.heading_level(form.paragraph)
    item = document.numbering.item(form.paragraph)
    definition = document.numbering.level(*item) if item else None
    return Surroundings(
        type="heading" if level else "listItem" if item else "paragraph",
        start=start,
        text=block.text,
        level=level,
        in_list=None if definition is None else "bullet" if definition.format == "bullet" else "ordered",
        in_table=bool(grid.standing_at(document.body, index)),
    )


def count_words(text: str) -> int:
    """How many words people would count."""
    return sum(1 for _ in _WORD.finditer(text))
