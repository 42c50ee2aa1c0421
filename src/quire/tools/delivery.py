"""Saving Word documents, with a receipt of what changed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quire.core.errors import UnsupportedError
from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, InFile
from quire.workspace.session import Session

Path = Annotated[str, Field(description="Where to; the document's own file only with allow_overwrite.")]
Overwrite = Annotated[bool, Field(description="Replace a file that is there.")]
Form = Annotated[Literal["clean", "tracked", "both"], Field(description="With the edits as plain text.")]


class Download(InFile):
    save_to_local_path: Path
    download_format: Form = "clean"
    allow_overwrite: Overwrite = False


class Save(InFile):
    save_to_local_path: Path
    save_format: Form = "clean"
    allow_overwrite: Overwrite = False


class Delivered(DocxAnswer):
    session_id: str
    file_path: str
    bytes: int
    changed_parts: Annotated[list[str], Field(description="All other parts are byte for byte as they were.")]
    changed_paragraphs: list[str]
    inserted_paragraphs: list[str]
    deleted_paragraphs: list[str]
    message: str


@tool("delivery", family="docx", writes=True, destructive=True, idempotent=True)
def download(session: Session, args: Download) -> Delivered:
    """Write a Word document to a file. The answer is the receipt: which parts and paragraphs differ from the file that
    was opened; everything else is proven to be untouched."""
    return _deliver(session, args, args.download_format)


@tool("delivery", family="docx", writes=True, destructive=True, idempotent=True)
def save(session: Session, args: Save) -> Delivered:
    """Write a Word document to a file, as download does."""
    return _deliver(session, args, args.save_format)


def _deliver(session: Session, args: Download | Save, form: str) -> Delivered:
    if form != "clean":
        raise UnsupportedError(
            f"The form {form!r} is not there yet: only clean files are written.", "Use the form clean."
        )
    opened = session.file(args.file_path, args.session_id, args.window_id)
    receipt = opened.word.receipt()
    path, size = opened.copy_to(args.save_to_local_path, overwrite=args.allow_overwrite)
    return Delivered(
        session_id=opened.id,
        file_path=str(path),
        bytes=size,
        changed_parts=list(receipt.parts),
        changed_paragraphs=list(receipt.changed),
        inserted_paragraphs=list(receipt.inserted),
        deleted_paragraphs=list(receipt.deleted),
        message=f"Saved {path.name}: {receipt}.",
    )
