"""Comments: read with their replies, resolved, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.docx.parts import MAIN, content
from tests.docx.specimen import comment, docx, p

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.paper import Paper

    Word = Callable[[bytes], Paper]

TALK = docx(
    p("The ", comment("Which?", "fee", replies=["The big one."]), " is due."), p(comment("Done", "x", resolved=True))
)


def test_comments_are_read_with_their_words_and_replies(desk: Desk, word: Word) -> None:
    paper = word(TALK)
    first, reply, done = desk.call("get_comments", session_id=paper.session)["comments"]
    assert (first["text"], first["quoted_text"], first["paragraph_id"]) == ("Which?", "fee", paper.row(0)["id"])
    assert (reply["text"], reply["parent_id"]) == ("The big one.", first["id"])
    assert (done["text"], done["resolved"]) == ("Done", True)
    left = desk.call("get_comments", session_id=paper.session, include_resolved=False)["comments"]
    assert [each["text"] for each in left] == ["Which?", "The big one."]


def test_a_comment_is_deleted_with_its_replies(desk: Desk, word: Word) -> None:
    paper = word(TALK)
    first = desk.call("get_comments", session_id=paper.session)["comments"][0]
    before = paper.now
    desk.call("delete_comment", session_id=paper.session, comment_id=first["id"])
    paper._desked(None, before)
    assert [each["text"] for each in desk.call("get_comments", session_id=paper.session)["comments"]] == ["Done"]
    assert paper.text(0) == "The fee is due."
    assert content(paper.now, MAIN).count(b"comment") == 3


def test_a_comment_is_resolved_and_opened_again(desk: Desk, word: Word) -> None:
    paper = word(TALK)
    first = desk.call("get_comments", session_id=paper.session)["comments"][0]
    before = paper.now
    desk.call("resolve_comment", session_id=paper.session, comment_id=first["id"])
    paper._desked(None, before)
    assert desk.call("get_comments", session_id=paper.session)["comments"][0]["resolved"]
    desk.call("resolve_comment", session_id=paper.session, comment_id=first["id"], resolved=False)
    assert paper.now == before


def test_an_unknown_comment(desk: Desk, word: Word) -> None:
    paper = word(docx("plain"))
    assert desk.refusal("delete_comment", session_id=paper.session, comment_id="7").code == "E_NOT_FOUND"
