"""The shape of a text: which blocks are in which, to tell whether an edit made what it should and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import Definition, FootnoteDefinition, ListItem, Quote, walk
from quire.formats.markdown.seam import changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.formats.markdown.blocks import Block, Tree

_CONTAINERS = (Quote, ListItem, FootnoteDefinition, Definition)

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


def texts(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks that can hold no others, in document order."""
    return (each for each in walk(blocks) if not each.children and not isinstance(each, _CONTAINERS))


def is_same_text(before: Tree, after: Tree) -> bool:
    """Tell whether the same kinds of texts follow each other in a tree and in the one after a change."""
    one, other = changed(before, after)
    return [text.type for text in texts(one)] == [text.type for text in texts(other)]
