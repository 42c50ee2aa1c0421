"""Words as people count them, in text with or without markup."""

from __future__ import annotations

import re
import unicodedata

# Character classes, to be used inside of brackets in a regular expression.
HAN = "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f\U0001aff0-\U0001b16f"
# What ends a word though no space does: ideographic and full-width punctuation, and the katakana middle dot.
WIDE_PUNCTUATION = "\u3000-\u3004\u3008-\u3020\u3030\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"

_CHARACTERS = re.compile(f"[{HAN}{KANA}]+")
# From its first letter or digit on, so that markup before a word is skipped and markup alone is none.
_WORD = re.compile(rf"[^\W_{HAN}{KANA}][^\s{HAN}{KANA}{WIDE_PUNCTUATION}]*")


def count_words(text: str) -> int:
    """Count the words of a text: each Han or kana character, and each other run that has a letter or a digit."""
    words = len(_WORD.findall(text))
    if text.isascii():
        return words
    return words + sum(map(len, _CHARACTERS.findall(text)))


_CHARACTER = re.compile(f"[{HAN}{KANA}]")
_JOINTS = "'’-_"  # inside of a word they belong to it


def word_at(text: str, position: int) -> tuple[int, int] | None:
    """Find the word that a position is in or at the edge of; each Han or kana character is one."""
    for inside in (position, position - 1):
        if 0 <= inside < len(text) and _is_letter(text[inside]):
            return _word_around(text, inside)
    if 0 < position < len(text) - 1 and _is_joint(text, position):
        return _word_around(text, position)
    return None


def _word_around(text: str, inside: int) -> tuple[int, int]:
    start, end = inside, inside + 1
    if _CHARACTER.match(text[inside]):
        return start, end
    while start > 0 and _belongs(text, start - 1):
        start -= 1
    while end < len(text) and _belongs(text, end):
        end += 1
    return start, end


def _belongs(text: str, position: int) -> bool:
    return not _CHARACTER.match(text[position]) and (_is_letter(text[position]) or _is_joint(text, position))


def _is_joint(text: str, position: int) -> bool:
    around = text[max(position - 1, 0) : position], text[position + 1 : position + 2]
    return text[position] in _JOINTS and all(map(_is_letter, around))


def _is_letter(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] in "LMN"
