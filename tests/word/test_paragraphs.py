"""listParagraphs: its arguments, answers and refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.gallery import CONTENT
from tests.docx.specimen import cell, control_around, docx, field_end, field_start, p, table
from tests.docx.validation import all_harm, harm, losses, text

if TYPE_CHECKING:
    from tests.word.conftest import Open, Word

LETTER = docx(
    "Dear Ms Smith,",
    "",
    control_around("We write", "to you.", tag="body"),
    table(["Rent", cell(table(["inner"]), p("900"))], ["Deposit", ""]),
    p("漢字 😀 שלום"),
)


@pytest.mark.libreoffice
def test_every_paragraph_gets_a_control(word: Open) -> None:
    letter = word(LETTER)
    found = letter.call("listParagraphs")["paragraphs"]
    assert [each["text"] for each in found] == [
        "Dear Ms Smith,", "We write", "to you.", "Rent", "inner", "900", "Deposit", "漢字 😀 שלום",
    ]  # fmt: skip
    assert [each["index"] for each in found] == [0, 2, 3, 4, 5, 6, 7, 9]
    assert [each["ccTag"] for each in found] == [
        "mcp-paragraph:0", "body", "body", *(f"mcp-paragraph:{index}" for index in (4, 5, 6, 7, 9)),
    ]  # fmt: skip
    ids = [each["ccId"] for each in found if each["ccTag"] != "body"]
    assert len(set(ids)) == len(ids)
    source = letter.saved().body.source
    assert source.count('<w15:appearance w15:val="hidden"/>') == 6
    assert not harm(LETTER, letter.data())
    assert not losses(LETTER, letter.data())
    assert "漢字" in text(letter.data())
    letter.undo()
    assert letter.data() == LETTER


def test_a_second_call_creates_none(word: Open) -> None:
    letter = word(LETTER)
    first, data = unnamed(letter), letter.data()
    assert unnamed(letter) == first
    assert letter.data() == data


def unnamed(letter: Word) -> list[dict[str, Any]]:
    """All that is told of paragraphs, but for the names of their ranges, which may be new each time."""
    found = letter.call("listParagraphs")["paragraphs"]
    return [{key: value for key, value in each.items() if key != "rangeId"} for each in found]


def test_without_controls_nothing_is_changed(word: Open) -> None:
    letter = word(LETTER)
    found = letter.call("listParagraphs", createControls=False)["paragraphs"]
    assert "ccId" not in found[0]
    assert found[1]["ccTag"] == "body"
    assert letter.data() == LETTER


def test_empty_paragraphs_are_told_if_wanted(word: Open) -> None:
    found = word(LETTER).call("listParagraphs", filterEmpty=False)["paragraphs"]
    assert [each["index"] for each in found] == list(range(10))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, {"text": "Dear Ms Smith,"}),
        ({"includeText": False}, {}),
        ({"maxChars": 4}, {"text": "Dear Ms Smith,", "excerpt": "Dear"}),
        ({"maxChars": 4, "includeText": False}, {"excerpt": "Dear"}),
        ({"maxChars": 99, "includeText": False}, {"excerpt": "Dear Ms Smith,"}),
    ],
)
def test_texts_and_excerpts(word: Open, arguments: dict[str, Any], told: dict[str, str]) -> None:
    first = word(LETTER).call("listParagraphs", **arguments)["paragraphs"][0]
    assert {key: first[key] for key in ("text", "excerpt") if key in first} == told


def test_a_prefix_of_ones_own(word: Open) -> None:
    letter = word(LETTER)
    found = letter.call("listParagraphs", controlTagPrefix='a<b>&"c')["paragraphs"]
    assert found[0]["ccTag"] == 'a<b>&"c:0'
    assert not harm(LETTER, letter.data())
    assert letter.call("listParagraphs")["paragraphs"][0]["ccTag"] == 'a<b>&"c:0'


def test_only_those_of_the_scope(word: Open) -> None:
    letter = word(LETTER)
    letter.select("write\nto")
    found = letter.call("listParagraphs", scope="selection")["paragraphs"]
    assert [each["text"] for each in found] == ["We write", "to you."]
    found = letter.call("listParagraphs", scope=letter.range_of("900"))["paragraphs"]
    assert [each["text"] for each in found] == ["900"]


def test_ranges_keep_naming_their_paragraphs(word: Open) -> None:
    letter = word(LETTER)
    found = {each["text"]: each["rangeId"] for each in letter.call("listParagraphs")["paragraphs"]}
    letter.call("insertText", text="Hello. ", scope="document", location="start")
    letter.call("replace", target=found["900"], replaceWith="950")
    letter.undo()
    letter.redo()
    letter.call("insertText", text="!", scope=found["900"], location="end")
    assert "950!" in letter.paragraphs
    assert not harm(LETTER, letter.data())


def test_a_field_over_paragraphs_is_not_cut_by_controls(word: Open) -> None:
    data = docx(p(field_start("TOC"), "Fees\t1"), p("Term\t2", field_end()), "text")
    letter = word(data)
    found = letter.call("listParagraphs")["paragraphs"]
    assert ["ccId" in each for each in found] == [False, False, True]
    assert not harm(data, letter.data())


def test_every_kind_of_content_takes_controls(word: Open) -> None:
    pairs = []
    for number, content in enumerate(CONTENT.values()):
        data = docx(*content)
        letter = word(data, f"{number}.docx")
        before = letter.text
        letter.call("listParagraphs", filterEmpty=False)
        assert letter.text == before
        pairs.append((data, letter.data()))
    assert not any(all_harm(pairs))


def test_what_was_there_is_between_the_controls(word: Open) -> None:
    letter = word(LETTER)
    before = letter.saved().body.source
    letter.call("listParagraphs")
    after = letter.saved().body.source
    added = r'<w:sdt(?: [^>]*)?><w:sdtPr><w:alias w:val="mcp[^>]*><w:tag [^>]*><w:id [^>]*><w15:app[^>]*></w:sdtPr>'
    assert len(re.findall(added, after)) == 6
    assert before.count("<w:p ") + before.count("<w:p>") == after.count("<w:p ") + after.count("<w:p>")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"scope": "rangeId:none"}, "E_NOT_FOUND"),
        ({"maxChars": 0}, "E_INVALID_ARG"),
        ({"controlTagPrefix": "x" * 60}, "E_INVALID_ARG"),
        ({"controlTagPrefix": "a\x01"}, "E_INVALID_ARG"),
        ({"createControls": "yes"}, "E_INVALID_ARG"),
    ],
)
def test_refusals(word: Open, arguments: dict[str, Any], code: str) -> None:
    letter = word(LETTER)
    assert letter.refusal("listParagraphs", **arguments).code == code
    assert letter.data() == LETTER


def test_paragraphs_of_a_range_have_their_numbers_in_the_document(word: Open) -> None:
    letter = word(docx("One two", table(["three", "four"]), "five six"))
    for said, index in (("One", 0), ("two", 0), ("three", 1), ("four", 2), ("five", 3), ("six", 3)):
        found = letter.call("listParagraphs", scope=letter.range_of(said), createControls=False)["paragraphs"]
        assert [each["index"] for each in found] == [index]
