"""Content controls around paragraphs: hidden ones, by which a paragraph can be found again."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from quire.formats.docx.names import NAMESPACES
from quire.formats.docx.surgery import Surgery

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.story import Story

_OPENS = re.compile(r"<w:sdt[ >](?P<properties>(?:(?!<w:sdt[ >]).)*?)<w:sdtContent>\s*$", re.DOTALL)
_CLOSES = re.compile(r"\s*</w:sdtContent>")
_ID = re.compile(r'<w:id w:val="(-?\d+)"/>')
_TAG = re.compile(r'<w:tag w:val="([^"]*)"/>')


@dataclass(frozen=True, slots=True)
class Control:
    """A content control around just one paragraph."""

    id: int
    tag: str


def control(story: Story, index: int) -> Control | None:
    """The control around a paragraph and nothing else, if there is one."""
    found = _OPENS.search(story[index].lead)
    following = story[index + 1].lead if index + 1 < len(story) else story.tail
    if found is None or not _CLOSES.match(following):
        return None
    identifier, tag = _ID.search(found["properties"]), _TAG.search(found["properties"])
    return Control(int(identifier[1]) if identifier else 0, tag[1] if tag else "")


def _wrap(document: DocxDocument, intent: Intent) -> Transaction:
    """Hidden controls around paragraphs, each with a tag that numbers it."""
    story, main = document.body, document.package.main
    surgery = Surgery(document, main)
    for index in reversed(intent.arguments["indexes"]):
        block = story[index]
        start = story.source_start(block.key)
        opening, closing = _frame(f"{intent.arguments['prefix']}:{index}")
        surgery.replace(start + len(block.source), "", closing)
        surgery.replace(start, "", opening)
    return surgery.transaction()


def _frame(tag: str) -> tuple[str, str]:
    number = secrets.randbelow(2**31 - 1) + 1
    hidden = '<w15:appearance w15:val="hidden"/>'
    said = f'<w:alias w:val="{escape(tag)}"/><w:tag w:val="{escape(tag)}"/><w:id w:val="{number}"/>{hidden}'
    names = f'xmlns:w15="{NAMESPACES["w15"]}" xmlns:mc="{NAMESPACES["mc"]}" mc:Ignorable="w15"'
    return f"<w:sdt {names}><w:sdtPr>{said}</w:sdtPr><w:sdtContent>", "</w:sdtContent></w:sdt>"


def uncontrolled(story: Story) -> Iterator[int]:
    """The paragraphs, by number, that have no control of their own."""
    return (index for index in range(len(story)) if control(story, index) is None)


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"wrap_paragraphs": _wrap}
