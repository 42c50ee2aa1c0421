"""The labels that Word prints. LibreOffice judges them, save where it does not do what Word does."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.errors import QuireError
from quire.formats.docx.names import name, parse
from quire.formats.docx.style.numbering import Counters, Item, Numbering
from quire.formats.docx.style.properties import source_of
from quire.formats.docx.style.styles import Styles
from tests.corpus import DOCX_FILES
from tests.docx.oracle import numbering_part, printed, styles_part
from tests.effort import effort

if TYPE_CHECKING:
    from pathlib import Path

UNREADABLE = {"TestFiles__RP__RP051-Arabic-Accepted.docx"}  # LibreOffice cannot load its numbering.xml by itself


def level(depth: int, text: str, kind: str = "decimal", start: int | None = 1, more: str = "", run: str = "") -> str:
    first = "" if start is None else f'<w:start w:val="{start}"/>'
    return (
        f'<w:lvl w:ilvl="{depth}">{first}<w:numFmt w:val="{kind}"/>{more}<w:lvlText w:val="{text}"/>'
        f"<w:rPr>{run}</w:rPr></w:lvl>"
    )


def abstract(number: int, *levels: str, more: str = "") -> str:
    kind = '<w:multiLevelType w:val="multilevel"/>'
    return f'<w:abstractNum w:abstractNumId="{number}">{kind}{more}{"".join(levels)}</w:abstractNum>'


def num(number: int, of: int, *overrides: str) -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{of}"/>{"".join(overrides)}</w:num>'


def start_at(depth: int, start: int, own: str = "") -> str:
    return f'<w:lvlOverride w:ilvl="{depth}"><w:startOverride w:val="{start}"/>{own}</w:lvlOverride>'


def own_level(depth: int, own: str) -> str:
    return f'<w:lvlOverride w:ilvl="{depth}">{own}</w:lvlOverride>'


def number(num_id: str = "", depth: str = "") -> str:
    parts = (f'<w:ilvl w:val="{depth}"/>' if depth else "") + (f'<w:numId w:val="{num_id}"/>' if num_id else "")
    return f"<w:numPr>{parts}</w:numPr>" if parts else ""


def style(style_id: str, numbering: str = "", based_on: str = "", kind: str = "paragraph") -> str:
    parent = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{style_id}"/>{parent}'
        f"<w:pPr>{numbering}</w:pPr></w:style>"
    )


def paragraph(short: str) -> str:
    """`1/0` is list 1, level 0; `H1` a style; `H1:2/1` a style and a list; `-` neither."""
    named, _, direct = short.rpartition(":") if ":" in short or short[0].isdigit() else (short, "", "")
    of_style = f'<w:pStyle w:val="{named}"/>' if named not in ("", "-") else ""
    return f"<w:pPr>{of_style}{number(*direct.split('/'))}</w:pPr>"


@dataclass(frozen=True)
class Case:
    """A list, its items and their labels; `unlike` says why LibreOffice prints other ones."""

    name: str
    numbering: str
    items: str
    labels: str
    styles: str = ""
    unlike: str = ""

    @property
    def parts(self) -> tuple[bytes, bytes, list[str]]:
        return styles_part(self.styles), numbering_part(self.numbering), [paragraph(it) for it in self.items.split()]

    @property
    def expected(self) -> list[str]:
        return ["" if it == "_" else it.replace("~", " ") for it in self.labels.split()]


OUTLINE = (level(0, "%1"), level(1, "%1.%2"), level(2, "%1.%2.%3"), level(3, "%4)", "lowerLetter"))
NINE = tuple(level(depth, "".join(f"%{it}." for it in range(1, depth + 2))) for depth in range(9))
ONE = abstract(1, *OUTLINE) + num(1, 1)
TWO = ONE + num(2, 1)
LINKED = (level(0, "%1", more='<w:pStyle w:val="H1"/>'), level(1, "%1.%2", more='<w:pStyle w:val="H2"/>'), OUTLINE[2])
HEADINGS = abstract(1, *LINKED) + num(1, 1)
H1, H2 = style("H1", number("1")), style("H2", number("1", "1"))
LIST_STYLE = style("L", number("1"), kind="numbering")
OF_STYLE = (
    abstract(1, *OUTLINE, more='<w:styleLink w:val="L"/>') + abstract(2, more='<w:numStyleLink w:val="L"/>') + num(2, 2)
)
ALL_NINE = "".join(start_at(depth, 1) for depth in range(9))

CASES = [
    Case("outline", ONE, "1/0 1/1 1/1 1/2 1/0 1/1 1/2 1/3 1/3 1/0", "1 1.1 1.2 1.2.1 2 2.1 2.1.1 a) b) 3"),
    Case("between_plain_paragraphs", ONE, "1/0 - 1/1 - - 1/0", "1 _ 1.1 _ _ 2"),
    Case("no_level_is_the_first", ONE, "1/0 1 1/1 1", "1 2 2.1 3"),
    Case("no_such_list", ONE, "7/0 1/0 0/0 1/0", "_ 1 _ 2"),
    Case("a_skipped_level_counts", ONE, "1/1 1/1 1/0 1/1 1/0", "1.1 1.2 2 2.1 3"),
    Case("skipped_in_the_middle", ONE, "1/0 1/2 1/2 1/1 1/2 1/1 1/0 1/3 1/1", "1 1.1.1 1.1.2 1.2 1.2.1 1.3 2 a) 2.2"),
    Case("two_lists", ONE + abstract(2, *OUTLINE) + num(2, 2), "1/0 2/0 1/0 2/0 1/1 2/1", "1 1 2 2 2.1 2.1"),
    Case("uses_of_one_list_count_together", TWO, "1/0 2/0 1/1 2/1 1/0 2/1", "1 2 2.1 2.2 3 3.1"),
    Case(
        "a_start_of_its_own_begins_anew_once",
        ONE + num(2, 1, start_at(0, 1)),
        "1/0 1/0 2/0 2/0 1/0 2/0 2/1 1/1",
        "1 2 1 2 3 4 4.1 4.2",
    ),
    Case("starting_at_five", ONE + num(2, 1, start_at(0, 5)), "1/0 1/0 2/0 2/1 2/0 1/0", "1 2 5 5.1 6 7"),
    Case(
        "begun_at_a_deeper_level",
        ONE + num(2, 1, start_at(0, 7)),
        "1/0 1/0 2/1 2/1 2/0 1/0 2/0",
        "1 2 2.1 2.2 7 8 9",
    ),
    Case(
        "restart_of_all_levels",
        ONE + num(2, 1, ALL_NINE),
        "1/0 1/1 1/1 2/0 2/1 2/1 2/0 2/1 1/1 1/0 2/1",
        "1 1.1 1.2 1 1.1 1.2 2 2.1 2.2 3 3.1",
    ),
    Case(
        "restart_of_all_levels_from_a_deeper_one",
        ONE + num(2, 1, ALL_NINE),
        "1/0 1/0 1/0 1/1 2/1 2/0 2/1",
        "1 2 3 3.1 3.1 4 4.1",
    ),
    Case(
        "own_starts_are_not_of_skipped_levels",
        ONE + num(2, 1, start_at(0, 7), start_at(1, 3)),
        "2/2 2/1 2/0",
        "1.1.1 1.3 2",
    ),
    Case(
        "own_start_after_each_restart",
        ONE + num(2, 1, start_at(1, 4)),
        "2/0 2/1 2/1 2/0 2/1 1/0 1/1",
        "1 1.4 1.5 2 2.4 3 3.1",
        unlike="a start override stands in the place of the level's start ([MS-DOC] LFOLVL); LibreOffice uses it once",
    ),
    Case(
        "a_level_of_its_own",
        ONE + num(2, 1, own_level(0, level(0, "(%1)", "lowerLetter", 4))),
        "1/0 1/0 2/0 2/1 1/0 2/0",
        "1 2 (c) c.1 4 (e)",
    ),
    Case(
        "a_level_and_a_start_of_its_own",
        ONE + num(2, 1, start_at(0, 2, level(0, "(%1)", "lowerLetter", 4))),
        "1/0 1/0 2/0 2/1 1/0 2/0",
        "1 2 (b) b.1 3 (d)",
    ),
    Case(
        "never_restarting",
        abstract(1, OUTLINE[0], level(1, "%2", "lowerLetter", more='<w:lvlRestart w:val="0"/>')) + num(1, 1),
        "1/0 1/1 1/0 1/1 1/1",
        "1 a 2 b c",
        unlike="LibreOffice does not know w:lvlRestart",
    ),
    Case(
        "restarting_after_the_first_level_only",
        abstract(1, *OUTLINE[:2], level(2, "%1.%2.%3", more='<w:lvlRestart w:val="1"/>')) + num(1, 1),
        "1/0 1/1 1/2 1/2 1/1 1/2 1/0 1/1 1/2",
        "1 1.1 1.1.1 1.1.2 1.2 1.2.3 2 2.1 2.1.1",
        unlike="LibreOffice does not know w:lvlRestart",
    ),
    Case(
        "a_restart_after_a_deeper_level_is_ignored",
        abstract(1, OUTLINE[0], level(1, "%1.%2", more='<w:lvlRestart w:val="5"/>')) + num(1, 1),
        "1/0 1/1 1/1 1/0 1/1",
        "1 1.1 1.2 2 2.1",
    ),
    Case(
        "articles_and_sections",
        abstract(
            1,
            level(0, "Article %1", "upperRoman"),
            level(1, "Section %1.%2", "decimalZero", more="<w:isLgl/>"),
            level(2, "(%3)", "lowerLetter"),
            level(3, "%1.%3", "lowerLetter", more="<w:isLgl/>"),
        )
        + num(1, 1),
        "1/0 1/0 1/1 1/2 1/3",
        "Article~I Article~II Section~2.01 (a) 2.1",
        unlike="LibreOffice does not know w:isLgl",
    ),
    Case(
        "starting_elsewhere",
        abstract(1, level(0, "%1", start=5), level(1, "%1.%2", start=3)) + num(1, 1),
        "1/0 1/1 1/1 1/0 1/1",
        "5 5.3 5.4 6 6.3",
    ),
    Case(
        "no_start_is_zero",
        abstract(1, level(0, "%1", start=0), level(1, "%1.%2", start=None)) + num(1, 1),
        "1/0 1/1 1/1 1/0 1/1",
        "0 0.0 0.1 1 1.0",
    ),
    Case(
        "asking_for_a_deeper_level",
        abstract(1, level(0, "%1-%2"), OUTLINE[1]) + num(1, 1),
        "1/0 1/1 1/0",
        "_ 1.1 _",
        unlike="Word ignores a text that names a deeper level ([MS-OI29500] 17.9.11)",
    ),
    Case(
        "an_undefined_level",
        abstract(1, *OUTLINE[:2]) + num(1, 1),
        "1/0 1/4 1/0 1/1",
        "1 _ 2 2.1",
        unlike="LibreOffice invents a level where none is defined",
    ),
    Case(
        "deeper_than_nine",
        abstract(1, *NINE) + num(1, 1),
        "1/0 1/8 1/12 1/0",
        "1. 1.1.1.1.1.1.1.1.1. 1.1.1.1.1.1.1.1.2. 2.",
        unlike="there are nine levels; LibreOffice takes the twelfth for the first",
    ),
    Case(
        "no_number_at_all",
        abstract(1, level(0, "%1", "none"), level(1, "%1.%2"), level(2, "Part:", "none")) + num(1, 1),
        "1/0 1/1 1/1 1/2",
        "_ .1 .2 Part:",
        unlike="LibreOffice leaves out what stands behind a number that is not shown",
    ),
    Case(
        "hidden_numbers",
        abstract(1, level(0, "%1", run="<w:vanish/>"), OUTLINE[1]) + num(1, 1),
        "1/0 1/1",
        "_ 1.1",
        unlike="LibreOffice shows hidden numbers",
    ),
    Case("no_definition", num(1, 9), "1/0", "_", unlike="LibreOffice invents a list where none is defined"),
    Case(
        "through_styles",
        HEADINGS,
        "H1 H2 H2 K2 H1 H2:0 H2 H2:/2 H1:/1",
        "1 1.1 1.2 1.3 2 _ 2.1 2.1.1 2.2",
        H1 + H2 + style("K2", "", "H2"),
    ),
    Case("a_style_with_a_level_only", HEADINGS, "H1 H2 H2 H1", "1 1.1 1.2 2", H1 + style("H2", number("", "1"), "H1")),
    Case("a_derived_style_without_numbering", HEADINGS, "H1 H2 H2 H1", "1 2 3 4", H1 + style("H2", "", "H1")),
    Case(
        "direct_numbering_with_the_level_of_the_style",
        HEADINGS + abstract(2, level(0, "A%1"), level(1, "A%1.%2")) + num(2, 2),
        "H1 H2 H2:2 H2:2/1 H2",
        "1 1.1 A1.1 A1.2 1.2",
        H1 + H2,
    ),
    Case(
        "the_level_that_names_the_style_decides",
        HEADINGS,
        "H1 H2 H3 H1",
        "1 1.1 1.1.1 2",
        H1 + style("H2", number("1")) + style("H3", number("1", "2")),
        unlike="the level of a style's numPr is ignored where a level names the style (ECMA-376 17.9.23)",
    ),
    Case("a_list_style", OF_STYLE + num(1, 1), "2/0 2/1 2/0 2/2", "1 1.1 2 2.1.1", LIST_STYLE),
    Case("a_list_style_that_names_no_list", OF_STYLE, "2/0 2/1 2/0", "1 1.1 2", style("L", kind="numbering")),
    Case(
        "a_list_style_and_its_use",
        OF_STYLE + num(1, 1),
        "2/0 2/0 1/0 2/0",
        "1 2 1 3",
        LIST_STYLE,
        unlike="two abstract definitions are two lists; LibreOffice counts them together",
    ),
    Case(
        "list_styles_that_name_each_other",
        abstract(1, more='<w:numStyleLink w:val="L"/>') + num(1, 1),
        "1/0 1/1",
        "_ _",
        LIST_STYLE,
        unlike="LibreOffice invents a list where none is defined",
    ),
    Case(
        "zeros_in_front",
        abstract(
            1,
            '<w:lvl w:ilvl="0"><w:start w:val="9"/><mc:AlternateContent><mc:Choice Requires="w14">'
            '<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback>'
            '<w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="%1"/></w:lvl>',
        )
        + num(1, 1),
        "1/0 1/0",
        "009 010",
    ),
]


def labels(styles_xml: bytes, numbering_xml: bytes, properties: list[str]) -> list[str]:
    styles = Styles.read(styles_xml)
    numbering = Numbering.read(numbering_xml, styles)
    items = [numbering.item(styles.paragraph_of(it)) for it in properties]
    found, state = [], Counters()
    for item in items:
        label, state = state.count(numbering, *item) if item else ("", state)
        found.append(label)
    return found


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_labels_are_those_that_word_prints(case: Case) -> None:
    assert labels(*case.parts) == case.expected


@pytest.mark.libreoffice
def test_libreoffice_agrees_where_it_does_what_word_does(tmp_path: Path) -> None:
    found = printed({case.name: case.parts for case in CASES}, tmp_path)
    assert {it.name: found[it.name] for it in CASES if not it.unlike} == {
        it.name: it.expected for it in CASES if not it.unlike
    }
    assert not [it.name for it in CASES if it.unlike and found[it.name] == it.expected]


def contract() -> tuple[bytes, bytes, list[str]]:
    """A model contract as law firms write them: articles, sections and clauses, all numbered through styles."""
    levels = (
        level(0, "Article %1", "upperRoman", more='<w:pStyle w:val="A"/>'),
        level(1, "%2.", more='<w:pStyle w:val="S"/>'),
        level(2, "(%3)", "lowerLetter", more='<w:pStyle w:val="C"/>'),
        level(3, "(%4)", "lowerRoman", more='<w:pStyle w:val="D"/>'),
        level(4, "(%5)", "upperLetter"),
    )
    styles = "".join(style(it, number("1", depth)) for it, depth in zip("ASCD", ("", "1", "2", "3"), strict=True))
    article = ["A", "S", "C", "C", "D", "D", "D", "1/4", "1/4", "C", "-", "S", "C", "D", "-", "S"]
    return (
        styles_part(styles),
        numbering_part(abstract(1, *levels) + num(1, 1)),
        [paragraph(it) for it in article * 15],
    )


def test_every_numbered_paragraph_of_a_contract_has_its_label() -> None:
    found = labels(*contract())
    assert len([it for it in found if it]) == 210
    assert found[:10] == ["Article I", "1.", "(a)", "(b)", "(i)", "(ii)", "(iii)", "(A)", "(B)", "(c)"]
    assert found[-16] == "Article XV"


@pytest.mark.libreoffice
def test_libreoffice_prints_the_same_contract(tmp_path: Path) -> None:
    assert printed({"contract": contract()}, tmp_path) == {"contract": labels(*contract())}


def real_documents() -> dict[str, tuple[bytes, bytes, list[str]]]:
    """The lists of real documents: their styles, their definitions, the properties of their paragraphs."""
    found = {}
    for path in DOCX_FILES.values():
        try:
            with zipfile.ZipFile(path) as package:
                parts = {it: package.read(it) for it in package.namelist() if re.fullmatch(r"word/\w+\.xml", it)}
            root = parse(parts["word/document.xml"], path.name)
        except (zipfile.BadZipFile, KeyError, NotImplementedError, QuireError):
            continue
        if "word/numbering.xml" in parts and path.name not in UNREADABLE:
            properties = [_numbered(it) for it in root.iter(name("w:p"))][:6000]
            styles = parts.get("word/styles.xml", styles_part(""))
            found[re.sub(r"\W", "_", path.stem)] = (styles, parts["word/numbering.xml"], properties)
    return found


def is_explained(title: str, ours: str, theirs: str) -> bool:
    """Whether LibreOffice is known to count otherwise: w:isLgl (17.9.4), and w:lvlRestart of 0 (17.9.11)."""
    return (ours, theirs) == ("Section 1.01", "Section I.01") or ("contract" in title and ours[:5] == "Item ")


def _numbered(element: object) -> str:
    """The source of a paragraph's style and numbering."""
    source = source_of(element.find(name("w:pPr")))  # type: ignore[attr-defined]  # lxml's classes have no public name
    own = re.sub(r"<w:(pPrChange|sectPr|rPr)\b.*", "", source, flags=re.DOTALL)
    kept = re.findall(r"<w:pStyle [^>]*/>|<w:numPr>.*?</w:numPr>", own, flags=re.DOTALL)
    return f"<w:pPr>{''.join(re.sub(r'<w:ins [^>]*/>', '', it) for it in kept)}</w:pPr>"


@pytest.mark.corpus
@pytest.mark.libreoffice
def test_libreoffice_prints_the_labels_of_real_documents(tmp_path: Path) -> None:
    documents = real_documents()
    found = printed(documents, tmp_path)
    compared, different = 0, []
    for title, (styles_xml, numbering_xml, properties) in documents.items():
        styles = Styles.read(styles_xml)
        numbering = Numbering.read(numbering_xml, styles)
        ours = labels(styles_xml, numbering_xml, properties)
        for source, mine, theirs in zip(properties, ours, found[title], strict=True):
            item = numbering.item(styles.paragraph_of(source))
            level_here = numbering.level(*item) if item else None
            bullets = level_here is not None and level_here.format == "bullet"
            compared += bool(mine or theirs)
            if bool(mine) != bool(theirs) if bullets else mine != theirs:
                different.append((title, mine, theirs))
    assert compared > 600
    assert not [each for each in different if not is_explained(*each)]


BULLETS = [
    ("\uf0b7", "Symbol", "•"),
    ("\uf0a7", "Wingdings", "▪"),
    ("§", "Wingdings", "▪"),
    ("\uf0d8", "Wingdings", "➢"),
    ("\uf0fc", "Wingdings", "✓"),
    ("o", "Courier New", "○"),
    ("o", "Arial", "o"),
    ("–", "Calibri", "–"),
    ("-", "", "-"),
    ("\uf0b7", "", "•"),
    ("\uf0fc", "", "✓"),
    ("\uf042", "Webdings", "•"),
    ("\ue123", "", "•"),
    ("%1", "", "%1"),
    ("", "Symbol", ""),
]


@pytest.mark.parametrize(("text", "font", "shown"), BULLETS)
def test_a_bullet_is_one_that_everyone_can_read(text: str, font: str, shown: str) -> None:
    fonts = f'<w:rFonts w:ascii="{font}" w:hAnsi="{font}"/>' if font else ""
    xml = numbering_part(abstract(1, level(0, text, "bullet", run=fonts)) + num(1, 1))
    assert labels(styles_part(""), xml, [paragraph("1/0")]) == [shown]


def test_a_level_tells_what_follows_its_label_and_how_it_is_written() -> None:
    xml = numbering_part(abstract(1, level(0, "%1", "upperRoman", more='<w:suff w:val="nothing"/>')) + num(1, 1))
    numbering = Numbering.read(xml, Styles.read(None))
    first = numbering.level(1, 0)
    assert first is not None
    assert (first.suffix, first.format, first.text, first.start) == ("nothing", "upperRoman", "%1", 1)
    assert numbering.level(2, 0) is None


def test_a_document_without_lists_has_no_labels() -> None:
    numbering = Numbering.read(None, Styles.read(None))
    assert Counters().count(numbering, 1, 0) == ("", Counters())
    assert numbering.item(Styles.read(None).paragraph_of(paragraph("1/0"))) is None


ITEMS = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 10)), max_size=30)


@given(ITEMS, ITEMS)
def test_counting_on_from_where_one_stopped_is_counting_through(first: list[Item], rest: list[Item]) -> None:
    numbering = Numbering.read(numbering_part(TWO + num(3, 1, start_at(0, 4), start_at(1, 2))), Styles.read(None))
    through, end = numbering.labels(Counters(), [*first, *rest])
    middle = numbering.run(Counters(), first)
    behind, same_end = numbering.labels(middle, rest)
    assert through[len(first) :] == behind
    assert (end, hash(end)) == (same_end, hash(same_end))
    assert numbering.run(Counters(), [*first, *rest]) == end


def test_many_items_are_counted_in_a_moment() -> None:
    numbering = Numbering.read(numbering_part(abstract(1, *NINE) + num(1, 1)), Styles.read(None))
    items = [(1, count % 9) for count in range(10_000)]
    assert effort(lambda: numbering.run(Counters(), items)) < 10 * len(items)
