"""Changes of a part's source in several places, planned on one state of it and made together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.formats.docx.document import DocxDocument


class Surgery:
    """Steps on one part, each in the places of the source and the text before any of them."""

    def __init__(self, document: DocxDocument, part: str) -> None:
        self._document = document
        self._part = part
        self._steps: list[tuple[int, Replace]] = []
        self._touched: set[int] = set()
        self._freed: set[int] = set()

    def replace(self, at: int, old: str, new: str, *shifts: Shift) -> None:
        """Put other source in a place."""
        self._steps.append((at, Replace(f"{self._part}@{at}", old, new, shifts)))

    def edit(self, key: int, draft: Draft) -> None:
        """Put a paragraph back that was worked on."""
        step = draft.step()
        self._steps.append((int(str(step.address).rpartition("@")[2]), step))
        self._touched.add(key)

    def free(self, keys: Iterable[int]) -> None:
        """These paragraphs go: whoever could be taken for one of them gets its own id written down."""
        self._freed.update(keys)

    def transaction(self, *others: Replace) -> Transaction:
        """All of it, from the end of the part to its start, so that no step moves the place of another.

        What only comes to a place comes before what takes the place of something there."""
        story = self._document.story(self._part)
        for block in story.leaning_on(self._freed) if self._freed else ():
            if block.key not in self._touched | self._freed:
                self.edit(block.key, Draft(self._document, Place(self._part, block.key)))
        forwards = sorted(self._steps, key=lambda each: (each[0], bool(each[1].old)))
        return Transaction((*(step for _, step in reversed(forwards)), *others))
