"""The clauses of a contract and their numbers, known before a word of them is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tests.docx.contract.prose import ARTICLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

Layout = Literal["separated", "run-in", "headed", "plain"]
"""How a clause shows its title: before a style separator, as the first words of its text, on its own line, or never."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a multilevel list, as numbering.xml has it."""

    format: Literal["decimal", "lowerLetter", "lowerRoman", "upperLetter"]
    text: str
    restarts: bool = True


LEGAL = (
    Level("decimal", "%1."), Level("decimal", "%1.%2"), Level("lowerLetter", "(%3)"), Level("lowerRoman", "(%4)"),
)  # fmt: skip
SCHEDULES = (
    Level("decimal", "Schedule %1"), Level("decimal", "%2."), Level("lowerLetter", "(%3)"),
    Level("decimal", "Item %4", restarts=False),
)  # fmt: skip
RECITALS = (Level("upperLetter", "(%1)"),)
DEFINITION_ITEMS = (Level("lowerLetter", "(%1)"),)


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a paragraph in a list: how often each level was counted, down to its own."""

    levels: tuple[Level, ...]
    counts: tuple[int, ...]

    @property
    def label(self) -> str:
        """What stands before the paragraph."""
        own = self.levels[len(self.counts) - 1]
        return re.sub(r"%(\d)", lambda found: self._figure(int(found[1]) - 1), own.text)

    @property
    def in_full(self) -> str:
        r"""The result of `REF \w`: the number in full context."""
        return self._after(0)

    def seen_from(self, other: Number | None) -> str:
        r"""The result of `REF \r` in a paragraph with the other number: without what both have in common."""
        if other is None or other.levels is not self.levels:
            return self.in_full
        shared = 0
        while shared < min(len(self.counts), len(other.counts)) and self.counts[shared] == other.counts[shared]:
            shared += 1
        return self._after(min(shared, len(self.counts) - 1))

    def _after(self, depth: int) -> str:
        """Its label and those of the levels above it down from a depth, as far as it does not itself contain them."""
        own = self.label.removesuffix(".")
        above = Number(self.levels, self.counts[:-1])
        contains_others = f"%{len(self.counts)}" != re.sub(r"[^%\d]", "", self.levels[len(self.counts) - 1].text)
        return own if contains_others or len(above.counts) <= depth else above._after(depth) + own

    def _figure(self, level: int) -> str:
        count = self.counts[level]
        match self.levels[level].format:
            case "lowerLetter":
                return chr(ord("a") + count - 1)
            case "upperLetter":
                return chr(ord("A") + count - 1)
            case "lowerRoman":
                return _roman(count)
            case "decimal":
                return str(count)


class Numbering:
    """Counts the paragraphs of one list."""

    def __init__(self, levels: tuple[Level, ...]) -> None:
        self._levels = levels
        self._counts = [0] * len(levels)

    def count(self, level: int) -> Number:
        self._counts[level] += 1
        for deeper in range(level + 1, len(self._levels)):
            if self._levels[deeper].restarts:
                self._counts[deeper] = 0
        return Number(self._levels, tuple(self._counts[: level + 1]))


@dataclass(slots=True)
class Clause:
    """A numbered paragraph, and those under it."""

    number: Number
    id: str
    title: str = ""
    about: str = ""
    layout: Layout = "plain"
    children: list[Clause] = field(default_factory=list)
    bookmark: str = ""
    """The `_Ref` bookmark under which other clauses refer to it."""
    entry: str = ""
    """The `_Toc` bookmark to which the table of contents leads."""

    def walk(self) -> Iterator[Clause]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Outline:
    """All articles of a contract."""

    articles: tuple[Clause, ...]

    @property
    def entries(self) -> list[Clause]:
        """What the table of contents lists."""
        return [clause for clause in self.walk() if clause.entry]

    @property
    def targets(self) -> list[Clause]:
        """What other clauses refer to."""
        return [clause for clause in self.walk() if clause.bookmark]

    def walk(self) -> Iterator[Clause]:
        for article in self.articles:
            yield from article.walk()


def plan(chance: Random, articles: int, identify: Callable[[], str]) -> Outline:
    """The articles after the definitions' own, which is the first; `identify` gives the id of each paragraph."""
    numbering = Numbering(LEGAL)
    names = _names(chance)

    def clause(level: int, title: str = "", about: str = "", layout: Layout = "plain") -> Clause:
        made = Clause(numbering.count(level), identify(), title, about, layout)
        made.entry = next(names, "").format("_Toc") if layout in ("headed", "separated") else ""
        made.bookmark = next(names, "").format("_Ref") if chance.random() < _TARGETS[level] else ""
        return made

    def article(title: str, clauses: tuple[tuple[str, str], ...], layouts: dict[Layout, int]) -> Clause:
        made = clause(0, title, layout="headed")
        for name, about in clauses:
            (layout,) = chance.choices(list(layouts), list(layouts.values()))
            under = clause(1, name, about, layout)
            made.children.append(under)
            under.children = [*items(chance.choice(_ITEMS[under.layout]))] if about else []
        return made

    def items(count: int) -> Iterator[Clause]:
        for _ in range(count):
            item = clause(2)
            if chance.random() < 0.22:
                item.children = [clause(3) for _ in range(chance.randint(2, 4))]
            yield item

    definitions = article("Definitions and Interpretation", _INTERPRETATION, {"headed": 1})
    topics = [_topic(number, articles) for number in range(articles)]
    return Outline((definitions, *(article(title, clauses, _LAYOUTS) for title, clauses in topics)))


_INTERPRETATION = (("Definitions", ""), ("Interpretation", "this Agreement"), ("Order of Precedence", "the Schedules"))
_LAYOUTS: dict[Layout, int] = {"separated": 7, "run-in": 5, "headed": 4, "plain": 4}
"""How often clauses have each layout."""
_ITEMS: dict[Layout, tuple[int, ...]] = {
    "separated": (0, 0, 0, 3, 4, 5),
    "run-in": (0, 0, 3, 4, 6),
    "headed": (3, 4, 5, 6, 7),
    "plain": (0, 0, 0, 4),
}
_TARGETS = (0.8, 0.5, 0.15, 0.15)
"""The share of clauses of each level to which others refer."""


def _topic(number: int, articles: int) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The topic of an article: a short contract begins and ends like a long one, a very long one comes back to some."""
    if articles <= len(ARTICLES):
        place = number if number < articles - 2 else len(ARTICLES) - articles + number
        return ARTICLES[place]
    title, clauses = ARTICLES[number % len(ARTICLES)]
    return f"{title}: Supplementary Terms" if number >= len(ARTICLES) else title, clauses


def _names(chance: Random) -> Iterator[str]:
    """Names of bookmarks as Word makes them: a prefix and a number that grows, by fits and starts."""
    number = 171_000_000
    while True:
        number += chance.randint(1, 40_000)
        yield f"{{}}{number}"


def _roman(number: int) -> str:
    figures = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    written = ""
    for value, figure in figures:
        written += figure * (number // value)
        number %= value
    return written
