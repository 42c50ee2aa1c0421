"""What a reader is shown of a Word document: one row for each paragraph, with what Word would print around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from quire.core.errors import QuireError
from quire.formats.docx.style.fingerprint import Context, StyleNames, fingerprint_of
from quire.formats.docx.style.numbering import Counters
from quire.formats.docx.style.shape import Shape, exact_shape, hurried_looks, may_stand_out, paragraph_format, shape
from quire.formats.docx.style.wardrobe import address
from quire.formats.docx.text import tags
from quire.formats.docx.text.instructions import odd_codes
from quire.formats.docx.text.paragraph import W_HYPERLINK, W_PPR, W_RPR, Paragraph, text_box_paragraphs
from quire.formats.docx.text.place import Place
from quire.formats.docx.view import counting, grid
from quire.formats.docx.view.concealment import (
    INVISIBLE,
    PAPER,
    WHITE,
    Concealment,
    Ground,
    concealment,
    ground_of_box,
    pieces,
    revealed,
)
from quire.formats.docx.view.header import RunInHeader, run_in_header
from quire.formats.docx.view.labels import typed_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.styles import ParagraphFormat, RunFormat
    from quire.formats.docx.text.paragraph import Leaf
    from quire.formats.docx.text.story import Block, Story
    from quire.formats.docx.view.grid import Standing

LONGEST_CODE = 1000
"""Characters of a field's instruction that are shown."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table that a cell's paragraph is in, and where."""

    key: int  # the number of the first paragraph in it
    row: int
    column: int
    is_header: bool
    depth: int = 1

    @property
    def id(self) -> str:
        return f"tbl_{self.key:08x}" + (f"_{self.depth}" if self.depth > 1 else "")


@dataclass(frozen=True, slots=True)
class Concealed:
    """A text that a person who looks at the page does not see."""

    kind: Concealment | Literal["field code"]
    text: str
    start: int | None = None  # in the paragraph's text; a field's code is not in it


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
    marked_text: str  # the whole text with nothing but marks at what nobody sees
    fingerprint: str
    header_formatting: RunInHeader | None = None
    num_id: int | None = None
    level: int | None = None
    heading: int | None = None
    tables: tuple[Table, ...] = ()  # the outermost first
    concealed: tuple[Concealed, ...] = ()
    length: int = 0  # of the whole text

    @property
    def is_cut(self) -> bool:
        """Whether only the beginning of the text is here."""
        return len(self.clean_text) < self.length


@dataclass(frozen=True, slots=True)
class Title:
    """A paragraph that others stand under: a heading, or one with a run-in header."""

    id: str
    level: int
    label: str
    text: str


class Seen(NamedTuple):
    """Characters of a paragraph that look the same."""

    text: str
    look: RunFormat
    link: str | None
    concealed: Concealment | None


# Spans


def spans(
    document: DocxDocument, part: str, paragraph: Paragraph, form: ParagraphFormat, ground: Ground = PAPER
) -> list[Seen]:
    """The text of a paragraph by its looks."""
    looks = ((leaf, document.styles.run(form.style, _properties(leaf))) for leaf in paragraph.leaves)
    return _joined(
        each
        for leaf, look in looks
        for each in _seen(document, form, ground, leaf.text, _unlocked(look, leaf), _link(document, part, leaf))
    )


def _hurried_spans(document: DocxDocument, block: Block, form: ParagraphFormat, ground: Ground) -> list[Seen] | None:
    """The same, told from the source; None if that is not plain enough."""
    looks = hurried_looks(block, form.style, document.styles)
    if looks is None:
        return None
    return _joined(each for text, look in looks for each in _seen(document, form, ground, text, look, None))


def _properties(leaf: Leaf) -> Element | None:
    return leaf.run.find(W_RPR) if leaf.run is not None else None


def _unlocked(look: RunFormat, leaf: Leaf) -> RunFormat:
    """Page numbers in a table of contents are hidden on the web, and meant to be."""
    return replace(look, web_hidden=False) if look.web_hidden and leaf.lock == "field" else look


def _link(document: DocxDocument, part: str, leaf: Leaf) -> str | None:
    link = next((each for each in leaf.element.iterancestors() if each.tag == W_HYPERLINK), None)
    return address(document, part, link) if link is not None else None


def _seen(
    document: DocxDocument, form: ParagraphFormat, ground: Ground, text: str, look: RunFormat, link: str | None
) -> Iterator[Seen]:
    if ground.table_style and not look.hidden:
        look = _in_table(document, look, ground.table_style)
    why = concealment(look, form, ground, text)
    if why or text.isascii() or not INVISIBLE.search(text):
        yield Seen(text, look, link, why)
        return
    for piece, is_unseen in pieces(text):
        yield Seen(piece, look, link, "zero-width" if is_unseen else None)


def _in_table(document: DocxDocument, look: RunFormat, style: str) -> RunFormat:
    """A look in a table whose style hides all that is in it."""
    return replace(look, hidden=True) if document.styles.run(None, None, style).hidden else look


def _joined(found: Iterable[Seen]) -> list[Seen]:
    groups = ((key, "".join(each.text for each in group)) for key, group in groupby(found, key=lambda each: each[1:]))
    return [Seen(text, *key) for key, text in groups]


def header_of(document: DocxDocument, part: str, block: Block) -> RunInHeader | None:
    """The run-in header of a paragraph, if it has one."""
    known = block.facts.get("header")
    if isinstance(known, tuple) and known[0] is document.styles:
        return cast("RunInHeader | None", known[1])
    found = None
    if may_stand_out(block, document.styles):
        form = shape(block, document.styles)
        found = _header(document, _spans_of(document, part, block, form, PAPER), form)
    block.facts["header"] = (document.styles, found)
    return found


def _spans_of(document: DocxDocument, part: str, block: Block, form: Shape, ground: Ground) -> list[Seen]:
    hurried = _hurried_spans(document, block, form.paragraph, ground)
    return spans(document, part, block.read(), form.paragraph, ground) if hurried is None else hurried


def _header(document: DocxDocument, seen: Sequence[Seen], form: Shape) -> RunInHeader | None:
    """The run-in header of a paragraph; what nobody sees is none."""
    is_heading = document.styles.heading_level(form.paragraph) is not None
    found = run_in_header([(each.text, each.look) for each in seen], heading=is_heading)
    return None if found and any(_hides(seen, found)) else found


def _hides(seen: Sequence[Seen], header: RunInHeader) -> Iterator[bool]:
    at = 0
    for each in seen:
        if at < header.start + header.length and at + len(each.text) > header.start:
            yield each.concealed is not None
        at += len(each.text)


def header_length(document: DocxDocument, place: Place, paragraph: Paragraph) -> int:
    """How many characters of a paragraph are before the end of its run-in header."""
    form = exact_shape(paragraph, document.styles)
    found = _header(document, spans(document, place.part, paragraph, form.paragraph), form)
    return found.start + found.length if found else 0


# Names of looks


class StyleBook:
    """The readable names of a document's looks: given in the order of its file, which is read as far as somebody asks
    for, and kept from then on."""

    def __init__(self) -> None:
        self._names = StyleNames()
        self._given: Iterator[None] | None = None

    def name(self, document: DocxDocument, form: Shape, seen: Sequence[Seen], text: str) -> tuple[str, str]:
        """The name of a look, and its fingerprint."""
        mark = _fingerprint(document, form)
        if self._given is None:
            self._given = self._give(document.base)
        while mark not in self._names.names and next(self._given, self) is None:
            pass
        return self._name(document, form, seen, text), mark

    def _name(self, document: DocxDocument, form: Shape, seen: Sequence[Seen], text: str) -> str:
        mark = _fingerprint(document, form)
        if mark in self._names.names:
            return self._names.names[mark]
        context = Context(
            heading_level=document.styles.heading_level(form.paragraph),
            marker=_marker(document, form),
            label=typed_label(text),
            header=_header(document, seen, form) is not None,
            length=len(text),
        )
        name, self._names = self._names.give(mark, form.paragraph, form.run, context)
        return name

    def _give(self, document: DocxDocument) -> Iterator[None]:
        """Name one look after the other, as the file has them."""
        known: set[Shape] = set()
        for part in document.parts:
            try:
                story = document.story(part)
            except QuireError:  # whoever reads that story will be told
                continue
            for block in story:
                form = shape(block, document.styles)
                if form not in known:
                    known.add(form)
                    self._name(document, form, _spans_of(document, part, block, form, PAPER), block.text)
                    yield
            for paragraph in _boxed_paragraphs(story):
                form = exact_shape(paragraph, document.styles)
                self._name(document, form, spans(document, part, paragraph, form.paragraph), paragraph.text)
                yield


def _fingerprint(document: DocxDocument, form: Shape) -> str:
    return fingerprint_of(form.paragraph, form.run, _marker(document, form))


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
    definitions = counting.Definitions.of(document)
    chunk, skipped = story.chunk_of(start)
    standing, counters = grid.before(story, chunk), counting.before(definitions, story, chunk)
    for each in story.chunks[chunk:]:
        labels, after = counting.labels(definitions, each, counters)
        standings = grid.standings(each, standing)
        for block, label, cells in islice(zip(each.blocks, labels, standings, strict=True), skipped, None):
            yield _row(document, part, block, label, cells, show_formatting=show_formatting)
        standing, counters, skipped = standings[-1], after, 0


def _row(
    document: DocxDocument, part: str, block: Block, label: str, standing: Standing, *, show_formatting: bool
) -> Row:
    tables = tuple(Table(c.table, c.row, c.column, c.is_header, depth) for depth, c in enumerate(standing, 1))
    return _told(document, part, block, standing, show_formatting=show_formatting).row(label, tables)


def _told(document: DocxDocument, part: str, block: Block, standing: Standing, *, show_formatting: bool) -> _Told:
    form = shape(block, document.styles)
    ground = _ground(document, standing)
    seen = _hurried_spans(document, block, form.paragraph, ground)
    codes: list[str] = []
    if seen is None:
        paragraph = block.read()
        seen = spans(document, part, paragraph, form.paragraph, ground)
        codes = odd_codes(paragraph.element, block.fields)
    return _Told(document, Place(part, block.key), form, seen, codes, show_formatting=show_formatting)


def _ground(document: DocxDocument, standing: Standing) -> Ground:
    """What a paragraph stands on: the innermost cell that has a color, or the page."""
    if not standing:
        return PAPER
    cell = standing[-1]
    fill = next((f for each in reversed(standing) for f in (each.fill, each.table_fill) if f), None)
    if fill is None and not any(document.styles.fills_cells(each.style) for each in standing):
        fill = WHITE
    return Ground(fill, "hidden" if any(each.is_hidden for each in standing) else None, cell.style)


# The outline


def headings(document: DocxDocument) -> list[Title]:
    """The headings of the body."""
    return list(_titles(document, _heading))


def run_in_headers(document: DocxDocument) -> list[Title]:
    """The run-in headers of the body."""
    return list(_titles(document, _run_in))


def _titles(document: DocxDocument, find: Callable[[DocxDocument, Block], tuple[int, str] | None]) -> Iterator[Title]:
    part = document.package.main
    definitions, counters = counting.Definitions.of(document), Counters()
    for chunk in document.body.chunks:
        found = [(index, *title) for index, block in enumerate(chunk.blocks) if (title := find(document, block))]
        labels = counting.labels(definitions, chunk, counters)[0] if found else []
        counters = counting.behind(definitions, chunk, counters)
        for index, level, text in found:
            block = chunk.blocks[index]
            label = labels[index] or typed_label(block.text) or ""
            yield Title(document.id(Place(part, block.key)), level, label, text)


def _heading(document: DocxDocument, block: Block) -> tuple[int, str] | None:
    level = document.styles.heading_level(paragraph_format(block, document.styles))
    if level is None or not block.text.strip():
        return None
    return level, _row(document, document.package.main, block, "", (), show_formatting=False).marked_text.strip()


def _run_in(document: DocxDocument, block: Block) -> tuple[int, str] | None:
    found = header_of(document, document.package.main, block)
    item = document.numbering.item(paragraph_format(block, document.styles)) if found else None
    return ((item[1] if item else 0) + 1, found.text) if found else None


class _Told:
    """A paragraph on its way to a row."""

    def __init__(
        self,
        document: DocxDocument,
        place: Place,
        form: Shape,
        seen: list[Seen],
        codes: Sequence[str],
        *,
        show_formatting: bool,
    ) -> None:
        self._document = document
        self._place = place
        self._form = form
        self._seen = seen
        self._codes = [_cut(code) for code in codes]
        self._shows = show_formatting

    def row(self, label: str, tables: tuple[Table, ...] = ()) -> Row:
        text = "".join(each.text for each in self._seen)
        header = _header(self._document, self._seen, self._form)
        form = self._form
        item = self._document.numbering.item(form.paragraph)
        style, mark = self._document.book.name(self._document, form, self._seen, text)
        cell = tables[-1] if tables else None
        concealed = tuple(self.concealed())
        return Row(
            id=self._document.id(self._place),
            story=self._document.parts[self._place.part],
            label=label or typed_label(text) or "",
            header=header.text if header else "",
            style=f"{'th' if cell.is_header else 'td'}({cell.row},{cell.column})" if cell else style,
            text=self._tagged(header),
            clean_text=text,
            marked_text=self._marked() if concealed else text,
            fingerprint=mark,
            header_formatting=header,
            num_id=item[0] if item else None,
            level=item[1] if item else None,
            heading=self._document.styles.heading_level(form.paragraph),
            tables=tables,
            concealed=concealed,
            length=len(text),
        )

    def _marked(self) -> str:
        """The whole text, with no tags but those that say what nobody sees."""
        shown, self._shows = self._shows, False
        marked = self._tagged(None)
        self._shows = shown
        return marked

    def _tagged(self, header: RunInHeader | None) -> str:
        """The text without its header, with tags where something looks otherwise than most of it."""
        start, end = (header.start, header.start + header.length) if header else (0, 0)
        told: list[str] = []
        at = 0
        for each in self._seen:
            first, last = (max(0, start - at), max(0, end - at)) if header else (0, 0)
            told += [self._dressed(text, each) for text in (each.text[:first], each.text[last:]) if text]
            at += len(each.text)
        return "".join(told) + "".join(f'<field code="{_quoted(code)}"/>' for code in self._codes)

    def _dressed(self, text: str, seen: Seen) -> str:
        usual = self._form.run
        around = [("hidden", f'<hidden kind="{seen.concealed}">')] if seen.concealed else []
        if self._shows:
            if seen.link:
                around.append(("a", f'<a href="{_quoted(seen.link)}">'))
            is_link = seen.link is not None
            around += [
                (tag, f"<{tag}>")
                for tag, is_on in (
                    ("b", seen.look.bold and not usual.bold),
                    ("i", seen.look.italic and not usual.italic),
                    ("u", bool(seen.look.underline) and not usual.underline and not is_link),
                    ("highlight", bool(seen.look.highlight) and not usual.highlight),
                )
                if is_on
            ]
        if not text.strip() and not seen.link and not seen.concealed:
            return text
        text = tags.escape(text) if "<" in text else text
        return "".join(opening for _, opening in around) + text + "".join(f"</{tag}>" for tag, _ in reversed(around))

    def concealed(self) -> Iterator[Concealed]:
        """What a person who looks at the page does not see."""
        at = 0
        for each in self._seen:
            if each.concealed:
                yield Concealed(each.concealed, revealed(each.text), at)
            at += len(each.text)
        for code in self._codes:
            yield Concealed("field code", code)


def _cut(code: str) -> str:
    return code if len(code) <= LONGEST_CODE else f"{code[: LONGEST_CODE - 1]}…"


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def boxed_rows(document: DocxDocument, part: str, *, show_formatting: bool = True) -> Iterator[Row]:
    """The rows of the text boxes of a story."""
    story = document.story(part)
    labels = _boxed_labels(document, story)
    found = zip(story.boxed, _boxed_paragraphs(story), labels, strict=True)
    for key, paragraph, label in found:
        form = exact_shape(paragraph, document.styles)
        seen = spans(document, part, paragraph, form.paragraph, ground_of_box(paragraph.element))
        place = Place(part, key, is_boxed=True)
        codes = odd_codes(paragraph.element)
        yield _Told(document, place, form, seen, codes, show_formatting=show_formatting).row(label)


def _boxed_paragraphs(story: Story) -> Iterator[Paragraph]:
    """The paragraphs in the text boxes of a story, in their order."""
    for chunk in story.chunks:
        for block in chunk.hosts:
            yield from map(Paragraph, text_box_paragraphs(block.read().element))


def _boxed_labels(document: DocxDocument, story: Story) -> list[str]:
    forms = (document.styles.paragraph(each.element.find(W_PPR)) for each in _boxed_paragraphs(story))
    items = [document.numbering.item(form) for form in forms]
    told = iter(document.numbering.labels(Counters(), [item for item in items if item])[0])
    return [next(told) if item else "" for item in items]


def row_of(document: DocxDocument, place: Place, *, show_formatting: bool = True) -> Row:
    """The row of one paragraph."""
    if place.is_boxed:
        wanted = document.id(place)
        return next(r for r in boxed_rows(document, place.part, show_formatting=show_formatting) if r.id == wanted)
    story = document.story(place.part)
    definitions = counting.Definitions.of(document)
    index = story.index(place.key)
    block, standing = story[index], grid.standing_at(story, index)
    item = definitions.item(block)
    label = counting.at(definitions, story, index).count(document.numbering, *item)[0] if item else ""
    return _row(document, place.part, block, label, standing, show_formatting=show_formatting)


def concealed_in(document: DocxDocument, place: Place) -> Sequence[Concealed]:
    """What a person who looks at a paragraph does not see: told with less looking than its row."""
    if place.is_boxed:
        return row_of(document, place).concealed
    story = document.story(place.part)
    index = story.index(place.key)
    told = _told(document, place.part, story[index], grid.standing_at(story, index), show_formatting=False)
    return tuple(told.concealed())


def size(document: DocxDocument, part: str, table: Table, depth: int) -> tuple[int, int]:
    """The rows and columns of a table."""
    story = document.story(part)
    return grid.size(story, story.index(table.key), depth)
