"""What was done lately, by whom, and the way to undo it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.errors import NotFoundError
from quire.tools.pages import OnePage, Taken
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments
from quire.tools.workspace import timestamp
from quire.workspace.audit import Action
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.workspace.audit import AuditEntry

MOST_TOLD = 1000


class Lately(Arguments):
    most: Annotated[int, Field(ge=1, le=MOST_TOLD, description="How many at the most.")] = 100


class PageDeed(Answer):
    """Something that was done; `obstacle` says why it cannot be undone, and is empty where it can."""

    at: str
    author: str
    is_person: bool
    action: Action
    document: str
    title: str
    tool: str
    revision: int
    before: str
    after: str
    reason: str | None
    obstacle: str


@tool("pages", family="person")
def page_activity(session: Session, args: Lately) -> list[PageDeed]:
    """The newest changes and decisions, the newest first."""
    entries = session.store.audit(args.most)
    taken_back = _taken_back(session, entries)
    return [
        PageDeed(
            at=timestamp(entry.at),
            author=entry.author.name,
            is_person=entry.author.is_person,
            action=entry.action,
            document=entry.document,
            title=entry.title,
            tool=entry.tool,
            revision=entry.revision,
            before=entry.before,
            after=entry.after,
            reason=entry.reason,
            obstacle="It was undone." if (entry.document, entry.revision) in taken_back else _obstacle(session, entry),
        )
        for entry in entries
    ]


def _taken_back(session: Session, entries: Iterable[AuditEntry]) -> set[tuple[str, int]]:
    """The changes that were undone from the middle, each by its document and revision."""
    return {(entry.document, entry.undoes) for entry in entries if entry.undoes and _stands(session, entry)}


def _obstacle(session: Session, entry: AuditEntry) -> str:
    if entry.action not in ("applied", "accepted"):
        return "It changed no text."
    if not _is_open(session, entry):
        return "The document is closed."
    return "" if _stands(session, entry) else "It was undone, or is too long ago."


def _is_open(session: Session, entry: AuditEntry) -> bool:
    return entry.document in session.store.desk.windows.tabs


def _stands(session: Session, entry: AuditEntry) -> bool:
    """Whether a change is part of what its document is now."""
    if not _is_open(session, entry):
        return False
    done = session.store.manuscript(entry.document).history.done
    return any(change.revision == entry.revision for change in done)


class TakeBack(OnePage):
    revision: Annotated[int, Field(description="The revision that the change made.")]


@tool("pages", family="person", writes=True)
def page_take_back(session: Session, args: TakeBack) -> Taken:
    """Undo a change, also if it is not the last one; what came after it stays."""
    document = session.tab(args.document)
    if (args.document, args.revision) in _taken_back(session, session.store.audit(MOST_TOLD)):
        raise NotFoundError("This change was undone already.", "Undo that, to have the change again.")
    document.take_back(args.revision)
    return Taken(revision=document.manuscript.revision)
