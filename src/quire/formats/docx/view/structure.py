"""The blocks of a Word document's body, under the names by which the editor's tools speak of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, Any, overload

from quire.core import document as core
from quire.core.document import Element, Node, Section, Surroundings
from quire.core.errors import InvalidArgumentError
from quire.core.naming import PREFIXES
from quire.formats.docx.style.genre import is_monospaced
from quire.formats.docx.style.shape import hurried_looks, paragraph_format
from quire.formats.docx.view import grid, tree, view
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.styles import RunFormat
    from quire.formats.docx.view.nature import Nature
    from quire.formats.docx.view.stanza import Stanza
    from quire.formats.docx.view.tree import Branch

BLOCK_TYPES = (
    "heading",
    "paragraph",
    "codeBlock",
    "blockquote",
    "bulletList",
    "orderedList",
    "taskList",
    "listItem",
    "table",
    "tableRow",
    "tableCell",
    "thematicBreak",
    "mathBlock",
)


class Blocks(Sequence[Node]):
    """The blocks of a state of a document in their order, found by number, by name and by paragraph.

    None is made before it is asked for: a change costs the same whatever stands around it."""

    def __init__(self, stanzas: list[Stanza]) -> None:
        self._stanzas = stanzas
        self._starts = list(accumulate([each.length for each in stanzas], initial=0))
        self._paragraphs = list(accumulate([each.paragraphs for each in stanzas], initial=0))
        self._ends = list(accumulate([len(each.seeds) for each in stanzas]))
        self._before: dict[str, list[int]] = {}
        self._made: dict[tuple[int, int], Node] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | Sequence[Node]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        number = bisect_right(self._ends, index)
        return self._node(number, index - (self._ends[number - 1] if number else 0))

    def __iter__(self) -> Iterator[Node]:
        for number, stanza in enumerate(self._stanzas):
            for place in range(len(stanza.seeds)):
                yield self._node(number, place)

    def named(self, name: str) -> Node | None:
        """The block of a name."""
        prefix, _, number = name.rpartition("-")
        if not re.fullmatch("0|[1-9][0-9]{0,9}", number) or prefix not in PREFIXES.values():
            return None
        before = self._counts(prefix)
        at = bisect_right(before, int(number)) - 1
        places = self._stanzas[at].places.get(prefix, ()) if at < len(self._stanzas) else ()
        return self._node(at, places[int(number) - before[at]]) if places else None

    def branches(self, first: int, last: int) -> list[Branch]:
        """The outermost blocks around paragraphs, from one number to another."""
        begin, end = bisect_right(self._paragraphs, first) - 1, bisect_left(self._paragraphs, last + 1)
        return [
            branch.moved(self._starts[number], self._paragraphs[number])
            for number in range(begin, min(end, len(self._stanzas)))
            for branch in self._stanzas[number].branches
        ]

    def _node(self, number: int, place: int) -> Node:
        """A block of a stanza."""
        made = self._made.get((number, place))
        if made is None:
            seed, start = self._stanzas[number].seeds[place], self._starts[number]
            branch, parent = seed.branch, None if seed.parent is None else self._node(number, seed.parent).id
            name = f"{seed.prefix}-{self._counts(seed.prefix)[number] + seed.number}"
            made = Node(name, branch.type, start + branch.start, start + branch.end, parent, branch.level, seed.depth)
            self._made[number, place] = made
        return made

    def _counts(self, prefix: str) -> list[int]:
        """How many blocks of a prefix there are before each stanza."""
        if prefix not in self._before:
            counts = [each.counts.get(prefix, 0) for each in self._stanzas]
            self._before[prefix] = list(accumulate(counts, initial=0))
        return self._before[prefix]


def sections(document: DocxDocument, found: Sequence[Node]) -> tuple[Section, ...]:
    """The section of each heading, nested ones included. One in a table ends with its cell."""
    headings = [node for node in found if node.level]
    bounds = _bounds(found)
    made: list[Section] = []
    open_: list[tuple[int, Node]] = []
    ends: dict[str, int] = {}
    for heading in headings:
        while open_ and (open_[-1][1].level or 1) >= (heading.level or 1):
            _, before = open_.pop()
            ends.setdefault(before.id, heading.start)
        open_.append((heading.start, heading))
    for heading in headings:
        bound = bounds.get(heading.parent or "", len(document))
        following = min(ends.get(heading.id, bound + 1), bound + 1)
        title = document.slice(heading.start, heading.end)
        made.append(Section(heading, title, heading.start, following - 1, min(following, len(document))))
    return tuple(made)


def _bounds(found: Sequence[Node]) -> dict[str, int]:
    return {node.id: node.end for node in found if node.type == "tableCell"}


def section(document: DocxDocument, found: Blocks, heading: Node) -> Section:
    """The section that a heading opens."""
    if not heading.level:
        raise InvalidArgumentError(
            f"{heading.id!r} is a {heading.type}, and only a heading opens a section.",
            "Give the id of a heading (h-0, h-1, …); list_blocks with type heading shows them.",
        )
    around = found.named(heading.parent) if heading.parent else None
    bound = around.end if around and around.type == "tableCell" else len(document)
    behind = (found[at] for at in range(bisect_right(found, heading.start, key=_start), len(found)))
    later = takewhile(lambda node: node.start <= bound, behind)
    following = next((node.start for node in later if node.level and node.level <= heading.level), bound + 1)
    title = document.slice(heading.start, heading.end)
    return Section(heading, title, heading.start, following - 1, min(following, len(document)))


def _start(node: Node) -> int:
    return node.start


def outline(document: DocxDocument, found: Sequence[Node]) -> tuple[core.Heading, ...]:
    """The headings that say something, nested."""
    titled = [(node, document.slice(node.start, node.end).strip()) for node in found if node.level]
    headings = [(node, title) for node, title in titled if title]

    def below(start: int, level: int) -> tuple[list[core.Heading], int]:
        made: list[core.Heading] = []
        at = start
        while at < len(headings) and (headings[at][0].level or 1) > level:
            node, title = headings[at]
            children, after = below(at + 1, node.level or 1)
            made.append(core.Heading(title, node.level or 1, node.start, tuple(children)))
            at = after
        return made, at

    return tuple(below(0, 0)[0])


# The tree


def syntax(document: DocxDocument, blocks: Blocks) -> Element:
    """The tree of the body, with the looks and links of its text."""
    built: dict[int, Element] = {}
    whole = blocks.branches(0, len(document.body))
    grown = [branch for branch, _, _ in tree.walk(whole)]
    for node, branch in zip(reversed(blocks), reversed(grown), strict=True):
        children = tuple(built.pop(id(child)) for child in branch.children)
        text = None if children else document.slice(branch.start, branch.end)
        spans = () if children else tuple(_spans(document, branch))
        attributes = _particulars(document, branch)
        built[id(branch)] = Element(
            branch.type, branch.start, branch.end, node.id, text, attributes, children + spans
        )  # fmt: skip
    return Element("document", 0, len(document), children=tuple(built.pop(id(branch)) for branch in whole))


def _particulars(document: DocxDocument, branch: Branch) -> dict[str, Any]:
    if branch.level:
        return {"level": branch.level}
    if branch.type == "table":
        return {"align": _alignments(document, branch)}
    return branch.attributes


def _alignments(document: DocxDocument, table: Branch) -> list[str | None]:
    """The side on which each column's text stands, where all of it stands on one."""
    columns: dict[int, set[str]] = {}
    for row in table.children:
        for column, cell in enumerate(row.children):
            form = paragraph_format(document.body[cell.first], document.styles)
            columns.setdefault(column, set()).add(form.alignment or "left")
    sides = {"center": "center", "right": "right"}
    return [sides.get(next(iter(found))) if len(found) == 1 else None for _, found in sorted(columns.items())]


def _spans(document: DocxDocument, branch: Branch) -> Iterator[Element]:
    """The text of a leaf by its looks."""
    at = branch.start
    for number in range(branch.first, branch.last + 1):
        block = document.body[number]
        form = paragraph_format(block, document.styles)
        usual = document.styles.run(form.style, None)
        looks = hurried_looks(block, form.style, document.styles)
        seen = ((text, look, None) for text, look in looks) if looks is not None else (
            (each.text, each.look, each.link)
            for each in view.spans(document, document.package.main, block.read(), form)
        )  # fmt: skip
        for text, look, link in seen:
            yield _span(text, at, list(_marks(look, usual)), link)
            at += len(text)
        at += 1


def _marks(look: RunFormat, usual: RunFormat) -> Iterator[str]:
    """What is particular to a look, the outermost first."""
    if look.bold and not usual.bold:
        yield "strong"
    if look.italic and not usual.italic:
        yield "emphasis"
    if look.strike and not usual.strike:
        yield "strikethrough"
    if look.underline and not usual.underline:
        yield "underline"
    if look.highlight and not usual.highlight:
        yield "highlight"
    if look.vertical and not usual.vertical:
        yield look.vertical
    if is_monospaced(look.font) and not is_monospaced(usual.font):
        yield "code"


def _span(text: str, at: int, marks: Iterable[str], link: str | None) -> Element:
    end = at + len(text)
    made = Element("text", at, end, text=text)
    for mark in reversed(list(marks)):
        made = Element(mark, at, end, children=(made,))
    return Element("link", at, end, attributes={"href": link}, children=(made,)) if link else made


# Around a place

_FARTHEST = 64
"""How many paragraphs an item is looked for before one that may go on with it."""


def surroundings(document: DocxDocument, position: int) -> Surroundings:
    """The block that a position of the body is in; only what is around it is looked at."""
    if not len(document.body):
        return Surroundings("paragraph", position)
    index, start = document.body.at(position)
    found = nature(document, document.body[index])
    item = found if found.item else _item_before(document, index, found)
    text = document.body[index].text
    if found.type == "codeBlock":
        start, text = _whole_code(document, index, start)
    return Surroundings(
        type=found.type,
        start=start,
        text=text,
        level=found.level,
        in_list=_list_kind(item) if item else None,
        in_blockquote=found.quote is not None,
        in_table=bool(grid.standing_at(document.body, index)),
    )


def _list_kind(item: Nature) -> core.ListKind:
    return "task" if item.checked is not None else "ordered" if item.is_ordered else "bullet"


def _item_before(document: DocxDocument, index: int, found: Nature) -> Nature | None:
    """The item that goes on in a paragraph without a number: one before it whose text is as far in."""
    if found.indent <= 0 or found.level:
        return None
    for number in range(index - 1, max(-1, index - _FARTHEST), -1):
        if "<" in document.body[number + 1].lead:
            return None
        before = nature(document, document.body[number])
        if before.item and abs(before.indent - found.indent) <= tree.NEAR:
            return before
        if not (before.is_blank or before.item or abs(before.indent - found.indent) <= tree.NEAR):
            return None
    return None


def _whole_code(document: DocxDocument, index: int, start: int) -> tuple[int, str]:
    """Where the code around a paragraph begins, and all of it."""
    first, last, body = index, index, document.body
    while first and _is_next_line(document, first):
        first -= 1
        start -= len(body[first].text) + 1
    while last + 1 < len(body) and _is_next_line(document, last + 1):
        last += 1
    return start, "\n".join(body[number].text for number in range(first, last + 1))


def _is_next_line(document: DocxDocument, number: int) -> bool:
    """Whether a paragraph is a further line of the code before it."""
    before, found = (nature(document, document.body[each]) for each in (number - 1, number))
    alike = (before.indent, before.quote) == (found.indent, found.quote)
    is_code = found.type == "codeBlock" and not found.item
    return before.is_open and is_code and alike and "<" not in document.body[number].lead
