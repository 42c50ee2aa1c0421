"""The styles of a document, and the formatting that text has in the end.

The defaults of the document come first, then the style of the table, of the paragraph, of the characters, and last
what the paragraph or the run says itself. See docs/word-behaviour/styles.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar, cast, get_args

from quire.formats.docx.names import attribute, name, parse
from quire.formats.docx.style.properties import (
    ParagraphProperties,
    RunProperties,
    element_of,
    paragraph_properties,
    run_properties,
    shading,
    source_of,
    switched_on,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element as Element

Kind = Literal["paragraph", "character", "table", "numbering"]
Vertical = Literal["superscript", "subscript"]
Toggle = Literal["bold", "italic", "caps", "small_caps", "strike", "hidden"]

_K = TypeVar("_K")
_T = TypeVar("_T")
_TOGGLES: tuple[Toggle, ...] = get_args(Toggle)
_KINDS: tuple[Kind, ...] = get_args(Kind)
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_BODY_TEXT = 9
_REMEMBERED = 65_536


@dataclass(frozen=True, slots=True)
class RunFormat:
    """The formatting that characters have in the end; None where nothing gives them any. The size is in points."""

    bold: bool = False
    italic: bool = False
    underline: str | None = None
    strike: bool = False
    hidden: bool = False
    caps: bool = False
    small_caps: bool = False
    color: str | None = None
    size: float | None = None
    font: str | None = None
    highlight: str | None = None
    shading: str | None = None
    vertical: Vertical | None = None
    web_hidden: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    """The formatting that a paragraph has in the end. Lengths are in twips; a hanging first line is negative.

    `line` counts 240ths of a line where `line_rule` is `auto`. `numbering_styles` are the styles, nearest first, that
    number the paragraph, with the level that each gives: empty where the paragraph says it itself.
    """

    style: str | None = None
    style_name: str | None = None
    alignment: str | None = None
    indent_left: int | None = None
    indent_right: int | None = None
    indent_first: int | None = None
    spacing_before: int | None = None
    spacing_after: int | None = None
    line: int | None = None
    line_rule: str | None = None
    outline_level: int | None = None
    keep_next: bool = False
    page_break_before: bool = False
    shading: str | None = None
    num_id: int | None = None
    level: int | None = None
    numbering_styles: tuple[tuple[str, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """One style, as styles.xml declares it."""

    id: str
    name: str
    kind: Kind
    based_on: str | None = None
    is_default: bool = False
    hidden: bool = False
    ui_priority: int | None = None
    outline_level: int | None = None
    linked: str | None = None
    next: str | None = None
    is_custom: bool = False
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Declared:
    """A style with what it says itself."""

    style: Style
    paragraph: ParagraphProperties
    run: RunProperties
    is_filled: bool = False  # of a table's style: whether it gives cells a color


class Styles:
    """All styles of a document; a value that answers from memory what it was asked before."""

    __slots__ = ("_default", "_defaults", "_fonts", "_paragraphs", "_runs", "_styles")

    def __init__(self, defaults: _Declared, styles: Mapping[str, _Declared], fonts: Mapping[str, str]) -> None:
        self._defaults = defaults
        self._styles = styles
        self._fonts = fonts
        marked = [it.style.id for it in styles.values() if it.style.kind == "paragraph" and it.style.is_default]
        self._default = marked[-1] if marked else None
        self._paragraphs: dict[str, ParagraphFormat] = {}
        self._runs: dict[tuple[str | None, str, str | None], RunFormat] = {}

    @staticmethod
    def read(xml: bytes | None, theme: bytes | None = None) -> Styles:
        """The styles of a styles.xml, with the fonts of a theme; None stands for a part that is not there."""
        root = None if xml is None else parse(xml, "styles.xml")
        declared = [] if root is None else [_declared(it) for it in root.findall(name("w:style"))]
        styles: dict[str, _Declared] = {}
        for it in declared:
            styles.setdefault(it.style.id, it)
        return Styles(_document_defaults(root), styles, _theme_fonts(theme))

    def all(self) -> tuple[Style, ...]:
        """Every style, in the order of the file."""
        return tuple(it.style for it in self._styles.values())

    def name(self, style_id: str | None) -> str | None:
        """The name of a style, as Word shows it; None where there is no such style."""
        found = self._styles.get(style_id or "")
        return found.style.name if found else None

    def find(self, name_or_id: str, kind: Kind | None = None) -> Style | None:
        """The style of that id, else of that name, else of either in other case."""
        styles = [it for it in self.all() if kind is None or it.kind == kind]
        folded = name_or_id.casefold()
        return (
            next((it for it in styles if it.id == name_or_id), None)
            or next((it for it in styles if it.name == name_or_id), None)
            or next((it for it in styles if folded in (it.name.casefold(), it.id.casefold())), None)
        )

    def run(self, paragraph_style: str | None, properties: Element | None, table_style: str | None = None) -> RunFormat:
        """The formatting of a run: its `w:rPr`, in a paragraph of that style, in a table of that style."""
        key = (paragraph_style, source_of(properties), table_style)
        return self._runs.get(key) or _remember(self._runs, key, self._run_format(*key, run_properties(properties)))

    def run_of(self, paragraph_style: str | None, source: str, table_style: str | None = None) -> RunFormat:
        """The formatting of a run whose `w:rPr` is given as source; empty where it has none."""
        key = (paragraph_style, source, table_style)
        found = self._runs.get(key)
        return found or _remember(self._runs, key, self._run_format(*key, run_properties(element_of(source))))

    def paragraph(self, properties: Element | None) -> ParagraphFormat:
        """The formatting of a paragraph with that `w:pPr`."""
        key = source_of(properties)
        found = self._paragraphs.get(key)
        return found or _remember(self._paragraphs, key, self._paragraph_format(paragraph_properties(properties)))

    def paragraph_of(self, source: str) -> ParagraphFormat:
        """The formatting of a paragraph whose `w:pPr` is given as source; empty where it has none."""
        found = self._paragraphs.get(source)
        if found:
            return found
        return _remember(self._paragraphs, source, self._paragraph_format(paragraph_properties(element_of(source))))

    def heading_level(self, paragraph: ParagraphFormat) -> int | None:
        """1 to 9 for a heading: by its outline level, or by a style that is, or is based on, Word's `heading N`."""
        if paragraph.outline_level is not None:
            return paragraph.outline_level + 1 if 0 <= paragraph.outline_level < _BODY_TEXT else None
        named = (_HEADING.fullmatch(it.style.name) for it in self._chain(paragraph.style, "paragraph"))
        return next((int(it[1]) for it in named if it), None)

    def says(self, style_id: str) -> tuple[ParagraphProperties, RunProperties]:
        """What a style says of paragraphs and characters, with those it is based on; not what the default one says."""
        found = self._styles.get(style_id)
        chain = self._chain(style_id, found.style.kind) if found else ()
        own = [it for it in chain if not it.style.is_default]
        paragraph: ParagraphProperties = {}
        for it in reversed(own):
            paragraph = paragraph | it.paragraph
        return paragraph, _run_layer(tuple(own))

    def list_of(self, style_id: str) -> int | None:
        """The `w:num` that a list style stands for."""
        return next(
            (it.paragraph["num_id"] for it in self._chain(style_id, "numbering") if "num_id" in it.paragraph), None
        )

    def fills_cells(self, table_style: str | None) -> bool:
        """Whether a table of that style may have cells in another color than the page."""
        return any(it.is_filled for it in self._chain(table_style, "table"))

    def _chain(self, style_id: str | None, kind: Kind) -> tuple[_Declared, ...]:
        """A style and those it is based on, nearest first; what is missing, of another kind or in a circle ends it."""
        chain: dict[str, _Declared] = {}
        while style_id and style_id not in chain:
            found = self._styles.get(style_id)
            if found is None or found.style.kind != kind:
                break
            chain[style_id] = found
            style_id = found.style.based_on
        return tuple(chain.values())

    def _of_paragraph(self, style_id: str | None) -> tuple[_Declared, ...]:
        """The chain of a paragraph's style; that of the default style where it names none that exists."""
        return self._chain(style_id, "paragraph") or self._chain(self._default, "paragraph")

    def _run_format(
        self, paragraph_style: str | None, _source: str, table_style: str | None, direct: RunProperties
    ) -> RunFormat:
        defaults = self._defaults.run
        layers = [
            _run_layer(self._chain(table_style, "table")),
            _run_layer(self._of_paragraph(paragraph_style)),
            _run_layer(self._chain(direct.get("style"), "character")),
        ]
        said: RunProperties = defaults
        for layer in (*layers, direct):
            said = said | layer
        on = {toggle: _toggled(toggle, defaults, layers, direct) for toggle in _TOGGLES}
        vertical = said.get("vertical")
        return RunFormat(
            bold=on["bold"],
            italic=on["italic"],
            underline=_unless(said.get("underline"), "none"),
            strike=on["strike"] or said.get("double_strike", False),
            hidden=on["hidden"],
            caps=on["caps"],
            small_caps=on["small_caps"],
            color=_unless(said.get("color"), "auto"),
            size=said.get("size"),
            font=self._font(said.get("font")),
            highlight=_unless(said.get("highlight"), "none"),
            shading=_unless(said.get("shading"), "auto"),
            web_hidden=said.get("web_hidden", False),
            vertical=cast("Vertical", vertical) if vertical in get_args(Vertical) else None,
        )

    def _font(self, font: str | None) -> str | None:
        return self._fonts.get(font[1:]) if font and font.startswith("+") else font

    def _paragraph_format(self, direct: ParagraphProperties) -> ParagraphFormat:
        chain = self._of_paragraph(direct.get("style"))
        said: ParagraphProperties = self._defaults.paragraph
        for layer in (*(it.paragraph for it in reversed(chain)), direct):
            said = said | layer
        numbered = bool(said.get("num_id"))
        by_style = numbered and "num_id" not in direct and "level" not in direct
        numbering = tuple((it.style.id, it.paragraph.get("level")) for it in chain if _numbers(it.paragraph))
        return ParagraphFormat(
            style=chain[0].style.id if chain else None,
            style_name=chain[0].style.name if chain else None,
            alignment=said.get("alignment"),
            indent_left=said.get("indent_left"),
            indent_right=said.get("indent_right"),
            indent_first=said.get("indent_first"),
            spacing_before=said.get("spacing_before"),
            spacing_after=said.get("spacing_after"),
            line=said.get("line"),
            line_rule=said.get("line_rule"),
            outline_level=said.get("outline_level"),
            keep_next=said.get("keep_next", False),
            page_break_before=said.get("page_break_before", False),
            shading=_unless(said.get("shading"), "auto"),
            num_id=said["num_id"] if numbered else None,
            level=said.get("level", 0) if numbered else None,
            numbering_styles=numbering if by_style else (),
        )


def _remember(memory: dict[_K, _T], key: _K, value: _T) -> _T:
    """Keep an answer; forget all where a document has endlessly many different ones."""
    if len(memory) >= _REMEMBERED:
        memory.clear()
    memory[key] = value
    return value


def _declared(element: Element) -> _Declared:
    paragraph = paragraph_properties(element.find(name("w:pPr")))
    style_id = attribute(element, "w:styleId") or ""
    kind = attribute(element, "w:type") or "paragraph"
    style = Style(
        id=style_id,
        name=_child(element, "w:name") or style_id,
        kind=kind if kind in _KINDS else "paragraph",
        based_on=_child(element, "w:basedOn"),
        is_default=(attribute(element, "w:default") or "0") in ("1", "true", "on"),
        hidden=switched_on(element.find(name("w:semiHidden"))) or switched_on(element.find(name("w:hidden"))),
        ui_priority=whole_number(_child(element, "w:uiPriority")),
        outline_level=paragraph.get("outline_level"),
        linked=_child(element, "w:link"),
        next=_child(element, "w:next"),
        is_custom=(attribute(element, "w:customStyle") or "0") in ("1", "true", "on"),
        aliases=tuple(each.strip() for each in (_child(element, "w:aliases") or "").split(",") if each.strip()),
    )
    is_filled = kind == "table" and any(
        shading(it) not in (None, "auto", "FFFFFF") for it in element.iter(name("w:shd"))
    )
    return _Declared(style, paragraph, run_properties(element.find(name("w:rPr"))), is_filled)


def _document_defaults(root: Element | None) -> _Declared:
    defaults = None if root is None else root.find(name("w:docDefaults"))
    paragraph = run = None
    if defaults is not None:
        paragraph = defaults.find(f"{name('w:pPrDefault')}/{name('w:pPr')}")
        run = defaults.find(f"{name('w:rPrDefault')}/{name('w:rPr')}")
    return _Declared(Style("", "", "paragraph"), paragraph_properties(paragraph), run_properties(run))


def _theme_fonts(theme: bytes | None) -> dict[str, str]:
    """The fonts that a theme's names, such as `minorHAnsi`, stand for."""
    fonts: dict[str, str] = {}
    root = None if theme is None else parse(theme, "the theme")
    for use in ("major", "minor"):
        for script, names in (("latin", ("HAnsi", "Ascii")), ("ea", ("EastAsia",)), ("cs", ("Bidi",))):
            found = None if root is None else root.find(f".//{name(f'a:{use}Font')}/{name(f'a:{script}')}")
            typeface = None if found is None else found.get("typeface")
            fonts |= {f"{use}{it}": typeface for it in names if typeface}
    return fonts


def _child(element: Element, short: str) -> str | None:
    found = element.find(name(short))
    return None if found is None else attribute(found, "w:val")


def _run_layer(chain: tuple[_Declared, ...]) -> RunProperties:
    said: RunProperties = {}
    for it in reversed(chain):
        said = said | it.run
    return said


def _toggled(toggle: Toggle, defaults: RunProperties, layers: list[RunProperties], direct: RunProperties) -> bool:
    """A toggle's value: what the run says; else on by default; else on where an odd number of styles turn it on."""
    if toggle in direct:
        return direct[toggle]
    return defaults.get(toggle, False) or sum(layer.get(toggle, False) for layer in layers) % 2 == 1


def _numbers(said: ParagraphProperties) -> bool:
    return "num_id" in said or "level" in said


def _unless(value: str | None, nothing: str) -> str | None:
    return None if not value or value == nothing else value
