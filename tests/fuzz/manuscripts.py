"""Markdown as people write it, and as nobody would."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.corpus import MARKDOWN_FILES
from tests.fuzz.subject import MARKDOWN, SAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

LONGEST = 60_000

SOUP = (
    "# ", "## x\n", "- ", "* ", "1. ", "  - a\n", "    ", "\t", "> ", ">> ", "```\n", "~~~", "|", "|---|:-:|\n",
    "*", "**", "| a | b |\n", "_", "~~", "`", "``", "[", "](", "]", "[^1]", "[^1]: x\n", "![", "<!--", "-->",
    "<div>", "</div>", "$", "<a href='", "$$\n", "\\", "&amp;", "&#x0;", "---\n", "===\n", "\n", "\n\n", "\r\n",
    "\r", "\u2028", "\x0b", "\ufeff", "👩‍👩‍👧", "e\u0301", "你好", "שלום", "\u202e", "\u200b", "\ufffc",
    "title: x\n---\n", ":::note\n", "==x==", "^a^", "H~2~O", "https://example.org", "<https://a.b>", "- [ ] ",
    "- [x] ", "+", "&", "<", ">", "%%", "{{", "}}", "x", "xxxx",
)  # fmt: skip


@cache
def originals() -> tuple[str, ...]:
    """Texts to begin with."""
    files = [*MARKDOWN_FILES.values(), *sorted(SAMPLES.glob("*.md"))]
    return (MARKDOWN, "", *(path.read_bytes().decode("utf-8", "replace")[:LONGEST] for path in files))


def scribbled(chance: Random) -> str:
    """A Markdown text, changed somehow."""
    text = chance.choice(originals())
    ways: list[Callable[[str, Random], str]] = [_cut, _soup, _soup, _soup, _twice, _other_breaks, _indented, _pure_soup]
    for _ in range(chance.choice((0, 1, 2, 6))):
        text = chance.choice(ways)(text, chance)
    return text[: 4 * LONGEST]


def _cut(text: str, chance: Random) -> str:
    start, end = sorted(chance.choices(range(len(text) + 1), k=2))
    return chance.choice((text[start:end], text[:start] + text[end:]))


def _soup(text: str, chance: Random) -> str:
    for _ in range(chance.choice((1, 5, 40))):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(SOUP) * chance.choice((1, 1, 1, 3, 200)) + text[at:]
    return text


def _twice(text: str, chance: Random) -> str:
    start, end = sorted(chance.choices(range(len(text) + 1), k=2))
    return text[:end] + text[start:end] + text[end:]


def _other_breaks(text: str, chance: Random) -> str:
    return text.replace("\n", chance.choice(("\r\n", "\r", "\n\n", " \n")))


def _indented(text: str, chance: Random) -> str:
    before = chance.choice(("> ", "- ", "    ", "\t", "1. "))
    return "\n".join(before * chance.choice((0, 1, 1, 30)) + line for line in text.split("\n"))


def _pure_soup(_: str, chance: Random) -> str:
    return "".join(chance.choices(SOUP, k=chance.choice((3, 30, 2000))))
