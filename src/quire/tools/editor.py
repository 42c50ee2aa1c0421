"""Undo, redo and focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.core.history import Change


class Undone(Answer):
    message: str
    undone: bool
    revision: str


class Redone(Answer):
    message: str
    redone: bool
    revision: str


class Focused(Answer):
    window_id: str


@tool("editing", writes=True, idempotent=False, essential=True)
def editor_undo(session: Session, args: InWindow) -> Undone:
    """Undo the last change of the document, whoever made it."""
    document = session.document(args.window_id)
    undone = document.undo()
    message = f"Undid the last change.{_told(undone, 'pending')}" if undone else "There is nothing to undo."
    return Undone(message=message, undone=undone is not None, revision=document.revision)


@tool("editing", writes=True, idempotent=False)
def editor_redo(session: Session, args: InWindow) -> Redone:
    """Redo the change that was undone last."""
    document = session.document(args.window_id)
    redone = document.redo()
    message = f"Redid the change.{_told(redone, 'accepted')}" if redone else "There is nothing to redo."
    return Redone(message=message, redone=redone is not None, revision=document.revision)


def _told(change: Change, standing: str) -> str:
    """What became of the suggestions that a change fulfils."""
    match len(change.fulfilled):
        case 0:
            return ""
        case 1:
            return f" 1 suggestion is {standing} again."
        case count:
            return f" {count} suggestions are {standing} again."


@tool("editing", moves=True)
def editor_focus(session: Session, args: InWindow) -> Focused:
    """Focus the editor: bring its window, or the tab that is named, to the front."""
    return Focused(window_id=session.focus(args.window_id).label)
