"""Where paragraphs stand in tables: told from the markup between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from quire.formats.docx.view import course

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.docx.text.story import Block, Chunk, Story


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: true coordinates of its grid, from 0, also where cells before it are merged."""

    table: int  # the number of the first paragraph in the table, which names it
    row: int = -1
    column: int = 0
    span: int = 0  # how many columns it takes
    after: int = 0  # how many its row leaves empty at its end
    is_header: bool = False
    marks_first_row: bool = False  # whether the table says that its first row is a header
    is_hidden: bool = False  # whether its row is not shown
    fill: str | None = None
    table_fill: str | None = None
    style: str | None = None  # that of the table


Standing = tuple[Cell, ...]
"""The cells that a paragraph is in, the outermost first."""

_EVENT = re.compile(
    r"<(?P<close>/?)(?:[\w.-]+:)?(?P<what>tbl|tr|tc)(?=[\s>])[^>]*>"
    r"|<(?:[\w.-]+:)?(?P<note>gridSpan|gridBefore|gridAfter|tblHeader|tblLook|tblStyle|hidden|shd)\b(?P<said>[^>]*)>"
)
_CHANGED = re.compile(r"<((?:[\w.-]+:)?(?:tblPr|tblPrEx|trPr|tcPr)Change)\b.*?</\1>", re.DOTALL)
"""What a tracked change remembers."""

_SAID = re.compile(r"""\b(?:[\w.-]+:)?(val|fill|color)=["']([^"']*)["']""")
_VALUE = re.compile(r"""\b(?:[\w.-]+:)?val=["']([0-9A-Fa-f]+|true|false|on|off)["']""")
_FIRST_ROW = re.compile(r"""\b(?:[\w.-]+:)?firstRow=["'](1|true|on)["']""")
_LOOKS_FIRST = 0x20


def behind(chunk: Chunk, standing: Standing) -> Standing:
    """Where the last paragraph of a chunk stands, if the one before the chunk stands there."""
    return standings(chunk, standing)[-1]


def standings(chunk: Chunk, standing: Standing) -> list[Standing]:
    """Where the paragraphs of a chunk stand, if the one before it stands there."""
    known = chunk.facts.get("standings")
    if isinstance(known, _Stood) and known.before == standing:
        return known.all
    earlier = chunk.earlier.get("standings")
    if isinstance(earlier, _Stood) and earlier.before == standing and _same_leads(earlier.blocks, chunk.blocks):
        found = earlier.all
    else:
        found = list(accumulate(chunk.blocks, step, initial=standing))[1:]
    chunk.facts["standings"] = _Stood(standing, chunk.blocks, found)
    return found


class _Stood(NamedTuple):
    """Where paragraphs were found to stand."""

    before: Standing
    blocks: tuple[Block, ...]
    all: list[Standing]


def _same_leads(some: Sequence[Block], others: Sequence[Block]) -> bool:
    return all(one is other or one.lead == other.lead for one, other in zip(some, others, strict=True))


def step(standing: Standing, block: Block) -> Standing:
    """Where a paragraph stands, if the one before it stands there."""
    if "<" not in block.lead:
        return standing
    lead = _CHANGED.sub("", block.lead) if "PrChange" in block.lead else block.lead
    for found in _EVENT.finditer(lead):
        standing = _after(standing, found, block.key)
    return standing


def _after(standing: Standing, found: re.Match[str], key: int) -> Standing:
    what, note = found["what"], found["note"]
    if what == "tbl":
        return standing[:-1] if found["close"] else (*standing, Cell(key))
    if not standing or found["close"]:
        return standing
    return (*standing[:-1], _moved(standing[-1], what, note, found["said"] or ""))


def _moved(cell: Cell, what: str | None, note: str | None, said: str) -> Cell:
    if what == "tr":
        is_header = cell.row < 0 and cell.marks_first_row
        return replace(cell, row=cell.row + 1, column=0, span=0, after=0, is_header=is_header, is_hidden=False)
    if what == "tc":
        return replace(cell, column=cell.column + cell.span, span=1, fill=None)
    match note:
        case "gridSpan":
            return replace(cell, span=max(1, _number(said)))
        case "gridBefore":
            return replace(cell, column=_number(said))
        case "gridAfter":
            return replace(cell, after=_number(said))
        case "tblHeader":
            return replace(cell, is_header=_is_on(said))
        case "hidden":
            return replace(cell, is_hidden=_is_on(said))
        case "tblStyle":
            return replace(cell, style=dict(_SAID.findall(said)).get("val"))
        case "shd":
            fill = _fill(dict(_SAID.findall(said)))
            return replace(cell, table_fill=fill) if cell.row < 0 else replace(cell, fill=fill)
    return replace(cell, marks_first_row=_looks_first(said))


def _number(said: str) -> int:
    value = _VALUE.search(said)
    return int(value[1]) if value and value[1].isdigit() and len(value[1]) < 6 else 1


def _is_on(said: str) -> bool:
    value = _VALUE.search(said)
    return not value or value[1] not in ("0", "false", "off")


def _fill(said: dict[str, str]) -> str | None:
    fill = said.get("color", "000000") if said.get("val") == "solid" else said.get("fill")
    return None if fill in (None, "auto") else fill


def _looks_first(said: str) -> bool:
    value = _VALUE.search(said)
    by_number = value and re.fullmatch("[0-9A-Fa-f]{4}", value[1]) and int(value[1], 16) & _LOOKS_FIRST
    return bool(_FIRST_ROW.search(said) or by_number)


def size(story: Story, index: int, depth: int) -> tuple[int, int]:
    """The rows and columns of a table whose first paragraph has that number, at that depth of nesting."""
    rows = columns = 0
    standing: Standing = ()
    first = True
    for block in story.from_(index):
        before = standing
        standing = step(standing, block) if not first else standing_at(story, index)
        first = False
        if len(standing) < depth or (len(before) >= depth and standing[depth - 1].table != before[depth - 1].table):
            break
        cell = standing[depth - 1]
        rows, columns = max(rows, cell.row + 1), max(columns, cell.column + cell.span + cell.after)
    return rows, columns


def standing_at(story: Story, index: int) -> Standing:
    """Where the paragraph of a number stands."""
    number, seat = story.chunk_of(index)
    standing = before(story, number)
    return standings(story.chunks[number], standing)[seat] if number < len(story.chunks) else standing


def before(story: Story, number: int) -> Standing:
    """Where the paragraph before a chunk stands."""
    return course.before(story, number, "standing", (), behind)
