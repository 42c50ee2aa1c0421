"""The shape of a text: which blocks are in which, to tell whether an edit made what it should and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.formats.markdown.blocks import Block

Shape = tuple[str, ...]
"""The types of a leaf and of all around it, outermost first."""


def leaves(blocks: Sequence[Block], around: Shape = ()) -> Iterator[tuple[Block, Shape]]:
    """Yield each leaf in blocks that stand side by side, with its shape."""
    waiting = [(block, (*around, block.type)) for block in reversed(blocks)]
    while waiting:
        each, shape = waiting.pop()
        if not each.children:
            yield each, shape
        waiting.extend((child, (*shape, child.type)) for child in reversed(each.children))
