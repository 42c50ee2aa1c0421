"""What is told of paragraphs in a hurry."""

from __future__ import annotations

import pytest

from quire.formats.docx.document import DocxDocument
from quire.formats.docx.style.shape import exact_shape, hurried_looks, paragraph_format, shape
from quire.formats.docx.text.paragraph import hurried_text
from quire.formats.docx.view.concealment import PAPER
from quire.formats.docx.view.view import spans
from tests.docx.gallery import EVERYTHING
from tests.docx.specimen import docx, p


def test_what_is_told_from_the_source_is_what_reading_tells() -> None:
    document = DocxDocument.read(EVERYTHING)
    hurried = 0
    for block in document.body:
        alone = paragraph_format(block, document.styles)
        form = shape(block, document.styles)
        assert form == exact_shape(block.read(), document.styles)
        assert alone == form.paragraph
        looks = hurried_looks(block, form.paragraph.style, document.styles)
        if looks is not None:
            hurried += 1
            seen = spans(document, document.package.main, block.read(), form.paragraph, PAPER)
            assert "".join(text for text, _ in looks) == "".join(each.text for each in seen)
            assert {look for _, look in looks} == {each.look for each in seen}
    assert hurried > 20


def test_the_text_of_every_paragraph_is_what_reading_tells() -> None:
    document = DocxDocument.read(EVERYTHING)
    blocks = [block for part in document.parts for block in document.story(part)]
    assert [block.text for block in blocks] == [block.read().text for block in blocks]
    assert sum(hurried_text(block.source) is not None for block in blocks) > 20


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("<w:r><w:t>a</w:t><w:tab></w:tab><w:t>b</w:t></w:r>", "a\tb"),
        ("<w:r><w:t\n xml:space=\"preserve\"\n>a </w:t ><w:br w:type='page'/></w:r>", "a \ufffc"),
        ("<w:r><w:t>a</w:t><w:br></w:br><w:t>b</w:t></w:r>", "a\vb"),
        ('<w:r><w:t>a</w:t></w:r><w:r><w:footnoteReference w:id="2"></w:footnoteReference></w:r>', "a\ufffc"),
        ('<w:ins w:id="1" w:author="A"><w:r><w:t>a</w:t><w:endnoteReference w:id="2"/></w:r></w:ins>', "a\ufffc"),
        ('<w:r><w:commentReference w:id="1"/><w:t/><w:t>a</w:t></w:r>', "a"),
        ("<w:r><w:t>a &lt;w:t&gt; &#x62;</w:t></w:r>", "a <w:t> b"),
    ],
)
def test_a_text_is_told_in_a_hurry_however_it_is_written(inside: str, text: str) -> None:
    (block,) = DocxDocument.read(docx(p("x"))).body
    source = f"<w:p>{inside}</w:p>"
    assert hurried_text(source) == text
    assert type(block)(block.frame, "", source, 1).read().text == text


def test_a_paragraph_that_remembers_how_it_was_looks_as_it_is() -> None:
    change = '<w:pPrChange w:id="1" w:author="Ann"><w:pPr><w:jc w:val="center"/></w:pPr></w:pPrChange>'
    document = DocxDocument.read(docx(p("The Fee", properties=f'<w:jc w:val="right"/>{change}')))
    (block,) = document.body
    assert paragraph_format(block, document.styles) == exact_shape(block.read(), document.styles).paragraph
