"""Finding blocks near a place: without looking at the others, of which there may be many."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.document import Document, Node


def beginning(nodes: Sequence[Node], start: int, end: int) -> Iterator[Node]:
    """The blocks that begin in a range, in their order."""
    for at in range(bisect_left(nodes, start, key=_start), len(nodes)):
        node = nodes[at]
        if node.start >= end:
            return
        yield node


def before(nodes: Sequence[Node], position: int) -> Iterator[Node]:
    """The blocks that begin before a position, from the last one on."""
    return (nodes[at] for at in range(bisect_left(nodes, position, key=_start) - 1, -1, -1))


def around(document: Document, position: int) -> Iterator[Node]:
    """The blocks that begin at or before a position and may reach it, the innermost first."""
    nodes = document.nodes()
    at = bisect_right(nodes, position, key=_start)
    node = nodes[at - 1] if at else None
    while node is not None:
        yield node
        node = document.node(node.parent) if node.parent else None


def family(document: Document, parent: str | None) -> Iterator[Node]:
    """The blocks that are in a block and in no other one in it, in their order; without one, the outermost."""
    holder = document.node(parent) if parent is not None else None
    nodes = document.nodes()
    begin = bisect_left(nodes, holder.start, key=_start) if holder else 0
    for at in range(begin, len(nodes)):
        node = nodes[at]
        if holder and node.start > holder.end:
            return
        if node.parent == parent:
            yield node


def family_backwards(document: Document, parent: str | None) -> Iterator[Node]:
    """The same blocks, from the last one on."""
    holder = document.node(parent) if parent is not None else None
    nodes = document.nodes()
    begin = bisect_right(nodes, holder.end, key=_start) if holder else len(nodes)
    for at in range(begin - 1, -1, -1):
        node = nodes[at]
        if holder and node.start < holder.start:
            return
        if node.parent == parent:
            yield node


def _start(node: Node) -> int:
    return node.start
