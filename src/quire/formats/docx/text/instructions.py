"""The instructions of fields, which Word does not show, and those of them that are none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.formats.docx.names import attribute, name
from quire.formats.docx.text.paragraph import TEXT_BOX, W_FIELD, W_SIMPLE_FIELD, W_T

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.text.paragraph import Stage

_CODE, _DELETED, _MOVED = name("w:instrText"), name("w:del"), name("w:moveFrom")

_PROSE = re.compile(r"\b(?:[^\W\d_]++(?:['’-][^\W\d_]++)*+[,;:.!?]? ){5}[^\W\d_]")
"""Six words in a row: no instruction says so much."""

_USUAL = re.compile(
    r"ADDIN\s+(?:ZOTERO|CSL_|EN\.|MENDELEY|RW\.|PAPERS|REFMGR|PROCITE|CITAVI|BIBLIO)|MACROBUTTON|GOTOBUTTON",
    re.IGNORECASE,
)
"""Programs that manage references keep all that they know of a work in a field; the words of a button are seen."""

_FIELDS = re.compile(
    r"(?:"
    r"=|ADDIN|ADDRESSBLOCK|ADVANCE|ASK|AUTHOR|AUTONUM|AUTONUMLGL|AUTONUMOUT|AUTOTEXT|AUTOTEXTLIST|BARCODE|"
    r"BIBLIOGRAPHY|CITATION|COMMENTS|COMPARE|CONTROL|CREATEDATE|DATABASE|DATE|DDE|DDEAUTO|DISPLAYBARCODE|"
    r"DOCPROPERTY|DOCVARIABLE|EDITTIME|EMBED|EQ|FILENAME|FILESIZE|FILLIN|FORMCHECKBOX|FORMDROPDOWN|"
    r"FORMTEXT|GLOSSARY|GOTOBUTTON|GREETINGLINE|HTMLACTIVEX|HYPERLINK|IF|IMPORT|INCLUDE|INCLUDEPICTURE|"
    r"INCLUDETEXT|INDEX|INFO|KEYWORDS|LASTSAVEDBY|LINK|LISTNUM|MACROBUTTON|MERGEBARCODE|MERGEFIELD|"
    r"MERGEREC|MERGESEQ|NEXT|NEXTIF|NOTEREF|NUMCHARS|NUMPAGES|NUMWORDS|PAGE|PAGEREF|PRINT|PRINTDATE|"
    r"PRIVATE|QUOTE|RD|REF|REVNUM|SAVEDATE|SECTION|SECTIONPAGES|SEQ|SET|SHAPE|SKIPIF|STYLEREF|SUBJECT|"
    r"SYMBOL|TA|TC|TEMPLATE|TIME|TITLE|TOA|TOC|USERADDRESS|USERINITIALS|USERNAME|XE"
    r")(?:[\s(\\\"]|$)",
    re.IGNORECASE,
)
"""What Word's own instructions begin with."""

_WORDS = re.compile(r"\b(?:[^\W\d_]{2,}+\W++){2}[^\W\d_]{2}")
"""Three words: a field that nobody knows is a bookmark's name, another program's, or text."""


def odd_codes(element: Element, opened: Sequence[Stage] = ()) -> list[str]:
    """The texts that stand in a paragraph where an instruction should, and are none; `opened` fields are open there."""
    return [code for code in (" ".join(each.split()) for each in codes(element, opened)) if _is_odd(code)]


def codes(element: Element, opened: Sequence[Stage] = ()) -> Iterator[str]:
    """The instructions of the fields of a paragraph; of one that ends in another paragraph, what stands here."""
    stages: list[tuple[Stage, list[str]]] = [(stage, []) for stage in opened]
    for each in _own(element):
        if each.tag == W_SIMPLE_FIELD:
            yield attribute(each, "w:instr") or ""
        elif each.tag in (_CODE, W_T):
            inside = next((code for stage, code in reversed(stages) if stage == "code"), None)
            if inside is not None:
                inside.append(each.text or "")
            elif each.tag == _CODE:
                yield each.text or ""
        else:
            yield from _met(stages, attribute(each, "w:fldCharType"))
    yield from ("".join(code) for _, code in stages)


def _met(stages: list[tuple[Stage, list[str]]], kind: str | None) -> Iterator[str]:
    if kind == "begin":
        stages.append(("code", []))
    elif kind == "separate" and stages:
        stages[-1] = ("result", stages[-1][1])
    elif kind == "end" and stages:
        yield "".join(stages.pop()[1])


def _own(element: Element) -> Iterator[Element]:
    """What makes fields in a paragraph, without what is in its text boxes or was deleted."""
    elsewhere = {TEXT_BOX, _DELETED, _MOVED}
    boxes = any(True for _ in element.iter(*elsewhere))
    for each in element.iter(W_FIELD, _CODE, W_SIMPLE_FIELD, W_T):
        if not boxes or not any(above.tag in elsewhere for above in _up_to(each, element)):
            yield each


def _up_to(inner: Element, outer: Element) -> Iterator[Element]:
    for above in inner.iterancestors():
        if above is outer:
            return
        yield above


def _is_odd(code: str) -> bool:
    if not code or _USUAL.match(code):
        return False
    if _PROSE.search(code):
        return True
    return not _FIELDS.match(code) and bool(_WORDS.search(code))
