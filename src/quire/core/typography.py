"""Quotes and dashes, which people type in one way and find in print in another."""

from __future__ import annotations

import re
from itertools import takewhile

_PRINTED = {"'": "‘’‚‛ʼ′`´", '"': "“”„‟″«»", "-": "‐‒–—―−\u2011"}

PLAIN = str.maketrans({letter: plain for plain, printed in _PRINTED.items() for letter in printed})
"""What is typed for each quote or dash that is printed."""


def variants(letter: str) -> str:
    """The letter in all ways in which it may stand in a text, itself among them."""
    plain = letter.translate(PLAIN)
    return plain + _PRINTED.get(plain, "")


def has_variants(text: str) -> bool:
    """Whether words could be written with other quotes or dashes; without words, those signs themselves are meant."""
    return any(map(str.isalnum, text)) and any(len(variants(letter)) > 1 for letter in text)


def expressions(text: str) -> list[str]:
    """Expressions for a text, each for where the one before it is found nowhere: to the letter, in other quotes and
    dashes."""
    exact = re.escape(text)
    return [exact, "".join(map(any_variant, text))] if has_variants(text) else [exact]


def any_variant(letter: str) -> str:
    """An expression for a letter in whichever way it is written."""
    found = variants(letter)
    return f"[{re.escape(found)}]" if len(found) > 1 else re.escape(letter)


def differing(found: str, said: str, replacement: str) -> tuple[int, int, str]:
    """What is to be replaced in a text that was found, and by what.

    Where it stands there with other quotes or dashes than were said, what the replacement begins and ends with alike
    stays as it is there."""
    is_alike = found.translate(PLAIN).casefold() == said.translate(PLAIN).casefold()
    if not is_alike or len(found) != len(said) or found.casefold() == said.casefold():
        return 0, len(found), replacement
    before = _alike(said, replacement)
    behind = _alike(said[before:][::-1], replacement[before:][::-1])
    return before, len(found) - behind, replacement[before : len(replacement) - behind]


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
