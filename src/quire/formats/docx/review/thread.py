"""What other parts say of a comment: what it answers, whether it is settled, its lasting id, and who its author is.

All but the last know a comment by the id of its last paragraph."""

from __future__ import annotations

import re
import secrets
from html import escape
from typing import TYPE_CHECKING

from quire.formats.docx.style.properties import element_of
from quire.formats.docx.text import identity
from quire.formats.docx.text.draft import Draft

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.transaction import Replace
    from quire.formats.docx.content.supplies import Sheet, Supplies
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.place import Place

_DURABLE = re.compile(r"""\bdurableId=["']([0-9A-Fa-f]{8})["']""")


def tell(supplies: Supplies, key: int, parent: int | None, author: str, date: str) -> None:
    """Write down a comment, and which one it answers."""
    if parent is not None:
        know(supplies, parent)
    above = "" if parent is None else f' w15:paraIdParent="{parent:08X}"'
    _add(supplies.sheet("commentsExtended"), f'<w15:commentEx w15:paraId="{key:08X}"{above} w15:done="0"/>')
    durable = f"{secrets.randbelow(identity.LARGEST - 1) + 1:08X}"
    _add(supplies.sheet("commentsIds"), f'<w16cid:commentId w16cid:paraId="{key:08X}" w16cid:durableId="{durable}"/>')
    if supplies.has("commentsExtensible"):
        told = f'<w16cex:commentExtensible w16cex:durableId="{durable}" w16cex:dateUtc="{date}"/>'
        _add(supplies.sheet("commentsExtensible"), told)
    _introduce(supplies.sheet("people"), escape(author))


def know(supplies: Supplies, key: int, *, is_resolved: bool = False) -> None:
    """See that a comment is written down: those of older programs are not."""
    sheet = supplies.sheet("commentsExtended")
    if not sheet.holds(rf"""(?i)\bparaId=["']{key:08X}["']"""):
        _add(sheet, f'<w15:commentEx w15:paraId="{key:08X}" w15:done="{int(is_resolved)}"/>')


def forget(supplies: Supplies, keys: Sequence[int]) -> None:
    """Take away what is said of comments that are gone."""
    known = "|".join(f"{key:08X}" for key in keys)
    durable: list[str] = []
    for kind, tag in (("commentsExtended", "commentEx"), ("commentsIds", "commentId")):
        if supplies.has(kind):
            durable += _drop(
                supplies.sheet(kind), rf"""<(?:[\w.-]+:)?{tag}\s[^>]*?\bparaId=["'](?:{known})["'][^>]*/>"""
            )
    ids = "|".join(found[1] for each in durable if (found := _DURABLE.search(each)))
    if ids and supplies.has("commentsExtensible"):
        pattern = rf"""<(?:[\w.-]+:)?commentExtensible\s[^>]*?\bdurableId=["'](?:{ids})["'][^>]*/>"""
        _drop(supplies.sheet("commentsExtensible"), pattern)


def _drop(sheet: Sheet, pattern: str) -> list[str]:
    return sheet.drop(f"(?i){pattern}")


def stamped(document: DocxDocument, place: Place) -> Iterator[Replace]:
    """The number of the paragraph by which a comment is known, written into it."""
    if document.block(place).written_id != place.key:
        draft = Draft(document, place)
        draft.stamp(place)
        yield draft.step()


def _introduce(people: Sheet, author: str) -> None:
    if not people.holds(rf"""\bauthor=["']{re.escape(author)}["']"""):
        known = f'<w15:presenceInfo w15:providerId="None" w15:userId="{author}"/>'
        _add(people, f'<w15:person w15:author="{author}">{known}</w15:person>')


def _add(sheet: Sheet, source: str) -> None:
    made = element_of(source)
    if made is not None:
        sheet.add(made)
