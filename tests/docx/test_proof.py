"""Every real file: its edits told as tracked changes, decided by Quire and by LibreOffice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from quire.formats.docx.document import DocxDocument
from tests.corpus import DOCX_FILES
from tests.docx import redlines
from tests.docx.proof import edited, has_words, read, repeated
from tests.docx.sameness import meaning
from tests.docx.test_redline import ME, WHEN, decided, sample
from tests.docx.validation import all_harm, errors, findings

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.slow  # whole files, edited six times

SAMPLE = ["generated/contract.docx", *sample(8)]
AT_ONCE = 8
LONG = 400_000
"""How many bytes are too many for LibreOffice to decide in the time that it has."""

_CONTROL = "LibreOffice decides no changes in content controls"
_EMPTY = "LibreOffice leaves an empty paragraph where one was deleted"
_FIRST = "LibreOffice gives joined paragraphs the properties of the first one, Word those of the second"
_JOINED = "LibreOffice joins a paragraph whose end was inserted with the one behind the next"
_FIELD = "LibreOffice keeps and computes the fields of deleted text"
_MUTE = "LibreOffice carries out no such command in this file"
EXPLAINED = {
    ("par-alignment", "reject"): _JOINED,
    ("lists_with_styles", "reject"): _JOINED,
    ("stress023", "reject"): _JOINED,
    ("blk-inner-content", "reject"): _EMPTY,
    ("tbl-props", "reject"): _EMPTY,
    ("mammoth tables", "accept"): _EMPTY,
    ("search_fixture", "accept"): _EMPTY,
    ("pandoc_table_captions", "accept"): _EMPTY,
    ("convert_p_to_h", "reject"): _EMPTY,
    ("has_title", "reject"): _EMPTY,
    ("styled_color", "reject"): _EMPTY,
    ("test_full_article", "accept"): _EMPTY,
    ("report-01", "accept"): _EMPTY,
    ("windows-multi-section-01", "accept"): _EMPTY,
    ("bigger_font_size_to_header", "reject"): _FIRST,
    ("nested_lists", "reject"): _FIRST,
    ("pydocx simple", "reject"): _FIRST,
    ("shift_enter", "reject"): _FIRST,
    ("lo_toc_no_numbers", "accept"): _CONTROL,
    ("lo_toc_preserve", "accept"): _CONTROL,
    ("lo_toc_styles", "accept"): _CONTROL,
    ("poi_fld_simple_toc", "accept"): _FIELD,
    ("60316", "accept"): _CONTROL,
    ("60316", "reject"): _CONTROL,
    ("Bug54849", "accept"): _CONTROL,
    ("Bug54849", "reject"): _CONTROL,
    ("HC030-Content-Controls", "accept"): _CONTROL,
    ("HC030-Content-Controls", "reject"): _CONTROL,
    ("non-element-bind", "accept"): _CONTROL,
    ("non-element-bind", "reject"): _CONTROL,
    ("solar-system", "accept"): _CONTROL,
    ("solar-system", "reject"): _CONTROL,
    ("delins", "accept"): _EMPTY,
    ("real_contract", "accept"): _EMPTY,
    ("short-contract", "accept"): _EMPTY,
    ("delins", "reject"): _FIRST,
    ("NumberingIndents-OUT", "reject"): _FIRST,
    ("rFonts", "reject"): _FIELD,
    ("themeFontLang", "accept"): _FIELD,
    ("RP051-Arabic-Accepted", "accept"): _MUTE,
    ("RP051-Arabic-Accepted", "reject"): _MUTE,
    ("stress014", "accept"): _MUTE,
    ("stress014", "reject"): _MUTE,
    ("stress008", "accept"): "the document is protected, and LibreOffice changes nothing in it",
    ("stress008", "reject"): "the document is protected, and LibreOffice changes nothing in it",
    ("RA001-Tracked-Revisions-01", "reject"): "LibreOffice keeps the rows of a table that was moved here",
}
PROMPTS = {
    f"{folder}.docx"
    for folder in (
        "OfficeDev-Open-Xml-PowerTools/OpenXmlPowerToolsExamples__DocumentBuilder04__solar-system",
        "apache-poi/test-data__document__60316",
        "docx4j/docx4j-samples-docx4j__sample-docs__databinding__non-element-bind",
    )
}
"""Files in which an edit replaces the prompt of a content control: the redline has that control twice."""
UNTRACKED = pytest.mark.xfail(reason="the removal of w:showingPlcHdr cannot be tracked yet", raises=AssertionError)
UNENDING = ("OPCCompliance_DerivedPartNameFAIL",)
"""What LibreOffice does not come to an end with."""


def some(names: Iterable[Any], chosen: Iterable[Any]) -> list[Any]:
    """The chosen ones, and in the long run all."""
    now = list(chosen)
    return [*now, *(pytest.param(name, marks=pytest.mark.corpus) for name in names if name not in now)]


@pytest.mark.parametrize(
    "name",
    [
        *some((name for name in DOCX_FILES if name not in PROMPTS), SAMPLE),
        *(pytest.param(name, marks=[pytest.mark.corpus, UNTRACKED]) for name in DOCX_FILES if name in PROMPTS),
    ],
)
def test_a_yes_gives_the_clean_file_and_a_no_the_original(name: str) -> None:
    found = edited(name)
    if found is None:
        assert not has_words(name), "there is something to edit"
        return
    document = DocxDocument.read(found.redline)
    assert said(document, accepts=True) == said(DocxDocument.read(found.now), accepts=True)
    assert said(document, accepts=False) == said(DocxDocument.read(found.first), accepts=False)
    assert not repeated(found.first, found.redline), "each number is one thing's"


@pytest.mark.parametrize("name", some(DOCX_FILES, SAMPLE))
def test_what_is_not_edited_has_no_new_change(name: str) -> None:
    document = read(name)
    assert document is None or document.redlined(ME, WHEN) == document.write()


def said(document: DocxDocument, *, accepts: bool) -> str:
    """What a file says once all is decided, but for numbers that a program has put on its properties."""
    return re.sub(r' pt14:Unid="[^"]*"', "", repr(meaning(decided(document, accepts=accepts))))


BATCHES = [tuple(list(DOCX_FILES)[at : at + AT_ONCE]) for at in range(0, len(DOCX_FILES), AT_ONCE)]


@pytest.mark.libreoffice
@pytest.mark.heavy
@pytest.mark.parametrize("names", some(BATCHES, [tuple(SAMPLE)]), ids=lambda names: names[0] if names else "none")
def test_libreoffice_decides_in_the_same_way(names: tuple[str, ...]) -> None:
    found = {name: each for name in names if _is_readable(name) and (each := edited(name)) is not None}
    asked: list[tuple[bytes, redlines.Verdict]] = []
    for each in found.values():
        for verdict, other in (("accept", each.now), ("reject", each.first)):
            asked += [(each.redline, redlines.VERDICTS[verdict]), (other, redlines.VERDICTS[verdict])]
    lines = [redlines.lines(text) for text in redlines.decided(asked)] if asked else []
    places = [(name, verdict) for name in found for verdict in ("accept", "reject")]
    unlike = {(_short(name), verdict) for (name, verdict), one, other in
              zip(places, lines[::2], lines[1::2], strict=True) if one != other}  # fmt: skip
    assert unlike == {each for each in EXPLAINED if each[0] in {_short(name) for name in found}}


@pytest.mark.parametrize("names", some(BATCHES, [tuple(SAMPLE)]), ids=lambda names: names[0] if names else "none")
def test_the_redlines_are_good_files(names: tuple[str, ...]) -> None:
    found = [each for name in names if (each := edited(name)) is not None]
    harms = all_harm([(each.now, each.redline) for each in found])
    told = [
        fault for each, harm in zip(found, harms, strict=True) for fault in harm if not _is_older(fault, each.first)
    ]
    assert not told


def _is_older(fault: str, first: bytes) -> bool:
    """Whether the original has a fault, where it is not deleted yet; a run that is cut in two has it twice."""
    return fault in findings(first) or re.sub("/w:(?:del|ins)(?=/)", "", fault) in errors(first)


def _is_readable(name: str) -> bool:
    return DOCX_FILES[name].stat().st_size < LONG and _short(name) not in UNENDING


def _short(name: str) -> str:
    """What a file is called, with where it is from if that does not tell it from others."""
    own = DOCX_FILES[name].stem.rpartition("__")[2]
    is_alone = sum(path.stem.rpartition("__")[2] == own for path in DOCX_FILES.values()) == 1
    return own if is_alone else f"{name.partition('/')[0]} {own}"
