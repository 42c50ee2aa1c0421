"""The bytes of a .docx: its parts, how they relate, and of which type each is."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Kind = Literal["document", "macro", "template", "macro template"]

NAMESPACES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
}
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

_BLANK = Path(__file__).with_name("blank")
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_MAIN: dict[Kind, str] = {
    "document": f"{_WORD}document.main+xml",
    "macro": "application/vnd.ms-word.document.macroEnabled.main+xml",
    "template": f"{_WORD}template.main+xml",
    "macro template": "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
}
_EXTENSIONS = {
    "rels": "application/vnd.openxmlformats-package.relationships+xml",
    "xml": "application/xml",
    "png": "image/png",
}
_STRICT = {
    NAMESPACES["w"]: "http://purl.oclc.org/ooxml/wordprocessingml/main",
    NAMESPACES["m"]: "http://purl.oclc.org/ooxml/officeDocument/math",
    NAMESPACES["wp"]: "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing",
    NAMESPACES["a"]: "http://purl.oclc.org/ooxml/drawingml/main",
    NAMESPACES["pic"]: "http://purl.oclc.org/ooxml/drawingml/picture",
    NAMESPACES["r"]: "http://purl.oclc.org/ooxml/officeDocument/relationships",
}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def root(tag: str, content: str, later: Mapping[str, str] | None = None, **attributes: str) -> str:
    """An XML part with all the namespaces that Word declares, those of later years ignorable."""
    later = later or {}
    declared = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in {**NAMESPACES, **later}.items())
    ignorable = " ".join(["w14", "w15", *later])
    more = "".join(f' w:{name}="{value}"' for name, value in attributes.items())
    return f'{DECLARATION}<{tag}{declared} mc:Ignorable="{ignorable}"{more}>{content}</{tag}>'


@dataclass
class Part:
    """One part: where it stands in the package, what it holds, which others it names."""

    package: Package
    name: str
    data: bytes = b""
    relationships: list[str] = field(default_factory=list)
    known_as: str = ""
    """The id under which the main part names it."""

    def relate(self, kind: str, target: str, *, external: bool = False) -> str:
        """The id under which this part may name another, or an address."""
        identifier = f"rId{len(self.relationships) + 1}"
        self.relationships.append(_relationship(identifier, kind, target, external=external))
        return identifier


class Package:
    """A Word file in the making. Everything is numbered in order, so that the same calls give the same bytes."""

    def __init__(self, *, kind: Kind = "document", strict: bool = False, paragraph_ids: bool = False) -> None:
        self.strict = strict
        self.parts: dict[str, Part] = {}
        self.main = Part(self, "word/document.xml")
        self.parts[self.main.name] = self.main
        self._types = {f"/{self.main.name}": _MAIN[kind]}
        self._relationships = [_relationship("rId1", "officeDocument", self.main.name)]
        self.names: dict[tuple[str, str], int] = {}
        self.notes: dict[str, list[str]] = {"footnote": [], "endnote": []}
        self.comments: list[str] = []
        self.threads: dict[str, list[int]] = {}
        self.conversation: list[str] = []
        self._numbers: dict[str, Iterator[int]] = {}
        self._paragraph_ids = paragraph_ids

    def number(self, what: str, start: int = 0) -> int:
        """The next number for one kind of thing: bookmarks, drawings, revisions …"""
        return next(self._numbers.setdefault(what, count(start)))

    def named(self, what: str, name: str) -> int:
        """The number of a thing that is told of in more than one place."""
        if (what, name) not in self.names:
            self.names[what, name] = self.number(what)
        return self.names[what, name]

    def paragraph_id(self) -> str | None:
        """The `w14:paraId` of the next paragraph, where this document has them."""
        return f"{self.number('paragraph', 0x10000001):08X}" if self._paragraph_ids else None

    def add(self, name: str, data: str | bytes, kind: str = "", content_type: str = "") -> Part:
        """A part in the folder `word/`, known to the main part; `kind` names the relationship, and often the type."""
        part = self._add(f"word/{name}", data, content_type or f"{_WORD}{kind}+xml")
        if kind:
            part.known_as = self.main.relate(kind, name)
        return part

    def add_beside(self, name: str, data: str, kind: str, content_type: str, *, to: Part | None = None) -> Part:
        """A part outside `word/`, known to the package itself, or to another part."""
        part = self._add(name, data, content_type)
        if to:
            part.known_as = to.relate(kind, f"/{name}")
        else:
            self._relationships.append(_relationship(f"rId{len(self._relationships) + 1}", kind, name))
        return part

    def _add(self, name: str, data: str | bytes, content_type: str) -> Part:
        part = self.parts[name] = Part(self, name, data.encode() if isinstance(data, str) else data)
        if name.endswith(".xml"):
            self._types[f"/{name}"] = content_type
        return part

    def note_part(self, kind: str) -> Part:
        """Where the footnotes or endnotes stand."""
        return self.parts.get(f"word/{kind}s.xml") or self.add(f"{kind}s.xml", "", f"{kind}s")

    def add_notes(self) -> None:
        """Write the notes that were collected, behind the two rules that Word wants before them."""
        for kind, notes in self.notes.items():
            rules = "".join(
                f'<w:{kind} w:type="{rule}" w:id="{number}"><w:p><w:r><w:{rule}/></w:r></w:p></w:{kind}>'
                for number, rule in ((-1, "separator"), (0, "continuationSeparator"))
            )
            if notes:
                self.note_part(kind).data = root(f"w:{kind}s", rules + "".join(notes)).encode()

    def file(self) -> bytes:
        """Its bytes."""
        buffer = BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name, data in self._entries():
                entry = zipfile.ZipInfo(name, _LONG_AGO)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, self._in_dialect(name, data))
        return buffer.getvalue()

    def _entries(self) -> Iterator[tuple[str, bytes]]:
        yield "[Content_Types].xml", self._content_types().encode()
        yield "_rels/.rels", _relationships(self._relationships).encode()
        for part in self.parts.values():
            yield part.name, part.data
            if part.relationships:
                folder, _, name = part.name.rpartition("/")
                yield f"{folder}/_rels/{name}.rels", _relationships(part.relationships).encode()

    def _content_types(self) -> str:
        extensions = {name.rpartition(".")[2] for name in self.parts} | {"rels", "xml"}
        known = {name: _EXTENSIONS.get(name, "application/octet-stream") for name in sorted(extensions)}
        defaults = "".join(f'<Default Extension="{name}" ContentType="{type_}"/>' for name, type_ in known.items())
        overrides = "".join(f'<Override PartName="{n}" ContentType="{t}"/>' for n, t in self._types.items())
        return f'{DECLARATION}<Types xmlns="{_PACKAGE}content-types">{defaults}{overrides}</Types>'

    def _in_dialect(self, name: str, data: bytes) -> bytes:
        if not self.strict or not name.endswith((".xml", ".rels")):
            return data
        for transitional, strict in _STRICT.items():
            data = data.replace(transitional.encode(), strict.encode())
        return data


def _relationship(identifier: str, kind: str, target: str, *, external: bool = False) -> str:
    uri = kind if ":" in kind else f"{_OFFICE}relationships/{kind}"
    mode = ' TargetMode="External"' if external else ""
    return f'<Relationship Id="{identifier}" Type="{uri}" Target="{escape(target)}"{mode}/>'


def _relationships(entries: list[str]) -> str:
    return f'{DECLARATION}<Relationships xmlns="{_PACKAGE}relationships">{"".join(entries)}</Relationships>'


def blank(name: str) -> str:
    """A part that every document starts from."""
    return (_BLANK / name).read_text(encoding="utf-8")
