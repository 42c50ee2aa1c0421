"""Footnotes and endnotes: read, added, rewritten, deleted, numbered as Word prints them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.edit import annotation
from quire.formats.docx.view.notes import KINDS
from tests.docx.gallery import CONTRACT_LATER, GALLERY
from tests.docx.parts import MAIN, content, difference
from tests.docx.sameness import meaning
from tests.docx.specimen import (
    bold,
    comment,
    deleted,
    docx,
    endnote,
    field,
    footnote,
    inserted,
    link,
    p,
    picture,
    raw,
    section,
    table,
    textbox,
)
from tests.docx.test_redline import decided, shown
from tests.docx.validation import pdf, printed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.paper import Judge, Paper

    Word = Callable[[bytes], Paper]

NOTES = "word/footnotes.xml"


def told(desk: Desk, paper: Paper, **which: str) -> list[tuple[str, str]]:
    found = desk.call("get_footnotes", session_id=paper.session, **which)["notes"]
    return [(each["number"], each["text"]) for each in found]


def call(desk: Desk, paper: Paper, tool: str, **arguments: Any) -> Any:
    before = paper.now
    answer = desk.call(tool, session_id=paper.session, **arguments)
    paper._desked(None, before)
    return answer


def add(desk: Desk, paper: Paper, said: str | int, text: str = "New.", **more: Any) -> Any:
    return call(desk, paper, "add_footnote", target_paragraph_id=paper.row(said)["id"], text=text, **more)


# Reading


def test_notes_are_read_in_the_order_of_their_marks(desk: Desk, word: Word) -> None:
    paper = word(docx(p("One", footnote("First"), endnote("End")), p("Two", footnote("Second", p("more")))))
    found = desk.call("get_footnotes", session_id=paper.session)["notes"]
    assert [(each["type"], each["number"], each["text"]) for each in found] == [
        ("footnote", "1", "First"), ("footnote", "2", "Second\nmore"), ("endnote", "i", "End"),
    ]  # fmt: skip
    assert (found[0]["text_before"], found[0]["reference_paragraph_id"]) == ("One", paper.row(0)["id"])
    assert found[0]["paragraph_ids"] == [paper.row(0, "footnotes")["id"]]
    assert told(desk, paper, note_type="endnote") == [("i", "End")]


def test_formats_starts_and_sections(desk: Desk, word: Word) -> None:
    settings = '<w:footnotePr><w:numFmt w:val="upperLetter"/><w:numStart w:val="3"/><w:numRestart w:val="eachSect"/>'
    notes = '<w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>'
    data = docx(section(p("a", footnote("x"), footnote("y"))), section(p("b", footnote("z"))))
    old = re.sub(
        rb"<w:footnotePr>.*?</w:footnotePr>", f"{settings}{notes}".encode(), content(data, "word/settings.xml")
    )
    paper = word(DocxDocument.read(data).package.with_parts({"word/settings.xml": old}).write())
    assert told(desk, paper) == [("C", "x"), ("D", "y"), ("C", "z")]


def test_marks_of_ones_own_and_deleted_ones(desk: Desk, word: Word) -> None:
    own = raw('<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>')
    paper = word(docx(p("a", footnote("x"), own, deleted(footnote("y")), footnote("z"))))
    assert told(desk, paper) == [("1", "x"), ("*", "y"), ("2", "z")]


# Adding


def test_a_note_before_others(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The Fee is due.", footnote("Old."))))
    answer = add(desk, paper, 0, "In <b>euro</b>.", after_text="Fee")
    assert (answer["note"]["number"], answer["note"]["text"]) == ("1", "In euro.")
    assert told(desk, paper) == [("1", "In euro."), ("2", "Old.")]
    assert paper.text(0) == "The Fee\ufffc is due.\ufffc"
    assert ("euro", "b") in paper.runs("euro", "footnotes")


@pytest.mark.parametrize("kind", ["footnote", "endnote"])
def test_the_first_note_of_a_document(desk: Desk, word: Word, kind: str) -> None:
    paper = word(docx("The Fee", comment_paragraph()))
    add(desk, paper, "Fee", "One.\n\nTwo.", note_type=kind)
    data = paper.now
    found = difference(paper.first, data)
    assert f"word/{kind}s.xml" in found.added
    source = content(data, f"word/{kind}s.xml").decode()
    assert source.count("w:type=") == 2
    assert f'<w:pStyle w:val="{kind.title()}Text"/>' in source
    assert f"<w:{kind}Pr>".encode() in content(data, "word/settings.xml")
    assert f'w:styleId="{kind.title()}Reference"'.encode() in content(data, "word/styles.xml")
    assert [each[1] for each in told(desk, paper)] == ["One.\nTwo."]


def comment_paragraph() -> Any:
    return p(comment("Remark", "Other"))


def test_the_lines_above_notes_are_never_touched(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", footnote("x"))))
    lines = re.findall(rb"<w:footnote w:type.*?</w:footnote>", content(paper.first, NOTES))
    add(desk, paper, 0)
    call(desk, paper, "update_footnote", note_id="1", new_text="changed")
    call(desk, paper, "delete_footnote", note_id="2")
    assert re.findall(rb"<w:footnote w:type.*?</w:footnote>", content(paper.now, NOTES)) == lines
    for line in ("0", "-1"):
        assert paper._refuses("delete_footnote", note_id=line).code == "E_NOT_FOUND"


def test_notes_in_tables_and_in_what_others_inserted(desk: Desk, word: Word) -> None:
    paper = word(docx(table(["cell", "b"]), p("The ", inserted("big red"), " fox", footnote("last")), ""))
    add(desk, paper, "cell", "in a cell")
    add(desk, paper, "fox", "in theirs", after_text="big")
    assert told(desk, paper) == [("1", "in a cell"), ("2", "in theirs"), ("3", "last")]
    rejected = DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=False))
    assert [each.text for each in rejected.notes("footnote")] == ["in a cell", "in theirs", "last"]


def test_no_notes_where_word_has_none(word: Word) -> None:
    paper = word(docx(p("a", textbox("The box"), footnote("Note"), comment("Said", "b")), header="Head", footer="Foot"))
    for story in ("header", "footer", "textboxes", "comments", "footnotes"):
        refused = paper._refuses("add_footnote", text="x", target_paragraph_id=paper.row(0, story)["id"])
        assert refused.code == "E_UNSUPPORTED"


def test_no_note_in_the_result_of_a_field(word: Word) -> None:
    paper = word(docx(p("Page ", field("PAGE", "1234"), ".")))
    target = paper.row(0)["id"]
    refused = paper._refuses("add_footnote", text="x", target_paragraph_id=target, after_text="12")
    assert refused.code == "E_UNSUPPORTED"


def test_what_says_nothing(word: Word) -> None:
    paper = word(docx(p("a", footnote("x"))))
    assert paper._refuses("add_footnote", text=" ", target_paragraph_id=paper.row(0)["id"]).code == "E_INVALID_ARG"
    assert paper._refuses("update_footnote", note_id="1", new_text="").code == "E_INVALID_ARG"
    assert paper._refuses("update_footnote", note_id="7", new_text="a").code == "E_NOT_FOUND"


def test_a_link_in_a_first_note(desk: Desk, word: Word) -> None:
    paper = word(docx("a"))
    add(desk, paper, 0, 'See <a href="https://example.org/">the site</a> 你好 🦊.')
    assert b"https://example.org/" in content(paper.now, "word/_rels/footnotes.xml.rels")
    assert told(desk, paper) == [("1", "See the site 你好 🦊.")]


# Rewriting


def test_words_that_stay_keep_their_look(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", footnote("The ", bold("big"), " red fox"))))
    call(desk, paper, "update_footnote", note_id="1", new_text="The big blue fox")
    assert [each for each in paper.runs("fox", "footnotes") if each[1] == "b"] == [("big", "b")]
    assert told(desk, paper) == [("1", "The big blue fox")]
    assert content(paper.now, MAIN) == content(paper.first, MAIN)


def test_more_and_fewer_paragraphs(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", footnote("one", p("two", style="FootnoteText"))), p("b", footnote("other"))))
    call(desk, paper, "update_footnote", note_id="1", new_text="1\n\n2\n\n3\n\n4")
    assert told(desk, paper) == [("1", "1\n2\n3\n4"), ("2", "other")]
    call(desk, paper, "update_footnote", note_id="1", new_text="alone")
    assert told(desk, paper) == [("1", "alone"), ("2", "other")]


def test_what_is_in_a_note_is_not_lost_silently(word: Word) -> None:
    paper = word(docx(p("a", footnote("see ", picture(), " there"))))
    assert paper._refuses("update_footnote", note_id="1", new_text="gone").code == "E_UNSUPPORTED"


# Deleting


def test_a_note_goes_with_its_mark(desk: Desk, word: Word) -> None:
    paper = word(docx(p("One", footnote("First"), " is"), p("Two", footnote("Second", link("x", to="https://a.b/")))))
    call(desk, paper, "delete_footnote", note_id="1")
    assert told(desk, paper) == [("1", "Secondx")]
    assert paper.text(0) == "One is"
    assert b"First" not in content(paper.now, NOTES)


def test_a_note_whose_mark_is_deleted_already(word: Word) -> None:
    own = raw('<w:r><w:footnoteReference w:customMarkFollows="1" w:id="1"/><w:t>*</w:t></w:r>')
    paper = word(docx(p("a", own, "b", deleted(footnote("x")))))
    source = content(paper.first, MAIN).count(b"footnoteReference")
    assert source == 2
    refused = paper._refuses("delete_footnote", note_id="1")
    assert "Accept that change" in refused.hint


def test_a_note_that_another_place_names(word: Word) -> None:
    mark = ('<w:bookmarkStart w:id="9" w:name="_Ref1"/>', '<w:bookmarkEnd w:id="9"/>')
    paper = word(docx(p("a", raw(mark[0]), footnote("x"), raw(mark[1])), p("see ", field("NOTEREF _Ref1 \\h", "1"))))
    assert "_Ref1" in paper._refuses("delete_footnote", note_id="1").message


# Tracked


def test_a_tracked_note(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The Fee", footnote("Old.")), "Other"))
    add(desk, paper, "Fee", "New.", after_text="The", track_changes=True)
    assert [(each.story, each.text) for each in DocxDocument.read(paper.now).revisions()] == [
        ("body", ""), ("footnotes", " New."),
    ]  # fmt: skip
    assert meaning(decided(DocxDocument.read(paper.now), accepts=False)) == meaning(paper.first)
    accepted = DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=True))
    assert [each.text for each in accepted.notes("footnote")] == ["New.", "Old."]


def test_a_first_note_that_is_tracked(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee"))
    add(desk, paper, "Fee", "New.", track_changes=True)
    assert shown(paper.now) == "The Fee{++}"
    assert {(each.story, each.kind) for each in DocxDocument.read(paper.now).revisions()} == {
        ("body", "insertion"), ("footnotes", "insertion"),
    }  # fmt: skip
    assert DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=False)).text == "The Fee"


def test_tracked_words_of_a_note_and_a_tracked_deletion(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The Fee", footnote("Old words.")), p("b", footnote("Second"))))
    call(desk, paper, "update_footnote", note_id="1", new_text="New words.", track_changes=True)
    assert [each.text for each in DocxDocument.read(paper.now).revisions()] == ["Old", "New"]
    call(desk, paper, "delete_footnote", note_id="2", track_changes=True)
    assert told(desk, paper)[0] == ("1", "New words.")
    assert meaning(decided(DocxDocument.read(paper.now), accepts=False)) == meaning(paper.first)
    accepted = DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=True))
    assert [each.text for each in accepted.notes("footnote")] == ["New words."]


# Waiting, and anywhere


def test_a_note_that_waits_for_a_yes(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee is due.", "Other"))
    desk.settings(staging="stage-everything")
    answer = desk.call("add_footnote", session_id=paper.session, text="In euro.", after_text="Fee",
                       target_paragraph_id=paper.row(0)["id"])  # fmt: skip
    assert paper.now == paper.first
    desk.settings(staging="suggest")
    paper.edit("Other", "Another", at=1)
    desk.as_person("suggestion_accept", suggestionId=answer["suggestion_id"], windowId=paper.session)
    assert told(desk, paper) == [("1", "In euro.")]
    assert paper.text(0) == "The Fee\ufffc is due."


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTRACT_LATER)
def test_every_kind_of_document_can_have_notes(name: str, judge: Judge) -> None:
    data = GALLERY[name]
    document = DocxDocument.read(data)
    for row in list(document.rows("body")):
        for kind in KINDS:
            try:
                change = document.plan(annotation.add(document, kind, row.id, None, "A note"))
            except QuireError:
                continue
            after = document.apply(change)
            assert after.apply(change.inverse()).write() == document.write()
            assert len(after.notes(kind)) == len(document.notes(kind)) + 1
            document = after
    judge.take(name, data, document.write())


@pytest.mark.libreoffice
def test_libreoffice_prints_the_same_numbers(desk: Desk, word: Word) -> None:
    paper = word(docx("Alpha", p("Beta", footnote("Old one.")), "Gamma"))
    add(desk, paper, "Gamma", "New one.")
    assert re.findall(r"(\d+)\s*(\w+)\s+one\.", printed(pdf(paper.now))) == [("1", "Old"), ("2", "New")]
    add(desk, paper, "Alpha", "First one.")
    assert [each[0] for each in told(desk, paper)] == ["1", "2", "3"]
    assert re.findall(r"(?:Alpha|Beta|Gamma)(\d)", printed(pdf(paper.now))) == ["1", "2", "3"]
