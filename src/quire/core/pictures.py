"""The pictures that content names."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NotBase64
from typing import TYPE_CHECKING, Literal

from quire.core.content import Picture
from quire.core.rewriting import with_spans

if TYPE_CHECKING:
    from quire.core.content import Content, Span

Wrap = Literal["inline", "square", "tight", "behind", "inFront"]
"""How the text goes around a picture."""

_DATA = re.compile(r"data:image/[\w.+-]+;base64,", re.IGNORECASE)


def sources(content: Content) -> list[str]:
    """The names of the pictures in content, each once."""
    found: dict[str, None] = {}

    def note(span: Span) -> tuple[Span]:
        if isinstance(span, Picture):
            found[span.source] = None
        return (span,)

    with_spans(content, note)
    return list(found)


def inline(source: str) -> bytes | None:
    """The data of a picture whose name is its data."""
    beginning = _DATA.match(source)
    try:
        return b64decode(source[beginning.end() :], validate=True) if beginning else None
    except NotBase64:
        return None


def held(content: Content) -> dict[str, bytes]:
    """The data of the pictures that content itself holds, by their names."""
    found = ((source, inline(source)) for source in sources(content))
    return {source: data for source, data in found if data}
