"""Run-in headers, and paragraphs that have none."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.formats.docx.style.styles import RunFormat
from quire.formats.docx.view.header import RunInHeader, Span, run_in_header

_TAG = re.compile(r"<(/?)([biu])>")


def spans(marked: str) -> list[Span]:
    """`<b>Fees.</b> The tenant` in pieces of one format each."""
    found, looks, position = [], RunFormat(), 0
    for tag in [*_TAG.finditer(marked), None]:
        end = tag.start() if tag else len(marked)
        if end > position:
            found.append((marked[position:end], looks))
        if tag:
            on, position = not tag[1], tag.end()
            kind = tag[2]
            if kind == "u":
                looks = replace(looks, underline="single" if on else None)
            else:
                looks = replace(looks, bold=on) if kind == "b" else replace(looks, italic=on)
    return found


HEADERS = [
    ("<b>Fees.</b> The tenant pays.", "Fees", "The tenant pays."),
    ("<b>Fees. </b>The tenant pays.", "Fees", "The tenant pays."),
    ("<b>Fees</b>. The tenant pays.", "Fees", "The tenant pays."),
    ("<b>Fees:</b> the tenant pays.", "Fees", "the tenant pays."),
    ("<u>Fees</u>: the tenant pays.", "Fees", "the tenant pays."),
    ("<u>Fees</u>.  The tenant pays.", "Fees", "The tenant pays."),
    ("<b><u>Fees</u>.</b> The tenant pays.", "Fees", "The tenant pays."),
    ("<b>Fees</b> – the tenant pays.", "Fees", "the tenant pays."),
    ("<b>Fees —</b> the tenant pays.", "Fees", "the tenant pays."),
    ("<b>Fees - </b>the tenant pays.", "Fees", "the tenant pays."),
    ("<b>Fees.</b>\tThe tenant pays.", "Fees", "The tenant pays."),
    ("<b>Fees:</b>The tenant pays.", "Fees", "The tenant pays."),
    ("<b>What is due?</b> The rent.", "What is due", "The rent."),
    ("<b>Fees and <i>Costs</i>.</b> The tenant pays.", "Fees and Costs", "The tenant pays."),
    ("<b>Fees (Optional).</b> The tenant pays.", "Fees (Optional)", "The tenant pays."),
    ("<b>“Security Incidents:”</b> The vendor tells.", "Security Incidents", "The vendor tells."),
    ("“<b>Security Incidents:</b>” The vendor tells.", "Security Incidents", "The vendor tells."),
    ("“<u>Security Incidents</u>”: the vendor tells.", "Security Incidents", "the vendor tells."),
    ("<b>“Security Incidents.”</b> The vendor tells.", "Security Incidents", "The vendor tells."),
    ('<b>"Security Incidents":</b> The vendor tells.', "Security Incidents", "The vendor tells."),
    ("<b><u>Fees</u>.</b> <b>The tenant</b> pays.", "Fees", "The tenant pays."),
    ("<b>租金：</b>承租人应支付。", "租金", "承租人应支付。"),
    ("<b>目的。</b>この契約は", "目的", "この契約は"),
    ("  <b>Fees.</b> The tenant pays.", "Fees", "The tenant pays."),
    ("1.1 <b>Fees.</b> The tenant pays.", "Fees", "The tenant pays."),
    ("<b>1.1 Fees.</b> The tenant pays.", "Fees", "The tenant pays."),
    ("(a)\t<u>Fees</u>. The tenant pays.", "Fees", "The tenant pays."),
    ("<b>Section 4.1. Fees.</b> The tenant pays.", "Fees", "The tenant pays."),
    ("<b>Date:</b> ____", "Date", "____"),
    ("<b>Fees.</b> 5 % of the rent.", "Fees", "5 % of the rent."),
    ("<b>Fees.</b> <i>The tenant</i> pays.", "Fees", "The tenant pays."),
    (
        "<b>Incorporating existing NDA (no disclosure to investors or acquirers):</b> We entered.",
        "Incorporating existing NDA (no disclosure to investors or acquirers)",
        "We entered.",
    ),
]

NONE = [
    "",
    "   ",
    "Fees. The tenant pays.",
    "<b>Fees</b>",
    "<b>Fees.</b>",
    "<b>Fees.</b>  ",
    "<b>Fees. The tenant pays.</b>",
    "<b>Fees</b> are due.",
    "<b>Tenant</b> shall pay.",
    "<b>However,</b> the tenant pays.",
    "<b>“Affiliate”</b> means any entity.",
    "“<b>Affiliate</b>” means any entity.",
    "<i>Fees.</i> The tenant pays.",
    "The <b>fees.</b> The tenant pays.",
    "<b>1.</b> The tenant pays.",
    "<b>(a)</b> the tenant pays.",
    "<b>Section 4.1.</b> The tenant pays.",
    "<b>2024:</b> 5 % of the rent",
    "<b>Mr.</b> Smith pays.",
    "<b>Acme, Inc.</b> (the “Company”) pays.",
    "<b>Acme Corp.</b> shall pay.",
    "<b>3</b>.5 million were paid.",
    "<b>Fees.</b> the tenant pays.",
    "<b>What is due?</b>\t12",
    "<b>Fees\tCosts:</b> The tenant pays.",
    "<b>Fees\vCosts:</b> The tenant pays.",
    "<b>" + "very long " * 12 + ":</b> The tenant pays.",
    "<b>" + "a b c d " * 4 + ".</b> The tenant pays.",
    "<b>" + "x" * 5000 + ".</b> The tenant pays.",
]


@pytest.mark.parametrize(("marked", "header", "rest"), HEADERS)
def test_a_header_stands_out_ends_in_punctuation_and_has_text_behind_it(marked: str, header: str, rest: str) -> None:
    pieces = spans(marked)
    found = run_in_header(pieces)
    assert found is not None
    text = "".join(piece for piece, _ in pieces)
    assert (found.text, text[found.start + found.length :]) == (header, rest)


@pytest.mark.parametrize("marked", NONE)
def test_other_paragraphs_have_none(marked: str) -> None:
    assert run_in_header(spans(marked)) is None


@pytest.mark.parametrize(
    ("marked", "bold", "italic", "underline"),
    [
        ("<b>Fees.</b> The", True, False, False),
        ("<b><u>Fees.</u></b> The", True, False, True),
        ("<u><i>Fees.</i></u> The", False, True, True),
        ("<b>Fees and <i>Costs</i>.</b> The", True, False, False),
        ("<b><i>Fees</i></b>. The", True, True, False),
    ],
)
def test_the_looks_of_a_header_are_told(marked: str, bold: bool, italic: bool, underline: bool) -> None:
    found = run_in_header(spans(marked))
    assert found is not None
    assert (found.bold, found.italic, found.underline) == (bold, italic, underline)


def test_the_stretch_of_a_header_begins_behind_a_typed_label() -> None:
    assert run_in_header(spans("1.1 <b>Fees.</b> The tenant")) == RunInHeader("Fees", 4, 6, True, False, False)


def test_a_heading_has_one_only_before_a_text_of_some_length() -> None:
    assert run_in_header(spans("<b>Part One:</b> Fees"), heading=True) is None
    long = spans("<b>Mutual:</b> " + "We each may disclose information. " * 3)
    assert run_in_header(long, heading=True) == run_in_header(long)


PIECES = st.lists(
    st.tuples(
        st.text(alphabet="Ab .:–-“”'\t\v1()é租。", max_size=8),
        st.builds(RunFormat, bold=st.booleans(), underline=st.sampled_from([None, "single"])),
    ),
    max_size=6,
)


@given(PIECES)
def test_nothing_is_lost(pieces: list[Span]) -> None:
    text = "".join(piece for piece, _ in pieces)
    found = run_in_header(pieces)
    if found:
        stretch = text[found.start : found.start + found.length]
        assert found.text in stretch
        assert not re.search(r"[^\W\d_]", stretch.replace(found.text, "", 1))
        assert text[found.start + found.length :].strip()
