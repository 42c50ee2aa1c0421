"""What content that is written as Markdown says more simply, and why; `normal` does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.content import Heading, Paragraph, Table, blocks_in
from quire.core.simplification import Omission

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.core.content import Block, Cell, Content


def _blocks(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        for inside in blocks_in(block):
            yield from _blocks(inside)


def _all(content: Content) -> Iterator[Block]:
    for blocks in (content.blocks, *content.notes.values()):
        yield from _blocks(blocks)


def _cells(content: Content) -> Iterator[Cell]:
    return (cell for block in _all(content) if isinstance(block, Table) for row in block.rows for cell in row)


def _is_one_line(cell: Cell) -> bool:
    return not cell.blocks or (len(cell.blocks) == 1 and isinstance(cell.blocks[0], Paragraph))


OMISSIONS: tuple[Omission[Content], ...] = (
    Omission(
        "Merged cells are a cell and empty ones.",
        "The tables of Markdown have none.",
        lambda content: any(cell.columns > 1 or cell.rows > 1 for cell in _cells(content)),
    ),
    Omission(
        "What stands in a cell is one paragraph, with line breaks.",
        "A cell of Markdown is one line.",
        lambda content: not all(map(_is_one_line, _cells(content))),
    ),
    Omission(
        "A table without a header has an empty one.",
        "Every table of Markdown has a header.",
        lambda content: any(isinstance(block, Table) and not block.has_header for block in _all(content)),
    ),
    Omission(
        "Headings below level 6 are of level 6.",
        "Markdown has six levels.",
        lambda content: any(isinstance(block, Heading) and block.level > 6 for block in _all(content)),
    ),
)
