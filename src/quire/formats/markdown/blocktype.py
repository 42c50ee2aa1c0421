"""Blocks turned into blocks of another type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise, product, takewhile
from typing import TYPE_CHECKING, cast

from quire.core import blocktype
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Transaction
from quire.core.words import HAN, KANA, WIDE_PUNCTUATION
from quire.formats.markdown.blocks import (
    Block,
    CodeBlock,
    Heading,
    List,
    ListItem,
    Paragraph,
    Quote,
    Table,
    TableCell,
)
from quire.formats.markdown.inlines import Inlines
from quire.formats.markdown.lines import is_blank, line_end, line_ending, line_start, next_line
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.patch import Edit, patch
from quire.formats.markdown.seam import changed
from quire.formats.markdown.shape import Shape, leaves, words_in
from quire.formats.markdown.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Planner

_UNDERLINES = {1: "===", 2: "---"}
_CLOSING_MARKS = re.compile(r"(?:^|[ \t])#+$")
_SPACELESS = re.compile(f"[{HAN}{KANA}{WIDE_PUNCTUATION}]")


class Wish(blocktype.Wish):
    """The type that blocks are to have."""

    __slots__ = ()

    def is_met(self, target: Target) -> bool:
        """Whether a block is of this type already."""
        block = target.block
        match self.type:
            case "paragraph":
                plain = not isinstance(target.containers[-1], Quote) or target.is_in_alert
                return block is None or (isinstance(block, Paragraph) and plain)
            case "heading":
                return isinstance(block, Heading) and self.level in (None, block.level)
            case "codeBlock":
                return isinstance(block, CodeBlock)
            case "blockquote":
                return target.quote is not None


@dataclass(frozen=True)
class Target:
    """A block that is to be turned, with all that it is in; at a blank line there is none."""

    source: str
    inlines: Inlines
    containers: tuple[Block, ...]
    block: Block | None
    position: int

    @property
    def hard_breaks(self) -> set[int]:
        """Where in its text marks begin that break the line."""
        spans = self.inlines.of(self.block) if self.block else ()
        return {each.start for span in spans for each in span.walk() if each.type == "hardBreak"}

    @property
    def shape(self) -> Shape:
        return tuple(each.type for each in self.containers[1:])

    @property
    def quote(self) -> Quote | None:
        """The innermost quote around it."""
        return next((each for each in reversed(self.containers) if isinstance(each, Quote)), None)

    @property
    def is_in_alert(self) -> bool:
        return self.quote is not None and self.quote.alert is not None

    @cached_property
    def wording(self) -> Wording:
        if self.block is None:
            return Wording.empty(self.source, self.position, self.containers)
        return Wording.of(self.source, self.block, self.containers)

    def prose_shapes(self, around: Shape) -> list[Shape]:
        """The shapes of the paragraphs that its lines are; without any text, of what they leave empty."""
        texts = [text.strip() for text in self.wording.texts]
        paragraphs = sum(bool(text) and not before for before, text in pairwise(["", *texts]))
        if paragraphs:
            return [(*around, "paragraph")] * paragraphs
        was_alone = self.block is not None and len(self.containers[-1].children) == 1
        return [around] if around and (was_alone or around != self.shape) else []


@dataclass(frozen=True)
class Turn:
    """How a block is turned: the place and margin of its lines, the edits, the escapes that its text may need, and the
    shapes of the leaves that come of it."""

    block: Block | None
    position: int
    first: int
    last: int
    margin: Margin
    edits: tuple[Edit, ...]
    escapes: tuple[Edit, ...]
    shapes: tuple[Shape, ...]

    @classmethod
    def of(cls, target: Target, edits: Iterable[Edit], *shapes: Shape, prose: bool = False) -> Turn:
        wording = target.wording
        last = max(wording.lines[-1].end, wording.closing[1])
        first = wording.lines[0].begin
        escapes = tuple(wording.escapes()) if prose else ()
        return cls(target.block, target.position, first, last, wording.margin, tuple(edits), escapes, shapes)

    @property
    def is_of_code(self) -> bool:
        """Whether it is code that is turned, or that comes of it."""
        return isinstance(self.block, CodeBlock) or any(shape[-1] == "codeBlock" for shape in self.shapes)

    def blank_line_before(self, source: str) -> Iterator[Edit]:
        """A blank line, if there is none."""
        if self.first and not is_blank(source, line_start(source, self.first - 1)):
            yield self.first, self.first, self.margin.before(self.first).blank + line_ending(source)

    def blank_line_after(self, source: str) -> Iterator[Edit]:
        """A blank line, if there is none."""
        following = next_line(source, self.last)
        if following is not None and not is_blank(source, following):
            yield following, following, self.margin.blank + line_ending(source)


# Which blocks


def targets(document: MarkdownDocument, place: Range) -> list[Target]:
    """The blocks at a cursor or in a selection, each of a type that can be turned."""
    place.within(len(document))
    found = [] if place.is_empty else list(_within(document, place))
    found = found or [_at(document, place.start)]
    for target in found:
        _check(target.block)
    return found


def _within(document: MarkdownDocument, place: Range) -> Iterator[Target]:
    """The leaves in a selection; an item whose marker is selected stands for what is in it."""
    waiting: list[tuple[Block, ...]] = [(document.tree,)]
    while waiting:
        path = waiting.pop()
        block = path[-1]
        is_marked = isinstance(block, ListItem) and place.start <= block.start
        if is_marked or (len(path) > 1 and not block.children):
            yield Target(document.text, document.inlines, path[:-1], block, block.start)
            continue
        touched = block.touched(place.start + 1, place.end - 1)
        waiting.extend((*path, each) for each in reversed(touched))


def _at(document: MarkdownDocument, position: int) -> Target:
    """The block at a cursor, which may stand in the marks of quotes before it, or on a blank line."""
    tree = document.tree
    line, end = line_start(tree.text, position), line_end(tree.text, position)
    while position < end and tree.text[position] in " \t>":
        position += 1
    *containers, block = tree.path_at(position)
    if isinstance(block, Paragraph | Heading | CodeBlock):
        return Target(document.text, document.inlines, tuple(containers), block, position)
    if is_blank(tree.text, line) or (isinstance(block, Quote) and not block.children):
        return Target(document.text, document.inlines, (*containers, block), None, position)
    *containers, block = tree.path_at(min(position, line + len(tree.text[line:end].rstrip())))
    return Target(document.text, document.inlines, tuple(containers), block, position)


def _check(block: Block | None) -> None:
    if block is None or isinstance(block, Paragraph | Heading | CodeBlock):
        return
    name, way_out = f"a {block.type}", "Put the cursor into a paragraph, a heading or a code block."
    if isinstance(block, List | ListItem):
        name, way_out = "a list", "Put the cursor into the text of one item, or turn the list off with list_toggle."
    if isinstance(block, Table | TableCell):
        name, way_out = "a table", "Use the table tools, or put the cursor outside of the table."
    raise UnsupportedError(f"At {block.start} is {name}, which cannot be turned into another block.", way_out)


# Turning


def _turn(target: Target, wish: Wish, joins: bool) -> Turn:
    match wish.type:
        case "paragraph":
            return _to_paragraph(target)
        case "heading":
            return _to_heading(target, wish.level, joins)
        case "codeBlock":
            return _to_code(target, wish.language)
        case "blockquote":
            return _to_quote(target)


def _to_paragraph(target: Target) -> Turn:
    if isinstance(target.block, Paragraph):
        return _lifted(target)
    return Turn.of(target, target.wording.marked(), *target.prose_shapes(target.shape), prose=True)


def _to_quote(target: Target) -> Turn:
    wording = target.wording
    marks = ["> " if not number or text.strip() else ">" for number, text in enumerate(wording.texts)]
    edits = [
        (line.margin_end, line.margin_end, mark)
        for line, mark in zip(wording.lines, marks, strict=True)
        if not line.lazy  # such a line goes on with the paragraph as it did
    ]
    edits += wording.marked(wording.lead + "> " if wording.lines[0].lazy else "")
    return Turn.of(target, edits, *target.prose_shapes((*target.shape, "blockquote")), prose=True)


def _to_code(target: Target, language: str | None) -> Turn:
    """Code in a fence, the lines as they stand; a lazy line must get its margin, or it would end the code."""
    shape = (*target.shape, "codeBlock")
    wording = target.wording
    if isinstance(target.block, CodeBlock) and target.block.fence:
        return Turn.of(target, _with_language(target.source, target.block, language), shape)
    fence, new_line = fence_for(wording.texts), wording.ending + wording.margin.text
    opening = wording.lead + fence + (language or "") + new_line
    if not wording.written:
        return Turn.of(target, wording.marked(opening + fence), shape)
    others = wording.lines[1:]
    edits = [(line.begin, line.margin_end, wording.margin.text) for line in others if line.lazy and line.end > line.at]
    edits += wording.marked(opening, new_line + fence)
    return Turn.of(target, edits, shape)


def fence_for(lines: Iterable[str]) -> str:
    """A fence that no line can close."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    return "`" * max(3, longest + 1)


def _with_language(source: str, block: CodeBlock, language: str | None) -> Iterator[Edit]:
    """Another language behind a fence; what else stands there stays."""
    if language is not None:
        start = block.start + len(block.fence)
        info = source[start : line_end(source, start)]
        start += len(info) - len(info.lstrip()) if info.strip() else 0
        yield start, start + len(block.language), language


def _to_heading(target: Target, level: int | None, joins: bool) -> Turn:
    if level is None:
        raise InvalidArgumentError("A heading needs a level.", "Give level: a number from 1 to 6.")
    shape, block, wording = (*target.shape, "heading"), target.block, target.wording
    if isinstance(block, Heading) and not block.setext:
        return Turn.of(target, _with_level(target.source, block, level), shape)
    lines = wording.written
    if len(lines) <= 1:
        return Turn.of(target, _on_one_line(target, level), shape)
    if len(lines) < wording.lines.index(lines[-1]) - wording.lines.index(lines[0]) + 1:
        raise UnsupportedError(
            "This code has blank lines, and a heading has none.", "Turn it into paragraphs first (type: paragraph)."
        )
    if level in _UNDERLINES:
        underline = wording.ending + wording.margin.text + _UNDERLINES[level]
        return Turn.of(target, wording.marked(closing=underline), shape, prose=True)
    if not joins:
        raise UnsupportedError(
            f"A heading of level {level} has one line, and this block has {len(lines)}: toggling again would not give "
            "them back.",
            "Use block_set_type, which joins the lines, or level 1 or 2, which can have several.",
        )
    return Turn.of(target, _on_one_line(target, level), shape)


def _with_level(source: str, block: Heading, level: int) -> Iterator[Edit]:
    yield block.start, block.start + block.level, "#" * level
    marks = source[block.inner_end : block.end].strip()
    if len(marks) == block.level:  # as many behind the text as before it: so it stays
        start = source.index(marks, block.inner_end)
        yield start, start + len(marks), "#" * level


def _on_one_line(target: Target, level: int) -> Iterator[Edit]:
    """The lines joined, a mark before them, and one behind them if they end with what would be taken for one."""
    source, wording, breaks = target.source, target.wording, target.hard_breaks
    lines = wording.written or wording.lines[:1]
    yield wording.lines[0].at, lines[0].start, wording.lead + "#" * level + " "
    joined = lines[0].start
    for line, following in pairwise(lines):
        kept = source[joined : min(breaks & {line.end - 1} or {line.end})].rstrip()
        rest = source[following.start : following.end].lstrip()
        joint = "" if _SPACELESS.match(kept[-1:]) and _SPACELESS.match(rest) else " "
        yield joined + len(kept), following.end - len(rest), joint
        joined = following.end - len(rest)
    last = source[lines[-1].start : lines[-1].end].rstrip()
    if _CLOSING_MARKS.search(last):
        yield lines[-1].start + len(last), lines[-1].start + len(last), " #"
    yield lines[-1].end, wording.closing[1], ""


def _lifted(target: Target) -> Turn:
    """What the innermost quote holds at the block, without the marks of the quote; blank lines around it go along."""
    quote = cast("Quote", target.quote)
    if quote.alert:
        raise UnsupportedError(
            f"The quote at {quote.start} is an alert ({quote.alert}), which is more than a quote.",
            "Delete its first line to make it a quote.",
        )
    depth = target.containers.index(quote)
    child = (*target.containers, target.block)[depth + 1]
    source, margin = target.source, Margin(target.source, target.containers[1:depth])
    start, end = (child.start, child.end) if child else (target.position, target.position)
    first = line_start(source, start)
    edits = [_without_mark(source, margin, quote, line) for line in _quoted_lines(target, depth, first, end)]
    shapes = [shape for _, shape in leaves([child], target.shape[: depth - 1])] if child else []
    return Turn(child, target.position, first, end, margin, tuple(edits), (), tuple(shapes))


def _quoted_lines(target: Target, depth: int, first: int, last: int) -> Iterator[int]:
    """The lines in a range, and the blank ones around it, that have the mark of the quote at a depth."""
    source, quote = target.source, target.containers[depth]
    inside = Margin(source, target.containers[1 : depth + 1])
    lines = [line for line in _lines(source, line_start(source, quote.start), quote.end) if inside.end(line)[1]]
    yield from (line for line in lines if first <= line <= last)
    yield from takewhile(partial(is_blank, source), [line for line in lines[::-1] if line < first])
    yield from takewhile(partial(is_blank, source), [line for line in lines if line > last])


def _lines(source: str, first: int, last: int) -> Iterator[int]:
    """Where each line begins, from one on, up to that of a position."""
    line: int | None = first
    while line is not None and line <= last:
        yield line
        line = next_line(source, line)


def _without_mark(source: str, margin: Margin, quote: Quote, line: int) -> Edit:
    start = quote.start if line <= quote.start <= line_end(source, line) else margin.end(line)[0]
    mark = source.index(">", start)
    return start, mark + (2 if source.startswith("> ", mark) else 1), ""


# Planning


def _set_type(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Turn each block that is not of a type into one of it."""
    wish = Wish.of(intent)
    found = targets(document, intent.ranges[0])
    renames = wish.type == "codeBlock" and wish.language is not None
    return _plan_turning(document, [each for each in found if renames or not wish.is_met(each)], wish, joins=True)


def _toggle(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Turn blocks into those of a type, or, if all are of it, back into paragraphs."""
    wish = Wish.of(intent)
    (place,) = intent.ranges
    found = targets(document, place)
    others = [each for each in found if not wish.is_met(each)]
    if wish.type == "paragraph":
        return _plan_turning(document, others, wish, joins=False)
    if not others:
        return _plan_back(document, found, wish)
    change = _plan_turning(document, others, wish, joins=False)
    if all(isinstance(each.block, Paragraph) for each in found) and not _has_way_back(document, place, change, wish):
        raise UnsupportedError(
            f"Toggling {wish.type} twice would not give back the block at {place.start} as it is: "
            "its lines have to move for that, or need a blank line beside them.",
            "Use block_set_type instead.",
        )
    return change


def _plan_back(document: MarkdownDocument, found: Sequence[Target], wish: Wish) -> Transaction:
    """Turn blocks of a type back into paragraphs."""
    back = _lifted if wish.type == "blockquote" else _to_paragraph
    return _plan(document, [back(each) for each in found])


def _has_way_back(document: MarkdownDocument, place: Range, change: Transaction, wish: Wish) -> bool:
    """Whether what paragraphs are turned into can be turned into the same paragraphs again."""
    after = document.apply(change)
    try:
        found = targets(after, place.map(change.mapping))
        return all(map(wish.is_met, found)) and after.apply(_plan_back(after, found, wish)) == document
    except UnsupportedError:
        return False


def _plan_turning(document: MarkdownDocument, found: Sequence[Target], wish: Wish, joins: bool) -> Transaction:
    turns = [_turn(each, wish, joins) for each in found]
    siblings = [
        (turn, following)
        for (one, turn), (other, following) in pairwise(zip(found, turns, strict=True))
        if wish.type == "blockquote" and one.containers == other.containers
    ]
    return _plan(document, turns, [edit for pair in siblings for edit in _joint(document.text, *pair)])


def _joint(source: str, turn: Turn, following: Turn) -> Iterator[Edit]:
    """Marks on the blank lines between two quoted blocks, which make one quote of them."""
    for line in _lines(source, next_line(source, turn.last) or len(source), following.first - 1):
        margin_end, complete = turn.margin.end(line)
        place = min(margin_end, line_end(source, line))
        if complete and is_blank(source, line):
            yield place, place, ">"


def _plan(document: MarkdownDocument, turns: Sequence[Turn], joints: Sequence[Edit] = ()) -> Transaction:
    """The change that turns blocks, with as few blank lines around them and escapes in them as keep all what it is."""
    if not turns:
        return Transaction()
    source = document.text
    edits = [*(edit for turn in turns for edit in turn.edits), *joints]
    before = [edit for turn in turns for edit in turn.blank_line_before(source)]
    after = [edit for turn in turns for edit in turn.blank_line_after(source)]
    escapes = [edit for turn in turns for edit in turn.escapes]
    is_of_code = any(turn.is_of_code for turn in turns)  # code shows the marks that are in it
    for above, below, inside in product(([], before), ([], after), ([], escapes)):
        change = patch(document, dict.fromkeys([*above, *edits, *inside, *below]))
        result = document.apply(change)
        old, new = changed(document.tree, result.tree)
        if [shape for _, shape in leaves(new)] != _expected(old, turns):
            continue
        if is_of_code or words_in(old, document.inlines) == words_in(new, result.inlines):
            return change
    raise UnsupportedError(
        f"The block at {turns[0].position} cannot be turned into that where it stands.",
        "Move it out of what it is in (the text of a task, for instance, can only be a paragraph), or edit the source.",
    )


def _expected(blocks: Sequence[Block], turns: Sequence[Turn]) -> list[Shape]:
    """The shapes that are there when the blocks are turned and all others are what they were."""
    turned = {id(leaf) for turn in turns if turn.block for leaf in turn.block.walk()}
    kept = [(leaf.start, shape) for leaf, shape in leaves(blocks) if id(leaf) not in turned]
    made = [(turn.block.start if turn.block else turn.position, shape) for turn in turns for shape in turn.shapes]
    return [shape for _, shape in sorted(kept + made, key=lambda leaf: leaf[0])]


VERBS: dict[str, Planner] = {"set_block_type": _set_type, "toggle_block_type": _toggle}
