"""Comments: made, answered, read with their replies, resolved, deleted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.anchor import Range
from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.review.commenting import byline, on_paragraphs
from tests.docx.gallery import CONTRACT_LATER, GALLERY
from tests.docx.parts import MAIN, content, difference
from tests.docx.specimen import (
    bold,
    comment,
    control,
    deleted,
    docx,
    equation,
    field,
    footnote,
    inserted,
    link,
    p,
    simple_field,
    table,
    textbox,
)
from tests.docx.test_redline import WHEN, decided
from tests.docx.validation import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.paper import Judge, Paper

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


# Making


def add(desk: Desk, paper: Paper, said: str | int, text: str = "Why?", **more: Any) -> Any:
    """Comment on the paragraph in which a text stands; what the tool answers."""
    before = paper.now
    target = {} if "parent_comment_id" in more else {"target_paragraph_id": paper.row(said)["id"]}
    told = desk.call("add_comment", session_id=paper.session, text=text, **target, **more)
    paper._desked(None, before)
    return told


def comments(desk: Desk, paper: Paper) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.call("get_comments", session_id=paper.session)["comments"]
    return found


def bare(paper: Paper, said: str | int) -> str:
    """The marks of comments in a paragraph and the text around them."""
    source = re.sub(r'<w:comment(RangeStart|RangeEnd|Reference) w:id="(\d+)"/>', _short, paper.xml(said))
    return re.sub("<[^>]*>", "", source)


def _short(found: re.Match[str]) -> str:
    return {"RangeStart": f"[{found[2]} ", "RangeEnd": f" {found[2]}]", "Reference": f"^{found[2]}"}[found[1]]


def test_a_comment_on_words(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The ", bold("Fee"), " is due.")))
    told = add(desk, paper, 0, "Which?\nSay it.", anchor_text="Fee is", author="Ann Lee")
    assert bare(paper, 0) == "The [0 Fee is 0]^0 due."
    (found,) = comments(desk, paper)
    assert (found["id"], found["text"], found["quoted_text"]) == (told["comment_id"], "Which?\nSay it.", "Fee is")
    assert (found["author"], found["resolved"]) == ("Ann Lee", False)
    source = content(paper.now, "word/comments.xml").decode()
    assert 'w:initials="AL"' in source
    assert source.count("w14:paraId=") == 2


def test_all_parts_of_a_first_comment(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee"))
    add(desk, paper, 0)
    found = difference(paper.first, paper.now)
    assert set(found.added) == {
        f"word/{part}.xml" for part in ("comments", "commentsExtended", "commentsIds", "people")
    }
    assert set(found.changed) <= {"[Content_Types].xml", "word/_rels/document.xml.rels", MAIN, "word/styles.xml"}
    source = paper.now
    (key,) = re.findall(rb'w14:paraId="(\w+)"', content(source, "word/comments.xml"))
    assert b'w15:paraId="%s" w15:done="0"' % key in content(source, "word/commentsExtended.xml")
    assert b'w16cid:paraId="%s"' % key in content(source, "word/commentsIds.xml")
    assert b'w15:author="tester"' in content(source, "word/people.xml")
    assert bare(paper, 0) == "[0 The Fee 0]^0"
    add(desk, paper, 0, "More")
    assert content(paper.now, "word/people.xml").count(b"<w15:person ") == 1


def test_answers_and_answers_to_these(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The Fee is due."), "Other"))
    first = add(desk, paper, 0, anchor_text="Fee")["comment_id"]
    add(desk, paper, 1, "Else")
    reply = add(desk, paper, 0, "Because.", parent_comment_id=first, author="Bob")["comment_id"]
    add(desk, paper, 0, "I see.", parent_comment_id=reply)
    assert bare(paper, 0) == "The [0 [2 [3 Fee 0]^0 2]^2 3]^3 is due."
    found = comments(desk, paper)
    assert [(each["text"], each.get("parent_id")) for each in found] == [
        ("Why?", None), ("Because.", first), ("I see.", first), ("Else", None),
    ]  # fmt: skip
    assert found[0]["replies"] == [reply, "3"]
    desk.call("resolve_comment", session_id=paper.session, comment_id=first)
    assert [each["resolved"] for each in comments(desk, paper)] == [True, True, True, False]
    desk.call("delete_comment", session_id=paper.session, comment_id=first)
    assert [each["text"] for each in comments(desk, paper)] == ["Else"]
    assert content(paper.now, "word/commentsExtended.xml").count(b"<w15:commentEx ") == 1


def test_a_comment_of_an_older_program_is_answered_and_resolved(desk: Desk, word: Word) -> None:
    data = docx(p(comment("Old", "word")))
    old = re.sub(rb' w14:paraId="\w+" w14:textId="\w+"', b"", content(data, "word/comments.xml"))
    document = DocxDocument.read(data)
    package = document.package.with_parts({"word/comments.xml": old, "word/commentsExtended.xml": None})
    rels = content(data, "word/_rels/document.xml.rels")
    rels = re.sub(rb"<Relationship [^>]*commentsExtended[^>]*/>", b"", rels)
    types = re.sub(rb"<Override [^>]*commentsExtended[^>]*/>", b"", content(data, "[Content_Types].xml"))
    paper = word(package.with_parts({"word/_rels/document.xml.rels": rels, "[Content_Types].xml": types}).write())
    first = comments(desk, paper)[0]["id"]
    add(desk, paper, 0, "New", parent_comment_id=first)
    assert [each.get("parent_id") for each in comments(desk, paper)] == [None, first]
    desk.call("resolve_comment", session_id=paper.session, comment_id=first)
    assert all(each["resolved"] for each in comments(desk, paper))


def test_a_comment_on_several_paragraphs(desk: Desk, word: Word) -> None:
    paper = word(docx("One", table(["a", "b"]), "Two", "Three"))
    last = paper.row("Two")["id"]
    add(desk, paper, "One", to_paragraph_id=last)
    assert bare(paper, "One") == "[0 One"
    assert bare(paper, "Two") == "Two 0]^0"
    refused = desk.refusal("add_comment", session_id=paper.session, text="x", target_paragraph_id=last,
                           to_paragraph_id=paper.row("One")["id"])  # fmt: skip
    assert refused.code == "E_INVALID_ARG"


def test_a_comment_on_a_range(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee is due."))
    found = desk.call("search", windowId=paper.session, query="Fee", scope="document")["results"][0]["rangeId"]
    desk.call("add_comment", session_id=paper.session, text="Why?", range_id=found)
    assert bare(paper, 0) == "The [0 Fee 0]^0 is due."


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [(2, 2, "On[0  0]^0e|Two"), (3, 3, "One[0  0]^0|Two"), (0, 4, "[0 One| 0]^0Two"), (1, 6, "O[0 ne|Tw 0]^0o")],
)
def test_a_comment_on_any_places(start: int, end: int, shown: str) -> None:
    document = DocxDocument.read(docx("One", "Two"))
    document = document.apply(document.plan(document.comment(Range(start, end), "Why?", byline("Ann", WHEN))))
    source = re.sub(r'<w:comment(RangeStart|RangeEnd|Reference) w:id="(\d+)"/>', _short, document.body.source)
    assert re.sub("<[^>]*>", "", source.replace("</w:p><w:p", "|<w:p")).strip() == shown


@pytest.mark.parametrize(
    ("content", "words", "shown"),
    [
        ([inserted("The big Fee"), " is due."], "big", "The [0 big 0]^0 Fee is due."),
        (["The ", deleted("old"), inserted("new"), " Fee"], "new Fee", "The old[0 new Fee 0]^0"),
        (["See ", link("the site", to="https://example.org"), "."], "site", "See the [0 site 0]^0."),
        (["Page ", field("PAGE", "12"), " of 9"], "12", "Page [0  PAGE 12 0]^0 of 9"),
        (["Page ", simple_field("PAGE", "12"), " of 9"], "12 of", "Page [0 12 of 0]^0 9"),
        (["Dear ", control("Client Ltd", tag="c"), "!"], "Client", "Dear [0 Client Ltd 0]^0!"),
        (["Let ", equation("x=1"), "."], "\ufffc", "Let [0 x=1 0]^0."),
        (["Due", footnote("At once"), "."], "Due", "[0 Due 0]^0."),
        ([comment("Other", "The Fee"), " 你好 🦊"], "你好 🦊", "[0 The Fee 0]^0 [1 你好 🦊 1]^1"),
    ],
)
def test_comments_beside_all_that_lives_in_paragraphs(
    desk: Desk, word: Word, content: list[Any], words: str, shown: str
) -> None:
    paper = word(docx(p(*content)))
    add(desk, paper, 0, anchor_text=words)
    assert bare(paper, 0) == shown
    assert DocxDocument.read(paper.now).text == DocxDocument.read(paper.first).text


def test_someone_elses_insertion_is_rejected_and_the_comment_stays(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The ", inserted("big "), "Fee")))
    add(desk, paper, 0, anchor_text="big Fee")
    document = DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=False))
    assert [(each.text, each.quoted) for each in document.comments()] == [("Why?", "Fee")]


def test_comments_are_not_tracked_and_change_no_revision_of_others(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The ", inserted("big"), " Fee")))
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    add(desk, paper, 0)
    assert len(DocxDocument.read(paper.now).revisions()) == 1


def test_no_comments_where_word_has_none(word: Word) -> None:
    paper = word(
        docx(p("a", textbox("The box"), footnote("Note")), p(comment("Said", "b")), header="Head", footer="Foot")
    )
    for story in ("header", "footer", "textboxes", "comments", "footnotes"):
        target = paper.row(0, story)["id"]
        told = paper._refuses("add_comment", text="x", target_paragraph_id=target)
        assert told.code == "E_UNSUPPORTED"


def test_what_says_nothing_or_nowhere(word: Word) -> None:
    paper = word(docx("a b a"))
    target = paper.row(0)["id"]
    for wrong in (
        {"text": " ", "target_paragraph_id": target},
        {"text": "x"},
        {"text": "x", "target_paragraph_id": target, "range_id": "y"},
        {"text": "x", "target_paragraph_id": target, "parent_comment_id": "0"},
        {"text": "x\x00", "target_paragraph_id": target},
    ):
        assert paper._refuses("add_comment", **wrong).code == "E_INVALID_ARG"
    assert paper._refuses("add_comment", text="x", parent_comment_id="0").code == "E_NOT_FOUND"
    assert paper._refuses("add_comment", text="x", target_paragraph_id=target, anchor_text="zz").code == "E_NOT_FOUND"


def test_a_comment_that_waits_for_a_yes(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee is due.", "Other"))
    desk.settings(staging="stage-everything")
    told = desk.call("add_comment", session_id=paper.session, text="Why?", anchor_text="Fee",
                     target_paragraph_id=paper.row(0)["id"])  # fmt: skip
    assert not told["applied"]
    assert paper.now == paper.first
    (pending,) = desk.call("suggestion_list", windowId=paper.session)["suggestions"]
    assert (pending["from"], pending["to"], pending["reason"]) == (4, 7, "Comment: Why?")
    desk.settings(staging="suggest")
    paper.edit("Other", "Another", at=1)
    desk.as_person("suggestion_accept", suggestionId=told["suggestion_id"], windowId=paper.session)
    assert bare(paper, 0) == "The [0 Fee 0]^0 is due."


def test_deciding_on_comments_waits_too(desk: Desk, word: Word) -> None:
    paper = word(TALK)
    desk.settings(staging="stage-everything")
    desk.call("resolve_comment", session_id=paper.session, comment_id="0")
    desk.call("delete_comment", session_id=paper.session, comment_id="2")
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    assert len(desk.call("suggestion_list", windowId=paper.session)["suggestions"]) == 3
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert [each["resolved"] for each in comments(desk, paper)] == [True, True]


@pytest.mark.slow
@pytest.mark.parametrize("kind", CONTRACT_LATER)
def test_every_kind_of_document_can_be_commented_on(kind: str, judge: Judge) -> None:
    data = GALLERY[kind]
    document = DocxDocument.read(data)
    for row in list(document.rows("body")):
        try:
            where = on_paragraphs(document, row.id, row.id, None)
            change = document.plan(document.comment(where, "On it", byline("Ann", WHEN)))
        except QuireError:
            continue
        after = document.apply(change)
        assert after.text == document.text
        assert after.apply(change.inverse()).write() == document.write()
        document = after
    judge.take(kind, data, document.write())


@pytest.mark.libreoffice
def test_libreoffice_reads_them() -> None:
    document = DocxDocument.read(docx("The Fee", "Other"))
    row = next(iter(document.rows("body")))
    where = on_paragraphs(document, row.id, row.id, "Fee")
    document = document.apply(document.plan(document.comment(where, "On it", byline("Ann", WHEN))))
    assert text(document.write()).splitlines() == ["The Fee", "Other"]
