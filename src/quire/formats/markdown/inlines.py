"""The inline spans of a document: marks, links, code, formulas, breaks, each with its exact range in the source.

They are read when asked for, one leaf at a time. What the parser does not know is added: `==highlight==`,
`<u>underline</u>` and `++underline++`, bare addresses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

import pyromark
from pyromark import Options

from quire.core.value import value
from quire.core.words import HAN, KANA, WIDE_PUNCTUATION
from quire.formats.markdown.blocks import (
    CodeBlock,
    DefinitionTerm,
    FootnoteDefinition,
    Heading,
    HtmlBlock,
    LinkDefinition,
    MathBlock,
    Paragraph,
    Span,
    TableCell,
    TableRow,
)
from quire.formats.markdown.excerpt import Excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.formats.markdown.blocks import Block, Tree

LinkForm = Literal["inline", "reference", "collapsed", "shortcut", "autolink", "bare", "wiki"]


@value
class Inline:
    """A span of the source; the inner range is what stands between its marks.

    The type is `text`, `escape`, `entity`, `softBreak`, `hardBreak`, `code`, `math`, `html`, `footnoteReference`,
    `strong`, `emphasis`, `strikethrough`, `highlight`, `underline`, `link`, `image` or `wikiLink`. The text is what a
    reader sees of a span that has no children.
    """

    type: str
    start: int
    end: int
    inner_start: int
    inner_end: int
    children: tuple[Inline, ...] = ()
    text: str = ""

    def walk(self) -> Iterator[Inline]:
        """Yield this span and all below it, in document order."""
        waiting = [self]
        while waiting:
            span = waiting.pop()
            yield span
            waiting.extend(reversed(span.children))


@value
class Link(Inline):
    """A link, an image or a wiki link; the inner range is its text.

    The ranges tell where its destination (with angle brackets), title (with quotes) and label stand in it.
    """

    form: LinkForm = "inline"
    destination: str = ""
    title: str = ""
    destination_range: Span | None = None
    title_range: Span | None = None
    label_range: Span | None = None


class Inlines:
    """The inline spans of a tree, read leaf by leaf and kept."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._read: dict[Block, tuple[Inline, ...]] = {}
        self._texts: dict[Block, str] = {}
        self._targets: _Targets | None = None

    def of(self, block: Block) -> tuple[Inline, ...]:
        """Return the spans of a leaf, in order; only paragraphs, headings, cells and terms have any."""
        if not isinstance(block, _WITH_SPANS):
            return ()
        spans = self._read.get(block)
        if spans is None:
            spans = self._read[block] = self._plain(block) if self._is_plain(block) else self._reader(block).read()
        return spans

    def _is_plain(self, block: Block) -> bool:
        """Tell whether a leaf with spans is one line of text in which nothing can be more than text."""
        return _PLAIN.fullmatch(self._tree.text, block.inner_start, block.inner_end) is not None

    def _plain(self, block: Block) -> tuple[Inline, ...]:
        start, end = block.inner_start, block.inner_end
        return (Inline("text", start, end, start, end, (), self._tree.text[start:end]),) if start < end else ()

    def _reader(self, block: Block) -> _Reader:
        return _Reader(self._excerpt(block), self._known_targets(), isinstance(block, TableCell))

    def within(self, start: int, end: int) -> Iterator[tuple[Block, tuple[Inline, ...]]]:
        """Yield each leaf that a range touches, with its spans."""
        waiting: list[Block] = [self._tree]
        while waiting:
            block = waiting.pop()
            waiting += block.touched(start, end)[::-1]
            if not block.children:
                yield block, self.of(block)

    def path_at(self, position: int) -> tuple[Inline, ...]:
        """Return the spans around a position, outermost first; between two spans the earlier one counts."""
        path: list[Inline] = []
        spans = self.of(self._tree.path_at(position)[-1])
        while spans:
            around = next((span for span in spans if span.start <= position <= span.end), None)
            if around is None:
                break
            path.append(around)
            spans = around.children
        return tuple(path)

    def plain_text(self, block: Block, most: int | None = None) -> str:
        """Return what a reader sees of a block, without markup: leaves on lines, cells behind tabs.

        Once there are `most` characters, further leaves are left out.
        """
        if not block.children:
            return self._leaf_text(block)
        parts: list[str] = []
        length = 0
        separator = ""
        for each in block.walk():
            if isinstance(each, TableRow):
                separator = "\n" if parts else ""
            elif not each.children:
                if most is not None and length >= most:
                    break
                parts += (separator, self._leaf_text(each))
                length += len(parts[-1]) + 1
                separator = "\t" if isinstance(each, TableCell) else "\n"
            elif parts:
                separator = "\n"
        return "".join(parts)

    def _leaf_text(self, leaf: Block) -> str:
        text = self._texts.get(leaf)
        if text is None:
            text = self._texts[leaf] = self._shown(leaf)
        return text

    def _shown(self, leaf: Block) -> str:
        if isinstance(leaf, _WITH_SPANS):
            if leaf in self._read:
                return plain_text(self._read[leaf])
            if self._is_plain(leaf):
                return self._tree.text[leaf.inner_start : leaf.inner_end]
            return self._reader(leaf).text() or plain_text(self.of(leaf))
        if isinstance(leaf, CodeBlock):
            return self._joined(leaf.pieces)
        if isinstance(leaf, HtmlBlock):
            return _TAG.sub("", self._joined(leaf.pieces)).strip()
        if isinstance(leaf, MathBlock):
            return "".join(self._excerpt(leaf).lines).strip()
        return ""

    def _joined(self, pieces: Iterable[Span]) -> str:
        return "".join(self._tree.text[start:end] for start, end in pieces)

    def _excerpt(self, block: Block) -> Excerpt:
        return Excerpt.of(self._tree.text, block, self._tree.path_at(block.start)[1:-1])

    def _known_targets(self) -> _Targets:
        if self._targets is None:
            self._targets = _Targets(self._tree)
        return self._targets


_WITH_SPANS = (Paragraph, Heading, TableCell, DefinitionTerm)
# No sign of a mark, a link, an escape, an entity or an address, no line ending, nothing that the parser replaces.
_UNMARKED = r"[^\\`*_\[<&~=+$:@.\r\n\0\ud800-\udfff]*"
_PLAIN = re.compile(rf"{_UNMARKED}(?:(?:(?<![wW])\.|:(?!//)){_UNMARKED})*")
_TAG = re.compile(r"<!--.*?-->|<[^<>]*>", re.DOTALL)


def plain_text(spans: Sequence[Inline]) -> str:
    """Return what a reader sees of spans, without markup."""
    parts: list[str] = []
    waiting = list(reversed(spans))
    while waiting:
        span = waiting.pop()
        if span.children:
            waiting.extend(reversed(span.children))
        elif span.type not in ("html", "footnoteReference"):
            parts.append(span.text)
    return "".join(parts)


class _Targets:
    """What references in a document can point to."""

    def __init__(self, tree: Tree) -> None:
        self.links: dict[str, tuple[str, str]] = {}
        self.footnotes: set[str] = set()
        for block in _definitions(tree):
            if isinstance(block, LinkDefinition):
                destination = tree.text[block.inner_start : block.inner_end]
                title = tree.text[slice(*block.title)] if block.title else ""
                self.links.setdefault(normal_label(block.label), (_destination(destination), unescaped(title[1:-1])))
            elif isinstance(block, FootnoteDefinition):
                self.footnotes.add(normal_label(block.label))

    def resolve(self, link: pyromark.event.BrokenLink) -> tuple[str, str] | None:
        """Tell the parser, which sees one paragraph, what a label means in the document."""
        return self.links.get(normal_label(link["reference"]))

    def footnotes_in(self, content: str) -> str:
        """Return definitions of the footnotes to which a text refers, for the parser that sees this text alone."""
        labels = (label for label in _FOOTNOTE.findall(content) if normal_label(label) in self.footnotes)
        return "".join(f"\n\n[^{label}]: x" for label in dict.fromkeys(labels))


def _definitions(tree: Tree) -> Iterator[Block]:
    """The blocks around each place that looks like a definition: few texts have many."""
    place = tree.text.find("]:")
    while place >= 0:
        yield from tree.path_at(place)
        place = tree.text.find("]:", place + 1)


_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")


def normal_label(label: str) -> str:
    """The form of a label in which two of them are the same."""
    return " ".join(label.split()).casefold()


def unescaped(source: str) -> str:
    """What backslashes and entities in a destination, a title or an info string stand for."""
    return _ESCAPED.sub(lambda found: found[1] or unescape(found[0]), source)


def _destination(source: str) -> str:
    return unescaped(source[1:-1] if source.startswith("<") else source)


@dataclass(slots=True)
class _Draft:
    """A span whose siblings are still being read; its offsets are those of the excerpt."""

    type: str
    start: int
    end: int
    inner_start: int
    inner_end: int
    text: str = ""
    children: tuple[Inline, ...] = ()
    target: _Target | None = None

    @property
    def is_text(self) -> bool:
        """Whether a reader sees characters here, and no mark."""
        return self.type in ("text", "escape", "entity")


@value
class _Target:
    """Where a link leads, and where in the excerpt it says so: destination, title, label."""

    form: LinkForm
    destination: str
    title: str = ""
    ranges: tuple[Span | None, Span | None, Span | None] = (None, None, None)


@dataclass(slots=True)
class _Open:
    """A span whose content is still being read."""

    name: str
    link: pyromark.event._LinkData | None
    start: int
    end: int
    drafts: list[_Draft]


_OPTIONS = Options.ENABLE_STRIKETHROUGH | Options.ENABLE_FOOTNOTES | Options.ENABLE_MATH | Options.ENABLE_WIKILINKS
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # the parser takes no text with one

_END = {"End": "Paragraph"}
_LINE_BREAK = re.compile(rf"(?:\r\n|\n|\r){Excerpt.GUARD}")

# The kind of each span without children, and how wide the marks before and behind it are.
_LEAVES = {
    "Code": ("code", 0, 0),
    "InlineMath": ("math", 1, 1),
    "DisplayMath": ("math", 2, 2),
    "InlineHtml": ("html", 0, 0),
    "FootnoteReference": ("footnoteReference", 2, 1),
}


class _Reader:
    """Turns the parser's events into the spans of one leaf."""

    def __init__(self, excerpt: Excerpt, targets: _Targets, in_cell: bool) -> None:
        self.excerpt = excerpt
        self.in_cell = in_cell
        self.source = _LONE_SURROGATE.sub("?", excerpt.text)
        self.targets = targets
        self.pairs = tuple(pair for pair in _PAIRS if pair.hint in self.source)
        self.stack = [_Open("", None, len(Excerpt.FIRST_GUARD), len(self.source), [])]
        self.links = 0  # how many of the open spans are links
        self.may_have_addresses = _ADDRESS_SIGN.search(self.source) is not None

    def events(self) -> Iterator[tuple[Any, int, int]]:
        """Yield what the parser tells of the leaf, which is the first paragraph that it sees, and of which range."""
        source = self.source + self.targets.footnotes_in(self.source)
        offsets = range(len(source) + 1) if source.isascii() else _code_points(source)
        events = pyromark.events_with_range(source, options=_OPTIONS, broken_link_callback=self.targets.resolve)
        for event, span in events:
            if event == _END:
                break
            yield event, offsets[span["start"]], offsets[span["end"]]

    def text(self) -> str | None:
        """Read only what a reader sees of the leaf; None if that takes more than the parser knows."""
        if self.pairs or self.source != self.excerpt.text:
            return None
        parts: list[str] = []
        for event, start, end in self.events():
            if isinstance(event, str):
                parts.append("\n" if event == "HardBreak" else " ")
            elif "Text" in event:
                parts.append(event["Text"][max(len(Excerpt.FIRST_GUARD) - start, 0) :])
            elif "Start" not in event and "End" not in event:
                [name] = event
                if name not in ("InlineHtml", "FootnoteReference"):
                    parts.append(self.shown(name, start, end)[1])
        return "".join(parts)

    def read(self) -> tuple[Inline, ...]:
        """Read the leaf."""
        for event, start, end in self.events():
            if isinstance(event, str):
                self.add_break(event, start, end)
            elif "Start" in event:
                self.open(event["Start"], start, end)
            elif "End" in event:
                self.close()
            else:
                [(name, value)] = event.items()
                self.add(name, value, start, end)
        return self.finished(self.stack[0].drafts)

    def open(self, tag: object, start: int, end: int) -> None:
        """Open a mark or a link."""
        if isinstance(tag, dict):
            [(name, link)] = tag.items()
            self.stack.append(_Open(name, link, start, end, []))
            self.links += 1
        elif tag != "Paragraph":
            self.stack.append(_Open(str(tag), None, start, end, []))

    def close(self) -> None:
        """Close the innermost mark or link."""
        span = self.stack.pop()
        draft = self.link(span, span.link) if span.link else self.mark(span)
        draft.children = self.finished(span.drafts)
        if span.link:
            self.links -= 1
        self.stack[-1].drafts.append(draft)

    def mark(self, span: _Open) -> _Draft:
        """Draft an emphasis, a strong emphasis or a strikethrough."""
        width = 2 if span.name == "Strong" or self.source.startswith("~~", span.start) else 1
        return _Draft(span.name.lower(), span.start, span.end, span.start + width, span.end - width)

    def link(self, span: _Open, link: pyromark.event._LinkData) -> _Draft:
        """Draft a link or an image."""
        kind, form = span.name.lower(), link["link_type"]
        if isinstance(form, dict):
            inner, target = self.wiki_target(span, link)
            kind = "wikiLink" if kind == "link" else kind
        elif form in ("Autolink", "Email"):
            inner = (span.start + 1, span.end - 1)
            target = _Target("autolink", link["dest_url"], "", (inner, None, None))
        else:
            inner, target = self.bracket_target(span, link, form.removesuffix("Unknown").lower())
        return _Draft(kind, span.start, span.end, *inner, target=target)

    def wiki_target(self, span: _Open, link: pyromark.event._LinkData) -> tuple[Span, _Target]:
        """Find the parts of `[[destination|text]]`."""
        start, end = self.source.index("[[", span.start) + 2, span.end - 2
        bar = self.source.find("|", start, end)
        inner = (start, end) if bar < 0 else (bar + 1, end)
        destination = (start, end) if bar < 0 else (start, bar)
        return inner, _Target("wiki", link["dest_url"], "", (destination, None, None))

    def bracket_target(self, span: _Open, link: pyromark.event._LinkData, form: str) -> tuple[Span, _Target]:
        """Find the parts of `[text](destination "title")`, `[text][label]`, `[label][]` and `[label]`."""
        if form == "collapsed":  # the parser leaves out the brackets behind it
            span.end = self.source.index("]", span.end) + 1
        start = self.source.index("[", span.start) + 1
        end = self.source.index("]", span.drafts[-1].end if span.drafts else start)
        destination = title = label = None
        if form == "inline":
            destination, title = _destination_and_title(self.source, end + 2, span.end - 1)
        else:
            label = (end + 2, span.end - 1) if form == "reference" else (start, end)
        ranges = (destination, title, label)
        return (start, end), _Target(cast("LinkForm", form), link["dest_url"], link["title"], ranges)

    def add(self, name: str, value: str, start: int, end: int) -> None:
        """Add a span without children."""
        if name == "Text":
            self.add_text(value, start, end)
            return
        inner, text = self.shown(name, start, end)
        self.stack[-1].drafts.append(_Draft(_LEAVES[name][0], start, end, *inner, text=text))

    def shown(self, name: str, start: int, end: int) -> tuple[Span, str]:
        """Find what is between the marks of a span without children, and what a reader sees of that."""
        kind, before, behind = _LEAVES[name]
        inner = (start + before, end - behind) if kind != "code" else _inside_backticks(self.source, start, end)
        text = _LINE_BREAK.sub(" " if kind == "code" else "\n", self.source[slice(*inner)])
        if self.in_cell:  # a table takes its escapes out before anything else is read
            text = text.replace("\\|", "|")
        return inner, text

    def add_text(self, value: str, start: int, end: int) -> None:
        """Add text, an escaped character or an entity; the guard before the content is none of them."""
        hidden = max(len(Excerpt.FIRST_GUARD) - start, 0)
        value, start = value[hidden:], start + hidden
        drafts = self.stack[-1].drafts
        known = drafts[-1].end if drafts else self.stack[-1].start
        if known < start < end and self.source[start - 1] == "\\":
            drafts.append(_Draft("escape", start - 1, start + 1, start, start + 1, value[0]))
            value, start = value[1:], start + 1
        if start < end:
            kind = "text" if value == self.source[start:end] else "entity"
            drafts.append(_Draft(kind, start, end, start, end, value))

    def add_break(self, name: str, start: int, end: int) -> None:
        """Add the end of a line, with the spaces before it."""
        span = self.stack[-1]
        known = span.drafts[-1].end if span.drafts else span.start
        while start > known and self.source[start] != "\\" and self.source[start - 1] in " \t":
            start -= 1
        kind, text = ("hardBreak", "\n") if name == "HardBreak" else ("softBreak", " ")
        span.drafts.append(_Draft(kind, start, end, start, end, text))

    def finished(self, drafts: list[_Draft]) -> tuple[Inline, ...]:
        """Add to siblings what the parser does not know, and turn them into spans."""
        drafts = _merged(drafts)
        if not self.links and self.may_have_addresses:
            drafts = self.with_addresses(drafts)
        return self.placed(self.with_marks(drafts, self.pairs))

    def placed(self, drafts: list[_Draft]) -> tuple[Inline, ...]:
        """Turn drafts into spans of the document."""
        return tuple(self.place(draft) for draft in _merged(drafts))

    def place(self, draft: _Draft) -> Inline:
        """Turn a draft into a span of the document."""
        outer = inner = self.excerpt.span(draft.start, draft.end)
        if draft.start < draft.inner_start:
            inner = self.excerpt.span(draft.inner_start, draft.inner_end)
        if draft.inner_end < draft.end:  # where the mark behind it begins
            inner = (inner[0], self.excerpt.start(draft.inner_end))
        text = self.excerpt.text[draft.start : draft.end] if draft.type == "text" else draft.text
        target = draft.target
        if target is None:
            return Inline(draft.type, *outer, *inner, draft.children, text)
        ranges = (part and self.excerpt.span(*part) for part in target.ranges)
        form, destination, title = target.form, target.destination, target.title
        return Link(draft.type, *outer, *inner, draft.children, text, form, destination, title, *ranges)

    def with_addresses(self, drafts: list[_Draft]) -> list[_Draft]:
        """Make links of the bare addresses in the text."""
        result: list[_Draft] = []
        for run in _runs_of_text(drafts):
            result += self.with_addresses_of_run(run) if run[0].is_text else run
        return result

    def with_addresses_of_run(self, run: list[_Draft]) -> list[_Draft]:
        """Make links of the bare addresses in a run of text."""
        result: list[_Draft] = []
        for found in _ADDRESS.finditer(self.source, run[0].start, run[-1].end):
            before, run = _split(run, found.start())
            address, run = _split(run, found.start() + _address_length(found[0]))
            result += before
            if address:
                result.append(self.address(address))
        return result + run

    def address(self, drafts: list[_Draft]) -> _Draft:
        """Draft the link that a bare address is."""
        start, end = drafts[0].start, drafts[-1].end
        children = self.placed(drafts)
        text = plain_text(children)
        scheme = "" if "://" in text else "mailto:" if "@" in text else "http://"
        target = _Target("bare", scheme + text, "", ((start, end), None, None))
        return _Draft("link", start, end, start, end, children=children, target=target)

    def with_marks(self, drafts: list[_Draft], pairs: tuple[_Pair, ...]) -> list[_Draft]:
        """Make marks of the pairs that the parser does not know."""
        for index, pair in enumerate(pairs):
            drafts = self.with_mark(drafts, pair, pairs[index + 1 :])
        return drafts

    def with_mark(self, drafts: list[_Draft], pair: _Pair, others: tuple[_Pair, ...]) -> list[_Draft]:
        """Make marks of one kind of pair, and of the others inside of them."""
        result: list[_Draft] = []
        opener: int | None = None
        for draft in pair.cut(self.source, drafts):
            if opener is not None and result[opener].end < draft.start and pair.closes(self.source, draft):
                first, inside = result[opener], result[opener + 1 :]
                del result[opener:]
                opener = None
                children = self.placed(self.with_marks(inside, others))
                result.append(_Draft(pair.type, first.start, draft.end, first.end, draft.start, "", children))
                continue
            if pair.opens(self.source, draft):
                opener = len(result)
            result.append(draft)
        return result


_IS_FIRST_BYTE = bytes(byte < 0x80 or byte >= 0xC0 for byte in range(0x100))


def _code_points(source: str) -> list[int]:
    """Return the code point offset at each byte offset."""
    return [0, *accumulate(source.encode().translate(_IS_FIRST_BYTE))]


def _inside_backticks(source: str, start: int, end: int) -> Span:
    """Return the range of code, without the one space that may stand on both sides of it."""
    width = 0
    while source[start + width] == "`":
        width += 1
    start, end = start + width, end - width
    padded = end - start > 2 and source[start] == source[end - 1] == " " and source[start:end].strip(" ")
    return (start + 1, end - 1) if padded else (start, end)


_ANGLE_DESTINATION = re.compile(r"<(?:[^<>\\]|\\.)*>")
_PLAIN_DESTINATION = re.compile(r"[^ \t\r\n]*")


def _destination_and_title(source: str, start: int, end: int) -> tuple[Span, Span | None]:
    """Find destination and title between the parentheses of a link."""
    inside = source[start:end]
    start += len(inside) - len(inside.lstrip(" \t\r\n"))
    inside = inside.strip(" \t\r\n")
    found = _ANGLE_DESTINATION.match(inside) or _PLAIN_DESTINATION.match(inside)
    length = found.end() if found else 0
    title = inside[length:].lstrip(" \t\r\n")
    end = start + len(inside)
    return (start, start + length), (end - len(title), end) if title else None


def _merged(drafts: list[_Draft]) -> list[_Draft]:
    """Join pieces of plain text that touch."""
    result: list[_Draft] = []
    for draft in drafts:
        last = result[-1] if result else None
        if last and last.type == draft.type == "text" and last.end == draft.start:
            last.end = last.inner_end = draft.end
        else:
            result.append(draft)
    return result


def _runs_of_text(drafts: list[_Draft]) -> Iterator[list[_Draft]]:
    """Yield text that touches together, all else alone."""
    run: list[_Draft] = []
    for draft in drafts:
        if run and not (run[-1].is_text and draft.is_text and run[-1].end == draft.start):
            yield run
            run = []
        run.append(draft)
    if run:
        yield run


def _split(drafts: list[_Draft], offset: int) -> tuple[list[_Draft], list[_Draft]]:
    """Cut text in two at an offset; an escape or an entity stays whole, behind the cut."""
    for index, draft in enumerate(drafts):
        if draft.end > offset:
            if draft.type != "text" or draft.start >= offset:
                return drafts[:index], drafts[index:]
            first = _Draft("text", draft.start, offset, draft.start, offset)
            second = _Draft("text", offset, draft.end, offset, draft.end)
            return [*drafts[:index], first], [second, *drafts[index + 1 :]]
    return drafts, []


# An address ends before a character that is written with none in it: a space, a bracket, anything Chinese or Japanese.
_ADDRESS = re.compile(
    rf"(?<![A-Za-z0-9_./@+-])(?:(?:https?|ftp)://|www\.)[^\s<>\"`\\{HAN}{KANA}{WIDE_PUNCTUATION}]+"
    r"|(?<![A-Za-z0-9_./@+-])[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?<!-)(?![A-Za-z0-9_-])",
    re.IGNORECASE,
)


_ADDRESS_SIGN = re.compile(r"://|@|www\.", re.IGNORECASE)
_ENTITY_AT_END = re.compile(r"&[A-Za-z0-9]+;\Z")


def _address_length(found: str) -> int:
    """Return how much of what was found is the address, without the punctuation of the sentence around it."""
    surplus = found.count(")") - found.count("(")
    while True:
        address = _ENTITY_AT_END.sub("", found).rstrip("?!.,:;*_~'\"")
        if surplus > 0 and address.endswith(")"):
            address, surplus = address[:-1], surplus - 1
        if address == found:
            return len(address)
        found = address


class _Pair(Protocol):
    """A kind of mark that stands before and behind what it marks."""

    @property
    def type(self) -> str: ...
    @property
    def hint(self) -> str: ...
    def cut(self, source: str, drafts: list[_Draft]) -> list[_Draft]: ...
    def opens(self, source: str, draft: _Draft) -> bool: ...
    def closes(self, source: str, draft: _Draft) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Delimiter:
    """The same two characters before and behind."""

    type: str
    hint: str
    pattern: re.Pattern[str]
    opening: re.Pattern[str]
    closing: re.Pattern[str]

    def cut(self, source: str, drafts: list[_Draft]) -> list[_Draft]:
        """Cut the delimiters out of the text."""
        result: list[_Draft] = []
        for draft in drafts:
            rest = [draft]
            for found in self.pattern.finditer(source, draft.start, draft.end) if draft.type == "text" else ():
                before, rest = _split(rest, found.start())
                delimiter, rest = _split(rest, found.end())
                result += before + delimiter
            result += rest
        return result

    def opens(self, source: str, draft: _Draft) -> bool:
        """Tell whether a draft is a delimiter before what it marks."""
        return draft.type == "text" and bool(self.opening.match(source, draft.start))

    def closes(self, source: str, draft: _Draft) -> bool:
        """Tell whether a draft is a delimiter behind what it marks."""
        return draft.type == "text" and bool(self.closing.match(source, draft.start))


@dataclass(frozen=True, slots=True)
class _Tag:
    """An HTML element."""

    type: str
    hint: str
    opening: re.Pattern[str]
    closing: re.Pattern[str]

    def cut(self, _source: str, drafts: list[_Draft]) -> list[_Draft]:
        """Tags are spans of their own already."""
        return drafts

    def opens(self, source: str, draft: _Draft) -> bool:
        """Tell whether a draft is the opening tag."""
        return draft.type == "html" and bool(self.opening.fullmatch(source, draft.start, draft.end))

    def closes(self, source: str, draft: _Draft) -> bool:
        """Tell whether a draft is the closing tag."""
        return draft.type == "html" and bool(self.closing.fullmatch(source, draft.start, draft.end))


_PAIRS: tuple[_Pair, ...] = (
    _Delimiter(
        "highlight",
        "==",
        re.compile(r"(?<!=)==(?!=)"),
        re.compile(r"(?<!=)==(?![=\s])"),
        re.compile(r"(?<![=\s])==(?!=)"),
    ),
    # Inside of Latin words it is no mark: C++11 and C++14.
    _Delimiter(
        "underline",
        "++",
        re.compile(r"(?<!\+)\+\+(?!\+)"),
        re.compile(r"(?<![A-Za-z0-9+])\+\+(?![+\s])"),
        re.compile(r"(?<![+\s])\+\+(?![A-Za-z0-9+])"),
    ),
    _Tag("underline", "</", re.compile(r"<u(?:\s[^>]*)?>", re.IGNORECASE), re.compile(r"</u\s*>", re.IGNORECASE)),
)
