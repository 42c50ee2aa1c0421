"""Tracked changes as proposals: the document as it was before them, and what each of them wants of that.

What changed inside of a paragraph is wanted for the words that it is about, so that each change can be decided alone.
What changed in another way, with all that happened in the same place, is wanted for a stretch of the source.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import NotFoundError, QuireError
from quire.core.manuscript import plan
from quire.formats.docx.edit.deletion import RANGE_MARKS
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review import revisions
from quire.formats.docx.review.canon import stripped, wording
from quire.formats.docx.review.decision import Decision
from quire.formats.docx.review.marks import CONTENT, TAGS, is_content
from quire.formats.docx.review.tracking import TRACK
from quire.formats.docx.text.paragraph import (
    W_DEL,
    W_FIELD,
    W_HYPERLINK,
    W_INS,
    W_MOVE_FROM,
    W_MOVE_TO,
    W_P,
    W_R,
    Paragraph,
)
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Block

_LOOK_CHANGE = name("w:rPrChange")
_CODES = (W_FIELD, name("w:instrText"), name("w:delInstrText"))
_GONE, _COME = (W_DEL, W_MOVE_FROM), (W_INS, W_MOVE_TO)
_PASSED_OVER = (*RANGE_MARKS, name("w:proofErr"))


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a tracked change wants, who made it, and when."""

    intent: Intent
    author: str
    date: str


def proposals(document: DocxDocument, author: str | None = None) -> tuple[Transaction, list[Proposal]]:
    """The change that takes tracked changes back, all or those of an author, and what they want of what it leaves."""
    ids: list[str] = revisions.decide(document, accepts=False, author=author).arguments["ids"]
    known = set(ids)
    if not ids:
        raise NotFoundError("The document has no tracked changes.", "There is nothing to make suggestions of.")
    back = revisions.decided(document, ids, accepts=False)
    before = document.apply(back)
    after = document.apply(revisions.decided(document, ids, accepts=True))
    marks = {part: named for part, _, named in revisions.named(document)}
    found: list[Proposal] = []
    for part in [part for part in document.parts if part in marks]:
        chosen = [mark for mark, identifier in marks[part].items() if identifier in known]
        found += _Part(document, before, after, part, chosen).proposals()
    return back, found


class _Part:
    """A story with its chosen changes: as it is, as it was, and as it would be."""

    def __init__(
        self, now: DocxDocument, before: DocxDocument, after: DocxDocument, part: str, chosen: Sequence[Element]
    ) -> None:
        self._now, self._before, self._part = now, before, part
        self._old, self._new = list(before.story(part)), list(after.story(part))
        self._tails = before.story(part).tail, after.story(part).tail
        self._chosen = chosen
        self._marks: dict[int, list[tuple[int, Element]]] = {}
        """The changes in each paragraph, with their places among all."""
        for place, mark in enumerate(chosen):
            if (number := _number(mark)) is not None:
                self._marks.setdefault(now.story(part)[number].key, []).append((place, mark))

    def proposals(self) -> Iterator[Proposal]:
        """What is wanted, in the order of the text: paragraphs that are in both versions part it into stretches."""
        shared = {block.key: block for block in self._new}
        behind: Block | None = None
        was: list[Block] = []
        would_be: list[Block] = []
        remaining = iter(self._new)
        for old in self._old:
            new = shared.get(old.key)
            if new is None or new.lead != old.lead:
                was.append(old)
                continue
            for other in remaining:
                if other.key == old.key:
                    break
                would_be.append(other)
            words = self._words(old, new)
            if words is None and (was or would_be):
                was, would_be = [*was, old], [*would_be, new]
                continue
            yield from self._stretch(behind, was, would_be)
            yield from self._stretch(behind, [old], [new]) if words is None else words
            behind, was, would_be = old, [], []
        yield from self._stretch(behind, was, [*would_be, *remaining], self._tails)

    # A stretch of the source

    def _stretch(
        self, behind: Block | None, old: list[Block], new: list[Block], tails: tuple[str, str] = ("", "")
    ) -> Iterator[Proposal]:
        was, would_be = ("".join(chain.from_iterable((b.lead, b.source) for b in blocks)) for blocks in (old, new))
        if tails[0] != tails[1]:
            was, would_be = was + tails[0], would_be + tails[1]
        if was != would_be:
            yield self._exchange(behind, was, would_be, old, self._marks_in(old, new))

    def _exchange(
        self, behind: Block | None, was: str, would_be: str, old: Sequence[Block], marks: Sequence[Element]
    ) -> Proposal:
        first = marks[0] if marks else self._chosen[0]
        anchor = self._before.id(Place(self._part, behind.key)) if behind is not None else None
        said = {"part": self._part, "anchor": anchor, "old": was, "new": would_be, "marks": _numbers(marks or [first])}
        return _proposal(Intent("exchange_source", (self._range(behind, old),), said), first)

    def _range(self, behind: Block | None, old: Sequence[Block]) -> Range:
        """The texts of a stretch; of an empty one, the place where it is."""
        if old:
            spans = [self._before.span(Place(self._part, block.key)) for block in (old[0], old[-1])]
            return Range(spans[0].start, spans[1].end)
        at = self._before.span(Place(self._part, behind.key)).end if behind is not None else 0
        return Range(at, at)

    def _marks_in(self, old: Sequence[Block], new: Sequence[Block]) -> list[Element]:
        """The changes in some paragraphs, or around them."""
        keys = {block.key for block in (*old, *new)}
        return [mark for _, mark in sorted(chain.from_iterable(self._marks.get(key, ()) for key in keys))]

    # The words of a paragraph

    def _words(self, old: Block, new: Block) -> list[Proposal] | None:
        """What is wanted of the words of a paragraph; None if something else is."""
        if stripped(old) == stripped(new):
            return []
        now = self._now.story(self._part).block(old.key)
        marks = [mark for _, mark in self._marks.get(old.key, ())]
        if not marks or not all(_is_inline(mark) for mark in marks):
            return None
        ranks = _ranks(marks[0])
        alone = _Copy(now, ranks, marks, marks)
        alone.decide(accepts=True)
        if alone.text != new.text:
            return None  # another paragraph was joined with it
        found = [self._sewn(old, partial(_Copy, now, ranks, marks, group), group) for group in _groups(marks)]
        sewn = [each for each in found if each is not None]
        place = Place(self._part, old.key)
        return sewn if len(sewn) == len(found) and (not _meet(sewn) or self._agree(sewn, place, old, new)) else None

    def _sewn(self, old: Block, copy: Callable[[], _Copy], group: Sequence[Element]) -> Proposal | None:
        """What some changes of a paragraph want, if the others in it stay as they are."""
        was, would_be = copy(), copy()
        was.decide(accepts=False)
        would_be.decide(accepts=True)
        gone, come = was.place(), would_be.place()
        found = gone or come
        if found is None or (gone and come and gone.start != come.start):
            return None
        place = Place(self._part, old.key)
        start = self._before.span(place).start
        where = Range(start + found.start, start + (gone.end if gone else found.start))
        said = {"paragraph": self._before.id(place), "source": would_be.source(), "marks": _numbers(group)}
        intent = Intent("sew_source", (where,), said)
        return _proposal(intent, group[0]) if self._gives([intent], place, would_be.root[0]) else None

    def _gives(self, intents: Sequence[Intent], place: Place, wanted: Element) -> bool:
        """Whether what is wanted can be done, and comes to what the changes come to."""
        try:
            after = self._before.apply(plan(self._before, intents))
        except QuireError:
            return False
        return wording(after.block(place).read().element) == wording(wanted)

    def _agree(self, sewn: Sequence[Proposal], place: Place, old: Block, new: Block) -> bool:
        """Whether changes that meet come to the same together, also when they are tracked again: not if two of them
        are about the same word, and it cannot be told which."""
        if not self._gives([each.intent for each in sewn], place, new.read().element):
            return False
        by = [{"author": each.author, "date": each.date} for each in sewn]
        intents = [replace(each.intent, arguments={**each.intent.arguments, TRACK: who})
                   for each, who in zip(sewn, by, strict=True)]  # fmt: skip
        try:
            after = self._before.apply(plan(self._before, intents)).block(place)
        except QuireError:
            return False
        return all(
            _Whole(after).decided(accepts=accepts) == _Whole(wanted).decided(accepts=accepts)
            for accepts, wanted in ((True, new), (False, old))
        )


class _Whole:
    """A paragraph to try out what becomes of it if all changes in it are decided."""

    def __init__(self, block: Block) -> None:
        self.root: Element = block.frame.parse(block.source)

    def opened(self, paragraph: Element) -> Element:
        return paragraph

    def decided(self, *, accepts: bool) -> list[tuple[str, ...]]:
        Decision(self, accepts=accepts, chosen=lambda _: True).carry_out()
        return wording(self.root[0])


class _Copy:
    """A paragraph to try out what becomes of it."""

    def __init__(
        self, block: Block, ranks: dict[Element, int], marks: Sequence[Element], group: Sequence[Element]
    ) -> None:
        self._frame, self._fields = block.frame, block.fields
        self.root: Element = block.frame.parse(block.source)
        found = list(self.root.iter(*TAGS))
        self._group = [found[ranks[mark]] for mark in group]
        self._others = [found[ranks[mark]] for mark in marks if mark not in group]
        self._come = [child for mark in self._group for child in _brought(mark)]
        gone = [each for mark in self._group if mark.tag not in _COME for each in _owned(mark)]
        self._inside = {False: set(gone), True: {each for child in self._come for each in child.iter()}}
        self._accepts = False

    def opened(self, paragraph: Element) -> Element:
        return paragraph

    def decide(self, *, accepts: bool) -> None:
        """Take the other changes back, and say yes or no to those of the group."""
        self._accepts = accepts
        for marks, verdict in ((self._others, False), (self._group, accepts)):
            chosen = set(marks)
            Decision(self, accepts=verdict, chosen=chosen.__contains__).carry_out()

    def place(self) -> Range | None:
        """Where in the text is what the group takes away or brings."""
        leaves = [each for each in Paragraph(self.root[0], self._fields).leaves
                  if each.element in self._inside[self._accepts]]  # fmt: skip
        return Range(leaves[0].start, leaves[-1].end) if leaves else None

    @property
    def text(self) -> str:
        return Paragraph(self.root[0], self._fields).text

    def source(self) -> str:
        """What the group brings."""
        pieces = self._frame.parse("")
        pieces.extend([deepcopy(each) for each in self._come])
        for each in pieces:
            each.tail = None
        return self._frame.serialise(pieces)


def _brought(mark: Element) -> list[Element]:
    """What a change puts into a paragraph."""
    if mark.tag in _COME:
        link = mark.getparent()
        return [link] if link is not None and link.tag == W_HYPERLINK and len(link) == 1 else list(mark)
    run = next(mark.iterancestors(W_R), None)
    return [run] if mark.tag == _LOOK_CHANGE and run is not None else []


def _owned(mark: Element) -> Iterator[Element]:
    """What a change takes from a paragraph."""
    if mark.tag in _GONE:
        return mark.iter()
    run = next(mark.iterancestors(W_R), None)
    return iter(()) if run is None else run.iter()


def _is_inline(mark: Element) -> bool:
    """Whether a change is one of words, whole and alone: in no other change, no text box, and no part of a field."""
    outer, paragraphs = list(mark.iterancestors(*CONTENT)), list(mark.iterancestors(W_P))
    if outer or len(paragraphs) != 1 or paragraphs[0].getparent() is None:
        return False
    if mark.tag == _LOOK_CHANGE:
        run = next(mark.iterancestors(W_R), None)
        return run is not None and not any(each.tag in _CODES for each in run)
    has_marks = any(each is not mark for each in mark.iter(*TAGS))
    return is_content(mark) and not has_marks and next(mark.iter(*_CODES), None) is None


def _groups(marks: Sequence[Element]) -> Iterator[list[Element]]:
    """Changes of one author that stand next to each other: other words in the place of some."""
    group: list[Element] = []
    for mark in marks:
        if group and _is_beside(group[-1], mark):
            group.append(mark)
            continue
        if group:
            yield group
        group = [mark]
    if group:
        yield group


def _meet(sewn: Sequence[Proposal]) -> bool:
    """Whether changes of a paragraph stand next to each other."""
    places = sorted(place for each in sewn for place in each.intent.ranges)
    return any(one.end >= other.start for one, other in pairwise(places))


def _is_beside(one: Element, other: Element) -> bool:
    if _LOOK_CHANGE in (one.tag, other.tag) or attribute(one, "w:author") != attribute(other, "w:author"):
        return False
    following = one.getnext()
    while following is not None and following.tag in _PASSED_OVER:
        following = following.getnext()
    return following is other


def _number(mark: Element) -> int | None:
    """The number in its story of the paragraph in which a change is; of a row or a cell, its first one."""
    for around in mark.iterancestors():
        found = around.get("number") or around.get("stub")
        if found is not None:
            return int(found)
    owner = next(
        (each for each in mark.iterancestors() if each.tag in (name("w:tc"), name("w:tr"), name("w:tbl"))), None
    )
    first = next(owner.iter(W_P), None) if owner is not None else None
    told = (first.get("number") or first.get("stub")) if first is not None else None
    return int(told) if told is not None else None


def _ranks(mark: Element) -> dict[Element, int]:
    """Which of the changes in its paragraph each is, for one of them."""
    paragraph = list(mark.iterancestors(W_P))[-1]
    return {each: rank for rank, each in enumerate(paragraph.iter(*TAGS))}


def _numbers(marks: Collection[Element]) -> list[str]:
    return [attribute(mark, "w:id") or "" for mark in marks]


def _proposal(intent: Intent, mark: Element) -> Proposal:
    return Proposal(intent, attribute(mark, "w:author") or "", attribute(mark, "w:date") or "")
