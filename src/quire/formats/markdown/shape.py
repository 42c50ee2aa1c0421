"""The shape of a text: which blocks are in which, to tell whether an edit made what it should and nothing else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.core.transaction import Transaction
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument

Shape = tuple[str, ...]
"""The types of a leaf and of all around it, outermost first."""


def leaves(block: Block, around: Shape = ()) -> Iterator[tuple[Block, Shape]]:
    """Yield each leaf of a block, or the block if it is one, with its shape."""
    waiting = [(block, (*around, block.type))]
    while waiting:
        each, shape = waiting.pop()
        if not each.children:
            yield each, shape
        waiting.extend((child, (*shape, child.type)) for child in reversed(each.children))


class Neighbourhood:
    """The document's own blocks in a range and one more on each side: as far as an edit there can reach."""

    def __init__(self, document: MarkdownDocument, start: int, end: int) -> None:
        self._document = document
        children = document.tree.children
        first = max(0, bisect_left(children, start, key=_end) - 1)
        last = bisect_right(children, end, key=_start) + 1
        self.blocks = children[first:last]
        self._start = self.blocks[0].start if first else 0
        self._end = self.blocks[-1].end if last < len(children) else len(document)

    def leaves(self) -> Iterator[tuple[Block, Shape]]:
        """Yield each leaf with its shape."""
        for block in self.blocks:
            yield from leaves(block)

    def after(self, change: Transaction) -> list[Shape]:
        """Return the shapes of the leaves that a change leaves here."""
        return [shape for block in parse(self.text_after(change)).children for _, shape in leaves(block)]

    def text_after(self, change: Transaction) -> str:
        """Return the text that a change leaves here, as a document of its own."""
        after = self._document.apply(change)
        guard = "\n" if self._start else ""  # only a document can begin with front matter
        return guard + after.slice(self._start, self._end + len(after) - len(self._document))


def _start(block: Block) -> int:
    return block.start


def _end(block: Block) -> int:
    return block.end
