"""An empty Word document: the least that Word takes for one, with the styles that its own has."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from quire.formats.docx.style.builtin import BUILTIN

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
_MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_LISTS = "http://schemas.openxmlformats.org/package/2006"

_CONTENT_TYPES = (
    f'<Types xmlns="{_LISTS}/content-types">'
    f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_TYPE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
    "</Types>"
)
_ROOT = (
    f'<Relationships xmlns="{_LISTS}/relationships">'
    f'<Relationship Id="rId1" Type="{_KIND}/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)
_RELATED = (
    f'<Relationships xmlns="{_LISTS}/relationships">'
    f'<Relationship Id="rId1" Type="{_KIND}/styles" Target="styles.xml"/>'
    "</Relationships>"
)
_DOCUMENT = (
    f'<w:document {_W} {_R} {_M} {_MC} {_W14} mc:Ignorable="w14"><w:body><w:p w14:paraId="10000001"/>'
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/>'
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>'
    "</w:sectPr></w:body></w:document>"
)


_BUILTIN = (
    "Normal", "Default Paragraph Font", "Normal Table", *(f"heading {level}" for level in range(1, 7)), "Title",
    "Quote", "HTML Preformatted", "HTML Code", "List Paragraph", "caption", "footnote text", "footnote reference",
    "Hyperlink", "Table Grid",
)  # fmt: skip


def _style(name: str) -> str:
    found = BUILTIN[name]
    based_on, following = (BUILTIN[each].id if each else None for each in (found.based_on, found.next))
    return found.source(found.id, based_on, following)


_STYLES = (
    f"<w:styles {_W}><w:docDefaults><w:rPrDefault><w:rPr>"
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Times New Roman"/>'
    '<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-US" w:eastAsia="en-US" w:bidi="ar-SA"/>'
    '</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr>'
    "</w:pPrDefault></w:docDefaults>" + "".join(map(_style, _BUILTIN)) + "</w:styles>"
)


def blank() -> bytes:
    """The file of an empty document; the same bytes each time."""
    parts = {
        "[Content_Types].xml": _CONTENT_TYPES,
        "_rels/.rels": _ROOT,
        "word/document.xml": _DOCUMENT,
        "word/_rels/document.xml.rels": _RELATED,
        "word/styles.xml": _STYLES,
    }
    data = BytesIO()
    with ZipFile(data, "w") as package:
        for name, text in parts.items():
            package.writestr(ZipInfo(name), _XML + text, ZIP_DEFLATED)
    return data.getvalue()
