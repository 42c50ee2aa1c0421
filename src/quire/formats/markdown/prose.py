"""Lines that are to be read as running text, whatever they begin with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.formats.markdown.blocks import MathBlock, Paragraph, parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# What a line begins with that may begin a block: a mark, or a number with its dot.
_MARK = re.compile(r"[ \t]*(?:(?=[!-/:-@\[-`{-~])|\d{1,9}(?=[.)]))")
_LABEL = re.compile(r"[ \t]*\[[^\]]*\]:")


def is_prose(lines: Sequence[str]) -> bool:
    """Whether lines without a blank one between them are one paragraph."""
    text = "\n" + "\n".join(lines)
    children = parse(text).children
    return len(children) == 1 and isinstance(children[0], Paragraph | MathBlock) and children[0].end == len(text)


def as_prose(lines: Sequence[str]) -> list[str]:
    """The lines with a backslash, or without indentation, where they would else be anything but paragraphs."""
    result: list[str] = []
    for run in _runs(lines):
        result += run if not run[0].strip() or is_prose(run) else _tamed(run)
    return result


def _runs(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines with text that follow each other together, blank ones alone."""
    run: list[str] = []
    for line in lines:
        if line.strip():
            run.append(line)
            continue
        if run:
            yield run
            run = []
        yield [line]
    if run:
        yield run


def _tamed(run: list[str]) -> list[str]:
    tamed: list[str] = []
    for line in run:
        # Two lines and a word before them show whatever begins with either: an underline, a table, a list.
        context = [*(["x"] if len(tamed) > 1 else []), *tamed[-1:]]
        tamed.append(line if is_prose([*context, line]) and not _LABEL.match(line) else _escaped(line, bool(tamed)))
    return tamed if is_prose(tamed) else [_escaped(line, bool(number)) for number, line in enumerate(run)]


def _escaped(line: str, continues: bool) -> str:
    if not continues:
        line = line.lstrip(" \t")
        if is_prose([line]) and not _LABEL.match(line):
            return line
    found = _MARK.match(line)
    return f"{line[: found.end()]}\\{line[found.end() :]}" if found else line
