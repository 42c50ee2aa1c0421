"""Versions of a document and its file on disk, for a person who wants to look at them or go back."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from quire.core.mirror import page_text
from quire.tools.pages import OnePage, Taken
from quire.tools.registry import tool
from quire.tools.schema import Answer
from quire.tools.workspace import timestamp
from quire.workspace.session import DiskStanding, Session
from quire.workspace.version import Why


class PageVersion(Answer):
    id: int
    at: str
    author: str
    why: Why
    characters: int


@tool("pages", family="person")
def page_versions(session: Session, args: OnePage) -> list[PageVersion]:
    """The versions that are kept of a document, the newest first."""
    return [
        PageVersion(id=each.id, at=timestamp(each.at), author=each.author, why=each.why, characters=each.characters)
        for each in session.tab(args.document).versions
    ]


class OneVersion(OnePage):
    version: Annotated[int, Field(description="Number of the version.")]


class PageText(Answer):
    text: str


@tool("pages", family="person")
def page_version(session: Session, args: OneVersion) -> PageText:
    """The text of a version."""
    return PageText(text=page_text(session.tab(args.document).version(args.version).text))


@tool("pages", family="person", writes=True)
def page_restore(session: Session, args: OneVersion) -> Taken:
    """Make a document what a version of it is, as a change that can be undone."""
    document = session.tab(args.document)
    document.go_back(args.version)
    return Taken(revision=document.manuscript.revision)


class Look(OnePage):
    stamp: Annotated[str, Field(description="Of the file when it was last seen to be the same.")] = ""


class PageDisk(Answer):
    standing: DiskStanding
    stamp: str


@tool("pages", family="person")
def page_disk(session: Session, args: Look) -> PageDisk:
    """Whether someone else changed the file of a document."""
    standing, stamp = session.tab(args.document).look_at_disk(args.stamp)
    return PageDisk(standing=standing, stamp=stamp)


@tool("pages", family="person")
def page_disk_text(session: Session, args: OnePage) -> PageText:
    """The text that the file of a document holds."""
    return PageText(text=page_text(session.tab(args.document).on_disk().text))


@tool("pages", family="person", writes=True)
def page_insist(session: Session, args: OnePage) -> Taken:
    """Let the next saving replace what someone else put into the file; a version of that is kept."""
    document = session.tab(args.document)
    document.insist()
    return Taken(revision=document.manuscript.revision)
