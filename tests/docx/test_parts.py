"""The comparison of Word files sees each difference where it is, and nothing else."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from tests.docx.gallery import GALLERY
from tests.docx.parts import MAIN, Difference, ParagraphDifference, content, difference, paragraphs
from tests.docx.specimen import cell, docx, footnote, large, p, table, textbox

BEFORE = docx("one", table(["two", "three"]), "four")


@pytest.mark.parametrize("kind", GALLERY)
def test_a_file_does_not_differ_from_itself(kind: str) -> None:
    assert difference(GALLERY[kind], GALLERY[kind]) == Difference()


@pytest.mark.parametrize(
    ("after", "found"),
    [
        (docx("one", table(["two", "3"]), "four"), ParagraphDifference(changed=(2,))),
        (docx("one", table(["two", "three"]), "three", "four"), ParagraphDifference(inserted=(3,))),
        (docx(table(["two", "three"]), "four"), ParagraphDifference(deleted=(0,))),
        (docx("1", table(["two", "three"]), "4", "5"), ParagraphDifference(changed=(0, 3), inserted=(4,))),
        (docx("one", table([cell("two"), cell("three", span=2)]), "four"), ParagraphDifference(around=True)),
    ],
)
def test_paragraphs_differ_by_number(after: bytes, found: ParagraphDifference) -> None:
    assert difference(BEFORE, after) == Difference(changed=(MAIN,), paragraphs={MAIN: found})


def test_a_change_in_a_text_box_is_one_of_the_paragraph_that_it_stands_in() -> None:
    before, after = (docx("one", p(textbox(text))) for text in ("in", "out"))
    assert difference(before, after).paragraphs == {MAIN: ParagraphDifference(changed=(1,))}


def test_other_parts_have_paragraphs_too() -> None:
    before, after = (docx(p("one", footnote(text))) for text in ("in", "out"))
    assert difference(before, after).paragraphs == {"word/footnotes.xml": ParagraphDifference(changed=(2,))}


def test_a_change_of_the_root_or_the_declaration_is_told() -> None:
    root = _with(BEFORE, content(BEFORE).replace(b' mc:Ignorable="w14 w15"', b"", 1))
    assert difference(BEFORE, root).paragraphs == {MAIN: ParagraphDifference(root=True)}
    declaration = _with(BEFORE, content(BEFORE).replace(b' standalone="yes"', b"", 1))
    assert difference(BEFORE, declaration) == Difference(
        changed=(MAIN,), declarations=(MAIN,), paragraphs={MAIN: ParagraphDifference()}
    )


def test_entries_that_came_went_moved_or_were_packed_again_are_told() -> None:
    added = docx("one", table(["two", "three"]), "four", parts={"custom/data.bin": b"1"})
    assert difference(BEFORE, added).added == ("custom/data.bin",)
    assert difference(added, BEFORE).removed == ("custom/data.bin",)
    assert difference(BEFORE, _with(BEFORE, content(BEFORE), level=1)) == Difference(recompressed=(MAIN,))
    assert difference(BEFORE, _with(BEFORE, content(BEFORE), last=True)) == Difference(reordered=True)


def test_paragraphs_are_given_as_they_stand() -> None:
    assert paragraphs(BEFORE)[3] == b"<w:p><w:r><w:t>four</w:t></w:r></w:p>"
    assert len(paragraphs(large(300))) == 300


def _with(document: bytes, main: bytes, *, level: int | None = None, last: bool = False) -> bytes:
    """The same file with another main part, at its place or at the end, packed as hard as told."""
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(document)) as old, zipfile.ZipFile(buffer, "w") as new:
        for entry in sorted(old.infolist(), key=lambda entry: last and entry.filename == MAIN):
            is_main = entry.filename == MAIN
            new.writestr(entry, main if is_main else old.read(entry), compresslevel=level if is_main else None)
    return buffer.getvalue()
