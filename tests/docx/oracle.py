"""LibreOffice as the judge of labels: it prints a document as plain text, labels in front of their paragraphs."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from quire.formats.docx.names import NAMESPACES
from tests.docx.validation import soffice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

W = NAMESPACES["w"]

_DECLARED = " ".join(f'xmlns:{prefix}="{it}"' for prefix, it in NAMESPACES.items() if prefix != "xml")
MARK = "\N{PILCROW SIGN}\N{PILCROW SIGN}"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def styles_part(body: str) -> bytes:
    return f'<w:styles xmlns:w="{W}">{body}</w:styles>'.encode()


def numbering_part(body: str) -> bytes:
    return f'<w:numbering xmlns:w="{W}" xmlns:mc="{NAMESPACES["mc"]}">{body}</w:numbering>'.encode()


def printed(documents: Mapping[str, tuple[bytes, bytes, Sequence[str]]], folder: Path) -> dict[str, list[str]]:
    """The labels that LibreOffice prints, for each document of styles.xml, numbering.xml and `w:pPr` sources.

    A document that it cannot read is left out.
    """
    return printed_files(written(documents, folder), folder)


def written(documents: Mapping[str, tuple[bytes, bytes, Sequence[str]]], folder: Path) -> list[Path]:
    """Files of these documents, in which each paragraph says `MARK`."""
    for name, (styles, numbering, properties) in documents.items():
        _write(folder / f"{name}.docx", styles, numbering, properties)
    return [folder / f"{name}.docx" for name in documents]


def printed_files(paths: Sequence[Path], folder: Path) -> dict[str, list[str]]:
    """The labels that LibreOffice prints before each `MARK` of some files, by their names without suffix."""
    soffice("--convert-to", "txt:Text (encoded):UTF8", "--outdir", str(folder), *map(str, paths))
    texts = {path.stem: folder / f"{path.stem}.txt" for path in paths}
    return {name: _labels(path.read_text("utf-8-sig")) for name, path in texts.items() if path.exists()}


def _labels(text: str) -> list[str]:
    return [line.partition(MARK)[0].strip() for line in text.splitlines() if MARK in line]


def _write(path: Path, styles: bytes, numbering: bytes, properties: Sequence[str]) -> None:
    paragraphs = "".join(f"<w:p>{it}<w:r><w:t>{MARK}</w:t></w:r></w:p>" for it in properties)
    overrides = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_TYPE}.{kind}+xml"/>'
        for part, kind in (("document", "document.main"), ("numbering", "numbering"), ("styles", "styles"))
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{overrides}</Types>',
        "_rels/.rels": _relations(officeDocument="word/document.xml"),
        "word/_rels/document.xml.rels": _relations(numbering="numbering.xml", styles="styles.xml"),
        "word/document.xml": f"<w:document {_DECLARED}><w:body>{paragraphs}</w:body></w:document>",
        "word/styles.xml": styles,
        "word/numbering.xml": numbering,
    }
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)


def _relations(**targets: str) -> str:
    each = "".join(
        f'<Relationship Id="{kind}" Type="{_RELATION}/{kind}" Target="{target}"/>' for kind, target in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{each}</Relationships>'
