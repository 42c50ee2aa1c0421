"""The package of a Word document: its parts, their content types, and how they are related.

A package is an immutable value. A changed one is another value that shares everything else with it, and writes it back
as it was read. Nothing that it names is followed out of it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import quote, unquote

from quire.core.errors import NotFoundError, UnsupportedError
from quire.formats.docx.opc.archive import REPAIR, Archive
from quire.formats.docx.opc.index import Index

Variant = Literal["docx", "docm", "dotx", "dotm"]

CONTENT_TYPES = "[Content_Types].xml"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_MACROS = "application/vnd.ms-word"
_VARIANTS: dict[str, Variant] = {
    f"{_WORD}.document.main+xml": "docx",
    f"{_WORD}.template.main+xml": "dotx",
    f"{_MACROS}.document.macroenabled.main+xml": "docm",
    f"{_MACROS}.template.macroenabledtemplate.main+xml": "dotm",
}
_RELATIONSHIPS_TYPE = "application/vnd.openxmlformats-package.relationships+xml"

_OTHER_KINDS = {
    "spreadsheetml": "an Excel workbook (.xlsx)",
    "ms-excel": "an Excel workbook (.xlsx)",
    "presentationml": "a PowerPoint presentation (.pptx)",
    "ms-powerpoint": "a PowerPoint presentation (.pptx)",
    "ms-visio": "a Visio drawing (.vsdx)",
    "opendocument.text": "an OpenDocument text (.odt)",
    "opendocument.spreadsheet": "an OpenDocument spreadsheet (.ods)",
    "opendocument.presentation": "an OpenDocument presentation (.odp)",
    "epub": "an e-book (.epub)",
}
"""What the content type, or the type that stands in the entry `mimetype`, contains when it is something else."""

_BEGINNINGS = {
    b"{\\rtf": "a rich text file (.rtf)",
    b"%PDF": "a PDF file",
    b"<?xml": "a single XML file",
    b"<html": "a web page",
    b"<!DOCTYPE": "a web page",
}
_SAVE_AS = "Save it as .docx in Word or LibreOffice, and open that."
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_LISTS = "http://schemas.openxmlformats.org/package/2006/"
_TRANSITIONAL_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_STRICT_KIND = "http://purl.oclc.org/ooxml/officeDocument/relationships/"
_OTHER_RELATIONSHIPS = {
    "core-properties": f"{_LISTS}relationships/metadata/core-properties",
    "thumbnail": f"{_LISTS}relationships/metadata/thumbnail",
    "commentsExtended": "http://schemas.microsoft.com/office/2011/relationships/commentsExtended",
    "people": "http://schemas.microsoft.com/office/2011/relationships/people",
    "commentsIds": "http://schemas.microsoft.com/office/2016/09/relationships/commentsIds",
    "commentsExtensible": "http://schemas.microsoft.com/office/2018/08/relationships/commentsExtensible",
}
"""Relationship types that are not the standard's own."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a part refers to, and as what."""

    id: str
    type: str  # the last segment: "header", "image", "styles"
    target: str  # the name of a part of the package; an address as it stands where it is external
    external: bool
    kind: str = field(default="", compare=False)  # the whole of its type
    address: str = field(default="", compare=False)  # its target as it is written


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Package:
    """A Word document as the parts that it consists of. Case does not tell their names apart."""

    main: str
    variant: Variant
    is_strict: bool
    _archive: Archive
    _types: _ContentTypes
    _relationships: dict[str, tuple[Relationship, ...]]  # of the parts that were asked for

    @classmethod
    def read(cls, data: bytes) -> Package:
        """The package that a file holds."""
        _refuse_other_files(data)
        return cls._of(Archive.read(data))

    @classmethod
    def _of(cls, archive: Archive) -> Package:
        _refuse_other_archives(archive)
        types = _ContentTypes.read(archive)
        root = _relationships(archive, "")
        main = next((each.target for each in root if each.type == "officeDocument" and not each.external), "")
        if not archive.find(main):
            raise UnsupportedError(f"The main part of the document is missing{main and f': {main!r}'}.", REPAIR)
        strict = _STRICT_KIND.encode() in archive.content(relationship_part("")).replace(b"\0", b"")
        return cls(main, types.variant(main), strict, archive, types, {"": root})

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries, in their order."""
        return self._archive.names

    def has(self, name: str) -> bool:
        return self._archive.find(name) is not None

    def part(self, name: str) -> bytes:
        """The content of a part, inflated at each call: keep what is needed again."""
        return self._archive.content(name)

    def packed(self, name: str) -> bytes | None:
        """The compressed content of a part as it was read; None if the part is another one now."""
        return self._archive.packed(name)

    def checksum(self, name: str) -> int:
        """Tells the content of a part from most others, without inflating it."""
        return self._archive.checksum(name)

    def content_type(self, name: str) -> str:
        """The declared type of a part; empty where none is declared."""
        return self._types.of(self._spelled(name))

    def relationships(self, part: str) -> tuple[Relationship, ...]:
        """What a part refers to; with an empty name, what the package does."""
        if part not in self._relationships:
            self._relationships[part] = _relationships(self._archive, self._spelled(part))
        return self._relationships[part]

    def related(self, part: str, kind: str) -> tuple[str, ...]:
        """The parts that a part refers to as this kind, of those that are there."""
        found = (each for each in self.relationships(part) if each.type == kind and not each.external)
        return tuple(each.target for each in found if self.has(each.target))

    def changed(self) -> tuple[str, ...]:
        """The parts that differ from what was read: other content, new, or gone."""
        return self._archive.changed()

    def unlike(self, other: Package) -> set[str]:
        """The parts that another package has with other content, or that only one of the two has."""
        return self._archive.unlike(other._archive)

    def is_of(self, data: bytes) -> bool:
        """Whether it is just what a file with these bytes holds."""
        return self._archive.is_of(data)

    def write(self) -> bytes:
        """The package as a file: the bytes that were read, but for the parts that changed."""
        return self._archive.write()

    def with_parts(self, changed: Mapping[str, bytes | None]) -> Package:
        """The package with other parts; None takes one away, a new name goes to the end."""
        archive = self._archive.replaced(changed)
        lists = any(name.lower().endswith((".rels", CONTENT_TYPES.lower())) for name in changed)
        if lists or archive.names != self.names:
            return self._of(archive)
        return replace(self, _archive=archive)

    def with_relationship(
        self,
        part: str,
        type: str,  # noqa: A002 - the word that the standard has for it
        target: str,
        external: bool = False,
        identifier: str | None = None,
    ) -> tuple[Package, str]:
        """The package in which a part refers to one thing more, and the id of that reference.

        `type` is the last segment of its kind or the whole; `target` the name of a part, or an address. The id is a
        free one, unless one is given.
        """
        source = self._spelled(part)
        new_id = identifier or f"rId{self.free_number(source)}"
        address = target if external else _reference(source, target)
        item = {"Id": new_id, "Type": self._kind(type), "Target": address}
        name = relationship_part(source)
        if self.has(name):
            index = Index.read(self._archive, name)
        else:
            index = Index.empty(name, "Relationships", _LISTS + "relationships")
        after = self.with_parts({name: index.put("Relationship", item | _mode(external)).data})
        return after.with_content_type(name, _RELATIONSHIPS_TYPE), new_id

    def free_number(self, part: str) -> int:
        """A number above all that the ids of a part's references have."""
        ids = (re.fullmatch(r"rId(\d{1,9})", each.id) for each in self.relationships(part))
        return max((int(found[1]) for found in ids if found), default=0) + 1

    def with_content_type(self, name: str, content_type: str) -> Package:
        """The package in which a part is declared to be of a type."""
        if self._types.of(name) == content_type:
            return self
        spelled = self._archive.find(name) or name
        item = {"PartName": f"/{spelled}", "ContentType": content_type}
        return self.with_parts({CONTENT_TYPES: self._types.index.put("Override", item).data})

    def _spelled(self, part: str) -> str:
        found = self._archive.find(part) if part else part
        if found is None:
            raise NotFoundError(f"The document has no part {part!r}.", f"Its main part is {self.main!r}.")
        return found

    def _kind(self, short: str) -> str:
        standard = (_STRICT_KIND if self.is_strict else _TRANSITIONAL_KIND) + short
        return short if "/" in short else _OTHER_RELATIONSHIPS.get(short, standard)


@dataclass(frozen=True, slots=True)
class _ContentTypes:
    """What the parts are declared to be: each by its name, else by its extension."""

    index: Index
    overrides: Mapping[str, str]
    defaults: Mapping[str, str]

    @classmethod
    def read(cls, archive: Archive) -> _ContentTypes:
        index = Index.read(archive, CONTENT_TYPES)
        overrides = _pairs(index, "Override", "PartName")
        return cls(
            index, {name.lstrip("/"): kind for name, kind in overrides}, dict(_pairs(index, "Default", "Extension"))
        )

    def of(self, name: str) -> str:
        lower = name.lower()
        return self.overrides.get(lower) or self.defaults.get(lower.rpartition(".")[2], "")

    def variant(self, main: str) -> Variant:
        """Which kind of Word document the main part makes it."""
        kind = self.of(main)
        if found := _VARIANTS.get(kind.lower()):
            return found
        _refuse_other_kind(kind)
        raise UnsupportedError(
            f"The main part {main!r} is declared as {kind!r}, which is no Word document.",
            f"Give the path of a .docx file. {REPAIR}",
        )


def relationship_part(part: str) -> str:
    """The name of the part that lists the relationships of one."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _relationships(archive: Archive, part: str) -> tuple[Relationship, ...]:
    name = archive.find(relationship_part(part))
    if name is None:
        return ()
    items = Index.read(archive, name).items("Relationship")
    return tuple(_relationship(archive, part, item) for item in items if {"Id", "Type", "Target"} <= item.keys())


def _relationship(archive: Archive, part: str, item: Mapping[str, str]) -> Relationship:
    target = item["Target"]
    external = item.get("TargetMode") == "External" or _SCHEME.match(target) is not None
    return Relationship(
        item["Id"],
        item["Type"].rstrip("/").rpartition("/")[2],
        target if external else _resolved(archive, part, target),
        external,
        item["Type"],
        target,
    )


def _resolved(archive: Archive, part: str, reference: str) -> str:
    """The part that a reference means. None leads out of the package: above its root is its root."""
    path = re.split("[?#]", reference, maxsplit=1)[0]
    if not path:
        return part
    name = posixpath.normpath(posixpath.join("/", posixpath.dirname(part), path)).lstrip("/")
    return archive.find(name) or archive.find(unquote(name)) or name


def _reference(part: str, target: str) -> str:
    """How a part refers to another."""
    path = posixpath.relpath("/" + target, posixpath.join("/", posixpath.dirname(part)))
    return quote(path, safe="/%!$&'()*+,;=@~")


def _mode(external: bool) -> dict[str, str]:
    return {"TargetMode": "External"} if external else {}


def _pairs(index: Index, tag: str, key: str) -> list[tuple[str, str]]:
    return [(item[key].lower(), item.get("ContentType", "")) for item in index.items(tag) if key in item]


def _refuse_other_files(data: bytes) -> None:
    """Say what a file is that is no ZIP archive at all."""
    if not data:
        raise UnsupportedError("The file is empty.", "Give the path of a .docx file that Word can open.")
    if data.startswith(_COMPOUND):
        _refuse_compound_file(data)
    for beginning, kind in _BEGINNINGS.items():
        if data[:100].lstrip(b"\xef\xbb\xbf \r\n\t").lower().startswith(beginning.lower()):
            raise UnsupportedError(f"The file is not a Word document but {kind}.", _SAVE_AS)


def _refuse_compound_file(data: bytes) -> None:
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise UnsupportedError(
            "The file is encrypted: it is protected by a password.",
            "Open it in Word with its password, remove that under File > Info > Protect Document, and save it.",
        )
    if "WordDocument".encode("utf-16-le") in data:
        raise UnsupportedError("The file is in the old Word format (.doc).", _SAVE_AS)
    raise UnsupportedError("The file is in an old Office format, and not a Word document.", _SAVE_AS)


def _refuse_other_archives(archive: Archive) -> None:
    """Say what a ZIP archive is that is no package."""
    if archive.find("mimetype") and archive.size("mimetype") < 200:
        _refuse_other_kind(archive.content("mimetype").decode(errors="replace"))
    for name in (CONTENT_TYPES, relationship_part("")):
        if not archive.find(name):
            raise UnsupportedError(
                f"The file is a ZIP archive but not a Word document: {name!r} is missing.",
                "Give the path of a .docx file that Word can open.",
            )


def _refuse_other_kind(content_type: str) -> None:
    for fragment, kind in _OTHER_KINDS.items():
        if fragment in content_type.lower():
            raise UnsupportedError(f"The file is not a Word document but {kind}.", _SAVE_AS)
