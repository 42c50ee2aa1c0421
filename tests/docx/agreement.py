"""A contract with what contracts have: clauses numbered by their styles, run-in headers, defined terms, fields, notes,
links, a table, comments, tracked changes, a header and a footer."""

from __future__ import annotations

from tests.docx.specimen import (
    bold,
    bookmark,
    comment,
    control,
    docx,
    field,
    footnote,
    heading,
    inserted,
    italic,
    item,
    link,
    p,
    row,
    run,
    simple_field,
    table,
    underlined,
)

_STYLES = """
<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="Normal"/>
<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr><w:spacing w:after="120"/>
<w:jc w:val="both"/></w:pPr></w:style>
<w:style w:type="character" w:styleId="DefinedTerm"><w:name w:val="Defined Term"/><w:rPr><w:b/><w:i/></w:rPr></w:style>
""".replace("\n", "")

CONTENT = (
    p("Services Agreement", style="Title"),
    p("This Agreement is made between ", bold("Acme, Inc."), " and the ", control("Client", tag="client"), "."),
    heading("Definitions"),
    p("“", run("Affiliate", style="DefinedTerm"), "” means any entity that controls a party",
      footnote("Or is controlled."), "."),
    p("“", run("Deliverable", style="DefinedTerm"), "” has the meaning set out in Schedule A."),
    heading("Commercial terms"),
    p(underlined("Fees"), ". The Client pays the ", bold("Fee"), " within ", italic("thirty (30) days"),
      " of the invoice, as ", link("the price list", to="https://example.org/prices"), " says.", style="Clause"),
    p(underlined("Late payment"), ". Interest of ", field("MERGEFIELD Rate", "5"), " % is due under Section ",
      field("REF _Ref1 \\r \\h", "2.1"), " after ", comment("How many?", "ten days"), " of delay.", style="Clause"),
    p(underlined("Security Incidents"), ": ", bookmark("_Ref1", "Vendor"), " tells Client ",
      inserted("promptly ", author="Bob"), "of any breach.", style="Clause"),
    item("the first instalment, on ", simple_field("DATE", "1 May"), ";", level=1),
    item("the second instalment.", level=1),
    table(row("Item", "Price", header=True), ["Setup", "€ 1,000"], ["Support", "€ 200"]),
    p("Signed by the parties."),
)  # fmt: skip

AGREEMENT = docx(*CONTENT, ids=True, styles=_STYLES, header="Confidential", footer=p("Page ", field("PAGE", "1")))
