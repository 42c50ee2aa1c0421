"""Footnotes and endnotes of Word documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, InFile, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.core.document import Intent
    from quire.formats.docx.view.notes import Note
    from quire.workspace.session import OpenDocument

NoteType = Annotated[Literal["footnote", "endnote"], Field(description="Which kind of note.")]
NoteId = Annotated[str, Field(description="ID of a note, from get_footnotes.")]
NoteText = Annotated[str, Field(description="What the note says; a blank line begins a new paragraph. Tags as in "
                                            "smart_edit.")]  # fmt: skip
Track = Annotated[bool | None, Field(description="Make it a tracked change. Default: what the document says.")]


class GetFootnotes(InFile):
    note_type: Annotated[Literal["footnote", "endnote"] | None, Field(description="Only these. Default: both.")] = None


class NoteTold(DocxAnswer):
    id: str
    type: str
    number: Annotated[str, Field(description="What Word prints at its mark; empty where the mark is deleted text.")]
    text: str
    paragraph_ids: Annotated[list[str], Field(description="Its own paragraphs, for smart_edit and the like.")]
    reference_paragraph_id: str | None = present("The paragraph that its mark is in.")
    text_before: Annotated[str, Field(description="The text before its mark.")]


class Notes(DocxAnswer):
    session_id: str
    notes: list[NoteTold]


@tool("notes", family="docx")
def get_footnotes(session: Session, args: GetFootnotes) -> Notes:
    """List the footnotes and endnotes of a Word document: the number that Word prints, the text, where the mark is."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    found = [note for kind in ("footnote", "endnote") if args.note_type in (None, kind)
             for note in opened.word.notes(kind)]  # fmt: skip
    return Notes(session_id=opened.id, notes=[_told(each) for each in found])


def _told(note: Note) -> NoteTold:
    return NoteTold(
        id=note.id,
        type=note.kind,
        number=note.label,
        text=note.text,
        paragraph_ids=list(note.paragraphs),
        reference_paragraph_id=note.anchor,
        text_before=note.before,
    )


class AddFootnote(InFile):
    target_paragraph_id: Annotated[str, Field(description="Paragraph to put the mark into.")]
    after_text: Annotated[str | None, Field(description="Words to put it behind. Default: the paragraph's end.")] = None
    text: NoteText
    note_type: NoteType = "footnote"
    track_changes: Track = None


class UpdateFootnote(InFile):
    note_id: NoteId
    new_text: NoteText
    note_type: NoteType = "footnote"
    track_changes: Track = None


class DeleteFootnote(InFile):
    note_id: NoteId
    note_type: NoteType = "footnote"
    track_changes: Track = None


class NoteDone(DocxAnswer):
    session_id: str
    applied: bool
    suggestion_id: str | None = present("Present when this waits for approval.")
    note: NoteTold | None = present("The note as it is now.")
    message: str


@tool("notes", family="docx", writes=True)
def add_footnote(session: Session, args: AddFootnote) -> NoteDone:
    """Add a footnote or an endnote to a paragraph of a Word document. Numbers follow the order of the marks."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    from quire.formats.docx.edit import annotation

    intent = annotation.add(opened.word, args.note_type, args.target_paragraph_id, args.after_text, args.text)
    outcome = opened.propose(intent, manner="acts", track=args.track_changes)
    return NoteDone(
        session_id=opened.id,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        note=_told(found) if outcome.applied and (found := annotation.made(opened.word, intent)) else None,
        message=outcome.tell(f"Added the {args.note_type}"),
    )


@tool("notes", family="docx", writes=True, destructive=True, idempotent=True)
def update_footnote(session: Session, args: UpdateFootnote) -> NoteDone:
    """Give a footnote or an endnote another text. Words that stay keep their formatting, and its mark stays."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    from quire.formats.docx.edit import annotation

    intent = annotation.update(opened.word, args.note_type, args.note_id, args.new_text)
    return _done(opened, intent, f"Changed the {args.note_type}", track=args.track_changes)


@tool("notes", family="docx", writes=True, destructive=True)
def delete_footnote(session: Session, args: DeleteFootnote) -> NoteDone:
    """Delete a footnote or an endnote with its mark. Those behind it get new numbers."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    from quire.formats.docx.edit import annotation

    intent = annotation.remove(opened.word, args.note_type, args.note_id)
    return _done(opened, intent, f"Deleted the {args.note_type}", track=args.track_changes)


def _done(opened: OpenDocument, intent: Intent, done: str, *, track: bool | None) -> NoteDone:
    outcome = opened.propose(intent, manner="acts", track=track)
    said = intent.arguments
    found = [each for each in opened.word.notes(said["kind"]) if each.id == said["note"]]
    return NoteDone(
        session_id=opened.id,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        note=_told(found[0]) if found and outcome.applied else None,
        message=outcome.tell(done),
    )
