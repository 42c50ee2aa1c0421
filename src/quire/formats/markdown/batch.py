"""Blocks changed, inserted, deleted and moved by name: the operations of which batches are made."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.markdown.blocks import (
    BYTE_ORDER_MARK,
    CodeBlock,
    Definition,
    DefinitionTerm,
    FootnoteDefinition,
    FrontMatter,
    Heading,
    List,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    TableCell,
    TableRow,
)
from quire.formats.markdown.fragment import Fragment, set_in
from quire.formats.markdown.grid import cell_text
from quire.formats.markdown.lines import line_end, line_start
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.patch import patch
from quire.formats.markdown.relocation import is_there, moved, relocate, require_others_kept, transfer
from quire.formats.markdown.sections import escaped_title
from quire.formats.markdown.stretch import Stretch, leaf_types, require_closed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit, Planner

_CODE_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


# Updating


def _update(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Other content for a block. Where the content lacks the block's own marks, the block keeps them."""
    stretch = _target(document, intent)
    content = str(intent.arguments["content"])
    if not content.strip():
        raise InvalidArgumentError("The new content is empty.", "Use the operation delete to remove a block.")
    rewrite = _REWRITES.get(type(stretch.first), _replace)
    change = patch(document, rewrite(stretch, content))
    expected = [leaf_types(Fragment(content).blocks), *([] if rewrite is _replace else [[stretch.first.type]])]
    require_others_kept(document, change, (stretch.start, stretch.end), *expected, around=stretch.around)
    return change


def _target(document: MarkdownDocument, intent: Intent) -> Stretch:
    return Stretch.at(document, intent.ranges[0], intent.arguments["depth"])


def _replace(stretch: Stretch, content: str) -> list[Edit]:
    """Blocks in place of the block, whatever it was."""
    fragment, item = Fragment(content), stretch.containers[-1]
    if isinstance(item, ListItem) and item.checkbox and item.children[0] is stretch.first:
        _require_text(fragment)
    lead = stretch.lead(fragment.first)
    return [lead, (stretch.start, stretch.end, stretch.written(fragment)), _tail(stretch, fragment)]


def _tail(stretch: Stretch, fragment: Fragment) -> Edit:
    """What must stand behind new content. It is apart from that, so that the block is known to be the content alone."""
    return stretch.end, stretch.end, stretch.tail(fragment.last)


def _retitle(stretch: Stretch, content: str) -> list[Edit]:
    heading, fragment = cast("Heading", stretch.first), Fragment(content)
    if not isinstance(fragment.only, Paragraph | MathBlock):
        return _replace(stretch, content)
    title = " ".join(fragment.text.split("\n"))
    if not heading.setext:
        title = escaped_title(title)
        source = stretch.document.text
        before = " " if source[heading.inner_start - 1] == "#" else ""
        behind = " " if source.startswith("#", heading.inner_end) else ""
        title = f"{before}{title}{behind}"
    return [(heading.inner_start, heading.inner_end, title)]


def _recode(stretch: Stretch, content: str) -> list[Edit]:
    """Other code in the same fence, which is made longer if the code needs that."""
    block = cast("CodeBlock", stretch.first)
    only = Fragment(content).only
    if isinstance(only, CodeBlock) and only.fence:
        return _replace(stretch, content)
    code = re.sub(r"\r\n|\r", "\n", content).removesuffix("\n")
    if not block.fence:
        text = "    " + set_in(code, stretch.margin.text + "    ", stretch.line_ending)
        return [(block.start, block.end, text)]
    fence = _fence_around(code, block.fence)
    source = stretch.document.text
    opening = source[block.start + len(block.fence) : line_end(source, block.start)]
    text = set_in(f"{fence}{opening}\n{code}\n{fence}", stretch.margin.text, stretch.line_ending)
    return [(block.start, block.end, text)]


def _fence_around(code: str, fence: str) -> str:
    longest = max((len(found[1]) for found in _CODE_FENCE.finditer(code) if found[1][0] == fence[0]), default=0)
    return fence[0] * max(len(fence), longest + 1)


def _refill(stretch: Stretch, content: str) -> list[Edit]:
    """Other blocks in the same quote, item or footnote."""
    block, fragment = stretch.first, Fragment(content)
    if isinstance(fragment.only, type(block)):
        return _replace(stretch, content)
    if isinstance(block, ListItem) and block.checkbox:
        _require_text(fragment)
    margin = Margin(stretch.document.text, (*stretch.containers[1:], block))
    text, tail = fragment.written(margin.text, stretch.line_ending), _tail(stretch, fragment)
    if block.children:
        return [(block.children[0].start, block.end, text), tail]
    space = "" if stretch.document.slice(block.end - 1, block.end) in (" ", "\t") else " "
    return [(block.end, block.end, space + text), tail]


def _require_text(fragment: Fragment) -> None:
    """Refuse what cannot stand behind the box of a task: there, the marks of other blocks are read as text."""
    if not isinstance(fragment.first, Paragraph | MathBlock):
        raise UnsupportedError(
            f"The text of a task cannot be a {fragment.first.type if fragment.first else 'nothing'}.",
            "Let the content begin with a paragraph, or turn the list into one without boxes with list_toggle.",
        )


def _rewrite_item(stretch: Stretch, content: str) -> list[Edit]:
    """Another item, if the content is one; else other content of the item."""
    fragment = Fragment(content)
    if not isinstance(fragment.only, List):
        return _refill(stretch, content)
    number = cast("ListItem", stretch.first).number
    return [(stretch.start, stretch.end, _items(stretch, fragment, number)), _tail(stretch, fragment)]


def _rewrite_cell(stretch: Stretch, content: str) -> list[Edit]:
    cell = stretch.first
    if stretch.document.slice(cell.end, cell.end + 1) != "|" and cell.start == cell.end:
        raise UnsupportedError("The row is too short to have this cell.", "Use table_modify with setCellContent.")
    return [(cell.inner_start, cell.inner_end, cell_text(content))]


def _rewrite_formula(stretch: Stretch, content: str) -> list[Edit]:
    if "$$" in content:
        return _replace(stretch, content)
    return _replace(stretch, f"$$\n{content.strip()}\n$$")


def _rewrite_metadata(stretch: Stretch, content: str) -> list[Edit]:
    block = cast("FrontMatter", stretch.first)
    mark = stretch.document.slice(block.start, block.start + 3)
    lines = content.strip().splitlines()
    if lines[0].rstrip() == mark:
        return [(block.start, block.end, stretch.line_ending.join(lines))]
    ending = stretch.line_ending
    last = "" if block.inner_start < block.inner_end else ending
    return [(block.inner_start, block.inner_end, ending.join(lines) + last)]


def _rewrite_term(stretch: Stretch, content: str) -> list[Edit]:
    return [(stretch.first.inner_start, stretch.first.inner_end, " ".join(content.split()))]


def _refuse_row(stretch: Stretch, content: str) -> list[Edit]:  # noqa: ARG001 - it refuses whatever the content
    raise _refusal(stretch.first)


_REWRITES: dict[type[Block], Callable[[Stretch, str], list[Edit]]] = {
    Heading: _retitle,
    CodeBlock: _recode,
    Quote: _refill,
    FootnoteDefinition: _refill,
    Definition: _refill,
    ListItem: _rewrite_item,
    TableCell: _rewrite_cell,
    TableRow: _refuse_row,
    MathBlock: _rewrite_formula,
    FrontMatter: _rewrite_metadata,
    DefinitionTerm: _rewrite_term,
}


# Inserting


def _insert(document: MarkdownDocument, intent: Intent) -> Transaction:
    """New blocks behind a block, new items behind an item; at the beginning of the document, if behind nothing."""
    (place,) = intent.ranges
    fragment, depth = Fragment(intent.arguments["content"]), intent.arguments["depth"]
    if not fragment.text:
        raise InvalidArgumentError("The content is empty: there is nothing to insert.", "Give the blocks to insert.")
    around: tuple[str, ...] = ()
    if depth is None:
        edit = _first(document, place.start, fragment)
    else:
        anchor = Stretch.ending(document, place.start, depth)
        _require_flow(anchor.last)
        require_closed(anchor)
        edit, around = (anchor.end, anchor.end, _behind(anchor, fragment)), anchor.around
    change = patch(document, [edit])
    require_others_kept(document, change, edit[:2], leaf_types(fragment.blocks), around=around)
    return change


def _first(document: MarkdownDocument, position: int, fragment: Fragment) -> Edit:
    ending = document.line_ending
    position = max(line_start(document.text, position), int(document.slice(0, 1) == BYTE_ORDER_MARK))
    return position, position, fragment.written("", ending) + (ending * 2 if document.tree.children else "")


def _behind(anchor: Stretch, fragment: Fragment) -> str:
    """Blocks as they are written behind another one: what comes behind an item is an item."""
    item, tail = anchor.last, anchor.tail(fragment.last)
    if not isinstance(item, ListItem):
        return anchor.blank_line + anchor.written(fragment) + tail
    gap = anchor.line_ending + _item_margin(anchor)
    if not cast("List", anchor.containers[-1]).tight:
        gap = f"{anchor.line_ending}{anchor.margin.blank}{gap}"
    return gap + _items(anchor, fragment, None if item.number is None else item.number + 1) + tail


def _item_margin(anchor: Stretch) -> str:
    """What stands before the marker of each further item of a list."""
    source, start = anchor.document.text, anchor.start
    column = len(source[line_start(source, start) : start].expandtabs(4))
    return anchor.margin.text.ljust(column)


def _items(anchor: Stretch, fragment: Fragment, number: int | None) -> str:
    """Blocks as items like the one that is given, the first with that number."""
    known = cast("List", anchor.containers[-1])
    margin, ending, space = _item_margin(anchor), anchor.line_ending, _space(anchor)
    written = []
    for offset, body in enumerate(_bodies(known, fragment)):
        marker = (known.delimiter if number is None else f"{number + offset}{known.delimiter}") + space
        written.append(marker + set_in(body, margin + " " * len(marker), ending))
    gap = ending + margin if known.tight else f"{ending}{margin.rstrip()}{ending}{margin}"
    return gap.join(written)


def _space(anchor: Stretch) -> str:
    """What stands between the marker of an item and its content."""
    item = cast("ListItem", anchor.last)
    source = anchor.document.text
    marker_column = len(source[line_start(source, item.start) : item.marker_end].expandtabs(4))
    return " " * max(1, item.content_column - marker_column)


def _bodies(known: List, fragment: Fragment) -> Iterator[str]:
    """What stands behind the marker of each item that a fragment is, or of the one that it is to be."""
    if not isinstance(fragment.only, List):
        if known.kind == "task":
            _require_text(fragment)
        yield f"[ ] {fragment.text}" if known.kind == "task" else fragment.text
        return
    for item in fragment.only.children:
        item = cast("ListItem", item)
        start = item.checkbox[0] if item.checkbox else item.inner_start
        yield fragment.outdented(start, item.end, (fragment.only, item))


# Deleting and moving


def _delete(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A block less, with the gap on the side that is given."""
    stretch = _target(document, intent)
    _require_flow(stretch.first)
    edits = list(_removal(stretch, intent))
    change = patch(document, edits)
    start, end = min(edit[0] for edit in edits), max(edit[1] for edit in edits)
    require_others_kept(document, change, (min(start, stretch.start), max(end, stretch.end)), [])
    return change


def _removal(stretch: Stretch, intent: Intent) -> Iterator[Edit]:
    """The edits that take a block away, and the containers that would be left with nothing in them."""
    while len(stretch.containers) > intent.arguments["outer"] + 1 and len(stretch.containers[-1].children) == 1:
        containers, block = stretch.containers[:-1], stretch.containers[-1]
        stretch = Stretch(stretch.document, containers, block, block)
    yield stretch.removal(intent.arguments["side"])
    yield from _renumbering(stretch, intent)


def _renumbering(stretch: Stretch, intent: Intent) -> Iterator[Edit]:
    """The number of an ordered list's first item, for the item that becomes the first."""
    following, known = stretch.following, stretch.containers[-1]
    if not (intent.arguments["leads"] and isinstance(following, ListItem) and isinstance(known, List)):
        return
    if following.number not in (None, known.first_number):
        yield following.start, following.marker_end - 1, str(known.first_number)


def _move(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A block behind another one, or to the beginning; behind an item it becomes an item of that list."""
    stretch, target = _target(document, intent), intent.ranges[1]
    _require_flow(stretch.first)
    if isinstance(stretch.first, FrontMatter):
        raise UnsupportedError("Front matter stands at the beginning and cannot be moved.", "Move other blocks.")
    side, depth = intent.arguments["side"], intent.arguments["afterDepth"]
    if depth is None:
        return _move_first(stretch, target.start, intent)
    anchor = Stretch.ending(document, target.start, depth)
    _require_flow(anchor.last)
    if isinstance(anchor.last, ListItem):
        return _move_behind_item(stretch, anchor, intent)
    if is_there(stretch, anchor):
        return Transaction()
    arrival = anchor.end, anchor.end, moved(stretch, anchor, side)
    return transfer(stretch, arrival, anchor.around, list(_removal(stretch, intent)))


def _move_first(stretch: Stretch, position: int, intent: Intent) -> Transaction:
    if stretch.start == position:
        return Transaction()
    first = _first(stretch.document, position, Fragment(stretch.outdented()))
    return transfer(stretch, first, (), list(_removal(stretch, intent)))


def _move_behind_item(stretch: Stretch, anchor: Stretch, intent: Intent) -> Transaction:
    known = cast("List", anchor.containers[-1])
    if stretch.containers[-1] is known and known.first_number is None:
        return relocate(stretch, anchor, intent.arguments["side"])
    if is_there(stretch, anchor):
        return Transaction()
    text = _behind(anchor, Fragment(stretch.outdented()))
    return transfer(stretch, (anchor.end, anchor.end, text), anchor.around, list(_removal(stretch, intent)))


def _require_flow(block: Block) -> None:
    """Refuse rows, cells and the parts of definition lists: they do not stand between other blocks."""
    if isinstance(block, TableRow | TableCell | DefinitionTerm | Definition):
        raise _refusal(block)


def _refusal(block: Block) -> UnsupportedError:
    whole = "Use table_modify, or update the table as a whole."
    if isinstance(block, DefinitionTerm | Definition):
        whole = "Update the definition list as a whole."
    return UnsupportedError(f"This cannot be done to a {block.type} alone.", whole)


# Formatting


def _format(document: MarkdownDocument, intent: Intent) -> Transaction:
    """What another verb does to a block."""
    return document.plan(Intent(intent.arguments["verb"], intent.ranges, intent.arguments["arguments"]))


VERBS: dict[str, Planner] = {
    "format_block": _format,
    "update_block": _update,
    "insert_block": _insert,
    "delete_block": _delete,
    "move_block": _move,
}
