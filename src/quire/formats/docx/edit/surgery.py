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
        self._steps: dict[int, Replace] = {}
        self._touched: set[int] = set()
        self._freed: set[int] = set()

    def replace(self, at: int, old: str, new: str, *shifts: Shift) -> None:
        """Put other source in a place."""
        self._steps[at] = Replace(f"{self._part}@{at}", old, new, shifts)

    def edit(self, key: int, draft: Draft) -> None:
        """Put a paragraph back that was worked on."""
        step = draft.step()
        self._steps[int(str(step.address).rpartition("@")[2])] = step
        self._touched.add(key)

    def free(self, keys: Iterable[int]) -> None:
        """These paragraphs go: whoever could be taken for one of them gets its own id written down."""
        self._freed.update(keys)

    def transaction(self, *others: Replace) -> Transaction:
        """All of it, from the end of the part to its start, so that no step moves the place of another."""
        story = self._document.story(self._part)
        for block in story.leaning_on(self._freed) if self._freed else ():
            if block.key not in self._touched | self._freed:
                self.edit(block.key, Draft(self._document, Place(self._part, block.key)))
        return Transaction((*(self._steps[at] for at in sorted(self._steps, reverse=True)), *others))
