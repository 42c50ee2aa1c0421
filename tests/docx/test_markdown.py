"""Word documents as Markdown: nothing that a reader sees is lost."""

from __future__ import annotations

import pytest

from quire.core.errors import QuireError
from quire.formats.docx.content.rendition import content as told
from quire.formats.docx.document import DocxDocument
from quire.formats.html.page import page
from quire.formats.markdown.composing import markdown
from quire.formats.markdown.content import content
from quire.formats.markdown.normal import normalised
from tests.corpus import DOCX_FILES
from tests.docx.gallery import EVERYTHING, GALLERY
from tests.docx.test_rendition import check_nothing_is_lost
from tests.html.test_page import check_harmless
from tests.markdown.test_composing import letters


def check(data: bytes) -> None:
    """What is told of a document is what its Markdown says, letter by letter."""
    try:
        document = DocxDocument.read(data)
    except QuireError:
        return
    check_nothing_is_lost(document)
    said = told(document)
    again = content(markdown(said))
    assert again == normalised(said)
    assert not letters(said) - letters(again)
    check_harmless(page(said, "a"))


@pytest.mark.parametrize("kind", GALLERY)
def test_no_letter_of_the_gallery_is_lost(kind: str) -> None:
    check(GALLERY[kind])


def test_all_kinds_together_are_written() -> None:
    check(EVERYTHING)


@pytest.mark.parametrize("name", list(DOCX_FILES)[::12])
def test_no_letter_of_some_real_documents_is_lost(name: str) -> None:
    check(DOCX_FILES[name].read_bytes())


@pytest.mark.corpus
@pytest.mark.parametrize("name", DOCX_FILES)
def test_no_letter_of_any_real_document_is_lost(name: str) -> None:
    check(DOCX_FILES[name].read_bytes())
