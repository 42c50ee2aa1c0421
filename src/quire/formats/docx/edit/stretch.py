"""Whole blocks of a body in a row, to be taken away or put elsewhere with all that is in them."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.errors import UnsupportedError
from quire.core.transaction import Shift, Transaction
from quire.formats.docx.edit import deletion, passage, tables
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import W_SDT
from quire.formats.docx.text.place import Place
from quire.formats.docx.view import grid

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from quire.core.transaction import Replace
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.site import Site
    from quire.formats.docx.text.story import Block

_CLOSING = re.compile(r"</|<(?:[\w.-]+:)?sectPr\b")
_TAG = re.compile(r"<(?P<close>/?)[\w.:-]+(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(?P<empty>/?)>")
_TABLE_BEHIND, _TABLE_BEFORE = re.compile(r"<(?:[\w.-]+:)?tbl[\s>]"), re.compile(r"</(?:[\w.-]+:)?tbl>\Z")


class Stretch:
    """From one paragraph to another, both by number, with the tables that begin with the one or end with the other."""

    def __init__(self, document: DocxDocument, first: int, last: int, cells: int) -> None:
        self.document = document
        self.first = first
        self.last = last
        self.cells = cells  # how many are around it

    @classmethod
    def of(cls, document: DocxDocument, found: Site) -> Stretch:
        """A block as a whole."""
        if found.type in ("tableRow", "tableCell"):
            raise UnsupportedError(
                "A row or a cell of a table is no block of its own.", "Use table_modify, or name the table."
            )
        return cls(document, found.first, found.last, found.cells)

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
        inner = grid.standing_at(self.document.body, number)[self.cells :]
        return tables.Table(self.document, self.part, inner[0].table, self.cells + 1) if inner else None

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
        return passage.RANGE_MARK.sub("", before), passage.RANGE_MARK.sub("", behind)

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
            self._check(block)
        frame = self.blocks[0].frame
        kept = frame.parse("")
        kept.extend([deepcopy(each) for each in self._lone_marks()])
        return self._without(frame.serialise(kept))

    def _check(self, block: Block) -> None:
        try:
            deletion.check_objects(self.document, block.read())
        except UnsupportedError as error:
            hint = "Edit the blocks around it, or delete its paragraph with delete_paragraph and allow_objects: true."
            raise UnsupportedError(error.message.replace("that paragraph", "that"), hint) from error

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
        begins = before or deletion.begins_section(self.document.body, self.first)
        if begins and _CLOSING.match(behind):
            raise UnsupportedError(
                "That is all there is where it stands (in its cell, control, section or body), and a paragraph must "
                "stay.",
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

    def moved(self, goal: Goal) -> Transaction:
        """The document with it in another place."""
        if self.span[0] <= goal.offset <= self.span[1]:
            return Transaction()
        self._require_free()
        if self._lone_marks():
            raise UnsupportedError(
                "A comment, a bookmark or the like begins there and ends elsewhere.", "Choose all that it is about."
            )
        goal.check()
        without = self._without()
        rest = goal.after(without, self)
        return without + rest.put(self._stamped, self.text.end - self.text.start)


class Goal:
    """A place beside a block: behind it, or before it where it is the first of all."""

    def __init__(self, beside: Stretch, *, before: bool = False) -> None:
        self._beside = beside
        self._is_before = before
        self.offset = beside.span[0 if before else 1]

    @classmethod
    def behind(cls, document: DocxDocument, found: Site) -> Goal:
        """Behind a block."""
        if found.type in ("tableRow", "tableCell"):
            raise UnsupportedError(
                "Behind a row or a cell of a table there is no place for blocks.",
                "Name the table, or a block in the cell.",
            )
        return cls(Stretch(document, found.first, found.last, found.cells))

    @classmethod
    def beginning(cls, document: DocxDocument) -> Goal:
        """Before all blocks."""
        first = grid.standing_at(document.body, 0)
        table = tables.Table(document, document.package.main, first[0].table, 1) if first else None
        last = document.body.index(table.blocks[-1].key) if table else 0
        return cls(Stretch(document, 0, last, 0), before=True)

    def after(self, change: Transaction, gone: Stretch) -> Goal:
        """The same place once other blocks are gone."""
        beside, behind = self._beside, self._beside.first > gone.first
        fewer = len(gone.blocks) if behind else 0
        document = beside.document.apply(change)
        return Goal(
            Stretch(document, beside.first - fewer, beside.last - fewer, beside.cells), before=self._is_before
        )  # fmt: skip

    def check(self) -> None:
        """Refuse a place in the result of a field."""
        blocks = self._beside.blocks
        if blocks[0].fields if self._is_before else blocks[-1].read().fields:
            raise UnsupportedError(
                "There the result of a field goes on from one paragraph to the next, and Word computes it.",
                "Choose a place before or behind the field.",
            )

    def put(self, source: str, length: int, *others: Replace) -> Transaction:
        """Put blocks there whose text is so long. No table may touch another one, or be the last thing."""
        beside = self._beside
        before, behind = beside.edges
        before, behind = (before, beside.source) if self._is_before else (beside.source, behind)
        needs_start = _TABLE_BEHIND.match(source) and _TABLE_BEFORE.search(before)
        needs_end = _TABLE_BEFORE.search(source) and (_TABLE_BEHIND.match(behind) or _CLOSING.match(behind))
        document, part = beside.document, beside.part
        blanks = [passage.paragraph_source(document, part) if needed else "" for needed in (needs_start, needs_end)]
        surgery = Surgery(document, part)
        at = beside.text.start if self._is_before else beside.text.end
        more = length + 1 + sum(map(bool, blanks))
        surgery.replace(self.offset, "", blanks[0] + source + blanks[1], Shift(at, 0, more))
        return Transaction((*others, *surgery.transaction().steps))


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
