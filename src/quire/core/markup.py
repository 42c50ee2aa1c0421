"""HTML in a document: nothing of it is carried out, and what a reader would see of it is text."""

from __future__ import annotations

import re
from html import unescape

_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE)
_LINE_BREAK = re.compile(r"<br[ \t\n]*/?>", re.IGNORECASE)


def legible(html: str) -> str:
    """What a reader would see of HTML, in one line."""
    return " ".join(unescape(_UNSEEN.sub(" ", html)).split())


def is_line_break(tag: str) -> bool:
    return bool(_LINE_BREAK.fullmatch(tag.strip()))
