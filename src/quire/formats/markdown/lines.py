"""The lines of a source: where they begin and end."""

from __future__ import annotations

import re

from quire.formats.markdown.blocks import BYTE_ORDER_MARK, WHITE

ENDING = re.compile(r"\r\n|\n|\r")


def line_ending(text: str) -> str:
    """The line ending that a text uses, by its first one."""
    found = ENDING.search(text)
    return found[0] if found else "\n"


def line_start(text: str, position: int) -> int:
    """Where the line of a position begins."""
    newline = text.rfind("\n", 0, position)
    return max(newline, text.rfind("\r", newline + 1, position)) + 1


def line_end(text: str, position: int) -> int:
    """Where the line of a position ends, before its line ending."""
    found = ENDING.search(text, position)
    return found.start() if found else len(text)


def next_line(text: str, position: int) -> int | None:
    """Where the line behind that of a position begins, if there is one."""
    found = ENDING.search(text, position)
    return found.end() if found else None


def is_blank(text: str, line: int) -> bool:
    """Whether nothing stands on a line but white space and the marks of quotes."""
    return not text[line : line_end(text, line)].strip(WHITE + ">" + BYTE_ORDER_MARK)


def is_tight(gap: str) -> bool:
    """Whether what stands between two blocks has no blank line."""
    return len(ENDING.findall(gap)) < 2
