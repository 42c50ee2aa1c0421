"""What is to be done to a Word document so that it says something else, by the smallest change.

Three contents are held against each other: what the document says, how that was seen once it had passed through a
format that can say less, and what is wanted. What is wanted as it was seen stays as it is in the document. What differs
in words alone is reworded where it stands; other blocks make way for new ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range
from quire.core.content import (
    Block,
    Break,
    Cell,
    Code,
    Content,
    Definitions,
    Heading,
    Item,
    List,
    Paragraph,
    Quote,
    Table,
    Text,
    blocks_in,
    text_of,
)
from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.core.notation import spans_to_json, to_json
from quire.formats.docx.text.place import Place
from quire.formats.docx.view import grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.content import Origin, Span
    from quire.formats.docx.document import DocxDocument

_ALIKE = 0.4
"""How much of their words two blocks must share for one to be the other, changed."""


def restate(document: DocxDocument, said: Content, seen: Content, wanted: Content) -> Intent:
    """The intent after which a document says what is wanted, where it says something now that was seen so."""
    edits = sorted(_Restatement(document, said, seen, wanted).edits(), key=lambda each: each.where)
    told = [{"verb": each.verb, "arguments": each.arguments} for each in edits]
    return Intent("recompose", tuple(each.where for each in edits), {"edits": told})


@dataclass(frozen=True, slots=True)
class _Edit:
    verb: str
    where: Range
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Unit:
    """Blocks of the document, and the blocks as which they were seen: mostly one of each."""

    said: tuple[Block, ...]
    seen: tuple[Block, ...]


class _Restatement:
    def __init__(self, document: DocxDocument, said: Content, seen: Content, wanted: Content) -> None:
        self._document = document
        self._said = said
        self._seen = seen
        self._wanted = wanted

    def edits(self) -> Iterator[_Edit]:
        yield from self._notes()
        before: _Unit | None = None
        gone: list[_Unit] = []
        come: list[Block] = []
        for unit, block in (*self._rows(), (None, None)):
            edits = self._reworded(unit, block)
            if edits is None:
                gone += [unit] if unit else []
                come += [block] if block else []
                continue
            yield from self._exchanged(before, gone, come, unit)
            yield from edits
            before, gone, come = unit, [], []

    # Notes

    def _notes(self) -> Iterator[_Edit]:
        for name, seen in self._seen.notes.items():
            wanted = self._wanted.notes.get(name, seen)
            if wanted == seen:
                continue
            said = self._said.notes.get(name, ())
            found = self._in_row(said, seen, wanted)
            if found is None:
                raise UnsupportedError(
                    f"The note {name!r} would get other paragraphs, and only its words can be changed so.",
                    "Keep its paragraphs as they are, or edit it with smart_edit.",
                )
            yield from found

    # Blocks

    def _rows(self) -> list[tuple[_Unit | None, Block | None]]:
        """What becomes what, in order: a unit without a block goes, a block without a unit comes."""
        units = _units(self._said.blocks, self._seen.blocks)
        owners = [unit for unit in units for _ in unit.seen]
        seen, wanted = [block for unit in units for block in unit.seen], list(self._wanted.blocks)
        pairs = list(_paired(seen, wanted))
        torn = {id(owners[at]) for at, to in pairs if at is not None and (to is None or seen[at] != wanted[to])}
        rows: list[tuple[_Unit | None, Block | None]] = []
        for at, to in pairs:
            unit = None if at is None else owners[at]
            block = None if to is None else wanted[to]
            is_first = unit is not None and seen[at or 0] is unit.seen[0]
            if unit is None or (len(unit.said) == len(unit.seen) == 1):
                rows.append((unit, block))
            elif id(unit) in torn:
                rows += [(unit, None)] * is_first + [(None, block)] * (block is not None)
            elif is_first:
                rows.append((unit, unit.seen[0]))
        return rows

    def _reworded(self, unit: _Unit | None, block: Block | None) -> list[_Edit] | None:
        """What makes a unit say what a block says; None where something has to go or to come."""
        if unit is None and block is None:
            return []
        if unit is None or block is None:
            return None
        if unit.seen[0] == block:
            return []
        return self._differences(unit.said[0], unit.seen[0], block)

    def _differences(self, said: Block, seen: Block, wanted: Block) -> list[_Edit] | None:
        if seen == wanted:
            return []
        match said, seen, wanted:
            case Heading(), Heading(level), Heading(other) if level == other:
                return self._spans(said.origin, seen.spans, wanted.spans)
            case Paragraph(), Paragraph(), Paragraph():
                return self._spans(said.origin, seen.spans, wanted.spans)
            case Code(), Code(text), Code(other_text):
                return self._spans(said.origin, _lines(text), _lines(other_text))
            case List(), List(), List() if len(said.items) == len(seen.items):
                return self._items(said, seen, wanted)
            case Table(), Table(), Table() if len(seen.rows) != len(wanted.rows):
                return self._table_rows(said, seen, wanted)
        if type(said) is not type(seen) or _frame(seen) != _frame(wanted):
            return None
        return self._in_rows(blocks_in(said), blocks_in(seen), blocks_in(wanted))

    def _in_rows(
        self,
        said: Iterable[Sequence[Block]],
        seen: Iterable[Sequence[Block]],
        wanted: Iterable[Sequence[Block]],
    ) -> list[_Edit] | None:
        rows = [list(each) for each in (said, seen, wanted)]
        if not rows[0] or not len(rows[0]) == len(rows[1]) == len(rows[2]):
            return None
        found = [self._in_row(*each) for each in zip(*rows, strict=True)]
        return None if any(each is None for each in found) else list(chain.from_iterable(each or [] for each in found))

    def _in_row(self, said: Sequence[Block], seen: Sequence[Block], wanted: Sequence[Block]) -> list[_Edit] | None:
        if tuple(seen) == tuple(wanted):
            return []
        if not len(said) == len(seen) == len(wanted):
            return None
        found = [self._differences(*each) for each in zip(said, seen, wanted, strict=True)]
        return None if any(each is None for each in found) else list(chain.from_iterable(each or [] for each in found))

    def _spans(self, origin: Origin | None, seen: tuple[Span, ...], wanted: tuple[Span, ...]) -> list[_Edit] | None:
        if origin is None or origin[1] != origin[2]:
            return None
        notes = to_json(Content((), self._wanted.notes))["notes"]
        arguments = {"was": spans_to_json(seen), "now": spans_to_json(wanted), "notes": notes}
        return [_Edit("reword", self._range(origin), arguments)]

    # Lists

    def _items(self, said: List, seen: List, wanted: List) -> list[_Edit] | None:
        """What changes in the items of a list, which stays one; None if more does."""
        if (seen.is_ordered, seen.start) != (wanted.is_ordered, wanted.start):
            return None
        found: list[_Edit] = []
        pairs = list(_paired(seen.items, wanted.items))
        if not any(at is not None and to is not None for at, to in pairs):
            return None
        for index, (at, to) in enumerate(pairs):
            edits: list[_Edit] | None
            if at is None:
                following = next((each for each, _ in pairs[index:] if each is not None), None)
                edits = self._new_item(said, wanted.items[to or 0], following)
            elif to is None:
                edits = self._no_item(said.items[at])
            elif seen.items[at].checked != wanted.items[to].checked:
                edits = None
            else:
                edits = self._in_row(said.items[at].blocks, seen.items[at].blocks, wanted.items[to].blocks)
            if edits is None:
                return None
            found += edits
        return found

    def _new_item(self, said: List, item: Item, following: int | None) -> list[_Edit] | None:
        """An item more, formatted as the one that it stands before, or behind the last."""
        beside = said.items[-1 if following is None else following]
        spans = item.blocks[0].spans if len(item.blocks) == 1 and isinstance(item.blocks[0], Paragraph) else None
        is_simple = following is not None or _extent(beside.blocks) == beside.origin
        if spans is None or beside.origin is None or not is_simple:
            return None
        if item.checked is not None:
            spans = (Text("☒ " if item.checked else "☐ "), *spans)
        content = Content((Paragraph(spans),), self._wanted.notes)
        place = self._range(beside.origin)
        at = place.end if following is None else place.start
        arguments = {"content": to_json(content), "behind": following is None, "alike": True}
        return [_Edit("adjoin", Range(at, at), arguments)]

    def _no_item(self, item: Item) -> list[_Edit] | None:
        extent = _extent((Paragraph((), item.origin), *item.blocks))
        if extent is None:
            return None
        return [_Edit("exchange", self._range(extent), {"content": to_json(Content())})]

    # Tables

    def _table_rows(self, said: Table, seen: Table, wanted: Table) -> list[_Edit] | None:
        """What changes in a table that gets more rows, or fewer; None if more changes than that."""
        cells = list(chain.from_iterable((*said.rows, *seen.rows, *wanted.rows)))
        widths = {len(row) for row in (*said.rows, *seen.rows, *wanted.rows)}
        is_plain = len(widths) == 1 and all(cell.columns == cell.rows == 1 for cell in cells)
        pairs = list(_paired(seen.rows, wanted.rows))
        if not is_plain or len(said.rows) != len(seen.rows) or seen.has_header != wanted.has_header:
            return None
        if said.origin is None or None in pairs[0]:
            return None
        found: list[_Edit] = []
        operations: list[dict[str, Any]] = []
        place = 0
        for at, to in pairs:
            if at is None:
                brought = [to_json(Content(cell.blocks, self._wanted.notes)) for cell in wanted.rows[to or 0]]
                operations.append({"type": "addRow", "at": place, "cells": brought})
                continue
            place = at + 1
            if to is None:
                operations.append({"type": "deleteRow", "at": at})
                continue
            rows = (each[number] for each, number in ((said.rows, at), (seen.rows, at), (wanted.rows, to)))
            edits = self._in_rows(*([cell.blocks for cell in row] for row in rows))
            if edits is None:
                return None
            found += edits
        return [*found, _Edit("modify_table", self._range(said.origin), {"operations": operations[::-1]})]

    # Blocks that come and go

    def _exchanged(
        self, before: _Unit | None, gone: Sequence[_Unit], come: Sequence[Block], behind: _Unit | None
    ) -> Iterator[_Edit]:
        content = to_json(Content(tuple(come), self._wanted.notes))
        is_placed = not come
        for is_table, some in groupby((block for unit in gone for block in unit.said), key=_is_table):
            blocks = list(some)
            if is_table:
                yield from (_Edit("delete_table", self._range(_known(block)), {}) for block in blocks)
                continue
            bringing = to_json(Content()) if is_placed else content
            is_placed = True
            yield _Edit("exchange", self._range(self._going(blocks)), {"content": bringing})
        if not is_placed:
            yield self._arriving(before, content, behind)

    def _arriving(self, before: _Unit | None, content: dict[str, Any], behind: _Unit | None) -> _Edit:
        """New blocks between two that stay, or at an end."""
        for unit, is_behind in ((before, True), (behind, False)):
            block = None if unit is None else unit.said[-1 if is_behind else 0]
            extent = None if block is None or isinstance(block, Table) else _extent((block,))
            if extent is not None:
                place = self._range(extent)
                at = place.end if is_behind else place.start
                return _Edit("adjoin", Range(at, at), {"content": content, "behind": is_behind})
        if before is None and behind is None:
            return _Edit("compose", Range(0, 0), {"content": content})
        at = self._gap(before, behind)
        return _Edit("adjoin", Range(at, at), {"content": content, "behind": False})

    def _gap(self, before: _Unit | None, behind: _Unit | None) -> int:
        """Where a paragraph that says nothing stands between two tables, or before or behind one."""
        body = self._document.body
        first = 0 if before is None else _known(before.said[-1])[2] + 1
        last = len(body) if behind is None else _known(behind.said[0])[1]
        number = next((each for each in range(first, last) if not grid.standing_at(body, each)), None)
        if number is None:
            raise UnsupportedError(
                "New blocks would have to stand where nothing but a table is.",
                "Put them in at a position in a paragraph, with document_insert_at_position.",
            )
        return body.text_start(body[number].key)

    def _going(self, blocks: Sequence[Block]) -> Origin:
        extent = _extent(blocks)
        if extent is None or any(_extent((block,)) is None for block in blocks):
            raise UnsupportedError("The text of a text box would go.", "Edit the text box with smart_edit.")
        return extent

    def _range(self, origin: Origin) -> Range:
        """Where paragraphs stand in the text."""
        part, first, last = origin
        story = self._document.story(part)
        start, end = (self._document.span(Place(part, story[number].key)) for number in (first, last))
        return Range(start.start, end.end)


# What belongs together


def _units(said: Sequence[Block], seen: Sequence[Block]) -> list[_Unit]:
    """Which blocks were seen as which."""
    matcher = SequenceMatcher(None, [_key(each) for each in said], [_key(each) for each in seen], autojunk=False)
    found: list[_Unit] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            found += (_Unit((one,), (other,)) for one, other in zip(said[a:b], seen[c:d], strict=True))
        else:
            found.append(_Unit(tuple(said[a:b]), tuple(seen[c:d])))
    return found


def _key(block: Block) -> tuple[str, str]:
    return type(block).__name__, "".join(_words(block)).replace(" ", "")


def _paired(seen: Sequence[Any], wanted: Sequence[Any]) -> Iterator[tuple[int | None, int | None]]:
    """Which of some blocks or items becomes which, by their numbers; None where one goes or comes."""
    before = _shared(seen, wanted)
    behind = _shared(seen[before:][::-1], wanted[before:][::-1])
    inner = seen[before : len(seen) - behind], wanted[before : len(wanted) - behind]
    yield from ((at, at) for at in range(before))
    for kind, a, b, c, d in SequenceMatcher(None, *inner, autojunk=False).get_opcodes():
        gone, come = range(before + a, before + b), range(before + c, before + d)
        yield from zip(gone, come, strict=True) if kind == "equal" else _similar(seen, wanted, gone, come)
    yield from ((len(seen) - at, len(wanted) - at) for at in range(behind, 0, -1))


def _shared(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many blocks or items two rows begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _similar(
    seen: Sequence[Any], wanted: Sequence[Any], gone: range, come: range
) -> Iterator[tuple[int | None, int | None]]:
    """The same for those that differ: one becomes the first that follows and is much alike."""
    reached, is_alone = come.start, len(gone) == len(come) == 1
    for at in gone:
        left = range(reached, come.stop)
        to = next((each for each in left if _is_similar(seen[at], wanted[each], is_alone=is_alone)), None)
        if to is not None:
            yield from ((None, each) for each in range(reached, to))
            reached = to + 1
        yield at, to
    yield from ((None, each) for each in range(reached, come.stop))


def _is_similar(one: Any, other: Any, *, is_alone: bool) -> bool:
    if type(one) is not type(other):
        return False
    words, others = list(_words(one)), list(_words(other))
    return is_alone or SequenceMatcher(None, words, others, autojunk=False).ratio() >= _ALIKE


def _words(block: Block | Item | tuple[Cell, ...]) -> Iterator[str]:
    """The words of a block, an item or a row of cells."""
    if isinstance(block, tuple):
        yield from (word for cell in block for each in cell.blocks for word in _words(each))
        return
    if isinstance(block, Heading | Paragraph):
        yield from text_of(block.spans).split()
    elif isinstance(block, Code):
        yield from block.text.split()
    rows = (block.blocks,) if isinstance(block, Item) else blocks_in(block)
    for row in rows:
        for each in row:
            yield from _words(each)


def _frame(block: Block) -> Block:
    """What a block is, without what stands in it."""
    match block:
        case Quote():
            return replace(block, blocks=())
        case Table():
            empty = tuple(tuple(replace(cell, blocks=()) for cell in row) for row in block.rows)
            return replace(block, rows=empty, alignments=())
        case Definitions():
            return Definitions(())
        case _:
            return block


def _lines(text: str) -> tuple[Span, ...]:
    """The lines of code as spans."""
    found: list[Span] = []
    for line in text.split("\n"):
        found += [Break(), Text(line)] if found else [Text(line)]
    return tuple(each for each in found if each != Text(""))


def _is_table(block: Block) -> bool:
    return isinstance(block, Table)


def _known(block: Block) -> Origin:
    """From which to which paragraph a block goes, which is in the document's own text."""
    extent = _extent((block,))
    if extent is None:
        raise UnsupportedError("A table in a text box would change.", "Edit the text box with smart_edit.")
    return extent


def _extent(blocks: Iterable[Block]) -> Origin | None:
    """From which to which paragraph blocks go, with all that is in them."""
    found = [each for block in blocks for each in _origins(block)]
    if not found:
        return None
    return found[0][0], min(each[1] for each in found), max(each[2] for each in found)


def _origins(block: Block) -> Iterator[Origin]:
    own = getattr(block, "origin", None)
    if own is not None:
        yield own
    if isinstance(block, List):
        yield from (item.origin for item in block.items if item.origin)
    for row in blocks_in(block):
        for each in row:
            yield from _origins(each)
