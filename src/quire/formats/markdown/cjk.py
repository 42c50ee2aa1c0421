"""Spaces and punctuation in Chinese and Japanese text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError
from quire.core.transaction import Transaction
from quire.core.words import HAN, KANA, WIDE_PUNCTUATION
from quire.formats.markdown.inlines import Link
from quire.formats.markdown.patch import Edit, patch
from quire.formats.markdown.reading import ADDRESS, Reading
from quire.formats.markdown.seam import changed
from quire.formats.markdown.shape import leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.inlines import Inline, Inlines
    from quire.formats.markdown.patch import Planner

Rule = Callable[[Reading], Iterator["Proposal"]]
"""What proposes proposals of a text."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Edits that are made together or not at all, and the characters of the reading from which and to which they go."""

    first: int
    last: int
    edits: tuple[Edit, ...]

    def is_within(self, reading: Reading, place: Range) -> bool:
        return place.start <= reading.ranges[self.first][0] and reading.ranges[self.last][1] <= place.end


# Spaces

_WIDE = f"[{HAN}{KANA}]"
_LATIN = "A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff" + ADDRESS
_ACCENTS = "\u0300-\u036f²³¹"
_CURRENCIES = "$¢£¥₩€₹₽"
_UNITS = f"%‰‱℃℉°′″Ω\u2126\u3380-\u33df{_CURRENCIES}"
_WORD_BEGINS = rf"(?=[{_LATIN}]|[{_CURRENCIES}]\d)"
_WORD_ENDED = rf"(?:(?<=[{_LATIN}{_ACCENTS}])|(?<=\d[{_UNITS}])|(?<=\d [{_UNITS}]))"
_SEAM = re.compile(f"(?<={_WIDE}){_WORD_BEGINS}|{_WORD_ENDED}(?={_WIDE})")
_SPACED_SEAM = re.compile(f"(?<={_WIDE}) +{_WORD_BEGINS}|{_WORD_ENDED} +(?={_WIDE})")


def _add_spaces(reading: Reading) -> Iterator[Proposal]:
    """A space where a word or a number touches a Han or kana character."""
    for seam in _SEAM.finditer(reading.text):
        place = reading.places[seam.start()]
        yield Proposal(seam.start() - 1, seam.start(), ((place, place, " "),))


def _remove_spaces(reading: Reading) -> Iterator[Proposal]:
    """None there."""
    for seam in _SPACED_SEAM.finditer(reading.text):
        edits = tuple((*reading.ranges[index], "") for index in range(*seam.span()))
        yield Proposal(seam.start() - 1, seam.end(), edits)


# Punctuation

_FULLWIDTH = dict(zip(",.?!:;()", "，。？！：；（）", strict=True))
_HALFWIDTH = {full: half for half, full in _FULLWIDTH.items()}
_WIDE_CHARACTER = re.compile(_WIDE)
_WIDE_BEFORE = re.compile(f"[{HAN}{KANA}{WIDE_PUNCTUATION}]")
_WIDE_BEHIND = re.compile(f"[{HAN}{KANA}《〈「『【〔]")
_WORD_CHARACTER = re.compile(rf"[{_LATIN}_]")
_SHORTCODE = re.compile(r":[A-Za-z][A-Za-z0-9_+-]*:")
# What has punctuation in it that is none: shortcodes and roles, drives, queries, schemes, ellipses.
_VERBATIM = re.compile(rf"{_SHORTCODE.pattern}|[A-Za-z]:[\\/]|\?[A-Za-z_][A-Za-z0-9_]*=|:/|\.{{2,}}")
_EXTENSION = re.compile(r"\.[A-Za-z0-9]")


def _to_fullwidth(reading: Reading) -> Iterator[Proposal]:
    """Full-width punctuation next to Han or kana; what becomes wide is a neighbour to what follows."""
    text, shown = reading.text, list(reading.text)
    verbatim = set(_indices(_VERBATIM, text))
    partners = _partners(text, "()")
    for index, character in enumerate(text):
        chosen = [index, partners[index]] if index in partners else [index]
        if character not in _FULLWIDTH or character == ")" or verbatim.intersection(chosen):
            continue
        if character == "(" and not (len(chosen) > 1 and _is_wide_bracket(shown, *chosen)):
            continue
        if character == "(" or _is_wide_mark(shown, index):
            for each in chosen:
                shown[each] = _FULLWIDTH[text[each]]
            yield _replaced(reading, chosen, shown)


def _is_wide_mark(shown: list[str], index: int) -> bool:
    before, behind = shown[index - 1] if index else "", shown[index + 1] if index + 1 < len(shown) else ""
    if before.isdigit() and behind.isdigit():
        return False
    if shown[index] == ".":
        return bool(_WIDE_BEFORE.match(before)) and not _WORD_CHARACTER.match(behind)
    if shown[index] in ",:;" and shown[index] in (before, behind):
        return False
    return bool(_WIDE_BEFORE.match(before) or _WIDE_BEHIND.match(behind))


def _is_wide_bracket(shown: list[str], opening: int, closing: int) -> bool:
    """Whether brackets stand behind wide text, or around some without being set off by a space; in no file's name."""
    before = shown[opening - 1] if opening else ""
    if _EXTENSION.match("".join(shown[closing + 1 : closing + 3])):
        return False
    if _WIDE_BEFORE.match(before):
        return True
    inside = "".join(shown[opening + 1 : closing])
    return bool(_WIDE_CHARACTER.search(inside)) and not before.isspace()


def _to_halfwidth(reading: Reading) -> Iterator[Proposal]:
    """Half-width punctuation everywhere but where it would make a shortcode of a word."""
    text = reading.text
    shown = [_HALFWIDTH.get(character, character) for character in text]
    partners = _partners(text, "（）")
    skipped = {*partners.values(), *_indices(_SHORTCODE, "".join(shown))}
    for index, character in enumerate(text):
        if character in _HALFWIDTH and index not in skipped:
            yield _replaced(reading, [index, partners[index]] if index in partners else [index], shown)


def _indices(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    for found in pattern.finditer(text):
        yield from range(*found.span())


def _partners(text: str, brackets: str) -> dict[int, int]:
    """Where each bracket that is opened is closed."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for index, character in enumerate(text):
        if character == brackets[0]:
            opened.append(index)
        elif character == brackets[1] and opened:
            found[opened.pop()] = index
    return found


def _replaced(reading: Reading, chosen: Sequence[int], shown: Sequence[str]) -> Proposal:
    return Proposal(chosen[0], chosen[-1], tuple((*reading.ranges[index], shown[index]) for index in chosen))


# Planning

_MOST_ROUNDS = 8


def _retouch(document: MarkdownDocument, place: Range | None, rule: Rule) -> Transaction:
    """The change that leaves a rule nothing to do in a place, or in the whole document."""
    whole = Transaction()
    for _ in range(_MOST_ROUNDS):
        change = _round(document, place, rule)
        if not change:
            break
        whole += change
        document = document.apply(change)
        place = place and place.map(change.mapping)
    return whole


def _round(document: MarkdownDocument, place: Range | None, rule: Rule) -> Transaction:
    """All proposals that a rule proposes; if they change more than text, those that do not."""
    proposed = list(_proposed(document, place, rule))
    change = patch(document, [edit for proposals in proposed for each in proposals for edit in each.edits])
    if not change or _keeps(document, change):
        return change
    change = patch(document, _harmless(document, proposed))
    return change if _keeps(document, change) else Transaction()


def _proposed(document: MarkdownDocument, place: Range | None, rule: Rule) -> Iterator[Sequence[Proposal]]:
    start, end = (place.start, place.end) if place else (0, len(document))
    for _, spans in document.inlines.within(start, end):
        reading = Reading(spans)
        proposals = [each for each in rule(reading) if place is None or each.is_within(reading, place)]
        if proposals:
            yield proposals


def _harmless(document: MarkdownDocument, proposed: Sequence[Sequence[Proposal]]) -> list[Edit]:
    """The edits of the proposals that change nothing but text: of many leaves together, where none does harm."""
    if len(proposed) == 1:
        return _harmless_in_leaf(document, proposed[0])
    middle = len(proposed) // 2
    found: list[Edit] = []
    for half in (proposed[:middle], proposed[middle:]):
        edits = [edit for proposals in half for each in proposals for edit in each.edits]
        found += edits if _keeps(document, patch(document, edits)) else _harmless(document, half)
    return found


def _harmless_in_leaf(document: MarkdownDocument, proposals: Sequence[Proposal]) -> list[Edit]:
    """The edits of those proposals of a leaf that, one after the other, change nothing but text."""
    kept: list[Edit] = []
    for proposal in proposals:
        tried = [*kept, *proposal.edits]
        if _keeps(document, patch(document, tried)):
            kept = tried
    return kept


Structure = list[tuple[tuple[str, ...], ...]]
"""The leaves of a text: what each is in, and the marks, links and the like that are in it."""


def _keeps(document: MarkdownDocument, change: Transaction) -> bool:
    """Whether a change leaves all but text as it is."""
    result = document.apply(change)
    before, after = changed(document.tree, result.tree)
    return _structure(before, document.inlines) == _structure(after, result.inlines)


def _structure(blocks: Sequence[Block], inlines: Inlines) -> Structure:
    return [(shape, *_marks(inlines.of(block))) for block, shape in leaves(blocks)]


def _marks(spans: Sequence[Inline]) -> Iterator[tuple[str, ...]]:
    """What is in a leaf besides its text, which may change."""
    for span in chain.from_iterable(each.walk() for each in spans):
        if isinstance(span, Link):
            yield span.type, span.form, span.destination
        elif span.type != "text":
            yield span.type, span.text


# Verbs

_SPACING: dict[str, Rule] = {"add": _add_spaces, "remove": _remove_spaces}
_PUNCTUATION: dict[str, Rule] = {"to-fullwidth": _to_fullwidth, "to-halfwidth": _to_halfwidth}


def _planner(argument: str, rules: dict[str, Rule]) -> Planner:
    def plan(document: MarkdownDocument, intent: Intent) -> Transaction:
        wish = intent.arguments[argument]
        if wish not in rules:
            raise InvalidArgumentError(f"There is no {argument} {wish!r}.", f"Give {' or '.join(rules)}.")
        place = intent.ranges[0].within(len(document)) if intent.ranges else None
        return _retouch(document, place, rules[wish])

    return plan


VERBS: dict[str, Planner] = {
    "fix_spacing": _planner("action", _SPACING),
    "convert_punctuation": _planner("direction", _PUNCTUATION),
}
