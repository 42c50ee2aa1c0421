"""What every kind of document is to the rest: a text with positions, verbs that plan, changes that apply."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from quire.core.anchor import Range

if TYPE_CHECKING:
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


def rewrite(content: str) -> Intent:
    """A whole document that holds the content, by the smallest change that gets there."""
    return Intent("rewrite", (), {"content": content})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The block that a position is in, and what that is in."""

    type: str
    start: int
    text: str = ""
    level: int | None = None
    language: str | None = None
    in_list: Literal["bullet", "ordered", "task"] | None = None
    in_blockquote: bool = False
    in_table: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A block under the name by which tools speak of it: its type and its number among those of the type."""

    id: str
    type: str
    start: int
    end: int
    parent: str | None = None
    level: int | None = None


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

    def slice(self, start: int, end: int) -> str:
        """The text of a range."""

    def plan(self, intent: Intent) -> Transaction:
        """The change that does what is wanted, and nothing else; refuses what it cannot do."""

    def apply(self, transaction: Transaction) -> Self:
        """The document after a change; refuses one that was made for another text."""

    def surroundings(self, position: int) -> Surroundings:
        """Which block a position is in."""

    def nodes(self) -> tuple[Node, ...]:
        """The blocks in document order, nested ones included."""

    def plain_text(self, node: Node) -> str:
        """What a reader sees of a block."""

    def outline(self) -> tuple[Heading, ...]:
        """The headings, nested."""

    def count_words(self) -> int:
        """How many words people would count."""
