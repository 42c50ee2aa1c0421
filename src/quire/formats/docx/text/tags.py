"""The few tags by which a text says how it is to look; any other `<…>` is text."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal

from lxml.etree import _Element as Element

from quire.core.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

Role = Literal["header", "definition"]
Vertical = Literal["superscript", "subscript", "baseline"]

MADE = "\U0010ffff"
"""Stands in a text for an element that is put in."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a text is to look, as far as someone said so; None leaves it to what stands there."""

    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    highlight: bool | None = None
    href: str | None = None
    color: str | None = None
    size: float | None = None
    font: str | None = None
    caps: bool | None = None
    small_caps: bool | None = None
    style: str | None = None  # a character style; an empty one takes it away
    strike: bool | None = None
    vertical: Vertical | None = None
    role: Role | None = None
    made: Element | None = None  # what stands there instead of the text, which is a `MADE`

    def over(self, other: Look) -> Look:
        """This, and where it says nothing what the other says."""
        if other == PLAIN:
            return self
        said = {each.name: getattr(self, each.name) for each in fields(self) if getattr(self, each.name) is not None}
        return replace(other, **said)


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Span:
    """A text and its look."""

    text: str
    look: Look = PLAIN


_TAG = re.compile(
    r"<(?P<close>/)?(?P<name>b|i|u|highlight|header|RunInHeader|definition|a|font|hidden)(?P<given>\s[^<>]*)?>"
)
_FIELD = re.compile(r"<field code=\"[^\"<>]*\"/>")
"""How a row tells of a field's instruction; it is no text, and says nothing about any."""
_LIKE_TAG = r"/?(?:b|i|u|highlight|header|RunInHeader|definition|a|font|hidden|field)[\s>]"
_LOOKS_LIKE_TAG = re.compile(f"<(?={_LIKE_TAG})")
_ESCAPED_TAG = re.compile(f"&lt;(?={_LIKE_TAG})")
_GIVEN = re.compile(r"""([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_FLAGS: dict[str, Look] = {
    "b": Look(bold=True),
    "i": Look(italic=True),
    "u": Look(underline=True),
    "highlight": Look(highlight=True),
    "header": Look(role="header"),
    "RunInHeader": Look(role="header"),
    "definition": Look(role="definition"),
    "hidden": PLAIN,
}


def parse(text: str) -> list[Span]:
    """The spans of a text with tags; refused if a tag is not closed, or closed before it was opened."""
    spans: list[Span] = []
    open_tags: list[tuple[str, Look]] = []
    reached = 0
    text = _FIELD.sub("", text)
    for tag in _TAG.finditer(text):
        _add(spans, text[reached : tag.start()], open_tags)
        reached = tag.end()
        if not tag["close"]:
            open_tags.append((tag["name"], _look(tag["name"], tag["given"] or "")))
            continue
        if not open_tags or open_tags[-1][0] != tag["name"]:
            inside = f"while <{open_tags[-1][0]}> is open" if open_tags else "and was never opened"
            raise InvalidArgumentError(
                f"The tag </{tag['name']}> stands at {tag.start()} {inside}.",
                "Close each tag, the last opened first; write &lt; for a < that is text.",
            )
        open_tags.pop()
    if open_tags:
        raise InvalidArgumentError(
            f"The tag <{open_tags[-1][0]}> is never closed.", f"End it with </{open_tags[-1][0]}>."
        )
    _add(spans, text[reached:], open_tags)
    return spans


def _add(spans: list[Span], text: str, open_tags: Sequence[tuple[str, Look]]) -> None:
    if not text:
        return
    text = _ESCAPED_TAG.sub("<", text)
    look = PLAIN
    for _, each in open_tags:
        look = each.over(look)
    if spans and spans[-1].look == look:
        spans[-1] = Span(spans[-1].text + text, look)
    else:
        spans.append(Span(text, look))


def _look(tag: str, given: str) -> Look:
    values = {found[1].lower(): found[2] or found[3] or "" for found in _GIVEN.finditer(given)}
    if tag == "a":
        return Look(href=_address(values.get("href", "")))
    if tag == "font":
        return _font(values)
    return _FLAGS[tag]


def _address(href: str) -> str:
    href = href.replace("&amp;", "&").replace("&quot;", '"')
    if not re.match(r"(?:https?:|mailto:|ftp:|tel:|#)", href, re.IGNORECASE):
        raise InvalidArgumentError(
            f"{href!r} is no address for a link.", "Give href as https:, http:, mailto:, ftp:, tel: or #bookmark."
        )
    return href


def _font(values: dict[str, str]) -> Look:
    color, size = values.get("color"), values.get("size")
    if color is not None and not re.fullmatch(r"#?[0-9A-Fa-f]{6}|auto", color):
        raise InvalidArgumentError(f"{color!r} is no color.", "Give six hex digits, such as FF0000.")
    if size is not None and not (re.fullmatch(r"\d{1,3}(?:\.[05])?", size) and 1 <= float(size) <= 400):
        raise InvalidArgumentError(f"{size!r} is no font size.", "Give points in steps of a half, such as 10.5.")
    return Look(
        color=color.lstrip("#").upper() if color and color != "auto" else color,
        size=float(size) if size else None,
        font=values.get("face") or values.get("name"),
    )


def plain(spans: Sequence[Span]) -> str:
    """The text of spans without their looks."""
    return "".join(span.text for span in spans)


def cut(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """The spans of a range of their text."""
    found: list[Span] = []
    at = 0
    for span in spans:
        text = span.text[max(0, start - at) : max(0, end - at)]
        if text:
            found.append(Span(text, span.look))
        at += len(span.text)
    return found


def has_tags(text: str) -> bool:
    return bool(_TAG.search(text) or _FIELD.search(text) or _ESCAPED_TAG.search(text))


def escape(text: str) -> str:
    """A text in which nothing is a tag, though it may look like one."""
    return _LOOKS_LIKE_TAG.sub("&lt;", text)
