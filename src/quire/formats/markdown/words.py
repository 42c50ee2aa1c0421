"""Words as people count them, in text with or without markup."""

from __future__ import annotations

import re

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
