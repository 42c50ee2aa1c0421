"""Blocks that go to another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError
from quire.core.transaction import Transaction
from quire.formats.markdown.fragment import set_in
from quire.formats.markdown.lines import is_tight
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.patch import patch
from quire.formats.markdown.stretch import must_part, require_closed

if TYPE_CHECKING:
    from quire.formats.markdown.stretch import Side, Stretch


def relocate(stretch: Stretch, anchor: Stretch, side: Side | None = None) -> Transaction:
    """The change that puts blocks behind another one; byte for byte, where the containers are the same."""
    if is_there(stretch, anchor):
        return Transaction()
    document = stretch.document
    return patch(document, [stretch.removal(side), (anchor.end, anchor.end, moved(stretch, anchor, side))])


def is_there(stretch: Stretch, anchor: Stretch) -> bool:
    """Whether blocks stand behind another one already; refuses to put them into themselves."""
    same = anchor.containers[-1] is stretch.containers[-1]
    if same and (stretch.previous is anchor.last or stretch.last is anchor.last):
        return True
    if stretch.start <= anchor.start and anchor.end <= stretch.end:
        raise InvalidArgumentError(
            f"What stands at {stretch.start} to {stretch.end} cannot be moved into itself.",
            "Give a block outside of it as after.",
        )
    require_closed(stretch)
    require_closed(anchor)
    return False


def moved(stretch: Stretch, anchor: Stretch, side: Side | None) -> str:
    """Blocks as they are written behind another one, with the gap that they took along."""
    source = stretch.document.slice(stretch.begin, stretch.end)
    gap = stretch.gap(side)
    if not _same_margin(stretch, anchor):
        source, gap = set_in(stretch.outdented(), anchor.margin.text, anchor.line_ending), ""
    if not gap or (is_tight(gap) and must_part(anchor.last, stretch.first)):
        gap = anchor.blank_line
    return gap + source + anchor.tail(stretch.last)


def _same_margin(one: Stretch, other: Stretch) -> bool:
    texts = {Margin(each.document.text, each.containers[1:]).text for each in (one, other)}
    return len(texts) == 1
