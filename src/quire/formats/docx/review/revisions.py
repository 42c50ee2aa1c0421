"""The tracked changes of a document: which there are, and the verb that decides them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.core.document import Intent
from quire.core.errors import NotFoundError
from quire.core.transaction import Replace, Transaction
from quire.formats.docx.edit.deletion import forsaken
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review.decision import Decision
from quire.formats.docx.review.galley import Galley
from quire.formats.docx.review.marks import TAGS, Kind, is_tracked, kind_of, marks
from quire.formats.docx.text.paragraph import (
    LINE_BREAK,
    MC_FALLBACK,
    W_BR,
    W_CR,
    W_DEL,
    W_INS,
    W_MOVE_FROM,
    W_MOVE_TO,
    W_P,
    W_T,
    W_TAB,
)
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.formats.docx.document import DocxDocument

_DELETED_TEXT = name("w:delText")
_ROW, _CELL, _RUN = name("w:tr"), name("w:tc"), name("w:r")
_COMMENTED = (name("w:commentRangeStart"), name("w:commentReference"))


@dataclass(frozen=True, slots=True)
class Revision:
    """A tracked change: what it is, who made it, and the paragraph with and without it and its neighbours."""

    id: str
    kind: Kind
    author: str
    date: str
    story: str
    paragraph: str
    text: str  # what was inserted, deleted, moved or formatted
    before: str
    after: str
    comments: tuple[str, ...]  # the ids of comments on the paragraph


def has_any(document: DocxDocument) -> bool:
    """Whether something in a document waits for a yes or a no."""
    return any(_tracked_parts(document))


def _tracked_parts(document: DocxDocument) -> Iterator[str]:
    for part in document.parts:
        story = document.story(part)
        if any(is_tracked(block.lead) or is_tracked(block.source) for block in story) or is_tracked(story.tail):
            yield part


def read(document: DocxDocument) -> list[Revision]:
    """All tracked changes, story by story, in the order of the text."""
    found: list[Revision] = []
    for part, galley, found_here in named(document):
        for mark, identifier in found_here.items():
            found.append(_revision(document, part, galley, mark, identifier))
    return found


def named(document: DocxDocument) -> Iterator[tuple[str, Galley, dict[Element, str]]]:
    """The marks of each story under the names by which tools speak of them: their number, and which with that it is."""
    met: Counter[str] = Counter()
    for part in _tracked_parts(document):
        galley = Galley(document.story(part), lambda block: is_tracked(block.source))
        names: dict[Element, str] = {}
        for mark in marks(galley.root):
            number = attribute(mark, "w:id") or "0"
            met[number] += 1
            names[mark] = number if met[number] == 1 else f"{number}.{met[number]}"
        yield part, galley, names


def _revision(document: DocxDocument, part: str, galley: Galley, mark: Element, identifier: str) -> Revision:
    paragraph = _paragraph(galley, mark)
    block = galley.block(paragraph) if paragraph is not None else None
    whole = galley.read(paragraph) if paragraph is not None else None
    noted = (attribute(each, "w:id") or "" for each in (whole.iter(*_COMMENTED) if whole is not None else ()))
    return Revision(
        identifier,
        kind_of(mark),
        attribute(mark, "w:author") or "",
        attribute(mark, "w:date") or "",
        document.parts[part],
        document.id(Place(part, block.key)) if block is not None else "",
        _about(galley, mark),
        text(whole, without=(W_INS, W_MOVE_TO)) if whole is not None else "",
        text(whole, without=(W_DEL, W_MOVE_FROM)) if whole is not None else "",
        tuple(dict.fromkeys(noted)),
    )


def _paragraph(galley: Galley, mark: Element) -> Element | None:
    """The paragraph in which a mark is; the first one in the row, cell or table that it is about, or the next one."""
    inside = next((each for each in mark.iterancestors(W_P) if galley.block(each) is not None), None)
    if inside is not None:
        return inside
    owner = next((each for each in mark.iterancestors(_CELL, _ROW, name("w:tbl"))), None)
    if owner is not None:
        return next(owner.iter(W_P), None)
    paragraphs = list(galley.root.iter(W_P))
    return paragraphs[-1] if paragraphs else None


def _about(galley: Galley, mark: Element) -> str:
    """The text that a mark is about."""
    kind = kind_of(mark)
    if kind.startswith(("row", "cell")):
        owner = next(mark.iterancestors(_ROW if kind.startswith("row") else _CELL))
        return "\n".join(text(galley.read(each)) for each in owner.iter(W_P))
    if kind == "formatting":
        run = next(mark.iterancestors(_RUN), None)
        return text(run) if run is not None else ""
    return text(mark) if kind in ("insertion", "deletion", "move_from", "move_to") else ""


def text(element: Element, without: tuple[str, ...] = ()) -> str:
    """The text in an element, also what is deleted, but for what is in some others or in text boxes' copies."""
    pieces: list[str] = []
    for each in element.iter(W_T, _DELETED_TEXT, W_TAB, W_BR, W_CR):
        above = {up.tag for up in each.iterancestors()}
        if MC_FALLBACK in above or above.intersection(without) or name("w:pPr") in above:
            continue
        pieces.append({W_TAB: "\t", W_BR: LINE_BREAK, W_CR: LINE_BREAK}.get(each.tag) or each.text or "")
    return "".join(pieces)


# Deciding


def decide(
    document: DocxDocument,
    *,
    accepts: bool,
    ids: Collection[str] = (),
    author: str | None = None,
    paragraphs: Collection[str] = (),
) -> Intent:
    """A yes or a no to tracked changes: to all, or to those of some ids, of an author, in some paragraphs."""
    known = read(document)
    missing = set(ids) - {each.id for each in known}
    if missing:
        raise NotFoundError(
            f"There is no tracked change {', '.join(map(repr, sorted(missing)))} here.",
            "extract_revisions lists the changes with their ids.",
        )
    chosen = [each for each in known if _is_meant(each, ids, author, paragraphs)]
    if not chosen and (author is not None or paragraphs):
        authors = ", ".join(sorted({each.author for each in known})) or "nobody"
        raise NotFoundError(
            "No tracked change is meant by that.", f"Changes here are of: {authors}. extract_revisions lists them."
        )
    return Intent(
        "decide_revisions",
        tuple(_places(document, chosen)),
        {"accepts": accepts, "ids": [each.id for each in chosen]},
    )


def _is_meant(revision: Revision, ids: Collection[str], author: str | None, paragraphs: Collection[str]) -> bool:
    return (
        (not ids or revision.id in ids)
        and author in (None, revision.author)
        and (not paragraphs or revision.paragraph in paragraphs)
    )


def _places(document: DocxDocument, revisions: Collection[Revision]) -> Iterator[Range]:
    for paragraph in dict.fromkeys(each.paragraph for each in revisions if each.paragraph):
        yield document.span(document.place(paragraph))


def _decide(document: DocxDocument, intent: Intent) -> Transaction:
    change = decided(document, intent.arguments["ids"], accepts=intent.arguments["accepts"])
    return change + _forsaken(document.apply(change), change)


def decided(document: DocxDocument, ids: Collection[str], *, accepts: bool) -> Transaction:
    """A yes or a no to some changes; notes and comments stay, though nothing may refer to them any more."""
    wanted = set(ids)
    whole, after = Transaction(), document
    for part, galley, found in reversed(list(named(document))):
        chosen = {mark for mark, identifier in found.items() if identifier in wanted}
        if chosen:
            chosen |= set(_copies(galley.root, chosen))
            Decision(galley, accepts=accepts, chosen=_among(chosen)).carry_out()
            change = galley.transaction(after, part)
            whole, after = whole + change, after.apply(change)
    return whole


def _among(chosen: Collection[Element]) -> Callable[[Element], bool]:
    return lambda mark: mark in chosen


def _copies(root: Element, chosen: Collection[Element]) -> Iterator[Element]:
    """The same marks in what older programs read of a text box: those in the same places there."""
    for fallback in root.iter(MC_FALLBACK):
        choice = fallback.getprevious()
        ours, theirs = ([*each.iter(*TAGS)] if each is not None else [] for each in (choice, fallback))
        if len(ours) == len(theirs):
            yield from (copy for mark, copy in zip(ours, theirs, strict=True) if mark in chosen)


_REFERENCE = re.compile(r"""<(?:[\w.-]+:)?(comment|endnote|footnote)Reference\s[^>]*?\bid=["'](-?\d+)["']""")


def _forsaken(after: DocxDocument, change: Transaction) -> Transaction:
    """What takes notes and comments away to which nothing refers after a change."""
    gone = _references(step.old for step in change.steps) - _references(step.new for step in change.steps)
    if not gone:
        return Transaction()
    gone -= _references(after.story(part).source for part in after.parts)
    steps: list[Replace] = []
    for kind in ("comment", "endnote", "footnote"):
        ids = [number for each, number in gone if each == kind]
        steps += forsaken(after, kind, ids) if ids else ()
    return Transaction(tuple(steps))


def _references(sources: Iterator[str] | Any) -> set[tuple[str, str]]:
    return set(chain.from_iterable(_REFERENCE.findall(each) for each in sources))


VERBS = {"decide_revisions": _decide}
