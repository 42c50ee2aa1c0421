"""Reading and writing the document in front."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.document import restate, write
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.lines import Lines
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, PlainText, Position, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.workspace.session import OpenDocument

CONTEXT = 80
"""How much of its line is shown on each side of a match."""

MOST_MATCHES = 10_000

Content = Annotated[str, Field(description="Text to insert (markdown supported).")]
Reason = Annotated[str | None, Field(description="Why; shown with the suggestion.")]


@tool("document", essential=True)
def document_get_content(session: Session, args: InWindow) -> PlainText:
    """Get the full document content as markdown text."""
    return PlainText(session.document(args.window_id).markdown)


class SetContent(InWindow):
    content: Annotated[str, Field(description="New document content (markdown supported).")]


class ContentSet(Answer):
    message: str
    applied: bool
    suggestion_id: str | None = present()
    char_count: int


@tool("document", writes=True)
def document_set_content(session: Session, args: SetContent) -> ContentSet:
    """Fill an empty document. Refused when the document holds anything but white space."""
    document = session.document(args.window_id)
    if document.markdown.strip("\ufeff \t\r\n"):
        raise UnsupportedError(
            f"{document.sheet.title!r} is not empty ({len(document.document)} characters), "
            "and document_set_content only fills empty documents.",
            "Use document_insert_at_position, document_insert_at_cursor, document_replace or selection_replace, "
            "or make an empty document with workspace_new_document.",
        )
    outcome = document.propose(restate(args.content), manner="acts")
    return ContentSet(
        message=outcome.tell("Set the content"),
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        char_count=len(args.content),
    )


class InsertAtCursor(InWindow):
    text: Content
    reason: Reason = None


class InsertAtPosition(InsertAtCursor):
    position: Position


class Inserted(Answer):
    message: str
    position: int
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    applied: bool


@tool("document", writes=True)
def document_insert_at_cursor(session: Session, args: InsertAtCursor) -> Inserted:
    """Insert text at the cursor (at the end of the selection, if there is one).

    Unless auto-approve is on, this makes a suggestion that waits for approval."""
    document = session.document(args.window_id)
    return _insert(document, document.manuscript.selection.end, args.text, args.reason)


@tool("document", writes=True, essential=True)
def document_insert_at_position(session: Session, args: InsertAtPosition) -> Inserted:
    """Insert text at a character position.

    Unless auto-approve is on, this makes a suggestion that waits for approval."""
    return _insert(session.document(args.window_id), args.position, args.text, args.reason)


def _insert(document: OpenDocument, position: int, text: str, reason: str | None) -> Inserted:
    if not text:
        raise InvalidArgumentError("Argument 'text' is empty: there is nothing to insert.", "Give the text to insert.")
    outcome = document.propose(write(position, position, text), manner="asks", reason=reason)
    return Inserted(
        message=outcome.tell(f"Inserted {len(text)} characters at {position}"),
        position=outcome.position(position),
        suggestion_id=outcome.suggestion_id,
        applied=outcome.applied,
    )


class Search(InWindow):
    query: Annotated[str, Field(min_length=1, description="Text to search for.")]
    case_sensitive: Annotated[bool, Field(description="Case-sensitive search.")] = False


class Match(Answer):
    from_: Annotated[int, Field(alias="from")]
    to: int
    line: Annotated[int, Field(description="Line number, from 1.")]
    column: Annotated[int, Field(description="Column, from 1.")]
    text: str
    context: Annotated[str, Field(description="The line around the match.")]


@tool("document", essential=True)
def document_search(session: Session, args: Search) -> list[Match]:
    """Search for text in the document: every match with its positions, line, column and context."""
    text = session.document(args.window_id).text
    lines = Lines(text)
    pattern = re.compile(re.escape(args.query), 0 if args.case_sensitive else re.IGNORECASE)
    found = list(islice(pattern.finditer(text), MOST_MATCHES + 1))
    if len(found) > MOST_MATCHES:
        raise InvalidArgumentError(
            f"{args.query!r} occurs more than {MOST_MATCHES:,} times.", "Search for something longer."
        )
    return [match_at(lines, each) for each in found]


def match_at(lines: Lines, found: re.Match[str]) -> Match:
    """A match with its line and column, and the line around it."""
    line = lines.at(found.start())
    column = found.start() - lines.start(line)
    context = lines.text(line)[max(0, column - CONTEXT) : column + len(found[0]) + CONTEXT]
    return Match(from_=found.start(), to=found.end(), line=line + 1, column=column + 1, text=found[0], context=context)


class ReplaceText(InWindow):
    search: Annotated[str, Field(min_length=1, description="Text to find (literal, case-sensitive).")]
    replace: Annotated[str, Field(description="Replacement text (markdown supported). Empty deletes.")]
    all: Annotated[bool, Field(description="Replace all occurrences.")] = False
    reason: Reason = None


class Replaced(Answer):
    count: int
    message: str
    suggestion_ids: list[str] | None = present("Present when the edits wait for approval.")
    applied: bool


@tool("document", writes=True, destructive=True, essential=True)
def document_replace(session: Session, args: ReplaceText) -> Replaced:
    """Replace the first occurrence of a text in the document, or all of them.

    Unless auto-approve is on, each replacement is a suggestion that waits for approval."""
    document = session.document(args.window_id)
    found = [match.span() for match in re.finditer(re.escape(args.search), document.text)]
    chosen = found if args.all else found[:1]
    if not chosen:
        return Replaced(count=0, message=f"{args.search!r} does not occur in the document.", applied=False)
    outcome = document.propose(
        *(write(start, end, args.replace) for start, end in chosen), manner="asks", reason=args.reason
    )
    return Replaced(
        count=len(chosen),
        message=outcome.tell(f"Replaced {len(chosen)} of {len(found)} occurrences"),
        suggestion_ids=[suggestion.id for suggestion in outcome.suggestions] or None,
        applied=outcome.applied,
    )
