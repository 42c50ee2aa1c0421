"""A place between two paragraphs, where other blocks can be put: one around it is split for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.errors import UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.edit import passage

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument


class Opening:
    """The place at a position: before a paragraph if that begins there, else behind the one that ends there."""

    def __init__(self, document: DocxDocument, position: int) -> None:
        self.change = Transaction()
        place, offset = document.at(position)
        if 0 < offset < len(document.text_of(place)):
            self.change = passage.put(document, Range(position, position), "\n")
            document = document.apply(self.change)
            place, offset = document.at(position)
        self.document = document
        self.place = place
        self.before = offset == 0
        self._check()

    def _check(self) -> None:
        block = self.document.block(self.place)
        if block.fields if self.before else block.read().fields:
            raise UnsupportedError(
                "There the result of a field goes on from one paragraph to the next, and Word computes it.",
                "Choose a place before or behind the field.",
            )

    @property
    def offset(self) -> int:
        """Where it is in the source."""
        story, block = self.document.story(self.place.part), self.document.block(self.place)
        return story.source_start(self.place.key) + (0 if self.before else len(block.source))

    @property
    def position(self) -> int:
        """Where it is in the text: what is put there brings a line end, in front of it or behind it."""
        span = self.document.span(self.place)
        return span.start if self.before else span.end
