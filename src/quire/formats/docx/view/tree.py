"""The blocks of a body as they hold each other: lists with their items, quotations, code, tables with their cells.

Word only says how far in each paragraph is and how it is numbered. An item goes on in a paragraph without a number that
is as far in as its text; an empty paragraph belongs where the next one does.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.formats.docx.style.numbering import Counters
from quire.formats.docx.view import grid
from quire.formats.docx.view.nature import Nature, nature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.numbering import Item
    from quire.formats.docx.text.story import Block
    from quire.formats.docx.view.grid import Cell, Standing

NEAR = 40
"""Twips; an indent that is closer to another one is meant to be that."""

_TABLE_INDENT = re.compile(r"""<(?:[\w.-]+:)?tblInd\b[^>]*?\b(?:[\w.-]+:)?w=["'](-?\d{1,5})""")


class Branch:
    """A block: where its text is, its first and its last paragraph by number, and the blocks in it."""

    __slots__ = ("attributes", "children", "end", "first", "last", "level", "start", "type")

    def __init__(self, kind: str, start: int, end: int, number: int, level: int | None = None) -> None:
        self.type = kind
        self.start = start
        self.end = end
        self.first = self.last = number
        self.level = level
        self.attributes: dict[str, Any] = {}
        self.children: list[Branch] = []

    def reach(self, other: Branch) -> None:
        """Go as far as another block does."""
        self.end, self.last = other.end, other.last

    def moved(self, by: int, paragraphs: int) -> Branch:
        """The same block in another place."""
        copy = Branch(self.type, self.start + by, self.end + by, self.first + paragraphs, self.level)
        copy.last = self.last + paragraphs
        copy.attributes = self.attributes
        copy.children = [child.moved(by, paragraphs) for child in self.children]
        return copy


def grown(document: DocxDocument, blocks: Iterable[Block], counters: Counters) -> list[Branch]:
    """The blocks of paragraphs in a row, the outermost ones; places and numbers count from the first paragraph."""
    whole: list[Branch] = []
    flows = [_Flow(whole)]
    cells: list[_OpenCell] = []
    standing: Standing = ()
    for leaf, found, count, block in _leaves(document, blocks, counters):
        standing = grid.step(standing, block)
        _enter(cells, flows, standing, leaf, block)
        flows[-1].add(leaf, found, count)
    _leave(cells, flows, 0)
    flows[0].finish()
    return whole


def row(document: DocxDocument, first: int, behind: int) -> list[Branch]:
    """The blocks of paragraphs in a row that are in the same cell, or in none: from a number to before another."""
    if first >= behind:
        return []
    body, whole = document.body, list[Branch]()
    flow = _Flow(whole)
    for leaf, found, count, _ in _leaves(document, islice(body.from_(first), behind - first), Counters()):
        flow.add(leaf, found, count)
    flow.finish()
    start = body.text_start(body[first].key)
    return [branch.moved(start, first) for branch in whole]


def _leaves(
    document: DocxDocument, blocks: Iterable[Block], counters: Counters
) -> Iterator[tuple[Branch, Nature, int, Block]]:
    """Paragraphs with their natures, and with the numbers of those that are counted."""
    start, counter = 0, document.numbering.counter(counters)
    for number, block in enumerate(blocks):
        found = nature(document, block)
        count = counter(found.counted) if found.counted else 0
        end = start + len(block.text)
        yield Branch(found.type, start, end, number, found.level), found, count, block
        start = end + 1


def walk(whole: list[Branch]) -> Iterator[tuple[Branch, Branch | None, int]]:
    """Every block in document order, with the one that it is in and how many those are."""
    waiting: list[tuple[Branch, Branch | None, int]] = [(each, None, 0) for each in reversed(whole)]
    while waiting:
        found = waiting.pop()
        yield found
        branch, _, depth = found
        if branch.children:
            waiting.extend([(child, branch, depth + 1) for child in reversed(branch.children)])


# Tables


class _OpenCell(NamedTuple):
    """A cell that paragraphs are being put in, with its row and its table."""

    cell: Cell
    table: Branch
    row: Branch

    def holds(self, other: Cell) -> bool:
        return (self.cell.table, self.cell.row, self.cell.column) == (other.table, other.row, other.column)


def _enter(cells: list[_OpenCell], flows: list[_Flow], standing: Standing, leaf: Branch, block: Block) -> None:
    """Leave the cells that a paragraph is not in, and enter those that it is in."""
    depth = 0
    while depth < min(len(cells), len(standing)) and cells[depth].holds(standing[depth]):
        depth += 1
    was = cells[depth] if depth < len(cells) and depth < len(standing) else None
    _leave(cells, flows, depth)
    for cell in standing[depth:]:
        cells.append(_opened(flows[-1], was, cell, leaf, block))
        flows.append(_Flow(cells[-1].row.children[-1].children))
        was = None


def _leave(cells: list[_OpenCell], flows: list[_Flow], depth: int) -> None:
    """Leave all cells but the outermost few."""
    while len(cells) > depth:
        flows.pop().finish()
        left = cells.pop()
        cell = left.row.children[-1]
        cell.reach(cell.children[-1])
        left.row.reach(cell)
        left.table.reach(left.row)


def _opened(flow: _Flow, was: _OpenCell | None, cell: Cell, leaf: Branch, block: Block) -> _OpenCell:
    start, number = leaf.start, leaf.first
    table = was.table if was and was.cell.table == cell.table else None
    row = was.row if was and table and was.cell.row == cell.row else None
    if table is None:
        table = Branch("table", start, start, number)
        indent = _TABLE_INDENT.search(block.lead)
        flow.add(table, Nature("paragraph", indent=int(indent[1]) if indent else 0))
    if row is None:
        row = Branch("tableRow", start, start, number)
        row.attributes["header"] = cell.is_header
        table.children.append(row)
    row.children.append(Branch("tableCell", start, start, number))
    return _OpenCell(cell, table, row)


# Lists, quotations, code


class _OpenList:
    """A list to which items may still come."""

    def __init__(self, branch: Branch, item: Item, found: Nature, count: int) -> None:
        self.branch = branch
        self.depth = item[1]
        self.indent = found.indent
        self._nature = found
        self._count = count
        branch.type = "orderedList" if found.is_ordered else "bulletList"
        branch.attributes["start"] = count if found.is_ordered else None

    def takes(self, found: Nature, count: int) -> bool:
        """Whether an item of the same depth is the next one of this list."""
        if (self._nature.is_ordered, self._nature.sign) != (found.is_ordered, found.sign):
            return False
        return not found.is_ordered or count == self._count + 1

    def add(self, leaf: Branch, found: Nature, count: int) -> None:
        item = Branch("listItem", leaf.start, leaf.end, leaf.first)
        item.attributes["checked"] = found.checked
        item.children.append(leaf)
        self.branch.children.append(item)
        self._count = count

    def close(self) -> None:
        items = self.branch.children
        for item in items:
            item.reach(item.children[-1])
        self.branch.reach(items[-1])
        if all(item.attributes["checked"] is not None for item in items):
            self.branch.type = "taskList"
        loose = any(not child.type.endswith("List") for item in items for child in item.children[1:])
        self.branch.attributes["tight"] = not loose


class _Flow:
    """Blocks one after the other: in the body, in a cell, in a quotation."""

    def __init__(self, children: list[Branch]) -> None:
        self._children = children
        self._lists: list[_OpenList] = []
        self._gaps: list[Branch] = []  # empty paragraphs, until it is known where the next one is
        self._code: tuple[Branch, Nature] | None = None
        self._quote: tuple[Branch, str, _Flow] | None = None

    def add(self, leaf: Branch, found: Nature, count: int = 0) -> None:
        if found.quote:
            self._add_quoted(leaf, found, found.quote, count)
            return
        self._end_quote()
        if found.is_blank and leaf.type == "paragraph":
            self._gaps.append(leaf)
        elif found.item:
            self._code = None
            self._add_item(leaf, found, found.item, count)
        elif not self._goes_on(leaf, found):
            self._place(leaf, found)
        self._code = (self._code[0] if self._code else leaf, found) if found.is_open else None

    def _goes_on(self, leaf: Branch, found: Nature) -> bool:
        """Whether a paragraph is a further line of code."""
        if self._code is None or leaf.type != "codeBlock" or found.indent != self._code[1].indent:
            self._code = None
            return False
        self._code[0].reach(leaf)
        return True

    def _place(self, leaf: Branch, found: Nature) -> None:
        depths = (
            depth for depth, each in enumerate(self._lists, 1)
            if leaf.type != "heading" and each.indent > NEAR and abs(each.indent - found.indent) <= NEAR
        )  # fmt: skip
        self._close(max(depths, default=0))
        self._fill().append(leaf)

    def _add_item(self, leaf: Branch, found: Nature, item: Item, count: int) -> None:
        while self._lists and self._lists[-1].depth > item[1]:
            self._close(len(self._lists) - 1)
        last = self._lists[-1] if self._lists else None
        if last and last.depth == item[1] and last.takes(found, count):
            self._fill()
            last.add(leaf, found, count)
            return
        if last and last.depth == item[1]:
            self._close(len(self._lists) - 1)
        made = Branch("bulletList", leaf.start, leaf.end, leaf.first)
        self._fill().append(made)
        self._lists.append(_OpenList(made, item, found, count))
        self._lists[-1].add(leaf, found, count)

    def _fill(self) -> list[Branch]:
        """Where the next block goes, behind the empty paragraphs before it."""
        here = self._lists[-1].branch.children[-1].children if self._lists else self._children
        here.extend(self._gaps)
        self._gaps.clear()
        return here

    def _add_quoted(self, leaf: Branch, found: Nature, style: str, count: int) -> None:
        if self._quote is None or self._quote[1] != style:
            self._end_quote()
            quote = Branch("blockquote", leaf.start, leaf.end, leaf.first)
            self._place(quote, found._replace(item=None))
            self._quote = (quote, style, _Flow(quote.children))
        self._code = None
        self._quote[2].add(leaf, found._replace(quote=None), count)

    def _end_quote(self) -> None:
        if self._quote:
            quote, _, inside = self._quote
            inside.finish()
            quote.reach(quote.children[-1])
            self._quote = None

    def _close(self, depth: int) -> None:
        """Close all lists but the outermost few."""
        while len(self._lists) > depth:
            self._lists.pop().close()

    def finish(self) -> None:
        self._end_quote()
        self._close(0)
        self._fill()
