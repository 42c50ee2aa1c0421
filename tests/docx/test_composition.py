"""Content put into Word documents, and documents made of it."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from quire.core.content import (
    Break,
    Cell,
    Code,
    Content,
    Definitions,
    Formula,
    FormulaBlock,
    Heading,
    Item,
    Link,
    List,
    Markup,
    MarkupBlock,
    Note,
    Picture,
    Quote,
    Rule,
    Table,
    Term,
    Text,
)
from quire.core.content import Paragraph as Plain
from quire.core.transaction import AFTER, Replace, Shift, Transaction
from quire.formats.docx.content.composition import compose, new_document
from quire.formats.docx.content.rendition import content
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.style.blank import blank
from quire.formats.docx.text.place import Place
from tests.docx.gallery import EVERYTHING, GALLERY
from tests.docx.prose import contents, normalised
from tests.docx.specimen import (
    PNG,
    block_raw,
    comment,
    docx,
    endnote,
    footnote,
    heading,
    item,
    p,
    table,
    textbox,
)
from tests.docx.validation import all_errors, harm, losses, pdf, printed
from tests.laws import check_transaction
from tests.tier import examples

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quire.core.content import Block, Mark, Span


def text(letters: str, *marks: Mark) -> Text:
    return Text(letters, frozenset(marks))


def plain(*spans: str | Span) -> Plain:
    return Plain(tuple(Text(each) if isinstance(each, str) else each for each in spans))


def point(*blocks: str | Block, checked: bool | None = None) -> Item:
    return Item(tuple(plain(each) if isinstance(each, str) else each for each in blocks), checked)


def cell(*blocks: str | Block, columns: int = 1, rows: int = 1) -> Cell:
    return Cell(point(*blocks).blocks, columns, rows)


EVERY_KIND = Content(
    (
        Heading(1, (Text("Introduction"),)),
        plain(
            "Plain, ", text("bold", "bold"), " ", text("italic", "italic"), " ", text("struck", "strike"), " ",
            text("under", "underline"), " ", text("marked", "highlight"), " ", text("code()", "code"), " x",
            text("2", "superscript"), " H", text("2", "subscript"), "O ",
            Link((text("a "), text("bold", "bold"), text(" code", "code")), "https://example.org/?a=1&b=2", "A tip"),
            " ", Link((Text("below"),), "#details"), Note("1"), " ", Formula(r"\frac{a}{b}"), Break(), "next\tline",
        ),
        Heading(2, (Text("Details"),)),
        List(
            (
                point("one"),
                point("two", List((point("a"), point("b", List((point("deep"),)))), is_ordered=True)),
                point(
                    "three", "more of three", Code("x = 1\n\n\ty = 2"),
                    Table(((cell("in a list"),),), has_header=False),
                ),
                point(Code("first")),
                point(),
            ),
            is_ordered=True, start=3, is_loose=True,
        ),
        List(
            (
                point("done", checked=True), point("open", checked=False),
                point(plain(text("bold", "bold")), checked=True),
            )
        ),
        Quote(
            (
                plain("To be, ", text("or not", "italic")),
                List(
                    (point("in a quote", "more"), point("again", List((point("deeper"),)))),
                    is_ordered=True, is_loose=True,
                ),
                Quote((plain("nested"), Quote((plain("twice"),)))),
                Quote((plain("another"),)),
            )
        ),
        Quote((plain("Watch out."),), "warning"),
        List((point("with a quote", Quote((plain("quoted"), plain("twice")))), point("on")), is_loose=True),
        Code("def f(x):\n\treturn x\n\nprint(f(1))"),
        Code("another"),
        Table(
            (
                (cell("Item"), cell("Description"), cell("Price")),
                (cell("Pen", rows=2), cell("A pen, ", plain(text("blue", "bold"))), cell("2")),
                (cell("wide", columns=2),),
                (
                    cell(List((point("a"), point("b")))), cell(Table(((cell("in"), cell("ner")),), has_header=False)),
                    cell(),
                ),
            ),
            (None, "center", "right"),
        ),
        Table(((cell("next"),),), has_header=False),
        Rule(),
        FormulaBlock(r"\int_0^{\infty} e^{-x}\,dx"),
        Heading(6, (Text("Deep"),)),
        plain("end", Note("2")),
        Table(((cell("last"),),), has_header=False),
    ),
    {
        "1": (plain("A note, ", Link((Text("linked"),), "https://example.org/n")), plain("and more")),
        "2": (plain(text("Bold", "bold")), List((point("listed"),))),
    },
)  # fmt: skip
"""One of each, as Word keeps it."""


def read(data: bytes) -> Content:
    return content(DocxDocument.read(data))


def put(data: bytes, added: Content, pictures: Mapping[str, bytes] | None = None) -> tuple[DocxDocument, Transaction]:
    """A document, and the change that puts content behind its first paragraph."""
    document = DocxDocument.read(data)
    composition = compose(document, added, None, pictures)
    block = document.body[0]
    at = document.body.source_start(block.key) + len(block.source)
    end = document.span(Place(document.package.main, block.key)).end
    shift = Shift(end, 0, len(composition.text) + 1)
    step = Replace(f"{document.package.main}@{at}", "", composition.source(document.body.frame), (shift,))
    return document, Transaction((*composition.steps, step))


def with_(data: bytes, added: Content, pictures: Mapping[str, bytes] | None = None) -> bytes:
    document, transaction = put(data, added, pictures)
    return document.apply(transaction).write()


# There and back


def test_every_kind_of_content_comes_back() -> None:
    assert read(new_document(EVERY_KIND)) == EVERY_KIND


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.data_too_large])
@given(contents())
def test_what_is_written_is_read(made: Content) -> None:
    assert read(new_document(made)) == normalised(made)


def test_word_takes_a_new_document() -> None:
    assert not all_errors([new_document(EVERY_KIND, {}), new_document(Content()), blank()])[0]
    assert not harm(blank(), new_document(EVERY_KIND))


def test_a_new_document_of_nothing_is_empty() -> None:
    assert read(new_document(Content())) == Content()


@pytest.mark.libreoffice
def test_a_new_document_is_printed_with_its_numbers() -> None:
    told = " ".join(printed(pdf(new_document(EVERY_KIND))).split())
    for said in ("3. one", "a. a", "4. two", "5. three", "1. in a quote", "☒ done", "Watch out.", "1 A note, linked"):
        assert said in told


def test_the_same_content_gives_the_same_bytes() -> None:
    assert new_document(EVERY_KIND) == new_document(EVERY_KIND)


# Into a document


@pytest.mark.slow
@pytest.mark.parametrize("kind", GALLERY)
def test_every_kind_of_document_takes_every_kind_of_content(kind: str) -> None:
    before = GALLERY[kind]
    document, transaction = put(before, EVERY_KIND)
    after = document.apply(transaction)
    assert document.apply(transaction).apply(transaction.inverse()).write() == before
    assert not harm(before, after.write())
    assert kind == "strict" or not losses(before, after.write())  # which knows no strict files
    assert DocxDocument.read(after.write()).text == after.text


def test_a_change_obeys_the_laws() -> None:
    for before in (docx("a", "b"), docx(p("a", footnote("one")), "b"), EVERYTHING):
        check_transaction(*put(before, EVERY_KIND))


_TAG_OR_TEXT = re.compile("<[^>]*>|[^<]+")


def test_what_was_there_keeps_every_byte() -> None:
    before = docx(heading("Old"), p("text", footnote("a note")), item("x"))
    was, now = DocxDocument.read(before), DocxDocument.read(with_(before, EVERY_KIND))
    for part in was.package.names:
        if was.package.part(part) != now.package.part(part):
            pieces = iter(_TAG_OR_TEXT.findall(now.package.part(part).decode()))
            missing = [each for each in _TAG_OR_TEXT.findall(was.package.part(part).decode()) if each not in pieces]
            assert not missing, part


def test_anchors_in_later_stories_move_when_the_first_footnote_comes() -> None:
    before = docx(p("a", endnote("the end"), comment("said", "b")), p("c", textbox("boxed")), "d")
    document, transaction = put(before, Content((plain("new", Note("x")),), {"x": (plain("noted"), plain("twice"))}))
    after = document.apply(transaction)
    for place, said in chain.from_iterable(document.passages()):
        span = document.span(place)
        start, end = (transaction.mapping.position(each, AFTER) for each in (span.start, span.end))
        if said.strip() and place.key != document.body[0].key:
            assert after.slice(start, end) == said


def test_an_empty_document_takes_text_and_keeps_it() -> None:
    assert read(with_(blank(), Content((plain("said"),)))) == Content((plain("said"),))


def test_undoing_the_first_footnote_takes_its_part_away() -> None:
    document, transaction = put(docx("a"), Content((plain("b", Note("x")),), {"x": (plain("noted"),)}))
    after = document.apply(transaction)
    assert after.story("word/footnotes.xml").text.endswith("noted")
    assert not after.apply(transaction.inverse()).package.has("word/footnotes.xml")


# In the document's own manner


def styles_of(data: bytes) -> list[str | None]:
    document = DocxDocument.read(data)
    return [document.styles.paragraph(block.read().element.find(_PPR)).style_name for block in document.body]


_PPR = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}pPr"


def test_headings_take_the_style_of_their_level_whatever_its_id() -> None:
    foreign = '<w:style w:type="paragraph" w:styleId="berschrift4"><w:name w:val="heading 4"/></w:style>'
    after = with_(docx("a", styles=foreign), Content((Heading(4, (Text("Neu"),)), Heading(5, (Text("Mehr"),)))))
    assert styles_of(after)[1:] == ["heading 4", "heading 5"]
    assert b"berschrift4" in DocxDocument.read(after).package.part("word/document.xml")


def test_a_heading_takes_a_style_with_its_outline_level() -> None:
    own = (
        '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/>'
        '<w:pPr><w:outlineLvl w:val="4"/></w:pPr></w:style>'
    )
    assert styles_of(with_(docx("a", styles=own), Content((Heading(5, (Text("Fees"),)),))))[1:] == ["Clause"]


def test_paragraphs_take_the_style_of_most_of_the_text() -> None:
    own = '<w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/></w:style>'
    before = docx(p("Much text in a style of its own", style="BodyText"), "a", styles=own)
    assert styles_of(with_(before, Content((plain("new"),))))[1] == "Body Text"


def test_a_list_is_one_of_the_documents_own_and_begins_anew() -> None:
    before = docx("a", item("old"), item("older"), item("dot", list=1))
    added = Content((List((point("one"), point("two")), is_ordered=True), List((point("dot"),))))
    after = with_(before, added)
    assert read(after).blocks[1:3] == added.blocks
    numbering = DocxDocument.read(after).package.part("word/numbering.xml")
    assert numbering.count(b"<w:abstractNum ") == DocxDocument.read(before).package.part("word/numbering.xml").count(
        b"<w:abstractNum "
    )


def test_numbers_go_on_behind_what_was_put_between_them() -> None:
    after = with_(docx(item("one"), item("two")), Content((List((point("x"),), is_ordered=True), plain("end"))))
    assert read(after).blocks[:2] == (List((point("one"),), is_ordered=True), List((point("x"),), is_ordered=True))


def test_a_table_takes_the_style_that_most_tables_have() -> None:
    own = '<w:style w:type="table" w:styleId="Fancy"><w:name w:val="Fancy"/></w:style>'
    before = docx("a", table(["x"], style="Fancy"), table(["y"], style="Fancy"), table(["z"]), "", styles=own)
    added = DocxDocument.read(with_(before, Content((Table(((cell("new"),),)),)))).package.part("word/document.xml")
    assert added.count(b'"Fancy"') == 3


def test_links_and_notes_that_are_there_are_gone_on_with() -> None:
    before = docx(p("a", footnote("one")), p("b", footnote("two")))
    after = with_(before, Content((plain("c", Note("n")),), {"n": (plain("three"),)}))
    assert read(after).notes == {"1": (plain("one"),), "2": (plain("three"),), "3": (plain("two"),)}


# What Word has no word for


def test_pictures_become_parts_once_and_are_shown_as_large_as_they_are() -> None:
    data = new_document(
        Content((plain(Picture("a.png", "A dot", "Dot"), Picture("b.png", "Again")),)), {"a.png": PNG, "b.png": PNG}
    )
    document = DocxDocument.read(data)
    assert content(document).blocks == (
        plain(Picture("word/media/image1.png", "A dot", "Dot"), Picture("word/media/image1.png", "Again")),
    )
    assert document.package.part("word/media/image1.png") == PNG
    assert not all_errors([data])[0]
    again = with_(data, Content((plain(Picture("word/media/image1.png", "There already")),)))
    assert read(again).blocks[1] == plain(Picture("word/media/image1.png", "There already"))


def test_a_picture_that_is_not_at_hand_is_its_description() -> None:
    made = Content(
        (plain(Picture("https://a.b/c.png", "remote")), plain(Picture("c.png", "local")), plain(Picture("d.svg")))
    )
    assert read(new_document(made, {"d.svg": b"<svg/>"})).blocks == (
        plain(Link((Text("remote"),), "https://a.b/c.png")), plain("local"), plain("d.svg"),
    )  # fmt: skip


def test_a_formula_that_nobody_knows_is_its_source_in_a_font_of_typewriters() -> None:
    made = Content((plain("a ", Formula(r"\foo{x}")), FormulaBlock(r"\frac{a}{")))
    assert read(new_document(made)).blocks == (
        plain("a ", text(r"\foo{x}", "code")), plain(text(r"\frac{a}{", "code")),
    )  # fmt: skip


def test_terms_are_bold_and_what_they_mean_is_set_in() -> None:
    made = Content((Definitions((Term((Text("Fee"),), ((plain("What is due"),), (List((point("x"),)),))),)),))
    assert read(new_document(made)).blocks == (plain(text("Fee", "bold")), plain("What is due"), List((point("x"),)))


def test_markup_is_what_a_reader_would_see_of_it() -> None:
    html = MarkupBlock("<div>\n<!-- no --><script>no()</script>Some <b>&lt;HTML&gt;</b></div>")
    made = Content(
        (html, MarkupBlock("title: x", "frontmatter"), plain("a", Markup("<br/>"), "b", Markup("<kbd>"), "c"))
    )
    assert read(new_document(made)).blocks == (plain("Some <HTML>"), plain("a", Break(), "bc"))


def test_a_note_where_none_can_stand_is_said_in_brackets() -> None:
    document = DocxDocument.read(docx("body", header="head"))
    header = document.parts_of("header")[0]
    composition = compose(document, Content((plain("a", Note("x")),), {"x": (plain("noted"),)}), header)
    assert composition.text == "a (noted)"
    assert not composition.steps
    nested = Content((plain("a", Note("x")),), {"x": (plain("b", Note("y")),), "y": (plain("c"),)})
    assert read(new_document(nested)).notes == {"1": (plain("b (c)"),)}
    assert read(new_document(Content((plain("a", Note("x")),)))).blocks == (plain("a", text("[x]", "superscript")),)


def test_characters_that_no_file_can_hold_are_left_out() -> None:
    made = Content((plain("a\x00b\x1fc\ud800d\ufffe", "\ne\r\nf"), Code("x\x00\ny"), Heading(12, (Text("deep"),))))
    assert read(new_document(made)).blocks == (plain("abcd e f"), Code("x\ny"), Heading(9, (Text("deep"),)))


def test_links_to_headings_find_them() -> None:
    made = Content((Heading(1, (Text("What it is, really"),)), plain(Link((Text("see"),), "#what-it-is-really"))))
    data = new_document(made)
    assert read(data) == made
    assert b'w:name="what-it-is-really"' in DocxDocument.read(data).package.part("word/document.xml")
    assert not all_errors([data])[0]


def test_lists_deeper_than_word_knows_stay_at_its_deepest() -> None:
    deep: Block = plain("end")
    for _ in range(12):
        deep = List((Item((plain("x"), deep)),))
    assert not all_errors([new_document(Content((deep,)))])[0]


def test_odd_tables_become_whole_ones() -> None:
    ragged = Table(
        (
            (cell("tall", rows=9), cell("b", rows=2), cell("c")),
            (cell("d", columns=5),),
            (),
            (cell("e"), cell("f"), cell("g"), cell("h")),
        ),
        has_header=False,
    )
    data = new_document(Content((ragged, Table(()), Table(((),)))))
    assert not all_errors([data])[0]
    assert not harm(blank(), data)
    assert "".join(DocxDocument.read(data).text.split()) == "tallbcdefgh"


def test_a_document_without_styles_or_lists_gets_them() -> None:
    bare = docx("a", block_raw("<w:p><w:r><w:t>b</w:t></w:r></w:p>"))
    package = DocxDocument.read(bare).package
    related = package.part("word/_rels/document.xml.rels").decode()
    fewer = re.sub(r'<Relationship [^>]*Target="(?:styles|numbering)\.xml"[^>]*/>', "", related)
    types = re.sub(
        r'<Override PartName="/word/(?:styles|numbering)\.xml"[^>]*/>', "", package.part("[Content_Types].xml").decode()
    )
    without = package.with_parts({
        "word/styles.xml": None, "word/numbering.xml": None, "word/_rels/document.xml.rels": fewer.encode(),
        "[Content_Types].xml": types.encode(),
    }).write()  # fmt: skip
    after = with_(without, EVERY_KIND)
    assert not harm(without, after)
    assert read(after).notes == EVERY_KIND.notes


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_parts_in_other_encodings_are_added_to(encoding: str) -> None:
    package = DocxDocument.read(docx("a")).package
    names = ("word/styles.xml", "word/numbering.xml")
    recoded = {
        name: package.part(name).decode().replace("UTF-8", encoding.removesuffix("-sig").upper()).encode(encoding)
        for name in names
    }
    before = package.with_parts(recoded).write()
    document, transaction = put(before, EVERY_KIND)
    assert document.apply(transaction).apply(transaction.inverse()).write() == before
    assert content(document.apply(transaction)).notes == EVERY_KIND.notes
