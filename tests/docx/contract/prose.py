"""A grammar for the sentences of a contract, over the words of `words.toml`.

A `{slot}` in a sentence is filled in by `Prose`; but `{ref}`, `{schedule}` and `{blank}`, which are more than words, by
the writer of the paragraph.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

NBSP = "\N{NO-BREAK SPACE}"
SLOT = re.compile(r"\{(\w+)\}")
_SIDES = (
    *(("Supplier", "Customer"), ("Customer", "Supplier")) * 3,
    ("Guarantor", "Supplier"),
    ("Customer", "Guarantor"),
)
"""Whom a clause is about, and who is on the other side."""

Topic = tuple[str, tuple[tuple[str, str], ...]]
"""The title of an article, and of each of its clauses with what that is about."""

# What tomllib reads is as loosely typed as what json reads.
_WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))

COMPANIES: list[tuple[str, str, str]] = [(first, second, third) for first, second, third in _WORDS["companies"]]
ARTICLES: list[Topic] = [
    (article["title"], tuple((title, about) for title, about in article["clauses"])) for article in _WORDS["articles"]
]
TERMS: dict[str, str] = _WORDS["terms"]
DERIVED_TERMS: dict[str, str] = _WORDS["derived_terms"]
DERIVED_NOUNS: list[str] = _WORDS["derived_nouns"]
SENTENCES: list[str] = _WORDS["sentences"]
LEADS: list[tuple[str, str]] = _WORDS["leads"]
ITEMS: dict[str, list[str]] = _WORDS["items"]
SUBITEMS: list[str] = _WORDS["subitems"]
INCLUSIONS: list[str] = _WORDS["inclusions"]
TAILS: dict[str, str] = _WORDS["tails"]
BOILERPLATE: list[str] = _WORDS["boilerplate"]
FOOTNOTES: list[str] = _WORDS["footnotes"]
ENDNOTES: list[str] = _WORDS["endnotes"]
COMMENTS: list[tuple[str, tuple[str, ...]]] = [(text, tuple(replies)) for text, *replies in _WORDS["comments"]]
CHANGES: dict[str, list[tuple[str, str, str]]] = _WORDS["changes"]
"""Changes of each kind: the words before it with the old words at their end, the old words, the new words."""
BLANKS: list[str] = _WORDS["blanks"]
LAWS: list[str] = _WORDS["laws"]
DATES: list[str] = _WORDS["dates"]
COUNTS = {
    "two": 2,
    "three": 3,
    "five": 5,
    "seven": 7,
    "ten": 10,
    "fourteen": 14,
    "twenty": 20,
    "thirty": 30,
    "sixty": 60,
}


def stop_after(place: int, count: int) -> str:
    """What ends an item of a list."""
    return "." if place == count - 1 else "; and" if place == count - 2 else ";"


class Prose:
    """Sentences for a clause, each with its slots filled in, but for those that are more than words."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._last: dict[int, str] = {}
        self.choose_sides()

    def choose_sides(self) -> None:
        """Choose whom the next sentences are about, and who is on the other side."""
        self._party, self._other = self._chance.choice(_SIDES)

    def sentences(self, count: int, about: str) -> str:
        return " ".join(self._fill(self._next(SENTENCES), about) for _ in range(count))

    def lead(self, about: str) -> tuple[str, str]:
        """A lead-in to a list, and of which kind the items of that are."""
        text, kind = self._chance.choice(LEADS)
        return self._fill(text, about), kind

    def items(self, kind: str, count: int, about: str) -> list[str]:
        """Items without their stops."""
        return [self._fill(text, about) for text in self._chance.sample(ITEMS[kind], min(count, len(ITEMS[kind])))]

    def subitems(self, count: int) -> list[str]:
        return [self._fill(text, "") for text in self._chance.sample(SUBITEMS, count)]

    def definition(self, term: str) -> str:
        if term in TERMS:
            return self._fill(TERMS[term], "")
        noun, _, kind = term.partition(" ")
        return self._fill(DERIVED_TERMS[kind].replace("{noun}", noun), "")

    def one_of(self, texts: Sequence[str]) -> str:
        return self._fill(self._next(texts), "the Services")

    def amount(self) -> str:
        currency = self._chance.choice(("€", "£", "USD", "SEK"))
        return f"{currency}{NBSP}{self._chance.choice((25, 50, 80, 120, 250, 400, 750, 1200, 5000)) * 1000:,}"

    def _next(self, texts: Sequence[str]) -> str:
        """One of several, and not the same again at once."""
        found = self._chance.choice([text for text in texts if text != self._last.get(id(texts))])
        self._last[id(texts)] = found
        return found

    def _fill(self, text: str, about: str) -> str:
        party, other = self._party, self._other
        words = {"party": f"the {party}", "Party": f"The {party}", "other": f"the {other}", "Other": f"The {other}"}
        return SLOT.sub(lambda found: words.get(found[1]) or self._word(found[1], about) or found[0], text)

    def _word(self, slot: str, about: str) -> str | None:
        chance = self._chance
        match slot:
            case "object":
                return about
            case "term":
                return f"the {chance.choice(('Transition Plan', 'Exit Plan', 'Disclosure Letter', 'Monthly Report'))}"
            case "amount":
                return self.amount()
            case "percent":
                word, number = chance.choice((("two", 2), ("four", 4), ("five", 5), ("ten", 10)))
                return f"{word} per cent ({number}{NBSP}%)"
            case "days":
                return self._period(("five", "seven", "ten", "fourteen", "thirty", "sixty"), ("days", "Business Days"))
            case "months":
                return self._period(("three", "ten", "twenty", "thirty"), ("months",))
            case "years":
                return self._period(("two", "three", "five", "seven", "ten"), ("years",))
            case "law":
                return chance.choice(LAWS)
            case "date":
                return chance.choice(DATES).replace(" ", NBSP, 1)
        return None

    def _period(self, counts: tuple[str, ...], units: tuple[str, ...]) -> str:
        count = self._chance.choice(counts)
        return f"{count} ({COUNTS[count]}){NBSP}{self._chance.choice(units)}"
