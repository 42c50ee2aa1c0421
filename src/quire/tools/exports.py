"""Documents in other formats."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Annotated

from pydantic import Field

from quire.tools.pages import OnePage
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow
from quire.tools.versions import OneVersion
from quire.workspace.export import Target, export, handed_out
from quire.workspace.session import Session


class ExportDocument(InWindow):
    path: Annotated[str, Field(description="Where to write the copy.")]
    format: Annotated[Target | None, Field(description="Default: what the path ends in.")] = None
    overwrite: Annotated[bool, Field(description="Replace files that are there already.")] = False


class ExportedAnswer(Answer):
    file_path: str
    format: str
    bytes: int
    pictures: Annotated[list[str], Field(description="Files beside it that hold its pictures.")]
    simplified: Annotated[list[str], Field(description="What the copy says more simply than the document.")]
    message: str


@tool("workspace", writes=True, idempotent=True)
def export_document(session: Session, args: ExportDocument) -> ExportedAnswer:
    """Write a copy of the document as Markdown, Word (docx), a self-contained web page (html) or PDF (by LibreOffice).
    The document itself and its tab stay as they are."""
    document = session.document(args.window_id)
    done = export(session, document, args.path, args.format, overwrite=args.overwrite)
    count = len(done.simpler)
    return ExportedAnswer(
        file_path=str(done.path),
        format=done.target,
        bytes=done.size,
        pictures=[str(path) for path in done.beside],
        simplified=list(done.simpler),
        message=f"Exported {document.sheet.title} to {done.path.name}"
        + (f"; {count} {'thing is' if count == 1 else 'things are'} simpler there." if count else "."),
    )


class HandOut(OnePage):
    target: Annotated[Target, Field(description="Its format.")]


class HandedOut(Answer):
    """A copy of a document; `data` is in base64."""

    name: str
    data: str
    simplified: list[str]


@tool("pages", family="person")
def page_export(session: Session, args: HandOut) -> HandedOut:
    """A copy of a document in some format, for the person to take along."""
    name, made = handed_out(session, session.tab(args.document), args.target)
    return HandedOut(name=name, data=b64encode(made.data).decode(), simplified=list(made.simpler))


@tool("pages", family="person")
def page_redline(session: Session, args: OneVersion) -> HandedOut:
    """A copy of a Word document in which all that differs from a version is a tracked change."""
    document = session.tab(args.document)
    data = document.redline_since(args.version, "Quire")
    return HandedOut(
        name=f"{Path(document.sheet.title).stem}-redline.docx", data=b64encode(data).decode(), simplified=[]
    )
