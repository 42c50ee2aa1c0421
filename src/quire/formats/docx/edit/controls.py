"""Content controls around paragraphs: those of a document, and hidden ones by which a paragraph is found again."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.names import NAMESPACES, parse
from quire.formats.docx.text.paragraph import unescape
from quire.formats.docx.text.source import ignorable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.opc.package import Package
    from quire.formats.docx.text.source import Frame
    from quire.formats.docx.text.story import Block, Story

_EVENT = re.compile(
    r"<(?P<close>/?)(?:[\w.-]+:)?sdt(?=[\s>])[^>]*>"
    r"""|<(?:[\w.-]+:)?(?P<what>id|tag)\s[^>]*?\bval=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')[^>]*>"""
)


@dataclass(frozen=True, slots=True)
class Control:
    """A content control around a paragraph, and perhaps others."""

    id: int | None = None
    tag: str = ""


def controls(story: Story) -> Iterator[Control | None]:
    """The innermost control around each paragraph of a story."""
    around: list[Control] = []
    for block in story:
        for found in _EVENT.finditer(block.lead) if "sdt" in block.lead else ():
            _meet(around, found)
        yield around[-1] if around else None


def _meet(around: list[Control], found: re.Match[str]) -> None:
    value = unescape(found["double"] or found["single"] or "")
    if found["what"] and around:
        told = replace(around[-1], tag=value) if found["what"] == "tag" else _numbered(around[-1], value)
        around[-1] = told
    elif found["close"]:
        del around[-1:]
    elif not found["what"]:
        around.append(Control())


def _numbered(control: Control, value: str) -> Control:
    return replace(control, id=int(value)) if re.fullmatch(r"-?\d{1,10}", value) else control


def can_be_wrapped(block: Block) -> bool:
    """Whether a control can stand around a paragraph: no field goes on over its ends."""
    return not block.fields and ("fldChar" not in block.source or not block.read().fields)


def wrap(places: Iterable[Range], tags: Sequence[str]) -> Intent:
    """Hidden controls around the paragraphs of these places, each with its tag."""
    return Intent("wrap_paragraphs", tuple(places), {"tags": list(tags)})


def _wrap(document: DocxDocument, intent: Intent) -> Transaction:
    story = document.body
    if not story.frame.is_usual:
        raise UnsupportedError(
            "The document's XML has unusual prefixes or comments in it, and no controls can be added.",
            "Pass createControls: false, or open it in Word and save it; then they can.",
        )
    surgery = Surgery(document, document.package.main)
    for where, tag in zip(intent.ranges, intent.arguments["tags"], strict=True):
        place, _ = document.at(where.start)
        block = document.block(place)
        opening, closing = _frame(tag, story.frame, story.opening)
        surgery.replace(story.source_start(place.key), block.source, f"{opening}{block.source}{closing}")
    return surgery.transaction()


def _frame(tag: str, frame: Frame, opening: str) -> tuple[str, str]:
    """What stands before and behind a paragraph; older programs pass over what they do not know."""
    number = secrets.randbelow(2**31 - 1) + 1
    named = escape(tag)
    is_known = frame.declares("w15", NAMESPACES["w15"]) and "w15" in ignorable(opening)
    declared = "" if is_known else f' xmlns:w15="{NAMESPACES["w15"]}" xmlns:mc="{NAMESPACES["mc"]}" mc:Ignorable="w15"'
    said = (
        f'<w:alias w:val="{named}"/><w:tag w:val="{named}"/><w:id w:val="{number}"/><w15:appearance w15:val="hidden"/>'
    )
    return f"<w:sdt{declared}><w:sdtPr>{said}</w:sdtPr><w:sdtContent>", "</w:sdtContent></w:sdt>"


# Printing


def without_controls(package: Package) -> Package:
    """The package without the controls around whole paragraphs, rows and cells: they print nothing themselves, and
    LibreOffice leaves words out of what they hold."""
    parts = {name: package.part(name) for name in package.names if name.startswith("word/") and name.endswith(".xml")}
    return package.with_parts({name: _bare(data, name) for name, data in parts.items() if b"sdtContent" in data})


def _bare(data: bytes, name: str) -> bytes:
    root = parse(data, name)
    for content in list(root.iter("{*}sdtContent")):
        control = content.getparent()
        parent = control.getparent() if control is not None else None
        if control is None or parent is None or not any(_is_whole(each) for each in content):
            continue
        at = parent.index(control)
        parent[at : at + 1] = list(content)
    return etree.tostring(root, encoding="UTF-8", standalone=True)


def _is_whole(element: Element) -> bool:
    return not callable(element.tag) and etree.QName(element).localname in ("p", "tbl", "tr", "tc")


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"wrap_paragraphs": _wrap}
