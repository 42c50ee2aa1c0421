"""Who writes tracked changes, and when: each mark has a number of its own."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.names import name
from quire.formats.docx.review.marks import TAGS

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_ID = name("w:id")


class Pen:
    """Makes the marks of one author at one time."""

    def __init__(self, author: str, date: str, first: int) -> None:
        self._stamp = {name("w:author"): author, name("w:date"): date}
        self._numbers = count(first)

    def number(self) -> str:
        """A number that no other mark has."""
        return str(next(self._numbers))

    def mark(self, tag: str) -> Element:
        """A mark of a change, around nothing yet."""
        return etree.Element(tag, {_ID: self.number(), **self._stamp})

    def renumber(self, element: Element) -> None:
        """Give the marks in an element other numbers: it may be there under its own elsewhere."""
        for mark in element.iter(*TAGS):
            mark.set(_ID, self.number())

    def numbered(self, tag: str) -> Element:
        """A mark of a change that does not say who made it: Word has one of these."""
        return etree.Element(tag, {_ID: self.number()})
