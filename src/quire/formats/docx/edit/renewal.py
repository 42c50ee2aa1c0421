"""A document that takes over what another file holds: its own, after someone else has saved that."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.text.draft import ends

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.opc.package import Package


def renew(document: DocxDocument, intent: Intent) -> Transaction:
    """All parts as another file has them."""
    other = type(document).read(b64decode(intent.arguments["data"]))
    shared = [part for part in document.parts if _is_alike(document, other, part)]
    steps = [*_exchanges(document, other, shared), *_rewritings(document, other, shared)]
    if not steps:
        return Transaction()
    last = steps.pop()
    return Transaction((*steps, Replace(last.address, last.old, last.new, tuple(_shifts(document, other)))))


def _is_alike(document: DocxDocument, other: DocxDocument, part: str) -> bool:
    """Whether a story is in both, and stored in the same way."""
    if part not in other.parts:
        return False
    here, there = document.story(part).frame, other.story(part).frame
    return (here.encoding, here.mark) == (there.encoding, there.mark)


def _exchanges(document: DocxDocument, other: DocxDocument, shared: Collection[str]) -> Iterator[Replace]:
    """Parts that are no stories, or only in one of the two, as a whole."""
    now, then = document.write_package(), other.package
    for part in sorted(now.unlike(then).difference(shared)):
        yield Replace(f"{part}@", _held(now, part), _held(then, part), ())


def _held(package: Package, part: str) -> str:
    return b64encode(package.part(part)).decode() if package.has(part) else ""


def _rewritings(document: DocxDocument, other: DocxDocument, shared: Collection[str]) -> Iterator[Replace]:
    """Stories that both have: what lies between the first and the last difference."""
    for part in shared:
        old, new = document.story(part).source, other.story(part).source
        if old != new:
            before, behind = ends(old, new)
            yield Replace(f"{part}@{before}", old[before : len(old) - behind], new[before : len(new) - behind], ())


def _shifts(document: DocxDocument, other: DocxDocument) -> Iterator[Shift]:
    """How positions move, from the last text to the first."""
    old, new = document.texts(), other.texts()
    starts, start = {}, 0
    for key in sorted({**old, **new}):
        starts[key] = start
        start += len(old[key]) + 1 if key in old else 0
    for key in reversed(starts):
        if key not in new:
            yield Shift(starts[key] - 1, len(old[key]) + 1, 0)
        elif key not in old:
            yield Shift(starts[key] - 1, 0, len(new[key]) + 1)
        elif old[key] != new[key]:
            before, behind = ends(old[key], new[key])
            same = before + behind
            yield Shift(starts[key] + before, len(old[key]) - same, len(new[key]) - same)
