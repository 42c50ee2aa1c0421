"""Tracked changes: which there are, and what is left once they are accepted or rejected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from quire.formats.docx.opc.package import Package
from tests.corpus import DOCX_FILES, TRACKED
from tests.docx import redlines
from tests.docx.parts import MAIN, content
from tests.docx.specimen import (
    bold,
    cell,
    comment,
    deleted,
    docx,
    footnote,
    inserted,
    link,
    moved_from,
    moved_to,
    p,
    raw,
    table,
    textbox,
)
from tests.docx.validation import all_harm, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.paper import Paper

    Word = Callable[[bytes], Paper]

BEN = 'w:author="Ben" w:date="2024-05-06T07:08:09Z"'


def decide(desk: Desk, paper: Paper, verdict: str, **which: Any) -> list[str]:
    """What the paragraphs say once changes are accepted or rejected; undo gives back every byte."""
    before = paper.now
    desk.call(f"{verdict}_changes", session_id=paper.session, **which)
    paper._desked(None, before)
    return [row["clean_text"] for row in paper.rows()]


def test_insertions_and_deletions_are_listed_with_the_paragraph_before_and_after(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The ", deleted("Fee"), inserted("Price", author="Ben"), " is ", comment("Why?", "due"), ".")))
    told = desk.call("extract_revisions", session_id=paper.session)
    assert [(each["type"], each["author"], each["text"]) for each in told["revisions"]] == [
        ("deletion", "Ann Author", "Fee"),
        ("insertion", "Ben", "Price"),
    ]
    first = told["revisions"][0]
    assert (first["before_text"], first["after_text"]) == ("The Fee is due.", "The Price is due.")
    assert first["comments"] == ["Ann Author: Why?"]
    assert first["paragraph_id"] == paper.row(0)["id"]
    assert desk.call("has_tracked_changes", session_id=paper.session)["authors"] == ["Ann Author", "Ben"]


def test_a_list_of_changes_comes_in_pages(desk: Desk, word: Word) -> None:
    paper = word(docx(*(p("x", inserted(str(number))) for number in range(7))))
    told = desk.call("extract_revisions", session_id=paper.session, limit=3, offset=3)
    assert ([each["text"] for each in told["revisions"]], told["total"]) == (["3", "4", "5"], 7)
    assert (told["has_more"], told["next_offset"]) == (True, 6)


def test_a_document_without_changes_has_none(desk: Desk, word: Word) -> None:
    paper = word(docx("Plain"))
    assert not desk.call("has_tracked_changes", session_id=paper.session)["has_tracked_changes"]
    assert desk.call("accept_changes", session_id=paper.session)["decided"] == 0


@pytest.mark.parametrize(("verdict", "left"), [("accept", "The Price is due."), ("reject", "The Fee is due.")])
def test_words(desk: Desk, word: Word, verdict: str, left: str) -> None:
    paper = word(docx(p("The ", deleted("Fee"), inserted("Price"), " is due.")))
    assert decide(desk, paper, verdict) == [left]
    assert not re.search("w:(?:ins|del)", paper.xml(0))


def test_changes_of_one_author(desk: Desk, word: Word) -> None:
    paper = word(docx(p("A", inserted("B"), inserted("C", author="Ben"))))
    assert decide(desk, paper, "reject", author="Ben") == ["AB"]
    assert desk.call("has_tracked_changes", session_id=paper.session)["authors"] == ["Ann Author"]


def test_changes_by_their_ids(desk: Desk, word: Word) -> None:
    paper = word(docx(p("A", inserted("B"), inserted("C"), deleted("D"))))
    ids = [each["id"] for each in desk.call("extract_revisions", session_id=paper.session)["revisions"]]
    assert decide(desk, paper, "reject", revision_ids=[ids[0], ids[2]]) == ["ACD"]
    assert desk.refusal("accept_changes", session_id=paper.session, revision_ids=["77"]).code == "E_NOT_FOUND"


def test_changes_with_the_same_number_are_told_apart(desk: Desk, word: Word) -> None:
    mark = f'<w:ins w:id="5" {BEN}><w:r><w:t>%s</w:t></w:r></w:ins>'
    paper = word(docx(p("A", raw(mark % "B"), raw(mark % "C"))))
    assert decide(desk, paper, "reject", revision_ids=["5.2"]) == ["AB"]


def test_changes_of_some_paragraphs(desk: Desk, word: Word) -> None:
    paper = word(docx(*(p("x", inserted(str(number))) for number in range(4))))
    ids = [row["id"] for row in paper.rows()]
    left = decide(desk, paper, "reject", from_paragraph_id=ids[1], to_paragraph_id=ids[2])
    assert left == ["x0", "x", "x", "x3"]


def test_an_inserted_paragraph(desk: Desk, word: Word) -> None:
    first = docx("One", p(inserted("Two"), mark="inserted"), "Three")
    assert decide(desk, word(first), "accept") == ["One", "Two", "Three"]
    assert decide(desk, word(first), "reject") == ["One", "Three"]


def test_paragraphs_without_an_end_are_joined(desk: Desk, word: Word) -> None:
    first = docx(p("One ", mark="deleted"), p("two", style="Heading1"))
    paper = word(first)
    assert decide(desk, paper, "accept") == ["One two"]
    assert "Heading1" in paper.xml(0)
    assert decide(desk, word(first), "reject") == ["One ", "two"]


def test_the_last_paragraph_of_a_cell_stays(desk: Desk, word: Word) -> None:
    first = docx(table([cell(p("One"), p(deleted("Two"), mark="deleted")), "x"]))
    assert decide(desk, word(first), "accept") == ["One", "", "x"]


def test_rows(desk: Desk, word: Word) -> None:
    rows = docx(table(["a", "b"], ["c", "d"], ["e", "f"]), "end")
    source = content(rows, MAIN).decode()
    at = [found.start() + len("<w:tr>") for found in re.finditer("<w:tr>", source)]
    marked = f'<w:trPr><w:ins w:id="1" {BEN}/></w:trPr>', f'<w:trPr><w:del w:id="2" {BEN}/></w:trPr>'
    first = with_main(rows, source[: at[1]] + marked[0] + source[at[1] : at[2]] + marked[1] + source[at[2] :])
    assert decide(desk, word(first), "accept") == ["a", "b", "c", "d", "end"]
    assert decide(desk, word(first), "reject") == ["a", "b", "e", "f", "end"]


def with_main(data: bytes, source: str) -> bytes:
    return Package.read(data).with_parts({MAIN: source.encode()}).write()


def test_a_table_all_of_whose_rows_go_is_gone(desk: Desk, word: Word) -> None:
    rows = docx("before", table(["a", "b"]), "end")
    source = content(rows, MAIN).decode().replace("<w:tr>", f'<w:tr><w:trPr><w:del w:id="2" {BEN}/></w:trPr>')
    paper = word(with_main(rows, source))
    assert decide(desk, paper, "accept") == ["before", "end"]
    assert b"w:tbl" not in content(paper.now, MAIN)


@pytest.mark.parametrize(("tag", "verdict"), [("cellIns", "reject"), ("cellDel", "accept")])
def test_cells(desk: Desk, word: Word, tag: str, verdict: str) -> None:
    rows = docx(table(["a", "b"], ["c", "d"]), "end")
    marked = re.sub(
        "(</w:tc><w:tc><w:tcPr>.*?)(?=</w:tcPr>)",
        lambda found: f'{found[1]}<w:{tag} w:id="{found.start()}" {BEN}/>',
        content(rows, MAIN).decode(),
    )
    first = with_main(rows, marked)
    assert decide(desk, word(first), verdict) == ["a", "c", "end"]
    other = "accept" if verdict == "reject" else "reject"
    assert decide(desk, word(first), other) == ["a", "b", "c", "d", "end"]


def test_moves(desk: Desk, word: Word) -> None:
    first = docx(p("One ", moved_from("two "), "three"), p("four ", moved_to("two ")))
    paper = word(first)
    assert decide(desk, paper, "accept") == ["One three", "four two "]
    assert b"move" not in content(paper.now, MAIN)
    assert decide(desk, word(first), "reject") == ["One two three", "four "]


def test_formatting(desk: Desk, word: Word) -> None:
    change = f'<w:rPrChange w:id="7" {BEN}><w:rPr><w:i/></w:rPr></w:rPrChange>'
    first = docx(p("a ", raw(f"<w:r><w:rPr><w:b/>{change}</w:rPr><w:t>word</w:t></w:r>")))
    paper = word(first)
    assert desk.call("extract_revisions", session_id=paper.session)["revisions"][0]["type"] == "formatting"
    decide(desk, paper, "accept")
    assert paper.runs(0) == [("a ", ""), ("word", "b")]
    paper = word(first)
    decide(desk, paper, "reject")
    assert paper.runs(0) == [("a ", ""), ("word", "i")]


def test_formatting_of_a_paragraph_keeps_what_its_end_says(desk: Desk, word: Word) -> None:
    change = f'<w:rPr><w:b/></w:rPr><w:pPrChange w:id="7" {BEN}><w:pPr><w:jc w:val="center"/></w:pPr></w:pPrChange>'
    paper = word(docx(p("a", properties=f'<w:jc w:val="right"/>{change}')))
    decide(desk, paper, "reject")
    assert '<w:pPr><w:jc w:val="center"/><w:rPr><w:b/></w:rPr></w:pPr>' in paper.xml(0)


def test_what_was_deleted_of_an_insertion_stays_to_be_decided(desk: Desk, word: Word) -> None:
    inner = f'<w:del w:id="8" {BEN}><w:r><w:delText>gone</w:delText></w:r></w:del>'
    paper = word(docx(p("a", raw(f'<w:ins w:id="9" w:author="Ann" w:date="2024-01-01T00:00:00Z">{inner}</w:ins>'))))
    assert decide(desk, paper, "reject", author="Ben") == ["agone"]
    assert decide(desk, paper, "reject") == ["a"]


def test_a_link_whose_words_all_go_is_gone(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", link(deleted("site"), to="https://example.org"))))
    assert decide(desk, paper, "accept") == ["a"]
    assert "hyperlink" not in paper.xml(0)


def test_notes_and_comments_go_with_the_words_that_refer_to_them(desk: Desk, word: Word) -> None:
    first = docx(p("a", deleted(footnote("Note"), comment("Remark", "b"))), p("c", footnote("Other")))
    paper = word(first)
    assert decide(desk, paper, "accept") == ["a", "c\ufffc"]
    assert [row["clean_text"] for row in paper.rows("footnotes")] == ["\ufffcOther"]
    assert paper.rows("comments") == []


def test_ends_of_ranges_stay_when_the_words_around_them_go(desk: Desk, word: Word) -> None:
    start = '<w:bookmarkStart w:id="4" w:name="here"/>'
    mark = f'<w:del w:id="8" {BEN}><w:r><w:delText>x</w:delText></w:r>{start}</w:del>'
    paper = word(docx(p("a", raw(mark), "b", raw('<w:bookmarkEnd w:id="4"/>'))))
    assert decide(desk, paper, "accept") == ["ab"]
    assert start in paper.xml(0)


def test_changes_in_text_boxes_are_decided_in_both_copies(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", textbox(p("in ", inserted("side"))))))
    assert desk.call("has_tracked_changes", session_id=paper.session)["count"] == 1
    decide(desk, paper, "reject")
    assert [row["clean_text"] for row in paper.rows("textboxes")] == ["in "]
    assert b"side" not in content(paper.now, MAIN)


def test_other_stories(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", footnote("Note ", inserted("more"))), header=p("Head", inserted("er"))))
    stories = [each["story"] for each in desk.call("extract_revisions", session_id=paper.session)["revisions"]]
    assert stories == ["header", "footnotes"]
    decide(desk, paper, "reject")
    assert paper.text(0, "header") == "Head"


def test_an_agent_does_not_accept_where_only_a_person_may(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", inserted("b"))))
    desk.settings(approval="person")
    assert desk.refusal("accept_changes", session_id=paper.session).code == "E_PERMISSION"


def test_an_agent_rejects_only_its_own_changes_where_a_person_decides(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a", inserted("b"), inserted("c", author="tester"))))
    desk.settings(approval="person")
    refused = desk.refusal("reject_changes", session_id=paper.session)
    assert (refused.code, "'Ann Author'" in refused.message) == ("E_PERMISSION", True)
    assert decide(desk, paper, "reject", author="tester") == ["ab"]


def test_words_in_a_cell(desk: Desk, word: Word) -> None:
    paper = word(docx(table(["a", cell(p(bold("b"), inserted("c")))])))
    assert decide(desk, paper, "reject") == ["a", "b"]


# Real files

EXPLAINED = {
    ("RA001-Tracked-Revisions-01", "accept"): "LibreOffice keeps the rows of a table that was moved away",
    ("RA001-Tracked-Revisions-01", "reject"): "LibreOffice keeps the rows of a table that was moved here",
    ("RP035-Inserted-Cells", "reject"): "LibreOffice keeps the inserted cells, without their text",
    ("RP043-MERGEFORMAT-Field-Code", "accept"): "Quire keeps an instruction of a deleted field that Word left unmarked",
    ("Tika-792", "accept"): "LibreOffice keeps what was moved away if it had been inserted",
    ("RP023-NumberingChange", "reject"): "LibreOffice does not bring the list level back",
    ("WC066-Textbox-Before-Ins-Mod", "accept"): "LibreOffice leaves invisible spaces where the changes were",
    ("stress023", "reject"): "LibreOffice joins a paragraph whose end was inserted with the one behind the next",
}


HARMED = {
    (
        "OXML_TrackChanges_Test",
        "reject",
    ): "a w:delText ended with a space that is none without xml:space, as its w:t does",
    (
        "RP035-Inserted-Cells",
        "reject",
    ): "its w:tblGridChange brings back a grid of five columns for three cells",
}
UNREADABLE = {"docx-mcp-server/real_tracked_changes.docx"}
"""What LibreOffice cannot open."""


@pytest.mark.libreoffice
@pytest.mark.heavy
def test_corpus_files_are_decided_as_libreoffice_does(desk: Desk) -> None:
    sources = {name: DOCX_FILES[name].read_bytes() for name in TRACKED if name not in UNREADABLE}
    asked = [(name, verdict) for name in sources for verdict in ("accept", "reject")]
    ours = [_decided(desk, DOCX_FILES[name].name, sources[name], verdict) for name, verdict in asked]
    verdicts = [redlines.VERDICTS[verdict] for _, verdict in asked]
    theirs = redlines.decided([(sources[name], verdict) for (name, _), verdict in zip(asked, verdicts, strict=True)])
    unlike = {
        place
        for place, mine, other in zip(asked, texts(ours), theirs, strict=True)
        if redlines.lines(mine) != redlines.lines(other)
    }
    told = {(_stem(name), verdict) for name, verdict in unlike}
    here = {_stem(name) for name in sources}
    assert told == {each for each in EXPLAINED if each[0] in here}
    harms = all_harm([(sources[name], after) for (name, _), after in zip(asked, ours, strict=True)])
    harmed = {(_stem(name), verdict) for (name, verdict), harm in zip(asked, harms, strict=True) if harm}
    assert harmed == {each for each in HARMED if each[0] in here}


def _stem(name: str) -> str:
    """The name of a file in its own project, without its folder."""
    return DOCX_FILES[name].stem.rpartition("__")[2]


def _decided(desk: Desk, name: str, data: bytes, verdict: str) -> bytes:
    path = desk.root / f"{verdict}-{name}"
    path.write_bytes(data)
    session = desk.call("open_document", file_path=str(path))["session_id"]
    assert desk.call(f"{verdict}_changes", session_id=session)["remaining"] == 0
    copy = desk.root / "copy.docx"
    desk.call("download", session_id=session, save_to_local_path=str(copy), allow_overwrite=True)
    return copy.read_bytes()
