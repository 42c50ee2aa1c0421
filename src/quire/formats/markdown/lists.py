"""Lists: turned on and off, converted, indented and outdented where the selection is, and edited item by item."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from quire.core.errors import NotFoundError, UnsupportedError
from quire.core.transaction import AFTER, BEFORE, Transaction
from quire.formats.markdown import listitems
from quire.formats.markdown.blocks import (
    BYTE_ORDER_MARK,
    CodeBlock,
    Definition,
    FootnoteDefinition,
    Heading,
    HtmlBlock,
    List,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Table,
)
from quire.formats.markdown.insertion import adds_leaves
from quire.formats.markdown.lines import line_end, line_ending, line_start, next_line
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.markers import (
    Layout,
    Move,
    behind_box,
    can_have_box,
    items_of,
)
from quire.formats.markdown.nesting import Run, after, indent, outdent, path_to, renumber
from quire.formats.markdown.patch import patch
from quire.formats.markdown.shape import is_same_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.formats.markdown.blocks import Block, ListKind, Span, Tree
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit, Planner

    Nesting = Callable[[MarkdownDocument, Run], Transaction]
    At = Callable[[MarkdownDocument, int], Transaction]
    """Plans what is done to the block or the list that starts at a position."""

CONTAINERS = (Quote, FootnoteDefinition, Definition, ListItem)
LISTABLE = (Paragraph, Heading, CodeBlock, HtmlBlock, MathBlock, Table, Quote)
BULLET, EMPTY_BOX = "-", "[ ] "

# What the selection is about


def _trimmed(document: MarkdownDocument, place: Range) -> Span:
    """The selection without white space at its ends; the cursor, if nothing else is in it."""
    place.within(len(document))
    selected = document.slice(place.start, place.end)
    if not selected.strip():
        cursor = place.start - (document.slice(place.start - 1, place.start + 1) == "\r\n")
        return cursor, cursor
    return place.start + len(selected) - len(selected.lstrip()), place.start + len(selected.rstrip())


def _shared_path(tree: Tree, start: int, end: int) -> list[Block]:
    """The blocks that hold all of a range, from the root on."""
    both = zip(tree.path_at(start), tree.path_at(end), strict=False)
    return [one for one, other in both if one is other]


def _overlaps(block: Block, start: int, end: int) -> bool:
    return block.start <= end and start <= block.end


def _runs(document: MarkdownDocument, place: Range) -> Iterator[Run]:
    """The items that are selected: that of the cursor, or those of the lists that the selection reaches over."""
    start, end = _trimmed(document, place)
    path = _shared_path(document.tree, start, end)
    around = next((block for block in reversed(path) if isinstance(block, List | ListItem)), None)
    if isinstance(around, ListItem):
        lists, start, end = [path[path.index(around) - 1]], around.start, around.start
    elif around is not None:
        lists = [around]
    else:
        lists = list(_outermost_lists(path[-1], start, end))
    for found in lists:
        if isinstance(found, List):
            items = items_of(found)
            before = sum(item.start <= start for item in items) - 1  # whose a blank line between two items is
            chosen = [at for at, item in enumerate(items) if _overlaps(item, start, end)] or [max(0, before)]
            yield Run(path_to(document.tree, found), chosen[0], chosen[-1])


def _outermost_lists(block: Block, start: int, end: int) -> Iterator[List]:
    for child in block.touched(start, end):
        if isinstance(child, List):
            yield child
        else:
            yield from _outermost_lists(child, start, end)


def _nested(document: MarkdownDocument, intent: Intent, plan: Nesting) -> Transaction:
    """One change for all the selected items, from the last list to the first so that none moves another."""
    runs = list(_runs(document, intent.ranges[0]))
    if not runs:
        raise NotFoundError(
            f"There is no list item at position {intent.ranges[0].start}.",
            "Place the cursor in a list item with cursor_set_position, or make a list with list_toggle.",
        )
    change = Transaction()
    for run in reversed(runs):
        result = after(document, change)
        path, _ = _list_at(result.tree, run.holder.start)
        change += plan(result, Run(path, run.first, run.last))
    return change


def _indent(document: MarkdownDocument, intent: Intent) -> Transaction:
    return _nested(document, intent, indent)


def _outdent(document: MarkdownDocument, intent: Intent) -> Transaction:
    return _nested(document, intent, outdent)


# Turning lists on and off


def _toggle(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Make a list of the selected blocks, convert the selected lists, or turn them off if they are of the kind."""
    kind: ListKind = intent.arguments["type"]
    start, end = _trimmed(document, intent.ranges[0])
    lists, blocks = _selected(document.tree, start, end)
    runs = list(_runs_of_blocks(blocks))
    if not lists and not runs:
        return _empty_item(document, start, kind)
    if not runs and all(found.kind == kind for found in lists):
        return _same_text(document, _in_turn(document, [(found.start, _turned_off) for found in lists], kind))
    steps: list[tuple[int, At]] = [(found.start, _converter(kind)) for found in lists if found.kind != kind]
    steps += [(run[0].start, _wrapper(kind, len(run))) for run in runs]
    return _same_text(document, _in_turn(document, sorted(steps, key=lambda step: step[0]), kind))


def _same_text(document: MarkdownDocument, change: Transaction) -> Transaction:
    """The change, unless what is in the list would be read as something else after it."""
    if not is_same_text(document.tree, document.apply(change).tree):
        raise UnsupportedError(
            "Without its indentation, or with another, a block in the list would be read as something else.",
            "Put a blank line before and behind the list, and check its indentation.",
        )
    return change


def _in_turn(document: MarkdownDocument, steps: Sequence[tuple[int, At]], kind: ListKind) -> Transaction:
    """One change of all steps, from the last to the first; then the numbers of what has become ordered."""
    change = Transaction()
    places: list[int] = []
    for start, step in reversed(steps):
        part = step(after(document, change), start)
        places = [start, *(part.mapping.position(place, BEFORE) for place in places)]
        change += part
    for at in range(len(places) if kind == "ordered" else 0):
        part = renumber(after(document, change), places[at])
        places = [part.mapping.position(place, BEFORE) for place in places]
        change += part
    return change


def _selected(tree: Tree, start: int, end: int) -> tuple[list[List], list[Block]]:
    """The lists that a selection is about; and all the blocks, lists or not, if it is not about one list alone."""
    path = _shared_path(tree, start, end)
    around = next((block for block in reversed(path) if isinstance(block, List)), None)
    if around is not None:
        return [around, *_lists_in(around, start, end)], []
    container = next(block for block in reversed(path) if block is tree or isinstance(block, CONTAINERS))
    around_cursor = path[path.index(container) + 1 :][:1]
    chosen = around_cursor if start == end else list(container.touched(start, end))
    lists = [each for child in chosen if isinstance(child, List) for each in (child, *_lists_in(child, start, end))]
    return lists, chosen


def _lists_in(around: List, start: int, end: int) -> Iterator[List]:
    """The nested lists that a selection reaches into from outside of them."""
    inner = (block for block in around.walk() if isinstance(block, List) and block is not around)
    return (block for block in inner if start < end and _overlaps(block, start, end))


def _runs_of_blocks(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Blocks that are in no list, in runs: paragraphs, which make a tight list, or others."""
    for _, run in groupby(blocks, key=lambda block: (isinstance(block, List), isinstance(block, Paragraph))):
        chosen = list(run)
        if not isinstance(chosen[0], List):
            yield chosen


def _marker(kind: ListKind, number: int) -> str:
    return f"{number}." if kind == "ordered" else BULLET


def _empty_item(document: MarkdownDocument, position: int, kind: ListKind) -> Transaction:
    """Begin a list on an empty line."""
    text = document.text
    line, end = line_start(text, position), line_end(text, position)
    if text[line:end].strip(f" \t>{BYTE_ORDER_MARK}"):
        raise UnsupportedError(
            f"What stands at position {position} cannot become an item of a list.", "Place the cursor in a paragraph."
        )
    margin = Margin(text, document.tree.path_at(position))
    at = min(margin.end(line)[0], end)
    item = f"{_marker(kind, 1)} {EMPTY_BOX if kind == 'task' else ''}"
    ending = line_ending(text)
    if line > 0 and text[line_start(text, line - len(ending)) : line].strip(" \t>\r\n"):
        item = ending + margin.text + item
    elif text[line:at].endswith(">"):
        item = f" {item}"
    leaf, sample = ("paragraph", "task") if kind == "task" else ("listItem", "")  # a box without text is text
    for behind in ("", ending + margin.blank):
        if adds_leaves(document, patch(document, [(at, end, item + sample + behind)]), [leaf]):
            return patch(document, [(at, end, item + behind)])
    raise UnsupportedError(
        f"A list that begins at position {position} would change what stands around it.",
        "Place the cursor on a blank line between two blocks.",
    )


def _wrapper(kind: ListKind, count: int) -> At:
    """Make items of so many blocks, the first of which starts at a position."""

    def wrap(document: MarkdownDocument, start: int) -> Transaction:
        path = document.tree.path_at(start)
        at = next(at for at, block in enumerate(path[1:], 1) if block.start == start)
        siblings = path[at - 1].children
        first = siblings.index(path[at])
        blocks, following = siblings[first : first + count], siblings[first + count : first + count + 1]
        for each in blocks:
            _require_listable(each, kind)
        change = patch(document, _wrapped(document, path[:at], blocks, kind))
        _require_siblings(document, change, blocks)
        _require_same_neighbour(document, change, following)
        return change

    return wrap


def _wrapped(
    document: MarkdownDocument, path: Sequence[Block], blocks: Sequence[Block], kind: ListKind
) -> Iterator[Edit]:
    indentation = Layout(document.tree, path).indentation
    for number, block in enumerate(blocks, 1):
        marker = f"{_marker(kind, number)} "
        yield block.start, block.start, marker + (EMPTY_BOX if kind == "task" else "")
        yield from indentation.move(block, 0, len(marker), least=indentation.column(block.start))
    for one, other in pairwise(blocks):
        if isinstance(one, Paragraph):
            yield one.end, line_start(document.text, other.start), line_ending(document.text)


def _require_listable(block: Block, kind: ListKind) -> None:
    if not isinstance(block, LISTABLE) or (kind == "task" and not isinstance(block, Paragraph)):
        raise UnsupportedError(
            f"The {block.type} at position {block.start} cannot become an item of a {kind} list.",
            "Select paragraphs, or turn the block into one with block_set_type first.",
        )


def _require_siblings(document: MarkdownDocument, change: Transaction, blocks: Sequence[Block]) -> None:
    """Refuse to make items of which one, for it is indented, would be in another."""
    after = document.apply(change).tree
    paths = [after.path_at(change.mapping.position(block.start, AFTER)) for block in blocks]
    depths = {sum(isinstance(block, ListItem) for block in path) for path in paths}
    if len(depths) > 1:
        raise UnsupportedError(
            f"Of the blocks from position {blocks[0].start} one would become part of another, for it is indented.",
            "Take its indentation away first.",
        )


def _require_same_neighbour(document: MarkdownDocument, change: Transaction, following: Sequence[Block]) -> None:
    """Refuse to make an item that would take in the block behind it, which is indented as if it were in the item."""
    for block in following:
        before = [each.type for each in path_to(document.tree, block)]
        after = document.apply(change).tree.path_at(change.mapping.position(block.start, BEFORE))
        if not isinstance(block, List) and [each.type for each in after][: len(before)] != before:
            raise UnsupportedError(
                f"The {block.type} at position {block.start} would become part of the list, for it is indented.",
                "Take its indentation away first, or select it as well.",
            )


def _converter(kind: ListKind) -> At:
    """Give the items of the list that starts at a position the markers of a kind."""

    def convert(document: MarkdownDocument, start: int) -> Transaction:
        path, found = _list_at(document.tree, start)
        layout, items = Layout(document.tree, path), items_of(found)
        keeps = (found.first_number is not None) == (kind == "ordered")
        moves = [] if keeps else [Move(item, marker=_marker(kind, at)) for at, item in enumerate(items, 1)]
        boxes = [edit for item in items for edit in _box_edits(document, item, kind)]
        return patch(document, [*layout.edits(moves), *boxes])

    return convert


def _box_edits(document: MarkdownDocument, item: ListItem, kind: ListKind) -> Iterator[Edit]:
    behind = behind_box(document.text, item)
    if kind != "task" and item.checkbox is not None:
        yield item.checkbox[0], behind, ""
    elif kind == "task" and item.checkbox is None:
        if not can_have_box(item):
            raise UnsupportedError(
                f"The item at position {item.start} begins with a {item.children[0].type}, which cannot have a box.",
                "Begin the item with a paragraph first.",
            )
        yield behind, behind, EMPTY_BOX if behind > item.marker_end else f" {EMPTY_BOX}"


def _list_at(tree: Tree, start: int) -> tuple[tuple[Block, ...], List]:
    """The list that starts at a position, and the path to it."""
    found = next(block for block in tree.path_at(start) if isinstance(block, List) and block.start == start)
    return path_to(tree, found), found


def _turned_off(document: MarkdownDocument, start: int) -> Transaction:
    """Make paragraphs of the items of the list that starts at a position, and whatever else they hold."""
    path, found = _list_at(document.tree, start)
    layout = Layout(document.tree, path)
    margin = Margin(document.text, path[:-1])
    blank = margin.blank + line_ending(document.text)
    edits: list[Edit] = []
    for item in items_of(found):
        edits += _unwrapped(document, layout, item)
    gaps = [(one.end, other.start) for one, other in pairwise(items_of(found)) if one.children and other.children]
    return patch(document, [*_separators(document, gaps, path, blank), *edits])


def _unwrapped(document: MarkdownDocument, layout: Layout, item: ListItem) -> Iterator[Edit]:
    """Yield the edits that take the marker from an item, and bring all its lines to where the marker stood."""
    text = document.text
    start, end = item.start, behind_box(text, item)
    width = layout.content_column(item) - layout.column(item)
    moved = layout.indentation.move(item, 0, -width, lazy=layout.content_column(item))
    if item.children and item.children[0].start > line_end(text, start):
        # The content stands on the lines behind: that of the marker goes away.
        line = next_line(text, start) or len(text)
        if layout.indentation.starts_line(item):
            start, end = line_start(text, start), line
    yield start, end, ""
    yield from moved


def _separators(document: MarkdownDocument, gaps: Sequence[Span], path: Sequence[Block], blank: str) -> Iterator[Edit]:
    """Yield the blank lines that paragraphs need between them, before the first and behind the last."""
    text, found, parent = document.text, path[-1], path[-2]
    siblings = parent.children
    at = siblings.index(found)
    before = [(block.end, found.start) for block in siblings[max(0, at - 1) : at]]
    after = [(found.end, block.start) for block in siblings[at + 1 : at + 2]]
    for end, start in [*before, *gaps, *after]:
        line = next_line(text, end)
        if line is not None and line == line_start(text, start):
            yield line, line, blank


VERBS: dict[str, Planner] = {
    "toggle_list": _toggle,
    "indent_items": _indent,
    "outdent_items": _outdent,
    **listitems.VERBS,
}
