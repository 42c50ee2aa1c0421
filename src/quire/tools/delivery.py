"""Saving Word documents, with a receipt of what changed."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field

from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, InFile, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.receipt import Receipt
    from quire.workspace.session import OpenDocument

Path = Annotated[str, Field(description="Where to; the document's own file only with allow_overwrite.")]
Overwrite = Annotated[bool, Field(description="Replace a file that is there.")]
Form = Annotated[
    Literal["clean", "tracked", "both", "suggestions"],
    Field(
        description="clean: edits are plain text. tracked: they are tracked changes. both: the tracked one beside it. "
        "suggestions: clean, with pending suggestions as tracked changes of their authors."
    ),
]
Author = Annotated[str | None, Field(description="Whose tracked changes. Default: the client's name.")]


class Download(InFile):
    save_to_local_path: Path
    download_format: Form = "clean"
    allow_overwrite: Overwrite = False
    tracked_changes_author: Author = None


class Save(InFile):
    save_to_local_path: Path
    save_format: Form = "clean"
    allow_overwrite: Overwrite = False
    tracked_changes_author: Author = None


class Delivered(DocxAnswer):
    session_id: str
    file_path: str
    bytes: int
    tracked_file_path: str | None = present("The file with tracked changes, where both were asked for.")
    exported_suggestions: list[str] | None = present("Suggestions that are tracked changes in the file.")
    left_suggestions: list[str] | None = present("Suggestions that are not: stale ones, and those that are no edits.")
    changed_parts: Annotated[list[str], Field(description="All other parts are byte for byte as they were.")]
    changed_paragraphs: list[str]
    inserted_paragraphs: list[str]
    deleted_paragraphs: list[str]
    message: str


@tool("delivery", family="docx", writes=True, destructive=True, idempotent=True)
def download(session: Session, args: Download) -> Delivered:
    """Write a Word document to a file, its edits as plain text or as tracked changes. The answer is the receipt: which
    parts and paragraphs differ from the file that was opened; everything else is proven to be untouched."""
    return _deliver(session, args, args.download_format)


@tool("delivery", family="docx", writes=True, destructive=True, idempotent=True)
def save(session: Session, args: Save) -> Delivered:
    """Write a Word document to a file, as download does."""
    return _deliver(session, args, args.save_format)


def _deliver(session: Session, args: Download | Save, form: str) -> Delivered:
    opened = session.file(args.file_path, args.session_id, args.window_id)
    edits = opened.word.receipt()
    author = args.tracked_changes_author or session.client.author.name
    written = _written(opened, args, form, author)
    receipt = edits if written.receipt is None else written.receipt
    also = f" and {written.tracked.name}" if written.tracked else ""
    return Delivered(
        session_id=opened.id,
        file_path=str(written.path),
        bytes=written.size,
        tracked_file_path=str(written.tracked) if written.tracked else None,
        exported_suggestions=written.told,
        left_suggestions=written.left,
        changed_parts=list(receipt.parts),
        changed_paragraphs=list(receipt.changed),
        inserted_paragraphs=list(receipt.inserted),
        deleted_paragraphs=list(receipt.deleted),
        message=" ".join([f"Saved {written.path.name}{also}: {receipt}.", *_remarks(opened, form, written, edits)]),
    )


def _remarks(opened: OpenDocument, form: str, written: _Written, edits: Receipt) -> Iterator[str]:
    """What one might miss in the file, and how to get it."""
    if written.told is not None:
        count = len(written.told)
        yield f"{count} suggestion{' is a tracked change' if count == 1 else 's are tracked changes'} in it."
        if edits:
            yield "What was edited or accepted since the file was last saved is in it untracked; 'tracked' tells that."
    elif waiting := len(opened.manuscript.suggestions):
        yield f"Not in it: pending suggestions ({waiting}), which the format 'suggestions' tracks."
    if form in ("tracked", "both") and not edits:
        yield (
            f"Tracked are the edits since {opened.sheet.title} was last saved; "
            "compare_documents makes a redline of any two files, and Versions on the page one since each of them."
        )


class _Written(NamedTuple):
    """Where a file is, how long, and what else came of writing it."""

    path: FilePath
    size: int
    tracked: FilePath | None = None
    told: list[str] | None = None
    left: list[str] | None = None
    receipt: Receipt | None = None  # if it is not that of the document's edits


def _written(opened: OpenDocument, args: Download | Save, form: str, author: str) -> _Written:
    """Write the file, or both."""
    target, overwrite = args.save_to_local_path, args.allow_overwrite
    match form:
        case "clean":
            return _Written(*opened.copy_to(target, overwrite=overwrite))
        case "tracked":
            return _Written(*opened.redline_to(target, author, overwrite=overwrite))
        case "suggestions":
            path, size, found = opened.suggestions_to(target, overwrite=overwrite)
            return _Written(path, size, told=list(found.told), left=list(found.left) or None, receipt=found.receipt)
    beside = FilePath(target)
    name = beside.with_name(f"{beside.stem}.tracked{beside.suffix}")
    tracked, _ = opened.redline_to(str(name), author, overwrite=overwrite)
    return _Written(*opened.copy_to(target, overwrite=overwrite), tracked)
