"""What every kind of document is to the rest: a text with positions, verbs that plan, changes that apply."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from quire.core.anchor import Range
from quire.core.value import value

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from quire.core.text import Text
    from quire.core.transaction import Mapping, Transaction


@dataclass(frozen=True, slots=True)
class Intent:
    """What someone wants done to which places, in a verb of the document: it can be planned again later."""

    verb: str
    ranges: tuple[Range, ...]
    arguments: dict[str, Any] = field(default_factory=dict)  # plain JSON: an intent is stored

    @property
    def start(self) -> int:
        return min((found.start for found in self.ranges), default=0)

    def map(self, mapping: Mapping, side: int) -> Intent:
        return replace(self, ranges=tuple(found.map(mapping, side) for found in self.ranges))


def put(start: int, end: int, content: str) -> Intent:
    """Content in place of a range: the verb that every document knows."""
    return Intent("put", (Range(start, end),), {"content": content})


def each_with_content(intent: Intent) -> list[tuple[Range, str]]:
    """The ranges of an intent, the last first, and what is to stand there: one content for all, or one for each."""
    said = intent.arguments
    contents = said["contents"] if "contents" in said else [said["content"]] * len(intent.ranges)
    return sorted(zip(intent.ranges, map(str, contents), strict=True), reverse=True)


def write(start: int, end: int, markdown: str, *, beyond: bool = False) -> Intent:
    """Markdown in place of a range, whatever kind of document it is; to be expressed in its format's own terms.

    Only a range that was found `beyond` the text of the document, in a note or a header, may stand there."""
    return Intent("write", (Range(start, end),), {"content": markdown, **({"beyond": True} if beyond else {})})


def restate(markdown: str) -> Intent:
    """A whole document that says what Markdown says; to be expressed in its format's own terms."""
    return Intent("restate", (), {"content": markdown})


def rewrite(content: str) -> Intent:
    """A whole document that holds the content, by the smallest change that gets there."""
    return Intent("rewrite", (), {"content": content})


Elsewhere = Literal["header", "footer", "footnotes", "endnotes"]
"""Where a document says something beside its text."""

ListKind = Literal["bullet", "ordered", "task"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The block that a position is in, and what that is in."""

    type: str
    start: int
    text: str = ""
    level: int | None = None
    language: str | None = None
    in_list: ListKind | None = None
    in_blockquote: bool = False
    in_table: bool = False


@value
class Node:
    """A block under the name by which tools speak of it: its type and its number among those of the type."""

    id: str
    type: str
    start: int
    end: int
    parent: str | None = None
    level: int | None = None
    depth: int = 0  # how many blocks it is in

    @property
    def range(self) -> Range:
        return Range(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that follows, to the next heading of the same or a higher level.

    It goes from the start of a line to the end of one, blank lines at its end included; `content_end` is the end of its
    last block."""

    heading: Node
    title: str
    start: int
    content_end: int
    end: int

    @property
    def content(self) -> Range:
        """Its blocks, from the first mark of the heading on."""
        return Range(self.heading.start, self.content_end)


@value
class Element:
    """A part of a document's syntax: a block, which has an id, or a span of a block's text, which has none.

    `text` is what a reader sees of a part that has no children; `attributes` tell what is particular to its type."""

    type: str
    start: int
    end: int
    id: str | None = None
    text: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    children: tuple[Element, ...] = ()


MOST_COLUMNS = 63
MOST_ROWS = 1000
"""How large a table is at most that a tool of the editor makes."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its cells, row by row."""

    range: Range
    rows: tuple[tuple[Range, ...], ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, with the headings below it."""

    title: str
    level: int
    position: int
    children: tuple[Heading, ...]


class Document(Protocol):
    """A value: each change makes another document."""

    def __len__(self) -> int: ...

    @property
    def text(self) -> str:
        """All that positions count."""

    @property
    def characters(self) -> Text:
        """The same, in pieces."""

    @property
    def line_ending(self) -> str:
        """How its lines end."""

    @property
    def paragraph_break(self) -> str:
        """What stands between two paragraphs in the text."""

    def slice(self, start: int, end: int) -> str:
        """The text of a range."""

    def knows(self, intent: Intent) -> bool:
        """Whether all that an intent names is still there."""

    def plan(self, intent: Intent) -> Transaction:
        """The change that does what is wanted, and nothing else; refuses what it cannot do."""

    def apply(self, transaction: Transaction) -> Self:
        """The document after a change; refuses one that was made for another text."""

    def settled(self) -> Self:
        """The same document, now that its file holds it."""

    def surroundings(self, position: int) -> Surroundings:
        """Which block a position is in."""

    def table_at(self, position: int) -> Table | None:
        """The table that a position is in."""

    def reach(self, place: Range, types: Collection[str]) -> Range:
        """The outermost block of one of these types around a range; if there is none, all blocks that it touches."""

    @property
    def block_types(self) -> tuple[str, ...]:
        """The types that blocks can have."""

    def nodes(self) -> Sequence[Node]:
        """The blocks in document order, nested ones included."""

    def node(self, name: str) -> Node | None:
        """The block of a name at this moment, if there is one."""

    def plain_text(self, node: Node, most: int | None = None) -> str:
        """What a reader sees of a block; if `most` is given, hardly more than so many characters of it."""

    def sections(self) -> tuple[Section, ...]:
        """The section of each heading, nested ones included, in document order."""

    def section(self, heading: Node) -> Section:
        """The section that a heading opens."""

    def syntax(self) -> Element:
        """All blocks as a tree, with the spans of their texts."""

    def outline(self) -> tuple[Heading, ...]:
        """The headings, nested."""

    def count_words(self, start: int = 0, end: int | None = None) -> int:
        """How many words people would count, in all of it or in a range."""
