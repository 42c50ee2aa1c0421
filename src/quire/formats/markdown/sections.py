"""Sections: a heading and all that belongs to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError
from quire.formats.markdown.blocks import DefinitionList, Heading, List, Table, TableRow
from quire.formats.markdown.fragment import Fragment
from quire.formats.markdown.lines import ENDING, is_tight
from quire.formats.markdown.patch import patch
from quire.formats.markdown.relocation import relocate, require_others_kept
from quire.formats.markdown.stretch import Stretch, leaf_types, must_part, require_closed

if TYPE_CHECKING:
    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Planner

_CLOSING_MARKS = re.compile(r"(^|[ \t])(#+)$")


def _update(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Other content for a section. It keeps its heading, unless the content begins with one of its rank."""
    (place,) = intent.ranges
    stretch = Stretch.at(document, place, intent.arguments["depth"])
    heading, fragment = stretch.first, Fragment(intent.arguments["content"])
    if not isinstance(heading, Heading):
        raise InvalidArgumentError("There is no heading there any more.", "List the blocks again.")
    text, tail = stretch.written(fragment), (place.end, place.end, stretch.tail(fragment.last or heading))
    if isinstance(fragment.first, Heading) and fragment.first.level <= heading.level:
        lead = stretch.lead(fragment.first)
        edits, kinds = [lead, _trimmed(document, place.start, place.end, text), tail], leaf_types(fragment.blocks)
    else:
        text = _gap_behind(stretch, heading) + text if text else ""
        edits = [_trimmed(document, heading.end, place.end, text), tail]
        kinds = [heading.type, *leaf_types(fragment.blocks)]
    change = patch(document, edits)
    require_others_kept(document, change, (place.start, place.end), kinds, around=stretch.around)
    return change


def _gap_behind(stretch: Stretch, heading: Block) -> str:
    """What stands between a heading and its text; a blank line, if it has none yet."""
    if stretch.last is heading:
        return stretch.blank_line
    body = Stretch(stretch.document, stretch.containers, heading, heading).following
    return stretch.document.slice(heading.end, body.start) if body else stretch.blank_line


def _trimmed(document: MarkdownDocument, start: int, end: int, text: str) -> tuple[int, int, str]:
    """The edit without the whole lines that stay the same at its beginning and its end."""
    old, new = _lines(document.slice(start, end)), _lines(text)
    first = 0
    while first < min(len(old), len(new)) - 1 and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first - 1 and old[-1 - last] == new[-1 - last]:
        last += 1
    cut = sum(map(len, old[len(old) - last :]))
    return start + sum(map(len, old[:first])), end - cut, "".join(new[first : len(new) - last])


def _lines(text: str) -> list[str]:
    """The lines of a text, each with its ending."""
    return text.splitlines(keepends=True) or [""]


def _insert(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A new section behind a block, with blank lines as the headings nearby have them."""
    (place,) = intent.ranges
    anchor = _climb(Stretch.ending(document, place.start, intent.arguments["depth"]))
    require_closed(anchor)
    level, title = intent.arguments["level"], intent.arguments["title"]
    fragment, heading = Fragment(intent.arguments["content"]), Fragment(_heading_line(level, title))
    model = _model(anchor)
    text = _gap_before(anchor, model, heading.first) + anchor.written(heading)
    if fragment.text:
        text += _gap_like(model, anchor) + anchor.written(fragment)
    change = patch(document, [(anchor.end, anchor.end, text + anchor.tail(fragment.last or heading.first))])
    kinds = leaf_types((*heading.blocks, *fragment.blocks))
    require_others_kept(document, change, (anchor.end, anchor.end), kinds, around=anchor.around)
    return change


def _heading_line(level: int, title: str) -> str:
    """A heading of that title; marks at its end that would close the heading are escaped."""
    if ENDING.search(title):
        raise InvalidArgumentError(f"The title {title!r} has a line break.", "A heading is one line.")
    if not title.strip():
        raise InvalidArgumentError("The title is empty.", "Give the text of the heading.")
    return f"{'#' * level} {escaped_title(title)}"


def escaped_title(title: str) -> str:
    """A title behind `#`, with the marks at its end escaped that would close the heading."""
    return _CLOSING_MARKS.sub(r"\1\\\2", title.strip())


def _climb(anchor: Stretch) -> Stretch:
    """The block behind which other blocks can stand: not the item or the cell, but its list or its table."""
    containers, block = anchor.containers, anchor.last
    while isinstance(containers[-1], List | Table | TableRow | DefinitionList):
        containers, block = containers[:-1], containers[-1]
    return Stretch(anchor.document, containers, block, block)


def _model(anchor: Stretch) -> Stretch | None:
    """The heading nearest to a place, after which a new one is modelled: the next one, else the one before."""
    siblings = anchor.containers[-1].children
    index = siblings.index(anchor.last)
    candidates = (*siblings[index + 1 :], *siblings[index::-1])
    for found in candidates:
        if isinstance(found, Heading) and found is not siblings[0]:
            return Stretch(anchor.document, anchor.containers, found, found)
    first = siblings[0]
    return Stretch(anchor.document, anchor.containers, first, first) if isinstance(first, Heading) else None


def _gap_before(anchor: Stretch, model: Stretch | None, heading: Block | None) -> str:
    if model is None or model.previous is None:
        return anchor.blank_line
    gap = anchor.document.slice(model.previous.end, model.start)
    return anchor.blank_line if is_tight(gap) and heading and must_part(anchor.last, heading) else gap


def _gap_like(model: Stretch | None, anchor: Stretch) -> str:
    """The gap between a heading and its text, as the model has it."""
    if model is None or model.following is None or isinstance(model.following, Heading):
        return anchor.blank_line
    return anchor.document.slice(model.end, model.following.start)


def _move(document: MarkdownDocument, intent: Intent) -> Transaction:
    """The bytes of a section, behind another place."""
    place, target = intent.ranges
    stretch = Stretch.at(document, place, intent.arguments["depth"])
    anchor = _climb(Stretch.ending(document, target.start, intent.arguments["afterDepth"]))
    return relocate(stretch, anchor)


VERBS: dict[str, Planner] = {
    "update_section": _update,
    "insert_section": _insert,
    "move_section": _move,
}
