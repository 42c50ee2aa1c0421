"""Labels that someone typed: `1.2 Fees`, `(a) the tenant`, `Section 4.1`, `第一条 定义`.

Only what really labels its paragraph counts. A number that is part of the sentence does not (`2024 was a year`), nor
does a reference that the sentence begins with (`Section 4.1 of the lease applies`).
"""

from __future__ import annotations

import re

_GAP = r"[ \t\v\u00a0\u2000-\u200a\u202f\u3000]"
_ROMAN = r"(?:(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))"
_ROMAN_CAPITAL = _ROMAN.replace("ivxlc", "IVXLC").translate(str.maketrans("ivxlc", "IVXLC"))
_HAN = "一二三四五六七八九十百千零〇○两兩"

_PARENTHESISED = re.compile(
    rf"(?:[(（](?:\d{{1,3}}[A-Za-z]?|[A-Za-z]|(?P<twice>[A-Za-z])(?P=twice)|{_ROMAN}|{_ROMAN_CAPITAL}|[{_HAN}]{{1,4}})[)）])+"
)
_DOTTED = re.compile(
    r"(?:\d{1,3}[A-Ha-h]?|[A-Z](?=\.\d))(?:[.．]\d{1,3}[A-Ha-h]?)*(?:\((?:\d{1,3}|[A-Za-z]|[ivx]{2,5})\))*[.．)）]?"
)
_LETTERED = re.compile(rf"(?:[A-Za-z]|(?P<twice>[A-Za-z])(?P=twice)|{_ROMAN}|{_ROMAN_CAPITAL})[.)）]")
_EAST_ASIAN = re.compile(
    rf"(?:第[{_HAN}\d０-９]{{1,8}}[章节節条條款项項编編篇](?:之[{_HAN}])?|제\s?\d{{1,4}}[조항장절편](?:의\d+)?)"
)
_ENUMERATED = re.compile(
    rf"(?:[{_HAN}]{{1,4}}|[甲乙丙丁戊己庚辛壬癸]|\d{{1,3}}|[０-９]{{1,3}})[、．]|[{_HAN}]{{1,4}}\.(?!\d)|[①-⑳]"
)
_NAMED = re.compile(
    r"""(?P<label>
        (?:Section|Sec\.|Article|Art\.|Clause|Chapter|Part|Schedule|Exhibit|Annex|Appendix|Attachment|Addendum|
           Paragraph|Rule|Recital|Item|Title|Division|Step|Question|
           Artikel|Abschnitt|Kapitel|Anlage|Anhang|Ziffer|Chapitre|Annexe|Artículo|Cláusula|Capítulo|Sección|Anexo|
           Artigo|Articolo|Capitolo|Allegato|Hoofdstuk|Bijlage)
        [ \u00a0]+
        (?:\d{1,4}[A-Z]?(?:[.-]\d{1,3}[A-Z]?)*(?:\([A-Za-z0-9]{1,4}\))*
          |[IVXLC]{1,7}(?:-\d{1,2})?|[A-Z](?:[-.]?\d{1,2})?
          |One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|First|Second|Third)
        |§§?[ \u00a0]?\d{1,4}[a-z]?(?:\.\d{1,3})*
    )(?![\w-]|\.\d)""",
    re.VERBOSE,
)
_SHOUTED = re.compile(_NAMED.pattern, re.VERBOSE | re.IGNORECASE)
_BULLET = re.compile(r"[•◦▪●○■‣·]")

_MEASURES = re.compile(
    r"(?:million|billion|trillion|thousand|hundred|percent|per|times|x|am|pm|and|or|to|of|is|was|are|were|in"
    r"|on|by|(?:hour|day|week|month|year|minute|second|mile|point|star)s?|inches|feet|km|m|cm|mm|kg|g|lbs|a\.m|p\.m)\b",
    re.IGNORECASE,
)
_SUBDIVISIONS = frozenset({"Absatz", "Abs.", "Satz", "Nr.", "Buchstabe", "alinéa", "al.", "apartado", "comma"})
_NAME = re.compile(r"[A-Z]\.(?:$|\s)|(?:(?:van|von|de|der|den) )*[A-Z][\w-]+(?:, | and [A-Z]\.| et al)")
_TELEPHONE = re.compile(r"\(?\d{3}\)?[- ]\d{3}")
_GERMAN_DATE = re.compile(r"\d{1,2}\.\s+[^\W\d_]+\s+\d{4}\b")
_OPENS_TITLE = re.compile(r"[“\"'‘«„「『(\[]?[^\W\d_]")


def typed_label(text: str) -> str | None:
    """The label that a paragraph's text begins with, as it is written; None where it begins with none."""
    body = text.lstrip()
    for find in (_by_name, _east_asian, _parenthesised, _dotted, _lettered, _enumerated, _bulleted):
        label = find(body)
        if label:
            return label
    return None


def _parenthesised(text: str) -> str | None:
    """`(a)`, `(iv)`, `(1)(b)`; not the sign of a copyright, nor a part of a telephone number."""
    found = _PARENTHESISED.match(text)
    if not found or not _parted(text, found.end()):
        return None
    rest = text[found.end() :].lstrip()
    copyright_sign = found[0].lower() == "(c)" and re.match(r"(?:copyright|\d{4}\b)", rest, re.IGNORECASE)
    telephone = _TELEPHONE.match(rest) or _TELEPHONE.match(text)
    return None if copyright_sign or telephone or found[0] == "(0)" else found[0]


def _dotted(text: str) -> str | None:
    """`1.`, `1.2`, `1.2.3.`, `4)`, `A.1`, `1.2(a)`; not a measure, a date or a bare number."""
    found = _DOTTED.match(text)
    if not found or _GERMAN_DATE.match(text):
        return None
    label, rest = found[0], text[found.end() :]
    closed, levels = label[-1] in ".．)）", len(re.findall(r"[.．(]\w", label)) + 1
    if closed and rest[:1].isupper() and levels == 1 and label[-1] != ")":
        return label
    if not _parted(text, found.end()) or (levels == 1 and not closed and not rest.startswith("\t")):
        return None
    following = rest.split(None, 1)[0] if rest.split() else ""
    if not closed and (not following or _MEASURES.match(following) or not _OPENS_TITLE.match(following)):
        return None
    return label


def _lettered(text: str) -> str | None:
    """`A.`, `b)`, `iv.`; not the initial of a name."""
    found = _LETTERED.match(text)
    if not found or not _parted(text, found.end()):
        return None
    rest = text[found.end() :].lstrip()
    if found[0].endswith(".") and (rest[:1].isdigit() or (found[0][0].isupper() and _NAME.match(rest))):
        return None
    return found[0]


def _by_name(text: str) -> str | None:
    """`Section 4.1`, `ARTICLE IV`, `Schedule A`: alone, before punctuation or before a title."""
    found = _NAMED.match(text)
    if not found and text[:2].isupper():
        found = _SHOUTED.match(text)
    if not found:
        return None
    label, rest = found["label"], text[found.end() :]
    if not rest.strip() or re.match(rf"{_GAP}*[.:–—]|{_GAP}+-{_GAP}|[)\]]{_GAP}", rest):
        return label
    following = rest.split(None, 1)[0]
    if rest.startswith(("\t", "\v")):
        return label
    if following.startswith("("):
        return label if re.fullmatch(r"\s*\([^()]*\)[.:]?\s*", rest) else None
    titled = rest[0].isspace() and following.lstrip("“\"'‘«„[")[:1].isupper() and following not in _SUBDIVISIONS
    return label if titled else None


def _east_asian(text: str) -> str | None:
    """`第一条`, `제1조`: before white space, punctuation, a title in brackets, or a short title without any."""
    found = _EAST_ASIAN.match(text)
    if not found:
        return None
    rest = text[found.end() :]
    if not rest.strip() or rest[0].isspace() or rest[0] in "：:、．.。":
        return found[0]
    if rest[0] in "（(【[":
        return None if re.match(r"[（(【\[][^）)】\]]*[）)】\]][にのをはがへと规規所에을를의]", rest) else found[0]
    short_title = len(rest) <= 15 and not re.search(r"[的，。；规規所及和与與至到にのをはがへと]", rest)
    return found[0] if short_title and found[0].startswith("第") else None


def _enumerated(text: str) -> str | None:
    """`一、`, `1、`, `①`."""
    found = _ENUMERATED.match(text)
    return found[0] if found and text[found.end() :].strip() else None


def _bulleted(text: str) -> str | None:
    found = _BULLET.match(text)
    return found[0] if found and len(text) > 1 and text[1].isspace() else None


def _parted(text: str, end: int) -> bool:
    """Whether the text ends there, or white space follows, or a script that needs none."""
    return end == len(text) or text[end].isspace() or "\u3040" <= text[end] <= "\u9fff" or text[end] == "\u00a0"
