"""Comments on Word documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.errors import InvalidArgumentError
from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, InFile, present
from quire.tools.scope import place
from quire.workspace.session import Session, now

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.anchor import Range
    from quire.formats.docx.review.comments import Comment
    from quire.workspace.session import OpenDocument


class GetComments(InFile):
    include_resolved: Annotated[bool, Field(description="Also those that are resolved.")] = True


class CommentTold(DocxAnswer):
    id: str
    author: str
    date: str
    text: str
    paragraph_id: str | None = present("The paragraph that it is on.")
    quoted_text: Annotated[str, Field(description="The words that it is on, as far as they are in that paragraph.")]
    parent_id: str | None = present("The comment that it answers.")
    replies: list[str] | None = present("IDs of the answers to it, in their order.")
    resolved: Annotated[bool, Field(description="Whether it, or the comment that it answers, is resolved.")]


class Comments(DocxAnswer):
    session_id: str
    comments: list[CommentTold]


@tool("comments", family="docx")
def get_comments(session: Session, args: GetComments) -> Comments:
    """List the comments on a Word document and the replies: who said what about which words, and what is resolved."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    told = [_told(comment, replies) for comment, replies in _threads(opened.word.comments())]
    shown = [each for each in told if args.include_resolved or not each.resolved]
    return Comments(session_id=opened.id, comments=shown)


def _threads(comments: Sequence[Comment]) -> Iterator[tuple[Comment, list[Comment]]]:
    """Each comment with the answers to it, which follow it."""
    ids = {each.id for each in comments}
    for root in (each for each in comments if each.parent not in ids):
        replies = [each for each in comments if each.parent == root.id]
        yield root, replies
        yield from ((replace(each, is_resolved=each.is_resolved or root.is_resolved), []) for each in replies)


def _told(comment: Comment, replies: Sequence[Comment]) -> CommentTold:
    return CommentTold(
        id=comment.id,
        author=comment.author,
        date=comment.date,
        text=comment.text.lstrip("\ufffc"),
        paragraph_id=comment.anchor,
        quoted_text=comment.quoted,
        parent_id=comment.parent,
        replies=[each.id for each in replies] or None,
        resolved=comment.is_resolved,
    )


CommentId = Annotated[str, Field(description="ID of a comment, from get_comments.")]


class DeleteComment(InFile):
    comment_id: CommentId


class ResolveComment(InFile):
    comment_id: CommentId
    resolved: Annotated[bool, Field(description="false opens it again.")] = True


class CommentDone(DocxAnswer):
    session_id: str
    applied: bool
    suggestion_id: str | None = present("Present when this waits for approval.")
    message: str


class AddComment(InFile):
    text: Annotated[str, Field(description="What the comment says; a line break begins a new paragraph.")]
    target_paragraph_id: Annotated[str | None, Field(description="Paragraph to comment on.")] = None
    anchor_text: Annotated[str | None, Field(description="Words in it to comment on. Default: all of it.")] = None
    to_paragraph_id: Annotated[str | None, Field(description="Last paragraph of several to comment on.")] = None
    range_id: Annotated[str | None, Field(description="rangeId of the text to comment on, instead.")] = None
    parent_comment_id: Annotated[str | None, Field(description="Comment to answer, instead.")] = None
    author: Annotated[str | None, Field(description="Who says it. Default: the client's name.")] = None
    initials: Annotated[str | None, Field(max_length=9, description="Default: the author's.")] = None


class CommentAdded(CommentDone):
    comment_id: str | None = present("ID of the new comment; absent while it waits for approval.")


@tool("comments", family="docx", writes=True)
def add_comment(session: Session, args: AddComment) -> CommentAdded:
    """Comment on a paragraph, on words in it, on several paragraphs or on a range of a Word document, or answer a
    comment. The text itself is not changed."""
    from quire.formats.docx.review.commenting import byline, made

    opened = session.file(args.file_path, args.session_id, args.window_id)
    by = byline(args.author or session.client.author.name, now(), args.initials)
    if args.parent_comment_id is not None:
        _check_alone(args)
        intent = opened.word.answer_comment(args.parent_comment_id, args.text, by)
    else:
        intent = opened.word.comment(_anchor(opened, args), args.text, by)
    outcome = opened.propose(intent, manner="acts", track=False, reason=f"Comment: {args.text}")
    return CommentAdded(
        session_id=opened.id,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        comment_id=made(opened.word, intent) if outcome.applied else None,
        message=outcome.tell("Answered the comment" if args.parent_comment_id else "Added the comment"),
    )


def _anchor(opened: OpenDocument, args: AddComment) -> Range:
    """What a comment is to be on."""
    from quire.formats.docx.review.commenting import on_paragraphs

    if (args.target_paragraph_id is None) == (args.range_id is None):
        raise InvalidArgumentError(
            "Either target_paragraph_id or range_id says what to comment on.",
            "Give one of them, or parent_comment_id to answer a comment.",
        )
    if args.range_id is not None:
        return place(opened, args.range_id, "range")
    if args.anchor_text is not None and args.to_paragraph_id is not None:
        raise InvalidArgumentError(
            "anchor_text is words in one paragraph, and to_paragraph_id names another one.", "Give one of them."
        )
    first = str(args.target_paragraph_id)
    return on_paragraphs(opened.word, first, args.to_paragraph_id or first, args.anchor_text)


def _check_alone(args: AddComment) -> None:
    places = (args.target_paragraph_id, args.anchor_text, args.to_paragraph_id, args.range_id)
    if any(each is not None for each in places):
        raise InvalidArgumentError(
            "An answer stands where the comment stands that it answers.", "Give parent_comment_id without a place."
        )


@tool("comments", family="docx", writes=True, destructive=True)
def delete_comment(session: Session, args: DeleteComment) -> CommentDone:
    """Delete a comment and the replies to it."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    outcome = opened.propose(opened.word.remove_comment(args.comment_id), manner="acts", track=False)
    told = outcome.tell("Deleted the comment")
    return CommentDone(session_id=opened.id, applied=outcome.applied, suggestion_id=outcome.suggestion_id, message=told)


@tool("comments", family="docx", writes=True, idempotent=True)
def resolve_comment(session: Session, args: ResolveComment) -> CommentDone:
    """Mark a comment as resolved, or open it again."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    intent = opened.word.resolve_comment(args.comment_id, resolved=args.resolved)
    outcome = opened.propose(intent, manner="acts", track=False)
    told = outcome.tell("Resolved the comment" if args.resolved else "Opened the comment again")
    return CommentDone(session_id=opened.id, applied=outcome.applied, suggestion_id=outcome.suggestion_id, message=told)
