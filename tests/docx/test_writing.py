"""Content in the place of any range of a Word document."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from quire.core.anchor import Range
from quire.core.content import Break, Code, Content, Formula, Heading, Link, List, Note, Picture, Quote, Table, Text
from quire.core.document import Intent
from quire.core.errors import QuireError
from quire.core.notation import to_json
from quire.formats.docx.content.rendition import content
from quire.formats.docx.document import DocxDocument
from tests.docx.gallery import GALLERY
from tests.docx.specimen import bold, bookmark, comment, docx, footnote, heading, italic, item, p, section, table
from tests.docx.test_composition import EVERY_KIND, cell, plain, point, text
from tests.docx.validation import all_harm
from tests.laws import check_transaction

if TYPE_CHECKING:
    from quire.core.content import Block, Span
    from quire.core.transaction import Transaction


def compose(start: int, end: int, *blocks: Block | str, begins: bool = False, ends: bool = False) -> Intent:
    """The wish for content in the place of a range."""
    made = Content(tuple(plain(each) if isinstance(each, str) else each for each in blocks), {"x": (plain("noted"),)})
    return Intent("compose", (Range(start, end),), {"content": to_json(made), "begins": begins, "ends": ends})


def changed(data: bytes, intent: Intent) -> DocxDocument:
    document = DocxDocument.read(data)
    change = document.plan(intent)
    check_transaction(document, change)
    return document.apply(change)


def said(document: DocxDocument) -> tuple[Block, ...]:
    return content(DocxDocument.read(document.write())).blocks


TWO: tuple[Block, ...] = (Heading(1, (Text("New"),)), plain("body"))
LIST = List((point("one"), point("two")))
GRID = Table(((cell("a"), cell("b")), (cell("c"), cell("d"))))


class TestOneParagraph:
    """What a single paragraph says goes into the paragraph."""

    def test_text_takes_the_formatting_of_what_it_replaces_and_its_marks(self) -> None:
        after = changed(docx(p("The ", italic("Fee"), " is due.")), compose(4, 7, plain("new ", text("Price", "bold"))))
        assert said(after) == (
            plain("The ", text("new ", "italic"), text("Price", "bold", "italic"), " is due."),
        )  # fmt: skip

    @pytest.mark.parametrize(
        "span",
        [
            text("x", "strike"), text("x", "code"), text("x", "superscript"), text("x", "underline", "bold"),
            Link((Text("x"),), "https://example.org/"), Link((text("x", "bold"),), "#place"),
            Link((Text("x"),), "https://example.org/", "A tip"), Formula(r"\frac{a}{b}"), Break(), Note("1"),
        ],
    )  # fmt: skip
    def test_every_kind_of_span(self, span: Span) -> None:
        made = Note("x") if isinstance(span, Note) else span
        after = changed(docx("before behind"), compose(7, 7, plain("a ", made, " b ")))
        assert said(after) == (plain("before a ", span, " b behind"),)
        assert not all_harm([(docx("before behind"), after.write())])[0]

    def test_a_heading_stays_one(self) -> None:
        assert said(changed(docx(heading("Old title")), compose(0, 9, "New title"))) == (
            Heading(1, (Text("New title"),)),
        )

    def test_paragraphs_over_which_a_range_goes_are_joined(self) -> None:
        assert changed(docx("one", "two", "three"), compose(1, 10, plain(text("X", "bold")))).text == "oXree"

    def test_nothing_in_the_place_of_text_deletes_it(self) -> None:
        assert changed(docx("one two"), compose(3, 7)).text == "one"

    def test_a_picture_that_is_not_at_hand_is_a_link(self) -> None:
        after = changed(docx("a"), compose(1, 1, plain(Picture("https://a.b/c.png", "shown"))))
        assert said(after) == (plain("a", Link((Text("shown"),), "https://a.b/c.png")),)


class TestBlocks:
    """Further blocks split a paragraph, or stand beside it."""

    def test_in_the_middle_they_split_it(self) -> None:
        after = changed(docx(p("ab", bold("cd"))), compose(3, 3, LIST))
        assert said(after) == (plain("ab", text("c", "bold")), LIST, plain(text("d", "bold")))

    def test_in_the_middle_the_first_and_the_last_paragraph_go_on_with_it(self) -> None:
        assert changed(docx("abcd"), compose(2, 2, "x", LIST, "y")).text == "abx\none\ntwo\nycd"

    def test_at_the_start_they_stand_before_it_and_it_keeps_its_bytes(self) -> None:
        before = DocxDocument.read(docx(heading("Old"), "text"))
        after = changed(docx(heading("Old"), "text"), compose(4, 4, *TWO))
        assert after.text == "Old\nNew\nbody\ntext"
        assert {block.source for block in before.body} <= {block.source for block in after.body}

    def test_at_the_end_they_stand_behind_it(self) -> None:
        assert changed(docx("one", "two"), compose(3, 3, *TWO)).text == "one\nNew\nbody\ntwo"

    def test_an_empty_paragraph_makes_way(self) -> None:
        assert changed(docx("one", "", "two"), compose(4, 4, *TWO)).text == "one\nNew\nbody\ntwo"

    def test_an_empty_document_is_filled(self) -> None:
        assert said(changed(docx(""), compose(0, 0, *TWO))) == TWO

    def test_whole_paragraphs_are_replaced(self) -> None:
        assert said(changed(docx("one", "two", "three"), compose(0, 7, GRID, "x"))) == (
            GRID,
            plain("x"),
            plain("three"),
        )

    def test_a_paragraph_of_its_own(self) -> None:
        assert changed(docx("one", "two"), compose(3, 3, "new", begins=True)).text == "one\nnew\ntwo"
        assert changed(docx("one", "two"), compose(4, 4, "new", ends=True)).text == "one\nnew\ntwo"
        assert changed(docx("one"), compose(1, 1, begins=True)).text == "o\nne"

    def test_in_a_cell_they_stay_in_it(self) -> None:
        after = changed(docx(table(["ab", "x"]), "end"), compose(1, 1, LIST))
        (made, end) = said(after)
        assert isinstance(made, Table)
        assert made.rows[0][0].blocks == (plain("a"), LIST, plain("b"))
        assert end == plain("end")

    def test_a_table_never_touches_another_and_is_never_last_in_a_cell(self) -> None:
        before = docx(table(["ab"]), "x")
        afters = [changed(before, compose(*at, GRID)) for at in ((0, 2), (2, 2), (3, 3), (3, 4))]
        assert not any(all_harm([(before, after.write()) for after in afters]))
        assert said(afters[3])[1:] == (GRID,)

    def test_bookmarks_and_comments_of_what_goes_stay(self) -> None:
        before = docx(p(bookmark("here", "One"), comment("said", " two")), "three")
        after = changed(before, compose(0, 7, *TWO))
        source = after.body.source
        for mark in ("bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "commentReference"):
            assert source.count(f"<w:{mark}") == 1
        assert not all_harm([(before, after.write())])[0]

    @pytest.mark.parametrize(
        ("document", "end"),
        [(docx(p("a", footnote("n")), "b"), 2), (docx(table(["a"], ["b"]), "c"), 5), (docx(table(["a"]), "c"), 3)],
    )
    def test_what_would_be_lost_is_refused(self, document: bytes, end: int) -> None:
        with pytest.raises(QuireError):
            changed(document, compose(0, end, *TWO))

    def test_the_end_of_a_section_stays_behind_what_is_put_there(self) -> None:
        document = docx(section("a", ""), section("b"))
        after = changed(document, compose(2, 2, *TWO))
        assert after.text == "a\nNew\nbody\n\nb"
        assert after.body.source.count("<w:sectPr") == 2

    def test_numbers_of_a_list_go_on(self) -> None:
        assert changed(docx(item("one"), item("two")), compose(3, 3, Code("x = 1"))).text == "one\nx = 1\ntwo"


CHOICES = (
    (), ("new",), (plain(text("very", "bold"), " new"),), TWO, (LIST,), (GRID,), (Code("x\ny"), "z"),
    (Quote((plain("q"),)), "漢字 😀"), ("שלום", "b"), EVERY_KIND.blocks[:2], (plain("n", Note("x")),),
)  # fmt: skip


def attempts(name: str) -> list[tuple[DocxDocument, Transaction]]:
    document, chance = DocxDocument.read(GALLERY[name]), Random(name)
    found = []
    for _ in range(40):
        start = chance.randrange(len(document) + 1)
        end = min(len(document), start + chance.choice((0, 0, 1, 3, 8, 30)))
        wish = compose(start, end, *chance.choice(CHOICES), begins=chance.random() < 0.2, ends=chance.random() < 0.2)
        try:
            found.append((document, document.plan(wish)))
        except QuireError:
            continue
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", GALLERY)
def test_any_content_in_any_place_of_any_document(name: str) -> None:
    made = []
    for document, change in attempts(name):
        check_transaction(document, change)
        after = document.apply(change)
        assert after.apply(change.inverse()).write() == GALLERY[name]
        again = DocxDocument.read(after.write())
        assert again.text == after.text
        assert [block.key for block in again.body] == [block.key for block in after.body], "ids outlive the session"
        made.append((GALLERY[name], after.write()))
    assert not any(all_harm(made[:6]))
