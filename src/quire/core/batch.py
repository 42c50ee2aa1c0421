"""Operations on blocks that are done together: which get into each other's way, and what each one intends."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, Literal

from quire.core import blocks
from quire.core.anchor import Range
from quire.core.document import Document, Intent, Node
from quire.core.errors import ConflictError, QuireError
from quire.core.transaction import AFTER, BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.transaction import Transaction

Kind = Literal["update", "insert", "delete", "format", "move"]
REMOVING: tuple[Kind, ...] = ("delete", "move")
HOLLOW = ("listItem", "bulletList", "orderedList", "taskList", "blockquote")
"""Blocks that are nothing without what they hold."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What to do to a block, or behind which block; an operation `format` names the verb that does it.

    What is taken away may be more than the block: a container goes with the only block in it."""

    kind: Kind
    node: Node | None = None
    after: Node | None = None
    arguments: dict[str, Any] = field(default_factory=dict)
    verb: str = ""
    outer: Node | None = None

    @property
    def claim(self) -> Node | None:
        """The block that no other operation may be about."""
        return self.outer or self.node

    @property
    def depth_behind(self) -> int:
        """How deep the block is behind which something goes."""
        return self.after.depth if self.after else 0

    def __str__(self) -> str:
        if self.node:
            return f"{self.kind} {self.node.id}"
        return f"{self.kind} after {self.after.id}" if self.after else f"{self.kind} at the beginning"


def hollowed(document: Document, operations: Sequence[Operation]) -> list[Operation]:
    """The operations, each with the outermost block that it takes away."""
    return [
        replace(operation, outer=_outermost(document, operation.node))
        if operation.node and _goes(operation)
        else operation
        for operation in operations
    ]


def _outermost(document: Document, node: Node) -> Node:
    while node.parent is not None and len(list(islice(blocks.family(document, node.parent), 2))) == 1:
        parent = document.node(node.parent)
        if parent is None or parent.type not in HOLLOW:
            break
        node = parent
    return node


def conflicts(operations: Sequence[Operation]) -> Iterator[tuple[int, QuireError]]:
    """Each operation that cannot be done together with another one, by its number, and why."""
    claims = sorted(
        ((operation.claim, number) for number, operation in enumerate(operations) if operation.claim),
        key=lambda claim: (claim[0].start, -claim[0].end, claim[0].depth),
    )
    outer: list[tuple[Node, int]] = []
    for node, number in claims:
        while outer and outer[-1][0].end < node.end:
            outer.pop()
        if outer and outer[-1][0].start <= node.start:
            yield max(number, outer[-1][1]), _clash(operations, number, outer[-1][1])
        outer.append((node, number))
    yield from _anchors_that_go(operations, claims)


def _clash(operations: Sequence[Operation], number: int, other: int) -> ConflictError:
    first, second = sorted((number, other))
    one, another = operations[first], operations[second]
    how = "the same block" if one.claim == another.claim else "blocks of which one is in the other"
    return ConflictError(
        f"Operation {first} ({one}) and operation {second} ({another}) are about {how}.",
        "Put what is wanted of that block into one operation, or use two batches.",
    )


def _anchors_that_go(
    operations: Sequence[Operation], claims: Sequence[tuple[Node, int]]
) -> Iterator[tuple[int, QuireError]]:
    """The operations that put something behind a block that another operation replaces or takes away."""
    starts = [node.start for node, _ in claims]
    for number, operation in enumerate(operations):
        after = operation.after
        if after is None:
            continue
        for node, other in reversed(claims[: bisect_right(starts, after.start)]):
            inside = after.start < node.end and after.end <= node.end and (node != after or _goes(operations[other]))
            if inside:
                yield number, _no_anchor(number, operation, other, operations[other])
            if node.depth == 0 or inside:
                break


def _goes(operation: Operation) -> bool:
    return operation.kind in REMOVING


def _no_anchor(number: int, operation: Operation, other: int, claim: Operation) -> ConflictError:
    if number == other:
        return ConflictError(
            f"Operation {number} ({operation}) would move the block behind itself.", "Give another after."
        )
    return ConflictError(
        f"Operation {number} ({operation}) goes by a place that operation {other} ({claim}) changes.",
        "Give as after a block that no operation of the batch replaces or takes away.",
    )


def intents(document: Document, operations: Sequence[Operation]) -> list[Intent]:
    """What each operation intends, so that it can be planned, and staged, by itself."""
    places = _places(document, [each.claim for each in operations if _goes(each) and each.claim])
    return [_intent(document, operation, places) for operation in operations]


def _intent(document: Document, operation: Operation, places: dict[str, dict[str, Any]]) -> Intent:
    node, outer, given = operation.node, operation.claim, operation.arguments
    if node is None or outer is None:
        point, depth = _point(document, operation.after)
        return Intent("insert_block", (point,), {**given, "depth": depth})
    match operation.kind:
        case "delete":
            return Intent(
                "delete_block", (node.range,), {"depth": node.depth, "outer": outer.depth, **places[outer.id]}
            )
        case "move":
            point, depth = _point(document, operation.after)
            arguments = {"depth": node.depth, "afterDepth": depth, "outer": outer.depth, **places[outer.id]}
            return Intent("move_block", (node.range, point), arguments)
        case "format":
            return Intent("format_block", (node.range,), {"verb": operation.verb, "arguments": given})
    return Intent("update_block", (node.range,), {**given, "depth": node.depth})


def _point(document: Document, after: Node | None) -> tuple[Range, int | None]:
    """The place behind a block, and how deep it is; without a block, the beginning of the document's text."""
    nodes = document.nodes() if after is None else ()
    if nodes and nodes[0].type == "frontMatter":
        after = nodes[0]
    if after is not None:
        return Range(after.end, after.end), after.depth
    start = nodes[0].start if nodes else 0
    return Range(start, start), None


def _places(document: Document, removed: Sequence[Node]) -> dict[str, dict[str, Any]]:
    """For each block that is taken away: the side on which the gap goes with it, and whether the next one is to lead.

    It is the gap behind it; but where all to the end of the container go and something stays before them, the one
    before. So no two of them take the same gap, and each can be taken away by itself."""
    gone = {node.id for node in removed}

    def is_gone(node: Node) -> bool:
        return node.id in gone

    places: dict[str, dict[str, Any]] = {node.id: {"side": "after", "leads": False} for node in removed}
    for parent in {node.parent for node in removed}:
        leading = [node.id for node in takewhile(is_gone, blocks.family(document, parent))]
        trailing = [node.id for node in takewhile(is_gone, blocks.family(document, parent, backwards=True))]
        if leading[:1] == trailing[-1:]:  # all of them go, or none at either end
            continue
        for name in trailing:
            places[name]["side"] = "before"
        for name in leading[-1:]:
            places[name]["leads"] = True
    return places


def changed_nodes(document: Document, change: Transaction, others: Sequence[Range] = ()) -> list[Node]:
    """The blocks of a document that a change, after which this is the document, brought or touched.

    Others may have changed without their text: those of these ranges, as they were before."""
    nodes = document.nodes()
    found: dict[str, Node] = {}
    for start, end in sorted({*change.touches(), *((each.start, each.end) for each in others)}):
        place = Range(change.mapping.position(start, BEFORE), change.mapping.position(end, AFTER))
        if not place.is_empty:
            found |= {node.id: node for node in _touched(document, nodes, place)}
    return sorted(found.values(), key=lambda node: (node.start, node.depth))


def _touched(document: Document, nodes: Sequence[Node], place: Range) -> Iterator[Node]:
    """The outermost blocks inside of a range; if there are none, the innermost around it."""
    index, reached = bisect_left(nodes, place.start, key=lambda node: node.start), -1
    around = nodes[index - 1] if index else None
    while index < len(nodes) and nodes[index].start < place.end:
        node = nodes[index]
        if reached < node.start and node.end <= place.end:
            reached = node.end
            yield node
        index += 1
    if reached >= 0:
        return
    if index and nodes[index - 1].start == place.start:
        around = nodes[index - 1]
    while around is not None and around.end < place.end:
        around = document.node(around.parent) if around.parent else None
    if around is not None:
        yield around
