"""Spans as they are written in a line: with the marks around them, and a backslash where a letter would be markup."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Literal
from unicodedata import category

from quire.core.content import Break, Formula, Link, Mark, Markup, Note, Picture, Text
from quire.formats.markdown.normal import wrapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.content import Span

Place = Literal["paragraph", "term", "heading", "cell"]

_TAGS: dict[Mark, str] = {
    "underline": "u",
    "subscript": "sub",
    "superscript": "sup",
    "highlight": "mark",
    "strike": "s",
    "bold": "b",
    "italic": "i",
}
"""The elements that can stand for marks; of marks that reach equally far, the first is outside."""

_DELIMITERS: dict[Mark, str] = {"highlight": "==", "strike": "~~", "bold": "**", "italic": "*"}
_ORDER = tuple(_TAGS)

_ENTITY = r"&(?=\#\d{1,7};|\#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]*;)"
_PUNCTUATION = r"[!-/:-@\[-`{-~]"

# How a character is meant.
_OPAQUE, _DELIMITER, _LETTER, _LETTER_IN_BRACKETS = range(4)
Meaning = int


@dataclass(slots=True)
class _Piece:
    """A part of the line; the marks of one span that belong together have the same number."""

    text: str
    meaning: Meaning
    mark: Mark | None = None
    number: int = 0
    opens: bool = False


def phrase(spans: Sequence[Span], place: Place = "paragraph", *, is_alone: bool = True) -> str:
    """Write spans in normal form; unless they are alone, text that belongs to the same lines stands around them."""
    phrase = _Phrase(place)
    phrase.add_all(spans, frozenset(), _LETTER)
    phrase.settle()
    text, meanings = phrase.joined()
    return _escaped(text, meanings, place, is_alone)


class _Phrase:
    """The pieces of a line while it is written."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.pieces: list[_Piece] = []
        self.marks = 0

    def add_all(self, spans: Sequence[Span], around: frozenset[Mark], letter: Meaning) -> None:
        """Add spans with all marks but those that are around them already."""
        self.add_run(list(zip(spans, (marks - around for marks in _marks(spans)), strict=True)), letter)

    def add_run(self, run: Sequence[tuple[Span, frozenset[Mark]]], letter: Meaning) -> None:
        """Add spans with the marks that each of them needs, the one that reaches farthest outside."""
        index = 0
        while index < len(run):
            span, marks = run[index]
            if not marks:
                self.add(span, letter)
                index += 1
                continue
            reach = {mark: _reach(run, index, mark) for mark in _ORDER if mark in marks}
            mark = max(reach, key=lambda mark: reach[mark])
            self.marks += 1
            number = self.marks
            self.pieces.append(_Piece(_DELIMITERS.get(mark, ""), _DELIMITER, mark, number, True))
            self.add_run([(span, marks - {mark}) for span, marks in run[index : reach[mark]]], letter)
            self.pieces.append(_Piece(_DELIMITERS.get(mark, ""), _DELIMITER, mark, number, False))
            index = reach[mark]

    def add(self, span: Span, letter: Meaning) -> None:
        """Add a span without the marks around it."""
        match span:
            case Text(text, marks):
                self.write(*((_code(text), _OPAQUE) if "code" in marks else (text, letter)))
            case Formula(latex):
                self.write(f"${latex}$")
            case Note(name):
                self.write(f"[^{name}]")
            case Markup(source):
                self.write(source)
            case Break():
                self.write("\\\n" if self.place == "paragraph" else "<br>")
            case Picture():
                self.write("![")
                self.write(span.description, _LETTER_IN_BRACKETS)
                self.write(f"]({_target(span.source, span.title)})")
            case Link():
                self.add_link(span)

    def add_link(self, link: Link) -> None:
        """Add a link: between angle brackets if it shows where it leads."""
        match link.spans:
            case (Text(text),) if not link.title and self.is_plain_address(text, link.address):
                self.write(f"<{text}>")
                return
        self.write("[")
        self.add_all(link.spans, wrapping(link) or frozenset(), _LETTER_IN_BRACKETS)
        self.write(f"]({_target(link.address, link.title)})")

    def is_plain_address(self, text: str, address: str) -> bool:
        if re.search(_ENTITY, text) or (self.place == "cell" and "|" in text):
            return False
        if address == text:
            return bool(_URI.fullmatch(text))
        return address == f"mailto:{text}" and bool(_EMAIL.fullmatch(text))

    def write(self, text: str, meaning: Meaning = _OPAQUE) -> None:
        if text:
            self.pieces.append(_Piece(text, meaning))

    def settle(self) -> None:
        """Write with tags each mark that would not be read as one where it stands."""
        self.tag({piece.number for piece in self.pieces if piece.mark and piece.mark not in _DELIMITERS})
        while failing := {piece.number for piece in self.failing()}:
            self.tag(failing)

    def tag(self, numbers: set[int]) -> None:
        for piece in self.pieces:
            if piece.mark and piece.number in numbers:
                piece.text = f"<{'' if piece.opens else '/'}{_TAGS[piece.mark]}>"
                piece.meaning = _OPAQUE

    def failing(self) -> Iterator[_Piece]:
        """The delimiters that would not be read as such."""
        open_runs: list[tuple[int, int]] = []
        for first, last in self.runs():
            run = self.pieces[first:last]
            before = self.pieces[first - 1].text[-1] if first else " "
            behind = self.pieces[last].text[0] if last < len(self.pieces) else " "
            opening = [piece for piece in run if piece.opens]
            if len(opening) not in (0, len(run)):
                yield opening[0]
            elif run[0].mark == "highlight":
                yield from () if _highlights(before, behind, bool(opening)) else run
            elif not (_flanks(before, behind) if opening else _flanks(behind, before)):
                yield run[0] if opening else run[-1]
            elif opening and _may_flank(behind, before) and any(width == 3 for _, width in open_runs):
                yield run[0]  # it could be taken for the end of one of two marks that began together
            closed = {piece.number for piece in run if not piece.opens}
            open_runs = [each for each in open_runs if each[0] not in closed]
            open_runs += [(piece.number, sum(len(each.text) for each in run)) for piece in opening]

    def runs(self) -> Iterator[tuple[int, int]]:
        """The delimiters of the same character that touch each other, from and to."""
        index = 0
        while index < len(self.pieces):
            first, piece = index, self.pieces[index]
            index += 1
            if piece.meaning != _DELIMITER:
                continue
            while index < len(self.pieces) and self.is_same(self.pieces[index], piece):
                index += 1
            yield first, index

    def is_same(self, piece: _Piece, other: _Piece) -> bool:
        return piece.meaning == _DELIMITER and piece.text[0] == other.text[0]

    def joined(self) -> tuple[str, bytes]:
        """The line, and how each of its characters is meant."""
        meanings = b"".join(bytes((piece.meaning,)) * len(piece.text) for piece in self.pieces)
        return "".join(piece.text for piece in self.pieces), meanings


def _marks(spans: Sequence[Span]) -> list[frozenset[Mark]]:
    """The marks around each span; one that has none of its own takes those that both sides of it have.

    No element goes over the end of a line: the white space in it may be at the edge of one.
    """
    own = [wrapping(span) for span in spans]
    behind: list[frozenset[Mark]] = []
    following: frozenset[Mark] = frozenset()
    for marks in reversed(own):
        following = following if marks is None else marks
        behind.append(following)
    found: list[frozenset[Mark]] = []
    before: frozenset[Mark] = frozenset()
    for span, marks, following in zip(spans, own, reversed(behind), strict=True):
        before = before if marks is None else marks
        shared = before & following if marks is None else marks
        found.append(shared & _DELIMITERS.keys() if isinstance(span, Break) else shared)
    return found


def _reach(run: Sequence[tuple[Span, frozenset[Mark]]], index: int, mark: Mark) -> int:
    while index < len(run) and mark in run[index][1]:
        index += 1
    return index


# What is written as it is

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x20\x7f]*")
_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_IN_TARGET = re.compile(rf"\\(?={_PUNCTUATION}|\Z)|{_ENTITY}|[<>`$]")
_NOT_PLAIN = re.compile(r"[\s\x00-\x20\x7f<>]")


def _code(text: str) -> str:
    """Code between as many backticks as nowhere stand together in it."""
    inside = re.findall("`+", text)
    fence = next(fence for length in count(1) if (fence := "`" * length) not in inside)
    edges = text[:1] + text[-1:]
    padding = " " if "`" in edges or (edges == "  " and text.strip(" ")) else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def longest(text: str, character: str) -> int:
    """How often a character stands in a row, at most."""
    return max(map(len, re.findall(f"{re.escape(character)}+", text)), default=0)


def _target(address: str, title: str) -> str:
    """Where a link leads, and its title."""
    destination = _IN_TARGET.sub(r"\\\g<0>", address)
    if _NOT_PLAIN.search(address) or not _is_balanced(address) or (title and not address):
        destination = f"<{destination}>"
    quoted = _IN_TARGET.sub(r"\\\g<0>", title).replace('"', '\\"')
    return f'{destination} "{quoted}"' if title else destination


def _is_balanced(address: str) -> bool:
    depth = 0
    for character in address:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


# Where marks can stand


def _kind(character: str) -> Literal["space", "punctuation", "symbol", "letter"]:
    """What a character is to the marks beside it; parsers differ on what they make of a symbol."""
    if character.isspace():
        return "space"
    if character.isascii():
        return "letter" if character.isalnum() or not character.isprintable() else "punctuation"
    found = category(character)[0]
    return "punctuation" if found == "P" else "symbol" if found == "S" else "letter"


def _flanks(outside: str, inside: str) -> bool:
    """Whether a `*` or a `~` between two characters is one that marks what is inside."""
    kind = _kind(inside)
    return kind == "letter" or (kind != "space" and _kind(outside) in ("space", "punctuation"))


def _may_flank(outside: str, inside: str) -> bool:
    """Whether it might be one that marks what is inside, to some parser."""
    kind = _kind(inside)
    return kind in ("letter", "symbol") or (kind != "space" and _kind(outside) != "letter")


def _highlights(before: str, behind: str, opens: bool) -> bool:
    return "=" not in (before, behind) and not (behind if opens else before).isspace()


# What is escaped. Searches are far faster where each alternative begins with a character: what is before comes second.

_ALWAYS = re.compile(
    rf"""
    \\ (?= {_PUNCTUATION} | \n | \Z )
    | < (?= [A-Za-z/!?] )
    | {_ENTITY}
    | \[ (?= \[ | \^ )
    | \+ (?<! [A-Za-z0-9+] \+ ) (?= \+ [^+\s] )
    """,
    re.VERBOSE,
)
_ADDRESS = re.compile(
    r":(?=//)(?:(?<=http:)|(?<=https:)|(?<=ftp:))|\.(?<=www\.)|@(?<=[A-Za-z0-9._+-]@)(?=[A-Za-z0-9-]+\.)", re.IGNORECASE
)
_LINE_START = re.compile(
    r"""
    ^ (?:
        (\#) (?= \#{0,5} (?: \s | $ ) )
        | ([-+*]) (?= \s | $ )
        | \d{1,9} ([.)]) (?= \s | $ )
        | (>)
        | (:) (?= [\s-] | $ )
        | ([-*_]) (?= (?: [ \t]* [-*_] ){2,} [ \t]* $ )
        | (~) (?= ~~ )
        | (\[) (?= [^\]\n]* \]: )
    )
    | (?<= \n ) (?: (=) (?= =* [ \t]* $ ) | ([-|:]) (?= [-|: \t]* $ ) )
    | \A (?: (\[) (?= [ xX]\] \s | ! ) | (\+) (?= \+\+ [ \t]* $ ) )
    """,
    re.VERBOSE | re.MULTILINE,
)
_NOTE_AT_START = re.compile(r"^\[\^[^\]\n]*\](?=:)", re.MULTILINE)
_CLOSING_MARKS = re.compile(r"(?:^|(?<=[ \t]))#+$")
_BRACKET = re.compile(r"[\[\]!(]")
_RUN = re.compile(r"[*_~`$=](?:(?<=\*)\**|(?<=_)_*|(?<=~)~*|(?<=`)`*|(?<=\$)\$*|(?<==)(?<!==)=(?!=))")


def _escaped(text: str, meanings: Sequence[Meaning], place: Place, is_alone: bool) -> str:
    """The line with a backslash before each letter that would be markup."""
    found = {match.start() for match in _ALWAYS.finditer(text)}
    found.update(_delimiters(text, meanings, is_alone))
    found.update(_brackets(text, meanings))
    found.update(match.start() for match in _ADDRESS.finditer(text) if meanings[match.start()] == _LETTER)
    if place in ("paragraph", "term"):
        found.update(match.start(match.lastindex or 0) for match in _LINE_START.finditer(text))
        found.update(match.end() for match in _NOTE_AT_START.finditer(text) if meanings[match.start()] == _OPAQUE)
    elif place == "heading":
        found.update(match.start() for match in _CLOSING_MARKS.finditer(text))
    pieces, end = list[str](), 0
    for position in sorted(position for position in found if meanings[position] >= _LETTER):
        pieces += text[end:position], _escape(text[position], text[position - 1], meanings[position - 1])
        end = position + 1
    written = "".join((*pieces, text[end:]))
    return written.replace("|", "\\|") if place == "cell" else written


def _escape(character: str, before: str, meaning: Meaning) -> str:
    """A character with a backslash; behind a note, where the parser does not see the backslash, its number."""
    return f"&#{ord(character)};" if (before, meaning) == ("]", _OPAQUE) and character in "[(" else f"\\{character}"


def _delimiters(text: str, meanings: Sequence[Meaning], is_alone: bool) -> Iterator[int]:
    """The characters that come in pairs around something, unless there is but one of a kind."""
    runs = list(_RUN.finditer(text))
    counts = Counter[str]()
    for run in runs:
        sign = run[0][0]
        if sign in "`$" or meanings[run.start()] != _OPAQUE:  # code and formulas end wherever their sign comes again
            counts[sign] += 1 if sign == "=" else len(run[0])
    for run in runs:
        sign = run[0][0]
        kinds = {_kind(text[run.start() - 1 : run.start()] or " "), _kind(text[run.end() : run.end() + 1] or " ")}
        stands_free = kinds == {"space"} and sign not in "`$" and _DELIMITER not in meanings[run.start() : run.end()]
        is_inert = stands_free or (kinds == {"letter"} and sign == "_")
        if not is_inert and (counts[sign] > 1 or not is_alone):
            yield from range(run.start(), run.start() + 1 if sign == "=" else run.end())


def _brackets(text: str, meanings: Sequence[Meaning]) -> Iterator[int]:
    """The brackets that could be a link's, and the exclamation mark that would make a picture of a link."""
    closing = -1
    for found in reversed(list(_BRACKET.finditer(text))):
        position, character = found.start(), found[0]
        meaning = meanings[position]
        if meaning == _OPAQUE:
            continue
        if position and (text[position - 1], meanings[position - 1]) == ("]", _OPAQUE) and character in "[(":
            yield position
            continue
        if character == "!":
            if text.startswith("[", position + 1) and meanings[position + 1] == _OPAQUE:
                yield position
        elif meaning == _LETTER_IN_BRACKETS and character != "(":
            yield position
        elif character == "]" and text.startswith("(", position + 1):
            closing = position
        elif character == "[" and closing > position:
            yield position
