"""Blocks that go to another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.markdown.fragment import set_in
from quire.formats.markdown.lines import is_tight
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.patch import patch
from quire.formats.markdown.shape import in_any_list, replaced
from quire.formats.markdown.stretch import must_part, require_closed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.markdown.blocks import Span
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Edit
    from quire.formats.markdown.shape import Shape
    from quire.formats.markdown.stretch import Side, Stretch


def relocate(stretch: Stretch, anchor: Stretch, side: Side | None = None) -> Transaction:
    """The change that puts blocks behind another one; byte for byte, where the containers are the same."""
    if is_there(stretch, anchor):
        return Transaction()
    arrival = anchor.end, anchor.end, moved(stretch, anchor, side)
    return transfer(stretch, arrival, anchor.around, [stretch.removal(side)])


def transfer(stretch: Stretch, arrival: Edit, around: Shape, removal: Sequence[Edit]) -> Transaction:
    """The change that puts blocks into one place and takes them out of another, and changes nothing else at either."""
    document, kinds = stretch.document, stretch.kinds
    start, end = min(edit[0] for edit in removal), max(edit[1] for edit in removal)
    require_others_kept(document, patch(document, removal), (min(start, stretch.start), max(end, stretch.end)), [])
    require_others_kept(document, patch(document, [arrival]), arrival[:2], kinds, around=around)
    return patch(document, [arrival, *removal])


def require_others_kept(
    document: MarkdownDocument, change: Transaction, place: Span, *expected: Sequence[str], around: Shape = ()
) -> None:
    """Refuse a change of a range that makes other blocks of what stands around it, or of what it brings.

    What is brought must be leaves of one of the expected lists of types, all in the containers that are given."""
    found = replaced(document, change, place)
    are_those = not expected or (found is not None and [shape[-1] for shape in found] in map(list, expected))
    if found is None or not are_those or any(shape[: len(around)] != in_any_list(around) for shape in found):
        raise UnsupportedError(
            f"What stands at {place[0]} to {place[1]}, or next to it, would be read as something else after this.",
            "Look at the indentation of the blocks around it, and at the blank lines between them.",
        )


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
