"""What a paragraph is among others: a heading, a point of a list, a line of code, a part of a quotation."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from quire.formats.docx.names import attribute, name
from quire.formats.docx.style.genre import CHECKED, is_code_block, is_monospaced, is_quote
from quire.formats.docx.style.properties import element_of, paragraph_properties, source_of
from quire.formats.docx.style.shape import hurried_looks, shape
from quire.formats.docx.text.paragraph import OBJECT, W_PPR, properties_end

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.numbering import Item, Level
    from quire.formats.docx.style.properties import ParagraphProperties
    from quire.formats.docx.style.shape import Shape
    from quire.formats.docx.text.story import Block

Type = Literal["heading", "paragraph", "codeBlock", "mathBlock", "thematicBreak"]


class Nature(NamedTuple):
    """What a paragraph is, whatever stands around it."""

    type: Type
    level: int | None = None  # of a heading
    counted: Item | None = None  # the list that it counts in, and how deep
    item: Item | None = None  # the same, if it is a point of that list
    is_ordered: bool = False
    sign: str = ""  # of a point without a number
    checked: bool | None = None  # None unless it can be ticked off
    quote: str | None = None  # the style, if it is one of a quotation
    indent: int = 0  # where its text begins, from where its quotation does
    is_open: bool = False  # code that further lines may follow
    is_blank: bool = False

    @property
    def is_apart(self) -> bool:
        """Whether nothing that stands before it can go on in it: no list, no quotation, no code."""
        if self.type == "heading":
            return True
        return self.indent <= 0 and self.type != "codeBlock" and not (self.item or self.quote or self.is_blank)


def nature(document: DocxDocument, block: Block) -> Nature:
    """The nature of a paragraph; remembered with it for as long as styles and lists are the same."""
    known = block.facts.get("nature")
    if isinstance(known, tuple) and known[0] is document.styles and known[1] is document.numbering:
        found: Nature = known[2]
        return found
    made = _nature(document, block)
    block.facts["nature"] = (document.styles, document.numbering, made)
    return made


def _nature(document: DocxDocument, block: Block) -> Nature:
    form, source = shape(block, document.styles), _properties(block)
    own, is_blank = _own(source), not block.text.strip()
    style, level = form.paragraph.style_name, document.styles.heading_level(form.paragraph)
    counted = document.numbering.item(form.paragraph)
    listed = document.numbering.level(*counted) if counted and not level else None
    if listed is not None and (listed.format == "none" or not listed.text):
        listed = None
    is_quoted = is_quote(style) and level is None
    kind = "heading" if level else _type(document, block, form, source)
    return Nature(
        type=kind,
        level=level,
        counted=counted,
        item=counted if listed else None,
        is_ordered=listed is not None and listed.format != "bullet",
        sign=listed.text if listed and listed.format == "bullet" else "",
        checked=_checked(block.text) if listed else None,
        quote=form.paragraph.style if is_quoted else None,
        indent=_indent(form, own, listed) - (_left(document, form.paragraph.style) if is_quoted else 0),
        is_open=kind == "codeBlock" and not own.get("spacing_after"),
        is_blank=is_blank and kind == "paragraph" and listed is None,
    )


def _properties(block: Block) -> str:
    """The source of the properties that a paragraph has itself."""
    if block.frame.is_usual:
        return block.source[block.source.index(">") + 1 : properties_end(block.source)]
    return source_of(block.read().element.find(W_PPR))


@lru_cache(maxsize=4096)
def _own(source: str) -> ParagraphProperties:
    return paragraph_properties(element_of(source))


def _type(document: DocxDocument, block: Block, form: Shape, properties: str) -> Type:
    text = block.text.strip()
    if not text:
        is_code = is_code_block(form.paragraph.style_name)
        return "thematicBreak" if _has_line_below(properties) else "codeBlock" if is_code else "paragraph"
    if text == OBJECT and "oMathPara" in block.source:
        return "mathBlock"
    if text == OBJECT and "o:hr=" in block.source:
        return "thematicBreak"
    if is_code_block(form.paragraph.style_name):
        return "codeBlock"
    return "codeBlock" if _is_typed(document, block, form) else "paragraph"


def _has_line_below(properties: str) -> bool:
    if "pBdr" not in properties or (element := element_of(properties)) is None:
        return False
    line = element.find(f"{name('w:pBdr')}/{name('w:bottom')}")
    return line is not None and attribute(line, "w:val") not in ("nil", "none")


def _is_typed(document: DocxDocument, block: Block, form: Shape) -> bool:
    """Whether all of a paragraph is in a font of typewriters, in a document that is not."""
    if not is_monospaced(form.run.font) or is_monospaced(document.styles.run(None, None).font):
        return False
    looks = hurried_looks(block, form.paragraph.style, document.styles)
    return looks is not None and all(is_monospaced(look.font) for text, look in looks if text.strip())


def _checked(text: str) -> bool | None:
    return CHECKED.get(text[:1]) if text[1:2] in ("", " ", "\t", "\u00a0") else None


def _indent(form: Shape, own: ParagraphProperties, level: Level | None) -> int:
    """Where the text of a paragraph begins; a list has its own say between the style and the paragraph itself."""
    left = form.paragraph.indent_left
    if "indent_left" in own or level is None or level.indent is None:
        return left or 0
    by_style = "num_id" not in own and left is not None
    return (left or 0) if by_style else level.indent


def _left(document: DocxDocument, style: str | None) -> int:
    return document.styles.paragraph_of(f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>').indent_left or 0
