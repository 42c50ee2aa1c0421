"""The redline of paragraphs: what stays, what goes, what comes, told by marks around it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING, Literal, Protocol

from lxml import etree

from quire.formats.docx.names import attribute, name
from quire.formats.docx.review.atoms import DELETED_TEXT, Atom, atoms, is_point, paragraph_like, run_of
from quire.formats.docx.review.canon import canonical
from quire.formats.docx.review.marks import BOXES, COME, CONTENT, GONE, marks
from quire.formats.docx.style import formatting
from quire.formats.docx.text.paragraph import (
    TEXT_BOX,
    W_DEL,
    W_INS,
    W_MOVE_FROM,
    W_P,
    W_PPR,
    W_R,
    W_RPR,
    W_SDT,
    W_SDT_CONTENT,
    W_T,
)
from quire.formats.docx.text.wording import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.review.pen import Pen

Status = Literal["kept", "gone", "new"]

_RPR_CHANGE, _PPR_CHANGE, _SECT_CHANGE, _SECTION = (
    name(f"w:{local}") for local in ("rPrChange", "pPrChange", "sectPrChange", "sectPr")
)
_STRUCK = {W_T: DELETED_TEXT, name("w:instrText"): name("w:delInstrText")}
_NUMBERS = (name("w14:paraId"), name("w14:textId"))
_REFERENCES = tuple(name(f"w:{kind}Reference") for kind in ("footnote", "endnote"))
SHARED = {name("w:headerReference"), name("w:footerReference")}
"""What a change of a section's properties does not remember."""


class Carrier(Protocol):
    """Brings what deleted text refers to into the document that the redline is of."""

    def adapt(self, element: Element) -> None:
        """Let an element of the old document refer to things of the new one."""

    def points(self, points: Sequence[Element]) -> list[Element]:
        """The ends of ranges in deleted text that are to stay."""


@dataclass(slots=True)
class Item:
    """An atom in a redline; one that stays may have looked another way before."""

    status: Status
    atom: Atom
    was: Atom | None = None


class Inline:
    """Writes the redlines of paragraphs."""

    def __init__(self, pen: Pen, carrier: Carrier, boxes: Callable[[Element, Element], None]) -> None:
        self._pen = pen
        self._carrier = carrier
        self._boxes = boxes  # the redline of what is in a text box
        self._written: set[str | None] = set()  # the numbers of earlier marks that were written again

    def redline(
        self, old: Sequence[Element], new: Sequence[Element], *, ends_alike: bool, is_last: bool = False
    ) -> list[Element]:
        """Blocks that were these and are those; all but paragraphs are marked already.

        The last end is the same whatever is before it if they say so by `ends_alike`, but one that a tracked change
        brought is no earlier one, and one that ends a section is no other one. The end of all stays: `is_last`."""
        before = [atom for paragraph in old for atom in atoms(paragraph)]
        after = [atom for paragraph in new for atom in atoms(paragraph)]
        ends_alike = bool(before and after) and (ends_alike or is_last or len(old) == len(new) == 1)
        if ends_alike and not is_last:
            ends_alike = (before[-1].key, before[-1].has_come) == (after[-1].key, after[-1].has_come)
        items = list(compared(before, after, ends_alike=ends_alike))
        blocks: list[Element] = []
        inside: list[Item] = []
        for item in items:
            if item.atom.sort == "block":
                blocks += item.atom.elements  # nobody will see it with what is inside now of a paragraph to come
            elif item.atom.sort == "end":
                blocks.append(self._paragraph(inside, item))
                inside = []
            else:
                inside.append(item)
        return blocks

    def marked(self, paragraph: Element, status: Status) -> Element:
        """A paragraph all of whose content came or went; its end is as it was."""
        *inside, end = atoms(paragraph)
        made = self._paragraph([Item(status, atom) for atom in inside], Item("kept", end))
        if status == "gone":
            self._carrier.adapt(made)
            unnumber(made)
            for properties in made.iterfind(W_PPR):
                self._pen.renumber(properties)
        return made

    def _paragraph(self, inside: list[Item], end: Item) -> Element:
        atom = end.atom
        made = paragraph_like(atom.paragraph) if atom.paragraph is not None else paragraph_like(etree.Element("p"))
        if end.status == "gone":
            unnumber(made)
        properties = deepcopy(atom.elements[0]) if atom.elements else etree.Element(W_PPR)
        if end.status == "gone":
            self._carrier.adapt(properties)
            self._pen.renumber(properties)
        made.append(properties)
        if end.status == "kept" and end.was is not None:
            self._tell_properties(properties, end.was.elements[0] if end.was.elements else etree.Element(W_PPR))
        elif end.status != "kept":
            self._tell_end(properties, W_INS if end.status == "new" else W_DEL)
        if not len(properties):
            made.remove(properties)
        made.extend(self.elements(inside))
        made.extend(self._points(end))
        return made

    # What is in a paragraph

    def elements(self, items: Sequence[Item]) -> Iterator[Element]:
        """The marked elements of items that follow each other."""
        for _, group in groupby(self._outlined(items), key=lambda each: each[0]):
            found = list(group)
            marks, content = found[0][1], [element for _, _, elements in found for element in elements]
            for mark in reversed(marks):
                shell = self._again(mark)
                shell.extend(content)
                content = [shell]
            yield from content

    def _outlined(self, items: Sequence[Item]) -> Iterator[tuple[tuple[object, ...], list[Element], list[Element]]]:
        """The marks around each thing, with what tells whether the next one is in the same, and its elements."""
        number = 0
        for group in _runs(items):
            item = group[0]
            points = self._points(item)
            if points:
                number += 1
                yield (number,), [], points
            if _is_void(item):
                continue
            if item.atom.sort == "box":
                number += 1
                yield (number,), list(item.atom.standing), [self._box(item)]
            elif item.atom.elements:
                marks = self._marks(item)
                key = (tuple(id(each) for each in item.atom.standing), item.status if len(marks) else "")
                yield (0, *key), marks, self._content(group)

    def _marks(self, item: Item) -> list[Element]:
        """The marks that are to stand around a thing: the earlier ones, and ours."""
        earlier = list(item.atom.standing)
        if item.status == "gone" and not item.atom.has_gone:
            return [*earlier, etree.Element(W_DEL)]
        if item.status == "new" and not earlier:
            return [etree.Element(W_INS)]
        return earlier

    def _again(self, mark: Element) -> Element:
        """A mark as it is to be written: ours anew, an earlier one as it was."""
        if not mark.attrib:
            return self._pen.mark(mark.tag)
        made = etree.Element(mark.tag, {str(key): str(value) for key, value in mark.attrib.items()})
        if attribute(mark, "w:id") in self._written:
            made.set(name("w:id"), self._pen.number())
        self._written.add(attribute(mark, "w:id"))
        return made

    def _content(self, group: Sequence[Item]) -> list[Element]:
        """The elements of a thing, or of pieces of the same run."""
        item = group[0]
        if item.atom.run is None:
            found = [deepcopy(each) for each in item.atom.elements]
        else:
            found = [run_of(item.atom.run, [each.atom.elements[0] for each in group])]
        self._number_again(found)
        if item.status == "gone":
            found = [kept for each in found for kept in (self._carrier.points([each]) if is_point(each) else [each])]
            for each in found:
                self._carrier.adapt(each)
                _strike(each, is_moved=any(mark.tag == W_MOVE_FROM for mark in item.atom.standing))
        if item.status == "kept" and item.was is not None and item.was.run is not None:
            self._tell_look(found[0], item.was.run)
            self._tell_boxes(group, found[0])
        return found

    def _number_again(self, elements: Sequence[Element]) -> None:
        """Let no two pieces of a run, and no two copies of it, have the numbers of what it remembers."""
        for change in (change for each in elements for change in marks(each)):
            number = f"look {attribute(change, 'w:id')}"
            if number in self._written:
                change.set(name("w:id"), self._pen.number())
            self._written.add(number)

    def _tell_boxes(self, group: Sequence[Item], run: Element) -> None:
        """What changed in the text boxes of an object that stays."""
        for item in group:
            if item.atom.key[0] == "frame" and item.was is not None:
                was = list(item.was.elements[0].iter(TEXT_BOX))
                now = list(run.iter(TEXT_BOX))
                for old, new in zip(was, now, strict=False):
                    if canonical(old) != canonical(new):
                        self._boxes(old, new)

    def _box(self, item: Item) -> Element:
        """A link, a control or the like, with the changes in it."""
        box = item.atom.elements[0]
        shell = deepcopy(box)
        home = shell.find(W_SDT_CONTENT) if shell.tag == W_SDT else shell
        if home is None:
            return shell
        for child in [child for child in home if child.tag in (W_R, *CONTENT, *BOXES) or _is_flow(child)]:
            home.remove(child)
        if item.status == "kept" and item.was is not None:
            inside = list(compared(item.was.inside, item.atom.inside, ends_alike=True))
        else:
            inside = [Item(item.status, each) for each in item.atom.inside]
        if item.status == "gone":
            self._carrier.adapt(shell)
            for identifier in shell.iterfind(f"{name('w:sdtPr')}/{name('w:id')}"):
                identifier.set(name("w:val"), self._pen.number())
        home.extend(self.elements(inside))
        return shell

    def _points(self, item: Item) -> list[Element]:
        points = item.atom.points
        if item.status == "gone":
            return self._carrier.points(points)
        return [deepcopy(each) for each in points]

    # What is told of formatting

    def _tell_look(self, run: Element, was: Element) -> None:
        """Remember how a run looked before."""
        now, before = run.find(W_RPR), was.find(W_RPR)
        if are_same(now, before, _RPR_CHANGE, {_RPR_CHANGE}):
            return
        self.remember(formatting.run_properties(run), before, _RPR_CHANGE, {_RPR_CHANGE})

    def _tell_properties(self, now: Element, was: Element) -> None:
        """Remember how a paragraph looked before, and its end."""
        apart = {W_RPR, _SECTION, _PPR_CHANGE}
        if not are_same(now, was, _PPR_CHANGE, apart):
            self.remember(now, was, _PPR_CHANGE, apart)
        self._tell_end_look(now, was)
        section, before = now.find(_SECTION), was.find(_SECTION)
        if section is not None and before is not None:
            self.tell_section(section, before)

    def _tell_end_look(self, now: Element, was: Element) -> None:
        apart = {_RPR_CHANGE, *CONTENT}
        look, before = now.find(W_RPR), was.find(W_RPR)
        if not are_same(look, before, _RPR_CHANGE, apart):
            self.remember(look if look is not None else formatting.put(now, "w:rPr"), before, _RPR_CHANGE, apart)

    def tell_section(self, now: Element, was: Element) -> None:
        """Remember what the pages of a section were like."""
        apart = {_SECT_CHANGE, *SHARED}
        if not are_same(now, was, _SECT_CHANGE, apart):
            self.remember(now, was, _SECT_CHANGE, apart)

    def remember(self, now: Element, was: Element | None, tag: str, apart: set[str]) -> None:
        """Let properties tell what they were at first, whatever they say of that already."""
        for each in now.findall(tag):
            now.remove(each)
        change = self._pen.mark(tag)
        before = etree.SubElement(change, now.tag)
        before.extend(deepcopy(child) for child in first_said(was, tag) if child.tag not in apart)
        self._carrier.adapt(before)
        now.append(change)

    def _tell_end(self, properties: Element, tag: str) -> None:
        """Mark the end of a paragraph as one that came or goes."""
        look = properties.find(W_RPR)
        if look is None:
            look = formatting.put(properties, "w:rPr")
        known = {child.tag for child in look}
        if not known & (COME if tag == W_INS else GONE):
            look.insert(1 if tag == W_DEL and W_INS in known else 0, self._pen.mark(tag))


def unnumber(paragraph: Element) -> None:
    """Take the number from a paragraph or a row: what is gone may be there under its number elsewhere."""
    for number in _NUMBERS:
        paragraph.attrib.pop(number, "")


def _is_flow(child: Element) -> bool:
    return not str(child.tag).endswith("Pr")


def first_said(properties: Element | None, tag: str) -> list[Element]:
    """What properties said before the change that they remember, or now, if they remember none."""
    if properties is None:
        return []
    change = properties.find(tag)
    return list(properties) if change is None else [inner for each in change for inner in each]


def are_same(now: Element | None, was: Element | None, tag: str, apart: set[str]) -> bool:
    """Whether properties said the same at first."""
    now_first, was_first = (
        [canonical(child) for child in first_said(each, tag) if child.tag not in apart] for each in (now, was)
    )
    return now_first == was_first


def _is_void(item: Item) -> bool:
    """Whether a thing came and was then struck by another change: nobody would miss it, whatever is decided."""
    if item.status != "new" or item.atom.has_come:
        return False
    inside = [each for each in item.atom.inside if each.elements]
    return item.atom.has_gone or (bool(inside) and all(_is_void(Item("new", each)) for each in inside))


def _strike(element: Element, *, is_moved: bool) -> None:
    """Let text be deleted text, but for that in text boxes, which goes with them, and for what was moved away."""
    for each in list(element.iter(*_STRUCK)) if not is_moved else ():
        if not any(up.tag == TEXT_BOX for up in each.iterancestors()):
            each.tag = _STRUCK[each.tag]
    for paragraph in element.iter(W_P):
        unnumber(paragraph)


def _runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Items in groups that are pieces of one run; all others are alone."""
    group: list[Item] = []
    for item in items:
        if group and _goes_on(group[-1], item):
            group.append(item)
            continue
        if group:
            yield group
        group = [item]
    if group:
        yield group


def _goes_on(last: Item, item: Item) -> bool:
    one, other = last.atom, item.atom
    return (
        other.sort == one.sort == "piece"
        and one.run is other.run
        and last.status == item.status
        and not other.points
        and (last.was.look if last.was else None) == (item.was.look if item.was else None)
    )


# Comparing


def compared(old: Sequence[Atom], new: Sequence[Atom], *, ends_alike: bool) -> Iterator[Item]:
    """Which things stay, go and come. What goes stands before what comes in its place."""
    last: tuple[Atom, Atom] | None = None
    if ends_alike:
        *old, one = old
        *new, other = new
        last = (one, other)
    for stays, start, end, first, until in _opcodes(old, new):
        if stays:
            for was, now in zip(old[start:end], new[first:until], strict=True):
                yield from _kept(was, now)
        else:
            yield from (Item("gone", atom) for atom in old[start:end])
            yield from (Item("new", atom) for atom in new[first:until])
    if last is not None:
        yield Item("kept", last[1], last[0])


def _kept(was: Atom, now: Atom) -> Iterator[Item]:
    """A thing that stays; where an earlier change of it was decided meanwhile, it goes and comes."""
    if (not was.standing or now.stands[: len(was.stands)] == was.stands) and not _is_twice_formatted(was, now):
        yield Item("kept", now, was)
    else:
        yield Item("gone", was)
        yield Item("new", now)


def _is_twice_formatted(was: Atom, now: Atom) -> bool:
    """Whether the look changed of a thing whose look had changed before: a run remembers one look only."""
    if was.look == now.look or was.run is None or now.run is None:
        return False
    return all(each.find(f"{W_RPR}/{_RPR_CHANGE}") is not None for each in (was.run, now.run))


Code = tuple[bool, int, int, int, int]
"""Whether things stay; from, up to, of the old; from, up to, of the new."""


def _opcodes(old: Sequence[Atom], new: Sequence[Atom]) -> list[Code]:
    """What stays and what does not; a space alone between words that do not stay does not, either."""
    codes = list(_codes(*([(*atom.key, str(atom.has_come)) for atom in side] for side in (old, new))))
    merged: list[Code] = []
    for index, (stays, start, end, first, last) in enumerate(codes):
        is_island = stays and all(atom.is_blank for atom in old[start:end]) and 0 < index < len(codes) - 1
        if is_island and _replaces(codes[index - 1]) and _replaces(codes[index + 1]):
            stays = False
        if merged and not stays and not merged[-1][0]:
            _, start, _, first, _ = merged.pop()
        merged.append((stays, start, end, first, last))
    return merged


def _codes(old: list[tuple[str, ...]], new: list[tuple[str, ...]]) -> Iterator[Code]:
    """What stays and what does not, found between the ends that both have."""
    before = shared(old, new)
    behind = shared(old[before:][::-1], new[before:][::-1])
    end, last = len(old) - behind, len(new) - behind
    if before:
        yield True, 0, before, 0, before
    matcher = SequenceMatcher(None, old[before:end], new[before:last], autojunk=False)
    for kind, *(a, b, c, d) in matcher.get_opcodes():
        yield kind == "equal", a + before, b + before, c + before, d + before
    if behind:
        yield True, end, len(old), last, len(new)


def _replaces(code: Code) -> bool:
    stays, start, end, first, last = code
    return not stays and start < end and first < last


def referred(element: Element) -> Iterator[tuple[str, Element]]:
    """The notes to which an element refers, each with the reference."""
    for each in element.iter(*_REFERENCES):
        yield (attribute(each, "w:id") or "", each)
