"""Whole blocks of a body in a row, to be taken away or put elsewhere with all that is in them."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.errors import UnsupportedError
from quire.core.transaction import AFTER, Shift, Transaction
from quire.formats.docx import deletion, grid, passage, tables
from quire.formats.docx.draft import Draft
from quire.formats.docx.paragraph import W_SDT
from quire.formats.docx.place import Place
from quire.formats.docx.surgery import Surgery

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.story import Block

PER_CELL = 3
"""How much deeper the blocks of a cell are than its table: there are the table, the row and the cell."""

_MARKS = re.compile(r"<(?:[\w.-]+:)?(?:bookmark|commentRange|proofErr|perm|move(?:From|To)Range)\w*\b[^>]*/>|\s+")
_CLOSING = re.compile(r"</|<(?:[\w.-]+:)?sectPr\b")
_TAG = re.compile(r"<(?P<close>/?)[\w.:-]+(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(?P<empty>/?)>")
_TABLE_BEHIND, _TABLE_BEFORE = re.compile(r"<(?:[\w.-]+:)?tbl[\s>]"), re.compile(r"</(?:[\w.-]+:)?tbl>\Z")


def cells_around(document: DocxDocument, number: int, depth: int) -> tuple[int, str]:
    """How many cells are around a block of a depth that has a paragraph; and what it is of a table, if anything."""
    cells = len(grid.standing_at(document.body, number))
    if depth >= PER_CELL * cells:
        return cells, ""
    return depth // PER_CELL, ("table", "tableRow", "tableCell")[depth % PER_CELL]


class Stretch:
    """From one paragraph to another, both by number, with the tables that begin with the one or end with the other."""

    def __init__(self, document: DocxDocument, first: int, last: int, cells: int) -> None:
        self.document = document
        self.first = first
        self.last = last
        self._cells = cells  # how many are around it

    @classmethod
    def at(cls, document: DocxDocument, where: Range, depth: int) -> Stretch:
        """The blocks of a range of the text, at a depth."""
        first, _ = document.body.at(where.start)
        last, _ = document.body.at(where.end)
        cells, what = cells_around(document, first, depth)
        if what in ("tableRow", "tableCell"):
            raise UnsupportedError(
                "A row or a cell of a table is no block of its own.", "Use table_modify, or name the table."
            )
        return cls(document, first, last, cells)

    @property
    def part(self) -> str:
        return self.document.package.main

    @cached_property
    def blocks(self) -> list[Block]:
        return list(islice(self.document.body.from_(self.first), self.last - self.first + 1))

    @cached_property
    def text(self) -> Range:
        body = self.document.body
        start = body.text_start(self.blocks[0].key)
        return Range(start, body.text_start(self.blocks[-1].key) + len(self.blocks[-1].text))

    # Its source

    def _table(self, number: int) -> tables.Table | None:
        """The outermost table of a paragraph in it."""
        inner = grid.standing_at(self.document.body, number)[self._cells :]
        return tables.Table(self.document, self.part, inner[0].table, self._cells + 1) if inner else None

    @cached_property
    def span(self) -> tuple[int, int]:
        """Where its source begins and ends."""
        body, (first, *_, last) = self.document.body, (*self.blocks[:1], *self.blocks[-1:])
        opening, closing = self._table(self.first), self._table(self.last)
        if (opening and opening.blocks[0] is not first) or (closing and closing.blocks[-1] is not last):
            raise _cut("a table")
        start = opening.start if opening else body.source_start(first.key)
        end = closing.end if closing else body.source_start(last.key) + len(last.source)
        if not _is_balanced(self._markup(start, end)):
            raise _cut("a cell or a content control")
        return start, end

    def _markup(self, start: int, end: int) -> str:
        """The markup in it that is in no paragraph."""
        before, behind = self._edges(start, end)
        lead, rest = self.blocks[0].lead[len(before) :], self._rest
        return lead + "".join(each.lead for each in self.blocks[1:]) + rest[: len(rest) - len(behind)]

    @property
    def _rest(self) -> str:
        """The markup behind its last paragraph."""
        body = self.document.body
        return body[self.last + 1].lead if self.last + 1 < len(body) else body.tail

    def _edges(self, start: int, end: int) -> tuple[str, str]:
        """The markup before it and behind it, up to the next paragraphs."""
        body, lead = self.document.body, self.blocks[0].lead
        own = body.source_start(self.blocks[0].key) - start
        behind = end - body.source_start(self.blocks[-1].key) - len(self.blocks[-1].source)
        return lead[: len(lead) - own], self._rest[behind:]

    @property
    def edges(self) -> tuple[str, str]:
        """The markup before it and behind it, without marks of ranges."""
        before, behind = self._edges(*self.span)
        return _MARKS.sub("", before), _MARKS.sub("", behind)

    def _source(self, sources: list[str]) -> str:
        """Its source, given those of its paragraphs."""
        before, behind = self._edges(*self.span)
        lead, rest = self.blocks[0].lead[len(before) :], self._rest
        inside = "".join(each.lead + source for each, source in zip(self.blocks[1:], sources[1:], strict=True))
        return lead + sources[0] + inside + rest[: len(rest) - len(behind)]

    @cached_property
    def source(self) -> str:
        return self._source([each.source for each in self.blocks])

    @property
    def _stamped(self) -> str:
        """The same, with the ids of its paragraphs written down."""
        return self._source([
            each.source
            if each.written_id == each.key
            else Draft(self.document, Place(self.part, each.key)).source()
            for each in self.blocks
        ])  # fmt: skip

    @cached_property
    def _elements(self) -> Element:
        return self.blocks[0].frame.parse(self.source)

    # Taking it away

    def deleted(self) -> Transaction:
        """The document without it."""
        self._require_free()
        for block in self.blocks:
            deletion.check_objects(self.document, block.read())
        frame = self.blocks[0].frame
        kept = frame.parse("")
        kept.extend([deepcopy(each) for each in self._lone_marks()])
        return self._without(frame.serialise(kept))

    def _without(self, kept: str = "") -> Transaction:
        surgery = Surgery(self.document, self.part)
        is_last = self.last + 1 == len(self.document.body)
        closing = Shift(self.text.start - is_last, self.text.end - self.text.start + 1, 0)
        surgery.replace(self.span[0], self.source, kept, closing)
        surgery.free(block.key for block in self.blocks)
        return surgery.transaction()

    def _require_free(self) -> None:
        """Refuse where something would be left that cannot be alone, or would be taken that others need."""
        before, behind = self.edges
        if before and _CLOSING.match(behind):
            raise UnsupportedError(
                "That is all there is where it stands (in its cell, control or body), and a paragraph must stay.",
                "Replace its text instead, or take away what it is in.",
            )
        if _TABLE_BEFORE.search(before) and _TABLE_BEHIND.match(behind):
            raise UnsupportedError(
                "Without that, two tables would touch, and Word would take them for one.",
                "Replace its text with nothing instead.",
            )
        if self.blocks[0].fields or self.blocks[-1].read().fields:
            raise UnsupportedError("A field begins or ends there and goes on elsewhere.", "Choose all of the field.")
        if any("<w:sectPr" in block.source for block in self.blocks):
            raise UnsupportedError(
                "A section of the document ends there, and would get the pages of the next one.", "Choose other blocks."
            )
        if any(deletion.is_locked(control) for control in self._elements.iter(W_SDT)):
            raise UnsupportedError("In that is a content control that is locked.", "Unlock it in Word first.")

    def _lone_marks(self) -> list[Element]:
        """The beginnings and ends of ranges whose other half is elsewhere."""
        return [each for start in deletion.HALVES for each in deletion.lone(self._elements, start)]

    # Putting it elsewhere

    def moved(self, position: int, depth: int | None) -> Transaction:
        """The document with it behind the block of a depth that ends at a position; None means the beginning."""
        goal = _Goal(self.document, position, depth)
        if self.span[0] <= goal.offset <= self.span[1]:
            return Transaction()
        self._require_free()
        if self._lone_marks():
            raise UnsupportedError(
                "A comment, a bookmark or the like begins there and ends elsewhere.", "Choose all that it is about."
            )
        goal.require_no_field()
        without = self._without()
        rest = self.document.apply(without)
        place = without.mapping.position(position, AFTER if depth is None else -AFTER)
        return without + _Goal(rest, place, depth).put(self._stamped, self.text.end - self.text.start)


class _Goal:
    """A place behind the block of a depth that ends at a position of the text; without a depth, before the first."""

    def __init__(self, document: DocxDocument, position: int, depth: int | None) -> None:
        self._document = document
        number, _ = document.body.at(position)
        cells = 0 if depth is None else _cells_behind(document, number, depth)
        beside = _beside(document, number, cells)
        before, behind = beside.edges
        is_first = depth is None
        self._number = beside.first if is_first else beside.last
        self.offset = beside.span[0] if is_first else beside.span[1]
        self._position = beside.text.start if is_first else beside.text.end
        self._before, self._behind = (before, beside.source) if is_first else (beside.source, behind)

    def require_no_field(self) -> None:
        if self._document.body[self._number].read().fields:
            raise UnsupportedError(
                "There the result of a field goes on from one paragraph to the next, and Word computes it.",
                "Choose a place before or behind the field.",
            )

    def put(self, source: str, length: int) -> Transaction:
        """Put blocks there whose text is so long. No table may touch another one, or be the last thing."""
        document, part = self._document, self._document.package.main
        needs_start = _TABLE_BEHIND.match(source) and _TABLE_BEFORE.search(self._before)
        needs_end = _TABLE_BEFORE.search(source) and (_TABLE_BEHIND.match(self._behind) or _CLOSING.match(self._behind))
        blanks = [passage.paragraph_source(document, part) if needed else "" for needed in (needs_start, needs_end)]
        surgery = Surgery(document, part)
        more = length + 1 + sum(map(bool, blanks))
        surgery.replace(self.offset, "", blanks[0] + source + blanks[1], Shift(self._position, 0, more))
        return surgery.transaction()


def _beside(document: DocxDocument, number: int, cells: int) -> Stretch:
    """The block in so many cells that a paragraph is, or is in."""
    inner = grid.standing_at(document.body, number)[cells:]
    if not inner:
        return Stretch(document, number, number, cells)
    table = tables.Table(document, document.package.main, inner[0].table, cells + 1)
    first, last = (document.body.index(block.key) for block in (table.blocks[0], table.blocks[-1]))
    return Stretch(document, first, last, cells)


def _cells_behind(document: DocxDocument, number: int, depth: int) -> int:
    cells, what = cells_around(document, number, depth)
    if what in ("tableRow", "tableCell"):
        raise UnsupportedError(
            "Behind a row or a cell of a table there is no place for blocks.", "Name the table, or a block in the cell."
        )
    return cells


def _is_balanced(markup: str) -> bool:
    """Whether each element that begins in a markup ends in it, and the other way round."""
    depth = 0
    for found in _TAG.finditer(markup):
        if not found["empty"]:
            depth += -1 if found["close"] else 1
        if depth < 0:
            return False
    return depth == 0


def _cut(what: str) -> UnsupportedError:
    return UnsupportedError(f"The blocks go over the border of {what}.", "Choose what is on each side alone.")
