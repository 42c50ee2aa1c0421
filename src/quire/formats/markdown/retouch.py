"""Marks taken off and put on in a leaf, in the first way of writing that a parser reads as it is meant.

CommonMark has many ways to write a mark that is none: next to a letter, inside of another mark, at the beginning of a
line. Rather than to know them all, each way of writing is tried and read again.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

from quire.core.errors import UnsupportedError
from quire.formats.markdown.blocks import Span, walk
from quire.formats.markdown.glyphs import Leaf, Name, is_solid, name_of
from quire.formats.markdown.inlines import Inline
from quire.formats.markdown.patch import patch
from quire.formats.markdown.seam import changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.core.transaction import Transaction
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.glyphs import Glyph
    from quire.formats.markdown.patch import Edit

Form = tuple[str, str]
"""What is written before and behind the text of a mark."""


class Style(NamedTuple):
    """A way of writing: in which form, inside or outside of marks on the same text, what to escape or leave out."""

    escaped: bool
    tight: bool
    form: int
    place: Literal["selected", "inside", "outside"]


@dataclass(frozen=True, slots=True)
class Wrap:
    """A mark for a run of glyphs, with its forms, best first; code has none, since its fence depends on its text."""

    run: range
    name: Name
    forms: tuple[Form, ...] = ()

    def form(self, style: Style) -> Form | None:
        return self.forms[min(style.form, len(self.forms) - 1)] if self.forms else None


class Seen(NamedTuple):
    """What is to be read of a glyph; no names, where it does not matter which marks it has."""

    text: str
    names: frozenset[Name] | None


@dataclass(frozen=True)
class Retouch:
    """What is to become of the marks in a leaf."""

    leaf: Leaf
    selected: Span
    dissolved: Sequence[Inline]
    wraps: Sequence[Wrap] = ()
    may_escape: bool = True
    may_reread: bool = False  # whether code that becomes text may turn out to have marks in it
    ignored: frozenset[Name] = field(default=frozenset())

    def styles(self) -> Iterator[Style]:
        """The ways to write it, best first."""
        forms = range(max((len(wrap.forms) for wrap in self.wraps), default=0) or 1)
        escapes = (False, True) if self.may_escape else (False,)
        for style in product(escapes, (False, True), forms, ("selected", "inside", "outside")):
            yield Style(*style)  # type: ignore[arg-type]  # mypy knows no product of literals

    def edits(self, style: Style) -> tuple[Edit, ...]:
        """The edits that write it so."""
        edits: list[Edit] = [(start, end, "") for span in self.dissolved for start, end in _delimiters(span)]
        for wrap, first, last in self._pieces(style):
            opening, closing = wrap.form(style) or _fence(self._code_source(first, last))
            edits += (first, first, opening), (last, last, closing)
        if style.escaped:
            edits += ((glyph.start, glyph.start, "\\") for glyph in self._exposed())
        return tuple(_joined(edits))

    def is_read(self, after: Leaf, style: Style) -> bool:
        """Whether a leaf reads as it is meant."""
        found = [Seen(glyph.text, glyph.names) for glyph in after.glyphs]
        if self.may_reread and not style.escaped:
            return self._is_read_around(found)
        expected = list(self._readings(style))
        return len(expected) == len(found) and all(map(self._agrees, expected, found))

    def _is_read_around(self, found: list[Seen]) -> bool:
        """Whether what stands before and behind the marks that go is as it was."""
        readings = [Seen(glyph.text, self._names(index, glyph)) for index, glyph in enumerate(self.leaf.glyphs)]
        gone = self._dissolved_glyphs()
        before, behind = readings[: gone.start], readings[gone.stop :]
        return (
            len(found) >= len(before) + len(behind)
            and all(map(self._agrees, before, found))
            and all(map(self._agrees, reversed(behind), reversed(found)))
        )

    def _agrees(self, expected: Seen, found: Seen) -> bool:
        if expected.text != found.text:
            return False
        return expected.names is None or expected.names - self.ignored == (found.names or frozenset()) - self.ignored

    def _dissolved_glyphs(self) -> range:
        """The glyphs that lose a mark and get none in its place."""
        extents = self.leaf.glyphs.extents()
        indices = {index for span in self.dissolved for index in extents[id(span)][1]}
        bare = indices.difference(*(wrap.run for wrap in self.wraps)) or indices
        return range(min(bare), max(bare) + 1)

    def _readings(self, style: Style) -> Iterator[Seen]:
        """What is to be read afterwards. What becomes code is read as it is written."""
        codes = {first: (last, wrap) for wrap, first, last in self._pieces(style) if wrap.name == "code"}
        reached = 0
        for index, glyph in enumerate(self.leaf.glyphs):
            if glyph.start < reached:
                continue
            start = next((first for first in codes if first <= glyph.start < codes[first][0]), None)
            if start is None:
                yield Seen(glyph.text, self._names(index, glyph, style))
                continue
            reached = codes[start][0]
            around = frozenset(name_of(span) for span in glyph.path if span.start < start) - {"code"}
            for character in self._characters(start, reached):
                yield Seen(character.text, None if character.is_space else around | {"code"})

    def _names(self, index: int, glyph: Glyph, style: Style | None = None) -> frozenset[Name] | None:
        if glyph.is_unseen:
            return None
        names = {name_of(span) for span in glyph.path if id(span) not in self.gone}
        names |= {wrap.name for wrap in self.wraps if index in self._run(wrap, style)}
        return frozenset(names)

    def _run(self, wrap: Wrap, style: Style | None) -> range:
        if not (style and style.tight and wrap.forms):
            return wrap.run
        selected = [glyph for glyph in map(self.leaf.glyphs.__getitem__, wrap.run) if self._is_selected(glyph)]
        if selected and not any(glyph.has_weight for glyph in selected):
            return wrap.run  # it is about the punctuation
        return _tightened(self.leaf, wrap.run)

    def _is_selected(self, glyph: Glyph) -> bool:
        return self.selected[0] < glyph.end and glyph.start < self.selected[1]

    def _code_source(self, start: int, end: int) -> str:
        return "".join(self.leaf.source(each.start, each.end) for each in self._characters(start, end))

    def _characters(self, start: int, end: int) -> Iterator[Glyph]:
        """What is in code that is made of a range, which the marks that go are no part of."""
        return (each for each in self.leaf.characters(start, end, ()) if each.start not in self._cut_away)

    @cached_property
    def gone(self) -> set[int]:
        """The identities of the spans that go."""
        return {id(span) for span in self.dissolved}

    @cached_property
    def _cut_away(self) -> set[int]:
        return {place for span in self.dissolved for cut in _delimiters(span) for place in range(*cut)}

    def _pieces(self, style: Style) -> Iterator[tuple[Wrap, int, int]]:
        """The source ranges that get a mark, so that it crosses no other."""
        cutter = _Cutter(self, style.place)
        for wrap in self.wraps:
            run = self._run(wrap, style)
            if wrap.name == "code":
                self._check_whole(run)
            for start, end in cutter.cut(run, 0, literal=wrap.name == "code"):
                yield wrap, start, end

    def _check_whole(self, run: range) -> None:
        """Refuse to show the source of half a sign: the other half would be shown as well."""
        for index in run:
            glyph = self.leaf.glyphs[index]
            if any(glyph.start < edge < glyph.end for edge in self.selected):
                raise UnsupportedError(
                    f"The selection has a part of {self.leaf.source(glyph.start, glyph.end)!r}.",
                    "Select all of it, or nothing of it.",
                )

    def _exposed(self) -> list[Glyph]:
        """The signs that might come to mean something once marks are gone or there."""
        chosen = {*self._neighbours(), *self._list_numbers(), *self._code_signs(), *self._link_signs()}
        return [
            glyph
            for index, glyph in enumerate(self.leaf.glyphs)
            if index in chosen
            and glyph.type == "text"
            and glyph.end - glyph.start == 1
            and glyph.text in string.punctuation
            and not any(is_solid(span) and id(span) not in self.gone for span in glyph.path)
        ]

    def _neighbours(self) -> Iterator[int]:
        """What stands next to marks that go, and what begins a line now."""
        edges = {edge for span in self.dissolved if span.type != "code" for cut in _delimiters(span) for edge in cut}
        edges |= {span.inner_start for span in self._at_line_starts()}
        for index, glyph in enumerate(self.leaf.glyphs):
            if glyph.start in edges or glyph.end in edges:
                yield index

    def _list_numbers(self) -> Iterator[int]:
        glyphs = self.leaf.glyphs
        for span in self._at_line_starts():
            first = next((index for index, glyph in enumerate(glyphs) if glyph.start >= span.inner_start), 0)
            found = re.match(r"\d{1,9}[.)]", "".join(glyph.text[0] for glyph in glyphs[first : first + 10]))
            if found:
                yield first + found.end() - 1

    def _at_line_starts(self) -> list[Inline]:
        starts = {start for start, _ in self.leaf.lines}
        return [span for span in self.dissolved if span.start in starts]

    def _code_signs(self) -> Iterator[int]:
        codes = {id(span) for span in self.dissolved if span.type == "code"}
        for index, glyph in enumerate(self.leaf.glyphs):
            in_wrap = any(index in wrap.run for wrap in self.wraps)
            if not in_wrap and glyph.text in _SIGNS and any(id(span) in codes for span in glyph.path):
                yield index

    def _link_signs(self) -> Iterator[int]:
        for wrap in self.wraps:
            if isinstance(wrap.name, tuple):
                yield from (index for index in wrap.run if self.leaf.glyphs[index].text in "[]\\`<")


_SIGNS = "\\`*_[]<&~=+$^!:@"


def _delimiters(span: Inline) -> tuple[Span, Span]:
    return (span.start, span.inner_start), (span.inner_end, span.end)


def _joined(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits in order, those that touch as one, so that a mark that goes and comes again is no change."""
    start = end = -1
    text = ""
    for edit in sorted(edits, key=lambda edit: edit[:2]):
        if edit[0] == end:
            end, text = edit[1], text + edit[2]
            continue
        if end >= 0:
            yield start, end, text
        start, end, text = edit
    if end >= 0:
        yield start, end, text


def _fence(content: str) -> Form:
    """More backticks than any run in the code has, and spaces where the code begins or ends with one."""
    fence = "`" * (max(map(len, re.findall(r"`+", content)), default=0) + 1)
    padding = " " if content[:1] == "`" or content[-1:] == "`" else ""
    return fence + padding, padding + fence


class _Cutter:
    """Cuts a run of glyphs at the edges of marks that it would cross."""

    def __init__(self, retouch: Retouch, place: str) -> None:
        self._leaf = retouch.leaf
        self._glyphs = retouch.leaf.glyphs
        self._extents = self._glyphs.extents()
        self._gone = retouch.gone
        self._selected = retouch.selected
        self._place = place

    def cut(self, run: range, depth: int, *, literal: bool) -> Iterator[Span]:
        """The source ranges of a run whose marks up to that depth hold all of it."""
        group = range(run.start, run.start)
        index = run.start
        while index < run.stop:
            mark = self._mark(index, depth)
            extent = self._extents[id(mark)][1] if mark else range(index, index + 1)
            inside = range(max(run.start, extent.start), min(run.stop, extent.stop))
            if self._is_whole(index, mark, inside == extent, literal=literal):
                group = range(group.start, extent.stop)
            else:
                yield from self._grouped(group, depth, literal=literal)
                if mark:
                    self._check_divisible(mark)
                    yield from self.cut(inside, depth + 1, literal=literal)
                group = range(inside.stop, inside.stop)
            index = extent.stop
        yield from self._grouped(group, depth, literal=literal)

    def _is_whole(self, index: int, mark: Inline | None, is_complete: bool, *, literal: bool) -> bool:
        """Whether what stands at an index can be part of a group: code shows the signs of the marks that are in it."""
        if literal:
            return is_complete and (mark is None or self._is_selected(mark))
        return is_complete and not self._glyphs[index].is_tag

    def _grouped(self, group: range, depth: int, *, literal: bool) -> Iterator[Span]:
        """The range around whole marks and what stands between them; or inside of the mark, if it is only one."""
        group = self._glyphs.trimmed(group)
        if not group:
            return
        first, last = self._mark(group.start, depth), self._mark(group.stop - 1, depth)
        if first and first is last and self._goes_inside(first):
            yield from self.cut(group, depth + 1, literal=literal)
            return
        start = first.start if first else self._glyphs[group.start].start
        yield start, last.end if last else self._glyphs[group.stop - 1].end

    def _goes_inside(self, mark: Inline) -> bool:
        if is_solid(mark) or self._place == "outside":
            return False
        return self._place == "inside" or not self._is_selected(mark)

    def _is_selected(self, mark: Inline) -> bool:
        return self._selected[0] <= mark.start and mark.end <= self._selected[1]

    def _mark(self, index: int, depth: int) -> Inline | None:
        """The mark that stays around a glyph, at that depth."""
        staying = [span for span in self._glyphs[index].path if id(span) not in self._gone]
        return staying[depth] if depth < len(staying) else None

    def _check_divisible(self, mark: Inline) -> None:
        if is_solid(mark):
            source = self._leaf.source(mark.start, mark.end)
            raise UnsupportedError(
                f"The selection has a part of {source!r}, which takes no marks inside.",
                "Select all of it, or nothing of it.",
            )


def _tightened(leaf: Leaf, run: range) -> range:
    """A run without the punctuation at its edges that a mark cannot stand before, or behind, next to a letter."""
    glyphs = leaf.glyphs
    if not any(glyphs[index].has_weight for index in run):
        return run
    start, stop = run.start, run.stop
    while glyphs[start].is_punctuation and start and _is_letter(glyphs[start - 1]):
        start += 1
        stop -= _are_a_pair(glyphs[start - 1], glyphs[stop - 1])
    while glyphs[stop - 1].is_punctuation and stop < len(glyphs) and _is_letter(glyphs[stop]):
        stop -= 1
        start += _are_a_pair(glyphs[start], glyphs[stop])
    return range(start, stop)


def _is_letter(glyph: Glyph) -> bool:
    return not (glyph.is_space or glyph.is_punctuation)


def _are_a_pair(opening: Glyph, closing: Glyph) -> bool:
    kinds = unicodedata.category(opening.text[0]), unicodedata.category(closing.text[0])
    if kinds in (("Ps", "Pe"), ("Pi", "Pf")):
        return True
    return opening.text == closing.text and opening.is_punctuation


def write(document: MarkdownDocument, retouches: Iterable[Retouch], refusal: UnsupportedError) -> Transaction:
    """The change that retouches leaves, each in the first style in which it reads as it is meant."""
    settled: list[Edit] = []
    waiting = [_Attempt(retouch) for retouch in retouches]
    while waiting:
        if not all(attempt.go_on() for attempt in waiting):
            raise refusal
        succeeded = _succeeding(document, waiting, settled)
        settled += (edit for attempt in waiting if attempt in succeeded for edit in attempt.edits)
        waiting = [attempt for attempt in waiting if attempt not in succeeded]
    return patch(document, settled)


class _Attempt:
    """A leaf in the style that is tried just now."""

    def __init__(self, retouch: Retouch) -> None:
        self.retouch = retouch
        self.edits: tuple[Edit, ...] = ()
        self._styles = retouch.styles()
        self._style: Style | None = None
        self._tried: set[tuple[Edit, ...]] = set()

    def go_on(self) -> bool:
        """Take the next style that makes a difference; False if there is none."""
        for style in self._styles:
            edits = self.retouch.edits(style)
            if edits not in self._tried:
                self._tried.add(edits)
                self._style, self.edits = style, edits
                return True
        return False

    def succeeds(self, after: Leaf) -> bool:
        return self._style is not None and self.retouch.is_read(after, self._style)


def _succeeding(document: MarkdownDocument, attempts: Sequence[_Attempt], settled: list[Edit]) -> list[_Attempt]:
    """The attempts that read as they are meant. Where one of many makes other blocks, each is tried alone."""
    edits = [*settled, *(edit for attempt in attempts for edit in attempt.edits)]
    after = document.apply(patch(document, edits))
    blocks, found = (list(walk(each)) for each in changed(document.tree, after.tree))
    if [block.type for block in blocks] == [block.type for block in found]:
        twins = dict(zip(map(id, blocks), found, strict=True))
        return [attempt for attempt in attempts if attempt.succeeds(_after(after, attempt.retouch.leaf, twins))]
    if len(attempts) == 1:
        return []
    return [attempt for attempt in attempts if _succeeding(document, [attempt], settled)]


def _after(document: MarkdownDocument, leaf: Leaf, twins: dict[int, Block]) -> Leaf:
    """A leaf as it is after a change; the same, if the change did not reach it."""
    twin = twins.get(id(leaf.block))
    return Leaf(document, twin) if twin else leaf
