"""Blocks of a Word document changed, inserted, deleted and moved by name: the operations of which batches are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.content import Code, Content, Paragraph, Quote
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.notation import from_json
from quire.formats.docx.edit import blocktype, marks, passage, tableedit
from quire.formats.docx.edit.enumeration import Enumerator, Home
from quire.formats.docx.edit.fresh import Fresh
from quire.formats.docx.edit.site import site
from quire.formats.docx.edit.stretch import Goal, Stretch
from quire.formats.docx.edit.writing import written_at
from quire.formats.docx.text.paragraph import LINE_BREAK

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.anchor import Range
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.site import Site

_IN_PLACE = ("paragraph", "heading", "mathBlock", "thematicBreak")


# Updating


def _update(document: DocxDocument, intent: Intent) -> Transaction:
    """Other content for a block. A heading, an item or a quotation stays one, unless the content is another."""
    (where,) = intent.ranges
    said = intent.arguments
    content, found = from_json(said["content"]), site(document, where.start, said["depth"])
    if not content.blocks:
        raise InvalidArgumentError("The new content is empty.", "Use the operation delete to remove a block.")
    return replaced(document, found, content, str(said.get("text", "")))


def replaced(document: DocxDocument, found: Site, content: Content, text: str) -> Transaction:
    """The document with other content in the place of a block; `text` is how that was written."""
    where = _text(document, found)
    only = content.blocks[0] if len(content.blocks) == 1 else None
    if found.type in _IN_PLACE or found.type == "tableCell":
        return written_at(document, where, content)
    if found.type == "codeBlock" and not (only is not None and not isinstance(only, Paragraph | Code)):
        code = only.text.removesuffix("\n") if isinstance(only, Code) else text.removesuffix("\n")
        return _recoded(document, found, where, code)
    if found.type == "listItem":
        return _refilled(document, found, content)
    if found.type == "tableRow":
        raise UnsupportedError("A row is not replaced as a whole.", "Use table_modify, or name its cells.")
    if found.type == "blockquote" and not isinstance(only, Quote):
        content = Content((Quote(content.blocks),), content.notes)
    return _exchanged(document, found, Fresh(document, content, found.first).blocks())


def _text(document: DocxDocument, found: Site) -> Range:
    return Stretch(document, found.first, found.last, found.cells).text


def _recoded(document: DocxDocument, found: Site, where: Range, code: str) -> Transaction:
    """Other code in the same paragraphs: its lines are paragraphs if they were."""
    lines = code.replace("\r\n", "\n")
    return passage.put(document, where, lines if found.last > found.first else lines.replace("\n", LINE_BREAK))


def _refilled(document: DocxDocument, found: Site, content: Content) -> Transaction:
    """Another item, or other items, in the place of one."""
    only = content.blocks[0] if len(content.blocks) == 1 else None
    if isinstance(only, Paragraph) and found.first == found.last:
        return written_at(document, _text(document, found), content)
    return _exchanged(document, found, Fresh(document, content, found.first).items(found.first))


def _exchanged(document: DocxDocument, found: Site, fresh: Fresh) -> Transaction:
    """New blocks behind a block, which goes."""
    old = Stretch.of(document, found)
    put = fresh.put(Goal(old))
    return put + Stretch(document.apply(put), found.first, found.last, found.cells).deleted()


# Inserting


def _insert(document: DocxDocument, intent: Intent) -> Transaction:
    """New blocks behind a block, new items behind an item; at the beginning of the document, if behind nothing."""
    (where,) = intent.ranges
    said = intent.arguments
    content = from_json(said["content"])
    if not content.blocks:
        raise InvalidArgumentError("The content is empty: there is nothing to insert.", "Give the blocks to insert.")
    if said["depth"] is None:
        return Fresh(document, content, 0).blocks().put(Goal.beginning(document))
    found = site(document, where.start, said["depth"])
    fresh = Fresh(document, content, found.first)
    fresh = fresh.items(found.first) if found.type == "listItem" else fresh.blocks()
    return fresh.put(Goal.behind(document, found))


# Deleting and moving


def _delete(document: DocxDocument, intent: Intent) -> Transaction:
    (where,) = intent.ranges
    found = site(document, where.start, intent.arguments["outer"])
    if found.type == "tableRow":
        return tableedit.without_row(document, tableedit.around(document, found), found.row)
    return Stretch.of(document, found).deleted()


def _move(document: DocxDocument, intent: Intent) -> Transaction:
    """A block, with its ids and all that is in it, behind another one; behind an item it is an item."""
    where, point = intent.ranges
    said = intent.arguments
    found = site(document, where.start, said["outer"])
    if said["afterDepth"] is None:
        return Stretch.of(document, found).moved(Goal.beginning(document))
    after = site(document, point.start, said["afterDepth"])
    change = Stretch.of(document, found).moved(Goal.behind(document, after))
    if after.type != "listItem" or not change:
        return change
    return change + _joined(document, document.apply(change), found, after)


def _joined(document: DocxDocument, moved: DocxDocument, found: Site, after: Site) -> Transaction:
    """What makes a block an item of the list behind whose item it now stands."""
    keys = [document.body[number].key for number in (found.first, found.last, after.first)]
    first, last, model = (moved.body.index(key) for key in keys)
    enumerator = Enumerator(moved)
    num_id, level = enumerator.nature(model).item or (0, 0)
    own = enumerator.nature(first).item
    if found.type == "listItem" and own:
        enumerator.relevel(first, last, Home(num_id), level - own[1])
    elif found.type == "paragraph":
        enumerator.enter(first, Home(num_id), level)
    return enumerator.drafts.transaction()


# Formatting

_FORMATS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {**marks.VERBS, **blocktype.VERBS}


def _format(document: DocxDocument, intent: Intent) -> Transaction:
    """A mark on the text of a block, or another type for it."""
    verb = intent.arguments["verb"]
    return _FORMATS[verb](document, Intent(verb, intent.ranges, intent.arguments["arguments"]))


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "update_block": _update,
    "insert_block": _insert,
    "delete_block": _delete,
    "move_block": _move,
    "format_block": _format,
}
