"""What a page that is made of content says more simply, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.content import Content, Link, Picture, Text
from quire.core.rewriting import with_spans
from quire.core.simplification import Simplification
from quire.formats.html.picture import content_type
from quire.formats.plain import FRONT_MATTER, HTML

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quire.core.content import Span


def simplifications(pictures: Mapping[str, bytes]) -> tuple[Simplification, ...]:
    """All that is simplified where these pictures are at hand."""

    def pictured(content: Content) -> Content:
        return with_spans(content, lambda span: _described(span, pictures))

    return (
        FRONT_MATTER,
        HTML,
        Simplification(
            "A picture that is not at hand, or that not all browsers show, is its description, which leads to it.",
            "Nothing is fetched, and a page holds the pictures that it shows.",
            pictured,
        ),
    )


def _described(span: Span, pictures: Mapping[str, bytes]) -> Iterator[Span]:
    if isinstance(span, Picture) and content_type(pictures.get(span.source, b"")) is None:
        yield Link((Text(span.description or span.source),), span.source, span.title)
    else:
        yield span
