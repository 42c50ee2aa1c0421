"""Tracked changes accepted or rejected: the marks go, and with them what they say is to go."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Protocol

from lxml import etree

from quire.formats.docx.edit.deletion import HALVES, RANGE_MARKS
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review.marks import (
    CELL_DEL,
    CELL_INS,
    CELL_MERGE,
    CONTENT,
    CUSTOM_RANGES,
    MOVE_RANGES,
    NUMBERING_CHANGE,
    PROPERTY_CHANGES,
    W_NUM_PR,
    W_TC_PR,
    W_TR_PR,
    is_content,
    is_paragraph_mark,
)
from quire.formats.docx.style.properties import whole_number
from quire.formats.docx.text.paragraph import (
    W_DEL,
    W_HYPERLINK,
    W_INS,
    W_MOVE_FROM,
    W_MOVE_TO,
    W_P,
    W_PPR,
    W_RPR,
    W_SDT,
    W_SDT_CONTENT,
    W_SIMPLE_FIELD,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element as Element


_TBL, _TR, _TC, _SECTION = (name(f"w:{local}") for local in ("tbl", "tr", "tc", "sectPr"))
_RESTORED = {name("w:delText"): name("w:t"), name("w:delInstrText"): name("w:instrText")}
_KEPT = {
    W_PPR: {W_RPR, _SECTION},
    W_RPR: set(CONTENT),
    W_TR_PR: {W_INS, W_DEL},
    W_TC_PR: {CELL_INS, CELL_DEL, CELL_MERGE},
    _SECTION: {name("w:headerReference"), name("w:footerReference")},
}
"""What stays in properties that become what they were: it is no part of what a change remembers."""
_HOLLOW = {W_HYPERLINK, W_SIMPLE_FIELD, name("w:smartTag"), name("w:customXml"), name("w:dir"), name("w:bdo"), *CONTENT}
"""What is nothing without content."""
_INERT = {*RANGE_MARKS, name("w:proofErr"), W_PPR}
"""What in a paragraph is no content."""


class Sheet(Protocol):
    """What is decided on: elements, of which some paragraphs may have to be opened first."""

    root: Element

    def opened(self, paragraph: Element) -> Element:
        """A paragraph with all that is in it."""


class Decision:
    """A yes or a no to the chosen changes of a story."""

    def __init__(self, galley: Sheet, *, accepts: bool, chosen: Callable[[Element], bool]) -> None:
        self._galley = galley
        self._root = galley.root
        self._accepts = accepts
        self._chosen = chosen

    def carry_out(self) -> None:
        self._decide_rows()
        self._decide_cells()
        self._decide_content()
        self._decide_properties()
        self._decide_paragraphs()
        self._clear_ranges()

    def _goes(self, mark: Element) -> bool:
        """Whether what a mark is about goes with it."""
        away = (W_DEL, W_MOVE_FROM, CELL_DEL) if self._accepts else (W_INS, W_MOVE_TO, CELL_INS)
        return mark.tag in away

    def _marks(self, *tags: str) -> list[Element]:
        return [mark for mark in self._root.iter(*tags) if self._chosen(mark)]

    # Rows and cells

    def _decide_rows(self) -> None:
        for mark in self._marks(W_INS, W_DEL):
            properties = mark.getparent()
            if properties is None or properties.tag != W_TR_PR or not _is_in(mark, self._root):
                continue
            row = properties.getparent()
            properties.remove(mark)
            if not len(properties) and row is not None:
                row.remove(properties)
            if self._goes(mark) and row is not None:
                self._remove_row(row)

    def _remove_row(self, row: Element) -> None:
        table, home = next(row.iterancestors(_TBL), None), row.getparent()
        self._remove(row)
        if home is not None:
            tidy(home)
        if table is not None and next(table.iter(_TR), None) is None:
            self._remove(table)

    def _decide_cells(self) -> None:
        for mark in self._marks(CELL_INS, CELL_DEL, CELL_MERGE):
            properties = mark.getparent()
            cell = properties.getparent() if properties is not None else None
            if properties is None or cell is None or not _is_in(mark, self._root):
                continue
            if mark.tag == CELL_MERGE:
                _merge(mark, accepts=self._accepts)
            properties.remove(mark)
            if self._goes(mark):
                self._remove_cell(cell)

    def _remove_cell(self, cell: Element) -> None:
        row, table = next(cell.iterancestors(_TR), None), next(cell.iterancestors(_TBL), None)
        column, home = sum(map(_span, cell.itersiblings(_TC, preceding=True))), cell.getparent()
        self._remove(cell)
        if home is not None:
            tidy(home)
        if row is not None and next(row.iter(_TC), None) is None:
            self._remove_row(row)
        if table is not None:
            _fit_grid(table, column)

    def _remove(self, element: Element) -> None:
        """Take an element away; ends of ranges whose other end is elsewhere stay in its place."""
        for paragraph in list(element.iter(W_P)):
            self._galley.opened(paragraph)
        for mark in lone_marks(element):
            element.addprevious(mark)
        _take(element)

    # Content

    def _decide_content(self) -> None:
        for mark in self._marks(*CONTENT):
            if not is_content(mark) or not _is_in(mark, self._root):
                continue
            parent = mark.getparent()
            if self._goes(mark):
                for each in lone_marks(mark):
                    mark.addprevious(each)
                _take(mark)
            else:
                _unwrap(mark, restores=mark.tag in (W_DEL, W_MOVE_FROM))
            if parent is not None:
                tidy(parent)

    # Properties

    def _decide_properties(self) -> None:
        for change in self._marks(*PROPERTY_CHANGES, NUMBERING_CHANGE):
            owner = change.getparent()
            if owner is None:
                continue
            owner.remove(change)
            if change.tag in PROPERTY_CHANGES and not self._accepts:
                _restore(owner, change)
            _prune(owner)
        for mark in self._marks(W_INS, W_DEL):
            owner = mark.getparent()
            if owner is not None and owner.tag == W_NUM_PR:
                owner.remove(mark)
                if self._goes(mark) or not len(owner):
                    _take(owner)

    # Paragraphs

    def _decide_paragraphs(self) -> None:
        for mark in reversed(self._marks(*CONTENT)):  # so that what follows a paragraph is decided before it
            if not is_paragraph_mark(mark):
                continue
            paragraph = next(mark.iterancestors(W_P))
            look = mark.getparent()
            if look is not None:
                look.remove(mark)
                _prune(look)
            if self._goes(mark):
                self._join(paragraph)

    def _join(self, paragraph: Element) -> None:
        """Give the content of a paragraph that has no end any more to the next one, which keeps its own properties."""
        content = [child for child in paragraph if child.tag != W_PPR]
        following, between = _following(paragraph)
        if all(child.tag in _INERT for child in content) and (following is not None or not is_last(paragraph)):
            for child in content:
                paragraph.addprevious(child)
            home = paragraph.getparent()
            _take(paragraph)
            if home is not None:
                tidy(home)
        elif following is not None:
            target = self._galley.opened(following)
            at = 1 if target.find(W_PPR) is not None else 0
            target[at:at] = [*content, *between]
            _take(paragraph)

    # Ranges

    def _clear_ranges(self) -> None:
        """Take the marks away that tell where moves begin and end, once nothing in them is left to decide."""
        for start_tag, (end_tag, inside) in MOVE_RANGES.items():
            opened: dict[str | None, Element] = {}
            for each in list(self._root.iter(start_tag, end_tag, inside)):
                if each.tag == start_tag:
                    opened[attribute(each, "w:id")] = each
                elif each.tag == inside:
                    opened.clear()
                elif (start := opened.pop(attribute(each, "w:id"), None)) is not None:
                    _take(start)
                    _take(each)
        for each in self._marks(*CUSTOM_RANGES):
            _take(each)


def _span(cell: Element) -> int:
    """How many columns of the grid a cell goes over."""
    found = cell.find(f"{W_TC_PR}/{name('w:gridSpan')}")
    return (whole_number(attribute(found, "w:val")) or 1) if found is not None else 1


def _fit_grid(table: Element, column: int) -> None:
    """Take a column out of the grid, if no row goes as far any more as that is wide."""
    columns = table.findall(f"{name('w:tblGrid')}/{name('w:gridCol')}")
    skipped = (name("w:gridBefore"), name("w:gridAfter"))
    widths = [
        sum(map(_span, row.iter(_TC))) + sum(whole_number(attribute(each, "w:val")) or 0 for each in row.iter(*skipped))
        for row in table.iter(_TR)
    ]
    if column < len(columns) and max(widths, default=0) < len(columns):
        _take(columns[column])


def _is_in(element: Element, root: Element) -> bool:
    return any(each is root for each in element.iterancestors())


def _take(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _unwrap(mark: Element, *, restores: bool) -> None:
    """What a mark stands around, without the mark."""
    if restores:
        for each in mark.iter(*_RESTORED):
            if not any(up.tag == W_DEL and up is not mark for up in each.iterancestors()):
                each.tag = _RESTORED[each.tag]
    for child in list(mark):
        mark.addprevious(child)
    _take(mark)


def tidy(container: Element) -> None:
    """Take away what is empty now, from the inside to the outside."""
    while container.tag in _HOLLOW or container.tag == W_SDT_CONTENT:
        parent = container.getparent()
        if len(container) or parent is None:
            return
        if container.tag == W_SDT_CONTENT:
            container, parent = parent, parent.getparent()
            if parent is None or container.tag != W_SDT:
                return
        parent.remove(container)
        container = parent


def _restore(owner: Element, change: Element) -> None:
    """Properties as a change remembers them, but for what it does not speak of."""
    is_of_run = owner.tag == W_RPR and not _is_of_paragraph(owner)
    kept = [child for child in owner if not is_of_run and child.tag in _KEPT.get(owner.tag, ())]
    before = next((child for child in change if child.tag == owner.tag), None)
    was = [deepcopy(child) for child in before] if before is not None else []
    owner[:] = [*kept, *was] if owner.tag in (W_RPR, _SECTION) else [*was, *kept]


def _is_of_paragraph(look: Element) -> bool:
    above = look.getparent()
    return above is not None and above.tag == W_PPR


def _merge(mark: Element, *, accepts: bool) -> None:
    """A cell that was merged with the one above it, or not any more."""
    told = attribute(mark, "w:vMerge" if accepts else "w:vMergeOrig")
    properties = mark.getparent()
    if properties is None:
        return
    for found in properties.findall(name("w:vMerge")):
        properties.remove(found)
    if told in ("rest", "cont"):
        made = etree.Element(name("w:vMerge"), {name("w:val"): "restart" if told == "rest" else "continue"})
        mark.addprevious(made)


def _prune(properties: Element) -> None:
    """Remove properties that say nothing, and those around them that then say nothing."""
    while properties.tag in (W_RPR, W_PPR, W_NUM_PR, W_TR_PR) and not len(properties) and not properties.attrib:
        parent = properties.getparent()
        if parent is None:
            return
        parent.remove(properties)
        properties = parent


def _following(paragraph: Element) -> tuple[Element | None, list[Element]]:
    """The paragraph behind one, if no table or the like is between, and the ends of ranges between them."""
    between: list[Element] = []
    for each in paragraph.itersiblings():
        if each.tag == W_P:
            return each, between
        if each.tag not in RANGE_MARKS:
            return None, []
        between.append(each)
    return None, []


def is_last(paragraph: Element) -> bool:
    """Whether no block follows a paragraph where it stands."""
    home = paragraph.getparent()
    if home is not None and home.tag == W_SDT_CONTENT and home.getparent() is not None:
        following = any(_is_block(each) for each in paragraph.itersiblings())
        return not following and is_last(next(home.iterancestors(W_SDT)))
    return not any(_is_block(each) for each in paragraph.itersiblings())


def _is_block(element: Element) -> bool:
    return not callable(element.tag) and element.tag not in _INERT and element.tag != _SECTION


def lone_marks(element: Element) -> list[Element]:
    """The ends of ranges in an element whose other ends are elsewhere."""
    found: list[Element] = []
    for start, end in HALVES.items():
        starts = {attribute(each, "w:id"): each for each in element.iter(start)}
        ends = {attribute(each, "w:id"): each for each in element.iter(end)}
        found += [each for key, each in (*starts.items(), *ends.items()) if (key in starts) != (key in ends)]
    return found
