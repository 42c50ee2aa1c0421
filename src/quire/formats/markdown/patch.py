"""Edits of source ranges as one change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.transaction import Replace, Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from quire.core.document import Intent
    from quire.formats.markdown.document import MarkdownDocument

    Planner = Callable[[MarkdownDocument, Intent], Transaction]
    """What a verb is: it plans the change that an intent asks for, or refuses."""

Edit = tuple[int, int, str]
"""Put a text in place of a range: start, end, text."""


def patch(document: MarkdownDocument, edits: Iterable[Edit]) -> Transaction:
    """The change that makes edits apart from each other, from the end so that none moves another.

    Of two insertions at one place, the one given first comes first in the text."""
    steps: list[Replace] = []
    for start, end, text in sorted(edits, key=lambda edit: edit[:2])[::-1]:
        if steps and end > int(steps[-1].address):
            raise ValueError(f"edits overlap at {end}")
        if (old := document.slice(start, end)) != text:
            steps.append(Replace.text(start, old, text))
    return Transaction(tuple(steps))
