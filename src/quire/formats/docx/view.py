"""What a reader is shown of a Word document: one row for each paragraph, with what Word would print around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from quire.formats.docx import grid
from quire.formats.docx.fingerprint import Context, StyleNames, fingerprint_of
from quire.formats.docx.header import RunInHeader, run_in_header
from quire.formats.docx.labels import typed_label
from quire.formats.docx.names import name
from quire.formats.docx.numbering import Counters
from quire.formats.docx.paragraph import W_HYPERLINK, W_PPR, W_RPR, Paragraph, text_box_paragraphs
from quire.formats.docx.place import Place
from quire.formats.docx.shape import Shape, exact_shape, shape
from quire.formats.docx.wardrobe import address

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.grid import Standing
    from quire.formats.docx.paragraph import Leaf
    from quire.formats.docx.story import Block, Chunk, Story
    from quire.formats.docx.styles import RunFormat

Concealment = Literal["hidden", "white", "tiny", "zero-width"]

TINY = 3.0
"""Points; nobody sets a text to be read in that size."""

LONG_CODE = 300
"""Characters; instructions of fields are shorter."""

_ZERO_WIDTH = re.compile("[\u200b\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]{2,}")


@dataclass(frozen=True, slots=True)
class Table:
    """The table that a cell's paragraph is in, and where."""

    key: int  # the number of the first paragraph in it
    row: int
    column: int
    is_header: bool

    @property
    def id(self) -> str:
        return f"tbl_{self.key:08x}"


@dataclass(frozen=True, slots=True)
class Concealed:
    """A text that a person who looks at the page does not see."""

    kind: Concealment | Literal["field code"]
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph as it is shown."""

    id: str
    story: str
    label: str
    header: str
    style: str
    text: str
    clean_text: str
    fingerprint: str
    header_formatting: RunInHeader | None = None
    num_id: int | None = None
    level: int | None = None
    heading: int | None = None
    tables: tuple[Table, ...] = ()  # the outermost first
    concealed: tuple[Concealed, ...] = ()


class Seen(NamedTuple):
    """Characters of a paragraph that look the same."""

    text: str
    look: RunFormat
    link: str | None
    concealed: Concealment | None


# Spans


def spans(document: DocxDocument, part: str, paragraph: Paragraph) -> list[Seen]:
    """The text of a paragraph by its looks."""
    style = document.styles.paragraph(paragraph.element.find(W_PPR)).style
    found = [_seen(document, part, style, leaf) for leaf in paragraph.leaves]
    return [
        Seen("".join(each.text for each in group), *key)
        for key, group in ((key, list(group)) for key, group in groupby(found, key=lambda each: each[1:]))
    ]


def _seen(document: DocxDocument, part: str, style: str | None, leaf: Leaf) -> Seen:
    look = document.styles.run(style, leaf.run.find(W_RPR) if leaf.run is not None else None)
    link = next((each for each in leaf.element.iterancestors() if each.tag == W_HYPERLINK), None)
    return Seen(leaf.text, look, address(document, part, link) if link is not None else None, _concealment(look, leaf))


def _concealment(look: RunFormat, leaf: Leaf) -> Concealment | None:
    if not leaf.text.strip() or leaf.is_object:
        return None
    if look.hidden:
        return "hidden"
    if (look.color or "").upper() in ("FFFFFF", "FEFEFE", "FDFDFD") and not look.shading and not look.highlight:
        return "white"
    if look.size is not None and look.size < TINY:
        return "tiny"
    return "zero-width" if _ZERO_WIDTH.search(leaf.text) else None


def header_of(document: DocxDocument, part: str, block: Block) -> RunInHeader | None:
    """The run-in header of a paragraph, if it has one."""
    known = block.facts.get("header")
    if isinstance(known, tuple) and known[0] is document.styles:
        return cast("RunInHeader | None", known[1])
    found = _header(document, spans(document, part, block.read()), shape(block, document.styles))
    block.facts["header"] = (document.styles, found)
    return found


def _header(document: DocxDocument, seen: Sequence[Seen], form: Shape) -> RunInHeader | None:
    is_heading = document.styles.heading_level(form.paragraph) is not None
    return run_in_header([(each.text, each.look) for each in seen], heading=is_heading)


def header_length(document: DocxDocument, place: Place, paragraph: Paragraph) -> int:
    """How many characters of a paragraph are before the end of its run-in header."""
    seen = spans(document, place.part, paragraph)
    found = _header(document, seen, exact_shape(paragraph, document.styles))
    return found.start + found.length if found else 0


# Names of looks


class StyleBook:
    """The readable names of a document's looks: given in the order of its file, and kept from then on."""

    def __init__(self) -> None:
        self._names = StyleNames()
        self._is_filled = False

    def name(self, document: DocxDocument, form: Shape, seen: Sequence[Seen], text: str) -> tuple[str, str]:
        """The name of a look, and its fingerprint."""
        if not self._is_filled:
            self._is_filled = True
            self._fill(document.base)
        marker = _marker(document, form)
        mark = fingerprint_of(form.paragraph, form.run, marker)
        if mark in self._names.names:
            return self._names.names[mark], mark
        context = Context(
            heading_level=document.styles.heading_level(form.paragraph),
            marker=marker,
            label=typed_label(text),
            header=_header(document, seen, form) is not None,
            length=len(text),
        )
        name, self._names = self._names.give(mark, form.paragraph, form.run, context)
        return name, mark

    def _fill(self, document: DocxDocument) -> None:
        known: set[Shape] = set()
        for block in document.body:
            form = shape(block, document.styles)
            if form not in known:
                known.add(form)
                self.name(document, form, spans(document, document.package.main, block.read()), block.text)


def _marker(document: DocxDocument, form: Shape) -> str | None:
    item = document.numbering.item(form.paragraph)
    level = document.numbering.level(*item) if item else None
    return level.format if level else None


# Rows


def rows(document: DocxDocument, part: str, start: int = 0, *, show_formatting: bool = True) -> Iterator[Row]:
    """The rows of a story from a paragraph on."""
    story = document.story(part)
    if start >= len(story):
        return
    standing, counters, skipped, chunk = _before(document, story, start)
    for each in story.chunks[chunk:]:
        labels, after = _labels(document, each, counters)
        for index, block in enumerate(each.blocks):
            standing = grid.step(standing, block)
            if index >= skipped:
                form = shape(block, document.styles)
                row = _Told(document, Place(part, block.key), block.read(), form, show_formatting=show_formatting)
                yield row.row(labels[index], tuple(Table(c.table, c.row, c.column, c.is_header) for c in standing))
        counters, skipped = after, 0


def _before(document: DocxDocument, story: Story, start: int) -> tuple[Standing, Counters, int, int]:
    """Where tables and lists stand before the chunk of a paragraph, its place in the chunk, and the chunk's number."""
    standing: Standing = ()
    counters = Counters()
    seen = 0
    for number, chunk in enumerate(story.chunks):
        if seen + len(chunk.blocks) > start:
            return standing, counters, start - seen, number
        standing = grid.behind(chunk, standing)
        counters = _behind(document, chunk, counters)
        seen += len(chunk.blocks)
    raise IndexError(start)


def _items(document: DocxDocument, chunk: Chunk) -> list[tuple[int, int] | None]:
    known = chunk.facts.get("items")
    if isinstance(known, tuple) and known[0] is document.numbering:
        return cast("list[tuple[int, int] | None]", known[1])
    found = [document.numbering.item(shape(block, document.styles).paragraph) for block in chunk.blocks]
    chunk.facts["items"] = (document.numbering, found)
    return found


def _behind(document: DocxDocument, chunk: Chunk, counters: Counters) -> Counters:
    """Where lists stand behind a chunk; remembered for where they stood before it the last time."""
    known = chunk.facts.get("counters")
    if isinstance(known, tuple) and known[0] is document.numbering and (known[1] is counters or known[1] == counters):
        return cast("Counters", known[2])
    after = document.numbering.run(counters, [item for item in _items(document, chunk) if item])
    chunk.facts["counters"] = (document.numbering, counters, after)
    return after


def _labels(document: DocxDocument, chunk: Chunk, counters: Counters) -> tuple[list[str], Counters]:
    items = _items(document, chunk)
    labels, after = document.numbering.labels(counters, [item for item in items if item])
    told = iter(labels)
    return [next(told) if item else "" for item in items], after


class _Told:
    """A paragraph on its way to a row."""

    def __init__(
        self, document: DocxDocument, place: Place, paragraph: Paragraph, form: Shape, *, show_formatting: bool
    ) -> None:
        self._document = document
        self._place = place
        self._paragraph = paragraph
        self._form = form
        self._shows = show_formatting
        self._seen = spans(document, place.part, paragraph)

    def row(self, label: str, tables: tuple[Table, ...] = ()) -> Row:
        text = self._paragraph.text
        header = _header(self._document, self._seen, self._form)
        form = self._form
        item = self._document.numbering.item(form.paragraph)
        style, mark = self._document.book.name(self._document, form, self._seen, text)
        cell = tables[-1] if tables else None
        return Row(
            id=self._document.id(self._place),
            story=self._document.parts[self._place.part],
            label=label or typed_label(text) or "",
            header=header.text if header else "",
            style=f"{'th' if cell.is_header else 'td'}({cell.row},{cell.column})" if cell else style,
            text=self._tagged(header),
            clean_text=text,
            fingerprint=mark,
            header_formatting=header,
            num_id=item[0] if item else None,
            level=item[1] if item else None,
            heading=self._document.styles.heading_level(form.paragraph),
            tables=tables,
            concealed=tuple(self._concealed()),
        )

    def _tagged(self, header: RunInHeader | None) -> str:
        """The text without its header, with tags where something looks otherwise than most of it."""
        start, end = (header.start, header.start + header.length) if header else (0, 0)
        told: list[str] = []
        at = 0
        for each in self._seen:
            first, last = (max(0, start - at), max(0, end - at)) if header else (0, 0)
            told += [self._dressed(text, each) for text in (each.text[:first], each.text[last:]) if text]
            at += len(each.text)
        return "".join(told) + "".join(f'<field code="{_quoted(code)}"/>' for code in self._odd_codes())

    def _dressed(self, text: str, seen: Seen) -> str:
        usual = self._form.run
        tags = [("hidden", f'<hidden kind="{seen.concealed}">')] if seen.concealed else []
        if self._shows:
            if seen.link:
                tags.append(("a", f'<a href="{_quoted(seen.link)}">'))
            is_link = seen.link is not None
            tags += [
                (tag, f"<{tag}>")
                for tag, is_on in (
                    ("b", seen.look.bold and not usual.bold),
                    ("i", seen.look.italic and not usual.italic),
                    ("u", bool(seen.look.underline) and not usual.underline and not is_link),
                    ("highlight", bool(seen.look.highlight) and not usual.highlight),
                )
                if is_on
            ]
        if not text.strip() and not seen.link:
            return text
        return "".join(opening for _, opening in tags) + text + "".join(f"</{tag}>" for tag, _ in reversed(tags))

    def _concealed(self) -> Iterator[Concealed]:
        for each in self._seen:
            if each.concealed:
                yield Concealed(each.concealed, each.text)
        for code in self._codes():
            yield Concealed("field code", code)

    def _codes(self) -> Iterator[str]:
        """The instructions of its fields, which Word does not show."""
        codes: list[list[str]] = []
        for element in self._paragraph.element.iter(_FIELD_MARK, _CODE, _SIMPLE):
            if element.tag == _SIMPLE:
                yield (element.get(name("w:instr")) or "").strip()
            elif element.tag == _CODE and codes:
                codes[-1].append(element.text or "")
            elif element.get(name("w:fldCharType")) == "begin":
                codes.append([])
            elif element.get(name("w:fldCharType")) == "end" and codes:
                yield "".join(codes.pop()).strip()

    def _odd_codes(self) -> list[str]:
        """Instructions that are none: text that somebody put where no reader looks."""
        return [code for code in self._codes() if code and (len(code) > LONG_CODE or not _FIELDS.match(code.upper()))]


_FIELD_MARK, _CODE, _SIMPLE = name("w:fldChar"), name("w:instrText"), name("w:fldSimple")
_FIELDS = re.compile(
    r"(?:"
    r"=|ADDIN|ADDRESSBLOCK|ADVANCE|ASK|AUTHOR|AUTONUM|AUTONUMLGL|AUTONUMOUT|AUTOTEXT|AUTOTEXTLIST|BARCODE|"
    r"BIBLIOGRAPHY|CITATION|COMMENTS|COMPARE|CONTROL|CREATEDATE|DATABASE|DATE|DDE|DDEAUTO|DISPLAYBARCODE|"
    r"DOCPROPERTY|DOCVARIABLE|EDITTIME|EMBED|EQ|FILENAME|FILESIZE|FILLIN|FORMCHECKBOX|FORMDROPDOWN|"
    r"FORMTEXT|GLOSSARY|GOTOBUTTON|GREETINGLINE|HTMLACTIVEX|HYPERLINK|IF|IMPORT|INCLUDE|INCLUDEPICTURE|"
    r"INCLUDETEXT|INDEX|INFO|KEYWORDS|LASTSAVEDBY|LINK|LISTNUM|MACROBUTTON|MERGEBARCODE|MERGEFIELD|"
    r"MERGEREC|MERGESEQ|NEXT|NEXTIF|NOTEREF|NUMCHARS|NUMPAGES|NUMWORDS|PAGE|PAGEREF|PRINT|PRINTDATE|"
    r"PRIVATE|QUOTE|RD|REF|REVNUM|SAVEDATE|SECTION|SECTIONPAGES|SEQ|SET|SHAPE|SKIPIF|STYLEREF|SUBJECT|"
    r"SYMBOL|TA|TC|TEMPLATE|TIME|TITLE|TOA|TOC|USERADDRESS|USERINITIALS|USERNAME|XE"
    r")(?:[\s(]|$)"
)
"""What Word's own instructions begin with."""


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def boxed_rows(document: DocxDocument, part: str, *, show_formatting: bool = True) -> Iterator[Row]:
    """The rows of the text boxes of a story."""
    story = document.story(part)
    for key, box in story.boxed.items():
        element = list(text_box_paragraphs(story.block(box.host).read().element))[box.number]
        paragraph = Paragraph(element)
        form = exact_shape(paragraph, document.styles)
        told = _Told(document, Place(part, key, is_boxed=True), paragraph, form, show_formatting=show_formatting)
        yield told.row("")


def row_of(document: DocxDocument, place: Place) -> Row:
    """The row of one paragraph."""
    if place.is_boxed:
        return next(row for row in boxed_rows(document, place.part) if row.id == document.id(place))
    return next(rows(document, place.part, document.story(place.part).index(place.key)))


def size(document: DocxDocument, part: str, table: Table, depth: int) -> tuple[int, int]:
    """The rows and columns of a table."""
    story = document.story(part)
    return grid.size(story, story.index(table.key), depth)
