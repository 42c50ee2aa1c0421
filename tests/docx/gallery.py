"""One small document of each kind of thing that Word documents hold: what any change has to leave alone."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from tests.docx.contract import contract
from tests.docx.specimen import (
    block_raw,
    bold,
    bookmark,
    bookmark_end,
    bookmark_start,
    cell,
    comment,
    comment_end,
    comment_start,
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
    section,
    simple_field,
    symbol,
    table,
    textbox,
    underlined,
)

if TYPE_CHECKING:
    from tests.docx.specimen import Flow

CONTENT: dict[str, tuple[Flow, ...]] = {
    "plain": (
        "The Fee",
        "is due.",
    ),
    "styles": (
        p("Agreement", style="Title"),
        heading("Fees"),
        heading("Late fees", 2),
        heading("Interest", 3),
        "The Fee",
    ),
    "runs": (
        p("The ", bold("Fee"), " is ", italic("due"), " ", underlined("now"), run(" or later", highlight="yellow")),
        p(run("red", color="FF0000"), run("tiny", size=1), run("hidden", hidden=True), run("Strong", style="Strong")),
        p(run("caps", caps=True), run("gone", strike=True), run("2", raised="superscript"), run("no", bold=False)),
    ),
    "characters": (
        "a\tb\vc",
        "non\u2011breaking co\u00adoperation",
        p("☎ ", symbol("F028"), " 🦊 <&>"),
        " spaced  out ",
    ),
    "page breaks": (
        "one\ftwo",
        p("three", properties="<w:pageBreakBefore/>"),
    ),
    "hyperlinks": (
        p("See ", link("the site", to="https://example.org/?a=1&b=2"), " or ", link("above", anchor="here"), "."),
        p(bookmark("here", "Here.")),
        p(link(run("styled", style="Hyperlink"), bold(" and bold"), to="https://example.org/")),
    ),
    "fields": (
        p("Page ", field("PAGE", "1"), " of ", simple_field("NUMPAGES", "9"), "."),
        p("Dear ", field(("IF ", field("MERGEFIELD Sex", "f"), ' = "f" "Ms" "Mr"'), "Ms"), " Smith"),
        p("Indexed", field('XE "Smith"'), "."),
    ),
    "field over paragraphs": (
        p(field_start("TOC"), "Fees\t1"),
        p("Term\t2", field_end()),
    ),
    "bookmarks": (
        p("a", bookmark("one", "b"), bookmark_start("two")),
        p("c", bookmark_end("two"), "d"),
    ),
    "comments": (
        p(
            "The ",
            comment("Which one?", "Fee", replies=["The first."], resolved=True),
            " is ",
            comment_start("Why?"),
            "due",
        ),
        p("in ", comment_end("Why?"), "euro."),
    ),
    "notes": (
        p(
            "The Fee",
            footnote("See ", link("the site", to="https://example.org/"), "."),
            " is due",
            endnote("At once."),
            ".",
        ),
        p("Twice", footnote(p("one", style="FootnoteText"), p("two", style="FootnoteText")), "."),
    ),
    "content controls": (
        p("Dear ", control("Client", tag="client", title="The client"), ","),
        control_around("We write", "to you.", tag="letter"),
        table([control_around(cell("in a cell"), tag="cell"), "beside"], control_around(row("in a", "row"), tag="row")),
        "",
    ),
    "tracked changes": (
        p("The ", deleted("old "), inserted("new ", author="Bob"), "Fee", run(" is bold", bold=True, was="")),
        p("joined", mark="deleted"),
        p("split", mark="inserted"),
        p(inserted("kept", deleted("and struck", author="Bob")), deleted(field("PAGE", "1"))),
    ),
    "moves": (
        p("from ", moved_from("here")),
        p("to ", moved_to("here")),
    ),
    "pictures": (p("A dot: ", picture(), " and again ", picture("The same dot")),),
    "equations": (
        p("Let ", equation("x=1"), "."),
        p(equation("E=m", display=True)),
    ),
    "tables": (
        table(row("Item", "Price", header=True), ["Pen", "2"], ["Ink", cell("3", "or less")]),
        "after",
        table(
            [cell("wide", span=2), "c"],
            [cell("tall", merge="restart"), "b", "c"],
            [cell(merge="continue"), "b", "c"],
            row("right", before=2),
            row("left", after=2),
        ),
        "",
    ),
    "nested tables": (
        table([cell("outer", table(["in", "ner"])), "beside"]),
        "",
        table([cell(table(["first"]), "last")]),
        "",
    ),
    "lists": (
        item("one"),
        item("a", level=1),
        item("i", level=2),
        item("two"),
        item("dot", list=1),
        item("1.1", level=1, list=3),
        p("by style", style="ListBullet"),
        p("by style", style="ListNumber"),
        p("none", style="ListNumber", number=(0, 0)),
    ),
    "raw": (
        p(raw("<w:r><w:t>raw</w:t></w:r>")),
        block_raw("<w:p><w:r><w:t>raw</w:t></w:r></w:p>"),
    ),
}
"""What may stand together in one document, by kind."""

PACKAGES: dict[str, bytes] = {
    "paragraph ids": docx("The Fee", p("is due", id="0A1B2C3D"), "in euro.", ids=True),
    "text boxes": docx(p("Before", textbox("In the box", p(bold("Bold"), " in the box")), "after."), ids=True),
    "headers and footers": docx(
        "one\ftwo\fthree",
        header="Confidential",
        footer=p("Page ", field("PAGE", "1")),
        first_header="Draft",
        even_header=[p("Left ", picture()), table(["a", "b"])],
        even_footer=p(link("site", to="https://example.org/")),
    ),
    "sections": docx(
        section("one", header="First"),
        section("two", table(["a"]), landscape=True, columns=2, header="Second"),
        "three",
    ),
    "template": docx("A template", kind="template"),
    "macros": docx("With macros", kind="macro"),
    "strict": docx(p("A ", bold("strict"), " one"), table(["a", "b"]), "", strict=True),
    "more parts": docx("With a part", parts={"custom/data.bin": b"\x00\x01"}, settings="<w:trackRevisions/>"),
}
"""What makes a document of its own kind."""

GALLERY: dict[str, bytes] = (
    {kind: docx(*content) for kind, content in CONTENT.items()} | PACKAGES | {"contract": contract(20)}
)
"""A document of each kind, and one with all of them as contracts have them. The same bytes in every run."""

EVERYTHING = docx(*chain.from_iterable(CONTENT.values()))
"""All of the content in one document."""

CONTRACT_LATER = [pytest.param(kind, marks=pytest.mark.long if kind == "contract" else ()) for kind in GALLERY]
"""The kinds, for tests that go through a document again for each of its paragraphs."""
