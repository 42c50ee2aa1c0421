"""Comments deleted and resolved."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

from quire.core.document import Intent
from quire.core.transaction import Replace, Transaction
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit.deletion import forsaken
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review import comments, thread
from quire.formats.docx.review.galley import Galley

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument

_MARKS = (name("w:commentRangeStart"), name("w:commentRangeEnd"), name("w:commentReference"))


def remove(document: DocxDocument, identifier: str) -> Intent:
    """A document without a comment and the answers to it."""
    where = comments.where(document, comments.find(document, identifier))
    return Intent("remove_comment", where, {"comment": identifier})


def resolve(document: DocxDocument, identifier: str, *, resolved: bool) -> Intent:
    """A comment that is settled, or open again."""
    where = comments.where(document, comments.find(document, identifier))
    return Intent("resolve_comment", where, {"comment": identifier, "resolved": resolved})


def _remove(document: DocxDocument, intent: Intent) -> Transaction:
    root = comments.find(document, intent.arguments["comment"])
    gone = [each for each in comments.read(document) if root.id in (each.id, each.parent)]
    ids = {each.id for each in gone}
    pattern = comments.pattern(ids)
    whole, after = Transaction(), document
    for part in reversed([part for part, kind in document.parts.items() if kind != "comments"]):
        story = document.story(part)
        if pattern.search(story.source):
            galley = Galley(story, lambda block: pattern.search(block.source) is not None)
            for mark in [each for each in galley.root.iter(*_MARKS) if attribute(each, "w:id") in ids]:
                _take(mark)
            change = galley.transaction(after, part)
            whole, after = whole + change, after.apply(change)
    supplies = Supplies(document)
    thread.forget(supplies, [document.place(each.paragraphs[-1]).key for each in gone])
    return whole + Transaction((*supplies.steps(), *forsaken(after, "comment", sorted(ids))))


def _take(mark: Element) -> None:
    """Take a mark away, and the run that held nothing else."""
    run = mark.getparent()
    if run is None:
        return
    run.remove(mark)
    home = run.getparent()
    if run.tag == name("w:r") and home is not None and all(child.tag == name("w:rPr") for child in run):
        home.remove(run)


_STATE = re.compile(r"""<[\w.-]+:commentEx\s[^>]*?\bparaId=["']([0-9A-Fa-f]{8})["'][^>]*>""")
_DONE = re.compile(r"""(\bdone=["'])\w+(?=["'])""")


def _resolve(document: DocxDocument, intent: Intent) -> Transaction:
    found = comments.find(document, intent.arguments["comment"])
    key = document.place(found.paragraphs[-1]).key
    for part in document.package.related(document.package.main, "commentsExtended"):
        held = document.package.part(part)
        source = held.decode("utf-8")
        for state in _STATE.finditer(source):
            if int(state[1], 16) == key and _DONE.search(state[0]):
                said = _DONE.sub(rf"\g<1>{int(intent.arguments['resolved'])}", state[0])
                changed = (source[: state.start()] + said + source[state.end() :]).encode()
                packed = [base64.b64encode(each).decode() for each in (held, changed)]
                return (
                    Transaction((Replace(f"{part}@", packed[0], packed[1], ()),)) if held != changed else Transaction()
                )
    return _written_down(document, found, resolved=intent.arguments["resolved"])


def _written_down(document: DocxDocument, comment: comments.Comment, *, resolved: bool) -> Transaction:
    """Say of a comment of an older program whether it is settled."""
    place, supplies = document.place(comment.paragraphs[-1]), Supplies(document)
    thread.know(supplies, place.key, is_resolved=resolved)
    return Transaction((*supplies.steps(), *thread.stamped(document, place)))


VERBS = {"remove_comment": _remove, "resolve_comment": _resolve}
