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


def family(document: Document, parent: str | None, *, backwards: bool = False) -> Iterator[Node]:
    """The blocks that are in a block and in no other one in it, in their order; without one, the outermost."""
    holder, nodes = document.node(parent) if parent is not None else None, document.nodes()
    first = bisect_left(nodes, holder.start, key=_start) if holder else 0
    last = bisect_right(nodes, holder.end, key=_start) if holder else len(nodes)
    places = range(first, last)
    return (node for at in (reversed(places) if backwards else places) if (node := nodes[at]).parent == parent)


def _start(node: Node) -> int:
    return node.start
