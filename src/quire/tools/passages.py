"""Text of a document in the terms of Word's own interface: insert, look at the selection, find, replace."""

from __future__ import annotations

from dataclasses import replace as replace_fields
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quire.core.anchor import Range
from quire.core.document import Intent, put, rewrite
from quire.core.errors import InvalidArgumentError
from quire.core.typography import differing
from quire.tools.fieldresults import outside
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.tools.scope import InScope, Location, Scope, resolve, target
from quire.tools.searching import Query
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    import regex

    from quire.workspace.session import OpenDocument

MOST_REPLACED = 10_000
CONTEXT = 500


class InsertText(InScope):
    text: Annotated[str, Field(description="Text to insert; \\n begins a new paragraph, \\t is a tab.")]
    location: Location = "replace"
    new_paragraph: Annotated[bool, Field(description="Insert as a paragraph of its own.")] = False
    keep_formatting: Annotated[bool, Field(description="Format like the neighbours, not plain.")] = True


class TextInserted(Answer):
    range_id: str
    length: int
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


@tool("text", family="word", name="insertText", writes=True)
def insert_text(session: Session, args: InsertText) -> TextInserted:
    """Insert text at the selection, a saved range, or the start or end of the document."""
    document = session.document(args.window_id)
    where, text = target(document, args.scope, args.location), args.text
    before, behind = "", ""
    if args.new_paragraph:
        where, before, behind = _beside(document, where, args.location)
    content = f"{before}{text}{behind}"
    plain = {} if args.keep_formatting else {"plain": True}
    outcome = document.propose(Intent("put", (where,), {"content": content, **plain}), manner="acts")
    start = where.start + len(before)
    place = Range(start, start + len(text)) if outcome.applied else where
    (name,) = document.mark("range", place)
    return TextInserted(range_id=name, length=len(text), applied=outcome.applied, suggestion_id=outcome.suggestion_id)


def _beside(document: OpenDocument, where: Range, location: str) -> tuple[Range, str, str]:
    """Where a paragraph of its own goes, and what separates it from its neighbours."""
    separator = document.document.paragraph_break
    if location == "replace" and not where.is_empty:
        first = document.document.surroundings(where.start)
        last = document.document.surroundings(where.end)
        before = separator if where.start > first.start else ""
        behind = separator if where.end < last.start + len(last.text) else ""
        return where, before, behind
    block = document.document.surroundings(where.start)
    if location in ("start", "before"):
        return Range(block.start, block.start), "", separator
    end = block.start + len(block.text)
    return Range(end, end), separator if len(document.document) else "", ""


class Selected(Answer):
    text: str
    range_id: str
    start: int | None = present("Left out where Word does not tell it.")
    end: int | None = present()


@tool("text", family="word", name="getSelection")
def get_selection(session: Session, args: InWindow) -> Selected:
    """Get the selected text and a rangeId that keeps naming it."""
    document = session.document(args.window_id)
    place = document.manuscript.selection
    (name,) = document.mark("range", place)
    return Selected(
        text=document.document.slice(place.start, place.end), range_id=name, start=place.start, end=place.end
    )


class Searching(Arguments):
    """How to search."""

    use_regex: Annotated[bool, Field(description="The query is a regular expression.")] = False
    match_wildcards: Annotated[bool, Field(description="The query has Word's wildcards (? * [a-z] < > @).")] = False
    match_case: Annotated[bool, Field(description="Tell capitals from small letters.")] = False
    match_whole_word: Annotated[bool, Field(description="Whole words only.")] = False
    match_prefix: Annotated[bool, Field(description="At the start of words only.")] = False
    match_suffix: Annotated[bool, Field(description="At the end of words only.")] = False
    ignore_space: Annotated[bool, Field(description="White space makes no difference.")] = False
    ignore_punct: Annotated[bool, Field(description="Punctuation makes no difference.")] = False

    def query_for(self, text: str) -> Query:
        return Query(
            text,
            is_regular=self.use_regex,
            has_wildcards=self.match_wildcards,
            matches_case=self.match_case,
            whole_words=self.match_whole_word,
            at_word_starts=self.match_prefix,
            at_word_ends=self.match_suffix,
            ignores_space=self.ignore_space,
            ignores_punctuation=self.ignore_punct,
        )


class Search(Searching, InWindow):
    query: Annotated[str, Field(description="Text to find.")]
    scope: Scope = "document"
    max_results: Annotated[int, Field(ge=1, le=1000, description="At most so many.")] = 100

    @property
    def more(self) -> str:
        """What is said if there are more results."""
        return f"There are more than {self.max_results}; raise maxResults or narrow the scope."


class Found(Answer):
    range_id: str
    text: str
    context: str | None = present("The paragraph around it.")
    start: int | None = present("Left out where Word does not tell it.")
    end: int | None = present()


class SearchResults(Answer):
    results: list[Found]
    message: str | None = present("Says so if there are more.")


@tool("text", family="word", name="search")
def search(session: Session, args: Search) -> SearchResults:
    """Find text in the document, the selection or a range. Each result has a rangeId for other tools."""
    document = session.document(args.window_id)
    scope = resolve(document, args.scope)
    found = list(islice(args.query_for(args.query).find(document.text, scope.start, scope.end), args.max_results + 1))
    more, found = len(found) > args.max_results, found[: args.max_results]
    names = document.mark("range", *(Range(start, end) for start, end in found))
    results = [
        Found(range_id=name, text=document.document.slice(start, end), context=_context(document, start),
              start=start, end=end)
        for name, (start, end) in zip(names, found, strict=True)
    ]  # fmt: skip
    return SearchResults(results=results, message=args.more if more else None)


def _context(document: OpenDocument, position: int) -> str:
    around = document.document.surroundings(position)
    start = max(0, position - around.start - CONTEXT // 2)
    return around.text[start : start + CONTEXT]


class Replace(Searching, InWindow):
    target: Annotated[str, Field(description="document, selection, a rangeId, or searchQuery.")]
    replace_with: Annotated[
        str, Field(description="The new text; with useRegex, $1 or \\1 is a group of the match, and $$ a dollar.")
    ]
    query: Annotated[str | None, Field(description="What to find, with target searchQuery.")] = None
    scope: Annotated[str, Field(description="Where to search, with target searchQuery.")] = "document"
    mode: Annotated[Literal["replaceFirst", "replaceAll"], Field(description="How many matches.")] = "replaceAll"

    def wanted(self) -> str | None:
        """What to find; None where all of the target is replaced."""
        if self.target == "searchQuery" and self.query is None:
            raise InvalidArgumentError("The target is searchQuery, but there is no query.", "Give query.")
        if self.target != "searchQuery" and self.query is not None:
            raise InvalidArgumentError(
                f"A query is given, but the target is {self.target!r}.", "Use target searchQuery, or leave query out."
            )
        return self.query


class Replaced(Answer):
    replaced: int
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    message: str | None = present("Says so if matches were left out.")


@tool("text", family="word", name="replace", writes=True, destructive=True)
def replace(session: Session, args: Replace) -> Replaced:
    """Replace the matches of a query, or all of the selection, a range or the document. Formatting is kept."""
    document = session.document(args.window_id)
    query = args.wanted()
    if query is None:
        return _replace_scope(document, args)
    scope = resolve(document, args.scope)
    wanted = replace_fields(args.query_for(query), to_the_letter=not document.is_word)
    wording = wanted.wording(args.replace_with)
    found = _not_too_many(wanted.matches(document.text, scope.start, scope.end))
    edits = (_put(match, query, wording.of(match)) for match in found)
    chosen = outside(document, edits, query, 1 if args.mode == "replaceFirst" else None)
    if not chosen.edits:
        return Replaced(replaced=0, applied=False)
    places = tuple(edit.ranges[0] for edit in chosen.edits.values())
    contents = [edit.arguments["content"] for edit in chosen.edits.values()]
    is_varied = wanted.is_regular or len(set(contents)) > 1
    said = {"contents": contents} if is_varied else {"content": contents[0]}
    outcome = document.propose(Intent("put_everywhere", places, said), manner="acts")
    return Replaced(
        replaced=len(places),
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        message=chosen.tell(outcome.tell(f"Replaced {len(places)}")) if chosen.left else None,
    )


def _put(match: regex.Match[str], said: str, replacement: str) -> Intent:
    start, end, content = differing(match[0], said, replacement)
    return Intent("put_everywhere", (Range(match.start() + start, match.start() + end),), {"content": content})


def _not_too_many(found: Iterator[regex.Match[str]]) -> Iterator[regex.Match[str]]:
    for number, match in enumerate(found):
        if number == MOST_REPLACED:
            raise InvalidArgumentError(
                f"There are more than {MOST_REPLACED:,} matches.", "Narrow the scope or the query."
            )
        yield match


def _replace_scope(document: OpenDocument, args: Replace) -> Replaced:
    if args.target == "document":
        intent = rewrite(args.replace_with)
    else:
        where = resolve(document, args.target)
        intent = put(where.start, where.end, args.replace_with)
    outcome = document.propose(intent, manner="acts")
    return Replaced(replaced=1, applied=outcome.applied, suggestion_id=outcome.suggestion_id)
