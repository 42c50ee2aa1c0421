"""Content written as Markdown: one way for each thing, and nothing escaped that need not be.

What is written is read again as the same content, after it has been brought into the form that Markdown can hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core.content import (
    Code,
    Definitions,
    FormulaBlock,
    Heading,
    List,
    MarkupBlock,
    Paragraph,
    Quote,
    Rule,
    Table,
)
from quire.formats.markdown.blocks import BYTE_ORDER_MARK
from quire.formats.markdown.normal import need_blank_line, normalised
from quire.formats.markdown.phrasing import longest, phrase
from quire.formats.markdown.width import width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.content import Alignment, Block, Cell, Content, Item, Term

_SHORTEST_FENCE = 3
_WIDEST_PADDING = 80
"""How wide a column of a table gets; longer cells stand out, for else each row would be as long as the longest."""

_RULE = re.compile(r"([-*])[ \t]*(?:\1[ \t]*){2,}")
_IN_INFO = re.compile(r"\\(?=[!-/:-@\[-`{-~])|&(?=#?\w+;)")


def markdown(content: Content) -> str:
    """Write content as Markdown."""
    content = normalised(content)
    lines = _joined(content.blocks)
    for name, said in content.notes.items():
        lines += [*_blank(lines), *_note(name, said)]
    text = "".join(f"{line}\n" for line in lines).replace("\0", "\ufffd")
    return f"&#xFEFF;{text[1:]}" if text.startswith(BYTE_ORDER_MARK) else text


def _note(name: str, said: Sequence[Block]) -> Iterator[str]:
    """What a note says: text behind its name, anything else below it."""
    lines = _joined(said)
    if said and not isinstance(said[0], Paragraph):
        lines = ["", *lines]
    return _hung(f"[^{name}]: ", " " * 4, lines)


def _blank(lines: Sequence[str]) -> list[str]:
    return [""] if lines else []


def _joined(blocks: Sequence[Block], *, item_marker: str = "", is_tight: bool = False) -> list[str]:
    """The lines of blocks; in a tight item only those blocks stand apart that must.

    A list right behind the marker of an item has another one, for `- - -` is a rule.
    """
    lines: list[str] = []
    marker = item_marker
    for before, block, behind in zip((None, *blocks), blocks, (*blocks[1:], None), strict=False):
        if before is not None and (not is_tight or need_blank_line(before, block)):
            lines.append("")
        marker = _marker(block, marker)
        is_alone = not is_tight or not any(isinstance(beside, FormulaBlock) for beside in (before, behind))
        lines += _block(block, marker, in_item=bool(item_marker), is_alone=is_alone)
    return lines


def _marker(block: Block, last: str) -> str:
    """The mark of a list's items, another than that of a list right before it; nothing if the block is no list."""
    if not isinstance(block, List):
        return ""
    first, second = (".", ")") if block.is_ordered else ("-", "*")
    return second if last == first else first


def _block(block: Block, marker: str, *, in_item: bool, is_alone: bool) -> Iterable[str]:
    match block:
        case Heading(level, spans):
            return [f"{'#' * level} {phrase(spans, 'heading')}".rstrip()]
        case Paragraph(spans):
            return phrase(spans, is_alone=is_alone).split("\n")
        case Code():
            return _code(block)
        case FormulaBlock(latex):
            return ["$$", *latex.split("\n"), "$$"]
        case Quote(blocks, kind):
            return [f"> {line}" if line else ">" for line in [*_alert(kind, blocks), *_joined(blocks)] or [""]]
        case List():
            return _list(block, marker)
        case Table():
            return _table(block)
        case Definitions(terms):
            return _definitions(terms)
        case Rule():
            return ["___" if in_item else "---"]
        case MarkupBlock(source):
            return source.split("\n")


def _alert(kind: str, blocks: Sequence[Block]) -> list[str]:
    """The line that makes an alert of a quote; it is text to what cannot stand right below text."""
    if not kind:
        return []
    is_apart = bool(blocks) and isinstance(blocks[0], List) and need_blank_line(Paragraph(()), blocks[0])
    return [f"[!{kind.upper()}]", *([""] if is_apart else [])]


def _hung(mark: str, indent: str, lines: Sequence[str]) -> Iterator[str]:
    """Lines of which the first stands behind a mark and the others below it."""
    first, *others = lines or [""]
    yield f"{mark}{first}" if first else mark.rstrip()
    yield from (f"{indent}{line}" if line else "" for line in others)


def _code(code: Code) -> list[str]:
    """Code between fences that are longer than what stands in it; tildes if its language has a backtick."""
    sign = "~" if "`" in code.language else "`"
    fence = sign * max(longest(code.text, sign) + 1, _SHORTEST_FENCE)
    lines = code.text.split("\n") if code.text else []
    return [fence + _IN_INFO.sub(r"\\\g<0>", code.language), *lines, fence]


def _list(block: List, marker: str) -> Iterator[str]:
    for index, item in enumerate(block.items):
        if index and block.is_loose:
            yield ""
        number = min(block.start + index, 999_999_999)
        mark = f"{number}{marker} " if block.is_ordered else f"{marker} "
        first, *others = _item(item, marker, not block.is_loose) or [""]
        is_rule = _RULE.fullmatch(mark + first)  # a few stars behind the star of an item would make one
        yield from _hung(mark, " " * len(mark), [f"\\{first}" if is_rule else first, *others])


def _item(item: Item, marker: str, is_tight: bool) -> list[str]:
    """What an item says; text stands behind its checkbox, anything else below it."""
    lines = _joined(item.blocks, item_marker=marker, is_tight=is_tight)
    if item.checked is None:
        return lines
    box = "[x]" if item.checked else "[ ]"
    if item.blocks and isinstance(item.blocks[0], Paragraph | FormulaBlock):
        return [f"{box} {lines[0]}", *lines[1:]]
    return [box, *lines]


def _definitions(terms: Iterable[Term]) -> Iterator[str]:
    for index, term in enumerate(terms):
        if index:
            yield ""
        yield phrase(term.spans, "term")
        for number, meaning in enumerate(term.meanings):
            if number:
                yield ""
            yield from _hung(": ", "  ", _joined(meaning))


def _table(table: Table) -> Iterator[str]:
    columns = len(table.rows[0])
    header = () if table.has_header else (("",) * columns,)
    texts = [*header, *(tuple(map(_cell, row)) for row in table.rows)]
    widths = [min(max(3, *map(width, column)), _WIDEST_PADDING) for column in zip(*texts, strict=True)]
    dashes = [_dashes(*column) for column in zip(widths, table.alignments, strict=True)]
    for index, row in enumerate(texts):
        yield _row(_padded(*cell) for cell in zip(row, widths, table.alignments, strict=True))
        if index == 0:
            yield _row(dashes)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    match cell.blocks:
        case (Paragraph(spans),):
            return phrase(spans, "cell")
    return ""


def _padded(text: str, columns: int, alignment: Alignment | None) -> str:
    missing = max(columns - width(text), 0)
    before = {"right": missing, "center": missing // 2}.get(alignment or "left", 0)
    return " " * before + text + " " * (missing - before)


def _dashes(columns: int, alignment: Alignment | None) -> str:
    first, last = ":" if alignment in ("left", "center") else "-", ":" if alignment in ("right", "center") else "-"
    return first + "-" * (columns - 2) + last
