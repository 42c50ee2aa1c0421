"""Content controls: what they do not let anybody edit, and what typing into one changes about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from quire.formats.docx.names import attribute, name

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

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


def _undress(control: Element) -> None:
    """Take the look of a prompt from what is no prompt any more."""
    for style in list(control.iter(name("w:rStyle"))):
        look = style.getparent()
        if attribute(style, "w:val") == _PROMPT_STYLE and look is not None:
            look.remove(style)
            run = look.getparent()
            if not len(look) and run is not None:
                run.remove(look)
