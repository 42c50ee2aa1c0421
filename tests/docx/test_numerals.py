"""How numbers are written in Word's formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quire.formats.docx.style.numerals import numeral
from tests.docx.oracle import numbering_part, printed, styles_part

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("decimal", {0: "0", 1: "1", 100: "100", -3: "-3"}),
        ("decimalZero", {0: "00", 1: "01", 9: "09", 10: "10", 100: "100"}),
        ("upperRoman", {1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 1999: "MCMXCIX", 4000: "MMMM", 0: "0"}),
        ("lowerRoman", {3: "iii", 18: "xviii"}),
        ("lowerLetter", {1: "a", 26: "z", 27: "aa", 28: "bb", 53: "aaa", 780: "z" * 30, 781: "a"}),
        ("upperLetter", {27: "AA", 52: "ZZ", 0: "0"}),
        (
            "ordinal",
            {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th"},
        ),
        (
            "cardinalText",
            {1: "One", 14: "Fourteen", 21: "Twenty-one", 101: "One hundred one", 2024: "Two thousand twenty-four"},
        ),
        (
            "ordinalText",
            {1: "First", 12: "Twelfth", 20: "Twentieth", 21: "Twenty-first", 40: "Fortieth", 100: "One hundredth"},
        ),
        ("hex", {10: "A", 255: "FF"}),
        ("chicago", {1: "*", 2: "†", 3: "‡", 4: "§", 5: "**", 12: "§§§"}),
        ("none", {1: "", 0: ""}),
        ("numberInDash", {4: "- 4 -"}),
        ("decimalFullWidth", {10: "１０"}),
        ("decimalEnclosedCircle", {1: "①", 20: "⑳", 21: "21"}),
        ("decimalEnclosedFullstop", {1: "⒈", 20: "⒛"}),
        ("decimalEnclosedParen", {1: "⑴", 20: "⒇"}),
        ("ideographEnclosedCircle", {1: "㈠", 10: "㈩", 11: "11"}),
        ("ideographDigital", {1: "一", 10: "一〇", 105: "一〇五"}),
        ("ideographTraditional", {1: "甲", 10: "癸", 11: "11"}),
        ("ideographZodiac", {1: "子", 12: "亥", 13: "13"}),
        ("ideographZodiacTraditional", {1: "甲子", 60: "癸亥", 61: "甲子"}),
        ("chineseCounting", {1: "一", 10: "十", 11: "十一", 20: "二十", 99: "九十九", 100: "一○○"}),
        (
            "chineseCountingThousand",
            {10: "十", 15: "十五", 100: "一百", 101: "一百零一", 110: "一百一十", 1010: "一千零一十"},
        ),
        ("chineseCountingThousand", {10000: "一万", 10001: "一万零一", 20304: "二万零三百零四"}),
        ("chineseLegalSimplified", {1: "壹", 10: "壹拾", 101: "壹佰零壹"}),
        ("taiwaneseCountingThousand", {11: "十一", 10000: "一萬"}),
        ("taiwaneseDigital", {10: "一○"}),
        ("ideographLegalTraditional", {3: "參", 10: "壹拾"}),
        ("japaneseCounting", {10: "十", 11: "十一", 100: "百", 111: "百十一", 1000: "千", 10000: "一万"}),
        ("japaneseLegal", {1: "壱", 10: "壱拾", 234: "弐百参拾四"}),
        ("aiueo", {1: "ｱ", 46: "ﾝ", 47: "ｱ"}),
        ("aiueoFullWidth", {1: "ア", 46: "ン"}),
        ("iroha", {1: "ｲ", 48: "ﾝ", 49: "ｲ"}),
        ("irohaFullWidth", {2: "ロ"}),
        ("koreanDigital", {10: "일영"}),
        ("koreanDigital2", {10: "一零"}),
        ("koreanCounting", {10: "십", 111: "백십일", 10000: "만"}),
        ("koreanLegal", {1: "하나", 21: "스물하나", 99: "아흔아홉", 100: "백"}),
        ("ganada", {1: "가", 14: "하", 15: "가"}),
        ("chosung", {2: "ㄴ"}),
        ("russianLower", {1: "а", 29: "я", 30: "аа"}),
        ("russianUpper", {30: "АА"}),
        ("hebrew1", {1: "א", 15: "טו", 16: "טז", 219: "ריט", 999: "תתקצט"}),
        ("hebrew2", {22: "ת", 23: "תא"}),
        ("arabicAlpha", {2: "ب"}),
        ("arabicAbjad", {3: "ج"}),
        ("hindiVowels", {1: "क"}),
        ("hindiConsonants", {1: "अ"}),
        ("hindiNumbers", {12: "१२"}),
        ("thaiLetters", {1: "ก"}),
        ("thaiNumbers", {10: "๑๐"}),
        ("thaiCounting", {1: "หนึ่ง", 10: "สิบ", 11: "สิบเอ็ด", 20: "ยี่สิบ", 100: "หนึ่งร้อย"}),
        ("vietnameseCounting", {5: "năm", 10: "mười", 15: "mười lăm", 21: "hai mươi mốt", 100: "100"}),
        ("bahtText", {5: "5"}),
        ("whatever", {5: "5"}),
        ("upperRoman", {1_000_000: "1000000"}),
    ],
)
def test_a_number_is_written_as_word_writes_it(kind: str, expected: dict[int, str]) -> None:
    assert {number: numeral(kind, number) for number in expected} == expected


@pytest.mark.parametrize(
    ("pattern", "number", "written"),
    [
        ("001, 002, 003, ...", 7, "007"),
        ("00001, 00002, 00003, ...", 1234, "01234"),
        ("a, b, c, ...", 28, "bb"),
        ("α, β, γ, ...", 2, "2"),
        ("", 2, "2"),
        (None, 2, "2"),
    ],
)
def test_a_custom_format_is_known_by_how_it_begins(pattern: str | None, number: int, written: str) -> None:
    assert numeral("custom", number, pattern) == written


AGREED = (
    "decimal decimalZero upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText chicago "
    "ideographTraditional ideographZodiac chineseCounting chineseCountingThousand chineseLegalSimplified "
    "taiwaneseCounting taiwaneseCountingThousand ideographLegalTraditional aiueo aiueoFullWidth iroha irohaFullWidth "
    "koreanDigital koreanDigital2 koreanCounting koreanLegal ganada chosung japaneseCounting decimalEnclosedCircle"
)
"""The formats that LibreOffice knows; some only for small numbers."""
UP_TO = {
    "chicago": 100,
    "chineseCounting": 99,
    "taiwaneseCounting": 99,
    "japaneseCounting": 99,
    "decimalEnclosedCircle": 20,
}
NUMBERS = (*range(1, 61), 66, 99, 100, 101, 110, 111, 120, 200, 219, 777)


@pytest.mark.libreoffice
def test_libreoffice_writes_the_formats_that_it_knows_alike(tmp_path: Path) -> None:
    pairs = [(kind, number) for kind in AGREED.split() for number in NUMBERS if number <= UP_TO.get(kind, 777)]
    definitions = "".join(
        f'<w:abstractNum w:abstractNumId="{index}"><w:lvl w:ilvl="0"><w:start w:val="{number}"/>'
        f'<w:numFmt w:val="{kind}"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>'
        for index, (kind, number) in enumerate(pairs)
    )
    uses = "".join(
        f'<w:num w:numId="{index + 1}"><w:abstractNumId w:val="{index}"/></w:num>' for index in range(len(pairs))
    )
    paragraphs = [
        f'<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="{index + 1}"/></w:numPr></w:pPr>'
        for index in range(len(pairs))
    ]
    found = printed({"numerals": (styles_part(""), numbering_part(definitions + uses), paragraphs)}, tmp_path)
    theirs = dict(zip(pairs, found["numerals"], strict=True))
    assert theirs == {(kind, number): numeral(kind, number) for kind, number in pairs}
