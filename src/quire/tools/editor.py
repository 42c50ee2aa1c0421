"""Undo, redo and focus."""

from __future__ import annotations

from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow
from quire.workspace.session import Session


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
    message = "Undid the last change." if undone else "There is nothing to undo."
    return Undone(message=message, undone=undone, revision=document.revision)


@tool("editing", writes=True, idempotent=False)
def editor_redo(session: Session, args: InWindow) -> Redone:
    """Redo the change that was undone last."""
    document = session.document(args.window_id)
    redone = document.redo()
    message = "Redid the change." if redone else "There is nothing to redo."
    return Redone(message=message, redone=redone, revision=document.revision)


@tool("editing", moves=True)
def editor_focus(session: Session, args: InWindow) -> Focused:
    """Focus the editor: bring its window, or the tab that is named, to the front."""
    return Focused(window_id=session.focus(args.window_id).label)
