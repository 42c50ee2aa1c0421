"""Text in the place of any range of a Word document, also over paragraphs."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.anchor import Range
from quire.core.document import put
from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from tests.docx.gallery import GALLERY
from tests.docx.specimen import (
    bold,
    bookmark,
    bookmark_end,
    bookmark_start,
    comment,
    control,
    deleted,
    docx,
    field,
    heading,
    inserted,
    italic,
    link,
    moved_from,
    moved_to,
    p,
    section,
)
from tests.laws import check_transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.page import Page
    from tests.docx.specimen import Inline

CONTRACT = docx(
    p(bold("The"), " Fee is ", italic("due"), " now."),
    p("Second ", link("part here", to="https://example.org"), " stays"),
    p("Third one"),
    heading("Head"),
    p("last"),
)
DEEDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("selection_delete", {}),
    ("selection_replace", {"text": "new"}),
    ("selection_replace", {"text": "# Title\n\nand more"}),
)
CONTENTS = ("", "x", "new text", "one\ntwo", "\n", "a\n\nb c\nd", "漢字 😀\nשלום")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["contract", *GALLERY])
def test_the_text_is_what_it_would_be_in_a_string_or_the_edit_is_refused(name: str) -> None:
    data = GALLERY.get(name, CONTRACT)
    document, chance = DocxDocument.read(data), Random(name)
    for _ in range(40):
        start = chance.randrange(len(document) + 1)
        end = min(len(document), start + chance.choice((0, 0, 1, 3, 8, 30)))
        content = chance.choice(CONTENTS)
        try:
            change = document.plan(put(start, end, content))
        except QuireError:
            continue
        after = document.apply(change)
        assert after.text == document.text[:start] + content + document.text[end:]
        check_transaction(document, change)
        assert after.apply(change.inverse()).write() == data, "undo restores the file"
        again = DocxDocument.read(after.write())
        assert [block.key for block in again.body] == [block.key for block in after.body], "ids outlive the session"


class TestIdentity:
    def ids(self, document: DocxDocument) -> dict[str, int]:
        return {block.text: block.key for block in document.body}

    def test_a_paragraph_before_another_leaves_that_its_id(self) -> None:
        document = DocxDocument.read(docx("first", "second"))
        after = document.apply(document.plan(put(6, 6, "new\n")))
        assert after.text == "first\nnew\nsecond"
        assert self.ids(after)["second"] == self.ids(document)["second"]

    def test_a_paragraph_behind_another_leaves_that_its_id(self) -> None:
        document = DocxDocument.read(docx("first", "second"))
        after = document.apply(document.plan(put(5, 5, "\nnew")))
        assert self.ids(after)["first"] == self.ids(document)["first"]

    def test_joined_paragraphs_have_the_id_of_the_first(self) -> None:
        document = DocxDocument.read(docx("first", "second"))
        after = document.apply(document.plan(put(5, 6, "")))
        assert self.ids(after) == {"firstsecond": self.ids(document)["first"]}


def test_a_range_over_the_border_of_a_cell_is_refused() -> None:
    document = DocxDocument.read(GALLERY["tables"] if "tables" in GALLERY else next(iter(GALLERY.values())))
    whole = Range(0, len(document))
    with pytest.raises(QuireError):
        document.plan(put(whole.start, whole.end, ""))


@pytest.mark.parametrize("content", [(section("one"), "two"), (section("one"), section("two"), "three")])
def test_paragraphs_between_which_a_section_ends_are_not_joined(content: tuple[Any, ...]) -> None:
    document = DocxDocument.read(docx(*content))
    with pytest.raises(QuireError, match="a section ends"):
        document.plan(put(2, 5, "x"))
    after = document.apply(document.plan(put(2, 5, "x\ny")))
    assert after.body.source.count("<w:sectPr") == document.body.source.count("<w:sectPr")


def test_a_content_control_is_not_cut_in_two() -> None:
    document = DocxDocument.read(docx(p("Dear ", control("Client", tag="client"), ",")))
    with pytest.raises(QuireError, match="inside a content control"):
        document.plan(put(8, 8, "\n"))


def test_an_insertion_that_is_cut_in_two_becomes_two() -> None:
    document = DocxDocument.read(docx(p("The ", inserted("new fee"), " is due", mark="inserted")))
    source = document.apply(document.plan(put(7, 7, "\n"))).body.source
    numbers = re.findall(r'<w:ins w:id="(\d+)"', source)
    assert len(numbers) == len(set(numbers)) == 3, "two pieces of text, and the end of the paragraph that it was"


class TestParagraphsThatGo:
    """What an edit over three paragraphs does to the one between."""

    @pytest.fixture
    def outcomes(self, desk: Desk, editor: Callable[[bytes], Page]) -> Callable[[bytes], list[str]]:
        """What becomes of a document by each edit from its first paragraph to its third."""
        desk.settings(staging="auto-approve")

        def edited(data: bytes) -> list[str]:
            page = editor(data)
            found: list[str] = []
            for first, last in (("one", "last"), ("one", "last one"), ("first one", "last"), ("first one", "last one")):
                for tool, how in DEEDS:
                    page.select(first, last).do(tool, **how)
                    found.append(page.source)
                    page.do("editor_undo")
            page.do("editor_redo")
            return found

        return edited

    def test_a_comment_stays(self, outcomes: Callable[[bytes], list[str]]) -> None:
        between = p("some ", comment("Why?", "words"), " more")
        for source in outcomes(docx("first one", between, "last one", "end")):
            assert "words" not in source
            for tag in ("commentRangeStart", "commentRangeEnd", "commentReference"):
                assert source.count(f"<w:{tag} ") == 1

    def test_a_bookmark_that_ends_elsewhere_stays_once(self, outcomes: Callable[[bytes], list[str]]) -> None:
        between = p("some ", bookmark_start("here"), "words")
        for source in outcomes(docx("first one", between, "last one", p("end", bookmark_end("here"), " of it"))):
            assert (source.count("<w:bookmarkStart "), source.count("<w:bookmarkEnd ")) == (1, 1)

    def test_a_bookmark_to_which_a_field_refers_stays(self, outcomes: Callable[[bytes], list[str]]) -> None:
        for source in outcomes(docx("first one", p(bookmark("here", "x")), "last one", p(field("REF here", "x")))):
            assert source.count('<w:bookmarkStart w:id="0" w:name="here"/>') == 1

    @pytest.mark.parametrize("hidden", [control("words", tag="client"), deleted("words"), moved_from("words")])
    def test_a_control_or_a_tracked_change_is_not_lost_unseen(
        self, editor: Callable[[bytes], Page], hidden: Inline
    ) -> None:
        page = editor(docx("first one", p("some ", hidden), "last one", p("end ", moved_to("words"))))
        refused = page.select("one", "last").declines("insertText", text="new", location="replace")
        assert "would delete a content control or a tracked change" in refused.message
