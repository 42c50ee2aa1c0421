"""Other formatting for a range: only its own runs are cut, and what looks right already stays as it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.anchor import Range
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.edit.looks import Looks
from tests.docx.gallery import CONTENT
from tests.docx.specimen import bold, docx, field, footnote, heading, link, p, run
from tests.docx.validation import all_harm, harm
from tests.laws import check_transaction

if TYPE_CHECKING:
    from collections.abc import Callable


def changed(data: bytes, text: str, change: Callable[[Looks], None]) -> DocxDocument:
    """A document after the formatting of the first occurrence of a text has changed."""
    document = DocxDocument.read(data)
    start = document.text.index(text)
    looks = Looks(document, Range(start, start + len(text)))
    change(looks)
    transaction = looks.transaction()
    check_transaction(document, transaction)
    after = document.apply(transaction)
    assert after.text == document.text
    assert not harm(data, after.write())
    return after


def dressed(data: bytes, text: str, **look: Any) -> str:
    after = changed(data, text, lambda looks: looks.dress(look))
    return re.sub(r"<w:p .*?>", "<w:p>", after.body.source)


def test_a_run_is_cut_at_the_ends_of_the_range() -> None:
    assert (
        '<w:r><w:t xml:space="preserve">The </w:t></w:r><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>Fee</w:t></w:r>'
        '<w:r><w:t xml:space="preserve"> is due</w:t></w:r>'
    ) in dressed(docx("The Fee is due"), "Fee", bold=True)


def test_what_looks_so_already_is_not_touched() -> None:
    data = docx(p("The ", bold("Fee"), " is due"), heading("Fees"))
    document = DocxDocument.read(data)
    looks = Looks(document, Range(5, 6))
    looks.dress({"bold": True})
    assert not looks.transaction()


def test_a_style_is_overruled_only_where_it_says_otherwise() -> None:
    data = docx(p("Strong words", style="Heading1"))
    on = DocxDocument.read(data).styles.run("Heading1", None).bold
    assert ('<w:b w:val="0"/>' in dressed(data, "Strong", bold=False)) == on
    assert "<w:b/>" not in dressed(docx(p(bold("Strong"), " words")), "Strong", bold=False)


@pytest.mark.parametrize(
    ("look", "written"),
    [
        ({"italic": True}, "<w:i/><w:iCs/>"),
        ({"underline": "double"}, '<w:u w:val="double"/>'),
        ({"strike": True}, "<w:strike/>"),
        ({"double_strike": True}, "<w:dstrike/>"),
        ({"caps": True}, "<w:caps/>"),
        ({"small_caps": True}, "<w:smallCaps/>"),
        ({"superscript": True}, '<w:vertAlign w:val="superscript"/>'),
        ({"subscript": True}, '<w:vertAlign w:val="subscript"/>'),
        ({"font": "Arial"}, '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial" w:cs="Arial"/>'),
        ({"size": 10.5}, '<w:sz w:val="21"/><w:szCs w:val="21"/>'),
        ({"color": "333333"}, '<w:color w:val="333333"/>'),
        ({"highlight": "FFFF00"}, '<w:highlight w:val="yellow"/>'),
        ({"highlight": "FFEEDD"}, '<w:shd w:val="clear" w:color="auto" w:fill="FFEEDD"/>'),
    ],
)
def test_every_property_of_characters(look: dict[str, Any], written: str) -> None:
    assert f"<w:rPr>{written}</w:rPr><w:t>Fee</w:t>" in dressed(docx("The Fee is due"), "Fee", **look)


def test_kinds_that_exclude_each_other_take_turns() -> None:
    once = changed(docx("The Fee is due"), "Fee", lambda looks: looks.dress({"strike": True})).write()
    assert "<w:rPr><w:dstrike/></w:rPr>" in dressed(once, "Fee", double_strike=True)
    once = changed(docx("The Fee is due"), "Fee", lambda looks: looks.dress({"subscript": True})).write()
    assert '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>' in dressed(once, "Fee", superscript=True)


def test_taken_back_the_runs_are_joined_again() -> None:
    data = docx("The Fee is due")
    once = changed(data, "Fee", lambda looks: looks.dress({"bold": True})).write()
    assert "<w:r><w:t>Fee</w:t></w:r>" in dressed(once, "Fee", bold=None)


def test_notes_links_and_fields_keep_what_they_are() -> None:
    data = docx(
        p("See ", link("the law", to="https://example.org/"), footnote("Now."), " on ", field("PAGE", "7"), ".")
    )
    after = dressed(data, "law\ufffc on 7", bold=True)
    assert after.count("<w:hyperlink") == 1
    assert '<w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference' in after
    assert "<w:rPr><w:b/><w:bCs/></w:rPr><w:t>7</w:t>" in after


def test_whole_paragraphs_are_formatted_with_their_ends() -> None:
    after = dressed(docx("one", "", "two"), "one\n\ntwo", italic=True)
    assert after.count("<w:pPr><w:rPr><w:i/><w:iCs/></w:rPr></w:pPr>") == 3


def test_direct_formatting_is_taken_away() -> None:
    data = docx(p("The ", run("Fee", bold=True, color="FF0000"), " is due", align="center"))
    assert "<w:rPr>" not in changed(data, "Fee", Looks.undress).body.source
    assert "<w:jc" not in changed(data, "Fee", Looks.straighten).body.source


def test_every_kind_of_content_can_be_formatted_whole() -> None:
    pairs = []
    for content in CONTENT.values():
        data = docx(*content)
        document = DocxDocument.read(data)
        looks = Looks(document, Range(0, len(document)))
        looks.dress({"bold": True, "color": "0000FF", "size": 9})
        looks.lay_out({"alignment": "justify", "line": 1.5})
        after = document.apply(looks.transaction())
        assert after.text == document.text
        pairs.append((data, after.write()))
    assert not any(all_harm(pairs))
