"""Content as a page that needs nothing but itself: no script, and nothing that is loaded from elsewhere."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
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
    text_of,
)
from quire.core.markup import legible
from quire.formats.html.formula import formula
from quire.formats.html.phrasing import Phrasing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quire.core.content import Alignment, Block, Cell, Content, Item

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")


def page(content: Content, title: str, pictures: Mapping[str, bytes] | None = None) -> str:
    """The page that says what content says; `pictures` are bytes by source."""
    return _Writer(content, pictures or {}).page(title)


class _Writer:
    """Writes one page."""

    def __init__(self, content: Content, pictures: Mapping[str, bytes]) -> None:
        self._content = content
        self._phrasing = Phrasing(pictures, content.notes)
        self._anchors: dict[str, int] = {}
        """The names of the headings so far, and how many more have the same words."""

    def page(self, title: str) -> str:
        body = "".join(self._blocks(self._content.blocks)) + self._notes()
        style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
        return (
            f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title, quote=False)}</title>\n<style>\n{style}</style>\n</head>\n"
            f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
        )

    def _blocks(self, blocks: tuple[Block, ...], *, is_tight: bool = False) -> Iterator[str]:
        for block in blocks:
            if is_tight and isinstance(block, Paragraph):
                yield f"{self._phrasing.of(block.spans)}\n"
            else:
                yield self._block(block)

    def _block(self, block: Block) -> str:
        match block:
            case Heading(level, spans):
                tag = f"h{min(max(level, 1), 6)}"
                return f'<{tag}{self._anchor(text_of(spans))} dir="auto">{self._phrasing.of(spans)}</{tag}>\n'
            case Paragraph(spans):
                return f'<p dir="auto">{self._phrasing.of(spans)}</p>\n'
            case Code(text, language):
                named = f' class="language-{escape(language.split()[0])}"' if language.split() else ""
                return f"<pre><code{named}>{escape(text, quote=False)}\n</code></pre>\n"
            case FormulaBlock(latex):
                return f"{formula(latex, is_block=True)}\n"
            case Quote(blocks, kind):
                title = f'<p class="kind">{escape(kind.title())}</p>\n' if kind else ""
                named = f' class="{escape(kind)}"' if kind else ""
                return f"<blockquote{named}>\n{title}{''.join(self._blocks(blocks))}</blockquote>\n"
            case List():
                return self._list(block)
            case Table():
                return self._table(block)
            case Definitions(terms):
                return f"<dl>\n{''.join(self._terms(Definitions(terms)))}</dl>\n"
            case Rule():
                return "<hr>\n"
            case MarkupBlock(source, kind):
                said = legible(source) if kind == "html" else ""
                return f'<p dir="auto">{escape(said, quote=False)}</p>\n' if said else ""

    def _anchor(self, title: str) -> str:
        """The name by which links find a heading: its words, as GitHub makes one of them."""
        words = _NOT_IN_ANCHOR.sub("", title.strip().lower()).replace(" ", "-")
        anchor = words
        while anchor in self._anchors:
            self._anchors[words] += 1
            anchor = f"{words}-{self._anchors[words]}"
        self._anchors[anchor] = 0
        return f' id="{anchor}"' if anchor else ""

    def _list(self, block: List) -> str:
        tag = "ol" if block.is_ordered else "ul"
        start = f' start="{block.start}"' if block.is_ordered and block.start != 1 else ""
        items = "".join(self._item(item, is_tight=not block.is_loose) for item in block.items)
        return f"<{tag}{start}>\n{items}</{tag}>\n"

    def _item(self, item: Item, *, is_tight: bool) -> str:
        inside = "".join(self._blocks(item.blocks, is_tight=is_tight)).rstrip("\n")
        if item.checked is None:
            return f'<li dir="auto">{inside}</li>\n'
        ticked = " checked" if item.checked else ""
        return f'<li dir="auto" class="task"><input type="checkbox" disabled{ticked}> {inside}</li>\n'

    def _table(self, table: Table) -> str:
        rows = [
            self._row(row, table, is_header=table.has_header and index == 0) for index, row in enumerate(table.rows)
        ]
        head = f"<thead>\n{rows.pop(0)}</thead>\n" if table.has_header and rows else ""
        return f"<table>\n{head}<tbody>\n{''.join(rows)}</tbody>\n</table>\n"

    def _row(self, row: tuple[Cell, ...], table: Table, *, is_header: bool) -> str:
        cells: list[str] = []
        for index, cell in enumerate(row):
            alignment = table.alignments[index] if index < len(table.alignments) else None
            cells.append(self._cell(cell, alignment, "th" if is_header else "td"))
        return f"<tr>{''.join(cells)}</tr>\n"

    def _cell(self, cell: Cell, alignment: Alignment | None, tag: str) -> str:
        spans = "".join(
            f' {name}="{count}"' for name, count in (("colspan", cell.columns), ("rowspan", cell.rows)) if count > 1
        )
        side = f' class="{alignment}"' if alignment else ""
        inside = "".join(self._blocks(cell.blocks, is_tight=len(cell.blocks) == 1)).strip("\n")
        return f'<{tag} dir="auto"{spans}{side}>{inside}</{tag}>'

    def _terms(self, definitions: Definitions) -> Iterator[str]:
        for term in definitions.terms:
            yield f'<dt dir="auto">{self._phrasing.of(term.spans)}</dt>\n'
            for meaning in term.meanings:
                yield f'<dd dir="auto">{"".join(self._blocks(meaning, is_tight=len(meaning) == 1))}</dd>\n'

    def _notes(self) -> str:
        """What the notes say whose marks stand in the page, those included to which only notes refer."""
        said: list[str] = []
        while len(said) < len(self._phrasing.notes):
            number = len(said) + 1
            inside = "".join(self._blocks(self._content.notes[self._phrasing.notes[number - 1]]))
            back = f'<a href="#note-mark-{number}" role="doc-backlink">↩</a>'
            said.append(f'<li id="note-{number}" dir="auto">\n{inside}{back}</li>\n')
        return f'<section role="doc-endnotes">\n<hr>\n<ol>\n{"".join(said)}</ol>\n</section>\n' if said else ""
