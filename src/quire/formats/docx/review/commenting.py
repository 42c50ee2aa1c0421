"""Comments made: on words, on paragraphs, and as answers to others."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit import matching
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review import comments, thread
from quire.formats.docx.review.bracket import Bracket
from quire.formats.docx.style import formatting
from quire.formats.docx.style.runs import text_run, typed
from quire.formats.docx.text import identity
from quire.formats.docx.text.draft import Draft, stamp
from quire.formats.docx.text.paragraph import W_P, W_R

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.place import Place

_START, _END, _REFERENCE = (name(f"w:comment{local}") for local in ("RangeStart", "RangeEnd", "Reference"))
_MOST_INITIALS = 3
_IN_NOTES = ("Comments in notes are nothing that all programs read.", "Comment on the mark of the note in the text.")
_REFUSED = {
    "footnotes": _IN_NOTES,
    "endnotes": _IN_NOTES,
    "header": ("Word has no comments in headers.", "Comment on the text of the body instead."),
    "footer": ("Word has no comments in footers.", "Comment on the text of the body instead."),
    "comments": ("That paragraph is a comment itself.", "Answer it: pass its id as parent_comment_id."),
}


def byline(author: str, date: str, initials: str | None = None) -> dict[str, str]:
    """Who makes a comment, and when."""
    return {"author": author, "date": date, "initials": initials or _initials(author)}


def _initials(author: str) -> str:
    return "".join(word[0] for word in author.split()[:_MOST_INITIALS]).upper()


# What is wanted


def on_paragraphs(document: DocxDocument, first: str, last: str, words: str | None) -> Range:
    """The text of a paragraph, or of paragraphs from one to another; or some words in one."""
    start, end = (document.place(each) for each in (first, last))
    for place in (start, end):
        _check(document, place)
    if words is not None:
        found = matching.find(document.text_of(start), words)
        begin = document.span(start).start
        return Range(begin + found.start, begin + found.end)
    if not document.between(document.id(start), document.id(end)):
        raise InvalidArgumentError(
            f"{last!r} does not follow {first!r} in the same story.", "Give two paragraphs in the order of the text."
        )
    return Range(document.span(start).start, document.span(end).end)


def _check(document: DocxDocument, place: Place) -> None:
    """Refuse what Word does not let anybody comment on."""
    if place.is_boxed:
        raise UnsupportedError(
            "Word has no comments in text boxes.", "Comment on the paragraph that the box is anchored in."
        )
    if document.parts[place.part] in _REFUSED:
        raise UnsupportedError(*_REFUSED[document.parts[place.part]])


def add(document: DocxDocument, where: Range, text: str, by: dict[str, str]) -> Intent:
    """A comment on a range of the text."""
    first, last = document.at(where.start)[0], document.at(where.end)[0]
    for place in (first, last):
        _check(document, place)
    if first.part != last.part:
        raise UnsupportedError("A comment cannot go over the end of the body or of a note.", "Comment on each alone.")
    named = {"paragraph": document.id(first), "anchor": document.id(last)}
    return Intent("add_comment", (where,), {**named, "text": text, "keys": _keys(document, text), **by})


def answer(document: DocxDocument, identifier: str, text: str, by: dict[str, str]) -> Intent:
    """An answer to a comment; to an answer, one more to the comment that began it all."""
    found = comments.find(document, identifier)
    said = {"comment": found.parent or found.id, "text": text, "keys": _keys(document, text)}
    return Intent("answer_comment", comments.where(document, found), {**said, **by})


def _keys(document: DocxDocument, text: str) -> list[int]:
    """Numbers for the paragraphs of a comment."""
    taken = [document.story(part) for part in document.parts_of("comments")]
    found: list[int] = []
    for _ in _lines(text):
        while (key := secrets.randbelow(identity.LARGEST - 1) + 1) in found or any(key in story for story in taken):
            continue
        found.append(key)
    return found


def _lines(text: str) -> list[str]:
    """The paragraphs of a comment."""
    if not text.strip():
        raise InvalidArgumentError("The comment says nothing.", "Give its text.")
    return [typed(line) for line in re.split(r"\r\n|\r|\n", text.strip("\r\n"))]


def made(document: DocxDocument, intent: Intent) -> str | None:
    """The id of the comment that an intent has made, if it is there."""
    return comments.number_of(document, intent.arguments["keys"][-1])


# Planning


def _add(document: DocxDocument, intent: Intent) -> Transaction:
    (where,) = intent.ranges
    supplies = Supplies(document)
    number = str(supplies.next_note("comments"))
    bracket = Bracket(document, where)
    bracket.put(_mark(_START, number), [_mark(_END, number), _reference(supplies, number)])
    _write(supplies, intent, number, None)
    return Transaction((*supplies.steps(), *bracket.steps()))


def _answer(document: DocxDocument, intent: Intent) -> Transaction:
    root = comments.find(document, intent.arguments["comment"])
    supplies = Supplies(document)
    number = str(supplies.next_note("comments"))
    thread_ids = [root.id, *(each.id for each in comments.read(document) if each.parent == root.id)]
    drafts = [Draft(document, place) for place in comments.marked(document, thread_ids)]
    marks = [mark for draft in drafts for mark in draft.element.iter(_START, _END, _REFERENCE)]
    _put_beside([mark for mark in marks if attribute(mark, "w:id") in thread_ids], root.id, number, supplies)
    own_paragraph = document.place(root.paragraphs[-1])
    _write(supplies, intent, number, own_paragraph.key)
    steps = [step for draft in reversed(drafts) for step in draft.steps()]
    return Transaction((*supplies.steps(), *thread.stamped(document, own_paragraph), *steps))


def _put_beside(marks: Sequence[Element], root: str, number: str, supplies: Supplies) -> None:
    """Put the marks of an answer behind those of its thread: it is on the same words."""
    has_range = {_START, _END} <= {mark.tag for mark in marks if attribute(mark, "w:id") == root}
    starts = [mark for mark in marks if mark.tag == _START]
    runs = [run for mark in marks if mark.tag == _REFERENCE and (run := mark.getparent()) is not None]
    if starts and has_range:
        starts[-1].addnext(_mark(_START, number))
    if runs:
        runs[-1].addnext(_reference(supplies, number))
    if runs and has_range:
        runs[-1].addnext(_mark(_END, number))


def _write(supplies: Supplies, intent: Intent, number: str, parent: int | None) -> None:
    """Write what a comment says where comments are, and of it where its thread is told."""
    said = intent.arguments
    attributes = {name(f"w:{key}"): said[key] for key in ("author", "date", "initials")}
    comment = etree.Element(name("w:comment"), {name("w:id"): number, **attributes})
    story = supplies.story("comments")
    for index, (line, key) in enumerate(zip(_lines(said["text"]), said["keys"], strict=True)):
        paragraph = etree.SubElement(comment, W_P)
        style = supplies.style("annotation text", "paragraph")
        formatting.put(formatting.paragraph_properties(paragraph), "w:pStyle", val=style)
        if not index:
            paragraph.append(_styled(supplies, etree.Element(name("w:annotationRef"))))
        if line:
            paragraph.append(text_run(line, None))
        stamp(paragraph, key, story.frame, story.opening)
    supplies.add_note(comment, "comments")
    thread.tell(supplies, said["keys"][-1], parent, said["author"], said["date"])


def _mark(tag: str, number: str) -> Element:
    return etree.Element(tag, {name("w:id"): number})


def _reference(supplies: Supplies, number: str) -> Element:
    return _styled(supplies, _mark(_REFERENCE, number))


def _styled(supplies: Supplies, mark: Element) -> Element:
    """A run around a mark of a comment."""
    run = etree.Element(W_R)
    formatting.put(formatting.run_properties(run), "w:rStyle", val=supplies.style("annotation reference", "character"))
    run.append(mark)
    return run


VERBS = {"add_comment": _add, "answer_comment": _answer}
