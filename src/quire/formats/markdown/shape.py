"""The shape of a text: which blocks are in which, to tell whether an edit made what it should and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import (
    CodeBlock,
    Definition,
    FootnoteDefinition,
    HtmlBlock,
    ListItem,
    Quote,
    parse,
    walk,
)
from quire.formats.markdown.inlines import Inlines
from quire.formats.markdown.seam import changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.transaction import Transaction
    from quire.formats.markdown.blocks import Block, Span, Tree
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.inlines import Inline

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


def in_any_list(shape: Shape) -> Shape:
    """Return a shape in which all lists are alike: the rest of one that is split may be a list of tasks."""
    return tuple("list" if kind.endswith("List") else kind for kind in shape)


def texts(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks that can hold no others, in document order."""
    return (each for each in walk(blocks) if not each.children and not isinstance(each, _CONTAINERS))


def is_same_text(before: Tree, after: Tree) -> bool:
    """Tell whether the same kinds of texts follow each other in a tree and in the one after a change."""
    one, other = changed(before, after)
    return [text.type for text in texts(one)] == [text.type for text in texts(other)]


def replaced(document: MarkdownDocument, change: Transaction, place: Span) -> list[Shape] | None:
    """Return the shapes of the leaves that a change puts in place of a range; nothing, if it changes any other."""
    start, end = place
    result = document.apply(change)
    blocks, new_blocks = changed(document.tree, result.tree, place)
    old, new = list(_readings(document, blocks)), list(_readings(result, new_blocks))
    before = sum(leaf.end <= start for leaf, _ in old)
    behind = sum(leaf.start >= end for leaf, _ in old[before:])
    kept = [*old[:before], *old[len(old) - behind :]]
    still = [*new[:before], *new[max(before, len(new) - behind) :]]
    if [reading for _, reading in kept] != [reading for _, reading in still]:
        return None
    return [shape for _, (shape, _) in new[before : len(new) - behind]]


def _readings(
    document: MarkdownDocument, blocks: Sequence[Block]
) -> Iterator[tuple[Block, tuple[Shape, Sequence[str]]]]:
    """Yield each leaf in blocks with its shape and what is to be read in it."""
    for leaf, shape in leaves(blocks):
        pieces = leaf.pieces if isinstance(leaf, CodeBlock | HtmlBlock) else ()
        source = [document.slice(start, end) for start, end in pieces]
        yield leaf, (in_any_list(shape), words_in([leaf], document.inlines) or "".join(source).split("\n"))


def words_in(blocks: Iterable[Block], inlines: Inlines) -> list[str]:
    """Return what is to be read in blocks: each character but white space, and each mark or link before its text."""
    spans = (each for leaf in walk(blocks) for span in inlines.of(leaf) for each in span.walk())
    return [word for span in spans for word in _words_of(span)]


def words_in_text(text: str) -> list[str]:
    """Return what is to be read in a text."""
    tree = parse(text)
    return words_in([tree], Inlines(tree))


def _words_of(span: Inline) -> Iterator[str]:
    if span.type not in ("softBreak", "hardBreak"):
        if span.type not in ("text", "escape", "entity"):
            yield span.type
        if not span.children:
            yield from "".join(span.text.split())
