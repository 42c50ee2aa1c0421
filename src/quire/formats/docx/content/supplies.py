"""What new blocks need in other parts of a document: styles, list definitions, links, pictures, notes."""

from __future__ import annotations

import posixpath
import re
from base64 import b64encode
from copy import deepcopy
from typing import TYPE_CHECKING, Literal

from lxml import etree

from quire.core.transaction import Replace, Shift
from quire.formats.docx.content.lists import begin_styled_list
from quire.formats.docx.names import NAMESPACES, STRICT
from quire.formats.docx.style.builtin import BUILTIN
from quire.formats.docx.style.properties import element_of
from quire.formats.docx.style.styles import Styles
from quire.formats.docx.style.wardrobe import exchange
from quire.formats.docx.text import source
from quire.formats.docx.text.paragraph import W_P, Paragraph
from quire.formats.docx.text.story import Story

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.opc.raster import Raster
    from quire.formats.docx.style.styles import Kind
    from quire.formats.docx.text.source import Frame

Noted = Literal["footnotes", "endnotes", "comments"]
"""The parts that hold what the text refers to, in the order of their stories."""
_ORDER: tuple[Noted, ...] = ("footnotes", "endnotes", "comments")

for _prefix in ("w", "r", "m", "wp", "a", "pic", "w15", "w16cid", "w16cex"):
    etree.register_namespace(_prefix, NAMESPACES[_prefix])

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_STRICT = {transitional: strict for strict, transitional in STRICT.items()}
_RULE = '<w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:{}/></w:r></w:p>'
_BEHIND_NOTES = (
    "compat", "docVars", "rsids", "mathPr", "attachedSchema", "themeFontLang", "clrSchemeMapping",
    "doNotIncludeSubdocsInStats", "doNotAutoCompressPictures", "forceUpgrade", "captions", "readModeInkLockDown",
    "smartTagType", "schemaLibrary", "shapeDefaults", "doNotEmbedSmartTags", "decimalSymbol", "listSeparator", "docId",
    "conflictMode", "discardImageEditingData", "defaultImageDpi", "chartTrackingRefBased", "persistentDocumentId",
)  # fmt: skip
"""The settings that stand behind those of notes."""


def _separators(note: str) -> str:
    """What Word draws above notes."""
    kinds = (("separator", -1), ("continuationSeparator", 0))
    return "".join(
        f'<w:{note} w:type="{kind}" w:id="{number}">{_RULE.format(kind)}</w:{note}>' for kind, number in kinds
    )


_ROOTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "commentsExtended": ("w15:commentsEx", "", ("w15",)),
    "commentsIds": ("w16cid:commentsIds", "", ("w16cid",)),
    "commentsExtensible": ("w16cex:commentsExtensible", "", ("w16cex",)),
    "people": ("w15:people", "", ("w15",)),
}
"""The roots of the parts that are none of the standard's."""


def written(frame: Frame, elements: Iterable[Element], *, is_strict: bool) -> str:
    """The text of elements for a part, which need not declare again what the part declares."""
    pieces = frame.parse("")
    pieces.extend([deepcopy(each) for each in elements])
    text = frame.serialise(pieces)
    if is_strict:
        for transitional, strict in _STRICT.items():
            text = text.replace(f'"{transitional}"', f'"{strict}"')
    return text


class Sheet:
    """A part of XML to which elements are added; all else in it stays."""

    def __init__(self, name: str, data: bytes, *, is_strict: bool) -> None:
        self.name = name
        self._frame, self._text = source.read(name, data)
        self._is_strict = is_strict

    @property
    def data(self) -> bytes:
        return self._frame.encode(self._text)

    @property
    def tags(self) -> set[str]:
        """The names of the elements in it, without prefixes."""
        return set(re.findall(r"<(?:[\w.-]+:)?([\w.-]+)", self._text))

    def numbers(self, attribute: str) -> list[int]:
        """The numbers that an attribute has in it."""
        return [int(found) for found in re.findall(rf"""\b{attribute}=["'](-?\d{{1,9}})["']""", self._text)]

    def holds(self, pattern: str) -> bool:
        """Whether something is written in it."""
        return re.search(pattern, self._text) is not None

    def drop(self, pattern: str) -> list[str]:
        """Take elements away, as they are written; what they were."""
        found = [each[0] for each in re.finditer(pattern, self._text)]
        self._text = re.sub(pattern, "", self._text)
        return found

    def add(self, element: Element, *before: str) -> None:
        """Add an element at the end, but before the first of some kinds of elements."""
        self._text = _opened(self._text)
        kinds = "|".join(before)
        found = re.search(rf"<(?:[\w.-]+:)?(?:{kinds})(?=[\s/>])", self._text) if before else None
        at = found.start() if found else self._text.rindex("</")
        self._text = self._text[:at] + written(self._frame, [element], is_strict=self._is_strict) + self._text[at:]


class Supplies:
    """Parts as they have to be for what is being made, and the steps that make them so."""

    def __init__(self, document: DocxDocument) -> None:
        self._document = document
        self._package = document.package
        self._sheets: dict[str, Sheet] = {}
        self._styles = document.styles
        self._notes: dict[Noted, list[Element]] = {}
        self._media: dict[bytes, str] = {}

    @property
    def is_strict(self) -> bool:
        return self._package.is_strict

    # Parts

    def has(self, kind: str) -> bool:
        """Whether the document has a part of a kind."""
        return bool(self._package.related(self._package.main, kind))

    def sheet(self, kind: str) -> Sheet:
        """The part of the document that is its `styles`, its `numbering` or the like, made if there is none."""
        if kind not in self._sheets:
            part = next(iter(self._package.related(self._package.main, kind)), None)
            if part is None:
                part = self._made(kind, f"{kind}.xml", self._skeleton(*_ROOTS.get(kind, (f"w:{kind}",))))
            self._sheets[kind] = Sheet(part, self._package.part(part), is_strict=self.is_strict)
        return self._sheets[kind]

    def _skeleton(self, root: str, inside: str = "", spaces: tuple[str, ...] = ("w", "r", "m")) -> bytes:
        uris = {prefix: NAMESPACES[prefix] for prefix in spaces}
        declared = " ".join(
            f'xmlns:{prefix}="{_STRICT.get(uri, uri) if self.is_strict else uri}"' for prefix, uri in uris.items()
        )
        ignorable = ' mc:Ignorable="w14"' if {"mc", "w14"} <= uris.keys() else ""
        return f"{_DECLARATION}<{root} {declared}{ignorable}>{inside}</{root}>".encode()

    def _made(self, kind: str, name: str, data: bytes) -> str:
        """A new part beside the main one, to which that refers."""
        part = self._free(posixpath.join(posixpath.dirname(self._package.main), name))
        self._package = self._package.with_parts({part: data}).with_content_type(part, f"{_TYPE}.{kind}+xml")
        self._package, _ = self._package.with_relationship(self._package.main, kind, part)
        return part

    def _free(self, part: str) -> str:
        stem, extension = posixpath.splitext(part)
        number = 0
        while self._package.has(part):
            number += 1
            part = f"{stem}{number}{extension}"
        return part

    # Styles

    @property
    def styles(self) -> Styles:
        """The styles, with those that were added."""
        return self._styles

    def style(self, name: str, kind: Kind) -> str:
        """The id of a style of Word's own; added if the document does not have it."""
        found = next((each for each in self._styles.all() if each.kind == kind and _same(each.name, name)), None)
        return found.id if found else self._added_style(name)

    def _added_style(self, name: str) -> str:
        own = BUILTIN[name]
        ids = {each.id.casefold() for each in self._styles.all()}
        style_id = next(
            each for number in range(len(ids) + 1) if (each := f"{own.id}{number or ''}").casefold() not in ids
        )
        num_id = begin_styled_list(self.sheet("numbering"), style_id, own.listed) if own.listed else None
        based_on, following = (self._basis(each, own.kind) for each in (own.based_on, own.next))
        made = element_of(own.source(style_id, based_on, following, num_id))
        sheet = self.sheet("styles")
        if made is not None:
            sheet.add(made)
        theme = next(iter(self._package.related(self._package.main, "theme")), None)
        self._styles = Styles.read(sheet.data, self._package.part(theme) if theme else None)
        return style_id

    def _basis(self, name: str, kind: Kind) -> str | None:
        """The id of the style that another one is based on or followed by: the default one by whatever name."""
        if not name:
            return None
        if BUILTIN[name].is_default:
            return next((each.id for each in self._styles.all() if each.kind == kind and each.is_default), None)
        return self.style(name, kind)

    # Links and pictures

    def link(self, part: str, address: str) -> str:
        """The reference of a part to an address."""
        known = (each.id for each in self._package.relationships(part) if each.external and each.target == address)
        found = next(known, None)
        if found is None:
            self._package, found = self._package.with_relationship(part, "hyperlink", address, external=True)
        return found

    def picture(self, part: str, data: bytes, kind: Raster) -> str:
        """The reference of a part to a picture, which becomes a part itself, once."""
        if data not in self._media:
            folder = posixpath.join(posixpath.dirname(self._package.main), "media")
            name = self._free(posixpath.join(folder, f"image1.{kind.extension}"))
            self._package = self._package.with_parts({name: data}).with_content_type(name, kind.content_type)
            self._media[data] = name
        return self.known_picture(part, self._media[data])

    def known_picture(self, part: str, name: str) -> str:
        """The reference of a part to a picture that is in the package."""
        known = (each.id for each in self._package.relationships(part) if each.type == "image" and each.target == name)
        found = next(known, None)
        if found is None:
            self._package, found = self._package.with_relationship(part, "image", name)
        return found

    def data(self, name: str) -> bytes | None:
        """A picture that is in the package under that name."""
        is_picture = self._package.has(name) and self._package.content_type(name).startswith("image/")
        return self._package.part(name) if is_picture else None

    # Notes

    def note_part(self, kind: Noted = "footnotes") -> str:
        """The part that holds the notes, or the comments."""
        found = next(iter(self._package.related(self._package.main, kind)), None)
        if found:
            return found
        if kind == "comments":
            return self._made(kind, "comments.xml", self._skeleton("w:comments", "", ("w", "r", "m", "mc", "w14")))
        note = kind[:-1]
        rules = element_of(f'<w:{note}Pr><w:{note} w:id="-1"/><w:{note} w:id="0"/></w:{note}Pr>')
        settings = self.sheet("settings")
        if rules is not None and f"{note}Pr" not in settings.tags:
            settings.add(rules, *(("endnotePr",) if kind == "footnotes" else ()), *_BEHIND_NOTES)
        return self._made(kind, f"{kind}.xml", self._skeleton(f"w:{kind}", _separators(note)))

    def next_note(self, kind: Noted = "footnotes") -> int:
        """An id for one note, or comment, more."""
        part, note = self.note_part(kind), kind[:-1]
        is_known = self._document.package.has(part)
        data = self._document.story(part).source if is_known else self._package.part(part).decode("utf-8")
        ids = re.findall(rf"""<(?:[\w.-]+:)?{note}\s[^>]*?\bid=["'](-?\d{{1,9}})["']""", data)
        first = 0 if kind == "comments" else 1
        return max((int(each) + 1 for each in ids), default=first) + len(self._notes.get(kind, ()))

    def story(self, kind: Noted) -> Story:
        """The notes, or the comments, as they are without those that are added."""
        part = self.note_part(kind)
        is_known = self._document.package.has(part)
        return self._document.story(part) if is_known else Story.read(part, self._package.part(part))

    def add_note(self, note: Element, kind: Noted = "footnotes") -> None:
        self._notes.setdefault(kind, []).append(note)

    # The steps

    def steps(self) -> Iterator[Replace]:
        """What makes the parts so: to be done before the blocks are put in."""
        package = self._package.with_parts({sheet.name: sheet.data for sheet in self._sheets.values()})
        homes = {self.note_part(kind): kind for kind in self._notes}
        for part in package.changed():
            data = package.part(part) if package.has(part) else b""
            was = self._document.package.part(part) if self._document.package.has(part) else None
            if data != was and part not in homes:
                yield _exchange(self._document, part, data)
        for home, kind in sorted(homes.items(), key=lambda each: _ORDER.index(each[1]), reverse=True):
            if self._document.package.has(home):
                yield self._more_notes(home, self._notes[kind])
            else:
                yield self._first_notes(home, package.part(home), kind)

    def _more_notes(self, part: str, notes: list[Element]) -> Replace:
        story = self._document.story(part)
        text = written(story.frame, notes, is_strict=self.is_strict)
        end = self._document.start(part) + story.text_length
        said = "\n".join(Paragraph(each).text for note in notes for each in note.iter(W_P))
        shift = Shift(end, 0, len(said) + (len(story) > 0))
        before = story.source_length - len(story.tail)
        tail = _opened(story.tail)
        at = tail.rindex("</")
        if tail != story.tail:
            return Replace(f"{part}@{before}", story.tail, tail[:at] + text + tail[at:], (shift,))
        return Replace(f"{part}@{before + at}", "", text, (shift,))

    def _first_notes(self, part: str, data: bytes, kind: Noted) -> Replace:
        """All notes of a document that had none: the texts of the stories that come later are moved."""
        sheet = Sheet(part, data, is_strict=self.is_strict)
        for note in self._notes[kind]:
            sheet.add(note)
        length = Story.read(part, sheet.data).text_length
        start, boxed = self._starts_behind_notes(kind)
        shifts = (Shift(start, 0, length + 1), Shift(boxed + length + 1, 0, 1))
        return Replace(f"{part}@", "", b64encode(sheet.data).decode(), shifts)

    def _starts_behind_notes(self, kind: Noted) -> tuple[int, int]:
        """Where the texts begin of the stories that follow those of a kind, and those of their text boxes."""
        document = self._document
        behind = _ORDER[_ORDER.index(kind) + 1 :]
        later = next((each for each, found in document.parts.items() if found in behind), None)
        if later is not None:
            return document.start(later), document.start(later, is_boxed=True)
        last = next(reversed(document.parts))
        boxed = document.start(last, is_boxed=True)
        return document.start(document.package.main, is_boxed=True), boxed + document.story(last).boxed_length


def _opened(text: str) -> str:
    """A part in which something can stand: its root may have been one with nothing in it."""
    return re.sub(r"<([^\s/>?!]+)([^<>]*)/>\s*\Z", r"<\1\2></\1>", text)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _exchange(document: DocxDocument, part: str, data: bytes) -> Replace:
    """The step that gives a part another content, whatever it is."""
    old = document.package.part(part) if document.package.has(part) else b""
    if _is_text(old) and _is_text(data):
        return exchange(document, part, data)
    return Replace(f"{part}@", b64encode(old).decode(), b64encode(data).decode(), ())


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
