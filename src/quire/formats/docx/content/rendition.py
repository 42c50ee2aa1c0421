"""What a Word document says, free of Word: its paragraphs as headings, lists, quotations, code and tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.content import (
    Cell,
    Code,
    Content,
    Formula,
    FormulaBlock,
    Heading,
    Link,
    Rule,
    Table,
    Text,
    text_of,
)
from quire.core.content import Paragraph as Plain
from quire.formats.docx.content.assembly import Numbered, Piece, assembled
from quire.formats.docx.content.phrases import phrases, trim
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style.genre import is_code_block, is_monospaced, is_quote
from quire.formats.docx.style.properties import paragraph_properties, switched_on, whole_number
from quire.formats.docx.text.paragraph import MC_ALTERNATE, MC_CHOICE, MC_FALLBACK, W_P, W_PPR, Paragraph
from quire.formats.docx.view import counting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.content import Alignment, Block, Origin, Span
    from quire.formats.docx.content.phrases import Phrases
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.properties import ParagraphProperties
    from quire.formats.docx.style.styles import ParagraphFormat
    from quire.formats.docx.text.paragraph import Stage
    from quire.formats.docx.text.story import Story


def content(document: DocxDocument, part: str | None = None, first: int = 0, last: int | None = None) -> Content:
    """What a story says, the body if none is named: its paragraphs from number `first` to number `last`, with that."""
    reader = _Reader(document, part or document.package.main, first)
    blocks = reader.blocks(reader.elements(first, last))
    return Content(blocks, reader.notes)


# A run of paragraphs

_TAG = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|<(?P<close>/?)(?P<tag>[^\s/>!?]+)(?:[^<>"']|"[^"]*"|'[^']*')*?(?P<empty>/?)>""", re.DOTALL
)
_DECLARATION = re.compile(r"^\s*<\?xml\s.*?\?>", re.DOTALL)


def _elements(story: Story, first: int, last: int | None) -> Element:
    """Paragraphs with the tables and controls around them, in one element; what the run cuts through is closed."""
    blocks = list(islice(story.from_(first), None if last is None else max(0, last + 1 - first))) if len(story) else []
    if not blocks:
        return etree.Element("pieces")
    if len(blocks) == 1 and last == first:
        return story.frame.read(blocks[0].source)
    leads = [_DECLARATION.sub("", blocks[0].lead), *(block.lead for block in blocks[1:])]
    leads[0] = leads[0][_ended(leads[0]) :]
    closed, opened = _loose_ends(leads)
    around = _around(closed[-1] if closed else next((found["tag"] for found in _TAG.finditer(leads[0])), None))
    closed, opened = [*closed, *around], [*reversed(around), *opened]
    inside = "".join(lead + block.source for lead, block in zip(leads, blocks, strict=True))
    before, behind = (f"<{tag}>" for tag in reversed(closed)), (f"</{tag}>" for tag in reversed(opened))
    return story.frame.read("".join((*before, inside, *behind)))


def _around(tag: str | None) -> list[str]:
    """What is missing around elements of a kind, the innermost first: a row around cells, a table around rows."""
    prefix, _, local = (tag or "").rpartition(":")
    return [f"{prefix}:{each}" if prefix else each for each in {"tc": ["tr", "tbl"], "tr": ["tbl"]}.get(local, [])]


def _ended(lead: str) -> int:
    """Where the markup before a paragraph has ended the last of the elements that began before it."""
    end = depth = 0
    for found in _TAG.finditer(lead):
        if found["tag"] and not found["empty"]:
            depth += -1 if found["close"] else 1
            if depth < 0:
                end, depth = found.end(), 0
    return end


def _loose_ends(leads: Iterable[str]) -> tuple[list[str], list[str]]:
    """The tags of the elements that end in markup and did not begin in it, and of those that begin and do not end."""
    closed: list[str] = []
    opened: list[str] = []
    for found in (found for lead in leads for found in _TAG.finditer(lead)):
        if not found["tag"] or found["empty"]:
            continue
        if not found["close"]:
            opened.append(found["tag"])
        elif opened:
            opened.pop()
        else:
            closed.append(found["tag"])
    return closed, opened


# Paragraphs and tables, one after the other


_THROUGH = {
    name(f"w:{local}") for local in (
        "document", "body", "hdr", "ftr", "footnotes", "endnotes", "footnote", "endnote", "comments", "comment", "sdt",
        "sdtContent", "customXml", "ins", "moveTo", "smartTag", "txbxContent", "tbl", "tr", "tc",
    )
}  # fmt: skip
_TBL, _TR, _TC = name("w:tbl"), name("w:tr"), name("w:tc")


def _blocks_in(container: Element, *wanted: str) -> Iterator[Element]:
    """The elements of some kinds in a container, through whatever is only around them."""
    for child in container:
        if child.tag in wanted:
            yield child
        elif child.tag == MC_ALTERNATE:
            for choice in islice(child.iterchildren(MC_CHOICE), 1):
                yield from _blocks_in(choice, *wanted)
        elif child.tag in _THROUGH and not _is_separator(child):
            yield from _blocks_in(child, *wanted)


def _is_separator(element: Element) -> bool:
    """Whether a note is none, but the line above notes."""
    return attribute(element, "w:type") not in (None, "normal") and str(element.tag).endswith("note")


def _is_apart(around: Element) -> bool:
    """Whether paragraphs in an element are none of the story's own."""
    return around.tag in (W_P, MC_FALLBACK) or _is_separator(around)


class _Reader:
    """A pass over a story, which counts its lists and names its notes on the way."""

    def __init__(self, document: DocxDocument, part: str, first: int = 0) -> None:
        self._document = document
        self._part = part
        self.story = document.story(part)
        self.notes: dict[str, tuple[Block, ...]] = {}
        self._named: dict[tuple[str, str], str] = {}
        self._apparatus: dict[str, dict[str, tuple[_Reader, Element]]] = {}  # the notes of each kind by their ids
        self._fields: tuple[Stage, ...] = self.story[first].fields if first < len(self.story) else ()
        self._counters = counting.at(counting.Definitions.of(document), self.story, first)
        self._numbers: dict[Element, int] = {}  # which paragraphs of the story elements are
        self._is_typed = is_monospaced(document.styles.run(None, None).font)

    def elements(self, first: int, last: int | None) -> Element:
        """A run of paragraphs, each of which is known by its number from now on."""
        found = _elements(self.story, first, last)
        own = (each for each in found.iter(W_P) if not any(_is_apart(around) for around in each.iterancestors()))
        self._numbers.update((each, number) for number, each in enumerate(own, first))
        return found

    def blocks(self, container: Element) -> tuple[Block, ...]:
        return assembled(self._pieces(container))

    def _pieces(self, container: Element) -> list[Piece]:
        found: list[Piece] = []
        for element in _blocks_in(container, W_P, _TBL):
            found += self._paragraph(element) if element.tag == W_P else self._table(element)
        return found

    # Paragraphs

    def _paragraph(self, element: Element) -> list[Piece]:
        paragraph = Paragraph(element, self._fields)
        self._fields = paragraph.fields
        properties = element.find(W_PPR)
        own = paragraph_properties(properties)
        form = self._document.styles.paragraph(properties)
        said = phrases(self._document, self._part, paragraph, form.style, self._note)
        numbered = self._numbered(form)
        number = self._numbers.get(element)
        origin = None if number is None else (self._part, number, number)
        block = self._block(said, form, properties, origin)
        indent = self._indent(own, form, numbered)
        if is_quote(form.style_name):
            indent -= self._document.styles.paragraph_of(_styled(form.style)).indent_left or 0
        is_item = numbered is not None and not isinstance(block, Heading)
        piece = Piece(
            Plain((), origin) if block is None and is_item else block,
            indent,
            numbered if is_item else None,
            quote=form.style if is_quote(form.style_name) else None,
            alignment=form.alignment,
            is_open=isinstance(block, Code | Rule | None) and not own.get("spacing_after"),
        )
        return [piece, *self._boxed(said)]

    def _origin(self, container: Element) -> Origin | None:
        """From which to which paragraph something goes."""
        found = [self._numbers[each] for each in container.iter(W_P) if each in self._numbers]
        return (self._part, found[0], found[-1]) if found else None

    def _block(
        self, said: Phrases, form: ParagraphFormat, properties: Element | None, origin: Origin | None
    ) -> Block | None:
        """What a paragraph is; None if it is only a gap."""
        spans = trim(said.spans)
        if not _says(spans):
            if said.is_ruled or (_has_line_below(properties) and not said.boxes):
                return Rule(origin)
            return Code(text_of(said.spans), origin=origin) if is_code_block(form.style_name) else None
        if level := self._document.styles.heading_level(form):
            return Heading(level, spans, origin)
        if said.is_display and isinstance(spans[0], Formula):
            return FormulaBlock(spans[0].latex, origin)
        is_code = is_code_block(form.style_name) or (said.is_monospaced and not self._is_typed)
        if is_code and not any(isinstance(span, Link | Formula) or not text_of((span,)) for span in spans):
            return Code(text_of(said.spans), origin=origin)
        return Plain(spans, origin)

    def _boxed(self, said: Phrases) -> list[Piece]:
        """The blocks of the text boxes of a paragraph, which stand behind it."""
        fields, self._fields = self._fields, ()
        found = [Piece(block, stays=True) for box in said.boxes for block in self.blocks(box)]
        self._fields = fields
        return found

    def _numbered(self, form: ParagraphFormat) -> Numbered | None:
        numbering = self._document.numbering
        item = numbering.item(form)
        if item is None:
            return None
        number, self._counters = numbering.number(self._counters, item)
        level = numbering.level(*item)
        if level is None or level.format == "none" or not level.text:
            return None
        is_ordered = level.format != "bullet"
        return Numbered(item[1], is_ordered, number, "" if is_ordered else level.text)

    def _indent(self, own: ParagraphProperties, form: ParagraphFormat, numbered: Numbered | None) -> int:
        """Where the text of a paragraph begins; a list has its own say between the style and the paragraph itself."""
        level = self._document.numbering.level(form.num_id or 0, numbered.level) if numbered else None
        if "indent_left" in own or level is None or level.indent is None:
            return form.indent_left or 0
        by_style = "num_id" not in own and form.indent_left is not None
        return (form.indent_left or 0) if by_style else level.indent

    # Notes

    def _note(self, kind: str, identifier: str) -> str:
        """The name of a note; what it says is read when it is met."""
        key = (kind, identifier)
        if key not in self._named:
            count = sum(each == kind for each, _ in self._named) + 1
            self._named[key] = str(count) if kind == "footnote" else f"e{count}"
            self.notes[self._named[key]] = ()
            self.notes[self._named[key]] = self._said_in_note(kind, identifier)
        return self._named[key]

    def _said_in_note(self, kind: str, identifier: str) -> tuple[Block, ...]:
        if kind not in self._apparatus:
            self._apparatus[kind] = dict(self._notes_of(kind))
        reader, note = self._apparatus[kind].get(identifier, (self, None))
        return () if note is None else _without_leading_space(reader.blocks(note))

    def _notes_of(self, kind: str) -> Iterator[tuple[str, tuple[_Reader, Element]]]:
        for part in self._document.parts_of(f"{kind}s"):
            reader = _Reader(self._document, part)
            for note in reader.elements(0, None).iter(name(f"w:{kind}")):
                yield attribute(note, "w:id") or "", (reader, note)

    # Tables

    def _table(self, table: Element) -> list[Piece]:
        rows = list(_blocks_in(table, _TR))
        drawn = [[self._cell(cell) for cell in _blocks_in(row, _TC)] for row in rows]
        if not any(drawn):
            return []
        spread = [
            [*_skipped(row, "w:gridBefore"), *cells, *_skipped(row, "w:gridAfter")]
            for row, cells in zip(rows, drawn, strict=True)
        ]
        merged = _merged(spread)
        has_header = _has_header(table, rows[0])
        if has_header:
            merged[0] = _without_bold(merged[0])
        indent = table.find(f"{name('w:tblPr')}/{name('w:tblInd')}")
        left = whole_number(attribute(indent, "w:w")) if indent is not None else 0
        made = Table(tuple(map(tuple, merged)), _alignments(spread), has_header, self._origin(table))
        return [Piece(made, indent=left or 0)]

    def _cell(self, cell: Element) -> _Drawn:
        pieces = self._pieces(cell)
        properties = cell.find(name("w:tcPr"))
        sides = {piece.alignment or "left" for piece in pieces if isinstance(piece.block, Plain) and not piece.quote}
        return _Drawn(
            Cell(assembled(pieces), columns=_columns(properties), origin=self._origin(cell)),
            goes_down=_merging(properties, "w:vMerge"),
            goes_right=_merging(properties, "w:hMerge"),
            sides=frozenset(sides),
        )


_BOTTOM = f"{name('w:pBdr')}/{name('w:bottom')}"


def _has_line_below(properties: Element | None) -> bool:
    line = properties.find(_BOTTOM) if properties is not None else None
    return line is not None and attribute(line, "w:val") not in ("nil", "none")


def _styled(style: str | None) -> str:
    return f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>'


def _says(spans: Sequence[Span]) -> bool:
    """Whether spans are more than blanks."""
    return any(not isinstance(span, Text) or span.text.strip() for span in spans)


def _without_leading_space(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of a note without what stands between its mark and its text."""
    first = blocks[0] if blocks else None
    if not isinstance(first, Plain) or not isinstance(first.spans[0], Text):
        return blocks
    text = replace(first.spans[0], text=first.spans[0].text.lstrip())
    return (replace(first, spans=(text, *first.spans[1:]) if text.text else first.spans[1:]), *blocks[1:])


# Cells


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A cell as a row has it: it may go on with the one above or before it."""

    cell: Cell
    goes_down: bool = False
    goes_right: bool = False
    sides: frozenset[str] = frozenset()  # on which its paragraphs stand


def _columns(properties: Element | None) -> int:
    span = properties.find(name("w:gridSpan")) if properties is not None else None
    return max(1, whole_number(attribute(span, "w:val")) or 1) if span is not None else 1


def _merging(properties: Element | None, short: str) -> bool:
    found = properties.find(name(short)) if properties is not None else None
    return found is not None and attribute(found, "w:val") != "restart"


def _skipped(row: Element, short: str) -> list[_Drawn]:
    """The columns that a row leaves out, as one empty cell."""
    found = row.find(f"{name('w:trPr')}/{name(short)}")
    columns = whole_number(attribute(found, "w:val")) if found is not None else None
    return [_Drawn(Cell((), columns=min(columns, 63)))] if columns and columns > 0 else []


def _merged(rows: Sequence[Sequence[_Drawn]]) -> list[list[Cell]]:
    """The cells of a table, each once."""
    made: list[list[Cell]] = []
    above: dict[int, tuple[int, int]] = {}  # where the cell stands that goes down in a column
    for number, row in enumerate(rows):
        made.append([])
        column = 0
        for drawn in row:
            start = column
            column += drawn.cell.columns
            home = above.get(start) if drawn.goes_down else None
            if drawn.goes_right and made[number]:
                made[number][-1] = _grown(made[number][-1], drawn.cell, columns=drawn.cell.columns)
            elif home and made[home[0]][home[1]].columns == drawn.cell.columns:
                made[home[0]][home[1]] = _grown(made[home[0]][home[1]], drawn.cell, rows=1)
            else:
                above[start] = (number, len(made[number]))
                made[number].append(drawn.cell)
    return made


def _grown(cell: Cell, more: Cell, columns: int = 0, rows: int = 0) -> Cell:
    return Cell((*cell.blocks, *more.blocks), cell.columns + columns, cell.rows + rows)


def _alignments(rows: Sequence[Sequence[_Drawn]]) -> tuple[Alignment | None, ...]:
    """The side on which all cells of each column stand; None where they are as usual, or differ."""
    columns: dict[int, set[str]] = {}
    width = 0
    for row in rows:
        at = 0
        for drawn in row:
            if drawn.cell.columns == 1:
                columns.setdefault(at, set()).update(drawn.sides)
            at += drawn.cell.columns
        width = max(width, at)
    found = [columns.get(at, set()) for at in range(width)]
    sides: list[Alignment | None] = [
        "center" if each == {"center"} else "right" if each == {"right"} else None for each in found
    ]
    return tuple(sides) if any(sides) else ()


def _has_header(table: Element, row: Element) -> bool:
    repeated = row.find(f"{name('w:trPr')}/{name('w:tblHeader')}")
    if repeated is not None:
        return switched_on(repeated)
    look = table.find(f"{name('w:tblPr')}/{name('w:tblLook')}")
    if look is None:
        return False
    first = attribute(look, "w:firstRow")
    if first is not None:
        return first in ("1", "true", "on")
    bits = re.fullmatch("[0-9A-Fa-f]{4}", attribute(look, "w:val") or "")
    return bits is not None and bool(int(bits[0], 16) & 0x20)


def _without_bold(row: list[Cell]) -> list[Cell]:
    """A row of headers that is bold as a whole, as one usually is, without saying so."""
    texts = [span for cell in row for span in _texts(cell.blocks) if span.text.strip()]
    if not texts or not all("bold" in span.marks for span in texts):
        return row
    return [replace(cell, blocks=tuple(_plain(block) for block in cell.blocks)) for cell in row]


def _texts(blocks: Iterable[Block]) -> Iterator[Text]:
    for block in blocks:
        for span in block.spans if isinstance(block, Plain) else ():
            inside = span.spans if isinstance(span, Link) else (span,)
            yield from (each for each in inside if isinstance(each, Text))


def _plain(block: Block) -> Block:
    return replace(block, spans=tuple(map(_unbold, block.spans))) if isinstance(block, Plain) else block


def _unbold(span: Span) -> Span:
    if isinstance(span, Link):
        return replace(span, spans=tuple(_unbold(each) for each in span.spans))
    return replace(span, marks=span.marks - {"bold"}) if isinstance(span, Text) else span
