"""The judges of Word files see what is wrong with one."""

from __future__ import annotations

import pytest

from tests.docx.gallery import GALLERY
from tests.docx.specimen import bold, docx, p, raw
from tests.docx.validation import errors, findings, harm, images, losses, pdf, pdfs, printed, text

DISORDERLY = '<w:r><w:rPr><w:u w:val="single"/><w:b/></w:rPr><w:t>a</w:t></w:r>'
"""A run whose properties stand in another order than the schema's."""


@pytest.mark.validator
def test_a_breach_of_the_schema_is_an_error_wherever_it_stands() -> None:
    before, after = docx(p(raw(DISORDERLY))), docx("", "The Fee", p(raw(DISORDERLY)))
    (error,) = errors(before)
    assert "unexpected child element" in error
    assert not errors(after) - errors(before)
    assert errors(docx(p(raw(DISORDERLY)), p(raw(DISORDERLY)))) - errors(before)


@pytest.mark.validator
def test_harm_is_what_was_not_wrong_before() -> None:
    wrong = docx(p(raw(DISORDERLY), style="Nowhere"), p(raw("<w:r/>")))
    assert len(harm(docx("The Fee"), wrong)) == 3
    assert not harm(wrong, wrong)


@pytest.mark.libreoffice
@pytest.mark.validator
def test_what_is_no_word_file_cannot_be_opened() -> None:
    (error,) = errors(b"junk")
    assert error.startswith("cannot be opened")
    with pytest.raises(RuntimeError, match=r"did not convert document\(s\) \[1\] of 2"):
        pdfs([docx("The Fee"), b"junk"])


def test_a_reference_to_nothing_is_found() -> None:
    (finding,) = findings(docx(p("The Fee", style="Nowhere")))
    assert "Nowhere" in finding


def test_what_an_edit_lost_is_found() -> None:
    assert any("footnote" in loss for loss in losses(GALLERY["notes"], docx("The Fee is due.")))
    assert not losses(GALLERY["notes"], GALLERY["notes"])


@pytest.mark.libreoffice
def test_libreoffice_reads_and_prints() -> None:
    document = docx(p("The ", bold("Fee"), "\tis\vdue"), "in euro.")
    assert text(document) == "The Fee\tis\ndue\nin euro.\n"
    (page,) = images(pdf(document))
    assert page.startswith(b"\x89PNG")
    assert "in euro." in printed(pdf(document))
