"""applyStyle and listStyles: their arguments, answers and refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import bold, cell, control_around, docx, footnote, heading, italic, item, p, run, table
from tests.docx.validation import all_harm, harm, texts

if TYPE_CHECKING:
    from tests.word.conftest import Open, Word

REPORT = docx(
    p("Report"),
    p("The ", bold("Tenant"), " pays", footnote("In euro."), " the ", italic("rent"), " in advance."),
    item("first"),
    item("second"),
    table(["Rent", cell(table(["inner"]), p("900"))], ["Deposit", "1,800"]),
    p("Done", align="center"),
)


def paragraph(document: Word, text: str) -> str:
    """The source of the first paragraph that says something, without its own marks."""
    source = next(block.source for block in document.saved().body if text in block.text)
    return re.sub(r"<w:p(?: [^>]*)?>", "<w:p>", source, count=1)


def formatted(document: Word, text: str, **arguments: Any) -> str:
    """A paragraph after applyStyle; undone, the file is what it was."""
    before = document.data()
    answer = document.call("applyStyle", scope=document.range_of(text), **arguments)
    found = paragraph(document, text)
    assert document.call("search", query=text, scope=answer["rangeId"], matchCase=True)["results"]
    document.undo()
    assert document.data() == before
    document.redo()
    assert not harm(before, document.data())
    return found


class TestApplyStyle:
    @pytest.mark.parametrize(
        ("char", "written"),
        [
            ({"bold": True}, "<w:b/><w:bCs/>"),
            ({"italic": True}, "<w:i/><w:iCs/>"),
            ({"underline": "single"}, '<w:u w:val="single"/>'),
            ({"underline": "double"}, '<w:u w:val="double"/>'),
            ({"strikeThrough": True}, "<w:strike/>"),
            ({"doubleStrikeThrough": True}, "<w:dstrike/>"),
            ({"allCaps": True}, "<w:caps/>"),
            ({"smallCaps": True}, "<w:smallCaps/>"),
            ({"superscript": True}, '<w:vertAlign w:val="superscript"/>'),
            ({"subscript": True}, '<w:vertAlign w:val="subscript"/>'),
            ({"fontName": "Arial"}, '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial" w:cs="Arial"/>'),
            ({"fontSize": 14}, '<w:sz w:val="28"/><w:szCs w:val="28"/>'),
            ({"fontSize": 10.5}, '<w:sz w:val="21"/><w:szCs w:val="21"/>'),
            ({"color": "#333333"}, '<w:color w:val="333333"/>'),
            ({"color": "rgba(255, 0, 0, 1)"}, '<w:color w:val="FF0000"/>'),
            ({"highlight": "#FFFF00"}, '<w:highlight w:val="yellow"/>'),
            ({"highlight": "darkBlue"}, '<w:highlight w:val="darkBlue"/>'),
            ({"highlight": "#FFEEDD"}, '<w:shd w:val="clear" w:color="auto" w:fill="FFEEDD"/>'),
        ],
    )
    def test_char(self, word: Open, char: dict[str, Any], written: str) -> None:
        assert f"<w:rPr>{written}</w:rPr><w:t>pays</w:t>" in formatted(word(REPORT), "pays", char=char)

    @pytest.mark.parametrize(
        ("text", "char"),
        [("Tenant", {"bold": False}), ("rent", {"italic": False}), ("pays", {"underline": "none", "bold": False})],
    )
    def test_what_is_off_is_taken_away(self, word: Open, text: str, char: dict[str, Any]) -> None:
        report = word(REPORT)
        report.call("applyStyle", scope=report.range_of(text), char=char)
        assert re.search(rf"<w:r><w:t[^>]*>[^<]*{text}", paragraph(report, text))

    @pytest.mark.parametrize(
        ("para", "written"),
        [
            ({"alignment": "justify"}, '<w:jc w:val="both"/>'),
            ({"alignment": "left"}, '<w:jc w:val="left"/>'),
            ({"alignment": "right"}, '<w:jc w:val="right"/>'),
            ({"alignment": "center"}, '<w:jc w:val="center"/>'),
            ({"lineSpacing": 1.15}, '<w:spacing w:line="276" w:lineRule="auto"/>'),
            ({"spaceBefore": 6}, '<w:spacing w:before="120"/>'),
            ({"spaceAfter": 0}, '<w:spacing w:after="0"/>'),
            ({"leftIndent": 36}, '<w:ind w:left="720"/>'),
            ({"rightIndent": 10.5}, '<w:ind w:right="210"/>'),
            ({"firstLineIndent": 18}, '<w:ind w:firstLine="360"/>'),
            ({"firstLineIndent": -18, "leftIndent": 18}, '<w:ind w:left="360" w:hanging="360"/>'),
        ],
    )
    def test_para(self, word: Open, para: dict[str, Any], written: str) -> None:
        assert f"<w:pPr>{written}</w:pPr>" in formatted(word(REPORT), "pays", para=para)

    def test_a_paragraph_style_goes_to_the_paragraphs_that_the_range_touches(self, word: Open) -> None:
        report = word(REPORT)
        report.select("port\nThe")
        report.call("applyStyle", namedStyle="Heading 1")
        assert report.saved().body.source.count('<w:pStyle w:val="Heading1"/>') == 2

    def test_a_character_style_goes_to_the_range(self, word: Open) -> None:
        assert '<w:rPr><w:rStyle w:val="Strong"/></w:rPr><w:t>pays</w:t>' in formatted(
            word(REPORT), "pays", namedStyle="Strong"
        )

    @pytest.mark.parametrize("name", ["Grid Table 4 Accent 1", "GridTable4_Accent1", "Grid Table 4 - Accent 1"])
    def test_a_table_style_goes_to_the_table_around_the_range(self, word: Open, name: str) -> None:
        report = word(REPORT)
        report.call("applyStyle", scope=report.range_of("Deposit"), namedStyle=name)
        assert report.saved().body.source.count('<w:tblStyle w:val="GridTable4-Accent1"/>') == 1
        assert not harm(REPORT, report.data())

    def test_a_table_style_goes_to_every_table_of_the_document(self, word: Open) -> None:
        data = docx(table(["one"]), "between", table(["two"]), "end")
        report = word(data)
        report.call("applyStyle", scope="document", namedStyle="Plain Table 3", para={"alignment": "center"})
        assert report.saved().body.source.count('<w:tblStyle w:val="PlainTable3"/>') == 2
        report.undo()
        assert report.data() == data

    def test_without_a_table_a_table_style_is_refused(self, word: Open) -> None:
        report = word(REPORT)
        assert (
            report.refusal("applyStyle", scope=report.range_of("pays"), namedStyle="Table Grid").code == "E_UNSUPPORTED"
        )

    @pytest.mark.parametrize("name", ["heading 2", "Heading 2", "HEADING 2", "Heading2", "heading_2"])
    def test_names_are_taken_as_shown_as_ids_and_as_constants(self, word: Open, name: str) -> None:
        report = word(REPORT)
        report.call("applyStyle", scope=report.range_of("Report"), namedStyle=name)
        assert '<w:pStyle w:val="Heading2"/>' in paragraph(report, "Report")

    def test_a_style_that_the_document_lacks_is_added_with_words_look(self, word: Open) -> None:
        report = word(REPORT)
        report.call("applyStyle", scope=report.range_of("Done"), namedStyle="Intense Quote")
        assert '<w:name w:val="Intense Quote"/>' in report.part("word/styles.xml")
        assert not harm(REPORT, report.data())
        report.undo()
        assert report.data() == REPORT

    def test_an_unknown_name_is_refused_with_near_ones(self, word: Open) -> None:
        refused = word(REPORT).refusal("applyStyle", scope="document", namedStyle="Heding 1")
        assert refused.code == "E_NOT_FOUND"
        assert "'Heading 1'" in refused.hint

    def test_direct_formatting_overrules_the_style(self, word: Open) -> None:
        after = formatted(
            word(REPORT), "pays", namedStyle="Heading 1", para={"alignment": "justify", "spaceBefore": 3},
            char={"fontSize": 14, "color": "#333333"},
        )  # fmt: skip
        assert '<w:pStyle w:val="Heading1"/><w:spacing w:before="60"/><w:jc w:val="both"/>' in after
        assert '<w:color w:val="333333"/><w:sz w:val="28"/>' in after

    def test_or_the_style_wins_over_what_it_defines(self, word: Open) -> None:
        after = formatted(
            word(REPORT), "pays", namedStyle="Heading 1", precedence="overridesThenStyle",
            para={"alignment": "justify", "spaceBefore": 3}, char={"fontSize": 14, "underline": "single"},
        )  # fmt: skip
        assert '<w:pStyle w:val="Heading1"/><w:jc w:val="both"/></w:pPr>' in after
        assert '<w:rPr><w:u w:val="single"/></w:rPr><w:t>pays</w:t>' in after

    @pytest.mark.parametrize("name", ["resetDirectFormatting", "clearOtherStyles"])
    def test_direct_formatting_can_be_cleared_first(self, word: Open, name: str) -> None:
        report = word(docx(p("The ", run("Fee", bold=True, color="FF0000"), " is due", align="center"), item("one")))
        report.call("applyStyle", scope="document", char={"italic": True}, **{name: True})
        after = paragraph(report, "Fee")
        assert "<w:jc" not in after
        assert "<w:b/>" not in after
        assert "<w:i/>" in after
        assert "<w:numPr>" in paragraph(report, "one")

    def test_notes_stay_notes(self, word: Open) -> None:
        report = word(REPORT)
        report.call("applyStyle", scope="document", namedStyle="Strong", resetDirectFormatting=True)
        assert '<w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference' in paragraph(report, "pays")
        assert not harm(REPORT, report.data())

    @pytest.mark.parametrize("kind", ["bullet", "number"])
    def test_paragraphs_become_a_list(self, word: Open, kind: str) -> None:
        data = docx("one", "two", "three")
        report = word(data)
        report.select("one\ntwo")
        report.call("applyStyle", para={"list": kind})
        labels = report.labels
        assert labels == (["1.", "2.", ""] if kind == "number" else ["•", "•", ""])
        assert not harm(data, report.data())
        report.call("applyStyle", para={"list": "none"})
        assert report.labels == ["", "", ""]

    def test_a_list_of_one_kind_becomes_one_of_the_other(self, word: Open) -> None:
        report = word(docx(item("one"), item("two", level=1), "three"))
        labels = report.labels
        kind = "bullet" if labels[0] != "•" else "number"
        report.select("one\ntwo")
        report.call("applyStyle", para={"list": kind})
        after = report.labels
        assert after[0] == ("•" if kind == "bullet" else "1.")
        assert after[0] != labels[0]

    @pytest.mark.parametrize("name", ["Heading 2", "Normal"])
    def test_an_item_that_becomes_a_heading_or_plain_text_is_none_any_more(self, word: Open, name: str) -> None:
        report = word(REPORT)
        report.call("applyStyle", scope=report.range_of("first"), namedStyle=name)
        assert "<w:numPr>" not in paragraph(report, "first")
        assert "<w:numPr>" in paragraph(report, "second")

    @pytest.mark.parametrize("name", ["List Bullet", "List Number 2"])
    def test_list_styles_bring_their_lists(self, word: Open, name: str) -> None:
        data = docx("one", "two")
        report = word(data)
        report.call("applyStyle", scope="document", namedStyle=name)
        labels = report.labels
        assert labels == (["•", "•"] if "Bullet" in name else ["1.", "2."])
        assert not harm(data, report.data())

    def test_transparency_is_left_out_with_a_warning(self, word: Open) -> None:
        report = word(REPORT)
        answer = report.call("applyStyle", scope=report.range_of("pays"), char={"color": "rgba(1,2,3,0.5)"})
        assert "alpha" in answer["warnings"][0]
        assert '<w:color w:val="010203"/>' in paragraph(report, "pays")
        assert "warnings" not in report.call("applyStyle", scope=report.range_of("pays"), char={"color": "#010203"})

    def test_the_selection_is_the_default_scope(self, word: Open) -> None:
        report = word(REPORT)
        report.select("pays")
        report.call("applyStyle", char={"bold": True})
        assert "<w:b/><w:bCs/></w:rPr><w:t>pays</w:t>" in paragraph(report, "pays")

    def test_a_cursor_is_enough_for_paragraphs_and_not_for_characters(self, word: Open) -> None:
        report = word(REPORT)
        report.call("applyStyle", namedStyle="Title")
        assert '<w:pStyle w:val="Title"/>' in paragraph(report, "Report")
        assert report.refusal("applyStyle", char={"bold": True}).code == "E_INVALID_ARG"

    def test_text_that_runs_from_right_to_left_is_aligned_as_it_looks(self, word: Open) -> None:
        report = word(docx(p("שלום", properties="<w:bidi/>"), "漢字", "😀"))
        report.call("applyStyle", scope="document", para={"alignment": "left"}, char={"bold": True})
        assert '<w:jc w:val="right"/>' in paragraph(report, "שלום")
        assert '<w:jc w:val="left"/>' in paragraph(report, "漢字")
        assert "<w:b/><w:bCs/></w:rPr><w:t>😀</w:t>" in paragraph(report, "😀")

    def test_an_empty_document(self, word: Open) -> None:
        report = word(docx(""))
        report.call("applyStyle", scope="document", namedStyle="Title", char={"bold": True})
        assert '<w:pStyle w:val="Title"/>' in report.saved().body.source

    def test_a_locked_control_is_left_alone(self, word: Open) -> None:
        data = docx(control_around("Sealed", kind='<w:lock w:val="sdtContentLocked"/>'), "open")
        report = word(data)
        report.call("applyStyle", scope=report.range_of("open"), char={"bold": True})
        assert not harm(data, report.data())

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ({}, "E_INVALID_ARG"),
            ({"char": {}, "para": {}}, "E_INVALID_ARG"),
            ({"char": {"blod": True}}, "E_INVALID_ARG"),
            ({"para": {"align": "left"}}, "E_INVALID_ARG"),
            ({"char": {"color": "reddish"}}, "E_INVALID_ARG"),
            ({"char": {"color": "rgba(300,0,0,1)"}}, "E_INVALID_ARG"),
            ({"char": {"underline": True}}, "E_INVALID_ARG"),
            ({"char": {"fontSize": 0}}, "E_INVALID_ARG"),
            ({"char": {"fontSize": "12"}}, "E_INVALID_ARG"),
            ({"char": {"fontSize": 99999}}, "E_INVALID_ARG"),
            ({"char": {"superscript": True, "subscript": True}}, "E_INVALID_ARG"),
            ({"para": {"lineSpacing": 0}}, "E_INVALID_ARG"),
            ({"para": {"list": "roman"}}, "E_INVALID_ARG"),
            ({"namedStyle": ""}, "E_INVALID_ARG"),
            ({"namedStyle": "No Such Style"}, "E_NOT_FOUND"),
            ({"precedence": "styleFirst", "namedStyle": "Title"}, "E_INVALID_ARG"),
            ({"scope": "rangeId:none", "namedStyle": "Title"}, "E_NOT_FOUND"),
        ],
    )
    def test_refusals(self, word: Open, arguments: dict[str, Any], code: str) -> None:
        report = word(REPORT)
        assert report.refusal("applyStyle", **{"scope": "document", **arguments}).code == code
        assert report.data() == REPORT


class TestListStyles:
    def test_tells_the_documents_styles_and_words(self, word: Open) -> None:
        found = word(REPORT).call("listStyles")
        assert {"name": "Normal", "builtIn": True} in found["paragraphStyles"]
        assert "Heading 9" in names(found, "paragraphStyles")
        assert "Emphasis" in names(found, "characterStyles")
        assert "List Table 7 Colorful Accent 6" in names(found, "tableStyles")

    def test_each_name_once(self, word: Open) -> None:
        found = word(REPORT).call("listStyles", builtInOnly=False)
        for kind in found:
            assert len(names(found, kind)) == len(set(names(found, kind)))

    @pytest.mark.parametrize("category", ["paragraph", "character", "table"])
    def test_of_one_category(self, word: Open, category: str) -> None:
        found = word(REPORT).call("listStyles", category=category)
        assert [kind for kind, styles in found.items() if styles] == [f"{category}Styles"]

    def test_a_part_of_the_name_whatever_its_case(self, word: Open) -> None:
        found = word(REPORT).call("listStyles", query="hEADING 1")
        assert names(found, "paragraphStyles") == ["Heading 1"]

    def test_at_most_so_many(self, word: Open) -> None:
        found = word(REPORT).call("listStyles", max=3)
        assert sum(map(len, found.values())) == 3

    def test_a_style_of_ones_own_is_no_built_in(self, word: Open) -> None:
        report = word(OWN)
        assert "Clause" not in names(report.call("listStyles"), "paragraphStyles")
        found = report.call("listStyles", builtInOnly=False, query="clause")
        assert found["paragraphStyles"] == [{"name": "Clause", "builtIn": False, "localizedName": "Klausel"}]
        bare = report.call("listStyles", builtInOnly=False, query="clause", includeLocalized=False)
        assert bare["paragraphStyles"] == [{"name": "Clause", "builtIn": False}]
        assert report.call("listStyles", builtInOnly=False, query="Klausel")["paragraphStyles"]
        report.call("applyStyle", scope="document", namedStyle="Klausel")
        assert '<w:pStyle w:val="Clause"/>' in report.saved().body.source

    @pytest.mark.libreoffice
    @pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
    def test_every_name_works_in_apply_style(self, word: Open, every: int) -> None:
        data = docx("one", table(["two"]), "three")
        report = word(data)
        found = report.call("listStyles", builtInOnly=False)
        report.call("applyStyle", scope="document", char={"italic": True})
        scopes = {"paragraphStyles": "one", "characterStyles": "three", "tableStyles": "two"}
        for kind, text in scopes.items():
            scope = report.range_of(text)
            for name in names(found, kind)[::every]:
                report.call("applyStyle", scope=scope, namedStyle=name)
        (bad,) = all_harm([(data, report.data())])
        assert not bad
        assert "three" in texts([report.data()])[0]

    @pytest.mark.parametrize("arguments", [{"category": "list"}, {"max": 0}, {"sort": True}])
    def test_refusals(self, word: Open, arguments: dict[str, Any]) -> None:
        assert word(REPORT).refusal("listStyles", **arguments).code == "E_INVALID_ARG"


def names(found: dict[str, Any], kind: str) -> list[str]:
    return [style["name"] for style in found[kind]]


OWN = docx(
    heading("One"),
    "two",
    styles='<w:style w:type="paragraph" w:customStyle="1" w:styleId="Clause"><w:name w:val="Clause"/>'
    '<w:aliases w:val="Klausel"/><w:basedOn w:val="Normal"/></w:style>',
)
