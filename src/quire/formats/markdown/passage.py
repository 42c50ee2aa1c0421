"""The part of a leaf that is selected, glyph by glyph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.errors import UnsupportedError
from quire.formats.markdown.blocks import Span
from quire.formats.markdown.glyphs import Leaf, leaves_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from quire.core.anchor import Range
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.glyphs import Glyph
    from quire.formats.markdown.inlines import Inline


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of the glyphs of a leaf, and the source range by which they were selected."""

    leaf: Leaf
    run: range
    selected: Span

    @property
    def glyphs(self) -> list[Glyph]:
        return [self.leaf.glyphs[index] for index in self.run]

    def spans(self, wanted: Callable[[Inline], bool], margin: int = 0) -> list[Inline]:
        """The spans of which a part is in the passage, or is no further from it than the margin."""
        run = range(self.run.start - margin, self.run.stop + margin)
        extents = self.leaf.glyphs.extents().values()
        return [
            span for span, extent in extents if wanted(span) and extent.start < run.stop and run.start < extent.stop
        ]

    def glyphs_in(self, spans: Iterable[Inline]) -> set[int]:
        """The indices of the glyphs in spans."""
        extents = self.leaf.glyphs.extents()
        return {index for span in spans for index in extents[id(span)][1]}


def passages(document: MarkdownDocument, place: Range) -> list[Passage]:
    """What a range selects of each leaf; refused if that is no text at all."""
    place.within(len(document))
    found = [] if place.is_empty else list(_passages(document, place))
    if not found:
        block = document.tree.path_at(place.start)[-1].type
        raise UnsupportedError(
            f"Nothing from {place.start} to {place.end} is text that can have marks or links ({block}).",
            "Select words of a paragraph, a heading, a list item or a table cell with selection_set.",
        )
    return found


def _passages(document: MarkdownDocument, place: Range) -> Iterator[Passage]:
    for leaf in leaves_within(document, place.start, place.end):
        run = leaf.glyphs.touching(place.start, place.end)
        if not all(leaf.glyphs[index].is_unseen for index in run):
            yield Passage(leaf, run, (place.start, place.end))


def runs_of(indices: Iterable[int]) -> list[range]:
    """Indices as runs without gaps."""
    runs: list[range] = []
    for index in sorted(indices):
        if runs and runs[-1].stop == index:
            runs[-1] = range(runs[-1].start, index + 1)
        else:
            runs.append(range(index, index + 1))
    return runs
