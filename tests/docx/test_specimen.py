"""The documents that tests are made of are good Word files themselves."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from tests.docx.gallery import EVERYTHING, GALLERY, PACKAGES
from tests.docx.specimen import bold, docx, large, p
from tests.docx.validation import all_errors, findings, pdfs, printed


@pytest.fixture(scope="module")
def converted() -> dict[str, bytes]:
    return dict(zip(GALLERY, pdfs(list(GALLERY.values())), strict=True))


def test_microsoft_has_nothing_against_the_specimens() -> None:
    documents = {"everything": EVERYTHING} | PACKAGES
    found = dict(zip(documents, all_errors(list(documents.values())), strict=True))
    assert not {kind: errors for kind, errors in found.items() if errors}


@pytest.mark.parametrize("kind", [kind for kind in GALLERY if kind != "strict"])
def test_every_reference_of_a_specimen_leads_somewhere(kind: str) -> None:
    assert not findings(GALLERY[kind])


@pytest.mark.libreoffice
@pytest.mark.parametrize("kind", GALLERY)
def test_libreoffice_prints_a_specimen(kind: str, converted: dict[str, bytes]) -> None:
    assert printed(converted[kind]).strip()


def test_the_same_call_gives_the_same_bytes() -> None:
    assert docx(p("The ", bold("Fee"))) == docx(p("The ", bold("Fee")))
    assert large(50) == large(50)
    assert large(50, seed=2) != large(50)


def test_a_string_is_a_paragraph_or_a_run() -> None:
    assert docx("The Fee") == docx(p("The Fee"))
    assert b"<w:p><w:r><w:t>The Fee</w:t></w:r></w:p>" in _body(docx("The Fee"))


@pytest.mark.parametrize("mixed", [True, False])
@pytest.mark.parametrize("paragraphs", [1, 41, 53, 300])
def test_a_long_document_has_as_many_paragraphs_as_asked(paragraphs: int, mixed: bool) -> None:
    assert _body(large(paragraphs, mixed=mixed)).count(b"<w:p ") == paragraphs


def test_a_long_document_is_a_good_one() -> None:
    document = large(120)
    assert not all_errors([document])[0]
    assert not findings(document)
    assert 2000 < len(_body(large(1000))) / 1000 < 2500


def _body(document: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(document)) as archive:
        return archive.read("word/document.xml")
