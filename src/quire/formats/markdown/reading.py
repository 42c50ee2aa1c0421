"""What a reader reads in a leaf: its characters one after the other, without the marks between them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core.cjk import ADDRESS, OPAQUE
from quire.core.words import WIDE_PUNCTUATION
from quire.formats.markdown.inlines import Link, plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.markdown.inlines import Inline

LINE_END = "\n"

_MARKS = ("strong", "emphasis", "strikethrough", "highlight", "underline")
_UNFINISHED = tuple("/=?&#%-_~")
_OPEN_ADDRESS = "\ue001"
_REST_OF_ADDRESS = re.compile(rf"{_OPEN_ADDRESS}[^\s{WIDE_PUNCTUATION}]*")


class Reading:
    """The text of a leaf, where in the source each of its characters is, and where something can go in before it.

    The place before a character is outside of the marks that begin or end there."""

    def __init__(self, spans: Sequence[Inline]) -> None:
        self._characters: list[str] = []
        self.ranges: list[tuple[int, int]] = []
        self.places: list[int] = []
        self._outermost: tuple[int, int] | None = None  # since the last character: how deep in marks, and where
        self._read(spans, 0)
        self.text = _REST_OF_ADDRESS.sub(lambda found: ADDRESS * len(found[0]), "".join(self._characters))

    def _read(self, spans: Sequence[Inline], depth: int) -> None:
        for span in spans:
            if span.type == "text":
                for offset, character in enumerate(span.text):
                    self._add(character, span.start + offset, span.start + offset + 1, depth)
            elif _is_read_into(span):
                self._pass(span.start, depth)
                self._read(span.children, depth + 1)
                self._pass(span.end, depth)
            else:
                self._add(_stand_in(span), span.start, span.end, depth)

    def _add(self, character: str, start: int, end: int, depth: int) -> None:
        self._pass(start, depth)
        self._characters.append(character)
        self.ranges.append((start, end))
        self.places.append(self._outermost[1] if self._outermost else start)
        self._outermost = None

    def _pass(self, position: int, depth: int) -> None:
        if self._outermost is None or depth < self._outermost[0]:
            self._outermost = (depth, position)


def _is_read_into(span: Inline) -> bool:
    """Whether the text of a span is free, and no label or target as well."""
    if isinstance(span, Link):
        is_named = span.type == "wikiLink" and span.destination_range != (span.inner_start, span.inner_end)
        return is_named or (span.type == "link" and span.form in ("inline", "reference"))
    return span.type in _MARKS


def _stand_in(span: Inline) -> str:
    if span.type in ("softBreak", "hardBreak"):
        return LINE_END
    if not (isinstance(span, Link) and span.form == "bare"):
        return OPAQUE
    # Behind a slash and the like the address goes on, also in letters with which the parser ends it.
    return _OPEN_ADDRESS if plain_text(span.children).endswith(_UNFINISHED) else ADDRESS
