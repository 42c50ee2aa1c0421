"""What the editor's page asks for: its copy of a document, what to do to keep it, and what else it shows.

Offsets and changes are the page's: in UTF-16 units, each line break one.
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Literal

from pydantic import Field

from quire import __version__
from quire.core.changeset import ChangeSet
from quire.core.errors import ConflictError
from quire.core.mirror import Update, page_text
from quire.core.ruler import Ruler
from quire.tools.deeds import deed
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments
from quire.tools.workspace import timestamp
from quire.workspace.session import OpenDocument, Session
from quire.workspace.settings import Approval, AutoSave, Staging

DocumentId = Annotated[str, Field(description="Tab ID of the document.")]
Revision = Annotated[int, Field(ge=0, description="The revision that the page has.")]
Changes = Annotated[list[Any], Field(description="A change as CodeMirror stores it.")]


class PageTab(Answer):
    id: str
    title: str
    file_path: str | None
    format: str
    is_dirty: bool
    suggestions: int


class PageWindow(Answer):
    label: str
    active: str | None
    tabs: list[PageTab]


class PageAgent(Answer):
    name: str
    tool: str
    at: str


class PageDesk(Answer):
    """The windows, settings and agents of the workspace."""

    version: str
    focused: str | None
    windows: list[PageWindow]
    staging: Staging
    approval: Approval
    auto_save: AutoSave
    agents: list[PageAgent]


class PageSuggestion(Answer):
    """A change that waits; `start` and `end` are offsets in the page's copy."""

    id: str
    kind: Literal["insert", "replace", "delete"]
    start: int
    end: int
    original: str
    proposed: str
    change: Annotated[str | None, Field(description="What would change, where the words stay the same.")]
    author: str
    made_at: str
    reason: str | None
    is_stale: bool


class PageUpdate(Answer):
    """A change that made a revision; `origin` is the page that it was typed in, if it was."""

    revision: int
    origin: str
    changes: Changes


class PageNews(Answer):
    """What has become of a document since a revision: updates, or where they are no longer known, all of the text."""

    document: str
    revision: int
    length: Annotated[int, Field(description="How long the text is now, to see that a page has the same.")]
    updates: list[PageUpdate]
    text: str | None
    suggestions: Annotated[list[PageSuggestion] | None, Field(description="All of them, if any is another.")]
    mark: Annotated[str, Field(description="Names this state of the suggestions.")]


class PageDocument(Answer):
    """A document as a page opens it."""

    document: str
    title: str
    format: str
    revision: int
    text: str
    suggestions: list[PageSuggestion]
    mark: str


@tool("pages", family="person")
def page_desk(session: Session, args: Arguments) -> PageDesk:  # noqa: ARG001 - it takes none
    """What a page shows around the document."""
    desk = session.store.desk
    return PageDesk(
        version=__version__,
        focused=next(iter(desk.windows.recency), None),
        windows=[
            PageWindow(label=window.label, active=window.active, tabs=[_tab(session, tab) for tab in window.tabs])
            for window in desk.windows.windows
        ],
        staging=desk.settings.staging,
        approval=desk.settings.approval,
        auto_save=desk.settings.auto_save,
        agents=[
            PageAgent(name=name, tool=visit.tool, at=timestamp(visit.at))
            for name, visit in sorted(session.store.visits.items(), key=lambda entry: -entry[1].at)
        ],
    )


def _tab(session: Session, tab: str) -> PageTab:
    document = OpenDocument(session, tab)
    sheet, manuscript = document.sheet, document.manuscript
    return PageTab(
        id=tab,
        title=sheet.title,
        file_path=sheet.path,
        format=sheet.format,
        is_dirty=manuscript.is_dirty,
        suggestions=len(manuscript.suggestions),
    )


class OnePage(Arguments):
    document: DocumentId


@tool("pages", family="person")
def page_open(session: Session, args: OnePage) -> PageDocument:
    """A document with its whole text."""
    document = session.tab(args.document)
    return PageDocument(
        document=document.id,
        title=document.sheet.title,
        format=document.sheet.format,
        revision=document.manuscript.revision,
        text=page_text(document.document.text),
        suggestions=_suggestions(document),
        mark=_mark(document),
    )


class Follow(OnePage):
    revision: Revision
    mark: Annotated[str, Field(description="The state of the suggestions that the page has.")] = ""


@tool("pages", family="person")
def page_news(session: Session, args: Follow) -> PageNews:
    """What a page has to do to have the document of now."""
    document = session.tab(args.document)
    updates, text = _updates(document, args.revision)
    mark = _mark(document)
    return PageNews(
        document=document.id,
        revision=document.manuscript.revision,
        length=Ruler(document.document.characters).length,
        updates=updates,
        text=text,
        suggestions=None if mark == args.mark else _suggestions(document),
        mark=mark,
    )


def _updates(document: OpenDocument, revision: int) -> tuple[list[PageUpdate], str | None]:
    try:
        found = document.updates(revision)
    except ConflictError:
        return [], page_text(document.document.text)
    told = [
        PageUpdate(revision=number, origin=update.origin, changes=update.changes.to_json())
        for number, update in enumerate(found, revision + 1)
    ]
    return told, None


def _mark(document: OpenDocument) -> str:
    manuscript = document.manuscript
    told = [[each.id, each.proposed, each.is_stale(manuscript.document)] for each in manuscript.suggestions]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16] if told else "none"


def _suggestions(document: OpenDocument) -> list[PageSuggestion]:
    manuscript, length = document.manuscript, len(document.document)
    ruler = Ruler(document.document.characters) if manuscript.suggestions else None
    places = ((each, each.place(manuscript.document)) for each in manuscript.suggestions)
    return [
        PageSuggestion(
            id=each.id,
            kind=each.kind,
            start=ruler.offset(min(place.start, length)),
            end=ruler.offset(min(place.end, length)),
            original=page_text(each.original),
            proposed=page_text(each.proposed),
            change=deed(each),
            author=each.author.name,
            made_at=timestamp(each.made_at),
            reason=each.reason,
            is_stale=each.is_stale(manuscript.document),
        )
        for each, place in places
        if ruler is not None
    ]


class Typed(OnePage):
    revision: Revision
    origin: Annotated[str, Field(min_length=1, max_length=64, description="Names the page.")]
    updates: Annotated[list[Changes], Field(description="What was typed, one behind the other.")]


class Taken(Answer):
    """What was typed is in the document, and durable."""

    revision: int


@tool("pages", family="person", writes=True)
def page_type(session: Session, args: Typed) -> Taken:
    """Take over what was typed in a page, on top of what happened since."""
    document = session.tab(args.document)
    document.type(args.revision, [Update(ChangeSet.of_json(changes), args.origin) for changes in args.updates])
    return Taken(revision=document.manuscript.revision)


class Choose(OnePage):
    revision: Revision
    start: Annotated[int, Field(ge=0, description="Where the selection starts.")]
    end: Annotated[int, Field(ge=0, description="Where it ends.")]


class Chosen(Answer):
    """Whether the page had the text of now, so that its offsets mean something."""

    is_taken: bool


@tool("pages", family="person", moves=True)
def page_select(session: Session, args: Choose) -> Chosen:
    """Tell what a person has selected, for the tools that act on the selection."""
    document = session.tab(args.document)
    if args.revision != document.manuscript.revision:
        return Chosen(is_taken=False)
    ruler = Ruler(document.document.characters)
    document.select(ruler.position(args.start), ruler.position(args.end))
    return Chosen(is_taken=True)


class Amend(OnePage):
    suggestion_id: Annotated[str, Field(description="ID of the suggestion.")]
    content: Annotated[str, Field(description="What comes to its place instead.")]


@tool("pages", family="person", writes=True)
def page_accept(session: Session, args: Amend) -> Taken:
    """Accept a suggestion with another content than the proposed one."""
    document = session.tab(args.document)
    document.accept(args.suggestion_id, args.content.replace("\n", document.document.line_ending))
    return Taken(revision=document.manuscript.revision)
