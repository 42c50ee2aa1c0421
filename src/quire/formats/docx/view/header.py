"""Run-in headers: the words in bold or underlined that a paragraph begins with, before its text.

**Fees.** The tenant pays … has the header `Fees`. See docs/word-behaviour/run-in-headers.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.formats.docx.view.labels import typed_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.docx.style.styles import RunFormat

Span = tuple[str, "RunFormat"]

_LONGEST = 100
_MOST_WORDS = 14
_BODY_OF_HEADING = 60
"""A paragraph in a heading's style has a run-in header only before a text of some length."""

_OPENING, _CLOSING = "“\"'‘«„「『", "”\"'’»“」』"
_END = re.compile(rf"[ \u00a0]*[{_CLOSING}]?[ \u00a0]*(?:[.:?!…]+|[：。．？！]|[–—―]|-(?=\s))[{_CLOSING}]?")
_ENDED = re.compile(rf"(?:[.:?!…]+|[：。．？！]|[ \u00a0]*[–—―]|[ \u00a0]+-)[{_CLOSING}]?\s*\Z")
_ABBREVIATED = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|Prof|No|St|Jr|Sr|vs|Inc|Ltd|Co|Corp|L\.?L\.?C|L\.?P|plc|S\.?A|N\.?V|B\.?V|N\.?A|U\.S|e\.g|i\.e)\Z",
    re.IGNORECASE,
)
_PAGE = re.compile(r"\t[\divxlc]+\s*\Z")
"""The number of a page, as in a table of contents."""
_AFTER_LABEL = re.compile(r"[.:)\s]*")


@dataclass(frozen=True, slots=True)
class RunInHeader:
    """A header without its quotes and punctuation, the stretch of the paragraph's text that it takes, and its looks.

    The stretch begins behind a typed label and includes the punctuation and the white space behind it, so that what
    is before it, it itself and what follows it are the whole text.
    """

    text: str
    start: int
    length: int
    bold: bool
    italic: bool
    underline: bool


def run_in_header(spans: Sequence[Span], *, heading: bool = False) -> RunInHeader | None:
    """The run-in header of a paragraph, given its text in pieces of one format each; None where it has none.

    It is short, bold or underlined, ends in punctuation, and text in another format follows it. A line that is bold
    as a whole has none; `heading` says that the paragraph is in a heading's style.
    """
    if not any(_stands_out(looks) for _, looks in spans):
        return None
    text = "".join(piece for piece, _ in spans)
    start = _beginning(text)
    inner = len(text) - len(text[start:].lstrip(_OPENING))
    looks = _at(spans, inner)
    if looks is None or not _stands_out(looks):
        return None
    lead, italic = _lead(spans, inner, looks)
    end = _punctuated(text, lead)
    if end is None:
        return None
    following = len(text) - len(text[end:].lstrip())
    body, header = text[following:], _bare(text[inner:end])
    if _PAGE.match(text, end) or not body or not _is_title(header, text[inner:end], body):
        return None
    behind = _at(spans, following)
    if behind is None or _same(behind, looks) or (heading and len(body) < _BODY_OF_HEADING):
        return None
    return RunInHeader(header, start, following - start, looks.bold, italic, looks.underline is not None)


def _beginning(text: str) -> int:
    """Where a header could begin: behind white space and a typed label."""
    blank = len(text) - len(text.lstrip())
    label = typed_label(text)
    if label is None:
        return blank
    end = blank + len(label)
    found = _AFTER_LABEL.match(text, end)
    return found.end() if found else end


def _at(spans: Sequence[Span], index: int) -> RunFormat | None:
    """The format of the character at an index."""
    for piece, looks in spans:
        if index < len(piece):
            return looks
        index -= len(piece)
    return None


def _stands_out(looks: RunFormat) -> bool:
    return looks.bold or looks.underline is not None


def _same(one: RunFormat, other: RunFormat) -> bool:
    return one.bold == other.bold and (one.underline is None) == (other.underline is None)


def _lead(spans: Sequence[Span], start: int, looks: RunFormat) -> tuple[int, bool]:
    """The end of what looks like the character at `start`, and whether it is in italics; blanks look like anything."""
    end, italic, position = start, True, 0
    for piece, here in spans:
        position += len(piece)
        if position <= start or not piece.strip():
            continue
        if not _same(here, looks):
            break
        end = position - len(piece) + len(piece.rstrip())
        italic = italic and here.italic
    return end, italic


def _punctuated(text: str, lead: int) -> int | None:
    """The end of the punctuation that the lead ends in, or that stands right behind it."""
    if _ENDED.search(text, max(0, lead - 4), lead):
        closing = lead < len(text) and text[lead] in _CLOSING
        return lead + closing
    found = _END.match(text, lead)
    if not found or (found.end() < len(text) and not text[found.end()].isspace()):
        return None
    return found.end()


def _bare(header: str) -> str:
    """A header without punctuation and quotes at its end."""
    stripped = header.rstrip(" \t\u00a0.:?!…：。．？！–—―-" + _CLOSING)
    return stripped + ")" if header[len(stripped) : len(stripped) + 1] == ")" else stripped


def _is_title(header: str, written: str, body: str) -> bool:
    """Whether words can be a header: few of them, on one line, not an abbreviation in the middle of a sentence."""
    if not re.search(r"[^\W\d_]", header) or re.search(r"[\t\v\n]", header):
        return False
    if len(header) > _LONGEST or len(header.split()) > _MOST_WORDS:
        return False
    stopped = written.rstrip().rstrip(_CLOSING).endswith(".")
    return not stopped or not (body[0].islower() or _ABBREVIATED.search(header))
