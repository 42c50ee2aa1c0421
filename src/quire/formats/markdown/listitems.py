"""The items of one list, nested ones included, edited one after the other as one change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError, in_operation
from quire.core.transaction import AFTER, BEFORE, Transaction
from quire.formats.markdown.blocks import BYTE_ORDER_MARK, List, ListItem, walk
from quire.formats.markdown.lines import line_end, line_ending, line_start
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.markers import Layout, behind_box, can_have_box, content_start, marker_of
from quire.formats.markdown.nesting import Run, indent, outdent, path_to, renumber
from quire.formats.markdown.patch import patch
from quire.formats.markdown.relocation import require_others_kept
from quire.formats.markdown.seam import changed
from quire.formats.markdown.shape import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quire.core.document import Intent
    from quire.formats.markdown.blocks import Block, Tree
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit, Planner

    Operation = Callable[["Items", dict[str, Any]], Transaction]


class Items:
    """The items of a list at one moment, in document order; the range follows the list through changes."""

    def __init__(self, document: MarkdownDocument, place: Range, ending: str) -> None:
        self.document = document
        self.text = document.text
        self.ending = ending
        self.place = place
        self._found = [
            block
            for block in walk(document.tree.touched(place.start, place.end))
            if isinstance(block, ListItem) and place.start <= block.start <= place.end
        ]

    def after(self, change: Transaction) -> Items:
        start = change.mapping.position(self.place.start, BEFORE)
        end = change.mapping.position(self.place.end, AFTER)
        return Items(self.document.apply(change), Range(start, end), self.ending)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[ListItem]:
        return iter(self._found)

    def at(self, index: int) -> ListItem:
        """The item of that number."""
        if not 0 <= index < len(self):
            known = f"Its items are 0 to {len(self) - 1}" if self._found else "It has no items left"
            raise InvalidArgumentError(
                f"There is no item {index} in the list.", f"{known}, counted in document order, nested ones included."
            )
        return self._found[index]

    def path(self, item: ListItem) -> tuple[Block, ...]:
        """The blocks from the root to an item."""
        return path_to(self.document.tree, item)

    def run(self, index: int) -> Run:
        """The item of that number as one that can be indented and outdented."""
        item = self.at(index)
        path = self.path(item)[:-1]
        number = [each for each in path[-1].children if isinstance(each, ListItem)].index(item)
        return Run(path, number, number)


def _modify(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Carry out operations, each on what the one before it left."""
    (place,) = intent.ranges
    items, whole = Items(document, place.within(len(document)), line_ending(document.text)), Transaction()
    if not len(items):
        raise NotFoundError(f"There is no list from {place.start} to {place.end}.", "list_blocks shows the lists.")
    for number, operation in enumerate(intent.arguments["operations"]):
        with in_operation(number, operation["type"]):
            change = OPERATIONS[operation["type"]](items, operation)
        items, whole = items.after(change), whole + change
    require_others_kept(document, whole, (place.start, place.end))
    return whole


def _indent(items: Items, operation: dict[str, Any]) -> Transaction:
    return indent(items.document, items.run(operation["index"]))


def _outdent(items: Items, operation: dict[str, Any]) -> Transaction:
    return outdent(items.document, items.run(operation["index"]))


# Content


def _set_content(items: Items, operation: dict[str, Any]) -> Transaction:
    """Put content in place of an item's own, which is all before its nested list."""
    item, text = items.at(operation["index"]), items.text
    margin = Margin(text, items.path(item))
    content = _indented(operation["content"], margin, items.ending)
    own = item.children[: _first_list(item)]
    start = behind_box(text, item)
    if own and own[0].start > line_end(text, start):
        start = own[0].start
    end = own[-1].end if own else start
    if start == item.marker_end and content:
        content = f" {content}"
    nested = item.children[len(own) :]
    if not own and nested and nested[0].start <= line_end(text, start):
        content += items.ending + margin.text
    change = _apart(items, _kept(items, item), [(start, end, content)], items.ending + margin.blank)
    if change is None:
        raise _unfit_content()
    return change


def _apart(items: Items, kept: Sequence[ListItem], edits: Sequence[Edit], blank: str) -> Transaction | None:
    """The change that makes edits, with a blank line behind the first if what is around would else be read otherwise.

    None if it would be in any case, or if an item to be kept would not."""
    (start, end, text), *others = edits
    for behind in ("", blank):
        change = patch(items.document, [(start, end, text + behind), *others])
        before, after = changed(items.document.tree, items.document.apply(change).tree)
        moved = [(change.mapping.position(at, AFTER), kind) for at, kind in _leaves_around(before, start, end)]
        is_same = _leaves_around(after, start, change.mapping.position(end, AFTER)) == moved
        if is_same and _are_items(items, change, kept):
            return change
    return None


def _unfit_content() -> InvalidArgumentError:
    return InvalidArgumentError(
        "The content would not stay in an item of its own, or would take in what is behind it.",
        "Begin it with text, and close its fences and HTML blocks.",
    )


def _leaves_around(blocks: Sequence[Block], start: int, end: int) -> list[tuple[int, str]]:
    return [(leaf.start, leaf.type) for leaf in texts(blocks) if not start <= leaf.start <= end]


def _first_list(item: ListItem) -> int:
    found = (at for at, child in enumerate(item.children) if isinstance(child, List))
    return next(found, len(item.children))


def _indented(content: str, margin: Margin, ending: str) -> str:
    """Content whose further lines stand behind a margin."""
    first, *rest = content.strip("\r\n").splitlines() or [""]
    lines = [margin.text + line if line.strip() else margin.blank for line in rest]
    return ending.join([first, *lines])


def _are_items(items: Items, change: Transaction, kept: Sequence[ListItem], added: int | None = None) -> bool:
    """Tell whether items are still such after a change, at their depth, and one that was added is one."""
    tree = items.document.apply(change).tree
    if added is not None and not _depth(tree, added):
        return False
    depths = ((item.start, change.mapping.position(item.start, AFTER)) for item in kept)
    return all(_depth(items.document.tree, before) == _depth(tree, after) for before, after in depths)


def _depth(tree: Tree, start: int) -> int:
    """How many items deep the item is that starts at a position; 0 if there is none."""
    starts = [block.start for block in tree.path_at(start) if isinstance(block, ListItem)]
    return starts.index(start) + 1 if start in starts else 0


def _kept(items: Items, edited: ListItem) -> list[ListItem]:
    """The items that are there whatever becomes of an item's own content."""
    own_end = edited.children[_first_list(edited)].start if _first_list(edited) < len(edited.children) else edited.end
    return [item for item in items if item.start <= edited.start or item.start >= own_end]


# Adding and deleting


def _add(items: Items, operation: dict[str, Any]) -> Transaction:
    """Put a new item before the one of an index, at its level; or behind the last of the list itself."""
    index = operation.get("index")
    if index is None or index == len(items):
        return _append(items, operation)
    item = items.at(index)
    path = items.path(item)
    lines = _new_item(items, path, item, operation)
    text = lines.item + lines.ending + lines.gap + lines.prefix
    change = patch(items.document, [(item.start, item.start, text)])
    if not _are_items(items, change, list(items), item.start):
        raise _unfit_content()
    return _numbered(items, change, path, item.start)


def _append(items: Items, operation: dict[str, Any]) -> Transaction:
    outermost = min((items.path(item) for item in items), key=len, default=None)
    if outermost is None:
        raise InvalidArgumentError("The list has no items left to add one to.", "Add the item before deleting others.")
    found = outermost[-2]
    item = [each for each in found.children if isinstance(each, ListItem)][-1]
    path = items.path(item)
    lines = _new_item(items, path, item, operation)
    text = lines.ending + lines.gap + lines.prefix + lines.item
    change = patch(items.document, [(item.end, item.end, text)])
    if not _are_items(items, change, list(items), item.end + len(text) - len(lines.item)):
        raise _unfit_content()
    return _numbered(items, change, path, item.start)


class _Lines:
    """A new item beside another: its own lines, what stands before its marker, and the blank line of loose lists."""

    def __init__(self, item: str, prefix: str, gap: str, ending: str) -> None:
        self.item = item
        self.prefix = prefix
        self.gap = gap
        self.ending = ending


def _new_item(items: Items, path: Sequence[Block], sibling: ListItem, operation: dict[str, Any]) -> _Lines:
    found, text = path[-2], items.text
    layout = Layout(items.document.tree, path[:-1])
    outer = Margin(text, path[:-2])
    starts_line = layout.indentation.starts_line(sibling)
    prefix = layout.indentation.prefix(sibling) if starts_line else outer.text
    ending = items.ending
    marker = marker_of(text, sibling)
    padding = text[sibling.marker_end : content_start(text, sibling)] or " "
    box = _box(found, operation.get("checked"))
    lead = Margin(text, path)
    first, *rest = _indented(operation["content"], lead, ending).split(ending)
    gap = "" if isinstance(found, List) and found.tight else outer.blank + ending
    return _Lines(ending.join([f"{marker}{padding}{box}{first}", *rest]), prefix, gap, ending)


def _box(found: Block, checked: bool | None) -> str:
    if not isinstance(found, List) or (checked is None and found.kind != "task"):
        return ""
    if found.first_number is not None and found.kind != "task":
        raise UnsupportedError(
            "An ordered list has no boxes.", "Leave 'checked' out, or make it a task list with list_toggle."
        )
    return "[x] " if checked else "[ ] "


def _numbered(items: Items, change: Transaction, path: Sequence[Block], start: int) -> Transaction:
    """The change, and the numbers of its list from the first one that it had before."""
    found = path[-2]
    first = found.first_number if isinstance(found, List) else None
    place = change.mapping.position(start, BEFORE)
    return change + renumber(items.document.apply(change), place, first)


def _delete(items: Items, operation: dict[str, Any]) -> Transaction:
    """Delete an item with all that is in it."""
    item = items.at(operation["index"])
    kept = [each for each in items if not item.start <= each.start <= item.end]
    change = _apart(items, kept, *_deletion(items, item))
    if change is None:
        raise UnsupportedError(
            f"Without the item at position {item.start} the text around it would be read as something else.",
            "Close the code or HTML before it, or put a blank line before and behind the list first.",
        )
    return change


def _deletion(items: Items, item: ListItem) -> tuple[list[Edit], str]:
    """The edits that delete an item, and the blank line that may be needed in its place."""
    path = items.path(item)
    siblings = [each for each in path[-2].children if isinstance(each, ListItem)]
    at = siblings.index(item)
    layout, blank = Layout(items.document.tree, path[:-1]), Margin(items.text, path[:-2]).blank
    if at + 1 == len(siblings):
        edit = (siblings[at - 1].end, item.end, "") if at else _without_list(items, path, item)
        return [edit], items.ending + blank
    following = siblings[at + 1]
    whole_lines = layout.indentation.starts_line(item)
    start = _line_behind_mark(items.text, item) if whole_lines else item.start
    end = line_start(items.text, following.start) if whole_lines else following.start
    return [(start, end, ""), *layout.renumbered(path[-2], without=item)], blank + items.ending


def _line_behind_mark(text: str, item: ListItem) -> int:
    start = line_start(text, item.start)
    return start + text.startswith(BYTE_ORDER_MARK, start)


def _without_list(items: Items, path: Sequence[Block], item: ListItem) -> Edit:
    """The edit that deletes a list with its last item, and the blank lines that would be left over."""
    text, siblings = items.text, path[-3].children
    at = siblings.index(path[-2])
    layout = Layout(items.document.tree, path[:-1])
    if not layout.indentation.starts_line(item):
        outer = path[-3]
        start = outer.marker_end if isinstance(outer, ListItem) and not outer.checkbox else item.start
        return start, item.end, ""
    following = siblings[at + 1] if at + 1 < len(siblings) else None
    if at:
        return siblings[at - 1].end, item.end, ""
    if following is not None:
        return _line_behind_mark(text, item), line_start(text, following.start), ""
    start = item.start if layout.indentation.prefix(item).strip() else _line_behind_mark(text, item)
    return start, item.end, ""


# Boxes


def _set_checked(items: Items, operation: dict[str, Any]) -> Transaction:
    """Check or uncheck the box of an item; one of a bullet list that has none gets one."""
    item, checked = items.at(operation["index"]), operation["checked"]
    if item.checkbox is not None:
        start, end = item.checkbox
        return patch(items.document, [] if item.checked == checked else [(start, end, "[x]" if checked else "[ ]")])
    if item.number is not None or not item.children or not can_have_box(item):
        raise UnsupportedError(
            f"Item {operation['index']} has no box, and only items of bullet lists that begin with text get one.",
            "Make the list a task list with list_toggle first.",
        )
    start = behind_box(items.text, item)
    box = "[x] " if checked else "[ ] "
    return patch(items.document, [(start, start, f" {box}" if start == item.marker_end else box)])


OPERATIONS: dict[str, Operation] = {
    "setItemContent": _set_content,
    "addItem": _add,
    "deleteItem": _delete,
    "indent": _indent,
    "outdent": _outdent,
    "setChecked": _set_checked,
}

VERBS: dict[str, Planner] = {"modify_list": _modify}
