"""A new block at a position: where it can stand, and what must stand around it to keep it apart from the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from quire.core.errors import UnsupportedError
from quire.formats.markdown.blocks import (
    BYTE_ORDER_MARK,
    WHITE,
    Block,
    Definition,
    DefinitionList,
    FootnoteDefinition,
    FrontMatter,
    Heading,
    LinkDefinition,
    List,
    ListItem,
    Paragraph,
    Quote,
    Table,
    ThematicBreak,
    Tree,
)
from quire.formats.markdown.lines import is_blank, line_end, line_ending, line_start, next_line
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.prose import as_prose

if TYPE_CHECKING:
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit

_CONTAINERS = (Tree, Quote, List, ListItem, FootnoteDefinition, DefinitionList, Definition)
_KEPT_WHOLE = (Heading, ThematicBreak, LinkDefinition)
"""Short blocks: what is wanted in the middle of one comes to stand behind it."""


_BREAK = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
"""A backslash at the end of a line that breaks it."""


def place_block(document: MarkdownDocument, position: int, lines: Sequence[str]) -> Edit:
    """The edit that puts the lines of a block at a position, as a block of its own.

    A paragraph is split there, but no mark or link in it; other blocks are not split."""
    tree = document.tree
    position = max(position, int(tree.text.startswith(BYTE_ORDER_MARK)))
    *containers, block = _path(tree, position)
    place = _Place(tree.text, tuple(containers), lines)
    if isinstance(block, _CONTAINERS) and (position > block.start or isinstance(block, Tree)):
        return _in_container(tree, (*containers, block), position, lines)
    if position <= block.start and not isinstance(block, FrontMatter):
        return place.before(block)
    if position in (block.start, block.end) or isinstance(block, _KEPT_WHOLE):
        return place.behind(block)
    if isinstance(block, Paragraph):
        return place.within(block, _outside_of_spans(document, position))
    raise UnsupportedError(
        f"Position {position} is inside of a {block.type}, which cannot hold another block.",
        "Set the cursor before or behind it, with cursor_set_position.",
    )


def _path(tree: Tree, position: int) -> Sequence[Block]:
    """The blocks at a position, down to the one that the new block is to stand before, behind or in."""
    path = tree.path_at(position)
    for depth, block in enumerate(path):
        begins_here = isinstance(block, Quote | List) and position <= block.start
        if begins_here or isinstance(block, Table):
            return path[: depth + 1]
    if isinstance(path[-1], List):  # between two items
        return *path, [item for item in path[-1].children if item.end < position][-1]
    return path


def _outside_of_spans(document: MarkdownDocument, position: int) -> int:
    """The position, or the end of the outermost mark, link or other span that it is inside of."""
    spans = document.inlines.path_at(position)
    return spans[0].end if spans and spans[0].type != "text" and spans[0].start < position else position


def _in_container(tree: Tree, containers: Sequence[Block], position: int, lines: Sequence[str]) -> Edit:
    """The edit where no leaf is: on a blank line, in an empty item, in the marker of one."""
    begin = line_start(tree.text, position)
    if is_blank(tree.text, begin):
        inner = max(containers, _reached(tree, begin), key=len)
        return _Place(tree.text, inner, lines).on_line(begin)
    written = tree.text[begin:position].rstrip(WHITE)
    containers = tree.path_at(begin + len(written))  # behind its marker, an empty item has ended
    place = _Place(tree.text, containers, lines)
    innermost = containers[-1]
    return place.before(innermost.children[0]) if innermost.children else place.behind_marker(innermost)


def _reached(tree: Tree, line: int) -> Sequence[Block]:
    """The containers of the text before a blank line whose margin that line has."""
    before = len(tree.text[:line].rstrip(WHITE + "\r\n>"))
    containers = [block for block in tree.path_at(before) if isinstance(block, _CONTAINERS)]
    holds = [Margin(tree.text, containers[: depth + 1]).end(line)[1] for depth in range(len(containers))]
    return [container for container, _ in takewhile(lambda pair: pair[1], zip(containers, holds, strict=True))]


@dataclass(frozen=True, slots=True)
class _Place:
    """A block that is to stand in some containers."""

    source: str
    containers: Sequence[Block]
    lines: Sequence[str]

    def before(self, block: Block) -> Edit:
        if self._has_checkbox(block):
            return self.behind(block)
        begin = line_start(self.source, block.start)
        margin = Margin(self.source, self.containers, begin)
        if self._needs_gap_before(begin):
            at = _end_of_line_before(self.source, begin)
            return at, at, self._gap(margin) + self._written(margin) + self._empty_line(margin)
        at = max(min(margin.end(begin)[0], block.start), int(self.source.startswith(BYTE_ORDER_MARK)))
        return at, at, self._written(margin) + self._gap(margin)

    def behind(self, block: Block) -> Edit:
        margin = Margin(self.source, self.containers, line_start(self.source, block.start))
        behind = self._empty_line(margin) if self._needs_gap_behind(block.end) else ""
        return block.end, block.end, self._gap(margin) + self._written(margin) + behind

    def within(self, paragraph: Block, position: int) -> Edit:
        """The edit that splits a paragraph; white space and the line ending at that place go away."""
        margin = Margin(self.source, self.containers, line_start(self.source, paragraph.start))
        left = self._end_of_text_before(paragraph, margin, position)
        right = self._start_of_text_behind(paragraph, margin, max(left, position))
        if left <= paragraph.start:
            return self.before(paragraph)
        if right >= paragraph.inner_end:
            return self.behind(paragraph)
        if left == line_end(self.source, left) and _BREAK.search(self.source, line_start(self.source, left), left):
            left -= 1
        end = line_end(self.source, right)
        (rest,) = as_prose([self.source[right:end]])
        return left, end, self._gap(margin) + self._written(margin) + self._gap(margin) + rest

    def _end_of_text_before(self, paragraph: Block, margin: Margin, position: int) -> int:
        line = line_start(self.source, position)
        content = max(paragraph.start, margin.end(line)[0])
        before = self.source[content:position].rstrip(WHITE)
        if before or content == paragraph.start:
            return content + len(before)
        return len(self.source[:line].rstrip(WHITE + "\r\n"))

    def _start_of_text_behind(self, paragraph: Block, margin: Margin, position: int) -> int:
        line, end = line_start(self.source, position), line_end(self.source, position)
        content = position if line <= paragraph.start else max(position, margin.end(line)[0])
        behind = self.source[content:end].lstrip(WHITE)
        following = next_line(self.source, end)
        if behind or following is None or following > paragraph.inner_end:
            return end - len(behind)
        return self._start_of_text_behind(paragraph, margin, following)

    def on_line(self, begin: int) -> Edit:
        """The edit for a blank line."""
        end = line_end(self.source, begin)
        margin = Margin(self.source, self.containers, begin)
        before = margin.blank + self._ending if self._needs_gap_before(begin) else ""
        behind = self._empty_line(margin) if self._needs_gap_behind(end) else ""
        if 0 < begin == end == len(self.source):
            behind = self._ending  # the text ended with a line ending, and goes on doing so
        begin = max(begin, int(self.source.startswith(BYTE_ORDER_MARK)))
        return begin, end, before + margin.text + self._written(margin) + behind

    def behind_marker(self, container: Block) -> Edit:
        """The edit for a container that is nothing but its marker, or its marker and a checkbox."""
        end = line_end(self.source, container.start)
        margin = Margin(self.source, self.containers)
        behind = self._empty_line(margin) if self._needs_gap_behind(end) else ""
        if isinstance(container, ListItem) and container.checkbox:
            return end, end, self._gap(margin) + self._written(margin) + behind
        marker = self.source[container.start : end].rstrip(WHITE)
        return container.start + len(marker), end, f" {self._written(margin)}{behind}"

    def _has_checkbox(self, block: Block) -> bool:
        """Whether a block is the text of a task, from which nothing may part its checkbox."""
        item = self.containers[-1]
        return isinstance(item, ListItem) and item.checkbox is not None and block is item.children[0]

    @property
    def _ending(self) -> str:
        return line_ending(self.source)

    def _written(self, margin: Margin) -> str:
        return f"{self._ending}{margin.text}".join(self.lines)

    def _empty_line(self, margin: Margin) -> str:
        return self._ending + margin.blank

    def _gap(self, margin: Margin) -> str:
        return f"{self._empty_line(margin)}{self._ending}{margin.text}"

    def _needs_gap_before(self, line: int) -> bool:
        if any(container.start >= line for container in self.containers):
            return False
        return not is_blank(self.source, line_start(self.source, _end_of_line_before(self.source, line)))

    def _needs_gap_behind(self, end: int) -> bool:
        following = next_line(self.source, end)
        return following is not None and not is_blank(self.source, following)


def _end_of_line_before(source: str, line: int) -> int:
    return line - 2 if source.startswith("\r\n", line - 2) else line - 1
