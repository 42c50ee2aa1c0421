"""Reading and writing the document in front."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import Field

from quire.core.document import Elsewhere, Intent, restate, write
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.lines import Lines
from quire.core.typography import differing, expressions
from quire.tools.fieldresults import outside
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, PlainText, Position, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    story: Elsewhere | None = present(
        "Where in a Word document, if not in its body; positions there are for document_replace alone."
    )


@tool("document", essential=True)
def document_search(session: Session, args: Search) -> list[Match]:
    """Search for text, in Word also in headers and notes: each match with its positions, line and context."""
    texts = list(_texts(session.document(args.window_id)))
    flags = 0 if args.case_sensitive else re.IGNORECASE
    tries = (_matches(re.compile(each, flags), texts) for each in expressions(args.query))
    found = next(filter(None, tries), [])
    if len(found) > MOST_MATCHES:
        raise InvalidArgumentError(
            f"{args.query!r} occurs more than {MOST_MATCHES:,} times.", "Search for something longer."
        )
    return found


def _matches(expression: re.Pattern[str], texts: Sequence[_Text]) -> list[Match]:
    found: list[Match] = []
    for each in texts:
        lines = Lines(each.text)
        matches = islice(expression.finditer(each.text), MOST_MATCHES + 1 - len(found))
        found += [match_at(lines, match, each.start, each.story) for match in matches]
    return found


class _Text(NamedTuple):
    """A text of a document, and where it begins: the body, or what stands beyond it in Word."""

    text: str
    start: int = 0
    story: Elsewhere | None = None


def _texts(document: OpenDocument) -> Iterator[_Text]:
    yield _Text(document.text)
    if document.is_word:
        yield from (_Text(text, start, story) for story, start, text in document.word.elsewhere())


def match_at(lines: Lines, found: re.Match[str], start: int = 0, story: Elsewhere | None = None) -> Match:
    """A match in a text that begins at `start`, with its line and column, and the line around it."""
    line = lines.at(found.start())
    column = found.start() - lines.start(line)
    context = lines.text(line)[max(0, column - CONTEXT) : column + len(found[0]) + CONTEXT]
    return Match(
        from_=start + found.start(),
        to=start + found.end(),
        line=line + 1,
        column=column + 1,
        text=found[0],
        context=context,
        story=story,
    )


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


def _found(expression: str, texts: Sequence[_Text]) -> list[tuple[_Text, re.Match[str]]]:
    return [(each, match) for each in texts for match in re.finditer(expression, each.text)]


def _replacement(text: _Text, match: re.Match[str], args: ReplaceText) -> Intent:
    start, end, content = differing(match[0], args.search, args.replace)
    begin = text.start + match.start()
    return write(begin + start, begin + end, content, beyond=text.story is not None)


def _absent(search: str, others: Sequence[tuple[_Text, re.Match[str]]]) -> str:
    told = f"{search!r} does not occur in the document."
    if not others:
        return told
    return f"{told} With other quotes or dashes it does: give it as it is written there, {others[0][1][0]!r}."


@tool("document", writes=True, destructive=True, essential=True)
def document_replace(session: Session, args: ReplaceText) -> Replaced:
    """Replace the first occurrence of a text, or all, in Word also in headers and notes.

    Unless auto-approve is on, each is a suggestion that waits for approval."""
    document = session.document(args.window_id)
    texts = list(_texts(document))
    exact, *loose = expressions(args.search)
    found = _found(exact, texts)
    others = [] if found else [each for expression in loose for each in _found(expression, texts)]
    if document.is_word:
        found = found or others
    if not found:
        return Replaced(count=0, message=_absent(args.search, others), applied=False)
    edits = (_replacement(text, match, args) for text, match in found)
    chosen = outside(document, edits, args.search, None if args.all else 1)
    outcome = document.propose(*chosen.edits.values(), manner="asks", reason=args.reason)
    count = len(chosen.edits)
    return Replaced(
        count=count,
        message=chosen.tell(outcome.tell(f"Replaced {count} of {len(found)} occurrences")),
        suggestion_ids=[suggestion.id for suggestion in outcome.suggestions] or None,
        applied=outcome.applied,
    )
