"""What the tools that name blocks are asked for, as an independent parser must find it: one function per operation.

The leaves before and behind the block, section, list or table that is named are the same, wherever their list begins to
count; what stands between them is what was asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quire.formats.markdown.blocks import parse
from tests import wishes
from tests.oracle import Leaf, read
from tests.wishes import Done, contents, depth, is_misread, tables, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Told = tuple[tuple[str, ...], str, tuple[Any, ...], Any]


@dataclass(frozen=True)
class Node:
    """A block by its name: where it is, what it is, and in how many others."""

    type: str
    start: int
    end: int
    depth: int


@dataclass(frozen=True)
class Named(Done):
    """A call that names blocks."""

    nodes: dict[str, Node] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    """Where the section of each heading ends."""

    @property
    def was(self) -> list[Leaf]:
        return seen(self.before)

    @property
    def now(self) -> list[Leaf]:
        return seen(self.after)

    def indices(self, name: str) -> range:
        """Which leaves are in a block."""
        node = self.nodes[name]
        return self.between(node.start, node.end)

    def section(self, name: str) -> range:
        """Which leaves are in the section of a heading; of another block, those which are in that."""
        node = self.nodes[name]
        return self.between(node.start, self.sections.get(name, node.end))

    def behind(self, name: str) -> int:
        """Where the leaves behind a section begin; behind any other block, or the list or the table that it is in."""
        node = self.nodes[name]
        around = [each for each in self.nodes.values() if each.start <= node.start and node.end <= each.end]
        while node.type in ("listItem", "tableRow", "tableCell"):
            node = next(each for each in around if each.depth == node.depth - 1)
        return self.between(node.start, self.sections.get(name, node.end)).stop

    def between(self, start: int, end: int) -> range:
        found = [
            index
            for index, leaf in enumerate(self.was)
            if leaf.start < end and start < leaf.start + max(1, len(self.source[leaf.start : leaf.end].rstrip()))
        ]
        first = next((index for index, leaf in enumerate(self.was) if leaf.start >= end), len(self.was))
        return range(found[0], found[-1] + 1) if found else range(first, first)

    def middle(self, indices: range) -> list[Leaf]:
        """What stands in place of some leaves; all others are the same."""
        behind = len(self.was) - indices.stop
        assert told(self.was[: indices.start]) == told(self.now[: indices.start])
        assert told(self.was[indices.stop :]) == told(self.now[len(self.now) - behind :])
        assert len(self.now) >= indices.start + behind
        return self.now[indices.start : len(self.now) - behind]

    def around(self, name: str) -> tuple[str, ...]:
        """The kinds of the containers that a block stands in."""
        indices = self.indices(name)
        return plain(self.was[indices.start])[: self.nodes[name].depth] if indices else ()


def seen(leaves: Iterable[Leaf]) -> list[Leaf]:
    """The leaves in which something is: a container may become empty, and an empty one may go."""
    return [leaf for leaf in leaves if leaf.kind != "empty"]


def plain(leaf: Leaf) -> tuple[str, ...]:
    """The kinds of its containers, whatever their lists begin to count with."""
    return tuple(kind.split()[0] for kind in leaf.kinds)


def told(leaves: Iterable[Leaf]) -> list[Told]:
    return [(plain(leaf), leaf.kind, leaf.details, leaf.words) for leaf in leaves]


# Batches


def batch(done: Named) -> None:
    (operation,) = done.arguments["operations"]
    OPERATIONS[operation["type"]](done, operation)


def update(done: Named, operation: dict[str, Any]) -> None:
    """The content in place of the block; a heading, code, a quote and an item keep their own marks if it has none."""
    name, content = operation["nodeId"], read(operation["text"])
    node, middle = done.nodes[name], done.middle(done.indices(name))
    if node.type == "tableCell":
        assert len(middle) == 1
    elif node.type == "heading" and texts(content) != texts(middle):
        (old,), (new,) = [done.was[index] for index in done.indices(name)], middle
        assert (new.kind, new.details, new.text) == ("heading", old.details, content[0].text)
    elif node.type == "codeBlock" and texts(content) != texts(middle):
        (new,) = middle
        assert (new.kind, new.text) == ("code", "".join(operation["text"].split()))
    elif node.type == "mathBlock" and texts(content) != texts(middle):
        assert middle[0].text.startswith("$$")
    else:
        assert texts(middle) == texts(content)
        around = done.around(name)
        assert all(plain(leaf)[: len(around)] == around for leaf in middle)


def insert(done: Named, operation: dict[str, Any]) -> None:
    """The content behind the block; behind an item, as an item."""
    content, after = read(operation["text"]), operation.get("after")
    if after is None:
        assert told(done.middle(range(0))) == told(content)
        return
    behind = done.indices(after).stop
    middle = done.middle(range(behind, behind))
    assert texts(middle) == texts(content)
    around = done.around(after)
    assert all(plain(leaf)[: len(around)] == around for leaf in middle)
    if done.nodes[after].type != "listItem":
        assert [plain(leaf)[len(around) :] for leaf in middle] == [plain(leaf) for leaf in content]
    else:
        assert all("item" in plain(leaf)[len(around) :] for leaf in middle)


def delete(done: Named, operation: dict[str, Any]) -> None:
    assert not done.middle(done.indices(operation["nodeId"]))


def move(done: Named, operation: dict[str, Any]) -> None:
    after = operation.get("after")
    moved(done, done.indices(operation["nodeId"]), done.indices(after).stop if after else 0)


def moved(done: Named, indices: range, behind: int) -> None:
    """The same leaves in another order; those which stay stand in what they stood in."""
    rest = [*done.was[: indices.start], *done.was[indices.stop :]]
    place = behind - len(indices) if behind >= indices.stop else min(behind, indices.start)
    chosen = [done.was[index] for index in indices]
    assert texts(done.now) == texts([*rest[:place], *chosen, *rest[place:]])
    stayed = [*done.now[:place], *done.now[place + len(indices) :]]
    assert told(stayed) == told(rest)
    assert [leaf.words for leaf in done.now[place : place + len(indices)]] == [leaf.words for leaf in chosen]


def format_block(done: Named, operation: dict[str, Any]) -> None:
    """What the tools do that do this at the cursor."""
    node = done.nodes[operation["nodeId"]]
    tool = "format_toggle" if "mark" in operation else "block_set_type"
    wish = {**operation, "type": operation.get("blockType")}
    wishes.check(Done(tool, wish, node.start, node.end, done.source, done.result))


OPERATIONS: dict[str, Callable[[Named, dict[str, Any]], None]] = {
    "update": update,
    "insert": insert,
    "delete": delete,
    "move": move,
    "format": format_block,
}


# Sections


def update_section(done: Named) -> None:
    name, content = done.arguments["nodeId"], read(done.arguments["content"])
    indices = done.section(name)
    heading = done.was[indices.start]
    replaces = bool(content) and content[0].kind == "heading" and content[0].details <= heading.details
    assert texts(done.middle(indices)) == texts(content if replaces else [heading, *content])


def insert_section(done: Named) -> None:
    level, title, content = (done.arguments[name] for name in ("level", "title", "content"))
    behind = done.behind(done.arguments["after"])
    heading, *rest = done.middle(range(behind, behind))
    assert (heading.kind, heading.details, heading.text) == ("heading", (level,), read(title)[0].text)
    assert texts(rest) == texts(read(content))


def move_section(done: Named) -> None:
    moved(done, done.section(done.arguments["nodeId"]), done.behind(done.arguments["after"]))


# Tables


def modify_table(done: Named) -> None:
    """The rows and columns that the operation leaves, of the texts of the cells."""
    (operation,) = done.arguments["operations"]
    indices = done.indices(done.arguments["nodeId"])
    (old,), (new,) = tables(done.was[indices.start : indices.stop]), tables(done.middle(indices))
    before, after = ([[spelled(cell) for cell in row] for row in contents(rows)] for rows in (old, new))
    assert after == TABLE_OPERATIONS[operation["type"]](before, operation)


def spelled(words: Iterable[Any]) -> str:
    return "".join(glyph.text for glyph in words)


Rows = list[list[str]]


def set_cell(rows: Rows, operation: dict[str, Any]) -> Rows:
    row, column = operation["row"], operation["col"]
    changed = [*rows[row][:column], cell(operation["content"]), *rows[row][column + 1 :]]
    return [*rows[:row], changed, *rows[row + 1 :]]


def cell(content: str) -> str:
    """What marko reads in a cell of that content."""
    return read(content)[0].text


def add_row(rows: Rows, operation: dict[str, Any]) -> Rows:
    cells = [cell(content) for content in operation["cells"]]
    made = cells + [""] * (len(rows[0]) - len(cells))
    return [*rows[: operation["at"]], made, *rows[operation["at"] :]]


def delete_row(rows: Rows, operation: dict[str, Any]) -> Rows:
    return [*rows[: operation["at"]], *rows[operation["at"] + 1 :]]


def add_column(rows: Rows, operation: dict[str, Any]) -> Rows:
    at, made = operation["at"], [operation["header"], *[""] * len(rows)]
    return [[*row[:at], text, *row[at:]] for row, text in zip(rows, made, strict=False)]


def delete_column(rows: Rows, operation: dict[str, Any]) -> Rows:
    return [[*row[: operation["at"]], *row[operation["at"] + 1 :]] for row in rows]


def set_header(rows: Rows, operation: dict[str, Any]) -> Rows:
    if operation["enabled"]:
        return rows if any(rows[0]) else rows[1:]
    return [[""] * len(rows[0]), *rows] if any(rows[0]) else rows


TABLE_OPERATIONS: dict[str, Callable[[Rows, dict[str, Any]], Rows]] = {
    "setCellContent": set_cell,
    "addRow": add_row,
    "deleteRow": delete_row,
    "addColumn": add_column,
    "deleteColumn": delete_column,
    "setHeaderRow": set_header,
}


# Lists


def modify_list(done: Named) -> None:
    (operation,) = done.arguments["operations"]
    indices = done.indices(done.arguments["nodeId"])
    old, new = done.was[indices.start : indices.stop], done.middle(indices)
    LIST_OPERATIONS[operation["type"]](done, operation, old, new)


def items(done: Named) -> list[Node]:
    """The items of the list, nested ones included."""
    around = done.nodes[done.arguments["nodeId"]]
    inside = (node for node in done.nodes.values() if around.start <= node.start and node.end <= around.end)
    return [node for node in inside if node.type == "listItem"]


def leaves_of(done: Named, item: Node, old: list[Leaf]) -> list[Leaf]:
    chosen = done.between(item.start, item.end)
    return [leaf for leaf in done.was[chosen.start : chosen.stop] if leaf in old]


def set_item(done: Named, operation: dict[str, Any], old: list[Leaf], new: list[Leaf]) -> None:
    """The content in place of what the item holds before its nested list."""
    item = items(done)[operation["index"]]
    own = [leaf for leaf in leaves_of(done, item, old) if depth(leaf) == own_depth(done, item)]
    content = texts(read(operation["content"]))
    nested = next((at for at, leaf in enumerate(leaves_of(done, item, old)) if leaf not in own), None)
    first = done.between(item.start, item.end).start - done.indices(done.arguments["nodeId"]).start
    replaced = len(own) if nested is None else nested
    assert texts(new) == [*texts(old[:first]), *content, *texts(old[first + replaced :])]


def own_depth(done: Named, item: Node) -> int:
    """How many items the text of an item stands in."""
    outer = (node for node in done.nodes.values() if node.type == "listItem")
    return sum(node.start <= item.start and item.end <= node.end and node.depth <= item.depth for node in outer)


def add_item(done: Named, operation: dict[str, Any], old: list[Leaf], new: list[Leaf]) -> None:
    content, index = read(operation["content"]), operation.get("index")
    at = len(old)
    if index is not None and index < len(items(done)):
        start = done.between(items(done)[index].start, items(done)[index].end).start
        at = start - done.indices(done.arguments["nodeId"]).start
    assert texts(new) == [*texts(old[:at]), *texts(content), *texts(old[at:])]


def delete_item(done: Named, operation: dict[str, Any], old: list[Leaf], new: list[Leaf]) -> None:
    gone = leaves_of(done, items(done)[operation["index"]], old)
    first = old.index(gone[0]) if gone else 0
    assert texts(new) == texts([*old[:first], *old[first + len(gone) :]])


def nest(done: Named, operation: dict[str, Any], old: list[Leaf], new: list[Leaf]) -> None:
    """The item, and all in it, one level deeper or less deep; all other items where they were."""
    step = 1 if operation["type"] == "indent" else -1
    inside = leaves_of(done, items(done)[operation["index"]], old)
    assert texts(old) == texts(new)
    for before, after in zip(old, new, strict=True):
        assert depth(after) - depth(before) in ((step,) if before in inside else (0,))


def set_checked(done: Named, operation: dict[str, Any], old: list[Leaf], new: list[Leaf]) -> None:
    inside = leaves_of(done, items(done)[operation["index"]], old)
    assert texts(old) == texts(new)
    for before, after in zip(old, new, strict=True):
        wanted = (operation["checked"],) if inside and before is inside[0] else before.details
        assert after.details == wanted


LIST_OPERATIONS: dict[str, Callable[[Named, dict[str, Any], list[Leaf], list[Leaf]], None]] = {
    "setItemContent": set_item,
    "addItem": add_item,
    "deleteItem": delete_item,
    "indent": nest,
    "outdent": nest,
    "setChecked": set_checked,
}

WISHES: dict[str, Callable[[Named], None]] = {
    "batch_edit": batch,
    "update_section": update_section,
    "insert_section": insert_section,
    "move_section": move_section,
    "table_modify": modify_table,
    "list_modify": modify_list,
}


def definitions(text: str) -> list[str]:
    return [text[block.start : block.end] for block in parse(text).walk() if block.type == "linkDefinition"]


def check(done: Named) -> None:
    """Assert that what was asked is what was done. With a link definition, links elsewhere come and go."""
    misread = is_misread(done.source) or is_misread(done.result)
    if not misread and definitions(done.source) == definitions(done.result):
        WISHES[done.tool](done)
