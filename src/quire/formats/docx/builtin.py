"""Word's own styles, with the look that Word gives them: for documents that do not have them yet."""

from __future__ import annotations

from dataclasses import dataclass

from quire.formats.docx.styles import Kind

DEEPEST_HEADING = 9


@dataclass(frozen=True, slots=True)
class Builtin:
    """A style of Word's: what it is based on, and its properties as XML."""

    name: str
    kind: Kind
    based_on: str = ""
    next: str = ""
    priority: int | None = None
    is_shown: bool = True  # among the styles that Word offers first
    is_default: bool = False
    properties: str = ""

    @property
    def id(self) -> str:
        return "".join(word[:1].upper() + word[1:] for word in self.name.split())

    def source(self, style_id: str, based_on: str | None, following: str | None) -> str:
        """The style as styles.xml declares it, under an id and based on a style that the document has."""
        default = ' w:default="1"' if self.is_default else ""
        shown = "<w:qFormat/>" if self.is_shown else "<w:unhideWhenUsed/>"
        return (
            f'<w:style w:type="{self.kind}"{default} w:styleId="{style_id}"><w:name w:val="{self.name}"/>'
            + (f'<w:basedOn w:val="{based_on}"/>' if based_on else "")
            + (f'<w:next w:val="{following}"/>' if following else "")
            + (f'<w:uiPriority w:val="{self.priority}"/>' if self.priority is not None else "")
            + f"{shown}{self.properties}</w:style>"
        )


_TITLES = (
    '<w:rFonts w:ascii="Calibri Light" w:hAnsi="Calibri Light" w:eastAsia="Calibri Light" w:cs="Times New Roman"/>'
)
_TYPED = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:eastAsia="Consolas" w:cs="Consolas"/>'
_NEAR = '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>'


def _heading(level: int, color: str, half_points: int = 0, *, is_italic: bool = False) -> Builtin:
    look = "<w:i/><w:iCs/>" if is_italic else ""
    size = f'<w:sz w:val="{half_points}"/><w:szCs w:val="{half_points}"/>' if half_points else ""
    return Builtin(
        f"heading {level}", "paragraph", "Normal", "Normal", 9,
        properties=f'<w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="{240 if level == 1 else 40}" w:after="0"/>'
        f'<w:outlineLvl w:val="{level - 1}"/></w:pPr>'
        f'<w:rPr>{_TITLES}{look}<w:color w:val="{color}"/>{size}</w:rPr>',
    )  # fmt: skip


_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)
_MARGINS = (
    '<w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/>'
    '<w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar>'
)

_ALL = (
    Builtin("Normal", "paragraph", is_default=True),
    Builtin("Default Paragraph Font", "character", priority=1, is_shown=False, is_default=True),
    Builtin("Normal Table", "table", priority=99, is_shown=False, is_default=True,
            properties=f"<w:tblPr>{_MARGINS}</w:tblPr>"),
    _heading(1, "2F5496", 32),
    _heading(2, "2F5496", 26),
    _heading(3, "1F3763", 24),
    _heading(4, "2F5496", is_italic=True),
    _heading(5, "2F5496"),
    _heading(6, "1F3763"),
    _heading(7, "1F3763", is_italic=True),
    _heading(8, "272727", 21),
    _heading(9, "272727", 21, is_italic=True),
    Builtin("Title", "paragraph", "Normal", "Normal", 10,
            properties='<w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/><w:contextualSpacing/></w:pPr>'
            f'<w:rPr>{_TITLES}<w:spacing w:val="-10"/><w:kern w:val="28"/>'
            '<w:sz w:val="56"/><w:szCs w:val="56"/></w:rPr>'),
    Builtin("Quote", "paragraph", "Normal", "Normal", 29,
            properties='<w:pPr><w:spacing w:before="200"/><w:ind w:left="864" w:right="864"/><w:jc w:val="center"/>'
            '</w:pPr><w:rPr><w:i/><w:iCs/><w:color w:val="404040"/></w:rPr>'),
    Builtin("HTML Preformatted", "paragraph", "Normal", "", 99, is_shown=False,
            properties=f'<w:pPr>{_NEAR}</w:pPr><w:rPr>{_TYPED}<w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>'),
    Builtin("HTML Code", "character", "Default Paragraph Font", "", 99, is_shown=False,
            properties=f'<w:rPr>{_TYPED}<w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>'),
    Builtin("List Paragraph", "paragraph", "Normal", "", 34,
            properties='<w:pPr><w:ind w:left="720"/><w:contextualSpacing/></w:pPr>'),
    Builtin("caption", "paragraph", "Normal", "Normal", 35,
            properties='<w:pPr><w:spacing w:after="200" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:i/><w:iCs/>'
            '<w:color w:val="44546A"/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr>'),
    Builtin("footnote text", "paragraph", "Normal", "", 99, is_shown=False,
            properties=f'<w:pPr>{_NEAR}</w:pPr><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>'),
    Builtin("footnote reference", "character", "Default Paragraph Font", "", 99, is_shown=False,
            properties='<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'),
    Builtin("Hyperlink", "character", "Default Paragraph Font", "", 99, is_shown=False,
            properties='<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr>'),
    Builtin("Table Grid", "table", "Normal Table", "", 39, is_shown=False,
            properties=f"<w:pPr>{_NEAR}</w:pPr><w:tblPr><w:tblBorders>{_BORDERS}</w:tblBorders></w:tblPr>"),
)  # fmt: skip

BUILTIN = {each.name: each for each in _ALL}
"""By the names that files have for them."""
