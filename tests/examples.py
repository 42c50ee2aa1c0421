"""The examples of the specifications of Markdown, as a parser that is tested against them has them in its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.corpus import MARKO

if TYPE_CHECKING:
    from pathlib import Path

COMMONMARK = MARKO.kept / "commonmark.txt"
"""Version 0.31.2."""
GFM = MARKO.kept / "gfm.txt"
"""Version 0.29."""

_EXAMPLE = re.compile(r"^`{32} example[^\n]*\n(.*?)^\.\n", re.MULTILINE | re.DOTALL)


def commonmark_examples() -> list[str]:
    """The Markdown of every example of CommonMark."""
    return _examples(COMMONMARK)


def gfm_examples() -> list[str]:
    """The Markdown of every example of GitHub's specification that is none of CommonMark's."""
    known = set(commonmark_examples())
    return [example for example in dict.fromkeys(_examples(GFM)) if example not in known]


def _examples(specification: Path) -> list[str]:
    found = _EXAMPLE.findall(specification.read_text(encoding="utf-8"))
    return [example.replace("→", "\t") for example in found]
