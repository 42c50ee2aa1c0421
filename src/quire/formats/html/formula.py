"""Formulas as MathML that a page may hold: known elements with known attributes, and nothing else."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

from quire.formats.latex import RESTORED, mathml

_ELEMENT = re.compile(
    "math|m(?:enclose|fenced|frac|i|multiscripts|n|o|over|padded|phantom|prescripts|root|row|s|space|sqrt|style|sub|"
    "subsup|sup|table|td|text|tr|under|underover)|none"
)
_ATTRIBUTE = re.compile(
    "accent(?:under)?|close|column(?:align|lines|spacing)|depth|display(?:style)?|fence|form|height|largeop|"
    "line(?:break|thickness)|[lr]space|math(?:size|variant)|(?:max|min)size|movablelimits|notation|open|"
    "row(?:lines|spacing)|scriptlevel|separators?|stretchy|symmetric|voffset|width"
)
_VALUE = re.compile(r"[\w .,%+()\[\]{}|‖⟨⟩⌈⌉⌊⌋/-]*")
_MACRO = re.compile(r"\\[A-Za-z]")


def formula(latex: str, *, is_block: bool = False) -> str:
    """A formula as it stands in a page; as code where it cannot be understood."""
    found = mathml(latex)
    written = _Writer(is_block).written(found) if found else None
    if written is None:
        return f"<pre><code>{escape(latex)}</code></pre>" if is_block else f"<code>{escape(latex)}</code>"
    return written


class _Writer(HTMLParser):
    """Writes anew what the library wrote."""

    def __init__(self, is_block: bool) -> None:
        super().__init__()
        self._is_block = is_block
        self._written: list[str] = []
        self._is_sound = True

    def written(self, source: str) -> str | None:
        """The formula; None if there is anything in it that is none of a formula's."""
        self.feed(source)
        self.close()
        return "".join(self._written) if self._is_sound else None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_sound &= bool(_ELEMENT.fullmatch(tag))
        if tag == "math":
            attrs = [("display", "block" if self._is_block else "inline")]
        kept = [
            f' {name}="{value}"'
            for name, value in attrs
            if _ATTRIBUTE.fullmatch(name) and _VALUE.fullmatch(value or "")
        ]
        self._written.append(f"<{tag}{''.join(kept)}>")

    def handle_endtag(self, tag: str) -> None:
        self._is_sound &= bool(_ELEMENT.fullmatch(tag))
        self._written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._is_sound &= not _MACRO.match(data)
        self._written.append(escape(data.translate(RESTORED)))
