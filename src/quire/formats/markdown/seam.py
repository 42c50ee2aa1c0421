"""The blocks of a text after a change: only those around it are read again, the others are taken over.

What a line means depends on the blocks that are open before it, and on nothing else before it. So if a block behind
the change, with a blank line before it, is read as it was before, all that follows it is what it was.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from quire.formats.markdown.blocks import LinkDefinition, Seam, Tree, body_start, end_of, parse, start_of
from quire.formats.markdown.lines import line_start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.core.transaction import Replace
    from quire.formats.markdown.blocks import Block, Span

_CHANCES = 3
"""How many blocks behind the change may be the one from which on all is as before."""
_MOST_RUNS = 100
_GUARD = "\n"
"""Before a part of a text when it is read: only a document can begin with front matter."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The range of a text outside of which changes left it alone, and where that range ends now."""

    start: int
    end: int
    new_end: int

    @property
    def gain(self) -> int:
        return self.new_end - self.end

    def after(self, step: Replace) -> Extent:
        """The extent of what was changed until now and of one more step."""
        at, old_end = int(step.address), int(step.address) + len(step.old)
        beyond = max(0, old_end - self.new_end)
        return Extent(min(self.start, at), self.end + beyond, self.new_end + beyond + len(step.new) - len(step.old))


@dataclass(frozen=True, slots=True)
class Origin:
    """The tree of an earlier text, and how far that has changed since."""

    tree: Tree
    extent: Extent | None = None

    def after(self, step: Replace) -> Origin:
        at = int(step.address)
        return Origin(self.tree, (self.extent or Extent(at, at, at)).after(step))

    def read(self, text: str) -> Tree:
        """The tree of the text of now."""
        return reread(self.tree, text, self.extent) if self.extent else self.tree


def changed(before: Tree, after: Tree, place: Span | None = None) -> tuple[Sequence[Block], Sequence[Block]]:
    """The blocks of a tree, and those of the tree after a change, in which they may differ.

    All that touch a place in the text before are among them, if one is given."""
    seam, count = after.seam, len(before.children)
    if before is after:
        seam = Seam(before.key, count, count)
    elif seam is None or seam.key is not before.key:
        return before.children, after.children
    first, last = seam.before, count - seam.behind
    if place:
        first = min(first, bisect_left(before.children, place[0], key=end_of))
        last = max(last, bisect_right(before.children, place[1], key=start_of))
    return before.children[first:last], after.children[first : len(after.children) - count + last]


def reread(old: Tree, text: str, extent: Extent) -> Tree:
    """The tree of a text that differs from the text of another tree in an extent."""
    return _sewn(old, text, extent) or parse(text)


def _sewn(old: Tree, text: str, extent: Extent) -> Tree | None:
    """The tree, with blocks of the old one before and behind those read again; None if it does not show which."""
    first = _first(old, extent)
    chances = list(islice(_chances(old, text, extent), _CHANCES + 1))
    begin = line_start(text, old.children[first].start) if first else 0
    end = _line(old, chances.pop()) + extent.gain if len(chances) > _CHANCES else len(text)
    body, fresh = _read(text, begin, end)
    if first:
        if not fresh or not is_same(old.children[first], fresh[0], 0):
            return None
        body = old.inner_start
    if body != body_start(text):
        return None
    last, reached = len(old.children), len(fresh)
    for index in chances:
        at = bisect_left(fresh, old.children[index].start + extent.gain, key=start_of)
        if at < len(fresh) and is_same(old.children[index], fresh[at], extent.gain):
            last, reached = index, at
            break
    else:
        if end < len(text):
            return None
    children = Patchwork.of(old.children).sewn(first, fresh[:reached], last, extent.gain)
    seam = Seam(old.key, first, len(old.children) - last)
    return Tree(0, len(text), body, len(text), children, text, seam)


def _first(old: Tree, extent: Extent) -> int:
    """The number of the first block to read again: before the one that the change can reach, and apart from others."""
    first = bisect_left(old.children, extent.start, key=end_of)
    first = _previous(old, _previous(old, first))
    while first > 0 and not _is_apart(old.text, _line(old, first)):
        first = _previous(old, first)
    return max(0, first)


def _previous(tree: Tree, index: int) -> int:
    """The number of the block before one; link definitions are none to the parser."""
    index -= 1
    while index > 0 and isinstance(tree.children[index], LinkDefinition):
        index -= 1
    return index


def _chances(old: Tree, text: str, extent: Extent) -> Iterator[int]:
    """The numbers of the blocks behind the change that stand apart from what is before them."""
    for index in range(bisect_left(old.children, extent.end, key=start_of), len(old.children)):
        line = _line(old, index)
        if line >= extent.end and _is_apart(text, line + extent.gain):
            yield index


def _line(tree: Tree, index: int) -> int:
    """Where the line begins on which a block does."""
    return line_start(tree.text, tree.children[index].start)


def _is_apart(text: str, line: int) -> bool:
    """Whether a blank line stands before a line."""
    end = line - 1 - text.startswith("\r\n", line - 2)
    return line > 1 and not text[line_start(text, end) : end].strip(" \t")


def _read(text: str, begin: int, end: int) -> tuple[int, Sequence[Block]]:
    """Where the body of a part of a text begins, and the blocks in it."""
    if begin == 0:
        read = parse(text[:end])
        return read.inner_start, read.children
    read = parse(_GUARD + text[begin:end])
    return 0, [moved(block, begin - len(_GUARD)) for block in read.children]


def is_same(one: Block, other: Block, by: int) -> bool:
    """Whether two blocks are the same, with all below them, but for the place of the other so much further on."""
    waiting = [(one, other)]
    while waiting:
        one, other = waiting.pop()
        if type(one) is not type(other) or len(one.children) != len(other.children):
            return False
        if one.fields(by) != other.fields(0):
            return False
        waiting += zip(one.children, other.children, strict=True)
    return True


class _Run(NamedTuple):
    """Blocks from one number up to another, so much further on."""

    blocks: Sequence[Block]
    first: int
    last: int
    by: int


class Patchwork(Sequence["Block"]):
    """The blocks of a tree as runs of blocks that others have: each is made, at its new place, when asked for."""

    def __init__(self, runs: Iterable[_Run]) -> None:
        self._runs = [run for run in runs if run.first < run.last]
        self._ends = list(accumulate(run.last - run.first for run in self._runs))
        self._made: dict[int, Block] = {}

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Patchwork:
        return blocks if isinstance(blocks, Patchwork) else cls([_Run(blocks, 0, len(blocks), 0)])

    def sewn(self, first: int, fresh: Sequence[Block], last: int, by: int) -> Sequence[Block]:
        """These blocks with others in place of those from one number up to another; the rest stands further on."""
        behind = [run._replace(by=run.by + by) for run in self._part(last, len(self))]
        runs = [*self._part(0, first), _Run(fresh, 0, len(fresh), 0), *behind]
        sewn = Patchwork(runs)
        return sewn if len(runs) <= _MOST_RUNS else tuple(sewn)

    def _part(self, first: int, last: int) -> Iterator[_Run]:
        for run, end in zip(self._runs, self._ends, strict=True):
            offset = run.last - end  # between numbers here and numbers in the run
            yield run._replace(first=max(run.first, first + offset), last=min(run.last, last + offset))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...

    def __getitem__(self, index: int | slice) -> Block | Sequence[Block]:
        if isinstance(index, slice):
            return tuple([self._at(each) for each in range(*index.indices(len(self)))])
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._at(index % len(self))

    def _at(self, index: int) -> Block:
        number = bisect_right(self._ends, index)
        run = self._runs[number]
        block = run.blocks[index + run.last - self._ends[number]]
        if run.by == 0:
            return block
        made = self._made.get(index)
        if made is None:
            made = self._made[index] = moved(block, run.by)
        return made

    def index(self, block: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a block: it is found by its place, which no other has."""
        found = bisect_left(self, block.start, start, len(self) if stop is None else stop, key=start_of)
        if found >= len(self) or self[found] is not block:
            raise ValueError(f"{block!r} is not in the tree")
        return found


def moved(block: Block, by: int) -> Block:
    """The same block, with all below it, so much further on."""
    made: list[Block] = []  # from the last one to the first, so that what is inside of a block is made before it
    for each in [*block.walk()][::-1]:
        count = len(each.children)
        children = tuple(made[: -count - 1 : -1]) if count else ()
        if count:
            del made[-count:]
        made.append(each.moved(by, children))
    return made[0]
