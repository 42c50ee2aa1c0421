"""What a paragraph says, in spans: its text by its looks, links, pictures, formulas and notes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from lxml.etree import _Element as Element

from quire.core.content import Break, Formula, Link, Note, Picture, Span, Text
from quire.formats.docx.content.formulas import latex
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style.genre import is_code, is_monospaced
from quire.formats.docx.style.numerals import bullet
from quire.formats.docx.style.wardrobe import address
from quire.formats.docx.text.paragraph import (
    LINE_BREAK,
    MC_ALTERNATE,
    MC_FALLBACK,
    OBJECT,
    TEXT_BOX,
    W_BR,
    W_FIELD,
    W_HYPERLINK,
    W_RPR,
    W_SIMPLE_FIELD,
    W_T,
    Paragraph,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quire.core.content import Mark
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.styles import RunFormat
    from quire.formats.docx.text.paragraph import Leaf


@dataclass(frozen=True, slots=True)
class Phrases:
    """The spans of a paragraph, and what else is known of them."""

    spans: tuple[Span, ...]
    boxes: tuple[Element, ...]  # the text boxes that are anchored in it
    is_display: bool  # nothing but a formula on its own line
    is_monospaced: bool  # all its text is in a font of typewriters, which no style of single words gave it
    is_ruled: bool  # has a line across the page


class _Place(NamedTuple):
    """To what a span belongs: where its link leads, if it is in one, and which link that is."""

    link: str | None
    title: str
    number: int


_NOWHERE = _Place(None, "", 0)


def phrases(
    document: DocxDocument, part: str, paragraph: Paragraph, style: str | None, note: Callable[[str, str], str]
) -> Phrases:
    """What a paragraph of a part says; `note` gives a footnote or endnote, by its kind and its id, a name."""
    return _Reader(document, part, paragraph, style, note).read()


class _Reader:
    def __init__(
        self,
        document: DocxDocument,
        part: str,
        paragraph: Paragraph,
        style: str | None,
        note: Callable[[str, str], str],
    ) -> None:
        self._document = document
        self._part = part
        self._paragraph = paragraph
        self._note = note
        self._style = style
        self._usual = document.styles.run(self._style, None)
        self._codes = _field_codes(paragraph.element)
        self._links: list[Element] = []
        self._boxes: list[Element] = []
        self._fonts: set[bool] = set()
        self._is_ruled = False

    def read(self) -> Phrases:
        placed = [
            (place, span)
            for leaf in self._paragraph.leaves
            for place in (self._place(leaf),)
            for span in self._spans(leaf, in_link=place.link is not None)
        ]
        spans: list[Span] = []
        for place, group in groupby(placed, key=lambda each: each[0]):
            inside = tuple(_merged(span for _, span in group))
            spans += [Link(inside, place.link, place.title)] if place.link else inside
        shown = [leaf for leaf in self._paragraph.leaves if leaf.text.strip()]
        is_display = len(shown) == 1 and shown[0].element.tag == _OMATH_PARA
        return Phrases(
            tuple(_merged(iter(spans))), tuple(self._boxes), is_display, self._fonts == {True}, self._is_ruled
        )

    # Links

    def _place(self, leaf: Leaf) -> _Place:
        link = next((each for each in leaf.element.iterancestors() if each.tag == W_HYPERLINK), None)
        if link is not None:
            title = attribute(link, "w:tooltip") or ""
            if link not in self._links:
                self._links.append(link)
            return _Place(address(self._document, self._part, link), title, -1 - self._links.index(link))
        if leaf.field and leaf.field <= len(self._codes):
            target = _target(self._codes[leaf.field - 1])
            return _Place(target, "", leaf.field) if target else _NOWHERE
        return _NOWHERE

    # Spans

    def _spans(self, leaf: Leaf, *, in_link: bool) -> Iterator[Span]:
        properties = leaf.run.find(W_RPR) if leaf.run is not None else None
        look = self._document.styles.run(self._style, properties)
        if look.hidden:
            return
        if leaf.text == LINE_BREAK:
            yield Break()
        elif leaf.text == OBJECT:
            yield from self._object(leaf, _marks(look, self._usual, self._is_coded(properties), in_link=False))
        else:
            is_coded = self._is_coded(properties)
            if leaf.text.strip():
                self._fonts.add(is_monospaced(look.font) and not is_coded)
            yield Text(leaf.text, _marks(look, self._usual, is_coded, in_link))

    def _is_coded(self, properties: Element | None) -> bool:
        """Whether a run is in a style for code among other words."""
        style = properties.find(_RUN_STYLE) if properties is not None else None
        return style is not None and is_code(self._document.styles.name(attribute(style, "w:val")))

    # Objects

    def _object(self, leaf: Leaf, marks: frozenset[Mark]) -> Iterator[Span]:
        element = leaf.element
        if element.tag in (_OMATH, _OMATH_PARA):
            yield Formula(latex(element))
        elif element.tag in _REFERENCES:
            yield Note(self._note(_REFERENCES[element.tag], attribute(element, "w:id") or ""))
        elif element.tag == W_BR:
            yield Break()
        elif element.tag == _SYMBOL:
            yield Text(_symbol(element), marks)
        elif element.tag == _RUBY:
            base = element.find(name("w:rubyBase"))
            said = "".join(each.text or "" for each in base.iter(W_T)) if base is not None else ""
            yield from [Text(said, marks)] if said else []
        elif element.tag in _DRAWN:
            self._boxes += _text_boxes(element)
            self._is_ruled |= any(each.get(name("o:hr")) in ("t", "true") for each in element.iter())
            yield from self._pictures(element)

    def _pictures(self, drawn: Element) -> Iterator[Picture]:
        described = next((each for each in drawn.iter(_DOC_PROPERTIES)), None)
        seen: set[str] = set()
        for element in drawn.iter():
            identifier = next((element.get(each) for each in _SOURCES if element.get(each)), None)
            source = self._source(identifier) if identifier and not _is_elsewhere(element, drawn) else None
            if source is None or source in seen:
                continue
            seen.add(source)
            description = (described.get("descr") if described is not None else element.get(name("o:title"))) or ""
            yield Picture(source, description, (described.get("title") if described is not None else None) or "")

    def _source(self, identifier: str) -> str | None:
        for each in self._document.package.relationships(self._part):
            if each.id == identifier:
                return each.target if each.type != "hyperlink" else None
        return None


@lru_cache(1024)
def _marks(look: RunFormat, usual: RunFormat, is_coded: bool, in_link: bool) -> frozenset[Mark]:
    """What the look of a run says that is not usual in its paragraph."""
    is_typed = is_monospaced(look.font) and not is_monospaced(usual.font)
    said: dict[Mark, bool] = {
        "bold": look.bold and not usual.bold,
        "italic": look.italic != usual.italic,  # in a text in italics, what is stressed stands upright
        "strike": look.strike and not usual.strike,
        "underline": bool(look.underline) and not usual.underline and not in_link,
        "highlight": bool(look.highlight) and not usual.highlight,
        "code": is_typed or is_coded,
        "superscript": look.vertical == "superscript" != usual.vertical,
        "subscript": look.vertical == "subscript" != usual.vertical,
    }
    return frozenset(mark for mark, is_on in said.items() if is_on)


_RUN_STYLE = name("w:rStyle")
_OMATH, _OMATH_PARA, _SYMBOL, _RUBY = name("m:oMath"), name("m:oMathPara"), name("w:sym"), name("w:ruby")
_REFERENCES = {name("w:footnoteReference"): "footnote", name("w:endnoteReference"): "endnote"}
_DRAWN = {name("w:drawing"), name("w:pict"), name("w:object"), MC_ALTERNATE}
_DOC_PROPERTIES = name("wp:docPr")
_SOURCES = (name("r:embed"), name("r:link"), name("r:id"), name("r:dm"))
_INSTRUCTION = name("w:instrText")


def _text_boxes(drawn: Element) -> list[Element]:
    """The text boxes of a drawing, each once: not those in others, nor the copies for older programs."""
    return [each for each in drawn.iter(TEXT_BOX) if not _is_elsewhere(each, drawn)]


def _is_elsewhere(element: Element, drawn: Element) -> bool:
    """Whether a part of a drawing is in a text box of it, or a copy for older programs."""
    for each in element.iterancestors():
        if each is drawn:
            return False
        if each.tag in (TEXT_BOX, MC_FALLBACK):
            return True
    return False


def _symbol(element: Element) -> str:
    code = re.fullmatch("[0-9A-Fa-f]{1,6}", attribute(element, "w:char") or "")
    number = int(code[0], 16) if code else 0
    return bullet(chr(number), attribute(element, "w:font")) if 0x20 <= number < 0x110000 else ""


def _merged(spans: Iterator[Span]) -> Iterator[Span]:
    """Spans with neighbours of the same look joined."""
    held: Text | None = None
    for span in spans:
        if isinstance(span, Text) and held is not None and held.marks == span.marks:
            held = Text(held.text + span.text, held.marks)
            continue
        if held is not None and held.text:
            yield held
        held = span if isinstance(span, Text) else None
        if held is None:
            yield span
    if held is not None and held.text:
        yield held


def trim(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Spans without breaks at their ends, where a paragraph ends anyway."""
    first, last = 0, len(spans)
    while first < last and isinstance(spans[first], Break):
        first += 1
    while last > first and isinstance(spans[last - 1], Break):
        last -= 1
    return spans[first:last]


# Fields


def _field_codes(paragraph: Element) -> list[str]:
    """The instructions of the outermost fields of a paragraph, in their order."""
    codes: list[str] = []
    depth, is_code_now = 0, False
    for element in paragraph.iter(W_FIELD, _INSTRUCTION, W_SIMPLE_FIELD):
        if any(each.tag == TEXT_BOX for each in element.iterancestors()):
            continue
        kind = attribute(element, "w:fldCharType")
        if element.tag == W_SIMPLE_FIELD:
            codes.append(attribute(element, "w:instr") or "")
        elif element.tag == _INSTRUCTION and depth == 1 and is_code_now:
            codes[-1] += element.text or ""
        elif kind == "begin":
            depth += 1
            if depth == 1:
                codes.append("")
                is_code_now = True
        elif kind == "separate" and depth == 1:
            is_code_now = False
        elif kind == "end":
            depth = max(0, depth - 1)
    return codes


_HYPERLINK_CODE = re.compile(r'\s*HYPERLINK\b\s*(?:"([^"]*)")?(.*)', re.IGNORECASE | re.DOTALL)
_LOCAL = re.compile(r'\\l\s+"([^"]*)"')


def _target(code: str) -> str | None:
    """Where a field leads whose instruction is to be a link."""
    found = _HYPERLINK_CODE.match(code)
    if found is None:
        return None
    local = _LOCAL.search(found[2])
    target = (found[1] or "") + (f"#{local[1]}" if local else "")
    return target or None
