"""The content that Markdown can hold: what is written down and read again is the same, to the last mark.

Little of other content is lost, and never its text:

- White space at the edges of a line goes, and that at the edges of bold, italic, struck out or highlighted text stands
  outside of it, for the marks of Markdown touch what they mark. A line's end within a text is a space.
- A paragraph without text goes, and so do lists without items and tables without cells. A line break at the end of a
  paragraph goes.
- Headings have six levels; lists begin with a number from 0 to 999,999,999; alerts are the five of GitHub.
- A list is loose only if there is a blank line in it, so one with one block is not; and it is loose if two blocks of an
  item need a blank line between them.
- A cell holds one paragraph: its blocks become lines. A cell over several columns or rows is followed by empty ones,
  rows are equally long, and a header without text is none.
- A link holds neither another link nor a note: the one becomes text, the other stands behind it. Between a note and a
  link is a space, and breaks at the edges of a link are outside of it.
- Notes have names without white space and brackets; the mark of a note that is not there becomes text.
- Definition lists in a row are one, and a term has a text and a meaning: where one is missing, the other stands alone.
- Formulas and HTML that the parser would not take for such become code, or text within a line. HTML that is left open
  is closed.
- What is nested deeper than anyone reads is lifted out of its containers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
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
    Mark,
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
    blocks_in,
)
from quire.formats.markdown.blocks import FrontMatter, HtmlBlock, MathBlock, parse
from quire.formats.markdown.blocks import Paragraph as SourceParagraph
from quire.formats.markdown.content import ELEMENTS, joined, merged
from quire.formats.markdown.fragment import missing_end
from quire.formats.markdown.inlines import Inlines, normal_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ALERTS = ("note", "tip", "important", "warning", "caution")
DELIMITED: tuple[Mark, ...] = ("bold", "italic", "strike", "highlight")
"""Marks that are written with characters; white space cannot stand at their edges."""

_HIGHEST_LEVEL = 6
_HIGHEST_NUMBER = 999_999_999
_DEEPEST = 40
_MOST_COLUMNS = 1000
_ENDING = re.compile(r"\r\n?")
_LINE_END = re.compile(r"[ \t]*[\r\n\v\f]+[ \t]*")
_EDGES = " \t"
_NOT_IN_NAME = re.compile(r"[\s\[\]\\`<>|^&$]+")


def normalised(content: Content) -> Content:
    """Content as Markdown can hold it."""
    names = _names(content.notes)
    normaliser = _Normaliser(names)
    notes = {names[name]: normaliser.blocks(said) for name, said in content.notes.items()}
    front, body = _front_matter(content.blocks)
    return Content(front + normaliser.blocks(body), notes)


def need_blank_line(before: Block, after: Block) -> bool:
    """Whether two blocks would be read as one, or as others, if no blank line stood between them."""
    match after:
        case Heading() | Code() | Rule():
            return isinstance(before, MarkupBlock | Definitions)
        case Quote():
            return isinstance(before, MarkupBlock | Definitions | Quote)
        case Table():
            return _is_open(before) and not isinstance(before, Paragraph | FormulaBlock)
        case List():
            interrupts = after.start == 1 and (after.items[0].blocks or after.items[0].checked is not None)
            return isinstance(before, MarkupBlock | Definitions) or (not interrupts and _is_open(before))
        case FormulaBlock():
            return _is_open(before) and not isinstance(before, Paragraph | FormulaBlock)
        case Paragraph():
            return _is_open(before) and not isinstance(before, FormulaBlock)
        case MarkupBlock() | Definitions():
            return _is_open(before)


def _is_open(block: Block) -> bool:
    """Whether a line of text right below a block would belong to it."""
    match block:
        case Heading() | Code() | Rule():
            return False
        case Quote(blocks, kind):
            return _is_open(blocks[-1]) if blocks else bool(kind)
        case List(items):
            return bool(items[-1].blocks) and _is_open(items[-1].blocks[-1])
        case _:
            return True


def wrapping(span: Span) -> frozenset[Mark] | None:
    """The marks around the whole of a span; None if it has none of its own and takes those on both sides of it."""
    match span:
        case Text():
            return span.marks - {"code"}
        case Link(spans):
            inside = [marks for marks in map(wrapping, spans) if marks is not None]
            shared = frozenset.intersection(*inside) if inside else None
            return shared and shared - ELEMENTS if Break() in spans else shared
        case _:
            return None


def _names(notes: Iterable[str]) -> dict[str, str]:
    """The names of notes as Markdown takes them, each once."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for name in notes:
        base = new = _NOT_IN_NAME.sub("-", name.strip()) or "note"
        number = 2
        while normal_label(new) in taken:
            new, number = f"{base}-{number}", number + 1
        taken.add(normal_label(new))
        names[name] = new
    return names


def _front_matter(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The front matter, if the first block is it, and the blocks behind it."""
    match blocks:
        case (MarkupBlock(source, "frontmatter"), *_) if _reads_as(source, FrontMatter) == source:
            return blocks[:1], blocks[1:]
    return (), blocks


def _reads_as(source: str, kind: type[object]) -> str | None:
    """What a source holds, if it is one block of that kind and leaves the next one alone."""
    tree = parse(source + "\n\n%")
    if len(tree.children) != 2 or not isinstance(tree.children[0], kind):
        return None
    block = tree.children[0]
    if isinstance(block, HtmlBlock):
        return "".join(tree.text[start:end] for start, end in block.pieces).rstrip("\n")
    return Inlines(tree).plain_text(block) if isinstance(block, MathBlock) else tree.source(block)


def _reads_in_line_as(source: str, kind: str, text: str) -> bool:
    """Whether a source is one span of that kind, with that text."""
    tree = parse(f"%{source}%")
    if len(tree.children) != 1 or not isinstance(tree.children[0], SourceParagraph):
        return False
    spans = Inlines(tree).of(tree.children[0])
    return len(spans) == 3 and (spans[1].type, spans[1].text, spans[1].end) == (kind, text, 1 + len(source))


class _Normaliser:
    """Knows the names of the notes."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    # Blocks

    def blocks(self, blocks: Iterable[Block], depth: int = 0) -> tuple[Block, ...]:
        return joined(each for block in blocks for each in self.block(block, depth))

    def block(self, block: Block, depth: int) -> Iterator[Block]:
        """What becomes of a block: another, none or several."""
        if depth > _DEEPEST and isinstance(block, Quote | List | Table | Definitions):
            for leaf in _leaves(block):
                yield from self.block(leaf, depth)
            return
        match block:
            case Heading(level, spans):
                yield Heading(min(max(level, 1), _HIGHEST_LEVEL), self.line(spans))
            case Paragraph(spans):
                yield from _paragraph(self.line(spans))
            case Code(text, language):
                yield Code(_ENDING.sub("\n", text), _one_line(language).strip())
            case FormulaBlock(latex):
                yield from _formula_block(latex)
            case Quote(blocks, kind):
                yield Quote(self.blocks(blocks, depth + 1), kind.lower() if kind.lower() in ALERTS else "")
            case List():
                yield from self.list(block, depth)
            case Table():
                yield from self.table(block, depth)
            case Definitions(terms):
                yield from self.definitions(terms, depth)
            case MarkupBlock(source, kind):
                yield _markup_block(source, kind)
            case Rule():
                yield block

    def list(self, block: List, depth: int) -> Iterator[Block]:
        items = tuple(Item(self.blocks(item.blocks, depth + 1), item.checked) for item in block.items)
        if not items:
            return
        start = min(max(block.start, 0), _HIGHEST_NUMBER) if block.is_ordered else 1
        yield List(items, block.is_ordered, start, _is_loose(items, block.is_loose))

    def table(self, block: Table, depth: int) -> Iterator[Block]:
        rows = _grid([[self.cell(cell, depth) for cell in row] for row in block.rows])
        if not rows or not rows[0]:
            return
        width = len(rows[0])
        alignments = (*block.alignments, *[None] * width)[:width]
        has_header = block.has_header and (len(rows) == 1 or any(cell.blocks for cell in rows[0]))
        yield Table(rows if has_header or not block.has_header else rows[1:], alignments, has_header)

    def cell(self, cell: Cell, depth: int) -> Cell:
        """A cell whose blocks are lines of one paragraph."""
        spans: list[Span] = []
        for line in self.lines(cell.blocks, depth + 1):
            spans += (Break(), *line) if spans else line
        line = _settled(spans)
        return replace(cell, blocks=(Paragraph(line),) if line else ())

    def lines(self, blocks: Iterable[Block], depth: int) -> Iterator[tuple[Span, ...]]:
        """The lines of a cell; no tag begins a block in one."""
        for block in blocks:
            if isinstance(block, Paragraph):
                yield self.line(block.spans)
            else:
                yield from _lines(tuple(self.block(block, depth)))

    def definitions(self, terms: tuple[Term, ...], depth: int) -> Iterator[Block]:
        """Terms with their meanings; where one of both is missing, the other stands alone."""
        for term in terms:
            line = merged(_without_block_tags(self.line(term.spans)))
            meanings = tuple(filter(None, (self.blocks(meaning, depth + 1) for meaning in term.meanings)))
            if not line:
                yield from (block for meaning in meanings for block in meaning)
            elif not meanings:
                yield from _paragraph(line)
            elif len(line) == 1 and isinstance(line[0], Markup):
                yield Definitions((Term((Text(line[0].source),), meanings),))
            else:
                yield Definitions((Term(line, meanings),))

    # Lines

    def line(self, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        """The spans of a leaf."""
        return _settled(self.spans(spans))

    def spans(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Each span, or what becomes of it."""
        for span in spans:
            match span:
                case Text(text, marks):
                    yield Text(_one_line(text), marks)
                case Link():
                    yield from self.link(span)
                case Picture(source, description, title):
                    yield Picture(_one_line(source).strip(), _one_line(description).strip(), _one_line(title))
                case Formula(latex):
                    yield _formula(_one_line(latex).strip())
                case Note(name):
                    yield Note(self.names[name]) if name in self.names else Text(f"[^{name}]")
                case Markup(source):
                    yield _markup(_one_line(source))
                case Break():
                    yield span

    def link(self, link: Link) -> Iterator[Span]:
        """A link that holds neither links nor notes, and no break at its edges; the notes stand behind it."""
        inside: list[Span] = []
        notes: list[Span] = []
        for span in self.spans(link.spans):
            match span:
                case Link(spans):
                    inside += spans
                case Note():
                    notes.append(span)
                case _:
                    inside.append(span)
        spans = _without_edges(merged(_without_block_tags(inside, is_start=False)), are_whole=False)
        first = next((index for index, span in enumerate(spans) if not isinstance(span, Break)), len(spans))
        last = next((index for index in range(len(spans), first, -1) if not isinstance(spans[index - 1], Break)), first)
        yield from spans[:first]
        yield Link(_touching(spans[first:last]), _one_line(link.address).strip(), _one_line(link.title))
        yield from (*notes, *spans[last:])


def _one_line(text: str) -> str:
    return _LINE_END.sub(" ", text)


def _settled(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans of a leaf with their white space and marks where Markdown can have them."""
    return _touching(_without_edges(tuple(_set_apart(merged(spans)))))


def _set_apart(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans with a space between a note and a link right behind it; the parser would see no note."""
    last: Span | None = None
    for span in spans:
        if isinstance(last, Note) and isinstance(span, Link):
            yield Text(" ")
        yield span
        last = span


def _without_block_tags(spans: Iterable[Span], *, is_start: bool = True) -> Iterator[Span]:
    """Spans without tags that would begin a block at the beginning of their line: these become text."""
    for span in spans:
        if isinstance(span, Markup) and is_start and _reads_as(f"{span.source}%", HtmlBlock):
            yield Text(span.source)
        else:
            yield span
        is_start = isinstance(span, Break)


def _paragraph(line: tuple[Span, ...]) -> Iterator[Block]:
    line = merged(_without_block_tags(line))
    if len(line) == 1 and isinstance(line[0], Markup) and _reads_as(line[0].source, HtmlBlock):
        yield MarkupBlock(line[0].source)
    elif line:
        yield Paragraph(line)


def _leaves(block: Block) -> Iterator[Block]:
    """The blocks in a block that hold no others, however deep they are, and the terms."""
    waiting: list[Block] = [block]
    while waiting:
        block = waiting.pop()
        if isinstance(block, Quote | List | Table | Definitions):
            waiting += reversed([each for row in _rows(block) for each in row])
        else:
            yield block


def _rows(block: Block) -> Iterator[tuple[Block, ...]]:
    if not isinstance(block, Definitions):
        yield from blocks_in(block)
        return
    for term in block.terms:
        yield (Paragraph(term.spans),)
        yield from term.meanings


def _formula_block(latex: str) -> Iterator[Block]:
    """A formula on its lines, on one line if they would be read as a list or the like, or else as code."""
    lines = [line.strip() for line in _ENDING.sub("\n", latex).split("\n") if line.strip()]
    if not lines:
        return
    for formula in ("\n".join(lines), " ".join(lines)):
        if _reads_as(f"$$\n{formula}\n$$", MathBlock) == formula:
            yield FormulaBlock(formula)
            return
    yield Code("\n".join(lines), "math")


def _formula(latex: str) -> Span:
    is_one = latex and _reads_in_line_as(f"${latex}$", "math", latex)
    return Formula(latex) if is_one else Text(latex, frozenset(("code",)))


def _markup(source: str) -> Span:
    return Markup(source) if _reads_in_line_as(source, "html", source) else Text(source)


def _markup_block(source: str, kind: str) -> Block:
    if kind != "html":
        return Code(source, "yaml" if kind == "frontmatter" else kind)
    source = _ENDING.sub("\n", source).strip("\n").lstrip(" ")
    if end := missing_end(source):
        source = f"{source}\n{end}"
    return MarkupBlock(source) if _reads_as(source, HtmlBlock) == source else Code(source, "html")


def _is_loose(items: Sequence[Item], is_loose: bool) -> bool:
    has_paragraph = any(isinstance(block, Paragraph | FormulaBlock) for item in items for block in item.blocks)
    if is_loose:
        return len(items) > 1 or (has_paragraph and len(items[0].blocks) > 1)
    return has_paragraph and any(need_blank_line(*pair) for item in items for pair in pairwise(item.blocks))


def _grid(rows: Sequence[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Rows in which each cell takes one column and one row; equally long, with empty cells where others reached."""
    empty = Cell(())
    placed: list[list[Cell]] = []
    reached: dict[int, int] = {}  # how many more rows the cell above takes, by column
    for row in rows:
        line: list[Cell] = []
        below: dict[int, int] = {column: left - 1 for column, left in reached.items() if left > 1}
        for cell in row:
            while reached.get(len(line)):
                line.append(empty)
            columns = min(max(cell.columns, 1), _MOST_COLUMNS)
            below |= {column: cell.rows - 1 for column in range(len(line), len(line) + columns) if cell.rows > 1}
            line += [Cell(cell.blocks), *[empty] * (columns - 1)]
        placed.append(line)
        reached = below
    width = max(map(len, placed), default=0)
    return tuple((*line, *[empty] * (width - len(line))) for line in placed)


def _lines(blocks: Iterable[Block]) -> Iterator[tuple[Span, ...]]:
    """The lines that blocks are where there can be no blocks."""
    for block in blocks:
        match block:
            case Heading(_, spans) | Paragraph(spans):
                yield spans
            case Code(text):
                yield from ((Text(line, frozenset(("code",))),) for line in text.split("\n"))
            case FormulaBlock(latex):
                yield (_formula(_one_line(latex)),)
            case List():
                yield from _item_lines(block)
            case Table(rows):
                yield from (_row_line(row) for row in rows)
            case Definitions(terms):
                for term in terms:
                    yield term.spans
                    yield from (line for meaning in term.meanings for line in _lines(meaning))
            case MarkupBlock(source):
                yield (_markup(_one_line(source)),)
            case Quote():
                yield from _lines(block.blocks)
            case Rule():
                pass


def _item_lines(block: List) -> Iterator[tuple[Span, ...]]:
    for number, item in enumerate(block.items, block.start):
        marker = f"{number}. " if block.is_ordered else "- "
        box = "" if item.checked is None else "[x] " if item.checked else "[ ] "
        first, *others = [*_lines(item.blocks)] or [()]
        yield (Text(marker + box), *first)
        yield from others


def _row_line(row: Iterable[Cell]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for cell in row:
        spans += [Text(" | ")] if spans else []
        spans += [span for line in _lines(cell.blocks) for span in line]
    return tuple(spans)


def _without_edges(spans: tuple[Span, ...], *, are_whole: bool = True) -> tuple[Span, ...]:
    """Spans without the white space at the edges of their lines, and if they are a whole leaf, no break at the end."""
    while True:
        trimmed = merged(_trimmed(spans, are_whole))
        while are_whole and trimmed and isinstance(trimmed[-1], Break):
            trimmed = trimmed[:-1]
        if trimmed == spans:
            return trimmed
        spans = trimmed


def _trimmed(spans: Sequence[Span], are_whole: bool) -> Iterator[Span]:
    for index, span in enumerate(spans):
        if not isinstance(span, Text) or span.marks & (ELEMENTS | {"code"}):
            yield span
            continue
        starts = isinstance(spans[index - 1], Break) if index else are_whole
        ends = isinstance(spans[index + 1], Break) if index + 1 < len(spans) else are_whole
        text = span.text.lstrip(_EDGES) if starts else span.text
        yield Text(text.rstrip(_EDGES) if ends else text, span.marks)


def _touching(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Spans in which no mark that is written with characters has white space at its edges."""
    pieces: list[Span] | None = None
    for mark in DELIMITED:
        if any(mark in (wrapping(span) or ()) for span in spans):
            pieces = pieces or [each for span in spans for each in _pieces(span)]
            _take_off_edges(pieces, mark)
    return spans if pieces is None else merged(pieces)


def _pieces(span: Span) -> Iterable[Span]:
    """A text as the white space at its edges and what is between them."""
    if isinstance(span, Text) and "code" not in span.marks:
        text = span.text.lstrip()
        before, behind = len(span.text) - len(text), len(text.rstrip())
        return (Text(each, span.marks) for each in (span.text[:before], text[:behind], text[behind:]) if each)
    return (span,)


def _may_have(span: Span, mark: Mark) -> bool:
    marks = wrapping(span)
    return marks is None or mark in marks


def _take_off_edges(pieces: list[Span], mark: Mark) -> None:
    """Take a mark off the white space at the edges of each run that has it."""
    begin = 0
    while begin < len(pieces):
        marks = wrapping(pieces[begin])
        if marks is None or mark not in marks:
            begin += 1
            continue
        end = begin
        while end < len(pieces) and _may_have(pieces[end], mark):
            end += 1
        for side in (range(begin, end), range(end - 1, begin - 1, -1)):
            for index in side:
                piece = pieces[index]
                if isinstance(piece, Text) and piece.text.isspace() and "code" not in piece.marks:
                    pieces[index] = Text(piece.text, piece.marks - {mark})
                elif wrapping(piece) is not None:
                    break
        begin = end
