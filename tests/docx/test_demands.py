"""What Word wants and no schema says is seen where it is missing."""

from __future__ import annotations

import pytest

from tests.docx.demands import breaches
from tests.docx.gallery import GALLERY
from tests.docx.specimen import (
    block_raw,
    bookmark_end,
    bookmark_start,
    docx,
    field_end,
    field_start,
    large,
    p,
    raw,
    table,
)


@pytest.mark.parametrize("kind", GALLERY)
def test_a_specimen_meets_all_demands(kind: str) -> None:
    assert not breaches(GALLERY[kind])


def test_a_long_document_meets_all_demands() -> None:
    assert not breaches(large(300))


@pytest.mark.parametrize(
    ("document", "breach"),
    [
        (
            docx(block_raw("<w:tbl><w:tr><w:tc><w:tcPr/></w:tc></w:tr></w:tbl>"), ""),
            "a cell does not end with a paragraph",
        ),
        (docx(p("a", id="0A1B2C3D"), p("b", id="0A1B2C3D")), "paragraph id 0A1B2C3D is there twice"),
        (docx(p(field_start("TOC"), "a")), "a field has no end"),
        (docx(p("a", field_end())), "a field's end has no begin"),
        (docx(p(bookmark_start("here"), "a")), "bookmark 0 does not end"),
        (docx(p(bookmark_end("here"), "a", bookmark_start("here"))), "bookmark 0 ends before it begins"),
        (docx(p(raw("<w:r><w:rPr><w:b/></w:rPr></w:r>"))), "a run is empty"),
        (docx(p(raw("<w:r><w:t/></w:r>"))), "a text is empty"),
        (docx(table(["a"])), "the body's last block is a table"),
        (docx("a", header=()), "a hdr has no paragraph"),
    ],
)
def test_a_breach_is_told(document: bytes, breach: str) -> None:
    (found,) = breaches(document)
    assert breach in found
