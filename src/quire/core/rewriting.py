"""Content in which some blocks or spans have become others; the rest stays as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quire.core.content import (
    Content,
    Definitions,
    Heading,
    Link,
    List,
    Paragraph,
    Quote,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from quire.core.content import Block, Span


def with_rows(content: Content, change: Callable[[tuple[Block, ...]], Iterable[Block]]) -> Content:
    """Content in which blocks that stand together have become others, those inside another block first."""

    def row(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(change(tuple(_inside(block, row) for block in blocks)))

    return Content(row(content.blocks), {name: row(blocks) for name, blocks in content.notes.items()})


def with_blocks(content: Content, change: Callable[[Block], Iterable[Block]]) -> Content:
    """Content in which each block has become others, those inside another first."""
    return with_rows(content, lambda blocks: (each for block in blocks for each in change(block)))


def with_spans(content: Content, change: Callable[[Span], Iterable[Span]]) -> Content:
    """Content in which each span has become others, those inside a link first."""

    def line(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(each for span in spans for each in change(within(span)))

    def within(span: Span) -> Span:
        return replace(span, spans=line(span.spans)) if isinstance(span, Link) else span

    def block(found: Block) -> Iterable[Block]:
        match found:
            case Heading() | Paragraph():
                yield replace(found, spans=line(found.spans))
            case Definitions(terms):
                yield Definitions(tuple(replace(term, spans=line(term.spans)) for term in terms))
            case _:
                yield found

    return with_blocks(content, block)


def _inside(block: Block, row: Callable[[tuple[Block, ...]], tuple[Block, ...]]) -> Block:
    """A block in which each row of blocks that it holds has become another."""
    match block:
        case Quote(blocks):
            return replace(block, blocks=row(blocks))
        case List(items):
            return replace(block, items=tuple(replace(item, blocks=row(item.blocks)) for item in items))
        case Table(rows):
            return replace(
                block, rows=tuple(tuple(replace(cell, blocks=row(cell.blocks)) for cell in each) for each in rows)
            )
        case Definitions(terms):
            return Definitions(tuple(replace(term, meanings=tuple(map(row, term.meanings))) for term in terms))
        case _:
            return block
