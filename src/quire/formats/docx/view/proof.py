"""A Word document as a page draws it: the same file, in which each paragraph of the body says which one it is.

What a page draws with knows paragraphs by no name. A bookmark at the beginning of each tells its number in the text,
and marks what stands before it in the source, so that the page sees whether tables are still those that it drew.
"""

from __future__ import annotations

import re
import zlib
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.names import NAMESPACES, name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.source import Frame
    from quire.formats.docx.text.story import Block, Story

STAMP = "quire-paragraph"
BODY = "quire/body.xml"

_EMPTY = f'<w:document xmlns:w="{NAMESPACES["w"]}"><w:body/></w:document>'

AT_ONCE = 60
"""How many paragraphs a page draws at a time, so that it stays alive meanwhile."""

_BODY_START = re.compile(r"<w:body(?:\s[^<>]*)?>")
_BODY_END = re.compile(r"(<w:sectPr[\s>].*)?</w:body>", re.DOTALL)
_COLOUR = re.compile(r'<w:background w:color="[0-9A-Fa-f]{6}"')
_TAG = re.compile(r"""<(/?)\w[\w.:-]*(?:[^<>"'/]|"[^"]*"|'[^']*'|/(?!>))*(/?)>""")
_OPENING = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_NAME_END = re.compile(r"[\s/>]")
_LEFT_OUT = ("fldSimple", "customXml", "dir", "bdo")
_SKIPPED = re.compile(rf"""</?(?:[\w.-]+:)?(?:{"|".join(_LEFT_OUT)})(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_AROUND = re.compile(
    r"""<((?:[\w.-]+:)?(?:sdtPr|sdtEndPr|customXmlPr))(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*(?:(?<=/)>|>.*?</\1>)|"""
    r"""</?(?:[\w.-]+:)?(?:sdt|sdtContent|customXml)(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>""",
    re.DOTALL,
)
_MOVED = re.compile(r"(</?(?:[\w.-]+:)?)move(To|From)(?=[\s>])")
_CHANGED = {"To": "ins", "From": "del"}


def proof(document: DocxDocument) -> bytes:
    """The file to draw from. Its body is in a part of its own, in pieces that a page draws one after the other."""
    body = "\0".join(_pieces(document.body))
    parts = {document.package.main: _EMPTY.encode(), BODY: body.encode()}
    return document.write_package().with_parts(parts).write()


def _pieces(story: Story) -> Iterator[str]:
    """The body as documents of some blocks each, in the section that goes on where a piece ends."""
    start, end = _BODY_START.search(story.opening), _BODY_END.search(story.tail)
    if start is None or end is None or not _can_be_cut(story):
        parts = (part for number, block in enumerate(story) for part in (_bare(block.lead), stamped(block, number)))
        yield "".join((*parts, _bare(story.tail)))
        return
    colour = _COLOUR.search(story.opening)
    head = f"{story.frame.opening}{colour[0] + '/>' if colour else ''}<body>"
    sections = [(number, _section(block)) for number, block in enumerate(story) if "<w:sectPr" in block.source]
    for behind, source in _runs(story, start.end()):
        closing = _bare(story.tail[: end.start()]) if behind == len(story) else ""
        section = next((each for number, each in sections if number >= behind), end[1] or "")
        yield f"{head}{source}{closing}{section}</body></pieces>"


def _can_be_cut(story: Story) -> bool:
    """Whether it is long, its tags can be searched for, and nothing is to stand behind all of it."""
    is_long = story.frame.is_usual and len(story) > 2 * AT_ONCE
    return is_long and not any("endnoteReference" in block.source for block in story)


def _runs(story: Story, skipped: int) -> Iterator[tuple[int, str]]:
    """Paragraphs in a row, cut where no table is open: the number of the one behind them, and their source."""
    parts, count, depth = list[str](), 0, 0
    for number, block in enumerate(story):
        lead = _bare(block.lead[skipped:] if number == 0 else block.lead)
        parts.append(lead)
        depth += sum(-1 if closes else not empty for closes, empty in _TAG.findall(lead)) if lead else 0
        if not depth and count >= AT_ONCE:
            yield number, "".join(parts)
            parts, count = [], 0
        parts.append(stamped(block, number))
        count += 1
    yield len(story), "".join(parts)


def _section(block: Block) -> str:
    """What a paragraph says of the section that it ends."""
    found = block.read().element.find(f"{name('w:pPr')}/{name('w:sectPr')}")
    return "" if found is None else etree.tostring(found, encoding="unicode", with_tail=False)


def touched(before: DocxDocument, after: DocxDocument) -> list[int]:
    """The paragraphs of the body that are others than before, or stand behind other markup, by their numbers."""
    known = {id(block) for block in before.body}  # what no change touched is shared
    return [number for number, block in enumerate(after.body) if id(block) not in known]


def paragraph(document: DocxDocument, number: int) -> tuple[str, str, str | None]:
    """A paragraph of the body: the mark of its lead, its stamped source, and the mark of the next one's lead."""
    block, *others = islice(document.body.from_(number), 2)
    return lead_mark(block), stamped(block, number), lead_mark(others[0]) if others else None


def look(document: DocxDocument) -> str:
    """Names all that a page draws and that is not the body: styles, pictures, notes, headers."""
    changed = document.changed_stories()
    told = [
        f"{part} {zlib.crc32(changed[part].encode()) if part in changed else document.package.checksum(part)}"
        for part in sorted(document.package.names)
        if part != document.package.main and not part.startswith("docProps/")
    ]
    return f"{zlib.crc32(' '.join(told).encode()):08x}"


def lead_mark(block: Block) -> str:
    """Tells what stands between a paragraph and the one before; nothing, mostly."""
    return f"{zlib.crc32(block.lead.encode()):x}" if block.lead.strip() else "0"


def stamped(block: Block, number: int) -> str:
    """The source of a paragraph with its stamp in it, and without what the page's library would leave out."""
    opening = _OPENING.match(block.source)
    if opening is None:
        return block.source
    tag, stamp = opening[0], _stamp(block.frame, f"{STAMP}-{number}-{lead_mark(block)}")
    if tag.endswith("/>"):
        return f"{tag[:-2]}>{stamp}</{re.split(_NAME_END, tag[1:], maxsplit=1)[0]}>"
    content = block.source[opening.end() :]
    if any(each in content for each in _LEFT_OUT):
        content = _SKIPPED.sub("", content)
    if "moveTo" in content or "moveFrom" in content:
        content = _MOVED.sub(lambda found: found[1] + _CHANGED[found[2]], content)
    return tag + stamp + content


def _bare(lead: str) -> str:
    """What stands between paragraphs without controls around rows and cells, which the page's library does not know."""
    return _AROUND.sub("", lead) if "sdt" in lead or "customXml" in lead else lead


def _stamp(frame: Frame, label: str) -> str:
    prefix = frame.prefix(NAMESPACES["w"])
    space = f"{prefix}:" if prefix else ""
    return f'<{space}bookmarkStart {space}name="{label}"/>'
