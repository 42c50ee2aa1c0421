"""What a reader sees of a paragraph, and which element each character comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lxml.etree import _Element as Element

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import attribute, name
from quire.formats.docx.text import control, symbols

if TYPE_CHECKING:
    from collections.abc import Iterator

OBJECT = "\ufffc"
"""Stands for what has no text: a picture, a note's mark, an equation, a field without a result."""

LINE_BREAK = "\v"
NO_BREAK_HYPHEN = "\u2011"
SOFT_HYPHEN = "\u00ad"

Stage = Literal["code", "result"]
"""How far a field has got that is open: between its marks first the code, then what it gave."""

Lock = Literal["field"] | control.Lock
"""Why a text is not for editing."""

W_P, W_R, W_T, W_TAB, W_BR, W_CR = (name(f"w:{local}") for local in ("p", "r", "t", "tab", "br", "cr"))
W_PPR, W_RPR, W_FIELD, W_SIMPLE_FIELD = (name(f"w:{local}") for local in ("pPr", "rPr", "fldChar", "fldSimple"))
W_SDT, W_SDT_CONTENT, W_HYPERLINK = name("w:sdt"), name("w:sdtContent"), name("w:hyperlink")
W_INS, W_DEL, W_MOVE_FROM, W_MOVE_TO = (name(f"w:{local}") for local in ("ins", "del", "moveFrom", "moveTo"))
MC_ALTERNATE, MC_CHOICE, MC_FALLBACK = (name(f"mc:{n}") for n in ("AlternateContent", "Choice", "Fallback"))
TEXT_BOX, W_SYMBOL = name("w:txbxContent"), name("w:sym")

CONTAINERS = {
    W_HYPERLINK, W_INS, W_MOVE_TO, *(name(f"w:{local}") for local in ("smartTag", "customXml", "dir", "bdo")),
}  # fmt: skip
"""Elements around runs whose text is text of the paragraph."""

UNSEEN = {
    *(name(f"w:{local}") for local in (
        "pPr", "rPr", "del", "moveFrom", "instrText", "delText", "delInstrText", "lastRenderedPageBreak", "proofErr",
        "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "commentReference", "annotationRef",
        "permStart", "permEnd", "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd",
        "customXmlInsRangeStart", "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd",
        "customXmlMoveFromRangeStart", "customXmlMoveFromRangeEnd", "customXmlMoveToRangeStart",
        "customXmlMoveToRangeEnd", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "subDoc",
    )),
}  # fmt: skip
"""Elements that take no place in the text: marks, properties, deleted text."""

_MARKS = {W_TAB: "\t", W_CR: LINE_BREAK, name("w:noBreakHyphen"): NO_BREAK_HYPHEN, name("w:softHyphen"): SOFT_HYPHEN,
          name("w:ptab"): "\t"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Leaf:
    """Characters that come from one element."""

    start: int
    text: str
    element: Element
    run: Element | None  # the run that it is in; None for what stands between runs
    lock: Lock | None = None
    field: int | None = None  # which field of the paragraph it is the result of

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_object(self) -> bool:
        if self.text == OBJECT:
            return not self.is_text
        return self.element.tag not in (W_T, W_TAB, W_BR, W_CR) and self.text not in (NO_BREAK_HYPHEN, SOFT_HYPHEN)

    @property
    def is_text(self) -> bool:
        return bool(self.element.tag == W_T)


class Paragraph:
    """The leaves of a paragraph in the order of its text."""

    def __init__(self, element: Element, fields: tuple[Stage, ...] = ()) -> None:
        self.element = element
        self.began_in = fields  # the fields that are open where it begins
        self.leaves: list[Leaf] = []
        self._length = 0
        self._fields: list[tuple[Stage, int]] = [(stage, 0) for stage in fields]
        self._met = 0
        try:
            self._walk(element, None)
        except RecursionError as error:
            raise UnsupportedError(
                "A paragraph is nested in itself deeper than any program shows.",
                "Open the file in Word, and save it again.",
            ) from error
        self.text = "".join(leaf.text for leaf in self.leaves)

    @property
    def fields(self) -> tuple[Stage, ...]:
        """The fields that are open at its end."""
        return tuple(stage for stage, _ in self._fields)

    def _walk(self, container: Element, lock: Lock | None) -> None:
        for child in container:
            if child.tag == W_R:
                self._walk_run(child, child, lock)
            elif child.tag in CONTAINERS:
                self._walk(child, lock)
            elif child.tag == W_SDT:
                content = child.find(W_SDT_CONTENT)
                if content is not None:
                    self._walk(content, lock or control.lock(child))
            elif child.tag == W_SIMPLE_FIELD:
                self._walk_simple_field(child)
            elif child.tag == MC_ALTERNATE:
                for choice in child.iterchildren(MC_CHOICE, MC_FALLBACK):
                    self._walk(choice, lock)
                    break
            elif child.tag not in UNSEEN and isinstance(child.tag, str):
                self._add(OBJECT, child, None, lock)

    def _walk_simple_field(self, field: Element) -> None:
        before = self._length
        self._met += 1
        self._walk(field, "field")
        if self._length == before:
            self._add(OBJECT, field, None, "field")

    def _walk_run(self, run: Element, container: Element, lock: Lock | None) -> None:
        for child in container:
            tag = child.tag
            if tag == W_T:
                self._add(_text(child), child, run, lock)
            elif tag == W_FIELD:
                self._meet(child, run)
            elif tag == W_BR:
                turns = attribute(child, "w:type") in ("page", "column")
                self._add(OBJECT if turns else LINE_BREAK, child, run, lock)
            elif tag in _MARKS:
                self._add(_MARKS[tag], child, run, lock)
            elif tag == W_SYMBOL:
                self._add(symbols.character(child) or OBJECT, child, run, lock)
            elif tag not in UNSEEN and isinstance(tag, str):
                self._add(OBJECT, child, run, lock)

    def _meet(self, mark: Element, run: Element) -> None:
        """A field begins, gives its result, or ends; one without anything to see is an object."""
        match attribute(mark, "w:fldCharType"):
            case "begin":
                self._met += not self._fields
                self._fields.append(("code", self._length))
            case "separate" if self._fields:
                self._fields[-1] = ("result", self._length)
            case "end" if self._fields:
                _, start = self._fields.pop()
                if start == self._length and not self._is_in_code:
                    self._add(OBJECT, mark, run, "field")

    @property
    def _is_in_code(self) -> bool:
        return any(stage == "code" for stage, _ in self._fields)

    def _add(self, text: str, element: Element, run: Element | None, lock: Lock | None) -> None:
        if text and not self._is_in_code:
            lock = "field" if self._fields else lock
            self.leaves.append(Leaf(self._length, text, element, run, lock, self._met if lock == "field" else None))
            self._length += len(text)


_SPACE = name("xml:space")
_ENDS = " \t\r\n"


def _text(element: Element) -> str:
    """The text of a `w:t`: spaces at its ends count only where it says so."""
    text = element.text or ""
    if element.get(_SPACE) != "preserve":
        text = text.strip(_ENDS)
    return _flat(text)


def _flat(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ") if "\n" in text or "\r" in text else text


# The same in a hurry: most paragraphs are nothing but runs, and their text can be told from their source.

_ODD = re.compile(
    r"<(?!/|w:(?:p|r|t|tab|br|cr|noBreakHyphen|softHyphen|lastRenderedPageBreak|proofErr|bookmarkStart|bookmarkEnd|"
    r"commentRangeStart|commentRangeEnd|commentReference|ins|hyperlink|smartTag|footnoteReference|endnoteReference|"
    r"rPr|rStyle|rFonts|b|bCs|i|iCs|u|caps|smallCaps|strike|color|spacing|w|kern|position|sz|szCs|highlight|shd|"
    r"vertAlign|lang|noProof|vanish|rtl|cs|effect|bdr|em|outline|shadow|emboss|imprint|dstrike|snapToGrid|webHidden|"
    r"fitText|eastAsianLayout|specVanish)[\s/>])"
)
_SEEN = re.compile(
    r"<w:t(\s[^>]*)?>([^<]*)</w:t\s*>"
    r"|<w:(tab|cr|noBreakHyphen|softHyphen|br|footnoteReference|endnoteReference)(\s[^>]*)?/?>"
)
_HURRIED = {"tab": "\t", "cr": LINE_BREAK, "noBreakHyphen": NO_BREAK_HYPHEN, "softHyphen": SOFT_HYPHEN,
            "footnoteReference": OBJECT, "endnoteReference": OBJECT}  # fmt: skip
_REFERENCE = re.compile(r"&(?:#(\d+)|#x([0-9A-Fa-f]+)|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def properties_end(source: str) -> int:
    """Where the properties of a paragraph end in its source; where its first tag ends, if it has none."""
    tag_end = source.index(">") + 1
    if not source.startswith("<w:pPr", tag_end):
        return tag_end
    end = source.find("</w:pPr>", tag_end)
    own_end = source.index(">", tag_end) + 1
    if source[own_end - 2] == "/":
        return own_end
    if source.count("<w:pPrChange", tag_end, end) > source.count("</w:pPrChange", tag_end, end):
        end = source.find("</w:pPr>", end + 1)  # the first one ends the properties that a change remembers
    return end + len("</w:pPr>")


def hurried_text(source: str) -> str | None:
    """The text of a paragraph that is plain enough to tell it from its source; None if it is not."""
    start = properties_end(source)
    return plain_text(source, start) if is_plain(source, start) else None


def is_plain(source: str, start: int) -> bool:
    """Whether what is behind the properties of a paragraph is nothing but runs of text."""
    return not _ODD.search(source, start)


def plain_text(source: str, start: int = 0) -> str:
    """The text of runs."""
    return "".join(map(_hurried, _SEEN.finditer(source, start)))


def _hurried(found: re.Match[str]) -> str:
    space, text, symbol, attributes = found.groups()
    if symbol == "br":
        turns = attributes and ("page" in attributes or "column" in attributes)
        return OBJECT if turns else LINE_BREAK
    if symbol:
        return _HURRIED[symbol]
    if space is None or "preserve" not in space:
        text = text.strip(_ENDS)
    return _flat(unescape(text)) if "&" in text or "\n" in text or "\r" in text else text


def unescape(text: str) -> str:
    """The characters that a text of XML stands for."""
    return _REFERENCE.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    decimal, hexadecimal, named = found.groups()
    if named:
        return _NAMED[named]
    return chr(int(decimal) if decimal else int(hexadecimal, 16))


# Paragraphs in paragraphs


def text_box_paragraphs(element: Element) -> Iterator[Element]:
    """The paragraphs in the text boxes of a paragraph, each once: older programs find a copy in the fallback."""
    for box in element.iter(TEXT_BOX):
        if not any(each.tag == MC_FALLBACK for each in box.iterancestors()):
            yield from (each for each in box.iter(W_P) if next(each.iterancestors(TEXT_BOX)) is box)
