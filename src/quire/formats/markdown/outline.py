"""The headings of a document as a hierarchy, and the sections that they open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core import document as core
from quire.formats.markdown.blocks import Heading
from quire.formats.markdown.inlines import Inlines

if TYPE_CHECKING:
    from quire.formats.markdown.blocks import Block, Tree


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that follows, to the next heading of the same or a higher level; lines are whole."""

    heading: Heading
    start: int
    body_start: int
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
    following = _following(container, heading)
    end = _line_start(tree.text, following.start) if following else _end(tree, container)
    body_start = min(_next_line(tree.text, heading.end), end)
    return Section(heading, _line_start(tree.text, heading.start), body_start, end)


def _following(container: Block, heading: Heading) -> Heading | None:
    siblings = iter(container.children)
    for block in siblings:
        if block is heading:
            break
    return next((block for block in siblings if isinstance(block, Heading) and block.level <= heading.level), None)


def _end(tree: Tree, container: Block) -> int:
    return len(tree.text) if container is tree else _next_line(tree.text, container.end)


def _line_start(text: str, position: int) -> int:
    newline = text.rfind("\n", 0, position)
    return max(newline, text.rfind("\r", newline + 1, position)) + 1


def _next_line(text: str, position: int) -> int:
    """Return the start of the line behind the one that ends at a position."""
    if text.startswith("\r\n", position):
        return position + 2
    return min(position + 1, len(text))
