"""Sections of a Word document: a heading and all that belongs to it."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.content import Code, Content, Heading, List, Note, Paragraph, Table, Text
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError
from quire.core.notation import from_json
from quire.core.rewriting import with_blocks, with_spans
from quire.core.transaction import Transaction
from quire.formats.docx.content.rendition import content as said_by
from quire.formats.docx.edit import blocktype
from quire.formats.docx.edit.fresh import Fresh
from quire.formats.docx.edit.site import climbed, site
from quire.formats.docx.edit.stretch import Goal, Stretch
from quire.formats.docx.edit.writing import written_at
from quire.formats.docx.view import tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quire.core.content import Block, Span
    from quire.formats.docx.document import DocxDocument


def _update(document: DocxDocument, intent: Intent) -> Transaction:
    """Other content for a section. It keeps its heading, unless the content begins with one of its rank."""
    (where,) = intent.ranges
    content = from_json(intent.arguments["content"])
    heading = site(document, where.start, intent.arguments["depth"])
    level = document.surroundings(where.start).level
    if heading.type != "heading" or level is None:
        raise InvalidArgumentError("There is no heading there any more.", "List the blocks again.")
    first = content.blocks[0] if content.blocks else None
    title = first if isinstance(first, Heading) and first.level <= level else None
    last, _ = document.body.at(where.end)
    body = _Body(document, heading.first, last, heading.cells)
    change = body.become(Content(content.blocks[bool(title) :], content.notes))
    return change + _retitled(document.apply(change), heading.first, title) if title else change


def _retitled(document: DocxDocument, number: int, title: Heading) -> Transaction:
    """Another title for a heading, and another level if it says so."""
    block = document.body[number]
    start = document.body.text_start(block.key)
    where = Range(start, start + len(block.text))
    if said_by(document, None, number, number).blocks == (title,):
        return Transaction()
    change = written_at(document, where, Content((Paragraph(title.spans),)))
    if document.surroundings(start).level == title.level:
        return change
    wish = {"type": "heading", "level": title.level}
    after = Range(start, start + len(document.apply(change).body[number].text))
    return change + blocktype.VERBS["set_block_type"](document.apply(change), Intent("", (after,), wish))


class _Body:
    """What follows a heading: blocks, each with what it says."""

    def __init__(self, document: DocxDocument, heading: int, last: int, cells: int) -> None:
        self._document = document
        self._heading = heading
        self._cells = cells
        found = (
            (each.first, each.last, _meaning(said_by(document, None, each.first, each.last)))
            for each in _outermost(document, heading + 1, last)
        )
        self._old = [each for each in found if each[2]]

    def become(self, content: Content) -> Transaction:
        """Other blocks; those that say the same stay as they are. From the last to the first, so that places stay."""
        change = Transaction()
        old, new = [said for _, _, said in self._old], [(block,) for block in _meaning(content)]
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        for kind, a, b, c, d in reversed(matcher.get_opcodes()):
            if kind != "equal":
                fresh = Content(tuple(content.blocks[c:d]), content.notes)
                change += self._exchanged(self._document.apply(change), a, b, fresh)
        return change

    def _exchanged(self, document: DocxDocument, a: int, b: int, fresh: Content) -> Transaction:
        """New blocks in the place of some old ones."""
        gone = self._old[a:b]
        if len(gone) == 1 and len(fresh.blocks) == 1 and self._is_plain(*gone[0]) and _is_paragraph(fresh.blocks[0]):
            stretch = Stretch(document, gone[0][0], gone[0][1], self._cells)
            return written_at(document, stretch.text, fresh)
        last = self._old[b - 1][1] if b else self._heading
        beside = self._old[b - 1][0] if b else self._heading
        put = Transaction()
        if fresh.blocks:
            put = Fresh(document, fresh, beside).blocks().put(Goal(Stretch(document, beside, last, self._cells)))
        if not gone:
            return put
        return put + Stretch(document.apply(put), gone[0][0], gone[-1][1], self._cells).deleted()

    def _is_plain(self, first: int, last: int, said: Sequence[Block]) -> bool:
        return first == last and len(said) == 1 and _is_paragraph(said[0])


def _meaning(content: Content) -> tuple[Block, ...]:
    """Blocks without what makes no difference to a reader, their notes by what these say."""

    def noted(span: Span) -> tuple[Span, ...]:
        return (Note(repr(content.notes.get(span.name))),) if isinstance(span, Note) else (span,)

    def plain(block: Block) -> tuple[Block, ...]:
        match block:
            case Table():
                return (replace(block, alignments=block.alignments if any(block.alignments) else ()),)
            case List():
                return (replace(block, is_loose=False),)
            case Code():
                return (Code(block.text.removesuffix("\n")),)
        return (block,)

    return with_blocks(with_spans(content, noted), plain).blocks


def _is_paragraph(block: Block) -> bool:
    return isinstance(block, Paragraph)


def _outermost(document: DocxDocument, first: int, last: int) -> list[tree.Branch]:
    """The blocks between two paragraphs, none of them in another."""
    found: list[tree.Branch] = []
    for branch, _, _ in tree.walk(document.branches(first, last)):
        is_between = first <= branch.first and branch.last <= last
        if is_between and (not found or branch.first > found[-1].last):
            found.append(branch)
    return found


def _insert(document: DocxDocument, intent: Intent) -> Transaction:
    """A new section behind a block."""
    (where,) = intent.ranges
    said = intent.arguments
    title = str(said["title"]).strip()
    if not title or len(title.splitlines()) > 1:
        raise InvalidArgumentError(f"The title {said['title']!r} is not one line of text.", "A heading is one line.")
    body = from_json(said["content"])
    content = Content((Heading(said["level"], (Text(title),)), *body.blocks), body.notes)
    found = climbed(document, site(document, where.start, said["depth"]))
    return Fresh(document, content, found.first).blocks().put(Goal.behind(document, found))


def _move(document: DocxDocument, intent: Intent) -> Transaction:
    """A section, with its ids and all that is in it, behind another place."""
    where, point = intent.ranges
    said = intent.arguments
    heading = site(document, where.start, said["depth"])
    last, _ = document.body.at(where.end)
    after = climbed(document, site(document, point.start, said["afterDepth"]))
    return Stretch(document, heading.first, last, heading.cells).moved(Goal.behind(document, after))


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "update_section": _update,
    "insert_section": _insert,
    "move_section": _move,
}
