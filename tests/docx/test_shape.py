"""What is told of paragraphs in a hurry."""

from __future__ import annotations

from quire.formats.docx.document import DocxDocument
from quire.formats.docx.style.shape import exact_shape, hurried_looks, shape
from quire.formats.docx.view.concealment import PAPER
from quire.formats.docx.view.view import spans
from tests.docx.gallery import EVERYTHING


def test_what_is_told_from_the_source_is_what_reading_tells() -> None:
    document = DocxDocument.read(EVERYTHING)
    hurried = 0
    for block in document.body:
        form = shape(block, document.styles)
        assert form == exact_shape(block.read(), document.styles)
        looks = hurried_looks(block, form.paragraph.style, document.styles)
        if looks is not None:
            hurried += 1
            seen = spans(document, document.package.main, block.read(), form.paragraph, PAPER)
            assert "".join(text for text, _ in looks) == "".join(each.text for each in seen)
            assert {look for _, look in looks} == {each.look for each in seen}
    assert hurried > 20
