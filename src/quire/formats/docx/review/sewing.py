"""Runs and blocks put into a document as they are written: what tracked changes brought, once somebody wants it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from quire.core.errors import ConflictError
from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.review.decision import tidy
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import authorship, draft, source
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import Paragraph
from quire.formats.docx.text.story import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Story


def _sew(document: DocxDocument, intent: Intent) -> Transaction:
    """Runs in the place of some text of a paragraph."""
    said = intent.arguments
    (where,) = intent.ranges
    place = document.place(said["paragraph"])
    block, begin = document.block(place), document.span(place).start
    _check_gone(said["marks"], block.source)
    sheet = Draft(document, place)
    made = list(block.frame.parse(said["source"])) if said["source"] else []
    surgeon = Surgeon(sheet.paragraph, Wardrobe(document, place.part, sheet.element))
    start, end = where.start - begin, where.end - begin
    if start == end:
        surgeon.place(start, *made)
    else:
        surgeon.part(start, end)
        _replace(Paragraph(sheet.element, sheet.paragraph.began_in), start, end, made)
    return Transaction(tuple(replace(step, shifts=_shift(block.text, sheet, where, start)) for step in sheet.steps()))


def _shift(old: str, sheet: Draft, where: Range, start: int) -> tuple[Shift, ...]:
    """How positions move: just where the runs came and went, whatever words these are parts of."""
    gone = where.end - where.start
    new = Paragraph(sheet.element, sheet.paragraph.began_in).text
    come = len(new) - len(old) + gone
    if come < 0 or new[:start] + new[start + come :] != old[:start] + old[start + gone :]:
        return tuple(draft.shifts(old, new, where.start - start))
    return (Shift(where.start, gone, come),)


def _replace(paragraph: Paragraph, start: int, end: int, made: Sequence[Element]) -> None:
    leaves = [leaf for leaf in paragraph.leaves if start <= leaf.start and leaf.end <= end]
    gone = list(dict.fromkeys(leaf.element if leaf.run is None else leaf.run for leaf in leaves))
    before = authorship.before(gone[0])
    for each in made:
        before.addprevious(each)
    for each in gone:
        home = each.getparent()
        if home is not None:
            home.remove(each)
            tidy(home)


def _exchange(document: DocxDocument, intent: Intent) -> Transaction:
    """A stretch of a part's source in the place of another."""
    said = intent.arguments
    part, old, new = said["part"], said["old"], said["new"]
    story = document.story(part)
    behind = document.place(said["anchor"]).key if said["anchor"] else None
    start = 0 if behind is None else story.source_start(behind) + len(story.block(behind).source)
    if story.source[start : start + len(old)] != old:
        raise ConflictError(
            "The place that this change was made for has changed since.", "Reject it, and make the change again."
        )
    first = 0 if behind is None else story.index(behind) + 1
    before, after = draft.ends(old, new)
    step = Replace(f"{part}@{start + before}", old[before : len(old) - after], new[before : len(new) - after], ())
    shifts = (*_boxed_shifts(document, part, story, step), *_shifts(document, part, story, first, old, new))
    return Transaction((Replace(step.address, step.old, step.new, shifts),))


def _shifts(document: DocxDocument, part: str, story: Story, first: int, old: str, new: str) -> Iterator[Shift]:
    """How positions in the text move."""
    texts = [_texts(story, first, each) for each in (old, new)]
    is_end = first + len(texts[0]) >= len(story)
    if is_end and first:
        first -= 1
        texts = [[story[first].text, *each] for each in texts]
    end = "" if is_end else "\n"
    was, would_be = ("\n".join(each) + end * bool(each) for each in texts)
    start = document.start(part) + (story.text_start(story[first].key) if first < len(story) else 0)
    yield from draft.shifts(was, would_be, start)


def _texts(story: Story, first: int, text: str) -> list[str]:
    """The texts of the paragraphs in a piece of source."""
    fields = story[first].fields if first < len(story) else ()
    found: list[str] = []
    for start, end in source.usual_cuts(text):
        block = Block(story.frame, "", text[start:end], 0, fields)
        found.append(block.text)
        fields = block.read().fields if "fldChar" in block.source or fields else fields
    return found


def _boxed_shifts(document: DocxDocument, part: str, story: Story, step: Replace) -> Iterator[Shift]:
    """How positions in the texts of text boxes move."""
    if story.boxed or "txbxContent" in step.new:
        after = story.splice(int(str(step.address).rpartition("@")[2]), step.old, step.new)
        was, now = ("\n".join(box.text for box in each.boxed.values()) for each in (story, after))
        if was != now:
            yield from draft.shifts(was, now, document.start(part, is_boxed=True))


def _check_gone(marks: Sequence[str], text: str) -> None:
    """Refuse what a tracked change wants that is in the document again: someone took its import back."""
    numbers = "|".join(map(re.escape, marks))
    if re.search(rf'<w:(?:ins|del|moveFrom|moveTo|rPrChange)\s[^>]*?w:id="(?:{numbers})"', text):
        raise ConflictError(
            "The tracked change that this was made of is in the document again.",
            "Reject the suggestion; accept_changes and reject_changes decide tracked changes.",
        )


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"sew_source": _sew, "exchange_source": _exchange}
