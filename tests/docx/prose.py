"""Content at random, and what Word can keep of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from quire.core.content import (
    Break,
    Cell,
    Code,
    Content,
    Formula,
    FormulaBlock,
    Heading,
    Item,
    Link,
    List,
    Note,
    Quote,
    Rule,
    Table,
    Text,
)
from quire.core.content import Paragraph as Plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypothesis.strategies import DrawFn, SearchStrategy

    from quire.core.content import Alignment, Block, Mark, Span

FORMULAS = [r"\frac{a}{b}", r"x^2", r"\sum_{i=1}^n i", r"\alpha+\beta", r"\sqrt{2}"]
ADDRESSES = ["https://example.org/", "https://example.org/?a=1&b=2", "mailto:a@b.c", "#place"]

words = st.text(st.sampled_from("abcxyzéñ中🙂&<>\"'0.,-"), min_size=1, max_size=8)
texts = st.lists(words, min_size=1, max_size=4).map(" ".join)
_MARKS: list[Mark] = ["bold", "italic", "strike", "underline", "highlight", "code", "superscript", "subscript"]


def _marked(marks: Iterable[Mark], *without: Mark) -> frozenset[Mark]:
    found = frozenset(marks) - frozenset(without)
    return found - {"subscript"} if "superscript" in found else found


marks = st.one_of(st.just(frozenset[str]()), st.lists(st.sampled_from(_MARKS), max_size=3))
text_spans = st.builds(lambda text, some: Text(text, _marked(some)), texts, marks)
linked_spans = st.builds(lambda text, some: Text(text, _marked(some, "underline")), texts, marks)
links = st.builds(
    Link,
    st.lists(linked_spans, min_size=1, max_size=2).map(tuple),
    st.sampled_from(ADDRESSES),
    st.sampled_from(["", "A tip"]),
)
formulas = st.sampled_from(FORMULAS).map(Formula)
spans: SearchStrategy[tuple[Span, ...]] = st.lists(
    st.one_of(text_spans, text_spans, links, formulas, st.just(Break())), min_size=1, max_size=5
).map(tuple)
noted: SearchStrategy[tuple[Span, ...]] = st.builds(
    lambda some, has_note: (*some, Note("")) if has_note else some, spans, st.integers(0, 5).map(lambda n: n == 0)
)
paragraphs: SearchStrategy[Block] = noted.map(Plain)
lines = st.lists(st.sampled_from(["", " ", "x = 1", "\ty()", "if a < b:", "  # é"]), min_size=1, max_size=4)
codes: SearchStrategy[Block] = lines.map(lambda some: Code("\n".join(some)))
displays: SearchStrategy[Block] = st.sampled_from(FORMULAS).map(FormulaBlock)


def lists(inside: SearchStrategy[Block]) -> SearchStrategy[Block]:
    """Lists whose items hold further blocks."""
    blocks = st.builds(
        lambda first, more: (*first, *more), st.lists(paragraphs, max_size=1), st.lists(inside, max_size=2)
    )
    items = st.builds(Item, blocks, st.sampled_from([None, None, None, True, False]))
    return st.builds(
        List, st.lists(items, min_size=1, max_size=3).map(tuple), st.booleans(), st.integers(1, 12)
    )  # fmt: skip


simple_lists = lists(st.one_of(paragraphs, lists(paragraphs)))
_quoted: SearchStrategy[Block] = st.one_of(paragraphs, paragraphs, simple_lists, displays)
_inner_quotes: SearchStrategy[Block] = st.builds(Quote, st.lists(paragraphs, min_size=1, max_size=2).map(tuple))
quotes: SearchStrategy[Block] = st.builds(
    Quote,
    st.lists(st.one_of(_quoted, _inner_quotes), min_size=1, max_size=3).map(tuple),
    st.sampled_from(["", "", "", "note", "warning"]),
)


@st.composite
def tables(draw: DrawFn) -> Block:
    """Tables whose cells may take several columns."""
    width = draw(st.integers(1, 4))
    rows = []
    for _ in range(draw(st.integers(1, 3))):
        row: list[Cell] = []
        while (left := width - sum(cell.columns for cell in row)) > 0:
            inside = draw(st.lists(st.one_of(paragraphs, paragraphs, simple_lists), max_size=2))
            row.append(Cell(tuple(inside), columns=min(left, draw(st.sampled_from([1, 1, 1, 2])))))
        rows.append(tuple(row))
    sides: list[Alignment | None] = draw(
        st.lists(st.sampled_from([None, "left", "center", "right"]), min_size=width, max_size=width)
    )
    return Table(tuple(rows), tuple(sides), draw(st.booleans()))


_flow: SearchStrategy[Block] = st.one_of(paragraphs, codes, displays, quotes, tables(), st.just(Rule()))
blocks: SearchStrategy[Block] = st.one_of(
    paragraphs, st.builds(Heading, st.integers(1, 6), noted), codes, displays, quotes, tables(), st.just(Rule()),
    lists(st.one_of(_flow, lists(_flow))),
)  # fmt: skip


@st.composite
def contents(draw: DrawFn) -> Content:
    """Content with notes that are named in their order."""
    naming = _Naming()
    found = tuple(naming.block(block) for block in draw(st.lists(blocks, max_size=6)))
    said = {str(number): (Plain(merged(draw(spans))),) for number in range(1, naming.count + 1)}
    return Content(found, said)


class _Naming:
    """A pass over blocks that gives their notes names."""

    def __init__(self) -> None:
        self.count = 0

    def spans(self, some: tuple[Span, ...]) -> tuple[Span, ...]:
        named: list[Span] = []
        for span in some:
            self.count += isinstance(span, Note)
            named.append(Note(str(self.count)) if isinstance(span, Note) else span)
        return tuple(named)

    def blocks(self, some: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(self.block(each) for each in some)

    def block(self, block: Block) -> Block:
        match block:
            case Heading() | Plain():
                return replace(block, spans=self.spans(block.spans))
            case Quote():
                return replace(block, blocks=self.blocks(block.blocks))
            case List():
                return replace(
                    block, items=tuple(replace(item, blocks=self.blocks(item.blocks)) for item in block.items)
                )
            case Table():
                rows = tuple(
                    tuple(replace(cell, blocks=self.blocks(cell.blocks)) for cell in row) for row in block.rows
                )
                return replace(block, rows=rows)
            case _:
                return block


# What Word can keep


def normalised(content: Content) -> Content:
    """Content as Word says it again: neighbours that look like one are one, and what it has no word for is gone."""
    said = {called: normal(blocks) for called, blocks in content.notes.items()}
    return Content(normal(content.blocks), said)


def normal(some: Iterable[Block]) -> tuple[Block, ...]:
    made: list[Block] = []
    for block in some:
        found = _normal_block(block)
        if found is None:
            continue
        before = made[-1] if made else None
        if isinstance(found, List) and isinstance(before, List) and _goes_on(before, found):
            made[-1] = _loose(replace(before, items=(*before.items, *found.items)))
        else:
            made.append(found)
    return tuple(made)


def _normal_block(block: Block) -> Block | None:
    match block:
        case Heading(level, some):
            found = merged(some)
            return Heading(level, found) if found else None
        case Plain(some):
            found = merged(some)
            return Plain(found) if found else None
        case Code(text):
            return Code(text.removesuffix("\n"))
        case Quote(inside, kind):
            said = normal(inside)
            return Quote(said, kind) if said or not kind else Quote((Plain((Text(kind.title(), _marked(["bold"])),)),))
        case List():
            items = tuple(Item(normal(item.blocks), item.checked) for item in block.items)
            return _loose(List(items, block.is_ordered, block.start if block.is_ordered else 1))
        case Table():
            return _normal_table(block)
        case _:
            return block


def _goes_on(before: List, block: List) -> bool:
    if before.is_ordered != block.is_ordered:
        return False
    return not block.is_ordered or block.start == before.start + len(before.items)


def _loose(made: List) -> List:
    is_loose = any(len(item.blocks) > 1 and not isinstance(item.blocks[1], List) for item in made.items)
    return replace(made, is_loose=is_loose)


def _normal_table(table: Table) -> Table:
    rows = [[replace(cell, blocks=normal(cell.blocks)) for cell in row] for row in table.rows]
    if table.has_header:
        rows[0] = [replace(cell, blocks=tuple(_unbold(block) for block in cell.blocks)) for cell in rows[0]]
    said: set[int] = set()
    for row in rows:
        at = 0
        for cell in row:
            if cell.columns == 1 and _has_paragraph(cell.blocks):
                said.add(at)
            at += cell.columns
    sides: list[Alignment | None] = [
        side if at in said and side != "left" else None for at, side in enumerate(table.alignments)
    ]
    return Table(tuple(map(tuple, rows)), tuple(sides) if any(sides) else (), table.has_header)


def _has_paragraph(some: Iterable[Block]) -> bool:
    return any(
        isinstance(block, Plain) or (isinstance(block, List) and bool(block.items)) for block in some
    )  # fmt: skip


def _unbold(block: Block) -> Block:
    return Plain(merged(tuple(_thin(span) for span in block.spans))) if isinstance(block, Plain) else block


def _thin(span: Span) -> Span:
    if isinstance(span, Link):
        return replace(span, spans=merged(tuple(_thin(each) for each in span.spans)))
    return replace(span, marks=span.marks - {"bold"}) if isinstance(span, Text) else span


def merged(some: tuple[Span, ...]) -> tuple[Span, ...]:
    """Spans with neighbours of one look joined, and without breaks at their ends."""
    made: list[Span] = []
    for span in some:
        before = made[-1] if made else None
        if isinstance(span, Link):
            made.append(replace(span, spans=merged(span.spans)))
        elif isinstance(span, Text) and isinstance(before, Text) and span.marks == before.marks:
            made[-1] = Text(before.text + span.text, span.marks)
        else:
            made.append(span)
    while made and isinstance(made[0], Break):
        made.pop(0)
    while made and isinstance(made[-1], Break):
        made.pop()
    return tuple(made)
