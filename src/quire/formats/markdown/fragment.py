"""Markdown that is to stand in a document as blocks of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError
from quire.formats.markdown.blocks import CodeBlock, HtmlBlock, parse
from quire.formats.markdown.lines import ENDING
from quire.formats.markdown.margin import Margin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quire.formats.markdown.blocks import Block

_BLANK_EDGES = re.compile(r"\A(?:[ \t]*\n)+|(?:\n[ \t]*)+\Z")
_GUARD = "\n"
"""Before the text when it is read: what looks like front matter is none inside of a document."""

_HTML_ENDS = {
    "<!--": "-->",
    "<?": "?>",
    "<![cdata[": "]]>",
    "<script": "</script>",
    "<pre": "</pre>",
    "<style": "</style>",
    "<textarea": "</textarea>",
}
"""How HTML begins that goes on, over blank lines, until it ends."""


class Fragment:
    """Blocks in their own right: line endings are `\\n`, no blank lines around them, nothing left open at the end."""

    def __init__(self, source: str) -> None:
        self.text = _BLANK_EDGES.sub("", ENDING.sub("\n", source))
        if not self.text.strip():
            self.text = ""
        self._read = parse(_GUARD + self.text)
        self._close()

    def _close(self) -> None:
        """Close code that is left open; it would swallow what comes behind it."""
        last = self.last
        if isinstance(last, CodeBlock) and last.fence and not last.closed:
            self.text = f"{self.text}\n{last.fence}"
            self._read = parse(_GUARD + self.text)
        elif isinstance(last, HtmlBlock) and (end := missing_end(self.source(last))):
            raise InvalidArgumentError(
                f"The content ends in HTML that is never closed: {self.source(last)[:40]!r}.",
                f"It would swallow what stands behind it in the document: end it with {end}.",
            )

    @property
    def blocks(self) -> Sequence[Block]:
        return self._read.children

    @property
    def first(self) -> Block | None:
        return self.blocks[0] if self.blocks else None

    @property
    def last(self) -> Block | None:
        return self.blocks[-1] if self.blocks else None

    @property
    def only(self) -> Block | None:
        """The one block that this is, if it is one."""
        return self.blocks[0] if len(self.blocks) == 1 else None

    def source(self, block: Block) -> str:
        return self._read.source(block)

    def outdented(self, start: int, end: int, containers: Iterable[Block]) -> str:
        """The source between two offsets of its blocks, without the margin of containers."""
        return outdented(self._read.text, start, end, Margin(self._read.text, containers))

    def written(self, margin: str, ending: str) -> str:
        """The text behind the margin of its first line, with the margin before each further one."""
        return set_in(self.text, margin, ending)


def outdented(source: str, start: int, end: int, margin: Margin) -> str:
    """A piece of source without the margin of its lines, with `\\n` as line ending: `set_in` puts it elsewhere."""
    lines = []
    while ending := ENDING.search(source, start, end):
        lines.append(source[start : ending.start()])
        start = min(margin.end(ending.end())[0], end)
    return "\n".join([*lines, source[start:end]])


def set_in(text: str, margin: str, ending: str) -> str:
    """Lines that stand in containers: the first is behind its margin already, each further one gets it."""
    lines = text.split("\n")
    if margin:  # behind a margin a tab would reach less far than it did
        lines = [_TABS.sub(_spaces, line) for line in lines]
    return ending.join([lines[0], *(margin + line if line.strip() else margin.rstrip() for line in lines[1:])])


_TABS = re.compile(r"^[ \t]*\t")


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0].expandtabs(4))


def missing_end(html: str) -> str | None:
    """What HTML lacks that goes on, over blank lines, until it is closed."""
    lowered = html.lower()
    return next((end for start, end in _HTML_ENDS.items() if lowered.startswith(start) and end not in lowered), None)
