"""A contract of real size is a good Word file, has what contracts have, and is read as it was written."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections import Counter
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree

from tests.docx.contract import Contract, contract, draft_contract
from tests.docx.contract.drafting import COUNSEL
from tests.docx.contract.outline import DEFINITION_ITEMS, LEGAL, SCHEDULES, Number, Numbering
from tests.docx.demands import breaches
from tests.docx.file import File
from tests.docx.package import NAMESPACES
from tests.docx.validation import all_errors, findings, pdf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from tests.conftest import Desk

SHORT, LONG = 20, 100
DOCUMENTS = ((LONG, 1), (SHORT, 1), (SHORT, 2), (SHORT, 3))
"""The pages and the seed of each contract that is looked at."""
W = f"{{{NAMESPACES['w']}}}"
FOOTNOTES, COMMENTS, SETTINGS = "word/footnotes.xml", "word/comments.xml", "word/settings.xml"
NUMBERING, STYLES = "word/numbering.xml", "word/styles.xml"

FEATURES: dict[str, tuple[str, str, int]] = {
    "a level of a list that belongs to a style": (NUMBERING, "//w:lvl/w:pStyle", 9),
    "a style that belongs to a list": (STYLES, "//w:style//w:numPr/w:numId[@w:val!='0']", 9),
    "a list that begins again": (NUMBERING, "//w:startOverride", 3),
    "a level that never begins again": (NUMBERING, "//w:lvlRestart[@w:val='0']", 1),
    "an article": ("", "//w:pStyle[@w:val='Heading1']", 4),
    "a clause numbered by itself": ("", "//w:pPr[w:pStyle/@w:val='ClauseBody']/w:numPr", 5),
    "an item at the third level": ("", "//w:pStyle[@w:val='Clause3']", 30),
    "an item at the fourth level": ("", "//w:pStyle[@w:val='Clause4']", 8),
    "a definition": ("", "//w:rStyle[@w:val='DefinedTerm']", 30),
    "a style separator": ("", "//w:pPr/w:rPr[w:vanish and w:specVanish]", 4),
    "an underlined run-in heading": ("", "//w:p/w:r[1]/w:rPr/w:u", 5),
    "a cross-reference": ("", "//w:instrText[contains(., 'REF _Ref')]", 20),
    "a field's code in several runs": ("", "//w:r[w:instrText]/following-sibling::*[1]/w:instrText", 10),
    "a simple field": ("", "//w:fldSimple", 1),
    "a footnote": (FOOTNOTES, "//w:footnote[not(@w:type)]", 8),
    "a separator of footnotes": (FOOTNOTES, "//w:footnote[@w:type]", 2),
    "an endnote": ("word/endnotes.xml", "//w:endnote[not(@w:type)]", 1),
    "the table of contents": ("", "//w:sdt/w:sdtPr/w:docPartObj/w:docPartGallery[@w:val='Table of Contents']", 1),
    "an entry of the contents": ("", "//w:sdt//w:hyperlink[starts-with(@w:anchor, '_Toc')]", 20),
    "a leader tab": (STYLES, "//w:style[starts-with(@w:styleId, 'TOC')]//w:tab[@w:leader='dot']", 2),
    "a section": ("", "//w:sectPr", 6),
    "a title page": ("", "//w:sectPr/w:titlePg", 1),
    "a section with roman numbers": ("", "//w:pgNumType[@w:fmt='lowerRoman']", 1),
    "a section that begins at page 1": ("", "//w:pgNumType[@w:start='1']", 2),
    "a landscape section": ("", "//w:pgSz[@w:orient='landscape']", 1),
    "an even header": ("", "//w:headerReference[@w:type='even']", 3),
    "merged columns": ("", "//w:gridSpan", 2),
    "merged rows": ("", "//w:vMerge[@w:val='restart']", 3),
    "a repeated header row": ("", "//w:tblHeader", 4),
    "a table without borders": ("", "//w:tblBorders[w:top/@w:val='nil']", 2),
    "a nested table": ("", "//w:tbl//w:tbl", 1),
    "a control that shows its prompt": ("", "//w:showingPlcHdr", 5),
    "a control for text": ("", "//w:sdtPr[w:text and not(w:showingPlcHdr)]", 4),
    "a dropdown": ("", "//w:dropDownList", 1),
    "a date": ("", "//w:sdtPr/w:date", 3),
    "a checkbox": ("", "//w14:checkbox", 2),
    "a control bound to data": ("", "//w:dataBinding", 2),
    "a control around paragraphs": ("", "/w:document/w:body/w:sdt/w:sdtContent/w:p", 2),
    "a control around a row": ("", "//w:tbl/w:sdt/w:sdtContent/w:tr", 1),
    "a control around a cell": ("", "//w:tr/w:sdt/w:sdtContent/w:tc", 1),
    "a comment": (COMMENTS, "//w:comment", 5),
    "a reply": ("word/commentsExtended.xml", "//w15:commentEx[@w15:paraIdParent]", 2),
    "a resolved comment": ("word/commentsExtended.xml", "//w15:commentEx[@w15:done='1']", 1),
    "a lasting id of a comment": ("word/commentsIds.xml", "//*[local-name()='commentId']", 5),
    "a person": ("word/people.xml", "//w15:person", 2),
    "an insertion": ("", "//w:p/w:ins", 4),
    "a deletion": ("", "//w:p/w:del", 1),
    "an inserted paragraph": ("", "//w:pPr/w:rPr/w:ins", 2),
    "a deleted paragraph": ("", "//w:pPr/w:rPr/w:del", 1),
    "a change of formatting": ("", "//w:rPrChange", 1),
    "a change of a paragraph's properties": ("", "//w:pPrChange", 1),
    "an inserted row": ("", "//w:trPr/w:ins", 1),
    "a move from": ("", "//w:p/w:moveFrom", 1),
    "a move to": ("", "//w:p/w:moveTo", 1),
    "a blank": ("", "//w:t[contains(., '●') or contains(., '[') or contains(., '____')]", 10),
    "a highlighted run": ("", "//w:highlight", 1),
    "a text box": ("", "//mc:Choice//wps:txbx", 2),
    "a text box for older programs": ("", "//mc:Fallback//v:textbox", 2),
    "a picture": ("", "//wp:inline//pic:pic", 1),
    "an anchored shape": ("", "//wp:anchor", 1),
    "a revision id on a paragraph": ("", "//w:p[@w:rsidR]", 400),
    "a revision id on a run": ("", "//w:r[@w:rsidR]", 400),
    "a revision id": (SETTINGS, "//w:rsid", 50),
    "a mark of the speller": ("", "//w:proofErr[@w:type='spellStart' or @w:type='gramStart']", 5),
    "the end of a page": ("", "//w:lastRenderedPageBreak", 8),
    "a no-break hyphen": ("", "//w:noBreakHyphen", 1),
    "a soft hyphen": ("", "//w:softHyphen", 1),
    "a tab": ("", "//w:r/w:tab", 20),
    "a line break": ("", "//w:br[not(@w:type)]", 3),
    "a no-break space": ("", "//w:t[contains(., '\N{NO-BREAK SPACE}')]", 30),
    "a smart quote": ("", "//w:t[contains(., '“')]", 30),
    "a language": ("", "//w:rPr/w:lang", 10),
    "an empty paragraph": ("", "//w:body/w:p[not(w:r)]", 3),
    "Chinese": ("", "//w:t[contains(., '供应商')]", 1),
    "text from right to left": ("", "//w:pPr/w:bidi", 4),
    "a run from right to left": ("", "//w:rPr/w:rtl", 4),
    "an emoji": ("", "//w:t[contains(., '🤝')]", 1),
    "a style that is based on another": (STYLES, "//w:basedOn", 40),
    "a linked style": (STYLES, "//w:link", 10),
    "a latent style": (STYLES, "//w:lsdException", 20),
    "the look of a table's first row": (STYLES, "//w:tblStylePr[@w:type='firstRow']", 1),
    "a theme": ("word/theme/theme1.xml", "/*", 1),
    "a font": ("word/fontTable.xml", "//w:font", 5),
    "core properties": ("docProps/core.xml", "/*", 1),
    "application properties": ("docProps/app.xml", "/*", 1),
    "data": ("customXml/item1.xml", "/*", 1),
}


@cache
def draft(pages: int, seed: int = 1) -> Contract:
    return draft_contract(pages, seed=seed)


@cache
def part(pages: int, seed: int, name: str) -> Element:
    with zipfile.ZipFile(BytesIO(draft(pages, seed).data)) as archive:
        return etree.fromstring(archive.read(name or "word/document.xml"))


# The file


def test_the_same_call_gives_the_same_bytes_in_any_process() -> None:
    script = "import sys; from tests.docx.contract import contract; sys.stdout.buffer.write(contract(20, seed=2))"
    elsewhere = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=True).stdout
    assert contract(20, seed=2) == elsewhere
    assert contract(20, seed=2) != contract(20, seed=3)


def test_a_hundred_pages_have_as_many_paragraphs_as_a_contract_of_that_length() -> None:
    assert 1500 < len(list(part(LONG, 1, "").iter(f"{W}p"))) < 2500


@pytest.mark.parametrize("feature", FEATURES)
def test_it_has_what_contracts_have(feature: str) -> None:
    name, path, least = FEATURES[feature]
    counts = {document: len(part(*document, name).xpath(path, namespaces=NAMESPACES)) for document in DOCUMENTS}  # type: ignore[arg-type]
    assert not {document: count for document, count in counts.items() if count < least}


def test_it_has_fields_of_many_kinds() -> None:
    names = ["", *(f"word/{place}{number}.xml" for place in ("header", "footer") for number in (1, 2, 3, 4))]
    expected = {"TOC", "REF", "PAGEREF", "NOTEREF", "DOCPROPERTY", "MERGEFIELD", "PAGE", "NUMPAGES"}
    for document in DOCUMENTS:
        assert {code.split()[0] for name in names for code, _ in fields(part(*document, name))} == expected


def test_few_of_its_paragraphs_hold_tracked_changes() -> None:
    paragraphs = list(part(LONG, 1, "").iter(f"{W}p"))
    tags = [f"{W}{name}" for name in ("ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange")]
    changed = [each for each in paragraphs if next(each.iter(*tags), None) is not None]
    assert 0.01 < len(changed) / len(paragraphs) < 0.04


def test_some_of_its_paragraphs_say_the_same() -> None:
    texts = Counter(words(each) for each in part(LONG, 1, "").iter(f"{W}p"))
    assert texts["[Signature page follows]"] == 2
    assert len([text for text, count in texts.items() if count > 1 and len(text) > 60]) >= 3


def test_nobody_has_anything_against_it() -> None:
    documents = [draft(*document).data for document in DOCUMENTS]
    assert not [errors for errors in all_errors(documents) if errors]
    assert not [found for found in map(findings, documents) if found]
    assert not [found for found in map(breaches, documents) if found]


@pytest.mark.libreoffice
def test_libreoffice_prints_a_hundred_pages() -> None:
    printed = subprocess.run(["pdfinfo", "-"], input=pdf(draft(LONG).data), stdout=subprocess.PIPE, check=True).stdout
    found = re.search(rb"Pages:\s+(\d+)", printed)
    assert found
    assert int(found[1]) >= LONG


# Its numbers


def test_a_number_is_shown_in_full_or_as_seen_from_another() -> None:
    article, clause, item, subitem = (Number(LEGAL, counts) for counts in ((4,), (4, 2), (4, 2, 3), (4, 2, 3, 1)))
    assert [each.label for each in (article, clause, item, subitem)] == ["4.", "4.2", "(c)", "(i)"]
    assert [each.in_full for each in (article, clause, item, subitem)] == ["4", "4.2", "4.2(c)", "4.2(c)(i)"]
    assert subitem.seen_from(item) == "(i)"
    assert subitem.seen_from(Number(LEGAL, (4, 2, 1))) == "(c)(i)"
    assert subitem.seen_from(Number(LEGAL, (4, 1, 3))) == "4.2(c)(i)"
    assert clause.seen_from(item) == "4.2"


def test_a_level_counts_from_the_start_under_each_new_number_above_it_or_goes_on() -> None:
    numbering = Numbering(SCHEDULES)
    counted = [numbering.count(level).label for level in (0, 1, 3, 1, 0, 1, 2, 3)]
    assert counted == ["Schedule 1", "1.", "Item 1", "2.", "Schedule 2", "1.", "(a)", "Item 2"]
    assert Numbering(DEFINITION_ITEMS).count(0).label == "(a)"


# What Quire reads


@pytest.fixture(params=[SHORT, LONG])
def pages(request: pytest.FixtureRequest) -> int:
    found: int = request.param
    return found


@pytest.fixture
def file(desk: Desk, pages: int) -> File:
    return File(desk, draft(pages).data)


def test_it_is_saved_as_it_was_opened(file: File, pages: int) -> None:
    file.call("open_document")
    assert file.save()["changed_parts"] == []
    assert file.data == draft(pages).data


def test_every_numbered_paragraph_is_read_with_the_number_that_it_was_given(file: File, pages: int) -> None:
    read = {node["id"]: node["list_label"] for node in nodes(file) if node["numbering"]}
    assert read == {identifier(paragraph): label for paragraph, label in draft(pages).labels.items()}


def test_every_reference_is_to_the_number_that_its_target_is_read_with(file: File, pages: int) -> None:
    targets = dict(bookmarked(nodes(file), part(pages, 1, "")))
    parts = ("", FOOTNOTES, "word/endnotes.xml")
    found = [reference for name in parts for reference in references(part(pages, 1, name))]
    assert Counter((name, result) for name, _, result in found) == Counter(draft(pages).references)
    for name, switch, result in found:
        assert targets[name] == result if switch == "w" else targets[name].endswith(result)


def test_its_notes_and_comments_are_all_listed(file: File, pages: int) -> None:
    written = draft(pages)
    notes = Counter(note["type"] for note in file.call("get_footnotes")["notes"])
    assert notes == {"footnote": written.footnotes, "endnote": written.endnotes}
    assert len(file.call("get_comments")["comments"]) == written.comments


def test_its_tracked_changes_are_all_listed(file: File, pages: int) -> None:
    found = file.call("extract_revisions", limit=500)
    assert found["total"] == draft(pages).revisions
    assert {revision["author"] for revision in found["revisions"]} == set(COUNSEL)


def nodes(file: File) -> list[dict[str, Any]]:
    """Every paragraph of the body."""
    found: list[dict[str, Any]] = []
    offset: int | None = 1
    while offset:
        answer = file.desk.raw("read_file", file_path=str(file.path), format="json", offset=offset).structured_content
        assert answer
        found += answer["nodes"]
        offset = answer["next_offset"]
    return found


def identifier(paragraph: str) -> str:
    """The id under which a client knows a paragraph of the body."""
    return f"jr_para_0000{paragraph.lower()}"


def bookmarked(read: list[dict[str, Any]], body: Element) -> Iterator[tuple[str, str]]:
    """Each bookmark in the body, and the full number of the paragraph in which it begins."""
    numbers = dict(full_numbers(read))
    for bookmark in body.iter(f"{W}bookmarkStart"):
        paragraph = next(bookmark.iterancestors(f"{W}p"))
        key = identifier(paragraph.get(f"{{{NAMESPACES['w14']}}}paraId", ""))
        yield bookmark.get(f"{W}name", ""), numbers.get(key, "")


def full_numbers(read: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """The labels that were read, each after those above it."""
    above: dict[tuple[int, int], str] = {}
    for node in read:
        if not node["numbering"]:
            continue
        label, list_, level = node["list_label"].rstrip("."), node["numbering"]["num_id"], node["numbering"]["ilvl"]
        own = above.get((list_, level - 1), "") + label if label.startswith("(") else label
        above[list_, level] = own
        yield node["id"], own


def references(root: Element) -> Iterator[tuple[str, str, str]]:
    """The bookmark, the switch and the result of each reference to a number."""
    for code, result in fields(root):
        if found := re.match(r"\s*REF (\w+) \\([rw]) ", code):
            yield found[1], found[2], result


def fields(root: Element) -> Iterator[tuple[str, str]]:
    """The code and the result of each field, the inner ones first."""
    open_fields: list[list[str]] = []
    for element in root.iter(f"{W}fldChar", f"{W}instrText", f"{W}t", f"{W}fldSimple"):
        match element.get(f"{W}fldCharType"):
            case "begin":
                open_fields.append(["", ""])
            case "end":
                code, result = open_fields.pop()
                yield code, result
        if element.tag == f"{W}fldSimple":
            yield element.get(f"{W}instr", ""), words(element)
        elif open_fields and element.text:
            open_fields[-1][element.tag == f"{W}t"] += element.text


def words(element: Element) -> str:
    return "".join(text.text or "" for text in element.iter(f"{W}t"))
