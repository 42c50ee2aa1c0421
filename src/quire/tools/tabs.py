"""The tabs of a window. A tab's id names its document everywhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import OpenDocument, Session

TabId = Annotated[str | None, Field(description="Tab ID. Defaults to the active tab.")]


class Tab(Answer):
    id: str
    title: str
    file_path: str | None
    is_dirty: bool
    is_active: bool


def describe(document: OpenDocument) -> Tab:
    """What a client gets to know of a tab."""
    sheet = document.sheet
    return Tab(
        id=document.id,
        title=sheet.title,
        file_path=sheet.path,
        is_dirty=document.manuscript.is_dirty,
        is_active=document.is_active,
    )


@tool("tabs")
def tabs_list(session: Session, args: InWindow) -> list[Tab]:
    """List all tabs in a window."""
    return [describe(OpenDocument(session, tab)) for tab in session.window(args.window_id).tabs]


@tool("tabs")
def tabs_get_active(session: Session, args: InWindow) -> Tab:
    """Get the active tab of a window."""
    window = session.window(args.window_id)
    return describe(session.document(window.label))


class SwitchTab(InWindow):
    tab_id: Annotated[str, Field(description="Tab ID to switch to.")]


@tool("tabs", moves=True)
def tabs_switch(session: Session, args: SwitchTab) -> Tab:
    """Switch to a tab: it is in front of its window from then on."""
    document = session.tab(args.tab_id, args.window_id)
    session.switch(document)
    return describe(document)


class OneTab(InWindow):
    tab_id: TabId = None


class TabClosed(Answer):
    tab_id: str
    message: str


@tool("tabs", writes=True)
def tabs_close(session: Session, args: OneTab) -> TabClosed:
    """Close a tab. Unsaved text is not lost: tabs_reopen_closed brings the tab back with it."""
    document = session.tab(args.tab_id, args.window_id)
    kept = " Its unsaved changes are kept: reopen it with tabs_reopen_closed." if document.manuscript.is_dirty else ""
    session.close_tab(document)
    return TabClosed(tab_id=document.id, message=f"Closed {document.sheet.title}.{kept}")


class TabCreated(Answer):
    tab_id: str


@tool("tabs", writes=True)
def tabs_create(session: Session, args: InWindow) -> TabCreated:
    """Create a new empty tab."""
    return TabCreated(tab_id=session.new_document(window_id=args.window_id).id)


@tool("tabs")
def tabs_get_info(session: Session, args: OneTab) -> Tab:
    """Get detailed information on a tab."""
    return describe(session.tab(args.tab_id, args.window_id))


class TabReopened(Answer):
    tab_id: str | None = present()
    file_path: str | None = None
    title: str | None = present()


@tool("tabs", moves=True, idempotent=False)
def tabs_reopen_closed(session: Session, args: InWindow) -> TabReopened | str:
    """Reopen the most recently closed tab of a window, with its unsaved text. The last 10 closed tabs are kept."""
    document = session.reopen_closed(args.window_id)
    if document is None:
        return "No closed tabs to reopen"
    return TabReopened(tab_id=document.id, file_path=document.sheet.path, title=document.sheet.title)
