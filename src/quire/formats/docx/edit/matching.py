"""Finding a text that someone wrote down in a paragraph: to the letter, or in other quotes, spaces and tags."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core import typography
from quire.core.errors import InvalidArgumentError, NotFoundError, QuireError
from quire.formats.docx.edit.operation import LITERAL, Reading
from quire.formats.docx.text import tags
from quire.formats.docx.text.paragraph import OBJECT, SOFT_HYPHEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.formats.docx.text.tags import Span

AROUND = 40
"""How much is shown on each side of a match that is not the only one."""
MOST_SHOWN = 5

_SPACES = re.compile(r"\s+")
_NOTHING = f"{SOFT_HYPHEN}\u200b\u200c\u200d\u2060\ufeff"


@dataclass(frozen=True, slots=True)
class Match:
    """Where a text stands in a paragraph, and how it had to be read to be found."""

    start: int
    end: int
    reading: Reading
    is_escaped: bool = False  # as the row of a table shows it


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to read texts: as one of characters, each with its place in the text that it was read from."""

    letters: bool = False
    spaces: bool = False
    objects: bool = False

    def read(self, text: str) -> tuple[str, list[int]]:
        kept: list[str] = []
        places: list[int] = []
        for at, character in enumerate(text):
            if self.objects and character == OBJECT:
                continue
            if self.spaces and character in _NOTHING:
                continue
            if self.spaces and character.isspace():
                if kept and kept[-1] == " ":
                    continue
                character = " "
            kept.append(character.translate(typography.PLAIN) if self.letters else character)
            places.append(at)
        return "".join(kept), places

    def word(self, word: str) -> str:
        """A word as it is compared to others."""
        if self.spaces and word.isspace():
            return " "
        return word.translate(typography.PLAIN) if self.letters else word


_EXACT, _QUOTES = _Way(), _Way(letters=True)
_LOOSE, _LOOSEST = _Way(letters=True, spaces=True), _Way(letters=True, spaces=True, objects=True)


def find(text: str, wanted: str) -> Match:
    """The one place of a wanted text; refused if there is none, or more than one."""
    if not wanted and not text:
        return Match(0, 0, LITERAL)
    if not wanted:
        raise InvalidArgumentError(
            "old_string is empty.",
            "Give the text to replace; only an empty paragraph has none. smart_insert adds paragraphs.",
        )
    for index, (pattern, spans) in enumerate(_spellings(wanted)):
        for way in (_EXACT, _QUOTES, _LOOSE, _LOOSEST):
            found = list(_occurrences(text, pattern, way))
            if len(found) > 1:
                raise _ambiguous(text, wanted, found)
            if found:
                start, end = found[0]
                return Match(start, end, _reading(way, spans, pattern), is_escaped=index > 0 and "\\" in wanted)
    raise NotFoundError(
        f"{_shown(wanted)} does not stand in that paragraph, which is: {_shown(text, 400)}",
        "Copy the words from what read_file shows of the paragraph.",
    )


def _spellings(wanted: str) -> list[tuple[str, tuple[Span, ...]]]:
    """A text as it is, with the escapes of a row undone, and without its tags."""
    found: list[tuple[str, tuple[Span, ...]]] = [(wanted.replace("\n", "\v"), ())]
    if "\\" in wanted:
        found.append((unescape(wanted).replace("\n", "\v"), ()))
    if tags.has_tags(wanted):
        try:
            spans = tags.parse(unescape(wanted))
        except QuireError:  # tags that do not belong together are text
            return found
        found.append((tags.plain(spans).replace("\n", "\v"), tuple(spans)))
    return found


def _reading(way: _Way, spans: tuple[Span, ...], pattern: str) -> Reading:
    skips = way.objects and OBJECT not in pattern
    if way is _EXACT and not spans:
        return LITERAL
    return Reading(spans, skips, way.spaces, way.word)


def _occurrences(text: str, pattern: str, way: _Way) -> list[tuple[int, int]]:
    read, places = (text, None) if way is _EXACT else way.read(text)
    wanted = pattern if way is _EXACT else way.read(pattern)[0]
    found: list[tuple[int, int]] = []
    at = read.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        found.append((at, end) if places is None else (places[at], _end(text, places, end)))
        at = read.find(wanted, at + 1)
    return found


def _end(text: str, places: list[int], end: int) -> int:
    """Where a match ends in the text: behind its last character, and all of a space that was read as one."""
    if end >= len(places) and places:
        last = places[-1]
        return len(text) if text[last].isspace() else last + 1
    last = places[end - 1]
    return places[end] if text[last].isspace() and text[last : places[end]].isspace() else last + 1


def _ambiguous(text: str, wanted: str, found: list[tuple[int, int]]) -> InvalidArgumentError:
    shown = "; ".join(
        f"at {start}: …{text[max(0, start - AROUND) : end + AROUND]}…" for start, end in found[:MOST_SHOWN]
    )
    return InvalidArgumentError(
        f"{_shown(wanted)} stands {len(found)} times in that paragraph: {shown}",
        "Give a longer old_string that stands there only once.",
    )


def _shown(text: str, most: int = 120) -> str:
    return repr(text if len(text) <= most else f"{text[: most - 1]}…")


_ESCAPED = re.compile(r"\\([\\|nt])")
_CHARACTERS: Callable[[str], str | None] = {"n": "\n", "t": "\t"}.get


def escape(text: str) -> str:
    """A text for a cell of a row: it has no line, no tab and no bar of its own."""
    text = text.replace("\\", "\\\\") if _ESCAPED.search(text) else text
    return text.replace("|", "\\|").replace("\v", "\\n").replace("\n", "\\n").replace("\t", "\\t")


def unescape(text: str) -> str:
    """What the text of a cell stands for."""
    return _ESCAPED.sub(lambda found: _CHARACTERS(found[1]) or found[1], text)
