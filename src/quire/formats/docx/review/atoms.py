"""A paragraph as the smallest things that a change can keep, take away or bring: words, objects, its end."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from lxml import etree
from lxml.etree import _Element as Element

from quire.formats.docx.edit.deletion import RANGE_MARKS
from quire.formats.docx.names import attribute, name
from quire.formats.docx.review.canon import canonical
from quire.formats.docx.review.marks import BOXES, COME, CONTENT, GONE
from quire.formats.docx.text.paragraph import (
    TEXT_BOX,
    W_FIELD,
    W_P,
    W_PPR,
    W_R,
    W_RPR,
    W_SDT,
    W_SDT_CONTENT,
    W_T,
)
from quire.formats.docx.text.wording import words

if TYPE_CHECKING:
    from collections.abc import Iterator

Sort = Literal["piece", "box", "object", "field", "end", "block"]

DELETED_TEXT = name("w:delText")
_PROPERTIES = {name(f"w:{n}") for n in ("sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr")}
_SKIPPED = {W_PPR, name("w:proofErr"), name("w:lastRenderedPageBreak")}
_COMMENT_REFERENCE = name("w:commentReference")
_SPACE = name("xml:space")
_CHANGE = name("w:rPrChange")
_SECTION = name("w:sectPr")
_TEXTS = (W_T, DELETED_TEXT)
_POINT = ("point",)
"""The key of the end of a range, or of a comment."""


@dataclass(slots=True, eq=False)
class Atom:
    """A word or another thing of a paragraph. What compares two of them is `key`."""

    sort: Sort
    key: tuple[str, ...]
    elements: tuple[Element, ...]  # the piece of a run; the box; the runs of a field; the properties of a paragraph
    run: Element | None = None
    look: str = ""
    standing: tuple[Element, ...] = ()  # the marks of earlier changes that it is in, or that an end has
    inside: list[Atom] = field(default_factory=list)  # of a box
    points: list[Element] = field(default_factory=list)  # the ends of ranges, and comments, before it
    paragraph: Element | None = None  # of an end

    @property
    def is_blank(self) -> bool:
        return self.sort == "piece" and self.key[0] == "word" and self.key[1].isspace()

    @property
    def has_come(self) -> bool:
        """Whether an earlier change brought it, so that it goes if all are rejected."""
        return any(each.tag in COME for each in self.standing)

    @property
    def has_gone(self) -> bool:
        """Whether an earlier change struck it, so that it goes if all are accepted."""
        return any(each.tag in GONE for each in self.standing)

    @property
    def stands(self) -> tuple[tuple[str, str | None, str | None], ...]:
        return tuple((str(each.tag), attribute(each, "w:author"), attribute(each, "w:date")) for each in self.standing)


def atoms(paragraph: Element) -> list[Atom]:
    """All of a paragraph, its end at last; of another block, which is like no other, itself."""
    if paragraph.tag != W_P:
        return [Atom("block", ("block", str(id(paragraph))), (paragraph,))]
    found = _within(paragraph)
    properties = paragraph.find(W_PPR)
    look = properties.find(W_RPR) if properties is not None else None
    standing = tuple(look.iterchildren(*CONTENT)) if look is not None else ()
    section = "section" if properties is not None and properties.find(_SECTION) is not None else ""
    elements = () if properties is None else (properties,)
    end = Atom("end", ("end", section), elements, standing=standing, paragraph=paragraph)
    found, end.points = found[:-1], found[-1].points
    return [*found, end]


def _within(container: Element) -> list[Atom]:
    """What is in an element, and at last what holds the points behind all."""
    found = _fields([*_walk(container, ())])
    points: list[Element] = []
    result: list[Atom] = []
    for each in found:
        if each.key == _POINT:
            points += each.elements
            continue
        each.points, points = points, []
        result.append(each)
    return [*result, Atom("object", ("rest",), (), points=points)]


def _walk(container: Element, standing: tuple[Element, ...]) -> Iterator[Atom]:
    for child in container:
        if child.tag in _SKIPPED or child.tag in _PROPERTIES or not isinstance(child.tag, str):
            continue
        if child.tag in CONTENT:
            yield from _walk(child, (*standing, child))
        elif child.tag == W_R:
            yield from _pieces(child, standing)
        elif child.tag in BOXES:
            content = child.find(W_SDT_CONTENT) if child.tag == W_SDT else child
            inside = _within(content) if content is not None else []
            yield Atom("box", ("box", _signature(child)), (child,), standing=standing, inside=inside)
        elif child.tag in RANGE_MARKS:
            yield Atom("object", _POINT, (child,))
        else:
            yield Atom("object", ("object", canonical(child)), (child,), standing=standing)


def _signature(box: Element) -> str:
    """What tells a box from others, whatever is in it."""
    shell = etree.Element(box.tag, {str(key): str(value) for key, value in box.attrib.items()})
    shell.extend(deepcopy(child) for child in box if child.tag in _PROPERTIES)
    return canonical(shell)


def _pieces(run: Element, standing: tuple[Element, ...]) -> Iterator[Atom]:
    properties = run.find(W_RPR)
    look = canonical(properties, (_CHANGE,)) if properties is not None and len(properties) else ""
    for child in run:
        if child.tag == W_RPR or child.tag in _SKIPPED or not isinstance(child.tag, str):
            continue
        if child.tag in _TEXTS:
            for word in words(_text(child)):
                yield Atom("piece", ("word", word), (_worded(child.tag, word),), run, look, standing)
        elif child.tag == _COMMENT_REFERENCE:
            yield Atom("object", _POINT, (run,))
        else:
            yield Atom("piece", _key(child), (child,), run, look, standing)


def _text(element: Element) -> str:
    text = element.text or ""
    return text if element.get(_SPACE) == "preserve" else text.strip(" \t\r\n")


def _worded(tag: str, word: str) -> Element:
    made = etree.Element(tag)
    made.text = word
    return made


def _key(child: Element) -> tuple[str, ...]:
    """What an object is; what its text boxes say does not matter for that."""
    if child.find(f".//{TEXT_BOX}") is None:
        return ("thing", canonical(child))
    copy = deepcopy(child)
    for box in copy.iter(TEXT_BOX):
        for each in list(box):
            box.remove(each)
    return ("frame", canonical(copy))


def _fields(found: list[Atom]) -> list[Atom]:
    """The same with each field that begins and ends here as one."""
    result: list[Atom] = []
    depth, begin = 0, 0
    for each in found:
        result.append(each)
        mark = each.elements[0] if each.sort == "piece" and each.elements[0].tag == W_FIELD else None
        if mark is None:
            continue
        kind = attribute(mark, "w:fldCharType")
        if kind == "begin":
            begin = len(result) - 1 if depth == 0 else begin
            depth += 1
        elif kind == "end" and depth:
            depth -= 1
            if depth == 0:
                result[begin:] = _joined(result[begin:])
    return result


def _joined(parts: list[Atom]) -> list[Atom]:
    """A field as one thing, if no part of it is an earlier change of its own."""
    if any(each.sort == "box" or (each.key != _POINT and each.stands != parts[0].stands) for each in parts):
        return parts
    runs = tuple(part for each in parts for part in _alone(each))
    key = "".join(canonical(run) for run in runs if not is_point(run))
    key = key.replace(":delText", ":t").replace(":delInstrText", ":instrText")  # one that is struck is the same one
    return [Atom("field", ("field", key), runs, standing=parts[0].standing)]


def is_point(element: Element) -> bool:
    """Whether an element is the end of a range, or a comment."""
    return element.tag in RANGE_MARKS or element.find(_COMMENT_REFERENCE) is not None


def _alone(atom: Atom) -> list[Element]:
    """A piece as a run of its own; a point or an object as it is."""
    return [deepcopy(each) for each in atom.elements] if atom.run is None else [run_of(atom.run, atom.elements)]


def run_of(model: Element, pieces: tuple[Element, ...] | list[Element]) -> Element:
    """A run like another, around some pieces."""
    made = etree.Element(W_R, {str(key): str(value) for key, value in model.attrib.items()})
    look = model.find(W_RPR)
    if look is not None:
        made.append(deepcopy(look))
    for piece in pieces:
        last = made[-1] if len(made) else None
        if last is not None and piece.tag in _TEXTS and last.tag == piece.tag:
            last.text = (last.text or "") + (piece.text or "")
        else:
            made.append(deepcopy(piece))
    for each in made.iterchildren(*_TEXTS):
        if each.text and (each.text != each.text.strip() or "  " in each.text):
            each.set(_SPACE, "preserve")
    return made


def paragraph_like(paragraph: Element) -> Element:
    """An empty paragraph with the attributes of another."""
    return etree.Element(W_P, {str(key): str(value) for key, value in paragraph.attrib.items()})
