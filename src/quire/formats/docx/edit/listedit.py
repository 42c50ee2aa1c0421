"""The items of one list, nested ones included, edited one after the other as one change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from quire.core.anchor import Range
from quire.core.content import Content, Paragraph
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError, in_operation
from quire.core.notation import from_json
from quire.core.transaction import AFTER, BEFORE, Transaction
from quire.formats.docx.edit.drafts import Drafts
from quire.formats.docx.edit.enumeration import EMPTY_BOX, Enumerator, indent, outdent
from quire.formats.docx.edit.fresh import Fresh
from quire.formats.docx.edit.points import LISTS, Points
from quire.formats.docx.edit.stretch import Goal, Stretch
from quire.formats.docx.edit.writing import written_at
from quire.formats.docx.names import name
from quire.formats.docx.style.runs import set_text
from quire.formats.docx.text.paragraph import W_SDT, W_T
from quire.formats.docx.view import grid
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element as Element

    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.points import Point
    from quire.formats.docx.view.tree import Branch

CHECKED_BOX = "☒"
_CHECKBOX, _STATE = name("w14:checkbox"), name("w14:checked")


class Items:
    """The items of a list at one moment, in document order; the range follows the list through changes."""

    def __init__(self, document: DocxDocument, place: Range) -> None:
        self.document = document
        self.place = place
        inside = (point for point in Points(document, place).all if place.start <= point.item.start <= place.end)
        self._points = list(inside)

    def __len__(self) -> int:
        return len(self._points)

    def after(self, change: Transaction) -> Items:
        start = change.mapping.position(self.place.start, BEFORE)
        end = change.mapping.position(self.place.end, AFTER)
        return Items(self.document.apply(change), Range(start, end))

    def at(self, index: int) -> Point:
        """The item of that number."""
        if not 0 <= index < len(self):
            known = f"Its items are 0 to {len(self) - 1}" if self._points else "It has no items left"
            raise InvalidArgumentError(
                f"There is no item {index} in the list.", f"{known}, counted in document order, nested ones included."
            )
        return self._points[index]

    @property
    def list(self) -> Branch:
        """The list itself."""
        return min((point.list for point in self._points), key=lambda branch: branch.first)


def _modify(document: DocxDocument, intent: Intent) -> Transaction:
    """Carry out operations, each on what the one before it left."""
    (place,) = intent.ranges
    items, whole = Items(document, place.within(len(document))), Transaction()
    if not len(items):
        raise NotFoundError(f"There is no list from {place.start} to {place.end}.", "list_blocks shows the lists.")
    for number, operation in enumerate(intent.arguments["operations"]):
        with in_operation(number, operation["type"]):
            change = OPERATIONS[operation["type"]](items, operation)
        items, whole = items.after(change), whole + change
    return whole


# Content


def _set_content(items: Items, operation: dict[str, Any]) -> Transaction:
    """Other content in the place of an item's own, which is all before its nested list; its box stays."""
    item, document = items.at(operation["index"]).item, items.document
    own = [child for child in item.children if child.type not in LISTS] or [item]
    has_box = nature(document, document.body[item.first]).checked is not None
    start = item.start + (min(2, len(document.body[item.first].text)) if has_box else 0)
    content = from_json(operation["content"])
    opens = content.blocks and isinstance(content.blocks[0], Paragraph)
    line, rest = (content.blocks[:1], content.blocks[1:]) if opens else ((), content.blocks)
    change = written_at(document, Range(start, own[-1].end), Content(line, content.notes))
    if not rest:
        return change
    after = document.apply(change)
    goal = Goal(Stretch(after, item.first, item.first, _cells(after, item.first)))
    return change + Fresh(after, Content(rest, content.notes), item.first).inside(item.first).put(goal)


def _cells(document: DocxDocument, number: int) -> int:
    return len(grid.standing_at(document.body, number))


def _add(items: Items, operation: dict[str, Any]) -> Transaction:
    """A further item before another one and at its level, or at the end of the list."""
    index, document = operation.get("index"), items.document
    at_end = index in (None, len(items))
    item = items.list.children[-1] if at_end else items.at(int(index or 0)).item
    beside = Stretch(document, item.first, item.last, _cells(document, item.first))
    fresh = Fresh(document, from_json(operation["content"]), item.first).items(
        item.first, checked=operation.get("checked")
    )
    return fresh.put(Goal(beside, before=not at_end))


def _delete(items: Items, operation: dict[str, Any]) -> Transaction:
    """An item less, with all that is nested in it."""
    item, document = items.at(operation["index"]).item, items.document
    return Stretch(document, item.first, item.last, _cells(document, item.first)).deleted()


# Levels


def _indent(items: Items, operation: dict[str, Any]) -> Transaction:
    enumerator = Enumerator(items.document)
    indent(enumerator, [items.at(operation["index"])])
    return enumerator.drafts.transaction()


def _outdent(items: Items, operation: dict[str, Any]) -> Transaction:
    enumerator = Enumerator(items.document)
    outdent(enumerator, items.at(operation["index"]))
    return enumerator.drafts.transaction()


# Boxes


def _check(items: Items, operation: dict[str, Any]) -> Transaction:
    """Tick an item off, or not; one without a box gets one."""
    number, document = items.at(operation["index"]).item.first, items.document
    found, drafts = nature(document, document.body[number]), Drafts(document)
    sign = CHECKED_BOX if operation["checked"] else EMPTY_BOX
    if found.checked == operation["checked"]:
        return Transaction()
    if found.is_ordered:
        raise UnsupportedError(
            "An item of a numbered list has no box.", "Turn the list into one of tasks with list_toggle first."
        )
    if found.checked is None:
        drafts.rewrite(number, 0, 0, f"{sign} ")
    elif (control := _control(drafts.draft(number).element)) is not None:
        _tick(control, sign, is_on=operation["checked"])
    else:
        drafts.rewrite(number, 0, 1, sign)
    return drafts.transaction()


def _control(paragraph: Element) -> Element | None:
    """The control of Word's that is the box of an item."""
    return next((each for each in paragraph.iter(W_SDT) if next(each.iter(_CHECKBOX), None) is not None), None)


def _tick(control: Element, sign: str, *, is_on: bool) -> None:
    box = next(control.iter(_CHECKBOX))
    state = box.find(_STATE)
    if state is None:
        state = etree.Element(_STATE)
        box.insert(0, state)
    state.set(name("w14:val"), str(int(is_on)))
    for shown in list(control.iter(W_T))[:1]:
        set_text(shown, sign)


OPERATIONS: dict[str, Callable[[Items, dict[str, Any]], Transaction]] = {
    "setItemContent": _set_content,
    "addItem": _add,
    "deleteItem": _delete,
    "indent": _indent,
    "outdent": _outdent,
    "setChecked": _check,
}

VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"modify_list": _modify}
