"""What stands before the articles of a contract: its title page, its contents, its parties and recitals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.docx.contract.editing_sessions import PAGE
from tests.docx.contract.outline import RECITALS, SCHEDULES, Clause, Numbering
from tests.docx.contract.pictures import logo, stamp_shape
from tests.docx.specimen import (
    Control,
    Flow,
    Paragraph,
    Text,
    bold,
    control,
    control_around,
    field,
    field_end,
    field_start,
    link,
    p,
    picture,
    run,
    simple_field,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.docx.contract.drafting import Draft

TITLE = "Master Services and Supply Agreement"
STORE = "{6F0B5E0C-3C0B-4A5E-9D57-2B7E1C4A9D10}"
"""The custom XML part to which controls are bound."""
URI = "urn:example:contract"
DATE = "1 March 2025"


def write_title_page(companies: tuple[str, str, str]) -> Iterator[Flow]:
    supplier, customer, guarantor = companies
    yield p(picture("Logo of the Supplier", png=logo(), width=1_440_000, height=480_000), style="Subtitle")
    yield p(TITLE, style="Title")
    yield p("dated ", effective_date(), style="Subtitle")
    yield p("between", style="Subtitle")
    yield p(bold(supplier), "\vas Supplier", style="Subtitle")
    yield p(bold(customer), "\vas Customer", style="Subtitle")
    yield p("and", style="Subtitle")
    yield p(bold(guarantor), "\vas Guarantor", style="Subtitle")
    yield p(stamp_shape("Execution version"), style="BodyText")
    yield p("Reference: ", simple_field("DOCPROPERTY Subject", "MSA-2025-014"), style="Subtitle")


def effective_date() -> Text:
    """The date of the contract, bound to its data."""
    binding = (
        f'<w:dataBinding w:prefixMappings="xmlns:ns0=\'{URI}\'" w:xpath="/ns0:contract[1]/ns0:date[1]" '
        f'w:storeItemID="{STORE}"/>'
    )
    kind = (
        '<w:date w:fullDate="2025-03-01T00:00:00Z"><w:dateFormat w:val="d MMMM yyyy"/><w:lid w:val="en-GB"/>'
        '<w:storeMappedDataAs w:val="date"/><w:calendar w:val="gregorian"/></w:date>'
    )
    return control(DATE, tag="date", title="Date of Agreement", kind=binding + kind)


def write_contents(draft: Draft) -> Iterator[Flow]:
    """The table of contents, as the gallery of Word makes it."""
    entries = [*draft.outline.entries, *draft.schedules]
    gallery = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj>'
    lines = [_entry(clause, is_first=clause is entries[0]) for clause in entries]
    yield control_around(p("Contents", style="TOCHeading"), *lines, p(field_end(), style="BodyText"), kind=gallery)


def _entry(clause: Clause, *, is_first: bool) -> Paragraph:
    label, page = clause.number.label, PAGE.format(clause.entry)
    is_article = len(clause.number.counts) == 1
    words = (f"{label} {clause.title}",) if clause.number.levels is SCHEDULES else (label, "\t", clause.title)
    linked = [text if text == "\t" else run(text, style="Hyperlink") for text in words]
    inside = link(*linked, "\t", field(f"PAGEREF {clause.entry} \\h", page), anchor=clause.entry)
    opening = [field_start('TOC \\o "1-2" \\h \\z \\t "Schedule Heading,1"')] if is_first else []
    return p(*opening, inside, style="TOC1" if is_article else "TOC2")


def write_parties(draft: Draft, companies: tuple[str, str, str]) -> Iterator[Flow]:
    """The parties and the recitals, with which the body begins.

    The parties have footnotes since LibreOffice 7.4 loses notes if a comment stands between the first two.
    """
    yield p(bold("This Agreement"), " is made on ", effective_date(), " between:", style="BodyText")
    for company, role, stop in zip(companies, _SEATS, (";", "; and", "."), strict=True):
        yield p(*_party(company, role), stop, draft.note(), style="BodyTextIndent")
    yield p(bold("Whereas:"), style="BodyText")
    numbering = Numbering(RECITALS)
    for words in _RECITALS:
        yield draft.numbered(numbering.count(0), "Recital", words)
    yield _block_control(draft)
    yield p(bold("It is agreed"), " as follows:", style="BodyText")


def _party(company: str, role: str) -> list[Text]:
    prompt = (
        '<w:placeholder><w:docPart w:val="DefaultPlaceholder_-1854013440"/></w:placeholder><w:showingPlcHdr/><w:text/>'
    )
    registered = control(
        run("Click or tap here to enter text.", style="PlaceholderText"),
        tag=f"registered-{role.lower()}",
        title="Registered number",
        kind=prompt,
    )
    seat = control(_SEATS[role], tag=f"seat-{role.lower()}", title="Registered office", kind="<w:text/>")
    company_and_number: list[Text] = [bold(company), ", a company with registered number ", registered]
    return [*company_and_number, ", registered at ", seat, " (the “", run(role, style="DefinedTerm"), "”)"]


def _block_control(draft: Draft) -> Control:
    return control_around(
        draft.body("This Agreement consists of its Articles and its Schedules, all of which bind the parties."),
        draft.body("If a Schedule contradicts an Article, the Article prevails, unless {ref} says otherwise."),
        tag="binding-effect",
        title="Binding effect",
    )


_SEATS = {
    "Supplier": "4 Quayside, Bristol BS1 6AA",
    "Customer": "18 Market Row, Leeds LS1 5PQ",
    "Guarantor": "2 Rue du Port, L‑1228 Luxembourg",
}
_RECITALS = (
    "The Supplier develops, supplies and maintains instru\u00adments and the software that controls them.",
    "The Customer wishes to buy Equipment and Services from the Supplier for its Sites in {blank} and elsewhere.",
    "The Guarantor holds all shares in the Customer and has agreed to guarantee its obligations under {ref}.",
    "The parties signed a term sheet on 11 November 2024, which this Agreement replaces.",
)
