"""A Markdown document: its source is the truth, and each verb plans the smallest change of it."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from quire.core import document as core
from quire.core.anchor import Range
from quire.core.document import Node, Surroundings, each_with_content
from quire.core.errors import ConflictError, InvalidArgumentError, UnsupportedError
from quire.core.naming import PREFIXES
from quire.core.text import Text
from quire.core.transaction import Replace, Transaction
from quire.core.words import count_words
from quire.formats.markdown import batch, blocktype, cjk, dressing, insertion, lists, marks, rows, sections, tables
from quire.formats.markdown import outline as outlines
from quire.formats.markdown.blocks import BYTE_ORDER_MARK, CodeBlock, Heading, List, Quote, Table, parse
from quire.formats.markdown.inlines import Inlines
from quire.formats.markdown.lines import line_ending
from quire.formats.markdown.nodes import named_blocks
from quire.formats.markdown.seam import Origin
from quire.formats.markdown.syntax import syntax

if TYPE_CHECKING:
    from collections.abc import Collection

    from quire.core.document import Intent
    from quire.formats.markdown.blocks import Block, Tree
    from quire.formats.markdown.patch import Planner

MOST_CHARACTERS = 32 * 1024 * 1024
"""A text of that many can always be opened again: no character takes more than four bytes of a file."""


class MarkdownDocument:
    """Markdown source; positions count its code points."""

    __slots__ = ("_blocks", "_inlines", "_nodes", "_origin", "_text", "_tree")

    def __init__(self, text: str | Text = "", origin: Origin | None = None) -> None:
        self._text = text if isinstance(text, Text) else Text(text)
        self._origin = origin
        self._tree: Tree | None = None
        self._inlines: Inlines | None = None
        self._blocks: dict[str, tuple[Node, Block]] | None = None
        self._nodes: tuple[Node, ...] | None = None

    def __len__(self) -> int:
        return len(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkdownDocument) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    @property
    def text(self) -> str:
        return str(self._text)

    @property
    def characters(self) -> Text:
        return self._text

    @property
    def tree(self) -> Tree:
        """The blocks of the source: read when first asked for, as far as no earlier text had them, then kept."""
        if self._tree is None:
            self._tree = self._origin.read(self.text) if self._origin else parse(self.text)
            self._origin = None
        return self._tree

    @property
    def inlines(self) -> Inlines:
        """The marks, links and the like in the blocks, each read when asked for."""
        if self._inlines is None:
            self._inlines = Inlines(self.tree)
        return self._inlines

    @property
    def blocks(self) -> dict[str, tuple[Node, Block]]:
        """The blocks by their names, in document order."""
        if self._blocks is None:
            self._blocks = {node.id: (node, block) for node, block in named_blocks(self.tree)}
        return self._blocks

    @property
    def line_ending(self) -> str:
        return line_ending(self.text)

    @property
    def paragraph_break(self) -> str:
        return self.line_ending * 2

    def slice(self, start: int, end: int) -> str:
        return self._text.slice(start, end)

    def plan(self, intent: Intent) -> Transaction:
        planner = VERBS.get(intent.verb)
        if planner is None:
            raise UnsupportedError(f"A Markdown document cannot do {intent.verb!r}.", f"It can do: {', '.join(VERBS)}.")
        change = planner(self, intent)
        self._check(change)
        return change

    def _check(self, change: Transaction) -> None:
        """Refuse what could not be saved, or opened again."""
        if any("\0" in step.new for step in change.steps):
            raise InvalidArgumentError("The text has a NUL character, which no text file may have.", "Leave it out.")
        length = len(self) + sum(len(step.new) - len(step.old) for step in change.steps)
        if length > MOST_CHARACTERS:
            raise UnsupportedError(
                f"The document would have {length:,} characters; at most {MOST_CHARACTERS:,} are possible.",
                "Split it into several documents.",
            )

    def apply(self, transaction: Transaction) -> MarkdownDocument:
        text, origin = self._text, Origin(self._tree) if self._tree else self._origin
        for step in transaction.steps:
            text, origin = _replace(text, step), origin and origin.after(step)
        return MarkdownDocument(text, origin)

    def knows(self, intent: Intent) -> bool:  # noqa: ARG002 - it names no blocks, only places
        return True

    def settled(self) -> MarkdownDocument:
        return self

    def surroundings(self, position: int) -> Surroundings:
        *outer, block = self.tree.path_at(position)
        if not outer:
            return Surroundings("paragraph", position)
        lists = [each.kind for each in outer if isinstance(each, List)]
        return Surroundings(
            type=block.type,
            start=block.start,
            text=self.slice(block.start, block.end),
            level=block.level if isinstance(block, Heading) else None,
            language=(block.language or None) if isinstance(block, CodeBlock) else None,
            in_list=lists[-1] if lists else None,
            in_blockquote=any(isinstance(each, Quote) for each in (*outer, block)),
            in_table=any(isinstance(each, Table) for each in (*outer, block)),
        )

    def table_at(self, position: int) -> core.Table | None:
        table = next((block for block in self.tree.path_at(position) if isinstance(block, Table)), None)
        if table is None:
            return None
        rows = (tuple(Range(cell.start, cell.end) for cell in row.children) for row in table.children)
        return core.Table(Range(table.start, table.end), tuple(rows))

    def reach(self, place: Range, types: Collection[str]) -> Range:
        touched = waiting = self.tree.touched(place.start, place.end)
        while waiting:
            around = [block for block in waiting if block.start <= place.start and place.end <= block.end]
            found = next((block for block in around if block.type in types), None)
            if found is not None:
                return Range(found.start, found.end)
            waiting = [child for block in around for child in block.touched(place.start, place.end)]
        return Range(touched[0].start, touched[-1].end) if touched else place

    @property
    def block_types(self) -> tuple[str, ...]:
        return tuple(PREFIXES)

    def nodes(self) -> tuple[Node, ...]:
        if self._nodes is None:
            self._nodes = tuple(node for node, _ in self.blocks.values())
        return self._nodes

    def node(self, name: str) -> Node | None:
        return self.blocks[name][0] if name in self.blocks else None

    def plain_text(self, node: Node, most: int | None = None) -> str:
        return self.inlines.plain_text(self.blocks[node.id][1], most)

    def sections(self) -> tuple[core.Section, ...]:
        headings = (node for node, block in self.blocks.values() if isinstance(block, Heading))
        return tuple(
            self._section(node, found) for node, found in zip(headings, outlines.sections(self.tree), strict=True)
        )

    def section(self, heading: Node) -> core.Section:
        block = self.blocks[heading.id][1]
        if not isinstance(block, Heading):
            raise InvalidArgumentError(
                f"{heading.id!r} is a {heading.type}, and only a heading opens a section.",
                "Give the id of a heading (h-0, h-1, …); list_blocks with type heading shows them.",
            )
        return self._section(heading, outlines.section(self.tree, block))

    def _section(self, node: Node, found: outlines.Section) -> core.Section:
        title = self.inlines.plain_text(found.heading)
        return core.Section(node, title, found.start, found.content_end, found.end)

    def syntax(self) -> core.Element:
        return syntax(self)

    def outline(self) -> tuple[core.Heading, ...]:
        return outlines.outline(self.tree)

    def count_words(self, start: int = 0, end: int | None = None) -> int:
        return count_words(self.text[start:end])


def _replace(text: Text, step: Replace) -> Text:
    at = step.address
    if not isinstance(at, int) or text.slice(at, at + len(step.old)) != step.old:
        raise ConflictError(
            f"The text at {at} is not the one this change was made for.", "Read the document again and repeat the edit."
        )
    return text.splice(at, len(step.old), step.new)


def _put(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Content in place of a range. A byte order mark stays the first thing in the file."""
    (place,) = intent.ranges
    place.within(len(document))
    start = place.start
    if start == 0 and document.slice(0, 1) == BYTE_ORDER_MARK:
        start = 1
    end = max(start, place.end)
    return Transaction((Replace.text(start, document.slice(start, end), intent.arguments["content"]),))


def _put_everywhere(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Content in place of several ranges, the last first."""
    return Transaction(
        tuple(
            Replace.text(place.start, document.slice(place.start, place.within(len(document)).end), content)
            for place, content in each_with_content(intent)
        )
    )


def _rewrite(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Another source, with what both begin and end with left alone, so that places in it stay."""
    old, new = document.text, str(intent.arguments["content"])
    prefix = _shared(old, new)
    suffix = _shared(old[prefix:][::-1], new[prefix:][::-1])
    return Transaction((Replace.text(prefix, old[prefix : len(old) - suffix], new[prefix : len(new) - suffix]),))


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return bisect_left(range(min(len(one), len(other))), True, key=lambda at: one[: at + 1] != other[: at + 1])


VERBS: dict[str, Planner] = {
    "put": _put,
    "put_everywhere": _put_everywhere,
    "rewrite": _rewrite,
    **marks.VERBS,
    **blocktype.VERBS,
    **insertion.VERBS,
    **lists.VERBS,
    **tables.VERBS,
    **rows.VERBS,
    **sections.VERBS,
    **batch.VERBS,
    **cjk.VERBS,
    **dressing.VERBS,
}
