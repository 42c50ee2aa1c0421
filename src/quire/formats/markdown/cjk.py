"""Spaces and punctuation in Chinese and Japanese text."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from quire.core.cjk import PUNCTUATION, SPACING, chosen
from quire.core.transaction import Transaction
from quire.formats.markdown.inlines import Link
from quire.formats.markdown.patch import patch
from quire.formats.markdown.reading import Reading
from quire.formats.markdown.seam import changed
from quire.formats.markdown.shape import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.anchor import Range
    from quire.core.cjk import Proposal, Rule
    from quire.core.document import Intent
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.inlines import Inline, Inlines
    from quire.formats.markdown.patch import Edit, Planner

# Planning

_MOST_ROUNDS = 8


def _retouch(document: MarkdownDocument, place: Range | None, rule: Rule) -> Transaction:
    """The change that leaves a rule nothing to do in a place, or in the whole document."""
    whole = Transaction()
    for _ in range(_MOST_ROUNDS):
        change = _round(document, place, rule)
        if not change:
            break
        whole += change
        document = document.apply(change)
        place = place and place.map(change.mapping)
    return whole


def _round(document: MarkdownDocument, place: Range | None, rule: Rule) -> Transaction:
    """All proposals that a rule proposes; if they change more than text, those that do not."""
    proposed = list(_proposed(document, place, rule))
    change = patch(document, [edit for proposals in proposed for each in proposals for edit in each.edits])
    if not change or _keeps(document, change):
        return change
    change = patch(document, _harmless(document, proposed))
    return change if _keeps(document, change) else Transaction()


def _proposed(document: MarkdownDocument, place: Range | None, rule: Rule) -> Iterator[Sequence[Proposal]]:
    start, end = (place.start, place.end) if place else (0, len(document))
    for _, spans in document.inlines.within(start, end):
        reading = Reading(spans)
        proposals = [each for each in rule(reading) if place is None or each.is_within(reading, place)]
        if proposals:
            yield proposals


def _harmless(document: MarkdownDocument, proposed: Sequence[Sequence[Proposal]]) -> list[Edit]:
    """The edits of the proposals that change nothing but text: of many leaves together, where none does harm."""
    if len(proposed) == 1:
        return _harmless_in_leaf(document, proposed[0])
    middle = len(proposed) // 2
    found: list[Edit] = []
    for half in (proposed[:middle], proposed[middle:]):
        edits = [edit for proposals in half for each in proposals for edit in each.edits]
        found += edits if _keeps(document, patch(document, edits)) else _harmless(document, half)
    return found


def _harmless_in_leaf(document: MarkdownDocument, proposals: Sequence[Proposal]) -> list[Edit]:
    """The edits of those proposals of a leaf that, one after the other, change nothing but text."""
    kept: list[Edit] = []
    for proposal in proposals:
        tried = [*kept, *proposal.edits]
        if _keeps(document, patch(document, tried)):
            kept = tried
    return kept


Structure = list[tuple[tuple[str, ...], ...]]
"""The leaves of a text: what each is in, and the marks, links and the like that are in it."""


def _keeps(document: MarkdownDocument, change: Transaction) -> bool:
    """Whether a change leaves all but text as it is."""
    result = document.apply(change)
    before, after = changed(document.tree, result.tree)
    return _structure(before, document.inlines) == _structure(after, result.inlines)


def _structure(blocks: Sequence[Block], inlines: Inlines) -> Structure:
    return [(shape, *_marks(inlines.of(block))) for block, shape in leaves(blocks)]


def _marks(spans: Sequence[Inline]) -> Iterator[tuple[str, ...]]:
    """What is in a leaf besides its text, which may change."""
    for span in chain.from_iterable(each.walk() for each in spans):
        if isinstance(span, Link):
            yield span.type, span.form, span.destination
        elif span.type != "text":
            yield span.type, span.text


# Verbs


def _planner(argument: str, rules: dict[str, Rule]) -> Planner:
    def plan(document: MarkdownDocument, intent: Intent) -> Transaction:
        place = intent.ranges[0].within(len(document)) if intent.ranges else None
        return _retouch(document, place, chosen(rules, intent, argument))

    return plan


VERBS: dict[str, Planner] = {
    "fix_spacing": _planner("action", SPACING),
    "convert_punctuation": _planner("direction", PUNCTUATION),
}
