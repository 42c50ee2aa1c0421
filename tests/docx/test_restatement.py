"""A Word document that is read as Markdown, changed there, and set again: only what was changed changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from quire.core.document import restate
from quire.core.errors import QuireError
from quire.formats import DOCX
from quire.formats.docx.content.composition import new_document
from quire.formats.docx.document import DocxDocument
from quire.formats.markdown.composing import markdown
from quire.formats.markdown.content import content
from tests.corpus import DOCX_FILES
from tests.docx.gallery import CONTRACT_LATER, GALLERY
from tests.docx.prose import contents
from tests.docx.specimen import (
    bold,
    bookmark,
    cell,
    comment,
    docx,
    equation,
    field,
    footnote,
    heading,
    inserted,
    italic,
    item,
    link,
    p,
    picture,
    run,
    section,
    table,
    textbox,
)
from tests.docx.validation import all_harm
from tests.laws import check_transaction
from tests.tier import examples

if TYPE_CHECKING:
    from quire.core.content import Content


def restated(document: DocxDocument, text: str) -> DocxDocument:
    """A document of which Markdown was set."""
    change = document.plan(DOCX.express(document, restate(text)))
    check_transaction(document, change)
    return document.apply(change)


def swapped(data: bytes, *words: tuple[str, str]) -> tuple[DocxDocument, DocxDocument]:
    """A document, and what it is with other words in its Markdown."""
    document = DocxDocument.read(data)
    text = DOCX.markdown(document)
    for old, new in words:
        assert old in text, text
        text = text.replace(old, new)
    after = restated(document, text)
    assert content(DOCX.markdown(after)) == content(text)
    assert not all_harm([(data, after.write())])[0]
    return document, after


def changed(before: DocxDocument, after: DocxDocument) -> list[str]:
    """The texts of the paragraphs that are not what they were, in the body and the notes."""
    was = {block.source for part in before.parts for block in before.story(part)}
    return [block.text for part in after.parts for block in after.story(part) if block.source not in was]


RICH = docx(
    heading("Title"),
    p(
        "The ", bold("Fee"), footnote("net of tax"), " is ", italic("due"), " now, see ",
        link("us", to="https://a.b/"), ".",
    ),
    p("Page ", field("PAGE", "3"), " of the ", bookmark("here", "contract"), ".", comment("why?", "Really.")),
    item("first"), item("second"), item("third"),
    table(["Item", "Price"], ["Pen", "2"]),
    p("Then ", equation("x=1"), " and ", picture(), "."),
    p(inserted("Added "), "text"),
    p("hidden ", run("secret", hidden=True), "end"),
    "Last.",
)  # fmt: skip


@pytest.mark.parametrize("name", GALLERY)
def test_what_is_set_as_it_was_read_changes_nothing(name: str) -> None:
    document = DocxDocument.read(GALLERY[name])
    assert not document.plan(DOCX.express(document, restate(DOCX.markdown(document))))


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("now, see", "at once, see", "The Fee\ufffc is due at once, see us."),
        ("**Fee**", "**Price**", "The Price\ufffc is due now, see us."),
        ("The **Fee**", "The Fee", "The Fee\ufffc is due now, see us."),
        ("The **Fee**", "**The Fee**", "The Fee\ufffc is due now, see us."),
        ("*due*", "`due` $y$", "The Fee\ufffc is due \ufffc now, see us."),
        ("Page 3 of", "This is page 3 of", "This is page 3 of the contract.Really."),
        ("second", "*another* one", "another one"),
        ("Pen", "Pencil", "Pencil"),
        ("net of tax", "before tax", "\ufffcbefore tax"),
        ("and ![", "or ![", "Then \ufffc or \ufffc."),
        ("Added text", "Added words", "Added words"),
        ("hidden end", "hidden beginning", "hidden secretbeginning"),
        ("# Title", "# Another title", "Another title"),
        ("Last.", "漢字 😀 שלום", "漢字 😀 שלום"),
    ],
)
def test_one_change_of_words_changes_one_paragraph(old: str, new: str, text: str) -> None:
    before, after = swapped(RICH, (old, new))
    assert changed(before, after) == [text]


@pytest.mark.parametrize(
    ("old", "new", "texts"),
    [
        ("Last.\n", "Last.\n\n## New\n\nMore.\n", ["New", "More."]),
        ("# Title\n", "Before.\n\n# Title\n", ["Before."]),
        ("# Title\n", "# Title\n\n- a\n- b\n", ["a", "b"]),
        ("\n\nLast.", "", []),
        ("Last.", "## Last\n\nwords", ["Last", "words"]),
        ("1. first\n", "1. zeroth\n2. first\n", ["zeroth"]),
        ("3. third\n", "3. third\n4. fourth\n", ["fourth"]),
        ("2. second\n3. third", "2. third", []),
        ("| Pen  | 2     |\n", "| Pen  | 2     |\n| **Ink** | 3 |\n", ["Ink", "3"]),
        ("| Pen  | 2     |\n", "", []),
        ("|      |       |\n| ---- | ----- |\n| Item | Price |\n| Pen  | 2     |\n\n", "", []),
        ("|      |       |\n| ---- | ----- |\n| Item | Price |\n| Pen  | 2     |\n", "Gone.\n", ["Gone."]),
    ],
)
def test_blocks_come_and_go_and_the_rest_keeps_its_bytes(old: str, new: str, texts: list[str]) -> None:
    data = RICH
    if "zeroth" in new:
        before, after = swapped(data, (old + "2. second\n3. third", new + "3. second\n4. third"))
    else:
        before, after = swapped(data, (old, new))
    assert changed(before, after) == texts


def test_several_changes_at_once() -> None:
    before, after = swapped(RICH, ("Title", "Name"), ("Pen", "Pencil"), ("net of", "before"), ("Last.", "End.\n\n---"))
    assert changed(before, after) == ["Name", "Pencil", "End.", "", "\ufffcbefore tax"]


@pytest.mark.parametrize(
    ("said", "old", "new", "word"),
    [
        ([p("a", footnote("n"), " b")], "[^1]", "", "footnote"),
        ([p("a ", picture(), " b")], "![A dot](word/media/image1.png) ", "", "picture"),
        ([p("a ", field("PAGE", "3"), " b")], "a 3 b", "a 4 b", "field"),
        ([section("a", "b"), section("c")], "b\n\n", "", "section"),
        ([p("x", textbox("boxed"))], "boxed", "", "box"),
        ([table(["a"], [cell(p("b", footnote("n")))]), "x"], "| b[^1] |\n", "", "footnote"),
        ([table(["a"])], "|     |", "x\n\n|     |", "table"),
    ],
)
def test_what_markdown_cannot_carry_stays_or_is_refused(said: list[Any], old: str, new: str, word: str) -> None:
    document = DocxDocument.read(docx(*said))
    text = DOCX.markdown(document)
    assert old in text
    with pytest.raises(QuireError) as caught:
        restated(document, text.replace(old, new))
    assert word in str(caught.value)


@pytest.mark.parametrize("name", CONTRACT_LATER)
def test_a_word_more_in_each_paragraph_of_any_document(name: str) -> None:
    """Each line of prose in turn: what comes of it reads as it was set, or it is refused."""
    document = DocxDocument.read(GALLERY[name])
    lines = DOCX.markdown(document).split("\n")
    made = []
    for number, line in enumerate(lines):
        if not line[:1].isalpha() or line.endswith("\\") or "$$" in lines[number - 1 : number]:
            continue
        wanted = "\n".join([*lines[:number], line + " More", *lines[number + 1 :]])
        try:
            after = restated(document, wanted)
        except QuireError:
            continue
        assert content(DOCX.markdown(after)) == content(wanted)
        assert len(changed(document, after)) <= 1
        made.append((GALLERY[name], after.write()))
    assert not any(all_harm(made[:3]))


@pytest.mark.parametrize("word", ["é", "中", "👍"])
def test_a_part_that_a_change_makes_and_goes_on_in_holds_any_letter(word: str) -> None:
    text = f"0[^1]\n\n$\\frac{{a}}{{b}}$[^2]\n\n[^1]: {word}\n\n[^2]: {word}\n"
    after = DocxDocument.read(restated(DocxDocument.read(docx("0")), text).write())
    assert content(DOCX.markdown(after)) == content(text)


@settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))
@given(contents(), contents())
def test_any_document_can_say_anything_else(one: Content, other: Content) -> None:
    document = DocxDocument.read(new_document(one))
    assert not document.plan(DOCX.express(document, restate(DOCX.markdown(document))))
    try:
        after = restated(document, markdown(other))
    except QuireError:
        return
    assert DocxDocument.read(after.write()).text == after.text


@pytest.mark.parametrize("name", [name for name in DOCX_FILES if "fuzz" not in name][::20])
def test_a_word_more_in_a_real_document(name: str) -> None:
    document = DocxDocument.read(DOCX_FILES[name].read_bytes())
    text = DOCX.markdown(document)
    assert not document.plan(DOCX.express(document, restate(text)))
    line = next((line for line in text.split("\n") if line[:1].isalpha() and line[-1:] == "."), None)
    if line is None or text.count(line) > 1:
        return
    wanted = text.replace(line, f"{line} More.")
    try:
        after = restated(document, wanted)
    except QuireError:
        return
    assert content(DOCX.markdown(after)) == content(wanted)
    assert len(changed(document, after)) == 1
