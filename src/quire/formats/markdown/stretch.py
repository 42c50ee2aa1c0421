"""Blocks that follow each other in a container: how they are cut out, and how others are put behind them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Literal

from quire.core.errors import ConflictError, UnsupportedError
from quire.formats.markdown.blocks import (
    CodeBlock,
    FrontMatter,
    Heading,
    HtmlBlock,
    LinkDefinition,
    ListItem,
    Quote,
    ThematicBreak,
    start_of,
)
from quire.formats.markdown.fragment import missing_end, outdented
from quire.formats.markdown.lines import is_tight, line_start
from quire.formats.markdown.margin import Margin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.core.anchor import Range
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.fragment import Fragment
    from quire.formats.markdown.patch import Edit

Side = Literal["before", "after"]


class Stretch:
    """Siblings from a first to a last one, in containers of which the document is the outermost."""

    def __init__(self, document: MarkdownDocument, containers: tuple[Block, ...], first: Block, last: Block) -> None:
        self.document = document
        self.containers = containers
        self.first = first
        self.last = last

    @classmethod
    def at(cls, document: MarkdownDocument, place: Range, depth: int) -> Stretch:
        """The blocks that fill a range, inside of so many other blocks."""
        path = document.tree.path_at(place.start)
        if len(path) < depth + 2 or path[depth + 1].start != place.start:
            raise _gone(place)
        containers, first = path[: depth + 1], path[depth + 1]
        siblings = containers[-1].children
        last = siblings[bisect_left(siblings, place.end, key=start_of) - 1]
        if last.end != place.end:
            raise _gone(place)
        return cls(document, containers, first, last)

    @classmethod
    def ending(cls, document: MarkdownDocument, position: int, depth: int) -> Stretch:
        """The one block that ends at a position, inside of so many other blocks."""
        path = document.tree.path_at(position)
        if len(path) < depth + 2 or path[depth + 1].end != position:
            raise ConflictError(
                f"No block ends at {position} any more, where something was to be inserted.",
                "List the blocks again and repeat the edit.",
            )
        return cls(document, path[: depth + 1], path[depth + 1], path[depth + 1])

    @property
    def start(self) -> int:
        return self.first.start

    @property
    def end(self) -> int:
        return self.last.end

    @property
    def previous(self) -> Block | None:
        siblings = self.containers[-1].children
        index = bisect_left(siblings, self.start, key=start_of)
        return siblings[index - 1] if index else None

    @property
    def following(self) -> Block | None:
        return self._sibling_behind(self.containers[-1], self.last)

    @property
    def margin(self) -> Margin:
        """What stands before each further line of a block here."""
        source = self.document.text
        return Margin(source, self.containers[1:], line_start(source, self.start))

    @property
    def line_ending(self) -> str:
        return self.document.line_ending

    @property
    def blank_line(self) -> str:
        """The end of a line, a blank one, and the margin of the next."""
        return f"{self.line_ending}{self.margin.blank}{self.line_ending}{self.margin.text}"

    def _sibling_behind(self, container: Block, block: Block) -> Block | None:
        siblings = container.children
        index = bisect_left(siblings, block.start, key=start_of) + 1
        return siblings[index] if index < len(siblings) else None

    # Cutting out

    @property
    def begin(self) -> int:
        """Where the blocks begin, their own indentation included if they stand at the beginning of a line."""
        return self._begin_of(self.first)

    def _begin_of(self, block: Block) -> int:
        source = self.document.text
        begin, complete = self.margin.end(line_start(source, block.start))
        return begin if complete and begin <= block.start and source[begin : block.start].isspace() else block.start

    def removal(self, side: Side | None = None) -> Edit:
        """The edit that takes the blocks away, with the gap on one side of them: behind them, if nothing else is said
        and there is one."""
        previous, following = self._around(side)
        if previous:
            return previous.end, self.end, self.tail(previous)
        if following is None:
            return self.start, self._end_of_all, ""
        start, _, lead = self.lead(following)
        return (start, following.start, lead) if lead else (self.begin, self._begin_of(following), "")

    def gap(self, side: Side | None = None) -> str:
        """The text that a removal takes along with the blocks."""
        previous, following = self._around(side)
        if previous:
            return self.document.slice(previous.end, self.begin)
        return self.document.slice(self.end, self._begin_of(following)) if following else ""

    def _around(self, side: Side | None) -> tuple[Block | None, Block | None]:
        """The block before this stretch, if the gap before goes with it; else the one behind."""
        following = self.following
        if side == "before" or (side is None and following is None):
            return self.previous, following
        return None, following

    @property
    def _end_of_all(self) -> int:
        """The end of blocks behind which nothing stands in their container; of the document, if it is that."""
        rest = self.document.slice(self.end, len(self.document))
        return self.end if len(self.containers) > 1 or rest.strip() else len(self.document)

    def _is_tight(self, start: int, end: int) -> bool:
        return is_tight(self.document.slice(start, end))

    # Putting in

    def lead(self, first: Block | None) -> Edit:
        """What another first block needs before it, lest it become part of the block before this stretch."""
        previous = self.previous
        if previous is None or first is None or not self._is_tight(previous.end, self.start):
            return self.start, self.start, ""
        if not must_part(previous, first):
            return self.start, self.start, ""
        source = self.document.text
        margin = source[line_start(source, self.start) : self.start]
        space = len(margin) - len(margin.rstrip())  # a blank line does not end with it
        return self.start - space, self.start, f"{self.line_ending}{self.margin.text}"

    def tail(self, last: Block | None) -> str:
        """What another last block needs behind it, lest what follows become part of it."""
        block = self.last
        for number in range(len(self.containers) - 1, -1, -1):
            following = self._sibling_behind(self.containers[number], block)
            if following is not None:
                break
            block = self.containers[number]
        else:
            return ""
        if isinstance(following, ListItem) or last is None or not self._is_tight(self.end, following.start):
            return ""
        if not must_part(last, following):
            return ""
        return self.line_ending + Margin(self.document.text, self.containers[1 : number + 1]).blank

    # Reading

    @property
    def around(self) -> tuple[str, ...]:
        """The types of the containers of what is put behind the blocks: behind an item, of what is in an item."""
        types = tuple(container.type for container in self.containers[1:])
        return (*types, self.last.type) if isinstance(self.last, ListItem) else types

    @property
    def kinds(self) -> list[str]:
        """The types of the leaves in the blocks."""
        siblings = self.containers[-1].children
        chosen = siblings[siblings.index(self.first) : siblings.index(self.last) + 1]
        return leaf_types(chosen)

    def outdented(self) -> str:
        """The source of the blocks without the margin of their containers."""
        return outdented(self.document.text, self.start, self.end, self.margin)

    def written(self, fragment: Fragment) -> str:
        """Other blocks as they are written here."""
        return fragment.written(self.margin.text, self.line_ending)


def leaf_types(blocks: Iterable[Block]) -> list[str]:
    """The types of the blocks below which there are no others."""
    return [leaf.type for block in blocks for leaf in block.walk() if not leaf.children]


def must_part(before: Block, after: Block) -> bool:
    """Whether one of two blocks would become part of the other if no blank line stood between them."""
    if isinstance(before, ListItem) and isinstance(after, ListItem):
        return False
    leaf = before
    while leaf.children:
        leaf = leaf.children[-1]
    match leaf:
        case Heading() | ThematicBreak() | FrontMatter():
            return False
        case CodeBlock():
            return not leaf.fence and isinstance(after, CodeBlock)
        case HtmlBlock() | LinkDefinition():
            return True
    match after:
        case Heading():
            return after.setext
        case CodeBlock():
            return not after.fence
        case Quote():
            return isinstance(before, Quote)
    return True


def require_closed(stretch: Stretch) -> None:
    """Refuse to put anything behind code or HTML that is never closed: it would become part of that."""
    last = stretch.last
    end = last.fence if isinstance(last, CodeBlock) and not last.closed else None
    if isinstance(last, HtmlBlock):
        end = missing_end(stretch.document.slice(last.start, last.end))
    if end:
        raise UnsupportedError(
            f"The {last.type} at {last.start} is never closed; whatever stands behind it becomes part of it.",
            f"Close it first, with {end} on a line behind it.",
        )


def _gone(place: Range) -> ConflictError:
    return ConflictError(
        f"What stands at {place.start} to {place.end} is no longer the block that was meant.",
        "List the blocks again and repeat the edit.",
    )
