"""The blocks of a Word document's body, under the names by which the editor's tools speak of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core import document as core
from quire.core.document import Element, Node, Section, Surroundings
from quire.core.errors import InvalidArgumentError
from quire.core.naming import PREFIXES
from quire.formats.docx.style.genre import is_monospaced
from quire.formats.docx.style.shape import hurried_looks, shape
from quire.formats.docx.view import grid, tree, view
from quire.formats.docx.view.nature import nature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.styles import RunFormat
    from quire.formats.docx.view.nature import Nature
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


class Blocks:
    """The blocks of a state of a document, by name and by place."""

    def __init__(self, document: DocxDocument) -> None:
        self.whole = tree.branches(document)
        self.by_name: dict[str, tuple[Node, Branch]] = {}
        self._names: dict[int, str] = {}
        counts = dict.fromkeys(PREFIXES.values(), 0)
        for branch, parent, depth in tree.walk(self.whole):
            prefix = PREFIXES[branch.type]
            name = f"{prefix}-{counts[prefix]}"
            counts[prefix] += 1
            around = self._names[id(parent)] if parent else None
            node = Node(name, branch.type, branch.start, branch.end, around, branch.level, depth)
            self.by_name[name] = (node, branch)
            if branch.children:
                self._names[id(branch)] = name

    @property
    def nodes(self) -> tuple[Node, ...]:
        return tuple(node for node, _ in self.by_name.values())


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


def section(document: DocxDocument, found: Sequence[Node], heading: Node) -> Section:
    """The section that a heading opens."""
    for each in sections(document, found):
        if each.heading == heading:
            return each
    raise InvalidArgumentError(
        f"{heading.id!r} is a {heading.type}, and only a heading opens a section.",
        "Give the id of a heading (h-0, h-1, …); list_blocks with type heading shows them.",
    )


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
    for node, branch in reversed(blocks.by_name.values()):
        children = tuple(built.pop(id(child)) for child in branch.children)
        text = None if children else document.slice(branch.start, branch.end)
        spans = () if children else tuple(_spans(document, branch))
        attributes = _particulars(document, branch)
        built[id(branch)] = Element(
            branch.type, branch.start, branch.end, node.id, text, attributes, children + spans
        )  # fmt: skip
    whole = tuple(built.pop(id(branch)) for branch in blocks.whole)
    return Element("document", 0, len(document), children=whole)


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
            form = shape(document.body[cell.first], document.styles).paragraph
            columns.setdefault(column, set()).add(form.alignment or "left")
    sides = {"center": "center", "right": "right"}
    return [sides.get(next(iter(found))) if len(found) == 1 else None for _, found in sorted(columns.items())]


def _spans(document: DocxDocument, branch: Branch) -> Iterator[Element]:
    """The text of a leaf by its looks."""
    at = branch.start
    for number in range(branch.first, branch.last + 1):
        block = document.body[number]
        form = shape(block, document.styles).paragraph
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
