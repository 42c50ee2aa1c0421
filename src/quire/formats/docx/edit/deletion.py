"""A paragraph less. What only it holds and nobody sees in its text goes with it only if the caller says so."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.edit.surgeon import OBJECTS
from quire.formats.docx.names import attribute, name
from quire.formats.docx.text.control import require_free
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import OBJECT, W_P, W_PPR, W_SDT
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.paragraph import Paragraph
    from quire.formats.docx.text.story import Story


def delete(
    document: DocxDocument, paragraph: str, *, allow_objects: bool = False, allow_field_result: bool = False
) -> Intent:
    """A paragraph less."""
    place = document.place(paragraph)
    return Intent(
        "delete_paragraph",
        (document.span(place),),
        {
            "paragraph": document.id(place),
            "allow_objects": allow_objects,
            "allow_field_result": allow_field_result,
        },
    )


def plan(document: DocxDocument, intent: Intent) -> Transaction:
    said = intent.arguments
    place = document.place(said["paragraph"])
    draft = Draft(document, place)
    _check(document, place, draft.paragraph, allow_field_result=said.get("allow_field_result", False))
    if not said["allow_objects"]:
        check_objects(document, draft.paragraph)
    stamped = list(_stamped(document, place, draft))
    step = _boxed_step(draft) if place.is_boxed else _step(document, place)
    shifts = tuple(_closings(document, place, document.span(place)))
    backwards = sorted(
        (*stamped, Replace(step.address, step.old, step.new, shifts)),
        key=lambda each: int(str(each.address).rpartition("@")[2]),
        reverse=True,
    )
    return Transaction((*unreferred(document, draft.element), *backwards))


def _step(document: DocxDocument, place: Place) -> Replace:
    block = document.block(place)
    pieces = block.frame.parse("")
    pieces.extend(range_marks(block.frame.parse(block.source)[0]))
    at = document.story(place.part).source_start(place.key)
    return Replace(f"{place.part}@{at}", block.source, block.frame.serialise(pieces), ())


def _boxed_step(draft: Draft) -> Replace:
    for paragraph in (draft.paragraph, draft.twin):
        parent = paragraph.element.getparent() if paragraph is not None else None
        if paragraph is not None and parent is not None:
            parent.remove(paragraph.element)
    return draft.step()


def _stamped(document: DocxDocument, place: Place, draft: Draft) -> Iterator[Replace]:
    """The ids of paragraphs that would be taken for others once this one is gone, written into them."""
    story = document.story(place.part)
    inside = {key for key, box in story.boxed.items() if box.host == place.key}
    boxed = story.boxed_leaning_on({place.key} if place.is_boxed else inside)
    blocks = [] if place.is_boxed else story.leaning_on({place.key})
    hosts = {block.key: [Place(place.part, block.key)] for block in blocks}
    for key in boxed:
        hosts.setdefault(story.boxed[key].host, []).append(Place(place.part, key, is_boxed=True))
    own = hosts.pop(document.block(place).key, [])
    for each in own:
        draft.stamp(each)
    for places in hosts.values():
        other = Draft(document, places[0])
        for each in places:
            other.stamp(each)
        yield other.step()


def _closings(document: DocxDocument, place: Place, span: Range) -> Iterator[Shift]:
    """What deleting a paragraph takes from the texts: those of its text boxes, then its own."""
    story = document.story(place.part)
    boxed = [Place(place.part, key, is_boxed=True) for key in story.boxed]
    inside = [] if place.is_boxed else [each for each in boxed if story.boxed[each.key].host == place.key]
    if inside:
        whole = Range(document.span(inside[0]).start, document.span(inside[-1]).end)
        yield _closing(whole, is_first=inside[0] == boxed[0], is_last=inside[-1] == boxed[-1])
    keys = list(story.boxed) if place.is_boxed else [story[0].key, story[len(story) - 1].key]
    yield _closing(span, is_first=place.key == keys[0], is_last=place.key == keys[-1])


def _closing(span: Range, *, is_first: bool, is_last: bool) -> Shift:
    """A text that goes, with what separates it from the next one, or from the one before it."""
    if is_last:
        return Shift(span.start - (not is_first), span.end - span.start + (not is_first), 0)
    return Shift(span.start, span.end - span.start + 1, 0)


# What stays of it

HALVES = {
    name("w:bookmarkStart"): name("w:bookmarkEnd"),
    name("w:commentRangeStart"): name("w:commentRangeEnd"),
    name("w:permStart"): name("w:permEnd"),
    name("w:moveFromRangeStart"): name("w:moveFromRangeEnd"),
    name("w:moveToRangeStart"): name("w:moveToRangeEnd"),
}
RANGE_MARKS = (*HALVES, *HALVES.values())
"""The beginnings and ends of ranges."""


def range_marks(paragraph: Element) -> list[Element]:
    """The beginnings and ends of ranges whose other half is elsewhere: they stay, between the paragraphs."""
    return [deepcopy(each) for start in HALVES for each in lone(paragraph, start)]


def lone(paragraph: Element, start: str) -> list[Element]:
    """The beginnings of a kind of range that do not end in a paragraph, and the ends that do not begin there."""
    starts = {each.get(name("w:id")): each for each in paragraph.iter(start)}
    ends = {each.get(name("w:id")): each for each in paragraph.iter(HALVES[start])}
    return [each for key, each in (*starts.items(), *ends.items()) if (key in starts) != (key in ends)]


# What must not go

_CLOSING = re.compile(r"\s*(?:</[\w.-]+:?\w*>|<(?:[\w.-]+:)?sectPr\b)")
_TABLE = re.compile(r"<(?:[\w.-]+:)?tbl[\s>]")
_MARKS = re.compile(r"<(?:[\w.-]+:)?(?:bookmark|commentRange|proofErr|perm|move(?:From|To)Range)\w*\b[^>]*/>")


def _check(document: DocxDocument, place: Place, paragraph: Paragraph, *, allow_field_result: bool) -> None:
    properties = paragraph.element.find(W_PPR)
    if properties is not None and properties.find(name("w:sectPr")) is not None:
        raise UnsupportedError(
            "That paragraph ends a section: deleting it would give the section the next one's pages.",
            "Replace its text instead; an empty paragraph can carry the section's end.",
        )
    if _is_only_one(document, place, paragraph):
        raise UnsupportedError(
            "That paragraph is the last one where it stands (in its cell, note, header, section or body), and one must "
            "stay.",
            "Replace its text instead.",
        )
    if _is_between_tables(document, place, paragraph):
        raise UnsupportedError(
            "Without that paragraph two tables would touch, and Word would take them for one.",
            "Replace its text with nothing instead.",
        )
    if paragraph.fields != paragraph.began_in:
        raise UnsupportedError(
            "A field begins or ends in that paragraph and goes on in another one.", "Delete the field in Word first."
        )
    if paragraph.began_in and not allow_field_result:
        raise UnsupportedError(
            "That paragraph is in the result of a field, which Word computes.",
            "Pass allow_field_result: true to delete it until the field is updated.",
        )
    if any(is_locked(control) for control in paragraph.element.iter(W_SDT)):
        raise UnsupportedError(
            "In that paragraph is a content control that is locked.", "Unlock the control in Word first."
        )
    require_free(document.story(place.part), document.block(place).key)
    if has_end_of_comment(paragraph.element):
        raise UnsupportedError(
            "A comment ends in that paragraph that begins in another one.", "Replace its text instead."
        )


def has_end_of_comment(element: Element) -> bool:
    """Whether a comment ends in an element, and is referred to there, that begins elsewhere."""
    lone_comments = {each.get(name("w:id")) for each in lone(element, name("w:commentRangeStart"))}
    return bool(lone_comments & set(_referred(element, "comment")))


def is_locked(control: Element) -> bool:
    return any(attribute(lock, "w:val") not in (None, "unlocked") for lock in control.iter(name("w:lock")))


def _is_only_one(document: DocxDocument, place: Place, paragraph: Paragraph) -> bool:
    if place.is_boxed:
        before = paragraph.element.getprevious()
        return paragraph.element.getnext() is None and (before is None or before.tag != W_P)
    story = document.story(place.part)
    index = story.index(place.key)
    lead, following = _around(document, place)
    if document.parts[place.part] == "comments" and "comment>" in following:
        return True  # its answers and its state hang on it
    begins = bool(lead) or begins_section(story, index)
    return begins and bool(_CLOSING.match(following))


def begins_section(story: Story, index: int) -> bool:
    """Whether a section ends right before a paragraph: the last one in the body is nothing without paragraphs."""
    return index > 0 and "<w:sectPr" in story[index - 1].source


def _is_between_tables(document: DocxDocument, place: Place, paragraph: Paragraph) -> bool:
    """Whether without a paragraph two tables would touch."""
    if place.is_boxed:
        beside = (paragraph.element.getprevious(), paragraph.element.getnext())
        return all(each is not None and each.tag == name("w:tbl") for each in beside)
    lead, following = _around(document, place)
    return lead.endswith("tbl>") and bool(_TABLE.match(following))


def _around(document: DocxDocument, place: Place) -> tuple[str, str]:
    """The markup before and behind a paragraph, without marks of ranges."""
    story = document.story(place.part)
    index = story.index(place.key) + 1
    following = story[index].lead if index < len(story) else story.tail
    return _MARKS.sub("", document.block(place).lead).strip(), _MARKS.sub("", following).lstrip()


def check_objects(document: DocxDocument, paragraph: Paragraph) -> None:
    objects = [OBJECTS.get(leaf.element.tag, "an object") for leaf in paragraph.leaves if leaf.text == OBJECT]
    objects += ["a content control"] if next(paragraph.element.iter(W_SDT), None) is not None else []
    objects += ["a comment"] if _referred(paragraph.element, "comment") else []
    objects += [f"the bookmark {each!r}, to which something refers" for each in _wanted_bookmarks(document, paragraph)]
    if objects:
        raise UnsupportedError(
            f"With that paragraph would go {', '.join(dict.fromkeys(objects))}.",
            "Pass allow_objects: true to delete it with all that is in it.",
        )


def _wanted_bookmarks(document: DocxDocument, paragraph: Paragraph) -> Iterator[str]:
    """The bookmarks of a paragraph that a link or a field somewhere in the document names."""
    halves = lone(paragraph.element, name("w:bookmarkStart"))
    marks = (mark for mark in paragraph.element.iter(name("w:bookmarkStart")) if mark not in halves)
    named = [attribute(mark, "w:name") or "" for mark in marks]
    for bookmark in filter(None, named):
        called = re.escape(bookmark)
        wanted = re.compile(rf'w:anchor="{called}"|REF\s+{called}\b|\\l\s+(?:"|&quot;)?{called}\b')
        if any(wanted.search(document.story(part).source) for part in document.parts):
            yield bookmark


# What goes with it


def unreferred(document: DocxDocument, *gone: Element) -> Iterator[Replace]:
    """The steps that take away the notes and comments to which nothing refers once some elements are gone."""
    for kind in ("comment", "endnote", "footnote"):
        yield from forsaken(document, kind, [each for element in gone for each in _referred(element, kind)])


def _referred(element: Element, kind: str) -> list[str]:
    """The ids of the notes, or comments, to which an element refers."""
    return [each.get(name("w:id")) or "" for each in element.iter(name(f"w:{kind}Reference"))]


def forsaken(document: DocxDocument, kind: str, ids: Collection[str]) -> Iterator[Replace]:
    """The steps that take away notes, or comments, to which nothing refers any more; the last first."""
    for part in document.parts_of(f"{kind}s") if ids else ():
        story = document.story(part)
        notes = rf"<w:{kind}\s(?:[^>]*\s)?w:id=\"(?:{'|'.join(map(re.escape, ids))})\"[^>]*>.*?</w:{kind}>"
        for found in reversed(list(re.finditer(notes, story.source, re.DOTALL))):
            yield Replace(f"{part}@{found.start()}", found[0], "", tuple(_shifts(document, part, story, *found.span())))


def _shifts(document: DocxDocument, part: str, story: Story, start: int, end: int) -> Iterator[Shift]:
    """What a range of a story's source takes from its text."""
    gone = [block for block in story if start <= story.source_start(block.key) < end]
    if gone:
        first, length = story.text_start(gone[0].key), sum(len(block.text) + 1 for block in gone)
        is_last = first + length > story.text_length
        yield Shift(document.start(part) + max(0, first - is_last), length - (is_last and first == 0), 0)
