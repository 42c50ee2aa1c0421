"""Finding text as Word does: by letters, by its wildcards, or by regular expressions, within a time limit."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from quire.core.errors import InvalidArgumentError, LateError
from quire.core.typography import any_variant, has_variants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SECONDS = 2.0
LONGEST_TEXT = 10_000
LONGEST_PATTERN = 1_000
"""Looking for a stretch of letters that repeat themselves takes the library a time that grows with its length cubed."""
_PIECE = 50
SHOWN = 200
LONGEST_WORDING = 10_000_000
"""Characters of groups in what takes the place of all matches."""
MOST_WRITTEN_OUT = 100_000
"""Signs of an expression with all repetitions that are counted written out: about so many the library remembers."""

_RECURSION = regex.compile(r"\(\?(?:R|[+-]?\d+|&\w+|P>\w+)\)")
"""Where an expression is part of itself: such a one can take all memory before its time is over."""


def compiled(
    pattern: str, *, said: str, kind: str = "regular expression", matches_case: bool, longest: int = LONGEST_PATTERN
) -> regex.Pattern[str]:
    """An expression, if it is one; `said` is what its author wrote."""
    try:
        if len(said) > longest:
            raise OverflowError(f"it has {len(said):,} characters")
        if (size := _written_out(pattern)) > MOST_WRITTEN_OUT:
            raise OverflowError(f"its repetitions within repetitions stand for {size:,} signs")
        if found := _RECURSION.search(pattern):
            raise regex.error(f"{found[0]} makes it a part of itself, which is not taken here")
        return regex.compile(pattern, 0 if matches_case else regex.IGNORECASE)
    except (regex.error, RecursionError, OverflowError, MemoryError, ValueError) as error:
        raise InvalidArgumentError(
            f"{_short(said)!r} is no {kind}: {error}.", "Escape special characters with a backslash."
        ) from error


_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d*)(?:,(\d*))?\}|[()]|.", re.DOTALL)


def _written_out(pattern: str) -> int:
    """How many signs an expression has, each as often as it is to be repeated by count."""
    sums, last = [0], 0
    for found in _SIGN.finditer(pattern):
        counts = [int(each) for each in found.groups() if each]
        if found[0] == "(":
            sums.append(0)
            last = 0
        elif found[0] == ")" and len(sums) > 1:
            last = sums.pop()
            sums[-1] += last
        elif counts and max(counts) > 0:
            sums[-1] += last * (max(counts) - 1)
            last *= max(counts)
        else:
            last = 1
            sums[-1] += 1
    return sum(sums)


class Patience:
    """The time that one search may take in all, of the thread it runs in, however busy the machine is."""

    def __init__(self) -> None:
        self._left = SECONDS

    def finds(
        self, expression: regex.Pattern[str], said: str, text: str, start: int = 0, end: int | None = None
    ) -> Iterator[regex.Match[str]]:
        """Where an expression is found in a text; empty finds do not count."""
        begin = time.thread_time()
        behind = len(text) if end is None else end
        try:
            for found in expression.finditer(text, start, behind, timeout=self._left, concurrent=True):
                if found.end() > found.start():
                    yield found
        except TimeoutError as error:
            raise _late(said) from error
        self._left -= time.thread_time() - begin
        if self._left <= 0:
            raise _late(said)


def _late(said: str) -> LateError:
    return LateError(
        f"Searching for {_short(said)!r} takes longer than {SECONDS:g} seconds.",
        "Use a simpler expression, without repetitions inside repetitions.",
    )


def _short(said: str) -> str:
    return said if len(said) < SHOWN else f"{said[:SHOWN]}…"


def _letter(letter: str) -> str:
    """A letter as it is."""
    return str(regex.escape(letter))


def _in_pieces(text: str, spell: Callable[[str], str]) -> str:
    """A text as an expression that the library does not take for one long stretch of letters."""
    pieces = ["".join(map(spell, text[at : at + _PIECE])) for at in range(0, len(text), _PIECE)]
    return "".join(f"(?>{piece})" for piece in pieces) if len(pieces) > 1 else pieces[0]


class Wording:
    r"""What takes the place of a match: a text, in which those of an expression may refer to their groups.

    `$1` to `$9`, `\1` to `\9`, `\g<1>` and `\g<name>` are groups, `$$` is a dollar, `\\` a backslash, and `\n` and `\t`
    are what they are in expressions."""

    def __init__(self, said: str, expression: regex.Pattern[str] | None) -> None:
        self._said = said
        self._references = [] if expression is None else list(_REFERENCE.finditer(said))
        self._room = LONGEST_WORDING
        for found in self._references:
            if expression is not None and not found["sign"]:
                _check_group(found, expression)

    def of(self, match: regex.Match[str]) -> str:
        """What takes the place of one match; a group that took no part in it is empty."""
        if not self._references:
            return self._said
        groups = (match.span(_group(found)) for found in self._references if not found["sign"])
        self._room -= sum(end - start for start, end in groups)
        if self._room < 0:
            raise InvalidArgumentError(
                f"The groups that the replacement refers to have more than {LONGEST_WORDING:,} characters in all.",
                "Refer to shorter groups, or narrow the scope.",
            )
        return _REFERENCE.sub(lambda found: _expanded(found, match), self._said)


_REFERENCE = re.compile(
    r"(?P<sign>\$\$|\\[\\nt])|\$(?P<dollar>[1-9])|\\(?P<number>[1-9])|\\g<(?P<name>\w{1,99})>", re.ASCII
)
_SIGNS = {"$$": "$", "\\\\": "\\", "\\n": "\n", "\\t": "\t"}


def _group(found: re.Match[str]) -> int | str:
    """The group that is referred to, by its number or its name."""
    named = found["dollar"] or found["number"] or found["name"]
    return int(named) if named.isdigit() else str(named)


def _check_group(found: re.Match[str], expression: regex.Pattern[str]) -> None:
    group = _group(found)
    if group not in (*range(expression.groups + 1), *expression.groupindex):
        way_out = " Write $$ for a dollar sign." if found["dollar"] else ""
        raise InvalidArgumentError(
            f"The replacement has {found[0]!r}, but the expression has no group {group}.",
            f"It has {expression.groups} groups: put parentheses around what is to be a group.{way_out}",
        )


def _expanded(found: re.Match[str], match: regex.Match[str]) -> str:
    return _SIGNS[found["sign"]] if found["sign"] else match[_group(found)] or ""


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
    to_the_letter: bool = False

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Where it stands in a text, from the start."""
        for found in self.matches(text, start, end):
            yield found.span()

    def matches(self, text: str, start: int = 0, end: int | None = None) -> Iterator[regex.Match[str]]:
        """The same, with the groups of each match."""
        patience = Patience()
        for expression in self.expressions():
            found = patience.finds(expression, self.text, text, start, end)
            for first in found:
                yield first
                yield from found
                return

    def expressions(self) -> Sequence[regex.Pattern[str]]:
        """What is looked for; each only where the one before it is found nowhere.

        Plain text is looked for to the letter, and then in other quotes and dashes."""
        exact = self.compiled()
        is_plain = not (self.is_regular or self.has_wildcards or self.to_the_letter)
        return (exact, self._compiled(any_variant)) if is_plain and has_variants(self.text) else (exact,)

    def wording(self, replacement: str) -> Wording:
        """What takes the place of its matches."""
        expression = self.compiled()
        return Wording(replacement, expression if self.is_regular else None)

    def compiled(self) -> regex.Pattern[str]:
        """What is looked for, if it can be."""
        return self._compiled(_letter)

    def _compiled(self, spell: Callable[[str], str]) -> regex.Pattern[str]:
        if not self.text:
            raise InvalidArgumentError("The query is empty.", "Give the text to find.")
        if self.is_regular and self.has_wildcards:
            raise InvalidArgumentError("Both useRegex and matchWildcards are set.", "Set one of them.")
        pattern = self.text if self.is_regular else self._wild() if self.has_wildcards else self._literal(spell)
        if self.whole_words or self.at_word_starts:
            pattern = rf"(?<!\w)(?:{pattern})"
        if self.whole_words or self.at_word_ends:
            pattern = rf"(?:{pattern})(?!\w)"
        kind = "pattern of wildcards" if self.has_wildcards else "regular expression"
        longest = LONGEST_PATTERN if self.is_regular or self.has_wildcards else LONGEST_TEXT
        return compiled(pattern, said=self.text, kind=kind, matches_case=self.matches_case, longest=longest)

    def _literal(self, spell: Callable[[str], str]) -> str:
        """Each letter as it is spelt; between them what is to be ignored."""
        between = (r"\s*" if self.ignores_space else "") + (r"[\p{P}]*" if self.ignores_punctuation else "")
        kept = [
            letter
            for letter in self.text
            if not (self.ignores_space and letter.isspace())
            and not (self.ignores_punctuation and regex.fullmatch(r"\p{P}", letter))
        ]
        if not kept:
            raise InvalidArgumentError(f"Nothing of {self.text!r} is left to find.", "Search for letters.")
        return f"(?:{between})".join(map(spell, kept)) if between else _in_pieces(self.text, spell)

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
