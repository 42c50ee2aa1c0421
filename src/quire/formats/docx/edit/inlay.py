"""Spans of content as what the surgeon sews into a paragraph: text with a look, and objects made for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from quire.core.content import Break, Link, Text
from quire.formats.docx.content import habits
from quire.formats.docx.content.lettering import written
from quire.formats.docx.edit.operation import LITERAL
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.names import name
from quire.formats.docx.style.wardrobe import Wardrobe, style_of
from quire.formats.docx.text.paragraph import LINE_BREAK, W_HYPERLINK, Paragraph
from quire.formats.docx.text.tags import MADE, Look
from quire.formats.docx.text.tags import Span as Sewn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.content import Mark, Span
    from quire.formats.docx.content.composition import Composer
    from quire.formats.docx.content.supplies import Supplies
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.operation import Reading
    from quire.formats.docx.text.paragraph import Stage
    from quire.formats.docx.text.tags import Vertical


class Inlay:
    """One paragraph into which content is put; what that needs in other parts is the composer's."""

    def __init__(
        self, document: DocxDocument, part: str, element: Element, composer: Composer, fields: tuple[Stage, ...] = ()
    ) -> None:
        self._element = element
        self._composer = composer
        self._fields = fields
        self._style = style_of(element)
        self._usual = document.styles.run(self._style, None)
        self._wardrobe = Fitting(document, part, element, composer.supplies)

    def put(self, start: int, end: int, sewn: Sequence[Sewn], reading: Reading = LITERAL) -> None:
        """Put spans in the place of a range of the paragraph's text."""
        if start != end or sewn:
            Surgeon(Paragraph(self._element, self._fields), self._wardrobe).rewrite(start, end, sewn, reading)

    def sewn(self, spans: Iterable[Span], around: frozenset[Mark] = frozenset()) -> list[Sewn]:
        """Spans in the surgeon's terms; the marks that text around them has are not for those that lack them."""
        return [each for span in spans for each in self._sewn(span, around)]

    def _sewn(self, span: Span, around: frozenset[Mark]) -> Iterator[Sewn]:
        match span:
            case Text(text, marks):
                yield Sewn(written(text), self._look(marks, around))
            case Break():
                yield Sewn(LINE_BREAK)
            case Link(spans, address, "") if address.strip("#") and all(isinstance(each, Text) for each in spans):
                for each in spans:
                    if isinstance(each, Text):
                        yield Sewn(written(each.text), Look(href=written(address)).over(self._look(each.marks, around)))
            case _:
                for made in self._composer.runs.of((span,), self._style, self._composer.width):
                    yield Sewn(MADE, Look(made=made))

    def _look(self, marks: frozenset[Mark], around: frozenset[Mark]) -> Look:
        """How text with marks looks; in a text in italics, what is stressed stands upright."""

        def said(mark: Mark) -> bool | None:
            return True if mark in marks else False if mark in around else None

        italic, raised = said("italic"), marks & {"superscript", "subscript"}
        return Look(
            bold=said("bold"),
            italic=None if italic is None else italic != self._usual.italic,
            underline=said("underline"),
            highlight=said("highlight"),
            strike=said("strike"),
            vertical="superscript" if "superscript" in marks else "subscript" if raised else self._level(around),
            style=habits.code_mark(self._composer.supplies) if "code" in marks else "" if "code" in around else None,
        )

    def _level(self, around: frozenset[Mark]) -> Vertical | None:
        return "baseline" if around & {"superscript", "subscript"} else None


class Fitting(Wardrobe):
    """The looks of a paragraph whose new links are among what content needs in other parts."""

    def __init__(self, document: DocxDocument, part: str, paragraph: Element, supplies: Supplies) -> None:
        super().__init__(document, part, paragraph)
        self._supplies = supplies

    @property
    def link_style(self) -> str | None:
        return self._supplies.style("Hyperlink", "character")

    def link(self, address: str) -> Element:
        if address.startswith("#"):
            return super().link(address)
        identifier = self._supplies.link(self._part, address)
        return etree.Element(W_HYPERLINK, {name("r:id"): identifier, name("w:history"): "1"})
