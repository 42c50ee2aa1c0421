"""What can be done to a Word document: each verb plans a change and makes none."""

from __future__ import annotations

import re
import secrets
from base64 import b64decode, b64encode
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from lxml import etree

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import QuireError, UnsupportedError
from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx import formatting, identity, matching, passage, tables, tags
from quire.formats.docx.draft import Draft, ends, stamp
from quire.formats.docx.matching import Match
from quire.formats.docx.names import name
from quire.formats.docx.package import Package
from quire.formats.docx.paragraph import OBJECT, W_P, W_PPR, W_RPR, Paragraph
from quire.formats.docx.place import Place
from quire.formats.docx.roles import dressed, starting_look
from quire.formats.docx.story import Story
from quire.formats.docx.surgeon import LITERAL, OBJECTS, Surgeon, dress, text_run, typed
from quire.formats.docx.wardrobe import Wardrobe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.tags import Span

# Other words


def edit(document: DocxDocument, paragraph: str, old: str, new: str, *, allow_field_result: bool = False) -> Intent:
    """Other words in the place of some in a paragraph."""
    place = document.place(paragraph)
    found = matching.find(document.text_of(place), old)
    start = document.span(place).start
    return Intent(
        "edit_paragraph",
        (Range(start + found.start, start + found.end),),
        {"paragraph": document.id(place), "old": old, "new": new, "allow_field_result": allow_field_result},
    )


def _edit(document: DocxDocument, intent: Intent) -> Transaction:
    said = intent.arguments
    place = document.place(said["paragraph"])
    start = document.span(place).start
    (where,) = intent.ranges
    found = _match(document.text_of(place), said["old"], where.start - start, where.end - start)
    new = matching.unescape(said["new"]) if found.is_escaped else said["new"]
    spans = dressed(document, place, tags.parse(new))
    return _rewritten(document, place, found, spans, allow_field_result=said["allow_field_result"])


def _match(text: str, old: str, start: int, end: int) -> Match:
    """The place that was found when the change was made, read in the way in which it was found."""
    try:
        found = matching.find(text, old)
    except QuireError:
        return Match(start, end, LITERAL)
    return found if (found.start, found.end) == (start, end) else Match(start, end, found.reading, found.is_escaped)


def _rewritten(
    document: DocxDocument, place: Place, found: Match, spans: Sequence[Span], *, allow_field_result: bool = False
) -> Transaction:
    draft = Draft(document, place)
    wardrobe = Wardrobe(document, place.part, draft.element)
    for paragraph in (draft.paragraph, draft.twin):
        if paragraph is not None:
            surgeon = Surgeon(paragraph, wardrobe, allow_field_result=allow_field_result)
            surgeon.rewrite(found.start, found.end, spans, found.reading)
    return Transaction((draft.step(), *wardrobe.steps()))


def _put(document: DocxDocument, intent: Intent) -> Transaction:
    """Content in place of a range; each line end in it ends a paragraph."""
    (where,) = intent.ranges
    where.within(len(document))
    return passage.put(document, where, str(intent.arguments["content"]))


def _put_everywhere(document: DocxDocument, intent: Intent) -> Transaction:
    """Content in place of several ranges."""
    return passage.put_everywhere(document, intent.ranges, str(intent.arguments["content"]))


def _rewrite(document: DocxDocument, intent: Intent) -> Transaction:
    """Another text in the place of the whole body."""
    return passage.rewrite(document, str(intent.arguments["content"]))


# More paragraphs


def insert(document: DocxDocument, anchor: str, new: str, *, before: bool, model: str | None = None) -> Intent:
    """Paragraphs before or behind another one, formatted like it or like a third."""
    place = document.place(anchor)
    span = document.span(place)
    at = span.start if before else span.end
    like = document.id(document.place(model)) if model else document.id(place)
    return Intent(
        "insert_paragraphs",
        (Range(at, at),),
        {
            "anchor": document.id(place),
            "new": new,
            "before": before,
            "model": like,
            "keys": _free_keys(document, place, len(_paragraphs(new))),
        },
    )


def _paragraphs(new: str) -> list[str]:
    """The paragraphs of a text: a blank line separates them."""
    return re.split(r"(?:\r?\n[ \t]*){2,}", new.strip("\r\n"))


def _insert(document: DocxDocument, intent: Intent) -> Transaction:
    said = intent.arguments
    place, model = document.place(said["anchor"]), document.place(said["model"])
    before: bool = said["before"]
    wardrobe = Wardrobe(document, place.part, Draft(document, model).element)
    made = [_paragraph(document, model, text, wardrobe) for text in _paragraphs(said["new"])]
    story, block = document.story(place.part), document.block(place)
    for paragraph, key in zip(made, said["keys"], strict=True):
        stamp(paragraph, key, block.frame, story.opening)
    text = "\n".join(Paragraph(paragraph).text for paragraph in made)
    span = document.span(place)
    if place.is_boxed:
        step = _boxed_insertion(document, place, made, before=before)
    else:
        pieces = block.frame.parse("")
        pieces.extend(made)
        at = story.source_start(place.key) + (0 if before else len(block.source))
        step = Replace(f"{place.part}@{at}", "", block.frame.serialise(pieces), ())
    shift = Shift(span.start, 0, len(text) + 1) if before else Shift(span.end, 0, len(text) + 1)
    return Transaction((Replace(step.address, step.old, step.new, (shift,)), *wardrobe.steps()))


def _boxed_insertion(document: DocxDocument, place: Place, made: Sequence[Element], *, before: bool) -> Replace:
    draft = Draft(document, place)
    after = draft.element
    for paragraph in made:
        if before:
            draft.element.addprevious(paragraph)
        else:
            after.addnext(paragraph)
            after = paragraph
    return draft.step()


def _paragraph(document: DocxDocument, model: Place, text: str, wardrobe: Wardrobe) -> Element:
    """A paragraph with a text, formatted like another one."""
    like = Draft(document, model).paragraph
    made = etree.Element(W_P)
    found = like.element.find(W_PPR)
    if found is not None:
        made.append(_copied_properties(found))
    formatting.prune(made)
    look = starting_look(document, model, like)
    for span in dressed(document, model, tags.parse(text)):
        run = text_run(typed(span.text), deepcopy(look))
        dress(run, span.look, wardrobe)
        if span.look.href:
            link = wardrobe.link(span.look.href)
            if wardrobe.link_style:
                formatting.put(formatting.run_properties(run), "w:rStyle", val=wardrobe.link_style)
            link.append(run)
            run = link
        made.append(run)
    return made


_OF_ONE_PARAGRAPH = ("w:sectPr", "w:pageBreakBefore", "w:pPrChange", "w:framePr", "w:divId")


def _copied_properties(found: Element) -> Element:
    """The formatting of a paragraph for another one, without what is about that paragraph alone."""
    copy = deepcopy(found)
    for short in _OF_ONE_PARAGRAPH:
        formatting.take(copy, short)
    mark = copy.find(W_RPR)
    if mark is not None:
        for short in ("w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange"):
            formatting.take(mark, short)
        if not len(mark):
            copy.remove(mark)
    return copy


def _free_keys(document: DocxDocument, place: Place, wanted: int) -> list[int]:
    story = document.story(place.part)
    found: list[int] = []
    while len(found) < wanted:
        key = secrets.randbelow(identity.LARGEST - 1) + 1
        if key not in story and key not in story.boxed and key not in found:
            found.append(key)
    return found


# Fewer paragraphs


def delete(document: DocxDocument, paragraph: str, *, allow_objects: bool = False) -> Intent:
    """A paragraph less."""
    place = document.place(paragraph)
    return Intent(
        "delete_paragraph",
        (document.span(place),),
        {"paragraph": document.id(place), "allow_objects": allow_objects},
    )


def _delete(document: DocxDocument, intent: Intent) -> Transaction:
    place = document.place(intent.arguments["paragraph"])
    draft = Draft(document, place)
    _check_deletion(document, place, draft.paragraph, allow_objects=intent.arguments["allow_objects"])
    span = document.span(place)
    shift = _closing(document, place, span)
    if place.is_boxed:
        draft.element.getparent().remove(draft.element)  # type: ignore[union-attr]
        if draft.twin is not None:
            draft.twin.element.getparent().remove(draft.twin.element)  # type: ignore[union-attr]
        step = draft.step()
        return Transaction((Replace(step.address, step.old, step.new, (shift,)),))
    story, block = document.story(place.part), document.block(place)
    at = story.source_start(place.key)
    stays = _range_marks(block.frame.parse(block.source)[0])
    pieces = block.frame.parse("")
    pieces.extend(stays)
    steps = [Replace(f"{place.part}@{at}", block.source, block.frame.serialise(pieces), (shift,))]
    return Transaction((*_stamped(document, place), *steps))


def _stamped(document: DocxDocument, place: Place) -> Iterator[Replace]:
    """The ids of paragraphs that would be taken for others once this one is gone, written into them, the last first."""
    story = document.story(place.part)
    leaning = sorted(story.leaning_on({place.key}), key=lambda block: story.index(block.key), reverse=True)
    for block in leaning:
        yield Draft(document, Place(place.part, block.key)).step()


def _closing(document: DocxDocument, place: Place, span: Range) -> Shift:
    """What deleting a paragraph takes from the text: its own, and what separates it from the next one."""
    story = document.story(place.part)
    last = list(story.boxed)[-1] if place.is_boxed else story[len(story) - 1].key
    if place.key == last and span.start > 0:
        return Shift(span.start - 1, span.end - span.start + 1, 0)
    return Shift(span.start, span.end - span.start + 1, 0)


_HALVES = {
    name("w:bookmarkStart"): name("w:bookmarkEnd"),
    name("w:commentRangeStart"): name("w:commentRangeEnd"),
    name("w:permStart"): name("w:permEnd"),
    name("w:moveFromRangeStart"): name("w:moveFromRangeEnd"),
    name("w:moveToRangeStart"): name("w:moveToRangeEnd"),
}


def _range_marks(paragraph: Element) -> list[Element]:
    """The beginnings and ends of ranges whose other half is elsewhere: they stay, between the paragraphs."""
    kept: list[Element] = []
    for start, end in _HALVES.items():
        starts = {each.get(name("w:id")): each for each in paragraph.iter(start)}
        ends = {each.get(name("w:id")): each for each in paragraph.iter(end)}
        kept += [each for key, each in (*starts.items(), *ends.items()) if (key in starts) != (key in ends)]
    return [deepcopy(each) for each in kept]


_CLOSING = re.compile(r"\s*(?:</[\w.-]+:?\w*>|<(?:[\w.-]+:)?sectPr\b)")
_MARKS = re.compile(r"<(?:[\w.-]+:)?(?:bookmark|commentRange|proofErr|perm|move(?:From|To)Range)\w*\b[^>]*/>")


def _check_deletion(document: DocxDocument, place: Place, paragraph: Paragraph, *, allow_objects: bool) -> None:
    properties = paragraph.element.find(W_PPR)
    if properties is not None and properties.find(name("w:sectPr")) is not None:
        raise UnsupportedError(
            "That paragraph ends a section: deleting it would give the section the next one's pages.",
            "Replace its text instead; an empty paragraph can carry the section's end.",
        )
    if _is_only_one(document, place, paragraph):
        raise UnsupportedError(
            "That paragraph is the last one where it stands (in its cell, note, header or body), and one must stay.",
            "Replace its text instead.",
        )
    if paragraph.fields != document.block(place).fields:
        raise UnsupportedError(
            "A field begins or ends in that paragraph and goes on in another one.", "Delete the field in Word first."
        )
    objects = [OBJECTS.get(leaf.element.tag, "an object") for leaf in paragraph.leaves if leaf.text == OBJECT]
    if objects and not allow_objects:
        raise UnsupportedError(
            f"With that paragraph would go {', '.join(dict.fromkeys(objects))}.",
            "Pass allow_objects: true to delete it with all that is in it.",
        )


def _is_only_one(document: DocxDocument, place: Place, paragraph: Paragraph) -> bool:
    if place.is_boxed:
        siblings = list(paragraph.element.itersiblings(preceding=True))
        return not any(each.tag == W_P for each in siblings[:1]) and paragraph.element.getnext() is None
    story = document.story(place.part)
    index = story.index(place.key)
    lead = _MARKS.sub("", document.block(place).lead).strip()
    following = story[index + 1].lead if index + 1 < len(story) else story.tail
    return bool(lead) and bool(_CLOSING.match(_MARKS.sub("", following)))


# Formatting


def clear(document: DocxDocument, paragraph: str) -> Intent:
    """A paragraph whose text looks as its style says."""
    place = document.place(paragraph)
    return Intent("clear_formatting", (document.span(place),), {"paragraph": document.id(place)})


_KEPT_BY_CLEARING = {name("w:rStyle"), name("w:lang"), name("w:noProof"), name("w:rtl"), name("w:cs")}


def _clear(document: DocxDocument, intent: Intent) -> Transaction:
    """Without what runs say themselves; what tells of a note, a link or a language stays."""
    place = document.place(intent.arguments["paragraph"])
    draft = Draft(document, place)
    for leaf in draft.paragraph.leaves:
        look = leaf.run.find(W_RPR) if leaf.run is not None and not leaf.is_object else None
        if look is not None and leaf.run is not None:
            for each in [each for each in look if each.tag not in _KEPT_BY_CLEARING]:
                look.remove(each)
            formatting.prune(leaf.run)
    return Transaction((draft.step(),))


LAYOUT = ("alignment", "left", "right", "first_line", "before", "after", "line", "keep_with_next", "page_break_before")
"""What the layout of a paragraph consists of; lengths are in points."""


def lay_out(document: DocxDocument, paragraph: str, layout: dict[str, Any]) -> Intent:
    """A paragraph with another alignment, other indents or other space around it."""
    place = document.place(paragraph)
    return Intent("lay_out", (document.span(place),), {"paragraph": document.id(place), "layout": layout})


def _lay_out(document: DocxDocument, intent: Intent) -> Transaction:
    draft = Draft(document, document.place(intent.arguments["paragraph"]))
    found = formatting.paragraph_properties(draft.element)
    layout: dict[str, Any] = intent.arguments["layout"]
    if "alignment" in layout:
        formatting.put(found, "w:jc", val={"justify": "both"}.get(layout["alignment"], layout["alignment"]))
    formatting.adjust(found, "w:ind", _indents(layout))
    formatting.adjust(found, "w:spacing", _spaces(layout))
    for said, short in (("keep_with_next", "w:keepNext"), ("page_break_before", "w:pageBreakBefore")):
        if said in layout:
            formatting.put(found, short, **({} if layout[said] else {"val": "0"}))
    formatting.prune(draft.element)
    return Transaction((draft.step(),))


def _indents(layout: dict[str, Any]) -> dict[str, str | None]:
    said: dict[str, str | None] = {side: _twips(layout[side]) for side in ("left", "right") if side in layout}
    if "left" in layout:
        said["start"] = None
    if "right" in layout:
        said["end"] = None
    if "first_line" in layout:
        is_hanging = layout["first_line"] < 0
        said["hanging" if is_hanging else "firstLine"] = _twips(abs(layout["first_line"]))
        said["firstLine" if is_hanging else "hanging"] = None
    return said


def _spaces(layout: dict[str, Any]) -> dict[str, str | None]:
    said: dict[str, str | None] = {side: _twips(layout[side]) for side in ("before", "after") if side in layout}
    for side in ("before", "after"):
        if side in layout:
            said[f"{side}Autospacing"] = None
    if "line" in layout:
        said |= {"line": str(round(layout["line"] * 240)), "lineRule": "auto"}
    return said


def _twips(points: float) -> str:
    return str(round(points * 20))


# Another file


def _renew(document: DocxDocument, intent: Intent) -> Transaction:
    """All parts as another file has them."""
    package = Package.read(b64decode(intent.arguments["data"]))
    if package.main != document.package.main:
        raise UnsupportedError(
            f"The file on disk is built otherwise: its main part is {package.main!r}.", "Open it under another name."
        )
    return Transaction(tuple(_renewals(document, package)))


def _renewals(document: DocxDocument, package: Package) -> Iterator[Replace]:
    """Stories last, and of these the last first, so that the places of those before it stay right."""
    now = document.write_package()
    for part in dict.fromkeys((*now.names, *package.names)):
        if part not in document.parts and _held(now, part) != _held(package, part):
            yield Replace(part, _held(now, part), _held(package, part), ())
    for part in reversed(document.parts):
        if not package.has(part):
            raise UnsupportedError(f"The file on disk has no {part}.", "Open it under another name.")
        fresh = Story.read(part, package.part(part))
        if fresh.source != document.story(part).source:
            yield from _exchanged(document, part, fresh)


def _held(package: Package, part: str) -> str:
    return b64encode(package.part(part)).decode() if package.has(part) else ""


def _exchanged(document: DocxDocument, part: str, fresh: Story) -> Iterator[Replace]:
    story = document.story(part)
    start = document.start(part)
    before, behind = ends(story.source, fresh.source)
    text, said = story.text, fresh.text
    first, last = ends(text, said)
    shift = Shift(start + first, len(text) - first - last, len(said) - first - last)
    old, new = story.source, fresh.source
    yield Replace(f"{part}@{before}", old[before : len(old) - behind], new[before : len(new) - behind], (shift,))


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "put": _put,
    "put_everywhere": _put_everywhere,
    "rewrite": _rewrite,
    "edit_paragraph": _edit,
    "insert_paragraphs": _insert,
    "delete_paragraph": _delete,
    "clear_formatting": _clear,
    "lay_out": _lay_out,
    "renew": _renew,
    **tables.VERBS,
}
