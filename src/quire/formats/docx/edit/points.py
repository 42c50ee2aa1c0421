"""The lists around a place of a body: found from the paragraphs there, whatever the length of the document."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.errors import UnsupportedError
from quire.formats.docx.view import tree
from quire.formats.docx.view.nature import nature
from quire.formats.docx.view.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.core.anchor import Range
    from quire.formats.docx.document import DocxDocument

LISTS = {"bulletList": "bullet", "orderedList": "ordered", "taskList": "task"}
_FARTHEST = 64
"""How many paragraphs in a row may be no items, in a list."""
_CELLS = re.compile(r"<(?:/?)(?:[\w.-]+:)?(?:tbl|tr|tc)(?=[\s>])")


@dataclass(frozen=True, eq=False)
class Point:
    """An item of a list, and where it is: the lists and items around it, the outermost first."""

    item: Branch
    list: Branch
    around: tuple[Point, ...]
    level: int

    @property
    def parent(self) -> Point | None:
        return self.around[-1] if self.around else None

    @property
    def before(self) -> Branch | None:
        """The item before it in its list."""
        at = self.list.children.index(self.item)
        return self.list.children[at - 1] if at else None


class Points:
    """The items around a range of the text, with all of the lists that they are in, and what stands between."""

    def __init__(self, document: DocxDocument, where: Range) -> None:
        self.document = document
        self.first, _ = document.body.at(where.start)
        self.last, start = document.body.at(where.end)
        if where.end == start and self.last > self.first:
            self.last -= 1
        if any(_CELLS.search(document.body[number].lead) for number in range(self.first + 1, self.last + 1)):
            raise UnsupportedError(
                "The selection goes over the border of a table or a cell.", "Select what is on each side alone."
            )
        self.whole = tree.row(document, _begin(document, self.first), _end(document, self.last))
        self.all = list(self._points(self.whole, ()))

    def _points(self, branches: list[Branch], around: tuple[Point, ...]) -> Iterator[Point]:
        for branch in branches:
            if branch.type not in LISTS:
                yield from self._points(branch.children, around)
                continue
            for item in branch.children:
                found = nature(self.document, self.document.body[item.first]).item
                point = Point(item, branch, around, found[1] if found else 0)
                yield point
                yield from self._points(item.children, (*around, point))

    def touched(self) -> list[Point]:
        """The items whose own text is touched: of those that hold others, what is before these."""
        return [point for point in self.all if self.first <= point.item.first <= self.last or self._is_in(point)]

    def _is_in(self, point: Point) -> bool:
        """Whether a paragraph of the range goes on with an item."""
        own = [child for child in point.item.children if child.type not in LISTS]
        return any(self.first <= child.last and child.first <= self.last for child in own)

    def is_apart(self, number: int) -> bool:
        """Whether the paragraph right before the range, or right behind it, is in another cell."""
        return bool(_CELLS.search(self.document.body[max(number, self.first)].lead))

    def of(self, number: int) -> Point | None:
        """The innermost item that a paragraph is in."""
        around = [point for point in self.all if point.item.first <= number <= point.item.last]
        return around[-1] if around else None


def _begin(document: DocxDocument, number: int) -> int:
    """The first paragraph that may be in a list with one."""
    first, idle = number, 0
    while number > 0 and idle < _FARTHEST and not _CELLS.search(document.body[number].lead):
        number -= 1
        found = nature(document, document.body[number])
        if found.item:
            first, idle = number, 0
        elif found.is_blank or (found.indent > 0 and not found.level):
            idle += 1
        else:
            break
    return first


def _end(document: DocxDocument, number: int) -> int:
    """Behind the last paragraph that may be in a list with one."""
    behind, idle = number + 1, 0
    while number + 1 < len(document.body) and idle < _FARTHEST:
        number += 1
        if _CELLS.search(document.body[number].lead):
            break
        found = nature(document, document.body[number])
        if found.item or (found.indent > 0 and not found.level):
            behind, idle = number + 1, 0 if found.item else idle + 1
        elif found.is_blank:
            idle += 1
        else:
            break
    return behind


def reach(document: DocxDocument, where: Range) -> tuple[int, int] | None:
    """Where the outermost list is that holds a range."""
    found = Points(document, where)
    outermost = (point.list for point in found.all if not point.around)
    holding = (each for each in outermost if each.first <= found.first and found.last <= each.last)
    return next(((each.start, each.end) for each in holding), None)
