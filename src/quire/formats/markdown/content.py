"""What a Markdown document says, free of how it is written.

A link says where it leads, however it says so; an escape or an entity is the character it stands for; the end of a
line is a space, or nothing between two Chinese or Japanese characters; a `$$` formula on lines of its own is a block,
also within a paragraph. An HTML element that is a mark or a line break counts as one, any other tag is markup.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from quire.core.content import (
    Block,
    Break,
    Cell,
    Code,
    Content,
    Definitions,
    Formula,
    FormulaBlock,
    Heading,
    Item,
    Link,
    List,
    Markup,
    MarkupBlock,
    Note,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Span,
    Table,
    Term,
    Text,
)
from quire.core.words import HAN, KANA, WIDE_PUNCTUATION
from quire.formats.markdown import blocks as source
from quire.formats.markdown.blocks import parse
from quire.formats.markdown.inlines import Inline, Inlines, normal_label, plain_text, unescaped
from quire.formats.markdown.inlines import Link as SourceLink

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.content import Mark
    from quire.formats.markdown.document import MarkdownDocument

Marks = frozenset["Mark"]

ELEMENTS: frozenset[Mark] = frozenset(("underline", "subscript", "superscript"))
"""Marks that are always HTML elements: white space can stand in them, but not at the edge of a line in them."""
TAGS: dict[str, Mark] = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "s": "strike",
    "del": "strike",
    "strike": "strike",
    "u": "underline",
    "ins": "underline",
    "mark": "highlight",
    "sub": "subscript",
    "sup": "superscript",
}
"""The HTML elements that are marks."""

_MARKS: dict[str, Mark] = {
    "strong": "bold",
    "emphasis": "italic",
    "strikethrough": "strike",
    "highlight": "highlight",
    "underline": "underline",
}
_TAG = re.compile(r"<(/?)([a-z]+)[ \t\n]*>", re.IGNORECASE)
_LINE_BREAK_TAG = re.compile(r"<br[ \t\n]*/?>", re.IGNORECASE)
_ENDING = re.compile(r"\r\n?")
_LINE_ENDS = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_WIDE = re.compile(f"[{HAN}{KANA}{WIDE_PUNCTUATION}]")
_LINE_END = "\n"
"""The text of a line's end within a paragraph, until it is known what stands on both sides of it."""


def content(document: MarkdownDocument | str) -> Content:
    """What a document, or a source, says."""
    tree, inlines = (parse(document), None) if isinstance(document, str) else (document.tree, document.inlines)
    return _Reader(tree, inlines or Inlines(tree)).read()


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in which texts that look the same and touch are one, and none is empty."""
    result: list[Span] = []
    for span in spans:
        last = result[-1] if result else None
        if isinstance(span, Text) and not span.text:
            continue
        if isinstance(span, Text) and isinstance(last, Text) and last.marks == span.marks:
            result[-1] = Text(last.text + span.text, span.marks)
        else:
            result.append(span)
    return tuple(result)


def joined(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Blocks in which definition lists right behind each other are one; in Markdown nothing parts them."""
    result: list[Block] = []
    for block in blocks:
        last = result[-1] if result else None
        if isinstance(block, Definitions) and isinstance(last, Definitions):
            result[-1] = Definitions(last.terms + block.terms)
        else:
            result.append(block)
    return tuple(result)


class _Reader:
    """Turns the blocks of a tree into content, from the end, so that depth costs nothing."""

    def __init__(self, tree: source.Tree, inlines: Inlines) -> None:
        self.tree = tree
        self.inlines = inlines
        self.built: dict[source.Block, tuple[Block, ...]] = {}
        self.names: dict[str, str] = {}  # of the footnotes, by the normal form of each
        self.notes: dict[source.Block, str] = {}  # their names again, by their definitions

    def read(self) -> Content:
        """Read the whole document."""
        order = list(self.tree.walk())[1:]
        for block in order:
            if isinstance(block, source.FootnoteDefinition):
                self.name(block)
        for block in reversed(order):
            self.built[block] = tuple(self.blocks(block))
        notes = {name: self.inside(block) for block, name in self.notes.items()}
        return Content(self.inside(self.tree), notes)

    def name(self, block: source.FootnoteDefinition) -> None:
        """Name a footnote by its label; one whose label is taken gets a number behind it, for nothing refers to it."""
        name, number = block.label, 2
        while normal_label(name) in self.names:
            name, number = f"{block.label}-{number}", number + 1
        self.names[normal_label(name)] = name
        self.notes[block] = name

    def inside(self, block: source.Block) -> tuple[Block, ...]:
        """What the children of a block say."""
        return joined(each for child in block.children for each in self.built.get(child, ()))

    def blocks(self, block: source.Block) -> Iterator[Block]:
        """What a block says; what only serves others, such as a link definition, says nothing here."""
        match block:
            case source.Heading():
                yield Heading(block.level, self.spans(block))
            case source.Paragraph():
                yield from self.paragraphs(block)
            case source.CodeBlock():
                text = _ENDING.sub("\n", self.text(block.pieces)).removesuffix("\n")
                yield Code(text, unescaped(block.info))
            case source.MathBlock():
                yield _formula_block(self.inlines.plain_text(block))
            case source.HtmlBlock():
                yield MarkupBlock(_ENDING.sub("\n", self.text(block.pieces)).rstrip("\n"))
            case source.FrontMatter():
                yield MarkupBlock(_ENDING.sub("\n", self.tree.source(block)), "frontmatter")
            case source.ThematicBreak():
                yield Rule()
            case source.Quote():
                yield Quote(self.inside(block), block.alert or "")
            case source.List():
                yield self.list(block)
            case source.Table():
                yield self.table(block)
            case source.DefinitionList():
                yield Definitions(tuple(self.terms(block)))

    def text(self, pieces: Iterable[source.Span]) -> str:
        return "".join(self.tree.text[start:end] for start, end in pieces)

    def list(self, block: source.List) -> List:
        items = (child for child in block.children if isinstance(child, source.ListItem))
        number = block.first_number
        return List(
            tuple(Item(self.inside(item), item.checked) for item in items),
            is_ordered=number is not None,
            start=1 if number is None else number,
            is_loose=not block.tight,
        )

    def table(self, block: source.Table) -> Table:
        """A table; one whose first row is empty has no header, for Markdown demands one."""
        rows = tuple(tuple(map(self.cell, row.children)) for row in block.children)
        has_header = len(rows) == 1 or any(cell.blocks for cell in rows[0])
        return Table(rows if has_header else rows[1:], block.alignments, has_header)

    def cell(self, block: source.Block) -> Cell:
        spans = self.spans(block)
        return Cell((Paragraph(spans),) if spans else ())

    def terms(self, block: source.DefinitionList) -> Iterator[Term]:
        term: tuple[Span, ...] = ()
        meanings: list[tuple[Block, ...]] = []
        for child in block.children:
            if isinstance(child, source.Definition):
                meanings.append(self.inside(child))
                continue
            if meanings:
                yield Term(term, tuple(meanings))
            term, meanings = self.spans(child), []
        yield Term(term, tuple(meanings))

    # In a line

    def spans(self, leaf: source.Block) -> tuple[Span, ...]:
        return self.read_spans(self.inlines.of(leaf))

    def paragraphs(self, block: source.Paragraph) -> Iterator[Block]:
        """A paragraph, or several, with the formulas between them that stand on lines of their own."""
        spans = self.inlines.of(block)
        begin = 0
        for index, span in enumerate(spans):
            if not self.is_displayed(spans, index):
                continue
            yield from self.paragraph(spans[begin:index])
            yield _formula_block(span.text)
            begin = index + 1
        yield from self.paragraph(spans[begin:])

    def paragraph(self, spans: Sequence[Inline]) -> Iterator[Paragraph]:
        while spans and spans[0].type == "softBreak":
            spans = spans[1:]
        while spans and spans[-1].type == "softBreak":
            spans = spans[:-1]
        if read := self.read_spans(spans):
            yield Paragraph(read)

    def is_displayed(self, spans: Sequence[Inline], index: int) -> bool:
        """Whether a span is a `$$` formula with nothing beside it on its lines."""
        span = spans[index]
        if span.type != "math" or not self.tree.text.startswith("$$", span.start):
            return False
        return all(
            each.type == "softBreak" for each in (*spans[max(index - 1, 0) : index], *spans[index + 1 : index + 2])
        )

    def read_spans(self, spans: Iterable[Inline]) -> tuple[Span, ...]:
        """The spans of content that spans of the source are; the marks around one are in each of its texts."""
        found: list[Span] = []
        waiting = list(reversed(_within_tags(spans, frozenset())))
        while waiting:
            span, marks = waiting.pop()
            if span.type in _MARKS:
                waiting.extend(reversed(_within_tags(span.children, marks | {_MARKS[span.type]})))
            else:
                found += self.read_span(span, marks)
        return merged(_without_line_ends(found))

    def read_span(self, span: Inline, marks: Marks) -> Iterator[Span]:
        """The span of content that a span of the source is, unless it is a mark."""
        match span.type:
            case "text" | "escape" | "entity":
                yield Text(_one_line(span.text), marks)
            case "softBreak":
                yield Text(_LINE_END, marks)
            case "hardBreak":
                yield Break()
            case "code":
                yield Text(span.text, marks | {"code"})
            case "math":
                yield Formula(_one_line(span.text.strip()))
            case "footnoteReference":
                yield Note(self.names[normal_label(span.text)])
            case "html":
                yield Break() if _LINE_BREAK_TAG.fullmatch(span.text) else Markup(_one_line(span.text))
            case _ if isinstance(span, SourceLink):
                yield self.link(span, marks)

    def link(self, span: SourceLink, marks: Marks) -> Span:
        if span.type == "image":
            return Picture(span.destination, _one_line(plain_text(span.children)), _one_line(span.title))
        spans = tuple(_with_marks(each, marks) for each in self.read_spans(span.children))
        address = span.destination
        if span.form == "autolink" and "@" in address and ":" not in address:
            address = f"mailto:{address}"
        return Link(spans, address, _one_line(span.title))


def _one_line(text: str) -> str:
    return _LINE_ENDS.sub(" ", text)


def _formula_block(latex: str) -> FormulaBlock:
    """A formula on lines of its own; white space around a line means nothing in LaTeX."""
    return FormulaBlock("\n".join(line.strip() for line in latex.strip().splitlines()))


def _with_marks(span: Span, marks: Marks) -> Span:
    """A span of a link with the marks around the link."""
    return Text(span.text, span.marks | marks) if isinstance(span, Text) else span


def _within_tags(spans: Iterable[Inline], marks: Marks) -> list[tuple[Inline, Marks]]:
    """Siblings with their marks: those around all of them, and those of the HTML elements among them."""
    siblings = list(spans)
    changes = _elements(siblings)
    if not changes:
        return [(span, marks) for span in siblings]
    result: list[tuple[Inline, Marks]] = []
    open_marks: Counter[Mark] = Counter()
    for index, span in enumerate(siblings):
        if index in changes:
            mark, change = changes[index]
            open_marks[mark] += change
        else:
            result.append((span, marks | {mark for mark, count in open_marks.items() if count}))
    return result


def _elements(siblings: Sequence[Inline]) -> dict[int, tuple[Mark, int]]:
    """Where elements that are marks begin (1) and end (-1) among siblings; a tag without its fellow is none."""
    found: dict[int, tuple[Mark, int]] = {}
    opened: defaultdict[str, list[int]] = defaultdict(list)
    for index, span in enumerate(siblings):
        tag = _TAG.fullmatch(span.text) if span.type == "html" else None
        name = tag[2].lower() if tag else ""
        if tag is None or name not in TAGS:
            continue
        if not tag[1]:
            opened[name].append(index)
        elif opened[name]:
            found[opened[name].pop()] = (TAGS[name], 1)
            found[index] = (TAGS[name], -1)
    return found


def _without_line_ends(spans: list[Span]) -> Iterator[Span]:
    """Spans with a space for each end of a line, or nothing between two characters that take none.

    Spaces before a hard break are not text, unless an element shows them, such as the line under a signature."""
    for index, span in enumerate(spans):
        before_break = isinstance(next(iter(spans[index + 1 : index + 2]), None), Break)
        if isinstance(span, Text) and before_break and not span.marks & (ELEMENTS | {"code"}):
            yield Text(span.text.rstrip(" \t"), span.marks)
        elif not isinstance(span, Text) or span.text != _LINE_END:
            yield span
        elif not (_is_wide(spans[index - 1 : index], -1) and _is_wide(spans[index + 1 : index + 2], 0)):
            yield Text(" ", span.marks)


def _is_wide(beside: list[Span], edge: int) -> bool:
    """Whether the character at the edge of the span beside a line's end is Chinese or Japanese."""
    return any(
        isinstance(span, Text) and "code" not in span.marks and bool(_WIDE.match(span.text[edge:])) for span in beside
    )
