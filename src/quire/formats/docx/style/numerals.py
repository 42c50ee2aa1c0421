"""How Word writes a number in each of its formats (`w:numFmt`), and a bullet so that everyone can read it."""

from __future__ import annotations

from collections.abc import Callable

Numeral = Callable[[int], str]

_LONGEST = 30
"""Word writes a letter at most so many times (`aaa…`), then begins again."""
_LARGEST = 32_767
"""Word counts no further; a file that does is written in plain digits."""


def numeral(format_name: str, number: int, pattern: str | None = None) -> str:
    """The number in that format. `pattern` is what a `custom` format shows: `001, 002, 003, ...`."""
    if format_name == "custom":
        return _by_pattern(pattern or "", number)
    write = _FORMATS.get(format_name)
    if write is None or (number < 1 and format_name not in _ZERO_TOO) or number > _LARGEST:
        return str(number)
    return write(number)


def bullet(text: str, font: str | None = None) -> str:
    """A bullet without the private characters of the symbol fonts; one that nobody knows is `•`."""
    return "".join(_readable(character, (font or "").casefold()) for character in text)


def _readable(character: str, font: str) -> str:
    """A symbol font draws its own signs for U+F000 to U+F0FF and for Latin letters alike."""
    code = ord(character)
    private = 0xE000 <= code <= 0xF8FF
    tables = [_SYMBOLS[font]] if font in _SYMBOLS else list(_SYMBOLS.values()) if private else []
    if 0xF000 <= code <= 0xF0FF or code < 0x100:
        for table in tables:
            if sign := table.get(code & 0xFF):
                return sign
    if font == "courier new" and character == "o":
        return "○"
    return "•" if private else character


def _by_pattern(pattern: str, number: int) -> str:
    """A custom format, known by the numbers that it begins with: zeros in front, or the name of another format."""
    items = [item.strip() for item in pattern.split(",")]
    if len(items) > 1 and items[0].isascii() and items[0].isdigit():
        return str(number).zfill(len(items[0]))
    for name in _FORMATS:
        if len(items) > 2 and [numeral(name, n) for n in (1, 2, 3)] == items[:3]:
            return numeral(name, number)
    return str(number)


def _roman(number: int) -> str:
    written = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        written += letters * count
    return written


def _repeated(letters: str) -> Numeral:
    """a … z, aa, bb … zz, aaa: the same letter more often."""

    def write(number: int) -> str:
        times, index = divmod((number - 1) % (len(letters) * _LONGEST), len(letters))
        return letters[index] * (times + 1)

    return write


def _cycled(letters: str) -> Numeral:
    """All letters in turn, then the first again."""
    return lambda number: letters[(number - 1) % len(letters)]


def _as_far_as(letters: str) -> Numeral:
    """One character for each of the first numbers; plain digits for those behind."""
    return lambda number: letters[number - 1] if number <= len(letters) else str(number)


def _digits(digits: str) -> Numeral:
    """Figure by figure."""
    return lambda number: "".join(digits[int(figure)] for figure in str(number))


def _counted(
    digits: str, units: str, ten_thousand: str, *, bare: str = "", bare_in_front: str = "", zero: str = ""
) -> Numeral:
    """East Asian counting, digit and unit: `二百一十`.

    No one stands before the `bare` units, nor before those `bare_in_front` where they begin the number;
    `zero` fills gaps (`一百零一`).
    """

    def group(number: int, *, leads: bool) -> str:
        written, skipped = "", False
        for position in (3, 2, 1, 0):
            digit = number // 10**position % 10
            if not digit:
                skipped = bool(written) or not leads
                continue
            unit = units[position - 1] if position else " "
            silent = digit == 1 and (unit in bare or (unit in bare_in_front and leads and not written))
            written += (zero if skipped else "") + ("" if silent else digits[digit]) + unit.strip()
            skipped = False
        return written

    def write(number: int) -> str:
        thousands, rest = divmod(number, 10_000)
        if not thousands:
            return group(rest, leads=True)
        front = "" if thousands == 1 and ten_thousand in bare else group(thousands, leads=True)
        return front + ten_thousand + group(rest, leads=False)

    return write


def _counted_to_99(counting: Numeral, digits: str) -> Numeral:
    """Counted as far as 99, figure by figure from there on."""
    by_figure = _digits(digits)
    return lambda number: counting(number) if number < 100 else by_figure(number)


def _english(number: int) -> str:
    """`twenty-one`, `one hundred one`."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    rest = f" {_english(number % size)}" if number % size else ""
    return f"{_english(number // size)} {name}{rest}"


def _english_ordinal(number: int) -> str:
    written = _english(number)
    cut = max(written.rfind(" "), written.rfind("-")) + 1
    head, last = written[:cut], written[cut:]
    regular = last[:-1] + "ieth" if last.endswith("y") else last + "th"
    return head + _IRREGULAR.get(last, regular)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _native_korean(number: int) -> str:
    """하나, 둘 … 아흔아홉; from a hundred on as all others count."""
    if number > 99:
        return _KOREAN(number)
    return _KOREAN_TENS[number // 10] + _KOREAN_ONES[number % 10]


def _hebrew(number: int) -> str:
    """Hebrew numerals below a thousand; 15 and 16 are written 9 + 6 and 9 + 7."""
    if number > 999:
        return str(number)
    written = ""
    for value, letter in _HEBREW:
        if number in (15, 16):
            return written + "ט" + _HEBREW_LETTERS[number - 10]
        count, number = divmod(number, value)
        written += letter * count
    return written


def _hebrew_alphabet(number: int) -> str:
    """א … ת, then תא, תב: one ת more for each round."""
    rounds, index = divmod((number - 1) % (22 * _LONGEST), 22)
    return "ת" * rounds + _HEBREW_LETTERS[index]


def _thai(number: int) -> str:
    figures = str(number)
    written = ""
    for index, figure in enumerate(figures):
        place = len(figures) - index - 1
        if figure == "0":
            continue
        if place == 1 and figure in "12":
            written += "" if figure == "1" else "ยี่"
        elif place == 0 and figure == "1" and len(figures) > 1:
            written += "เอ็ด"
        else:
            written += _THAI[int(figure)]
        written += ("", "สิบ", "ร้อย", "พัน", "หมื่น")[place]
    return written


def _vietnamese(number: int) -> str:
    if number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    if not tens:
        return _VIETNAMESE[ones]
    front = "mười" if tens == 1 else f"{_VIETNAMESE[tens]} mươi"
    last = {0: "", 1: " mốt" if tens > 1 else " một", 5: " lăm"}.get(ones, f" {_VIETNAMESE[ones]}")
    return front + last


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ROMAN = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    )
)
_ONES = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = _words("- - twenty thirty forty fifty sixty seventy eighty ninety")
_IRREGULAR = dict(
    zip(
        _words("one two three five eight nine twelve"),
        _words("first second third fifth eighth ninth twelfth"),
        strict=True,
    )
)
_VIETNAMESE = _words("không một hai ba bốn năm sáu bảy tám chín")
_THAI = _words("ศูนย์ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า")
_KOREAN_TENS = ("", *_words("열 스물 서른 마흔 쉰 예순 일흔 여든 아흔"))
_KOREAN_ONES = ("", *_words("하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉"))
_HEBREW_LETTERS = "אבגדהוזחטיכלמנסעפצקרשת"
_HEBREW = tuple(
    zip((400, 300, 200, 100, 90, 80, 70, 60, 50, 40, 30, 20), "תשרקצפעסנמלכ", strict=True),
) + tuple(zip(range(10, 0, -1), "יטחזוהדגבא", strict=True))
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RUSSIAN = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"
_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_AIUEO_HALF = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_IROHA_HALF = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ"
_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_CIRCLED = "".join(chr(0x2460 + n) for n in range(20))
_CHINESE = _counted("零一二三四五六七八九", "十百千", "万", bare_in_front="十", zero="零")
_TAIWANESE = _counted("零一二三四五六七八九", "十百千", "萬", bare_in_front="十", zero="零")
_JAPANESE = _counted("〇一二三四五六七八九", "十百千", "万", bare="十百千")
_KOREAN = _counted("영일이삼사오육칠팔구", "십백천", "만", bare="십백천만")

_FORMATS: dict[str, Numeral] = {
    "decimal": str,
    "decimalHalfWidth": str,
    "decimalZero": lambda number: f"{number:02d}",
    "hex": lambda number: f"{number:X}",
    "numberInDash": lambda number: f"- {number} -",
    "none": lambda _: "",
    "upperRoman": _roman,
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperLetter": _repeated(_LATIN),
    "lowerLetter": _repeated(_LATIN.lower()),
    "ordinal": _ordinal,
    "cardinalText": lambda number: _english(number).capitalize(),
    "ordinalText": lambda number: _english_ordinal(number).capitalize(),
    "chicago": _repeated("*†‡§"),
    "decimalFullWidth": _digits("０１２３４５６７８９"),
    "decimalFullWidth2": _digits("０１２３４５６７８９"),
    "decimalEnclosedCircle": _as_far_as(_CIRCLED),
    "decimalEnclosedCircleChinese": _as_far_as(_CIRCLED),
    "decimalEnclosedFullstop": _as_far_as("".join(chr(0x2488 + n) for n in range(20))),
    "decimalEnclosedParen": _as_far_as("".join(chr(0x2474 + n) for n in range(20))),
    "ideographEnclosedCircle": _as_far_as("㈠㈡㈢㈣㈤㈥㈦㈧㈨㈩"),
    "ideographDigital": _digits("〇一二三四五六七八九"),
    "ideographTraditional": _as_far_as(_STEMS),
    "ideographZodiac": _as_far_as(_BRANCHES),
    "ideographZodiacTraditional": lambda number: _STEMS[(number - 1) % 10] + _BRANCHES[(number - 1) % 12],
    "chineseCounting": _counted_to_99(_CHINESE, "○一二三四五六七八九"),
    "chineseCountingThousand": _CHINESE,
    "chineseLegalSimplified": _counted("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万", zero="零"),
    "taiwaneseCounting": _counted_to_99(_TAIWANESE, "○一二三四五六七八九"),
    "taiwaneseCountingThousand": _TAIWANESE,
    "taiwaneseDigital": _digits("○一二三四五六七八九"),
    "ideographLegalTraditional": _counted("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬", zero="零"),
    "japaneseCounting": _JAPANESE,
    "japaneseDigitalTenThousand": _digits("〇一二三四五六七八九"),
    "japaneseLegal": _counted("〇壱弐参四伍六七八九", "拾百阡", "萬"),
    "aiueo": _cycled(_AIUEO_HALF),
    "aiueoFullWidth": _cycled(_AIUEO),
    "iroha": _cycled(_IROHA_HALF),
    "irohaFullWidth": _cycled(_IROHA),
    "koreanDigital": _digits("영일이삼사오육칠팔구"),
    "koreanDigital2": _digits("零一二三四五六七八九"),
    "koreanCounting": _KOREAN,
    "koreanLegal": _native_korean,
    "ganada": _cycled("가나다라마바사아자차카타파하"),
    "chosung": _cycled("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    "russianUpper": _repeated(_RUSSIAN),
    "russianLower": _repeated(_RUSSIAN.lower()),
    "hebrew1": _hebrew,
    "hebrew2": _hebrew_alphabet,
    "arabicAlpha": _repeated("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    "arabicAbjad": _repeated("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
    "hindiVowels": _repeated("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह"),
    "hindiConsonants": _repeated("अआइईउऊऋऌऍऎएऐऑऒओऔ"),
    "hindiNumbers": _digits("०१२३४५६७८९"),
    "thaiLetters": _repeated("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"),
    "thaiNumbers": _digits("๐๑๒๓๔๕๖๗๘๙"),
    "thaiCounting": _thai,
    "vietnameseCounting": _vietnamese,
}
_ZERO_TOO = frozenset(
    {"none", "numberInDash", "decimalZero", "decimalFullWidth", "decimalFullWidth2", "ideographDigital", "ordinal"}
)

_SYMBOLS: dict[str, dict[int, str]] = {
    font: {int(code, 16): character for code, character in (pair.split(":") for pair in pairs.split())}
    for font, pairs in {
        "symbol": "B7:• 2D:− A7:♣ A8:♦ A9:♥ AA:♠ AE:→ DE:⇒ E0:◊",
        "wingdings": (
            "46:☞ 4A:☺ 6C:● 6D:❍ 6E:■ 6F:□ 71:❑ 72:❒ 73:⬧ 74:⧫ 75:◆ 76:❖ 77:⬥ 9F:• A1:○ A4:◉ A7:▪ A8:◻ AA:✦ AB:★ "
            "D8:➢ DC:➲ E0:→ E8:➔ F0:⇨ FB:✗ FC:✓ FD:☒ FE:☑"
        ),
    }.items()
}
"""What the characters of the symbol fonts look like, by the last byte of their code."""
