"""Finding text as Word does: by letters, by its wildcards, or by regular expressions, within a time limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from quire.core.errors import InvalidArgumentError, LateError, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 2.0

_RECURSION = regex.compile(r"\(\?(?:R|[+-]?\d+|&\w+|P>\w+)\)")


def check_expression(expression: str) -> None:
    """Refuse an expression that is part of itself: such a one can take all memory before its time is over."""
    if found := _RECURSION.search(expression):
        raise regex.error(f"{found[0]} makes it a part of itself, which is not taken here")


@dataclass(frozen=True, slots=True)
class Query:
    """What to find, and what counts as the same."""

    text: str
    is_regular: bool = False
    has_wildcards: bool = False
    matches_case: bool = False
    whole_words: bool = False
    at_word_starts: bool = False
    at_word_ends: bool = False
    ignores_space: bool = False
    ignores_punctuation: bool = False

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Where it stands in a text, from the start; empty finds do not count."""
        try:
            for found in self._compiled().finditer(text, start, len(text) if end is None else end, timeout=SECONDS):
                if found.end() > found.start():
                    yield found.span()
        except TimeoutError as error:
            raise LateError(
                f"Searching for {self.text!r} takes longer than {SECONDS:g} seconds.",
                "Use a simpler expression, without repetitions inside repetitions.",
            ) from error

    def _compiled(self) -> regex.Pattern[str]:
        if not self.text:
            raise InvalidArgumentError("The query is empty.", "Give the text to find.")
        if self.is_regular and self.has_wildcards:
            raise InvalidArgumentError("Both useRegex and matchWildcards are set.", "Set one of them.")
        pattern = self.text if self.is_regular else self._wild() if self.has_wildcards else self._literal()
        if self.whole_words or self.at_word_starts:
            pattern = rf"(?<!\w)(?:{pattern})"
        if self.whole_words or self.at_word_ends:
            pattern = rf"(?:{pattern})(?!\w)"
        try:
            if self.is_regular:
                check_expression(pattern)
            return regex.compile(pattern, 0 if self.matches_case else regex.IGNORECASE)
        except (regex.error, RecursionError, OverflowError) as error:
            kind = "regular expression" if self.is_regular else "pattern of wildcards"
            raise InvalidArgumentError(
                f"{self.text!r} is no {kind}: {error}.", "Escape it with a backslash."
            ) from error

    def _literal(self) -> str:
        """Each letter as it is; between them what is to be ignored."""
        between = (r"\s*" if self.ignores_space else "") + (r"[\p{P}]*" if self.ignores_punctuation else "")
        kept = [
            letter
            for letter in self.text
            if not (self.ignores_space and letter.isspace())
            and not (self.ignores_punctuation and regex.fullmatch(r"\p{P}", letter))
        ]
        if not kept:
            raise NotFoundError(f"Nothing of {self.text!r} is left to find.", "Search for letters.")
        return f"(?:{between})".join(map(regex.escape, kept)) if between else regex.escape(self.text)

    def _wild(self) -> str:
        """Word's wildcards: ? * [a-z] [!a] {2,3} @ < > and a backslash before what is meant itself."""
        found: list[str] = []
        at = 0
        while at < len(self.text):
            letter = self.text[at]
            if letter == "\\" and at + 1 < len(self.text):
                at += 1
                found.append(regex.escape(self.text[at]))
            elif letter == "[" and "]" in self.text[at:]:
                end = self.text.index("]", at)
                found.append("[" + self.text[at + 1 : end].replace("!", "^", 1) + "]")
                at = end
            elif letter == "{" and "}" in self.text[at:]:
                end = self.text.index("}", at)
                found.append(self.text[at : end + 1].replace(";", ","))
                at = end
            else:
                found.append(_WILD.get(letter) or regex.escape(letter))
            at += 1
        return "".join(found)


_WILD = {"?": r"[^\n]", "*": r"[^\n]*?", "@": "+?", "<": r"(?<!\w)(?=\w)", ">": r"(?<=\w)(?!\w)", "(": "(", ")": ")"}
