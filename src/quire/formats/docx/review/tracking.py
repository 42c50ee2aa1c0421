"""Edits that are tracked: what they take away stays, marked as gone, and what they bring is marked as new."""

from __future__ import annotations

import base64
import posixpath
import re
import secrets
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.core.transaction import Replace, Transaction
from quire.formats.docx.edit.surgery import Surgery
from quire.formats.docx.names import NAMESPACES, name, parse
from quire.formats.docx.review.delivery import Luggage, drawn, is_told
from quire.formats.docx.review.excerpt import excerpt
from quire.formats.docx.review.inline import Inline
from quire.formats.docx.review.pen import Pen
from quire.formats.docx.review.redline import Redline
from quire.formats.docx.style.properties import switched_on
from quire.formats.docx.text.draft import Draft, ends, stamp
from quire.formats.docx.text.paragraph import text_box_paragraphs
from quire.formats.docx.text.place import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.opc.package import Package
    from quire.formats.docx.text.story import Block, Story

TRACK = "track"
"""The argument of an intent that says who tracks it, and when."""

_MARK = "<w:trackRevisions/>"
_SETTINGS = "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"
_BEFORE = (
    "writeProtection", "view", "zoom", "removePersonalInformation", "removeDateAndTime", "doNotDisplayPageBoundaries",
    "displayBackgroundShape", "printPostScriptOverText", "printFractionalCharacterWidth", "printFormsData",
    "embedTrueTypeFonts", "embedSystemFonts", "saveSubsetFonts", "saveFormsData", "mirrorMargins",
    "alignBordersAndEdges", "bordersDoNotSurroundHeader", "bordersDoNotSurroundFooter", "gutterAtTop",
    "hideSpellingErrors", "hideGrammaticalErrors", "activeWritingStyle", "proofState", "formsDesign",
    "attachedTemplate", "linkStyles", "stylePaneFormatFilter", "stylePaneSortMethod", "documentType", "mailMerge",
    "revisionView",
)  # fmt: skip
"""The settings that stand before this one."""


def is_on(settings: bytes | None) -> bool:
    """Whether the settings of a document ask for its changes to be tracked."""
    if settings is None or b"trackRevisions" not in settings.replace(b"\0", b""):
        return False
    return switched_on(parse(settings, "The settings").find(name("w:trackRevisions")))


def parted(intent: Intent) -> tuple[Intent, dict[str, str] | None]:
    """What is wanted, and who tracks it, if anybody does."""
    by = intent.arguments.get(TRACK)
    if by is None:
        return intent, None
    return replace(intent, arguments={key: said for key, said in intent.arguments.items() if key != TRACK}), by


def track(document: DocxDocument, change: Transaction, author: str, date: str) -> Transaction:
    """A change as a tracked one: it happens, and then tells what it did."""
    after = document.apply(change)
    parts = [part for part in after.parts if is_told(document, after, part) and _is_changed(document, after, part)]
    if not parts:
        return change
    pen = Pen(author, date, secrets.randbelow(2**30) + 2**29)
    for way in (_within_paragraphs, _within_excerpt):
        if (told := way(document, after, parts, pen)) is not None:
            return change + told
    galleys = drawn(document, after, parts, pen)
    for part in sorted(galleys, key=list(after.parts).index, reverse=True):
        for planned in (galleys[part][1].transaction, partial(_told_apart, after)):
            step = planned(after, part)
            change, after = change + step, after.apply(step)
    return change


def _told_apart(document: DocxDocument, after: DocxDocument, part: str) -> Transaction:
    """What writes down the numbers of paragraphs that would be taken for others now that some stand there as gone."""
    before, story, surgery = document.story(part), after.story(part), Surgery(after, part)
    drafts = {
        key: Draft(after, Place(part, key))
        for key in story.leaning - before.leaning
        if key in story and story.block(key).written_id != key
    }
    boxes = {(box.host, box.number): key for key, box in story.boxed.items()}
    for key, box in before.boxed.items():
        if boxes.get((box.host, box.number), key) != key:
            draft = drafts.setdefault(box.host, Draft(after, Place(part, box.host)))
            stamp(list(text_box_paragraphs(draft.element))[box.number], key, story.frame, story.opening)
    for key, draft in drafts.items():
        surgery.edit(key, draft)
    return surgery.transaction()


_UNSEEN = re.compile(r"<(?:[\w.-]+:)?(?:delText|moveFrom)[\s/>]")


def require_kept(change: Transaction) -> None:
    """Refuse a change that is not tracked and takes text along that somebody's tracked change could bring back."""
    if sum(len(_UNSEEN.findall(step.old)) - len(_UNSEEN.findall(step.new)) for step in change.steps) > 0:
        raise UnsupportedError(
            "With that would go text that is marked as deleted or moved: rejecting the mark would not bring it back.",
            "Accept or reject the tracked change first, or have this change tracked, too.",
        )


def _is_changed(document: DocxDocument, after: DocxDocument, part: str) -> bool:
    return part not in document.parts or after.story(part) is not document.story(part)


_INVOLVED = re.compile("txbxContent|Reference|bookmark|comment|perm(?:Start|End)|moveFrom|moveTo")
"""What in a paragraph may have to do with other places."""


def _within_paragraphs(
    document: DocxDocument, after: DocxDocument, parts: Sequence[str], pen: Pen
) -> Transaction | None:
    """What tells of changes inside of paragraphs, found without a look at the others; None for any other change."""
    steps: list[Replace] = []
    inline = Inline(pen, Luggage(after, document, pen), lambda _, __: None)
    for part in parts:
        if part not in document.parts:
            return None
        story = after.story(part)
        pairs = _pairs(document.story(part), story)
        if pairs is None or any(_INVOLVED.search(old.source + new.source) for old, new in pairs):
            return None
        for old, new in reversed(pairs):
            pieces = new.frame.parse("")
            pieces.extend(inline.redline([old.read().element], [new.read().element], ends_alike=True))
            stamp(pieces[0], new.key, new.frame, story.opening)
            source = new.frame.serialise(pieces)
            before, behind = ends(new.source, source)
            was, now = new.source[before : len(new.source) - behind], source[before : len(source) - behind]
            steps.append(Replace(f"{part}@{story.source_start(new.key) + before}", was, now, ()))
    return Transaction(tuple(steps))


def _within_excerpt(document: DocxDocument, after: DocxDocument, parts: Sequence[str], pen: Pen) -> Transaction | None:
    """What tells of paragraphs that came or went in one place, without a look at the others; None for other changes."""
    found = excerpt(document.story(parts[0]), after.story(parts[0])) if len(parts) == 1 else None
    if found is None or any(_INVOLVED.search(block.source) or "sectPr" in block.source
                            for galley in (found.old, found.new) for block in galley.blocks):  # fmt: skip
        return None
    Redline(found.old, found.new, pen, Luggage(after, document, pen)).draw("body")
    return Transaction((found.told(after, parts[0]),))


def _pairs(old: Story, new: Story) -> list[tuple[Block, Block]] | None:
    """The paragraphs that differ, if they are the same ones in the same places."""
    if len(old.chunks) != len(new.chunks) or old.tail != new.tail:
        return None
    found: list[tuple[Block, Block]] = []
    for one, other in zip(old.chunks, new.chunks, strict=True):
        if one is other:
            continue
        if [(block.key, block.lead) for block in one.blocks] != [(block.key, block.lead) for block in other.blocks]:
            return None
        found += [pair for pair in zip(one.blocks, other.blocks, strict=True) if pair[0].source != pair[1].source]
    return found


# The setting


def switch(*, on: bool) -> Intent:
    """A document that asks, or no longer asks, for its changes to be tracked."""
    return Intent("switch_tracking", (), {"on": on})


def _switch(document: DocxDocument, intent: Intent) -> Transaction:
    before = document.package
    found = before.related(before.main, "settings")
    on: bool = intent.arguments["on"]
    if (is_on(before.part(found[0])) if found else False) is on:
        return Transaction()
    if not found:
        after = _with_settings(before)
    else:
        after = before.with_parts({found[0]: _switched(before.part(found[0]).decode("utf-8-sig"), on=on).encode()})
    return Transaction(tuple(
        Replace(f"{part}@", _packed(before, part), _packed(after, part), ()) for part in sorted(after.unlike(before))
    ))  # fmt: skip


def _with_settings(package: Package) -> Package:
    """A package that had no settings, with those that ask for tracking."""
    part = posixpath.join(posixpath.dirname(package.main), "settings.xml")
    source = f'<w:settings xmlns:w="{NAMESPACES["w"]}">{_MARK}</w:settings>'
    package = package.with_parts({part: source.encode()}).with_content_type(part, _SETTINGS)
    return package.with_relationship(package.main, "settings", part)[0]


def _switched(source: str, *, on: bool) -> str:
    root = parse(source.encode(), "The settings")
    for each in root.findall(name("w:trackRevisions")):
        root.remove(each)
    if not on:
        start = source.find("<w:trackRevisions")
        return source[:start] + source[source.index(">", start) + 1 :] if start >= 0 else source
    earlier = [child for child in root if str(child.tag).rpartition("}")[2] in _BEFORE]
    at = _end_of(source, str(earlier[-1].tag).rpartition("}")[2]) if earlier else _end_of_root(source)
    return source[:at] + _MARK + source[at:]


def _end_of(source: str, local: str) -> int:
    """Where the last element of a name ends."""
    start = source.rindex(f"<w:{local}")
    end = source.index(">", start) + 1
    return end if source[end - 2] == "/" else source.index(f"</w:{local}>", start) + len(f"</w:{local}>")


def _end_of_root(source: str) -> int:
    return source.index(">", source.index("settings")) + 1


def _packed(package: Package, part: str) -> str:
    return base64.b64encode(package.part(part)).decode() if package.has(part) else ""


VERBS = {"switch_tracking": _switch}
