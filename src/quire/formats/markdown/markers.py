"""The markers of list items: bullets, numbers and boxes, changed so that what is in the item stays in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import Block, CodeBlock, List, ListItem, Paragraph
from quire.formats.markdown.indentation import TAB, Indentation
from quire.formats.markdown.lines import line_end, line_start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.formats.markdown.blocks import Tree
    from quire.formats.markdown.patch import Edit

MOST_NUMBER = 999_999_999
"""The largest number that begins an item."""
_MOST_PADDING = 4
_TABBED = re.compile(r"(?:^|[-+*.)])\t", re.MULTILINE)


def items_of(found: List) -> list[ListItem]:
    """The items of a list itself."""
    return [child for child in found.children if isinstance(child, ListItem)]


def marker_of(text: str, item: ListItem) -> str:
    """The marker of an item as it is written."""
    return text[item.start : item.marker_end]


def content_start(text: str, item: ListItem) -> int:
    """Where the content of an item begins on the line of its marker; its marker's end if nothing stands there."""
    end = line_end(text, item.marker_end)
    if not text[item.marker_end : end].strip():
        return item.marker_end
    line, position = line_start(text, item.start), item.marker_end
    while len(text[line:position].expandtabs(TAB)) < item.content_column:
        position += 1
    return position


def behind_box(text: str, item: ListItem) -> int:
    """Where the content of an item begins behind its box, or where a box would stand."""
    if item.checkbox is None:
        return content_start(text, item)
    position, end = item.checkbox[1], line_end(text, item.checkbox[1])
    return position + len(text[position:end]) - len(text[position:end].lstrip(" \t"))


def numbered(model: str, number: int) -> str:
    """A number in the manner of another marker: its delimiter, and as many digits if that begins with a zero."""
    digits, delimiter = model[:-1], model[-1]
    width = len(digits) if digits.startswith("0") else 1
    return f"{min(number, MOST_NUMBER):0{width}}{delimiter}"


def can_have_box(item: ListItem) -> bool:
    """Tell whether a box before the content would be one: other blocks than paragraphs would become its text."""
    return not item.children or isinstance(item.children[0], Paragraph)


@dataclass(frozen=True, slots=True)
class Move:
    """An item, or another block, that goes some columns to the right and may get another marker."""

    block: Block
    columns: int = 0
    marker: str | None = None


class Layout:
    """Where the items of a list stand, and the edits that let them stand elsewhere."""

    def __init__(self, tree: Tree, path: Sequence[Block]) -> None:
        self.text = tree.text
        lists = [block for block in path if isinstance(block, List)]
        tabs = bool(lists) and _TABBED.search(tree.source(lists[0])) is not None
        self.indentation = Indentation(tree.text, path, tabs=tabs)
        self._inside = [block for block in path if isinstance(block, ListItem)]

    def column(self, block: Block) -> int:
        return self.indentation.column(block.start)

    def content_column(self, item: ListItem) -> int:
        return self.indentation.content_column(item)

    def growth(self, move: Move) -> int:
        """How many columns the content of an item goes further than its marker does."""
        if move.marker is None or not isinstance(move.block, ListItem):
            return 0
        longer = len(move.marker) - len(marker_of(self.text, move.block))
        padding = self._padding(move.block)
        if padding == 1:
            return longer
        return longer + min(max(1, padding - longer), _MOST_PADDING) - padding

    def growth_inside(self, move: Move) -> int:
        """How many columns the lines below an item's first go further than its marker does."""
        growth = self.growth(move)
        return 0 if isinstance(move.block, ListItem) and self._may_stay(move.block, growth) else growth

    def edits(self, moves: Iterable[Move]) -> Iterator[Edit]:
        """Yield the edits that make moves of blocks apart from each other."""
        for move in moves:
            yield from self._edits(move)

    def _edits(self, move: Move) -> Iterator[Edit]:
        item = move.block
        if not isinstance(item, ListItem):
            inside = self.content_column(self._inside[-1]) if self._inside else 0
            yield from self.indentation.move(item, move.columns, inside=inside)
            return
        growth = self.growth(move)
        rest = move.columns + self.growth_inside(move)
        start, end, marker = self._marker_edit(move, growth)
        for edit in self.indentation.move(item, move.columns, rest, lazy=self.content_column(item)):
            if edit[1] <= start or edit[0] >= end or move.marker is None:
                yield edit
        if move.marker is not None:
            yield start, end, marker

    def _marker_edit(self, move: Move, growth: int) -> Edit:
        item = move.block
        if not isinstance(item, ListItem) or move.marker is None:
            return item.start, item.start, ""
        end = content_start(self.text, item)
        if end == item.marker_end:
            return item.start, end, move.marker
        padding = self._padding(item) + growth - len(move.marker) + item.marker_end - item.start
        if growth == 0 and move.columns % TAB == 0 and self._reaches(item, move.marker, end):
            return item.start, item.marker_end, move.marker
        return item.start, end, move.marker + " " * padding

    def _reaches(self, item: ListItem, marker: str, end: int) -> bool:
        """Tell whether the white space behind a marker leads to the same column behind another."""
        line = self.text[line_start(self.text, item.start) : item.start]
        padded = line + marker + self.text[item.marker_end : end]
        return len(padded.expandtabs(TAB)) == item.content_column

    def _padding(self, item: ListItem) -> int:
        width = self.content_column(item) - self.column(item)
        return width - (item.marker_end - item.start)

    def _may_stay(self, item: ListItem, growth: int) -> bool:
        """Tell whether what is in an item is indented so far that it stays in it as it stands."""
        content = self.content_column(item)
        line_after = line_end(self.text, item.start)
        inner = [child for child in item.children if child.start > line_after]
        if not inner or any(isinstance(child, CodeBlock) and not child.fence for child in inner):
            return False
        extra = [self.column(child) - content for child in inner]
        return all(each > 0 and 0 <= each - growth < TAB for each in extra)

    def renumbered(self, found: Block, first: int | None = None, without: ListItem | None = None) -> Iterator[Edit]:
        """Yield the edits that let the numbers of an ordered list follow each other, from its own first one."""
        if not isinstance(found, List) or found.first_number is None:
            return
        first = found.first_number if first is None else first
        model = marker_of(self.text, items_of(found)[0])
        items = [item for item in items_of(found) if item is not without]
        wrong = [(item, first + at) for at, item in enumerate(items) if item.number != min(first + at, MOST_NUMBER)]
        yield from self.edits(Move(item, marker=numbered(model, number)) for item, number in wrong)
