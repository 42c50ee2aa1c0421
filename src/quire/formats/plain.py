"""What Markdown has for programs, and what becomes of it where content is for readers alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.content import Break, Markup, MarkupBlock, Paragraph, Text
from quire.core.markup import is_line_break, legible
from quire.core.rewriting import with_blocks, with_spans
from quire.core.simplification import Simplification

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.core.content import Block, Span


def _without_front_matter(block: Block) -> Iterator[Block]:
    if not (isinstance(block, MarkupBlock) and block.kind != "html"):
        yield block


def _without_html(block: Block) -> Iterator[Block]:
    if not isinstance(block, MarkupBlock) or block.kind != "html":
        yield block
    elif said := legible(block.source):
        yield Paragraph((Text(said),))


def _without_tags(span: Span) -> Iterator[Span]:
    if not isinstance(span, Markup):
        yield span
    elif is_line_break(span.source):
        yield Break()


FRONT_MATTER = Simplification(
    "Front matter is left out.",
    "It is for programs; no reader expects it.",
    lambda content: with_blocks(content, _without_front_matter),
)
HTML = Simplification(
    "HTML tags and comments are left out; the text between tags stays.",
    "Word has no place for them, and in a page they could run or load something.",
    lambda content: with_spans(with_blocks(content, _without_html), _without_tags),
)
