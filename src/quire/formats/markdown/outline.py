"""The headings of a document as a hierarchy, and the sections that they open."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core import document as core
from quire.formats.markdown.blocks import BYTE_ORDER_MARK, Heading, start_of
from quire.formats.markdown.inlines import Inlines
from quire.formats.markdown.lines import line_start, next_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.markdown.blocks import Block, Tree


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that follows, to the next heading of the same or a higher level; lines are whole.

    The content ends with its last block, before the blank lines behind that.
    """

    heading: Heading
    start: int
    content_end: int
    end: int


def outline(tree: Tree) -> tuple[core.Heading, ...]:
    """Return the hierarchy of the document's own headings; those in quotes and lists open no section of it."""
    inlines = Inlines(tree)
    waiting: list[core.Heading] = []
    for heading in reversed(tree.children):
        if isinstance(heading, Heading):
            children = []
            while waiting and waiting[-1].level > heading.level:
                children.append(waiting.pop())
            title = inlines.plain_text(heading)
            waiting.append(core.Heading(title, heading.level, heading.start, tuple(children)))
    return tuple(reversed(waiting))


def section(tree: Tree, heading: Heading) -> Section:
    """Return the section that a heading opens; in a quote or a list item it ends with its container at the latest."""
    path = tree.path_at(heading.start)
    container = path[path.index(heading) - 1]
    first = bisect_left(container.children, heading.start, key=start_of)
    return next(each for each in _sections(tree, container, first) if each.heading is heading)


def sections(tree: Tree) -> list[Section]:
    """Return the sections of all headings, nested ones included, in document order."""
    containers = (block for block in tree.walk() if block.children)
    found = [each for container in containers for each in _sections(tree, container)]
    return sorted(found, key=lambda each: each.heading.start)


def _sections(tree: Tree, container: Block, first: int = 0) -> Iterator[Section]:
    """Yield the sections of a container from one of its children on, each as soon as its end is found."""
    waiting: list[Heading] = []
    last: Block = container
    for block in container.children[first:]:
        if isinstance(block, Heading):
            while waiting and waiting[-1].level >= block.level:
                yield _section(tree.text, waiting.pop(), last, line_start(tree.text, block.start))
            waiting.append(block)
        last = block
    end = _end(tree, container)
    yield from (_section(tree.text, heading, last, end) for heading in waiting)


def _section(text: str, heading: Heading, last: Block, end: int) -> Section:
    start = line_start(text, heading.start)
    if text[start] == BYTE_ORDER_MARK:
        start += 1
    return Section(heading, start, last.end, end)


def _end(tree: Tree, container: Block) -> int:
    following = None if container is tree else next_line(tree.text, container.end)
    return len(tree.text) if following is None else following
