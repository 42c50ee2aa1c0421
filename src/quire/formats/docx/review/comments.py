"""The remarks on a document: who said what about which words, what was answered, and whether it is settled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.errors import NotFoundError
from quire.formats.docx.names import attribute, name, parse
from quire.formats.docx.text.paragraph import unescape
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Block

_OPENING = re.compile(r"<(?:[\w.-]+:)?comment\s[^>]*>")
_ATTRIBUTE = r"""\s(?:[\w.-]+:)?{}\s*=\s*(?:"([^"]*)"|'([^']*)')"""


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark, or an answer to one."""

    id: str
    author: str
    date: str
    text: str
    paragraphs: tuple[str, ...]  # those of its own
    anchor: str | None  # the paragraph that it is on
    quoted: str  # the words that it is on
    parent: str | None  # the remark that it answers
    is_resolved: bool


def read(document: DocxDocument) -> list[Comment]:
    """All remarks in the order of their part."""
    found: list[Comment] = []
    threads = Threads(document)
    anchors = _anchors(document)
    for part in document.parts_of("comments"):
        blocks: list[Block] = []
        opening = ""
        for block in document.story(part):
            if starts := _OPENING.findall(block.lead):
                found += [_comment(document, part, opening, blocks, threads, anchors)] if blocks else []
                opening, blocks = starts[-1], []
            blocks.append(block)
        found += [_comment(document, part, opening, blocks, threads, anchors)] if blocks else []
    by_key = {threads.last.get(each.id): each.id for each in found}
    return [_answering(each, by_key.get(threads.parents.get(threads.last.get(each.id)))) for each in found]


def find(document: DocxDocument, identifier: str) -> Comment:
    """The remark of an id."""
    found = next((each for each in read(document) if each.id == identifier), None)
    if found is None:
        raise NotFoundError(
            f"There is no comment {identifier!r} here.", "get_comments lists the comments with their ids."
        )
    return found


def where(document: DocxDocument, comment: Comment) -> tuple[Range, ...]:
    """The text of the paragraph that a remark is on."""
    return (document.span(document.place(comment.anchor)),) if comment.anchor else ()


def number_of(document: DocxDocument, key: int) -> str | None:
    """The id of the remark in which a paragraph is."""
    for part in document.parts_of("comments"):
        opening = ""
        for block in document.story(part):
            starts = _OPENING.findall(block.lead)
            opening = starts[-1] if starts else opening
            if block.key == key:
                return _said(opening, "id")
    return None


def pattern(identifiers: Iterable[str]) -> re.Pattern[str]:
    """What the marks of some remarks look like."""
    ids = "|".join(map(re.escape, identifiers))
    return re.compile(rf"""comment(?:Range|Ref)\w+\s[^>]*\bid=["'](?:{ids})["']""")


def marked(document: DocxDocument, identifiers: Iterable[str]) -> list[Place]:
    """The paragraphs in which the words of remarks begin or end, or that refer to them."""
    mark = pattern(identifiers)
    stories = ((part, document.story(part)) for part, kind in document.parts.items() if kind != "comments")
    return [Place(part, block.key) for part, story in stories for block in story if mark.search(block.source)]


def _answering(comment: Comment, parent: str | None) -> Comment:
    if parent is None:
        return comment
    return Comment(comment.id, comment.author, comment.date, comment.text, comment.paragraphs, comment.anchor,
                   comment.quoted, parent, comment.is_resolved)  # fmt: skip


class Threads:
    """Which remark answers which, and which are settled: told by the last paragraph of each."""

    def __init__(self, document: DocxDocument) -> None:
        self.parents: dict[str | None, str | None] = {}
        self.done: set[str | None] = set()
        self.last: dict[str, str] = {}  # the last paragraph of each remark
        for part in document.package.related(document.package.main, "commentsExtended"):
            for each in parse(document.package.part(part), part).iter(name("w15:commentEx")):
                key = (each.get(name("w15:paraId")) or "").upper()
                parent = each.get(name("w15:paraIdParent"))
                self.parents[key] = parent.upper() if parent else None
                if each.get(name("w15:done")) in ("1", "true"):
                    self.done.add(key)


def _comment(
    document: DocxDocument, part: str, opening: str, blocks: list[Block], threads: Threads,
    anchors: dict[str, tuple[str, str]],
) -> Comment:  # fmt: skip
    identifier = _said(opening, "id")
    key = f"{blocks[-1].key:08X}"
    threads.last[identifier] = key
    anchor, quoted = anchors.get(identifier, (None, ""))
    return Comment(
        identifier,
        _said(opening, "author"),
        _said(opening, "date"),
        "\n".join(block.text for block in blocks),
        tuple(document.id(Place(part, block.key)) for block in blocks),
        anchor,
        quoted,
        None,
        key in threads.done,
    )


def _said(opening: str, key: str) -> str:
    found = re.search(_ATTRIBUTE.format(key), opening)
    return unescape(found[1] if found[1] is not None else found[2]) if found else ""


_REFERENCE = re.compile(r"""<(?:[\w.-]+:)?comment(?:RangeStart|Reference)\s[^>]*?\bid=["'](-?\d+)["']""")


def _anchors(document: DocxDocument) -> dict[str, tuple[str, str]]:
    """The paragraph in which each remark's words begin, and these words as far as they are in it."""
    found: dict[str, tuple[str, str]] = {}
    for part, kind in document.parts.items():
        if kind == "comments":
            continue
        for block in document.story(part):
            for identifier in _REFERENCE.findall(block.lead) + _REFERENCE.findall(block.source):
                if identifier not in found:
                    found[identifier] = (document.id(Place(part, block.key)), _quoted(block, identifier))
    return found


def _quoted(block: Block, identifier: str) -> str:
    """The words of a paragraph that a remark is on."""
    paragraph = block.read()
    element: Element = paragraph.element
    order = {each: number for number, each in enumerate(element.iter())}
    marks = {each.tag: number for each, number in order.items() if attribute(each, "w:id") == identifier}
    start, end = marks.get(name("w:commentRangeStart")), marks.get(name("w:commentRangeEnd"))
    if start is None and end is None:
        return ""
    first, last = start if start is not None else -1, end if end is not None else len(order)
    return "".join(leaf.text for leaf in paragraph.leaves if first < order[leaf.element] < last)
