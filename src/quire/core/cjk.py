"""Spaces and punctuation in Chinese and Japanese text: what to change in it, whatever it is written in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from quire.core.errors import InvalidArgumentError
from quire.core.words import HAN, KANA, WIDE_PUNCTUATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.core.anchor import Range
    from quire.core.document import Intent

OPAQUE = "\ufffc"
"""Stands in a reading for what is not read as text: code, a formula, an image."""
ADDRESS = "\ue000"
"""Stands in a reading for a bare address."""

Edit = tuple[int, int, str]
"""From where, to where, and what goes there."""


class Reading(Protocol):
    """What a reader reads: its characters, where each of them is, and where something can go in before it."""

    text: str
    ranges: list[tuple[int, int]]
    places: list[int]


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


# Choosing

SPACING: dict[str, Rule] = {"add": _add_spaces, "remove": _remove_spaces}
PUNCTUATION: dict[str, Rule] = {"to-fullwidth": _to_fullwidth, "to-halfwidth": _to_halfwidth}


def chosen(rules: dict[str, Rule], intent: Intent, argument: str) -> Rule:
    """The rule that an intent asks for."""
    wish = intent.arguments[argument]
    if wish not in rules:
        raise InvalidArgumentError(f"There is no {argument} {wish!r}.", f"Give {' or '.join(rules)}.")
    return rules[wish]
