"""Windows, documents and files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quire import formats
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.workspace.export import export, target_of
from quire.workspace.session import OpenDocument, Session

if TYPE_CHECKING:
    from quire.formats.docx.receipt import Receipt
    from quire.workspace.guests import Guest
    from quire.workspace.windows import Window

OpenIn = Annotated[str | None, Field(description="Window label, or 'new'; else the focused one.")]


class WindowInfo(Answer):
    label: str
    title: str
    file_path: str | None
    is_focused: bool
    is_ai_exposed: bool


def windows(session: Session) -> list[WindowInfo]:
    """All windows, those of Word last."""
    own = session.store.desk.windows.windows
    guests = session.store.guests.guests
    return [*(describe(session, each) for each in own), *(_describe_guest(session, each) for each in guests)]


def _describe_guest(session: Session, guest: Guest) -> WindowInfo:
    return WindowInfo(
        label=guest.label,
        title=guest.title,
        file_path=guest.url or None,
        is_focused=session.store.guests.front == guest,
        is_ai_exposed=not (guest.is_paused or guest.is_away),
    )


def describe(session: Session, window: Window) -> WindowInfo:
    """What a client gets to know of a window."""
    if guest := session.store.guests.find(window.label):
        return _describe_guest(session, guest)
    sheet = session.store.sheet(window.active) if window.active else None
    return WindowInfo(
        label=window.label,
        title=sheet.title if sheet else "",
        file_path=sheet.path if sheet else None,
        is_focused=window.label == focused(session),
        is_ai_exposed=True,
    )


@tool("workspace")
def workspace_list_windows(session: Session, args: Arguments) -> list[WindowInfo]:  # noqa: ARG001 - it takes none
    """List all open windows, with the document in front of each."""
    return windows(session)


def focused(session: Session) -> str:
    """The label of the focused window."""
    guest = session.guest()
    return guest.label if guest else session.window().label


@tool("workspace")
def workspace_get_focused(session: Session, args: Arguments) -> str:  # noqa: ARG001 - it takes none
    """Get the focused window's label."""
    return focused(session)


class FocusWindow(Arguments):
    window_id: Annotated[str, Field(description="Window label to focus.")]


@tool("workspace", moves=True)
def workspace_focus_window(session: Session, args: FocusWindow) -> WindowInfo:
    """Focus a window: tools that name no window act on it from then on."""
    return describe(session, session.focus(args.window_id))


class Opened(Answer):
    window_id: str
    tab_id: str
    title: str
    file_path: str | None
    is_dirty: bool
    message: str


def _opened(document: OpenDocument, message: str) -> Opened:
    return Opened(
        window_id=document.window.label,
        tab_id=document.id,
        title=document.sheet.title,
        file_path=document.sheet.path,
        is_dirty=document.manuscript.is_dirty,
        message=message,
    )


class NewDocument(Arguments):
    title: Annotated[str | None, Field(min_length=1, max_length=255, description="Its title.")] = None
    format: Annotated[Literal["markdown", "docx"], Field(description="Its kind.")] = "markdown"
    window_id: OpenIn = None


@tool("workspace", writes=True, essential=True)
def workspace_new_document(session: Session, args: NewDocument) -> Opened:
    """Create a new empty document and bring it to the front."""
    document = session.new_document(args.title, args.window_id, formats.named(args.format))
    return _opened(document, f"Created {document.sheet.title}.")


class OpenDocumentArguments(Arguments):
    path: Annotated[str, Field(description="File path; a relative one is below the first root.")]
    window_id: OpenIn = None
    reload: Annotated[bool, Field(description="Take what is on disk; undo brings unsaved changes back.")] = False


@tool("workspace", moves=True, essential=True)
def workspace_open_document(session: Session, args: OpenDocumentArguments) -> Opened:
    """Open a document from the filesystem and bring it to the front. An open one keeps its unsaved text."""
    return _opened(*session.open(args.path, args.window_id, reload=args.reload))


class SavedAnswer(Answer):
    file_path: str
    char_count: int
    message: str


@tool("workspace", writes=True, idempotent=True, essential=True)
def workspace_save_document(session: Session, args: InWindow) -> SavedAnswer:
    """Save the document to its file. Refused when someone else changed the file meanwhile."""
    document = session.document(args.window_id)
    receipt = document.receipt()
    path = document.save()
    return SavedAnswer(
        file_path=str(path), char_count=len(document.document), message=_told(f"Saved {path.name}", receipt)
    )


def _told(done: str, receipt: Receipt | None) -> str:
    return f"{done}." if receipt is None else f"{done}: {receipt}."


class SaveAs(InWindow):
    path: Annotated[str, Field(description="New file path.")]
    overwrite: Annotated[bool, Field(description="Replace another file that is there already.")] = False


class SavedAsAnswer(SavedAnswer):
    tab_id: str | None = present("Present when the file is a converted one: the tab that holds the document now.")
    simplified: list[str] | None = present("Present when the file is a converted one: what is simpler in it.")


@tool("workspace", writes=True, destructive=True, idempotent=True)
def workspace_save_document_as(session: Session, args: SaveAs) -> SavedAsAnswer:
    """Save the document to a new path, which is its file from then on. A path with the ending of another format (.docx,
    .md, .html, .pdf) gets a converted copy: the tab stays with its own file, or shows the copy if it had none."""
    document = session.document(args.window_id)
    if target_of(args.path) not in (None, document.sheet.format):
        return _saved_elsewise(session, document, args)
    receipt = document.receipt()
    path = document.save_as(args.path, overwrite=args.overwrite)
    return SavedAsAnswer(
        file_path=str(path), char_count=len(document.document), message=_told(f"Saved as {path.name}", receipt)
    )


def _saved_elsewise(session: Session, document: OpenDocument, args: SaveAs) -> SavedAsAnswer:
    """A converted copy; an untitled document without suggestions is that copy from then on."""
    done = export(session, document, args.path, overwrite=args.overwrite)
    told = f"Converted to {done.path.name}"
    if document.sheet.path is None and done.target in formats.FORMATS and not document.manuscript.suggestions:
        untitled, document = document, session.open(str(done.path), document.window.label)[0]
        session.close_tab(untitled)
        told += f", which is now open as tab {document.id}; {untitled.sheet.title} can be reopened as it was"
    else:
        told += f"; the tab still holds {document.sheet.title}"
    return SavedAsAnswer(
        file_path=str(done.path),
        char_count=len(document.document),
        tab_id=document.id,
        simplified=list(done.simpler),
        message=f"{told}.",
    )


class DocumentInfo(Answer):
    file_path: str | None
    is_dirty: bool
    title: str
    word_count: int
    char_count: int
    format: str


def document_info(document: OpenDocument) -> DocumentInfo:
    """What a client gets to know of a document besides its text."""
    return DocumentInfo(
        file_path=document.sheet.path,
        is_dirty=document.manuscript.is_dirty,
        title=document.sheet.title,
        word_count=document.document.count_words(),
        char_count=len(document.document),
        format=document.sheet.format,
    )


@tool("workspace")
def workspace_get_document_info(session: Session, args: InWindow) -> DocumentInfo:
    """Get document metadata: its file, whether it has unsaved changes, its title, how many words and characters."""
    return document_info(session.document(args.window_id))


class WindowClosed(Answer):
    window_id: str
    message: str


@tool("workspace", writes=True)
def workspace_close_window(session: Session, args: InWindow) -> WindowClosed:
    """Close a window. Unsaved text is not lost: its tabs can be reopened. The last window stays, empty."""
    window = session.close_window(args.window_id)
    return WindowClosed(window_id=window.label, message=f"Closed {window.label} with {len(window.tabs)} tabs.")


class RecentFile(Answer):
    path: str
    name: str
    timestamp: str


@tool("workspace")
def workspace_list_recent_files(session: Session, args: Arguments) -> list[RecentFile]:  # noqa: ARG001 - it takes none
    """List recently opened files (up to 10, most recent first)."""
    return [
        RecentFile(path=recent.path, name=Path(recent.path).name, timestamp=timestamp(recent.at))
        for recent in session.store.desk.recent
    ]


class WorkspaceInfo(Answer):
    is_workspace_mode: bool
    root_path: str | None
    workspace_name: str | None


@tool("workspace")
def workspace_get_info(session: Session, args: InWindow) -> WorkspaceInfo:
    """Tell whether Quire was started on a folder (--root), and which."""
    if session.guest(args.window_id) is None:
        session.window(args.window_id)
    roots = session.client.roots
    root = roots.folders[0] if roots.explicit else None
    return WorkspaceInfo(
        is_workspace_mode=root is not None, root_path=root, workspace_name=Path(root).name if root else None
    )


def timestamp(at: float) -> str:
    """A moment as clients read it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
