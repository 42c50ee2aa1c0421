"""What was changed between two versions of a story, written as tracked changes into the later one."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.edit.deletion import RANGE_MARKS
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review.alignment import ALIKE, Alignment, shared_words
from quire.formats.docx.review.atoms import atoms
from quire.formats.docx.review.canon import canonical, stripped
from quire.formats.docx.review.decision import is_last
from quire.formats.docx.review.galley import NUMBER, STUB
from quire.formats.docx.review.inline import Inline, are_same, first_said, unnumber
from quire.formats.docx.review.marks import CELL_DEL, CELL_INS, W_TC_PR, W_TR_PR, is_tracked
from quire.formats.docx.review.moves import moved, tell_from, tell_to
from quire.formats.docx.text.paragraph import W_DEL, W_INS, W_P, W_SDT, W_SDT_CONTENT
from quire.formats.docx.text.wording import words

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.review.atoms import Atom
    from quire.formats.docx.review.galley import Galley
    from quire.formats.docx.review.inline import Carrier, Status
    from quire.formats.docx.review.pen import Pen
    from quire.formats.docx.text.story import Block

_TBL, _TR, _TC, _SECTION, _BODY = (name(f"w:{local}") for local in ("tbl", "tr", "tc", "sectPr", "body"))
_TABLE_PROPERTIES, _ROW_EXCEPTIONS = name("w:tblPr"), name("w:tblPrEx")
_GRID, _GRID_CHANGE = name("w:tblGrid"), name("w:tblGridChange")
_CONTROL_PROPERTIES = name("w:sdtPr")
_APART = {
    _TABLE_PROPERTIES: {name("w:tblPrChange")},
    _ROW_EXCEPTIONS: {name("w:tblPrExChange")},
    W_TR_PR: {W_INS, W_DEL, name("w:trPrChange")},
    W_TC_PR: {CELL_INS, CELL_DEL, name("w:cellMerge"), name("w:tcPrChange")},
}
"""Properties of tables, rows and cells, with what of them is about changes."""

_FEW = 2
"""How many words are too few to say that a paragraph was moved."""

Change = tuple["Element | None", "Element | None"]
"""A block before and after; None where it was not there."""


class Redline:
    """Compares two versions of a story and marks in the later one what is other than in the earlier."""

    def __init__(self, old: Galley, new: Galley, pen: Pen, carrier: Carrier) -> None:
        self._old, self._new = old, new
        self._pen = pen
        self._carrier = carrier
        self._inline = Inline(pen, carrier, self._compare)
        self._blocks: dict[Element, Block] = {
            each: galley.blocks[int(each.get(STUB, ""))]
            for galley in (old, new)
            for each in galley.root.iter(W_P)
            if STUB in each.attrib
        }
        self._known: dict[Element, list[str]] = {}
        self._come: dict[Element, bool] = {}

    def draw(self, kind: str) -> None:
        """Mark what differs in a story of that kind."""
        old, new = self._old.root, self._new.root
        if kind in ("footnotes", "endnotes", "comments"):
            was = {attribute(each, "w:id"): each for each in old}
            for note in new:
                if (before := was.get(attribute(note, "w:id"))) is not None:
                    self._compare(before, note)
                elif kind != "comments":
                    self._mark_inside(note, "new", self._read_new)
            return
        self._control_alike()
        for before, after in zip(old.findall(_BODY) or [old], new.findall(_BODY) or [new], strict=False):
            self._compare(before, after)

    def _control_alike(self) -> None:
        """Put earlier paragraphs into the controls that stand around them now: no mark tells of a control."""
        was = {self._blocks[each].key: each for each in self._old.root.iter(W_P) if each in self._blocks}
        for content in list(self._new.root.iter(W_SDT_CONTENT)):
            inside, control = list(content), content.getparent()
            if len(inside) != 1 or inside[0] not in self._blocks or control is None:
                continue
            before = was.get(self._blocks[inside[0]].key)
            parent = before.getparent() if before is not None else None
            if before is not None and parent is not None and self._is_bare(before, inside[0]):
                around = deepcopy(control)
                parent.replace(before, around)
                _exchange(next(around.iter(W_P)), [before])

    def _is_bare(self, before: Element, after: Element) -> bool:
        """Whether a paragraph was in no control of its own and said much the same as one that is in one now."""
        parent = before.getparent()
        one, other = self._words(before), self._words(after)
        is_in_one = parent is not None and parent.tag == W_SDT_CONTENT
        return not is_in_one and (one == other or shared_words(one, other) >= ALIKE)

    # Blocks that follow each other

    def _compare(self, old: Element, new: Element) -> None:
        """What two elements hold in which blocks stand."""
        changes = self._without_void(self._aligned(_blocks(old), _blocks(new)))
        section, was = new.find(_SECTION), old.find(_SECTION)
        if section is not None and was is not None:
            self._inline.tell_section(section, was)
        if all(before is not None and after is not None and self._is_same(before, after) for before, after in changes):
            return
        following = new.find(_SECTION)
        groups = list(self._groups(changes))
        moves = self._moves(groups)
        for group in reversed(groups):
            drawn, afters = self._drawn(group), [after for _, after in group if after is not None]
            if (told := moves.get(group[0])) is not None:
                tell, move = told
                tell(drawn[0], move, self._pen)
            if not afters:
                for each in drawn:
                    _put_before(following, each, new)
            elif drawn != afters:
                _renew(afters, drawn)
            following = drawn[0]

    def _without_void(self, changes: list[Change]) -> list[Change]:
        """The same without paragraphs that came and were then struck by another change: nobody would miss them."""
        void = [
            after for before, after in changes[:-1] if before is None and after is not None and self._is_void(after)
        ]
        for each in void:
            _take(each)
        return [change for change in changes if change[1] not in void]

    def _is_void(self, block: Element) -> bool:
        """Whether all of a paragraph is marked as gone, and nothing as one that came."""
        return self._is_tracked(block) and all(
            atom.has_gone and not atom.has_come and not atom.points for atom in self._atoms(block)
        )

    def _is_tracked(self, block: Element) -> bool:
        return block in self._blocks and is_tracked(self._blocks[block].source)

    def _atoms(self, block: Element) -> list[Atom]:
        return atoms(self._blocks[block].read().element)

    def _moves(self, groups: Sequence[list[Change]]) -> dict[Change, tuple[Callable[[Element, str, Pen], None], str]]:
        """How to tell of paragraphs that were moved, each under the name of its move."""
        alone = [group[0] for group in groups if len(group) == 1]
        gone = [before for before, after in alone if before is not None and after is None and self._may_move(before)]
        new = [after for before, after in alone if after is not None and before is None and self._may_move(after)]
        found: dict[Change, tuple[Callable[[Element, str, Pen], None], str]] = {}
        for before, after in moved(gone, new, self._key).items():
            name_of_move = f"move{self._pen.number()}"
            found[before, None] = (tell_from, name_of_move)
            found[None, after] = (tell_to, name_of_move)
        return found

    def _may_move(self, block: Element) -> bool:
        """Whether a block is a paragraph that says enough to be known again, and no other change is in it."""
        found = self._blocks.get(block)
        return found is not None and len(self._words(block)) > _FEW and not is_tracked(found.source)

    def _is_same(self, before: Element, after: Element) -> bool:
        if before.tag == W_P and self._blocks.get(before, self) is self._blocks.get(after):
            return True
        if before.tag != after.tag or before.tag == W_SDT:
            return False  # what a control is may have changed, too
        if before.tag == _TBL:
            return self._sources(before) == self._sources(after)
        return self._key(before) == self._key(after)

    def _sources(self, table: Element) -> list[str]:
        """The source of a table; of what is around its first paragraph perhaps too much."""
        blocks = [self._blocks[each] for each in table.iter(W_P) if each in self._blocks]
        if not blocks:
            return [canonical(table)]
        opening = blocks[0].lead[max(0, blocks[0].lead.find("tbl")) :]
        return [opening, stripped(blocks[0]), *(part for block in blocks[1:] for part in (block.lead, stripped(block)))]

    def _aligned(self, befores: list[Element], afters: list[Element]) -> list[Change]:
        alignment = Alignment(
            befores, afters, key=self._key, kinships=(self._wording, self._lineage), likeness=self._likeness
        )
        return [
            (None if one is None else befores[one], None if other is None else afters[other])
            for one, other in alignment.pairs()
        ]

    def _key(self, block: Element) -> Hashable:
        """What is the same if two blocks are."""
        if next(block.iter(W_P), None) is None:
            return canonical(block)
        if block.tag != W_P:
            rows = tuple(self._has_come(row) for row in block.iter(_TR, _TC))
            return (str(block.tag), *(self._key(each) for each in block.iter(W_P)), rows)
        found = self._blocks.get(block)
        return stripped(found) if found is not None else canonical(block)

    def _wording(self, block: Element) -> Hashable | None:
        """What a tracked paragraph says, if it says enough: that is more than a number, which it may have lost."""
        words = tuple(self._words(block)) if block.tag == W_P else ()
        return (words, self._has_come(block)) if len(words) > _FEW else None

    def _lineage(self, block: Element) -> Hashable | None:
        """What a block has in common with its later versions."""
        if block.tag == W_SDT:
            return _control(block)
        first = block if block.tag == W_P else next(block.iter(W_P), None)
        found = self._blocks.get(first) if first is not None else None
        return (str(block.tag), found.key, self._has_come(block)) if found is not None else None

    def _likeness(self, one: Element, other: Element) -> float:
        if one.tag != other.tag or (one.tag == W_SDT and _control(one) != _control(other)):
            return 0.0
        if self._has_come(one) != self._has_come(other):
            return 0.0
        if one.tag != W_P and self._keys(one) & self._keys(other):
            return 1.0
        alike = shared_words(self._words(one), self._words(other))
        return max(alike, ALIKE) if one.tag == _TBL else alike

    def _keys(self, block: Element) -> set[int]:
        """The paragraphs in a block."""
        return {self._blocks[each].key for each in block.iter(W_P) if each in self._blocks}

    def _has_come(self, block: Element) -> bool:
        """Whether an earlier change brought all of a block, so that it was not there before."""
        if block.tag in (_TR, _TC):
            return block.find(f"{W_TR_PR}/{W_INS}") is not None or block.find(f"{W_TC_PR}/{CELL_INS}") is not None
        if block not in self._come:
            self._come[block] = self._is_tracked(block) and all(atom.has_come for atom in self._atoms(block))
        return self._come[block]

    def _words(self, block: Element) -> list[str]:
        """The words of a block as it was before all tracked changes, so that it is known however much of it goes."""
        if block not in self._known:
            found = (self._blocks.get(each) for each in block.iter(W_P))
            texts = [_first_text(each) for each in found if each is not None]
            texts = texts or ["".join(map(str, block.itertext()))]
            self._known[block] = [word for text in texts for word in words(text) if not word.isspace()]
        return self._known[block]

    def _groups(self, changes: Sequence[Change]) -> Iterator[list[Change]]:
        """Changes that are drawn together: a paragraph that was parted or joined, and paragraphs at the end that came
        or went, with the one before them, whose end is then the last one."""
        groups: list[list[Change]] = []
        for change in changes:
            if groups and (self._is_part(groups[-1][0], change) or self._is_open(groups[-1][-1], change)):
                groups[-1].append(change)
            else:
                groups.append([change])
        first = len(groups)
        while first and _is_loose(groups[first - 1]):
            first -= 1
        loose = [change for group in groups[first:] for change in group]
        if loose and not (_has_before(loose) and _has_after(loose)) and first and self._is_plain(groups[first - 1]):
            first -= 1
        if loose and _has_before(together := [each for group in groups[first:] for each in group]):
            groups[first:] = [together] if _has_after(together) else groups[first:]
        yield from self._with_last_end(groups)

    def _with_last_end(self, groups: list[list[Change]]) -> list[list[Change]]:
        """The same; if tables came or went at the end, with them in one group what has the last end before and now."""
        first = len(groups)
        while first and all(_is_one_sided(change) for change in groups[first - 1]):
            first -= 1
        together = [change for group in groups[first:] for change in group]
        if _are_paragraphs(together):
            return groups
        if not _ends_both(together) and first and self._is_plain(groups[first - 1]):
            first -= 1
            together = [*groups[first], *together]
        return [*groups[:first], together] if _ends_both(together) else groups

    def _is_open(self, last: Change, change: Change) -> bool:
        """Whether a paragraph goes on in the next one: the end between them came by another change."""
        after = last[1]
        if after is None or not self._is_tracked(after) or not _are_paragraphs([last, change]):
            return False
        return self._atoms(after)[-1].has_come and not self._has_come(after)

    def _is_plain(self, group: Sequence[Change]) -> bool:
        """Whether a group is of paragraphs that end no section, so that their ends may become others'."""
        blocks = [
            self._blocks[each] for change in group for each in change if each is not None and each in self._blocks
        ]
        return _are_paragraphs(group) and not any("sectPr" in block.source for block in blocks)

    def _is_part(self, whole: Change, change: Change) -> bool:
        """Whether what came was a part of a paragraph before it, or what went is one now."""
        before, after = whole
        if before is None or after is None or (change[0] is None) == (change[1] is None):
            return False
        part = change[0] if change[0] is not None else change[1]
        around = after if change[0] is not None else before
        if part is None or not part.tag == around.tag == W_P:
            return False
        inner = " ".join(self._words(part))
        return bool(inner) and inner in " ".join(self._words(around)) and not self._is_same(before, after)

    def _drawn(self, group: list[Change]) -> list[Element]:
        """The blocks that tell of changes."""
        if len(group) == 1:
            before, after = group[0]
            if before is not None and after is not None:
                return self._changed(before, after)
            if before is not None and before.tag != W_P:
                return [self._whole(self._copy(before), "gone", self._read_old)]
            if after is not None and after.tag != W_P:
                return [self._whole(after, "new", self._read_new)]
        return self._paragraphs(group, ends_alike=_is_loose([group[-1]]))

    def _paragraphs(self, group: list[Change], *, ends_alike: bool) -> list[Element]:
        """The paragraphs that tell of changes of paragraphs."""
        afters = [after for _, after in group if after is not None]
        is_end = bool(afters) and is_last(afters[-1])  # of what holds them, which no change takes away
        olds = [self._read_block(before, "gone") for before, _ in group if before is not None]
        return self._inline.redline(
            olds, [self._read_block(each, "new") for each in afters], ends_alike=ends_alike, is_last=is_end
        )

    def _read_block(self, block: Element, status: Status) -> Element:
        """A paragraph as it is read; a table as one that came or went."""
        if block.tag != W_P:
            came = status == "new"
            return self._whole(block if came else self._copy(block), status, self._read_new if came else self._read_old)
        return self._read_new(block) if status == "new" else self._read_old(block)

    def _changed(self, before: Element, after: Element) -> list[Element]:
        """A block that became another one."""
        if self._is_same(before, after):
            return [after]
        if after.tag == W_P:
            return self._paragraphs([(before, after)], ends_alike=True)
        if after.tag == _TBL:
            self._change_table(before, after)
            return [after]
        old, new = before.find(W_SDT_CONTENT), after.find(W_SDT_CONTENT)
        if old is not None and new is not None:
            self._compare(old, new)
        return [after]

    def _read_old(self, paragraph: Element) -> Element:
        number = paragraph.get(STUB)
        return paragraph if number is None else self._old.blocks[int(number)].read().element

    def _read_new(self, paragraph: Element) -> Element:
        number = paragraph.get(STUB)
        if number is None:
            return paragraph
        found = self._new.read(paragraph)
        found.set(NUMBER, number)
        return found

    # What came or went as a whole

    def _copy(self, block: Element) -> Element:
        """A block of the earlier version, to stand in the later one."""
        copy = deepcopy(block)
        for mark in list(copy.iter(*RANGE_MARKS)):
            _take(mark)
        for row in copy.iter(_TR):
            unnumber(row)
        self._pen.renumber(copy)
        return copy

    def _whole(self, block: Element, status: Status, read: Callable[[Element], Element]) -> Element:
        """A table or a control all of which came or went."""
        if block.tag == _TBL:
            for row in _rows(block):
                self._mark_row(row, status, read)
            return block
        content = block.find(W_SDT_CONTENT)
        for each in _blocks(content) if content is not None else ():
            if each.tag == W_P:
                paragraph = [read(each)]
                made = self._inline.redline(
                    *([paragraph, []] if status == "gone" else [[], paragraph]), ends_alike=False
                )
                _exchange(each, made)
            else:
                self._whole(each, status, read)
        return block

    def _mark_row(self, row: Element, status: Status, read: Callable[[Element], Element]) -> None:
        properties = _properties(row, W_TR_PR)
        tag = W_DEL if status == "gone" else W_INS
        if (struck := properties.find(W_DEL)) is None:
            if tag == W_DEL or properties.find(W_INS) is None:
                _before_change(properties, self._pen.mark(tag))
        elif tag == W_INS and properties.find(W_INS) is None:
            struck.addprevious(self._pen.mark(tag))
        self._mark_inside(row, status, read)

    def _mark_inside(self, element: Element, status: Status, read: Callable[[Element], Element]) -> None:
        for paragraph in list(element.iter(W_P)):
            if paragraph.getparent() is not None and not any(up.tag == W_P for up in paragraph.iterancestors()):
                _exchange(paragraph, [self._inline.marked(read(paragraph), status)])

    # Tables

    def _change_table(self, old: Element, new: Element) -> None:
        self._tell(old, new, _TABLE_PROPERTIES)
        self._tell_grid(old, new)
        changes = self._aligned(_rows(old), _rows(new))
        following: Element | None = None
        for before, after in reversed(changes):
            if after is not None and before is not None:
                self._change_row(before, after)
            elif after is not None:
                self._mark_row(after, "new", self._read_new)
            elif before is not None:
                gone = self._copy(before)
                self._mark_row(gone, "gone", self._read_old)
                _put_back(before, gone, following, new)
                following = gone
            following = after if after is not None else following

    def _change_row(self, old: Element, new: Element) -> None:
        self._tell(old, new, _ROW_EXCEPTIONS)
        self._tell(old, new, W_TR_PR)
        befores, afters = _cells(old), _cells(new)
        if len(befores) == len(afters):
            for was, now in zip(befores, afters, strict=True):
                self._change_cell(was, now)
            return
        following: Element | None = None
        for before, after in reversed(self._aligned(befores, afters)):
            if after is not None and before is not None:
                self._change_cell(before, after)
            elif after is not None and after.find(f"{W_TC_PR}/{CELL_DEL}") is not None:
                _take(after)  # it came and was then struck: nobody would miss it
                continue
            elif after is not None:
                self._mark_cell(after, "new", self._read_new)
            elif before is not None:
                gone = self._copy(before)
                self._mark_cell(gone, "gone", self._read_old)
                _put_back(before, gone, following, new)
                following = gone
            following = after if after is not None else following

    def _change_cell(self, old: Element, new: Element) -> None:
        self._tell(old, new, W_TC_PR)
        self._compare(old, new)

    def _mark_cell(self, cell: Element, status: Status, read: Callable[[Element], Element]) -> None:
        mark = self._pen.mark(CELL_DEL if status == "gone" else CELL_INS)
        _before_change(_properties(cell, W_TC_PR), mark)
        self._mark_inside(cell, status, read)

    def _tell(self, old: Element, new: Element, tag: str) -> None:
        """Remember other properties of a table, a row or a cell."""
        was, change, apart = old.find(tag), f"{tag}Change", _APART[tag]
        if not are_same(new.find(tag), was, change, apart):
            self._inline.remember(_properties(new, tag), was, change, apart)

    def _tell_grid(self, old: Element, new: Element) -> None:
        grid, was = new.find(_GRID), old.find(_GRID)
        if grid is None or was is None or are_same(grid, was, _GRID_CHANGE, set()):
            return
        for each in grid.findall(_GRID_CHANGE):
            grid.remove(each)
        change = self._pen.numbered(_GRID_CHANGE)
        etree.SubElement(change, _GRID).extend(deepcopy(child) for child in first_said(was, _GRID_CHANGE))
        grid.append(change)


def _first_text(block: Block) -> str:
    """The text of a paragraph before all tracked changes; of one that they brought, its text now."""
    if not is_tracked(block.source):
        return block.text
    found = atoms(block.read().element)
    return "".join(_said(atom) for atom in found if not atom.has_come) or block.text


def _said(atom: Atom) -> str:
    if atom.inside:
        return "".join(_said(each) for each in atom.inside if not each.has_come)
    return "".join(str(text) for each in atom.elements if atom.sort != "end" for text in each.itertext())


def _blocks(container: Element) -> list[Element]:
    """What stands in a container one below the other."""
    return [
        child
        for child in container
        if not callable(child.tag) and child.tag not in RANGE_MARKS and not child.tag.endswith("Pr")
    ]


def _rows(table: Element) -> list[Element]:
    return [row for row in table.iter(_TR) if next(row.iterancestors(_TBL)) is table]


def _cells(row: Element) -> list[Element]:
    return [cell for cell in row.iter(_TC) if next(cell.iterancestors(_TR)) is row]


def _control(control: Element) -> str:
    """What a content control is known by: its number, else all that is said of it."""
    properties = control.find(_CONTROL_PROPERTIES)
    number = properties.find(name("w:id")) if properties is not None else None
    return (attribute(number, "w:val") or "") if number is not None else canonical(properties)


def _is_one_sided(change: Change) -> bool:
    """Whether a paragraph, a table or a control came or went."""
    return (change[0] is None) != (change[1] is None) and all(
        each is None or each.tag in (W_P, W_SDT, _TBL) for each in change
    )


def _ends_both(group: Sequence[Change]) -> bool:
    """Whether the last block before is a paragraph, and so is the last one now."""
    sides = [[each for each in side if each is not None] for side in zip(*group, strict=True)]
    return all(side and side[-1].tag == W_P for side in sides)


def _is_loose(group: Sequence[Change]) -> bool:
    """Whether paragraphs came or went without one that was there before and is still."""
    return all((before is None) != (after is None) for before, after in group) and _are_paragraphs(group)


def _has_before(group: Sequence[Change]) -> bool:
    return any(before is not None for before, _ in group)


def _has_after(group: Sequence[Change]) -> bool:
    return any(after is not None for _, after in group)


def _are_paragraphs(group: Sequence[Change]) -> bool:
    return all(each is None or each.tag == W_P for change in group for each in change)


def _properties(owner: Element, tag: str) -> Element:
    """The properties of a table, a row or a cell, made if it has none: they come first in it."""
    found = owner.find(tag)
    if found is None:
        found = etree.Element(tag)
        exceptions = owner.find(_ROW_EXCEPTIONS)
        owner.insert(0 if exceptions is None or tag == _ROW_EXCEPTIONS else 1, found)
    return found


def _before_change(properties: Element, mark: Element) -> None:
    """Put a mark behind all other properties, but before what remembers earlier ones."""
    last = properties[-1] if len(properties) else None
    if last is not None and str(last.tag).endswith("PrChange"):
        last.addprevious(mark)
    else:
        properties.append(mark)


def _put_before(following: Element | None, made: Element, home: Element) -> None:
    if following is not None:
        following.addprevious(made)
    else:
        home.append(made)


def _put_back(before: Element, gone: Element, following: Element | None, home: Element) -> None:
    """Put a row or a cell that went where it was: before the next one, and in the control that it was in."""
    control = _control_around(before)
    if control is None:
        _put_before(None if following is None else _below(following, home), gone, home)
        return
    known = (each for each in home.iterchildren(W_SDT) if _control(each) == _control(control))
    there = next(known, None)
    if there is None:
        there = deepcopy(control)
        for content in there.iterfind(W_SDT_CONTENT):
            content[:] = []
        _put_before(None if following is None else _below(following, home), there, home)
    for content in there.iterfind(W_SDT_CONTENT):
        _put_before(following if following is not None and following.getparent() is content else None, gone, content)


def _control_around(block: Element) -> Element | None:
    """The control in which a row or a cell is."""
    content = block.getparent()
    return content.getparent() if content is not None and content.tag == W_SDT_CONTENT else None


def _below(element: Element, home: Element) -> Element:
    """What is in a table or a row, and holds an element of it."""
    return next(each for each in (element, *element.iterancestors()) if each.getparent() is home)


def _renew(olds: Sequence[Element], made: Sequence[Element]) -> None:
    """Put elements, of which some may be among the others, in the place of those."""
    place = etree.Element("place")
    olds[0].addprevious(place)
    for each in olds:
        _take(each)
    _exchange(place, made)


def _exchange(element: Element, made: Sequence[Element]) -> None:
    for each in made:
        element.addprevious(each)
    _take(element)


def _take(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
