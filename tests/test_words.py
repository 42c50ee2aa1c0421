from __future__ import annotations

import pytest

from quire.core.words import count_words
from tests.effort import at_most


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n\t", 0),
        ("hello world", 2),
        ("it's a well-known fact", 4),
        ("1,000.5 and 3%", 3),
        ("naïve café Ünïcode", 3),
        ("слово, ещё", 2),
        ("हिन्दी शब्द", 2),
    ],
)
def test_words_are_what_spaces_part(text: str, count: int) -> None:
    assert count_words(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("中文字", 3),
        ("你好，世界。", 4),
        ("カタカナとひらがな", 9),
        ("ｶﾀｶﾅ", 4),
        ("人々", 2),
        ("𠀀𪚥𰀀", 3),
        ("使用Python编程", 5),
        ("版本 3.11，很好", 5),
        ("hello，world", 2),
    ],
)
def test_each_chinese_or_japanese_character_is_a_word(text: str, count: int) -> None:
    assert count_words(text) == count


def test_korean_words_are_what_spaces_part() -> None:
    assert count_words("한국어 단어 세기") == 3


@pytest.mark.parametrize("text", ["# - * + > ---", "|---|:-:|", "** __ ~~ ``", "***", "— … 😀", "[](", "_"])
def test_markup_and_punctuation_are_no_words(text: str) -> None:
    assert count_words(text) == 0


def test_markup_around_a_word_does_not_make_two_of_it() -> None:
    assert count_words("## **bold** `code` | cell | - [ ] task ~~gone~~") == 5


@pytest.mark.parametrize("text", ["-" * 1_000_000, "a" * 1_000_000, "中" * 1_000_000, "_ " * 500_000])
def test_a_megabyte_is_counted_at_once(text: str) -> None:
    with at_most(seconds=1):
        count_words(text)
