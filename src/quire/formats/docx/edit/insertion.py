"""More paragraphs: before or behind one, formatted like it or like a third."""

from __future__ import annotations

import re
import secrets
from copy import deepcopy
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.edit.roles import RoleModels, dressed, starting_look
from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.runs import dress, text_run, typed
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import identity, tags
from quire.formats.docx.text.control import require_free
from quire.formats.docx.text.draft import Draft, stamp
from quire.formats.docx.text.paragraph import OBJECT, W_P, W_PPR, W_RPR, Paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.place import Place
    from quire.formats.docx.text.tags import Span


def insert(
    document: DocxDocument,
    anchor: str,
    new: str,
    *,
    before: bool,
    model: str | None = None,
    allow_field_result: bool = False,
) -> Intent:
    """Paragraphs before or behind another one, formatted like it or like a third."""
    place = document.place(anchor)
    span = document.span(place)
    at = span.start if before else _behind(document, place, span)
    like = document.id(document.place(model)) if model else document.id(place)
    return Intent(
        "insert_paragraphs",
        (Range(at, at),),
        {
            "anchor": document.id(place),
            "new": new,
            "before": before,
            "model": like,
            "keys": _free_keys(document, place, len(paragraphs(new))),
            "allow_field_result": allow_field_result,
        },
    )


def _behind(document: DocxDocument, place: Place, span: Range) -> int:
    """Where the text of another paragraph behind one begins: this one may go while the other comes."""
    story = document.story(place.part)
    last = next(reversed(story.boxed)) if place.is_boxed else story[len(story) - 1].key
    return span.end + (place.key != last)


def _free_keys(document: DocxDocument, place: Place, wanted: int) -> list[int]:
    story = document.story(place.part)
    found: list[int] = []
    while len(found) < wanted:
        key = secrets.randbelow(identity.LARGEST - 1) + 1
        if key not in story and key not in story.boxed and key not in found:
            found.append(key)
    return found


_BLANK = re.compile(r"\r?\n(?:[ \t]*\r?\n)+")


def paragraphs(new: str) -> list[list[Span]]:
    """The paragraphs of a text: a blank line separates them."""
    spans = tags.parse(new.strip("\r\n"))
    text = tags.plain(spans)
    if OBJECT in text:
        raise InvalidArgumentError(
            "The new text has an object character (U+FFFC), and objects cannot be typed.", "Leave it out."
        )
    gaps = [found.span() for found in _BLANK.finditer(text)]
    starts, ends = [0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)]
    return [tags.cut(spans, start, end) for start, end in zip(starts, ends, strict=True)]


def plan(document: DocxDocument, intent: Intent) -> Transaction:
    said = intent.arguments
    place, model = document.place(said["anchor"]), document.place(said["model"])
    before: bool = said["before"]
    _check(document, place, before=before, allow_field_result=said.get("allow_field_result", False))
    wardrobe = Wardrobe(document, place.part, Draft(document, model).element)
    models = RoleModels.beside(document, place, before=before)
    made = [_paragraph(document, model, dressed(models, spans), wardrobe) for spans in paragraphs(said["new"])]
    story, block = document.story(place.part), document.block(place)
    for paragraph, key in zip(made, said["keys"], strict=True):
        stamp(paragraph, key, block.frame, story.opening)
    text = "\n".join(Paragraph(paragraph).text for paragraph in made)
    span = document.span(place)
    shift = Shift(span.start if before else _behind(document, place, span), 0, len(text) + 1)
    step = _boxed_step(document, place, made, before=before) if place.is_boxed else _step(document, place, made, before)
    return Transaction((Replace(step.address, step.old, step.new, (shift,)), *wardrobe.steps()))


def _check(document: DocxDocument, place: Place, *, before: bool, allow_field_result: bool) -> None:
    fields = () if place.is_boxed else document.block(place).fields if before else document.block(place).read().fields
    if fields and not allow_field_result:
        raise UnsupportedError(
            "There the result of a field goes on from one paragraph to the next, and Word computes it.",
            "Insert before or behind the field, or pass allow_field_result: true to insert until it is updated.",
        )
    require_free(document.story(place.part), document.block(place).key)
    if not before and document.parts[place.part] == "comments" and _ends_comment(document, place):
        raise UnsupportedError(
            "That paragraph ends a comment; its answers and its state hang on it.",
            "Insert before it, or add lines to it with smart_edit: \\n is a line break.",
        )


def _ends_comment(document: DocxDocument, place: Place) -> bool:
    story = document.story(place.part)
    index = story.index(place.key) + 1
    return "comment>" in (story[index].lead if index < len(story) else story.tail)


def _step(document: DocxDocument, place: Place, made: Sequence[Element], before: bool) -> Replace:
    story, block = document.story(place.part), document.block(place)
    pieces = block.frame.parse("")
    pieces.extend(made)
    at = story.source_start(place.key) + (0 if before else len(block.source))
    return Replace(f"{place.part}@{at}", "", block.frame.serialise(pieces), ())


def _boxed_step(document: DocxDocument, place: Place, made: Sequence[Element], *, before: bool) -> Replace:
    """In a text box, and in the copy of it that older programs read."""
    draft = Draft(document, place)
    if draft.twin is not None:
        _put(draft.twin.element, [deepcopy(paragraph) for paragraph in made], before=before)
    _put(draft.element, made, before=before)
    return draft.step()


def _put(anchor: Element, made: Sequence[Element], *, before: bool) -> None:
    for paragraph in made if before else reversed(made):
        if before:
            anchor.addprevious(paragraph)
        else:
            anchor.addnext(paragraph)


def _paragraph(document: DocxDocument, model: Place, spans: Sequence[Span], wardrobe: Wardrobe) -> Element:
    """A paragraph with a text, formatted like another one."""
    like = Draft(document, model).paragraph
    made = etree.Element(W_P)
    found = like.element.find(W_PPR)
    if found is not None:
        made.append(copied_properties(found))
    formatting.prune(made)
    look = starting_look(document, model, like)
    for span in spans:
        run = text_run(typed(span.text), deepcopy(look))
        dress(run, span.look, wardrobe)
        made.append(wardrobe.linked(run, span.look.href) if span.look.href else run)
    return made


_OF_ONE_PARAGRAPH = ("w:sectPr", "w:pageBreakBefore", "w:pPrChange", "w:framePr", "w:divId")
_TRACKED = ("w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange", "w:numberingChange")


def copied_properties(found: Element) -> Element:
    """The formatting of a paragraph for another one, without what is about that paragraph alone."""
    copy = deepcopy(found)
    for short in _OF_ONE_PARAGRAPH:
        formatting.take(copy, short)
    for inner in (*copy.findall(W_RPR), *copy.findall(name("w:numPr"))):
        for short in _TRACKED:
            formatting.take(inner, short)
        if not len(inner):
            copy.remove(inner)
    return copy
