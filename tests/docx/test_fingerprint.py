"""Fingerprints of looks, and their readable names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from quire.formats.docx.names import NAMESPACES
from quire.formats.docx.style.fingerprint import Context, StyleNames, dominant, fingerprint_of, kind_of
from quire.formats.docx.style.styles import ParagraphFormat, RunFormat, Styles

if TYPE_CHECKING:
    from quire.formats.docx.view.header import Span

PLAIN, BOLD = RunFormat(size=11), RunFormat(bold=True, size=11)
BODY = ParagraphFormat(style="Normal", style_name="Normal")

STYLES = Styles.read(
    f"""<w:styles xmlns:w="{NAMESPACES["w"]}">
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
    <w:style w:type="paragraph" w:styleId="Both"><w:name w:val="Normal"/><w:pPr><w:jc w:val="both"/></w:pPr></w:style>
    </w:styles>""".encode()
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", "<w:pPr/>"),
        ("", '<w:pPr><w:jc w:val="left"/></w:pPr>'),
        ("", '<w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr>'),
        ("", '<w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr>'),
        ("", '<w:pPr><w:rPr><w:ins w:id="7" w:author="A" w:date="2024-01-01T00:00:00Z"/></w:rPr></w:pPr>'),
        ("", '<w:pPr><w:pPrChange w:id="7" w:author="A"><w:pPr><w:jc w:val="both"/></w:pPr></w:pPrChange></w:pPr>'),
        ("", "<w:pPr><w:keepNext/><w:pageBreakBefore/><w:suppressAutoHyphens/></w:pPr>"),
        ('<w:pPr><w:jc w:val="both"/></w:pPr>', '<w:pPr><w:pStyle w:val="Both"/></w:pPr>'),
        ('<w:pPr><w:jc w:val="start"/></w:pPr>', '<w:pPr w:rsidR="00AA11BB"><w:jc w:val="left"/></w:pPr>'),
    ],
)
def test_looks_that_are_the_same_have_the_same_fingerprint(one: str, other: str) -> None:
    assert fingerprint_of(STYLES.paragraph_of(one), PLAIN) == fingerprint_of(STYLES.paragraph_of(other), PLAIN)


@pytest.mark.parametrize(
    "run",
    [
        RunFormat(size=11, highlight="yellow"),
        RunFormat(size=11, shading="FF0000"),
        RunFormat(size=11, strike=True),
        RunFormat(size=11, vertical="superscript"),
    ],
)
def test_what_marks_a_text_for_a_while_is_not_its_look(run: RunFormat) -> None:
    assert fingerprint_of(BODY, run) == fingerprint_of(BODY, PLAIN)


DIFFERENT = [
    (replace(BODY, alignment="both"), PLAIN, None),
    (replace(BODY, style_name="Body Text"), PLAIN, None),
    (replace(BODY, indent_left=720), PLAIN, None),
    (replace(BODY, indent_first=-360), PLAIN, None),
    (replace(BODY, spacing_after=120), PLAIN, None),
    (replace(BODY, line=360), PLAIN, None),
    (replace(BODY, outline_level=0), PLAIN, None),
    (BODY, PLAIN, "decimal"),
    (BODY, PLAIN, "bullet"),
    (replace(BODY, num_id=1, level=1), PLAIN, "decimal"),
    (BODY, BOLD, None),
    (BODY, replace(PLAIN, size=12), None),
    (BODY, replace(PLAIN, font="Arial"), None),
    (BODY, replace(PLAIN, color="FF0000"), None),
    (BODY, replace(PLAIN, caps=True), None),
]


def test_other_looks_have_other_fingerprints() -> None:
    found = [fingerprint_of(BODY, PLAIN), *(fingerprint_of(*it) for it in DIFFERENT)]
    assert len(set(found)) == len(found)
    assert {len(it) for it in found} == {12}


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint_of(BODY, PLAIN) == "2174bb3322fc"


def test_two_lists_of_the_same_look_have_the_same_fingerprint() -> None:
    one, other = replace(BODY, num_id=1, level=0), replace(BODY, num_id=2, level=0)
    assert fingerprint_of(one, PLAIN, "decimal") == fingerprint_of(other, PLAIN, "decimal")


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([("Fees. ", BOLD), ("The tenant pays.", PLAIN)], PLAIN),
        ([("ab", BOLD), ("cd", PLAIN), ("e", BOLD)], BOLD),
        ([("ab", BOLD), ("cd", PLAIN)], BOLD),
        ([], PLAIN),
        ([("", BOLD)], PLAIN),
    ],
)
def test_the_format_of_most_characters_is_the_dominant_one(spans: list[Span], expected: RunFormat) -> None:
    assert dominant(spans, PLAIN) == expected


KINDS = [
    ("body", BODY, PLAIN, Context(length=300)),
    ("body", BODY, PLAIN, Context(length=300, header=True)),
    ("body", BODY, BOLD, Context(length=300)),
    ("body", BODY, BOLD, Context(length=0)),
    ("heading_2", BODY, PLAIN, Context(heading_level=2)),
    ("heading_1", BODY, BOLD, Context(heading_level=1, marker="decimal", label="1.")),
    ("title", replace(BODY, style_name="Title"), PLAIN, Context(length=10)),
    ("title", replace(BODY, alignment="center"), replace(BOLD, size=16), Context(length=10)),
    ("subtitle", replace(BODY, style_name="Subtitle"), PLAIN, Context(length=10)),
    ("subheading", BODY, BOLD, Context(length=10)),
    ("subheading", replace(BODY, alignment="center"), BOLD, Context(length=10)),
    ("toc_1", replace(BODY, style_name="toc 1"), PLAIN, Context(length=10)),
    ("toc_2", replace(BODY, style_name="TOC 2"), BOLD, Context(length=10)),
    ("toc_heading", replace(BODY, style_name="TOC Heading"), BOLD, Context(length=10)),
    ("quote", replace(BODY, style_name="Intense Quote"), PLAIN, Context(length=10)),
    ("quote", replace(BODY, style_name="Block Text"), PLAIN, Context(length=10)),
    ("caption", replace(BODY, style_name="caption"), BOLD, Context(length=10)),
    ("footnote", replace(BODY, style_name="footnote text"), PLAIN, Context(length=10)),
    ("header", replace(BODY, style_name="header"), PLAIN, Context(length=10)),
    ("signature", replace(BODY, style_name="E-mail Signature"), PLAIN, Context(length=10)),
    ("code", replace(BODY, style_name="HTML Preformatted"), PLAIN, Context(length=10)),
    ("code", BODY, replace(PLAIN, font="Courier New"), Context(length=10)),
    ("section", replace(BODY, num_id=1, level=0), BOLD, Context(marker="decimal", label="1.", length=10)),
    ("section", replace(BODY, num_id=1, level=0), PLAIN, Context(marker="decimal", label="1.", header=True)),
    ("section", BODY, BOLD, Context(label="1.", length=10)),
    ("section", BODY, BOLD, Context(label="Article IV", length=10)),
    ("subsection", replace(BODY, num_id=1, level=1), BOLD, Context(marker="decimal", label="1.1", length=10)),
    ("subsection", BODY, BOLD, Context(label="1.2", length=30)),
    ("subsection", BODY, BOLD, Context(label="(a)", length=30)),
    ("body", BODY, PLAIN, Context(label="1.2", header=True, length=300)),
    ("body", BODY, PLAIN, Context(label="(a)", length=300)),
    ("body", replace(BODY, style_name="Text"), PLAIN, Context(length=300)),
    ("list", replace(BODY, num_id=1, level=0), PLAIN, Context(marker="lowerLetter", label="(a)", length=300)),
    ("bullet", replace(BODY, num_id=1, level=0), BOLD, Context(marker="bullet", label="•", length=300)),
]


@pytest.mark.parametrize(("kind", "paragraph", "run", "context"), KINDS)
def test_a_paragraph_is_named_after_what_it_is(
    kind: str, paragraph: ParagraphFormat, run: RunFormat, context: Context
) -> None:
    assert kind_of(paragraph, run, context) == kind


def test_names_are_numbered_by_first_appearance_and_kept() -> None:
    names, given = StyleNames(), []
    numbered = Context(marker="decimal", label="1.")
    for fingerprint, run, context in [
        ("aa", PLAIN, Context()),
        ("bb", BOLD, numbered),
        ("cc", PLAIN, Context()),
        ("aa", PLAIN, Context()),
        ("dd", BOLD, numbered),
        ("ee", PLAIN, Context(heading_level=2)),
        ("ff", BOLD, Context(heading_level=2)),
        ("gg", PLAIN, numbered),
        ("bb", PLAIN, Context()),
        ("cc", PLAIN, Context(heading_level=1)),
    ]:
        name, names = names.give(fingerprint, BODY, run, context)
        given.append(name)
    assert given == [
        "body_1",
        "section",
        "body_2",
        "body_1",
        "section_2",
        "heading_2",
        "heading_2_2",
        "list_1",
        "section",
        "body_2",
    ]
    assert StyleNames(dict(names.names)) == names


def test_giving_a_name_leaves_the_names_before_as_they_were() -> None:
    before = StyleNames()
    _, after = before.give("aa", BODY, PLAIN, Context())
    assert (before.names, after.names) == ({}, {"aa": "body_1"})
    assert after.give("aa", BODY, PLAIN, Context())[1] is after
