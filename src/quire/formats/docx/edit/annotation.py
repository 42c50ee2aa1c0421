"""Footnotes and endnotes made, rewritten and taken away."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit import matching
from quire.formats.docx.edit.deletion import delete, forsaken
from quire.formats.docx.edit.inlay import Fitting
from quire.formats.docx.edit.insertion import insert, paragraphs
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.runs import dress, text_run, typed
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import authorship, identity
from quire.formats.docx.text.draft import Draft, stamp
from quire.formats.docx.text.paragraph import OBJECT, W_DEL, W_MOVE_FROM, W_P, W_R, W_RPR
from quire.formats.docx.text.place import Place
from quire.formats.docx.view import notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.content.supplies import Noted
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.tags import Span
    from quire.formats.docx.view.notes import Kind, Note

_HOMES: dict[Kind, Noted] = {"footnote": "footnotes", "endnote": "endnotes"}


# What is wanted


def add(document: DocxDocument, kind: Kind, paragraph: str, after: str | None, text: str) -> Intent:
    """A note whose mark stands behind some words of a paragraph, or at its end."""
    place = document.place(paragraph)
    _check_home(document, place, kind)
    said = document.text_of(place)
    at = document.span(place).start + (len(said) if after is None else matching.find(said, after).end)
    keys = [secrets.randbelow(identity.LARGEST - 1) + 1 for _ in _said(text)]
    return Intent(
        "add_note", (Range(at, at),), {"kind": kind, "paragraph": document.id(place), "text": text, "keys": keys}
    )


_NOWHERE = {"header": "headers", "footer": "footers", "comments": "comments"}


def _check_home(document: DocxDocument, place: Place, kind: Kind) -> None:
    story = document.parts[place.part]
    if place.is_boxed or story != "body":
        where = "text boxes" if place.is_boxed else _NOWHERE.get(story, "notes")
        raise UnsupportedError(f"Word has no {kind}s in {where}.", "Put the note into a paragraph of the body.")


def _said(text: str) -> list[list[Span]]:
    if not text.strip():
        raise InvalidArgumentError("The note says nothing.", "Give its text.")
    return paragraphs(text.strip())


def find(document: DocxDocument, kind: Kind, identifier: str) -> Note:
    """The note of an id."""
    found = next((each for each in notes.read(document, kind) if each.id == identifier), None)
    if found is None:
        raise NotFoundError(
            f"There is no {kind} {identifier!r} here.", "get_footnotes lists footnotes and endnotes with their ids."
        )
    return found


def update(document: DocxDocument, kind: Kind, identifier: str, text: str) -> Intent:
    """Another text in a note; its mark stays."""
    note = find(document, kind, identifier)
    _said(text)
    spans = tuple(document.span(document.place(each)) for each in note.paragraphs)
    return Intent("update_note", spans, {"kind": kind, "note": identifier, "text": text})


def remove(document: DocxDocument, kind: Kind, identifier: str) -> Intent:
    """A note less, and its mark."""
    note = find(document, kind, identifier)
    own = [document.span(document.place(each)) for each in note.paragraphs]
    around = [document.span(document.place(note.anchor))] if note.anchor else []
    return Intent("remove_note", (*around, *own), {"kind": kind, "note": identifier})


def made(document: DocxDocument, intent: Intent) -> Note | None:
    """The note that an intent has made, if it is there."""
    key = intent.arguments["keys"][0]
    found = notes.read(document, intent.arguments["kind"])
    return next((each for each in found if document.place(each.paragraphs[0]).key == key), None)


# Making


def _add(document: DocxDocument, intent: Intent) -> Transaction:
    kind: Kind = intent.arguments["kind"]
    (where,) = intent.ranges
    place, at = document.at(where.start)
    supplies = Supplies(document)
    number = str(supplies.next_note(_HOMES[kind]))
    style = supplies.style(f"{kind} reference", "character")
    draft = Draft(document, place)
    reference = etree.Element(name(f"w:{kind}Reference"), {name("w:id"): number})
    Surgeon(draft.paragraph, Wardrobe(document, place.part, draft.element)).place(at, _mark(style, reference))
    supplies.add_note(_note(document, supplies, intent, number, style), _HOMES[kind])
    return Transaction((*supplies.steps(), *draft.steps()))


def _note(document: DocxDocument, supplies: Supplies, intent: Intent, number: str, style: str) -> Element:
    said = intent.arguments
    kind: Kind = said["kind"]
    note = etree.Element(name(f"w:{kind}"), {name("w:id"): number})
    story = supplies.story(_HOMES[kind])
    for index, (spans, key) in enumerate(zip(_said(said["text"]), said["keys"], strict=True)):
        paragraph = etree.SubElement(note, W_P)
        own = supplies.style(f"{kind} text", "paragraph")
        formatting.put(formatting.paragraph_properties(paragraph), "w:pStyle", val=own)
        if not index:
            paragraph.extend([_mark(style, etree.Element(name(f"w:{kind}Ref"))), text_run(" ", None)])
        _write(paragraph, spans, Fitting(document, supplies.note_part(_HOMES[kind]), paragraph, supplies))
        stamp(paragraph, key, story.frame, story.opening)
    return note


def _write(paragraph: Element, spans: Sequence[Span], wardrobe: Fitting) -> None:
    for span in spans:
        run = text_run(typed(span.text), None)
        dress(run, span.look, wardrobe)
        paragraph.append(wardrobe.linked(run, span.look.href) if span.look.href else run)


def _mark(style: str, mark: Element) -> Element:
    run = etree.Element(W_R)
    formatting.put(formatting.run_properties(run), "w:rStyle", val=style)
    run.append(mark)
    return run


# Rewriting


def _update(document: DocxDocument, intent: Intent) -> Transaction:
    """The paragraphs that stay are rewritten word by word; more are put behind them, those too many go."""
    note = find(document, intent.arguments["kind"], intent.arguments["note"])
    lines = re.split(r"\r?\n(?:[ \t]*\r?\n)+", intent.arguments["text"].strip())
    whole = Transaction()
    for wanted in _changes(note, lines):
        change = document.plan(wanted(document))
        document, whole = document.apply(change), whole + change
    return whole


def _changes(note: Note, lines: list[str]) -> Iterator[Callable[[DocxDocument], Intent]]:
    """What turns the paragraphs of a note into others, each to be thought out on what the last one left."""
    kept = list(zip(note.paragraphs, lines, strict=False))
    yield from (_deletion(paragraph) for paragraph in reversed(note.paragraphs[len(lines) :]))
    if more := lines[len(note.paragraphs) :]:
        yield _insertion(note.paragraphs[-1], "\n\n".join(more))
    for index, (paragraph, line) in reversed(list(enumerate(kept))):
        yield _rewording(paragraph, line, is_first=index == 0)


def _deletion(paragraph: str) -> Callable[[DocxDocument], Intent]:
    return lambda document: delete(document, paragraph)


def _insertion(anchor: str, text: str) -> Callable[[DocxDocument], Intent]:
    return lambda document: insert(document, anchor, text, before=False)


def _rewording(paragraph: str, line: str, *, is_first: bool) -> Callable[[DocxDocument], Intent]:
    def wanted(document: DocxDocument) -> Intent:
        place = document.place(paragraph)
        text, span = document.text_of(place), document.span(place)
        own = re.match(f"{OBJECT}?[ \t]?", text) if is_first else None
        start = own.end() if own and text.startswith(OBJECT) else 0
        said = {"paragraph": paragraph, "old": text[start:], "new": line, "allow_field_result": False}
        return Intent("edit_paragraph", (Range(span.start + start, span.end),), said)

    return wanted


# Taking away


def _remove(document: DocxDocument, intent: Intent) -> Transaction:
    kind: Kind = intent.arguments["kind"]
    number = intent.arguments["note"]
    find(document, kind, number)
    drafts = [Draft(document, place) for place in _referring(document, kind, number)]
    for draft in drafts:
        for reference in draft.element.iter(name(f"w:{kind}Reference")):
            if attribute(reference, "w:id") == number:
                _check_reference(document, kind, reference)
                _take(reference)
    steps = [step for draft in reversed(drafts) for step in draft.steps()]
    return Transaction((*forsaken(document, kind, [number]), *steps))


def _referring(document: DocxDocument, kind: Kind, number: str) -> list[Place]:
    """The paragraphs that refer to a note."""
    reference = re.compile(rf"""{kind}Reference\s[^>]*\bid=["']{re.escape(number)}["']""")
    stories = ((part, document.story(part)) for part in document.parts)
    return [Place(part, block.key) for part, story in stories for block in story if reference.search(block.source)]


def _check_reference(document: DocxDocument, kind: Kind, reference: Element) -> None:
    if any(each.tag in (W_DEL, W_MOVE_FROM) for each in reference.iterancestors()):
        raise UnsupportedError(
            f"The mark of that {kind} is in text that was deleted with changes tracked.",
            "Accept that change, and the note goes with it; or reject it first.",
        )
    paragraph = next(reference.iterancestors(W_P))
    for bookmark in paragraph.iter(name("w:bookmarkStart")):
        named = attribute(bookmark, "w:name") or ""
        wanted = re.compile(rf"NOTEREF\s+{re.escape(named)}\b")
        if named and any(wanted.search(document.story(part).source) for part in document.parts):
            raise UnsupportedError(
                f"Another place refers to that {kind} by the bookmark {named!r}.", "Take that reference away first."
            )


def _take(reference: Element) -> None:
    """Take a reference away, with a mark that was typed for it, and the run that held nothing else."""
    run = reference.getparent()
    if run is None:
        return
    is_custom = reference.get(name("w:customMarkFollows")) is not None
    for each in [reference, *(reference.itersiblings() if is_custom else ())]:
        run.remove(each)
    while (home := run.getparent()) is not None and all(child.tag == W_RPR for child in run):
        home.remove(run)
        if home.tag not in authorship.MARKS:
            return
        run = home


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "add_note": _add,
    "update_note": _update,
    "remove_note": _remove,
}
