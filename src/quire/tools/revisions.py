"""Tracked changes of Word documents: reading and deciding them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.errors import InvalidArgumentError
from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, InFile, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.review.revisions import Revision


class HasTrackedChanges(InFile):
    pass


class TrackedChanges(DocxAnswer):
    session_id: str
    has_tracked_changes: bool
    is_tracking: Annotated[bool, Field(description="Whether the document asks for edits to be tracked.")]
    count: int
    authors: list[str]


@tool("revisions", family="docx")
def has_tracked_changes(session: Session, args: HasTrackedChanges) -> TrackedChanges:
    """Whether a Word document holds tracked changes, how many, and whose."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    found = opened.word.revisions()
    return TrackedChanges(
        session_id=opened.id,
        has_tracked_changes=bool(found),
        is_tracking=opened.word.is_tracking,
        count=len(found),
        authors=sorted({each.author for each in found}),
    )


class SetTrackChanges(InFile):
    enabled: Annotated[bool, Field(description="Whether edits become tracked changes from now on.")]


class Tracking(DocxAnswer):
    session_id: str
    is_tracking: bool
    message: str


@tool("revisions", family="docx", writes=True, idempotent=True)
def set_track_changes(session: Session, args: SetTrackChanges) -> Tracking:
    """Switch the tracking of changes in a Word document on or off, as Review > Track Changes does in Word."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    outcome = opened.propose(opened.word.track(on=args.enabled), manner="acts")
    told = outcome.tell(f"Edits are {'' if args.enabled else 'no longer '}tracked")
    return Tracking(session_id=opened.id, is_tracking=opened.word.is_tracking, message=told)


class ExtractRevisions(InFile):
    offset: Annotated[int, Field(ge=0, description="How many to skip.")] = 0
    limit: Annotated[int, Field(ge=1, le=500, description="How many at most.")] = 50
    author: Annotated[str | None, Field(description="Only changes of this author.")] = None


class RevisionTold(DocxAnswer):
    id: str
    type: Annotated[str, Field(description="insertion, deletion, move_from, formatting, row_insertion, …")]
    author: str
    date: str
    story: str
    paragraph_id: str
    text: Annotated[str, Field(description="What was inserted, deleted, moved or formatted.")]
    before_text: Annotated[str, Field(description="The paragraph without the changes in it.")]
    after_text: Annotated[str, Field(description="The paragraph with the changes in it.")]
    comments: Annotated[list[str], Field(description="Comments on the paragraph.")]


class Extracted(DocxAnswer):
    session_id: str
    revisions: list[RevisionTold]
    total: int
    has_more: bool
    next_offset: int | None = present("Where the next page begins.")


@tool("revisions", family="docx")
def extract_revisions(session: Session, args: ExtractRevisions) -> Extracted:
    """List the tracked changes of a Word document: who changed what when, with the paragraph before and after it."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    found = [each for each in opened.word.revisions() if args.author in (None, each.author)]
    end = args.offset + args.limit
    return Extracted(
        session_id=opened.id,
        revisions=[_told(opened.word, each) for each in found[args.offset : end]],
        total=len(found),
        has_more=end < len(found),
        next_offset=end if end < len(found) else None,
    )


def _told(document: DocxDocument, revision: Revision) -> RevisionTold:
    return RevisionTold(
        id=revision.id,
        type=revision.kind,
        author=revision.author,
        date=revision.date,
        story=revision.story,
        paragraph_id=revision.paragraph,
        text=revision.text,
        before_text=revision.before,
        after_text=revision.after,
        comments=[f"{each.author}: {each.text}" for each in document.comments() if each.id in revision.comments],
    )


class Decide(InFile):
    revision_ids: Annotated[list[str] | None, Field(max_length=1000, description="Only these changes.")] = None
    author: Annotated[str | None, Field(description="Only changes of this author.")] = None
    from_paragraph_id: Annotated[str | None, Field(description="Only changes from this paragraph on …")] = None
    to_paragraph_id: Annotated[str | None, Field(description="… up to this one. Default: the first alone.")] = None


class Decided(DocxAnswer):
    session_id: str
    decided: int
    remaining: int
    applied: bool
    suggestion_id: str | None = present("Present when this waits for approval.")
    message: str


@tool("revisions", family="docx", writes=True, destructive=True, idempotent=True)
def accept_changes(session: Session, args: Decide) -> Decided:
    """Accept tracked changes of a Word document: all, or those of an author, of some IDs, of some paragraphs."""
    session.require_approval()
    return _decide(session, args, accepts=True)


@tool("revisions", family="docx", writes=True, destructive=True, idempotent=True)
def reject_changes(session: Session, args: Decide) -> Decided:
    """Reject tracked changes of a Word document: all, or those of an author, of some IDs, of some paragraphs.
    What was deleted is back, what was inserted is gone."""
    return _decide(session, args, accepts=False)


def _decide(session: Session, args: Decide, *, accepts: bool) -> Decided:
    opened = session.file(args.file_path, args.session_id, args.window_id)
    paragraphs = _paragraphs(opened.word, args.from_paragraph_id, args.to_paragraph_id)
    intent = opened.word.decide(accepts=accepts, ids=args.revision_ids or (), author=args.author, paragraphs=paragraphs)
    chosen = {*intent.arguments["ids"]}
    if not accepts:
        session.require_author(each.author for each in opened.word.revisions() if each.id in chosen)
    outcome = opened.propose(intent, manner="acts")
    done = "Accepted" if accepts else "Rejected"
    return Decided(
        session_id=opened.id,
        decided=len(chosen),
        remaining=len(opened.word.revisions()),
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        message=outcome.tell(f"{done} {len(chosen)} tracked change{'' if len(chosen) == 1 else 's'}"),
    )


def _paragraphs(document: DocxDocument, first: str | None, last: str | None) -> list[str]:
    """The paragraphs of a story from one to another."""
    if first is None:
        if last is not None:
            raise InvalidArgumentError("to_paragraph_id is given alone.", "Give from_paragraph_id, too.")
        return []
    found = document.between(first, last or first)
    if not found:
        raise InvalidArgumentError(
            f"{last!r} does not follow {first!r} in the same story.", "Give two paragraphs in the order of the text."
        )
    return found


class ImportTrackedChanges(InFile):
    author: Annotated[str | None, Field(description="Only changes of this author. Default: all.")] = None


class Imported(DocxAnswer):
    session_id: str
    suggestions: Annotated[list[str], Field(description="IDs of the suggestions, in the order of the text.")]
    message: str


@tool("revisions", family="docx", writes=True)
def import_tracked_changes(session: Session, args: ImportTrackedChanges) -> Imported:
    """Turn tracked changes of a Word document into suggestions: the text is as it was before them, and each waits for a
    yes or a no. download with the format suggestions turns them into tracked changes again."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    made = opened.import_changes(args.author)
    told = f"{len(made)} suggestion{' waits' if len(made) == 1 else 's wait'} for a yes or a no."
    return Imported(session_id=opened.id, suggestions=[each.id for each in made], message=told)
