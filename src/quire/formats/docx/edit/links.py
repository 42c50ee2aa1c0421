"""Links on a range of a Word document's text: put on, led elsewhere, taken off."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import authorship
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import W_HYPERLINK, W_R, W_RPR
from quire.formats.docx.text.tags import Look, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.formats.docx.content.supplies import Supplies
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.looks import Touched
    from quire.formats.docx.text.paragraph import Leaf

_ANCHOR, _ID, _TOOLTIP, _HISTORY = name("w:anchor"), name("r:id"), name("w:tooltip"), name("w:history")
_LINK_STYLES = re.compile(r"(?:followed ?)?hyperlink", re.IGNORECASE)
_BREAKS = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class _Target:
    """Where a link is to lead: an address, or `#` and the name of a bookmark; a title of None stays as it is."""

    href: str
    title: str | None

    @classmethod
    def of(cls, intent: Intent) -> _Target:
        href, title = str(intent.arguments["href"]), intent.arguments.get("title")
        for argument, value in (("href", href), ("title", title or "")):
            if _BREAKS.search(value):
                raise InvalidArgumentError(
                    f"Argument {argument!r} is {value!r}, but must be one line.", "Give one line."
                )
        if not href.strip("# "):
            raise InvalidArgumentError(
                f"Argument 'href' is {href!r}: a link has to lead somewhere.",
                "Give an address, or use format_remove_link to remove a link.",
            )
        return cls(href.strip().replace(" ", "%20"), title)

    def set_on(self, link: Element, supplies: Supplies, part: str) -> None:
        if self.href.startswith("#"):
            link.attrib.pop(_ID, "")
            link.set(_ANCHOR, self.href[1:])
        else:
            link.attrib.pop(_ANCHOR, "")
            link.set(_ID, supplies.link(part, self.href))
        self.entitle(link)

    def entitle(self, link: Element) -> None:
        if self.title:
            link.set(_TOOLTIP, self.title)
        elif self.title is not None:
            link.attrib.pop(_TOOLTIP, "")


# Putting on


def _set(document: DocxDocument, intent: Intent) -> Transaction:
    """Make a range a link; if it is in one, lead that elsewhere; at a cursor in none, insert one."""
    (place,) = intent.ranges
    target = _Target.of(intent)
    looks = Looks(document, place.within(len(document)))
    around = _around(looks)
    if around is not None:
        part = looks.paragraphs[0].place.part
        if Wardrobe(document, part, looks.paragraphs[0].element).address(around) == target.href:
            target.entitle(around)
        else:
            target.set_on(around, looks.supplies, part)
        return looks.transaction()
    if place.is_empty:
        return _insert(document, place, target)
    for each in looks.paragraphs:
        _wrap(document, looks.supplies, each, target)
    return looks.transaction()


def _around(looks: Looks) -> Element | None:
    """The link that all of a range is in."""
    if len(looks.paragraphs) != 1:
        return None
    each = looks.paragraphs[0]
    found = {_link_of(leaf) for leaf in _leaves(each)}
    return found.pop() if len(found) == 1 else None


def _leaves(each: Touched) -> list[Leaf]:
    """The leaves in a range; of an empty one, those that it touches, links before others."""
    leaves = each.draft.paragraph.leaves
    if each.start < each.end:
        return [leaf for leaf in leaves if leaf.start < each.end and leaf.end > each.start]
    beside = [leaf for leaf in leaves if leaf.start <= each.start <= leaf.end]
    return [leaf for leaf in beside if _link_of(leaf) is not None][:1] or beside


def _link_of(leaf: Leaf) -> Element | None:
    return next(leaf.element.iterancestors(W_HYPERLINK), None)


def _insert(document: DocxDocument, place: Range, target: _Target) -> Transaction:
    """A link whose text is its address, at a cursor."""
    paragraph, at = document.at(place.start)
    draft = Draft(document, paragraph)
    before = set(draft.element.iter(W_HYPERLINK))
    wardrobe = Wardrobe(document, paragraph.part, draft.element)
    Surgeon(draft.paragraph, wardrobe).rewrite(at, at, [Span(target.href, Look(href=target.href))])
    for link in set(draft.element.iter(W_HYPERLINK)) - before:
        target.entitle(link)
    return Transaction((*draft.steps(), *wardrobe.steps()))


def _wrap(document: DocxDocument, supplies: Supplies, each: Touched, target: _Target) -> None:
    """Make the text of a range in a paragraph a link; what it has of other links is none of theirs any more."""
    _check(each)
    runs = Surgeon(each.paragraph, Wardrobe(document, each.place.part, each.element)).part(each.start, each.end)
    if not runs:
        return
    for run in runs:
        _lift(run)
    authorship.before(runs[0])
    authorship.behind(runs[-1])
    for _, group in groupby(dict.fromkeys(map(_marked, runs)), key=lambda node: node.getparent()):
        _link_around(list(group), supplies, each.place.part, target)
    style = supplies.style("Hyperlink", "character")
    for run in runs:
        properties = formatting.run_properties(run)
        if properties.find(name("w:rStyle")) is None:
            formatting.put(properties, "w:rStyle", val=style)


def _check(each: Touched) -> None:
    for leaf in _leaves(each):
        if leaf.lock:
            why = "the result of a field" if leaf.lock == "field" else "a content control that is locked"
            raise UnsupportedError(f"{leaf.text!r} is in {why}, which cannot be a link.", "Select text beside it.")


def _marked(run: Element) -> Element:
    """A run, or the author's mark that it is in: a link stands around the mark."""
    parent = run.getparent()
    return parent if parent is not None and parent.tag in authorship.MARKS else run


def _link_around(nodes: Sequence[Element], supplies: Supplies, part: str, target: _Target) -> None:
    link = etree.Element(W_HYPERLINK)
    target.set_on(link, supplies, part)
    link.set(_HISTORY, "1")
    nodes[0].addprevious(link)
    while (following := link.getnext()) is not None:
        link.append(following)
        if following is nodes[-1]:
            return


def _lift(run: Element) -> None:
    """Take a run out of a link: what is behind it there becomes a link of its own."""
    link = next(run.iterancestors(W_HYPERLINK), None)
    if link is None:
        return
    top = next(each for each in (run, *run.iterancestors()) if each.getparent() is link)
    following = list(top.itersiblings())
    link.addnext(top)
    if following:
        rest = etree.Element(W_HYPERLINK, {str(key): str(value) for key, value in link.attrib.items()})
        rest.extend(following)
        top.addnext(rest)
    parent = link.getparent()
    if not len(link) and parent is not None:
        parent.remove(link)
    _undress(run)


# Taking off


def _remove(document: DocxDocument, intent: Intent) -> Transaction:
    """Turn every link that a range touches into its text."""
    (place,) = intent.ranges
    looks = Looks(document, place.within(len(document)))
    found = [(each, link) for each in looks.paragraphs for link in touched(each)]
    if not found:
        raise _none(looks, place)
    for each, link in found:
        take_off(document, each, [link])
    return looks.transaction()


def touched(each: Touched) -> list[Element]:
    """The links that a range touches."""
    return [link for link in dict.fromkeys(map(_link_of, _leaves(each))) if link is not None]


def take_off(document: DocxDocument, each: Touched, found: Sequence[Element]) -> None:
    """Let links be what they show."""
    for link in found:
        if any(leaf.lock == "locked control" for leaf in each.paragraph.leaves if _link_of(leaf) is link):
            raise UnsupportedError("The link is in a content control that is locked.", "Unlock it in Word first.")
        for run in link.iter(W_R):
            _undress(run, document)
        for child in list(link):
            link.addprevious(child)
        parent = link.getparent()
        if parent is not None:
            parent.remove(link)


def _undress(run: Element, document: DocxDocument | None = None) -> None:
    """Take the look of links from a run."""
    look = run.find(W_RPR)
    style = look.find(name("w:rStyle")) if look is not None else None
    if look is None or style is None:
        return
    named = attribute(style, "w:val") or ""
    shown = (document.styles.name(named) if document else None) or named
    if _LINK_STYLES.fullmatch(shown):
        formatting.take(look, "w:rStyle")
        formatting.prune(run)


def _none(looks: Looks, place: Range) -> Exception:
    if any(leaf.lock == "field" for each in looks.paragraphs for leaf in _leaves(each)):
        return UnsupportedError(
            "That text is the result of a field, and if it is a link, the field makes it one.",
            "Remove the link in Word, or edit the text with smart_edit.",
        )
    return NotFoundError(
        f"There is no link from {place.start} to {place.end}.",
        "Select text of a link, or put the cursor into it; an address that stands as plain text is none.",
    )


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"set_link": _set, "remove_link": _remove}
