"""What clients can read, and watch, without calling a tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from quire.core.errors import NotFoundError
from quire.tools.workspace import document_info, focused, windows
from quire.workspace.session import Session


@dataclass(frozen=True, slots=True)
class Resource:
    """A text at an address."""

    uri: str
    name: str
    description: str
    read: Callable[[Session], Any]
    mark: Callable[[Session], object]  # differs whenever the text may
    media_type: str = "application/json"


def _outline(session: Session) -> Any:
    return [asdict(heading) for heading in session.document().document.outline()]


def _metadata(session: Session) -> Any:
    return document_info(session.document()).model_dump(mode="json", by_alias=True)


def _windows(session: Session) -> Any:
    return [window.model_dump(mode="json", by_alias=True) for window in windows(session)]


def _focused(session: Session) -> Any:
    return focused(session)


def _active(session: Session) -> str | None:
    return None if session.guest() else session.window().active


def _text_mark(session: Session) -> object:
    document = _active(session)
    return document and (document, session.store.manuscript(document).revision)


def _document_mark(session: Session) -> object:
    document = _active(session)
    if document is None:
        return None
    return _text_mark(session), session.store.sheet(document), session.store.manuscript(document).is_dirty


def _windows_mark(session: Session) -> object:
    windows = session.store.desk.windows
    shown = [session.store.sheet(window.active) for window in windows.windows if window.active]
    return windows, shown, session.store.guests


RESOURCES = (
    Resource("vmark://document/outline", "Document outline", "Document heading hierarchy", _outline, _text_mark),
    Resource(
        "vmark://document/metadata",
        "Document metadata",
        "Path, word count and the like",
        _metadata,
        _document_mark,
    ),
    Resource("vmark://windows/list", "Windows", "List of open windows", _windows, _windows_mark),
    Resource(
        "vmark://windows/focused", "Focused window", "Currently focused window label", _focused, _focused, "text/plain"
    ),
)


INTERNAL = "quire://"


def internal(name: str) -> str:
    """The address under which pages hear of a document, or of the desk; no client can read it."""
    return INTERNAL + name


def find(uri: str) -> Resource:
    """The resource at an address."""
    for resource in RESOURCES:
        if resource.uri == uri:
            return resource
    raise NotFoundError(f"There is no resource {uri!r}.", f"Resources: {', '.join(each.uri for each in RESOURCES)}.")


def read(session: Session, uri: str) -> str:
    """The text of a resource: JSON, or the bare string where it is one."""
    found = find(uri).read(session)
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def marks(session: Session) -> dict[str, object]:
    """The marks of all resources: what differs later has changed."""
    return {resource.uri: resource.mark(session) for resource in RESOURCES}
