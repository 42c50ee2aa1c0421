"""Lists turned on and off, and items nested and brought out: what they are numbered by, and nothing else, changes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.formats.docx.content import habits
from quire.formats.docx.content.lists import Lists
from quire.formats.docx.edit.drafts import Drafts
from quire.formats.docx.edit.points import LISTS, Points
from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.numbering import DEEPEST
from quire.formats.docx.style.shape import paragraph_format
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quire.core.document import Intent, ListKind
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.points import Point
    from quire.formats.docx.view.nature import Nature
    from quire.formats.docx.view.tree import Branch

EMPTY_BOX = "☐"
_LIST_PARAGRAPH = "list paragraph"


@dataclass(frozen=True, slots=True)
class Home:
    """The list that items belong to from now on: its `w:num`, where texts begin at its levels, and its style."""

    num_id: int
    indents: tuple[int, ...] = ()
    style: str | None = None


class Enumerator:
    """The writer of items of a body: each paragraph by its number."""

    def __init__(self, document: DocxDocument) -> None:
        self.document = document
        self.drafts = Drafts(document)
        self._lists = Lists(document, self.drafts.supplies, 0)

    def nature(self, number: int) -> Nature:
        return nature(self.document, self.document.body[number])

    # Homes

    def begin(self, level: int, *, is_ordered: bool) -> Home:
        """A list of its own: the document's kind of list, or Word's."""
        lists = self._lists if not level else Lists(self.document, self.drafts.supplies, level)
        running = lists.begin_apart(level, 1) if is_ordered else lists.begin(level, 1, is_ordered=False)
        return Home(running.num_id, running.indents, running.style)

    def at_level(self, num_id: int, level: int, *, is_ordered: bool) -> Home:
        """A list at a level, if it has one that shows something there; else a new one."""
        found = self.document.numbering.level(num_id, level)
        if found is not None and found.text and found.format != "none" and not found.hidden:
            return Home(num_id)
        return self.begin(level, is_ordered=is_ordered)

    def _indent(self, home: Home, level: int) -> int | None:
        if home.indents:
            return home.indents[min(level, len(home.indents) - 1)]
        found = self.document.numbering.level(home.num_id, level)
        return found.indent if found else None

    # Paragraphs

    def enter(self, number: int, home: Home, level: int) -> None:
        """Let a paragraph be an item."""
        properties = self.drafts.properties(number)
        numbered = formatting.put(properties, "w:numPr")
        etree.SubElement(numbered, name("w:ilvl"), {name("w:val"): str(level)})
        etree.SubElement(numbered, name("w:numId"), {name("w:val"): str(home.num_id)})
        formatting.take(properties, "w:ind")
        form = self.drafts.supplies.styles.paragraph(properties)
        is_plain = any(each.id == form.style and each.is_default for each in self.drafts.supplies.styles.all())
        if home.style and (is_plain or form.style is None):
            self.drafts.restyle(number, home.style)

    def go_on(self, number: int, home: Home, level: int) -> None:
        """Let a paragraph go on with the item before it."""
        left = self._indent(home, level)
        properties = self.drafts.properties(number)
        formatting.adjust(
            properties, "w:ind", {"left": str(left or 0), "firstLine": "0", "hanging": None, "start": None}
        )

    def leave(self, number: int, indent: int = 0) -> None:
        """Let an item be a plain paragraph, as far in as the item that it is in."""
        properties, styles = self.drafts.properties(number), self.drafts.supplies.styles
        formatting.take(properties, "w:numPr")
        formatting.take(properties, "w:ind")
        form = styles.paragraph(properties)
        if form.num_id or (form.style_name or "").casefold() == _LIST_PARAGRAPH:
            self.drafts.restyle(number, habits.text_style(self.document.body, self.document.styles, number))
        if indent:
            formatting.put(properties, "w:ind", left=str(indent), firstLine="0")

    def relevel(self, first: int, last: int, home: Home, shift: int) -> None:
        """Bring an item and all that is in it to other levels; what was in its list goes with it."""
        own = self.nature(first).item
        level = (own[1] if own else 0) + shift
        for number in range(first, last + 1):
            found = self.nature(number)
            if found.item:
                num_id, depth = found.item
                into = home if own and num_id == own[0] else Home(num_id)
                level = max(0, depth + shift)
                self._check(level)
                self.enter(number, into, level)
            elif not found.is_blank and found.indent > 0:
                self.go_on(number, home, level)

    def _check(self, level: int) -> None:
        if level > DEEPEST:
            raise UnsupportedError(
                f"A list of Word has {DEEPEST + 1} levels, and an item would be deeper.", "Outdent it first."
            )

    # Boxes

    def box(self, number: int, *, is_wanted: bool) -> None:
        """Put a box before the text of an item, or take it away."""
        has_box = self.nature(number).checked is not None
        text = self.document.body[number].text
        if is_wanted and not has_box:
            self.drafts.rewrite(number, 0, 0, f"{EMPTY_BOX} ")
        elif has_box and not is_wanted:
            self.drafts.rewrite(number, 0, min(2, len(text)), "")


# Nesting


def _indent(document: DocxDocument, intent: Intent) -> Transaction:
    """Nest the items of a range under the ones before them."""
    enumerator = Enumerator(document)
    for points in _runs(_chosen(document, intent)):
        indent(enumerator, points)
    return enumerator.drafts.transaction()


def indent(enumerator: Enumerator, points: Sequence[Point]) -> None:
    """Nest items in a row under the one before them."""
    above = points[0].before
    if above is None:
        raise UnsupportedError(
            "The first item of a list cannot be indented: there is none before it.", "Choose a later item."
        )
    nested = next((child for child in reversed(above.children) if child.type in LISTS), None)
    joined = enumerator.nature(nested.children[-1].first).item if nested else None
    for point in points:
        found = enumerator.nature(point.item.first)
        num_id, depth = found.item or (0, 0)
        level = joined[1] if joined else depth + 1
        home = Home(joined[0]) if joined else None
        home = home or enumerator.at_level(num_id, min(level, DEEPEST), is_ordered=found.is_ordered)
        enumerator.relevel(point.item.first, point.item.last, home, level - depth)


def _outdent(document: DocxDocument, intent: Intent) -> Transaction:
    """Bring the items of a range out, each behind the one that it is in."""
    enumerator = Enumerator(document)
    for point in _chosen(document, intent):
        outdent(enumerator, point)
    return enumerator.drafts.transaction()


def outdent(enumerator: Enumerator, point: Point) -> None:
    """Bring an item one level out, behind its parent: what follows it there becomes part of it."""
    if point.parent is None:
        raise UnsupportedError("An item at the top level cannot be outdented.", "list_toggle turns a list off.")
    num_id, depth = enumerator.nature(point.parent.item.first).item or (0, 0)
    item, own = point.item, enumerator.nature(point.item.first).item
    enumerator.relevel(item.first, item.last, Home(num_id), depth - (own[1] if own else 0))


def _chosen(document: DocxDocument, intent: Intent) -> list[Point]:
    """The items of a range, without those that are in others of them."""
    touched = Points(document, intent.ranges[0].within(len(document))).touched()
    if not touched:
        raise UnsupportedError(
            "There is no list item at the cursor.", "Put the cursor into an item, or make a list with list_toggle."
        )
    items = {id(point.item) for point in touched}
    return [point for point in touched if not any(id(each.item) in items for each in point.around)]


def _runs(points: Sequence[Point]) -> Iterator[list[Point]]:
    for _, run in groupby(points, key=lambda point: id(point.list)):
        yield list(run)


# Turning on and off


def _toggle(document: DocxDocument, intent: Intent) -> Transaction:
    """Make a list of the paragraphs of a range, convert its lists, or turn them off if they are of the kind."""
    kind: ListKind = intent.arguments["type"]
    points = Points(document, intent.ranges[0].within(len(document)))
    enumerator = Enumerator(document)
    lists = _lists(points)
    loose = [number for number in _numbers(points) if points.of(number) is None]
    if lists and not loose and all(LISTS[each.type] == kind for each in lists):
        _turn_off(enumerator, points, lists)
    else:
        for each in lists:
            if LISTS[each.type] != kind:
                _convert(enumerator, each, kind)
        _make(enumerator, points, loose, kind)
    return enumerator.drafts.transaction()


def _numbers(points: Points) -> list[int]:
    """The paragraphs of a range; empty ones only if there are no others."""
    numbers = range(points.first, points.last + 1)
    said = [each for each in numbers if not nature(points.document, points.document.body[each]).is_blank]
    return said or list(numbers[:1])


def _lists(points: Points) -> list[Branch]:
    """The lists that a range is about: the innermost one around all of it, and those that it reaches into."""
    touched = points.touched()
    holding = [each for each in touched if each.list.first <= points.first and points.last <= each.list.last]
    if points.first == points.last and touched:
        return [touched[-1].list]
    innermost = [holding[-1].list] if holding else []
    return list({id(each): each for each in (*innermost, *(point.list for point in touched))}.values())


def _turn_off(enumerator: Enumerator, points: Points, lists: Sequence[Branch]) -> None:
    gone = {id(each) for each in lists}
    for point in points.all:
        above = sum(id(each.list) in gone for each in point.around)
        number = point.item.first
        if id(point.list) in gone:
            stays = [each for each in point.around if id(each.list) not in gone]
            enumerator.leave(number, enumerator.nature(stays[-1].item.first).indent if stays else 0)
            enumerator.box(number, is_wanted=False)
        elif above:
            num_id, depth = enumerator.nature(number).item or (0, 0)
            enumerator.enter(number, Home(num_id), max(0, depth - above))


def _convert(enumerator: Enumerator, branch: Branch, kind: ListKind) -> None:
    is_ordered = kind == "ordered"
    _, level = enumerator.nature(branch.first).item or (0, 0)
    home: Home | None = None
    for item in branch.children:
        if enumerator.nature(item.first).is_ordered != is_ordered:
            home = home or enumerator.begin(level, is_ordered=is_ordered)
            enumerator.enter(item.first, home, level)
        enumerator.box(item.first, is_wanted=kind == "task")


_LISTED = ("paragraph", "codeBlock")


def _make(enumerator: Enumerator, points: Points, numbers: Sequence[int], kind: ListKind) -> None:
    """Let paragraphs be items: of the list right before them, or right behind them, if it is of the kind."""
    home: Home | None = None
    for number in numbers:
        found = enumerator.nature(number)
        if found.type not in _LISTED:
            raise UnsupportedError(
                f"A {found.type} cannot be an item of a list in Word.", "Turn it into a paragraph with block_set_type."
            )
        home = home or _beside(enumerator, points, kind) or enumerator.begin(0, is_ordered=kind == "ordered")
        if number > numbers[0] and _is_next_line(enumerator, number):
            enumerator.go_on(number, home, 0)
            continue
        enumerator.enter(number, home, 0)
        enumerator.box(number, is_wanted=kind == "task")


def _is_next_line(enumerator: Enumerator, number: int) -> bool:
    before, found = enumerator.nature(number - 1), enumerator.nature(number)
    return before.is_open and found.type == "codeBlock" and before.indent == found.indent


def _beside(enumerator: Enumerator, points: Points, kind: ListKind) -> Home | None:
    """The list of a kind that ends right before a range, or begins right behind it."""
    for number in (points.first - 1, points.last + 1):
        if 0 <= number < len(points.document.body) and not points.is_apart(number):
            found = enumerator.nature(number)
            if found.item and not found.item[1] and found.is_ordered == (kind == "ordered"):
                return Home(
                    found.item[0], style=paragraph_format(points.document.body[number], points.document.styles).style
                )
    return None


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "toggle_list": _toggle,
    "indent_items": _indent,
    "outdent_items": _outdent,
}
