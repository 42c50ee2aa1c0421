"""Cutting a paragraph in two, and joining two to one."""

from __future__ import annotations

import secrets
from copy import deepcopy
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.text.paragraph import W_FIELD, W_P, W_PPR, W_RPR, W_SDT, W_SIMPLE_FIELD, W_T, Leaf, Paragraph

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SPACE = name("xml:space")
_NUMBER = name("w:id")
_OF_ITS_END = ("w:ins", "w:del", "w:moveFrom", "w:moveTo")
"""What is said of a paragraph's end, which stays where it was."""
_TRACKED = [name(f"w:{local}") for local in ("ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange")]
_OWN = (name("w14:paraId"), name("w14:textId"))


def halve(paragraph: Paragraph, at: int) -> Element:
    """Leave what is before a place of the text to a paragraph, and give what is behind it to another one."""
    left = next((leaf for leaf in reversed(paragraph.leaves) if leaf.start < at), None)
    right = next((leaf for leaf in paragraph.leaves if leaf.end > at), None)
    _check(left, right)
    behind = _like(paragraph.element)
    for own in _OWN:
        behind.attrib.pop(own, "")
    if right is not None:
        first = _divided(right, at) if right.start < at else _beginning(paragraph.element, right.element)
        _move(first, behind, paragraph.element)
    _share_properties(paragraph.element, behind)
    _renumber(behind, {each.get(_NUMBER) for each in paragraph.element.iter(*_TRACKED)})
    return behind


def _renumber(behind: Element, taken: set[str | None]) -> None:
    """Give tracked changes that were cut in two numbers of their own: no two have the same."""
    for each in behind.iter(*_TRACKED):
        if each.get(_NUMBER) in taken:
            each.set(_NUMBER, str(secrets.randbelow(2**30) + 2**29))


def _check(left: Leaf | None, right: Leaf | None) -> None:
    if left is None or right is None:
        return
    if left.field is not None and left.field == right.field:
        raise UnsupportedError("That place is inside a field.", "Choose a place before or behind the field.")
    shared = set(left.element.iterancestors(W_SDT, W_SIMPLE_FIELD))
    if any(each in shared for each in right.element.iterancestors(W_SDT, W_SIMPLE_FIELD)):
        raise UnsupportedError(
            "That place is inside a content control, which cannot go over two paragraphs.",
            "Choose a place before or behind it.",
        )


def _beginning(paragraph: Element, element: Element) -> Element:
    """Where the field begins that an element shows the result of, or ends; the element itself if it is in none."""
    depth, begin = 0, element
    for each in paragraph.iter(W_FIELD, element.tag):
        turn = {"begin": 1, "end": -1}.get(attribute(each, "w:fldCharType") or "", 0) if each.tag == W_FIELD else 0
        if turn > 0 and depth == 0:
            begin = each
        if each is element:
            return begin if depth > 0 else element
        depth = max(0, depth + turn)
    return element


def _divided(leaf: Leaf, at: int) -> Element:
    """The second part of a text that is cut."""
    second = etree.Element(W_T, {_SPACE: "preserve"})
    second.text = leaf.text[at - leaf.start :]
    leaf.element.text = leaf.text[: at - leaf.start]
    leaf.element.set(_SPACE, "preserve")
    leaf.element.addnext(second)
    return second


def _move(first: Element, behind: Element, paragraph: Element) -> None:
    """Give an element and all that follows it to another paragraph: what it is in is made there a second time."""
    moved: Element | None = None
    node = _whole(first, paragraph)
    while (parent := node.getparent()) is not None:
        following = list(node.itersiblings())
        second = behind if parent is paragraph else _like(parent)
        if parent is not paragraph and (look := parent.find(W_RPR)) is not None:
            second.append(deepcopy(look))
        if moved is None:
            second.append(node)
        else:
            second.append(moved)
        second.extend(following)
        if parent is paragraph:
            return
        moved, node = second, parent


_PROPERTIES = {W_RPR, name("w:sdtPr"), name("w:sdtEndPr"), name("w:smartTagPr"), name("w:customXmlPr")}


def _whole(first: Element, paragraph: Element) -> Element:
    """The largest element inside the paragraph that begins with this one: it is moved as a whole."""
    node = first
    while (parent := node.getparent()) is not None and parent is not paragraph:
        if any(each.tag not in _PROPERTIES for each in node.itersiblings(preceding=True)):
            break
        node = parent
    return node


def _share_properties(paragraph: Element, behind: Element) -> None:
    """Both are formatted alike; a section, and what was tracked of the paragraph's end, stays where it was."""
    found = paragraph.find(W_PPR)
    if found is None:
        return
    behind.insert(0, deepcopy(found))
    formatting.take(found, "w:sectPr")
    for mark in found.findall(W_RPR):
        for short in _OF_ITS_END:
            formatting.take(mark, short)
    formatting.prune(found)
    formatting.prune(paragraph)


def join(paragraph: Element, following: Element) -> None:
    """Append the text of another paragraph; if that ends a section, this one does now, which may end none itself."""
    if paragraph.find(f"{W_PPR}/{name('w:sectPr')}") is not None:
        raise UnsupportedError(
            "Between these paragraphs a section ends, and would get the pages of the next one.",
            "Edit what is before the end of the section, and what is behind it, each by itself.",
        )
    properties = following.find(W_PPR)
    section = properties.find(name("w:sectPr")) if properties is not None else None
    if section is not None:
        formatting.paragraph_properties(paragraph).append(deepcopy(section))
    paragraph.extend([child for child in following if child.tag != W_PPR])


def _like(element: Element) -> Element:
    """An empty element with the same name and attributes."""
    tag = W_P if element.tag == W_P else element.tag
    return etree.Element(tag, {str(key): str(value) for key, value in element.attrib.items()})
