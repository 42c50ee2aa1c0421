"""What belongs together of pieces in a row: the items of a list, what stands in them, quotations, lines of code.

Word only says how far in each paragraph is and how it is numbered. An item goes on in a paragraph without a number that
is as far in as its text; a quotation is in an item, or in another quotation, if it is farther in by as much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from quire.core.content import Block, Code, Definitions, Heading, Item, List, MarkupBlock, Paragraph, Quote, Text
from quire.formats.docx.content.lists import STEP
from quire.formats.docx.content.phrases import trim
from quire.formats.docx.style.genre import CHECKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.content import Origin

NESTED_QUOTE = 432
"""How much deeper, in twips, a quotation in a quotation is set."""

ALERTS = ("note", "tip", "important", "warning", "caution")
"""The kinds of quotation that begin with their kind, in bold."""

_NEAR = 40
"""Twips; an indent that is closer to another one is meant to be that."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """Which point of which list a paragraph is."""

    level: int
    is_ordered: bool
    number: int
    sign: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A block as it stands, before it is put where it belongs; without one, a gap."""

    block: Block | None
    indent: int = 0
    numbered: Numbered | None = None
    quote: str | None = None  # the style, if it is one of a quotation
    alignment: str | None = None
    is_open: bool = False  # code that further lines may follow
    stays: bool = False  # it stands with what is before it, whatever its indent


def assembled(pieces: Iterable[Piece]) -> tuple[Block, ...]:
    """Pieces in a row as blocks that hold each other: lists with their items, quotations, code of many lines."""
    assembly = _Assembly()
    for is_quoted, group in groupby(_joined_code(pieces), key=lambda piece: piece.quote):
        if is_quoted:
            assembly.add(_quotation(list(group), assembly.indents))
        else:
            for piece in group:
                assembly.add(piece)
    return assembly.finished()


def _joined_code(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces with lines of code that stand together as one block."""
    held: Piece | None = None
    for piece in pieces:
        if held is not None and _goes_on(held, piece):
            held = _longer(held, piece)
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held


def _goes_on(held: Piece, piece: Piece) -> bool:
    """Whether a piece is the next line of code."""
    if not (held.is_open and isinstance(held.block, Code) and isinstance(piece.block, Code)) or piece.numbered:
        return False
    return (piece.indent, piece.quote) == (held.indent, held.quote)


def _longer(held: Piece, piece: Piece) -> Piece:
    codes = [each.block for each in (held, piece) if isinstance(each.block, Code)]
    made = Code("\n".join(each.text for each in codes), origin=_origin(codes))
    return replace(held, block=made, is_open=piece.is_open)


def _quotation(pieces: Sequence[Piece], indents: Sequence[int]) -> Piece:
    """Pieces in the style of a quotation as one, which stands in an item if it is as far in as that."""
    base = next((indent for indent in reversed(indents) if _steps(_own(pieces[0]) - indent) is not None), 0)
    inside = [_raised(replace(piece, indent=piece.indent - base)) for piece in pieces]
    return Piece(_alert(assembled(inside)), indent=base)


def _own(piece: Piece) -> int:
    """How far in a piece is, without what its place in a list adds."""
    return piece.indent - STEP * (piece.numbered.level + 1) if piece.numbered else piece.indent


def _steps(indent: int) -> int | None:
    """How many quotations deeper an indent is; None where it is no whole number of them."""
    steps = round(indent / NESTED_QUOTE)
    return steps if steps >= 0 and abs(indent - steps * NESTED_QUOTE) <= _NEAR else None


def _raised(piece: Piece) -> Piece:
    """A piece of a quotation as it stands in that: still quoted if it is deeper."""
    if _steps(_own(piece)):
        return replace(piece, indent=piece.indent - NESTED_QUOTE)
    return replace(piece, quote=None)


def _alert(blocks: tuple[Block, ...]) -> Quote:
    """A quotation; one that begins with its kind in bold is of that kind."""
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph) and len(first.spans) == 1 and isinstance(first.spans[0], Text):
        title = first.spans[0]
        if title.marks == {"bold"} and title.text.lower() in ALERTS and len(blocks) > 1:
            return Quote(blocks[1:], title.text.lower())
    return Quote(blocks)


@dataclass(slots=True)
class _OpenList:
    """A list to which items may still come."""

    numbered: Numbered
    start: int
    indent: int
    items: list[list[Block]]

    def goes_on(self, numbered: Numbered) -> bool:
        mine = self.numbered
        if (mine.level, mine.is_ordered, mine.sign) != (numbered.level, numbered.is_ordered, numbered.sign):
            return False
        return not mine.is_ordered or numbered.number == mine.number + 1

    def closed(self) -> List:
        items = tuple(_item(tuple(blocks)) for blocks in self.items)
        is_loose = any(len(item.blocks) > 1 and not isinstance(item.blocks[1], List) for item in items)
        return List(items, self.numbered.is_ordered, self.start if self.numbered.is_ordered else 1, is_loose)


def _item(blocks: tuple[Block, ...]) -> Item:
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph) and not first.spans:
        return Item(blocks[1:], origin=first.origin)
    if isinstance(first, Paragraph) and isinstance(first.spans[0], Text) and first.spans[0].text[:1] in CHECKED:
        sign, text = first.spans[0].text[0], first.spans[0].text[1:]
        if text[:1] in ("", " ", "\t", "\u00a0"):
            rest = (replace(first.spans[0], text=text[1:]),) if text[1:] else ()
            spans = trim((*rest, *first.spans[1:]))
            said = (replace(first, spans=spans), *blocks[1:]) if spans else blocks[1:]
            return Item(said, CHECKED[sign], _origin(blocks))
    return Item(blocks, origin=_origin(blocks))


def _origin(blocks: Sequence[Block]) -> Origin | None:
    """From where to where blocks are said that do not hold others."""
    found = [each.origin for each in blocks if not isinstance(each, Quote | List | Definitions | MarkupBlock)]
    known = [each for each in found if each]
    return (known[0][0], known[0][1], known[-1][2]) if known else None


class _Assembly:
    """Blocks on their way into lists and their items."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._open: list[_OpenList] = []

    @property
    def indents(self) -> list[int]:
        """Where the texts of the items begin that are open, the outermost first."""
        return [each.indent for each in self._open if each.indent > 0]

    def add(self, piece: Piece) -> None:
        if piece.block is None:
            return
        if piece.numbered:
            self._add_item(piece, piece.numbered, piece.block)
            return
        if not piece.stays:
            self._close(self._home(piece))
        self._here.append(piece.block)

    def _home(self, piece: Piece) -> int:
        """How many lists stay open around a piece without a number: those in whose items it goes on."""
        if isinstance(piece.block, Heading):
            return 0
        fitting = [
            depth for depth, each in enumerate(self._open, 1)
            if each.indent > 0 and abs(each.indent - piece.indent) <= _NEAR
        ]  # fmt: skip
        return max(fitting, default=0)

    @property
    def _here(self) -> list[Block]:
        return self._open[-1].items[-1] if self._open else self._blocks

    def _add_item(self, piece: Piece, numbered: Numbered, block: Block) -> None:
        while self._open and self._open[-1].numbered.level > numbered.level:
            self._close(len(self._open) - 1)
        if self._open and self._open[-1].numbered.level == numbered.level:
            if self._open[-1].goes_on(numbered):
                self._open[-1].numbered = numbered
                self._open[-1].items.append([block])
                return
            self._close(len(self._open) - 1)
        self._open.append(_OpenList(numbered, numbered.number, piece.indent, [[block]]))

    def _close(self, depth: int) -> None:
        """Close all lists but the outermost few."""
        while len(self._open) > depth:
            made = self._open.pop().closed()
            self._here.append(made)

    def finished(self) -> tuple[Block, ...]:
        self._close(0)
        return tuple(self._blocks)
