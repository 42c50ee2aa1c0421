"""What an edit of a paragraph comes to: which words are cut out and what goes in their place, and which look otherwise.

It is planned on the text alone, word by word. Words that stay are in no part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from quire.core.errors import UnsupportedError
from quire.formats.docx.text.paragraph import OBJECT
from quire.formats.docx.text.tags import PLAIN, Look, Span
from quire.formats.docx.text.wording import edits, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


def _itself(word: str) -> str:
    return word


@dataclass(frozen=True, slots=True)
class Reading:
    """How a caller wrote down the text that is to be replaced."""

    spans: tuple[Span, ...] = ()  # with looks, if any were given: what had one and has none in the new text loses it
    skips_objects: bool = False  # without the objects in it: they stay where they are
    joins_spaces: bool = False  # several spaces as one: they stay several
    alike: Callable[[str], str] = _itself  # in other quotes, dashes or spaces: words that differ in them alone stay


LITERAL = Reading()


@dataclass(frozen=True, slots=True)
class Cut:
    """Spans in the place of a range of the text."""

    start: int
    end: int
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Dress:
    """Another look for a range of the text."""

    start: int
    end: int
    look: Look


class _Word(NamedTuple):
    """A word where it stands in the paragraph, and how the caller wrote it down."""

    text: str
    start: int
    end: int
    look: Look = PLAIN


Seams = dict[int, bool]
"""The places of a paragraph's text where its look changes; true where something begins or ends that must stay."""


def operation(
    text: str, start: int, end: int, spans: Sequence[Span], reading: Reading, seams: Seams
) -> list[Cut | Dress]:
    """The cuts and dresses that put spans in the place of a range of a text."""
    first, last = _whole_words(text, start, end)
    edges = Span(text[first:start]), Span(text[end:last])
    old = _seen(list(_placed(text, first, last, reading)), reading, edges)
    new = list(_looking((edges[0], *spans, edges[1]), reading))
    changed = list(edits([reading.alike(word.text) for word in old], [reading.alike(word.text) for word in new]))
    found: list[Cut | Dress] = []
    at = place = 0
    for a, b, c, d in (*changed, (len(old), len(old), len(new), len(new))):
        found += _dresses(old[at:a], new[place:c])
        at, place = b, d
        if (a, c) != (b, d):
            beside = old[a] if a < b else old[a - 1] if a else old[0] if old else None
            fresh = _against(new[c:d], beside, is_replaced=a < b)
            found += _cuts(old[a:b], old[a - 1].end if a else first, fresh, seams)
    return found


def _cuts(replaced: Sequence[_Word], behind: int, spans: tuple[Span, ...], seams: Seams) -> Iterator[Cut]:
    """The ranges to cut out: one, or several where objects between them stay."""
    if not replaced:
        yield Cut(behind, behind, spans)
        return
    if len(replaced) == len(spans) == 1:
        yield from _within(replaced[0], spans[0], seams)
        return
    start = replaced[0].start
    for word, after in pairwise((*replaced, None)):
        if word is not None and (after is None or after.start != word.end):
            yield Cut(start, word.end, spans)
            spans = ()
            start = after.start if after else word.end


def _within(word: _Word, span: Span, seams: Seams) -> Iterator[Cut]:
    """A word in the place of another: of one that has several looks, what stays of it keeps its own."""
    inner = [seam for seam in seams if word.start < seam < word.end]
    if not inner:
        yield Cut(word.start, word.end, (span,))
        return
    if any(seams[seam] for seam in inner):
        for a, b, c, d in edits(word.text, span.text):
            yield Cut(word.start + a, word.start + b, (Span(span.text[c:d], span.look),) if c < d else ())
        return
    before = _shared(word.text, span.text)
    behind = _shared(word.text[before:][::-1], span.text[before:][::-1])
    if 2 * (before + behind) < len(word.text):
        before = behind = 0
    start, end = word.start + before, word.end - behind
    fresh = span.text[before : len(span.text) - behind]
    if len(fresh) != end - start:
        yield Cut(start, end, (Span(fresh, span.look),) if fresh else ())
        return
    for one, other in pairwise((start, *(seam for seam in inner if start < seam < end), end)):
        yield Cut(one, other, (Span(fresh[one - start : other - start], span.look),))


def _shared(one: str, other: str) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _dresses(old: Sequence[_Word], new: Sequence[_Word]) -> Iterator[Dress]:
    """The looks that words which stay get, where those beside each other get the same as one."""
    wanted = [(was, difference(was.look, now.look)) for was, now in zip(old, new, strict=True)]
    for look, group in groupby(wanted, key=lambda pair: pair[1]):
        same = [word for word, _ in group]
        if look != PLAIN:
            yield Dress(same[0].start, same[-1].end, look)


def difference(was: Look, now: Look) -> Look:
    """What is to change about a word that stays."""
    if was == now or (was.role and was.role == now.role):
        return PLAIN
    if was.href and now.href != was.href:
        raise UnsupportedError(
            "A link cannot be taken away or led elsewhere by its tag.", "Keep the <a href> as old_string has it."
        )

    def flag(before: bool | None, after: bool | None) -> bool | None:
        return None if before == after else bool(after)

    return replace(
        now,
        bold=flag(was.bold, now.bold),
        italic=flag(was.italic, now.italic),
        underline=flag(was.underline, now.underline),
        highlight=flag(was.highlight, now.highlight),
        strike=flag(was.strike, now.strike),
        vertical=None if was.vertical == now.vertical else now.vertical or "baseline",
        style=None if was.style == now.style else now.style or "",
        href=None if was.href else now.href,
        color=now.color if now.color != was.color else None,
        size=now.size if now.size != was.size else None,
        font=now.font if now.font != was.font else None,
        role=None,
    )


def _against(fresh: Sequence[_Word], beside: _Word | None, *, is_replaced: bool) -> tuple[Span, ...]:
    """New words as spans, without the looks that the caller gave what they replace, or stand behind, but not them."""
    was = beside.look if beside else PLAIN
    if is_replaced and was.href and any(word.look.href != was.href for word in fresh):
        difference(was, PLAIN)
    lost = Look(
        bold=False if was.bold else None,
        italic=False if was.italic else None,
        underline=False if was.underline else None,
        highlight=False if was.highlight else None,
        strike=False if was.strike else None,
        vertical="baseline" if was.vertical else None,
        style="" if was.style else None,
    )
    return _joined(Span(word.text, word.look.over(lost)) for word in fresh)


# Words


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """A range, widened to the ends of the words that it cuts."""
    while 0 < start < len(text) and _joins(text, start):
        start -= 1
    while 0 < end < len(text) and _joins(text, end):
        end += 1
    return start, end


def _joins(text: str, at: int) -> bool:
    """Whether the characters on both sides of a place are of one word."""
    return len(words(text[at - 1 : at + 1])) == 1


def _placed(text: str, first: int, last: int, reading: Reading) -> Iterator[_Word]:
    """The words of a range that the caller wrote down."""
    at = first
    for word in _read(text[first:last], reading):
        if not (reading.skips_objects and word == OBJECT):
            yield _Word(word, at, at + len(word))
        at += len(word)


def _read(text: str, reading: Reading) -> Iterator[str]:
    """The words of a text."""
    if not reading.joins_spaces:
        yield from words(text)
        return
    for is_space, group in groupby(words(text), key=str.isspace):
        found = list(group)
        yield from ["".join(found)] if is_space else found


def _looking(spans: Iterable[Span], reading: Reading) -> Iterator[_Word]:
    """The words of spans, each with its look; one in two looks counts as two."""
    for span in _joined(spans):
        for word in _read(span.text, reading):
            yield _Word(word, 0, 0, span.look)


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans with the same look as one, so that a word that begins before an edit is one word."""
    grouped = groupby((span for span in spans if span.text), key=lambda span: span.look)
    return tuple(Span("".join(span.text for span in group), look) for look, group in grouped)


def _seen(old: list[_Word], reading: Reading, edges: tuple[Span, Span]) -> list[_Word]:
    """Words with the looks that the caller gave them, where any were given."""
    if not reading.spans:
        return old
    given = list(_looking((edges[0], *reading.spans, edges[1]), reading))
    looks: Mapping[int, Look] = dict(_matched(old, given, reading))
    return [word._replace(look=looks.get(index, PLAIN)) for index, word in enumerate(old)]


def _matched(old: Sequence[_Word], given: Sequence[_Word], reading: Reading) -> Iterator[tuple[int, Look]]:
    """Which word has which look, as far as both texts are the same."""
    changed = edits([reading.alike(word.text) for word in old], [reading.alike(word.text) for word in given])
    at = place = 0
    for a, b, _, d in (*changed, (len(old), 0, 0, 0)):
        yield from ((at + index, given[place + index].look) for index in range(a - at))
        at, place = b, d
