"""Files and windows, as the page shows them to a person."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments
from quire.workspace import folders
from quire.workspace.session import Session


class PageEntry(Answer):
    name: str
    path: str
    is_folder: bool


class Folder(Arguments):
    folder: Annotated[str | None, Field(description="Its path. Default: what the person starts from.")] = None


@tool("pages", family="person")
def page_folder(session: Session, args: Folder) -> list[PageEntry]:
    """The folders and documents in a folder."""
    return [
        PageEntry(name=entry.name, path=entry.path, is_folder=entry.is_folder)
        for entry in folders.listed(session.client.roots, args.folder)
    ]


class PageFiles(Answer):
    """The documents below the roots; not all of them where there are too many to look at."""

    roots: list[str]
    files: list[str]
    is_complete: bool


@tool("pages", family="person")
def page_files(session: Session, args: Arguments) -> PageFiles:  # noqa: ARG001 - it takes none
    """All documents that could be opened, for a search by name."""
    found, is_complete = folders.documents(session.client.roots)
    return PageFiles(roots=list(session.client.roots.folders), files=found, is_complete=is_complete)


class MoveTab(Arguments):
    document: Annotated[str, Field(description="Tab ID of the document.")]
    window: Annotated[str, Field(description="Label of the window to move it to, or 'new'.")]


class TabMoved(Answer):
    window: str


@tool("pages", family="person", moves=True, idempotent=False)
def page_move(session: Session, args: MoveTab) -> TabMoved:
    """Move a tab to another window."""
    document = session.tab(args.document)
    session.move(document, args.window)
    return TabMoved(window=document.window.label)
