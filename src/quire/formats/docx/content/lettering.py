"""Spans as what stands in a paragraph: runs, links, pictures and formulas in Word's markup."""

from __future__ import annotations

import re
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.content import Break, Formula, Link, Markup, Note, Picture, Text
from quire.formats.docx.content import habits
from quire.formats.docx.content.formulas import math
from quire.formats.docx.names import NAMESPACES, name
from quire.formats.docx.opc.raster import raster
from quire.formats.docx.style import formatting
from quire.formats.docx.style.properties import element_of
from quire.formats.docx.style.runs import text_run
from quire.formats.docx.text.paragraph import LINE_BREAK, W_HYPERLINK, W_RPR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lxml.etree import _Element as Element

    from quire.core.content import Mark, Span
    from quire.formats.docx.content.supplies import Supplies
    from quire.formats.docx.opc.raster import Raster
    from quire.formats.docx.style.styles import RunFormat

LONGEST_ANCHOR = 40
"""Characters that the name of a place in a document may have."""

TALLEST = 7_315_200
"""How high a picture may be, in English metric units: eight inches, so that it fits on a page."""
EMU_PER_TWIP = 635

_UNWRITABLE = re.compile("[\x00-\x08\x0c\x0e-\x1f\ud800-\udfff\ufffc\ufffe\uffff]")
_LINES = re.compile("[ ]*(?:\r\n|\r|\n)[ ]*")
_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:|//|www\.)\S+")
_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)


class Runs:
    """The writer of spans for one part of a document."""

    def __init__(
        self,
        part: str,
        supplies: Supplies,
        pictures: Mapping[str, bytes],
        note: Callable[[str], list[Element]],
        first_drawing: Callable[[], int],
    ) -> None:
        self._part = part
        self._supplies = supplies
        self._pictures = pictures
        self._note = note
        self._first_drawing = first_drawing
        self._drawn_already = 0

    @cached_property
    def _first_number(self) -> int:
        return self._first_drawing()

    def of(self, spans: Iterable[Span], style: str | None, room: int, *, in_link: bool = False) -> list[Element]:
        """What spans are in a paragraph of a style that has so much room, in twips."""
        usual = self._supplies.styles.run(style, None)
        return [each for span in spans for each in self._span(span, style, room, usual, in_link=in_link)]

    def _span(self, span: Span, style: str | None, room: int, usual: RunFormat, *, in_link: bool) -> list[Element]:
        match span:
            case Text(text, marks):
                said = written(text)
                return [text_run(said, self._look(marks, usual, in_link=in_link))] if said else []
            case Break():
                return [text_run(LINE_BREAK, None)]
            case Link(spans, address, title):
                address = _UNWRITABLE.sub("", address).strip()
                inside = self.of(spans, style, room, in_link=in_link or address not in ("", "#"))
                return self._link(inside, address, title) if inside and not in_link else inside
            case Formula(latex):
                found = math(latex)
                fallback = Text(latex, frozenset({"code"}))
                return [found] if found is not None else self._span(fallback, style, room, usual, in_link=in_link)
            case Picture():
                return self._picture(span, style, room, in_link=in_link)
            case Note(called):
                return self._note(called)
            case Markup(source):
                return [text_run(LINE_BREAK, None)] if _BREAK_TAG.fullmatch(source.strip()) else []

    # Text

    def _look(self, marks: frozenset[Mark], usual: RunFormat, *, in_link: bool) -> Element | None:
        """The properties of a run that give it marks, where the style does not."""
        look = etree.Element(W_RPR)
        if in_link:
            formatting.put(look, "w:rStyle", val=self._supplies.style("Hyperlink", "character"))
        if "code" in marks and in_link:
            formatting.put(look, "w:rFonts", ascii="Consolas", hAnsi="Consolas", cs="Consolas")
        elif "code" in marks:
            formatting.put(look, "w:rStyle", val=habits.code_mark(self._supplies))
        if "bold" in marks and not usual.bold:
            formatting.put(look, "w:b")
            formatting.put(look, "w:bCs")
        if "italic" in marks:  # in a text in italics, what is stressed stands upright
            for short in ("w:i", "w:iCs"):
                formatting.put(look, short, **({"val": "0"} if usual.italic else {}))
        if "strike" in marks:
            formatting.put(look, "w:strike")
        if "underline" in marks:
            formatting.put(look, "w:u", val="single")
        if "highlight" in marks:
            formatting.put(look, "w:highlight", val="yellow")
        raised = next((each for each in ("superscript", "subscript") if each in marks), None)
        if raised:
            formatting.put(look, "w:vertAlign", val=raised)
        return look if len(look) else None

    # Links

    def _link(self, inside: list[Element], address: str, title: str) -> list[Element]:
        if address in ("", "#"):
            return inside
        link = etree.Element(W_HYPERLINK)
        if address.startswith("#"):
            link.set(name("w:anchor"), address[1:][:LONGEST_ANCHOR])
        else:
            link.set(name("r:id"), self._supplies.link(self._part, address))
        if title:
            link.set(name("w:tooltip"), written(title))
        link.set(name("w:history"), "1")
        link.extend(inside)
        return [link]

    # Pictures

    def _picture(self, picture: Picture, style: str | None, room: int, *, in_link: bool) -> list[Element]:
        """A picture; its description where the picture itself is not at hand, with where it is to be found."""
        data = self._pictures.get(picture.source) or self._supplies.data(picture.source)
        kind = raster(data) if data else None
        if data and kind:
            if picture.source in self._pictures:
                identifier = self._supplies.picture(self._part, data, kind)
            else:
                identifier = self._supplies.known_picture(self._part, picture.source)
            return [self._drawn(picture, identifier, kind.within(max(1, room) * EMU_PER_TWIP, TALLEST))]
        said = (Text(picture.description or picture.source),)
        spans: tuple[Span, ...] = (Link(said, picture.source, picture.title),)
        return self.of(spans if is_address(picture.source) else said, style, room, in_link=in_link)

    def _drawn(self, picture: Picture, identifier: str, kind: Raster) -> Element:
        number = self._first_number + self._drawn_already
        self._drawn_already += 1
        described = f'descr="{_quoted(picture.description)}"' + (
            f' title="{_quoted(picture.title)}"' if picture.title else ""
        )
        size = f'cx="{kind.width}" cy="{kind.height}"'
        made = element_of(
            f'<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent {size}/>'
            f'<wp:docPr id="{number}" name="Picture {number}" {described}/>'
            f'<a:graphic><a:graphicData uri="{NAMESPACES["pic"]}"><pic:pic><pic:nvPicPr>'
            f'<pic:cNvPr id="{number}" name="Picture {number}" {described}/><pic:cNvPicPr/></pic:nvPicPr>'
            f'<pic:blipFill><a:blip r:embed="{identifier}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
            f'<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext {size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>'
            "</a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
        )
        if made is None:
            raise ValueError("a run has become nothing")
        return made


def is_address(source: str) -> bool:
    """Whether a picture is somewhere on the web."""
    return bool(_ADDRESS.fullmatch(source))


def _quoted(text: str) -> str:
    return escape(written(text))


def written(text: str) -> str:
    """A text as Word can hold it: in one line, and without characters that no XML has."""
    return _LINES.sub(" ", _UNWRITABLE.sub("", text))
