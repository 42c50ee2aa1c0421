"""What a save changes: which parts, which paragraphs, and the proof that all else is as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.errors import FailureError
from quire.formats.docx.package import Package
from quire.formats.docx.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.story import Block, Story


@dataclass(frozen=True, slots=True)
class Receipt:
    """What differs between a document and the file that it was read from or last saved to."""

    parts: tuple[str, ...]
    changed: tuple[str, ...]  # ids of paragraphs
    inserted: tuple[str, ...]
    deleted: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.parts)


def receipt(document: DocxDocument) -> Receipt:
    """What saving the document would change."""
    base = document.base
    changed: list[str] = []
    inserted: list[str] = []
    deleted: list[str] = []
    parts = set(document.package.changed()) ^ set(base.package.changed())
    for part in document.package.changed():
        if base.package.has(part) and document.package.part(part) != base.package.part(part):
            parts.add(part)
    for part, story in document.changed_stories().items():
        before = base.story(part)
        was = {block.key: block for block in _apart(before, story)}
        now = {block.key: block for block in _apart(story, before)}
        others = [key for key in now if key in was and now[key].source != was[key].source]
        fresh, gone = [key for key in now if key not in before], [key for key in was if key not in story]
        changed += [_id(document, part, key) for key in others]
        inserted += [_id(document, part, key) for key in fresh]
        deleted += [_id(base, part, key) for key in gone]
        if others or fresh or gone or (was and before.source != story.source):
            parts.add(part)
    return Receipt(tuple(sorted(parts)), tuple(changed), tuple(inserted), tuple(deleted))


def _apart(story: Story, other: Story) -> Iterator[Block]:
    """The paragraphs of a story that are not the very same ones in another."""
    shared = {id(chunk) for chunk in other.chunks}
    blocks = {id(block) for chunk in other.chunks for block in chunk.blocks}
    for chunk in story.chunks:
        if id(chunk) not in shared:
            for block in chunk.blocks:
                if id(block) not in blocks:
                    yield block


def _id(document: DocxDocument, part: str, key: int) -> str:
    return document.id(Place(part, key))


def prove(document: DocxDocument, data: bytes) -> None:
    """Refuse a file that would change more than the document did."""
    written, base = Package.read(data), document.base.package
    touched = {*document.changed_stories(), *document.package.changed()}
    kept = [name for name in base.names if name not in touched]
    if [name for name in written.names if name in set(kept)] != kept:
        raise _more("its entries are in another order")
    for name in kept:
        packed = base.packed(name)
        same = written.packed(name) == packed if packed is not None else written.part(name) == base.part(name)
        if not same:
            raise _more(f"{name} would be another one")


def _more(why: str) -> FailureError:
    return FailureError(
        f"Saving would change more than was edited: {why}. Nothing was written.",
        "Save a copy elsewhere and report this, please.",
    )
