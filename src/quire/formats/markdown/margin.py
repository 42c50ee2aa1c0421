"""What stands before the content of each line in a container: the marks of quotes, the indentation of items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import BYTE_ORDER_MARK, Definition, FootnoteDefinition, ListItem, Quote
from quire.formats.markdown.lines import line_end, line_start

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.formats.markdown.blocks import Block

_FOOTNOTE_INDENT = 4
_DEEPEST_MARK = 3
"""How many columns a quote's mark may be indented; further in it is code or text."""


class Margin:
    """The margin of some containers, outermost first; `text` is that of a new line, `blank` that of an empty one.

    It is spelled as on the line that is given, if the margin of that line is spelled out there."""

    def __init__(self, source: str, containers: Iterable[Block], line: int | None = None) -> None:
        self._source = source
        self._steps: list[tuple[Block, int]] = []
        for container in containers:
            if isinstance(container, Quote | ListItem | FootnoteDefinition | Definition):
                self._steps.append((container, self._width(container)))
        self.text = "".join("> " if isinstance(each, Quote) else " " * width for each, width in self._steps)
        if line is not None:
            self.text = self._spelled(line) or self.text

    @property
    def blank(self) -> str:
        return self.text.rstrip()

    def before(self, line: int) -> Margin:
        """The margin of those containers that begin before a line."""
        return Margin(self._source, [container for container, _ in self._steps if container.start < line])

    def end(self, line: int) -> tuple[int, bool]:
        """Where the content of a line begins, and whether all of the margin is there; a lazy line lacks some of it.

        Behind a tab that is only partly margin the rest of the tab is passed over."""
        cursor = _Cursor(self._source, line)
        complete = all(cursor.enter(container, width) for container, width in self._steps)
        return cursor.behind_tab, complete

    def _spelled(self, line: int) -> str | None:
        end, complete = self.end(line)
        spelled = self._source[line:end]
        if not complete or spelled.strip(" \t>") or _columns(spelled) not in (_columns(self.text), len(self.blank)):
            return None
        return f"{spelled} " if spelled.endswith(">") else spelled

    def _width(self, container: Block) -> int:
        """How many columns a container's content is indented further than the container."""
        if isinstance(container, Quote):
            return 0
        if isinstance(container, FootnoteDefinition):
            return _FOOTNOTE_INDENT
        start = line_start(self._source, container.start)
        cursor = _Cursor(self._source, start)
        for outer, width in self._steps:
            cursor.enter(outer, width)
        if isinstance(container, ListItem):
            return container.content_column - cursor.column
        return _columns(self._source[start : container.inner_start]) - cursor.column


class _Cursor:
    """Walks through the margin of one line, by columns: a tab may be part margin, part content."""

    def __init__(self, source: str, line: int) -> None:
        self._source = source
        self._line = line
        self._line_end = line_end(source, line)
        self.position = line + source.startswith(BYTE_ORDER_MARK, line)
        self.column = 0  # how much of the line is margin
        self._reached = 0  # the column at which the position is

    @property
    def behind_tab(self) -> int:
        return self.position + (self._reached < self.column)

    def enter(self, container: Block, width: int) -> bool:
        """Pass over what a line needs to be in a container; stay where it is missing."""
        if self._line <= container.start <= self._line_end:
            return self._pass_marker(container)
        return self._pass_quote_mark() if isinstance(container, Quote) else self._pass_white(width)

    def _pass_marker(self, container: Block) -> bool:
        if isinstance(container, Quote):
            self._jump(container.start + 1)
            self._pass_white(1)
        else:
            self._jump(container.inner_start)
        if isinstance(container, ListItem):
            self.column = container.content_column
        return True

    def _pass_quote_mark(self) -> bool:
        mark = self.position
        while self._source[mark : mark + 1] in (" ", "\t"):
            mark += 1
        indent = _columns(self._source[self._line : mark]) - self.column
        if self._source[mark : mark + 1] != ">" or indent > _DEEPEST_MARK:
            return False
        self._jump(mark + 1)
        self._pass_white(1)
        return True

    def _pass_white(self, width: int) -> bool:
        before = (self.position, self.column, self._reached)
        target = self.column + width
        while self._reached < target and self._source[self.position : self.position + 1] in (" ", "\t"):
            following = _columns(self._source[self._line : self.position + 1])
            if following > target:
                self.column = target
                return True
            self.position, self._reached = self.position + 1, following
        self.column = min(target, self._reached)
        if self.column < target:
            self.position, self.column, self._reached = before
            return False
        return True

    def _jump(self, position: int) -> None:
        self.position = position
        self.column = self._reached = _columns(self._source[self._line : position])


def _columns(text: str) -> int:
    return len(text.removeprefix(BYTE_ORDER_MARK).expandtabs(4))
