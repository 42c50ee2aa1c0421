"""Changes that wait for a yes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quire.tools.deeds import deed
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.tools.workspace import timestamp
from quire.workspace.session import OpenDocument, Session

if TYPE_CHECKING:
    from quire.core.anchor import Range
    from quire.core.document import Document

AROUND = 100
"""How much of a line is shown on each side of what would change."""


class SuggestionInfo(Answer):
    id: str
    type: Literal["insert", "replace", "delete"]
    from_: Annotated[int, Field(alias="from")]
    to: int
    new_content: str | None = present("Content to be inserted (for insert and replace).")
    original_content: str | None = present("Content being modified (for replace and delete).")
    change: str | None = present("What would change, where the words stay the same.")
    context: Annotated[str, Field(description="The line that it is in, as it is now.")]
    author: str
    created_at: str
    reason: str | None = present()
    is_stale: Annotated[bool, Field(description="The text that it was made for has changed; it cannot be accepted.")]


class SuggestionList(Answer):
    suggestions: list[SuggestionInfo]
    count: int
    focused_id: Annotated[str | None, Field(description="The suggestion at the cursor, or the next one behind it.")]


@tool("suggestions", essential=True)
def suggestion_list(session: Session, args: InWindow) -> SuggestionList:
    """List all pending suggestions, in document order."""
    document = session.document(args.window_id)
    found = _pending(document)
    cursor = document.manuscript.selection.end
    behind = [each.id for each in found if each.to >= cursor] or [each.id for each in found]
    return SuggestionList(suggestions=found, count=len(found), focused_id=behind[0] if behind else None)


def _pending(document: OpenDocument) -> list[SuggestionInfo]:
    manuscript = document.manuscript
    return [
        SuggestionInfo(
            id=suggestion.id,
            type=suggestion.kind,
            from_=suggestion.range.start,
            to=suggestion.range.end,
            new_content=suggestion.proposed if suggestion.kind != "delete" else None,
            original_content=suggestion.original if suggestion.kind != "insert" else None,
            change=deed(suggestion),
            context=_context(manuscript.document, suggestion.place(manuscript.document)),
            author=suggestion.author.name,
            created_at=timestamp(suggestion.made_at),
            reason=suggestion.reason,
            is_stale=suggestion.is_stale(manuscript.document),
        )
        for suggestion in manuscript.suggestions
    ]


def _context(document: Document, place: Range) -> str:
    """The line around a place, as far as one needs it to know where that is."""
    start = max(0, place.start - AROUND)
    before = document.slice(start, place.start)
    if len(before) < place.start - start:  # that is in another story of a Word document
        before = ""
    from_there = document.slice(place.start, min(place.end, place.start + AROUND) + AROUND)
    return before.rpartition("\n")[2] + from_there.partition("\n")[0]


class OneSuggestion(InWindow):
    suggestion_id: Annotated[str, Field(description="ID of the suggestion.")]


class Accepted(Answer):
    message: str
    accepted: list[str]
    stale: Annotated[list[str], Field(description="Suggestions that are stale and were left pending.")]
    revision: str


class Rejected(Answer):
    message: str
    rejected: list[str]


@tool("suggestions", writes=True, destructive=True, essential=True)
def suggestion_accept(session: Session, args: OneSuggestion) -> Accepted:
    """Accept a specific suggestion, applying its changes to the document."""
    document = _with_suggestion(session, args)
    edited = document.accept(args.suggestion_id)
    return _accepted(document, edited.accepted)


@tool("suggestions", writes=True, essential=True)
def suggestion_reject(session: Session, args: OneSuggestion) -> Rejected:
    """Reject a specific suggestion, discarding it without changes."""
    document = _with_suggestion(session, args)
    document.reject(args.suggestion_id)
    return Rejected(message="Rejected 1 suggestion.", rejected=[args.suggestion_id])


@tool("suggestions", writes=True, destructive=True)
def suggestion_accept_all(session: Session, args: InWindow) -> Accepted:
    """Accept all pending suggestions in document order, as one change. Stale ones stay pending."""
    document = session.document(args.window_id)
    return _accepted(document, document.accept_all().accepted)


@tool("suggestions", writes=True)
def suggestion_reject_all(session: Session, args: InWindow) -> Rejected:
    """Reject all pending suggestions."""
    document = session.document(args.window_id)
    pending = [suggestion.id for suggestion in document.reject_all()]
    noun = "suggestion" if len(pending) == 1 else "suggestions"
    return Rejected(message=f"Rejected {len(pending)} {noun}.", rejected=pending)


def _with_suggestion(session: Session, args: OneSuggestion) -> OpenDocument:
    """The document that the suggestion belongs to: the one named, else whichever open one has it."""
    if args.window_id is not None:
        return session.document(args.window_id)
    for tab in session.store.desk.windows.tabs:
        document = OpenDocument(session, tab)
        if any(suggestion.id == args.suggestion_id for suggestion in document.manuscript.suggestions):
            return document
    return session.document()


def _accepted(document: OpenDocument, accepted: tuple[str, ...]) -> Accepted:
    stale = [each.id for each in _pending(document) if each.is_stale]
    left = f" Stale and left pending: {len(stale)}." if stale else ""
    noun = "suggestion" if len(accepted) == 1 else "suggestions"
    return Accepted(
        message=f"Accepted {len(accepted)} {noun}.{left}",
        accepted=list(accepted),
        stale=stale,
        revision=document.revision,
    )
