"""Pending suggestions as tracked changes of a Word document, each by its own author and of its own time."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from quire.core.anchor import Range
from quire.core.errors import QuireError
from quire.core.transaction import AFTER, BEFORE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.core.manuscript import Manuscript
    from quire.core.suggestion import Suggestion
    from quire.core.transaction import Mapping
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.receipt import Receipt

UNTRACKED = ("renew", "decide_revisions", "switch_tracking")
"""What is no edit of a text, or decides others'."""
_COMMENTING = ("add_comment", "answer_comment")
_LEFT = (*UNTRACKED, "remove_comment", "resolve_comment")
"""What no tracked change can tell."""


class Redlined(NamedTuple):
    """A file in which suggestions are tracked changes, which of them are, and what differs from the document's own."""

    data: bytes
    receipt: Receipt
    told: tuple[str, ...]
    left: tuple[str, ...]


def redlined(manuscript: Manuscript) -> Redlined:
    """A document as it is, with all that is suggested as tracked changes. Accepting all of these gives what accepting
    all suggestions gives: stale ones, and those that are no edits, are in neither."""
    telling = [_tracked(each) for each in manuscript.suggestions if each.intent.verb not in _LEFT]
    edited = replace(manuscript, suggestions=tuple(telling)).accept_all()
    document = cast("DocxDocument", manuscript.document.apply(edited.transaction))
    told = [each for each in telling if each.id in edited.accepted]
    left = tuple(each.id for each in manuscript.suggestions if each.id not in edited.accepted)
    document = _with_reasons(document, told, edited.transaction.mapping)
    return Redlined(document.write(), document.receipt(), edited.accepted, left)


def _tracked(suggestion: Suggestion) -> Suggestion:
    intent = suggestion.intent
    if intent.verb in _COMMENTING:
        return suggestion
    by = {"author": suggestion.author.name, "date": stamp(suggestion.made_at)}
    return replace(suggestion, intent=replace(intent, arguments={**intent.arguments, "track": by}))


def _with_reasons(document: DocxDocument, told: Sequence[Suggestion], mapping: Mapping) -> DocxDocument:
    """The reasons of suggestions, as comments on what they changed."""
    for suggestion in told:
        if not suggestion.reason or suggestion.intent.verb in _COMMENTING:
            continue
        start, end = suggestion.range.start, suggestion.range.end
        where = Range(mapping.position(start, BEFORE), mapping.position(end, AFTER))
        try:
            wanted = document.remark(where, suggestion.reason, suggestion.author.name, stamp(suggestion.made_at))
            document = document.apply(document.plan(wanted))
        except QuireError:  # there is no comment where it is, and the change is told all the same
            continue
    return document


def stamp(at: float) -> str:
    """A time as Word documents tell it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
