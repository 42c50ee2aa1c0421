"""What elements say, in a spelling that is the same whenever they say the same."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, cast

from quire.formats.docx.names import NAMESPACES, name
from quire.formats.docx.review.marks import BOXES, CONTENT
from quire.formats.docx.style.properties import source_of
from quire.formats.docx.text.paragraph import (
    W_R,
    W_RPR,
    W_SDT_CONTENT,
    W_T,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.text.story import Block

_VOLATILE = (name("w:proofErr"), name("w:lastRenderedPageBreak"))
_W = "{" + NAMESPACES["w"] + "}"
_NUMBERS = (name("w14:paraId"), name("w14:textId"), name("mc:Ignorable"))
_CONTAINERS = {W_SDT_CONTENT, *BOXES, *CONTENT}
_STAMPS = re.compile(r' (?:w:rsid\w*|w14:(?:paraId|textId)|mc:Ignorable|xmlns:(?:w14|mc))="[^"]*"')


def canonical(element: Element | None, without: Collection[str] = ()) -> str:
    """What an element says, but for the traces of sessions, and for children of some names."""
    if element is None:
        return ""
    copy = deepcopy(element)
    copy.tail = None
    for child in [child for child in copy if child.tag in without]:
        copy.remove(child)
    for each in list(copy.iter(*_VOLATILE)):
        parent = each.getparent()
        if parent is not None:
            parent.remove(each)
    for each in copy.iter():
        if len(each) and each.text is not None and not each.text.strip():
            each.text = None
        if each.tail is not None and not each.tail.strip():
            each.tail = None
        for key in [key for key in each.attrib if key in _NUMBERS or str(key).startswith(f"{_W}rsid")]:
            del each.attrib[key]
    return source_of(copy)


def wording(paragraph: Element) -> list[tuple[str, ...]]:
    """What a paragraph says: each text with its look and what it is in, however it is cut into runs."""
    found: list[tuple[str, ...]] = []
    for text, *rest in _wording(paragraph, ""):
        if found and rest and list(found[-1][1:]) == rest:
            found[-1] = (found[-1][0] + text, *rest)
        else:
            found.append((text, *rest))
    return found


def _wording(container: Element, around: str) -> Iterator[tuple[str, ...]]:
    for child in container:
        if child.tag == W_R:
            look = canonical(child.find(W_RPR))
            for each in child:
                if each.tag == W_T:
                    yield each.text or "", look, around
                elif each.tag not in (W_RPR, *_VOLATILE):
                    yield (canonical(each) + look + around,)
        elif child.tag in _CONTAINERS:
            attributes = sorted(
                (str(key), str(value))
                for key, value in child.attrib.items()
                if key != name("w:id") and "rsid" not in str(key)
            )
            yield from _wording(child, f"{around}/{child.tag}{attributes}")
        elif child.tag not in _VOLATILE:
            yield (canonical(child) + around,)


def stripped(block: Block) -> str:
    """The source of a paragraph without the traces of sessions, told without parsing it."""
    if "stripped" not in block.facts:
        block.facts["stripped"] = _STAMPS.sub("", block.source)
    return cast("str", block.facts["stripped"])
