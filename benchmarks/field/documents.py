"""The documents that all work on, in which some words occur once, far from the beginning."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from tests.docx.large import large

if TYPE_CHECKING:
    from pathlib import Path

MARKS = ("Qfirst", "Qsecond", "Qthird", "Qfourth", "Qfifth", "Qsixth", "Qseventh", "Qeighth")
SENTENCE = "The word {} stands here once."
MAIN = "word/document.xml"
SECTION = """\
## Part {number} of a *long* text

A paragraph with **bold**, `code`, a [link](https://example.org/{number}) and some more words to make it a real one.

- an item
- another one
  - nested, with *emphasis*

| Name | Value |
|------|------:|
| a    |     1 |

"""


def word(paragraphs: int) -> bytes:
    fresh = "".join(
        f'<w:p w14:paraId="{0x70000000 + number:08X}"><w:r><w:t>{SENTENCE.format(mark)}</w:t></w:r></w:p>'
        for number, mark in enumerate(MARKS)
    )
    made = BytesIO()
    with ZipFile(BytesIO(large(paragraphs - len(MARKS)))) as source, ZipFile(made, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            part = source.read(name)
            if name == MAIN:
                before, _, behind = part.rpartition(b"<w:sectPr>")
                part = b"".join((before, fresh.encode(), b"<w:sectPr>", behind))
            target.writestr(name, part)
    return made.getvalue()


def markdown(kilobytes: int) -> bytes:
    ending = "".join(f"{SENTENCE.format(mark)}\n\n" for mark in MARKS)
    sections = range((kilobytes * 1000 - len(ending)) // len(SECTION))
    return ("".join(SECTION.format(number=number) for number in sections) + ending).encode()


@cache
def short(suffix: str) -> bytes:
    """A short document of a kind."""
    return word(50) if suffix == ".docx" else markdown(10)


def occurrences(path: Path, text: str) -> int:
    """How often a text stands in the file, in any of its parts."""
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8").count(text)
    with ZipFile(path) as package:
        return sum(package.read(name).count(text.encode()) for name in package.namelist() if name.endswith(".xml"))


def tables(path: Path) -> int:
    """How many tables a file has."""
    return occurrences(path, "|---|---|---|" if path.suffix == ".md" else "<w:tbl>")
