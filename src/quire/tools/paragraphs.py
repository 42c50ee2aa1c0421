"""Editing Word documents paragraph by paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import ConfigDict, Field

from quire.core.errors import InvalidArgumentError, QuireError
from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, DocxArguments, InFile, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.view.view import Row
    from quire.workspace.session import OpenDocument

Paragraph = Annotated[str, Field(description="Paragraph ID (jr_para_…) from read_file or grep.")]
Paragraphs = Annotated[list[str], Field(min_length=1, max_length=1000, description="Paragraph IDs.")]
New = Annotated[
    str,
    Field(description="New text. <b> <i> <u> <highlight> <a href> <font color size face> format it; <header> and "
                      "<definition> format as the document's own. \\n is a line break, \\t a tab."),
]  # fmt: skip
FieldResult = Annotated[bool, Field(description="Also change what a field shows, until Word updates it.")]
Track = Annotated[bool | None, Field(description="Make it a tracked change. Default: what the document says.")]
Instruction = Annotated[str | None, Field(description="Why; shown with the change.")]


class Edited(DocxAnswer):
    session_id: str
    paragraph_ids: list[str]
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    paragraphs: Annotated[list[dict[str, Any]], Field(description="The rows as they are now.")]
    message: str


class Replacement(DocxArguments):
    target_paragraph_id: Paragraph
    old_string: Annotated[str, Field(description="Text to replace, as read_file shows it; it must occur once.")]
    new_string: New
    allow_field_result: FieldResult = False


class SmartEdit(InFile, Replacement):
    instruction: Instruction = None
    track_changes: Track = None


@tool("paragraphs", family="docx", writes=True, destructive=True, aliases=("replace_text",))
def smart_edit(session: Session, args: SmartEdit) -> Edited:
    """Replace text in one paragraph of a Word document. Words that stay keep their formatting; links, notes, fields,
    pictures and other objects stay, or the edit is refused."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    intent = _replacement(opened.word, args)
    done = "Edited the paragraph"
    return _edit_all(opened, [intent], args.instruction, done, [args.target_paragraph_id], track=args.track_changes)


class Insertion(DocxArguments):
    positional_anchor_node_id: Annotated[str, Field(description="Paragraph next to which to insert.")]
    new_string: Annotated[str, Field(description="Text; a blank line begins a new paragraph. Tags as in smart_edit.")]
    position: Annotated[Literal["BEFORE", "AFTER"], Field(description="Where, seen from the anchor.")] = "AFTER"
    style_source_id: Annotated[str | None, Field(description="Paragraph to format like. Default: the anchor.")] = None
    allow_field_result: FieldResult = False


class SmartInsert(InFile, Insertion):
    instruction: Instruction = None
    track_changes: Track = None


@tool("paragraphs", family="docx", writes=True, aliases=("insert_paragraph",))
def smart_insert(session: Session, args: SmartInsert) -> Edited:
    """Insert paragraphs before or after another one, formatted like it or like a third. Run-in headers and definitions
    look as the document's own do."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    intent = _insertion(opened.word, args)
    outcome = opened.propose(intent, manner="acts", reason=args.instruction, track=args.track_changes)
    fresh = opened.word.inserted(intent)
    return Edited(
        session_id=opened.id,
        paragraph_ids=fresh,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        paragraphs=[_shown(opened.word.row(each)) for each in fresh] if outcome.applied else [],
        message=outcome.tell(f"Inserted {len(fresh)} paragraph{'' if len(fresh) == 1 else 's'}"),
    )


class Deletion(DocxArguments):
    target_paragraph_id: Paragraph
    allow_objects: Annotated[bool, Field(description="Also if pictures, notes or the like go with it.")] = False
    allow_field_result: FieldResult = False


class DeleteParagraph(InFile, Deletion):
    instruction: Instruction = None
    track_changes: Track = None


@tool("paragraphs", family="docx", writes=True, destructive=True)
def delete_paragraph(session: Session, args: DeleteParagraph) -> Edited:
    """Delete a paragraph. The last one of a cell, note, header or body, and one that ends a section, stays."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    intent, done = _deletion(opened.word, args), "Deleted the paragraph"
    return _edit_all(opened, [intent], args.instruction, done, [], track=args.track_changes)


class ClearFormatting(InFile):
    target_paragraph_ids: Paragraphs
    track_changes: Track = None


@tool("paragraphs", family="docx", writes=True, destructive=True, idempotent=True)
def clear_formatting(session: Session, args: ClearFormatting) -> Edited:
    """Take direct formatting (bold, size, color, …) from the text of paragraphs: it looks as their style says."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    intents = [opened.word.clear(each) for each in args.target_paragraph_ids]
    ids, track = args.target_paragraph_ids, args.track_changes
    return _edit_all(opened, intents, None, "Cleared the formatting", ids, track=track)


class Layout(DocxArguments):
    alignment: Annotated[Literal["left", "center", "right", "justify"] | None, Field(description="Of its lines.")] = (
        None
    )
    left: Annotated[float | None, Field(ge=-1000, le=1500, description="Indent in points.")] = None
    right: Annotated[float | None, Field(ge=-1000, le=1500, description="Indent in points.")] = None
    first_line: Annotated[float | None, Field(ge=-1000, le=1500, description="Points; negative hangs.")] = None
    before: Annotated[float | None, Field(ge=0, le=1584, description="Space above in points.")] = None
    after: Annotated[float | None, Field(ge=0, le=1584, description="Space below in points.")] = None
    line: Annotated[float | None, Field(gt=0, le=132, description="Line spacing in lines.")] = None
    keep_with_next: Annotated[bool | None, Field(description="On the page of the next paragraph.")] = None
    page_break_before: Annotated[bool | None, Field(description="At the top of a page.")] = None

    model_config = ConfigDict(strict=False)


class FormatLayout(InFile):
    target_paragraph_ids: Paragraphs
    layout: Annotated[Layout, Field(description="What to set.")]
    track_changes: Track = None


@tool("paragraphs", family="docx", writes=True, idempotent=True)
def format_layout(session: Session, args: FormatLayout) -> Edited:
    """Set alignment, indents, spacing and page breaks of paragraphs; what is left out stays as it is."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    wanted = args.layout.model_dump(exclude_none=True)
    if not wanted:
        raise InvalidArgumentError("The layout says nothing.", "Give at least one of its fields.")
    intents = [opened.word.lay_out(each, wanted) for each in args.target_paragraph_ids]
    return _edit_all(opened, intents, None, "Set the layout", args.target_paragraph_ids, track=args.track_changes)


class EditStep(Replacement):
    operation: Literal["smart_edit", "replace_text"]


class InsertStep(Insertion):
    operation: Literal["smart_insert", "insert_paragraph"]


class DeleteStep(Deletion):
    operation: Literal["delete_paragraph"]


class ApplyPlan(InFile):
    steps: Annotated[
        list[Annotated[EditStep | InsertStep | DeleteStep, Field(discriminator="operation")]],
        Field(min_length=1, max_length=1000, description="Edits, in any order."),
    ]
    instruction: Instruction = None
    track_changes: Track = None


class Planned(DocxAnswer):
    session_id: str
    steps: int
    applied: bool
    suggestion_ids: list[str] | None = present("Present when the edits wait for approval.")
    message: str


@tool("paragraphs", family="docx", writes=True, destructive=True)
def apply_plan(session: Session, args: ApplyPlan) -> Planned:
    """Make several edits of one Word document: all are checked first, then all or none are made, as one undo."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    intents = [_checked(opened.word, number, step) for number, step in enumerate(args.steps, 1)]
    outcome = opened.propose(*intents, manner="acts", reason=args.instruction, track=args.track_changes)
    return Planned(
        session_id=opened.id,
        steps=len(intents),
        applied=outcome.applied,
        suggestion_ids=[suggestion.id for suggestion in outcome.suggestions] or None,
        message=outcome.tell(f"Made {len(intents)} edits"),
    )


def _checked(document: DocxDocument, number: int, step: EditStep | InsertStep | DeleteStep) -> Intent:
    """A step of a plan; refused by its number, if it is not possible."""
    try:
        match step:
            case EditStep():
                intent = _replacement(document, step)
            case InsertStep():
                intent = _insertion(document, step)
            case DeleteStep():
                intent = _deletion(document, step)
        document.plan(intent)
    except QuireError as error:
        raise type(error)(f"Step {number}: {error.message}", error.hint) from error
    return intent


def _replacement(document: DocxDocument, args: Replacement) -> Intent:
    return document.edit(
        args.target_paragraph_id, args.old_string, args.new_string, allow_field_result=args.allow_field_result
    )


def _insertion(document: DocxDocument, args: Insertion) -> Intent:
    return document.insert(
        args.positional_anchor_node_id,
        args.new_string,
        before=args.position == "BEFORE",
        model=args.style_source_id,
        allow_field_result=args.allow_field_result,
    )


def _deletion(document: DocxDocument, args: Deletion) -> Intent:
    return document.delete(
        args.target_paragraph_id, allow_objects=args.allow_objects, allow_field_result=args.allow_field_result
    )


def _edit_all(
    opened: OpenDocument,
    intents: list[Intent],
    reason: str | None,
    done: str,
    ids: list[str],
    *,
    track: bool | None,
) -> Edited:
    outcome = opened.propose(*intents, manner="acts", reason=reason, track=track)
    return Edited(
        session_id=opened.id,
        paragraph_ids=ids,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        paragraphs=[_shown(opened.word.row(each)) for each in ids],
        message=outcome.tell(done if outcome.transaction else f"{done}: nothing had to change"),
    )


def _shown(row: Row) -> dict[str, Any]:
    """A row, as an answer to an edit has it."""
    return {"id": row.id, "list_label": row.label, "header": row.header, "style": row.style, "text": row.text}
