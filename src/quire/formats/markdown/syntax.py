"""The blocks and spans of a document as one tree of plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.document import Element
from quire.formats.markdown.blocks import (
    CodeBlock,
    FootnoteDefinition,
    FrontMatter,
    Heading,
    HtmlBlock,
    LinkDefinition,
    List,
    ListItem,
    Quote,
    Table,
    TableRow,
)
from quire.formats.markdown.inlines import Link

if TYPE_CHECKING:
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.inlines import Inline


def syntax(document: MarkdownDocument) -> Element:
    """The tree of a document. It is built from the end, so that depth costs nothing: what is inside comes first."""
    built: dict[Block, Element] = {}
    for node, block in reversed(document.blocks.values()):
        children = tuple(built.pop(child) for child in block.children)
        spans = tuple(_span(span) for span in document.inlines.of(block))
        text = None if children else _content(document, block)
        built[block] = Element(
            block.type, block.start, block.end, node.id, text, _particulars(document, block), children + spans
        )
    whole = tuple(built.pop(child) for child in document.tree.children)
    return Element("document", 0, len(document), children=whole)


def _span(span: Inline) -> Element:
    if not span.children:
        return Element(span.type, span.start, span.end, None, span.text, _target(span))
    built: dict[int, Element] = {}
    for each in reversed(list(span.walk())):
        children = tuple(built.pop(id(child)) for child in each.children)
        text = None if children else each.text
        built[id(each)] = Element(each.type, each.start, each.end, None, text, _target(each), children)
    return built[id(span)]


def _target(span: Inline) -> dict[str, Any]:
    if not isinstance(span, Link):
        return {}
    return {"href": span.destination, "title": span.title or None}


def _content(document: MarkdownDocument, block: Block) -> str:
    """What a reader sees of a leaf; of one that shows nothing, its source."""
    if isinstance(block, FrontMatter | HtmlBlock | LinkDefinition):
        return document.slice(block.start, block.end)
    return document.inlines.plain_text(block)


def _particulars(document: MarkdownDocument, block: Block) -> dict[str, Any]:
    """What is particular to a block of its type."""
    match block:
        case Heading():
            return {"level": block.level}
        case CodeBlock() | FrontMatter():
            return {"language": block.language or None}
        case Quote():
            return {"alert": block.alert}
        case List():
            return {"start": block.first_number, "tight": block.tight}
        case ListItem():
            return {"checked": block.checked}
        case Table():
            return {"align": list(block.alignments)}
        case TableRow():
            return {"header": block.header}
        case FootnoteDefinition():
            return {"label": block.label}
        case LinkDefinition():
            title = document.slice(*block.title)[1:-1] if block.title else None
            return {"label": block.label, "href": document.slice(block.inner_start, block.inner_end), "title": title}
    return {}
