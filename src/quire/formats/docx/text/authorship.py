"""Marks around what an author inserted or moved with changes tracked: what someone else writes inside is not theirs."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.names import name
from quire.formats.docx.text.paragraph import W_INS, W_MOVE_TO, W_P, W_R

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

MARKS = (W_INS, W_MOVE_TO)


def before(run: Element) -> Element:
    """What a text has to stand before, to stand before a run and in no author's mark; the mark is parted there."""
    mark = _around(run)
    if mark is None:
        return run
    if run.getprevious() is None:
        return mark
    return _part(mark, [run, *run.itersiblings()])


def behind(run: Element) -> Element:
    """What a text has to stand behind, to stand behind a run and in no author's mark; the mark is parted there."""
    mark = _around(run)
    if mark is None:
        return run
    following = list(run.itersiblings())
    if following:
        _part(mark, following)
    return mark


def _part(mark: Element, moved: Sequence[Element]) -> Element:
    """A mark of the same author behind a mark, around the last things in that."""
    rest = _another(mark)
    rest.extend(moved)
    mark.addnext(rest)
    return rest


def _around(run: Element) -> Element | None:
    """The mark that a run is in, as the run's parent: one around a link, say, goes into the link first."""
    outer: Element | None = None
    for each in run.iterancestors():
        if each.tag == W_P:
            return None
        if each.tag in MARKS:
            return each if outer is None else _inside(each, outer, run)
        outer = each
    return None


def _inside(mark: Element, link: Element, run: Element) -> Element | None:
    """The mark of a run in a link, whose runs are each marked now, and which is in no mark any more."""
    following = list(link.itersiblings())
    mark.addnext(link)
    if following:
        rest = _another(mark)
        rest.extend(following)
        link.addnext(rest)
    for each in [each for each in link.iter(W_R) if not any(up.tag in MARKS for up in each.iterancestors())]:
        own = _another(mark)
        each.addprevious(own)
        own.append(each)
    parent = mark.getparent()
    if not len(mark) and parent is not None:
        parent.remove(mark)
    return run.getparent()


def _another(mark: Element) -> Element:
    """An empty mark of the same author and time."""
    made = etree.Element(mark.tag, {str(key): str(value) for key, value in mark.attrib.items()})
    made.set(name("w:id"), str(secrets.randbelow(2**30) + 2**29))
    return made
