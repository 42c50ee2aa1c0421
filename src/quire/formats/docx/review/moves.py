"""Paragraphs that went in one place and came in another: they were moved."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from quire.formats.docx.names import attribute, name
from quire.formats.docx.text.paragraph import W_DEL, W_INS, W_MOVE_FROM, W_MOVE_TO, W_PPR, W_T

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.review.pen import Pen

_RESTORED = {name("w:delText"): W_T, name("w:delInstrText"): name("w:instrText")}


def moved(
    gone: Sequence[Element], new: Sequence[Element], key: Callable[[Element], Hashable]
) -> dict[Element, Element]:
    """Which of the paragraphs that went are which of those that came: said once here and once there."""
    befores, afters = ({key(each): each for each in side} for side in (gone, new))
    once = {each for side in (gone, new) for each, number in Counter(map(key, side)).items() if number == 1}
    return {befores[each]: afters[each] for each in befores if each in afters and each in once}


def tell_from(paragraph: Element, move: str, pen: Pen) -> None:
    """Let a paragraph that is marked as gone be one that was moved away."""
    for each in paragraph.iter(W_DEL):
        each.tag = W_MOVE_FROM
    for each in list(paragraph.iter(*_RESTORED)):
        each.tag = _RESTORED[each.tag]
    _frame(paragraph, "moveFrom", move, pen)


def tell_to(paragraph: Element, move: str, pen: Pen) -> None:
    """Let a paragraph that is marked as new be one that was moved here."""
    for each in paragraph.iter(W_INS):
        each.tag = W_MOVE_TO
    _frame(paragraph, "moveTo", move, pen)


def _frame(paragraph: Element, kind: str, move: str, pen: Pen) -> None:
    start, end = pen.mark(name(f"w:{kind}RangeStart")), pen.numbered(name(f"w:{kind}RangeEnd"))
    start.set(name("w:name"), move)
    end.set(name("w:id"), attribute(start, "w:id") or "")
    properties = paragraph.find(W_PPR)
    paragraph.insert(0 if properties is None else 1, start)
    paragraph.append(end)
