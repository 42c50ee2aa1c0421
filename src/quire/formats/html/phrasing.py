"""Spans as HTML. All text is escaped; links lead to the web, to files or to places in the page, and run nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from quire.core.content import Break, Formula, Link, Markup, Note, Picture, Text
from quire.core.markup import is_line_break
from quire.formats.html.formula import formula
from quire.formats.html.picture import content_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from quire.core.content import Mark, Span

_TAGS: dict[Mark, str] = {
    "code": "code",
    "bold": "strong",
    "italic": "em",
    "strike": "s",
    "underline": "u",
    "highlight": "mark",
    "superscript": "sup",
    "subscript": "sub",
}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SCHEMES = frozenset(("http", "https", "mailto", "ftp", "tel"))
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e]")


class Phrasing:
    """Writes the spans of one page; knows its pictures, and counts the marks of its notes."""

    def __init__(self, pictures: Mapping[str, bytes], notes: Iterable[str]) -> None:
        self._pictures = pictures
        self._known = set(notes)
        self.notes: list[str] = []
        """The names of the notes whose marks were written, in their order."""

    def of(self, spans: Iterable[Span]) -> str:
        return "".join(self._span(span) for span in spans)

    def _span(self, span: Span, *, in_link: bool = False) -> str:
        match span:
            case Text(text, marks):
                return _marked(escape(text, quote=False), marks)
            case Link(spans, address, title):
                inside = "".join(self._span(each, in_link=True) for each in spans)
                return inside if in_link else _link(inside, address, title)
            case Picture():
                return self._picture(span, in_link=in_link)
            case Formula(latex):
                return formula(latex)
            case Note(name):
                return self._note(name, in_link=in_link)
            case Break():
                return "<br>"
            case Markup(source):
                return "<br>" if is_line_break(source) else ""

    def _picture(self, picture: Picture, *, in_link: bool) -> str:
        """A picture with its data; what is not at hand is its description, which leads to it."""
        data = self._pictures.get(picture.source)
        kind = content_type(data) if data else None
        if data is None or kind is None:
            inside = escape(picture.description or picture.source, quote=False)
            return inside if in_link else _link(inside, picture.source, picture.title)
        title = f' title="{escape(picture.title)}"' if picture.title else ""
        source = f"data:{kind};base64,{b64encode(data).decode()}"
        return f'<img src="{source}" alt="{escape(picture.description)}"{title}>'

    def _note(self, name: str, *, in_link: bool) -> str:
        if name not in self._known:
            return f"<sup>[{escape(name, quote=False)}]</sup>"
        is_first = name not in self.notes
        if is_first:
            self.notes.append(name)
        number = self.notes.index(name) + 1
        mark = f' id="note-mark-{number}"' if is_first else ""
        inside = str(number) if in_link else f'<a href="#note-{number}" role="doc-noteref">{number}</a>'
        return f"<sup{mark}>{inside}</sup>"


def _link(inside: str, address: str, title: str) -> str:
    if not is_harmless(address):
        return inside
    said = f' title="{escape(title)}"' if title else ""
    return f'<a href="{escape(address)}"{said}>{inside}</a>'


def is_harmless(address: str) -> bool:
    """Whether following an address runs nothing in the page."""
    bare = _UNSEEN.sub("", address)
    scheme = _SCHEME.match(bare)
    return bool(bare) and (scheme is None or scheme[1].lower() in _SCHEMES)


def _marked(text: str, marks: frozenset[Mark]) -> str:
    for mark, tag in _TAGS.items():
        if mark in marks:
            text = f"<{tag}>{text}</{tag}>"
    return text
