"""Edits as tracked changes, by the setting of the document or by an argument."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.text.place import Place
from tests.docx.gallery import GALLERY
from tests.docx.large import large
from tests.docx.sameness import meaning
from tests.docx.specimen import bold, cell, deleted, docx, footnote, inserted, moved_from, moved_to, p, run, table
from tests.docx.test_redline import WHEN, assert_exact, decided, shown
from tests.effort import effort
from tests.laws import check_transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.document import Intent
    from tests.conftest import Desk
    from tests.docx.paper import Paper
    from tests.docx.specimen import Inline

    Word = Callable[[bytes], Paper]


def edit(desk: Desk, paper: Paper, old: str, new: str, **more: bool) -> None:
    target = paper.row(old)["id"]
    before = paper.now
    desk.call(
        "smart_edit", session_id=paper.session, target_paragraph_id=target, old_string=old, new_string=new, **more
    )
    paper._desked(None, before)


def test_an_edit_that_is_tracked(desk: Desk, word: Word) -> None:
    first = docx(p("The ", bold("Fee"), " is due."), "Other")
    paper = word(first)
    edit(desk, paper, "Fee", "Price", track_changes=True)
    assert shown(paper.now) == "The [-Fee-]{+Price+} is due.\nOther"
    assert paper.text(0) == "The Price is due."
    assert meaning(decided(DocxDocument.read(paper.now), accepts=False)) == meaning(first)


def test_a_redline_of_what_was_saved_already_says_why_it_is_empty(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee is due"))
    edit(desk, paper, "fee", "price")
    desk.call("workspace_save_document", windowId=paper.session)
    told = desk.call("save", session_id=paper.session, save_to_local_path="redline.docx", save_format="tracked")
    assert "nothing changed" in told["message"]
    assert "since paper-0.docx was last saved; compare_documents makes a redline" in told["message"]


def test_a_save_tells_of_what_is_not_in_it_yet(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee is due"))
    desk.settings(staging="stage-everything")
    target = paper.row("fee")["id"]
    desk.call("smart_edit", session_id=paper.session, target_paragraph_id=target, old_string="fee", new_string="price")
    told = desk.call("save", session_id=paper.session, save_to_local_path="redline.docx", save_format="clean")
    assert "Not in it: pending suggestions (1), which the format 'suggestions' tracks." in told["message"]


def test_a_document_that_tracks(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee is due", "Second", "Third"))
    before = paper.now
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    paper._desked(None, before)
    assert desk.call("has_tracked_changes", session_id=paper.session)["is_tracking"]
    edit(desk, paper, "fee", "price")
    paper.insert("Second", "New")
    paper.delete("Third")
    assert shown(paper.now) == "The [-fee-]{+price+} is due\nSecond\n{+New+}\n[-Third-]"
    desk.call("set_track_changes", session_id=paper.session, enabled=False)
    edit(desk, paper, "price", "cost")
    assert "[-fee-]cost" in shown(paper.now)


def test_one_edit_that_is_not_tracked(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee"))
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    edit(desk, paper, "fee", "price", track_changes=False)
    assert shown(paper.now) == "The price"


def test_edits_next_to_those_of_others(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The ", inserted("big red"), " fox")))
    edit(desk, paper, "red", "blue", track_changes=True)
    authors = {each.author for each in DocxDocument.read(paper.now).revisions()}
    assert authors == {"Ann Author", "tester"}
    assert DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=False)).text == "The  fox"


@pytest.mark.parametrize("hidden", [deleted("words"), moved_from("words")])
def test_a_tracked_deletion_keeps_what_others_deleted_or_moved(word: Word, hidden: Inline) -> None:
    first = docx("first", p("some ", hidden), p("end ", moved_to("words")))
    paper = word(first)
    paper.delete("some", track_changes=True)
    assert DocxDocument.read(decided(DocxDocument.read(paper.now), accepts=True)).text == "first\nend words"
    rejected = [DocxDocument.read(decided(DocxDocument.read(each), accepts=False)) for each in (first, paper.now)]
    assert rejected[0].text == rejected[1].text == "first\nsome words\nend "


@pytest.mark.counted
@pytest.mark.parametrize("kind", ["edit", "insert", "delete"])
def test_a_tracked_edit_costs_the_same_in_a_long_document(kind: str) -> None:
    costs = []
    for size in (300, 6000):
        document = DocxDocument.read(large(size, mixed=False))
        row = document.row(document.id(Place(document.package.main, document.body[7].key)))
        intent = wish(document, row.id, kind)
        document.plan(by_ann(intent))
        costs.append(effort(partial(document.plan, by_ann(intent))))
    assert costs[1] < 1.5 * costs[0]


@pytest.mark.parametrize("tool", ["table.insertRows", "table.insertColumns"])
def test_tables(desk: Desk, word: Word, tool: str) -> None:
    first = docx("x", table(["a", "b"], ["c", "d"]), p("y", footnote("z")))
    paper = word(first)
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    found = desk.call("search", windowId=paper.session, query="a", scope="document")["results"][0]["rangeId"]
    desk.call(tool, windowId=paper.session, tableRef=found, at=0, count=1)
    document = DocxDocument.read(paper.now)
    assert {"row_insertion", "cell_insertion"} & {each.kind for each in document.revisions()}
    assert meaning(decided(document, accepts=False)) == meaning(first)


def test_a_row_that_is_marked_as_gone_keeps_its_notes(desk: Desk, word: Word) -> None:
    first = docx("x", table(["a", "b"], [cell(p("c", footnote("z"))), "d"]), p("y", footnote("w")))
    paper = word(first)
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    found = desk.call("search", windowId=paper.session, query="a", scope="document")["results"][0]["rangeId"]
    desk.call("table.deleteRows", windowId=paper.session, tableRef=found, indexes=[1], allowObjects=True)
    document = DocxDocument.read(paper.now)
    assert {each.kind for each in document.revisions()} >= {"row_deletion"}
    assert meaning(decided(document, accepts=False)) == meaning(first)


def test_pieces_of_a_run_that_remembers_its_look_have_numbers_of_their_own(desk: Desk, word: Word) -> None:
    paper = word(docx(p(run("one two three", bold=True, was="<w:i/>"))))
    edit(desk, paper, "two", "2", track_changes=True)
    numbers = re.findall(r'<w:rPrChange w:id="(\d+)"', DocxDocument.read(paper.now).body.source)
    assert len(numbers) == len(set(numbers)) > 1


def wish(document: DocxDocument, paragraph: str, kind: str) -> Intent:
    """Other words in a paragraph, two more behind it, or one less."""
    if kind == "edit":
        text = document.row(paragraph).text
        word = next(word for word in text.split() if text.count(word) == 1 and word.isalpha())
        return document.edit(paragraph, word, "quire")
    return document.delete(paragraph) if kind == "delete" else document.insert(paragraph, "A\n\nB", before=False)


def by_ann(intent: Intent) -> Intent:
    return replace(intent, arguments={**intent.arguments, "track": {"author": "Ann", "date": WHEN}})


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GALLERY.keys() - {"sections"}))
def test_paragraphs_that_come_and_go_anywhere(name: str) -> None:
    first = DocxDocument.read(GALLERY[name])
    for row in list(first.rows("body"))[:8]:
        for kind in ("insert", "delete"):
            try:
                intent = wish(first, row.id, kind)
                change, plain = first.plan(by_ann(intent)), first.apply(first.plan(intent))
            except QuireError:
                continue
            check_transaction(first, change)
            assert_exact(first.write(), plain.write(), first.apply(change).write())
