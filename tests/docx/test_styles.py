"""The formatting that text has in the end, through all the styles that have a say in it."""

from __future__ import annotations

import pytest

from quire.formats.docx.names import NAMESPACES, parse
from quire.formats.docx.style.styles import ParagraphFormat, RunFormat, Style, Styles
from tests.effort import effort

W = NAMESPACES["w"]


def styles(*declared: str, defaults: str = "") -> Styles:
    body = f"<w:docDefaults>{defaults}</w:docDefaults>" + "".join(declared)
    return Styles.read(f'<w:styles xmlns:w="{W}">{body}</w:styles>'.encode())


def style(
    style_id: str,
    run: str = "",
    paragraph: str = "",
    *,
    based_on: str = "",
    kind: str = "paragraph",
    name: str = "",
    default: bool = False,
    more: str = "",
) -> str:
    parent = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="{kind}" w:styleId="{style_id}" w:default="{int(default)}">'
        f'<w:name w:val="{name or style_id}"/>{parent}{more}<w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>'
    )


def rpr(inside: str) -> str:
    return f"<w:rPr>{inside}</w:rPr>" if inside else ""


def ppr(inside: str) -> str:
    return f"<w:pPr>{inside}</w:pPr>" if inside else ""


BOLD_DEFAULTS = "<w:rPrDefault><w:rPr><w:b/></w:rPr></w:rPrDefault>"
OFF = '<w:b w:val="0"/>'


@pytest.mark.parametrize(
    ("table", "paragraph", "character", "direct", "bold"),
    [
        ("", "", "", "", False),
        ("", "<w:b/>", "", "", True),
        ("", "", "<w:b/>", "", True),
        ("", "<w:b/>", "<w:b/>", "", False),
        ("<w:b/>", "<w:b/>", "<w:b/>", "", True),
        ("<w:b/>", "<w:b/>", "", "", False),
        ("", "<w:b/>", OFF, "", True),
        ("", "<w:b/>", "<w:b/>", "<w:b/>", True),
        ("", "<w:b/>", "", OFF, False),
        ("", "<w:b/>", "", '<w:b w:val="false"/>', False),
        ("", "<w:b/>", "", '<w:b w:val="off"/>', False),
        ("", "", "", '<w:b w:val="on"/>', True),
    ],
)
def test_styles_of_two_kinds_that_both_say_bold_cancel_each_other(
    table: str, paragraph: str, character: str, direct: str, bold: bool
) -> None:
    given = styles(style("P", paragraph), style("C", character, kind="character"), style("T", table, kind="table"))
    assert given.run_of("P", rpr(f'<w:rStyle w:val="C"/>{direct}'), "T").bold is bold


@pytest.mark.parametrize(
    ("tag", "field"),
    [
        ("i", "italic"),
        ("caps", "caps"),
        ("smallCaps", "small_caps"),
        ("strike", "strike"),
        ("vanish", "hidden"),
        ("b", "bold"),
    ],
)
def test_every_toggle_toggles(tag: str, field: str) -> None:
    given = styles(style("P", f"<w:{tag}/>"), style("C", f"<w:{tag}/>", kind="character"))
    assert getattr(given.run_of("P", ""), field) is True
    assert getattr(given.run_of("P", rpr('<w:rStyle w:val="C"/>')), field) is False


def test_what_is_bold_by_default_is_bold_whatever_styles_say() -> None:
    given = styles(style("P", OFF), style("C", "<w:b/>", kind="character"), defaults=BOLD_DEFAULTS)
    assert given.run_of("P", rpr('<w:rStyle w:val="C"/>')).bold
    assert given.run_of("P", "").bold
    assert not given.run_of("P", rpr(OFF)).bold


def test_within_a_chain_the_nearest_style_decides() -> None:
    given = styles(
        style("A", '<w:b/><w:sz w:val="20"/>'), style("B", OFF, based_on="A"), style("C", "<w:i/>", based_on="B")
    )
    assert given.run_of("A", "") == RunFormat(bold=True, size=10)
    assert given.run_of("C", "") == RunFormat(italic=True, size=10)


@pytest.mark.parametrize(
    ("direct", "expected"),
    [
        ('<w:u w:val="single"/>', RunFormat(underline="single")),
        ("<w:u/>", RunFormat(underline="single")),
        ('<w:u w:val="none"/>', RunFormat()),
        ('<w:color w:val="auto"/>', RunFormat()),
        ('<w:color w:val="FF0000" w:themeColor="accent1"/>', RunFormat(color="FF0000")),
        ('<w:sz w:val="21"/>', RunFormat(size=10.5)),
        ('<w:sz w:val="much"/>', RunFormat()),
        ('<w:highlight w:val="yellow"/>', RunFormat(highlight="yellow")),
        ('<w:highlight w:val="none"/>', RunFormat()),
        ('<w:shd w:val="clear" w:color="auto" w:fill="D9D9D9"/>', RunFormat(shading="D9D9D9")),
        ('<w:shd w:val="clear" w:color="auto" w:fill="auto"/>', RunFormat()),
        ('<w:vertAlign w:val="superscript"/>', RunFormat(vertical="superscript")),
        ('<w:vertAlign w:val="baseline"/>', RunFormat()),
        ("<w:dstrike/>", RunFormat(strike=True)),
        ('<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/>', RunFormat(font="Arial")),
        ('<w:rFonts w:eastAsia="SimSun"/>', RunFormat(font="SimSun")),
        ('<w:rFonts w:asciiTheme="minorHAnsi"/>', RunFormat()),
        ('<w:rStyle w:val="Missing"/><w:b/>', RunFormat(bold=True)),
        ('<w:rStyle w:val="P"/>', RunFormat()),
        ('<w:rPrChange w:id="1" w:author="x"><w:rPr><w:b/></w:rPr></w:rPrChange>', RunFormat()),
        ('<w14:glow w14:rad="1"/><w:b/><!-- note -->', RunFormat(bold=True)),
        ("<mine:odd/><w:b/>", RunFormat(bold=True)),
    ],
)
def test_what_a_run_says_itself_is_read(direct: str, expected: RunFormat) -> None:
    assert styles(style("P", "<w:i/>")).run_of(None, rpr(direct)) == expected


def test_what_says_none_takes_back_what_a_style_gave() -> None:
    given = styles(style("P", '<w:u w:val="single"/><w:color w:val="FF0000"/><w:highlight w:val="red"/>'))
    undone = rpr('<w:u w:val="none"/><w:color w:val="auto"/><w:highlight w:val="none"/>')
    assert given.run_of("P", undone) == RunFormat()


def test_fonts_of_the_theme_are_known_where_the_theme_is() -> None:
    theme = (
        f'<a:theme xmlns:a="{NAMESPACES["a"]}"><a:fontScheme><a:majorFont><a:latin typeface="Cambria"/></a:majorFont>'
        '<a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/></a:minorFont></a:fontScheme></a:theme>'
    )
    given = Styles.read(None, theme.encode())
    assert given.run_of(None, rpr('<w:rFonts w:asciiTheme="minorHAnsi"/>')).font == "Calibri"
    assert given.run_of(None, rpr('<w:rFonts w:asciiTheme="majorHAnsi" w:ascii="Arial"/>')).font == "Cambria"
    assert given.run_of(None, rpr('<w:rFonts w:asciiTheme="minorEastAsia"/>')).font is None


def test_a_paragraph_without_a_style_has_the_default_one() -> None:
    given = styles(style("Normal", "<w:i/>", '<w:jc w:val="both"/>', default=True, name="Normal"), style("P"))
    assert given.paragraph_of("").style == "Normal"
    assert given.paragraph_of(ppr('<w:pStyle w:val="Gone"/>')).alignment == "both"
    assert given.run_of("Gone", "").italic
    assert given.run_of(None, "").italic
    assert not given.run_of("P", "").italic


@pytest.mark.parametrize(
    ("direct", "expected"),
    [
        ('<w:jc w:val="start"/>', ParagraphFormat(alignment="left")),
        ('<w:jc w:val="center"/>', ParagraphFormat(alignment="center")),
        (
            '<w:ind w:left="720" w:right="100" w:firstLine="200"/>',
            ParagraphFormat(indent_left=720, indent_right=100, indent_first=200),
        ),
        (
            '<w:ind w:start="720" w:end="1" w:hanging="360" w:firstLine="9"/>',
            ParagraphFormat(indent_left=720, indent_right=1, indent_first=-360),
        ),
        (
            '<w:spacing w:before="120" w:after="240" w:line="276"/>',
            ParagraphFormat(spacing_before=120, spacing_after=240, line=276, line_rule="auto"),
        ),
        ('<w:spacing w:line="12.0" w:lineRule="exact"/>', ParagraphFormat(line=12, line_rule="exact")),
        ('<w:outlineLvl w:val="2"/><w:keepNext/>', ParagraphFormat(outline_level=2, keep_next=True)),
        ('<w:pageBreakBefore w:val="true"/>', ParagraphFormat(page_break_before=True)),
        ('<w:numPr><w:numId w:val="4"/></w:numPr>', ParagraphFormat(num_id=4, level=0)),
        ('<w:numPr><w:ilvl w:val="2"/><w:numId w:val="4"/></w:numPr>', ParagraphFormat(num_id=4, level=2)),
        ('<w:numPr><w:ilvl w:val="2"/><w:numId w:val="0"/></w:numPr>', ParagraphFormat()),
        ('<w:numPr><w:ilvl w:val="2"/></w:numPr>', ParagraphFormat()),
        (
            '<w:rPr><w:b/></w:rPr><w:pPrChange w:id="1"><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>',
            ParagraphFormat(),
        ),
    ],
)
def test_what_a_paragraph_says_itself_is_read(direct: str, expected: ParagraphFormat) -> None:
    assert Styles.read(None).paragraph_of(ppr(direct)) == expected


def test_indents_and_spacing_come_from_wherever_they_are_said() -> None:
    given = styles(
        style("A", "", '<w:ind w:left="720" w:hanging="360"/><w:spacing w:before="10"/>'),
        style("B", "", '<w:ind w:firstLine="5"/>', based_on="A"),
        defaults='<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259"/></w:pPr></w:pPrDefault>',
    )
    found = given.paragraph_of(ppr('<w:pStyle w:val="B"/><w:ind w:right="7"/>'))
    assert (found.indent_left, found.indent_right, found.indent_first) == (720, 7, 5)
    assert (found.spacing_before, found.spacing_after, found.line) == (10, 160, 259)


def num(num_id: int | None = None, level: int | None = None) -> str:
    ilvl = "" if level is None else f'<w:ilvl w:val="{level}"/>'
    number = "" if num_id is None else f'<w:numId w:val="{num_id}"/>'
    return f"<w:numPr>{ilvl}{number}</w:numPr>"


@pytest.mark.parametrize(
    ("direct", "num_id", "level", "by"),
    [
        ('<w:pStyle w:val="H1"/>', 3, 0, (("H1", None),)),
        ('<w:pStyle w:val="H2"/>', 3, 1, (("H2", 1), ("H1", None))),
        ('<w:pStyle w:val="Plain2"/>', 3, 1, (("H2", 1), ("H1", None))),
        ('<w:pStyle w:val="Bare"/>', None, None, ()),
        ('<w:pStyle w:val="H2"/>' + num(9), 9, 1, ()),
        ('<w:pStyle w:val="H2"/>' + num(9, 4), 9, 4, ()),
        ('<w:pStyle w:val="H2"/>' + num(None, 2), 3, 2, ()),
        ('<w:pStyle w:val="H2"/>' + num(0), None, None, ()),
    ],
)
def test_numbering_comes_from_the_paragraph_or_through_its_style(
    direct: str, num_id: int | None, level: int | None, by: tuple[tuple[str, int | None], ...]
) -> None:
    given = styles(
        style("H1", "", num(3)),
        style("H2", "", num(None, 1), based_on="H1"),
        style("Plain2", based_on="H2"),
        style("Bare", "", num(0), based_on="H2"),
    )
    found = given.paragraph_of(ppr(direct))
    assert (found.num_id, found.level, found.numbering_styles) == (num_id, level, by)


@pytest.mark.parametrize(
    ("declared", "direct", "level"),
    [
        (style("H", "", '<w:outlineLvl w:val="0"/>', name="heading 1"), "", 1),
        (style("H", name="heading 3"), "", 3),
        (style("H", name="Heading 9"), "", 9),
        (style("H", "", '<w:outlineLvl w:val="4"/>', name="Clause"), "", 5),
        (style("H", name="Title"), "", None),
        (style("H", name="heading 10"), "", None),
        (style("H", name="TOC Heading", paragraph='<w:outlineLvl w:val="9"/>'), "", None),
        (style("H", name="heading 2"), '<w:outlineLvl w:val="9"/>', None),
        (style("H", name="Normal"), '<w:outlineLvl w:val="1"/>', 2),
        (style("H", name="Mine", based_on="B") + style("B", name="heading 4"), "", 4),
        (style("H", name="berschrift", based_on="B") + style("B", "", '<w:outlineLvl w:val="1"/>'), "", 2),
    ],
)
def test_a_heading_is_known_by_its_outline_level_or_its_english_name(
    declared: str, direct: str, level: int | None
) -> None:
    given = styles(declared)
    assert given.heading_level(given.paragraph_of(ppr(f'<w:pStyle w:val="H"/>{direct}'))) == level


def test_styles_that_are_based_on_each_other_end_somewhere() -> None:
    given = styles(
        style("A", "<w:b/>", based_on="B"), style("B", "<w:i/>", based_on="A"), style("C", based_on="Missing")
    )
    assert given.run_of("A", "") == RunFormat(bold=True, italic=True)
    assert given.run_of("C", "") == RunFormat()
    assert given.paragraph_of(ppr('<w:pStyle w:val="A"/>')).style == "A"


def test_a_style_is_found_by_id_by_name_and_in_other_case() -> None:
    given = styles(
        style("a", name="b"),
        style("b", name="Body Text"),
        style("Heading1", name="heading 1", more='<w:next w:val="b"/><w:link w:val="L"/><w:uiPriority w:val="9"/>'),
        style("L", name="heading 1", kind="character", more="<w:semiHidden/>"),
    )
    assert given.find("b") == Style("b", "Body Text", "paragraph")
    assert given.find("Body Text") == given.find("BODY text") == given.find("b")
    assert given.find("Heading 1") == Style("Heading1", "heading 1", "paragraph", ui_priority=9, linked="L", next="b")
    assert given.find("Heading 1", "character") == Style("L", "heading 1", "character", hidden=True)
    assert given.find("Nothing") is None
    assert [it.id for it in given.all()] == ["a", "b", "Heading1", "L"]
    assert (given.name("Heading1"), given.name("Gone"), given.name(None)) == ("heading 1", None, None)


def test_a_document_without_styles_has_plain_text() -> None:
    assert Styles.read(None).run_of("Heading1", "") == RunFormat()
    assert Styles.read(None).paragraph_of(ppr('<w:pStyle w:val="Heading1"/>')) == ParagraphFormat()


def test_strict_documents_are_read_like_others() -> None:
    xml = '<w:styles xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main">' + style("P", "<w:b/>") + "</w:styles>"
    assert Styles.read(xml.encode()).run_of("P", "").bold


def test_elements_and_their_sources_give_the_same() -> None:
    given = styles(style("P", "<w:i/>", '<w:jc w:val="both"/>'))
    root = parse(
        f'<w:p xmlns:w="{W}" xmlns:w14="{NAMESPACES["w14"]}"><w:pPr><w:pStyle w:val="P"/></w:pPr>'
        "<w:r><w:rPr><w:b/></w:rPr> </w:r></w:p>",
        "p",
    )
    properties, run = root[0], root[1][0]
    assert given.paragraph(properties) is given.paragraph_of('<w:pPr><w:pStyle w:val="P"/></w:pPr>')
    assert given.run("P", run) is given.run_of("P", "<w:rPr><w:b/></w:rPr>")
    assert given.run("P", None) is given.run_of("P", "")


def test_a_long_document_is_formatted_in_a_moment() -> None:
    given = styles(*(style(f"S{n}", "<w:b/>", based_on=f"S{n - 1}") for n in range(20)))

    def resolve() -> None:
        for n in range(2000):
            given.paragraph_of(f'<w:pPr><w:pStyle w:val="S{n % 20}"/><w:jc w:val="both"/></w:pPr>')
        for n in range(6000):
            given.run_of(f"S{n % 20}", f'<w:rPr><w:sz w:val="{n % 30}"/></w:rPr>')

    resolve()
    assert effort(resolve) < 3 * 8000
