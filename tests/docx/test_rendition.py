"""What a Word document says, as content free of Word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quire.core.content import (
    Break,
    Cell,
    Code,
    Content,
    Formula,
    FormulaBlock,
    Heading,
    Item,
    Link,
    List,
    Note,
    Picture,
    Quote,
    Rule,
    Table,
    Text,
    text_of,
)
from quire.core.content import Paragraph as Plain
from quire.core.errors import QuireError
from quire.formats.docx.content.rendition import content
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.text.paragraph import OBJECT, W_PPR, W_RPR
from tests.corpus import DOCX_FILES
from tests.docx.gallery import EVERYTHING, GALLERY
from tests.docx.specimen import (
    block_raw,
    bold,
    cell,
    control,
    control_around,
    deleted,
    docx,
    endnote,
    equation,
    field,
    field_end,
    field_start,
    footnote,
    heading,
    inserted,
    italic,
    item,
    link,
    moved_from,
    moved_to,
    p,
    picture,
    raw,
    row,
    run,
    symbol,
    table,
    textbox,
    underlined,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.core.content import Block, Mark, Span
    from tests.docx.specimen import Flow

LONG = 5000
"""Paragraphs; one of the documents has three times as many, and tells nothing that others do not."""


def said(*flow: Flow, styles: str = "", numbering: str | None = None) -> tuple[Block, ...]:
    """The blocks of a document."""
    return content(DocxDocument.read(docx(*flow, styles=styles, numbering=numbering))).blocks


def spans(*flow: Flow, styles: str = "") -> tuple[Span, ...]:
    """The spans of a document's only paragraph."""
    (only,) = said(*flow, styles=styles)
    assert isinstance(only, Plain)
    return only.spans


def text(letters: str, *marks: Mark) -> Text:
    return Text(letters, frozenset(marks))


def plain(letters: str) -> Plain:
    return Plain((Text(letters),))


def points(*items: str | tuple[Block, ...]) -> tuple[Item, ...]:
    return tuple(Item((plain(each),) if isinstance(each, str) else each) for each in items)


# Paragraphs


def test_paragraphs_and_headings_are_told_apart_and_empty_ones_are_not_said() -> None:
    assert said(heading("Fees"), "One.", "", heading("Late", 3), "Two.") == (
        Heading(1, (Text("Fees"),)), plain("One."), Heading(3, (Text("Late"),)), plain("Two."),
    )  # fmt: skip


def test_looks_are_marks_where_they_differ_from_the_style() -> None:
    struck, marked = run("s", strike=True), run("h", highlight="yellow")
    assert spans(p("a ", bold("b"), italic("i"), underlined("u"), struck, marked)) == (
        Text("a "), text("b", "bold"), text("i", "italic"), text("u", "underline"), text("s", "strike"),
        text("h", "highlight"),
    )  # fmt: skip
    assert spans(p(run("2", raised="superscript"), run("0", raised="subscript"))) == (
        text("2", "superscript"), text("0", "subscript"),
    )  # fmt: skip
    assert said(heading("bold by style")) == (Heading(1, (Text("bold by style"),)),)
    assert said(p(run("bold", bold=True), style="Heading1")) == (Heading(1, (Text("bold"),)),)


def test_character_styles_count() -> None:
    assert spans(p(run("strong", style="Strong"), run("stressed", style="Emphasis"))) == (
        text("strong", "bold"), text("stressed", "italic"),
    )  # fmt: skip


def test_runs_of_the_same_look_are_one_text() -> None:
    assert spans(p("a", "b", run("c", color="FF0000"))) == (Text("abc"),)


def test_tabs_and_breaks_stay() -> None:
    assert spans(p("a\tb\vc")) == (Text("a\tb"), Break(), Text("c"))
    assert spans(p("a\fb\f")) == (Text("a"), Break(), Text("b"))


def test_hidden_and_deleted_text_is_not_said_and_inserted_text_is() -> None:
    assert spans(p("a", run("secret", hidden=True), deleted("old"), inserted("new"))) == (Text("anew"),)
    assert said(p("from ", moved_from("here")), p("to ", moved_to("here"))) == (plain("from "), plain("to here"))


def test_controls_are_transparent() -> None:
    assert said(p("Dear ", control("Client")), control_around("in", "side")) == (
        plain("Dear Client"), plain("in"), plain("side"),
    )  # fmt: skip


def test_links_lead_to_addresses_and_places() -> None:
    assert spans(p("see ", link("there", to="https://example.org/"), link("above", anchor="top"))) == (
        Text("see "), Link((Text("there"),), "https://example.org/"), Link((Text("above"),), "#top"),
    )  # fmt: skip
    assert spans(p(link("a", to="https://example.org/"), link("b", to="https://example.org/"))) == (
        Link((Text("a"),), "https://example.org/"), Link((Text("b"),), "https://example.org/"),
    )  # fmt: skip


def test_a_field_that_is_a_link_is_one() -> None:
    assert spans(p(field('HYPERLINK "https://example.org/" \\l "part"', "there"), " page ", field("PAGE", "1"))) == (
        Link((Text("there"),), "https://example.org/#part"), Text(" page 1"),
    )  # fmt: skip


def test_a_link_is_not_underlined_for_being_one() -> None:
    assert spans(p(link(run("x", style="Hyperlink"), bold("y"), to="https://example.org/"))) == (
        Link((Text("x"), text("y", "bold")), "https://example.org/"),
    )  # fmt: skip


def test_the_result_of_a_field_over_paragraphs_is_said() -> None:
    assert said(p(field_start("TOC"), "One"), p("Two", field_end(), " more")) == (plain("One"), plain("Two more"))


def test_pictures_have_their_name_and_description() -> None:
    assert spans(p("A dot: ", picture("A dot"))) == (Text("A dot: "), Picture("word/media/image1.png", "A dot"))


def test_symbols_are_readable() -> None:
    assert spans(p("a ", symbol("F0FC"))) == (Text("a ✓"),)


def test_formulas_are_in_latex() -> None:
    assert said(p("Let ", equation("x=1"), "."), p(equation("E=m", display=True))) == (
        Plain((Text("Let "), Formula("x=1"), Text("."))), FormulaBlock("E=m"),
    )  # fmt: skip


def test_text_boxes_stand_behind_their_paragraph_and_once() -> None:
    assert said(p("Before", textbox("In the box", p(bold("Bold"))), "after."), "Next.") == (
        plain("Beforeafter."), plain("In the box"), Plain((text("Bold", "bold"),)), plain("Next."),
    )  # fmt: skip


def test_a_text_box_does_not_end_a_list() -> None:
    assert said(item("one", list=2), p("two", textbox("boxed"), number=(2, 0)), item("three")) == (
        List(points("one", (plain("two"), plain("boxed")), "three"), is_ordered=True, is_loose=True),
    )  # fmt: skip


# Notes


def test_notes_are_named_by_their_number_and_say_what_they_say() -> None:
    document = DocxDocument.read(
        docx(p("a", footnote("One ", bold("note")), "b", endnote("The end")), p("c", footnote("Two")))
    )
    assert content(document) == Content(
        (Plain((Text("a"), Note("1"), Text("b"), Note("e1"))), Plain((Text("c"), Note("2")))),
        {"1": (Plain((Text("One "), text("note", "bold"))),), "e1": (plain("The end"),), "2": (plain("Two"),)},
    )


def test_a_note_may_have_paragraphs() -> None:
    document = DocxDocument.read(docx(p("a", footnote(p("one"), p("two")))))
    assert content(document).notes == {"1": (plain("one"), plain("two"))}


# Lists


def test_lists_are_nested_by_level_and_ordered_by_format() -> None:
    assert said(item("one"), item("a", level=1), item("b", level=1), item("two"), "after", item("dot", list=1)) == (
        List(
            points(
                (plain("one"), List(points("a", "b"), is_ordered=True)),
                "two",
            ),
            is_ordered=True,
        ),
        plain("after"),
        List(points("dot")),
    )  # fmt: skip


def test_bullets_and_numbers_are_two_lists() -> None:
    assert said(item("dot", list=1), item("one")) == (List(points("dot")), List(points("one"), is_ordered=True))


def test_a_list_that_goes_on_behind_a_paragraph_has_its_number() -> None:
    assert said(item("one"), item("two"), "between", item("three")) == (
        List(points("one", "two"), is_ordered=True), plain("between"), List(points("three"), is_ordered=True, start=3),
    )  # fmt: skip


def test_a_blank_paragraph_does_not_end_a_list() -> None:
    assert said(item("one"), "", item("two")) == (List(points("one", "two"), is_ordered=True),)


def test_a_level_that_comes_without_its_parents_is_a_list() -> None:
    assert said(item("a", level=1), item("one")) == (
        List(points("a"), is_ordered=True), List(points("one"), is_ordered=True, start=2),
    )  # fmt: skip


def test_a_paragraph_as_far_in_as_the_item_goes_on_with_it() -> None:
    assert said(item("one"), p("more", indent=720), item("two"), p("other", indent=300)) == (
        List(points((plain("one"), plain("more")), "two"), is_ordered=True, is_loose=True), plain("other"),
    )  # fmt: skip


def test_a_paragraph_goes_on_with_the_item_of_its_own_depth() -> None:
    assert said(item("one"), item("a", level=1), p("more of a", indent=1080), p("more of one", indent=720)) == (
        List(
            points(
                (
                    plain("one"),
                    List(points((plain("a"), plain("more of a"))), is_ordered=True, is_loose=True),
                    plain("more of one"),
                )
            ),
            is_ordered=True,
        ),
    )  # fmt: skip


def test_numbered_headings_are_headings() -> None:
    assert said(p("Fees", style="Heading1", number=(3, 0))) == (Heading(1, (Text("Fees"),)),)


def test_items_can_be_ticked_off() -> None:
    assert said(item("☐ open", list=1), item("☒ done", list=1), item("☑", list=1)) == (
        List((Item((plain("open"),), checked=False), Item((plain("done"),), checked=True), Item((), checked=True))),
    )  # fmt: skip


def test_an_empty_item_is_one() -> None:
    assert said(item("one"), item(), item("three")) == (List(points("one", (), "three"), is_ordered=True),)


def test_lists_by_style_are_lists() -> None:
    assert said(p("dot", style="ListBullet"), p("one", style="ListNumber")) == (
        List(points("dot")), List(points("one"), is_ordered=True),
    )  # fmt: skip


# Quotations, code, rules

_CODE = (
    '<w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/><w:basedOn w:val="Normal"/>'
    '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="VerbatimChar"><w:name w:val="Verbatim Char"/>'
    '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr></w:style>'
)


def test_a_quotation_is_known_by_its_style() -> None:
    assert said(p("To be", style="Quote"), p("or not", style="Quote"), "he said.") == (
        Quote((plain("To be"), plain("or not"))), plain("he said."),
    )  # fmt: skip


def test_code_is_known_by_its_style_and_lines_that_follow_each_other_are_one_block() -> None:
    code = "SourceCode"
    assert said(p("if x:", style=code), p("", style=code), p("\ty()\vz()", style=code), "text", styles=_CODE) == (
        Code("if x:\n\n\ty()\nz()"), plain("text"),
    )  # fmt: skip


def test_a_paragraph_all_in_a_font_of_typewriters_is_code() -> None:
    typed = run("make check", font="Courier New")
    assert said(p(typed), p("run ", typed)) == (
        Code("make check"), Plain((Text("run "), text("make check", "code"))),
    )  # fmt: skip


def test_a_word_in_the_style_of_code_is_no_block() -> None:
    assert spans(p(run("x", style="VerbatimChar")), styles=_CODE) == (text("x", "code"),)


def test_code_with_a_note_in_it_keeps_the_note() -> None:
    assert spans(p(run("x", font="Consolas"), footnote("why"))) == (text("x", "code"), Note("1"))


def test_an_empty_paragraph_with_a_line_below_is_a_rule() -> None:
    line = '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr>'
    assert said("a", p(properties=line), p("b", properties=line)) == (plain("a"), Rule(), plain("b"))
    drawn = raw('<w:r><w:pict><v:rect style="width:0;height:1.5pt" o:hr="t"/></w:pict></w:r>')
    assert said("a", p(drawn)) == (plain("a"), Rule())


# Tables


def cells(*texts: str) -> tuple[Cell, ...]:
    return tuple(Cell((plain(each),) if each else ()) for each in texts)


def test_a_table_has_rows_of_cells() -> None:
    assert said(table(row("Item", "Price", header=True), ["Pen", cell("2", "or less")]), "") == (
        Table((cells("Item", "Price"), (*cells("Pen"), Cell((plain("2"), plain("or less")))))),
    )
    assert said(table(["a", "b"]), "") == (Table((cells("a", "b"),), has_header=False),)


def test_merged_cells_stand_once() -> None:
    assert said(
        table(
            [cell("wide", span=2), "c"],
            [cell("tall", merge="restart"), "b", "c"],
            [cell(merge="continue"), "b", "c"],
            row("right", before=2),
        ),
        "",
    ) == (
        Table(
            (
                (Cell((plain("wide"),), columns=2), *cells("c")),
                (Cell((plain("tall"),), rows=2), *cells("b", "c")),
                cells("b", "c"),
                (Cell((), columns=2), *cells("right")),
            ),
            has_header=False,
        ),
    )


def test_tables_in_tables_and_lists_in_cells_are_kept() -> None:
    assert said(table([cell("outer", table(["in", "ner"])), cell(item("one"), item("two"))]), "") == (
        Table(
            (
                (
                    Cell((plain("outer"), Table((cells("in", "ner"),), has_header=False))),
                    Cell((List(points("one", "two"), is_ordered=True),)),
                ),
            ),
            has_header=False,
        ),
    )


def test_a_header_is_not_bold_for_being_one() -> None:
    headed = row(cell(p(bold("Item"))), cell(p(bold("Price"))), header=True)
    assert said(table(headed, ["Pen", cell(p(bold("2")))]), "") == (
        Table((cells("Item", "Price"), (*cells("Pen"), Cell((Plain((text("2", "bold"),)),))))),
    )


def test_columns_have_the_side_on_which_all_their_cells_stand() -> None:
    right = cell(p("2", align="right"))
    assert said(table(["Pen", right], ["Ink", right]), "") == (
        Table((cells("Pen", "2"), cells("Ink", "2")), (None, "right"), has_header=False),
    )


# Runs of paragraphs and other stories


def test_a_run_of_paragraphs_is_what_these_say() -> None:
    document = DocxDocument.read(docx("a", item("one"), item("two"), table(["b", "c"], ["d", "e"]), "f"))
    main = document.package.main
    assert content(document, main, 2, 2).blocks == (List(points("two"), is_ordered=True, start=2),)
    assert content(document, main, 0, 0).blocks == (plain("a"),)
    assert content(document, main, 4, 5).blocks == (Table((cells("c"), cells("d")), has_header=False),)
    assert content(document, main, 6, 7).blocks == (Table((cells("e"),), has_header=False), plain("f"))
    assert content(document, main, 7).blocks == (plain("f"),)
    assert content(document, main, 8).blocks == ()


def test_other_stories_are_told_too() -> None:
    document = DocxDocument.read(
        docx("body", header=["Confidential", table(["a"])], footer=p(link("x", to="https://a.b/")))
    )
    header, footer = document.parts_of("header")[0], document.parts_of("footer")[0]
    assert content(document, header).blocks == (plain("Confidential"), Table((cells("a"),), has_header=False))
    assert content(document, footer).blocks == (Plain((Link((Text("x"),), "https://a.b/"),)),)


def test_a_document_without_paragraphs_says_nothing() -> None:
    assert said(block_raw("")) == ()


# Nothing is lost


def letters(blocks: Iterable[Block]) -> Iterator[str]:
    """What blocks say, in their order."""
    for block in blocks:
        match block:
            case Heading(_, inside) | Plain(inside):
                yield text_of(inside)
            case Code(code):
                yield code
            case FormulaBlock(latex):
                yield latex
            case Quote(inner, kind):
                yield kind.title()
                yield from letters(inner)
            case List(items):
                for each in items:
                    yield {None: "", True: "☒", False: "☐"}[each.checked]
                    yield from letters(each.blocks)
            case Table(rows):
                for cells_ in rows:
                    for each_cell in cells_:
                        yield from letters(each_cell.blocks)
            case _:
                pass


def visible(document: DocxDocument) -> Iterator[str]:
    """The text of the body that is not hidden."""
    for block in document.body:
        paragraph = block.read()
        style = document.styles.paragraph(paragraph.element.find(W_PPR)).style
        for leaf in paragraph.leaves:
            look = leaf.run.find(W_RPR) if leaf.run is not None else None
            if not document.styles.run(style, look).hidden:
                yield leaf.text


def check_nothing_is_lost(document: DocxDocument) -> None:
    told = iter(_bare("".join(letters(content(document).blocks))))
    seen = _bare("".join(visible(document)))
    for at, letter in enumerate(seen):
        assert any(each == letter for each in told), (
            f"lost behind {seen[max(0, at - 40) : at]!r}: {seen[at : at + 40]!r}"
        )


def _bare(told: str) -> str:
    return "".join(told.split()).replace(OBJECT, "").replace("☑", "☒")


@pytest.mark.parametrize("kind", GALLERY)
def test_no_letter_of_the_gallery_is_lost(kind: str) -> None:
    check_nothing_is_lost(DocxDocument.read(GALLERY[kind]))


def test_all_kinds_together_are_told() -> None:
    check_nothing_is_lost(DocxDocument.read(EVERYTHING))


@pytest.mark.slow
def test_no_letter_of_real_documents_is_lost() -> None:
    count = 0
    for path in DOCX_FILES.values():
        try:
            document = DocxDocument.read(path.read_bytes())
        except QuireError:
            continue
        if len(document.body) < LONG:
            check_nothing_is_lost(document)
            count += 1
    assert count > 100
