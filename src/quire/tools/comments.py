"""Comments on Word documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, InFile, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.formats.docx.review.comments import Comment


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
    resolved: bool


class Comments(DocxAnswer):
    session_id: str
    comments: list[CommentTold]


@tool("comments", family="docx")
def get_comments(session: Session, args: GetComments) -> Comments:
    """List the comments on a Word document and the replies: who said what about which words, and what is resolved."""
    opened = session.file(args.file_path, args.session_id, args.window_id)
    found = [each for each in opened.word.comments() if args.include_resolved or not each.is_resolved]
    return Comments(session_id=opened.id, comments=[_told(each) for each in found])


def _told(comment: Comment) -> CommentTold:
    return CommentTold(
        id=comment.id,
        author=comment.author,
        date=comment.date,
        text=comment.text.lstrip("\ufffc"),
        paragraph_id=comment.anchor,
        quoted_text=comment.quoted,
        parent_id=comment.parent,
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
