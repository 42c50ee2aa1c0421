"""The text of a leaf as a reader sees it: one glyph after the other, each with its source and the marks around it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import TableCell
from quire.formats.markdown.excerpt import Excerpt
from quire.formats.markdown.inlines import Inline, Link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.markdown.blocks import Block, Span
    from quire.formats.markdown.document import MarkdownDocument

Name = str | tuple[str, str, str]
"""What a mark is called: its type; of a link also where it leads, and its title."""

_BREAKS = ("softBreak", "hardBreak")
_LETTERS = ("text", "escape", "entity")
_TAG = re.compile(r"</?[A-Za-z]")
_VOID_TAG = re.compile(r"<(?:br|hr|img|wbr|input)\b|<[^>]*/>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Glyph:
    """What a reader sees as one: a character, a formula, an image. Its path are the marks around it, from outside."""

    start: int
    end: int
    text: str
    type: str
    path: tuple[Inline, ...]

    @property
    def is_space(self) -> bool:
        return self.type in _BREAKS or (self.type in _LETTERS and self.text.isspace())

    @property
    def is_tag(self) -> bool:
        """Whether it opens or closes an HTML element, which no mark may cut in two."""
        return self.type == "html" and bool(_TAG.match(self.text)) and not _VOID_TAG.match(self.text)

    @property
    def is_punctuation(self) -> bool:
        """Whether a mark may leave it out at its edge."""
        if self.type not in _LETTERS:
            return self.type == "footnoteReference"
        return unicodedata.category(self.text[0])[0] in "PS"

    @property
    def has_weight(self) -> bool:
        """Whether it decides if a text has a mark: punctuation alone does not."""
        return not (self.is_unseen or self.is_punctuation)

    @property
    def is_unseen(self) -> bool:
        """Whether nobody sees which marks it has."""
        return self.is_space or self.type == "html"

    @property
    def names(self) -> frozenset[Name]:
        return frozenset(name_of(span) for span in self.path)


def name_of(span: Inline) -> Name:
    """The name of a mark, by which two of them mean the same."""
    if isinstance(span, Link):
        return "bare" if span.form == "bare" else (span.type, span.destination, span.title)
    return span.type


def is_solid(span: Inline) -> bool:
    """Whether a mark is whole or not at all: no other mark can begin or end inside of it."""
    if isinstance(span, Link):
        return span.form not in ("inline", "reference")
    return span.type == "code"


class Glyphs(tuple[Glyph, ...]):
    """The glyphs of one leaf."""

    __slots__ = ()

    def extents(self) -> dict[int, tuple[Inline, range]]:
        """The glyphs in each mark, by the identity of its span."""
        found: dict[int, tuple[Inline, range]] = {}
        for index, glyph in enumerate(self):
            for span in glyph.path:
                _, known = found.get(id(span), (span, range(index, index)))
                found[id(span)] = (span, range(known.start, index + 1))
        return found

    def touching(self, start: int, end: int) -> range:
        """The glyphs of which a part is in a range, without the white space before and behind them."""
        found = [index for index, glyph in enumerate(self) if glyph.start < end and start < glyph.end]
        return self.trimmed(range(found[0], found[-1] + 1)) if found else range(0)

    def trimmed(self, run: range) -> range:
        """A run without the white space at its edges."""
        seen = [index for index in run if not self[index].is_space]
        return range(seen[0], seen[-1] + 1) if seen else range(0)


class Leaf:
    """A leaf of a document, with its glyphs."""

    def __init__(self, document: MarkdownDocument, block: Block) -> None:
        self.block = block
        self._text = document.text
        self._spans = document.inlines.of(block)
        self._containers = document.tree.path_at(block.start)[1:-1]

    @cached_property
    def glyphs(self) -> Glyphs:
        return Glyphs(glyph for span in self._spans for glyph in self._glyphs(span, ()))

    def walk(self) -> Iterator[Inline]:
        """Every span of the leaf but those in images, in document order."""
        waiting = list(reversed(self._spans))
        while waiting:
            span = waiting.pop()
            yield span
            if span.type != "image":
                waiting.extend(reversed(span.children))

    def holds(self, start: int, end: int) -> bool:
        """Whether no part of a range is in another block."""
        return self.block.start <= start and end <= self.block.end

    def _glyphs(self, span: Inline, path: tuple[Inline, ...]) -> Iterator[Glyph]:
        if span.type == "text":
            for offset, character in enumerate(span.text):
                yield Glyph(span.start + offset, span.start + offset + 1, character, "text", path)
        elif span.type == "code":
            yield from self.characters(span.inner_start, span.inner_end, (*path, span))
        elif span.children and span.type != "image":
            for child in span.children:
                yield from self._glyphs(child, (*path, span))
        elif not isinstance(span, Link) or span.type == "image":  # nobody sees a link without text
            seen = span.text if span.type in (*_LETTERS, *_BREAKS) else self._text[span.start : span.end]
            yield Glyph(span.start, span.end, seen, span.type, path)

    def characters(self, start: int, end: int, path: tuple[Inline, ...]) -> Iterator[Glyph]:
        """The characters of a range as code has them: as they are written, with line endings as spaces."""
        for first, last in self.lines:
            for found in self._character.finditer(self._text, max(start, first), max(start, min(end, last))):
                kind = "softBreak" if found[0] in ("\n", "\r", "\r\n") else "text"
                text = " " if kind == "softBreak" else found[0][-1]
                yield Glyph(*found.span(), text, kind, path)

    def source(self, start: int, end: int) -> str:
        return self._text[start:end]

    @property
    def _character(self) -> re.Pattern[str]:
        return _CELL_CHARACTER if self.in_cell else _CHARACTER

    @property
    def in_cell(self) -> bool:
        return isinstance(self.block, TableCell)

    @cached_property
    def lines(self) -> list[Span]:
        """Where the content of the leaf stands in each of its lines, without indentation and quote markers."""
        excerpt = Excerpt.of(self._text, self.block, self._containers)
        offset = len(Excerpt.FIRST_GUARD)
        found = []
        for line in excerpt.lines:
            start = excerpt.start(offset)
            found.append((start, start + len(line)))
            offset += len(line) + len(Excerpt.GUARD)
        return found


_CHARACTER = re.compile(r"\r\n|.", re.DOTALL)
_CELL_CHARACTER = re.compile(r"\\\||\r\n|.", re.DOTALL)  # a pipe in a cell is written with an escape, also in code


def leaves_within(document: MarkdownDocument, start: int, end: int) -> Iterator[Leaf]:
    """The leaves with text that a range touches."""
    for block, spans in document.inlines.within(start, end):
        if spans:
            yield Leaf(document, block)
