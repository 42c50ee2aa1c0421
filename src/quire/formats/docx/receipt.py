"""What a save changes: which parts, which paragraphs, and the proof that all else is as it was."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import FailureError, UnsupportedError
from quire.formats.docx.opc.package import Package
from quire.formats.docx.text import identity, source
from quire.formats.docx.text.paragraph import text_box_paragraphs
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Block, Story


_CONTROL = re.compile(r"<(?:[\w.-]+:)?sdt[\s>]")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What differs between a document and the file that it was read from or last saved to."""

    parts: tuple[str, ...]
    changed: tuple[str, ...]  # ids of paragraphs
    inserted: tuple[str, ...]
    deleted: tuple[str, ...]
    controls: int = 0  # how many were put around paragraphs
    is_complete: bool = True  # whether the file is known, and not only what came after a restart

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __str__(self) -> str:
        counts = (
            (len(self.changed), "paragraph", "changed"),
            (len(self.inserted), "paragraph", "inserted"),
            (len(self.deleted), "paragraph", "deleted"),
            (self.controls, "content control", "put around what was there"),
        )
        told = ", ".join(f"{count} {noun}{'' if count == 1 else 's'} {what}" for count, noun, what in counts if count)
        where = f"{told or 'changes'} in {', '.join(self.parts)}; all else is as it was" if self else "nothing changed"
        return where if self.is_complete else f"{where} since Quire was started anew, before which more was changed"


def receipt(document: DocxDocument) -> Receipt:
    """What saving the document would change."""
    base = document.base
    parts = document.other_parts()
    was: dict[str, str] = {}
    now: dict[str, str] = {}
    controls = 0
    for part in dict.fromkeys((*document.changed_stories(), *parts)):
        before = base.story(part) if part in base.parts and base.package.has(part) else None
        after = document.story(part) if part in document.parts and document.package.has(part) else None
        if not _is_same(before, after):
            parts.add(part)
            was |= _paragraphs(base, part, before, after)
            now |= _paragraphs(document, part, after, before)
            controls += _controls(after, before) - _controls(before, after)
    return Receipt(
        parts=tuple(sorted(parts)),
        changed=tuple(each for each in now if each in was and now[each] != was[each]),
        inserted=tuple(each for each in now if each not in was),
        deleted=tuple(each for each in was if each not in now),
        controls=max(0, controls),
        is_complete=document.knows_file,
    )


def _is_same(one: Story | None, other: Story | None) -> bool:
    return one is other or (one is not None and other is not None and one.is_written_as(other))


def _paragraphs(document: DocxDocument, part: str, story: Story | None, other: Story | None) -> dict[str, str]:
    """What each paragraph says, by id, of those that are not the very same ones in another story.

    What stands in a text box is no part of the paragraph around it."""
    found: dict[str, str] = {}
    for block in _apart(story, other):
        found[document.id(Place(part, block.key))] = identity.unboxed(block.source)
        if story is not None and block.has_text_boxes:
            inside = [etree.tostring(each, encoding="unicode", with_tail=False)
                      for each in text_box_paragraphs(block.frame.parse(block.source)[0])]  # fmt: skip
            boxes = {key: box.number for key, box in story.boxed.items() if box.host == block.key}
            found |= {document.id(Place(part, key, is_boxed=True)): inside[number] for key, number in boxes.items()}
    return found


def _controls(story: Story | None, other: Story | None) -> int:
    """How many controls begin before paragraphs that are not the very same ones in another story."""
    return sum(len(_CONTROL.findall(block.lead)) for block in _apart(story, other))


def _apart(story: Story | None, other: Story | None) -> Iterator[Block]:
    shared = {id(chunk) for chunk in other.chunks} if other else set()
    blocks = {id(block) for chunk in other.chunks for block in chunk.blocks} if other else set()
    for chunk in story.chunks if story else ():
        if id(chunk) not in shared:
            yield from (block for block in chunk.blocks if id(block) not in blocks)


def prove(document: DocxDocument, data: bytes) -> None:
    """Refuse a file that would change more than the document did, or that could not be read again."""
    written, base = Package.read(data), document.base.package
    stories = {part: story for part, story in document.changed_stories().items() if document.package.has(part)}
    kept = [name for name in base.names if name not in stories and name not in document.other_parts()]
    if [name for name in written.names if name in set(kept)] != kept or written.names != document.package.names:
        raise _more("it would have other entries, or in another order")
    for name in kept:
        packed = base.packed(name)
        same = written.packed(name) == packed if packed is not None else written.part(name) == base.part(name)
        if not same:
            raise _more(f"{name} would be another one")
    for name, story in stories.items():
        if written.part(name) != story.encode():
            raise _more(f"{name} would not be what it is here")
        try:
            source.check(name, story.frame.encode(_new_in(story, document.base, name)), story.frame.encoding)
        except UnsupportedError as error:
            raise _more(f"{error.message.rstrip('.')}") from error


def _new_in(story: Story, base: DocxDocument, part: str) -> str:
    """A part without the paragraphs that were checked when the file was read: well-formed just if the whole part is.

    That holds where the paragraphs are in scope of the same namespaces as they were; elsewhere it is the whole part."""
    before = base.story(part) if part in base.parts and base.package.has(part) else None
    if before is None or not story.frame.is_usual or before.opening != story.opening:
        return story.source
    between = "".join(block.lead for block in story)[len(story.opening) :]
    if "xmlns" in between:
        return story.source
    new = set(map(id, _apart(story, before)))
    return "".join(block.lead + (block.source if id(block) in new else "") for block in story) + story.tail


def _more(why: str) -> FailureError:
    return FailureError(
        f"Saving would change more than was edited: {why}. Nothing was written.",
        "Save a copy elsewhere and report this, please.",
    )
