"""Content controls: what they do not let anybody edit, and what typing into one changes about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import attribute, name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.text.story import Story

Lock = Literal["locked control", "bound control", "choice control"]
"""Why the text of a content control is not for editing."""

LONGEST_TAG = 64
"""Characters; Word takes no longer one."""

_PROPERTIES, _PROMPT, _DATE = name("w:sdtPr"), name("w:showingPlcHdr"), name("w:date")
_PROMPT_STYLE = "PlaceholderText"

LOCKS: dict[str, Lock] = {
    name("w:dataBinding"): "bound control",
    name("w15:dataBinding"): "bound control",
    name("w14:checkbox"): "choice control",
    name("w:dropDownList"): "choice control",
    name("w:picture"): "choice control",
}


def lock(control: Element) -> Lock | None:
    """Why the text of a content control is not for editing; None if it is."""
    properties = control.find(_PROPERTIES)
    if properties is None:
        return None
    found = properties.find(name("w:lock"))
    if found is not None and attribute(found, "w:val") in ("contentLocked", "sdtContentLocked"):
        return "locked control"
    return next((LOCKS[child.tag] for child in properties if child.tag in LOCKS), None)


_CONTROL = re.compile(r"<(?P<close>/?)(?:[\w.-]+:)?sdt(?:\s[^>]*)?>")
_SAID = re.compile(r"<(?P<prefix>(?:[\w.-]+:)?)sdtPr>.*?</(?P=prefix)sdtPr>", re.DOTALL)
_REASONS = (
    (re.compile(r"<[\w.:-]*\block\b[^>]*[Cc]ontentLocked"), "is locked", "Unlock the control in Word first."),
    (re.compile(r"<[\w.-]+:dataBinding\b"), "shows a property of the document",
     "Word would put the property's value back: change the property instead."),
)  # fmt: skip


def require_free(story: Story, key: int) -> None:
    """Refuse to change what a paragraph says if a control around it, and perhaps around others, does not let one."""
    for said in _around(story, story.index(key)):
        for reason, why, way_out in _REASONS:
            if reason.search(said):
                raise UnsupportedError(f"That paragraph is in a content control that {why}.", way_out)


def _around(story: Story, index: int) -> Iterator[str]:
    """The properties of the controls around a paragraph, the innermost first."""
    closed = 0
    for lead in _leads(story, index):
        for found in reversed(list(_CONTROL.finditer(lead))):
            if found["close"]:
                closed += 1
            elif closed:
                closed -= 1
            elif said := _SAID.search(lead, found.end()):
                yield said[0]


def _leads(story: Story, index: int) -> Iterator[str]:
    """The markup before paragraphs in which controls begin or end, from one paragraph back to the first."""
    chunk, seat = story.chunk_of(index)
    yield from (block.lead for block in story.chunks[chunk].blocks[seat::-1] if "sdt" in block.lead)
    for each in reversed(story.chunks[:chunk]):
        if "controls" not in each.facts:
            each.facts["controls"] = any("sdt" in block.lead for block in each.blocks)
        if each.facts["controls"]:
            yield from (block.lead for block in reversed(each.blocks) if "sdt" in block.lead)


def is_stale(control: Element) -> bool:
    """Whether a control says something of its text that is wrong once that is edited."""
    properties = control.find(_PROPERTIES)
    return properties is not None and any(child.tag in (_PROMPT, _DATE) for child in properties)


def settle(control: Element) -> None:
    """Let a control hold what was typed into it: a prompt is none any more, a date no longer the one it was."""
    properties = control.find(_PROPERTIES)
    if properties is None:
        return
    for date in properties.findall(_DATE):
        if name("w:fullDate") in date.attrib:
            del date.attrib[name("w:fullDate")]
    for prompt in properties.findall(_PROMPT):
        properties.remove(prompt)
        _undress(control)


_PROMPTED = re.compile(r"<(?:[\w.-]+:)?showingPlcHdr\b[^>]*/>")
_DATED = re.compile(r"""(<(?:[\w.-]+:)?date\b[^>]*?)\s[\w.-]+:fullDate=(?:"[^"]*"|'[^']*')""")


def settled(lead: str, *paragraphs: Element) -> str:
    """The markup before paragraphs that hold what was typed: the same for the controls that begin there."""
    if "sdtPr" not in lead:
        return lead
    if _PROMPTED.search(lead):
        for paragraph in paragraphs:
            _undress(paragraph)
    return _DATED.sub(r"\1", _PROMPTED.sub("", lead))


def _undress(typed: Element) -> None:
    """Take the look of a prompt from what is no prompt any more."""
    for style in list(typed.iter(name("w:rStyle"))):
        look = style.getparent()
        if attribute(style, "w:val") == _PROMPT_STYLE and look is not None:
            look.remove(style)
            run = look.getparent()
            if not len(look) and run is not None:
                run.remove(look)
