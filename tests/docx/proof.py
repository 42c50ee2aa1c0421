"""What becomes of a real file when it is edited and its edits are told as tracked changes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from tests.corpus import DOCX_FILES
from tests.docx.test_redline import ME, WHEN, applied

if TYPE_CHECKING:
    from quire.core.document import Intent
    from quire.formats.docx.view.view import Row

MOST_TRIES = 25
"""How many paragraphs of a kind are tried: some are all fields, pictures or locked controls."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_NUMBERS = {
    "tracked changes": r"<w:(?:ins|del|moveFrom|moveTo|\w+Change|cellIns|cellDel) [^>]*?w:id=\"(-?\d+)\"",
    "bookmarks": r"<w:bookmarkStart [^>]*?w:id=\"(-?\d+)\"",
    "comments": r"<w:comment [^>]*?w:id=\"(-?\d+)\"",
    "footnotes": r"<w:footnote [^>]*?w:id=\"(-?\d+)\"",
    "endnotes": r"<w:endnote [^>]*?w:id=\"(-?\d+)\"",
}


@dataclass(frozen=True, slots=True)
class Edited:
    """A file, what it would be with its edits, and the redline that tells of them."""

    first: bytes
    now: bytes
    redline: bytes
    kinds: tuple[str, ...]


def read(name: str) -> DocxDocument | None:
    """A file, unless it is one of the few that are refused."""
    try:
        return DocxDocument.read(DOCX_FILES[name].read_bytes())
    except QuireError:
        return None


def has_words(name: str) -> bool:
    document = read(name)
    return document is not None and _WORD.search(document.text) is not None


@cache
def edited(name: str) -> Edited | None:
    """Three other words, a paragraph more, one less, and other words in a cell; None for what has no text."""
    first, document = DOCX_FILES[name].read_bytes(), read(name)
    if document is None:
        return None
    done: list[str] = []
    for kind in ("edit", "edit", "edit", "insert", "delete", "cell"):
        after = _changed(document, kind, Random(f"{name} {len(done)} {kind}"))
        if after is not None:
            document, done = after, [*done, kind]
    return Edited(first, document.write(), document.redlined(ME, WHEN), tuple(done)) if done else None


def _changed(document: DocxDocument, kind: str, dice: Random) -> DocxDocument | None:
    rows = [row for row in document.rows("body", show_formatting=False) if kind != "cell" or row.tables]
    dice.shuffle(rows)
    for row in rows[:MOST_TRIES]:
        try:
            wanted = _wish(document, row, kind, dice)
            if wanted is not None:
                return applied(document, wanted)
        except QuireError:
            continue
    return None


def _wish(document: DocxDocument, row: Row, kind: str, dice: Random) -> Intent | None:
    if kind == "insert":
        return document.insert(row.id, "A <b>new</b> paragraph.", before=False)
    text = document.text_of(document.place(row.id))
    if kind == "delete":
        return document.delete(row.id) if text.strip() else None
    words = [word for word in _WORD.findall(text) if text.count(word) == 1]
    return document.edit(row.id, dice.choice(words), "«quire»") if words else None


def repeated(before: bytes, after: bytes) -> dict[str, list[str]]:
    """Numbers that more than one thing of a kind has, and had not before."""
    had = _repeated(before)
    return {kind: found for kind, numbers in _repeated(after).items() if (found := sorted(numbers - had[kind]))}


def _repeated(data: bytes) -> dict[str, set[str]]:
    document = DocxDocument.read(data)
    sources = [re.sub(r"<mc:Fallback>.*?</mc:Fallback>", "", document.story(part).source, flags=re.DOTALL)
               for part in document.parts]  # fmt: skip
    found: dict[str, set[str]] = {}
    for kind, pattern in _NUMBERS.items():
        met = Counter(number for source in sources for number in re.findall(pattern, source))
        found[kind] = {number for number, count in met.items() if count > 1}
    return found
