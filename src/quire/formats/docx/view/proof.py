"""A Word document as a page draws it: the same file, in which each paragraph of the body says which one it is.

What a page draws with knows paragraphs by no name. A bookmark at the beginning of each tells its number in the text,
and marks what stands before it in the source, so that the page sees whether tables are still those that it drew.
"""

from __future__ import annotations

import re
import zlib
from itertools import islice
from typing import TYPE_CHECKING

from quire.formats.docx.names import NAMESPACES

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.source import Frame
    from quire.formats.docx.text.story import Block

STAMP = "quire-paragraph"
BODY = "quire/body.xml"

_EMPTY = f'<w:document xmlns:w="{NAMESPACES["w"]}"><w:body/></w:document>'

_OPENING = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_NAME_END = re.compile(r"[\s/>]")
_SKIPPED = re.compile(r"""</?(?:[\w.-]+:)?(?:fldSimple|customXml|dir|bdo)(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_AROUND = re.compile(
    r"""<((?:[\w.-]+:)?(?:sdtPr|sdtEndPr|customXmlPr))(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*(?:(?<=/)>|>.*?</\1>)|"""
    r"""</?(?:[\w.-]+:)?(?:sdt|sdtContent|customXml)(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>""",
    re.DOTALL,
)
_MOVED = re.compile(r"(</?(?:[\w.-]+:)?)move(To|From)(?=[\s>])")
_CHANGED = {"To": "ins", "From": "del"}


def proof(document: DocxDocument) -> bytes:
    """The file to draw from. Its body is in a part of its own, for a page to take it in piece by piece."""
    story = document.body
    pieces = (piece for number, block in enumerate(story) for piece in (_bare(block.lead), stamped(block, number)))
    body = "".join((*pieces, _bare(story.tail)))
    parts = {document.package.main: _EMPTY.encode(), BODY: body.encode()}
    return document.write_package().with_parts(parts).write()


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
        f"{name} {zlib.crc32(changed[name].encode()) if name in changed else document.package.checksum(name)}"
        for name in sorted(document.package.names)
        if name != document.package.main and not name.startswith("docProps/")
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
    content = _SKIPPED.sub("", block.source[opening.end() :])
    return tag + stamp + _MOVED.sub(lambda found: found[1] + _CHANGED[found[2]], content)


def _bare(lead: str) -> str:
    """What stands between paragraphs without controls around rows and cells, which the page's library does not know."""
    return _AROUND.sub("", lead) if "sdt" in lead or "customXml" in lead else lead


def _stamp(frame: Frame, name: str) -> str:
    prefix = frame.prefix(NAMESPACES["w"])
    space = f"{prefix}:" if prefix else ""
    return f'<{space}bookmarkStart {space}name="{name}"/>'
