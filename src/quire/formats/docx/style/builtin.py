"""Word's own styles, with the look that Word gives them: for documents that do not have them yet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quire.formats.docx.style.styles import Kind
from quire.formats.docx.style.tablestyles import TABLES

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
    listed: Listed | None = None

    @property
    def id(self) -> str:
        words = shown(self.name).replace(" Accent ", "-Accent").split()
        return re.sub(r"[^\w-]", "", "".join(word[:1].upper() + word[1:] for word in words)).replace("E-mail", "Email")

    def source(self, style_id: str, based_on: str | None, following: str | None, num_id: int | None = None) -> str:
        """The style as styles.xml declares it, under an id and based on a style that the document has."""
        default = ' w:default="1"' if self.is_default else ""
        offered = "<w:qFormat/>" if self.is_shown else "<w:unhideWhenUsed/>"
        return (
            f'<w:style w:type="{self.kind}"{default} w:styleId="{style_id}"><w:name w:val="{self.name}"/>'
            + (f'<w:basedOn w:val="{based_on}"/>' if based_on else "")
            + (f'<w:next w:val="{following}"/>' if following else "")
            + (f'<w:uiPriority w:val="{self.priority}"/>' if self.priority is not None else "")
            + f"{offered}{self._said(num_id)}</w:style>"
        )

    def _said(self, num_id: int | None) -> str:
        if num_id is None:
            return self.properties
        return self.properties.replace("<w:pPr>", f'<w:pPr><w:numPr><w:numId w:val="{num_id}"/></w:numPr>', 1)


@dataclass(frozen=True, slots=True)
class Listed:
    """A style whose paragraphs are items of a list of its own; its text begins that far in, in twips."""

    is_ordered: bool
    indent: int


_SHOWN = {
    "annotation text": "Comment Text",
    "annotation reference": "Comment Reference",
    "annotation subject": "Comment Subject",
    "macro": "Macro Text",
    "Normal Table": "Table Normal",
    "table of figures": "Table of Figures",
    "table of authorities": "Table of Authorities",
    "toa heading": "TOA Heading",
}


def shown(name: str) -> str:
    """The name of a style as Word shows it: files have some of its own in small letters."""
    if name in _SHOWN:
        return _SHOWN[name]
    if re.fullmatch(r"toc \d", name):
        return name.upper()
    return " ".join(word[:1].upper() + word[1:] for word in name.split()) if name in BUILTIN else name


_TITLES = (
    '<w:rFonts w:ascii="Calibri Light" w:hAnsi="Calibri Light" w:eastAsia="Calibri Light" w:cs="Times New Roman"/>'
)
_TYPED = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:eastAsia="Consolas" w:cs="Consolas"/>'
_SMALL = '<w:rFonts w:ascii="Segoe UI" w:hAnsi="Segoe UI" w:cs="Segoe UI"/>'
_ACCENT = '<w:color w:val="4472C4"/>'
_NEAR = '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>'
_STOPS = '<w:tabs><w:tab w:val="center" w:pos="4680"/><w:tab w:val="right" w:pos="9360"/></w:tabs>'


def _heading(level: int, color: str, half_points: int = 0, *, is_italic: bool = False) -> Builtin:
    look = "<w:i/><w:iCs/>" if is_italic else ""
    size = f'<w:sz w:val="{half_points}"/><w:szCs w:val="{half_points}"/>' if half_points else ""
    return Builtin(
        f"heading {level}", "paragraph", "Normal", "Normal", 9,
        properties=f'<w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="{240 if level == 1 else 40}" w:after="0"/>'
        f'<w:outlineLvl w:val="{level - 1}"/></w:pPr>'
        f'<w:rPr>{_TITLES}{look}<w:color w:val="{color}"/>{size}</w:rPr>',
    )  # fmt: skip


def _size(half_points: int) -> str:
    return f'<w:sz w:val="{half_points}"/><w:szCs w:val="{half_points}"/>'


def _rules(*sides: str, size: int, space: int = 10, color: str = "4472C4") -> str:
    """Lines around a paragraph."""
    lines = (f'<w:{side} w:val="single" w:sz="{size}" w:space="{space}" w:color="{color}"/>' for side in sides)
    return f"<w:pBdr>{''.join(lines)}</w:pBdr>"


def _aside(
    name: str, layout: str = "", look: str = "", *, based_on: str = "Normal", priority: int = 99,
    listed: Listed | None = None,
) -> Builtin:  # fmt: skip
    """A style of paragraphs that Word does not offer at once."""
    said = (f"<w:pPr>{layout}</w:pPr>" if layout else "") + (f"<w:rPr>{look}</w:rPr>" if look else "")
    return Builtin(name, "paragraph", based_on, "", priority, is_shown=False, properties=said, listed=listed)


def _letters(name: str, look: str = "", priority: int | None = None) -> Builtin:
    """A style of characters; Word offers those at once that have a priority."""
    said = f"<w:rPr>{look}</w:rPr>" if look else ""
    return Builtin(name, "character", "Default Paragraph Font", "", priority or 99,
                   is_shown=priority is not None, properties=said)  # fmt: skip


def _deeper(name: str, level: int) -> str:
    return f"{name} {level}" if level > 1 else name


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
    Builtin("Subtitle", "paragraph", "Normal", "Normal", 11,
            properties='<w:rPr><w:color w:val="5A5A5A"/><w:spacing w:val="15"/></w:rPr>'),
    Builtin("Quote", "paragraph", "Normal", "Normal", 29,
            properties='<w:pPr><w:spacing w:before="200"/><w:ind w:left="864" w:right="864"/><w:jc w:val="center"/>'
            '</w:pPr><w:rPr><w:i/><w:iCs/><w:color w:val="404040"/></w:rPr>'),
    Builtin("Intense Quote", "paragraph", "Normal", "Normal", 30,
            properties=f'<w:pPr>{_rules("top", "bottom", size=4)}<w:spacing w:before="360" w:after="360"/>'
            '<w:ind w:left="864" w:right="864"/><w:jc w:val="center"/></w:pPr>'
            f'<w:rPr><w:i/><w:iCs/>{_ACCENT}</w:rPr>'),
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
    Builtin("No Spacing", "paragraph", "", "", 1, properties=f"<w:pPr>{_NEAR}</w:pPr>"),
    Builtin("TOC Heading", "paragraph", "heading 1", "Normal", 39,
            properties='<w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
    _letters("Strong", "<w:b/><w:bCs/>", 22),
    _letters("Emphasis", "<w:i/><w:iCs/>", 20),
    _letters("Subtle Emphasis", '<w:i/><w:iCs/><w:color w:val="404040"/>', 19),
    _letters("Intense Emphasis", f"<w:i/><w:iCs/>{_ACCENT}", 21),
    _letters("Subtle Reference", '<w:smallCaps/><w:color w:val="5A5A5A"/>', 31),
    _letters("Intense Reference", f'<w:b/><w:bCs/><w:smallCaps/>{_ACCENT}<w:spacing w:val="5"/>', 32),
    _letters("Book Title", '<w:b/><w:bCs/><w:i/><w:iCs/><w:spacing w:val="5"/>', 33),
    *(_aside(f"toc {level}", f'<w:spacing w:after="100"/><w:ind w:left="{220 * (level - 1)}"/>', priority=39)
      for level in range(1, 10)),
    *(_aside(f"index {level}", f'{_NEAR}<w:ind w:left="{220 * level}" w:hanging="220"/>') for level in range(1, 10)),
    _aside("index heading", "", f"{_TITLES}<w:b/><w:bCs/>"),
    _aside("table of figures", '<w:spacing w:after="0"/>'),
    _aside("table of authorities", '<w:spacing w:after="0"/><w:ind w:left="220" w:hanging="220"/>'),
    _aside("toa heading", '<w:spacing w:before="120"/>', f"{_TITLES}<w:b/><w:bCs/>{_size(24)}"),
    _aside("header", f"{_STOPS}{_NEAR}"),
    _aside("footer", f"{_STOPS}{_NEAR}"),
    _aside("Body Text", '<w:spacing w:after="120"/>'),
    _aside("Body Text 2", '<w:spacing w:after="120" w:line="480" w:lineRule="auto"/>'),
    _aside("Body Text 3", '<w:spacing w:after="120"/>', _size(16)),
    _aside("Body Text Indent", '<w:spacing w:after="120"/><w:ind w:left="360"/>'),
    _aside("Body Text Indent 2", '<w:spacing w:after="120" w:line="480" w:lineRule="auto"/><w:ind w:left="360"/>'),
    _aside("Body Text Indent 3", '<w:spacing w:after="120"/><w:ind w:left="360"/>', _size(16)),
    _aside("Body Text First Indent", '<w:spacing w:after="160"/><w:ind w:firstLine="360"/>', based_on="Body Text"),
    _aside("Body Text First Indent 2", '<w:spacing w:after="160"/><w:ind w:left="360" w:firstLine="360"/>',
           based_on="Body Text Indent"),
    _aside("Block Text", f'{_rules("top", "left", "bottom", "right", size=2)}<w:ind w:left="1152" w:right="1152"/>',
           f"<w:i/><w:iCs/>{_ACCENT}"),
    _aside("Normal Indent", '<w:ind w:left="720"/>'),
    _aside("Normal (Web)", "", '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>'
           + _size(24)),
    _aside("Plain Text", _NEAR, f"{_TYPED}{_size(21)}"),
    _aside("macro", _NEAR, f"{_TYPED}{_size(20)}"),
    _aside("Document Map", _NEAR, f"{_SMALL}{_size(16)}"),
    _aside("Balloon Text", _NEAR, f"{_SMALL}{_size(18)}"),
    _aside("annotation text", '<w:spacing w:line="240" w:lineRule="auto"/>', _size(20)),
    _aside("annotation subject", "", "<w:b/><w:bCs/>", based_on="annotation text"),
    _aside("endnote text", _NEAR, _size(20)),
    _aside("envelope address", _NEAR, f"{_TITLES}{_size(24)}"),
    _aside("envelope return", _NEAR, f"{_TITLES}{_size(20)}"),
    _aside("Message Header", f'{_rules("top", "left", "bottom", "right", size=6, space=1, color="auto")}'
           f'<w:shd w:val="pct20" w:color="auto" w:fill="auto"/>{_NEAR}<w:ind w:left="1080" w:hanging="1080"/>',
           f"{_TITLES}{_size(24)}"),
    _aside("Salutation"), _aside("Date"), _aside("Bibliography", priority=37),
    _aside("Note Heading", _NEAR), _aside("E-mail Signature", _NEAR), _aside("HTML Address", _NEAR, "<w:i/><w:iCs/>"),
    _aside("Closing", f'{_NEAR}<w:ind w:left="4320"/>'), _aside("Signature", f'{_NEAR}<w:ind w:left="4320"/>'),
    *(_aside(_deeper("List", level), f'<w:ind w:left="{360 * level}" w:hanging="360"/><w:contextualSpacing/>')
      for level in range(1, 6)),
    *(_aside(_deeper("List Bullet", level), "<w:contextualSpacing/>", listed=Listed(False, 360 * level))
      for level in range(1, 6)),
    *(_aside(_deeper("List Number", level), "<w:contextualSpacing/>", listed=Listed(True, 360 * level))
      for level in range(1, 6)),
    *(_aside(_deeper("List Continue", level),
             f'<w:spacing w:after="120"/><w:ind w:left="{360 * level}"/><w:contextualSpacing/>')
      for level in range(1, 6)),
    _letters("FollowedHyperlink", '<w:color w:val="954F72"/><w:u w:val="single"/>'),
    _letters("Placeholder Text", '<w:color w:val="808080"/>'),
    _letters("annotation reference", _size(16)),
    _letters("endnote reference", '<w:vertAlign w:val="superscript"/>'),
    _letters("line number"), _letters("page number"), _letters("HTML Acronym"),
    *(_letters(f"HTML {each}", "<w:i/><w:iCs/>") for each in ("Cite", "Definition", "Variable")),
    *(_letters(f"HTML {each}", f"{_TYPED}{_size(20)}") for each in ("Keyboard", "Typewriter")),
    _letters("HTML Sample", f"{_TYPED}{_size(24)}"),
    *(Builtin(each.name, "table", "Normal Table", "", each.priority, is_shown=False, properties=each.properties)
      for each in TABLES),
)  # fmt: skip

BUILTIN = {each.name: each for each in _ALL}
"""By the names that files have for them."""
