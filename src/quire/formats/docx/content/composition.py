"""Content as Word's paragraphs and tables, in the styles, lists and tables that a document has.

What it lacks is added with Word's own look. Nothing is changed here: a composition says which blocks are to be put in,
and which steps make the other parts ready for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from lxml import etree
from lxml.etree import _Element as Element

from quire.core.content import (
    Cell,
    Code,
    Content,
    Definitions,
    FormulaBlock,
    Heading,
    Link,
    List,
    MarkupBlock,
    Quote,
    Rule,
    Table,
    Text,
    blocks_in,
    text_of,
)
from quire.core.content import Paragraph as Plain
from quire.core.markup import legible
from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.content import habits
from quire.formats.docx.content.assembly import NESTED_QUOTE
from quire.formats.docx.content.formulas import math
from quire.formats.docx.content.lettering import LONGEST_ANCHOR, Runs, written
from quire.formats.docx.content.lists import HANGING, STEP, Lists
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.content.supplies import written as serialised
from quire.formats.docx.content.tabulation import Tabulation
from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.blank import blank
from quire.formats.docx.style.builtin import DEEPEST_HEADING
from quire.formats.docx.style.numbering import DEEPEST
from quire.formats.docx.style.runs import text_run
from quire.formats.docx.text.draft import stamp
from quire.formats.docx.text.paragraph import LINE_BREAK, W_P, Paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from quire.core.content import Block, Item, Span
    from quire.formats.docx.content.lists import Running
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.source import Frame

_SPACE_BEHIND = 160
"""Twips below a block of code where the document says nothing."""
_USUAL_WIDTH = 9360
"""Twips between the margins of a page of Word's."""
_FIRST_KEY = 0x10000001

W_TBL = name("w:tbl")


@dataclass(frozen=True, slots=True)
class Composition:
    """Blocks for a part of a document, and the steps that its other parts need before these are put in."""

    blocks: tuple[Element, ...]
    steps: tuple[Replace, ...]
    is_strict: bool

    @property
    def paragraphs(self) -> list[Element]:
        """All paragraphs, those in cells included: the ones that a story counts."""
        return [each for block in self.blocks for each in block.iter(W_P)]

    @property
    def text(self) -> str:
        """What a reader sees of them, as a story counts it."""
        return "\n".join(Paragraph(each).text for each in self.paragraphs)

    def source(self, frame: Frame) -> str:
        """The blocks as text for the part that has that frame."""
        return serialised(frame, self.blocks, is_strict=self.is_strict)


def compose(
    document: DocxDocument, content: Content, part: str | None = None, pictures: Mapping[str, bytes] | None = None
) -> Composition:
    """Content as blocks for a part of a document, the main one if none is named; `pictures` are bytes by source."""
    supplies = Supplies(document)
    composer = Composer(document, content, part or document.package.main, pictures or {}, supplies)
    blocks = composer.flow(content.blocks)
    return Composition(tuple(blocks), tuple(supplies.steps()), supplies.is_strict)


def new_document(content: Content, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """The file of a document that says nothing but this."""
    from quire.formats.docx.document import DocxDocument  # which knows this module, for content goes into it

    document = DocxDocument.read(blank())
    composition = compose(document, content, None, pictures)
    if not composition.blocks:
        return document.write()
    story, block = document.body, document.body[0]
    for number, paragraph in enumerate(composition.paragraphs):
        stamp(paragraph, _FIRST_KEY + number, story.frame, story.opening)
    at = story.source_start(block.key)
    shifts = (Shift(0, 0, len(composition.text)),)
    step = Replace(f"{document.package.main}@{at}", block.source, composition.source(story.frame), shifts)
    return document.apply(Transaction((*composition.steps, step))).write()


@dataclass(frozen=True, slots=True)
class Setting:
    """Where blocks stand: how far in, at which level of a list, and in which style of quotation.

    `indent` counts from where a quotation's style begins its text; so does `base`, from where lists count."""

    indent: int = 0
    level: int = -1
    quote: str | None = None
    base: int = 0
    style: str | None = None  # of plain paragraphs
    alignment: str | None = None
    width: int | None = None  # of a cell that they are in


OUTERMOST = Setting()


class Composer:
    """The writer of blocks for one part of a document."""

    def __init__(
        self,
        document: DocxDocument,
        content: Content,
        part: str,
        pictures: Mapping[str, bytes],
        supplies: Supplies,
        lists: Lists | None = None,
        near: int | None = None,
    ) -> None:
        self._document = document
        self._content = content
        self._near = near  # the paragraph by which the blocks are to stand
        self._pictures = pictures
        self.supplies = supplies
        self._story = document.story(part) if part in document.parts else None  # the first note's part is not there yet
        self._can_note = document.parts.get(part) == "body"
        self._lists = lists or Lists(document, supplies, _depth(content))
        self.runs = Runs(part, supplies, pictures, self._note, lambda: _first_drawing(self._source))
        self._anchors = _Anchors(lambda: self._source, content)

    @cached_property
    def _source(self) -> str:
        return self._story.source if self._story else ""

    # Blocks

    def flow(self, blocks: Sequence[Block], setting: Setting = OUTERMOST) -> list[Element]:
        """Blocks that fill a body, a cell or a note: no table touches another or ends it."""
        made: list[Element] = []
        for element in self._blocks(blocks, setting):
            if element.tag == W_TBL and made and made[-1].tag == W_TBL:
                made.append(etree.Element(W_P))
            made.append(element)
        if made and made[-1].tag == W_TBL:
            made.append(etree.Element(W_P))
        return made

    def _blocks(self, blocks: Sequence[Block], setting: Setting) -> Iterator[Element]:
        before: Block | None = None
        for block in blocks:
            if isinstance(block, Quote) and _ends_in_quote(before):
                yield self._paragraph((), setting)  # else they would be one
            yield from self._block(block, setting)
            before = block

    def _block(self, block: Block, setting: Setting) -> Iterator[Element]:
        match block:
            case Heading(level, spans):
                yield self._heading(level, spans)
            case Plain(spans):
                yield self._paragraph(spans, setting)
            case Code(text):
                yield self._code(text, setting)
            case FormulaBlock(latex):
                yield self._formula(latex, setting)
            case Quote():
                yield from self._quote(block, setting)
            case List():
                yield from self._list(block, setting)
            case Table():
                yield self._table(block, setting)
            case Definitions(terms):
                for term in terms:
                    yield self._paragraph(tuple(bold(each) for each in term.spans), setting)
                    deeper = replace(setting, indent=setting.indent + STEP, base=setting.indent + STEP, level=-1)
                    for meaning in term.meanings:
                        yield from self._blocks(meaning, deeper)
            case Rule():
                yield self._rule(setting)
            case MarkupBlock(source, kind):
                said = legible(source) if kind == "html" else ""
                if said:
                    yield self._paragraph((Text(said),), setting)

    def _heading(self, level: int, spans: tuple[Span, ...]) -> Element:
        style = habits.heading_style(self.supplies, min(max(level, 1), DEEPEST_HEADING))
        made = self._made(style, Setting())
        made.extend(self._anchors.around(text_of(spans), self.runs.of(spans, style, self.width)))
        return made

    def _paragraph(self, spans: tuple[Span, ...], setting: Setting) -> Element:
        style = setting.quote or setting.style or self._body_style
        made = self._made(style, setting)
        made.extend(self.runs.of(spans, style, self._room(setting)))
        return made

    def _code(self, text: str, setting: Setting) -> Element:
        made = self._made(habits.code_style(self.supplies), setting)
        behind = self.supplies.styles.paragraph(None).spacing_after or _SPACE_BEHIND
        formatting.adjust(formatting.paragraph_properties(made), "w:spacing", {"after": str(behind)})
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        said = LINE_BREAK.join(written(line) for line in lines)
        made.extend([text_run(said, None)] if said else [])
        return made

    def _formula(self, latex: str, setting: Setting) -> Element:
        found = math(latex)
        if found is None:
            return self._paragraph((Text(latex, frozenset({"code"})),), setting)
        made = self._paragraph((), setting)
        etree.SubElement(made, name("m:oMathPara")).append(found)
        return made

    def _rule(self, setting: Setting) -> Element:
        made = self._made(None, replace(setting, quote=None))
        borders = formatting.put(formatting.paragraph_properties(made), "w:pBdr")
        line = {"val": "single", "sz": "6", "space": "1", "color": "auto"}
        etree.SubElement(borders, name("w:bottom"), {name(f"w:{key}"): value for key, value in line.items()})
        return made

    def _quote(self, quote: Quote, setting: Setting) -> Iterator[Element]:
        indent = setting.indent + (NESTED_QUOTE if setting.quote else 0)
        inside = replace(setting, quote=habits.quote_style(self.supplies), indent=indent, base=indent, level=-1)
        if quote.kind:
            yield self._paragraph((Text(quote.kind.title(), frozenset({"bold"})),), inside)
        yield from self._blocks(quote.blocks, inside)

    # Lists

    def _list(self, made: List, setting: Setting) -> Iterator[Element]:
        level = min(setting.level + 1, DEEPEST)
        running = self._lists.begin(level, made.start, is_ordered=made.is_ordered)
        is_apart = bool(setting.quote or setting.base)
        text = setting.base + STEP * (level + 1) if is_apart else running.indents[level]
        inside = replace(setting, level=level, indent=text)
        for number, item in enumerate(made.items, made.start):
            if made.is_ordered and self._lists.is_interrupted(running, level):
                running = self._lists.begin(level, number, is_ordered=True)
            spans, rest = _opening(item)
            yield self._item(spans, running, inside, is_loose=made.is_loose, is_apart=is_apart)
            yield from self._blocks(rest, inside)

    def _item(
        self, spans: tuple[Span, ...], running: Running, setting: Setting, *, is_loose: bool, is_apart: bool
    ) -> Element:
        style = setting.quote or running.style
        made = self._made(style, setting if is_apart else replace(setting, indent=0))
        found = formatting.paragraph_properties(made)
        numbered = formatting.put(found, "w:numPr")
        etree.SubElement(numbered, name("w:ilvl"), {name("w:val"): str(setting.level)})
        etree.SubElement(numbered, name("w:numId"), {name("w:val"): str(running.num_id)})
        if is_apart:
            formatting.adjust(found, "w:ind", {"firstLine": None, "hanging": str(HANGING)})
        if is_loose:
            formatting.put(found, "w:contextualSpacing", val="0")
        if setting.quote:
            formatting.put(found, "w:jc", val="left")
        made.extend(self.runs.of(spans, style, self._room(setting)))
        return made

    # Tables

    def _table(self, table: Table, setting: Setting) -> Element:
        indent = self._indent(setting)
        tabulation = Tabulation(self._document, self.supplies, table, self._room(setting), indent)

        def cell(inside: Cell, alignment: str | None, room: int, *, is_header: bool) -> list[Element]:
            must_be_bold = is_header and tabulation.must_be_bold
            blocks = [_bold_block(block) for block in inside.blocks] if must_be_bold else inside.blocks
            return self.flow(blocks, Setting(alignment=alignment, width=room)) or [etree.Element(W_P)]

        return tabulation.written(cell)

    # Paragraphs

    def _made(self, style: str | None, setting: Setting) -> Element:
        """A paragraph of a style in its place."""
        made = etree.Element(W_P)
        found = formatting.paragraph_properties(made)
        if style and style != self._default_style:
            formatting.put(found, "w:pStyle", val=style)
        if setting.indent:
            formatting.put(found, "w:ind", left=str(self._indent(setting)), firstLine="0")
        if setting.alignment:
            formatting.put(found, "w:jc", val=setting.alignment)
        formatting.prune(made)
        return made

    def _indent(self, setting: Setting) -> int:
        """How far in a paragraph is, with what its style adds."""
        return setting.indent + (self._left(setting.quote) if setting.quote else 0)

    def _left(self, style: str) -> int:
        return self.supplies.styles.paragraph_of(f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>').indent_left or 0

    def _room(self, setting: Setting) -> int:
        return max(STEP, (setting.width or self.width) - self._indent(setting))

    @cached_property
    def width(self) -> int:
        return _text_width(self._document.body.tail)

    # Styles

    @property
    def _default_style(self) -> str | None:
        styles = self.supplies.styles.all()
        return next((each.id for each in styles if each.kind == "paragraph" and each.is_default), None)

    @cached_property
    def _body_style(self) -> str | None:
        """The style of most of the plain text of the part, or of what is near."""
        return habits.text_style(self._story, self._document.styles, self._near) if self._story else None

    # Notes

    def _note(self, called: str) -> list[Element]:
        """The mark of a footnote; where none can stand, what it says, in brackets."""
        blocks = self._content.notes.get(called)
        if blocks is None:
            return self.runs.of((Text(f"[{called}]", frozenset({"superscript"})),), None, _USUAL_WIDTH)
        if not self._can_note:
            said = " ".join(text.strip() for text in texts(blocks))
            return self.runs.of((Text(f" ({said})"),), None, _USUAL_WIDTH)
        number = self.supplies.next_note()
        reference = self.supplies.style("footnote reference", "character")
        note = etree.Element(name("w:footnote"), {name("w:id"): str(number)})
        self.supplies.add_note(note)
        part, supplies = self.supplies.note_part(), self.supplies
        home = Composer(self._document, self._content, part, self._pictures, supplies, self._lists)
        note.extend(home.note(blocks, reference))
        return [_mark("w:footnoteReference", reference, {name("w:id"): str(number)})]

    def note(self, blocks: Sequence[Block], reference: str) -> list[Element]:
        """The blocks of a footnote, which begin with its mark."""
        self._can_note = False
        setting = Setting(style=self.supplies.style("footnote text", "paragraph"))
        opens = bool(blocks) and isinstance(blocks[0], Plain)
        made = self.flow(blocks if opens else (Plain(()), *blocks), setting)
        opening = (_mark("w:footnoteRef", reference), text_run(" ", None))
        at = 1 if len(made[0]) and made[0][0].tag == name("w:pPr") else 0
        for offset, each in enumerate(opening):
            made[0].insert(at + offset, each)
        return made


def _mark(short: str, style: str, attributes: Mapping[str, str] | None = None) -> Element:
    run = etree.Element(name("w:r"))
    formatting.put(formatting.run_properties(run), "w:rStyle", val=style)
    etree.SubElement(run, name(short), dict(attributes or {}))
    return run


# What content says of itself


def _opening(item: Item) -> tuple[tuple[Span, ...], tuple[Block, ...]]:
    """The spans that stand behind the sign of an item, and the blocks that follow."""
    first = item.blocks[0] if item.blocks else None
    spans: tuple[Span, ...] = ()
    rest = item.blocks
    if isinstance(first, Plain):
        spans, rest = first.spans, item.blocks[1:]
    elif isinstance(first, Heading):
        spans, rest = tuple(bold(each) for each in first.spans), item.blocks[1:]
    if item.checked is not None:
        sign = "☒" if item.checked else "☐"
        spans = (Text(f"{sign} " if spans else sign), *spans)
    return spans, rest


def bold(span: Span) -> Span:
    """A span in bold."""
    if isinstance(span, Link):
        return replace(span, spans=tuple(bold(each) for each in span.spans))
    return replace(span, marks=span.marks | {"bold"}) if isinstance(span, Text) else span


def _bold_block(block: Block) -> Block:
    return Plain(tuple(bold(each) for each in block.spans)) if isinstance(block, Plain) else block


def _depth(content: Content) -> int:
    """How deep the deepest list in a list is, from 0."""

    def below(blocks: Iterable[Block], depth: int) -> int:
        depths = [depth]
        for block in blocks:
            inner = depth + 1 if isinstance(block, List) else -1 if isinstance(block, Quote | Table) else depth
            depths += [below(some, inner) for some in blocks_in(block)]
        return max(depths)

    return max(0, below(content.blocks, -1), *(below(note, -1) for note in content.notes.values()))


def _ends_in_quote(block: Block | None) -> bool:
    while isinstance(block, List) and block.items and block.items[-1].blocks:
        block = block.items[-1].blocks[-1]
    return isinstance(block, Quote)


def texts(blocks: Iterable[Block]) -> Iterator[str]:
    """The letters of each block."""
    for block in blocks:
        if isinstance(block, Plain | Heading):
            yield text_of(block.spans)
        elif isinstance(block, Code):
            yield block.text
        elif isinstance(block, FormulaBlock):
            yield block.latex
        for some in blocks_in(block):
            yield from texts(some)


_SLUG = re.compile(r"[^\w\- ]")


class _Anchors:
    """The places that links of the content lead to: headings, by their words."""

    def __init__(self, source: Callable[[], str], content: Content) -> None:
        every = (*content.blocks, *(block for note in content.notes.values() for block in note))
        self._wanted = {address[1:] for address in _addresses(every) if address.startswith("#")}
        marks = re.findall(r"<(?:[\w.-]+:)?bookmarkStart\b[^>]*>", source()) if self._wanted else []
        self._wanted -= {found[1] for each in marks if (found := re.search(r':name="([^"]*)"', each))}
        ids = (re.search(r':id="(-?\d{1,9})"', each) for each in marks)
        self._next = max((int(found[1]) for found in ids if found), default=0) + 1

    def around(self, title: str, inside: list[Element]) -> list[Element]:
        """What a heading says, with a mark around it if a link leads there."""
        slug = _SLUG.sub("", title.strip().lower()).replace(" ", "-")
        if slug not in self._wanted:
            return inside
        self._wanted.remove(slug)
        identifier = str(self._next)
        self._next += 1
        named = {name("w:id"): identifier, name("w:name"): slug[:LONGEST_ANCHOR]}
        start = etree.Element(name("w:bookmarkStart"), named)
        return [start, *inside, etree.Element(name("w:bookmarkEnd"), {name("w:id"): identifier})]


def _addresses(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Plain | Heading):
            yield from (span.address for span in block.spans if isinstance(span, Link))
        for some in blocks_in(block):
            yield from _addresses(some)


# What the document says


def _first_drawing(source: str) -> int:
    """A number that no drawing of a part has."""
    found = re.findall(r"""<(?:[\w.-]+:)?docPr\b[^>]*?\bid=["'](\d{1,9})["']""", source)
    return max((int(each) for each in found), default=0) + 1


_PAGE = re.compile(r"<(?:[\w.-]+:)?pgSz\b[^>]*?\bw=[\"'](\d{3,6})")
_MARGIN = re.compile(r"<(?:[\w.-]+:)?pgMar\b[^>]*>")


def _text_width(tail: str) -> int:
    """Twips between the margins of the last section of a body, whose properties are in what follows its paragraphs."""
    page, margin = _PAGE.search(tail), _MARGIN.search(tail)
    sides = [int(found) for found in re.findall(r'\b(?:left|right)="(\d{1,6})', margin[0])] if margin else []
    width = int(page[1]) - sum(sides) if page and len(sides) == 2 else 0
    return width if width > STEP else _USUAL_WIDTH
