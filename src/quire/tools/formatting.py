"""Marks and links on the selection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.core.words import word_at
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import OpenDocument, Session

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_WORD = 1000
"""How far around the cursor the word at it is looked for."""


class Formatted(Answer):
    message: str
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    applied: bool


class Toggle(InWindow):
    mark: Annotated[
        Literal["bold", "italic", "code", "strike", "underline", "highlight"], Field(description="Mark type.")
    ]


@tool("formatting", writes=True)
def format_toggle(session: Session, args: Toggle) -> Formatted:
    """Toggle a formatting mark on the selection, or on the word at the cursor if nothing is selected.

    If all of the text has the mark, it is removed, else it is put on all of it."""
    return _format(session.document(args.window_id), _words, "toggle_mark", f"Toggled {args.mark}", mark=args.mark)


class SetLink(InWindow):
    href: Annotated[str, Field(description="Link URL.")]
    title: Annotated[
        str | None,
        Field(description="Link title (tooltip). Left out, a link keeps the title that it has; empty removes it."),
    ] = None


@tool("formatting", writes=True, idempotent=True)
def format_set_link(session: Session, args: SetLink) -> Formatted:
    """Create a hyperlink on the selected text, or lead the link that the selection is in to another address.

    With nothing selected and no link at the cursor, a link is inserted that shows its address."""
    return _format(
        session.document(args.window_id), _selection, "set_link", f"Set a link to {args.href!r}",
        href=args.href, title=args.title,
    )  # fmt: skip


@tool("formatting", writes=True, destructive=True)
def format_remove_link(session: Session, args: InWindow) -> Formatted:
    """Remove every hyperlink that the selection or the cursor touches; the text of the links stays."""
    return _format(session.document(args.window_id), _selection, "remove_link", "Removed the link")


@tool("formatting", writes=True, destructive=True, idempotent=True)
def format_clear(session: Session, args: InWindow) -> Formatted:
    """Remove all marks and links from the selection, or from the word at the cursor if nothing is selected.

    Text, images, formulas and lines stay."""
    return _format(session.document(args.window_id), _words, "clear_marks", "Cleared the formatting")


def _format(
    document: OpenDocument, place: Callable[[OpenDocument], Range], verb: str, done: str, **arguments: Any
) -> Formatted:
    outcome = document.propose(Intent(verb, (place(document),), arguments), manner="acts")
    told = outcome.tell(done) if outcome.transaction else "Nothing had to be changed."
    return Formatted(message=told, suggestion_id=outcome.suggestion_id, applied=outcome.applied)


def _selection(document: OpenDocument) -> Range:
    return document.manuscript.selection


def _words(document: OpenDocument) -> Range:
    """The selection; if it is empty, the word at the cursor."""
    place = document.manuscript.selection
    if not place.is_empty:
        return place
    start = max(0, place.start - LONGEST_WORD)
    word = word_at(document.document.slice(start, place.start + LONGEST_WORD), place.start - start)
    if word is None:
        raise UnsupportedError(
            f"Nothing is selected, and there is no word at the cursor, at {place.start}.",
            "Select text with selection_set, or put the cursor into a word.",
        )
    return Range(start + word[0], start + word[1])
