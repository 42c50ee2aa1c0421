"""What a document says, free of how its format writes it down: what passes from one format to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Mark = Literal["bold", "italic", "strike", "underline", "highlight", "code", "superscript", "subscript"]
Alignment = Literal["left", "center", "right"]
Origin = tuple[str, int, int]
"""Where a document says something: in which part of it, and from which to which of its paragraphs."""


# In a line


@dataclass(frozen=True, slots=True)
class Text:
    """Characters that look the same."""

    text: str
    marks: frozenset[Mark] = frozenset()


@dataclass(frozen=True, slots=True)
class Link:
    """Spans that lead somewhere: an address, or `#` and the name of a place in the document."""

    spans: tuple[Span, ...]
    address: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by its name: an address, a file, or a part of the document; the data is elsewhere."""

    source: str
    description: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in LaTeX, within a line."""

    latex: str


@dataclass(frozen=True, slots=True)
class Note:
    """The mark of a footnote; what it says is in the content's notes, under its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Break:
    """The line ends here, the paragraph does not."""


@dataclass(frozen=True, slots=True)
class Markup:
    """Something of the format itself that has no meaning in another, as it is written there: HTML, for one."""

    source: str


Span = Text | Link | Picture | Formula | Note | Break | Markup


# Blocks


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    spans: tuple[Span, ...]
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: tuple[Span, ...]
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Code:
    text: str
    language: str = ""
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FormulaBlock:
    latex: str
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Quote:
    """Blocks set apart; `kind` is that of an alert (`note`, `warning`, …), if it is one."""

    blocks: tuple[Block, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """What one point of a list says; `checked` is None unless it can be ticked off."""

    blocks: tuple[Block, ...]
    checked: bool | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class List:
    items: tuple[Item, ...]
    is_ordered: bool = False
    start: int = 1
    is_loose: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell; it may take several columns and rows."""

    blocks: tuple[Block, ...]
    columns: int = 1
    rows: int = 1
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; a cell that goes over several rows stands in the first of them."""

    rows: tuple[tuple[Cell, ...], ...]
    alignments: tuple[Alignment | None, ...] = ()
    has_header: bool = True
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A term and what it means."""

    spans: tuple[Span, ...]
    meanings: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page."""

    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MarkupBlock:
    """A block of the format itself that has no meaning in another; `kind` says what it is: `html`, `frontmatter`."""

    source: str
    kind: str = "html"


Block = Heading | Paragraph | Code | FormulaBlock | Quote | List | Table | Definitions | Rule | MarkupBlock


@dataclass(frozen=True, slots=True)
class Content:
    """Blocks in their order, and what the notes in them say."""

    blocks: tuple[Block, ...] = ()
    notes: Mapping[str, tuple[Block, ...]] = field(default_factory=dict)


def text_of(spans: tuple[Span, ...]) -> str:
    """The letters of spans: what a reader would copy."""
    return "".join(_letters(span) for span in spans)


def _letters(span: Span) -> str:
    match span:
        case Text(text):
            return text
        case Link(spans):
            return text_of(spans)
        case Formula(latex):
            return latex
        case Break():
            return "\n"
        case Picture() | Note() | Markup():
            return ""


def blocks_in(block: Block) -> Iterator[tuple[Block, ...]]:
    """The rows of blocks that a block holds."""
    match block:
        case Quote(blocks):
            yield blocks
        case List(items):
            yield from (item.blocks for item in items)
        case Table(rows):
            yield from (cell.blocks for row in rows for cell in row)
        case Definitions(terms):
            yield from (meaning for term in terms for meaning in term.meanings)
        case _:
            return
