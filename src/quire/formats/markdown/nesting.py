"""Items of lists, nested under the one before them or brought out of their parent."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from quire.core.errors import UnsupportedError
from quire.core.transaction import AFTER, Mapping, Transaction
from quire.formats.markdown.blocks import Block, List, ListItem, Tree
from quire.formats.markdown.indentation import TAB
from quire.formats.markdown.lines import line_ending, line_start
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.markers import Layout, Move, items_of, marker_of, numbered
from quire.formats.markdown.patch import patch
from quire.formats.markdown.shape import is_same_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit


def path_to(tree: Tree, block: Block) -> tuple[Block, ...]:
    """The blocks from the root to a block."""
    path = tree.path_at(block.start)
    return path[: path.index(block) + 1]


def list_with(tree: Tree, start: int) -> List | None:
    """The list that has an item at a position."""
    path = tree.path_at(start)
    for parent, block in pairwise(path):
        if isinstance(block, ListItem) and block.start == start and isinstance(parent, List):
            return parent
    return None


def renumber(document: MarkdownDocument, start: int, first: int | None = None) -> Transaction:
    """The change that lets the numbers of the list with an item at a position follow each other."""
    found = list_with(document.tree, start)
    if found is None:
        return Transaction()
    layout = Layout(document.tree, path_to(document.tree, found))
    return patch(document, layout.renumbered(found, first))


@dataclass(frozen=True, slots=True)
class Run:
    """Items of one list that follow each other; the path leads to the list."""

    path: tuple[Block, ...]
    first: int
    last: int

    @property
    def holder(self) -> List:
        found = self.path[-1]
        if not isinstance(found, List):
            raise TypeError(f"a run of items in {found.type}")
        return found

    @property
    def items(self) -> list[ListItem]:
        return items_of(self.holder)[self.first : self.last + 1]

    @property
    def following(self) -> list[ListItem]:
        return items_of(self.holder)[self.last + 1 :]


def indent(document: MarkdownDocument, run: Run) -> Transaction:
    """The change that nests items, with all that is in them, under the item before them."""
    if run.first == 0:
        raise UnsupportedError(
            f"The item {_shown(document, run.items[0])} is the first of its list: there is none to nest it under.",
            "Place the cursor in an item that has a sibling before it.",
        )
    moves = list(_inward(document, run))
    return _carried_out(document, run, moves, 1, [])


def _inward(document: MarkdownDocument, run: Run) -> Iterator[Move]:
    layout = Layout(document.tree, run.path)
    previous = items_of(run.holder)[run.first - 1]
    joined = previous.children[-1] if previous.children else None
    if not isinstance(joined, List):
        column = layout.content_column(previous)
        for number, item in enumerate(run.items, 1):
            own = marker_of(document.text, item)
            marker = own if item.number is None else numbered(own, number)
            yield Move(item, column - layout.column(item), marker)
        return
    last = items_of(joined)[-1]
    for number, item in enumerate(run.items, 1):
        yield Move(item, layout.column(last) - layout.column(item), _next_marker(document.text, last, number))


def _next_marker(text: str, last: ListItem, ahead: int) -> str:
    marker = marker_of(text, last)
    return marker if last.number is None else numbered(marker, last.number + ahead)


def outdent(document: MarkdownDocument, run: Run) -> Transaction:
    """The change that brings items behind their parent; what followed them in the parent becomes the last one's."""
    parent = run.path[-2]
    if not isinstance(parent, ListItem):
        raise UnsupportedError(
            f"The item {_shown(document, run.items[0])} is at the top level of its list and cannot be outdented.",
            f"Use list_toggle with type {run.holder.kind!r} to turn the list off.",
        )
    layout = Layout(document.tree, run.path)
    outward = list(_outward(document, run, layout, parent))
    content = layout.content_column(run.items[-1]) + outward[-1].columns + layout.growth(outward[-1])
    behind = parent.children[parent.children.index(run.holder) + 1 :]
    shift = content - layout.content_column(parent)
    moves = [
        *outward,
        *_adopted(document, run, layout, outward[-1], shift),
        *(Move(block, shift) for block in behind),
    ]
    return _carried_out(document, run, moves, -1, list(_line_break(document, run, layout, parent)))


def _outward(document: MarkdownDocument, run: Run, layout: Layout, parent: ListItem) -> Iterator[Move]:
    for number, item in enumerate(run.items, 1):
        yield Move(item, layout.column(parent) - layout.column(item), _next_marker(document.text, parent, number))


def _adopted(document: MarkdownDocument, run: Run, layout: Layout, last: Move, shift: int) -> Iterator[Move]:
    """Yield the moves of the siblings that become children of the last item, in its own list if it ends with one."""
    own = last.block.children[-1] if last.block.children else None
    for number, item in enumerate(run.following, 1):
        marker = marker_of(document.text, item)
        if item.number is not None:
            marker = numbered(marker, number)
        if not isinstance(own, List):
            yield Move(item, shift, marker)
            continue
        model = items_of(own)[-1]
        if (model.number is None) == (item.number is None):
            marker = _next_marker(document.text, model, number)
        column = layout.column(model) + last.columns + layout.growth_inside(last)
        yield Move(item, column - layout.column(item), marker)


def _line_break(document: MarkdownDocument, run: Run, layout: Layout, parent: ListItem) -> Iterator[Edit]:
    """Yield the edit that gives a line of its own to an item that stands behind its parent's marker."""
    item = run.items[0]
    if layout.indentation.starts_line(item):
        return
    above = [block for block in run.path if isinstance(block, ListItem) and block is not parent]
    extra = layout.column(parent) - (layout.content_column(above[-1]) if above else 0)
    margin = Margin(document.text, run.path[: run.path.index(parent)])
    extra = extra if 0 <= extra < TAB else 0
    yield parent.marker_end, item.start, line_ending(document.text) + margin.text + " " * extra


def _carried_out(
    document: MarkdownDocument, run: Run, moves: Sequence[Move], deeper: int, breaks: list[Edit]
) -> Transaction:
    """The change that makes the moves and renumbers the lists, if it leads to the nesting that is wanted.

    A blank line before an item that would else be taken for a part of the text before it is put in only then."""
    wanted = _depths(run.path)
    for item in run.items:
        for inner in _items_in(item):
            wanted[inner.start] += deeper
    edits = [*Layout(document.tree, run.path).edits(moves), *breaks]
    leading = _leading(run, [move.block for move in moves])
    for apart in ([], *([block] for block in leading), leading):
        change = patch(document, [*_blank_lines(document, run, apart), *edits])
        result = document.apply(change)
        if _is_nested_so(result.tree, change.mapping, wanted) and is_same_text(document.tree, result.tree):
            return change + _renumbered(result, change.mapping, run)
    raise UnsupportedError(
        f"Markdown cannot have the item {_shown(document, run.items[0])} at that level here.",
        "Give the item, or the text before it, another form first: an open fence or HTML would take it in.",
    )


def _leading(run: Run, moved: Sequence[Block]) -> list[Block]:
    """The first of the items, of the siblings behind them, and of the blocks behind those, if they move."""
    behind = [block for block in moved if not isinstance(block, ListItem)]
    return [block for block in (*run.items[:1], *run.following[:1], *behind[:1]) if block in moved]


def _blank_lines(document: MarkdownDocument, run: Run, blocks: Sequence[Block]) -> Iterator[Edit]:
    margin = Margin(document.text, run.path[:-1])
    for block in blocks:
        line = line_start(document.text, block.start)
        yield line, line, margin.blank + line_ending(document.text)


def _renumbered(document: MarkdownDocument, mapping: Mapping, run: Run) -> Transaction:
    """Renumber the lists that the items have left and come to, and that of what they have adopted."""
    change = Transaction()
    before = items_of(run.holder)[: run.first]
    for item in [*before[:1], *run.items[:1], *run.following[:1]]:
        place = change.mapping.position(mapping.position(item.start, AFTER), AFTER)
        change += renumber(after(document, change), place)
    return change


def after(document: MarkdownDocument, change: Transaction) -> MarkdownDocument:
    """The document after a change; the same, and not read again, if that changes nothing."""
    return document.apply(change) if change else document


def _items_in(block: Block) -> Iterator[ListItem]:
    return (each for each in block.walk() if isinstance(each, ListItem))


def _depths(path: Sequence[Block]) -> dict[int, int]:
    """How deep each item is, by its start, of the outermost list of a path."""
    outermost = next(block for block in path if isinstance(block, List))
    found: dict[int, int] = {}
    waiting: list[tuple[Block, int]] = [(outermost, 0)]
    while waiting:
        block, depth = waiting.pop()
        if isinstance(block, ListItem):
            found[block.start] = depth = depth + 1
        waiting.extend((child, depth) for child in block.children)
    return found


def _is_nested_so(tree: Tree, mapping: Mapping, wanted: dict[int, int]) -> bool:
    """Tell whether each item is where it should be, and no other block has become one."""
    expected = {mapping.position(start, AFTER): depth for start, depth in wanted.items()}
    path = tree.path_at(min(expected))
    if not any(isinstance(block, List) for block in path):
        return False
    return _depths(path) == expected


def _shown(document: MarkdownDocument, item: ListItem) -> str:
    first = document.text[item.start : item.end].partition("\n")[0].strip()
    return repr(first if len(first) <= 40 else f"{first[:40]}…")
