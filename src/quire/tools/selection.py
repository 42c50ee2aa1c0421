"""The selection and the cursor."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quire.core.document import put, write
from quire.core.lines import Lines
from quire.tools.documents import Reason
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, Position, present
from quire.workspace.session import OpenDocument, Session


class TextRange(Answer):
    from_: Annotated[int, Field(alias="from")]
    to: int


class Selection(Answer):
    text: str
    from_: Annotated[int, Field(alias="from")]
    to: int
    is_empty: bool
    range: TextRange


@tool("selection")
def selection_get(session: Session, args: InWindow) -> Selection:
    """Get the current text selection. An empty one is the cursor."""
    return _selection(session.document(args.window_id))


class SetSelection(InWindow):
    from_: Annotated[int, Field(alias="from", description="Start position (inclusive).")]
    to: Annotated[int, Field(description="End position (exclusive). The same as from places the cursor.")]


@tool("selection", moves=True)
def selection_set(session: Session, args: SetSelection) -> Selection:
    """Set the selection range. Use the same value for from and to to position the cursor."""
    document = session.document(args.window_id)
    document.select(args.from_, args.to)
    return _selection(document)


def _selection(document: OpenDocument) -> Selection:
    place = document.manuscript.selection
    return Selection(
        text=document.document.slice(place.start, place.end),
        from_=place.start,
        to=place.end,
        is_empty=place.is_empty,
        range=TextRange(from_=place.start, to=place.end),
    )


class ReplaceSelection(InWindow):
    text: Annotated[str, Field(description="Replacement text (markdown supported).")]
    reason: Reason = None


class SelectionReplaced(Answer):
    message: str
    range: TextRange
    original_content: str
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    applied: bool


@tool("selection", writes=True, destructive=True)
def selection_replace(session: Session, args: ReplaceSelection) -> SelectionReplaced:
    """Replace the selected text. With nothing selected, the text is inserted at the cursor.

    Unless auto-approve is on, this makes a suggestion that waits for approval."""
    document = session.document(args.window_id)
    before = _selection(document)
    outcome = document.propose(write(before.from_, before.to, args.text), manner="asks", reason=args.reason)
    done = f"Replaced {len(before.text)} characters" if before.text else f"Inserted {len(args.text)} characters"
    return SelectionReplaced(
        message=outcome.tell(done),
        range=before.range,
        original_content=before.text,
        suggestion_id=outcome.suggestion_id,
        applied=outcome.applied,
    )


class DeleteSelection(InWindow):
    reason: Reason = None


class SelectionDeleted(Answer):
    message: str
    range: TextRange
    content: str
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    applied: bool


@tool("selection", writes=True, destructive=True)
def selection_delete(session: Session, args: DeleteSelection) -> SelectionDeleted:
    """Delete the selected text. With nothing selected, nothing changes.

    Unless auto-approve is on, this makes a suggestion that waits for approval."""
    document = session.document(args.window_id)
    before = _selection(document)
    outcome = document.propose(put(before.from_, before.to, ""), manner="asks", reason=args.reason)
    done = f"Deleted {len(before.text)} characters" if before.text else "Nothing is selected; nothing was deleted"
    return SelectionDeleted(
        message=outcome.tell(done),
        range=before.range,
        content=before.text,
        suggestion_id=outcome.suggestion_id,
        applied=outcome.applied,
    )


class Around(InWindow):
    lines_before: Annotated[int, Field(ge=0, description="Lines before the cursor.")] = 3
    lines_after: Annotated[int, Field(ge=0, description="Lines after the cursor.")] = 3


class Block(Answer):
    type: Annotated[str, Field(description="paragraph, heading, codeBlock, blockquote, …")]
    level: int | None = present("Heading level 1-6 (only for headings).")
    language: str | None = present("Code language (only for code blocks with language set).")
    in_list: Literal["bullet", "ordered", "task"] | None = present("List type, if inside a list.")
    in_blockquote: bool | None = present("True if inside a blockquote.")
    in_table: bool | None = present("True if inside a table.")
    position: Annotated[int, Field(description="Document position where the block starts.")]


class Context(Answer):
    before: str
    after: str
    current_line: str
    current_paragraph: str
    block: Block


@tool("selection")
def cursor_get_context(session: Session, args: Around) -> Context:
    """Get the lines around the cursor, and the kind of block that it is in."""
    document = session.document(args.window_id)
    cursor = document.manuscript.selection.end
    lines, found = Lines(document.text), document.document.surroundings(cursor)
    line = lines.at(cursor)
    return Context(
        before="\n".join(lines.texts(line - args.lines_before, line)),
        after="\n".join(lines.texts(line + 1, line + 1 + args.lines_after)),
        current_line=lines.text(line),
        current_paragraph=found.text,
        block=Block(
            type=found.type,
            level=found.level,
            language=found.language,
            in_list=found.in_list,
            in_blockquote=found.in_blockquote or None,
            in_table=found.in_table or None,
            position=found.start,
        ),
    )


class SetCursor(InWindow):
    position: Position


class Cursor(Answer):
    position: int


@tool("selection", moves=True)
def cursor_set_position(session: Session, args: SetCursor) -> Cursor:
    """Set the cursor position."""
    session.document(args.window_id).select(args.position, args.position)
    return Cursor(position=args.position)
