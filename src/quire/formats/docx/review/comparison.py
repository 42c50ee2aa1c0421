"""Two files compared: what became of one in the other, as one redline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import NAMESPACES, attribute, encoding, name, parse
from quire.formats.docx.opc.graft import Graft, are_alike, free_name
from quire.formats.docx.opc.package import Package
from quire.formats.docx.review.canon import canonical
from quire.formats.docx.review.delivery import redlined
from quire.formats.docx.style.properties import source_of
from quire.formats.docx.text.source import declarations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.opc.package import Relationship

_PREFIX = re.compile(
    r"""xmlns:([\w.-]+)=["']http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org/ooxml)/officeDocument/(?:2006/)?relationships["']"""
)
_TAG = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)")
_DRAWING = re.compile(r'\brelId="([^"]+)"')
_NUMBERING = re.compile(r'(<w:numId\s+w:val=")(\d+)(?=")')
_STYLED = re.compile(r'<w:(?:pStyle|rStyle|tblStyle)\s+w:val="([^"]*)"')


def compare(old: DocxDocument, new: DocxDocument, author: str, date: str) -> bytes:
    """The later file, in which everything that differs from the earlier one is a tracked change."""
    translation = Translation(old, new)
    return translation.completed(redlined(translation.revised(), author, date))


class Translation:
    """Lets the stories of one document speak of things by the names that another one has for them."""

    def __init__(self, old: DocxDocument, new: DocxDocument) -> None:
        self._old, self._new = old, new
        self.package = new.write_package()
        self._brought_parts: dict[str, str] = {}
        self._counterparts = dict(self._shared())
        self._wants: dict[tuple[str, str], tuple[str, Relationship]] = {}  # what the parts of the redline may refer to
        self._brought_lists: dict[str, str] = {}

    def revised(self) -> DocxDocument:
        """The later document as a change of the earlier one."""
        kind = type(self._new)
        for each in ("footnotes", "endnotes", "comments"):
            self._bring_part(each)
        notes = {each: self._note_numbers(each) for each in ("footnotes", "endnotes", "comments")}
        texts = {theirs: self._told(ours, theirs, notes) for ours, theirs in self._shared()}
        self._add_styles("".join((*texts.values(), *self._headers())))
        frames = {theirs: self._old.story(ours).frame for ours, theirs in self._shared()}
        stories = {part: frames[part].encode(text) for part, text in texts.items()}
        base = kind(self.package.with_parts(stories))
        revised = kind(self.package, None, base)
        for part in self._new.parts:
            revised._stories[part] = self._new.story(part)
        return revised

    def _shared(self) -> Iterator[tuple[str, str]]:
        """The stories that both have, under their names in each."""
        for kind in dict.fromkeys(self._new.parts.values()):
            yield from zip(self._old.parts_of(kind), self._new.parts_of(kind), strict=False)
        yield from self._brought_parts.items()

    def _headers(self) -> Iterator[str]:
        """The sources of headers and footers that may be brought, in the terms of the new document."""
        for _, relation in self._wants.values():
            if relation.target in self._old.parts:
                yield self._with_lists(self._old.story(relation.target).source)

    def _bring_part(self, kind: str) -> None:
        """Let there be a part for notes or comments, if only the old document had one."""
        ours = self._old.parts_of(kind)
        if not ours or self._new.parts_of(kind):
            return
        story = self._old.story(ours[0])
        note = rf"<w:{kind[:-1]}\s(?![^>]*w:type=)[^>]*>.*?</w:{kind[:-1]}>"
        part = free_name(self.package, ours[0])
        self.package = self.package.with_parts(
            {part: story.frame.encode(re.sub(note, "", story.source, flags=re.DOTALL))}
        )
        self.package = self.package.with_content_type(part, self._old.package.content_type(ours[0]))
        self.package, _ = self.package.with_relationship(self.package.main, kind, part)
        self._brought_parts[ours[0]] = part

    # Names

    def _told(self, ours: str, theirs: str, notes: dict[str, dict[str, str]]) -> str:
        """The source of a story of the old document, in the terms of the new one."""
        story = self._old.story(ours)
        relations = self._relations(ours, theirs)
        text = renamed(story.source, relations)
        text = self._with_lists(text)
        for kind, changed in notes.items():
            if any(one != other for one, other in changed.items()):
                tags = rf"{kind[:-1]}(?:Reference|RangeStart|RangeEnd)?"
                pattern = re.compile(rf'(<w:{tags}\s(?:[^>]*?\s)?w:id=")(-?\d+)(?=")')
                text = pattern.sub(partial(_renumbered, changed), text)
        return text

    def _with_lists(self, text: str) -> str:
        """A text of the old document that speaks of lists by the numbers that they have in the new one."""
        numbers = self._numbers(text)
        return _NUMBERING.sub(lambda found: found[1] + numbers.get(found[2], found[2]), text) if numbers else text

    def _relations(self, ours: str, theirs: str) -> dict[str, str]:
        """The references of a story, as those of its counterpart to the same things; what that lacks it shall get.

        A reference that leads nowhere has no name there, unless the new document has it as well.
        """
        known = {each.id: each for each in self._old.package.relationships(ours)}
        others = self.package.relationships(theirs)
        beside = set(references(self._new.story(theirs).source)) if theirs in self._new.parts else set()
        found: dict[str, str] = {}
        for reference in references(self._old.story(ours).source):
            each = known.get(reference.id)
            if reference.id in found or (each is None and reference in beside):
                continue
            same = [other.id for other in others if each is not None and self._is_same(each, other)]
            if same:
                found[reference.id] = reference.id if reference.id in same else same[0]
            elif each is None or not (each.external or each.target == ours or self._old.package.has(each.target)):
                found[reference.id] = ""
            else:
                found[reference.id] = self._wanted(ours, theirs, each)
        return found

    def _is_same(self, one: Relationship, other: Relationship) -> bool:
        if (one.type, one.external) != (other.type, other.external):
            return False
        if one.external:
            return one.address == other.address
        if one.target in self._counterparts:
            return self._counterparts[one.target] == other.target
        if one.address.startswith("#") or other.address.startswith("#"):
            return one.address == other.address
        return are_alike(self._old.package, one.target, self.package, other.target)

    def _wanted(self, ours: str, theirs: str, relation: Relationship) -> str:
        """The id for a reference to something that only the old document has: it is brought if the redline shows it."""
        number = self.package.free_number(theirs) + sum(part == theirs for part, _ in self._wants)
        self._wants[theirs, f"rId{number}"] = (ours, relation)
        return f"rId{number}"

    # What deleted text refers to

    def completed(self, redline: bytes) -> bytes:
        """A redline with all that is referred to in it."""
        written = Package.read(redline)
        graft = Graft(self._old.package, written, self._content)
        for part in dict.fromkeys(part for part, _ in self._wants):
            shown = {each.id for each in references(_text(written, part))}
            for identifier in [each for owner, each in self._wants if owner == part and each in shown]:
                self._graft(graft, part, identifier)
        self._check(graft.package)
        return redline if graft.package is written else graft.package.write()

    def _graft(self, graft: Graft, part: str, identifier: str) -> None:
        owner, relation = self._wants[part, identifier]
        graft.refer(part, owner, relation, identifier)
        if relation.type != "diagramData":
            return
        # The data of a diagram names its drawing by the id that the story has for it.
        drawings = {each.id: each for each in self._old.package.relationships(owner) if each.type == "diagramDrawing"}
        data = next(each.target for each in graft.package.relationships(part) if each.id == identifier)
        text = _text(graft.package, data)
        for old in [each for each in dict.fromkeys(_DRAWING.findall(text)) if each in drawings]:
            number = graft.package.free_number(part)
            new = f"rId{max(number, self.package.free_number(part) + len(self._wants))}"
            graft.refer(part, owner, drawings[old], new)
            text = text.replace(f'relId="{old}"', f'relId="{new}"')
        codec = encoding(graft.package.part(data), data)
        graft.package = graft.package.with_parts({data: text.encode(codec)})

    def _content(self, part: str) -> bytes:
        """A part of the old document as it is to be brought."""
        if part not in self._old.parts:
            return self._old.package.part(part)
        story = self._old.story(part)
        return story.frame.encode(self._with_lists(story.source))

    def _check(self, redline: Package) -> None:
        """Refuse a redline in which a reference leads nowhere, or to what such references never lead to."""
        kinds = {(each.tag, each.attribute, kind) for document in (self._old, self._new)
                 for part in document.parts for each, kind in _kinds(document, part)}  # fmt: skip
        for part in (*self._new.parts, *self._brought_parts.values()):
            given = set(references(self._new.story(part).source)) if part in self._new.parts else set()
            known = {each.id: each for each in redline.relationships(part)}
            for each in set(references(_text(redline, part))) - given:
                found = known.get(each.id)
                is_there = found is not None and (found.external or redline.has(found.target))
                if found is None or not is_there or (each.tag, each.attribute, found.type) not in kinds:
                    raise UnsupportedError(
                        f"The redline of these files would be wrong: {each.tag} {each.id} in {part} leads to "
                        f"{found.target if found is not None else 'nothing'}.",
                        "Save both files in Word, and compare them again.",
                    )

    def _note_numbers(self, kind: str) -> dict[str, str]:
        """The number of each note of the old document: that of the same note in the new one, or one that is free."""
        ours, theirs = (_notes(document, kind) for document in (self._old, self._new))
        unused = dict(theirs)
        found: dict[str, str] = {}
        for number, said in ours.items():
            same = number if unused.get(number) == said else next((n for n, s in unused.items() if s == said), None)
            if same is not None:
                found[number] = same
                del unused[same]
        free = max((int(each) for each in (*ours, *theirs)), default=0) + 1
        for number in ours:
            if number not in found and number not in unused:
                found[number] = number if number not in theirs else str(free)
                free += number in theirs
            elif number not in found:
                found[number] = number  # its counterpart says something else: it was changed
                del unused[number]
        return found

    def _numbers(self, text: str) -> dict[str, str]:
        """Lists of the old document, as the same lists of the new one; what that lacks it gets."""
        ours, theirs = _lists(self._old.package), _lists(self.package)
        by_look: dict[str, str] = {}
        for number, look in theirs.items():
            by_look.setdefault(look, number)
        used = dict.fromkeys(found[2] for found in _NUMBERING.finditer(text))
        unlike = [number for number in used if number in ours and theirs.get(number) != ours[number]]
        found = {number: by_look[ours[number]] for number in unlike if ours[number] in by_look}
        for number in unlike:
            if number not in found:
                found[number] = self._brought_lists.get(number) or self._bring_list(number)
                self._brought_lists[number] = found[number]
        return {one: other for one, other in found.items() if one != other}

    def _bring_list(self, number: str) -> str:
        """The number that a list gets which only the old document had."""
        old, new = (_part(package, "numbering") for package in (self._old.package, self.package))
        if old is None or new is None:
            return number
        root, text = parse(self._old.package.part(old), old), self.package.part(new).decode("utf-8")
        own = next(each for each in root.findall(name("w:num")) if attribute(each, "w:numId") == number)
        kind = own.find(name("w:abstractNumId"))
        shape = next((each for each in root.findall(name("w:abstractNum"))
                      if kind is not None and _shape(each) == attribute(kind, "w:val")), None)  # fmt: skip
        if shape is None or kind is None:
            return number
        is_free = f'w:numId="{number}"' not in text
        given = number if is_free else str(_next(text, r'<w:num [^>]*?w:numId="(\d+)"'))
        shape_number = str(_next(text, r'<w:abstractNum [^>]*?w:abstractNumId="(\d+)"'))
        shape.set(name("w:abstractNumId"), shape_number)
        kind.set(name("w:val"), shape_number)
        own.set(name("w:numId"), given)
        for each in shape.findall(name("w:nsid")):
            shape.remove(each)  # by which Word would take it for a list that is there
        added = _with_list(text, _carried_source(shape, text), _carried_source(own, text))
        self.package = self.package.with_parts({new: added.encode()})
        return given

    def _add_styles(self, text: str) -> None:
        """Bring styles along that only the old document had and that its text has use for."""
        old, new = (_part(document.package, "styles") for document in (self._old, self._new))
        if old is None or new is None:
            return
        ours, theirs = ({attribute(each, "w:styleId") or "": each for each in _styles(d, p)} for d, p in
                        ((self._old, old), (self._new, new)))  # fmt: skip
        wanted = [each for each in dict.fromkeys(_STYLED.findall(text)) if each in ours and each not in theirs]
        for each in wanted:
            based = ours[each].find(name("w:basedOn"))
            parent = attribute(based, "w:val") if based is not None else None
            if parent in ours and parent not in theirs and parent not in wanted:
                wanted.append(parent)
        if wanted:
            source = self.package.part(new).decode("utf-8")
            end = source.rindex("</")
            added = "".join(_carried_source(ours[each], source) for each in wanted)
            self.package = self.package.with_parts({new: (source[:end] + added + source[end:]).encode()})


def _renumbered(changed: dict[str, str], found: re.Match[str]) -> str:
    return found[1] + changed.get(found[2], found[2])


@dataclass(frozen=True, slots=True)
class Reference:
    """An attribute that names a relationship of its part."""

    tag: str
    attribute: str
    id: str


def references(text: str) -> Iterator[Reference]:
    """The references in the source of a part."""
    for found in _relation(text).finditer(text):
        start = text.rfind("<", 0, found.start())
        tag = _TAG.match(text, start)
        if tag is not None:
            yield Reference(tag[1], found[2], found[3])


def renamed(text: str, names: dict[str, str]) -> str:
    """A source in which references have other ids; one without any goes, and what is nothing without it."""
    if all(one == other for one, other in names.items()):
        return text
    gone = [re.escape(one) for one, other in names.items() if not other]
    if gone:
        text = re.sub(
            rf"""<w:(?:header|footer)Reference\s[^<>]*?r:id=["'](?:{"|".join(gone)})["'][^<>]*?/>""", "", text
        )
    return _relation(text).sub(lambda found: _named(found, names.get(found[3], found[3])), text)


def _named(found: re.Match[str], identifier: str) -> str:
    return f"{found[1]}{identifier}{found[4]}" if identifier else ""


def _relation(text: str) -> re.Pattern[str]:
    """Finds references, whatever the prefix of their namespace is."""
    prefixes = "|".join(sorted({"r", *map(re.escape, _PREFIX.findall(text))}))
    return re.compile(rf"""(\s(?:(?:{prefixes}):|o:(?=relid\b))(\w+)\s*=\s*["'])([^"'<>]+)(["'])""")


def _kinds(document: DocxDocument, part: str) -> Iterator[tuple[Reference, str]]:
    """The references of a story, each with what it is a reference to."""
    known = {each.id: each.type for each in document.package.relationships(part)}
    yield from ((each, known[each.id]) for each in references(document.story(part).source) if each.id in known)


def _text(package: Package, part: str) -> str:
    data = package.part(part)
    return data.decode(encoding(data, part))


def _part(package: Package, kind: str) -> str | None:
    found = package.related(package.main, kind)
    return found[0] if found else None


def _shape(element: Element) -> str | None:
    return attribute(element, "w:abstractNumId")


def _next(text: str, pattern: str) -> int:
    """A number above those that a pattern finds."""
    return max(map(int, re.findall(pattern, text)), default=0) + 1


def _with_list(text: str, shape: str, own: str) -> str:
    """The definitions of lists with one more: shapes stand before the lists that have them."""
    first = re.search(r"<w:num[\s>]", text)
    at = first.start() if first else text.rindex("</")
    text = text[:at] + shape + text[at:]
    last = re.search(r"<w:numIdMacAtCleanup|</w:numbering>", text)
    at = last.start() if last else text.rindex("</")
    return text[:at] + own + text[at:]


def _carried_source(element: Element, target: str) -> str:
    """The source of an element that goes to another part: it declares the prefixes that are not declared there.

    What the root of its own part lets older programs ignore (ISO 29500-3 10.1), it lets them ignore itself."""
    source = source_of(element)
    declared = dict(declarations(target))
    missing = {
        prefix: uri
        for prefix, uri in element.nsmap.items()
        if prefix and prefix not in declared and re.search(rf"[<\s/]{re.escape(prefix)}:", source)
    }
    if not missing:
        return source
    listed = (element.getroottree().getroot().get(name("mc:Ignorable")) or "").split()
    ignored = [prefix for prefix in missing if prefix in listed]
    if ignored and "mc" not in declared:
        missing["mc"] = NAMESPACES["mc"]
    said = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in missing.items())
    said += f' mc:Ignorable="{" ".join(ignored)}"' if ignored else ""
    return re.sub(r"^<[^\s/>]+", lambda tag: tag[0] + said, source)


def _styles(document: DocxDocument, part: str) -> list[Element]:
    return parse(document.package.part(part), part).findall(name("w:style"))


def _notes(document: DocxDocument, kind: str) -> dict[str, str]:
    """The notes of a kind by their numbers, with what they say."""
    found: dict[str, str] = {}
    for part in document.parts_of(kind):
        for note in parse(document.story(part).encode(), part):
            if attribute(note, "w:type") is None and attribute(note, "w:id") is not None:
                found[attribute(note, "w:id") or ""] = "".join(canonical(child) for child in note)
    return found


def _lists(package: Package) -> dict[str, str]:
    """The lists of a document by their numbers, with how they count."""
    part = _part(package, "numbering")
    if part is None:
        return {}
    root = parse(package.part(part), part)
    kinds = {attribute(each, "w:abstractNumId"): each for each in root.findall(name("w:abstractNum"))}
    found: dict[str, str] = {}
    for each in root.findall(name("w:num")):
        abstract = each.find(name("w:abstractNumId"))
        kind = kinds.get(attribute(abstract, "w:val")) if abstract is not None else None
        levels = "".join(canonical(level) for level in kind) if kind is not None else ""
        found[attribute(each, "w:numId") or ""] = levels + "".join(
            canonical(child) for child in each if child.tag != name("w:abstractNumId")
        )
    return found
