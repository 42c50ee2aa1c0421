"""A contract of real size, as Word leaves it after months of negotiation.

    contract(100)                # the bytes of a .docx of about that many pages
    draft_contract(20, seed=3)   # the same with an account of what was written into it

It is written in one go from its outline (`outline`), in the words of `prose`, with notes, comments and tracked changes
(`drafting`); then its runs are cut and marked as editing sessions leave them (`editing_sessions`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.docx.contract.articles import write_articles
from tests.docx.contract.drafting import DATES, Draft
from tests.docx.contract.editing_sessions import EditingSessions
from tests.docx.contract.front_matter import TITLE, write_contents, write_parties, write_title_page
from tests.docx.contract.outline import plan
from tests.docx.contract.prose import COMPANIES
from tests.docx.contract.schedules import Schedules, plan_schedules, write_signatures
from tests.docx.contract.supporting_parts import add_supporting_parts
from tests.docx.package import Package, root
from tests.docx.specimen import (
    REVISIONS,
    WHEN,
    Paragraph,
    Section,
    Text,
    add_comments,
    bold,
    field,
    p,
    section,
    simple_field,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract, and what was written into it."""

    data: bytes
    labels: dict[str, str]
    """The label before each numbered paragraph, by the paragraph's `w14:paraId`."""
    references: list[tuple[str, str]]
    """The bookmark and the result of each field that refers to the number of a clause."""
    footnotes: int
    endnotes: int
    comments: int
    """Comments, the replies to them included."""
    revisions: int
    """Tracked changes, those of paragraph marks and of a table's row included."""


def contract(pages: int = 100, *, seed: int = 1) -> bytes:
    """A contract of about that many pages, twenty or more; the same call gives the same bytes."""
    return draft_contract(pages, seed=seed).data


def draft_contract(pages: int = 100, *, seed: int = 1) -> Contract:
    """A contract of about that many pages, and what was written into it."""
    chance = Random(seed)
    package = Package(paragraph_ids=True)
    sessions = EditingSessions(chance)
    outline = plan(chance, max(3, (pages - 10) * 18 // 50), _identifiers(package))
    draft = Draft(chance, package, outline, plan_schedules(_identifiers(package)))
    body = "".join(_write_sections(draft, sessions, pages))
    package.main.data = _date(sessions.number_pages(root("w:document", f"<w:body>{body}</w:body>"))).encode()
    package.add_notes()
    add_comments(package)
    add_supporting_parts(package, sessions.rsids, draft.lists)
    for name in ("footnotes", "endnotes", "comments"):
        part = package.parts[f"word/{name}.xml"]
        part.data = _date(sessions.edit(part.data.decode())).encode()
    return Contract(
        data=package.file(),
        labels=draft.labels,
        references=draft.references,
        footnotes=len(package.notes["footnote"]),
        endnotes=len(package.notes["endnote"]),
        comments=len(package.comments),
        revisions=package.number("revision", REVISIONS) - REVISIONS,
    )


def _write_sections(draft: Draft, sessions: EditingSessions, pages: int) -> Iterator[str]:
    """The XML of each section, in which the pages of bookmarks are left open."""
    made = list(_sections(draft, pages))
    for each, first_page in made:
        sessions.begin_section(first_page)
        yield sessions.edit(each.written(draft.package.main, last=each is made[-1][0]))


def _sections(draft: Draft, pages: int) -> Iterator[tuple[Section, int | None]]:
    """Each section, and the number of its first page where that does not follow from the one before."""
    companies = draft.chance.choice(COMPANIES)
    schedules = Schedules(draft, pages)
    services, fees, *others = draft.schedules
    yield section(*write_title_page(companies), first_header=p(style="Header"), first_footer=p(style="Footer")), 1
    yield section(
        *write_contents(draft), page_numbers='w:fmt="lowerRoman" w:start="1"',
        header=_header("Contents"), even_header=_header("Contents"),
        footer=_footer(field("PAGE", "i")), even_footer=_footer(field("PAGE", "ii")),
    ), 1  # fmt: skip
    yield section(
        *write_parties(draft, companies), *write_articles(draft, 24 + pages // 2), *write_signatures(companies),
        page_numbers='w:start="1"',
        header=_header(simple_field("DOCPROPERTY Title", TITLE)), even_header=_header("Confidential"),
        first_header=p(style="Header"), footer=_footer(*_page_of(pages)), even_footer=_footer(*_page_of(pages)),
        first_footer=_footer(*_page_of(pages)),
    ), 1  # fmt: skip
    yield section(*schedules.write(services), header=_header("Schedules"), footer=_footer(*_page_of(pages))), None
    yield section(
        *schedules.write(fees), landscape=True,
        header=_header("Fees: commercially sensitive"), even_header=_header("Fees: commercially sensitive"),
    ), None  # fmt: skip
    rest = [block for schedule in others for block in schedules.write(schedule)]
    yield section(*rest, header=_header("Schedules"), even_header=_header("Schedules")), None


def _header(*content: Text) -> Paragraph:
    return p(*content, "\t\tDraft of 27 March 2025", style="Header")


def _footer(*content: Text) -> Paragraph:
    return p(bold("MSA-2025-014"), "\t", *content, style="Footer")


def _page_of(pages: int) -> tuple[Text, ...]:
    return "Page ", field("PAGE", "2"), " of ", field("NUMPAGES", str(pages))


def _identifiers(package: Package) -> Callable[[], str]:
    return lambda: package.paragraph_id() or ""


def _date(xml: str) -> str:
    """The same with the date of each author's last changes."""
    for author, date in DATES.items():
        xml = xml.replace(f'w:author="{author}" w:date="{WHEN}"', f'w:author="{author}" w:date="{date}"')
    return xml
