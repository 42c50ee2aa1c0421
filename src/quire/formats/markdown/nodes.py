"""The names of blocks: a prefix for the type, and a number among the blocks of that prefix in document order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.document import Node
from quire.core.naming import PREFIXES
from quire.formats.markdown.blocks import Heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.markdown.blocks import Block, Tree


def named_blocks(tree: Tree) -> Iterator[tuple[Node, Block]]:
    """Every block with its name, in document order."""
    counts = dict.fromkeys(PREFIXES.values(), 0)
    waiting: list[tuple[Block, str | None, int]] = [(child, None, 0) for child in reversed(tree.children)]
    while waiting:
        block, parent, depth = waiting.pop()
        kind = block.type
        prefix = PREFIXES[kind]
        number = counts[prefix]
        counts[prefix] = number + 1
        level = block.level if isinstance(block, Heading) else None
        node = Node(f"{prefix}-{number}", kind, block.start, block.end, parent, level, depth)
        yield node, block
        if block.children:
            waiting.extend([(child, node.id, depth + 1) for child in reversed(block.children)])
