"""A page's copy of a document, and how the two follow each other.

A page has line breaks of one kind and counts in UTF-16 units; the document keeps its own. What goes from one to the
other is converted here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from quire.core.anchor import Range
from quire.core.changeset import ChangeSet, Replacement, require_same, units, whole
from quire.core.document import put
from quire.core.ruler import BYTE_ORDER_MARK, Ruler
from quire.core.transaction import AFTER, BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.document import Document, Intent
    from quire.core.transaction import Transaction

_BREAK = re.compile(r"\r\n?")


class Update(NamedTuple):
    """A change in a page's terms, and which page it came from."""

    changes: ChangeSet
    origin: str = ""


def page_text(text: str) -> str:
    """A text as a page has it."""
    return _unbroken(text.removeprefix(BYTE_ORDER_MARK))


def _unbroken(text: str) -> str:
    return _BREAK.sub("\n", text) if "\r" in text else text


def followed(before: Document, after: Document, change: Transaction) -> ChangeSet:
    """What a page does to its copy to follow a change of the document."""
    ruler = Ruler(before.characters)
    return ChangeSet.of(ruler.length, [_replacement(before, after, ruler, *each) for each in _extents(before, change)])


def _replacement(before: Document, after: Document, ruler: Ruler, then: Range, now: Range) -> Replacement:
    """What becomes of a range, for a page: with all of a line break of which it has a part."""
    start, end, new_start, new_end = then.start, then.end, now.start, now.end
    while start and new_start and (_cuts(before, start) or _cuts(after, new_start)):
        start, new_start = start - 1, new_start - 1
    while _cuts(before, end) or _cuts(after, new_end):
        end, new_end = end + 1, new_end + 1
    content = after.slice(new_start, new_end)
    inserted = _unbroken(content) if new_start else page_text(content)
    return Replacement(ruler.offset(start), ruler.offset(end), units(inserted))


def _extents(before: Document, change: Transaction) -> Iterator[tuple[Range, Range]]:
    """The ranges of the text that are replaced, in order and apart, and those that take their place."""
    length, found = len(before), list[Range]()
    for start, end in sorted(change.touches()):
        if start > length:
            continue  # what stands behind the text is shown to no page
        if found and start <= found[-1].end:
            found[-1] = Range(found[-1].start, max(found[-1].end, min(end, length)))
        else:
            found.append(Range(start, min(end, length)))
    position = change.mapping.position
    return ((each, Range(position(each.start, BEFORE), position(each.end, AFTER))) for each in found)


def _cuts(document: Document, position: int) -> bool:
    """Whether a position is in something that is one to a page: a line break of two, a byte order mark and a letter."""
    if not position:
        return document.slice(0, 1) == BYTE_ORDER_MARK
    return document.slice(position - 1, position + 1) == "\r\n"


def rebased(mine: Sequence[Update], theirs: Sequence[Update]) -> list[Update]:
    """A page's updates on top of what happened since it made them, without those that are among that already.

    What happened is gone through one by one, and so it is in the page: mapped over several changes at once, an update
    may come to stand elsewhere."""
    waiting = list(mine)
    for update in theirs:
        is_own = bool(waiting) and waiting[0].origin == update.origin
        waiting = waiting[1:] if is_own else _beyond(waiting, update.changes)
    return waiting


def _beyond(updates: Sequence[Update], changes: ChangeSet) -> list[Update]:
    found = []
    for update in updates:
        found.append(Update(update.changes.map(changes), update.origin))
        changes = changes.map(update.changes, before=True)
    return found


def wishes(document: Document, changes: ChangeSet) -> list[Intent]:
    """What a page's changes of its copy want done to the document."""
    ruler, ending = Ruler(document.characters), document.line_ending
    require_same(ruler.length, changes.length)
    return [
        put(ruler.position(start), ruler.position(end), whole(inserted).replace("\n", ending))
        for start, end, inserted in changes.replacements()
    ]


def agree(document: Document, one: ChangeSet, other: ChangeSet) -> bool:
    """Whether two changes of a page's copy of a document make the same text of it."""
    if list(one.replacements()) == list(other.replacements()):
        return True
    text = units(page_text(document.text))
    return one.apply(text) == other.apply(text)
