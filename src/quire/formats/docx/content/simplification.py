"""What a Word document that is made of content says more simply, and why."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from quire.core.content import (
    Code,
    Content,
    Definitions,
    Formula,
    FormulaBlock,
    Heading,
    Item,
    Link,
    List,
    Note,
    Paragraph,
    Picture,
    Quote,
    Text,
    text_of,
)
from quire.core.rewriting import with_blocks, with_rows, with_spans
from quire.core.simplification import Simplification
from quire.formats.docx.content.composition import bold, texts
from quire.formats.docx.content.formulas import latex, math
from quire.formats.docx.content.lettering import LONGEST_ANCHOR, is_address
from quire.formats.docx.opc.raster import raster
from quire.formats.plain import FRONT_MATTER, HTML

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quire.core.content import Block, Mark, Span

_CODE: frozenset[Mark] = frozenset(("code",))


def simplifications(pictures: Mapping[str, bytes]) -> tuple[Simplification, ...]:
    """All that is simplified where these pictures are at hand."""

    def pictured(content: Content) -> Content:
        return with_spans(content, lambda span: _described(span, pictures))

    return (
        FRONT_MATTER,
        HTML,
        Simplification(
            "A picture that is not at hand is its description, which leads to it if it is on the web.",
            "Nothing is fetched, and Word shows the pictures that a document holds.",
            pictured,
        ),
        Simplification(
            "Code does not say its language, and a blank line at its end goes.",
            "Word has styles for code, and none for each language.",
            lambda content: with_blocks(content, _without_language),
        ),
        Simplification(
            "Formulas are written in another way; one that Word cannot hold is code.",
            "Word keeps formulas in a markup of its own, from which LaTeX is written anew.",
            lambda content: with_blocks(with_spans(content, _formula), _formula_block),
        ),
        Simplification(
            "A term is a paragraph in bold, and its meanings are indented below it.",
            "Word has no lists of definitions.",
            lambda content: with_blocks(content, _without_definitions),
        ),
        Simplification(
            "Headings and code in a quotation stand between two quotations; a heading at the start of a list item is "
            "bold text, and one without text goes.",
            "In Word a heading, code and a quotation are styles, of which a paragraph has one.",
            lambda content: with_blocks(content, _without_headings),
        ),
        Simplification(
            "A link that leads nowhere is text, one without text is left out, and the name of a place in the document "
            f"has at most {LONGEST_ANCHOR} characters.",
            "Word knows no such links, and no longer names.",
            lambda content: with_spans(content, _link),
        ),
        Simplification(
            "Notes are numbered, one for each mark; those without a mark are left out, and a note in a note stands in "
            "brackets.",
            "Word numbers notes by where their marks stand, and has none in notes.",
            _numbered,
        ),
        Simplification(
            "Lists of the same kind right behind each other are one.",
            "Word knows a list by the signs and numbers of its items.",
            lambda content: with_rows(content, _joined_lists),
        ),
        Simplification(
            "Whether there are blank lines between the items of a list is not told where each is one paragraph.",
            "Word says it by the space between paragraphs.",
            lambda content: with_blocks(content, _spaced),
        ),
    )


# Blocks


def _without_language(block: Block) -> Iterator[Block]:
    yield Code(block.text.removesuffix("\n")) if isinstance(block, Code) else block


def _formula_block(block: Block) -> Iterator[Block]:
    if not isinstance(block, FormulaBlock):
        yield block
        return
    found = math(block.latex)
    yield Code(block.latex) if found is None else FormulaBlock(latex(found))


def _without_definitions(block: Block) -> Iterator[Block]:
    if not isinstance(block, Definitions):
        yield block
        return
    for term in block.terms:
        yield Paragraph(tuple(map(bold, term.spans)))
        yield from (each for meaning in term.meanings for each in meaning)


def _without_headings(block: Block) -> Iterator[Block]:
    match block:
        case Quote(blocks, kind):
            for is_other, group in groupby(blocks, key=lambda each: isinstance(each, Heading | Code)):
                found = tuple(group)
                yield from found if is_other else (Quote(found, kind),)
                kind = ""
        case List(items):
            yield replace(block, items=tuple(map(_without_heading, items)))
        case Heading(_, spans) if not text_of(spans).strip():
            pass
        case _:
            yield block


def _without_heading(item: Item) -> Item:
    match item.blocks:
        case (Heading(_, spans), *rest):
            return replace(item, blocks=(Paragraph(tuple(map(bold, spans))), *rest))
    return item


def _joined_lists(blocks: tuple[Block, ...]) -> Iterator[Block]:
    held: Block | None = None
    for block in blocks:
        if isinstance(held, List) and isinstance(block, List) and _goes_on(held, block):
            held = replace(held, items=held.items + block.items)
            continue
        if held is not None:
            yield held
        held = block
    if held is not None:
        yield held


def _goes_on(held: List, block: List) -> bool:
    if held.is_ordered != block.is_ordered:
        return False
    return not held.is_ordered or block.start == held.start + len(held.items)


def _spaced(block: Block) -> Iterator[Block]:
    """A list is loose if an item goes on in a block that is no list."""
    if isinstance(block, List):
        goes_on = any(len(item.blocks) > 1 and not isinstance(item.blocks[1], List) for item in block.items)
        yield replace(block, is_loose=goes_on)
    else:
        yield block


# Spans


def _described(span: Span, pictures: Mapping[str, bytes]) -> Iterator[Span]:
    match span:
        case Picture(source) if not raster(pictures.get(source, b"")):
            said = Text(span.description or source)
            yield Link((said,), source, span.title) if is_address(source) else said
        case Link(inside) if any(isinstance(each, Link) for each in inside):
            yield replace(span, spans=tuple(_unlinked(inside)))
        case _:
            yield span


def _unlinked(spans: tuple[Span, ...]) -> Iterator[Span]:
    for span in spans:
        yield from span.spans if isinstance(span, Link) else (span,)


def _formula(span: Span) -> Iterator[Span]:
    if not isinstance(span, Formula):
        yield span
        return
    found = math(span.latex)
    yield Text(span.latex, _CODE) if found is None else Formula(latex(found))


def _link(span: Span) -> Iterator[Span]:
    if not isinstance(span, Link):
        yield span
    elif span.address in ("", "#"):
        yield from span.spans
    elif span.spans:
        yield replace(span, address=span.address[: LONGEST_ANCHOR + 1] if span.address[0] == "#" else span.address)


# Notes


def _numbered(content: Content) -> Content:
    """Content in which each mark has a note of its own, and a mark in a note is what its note says, in brackets."""
    marked: list[str] = []

    def mark(span: Span) -> Iterator[Span]:
        if isinstance(span, Note):
            marked.append(span.name)
            yield Note(str(len(marked)))
        else:
            yield span

    def bracket(span: Span) -> Iterator[Span]:
        if isinstance(span, Note):
            yield Text(f" ({' '.join(text.strip() for text in texts(content.notes[span.name]))})")
        else:
            yield span

    body = with_spans(Content(content.blocks), mark)
    notes = with_spans(Content((), content.notes), bracket).notes
    return Content(body.blocks, {str(number): notes[name] for number, name in enumerate(marked, 1)})
