"""The block structure of a Markdown text: an immutable tree whose offsets are code points of the source.

`parse` reads CommonMark with GitHub's tables, task lists, alerts and footnotes, math, definition lists and front
matter. Inline content is not read here: a leaf says where its content is, `inlines` says what is in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, cast

import pyromark
from pyromark import Options

from quire.core.value import entity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Span = tuple[int, int]
ListKind = Literal["bullet", "ordered", "task"]
Alignment = Literal["left", "center", "right"] | None


@entity
class Block:
    """A block of the document, from its first mark to the end of its last line, without that line's ending.

    The inner range is its content: what stands behind the marker of a container and between the marks of a leaf.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    children: Sequence[Block]

    TYPE: ClassVar[str] = "block"

    @property
    def type(self) -> str:
        """The name of this kind of block, as tools spell it."""
        return self.TYPE

    def walk(self) -> Iterator[Block]:
        """Yield this block and all below it, in document order."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            yield block
            if block.children:
                waiting += block.children[::-1]

    def touched(self, start: int, end: int) -> Sequence[Block]:
        """Return the children of which a part is in a range, its edges included."""
        first = bisect_left(self.children, start, key=end_of)
        return self.children[first : bisect_right(self.children, end, key=start_of)]

    def own(self, _by: int) -> tuple[Any, ...]:
        """What only this kind of block has, so many characters further on."""
        return ()

    def fields(self, by: int) -> tuple[Any, ...]:
        """All that is known of the block itself, so many characters further on."""
        return (self.start + by, self.end + by, self.inner_start + by, self.inner_end + by, *self.own(by))

    def moved(self, by: int, children: tuple[Block, ...]) -> Block:
        """The same block with other children, so many characters further on."""
        start, end, inner_start, inner_end, *own = self.fields(by)
        return type(self)(start, end, inner_start, inner_end, children, *own)


class Seam(NamedTuple):
    """How many blocks at the beginning and at the end of a tree are those of another, which has that key."""

    key: object
    before: int
    behind: int


@entity
class Tree(Block):
    """The root: a text and the blocks in it.

    A tree that was read after a change knows by its seam which blocks it has in common with the tree of before."""

    text: str
    seam: Seam | None = None
    key: object = field(default_factory=object)

    TYPE: ClassVar[str] = "document"

    def source(self, block: Block) -> str:
        """Return the source of a block."""
        return self.text[block.start : block.end]

    def path_at(self, position: int) -> tuple[Block, ...]:
        """Return the blocks at a position, from the root to the innermost one.

        A block holds the positions from its start to its end, both included, and the indentation before it.
        """
        path: list[Block] = [self]
        child = self._child_at(self, position)
        while child is not None:
            path.append(child)
            child = self._child_at(child, position)
        return tuple(path)

    def _child_at(self, parent: Block, position: int) -> Block | None:
        children = parent.children
        following = bisect_right(children, position, key=start_of)
        if following and position <= children[following - 1].end:
            return children[following - 1]
        if following < len(children) and not self.text[position : children[following].start].strip(WHITE):
            return children[following]
        return None

    def headings(self) -> Iterator[Heading]:
        """Yield every heading, nested ones included, in document order."""
        return (block for block in self.walk() if isinstance(block, Heading))


@entity
class Paragraph(Block):
    """Running text."""

    TYPE: ClassVar[str] = "paragraph"


@entity
class Heading(Block):
    """A heading, marked by `#` or, if `setext`, underlined."""

    level: int
    setext: bool

    TYPE: ClassVar[str] = "heading"

    def own(self, _by: int) -> tuple[Any, ...]:
        return self.level, self.setext


@entity
class CodeBlock(Block):
    """Code: fenced if `fence` holds its marks, else indented.

    The pieces are the source ranges whose concatenation is the code, free of the indentation and `>` of containers.
    """

    fence: str
    info: str
    closed: bool
    pieces: tuple[Span, ...]

    TYPE: ClassVar[str] = "codeBlock"

    @property
    def language(self) -> str:
        """The first word of the info string."""
        return self.info.split(maxsplit=1)[0] if self.info else ""

    def own(self, by: int) -> tuple[Any, ...]:
        return self.fence, self.info, self.closed, _further(self.pieces, by)


@entity
class HtmlBlock(Block):
    """Raw HTML."""

    pieces: tuple[Span, ...]

    TYPE: ClassVar[str] = "htmlBlock"

    def own(self, by: int) -> tuple[Any, ...]:
        return (_further(self.pieces, by),)


@entity
class MathBlock(Block):
    """A paragraph that is nothing but one `$$` formula."""

    TYPE: ClassVar[str] = "mathBlock"


@entity
class ThematicBreak(Block):
    """A horizontal rule."""

    TYPE: ClassVar[str] = "thematicBreak"


@entity
class FrontMatter(Block):
    """Metadata before the document's text; the inner range is the YAML or TOML itself."""

    language: Literal["yaml", "toml"]

    TYPE: ClassVar[str] = "frontMatter"

    def own(self, _by: int) -> tuple[Any, ...]:
        return (self.language,)


@entity
class LinkDefinition(Block):
    """A link reference definition, `[label]: destination "title"`; the inner range is the destination."""

    label: str
    title: Span | None

    TYPE: ClassVar[str] = "linkDefinition"

    def own(self, by: int) -> tuple[Any, ...]:
        return self.label, self.title and (self.title[0] + by, self.title[1] + by)


@entity
class Quote(Block):
    """A block quote, or one of GitHub's alerts (`note`, `tip`, `important`, `warning`, `caution`)."""

    alert: str | None

    TYPE: ClassVar[str] = "blockquote"

    @property
    def type(self) -> str:
        """Tell an alert from a plain quote."""
        return "alert" if self.alert else self.TYPE

    def own(self, _by: int) -> tuple[Any, ...]:
        return (self.alert,)


@entity
class List(Block):
    """A list; it is a task list if each of its items has a checkbox, whatever the marker."""

    kind: ListKind
    delimiter: str
    first_number: int | None
    tight: bool

    @property
    def type(self) -> str:
        """Tell the three kinds of list apart."""
        return f"{self.kind}List"

    def own(self, _by: int) -> tuple[Any, ...]:
        return self.kind, self.delimiter, self.first_number, self.tight


@entity
class ListItem(Block):
    """An item, from its marker on; `content_column` (tabs expanded) is where its children must stand."""

    marker_end: int
    content_column: int
    number: int | None
    checkbox: Span | None
    checked: bool | None

    TYPE: ClassVar[str] = "listItem"

    def own(self, by: int) -> tuple[Any, ...]:
        box = self.checkbox and (self.checkbox[0] + by, self.checkbox[1] + by)
        return self.marker_end + by, self.content_column, self.number, box, self.checked


@entity
class Table(Block):
    """A table: its rows (the first is the header), and the row of dashes, which is no child."""

    alignments: tuple[Alignment, ...]
    delimiter_row: Span

    TYPE: ClassVar[str] = "table"

    def own(self, by: int) -> tuple[Any, ...]:
        start, end = self.delimiter_row
        return self.alignments, (start + by, end + by)


@entity
class TableRow(Block):
    """A row of as many cells as the table has columns; a cell that the source lacks is empty, at the row's end."""

    header: bool

    TYPE: ClassVar[str] = "tableRow"

    def own(self, _by: int) -> tuple[Any, ...]:
        return (self.header,)


@entity
class TableCell(Block):
    """What stands between two pipes; the inner range leaves out the spaces around it."""

    TYPE: ClassVar[str] = "tableCell"


@entity
class FootnoteDefinition(Block):
    """The text of a footnote."""

    label: str

    TYPE: ClassVar[str] = "footnoteDefinition"

    def own(self, _by: int) -> tuple[Any, ...]:
        return (self.label,)


@entity
class DefinitionList(Block):
    """Terms and their definitions."""

    TYPE: ClassVar[str] = "definitionList"


@entity
class DefinitionTerm(Block):
    """A term, on a line of its own."""

    TYPE: ClassVar[str] = "definitionTerm"


@entity
class Definition(Block):
    """A definition, behind a colon."""

    TYPE: ClassVar[str] = "definition"


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks and all below them, in document order."""
    return (each for block in blocks for each in block.walk())


def start_of(block: Block) -> int:
    """Return where a block starts: siblings are in that order."""
    return block.start


def end_of(block: Block) -> int:
    """Return where a block ends: siblings are in that order."""
    return block.end


def _further(spans: tuple[Span, ...], by: int) -> tuple[Span, ...]:
    return tuple([(start + by, end + by) for start, end in spans])


def parse(text: str) -> Tree:
    """Parse a text into its blocks."""
    lines = _with_line_feeds(text)
    front, body = _front_matter(lines)
    root = _Frame("Document", None, body, len(text))
    root.children.extend(front)
    _Reader(lines, root).read(body)
    return Tree(0, len(text), body, len(text), tuple(root.children), text)


def body_start(text: str) -> int:
    """Return where the text itself begins, behind a byte order mark and front matter."""
    start = int(text.startswith(BYTE_ORDER_MARK))
    if not text.startswith(("---", "+++"), start):
        return start
    return _front_matter(_with_line_feeds(text))[1]


BYTE_ORDER_MARK = "\ufeff"
WHITE = " \t\v\f"  # what the parser takes for white space inside of a line
_WHITE_OR_ENDING = WHITE + "\r\n"

# A text of the same length in which every line ends with a line feed, so that lines are quick to find.
_LONE_RETURN = re.compile(r"\r(?!\n)")


def _with_line_feeds(text: str) -> str:
    return _LONE_RETURN.sub("\n", text) if "\r" in text else text


_OPTIONS = (
    Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_MATH
    | Options.ENABLE_GFM
    | Options.ENABLE_DEFINITION_LIST
)

# The parser takes any line that begins with a colon for a definition, and so `:::` and `:label:`.
_NO_DEFINITION = re.compile(r"(\n[ \t>]*):(?![\s-])")
_ASCII_OR_PERCENT = bytes(range(0x80)) + b"%" * 0x80
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))


def _masked(text: str, body: int) -> str:
    """Return the text with `%` for each character beyond ASCII, and with blank lines before its body.

    The parser counts bytes; in this text bytes are code points. No character beyond ASCII means anything to the block
    structure, and neither does `%`, which unlike a letter makes no HTML tag and unlike a control no bad destination.
    """
    if not text.isascii():
        encoded = text.encode("utf-8", "surrogatepass")
        text = encoded.translate(_ASCII_OR_PERCENT, _CONTINUATION_BYTES).decode("ascii")
    text = _NO_DEFINITION.sub(r"\1%", text)
    return "\n" * body + text[body:] if body else text


_FRONT_MATTER: dict[Literal["yaml", "toml"], re.Pattern[str]] = {
    "yaml": re.compile(r"---[ \t]*\r?\n(?!\s*?\n)(?P<inner>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?=\r?(?:\n|\Z))"),
    "toml": re.compile(r"\+\+\+[ \t]*\r?\n(?P<inner>(?:.*\n)*?)\+\+\+[ \t]*(?=\r?(?:\n|\Z))"),
}


def _front_matter(text: str) -> tuple[list[Block], int]:
    """Return the front matter, if there is any, and where the text behind it begins.

    The parser's own reading of metadata is not used: it takes any text between two rules for it, anywhere.
    """
    start = int(text.startswith(BYTE_ORDER_MARK))
    for language, pattern in _FRONT_MATTER.items():
        found = pattern.match(text, start)
        if found:
            inner_start, inner_end = found.span("inner")
            inner_end = _content_end(text, inner_start, inner_end)
            return [FrontMatter(start, found.end(), inner_start, inner_end, (), language)], found.end()
    return [], start


class _Frame:
    """A container that is open while its content is read."""

    __slots__ = ("checkbox", "children", "end", "label", "loose", "marker_end", "name", "position", "start", "value")

    def __init__(self, name: str, value: object, start: int, end: int) -> None:
        self.name = name
        self.value = value
        self.start = start
        self.end = end
        self.marker_end = start
        self.label: str | None = None  # what its marker says: a number, the name of a footnote or an alert
        self.position = start  # everything before it is accounted for
        self.children: list[Block] = []
        self.loose = False
        self.checkbox: Span | None = None


class _Leaf:
    """A leaf that is open while its content is read."""

    __slots__ = ("end", "name", "pieces", "start", "value")

    def __init__(self, name: str, value: object, start: int, end: int) -> None:
        self.name = name
        self.value = value
        self.start = start
        self.end = end
        self.pieces: list[Span] | None = [] if name in ("CodeBlock", "HtmlBlock") else None


class _Reader:
    """Turns the parser's events into blocks, in one pass."""

    def __init__(self, text: str, root: _Frame) -> None:
        self.text = text
        self.stack = [root]
        self.leaf: _Leaf | None = None
        self.run: Span | None = None  # a paragraph of a tight list, which has no events of its own
        self.formula: Span = (-1, -1)
        self.may_define = "]:" in text

    def read(self, body: int) -> None:
        """Read the whole text."""
        for event, span in pyromark.events_with_range(_masked(self.text, body), options=_OPTIONS):
            if isinstance(event, str):
                if event == "Rule":
                    self.rule(span["start"], span["end"])
                elif self.leaf is None:
                    self.inline(span["start"], span["end"])
            elif "Start" in event:
                tag = event["Start"]
                if isinstance(tag, str):
                    self.open(tag, None, span["start"], span["end"])
                else:
                    [(name, value)] = tag.items()
                    self.open(name, value, span["start"], span["end"])
            elif "End" in event:
                tag_end = event["End"]
                self.close(tag_end if isinstance(tag_end, str) else next(iter(tag_end)))
            elif "TaskListMarker" in event:
                self.check((span["start"], span["end"]))
            else:
                if "DisplayMath" in event:
                    self.formula = (span["start"], span["end"])
                if self.leaf is None:
                    self.inline(span["start"], span["end"])
                elif self.leaf.pieces is not None:
                    self.leaf.pieces.append((span["start"], span["end"]))
        self.finish_run()
        self.define_until(len(self.text))

    def open(self, name: str, value: object, start: int, end: int) -> None:
        """Open a block, or go on with the paragraph in which an inline begins."""
        if name == "Paragraph" or name in _LEAVES:
            self.finish_run()
            self.define_until(start)
            self.leaf = _Leaf(name, value, start, end)
        elif name in _CONTAINERS:
            self.finish_run()
            frame = _Frame(name, value, max(start, self.stack[-1].position), end)
            _enter(self.text, frame)
            self.define_until(frame.start)
            self.stack.append(frame)
        elif self.leaf is None:
            self.inline(start, end)

    def close(self, name: str) -> None:
        """Close a block and put it into its container."""
        if self.leaf is not None:
            if name == self.leaf.name:
                leaf, self.leaf = self.leaf, None
                self.close_leaf(leaf)
        elif name in _CONTAINERS:
            self.finish_run()
            frame = self.stack[-1]
            if name != "DefinitionList":  # its range may reach into the block behind it
                self.define_until(frame.end)
            self.stack.pop()
            if name == "Item" and frame.loose:
                self.stack[-1].loose = True
            self.add(_CONTAINERS[name](self.text, frame))

    def close_leaf(self, leaf: _Leaf) -> None:
        """Put a leaf into its container, which is loose if a paragraph in it has its own events."""
        if leaf.name == "Paragraph":
            self.stack[-1].loose = True
            self.paragraph(leaf.start, leaf.end)
        else:
            self.add(_LEAVES[leaf.name](self.text, leaf))

    def inline(self, start: int, end: int) -> None:
        """Start or extend the paragraph that no event announces, since there is no leaf here."""
        if self.run is not None:
            self.run = (self.run[0], max(self.run[1], end))
            return
        if self.text[start - 1] == "\\":  # the parser leaves out the mark of an escape
            start -= 1
        self.define_until(start)
        self.run = (start, end)

    def finish_run(self) -> None:
        """End the paragraph that no event announced."""
        run, self.run = self.run, None
        if run is not None:
            self.paragraph(run[0], _line_end(self.text, run[1]))

    def paragraph(self, start: int, end: int) -> None:
        """Add a paragraph, or the formula that is all it holds, up to the end of its last line."""
        inner_end = _strip_end(self.text, start, end)
        end = _line_end(self.text, inner_end)
        if self.formula == (start, inner_end):
            self.add(MathBlock(start, end, start + 2, inner_end - 2, ()))
        elif start < inner_end:
            self.add(Paragraph(start, end, start, inner_end, ()))

    def rule(self, start: int, end: int) -> None:
        """Add a thematic break."""
        self.finish_run()
        self.define_until(start)
        end = _content_end(self.text, start, end)
        self.add(ThematicBreak(start, end, end, end, ()))

    def check(self, checkbox: Span) -> None:
        """Note the checkbox of the innermost item; it is not part of the item's paragraph."""
        item = next(frame for frame in reversed(self.stack) if frame.name == "Item")
        item.checkbox = checkbox
        item.position = checkbox[1]
        if self.leaf is not None:
            self.leaf.start = _skip_white(self.text, checkbox[1], self.leaf.end)

    def add(self, block: Block) -> None:
        """Put a finished block into the innermost open container."""
        container = self.stack[-1]
        container.children.append(block)
        container.position = block.end

    def define_until(self, end: int) -> None:
        """Add the link definitions before `end`: what is neither block nor marker is one of them."""
        if not self.may_define or self.stack[-1].name in _TABLE_PARTS:
            return
        position = self.stack[-1].position
        if self.text.find("]:", position, end) < 0:
            return
        for found in _LINK_DEFINITION.finditer(self.text, position, end):
            title = found.span("title") if found["title"] else None
            inner_start, inner_end = found.span("destination")
            label = _LINE_PREFIX.sub(" ", found["label"])
            self.add(LinkDefinition(*found.span(), inner_start, inner_end, (), label, title))


_TABLE_PARTS = ("Table", "TableHead", "TableRow")  # a row may have more cells than there are columns
_LINE_PREFIX = re.compile(r"\r?\n[ \t>]*")

# White space with at most one line ending, and the markers of quotes behind it.
_GAP = r"[ \t]*(?:\r?\n[ \t>]*)?"
_LINK_DEFINITION = re.compile(
    rf"""
    \[ (?P<label> (?: [^\[\]\\] | \\. )+ ) \]: {_GAP}
    (?P<destination> <(?: [^<>\\\r\n] | \\. )*> | [^\s<]\S* )
    (?:
        (?=\s) {_GAP}
        (?P<title> "(?: [^"\\] | \\. )*" | '(?: [^'\\] | \\. )*' | \((?: [^()\\] | \\. )*\) )
        (?= [ \t]* (?: [\r\n] | \Z ) )
    )?
    """,
    re.VERBOSE | re.DOTALL,
)
_ALERT_MARKER = re.compile(r">[ \t]*\[!([A-Za-z]+)\]")
_MARKERS = {
    "BlockQuote": re.compile(r">()"),
    "Item": re.compile(r"(?:[-+*]|(\d{1,9})[.)])"),
    "FootnoteDefinition": re.compile(r"\[\^([^\]]*)\]:"),
    "DefinitionListDefinition": re.compile(r":()"),
}


def _enter(text: str, frame: _Frame) -> None:
    """Move the start of a container to its marker, and read the marker."""
    # Behind a tab the parser lets an item begin too early, with the marker of the quote around it.
    before = _WHITE_OR_ENDING + ">" if frame.name in ("List", "Item") else WHITE
    frame.start = frame.marker_end = frame.position = _skip(text, frame.start, frame.end, before)
    marker = _ALERT_MARKER if frame.name == "BlockQuote" and frame.value else _MARKERS.get(frame.name)
    found = marker.match(text, frame.start) if marker else None
    if found:
        frame.marker_end = frame.position = found.end()
        frame.label = found[1]


def _heading(text: str, leaf: _Leaf) -> Block:
    level = int(cast("dict[str, str]", leaf.value)["level"][1])
    start, end = leaf.start, _content_end(text, leaf.start, leaf.end)
    underline = text.rfind("\n", start, end)
    if underline > 0:
        return Heading(start, end, start, _strip_end(text, start, underline), (), level, True)
    inner_start = _skip_white(text, start + level, end)
    inner_end = _strip_end(text, inner_start, end)
    content = text[inner_start:inner_end].rstrip("#")
    if not content or content[-1] in " \t":  # closing marks count only behind a space
        inner_end = _strip_end(text, inner_start, inner_start + len(content))
    return Heading(start, end, inner_start, inner_end, (), level, False)


def _code_block(text: str, leaf: _Leaf) -> Block:
    start, end = leaf.start, _content_end(text, leaf.start, leaf.end)
    pieces = _pieces(leaf, end)
    if leaf.value == "Indented":
        return CodeBlock(_before_indentation(text, start), end, start, end, (), "", "", True, pieces)
    opening = text[start : _line_end(text, start)]
    info = opening.lstrip(opening[0])
    fence = opening[: len(opening) - len(info)]
    inner_start = min(text.find("\n", start) + 1 or end, end)
    inner_end = end
    closed = _is_closed(text, leaf, end, fence)
    if closed:
        last_line = _line_start(text, end)
        inner_end = max(inner_start, _line_end(text, _line_start(text, last_line - 1)))
    return CodeBlock(start, end, inner_start, inner_end, (), fence, info.strip(), closed, pieces)


def _is_closed(text: str, leaf: _Leaf, end: int, fence: str) -> bool:
    """Tell whether a fenced block ends with a fence; only then does the parser leave out the line's ending."""
    last_line = _line_start(text, end)
    closing = text[last_line:end].lstrip(" \t>")
    is_fence = closing.startswith(fence) and not closing.strip(" \t" + fence[0])
    is_code = any(end > last_line for _, end in (leaf.pieces or ())[-1:])  # a fence that is indented too far
    ends = leaf.end == len(text) or text[leaf.end - 1] != "\n"
    return is_fence and not is_code and last_line > leaf.start and ends


def _pieces(leaf: _Leaf, end: int) -> tuple[Span, ...]:
    return tuple((first, min(last, end)) for first, last in leaf.pieces or () if first < min(last, end))


def _html_block(text: str, leaf: _Leaf) -> Block:
    end = _content_end(text, leaf.start, leaf.end)
    return HtmlBlock(leaf.start, end, leaf.start, end, (), _pieces(leaf, end))


def _definition_term(text: str, leaf: _Leaf) -> Block:
    end = _content_end(text, leaf.start, leaf.end)
    return DefinitionTerm(leaf.start, end, leaf.start, _strip_end(text, leaf.start, end), ())


def _table_cell(text: str, leaf: _Leaf) -> Block:
    start, end = leaf.start, leaf.end
    inner_start = _skip_white(text, start, end)
    if inner_start == end:  # an empty cell is written into behind its first space
        inner_start = inner_end = min(start + 1, end)
    else:
        inner_end = _strip_end(text, inner_start, end)
    return TableCell(start, end, inner_start, inner_end, ())


def _table_row(text: str, frame: _Frame) -> Block:
    end = _content_end(text, frame.start, frame.end)
    cells = frame.children
    for index in range(len(cells) - 1, -1, -1):
        if cells[index].end <= end:
            break
        cells[index] = TableCell(end, end, end, end, ())  # the parser puts a missing cell behind the row's line
    return TableRow(frame.start, end, frame.start, end, tuple(cells), frame.name == "TableHead")


_ALIGNMENTS: dict[str, Alignment] = {"None": None, "Left": "left", "Center": "center", "Right": "right"}


def _table(text: str, frame: _Frame) -> Block:
    rows = tuple(frame.children)
    dashes = _skip(text, _line_end(text, rows[0].end), len(text), " \t\r\n>")
    delimiter_row = (dashes, _content_end(text, dashes, _line_end(text, dashes)))
    start, end = rows[0].start, max(rows[-1].end, delimiter_row[1])
    alignments = tuple(_ALIGNMENTS[name] for name in cast("tuple[str, ...]", frame.value))
    return Table(start, end, start, end, rows, alignments, delimiter_row)


def _quote(text: str, frame: _Frame) -> Block:
    end = max(frame.position, _content_end(text, frame.start, frame.end))
    inner_start = frame.children[0].start if frame.children else end
    alert = frame.label.lower() if frame.label else None
    return Quote(frame.start, end, inner_start, end, tuple(frame.children), alert)


def _list(text: str, frame: _Frame) -> Block:
    items = [item for item in frame.children if isinstance(item, ListItem)]
    first = items[0]
    kind: ListKind = "bullet" if first.number is None else "ordered"
    if all(item.checkbox for item in items):
        kind = "task"
    tight = not frame.loose and not _has_blank_line_between(text, items)
    start, end = first.start, frame.position
    children = tuple(frame.children)
    return List(start, end, start, end, children, kind, text[first.marker_end - 1], first.number, tight)


def _has_blank_line_between(text: str, items: list[ListItem]) -> bool:
    return any(text.count("\n", item.end, following.start) > 1 for item, following in pairwise(items))


def _item(text: str, frame: _Frame) -> Block:
    return ListItem(
        frame.start,
        frame.position,
        frame.children[0].start if frame.children else frame.position,
        frame.position,
        tuple(frame.children),
        frame.marker_end,
        _content_column(text, frame.start, frame.marker_end),
        int(frame.label) if frame.label else None,
        frame.checkbox,
        text[frame.checkbox[0] + 1] in "xX" if frame.checkbox else None,
    )


def _content_column(text: str, start: int, marker_end: int) -> int:
    """Return the column of an item's content: one behind the marker if the line ends there or begins with code."""
    content = _skip_white(text, marker_end, len(text))
    line_start = _line_start(text, start)
    marker_column = len(text[line_start:marker_end].expandtabs(4))
    column = len(text[line_start:content].expandtabs(4))
    if column - marker_column > 4 or text[content : content + 1] in ("", "\n", "\r"):
        return marker_column + 1
    return column


def _footnote_definition(_text: str, frame: _Frame) -> Block:
    inner_start = frame.children[0].start if frame.children else frame.position
    end, children = frame.position, tuple(frame.children)
    return FootnoteDefinition(frame.start, end, inner_start, end, children, frame.label or "")


def _definition_list(_text: str, frame: _Frame) -> Block:
    return DefinitionList(frame.start, frame.position, frame.start, frame.position, tuple(frame.children))


def _definition(_text: str, frame: _Frame) -> Block:
    inner_start = frame.children[0].start if frame.children else frame.position
    return Definition(frame.start, frame.position, inner_start, frame.position, tuple(frame.children))


_CONTAINERS: dict[str, Callable[[str, _Frame], Block]] = {
    "BlockQuote": _quote,
    "List": _list,
    "Item": _item,
    "Table": _table,
    "TableHead": _table_row,
    "TableRow": _table_row,
    "FootnoteDefinition": _footnote_definition,
    "DefinitionList": _definition_list,
    "DefinitionListDefinition": _definition,
}
_LEAVES: dict[str, Callable[[str, _Leaf], Block]] = {
    "Heading": _heading,
    "CodeBlock": _code_block,
    "HtmlBlock": _html_block,
    "TableCell": _table_cell,
    "DefinitionListTitle": _definition_term,
}


def _skip(text: str, start: int, end: int, characters: str) -> int:
    while start < end and text[start] in characters:
        start += 1
    return start


def _skip_white(text: str, start: int, end: int) -> int:
    return _skip(text, start, end, WHITE)


def _strip_end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _WHITE_OR_ENDING:
        end -= 1
    return end


def _content_end(text: str, start: int, end: int) -> int:
    """Return the end of the last line that is not blank, without its line ending."""
    stripped = _strip_end(text, start, end)
    return min(end, _line_end(text, stripped)) if stripped > start else start


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _line_end(text: str, position: int) -> int:
    """Return where the line at a position ends, before its line ending."""
    end = text.find("\n", position)
    if end < 0:
        return len(text)
    return end - 1 if end > position and text[end - 1] == "\r" else end


def _before_indentation(text: str, start: int) -> int:
    """Return where the four columns before the first character of indented code begin."""
    for _ in range(4):
        if start == 0 or text[start - 1] not in " \t":
            break
        start -= 1
        if text[start] == "\t":
            break
    return start
