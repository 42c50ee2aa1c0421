"""The change of a text as CodeMirror has it, so that a page and the server rebase the same edits the same way.

It agrees with `ChangeSet` of `@codemirror/state`: what comes of composing and mapping is equal, not just equivalent. A
test holds one against the other. Lengths are those of the strings it is given: as a page counts in UTF-16 units, its
strings have one character for each unit (`units`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.core.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WIDE = re.compile("[\U00010000-\U0010ffff]")


def units(text: str) -> str:
    """A text with one character for each UTF-16 unit: a wide one becomes its two halves."""
    return text if text.isascii() else _WIDE.sub(_halves, text)


def _halves(found: re.Match[str]) -> str:
    code = ord(found[0]) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def whole(halves: str) -> str:
    """The text of which these are the units."""
    try:
        return halves if halves.isascii() else halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError as error:
        raise InvalidArgumentError("The change cuts a character in two.", "Send whole characters.") from error


class Section(NamedTuple):
    """So many characters are kept; or, if there is a text, it takes their place."""

    length: int
    inserted: str | None = None

    @property
    def new_length(self) -> int:
        return self.length if self.inserted is None else len(self.inserted)


class Replacement(NamedTuple):
    """A text in place of the characters from `start` up to `end`."""

    start: int
    end: int
    inserted: str


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Sections that make up the whole text."""

    sections: tuple[Section, ...] = ()

    @classmethod
    def of(cls, length: int, replacements: Iterable[Replacement]) -> ChangeSet:
        """The change that makes these replacements, which are in order and apart."""
        sections, at = _Sections(), 0
        for start, end, inserted in replacements:
            sections.add(start - at)
            sections.add(end - start, inserted)
            at = end
        sections.add(length - at)
        return sections.done()

    @property
    def length(self) -> int:
        return sum(section.length for section in self.sections)

    @property
    def new_length(self) -> int:
        return sum(section.new_length for section in self.sections)

    @property
    def is_empty(self) -> bool:
        return all(section.inserted is None for section in self.sections)

    def replacements(self) -> Iterator[Replacement]:
        """What is replaced, in order; neighbours are one."""
        at, open_ = 0, Replacement(0, 0, "")
        for length, inserted in self.sections:
            if inserted is not None:
                open_ = Replacement(open_.start, at + length, open_.inserted + inserted)
            else:
                if open_.end > open_.start or open_.inserted:
                    yield open_
                open_ = Replacement(at + length, at + length, "")
            at += length
        if open_.end > open_.start or open_.inserted:
            yield open_

    def apply(self, text: str) -> str:
        """The text after the change."""
        require_same(len(text), self.length)
        parts, at = [], 0
        for length, inserted in self.sections:
            parts.append(text[at : at + length] if inserted is None else inserted)
            at += length
        return "".join(parts)

    def compose(self, later: ChangeSet) -> ChangeSet:
        """This change and the one behind it, as one."""
        require_same(self.new_length, later.length)
        if self.is_empty:
            return later
        return self if later.is_empty else _composed(self, later)

    def map(self, other: ChangeSet, *, before: bool = False) -> ChangeSet:
        """This change for the text that another one left, which was made for the same text as this.

        Where both put something at one place, this comes behind the other, or before it."""
        require_same(self.length, other.length)
        return self if other.is_empty else _mapped(self, other, before)

    def to_json(self) -> list[Any]:
        """The form in which CodeMirror stores it."""
        return [
            section.length
            if section.inserted is None
            else [section.length, *(whole(section.inserted).split("\n") if section.inserted else ())]
            for section in self.sections
        ]

    @classmethod
    def of_json(cls, parts: list[Any]) -> ChangeSet:
        """The change that CodeMirror stored."""
        return cls(tuple(_section(part) for part in parts))


def require_same(length: int, expected: int) -> None:
    """Refuse a change for a text of another length."""
    if length != expected:
        raise InvalidArgumentError(
            f"The change is for a text of {expected} units, and this one has {length}.", "Read the text again."
        )


def _section(part: object) -> Section:
    match part:
        case bool():
            pass
        case int() if part >= 0:
            return Section(part)
        case [int() as length, *rest] if length >= 0:
            lines = [line for line in rest if isinstance(line, str)]
            if len(lines) == len(rest):
                return Section(length, units("\n".join(lines)))
    raise InvalidArgumentError(f"{part!r:.80} is no part of a change.", "Send what ChangeSet.toJSON() gives.")


class _Sections:
    """Sections in the making."""

    def __init__(self) -> None:
        self._found: list[Section] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, length: int, inserted: str | None = None, *, join: bool = False) -> None:
        """Add a section, to the last one where that says the same."""
        if not length and not inserted:
            return
        last = self._found[-1] if self._found else None
        if last is None:
            self._found.append(Section(length, inserted))
        elif not inserted and inserted == last.inserted:
            self._found[-1] = Section(last.length + length, inserted)
        elif join or (not length and not last.length and last.inserted is not None):
            self._found[-1] = Section(last.length + length, (last.inserted or "") + (inserted or ""))
        else:
            self._found.append(Section(length, inserted))

    def done(self) -> ChangeSet:
        return ChangeSet(tuple(self._found))


class _Walk:
    """A way through the sections of a change, in pieces of any size."""

    def __init__(self, change: ChangeSet) -> None:
        self._sections = change.sections
        self.index = 0
        self.next()

    def next(self) -> None:
        self.is_done = self.index == len(self._sections)
        self.length, self.text = Section(0) if self.is_done else self._sections[self.index]
        self.index += 1
        self.left = 0 if self.text is None else len(self.text)  # of the text that is put in
        self.offset = 0

    @property
    def keeps(self) -> bool:
        return self.text is None and not self.is_done

    @property
    def inserts(self) -> bool:
        return self.text is not None

    @property
    def inserted(self) -> str:
        return self.text or ""

    def piece(self, length: int) -> str:
        return self.inserted[self.offset : self.offset + length]

    @property
    def new_length(self) -> int:
        return self.length if self.text is None else self.left

    def forward(self, length: int) -> None:
        """Go on in the text before the change."""
        if length == self.length:
            self.next()
        else:
            self.length -= length
            self.offset += length

    def forward_new(self, length: int) -> None:
        """Go on in the text behind the change."""
        if self.text is None:
            self.forward(length)
        elif length == self.left:
            self.next()
        else:
            self.left -= length
            self.offset += length


def _composed(one: ChangeSet, later: ChangeSet) -> ChangeSet:
    sections, a, b, join = _Sections(), _Walk(one), _Walk(later), False
    while not (a.is_done and b.is_done):
        if a.inserts and not a.left:
            sections.add(a.length, "", join=join)
            a.next()
        elif not b.length and not b.is_done:
            sections.add(0, b.inserted, join=join)
            b.next()
        else:
            length, count = min(a.new_length, b.length), len(sections)
            _add_composed(sections, a, b, length, join=join)
            goes_on = (a.inserts and a.left > length) or (b.inserts and b.length > length)
            join = goes_on and (join or len(sections) > count)
            a.forward_new(length)
            b.forward(length)
    return sections.done()


def _add_composed(sections: _Sections, a: _Walk, b: _Walk, length: int, *, join: bool) -> None:
    if a.keeps:
        sections.add(length, None if b.keeps else "" if b.offset else b.inserted, join=join)
    elif b.keeps:
        sections.add(0 if a.offset else a.length, a.piece(length), join=join)
    else:
        sections.add(0 if a.offset else a.length, "" if b.offset else b.inserted, join=join)


def _mapped(one: ChangeSet, other: ChangeSet, before: bool) -> ChangeSet:
    sections, a, b = _Sections(), _Walk(one), _Walk(other)
    told = -1  # the section whose text is put in already, for one that is gone through in pieces
    while not (a.is_done and b.is_done):
        if a.keeps and b.keeps:
            length = min(a.length, b.length)
            sections.add(length)
            a.forward(length)
            b.forward(length)
        elif b.inserts and (not a.inserts or told == a.index or (not a.offset and _leads(b, a, before))):
            sections.add(b.left)
            told = _pass_over(sections, a, b.length, told)
            b.next()
        elif a.inserts:
            replaced, left = _meet(a, b)
            sections.add(replaced, a.inserted if told < a.index else "")
            told = a.index
            a.forward(a.length - left)
    return sections.done()


def _leads(b: _Walk, a: _Walk, before: bool) -> bool:
    """Whether a change of the other comes first, of two that start at the same place."""
    return b.length < a.length or (b.length == a.length and not before)


def _pass_over(sections: _Sections, a: _Walk, length: int, told: int) -> int:
    """Leave out what the other has replaced; a text that was to be put in there stays."""
    while length:
        piece = min(a.length, length)
        if a.inserts and told < a.index and a.length <= piece:
            sections.add(0, a.inserted)
            told = a.index
        a.forward(piece)
        length -= piece
    return told


def _meet(a: _Walk, b: _Walk) -> tuple[int, int]:
    """How much of what a change replaces is still there, up to where the other puts something in; how much is left."""
    replaced, left = 0, a.length
    while left:
        if b.keeps:
            piece = min(left, b.length)
            replaced, left = replaced + piece, left - piece
            b.forward(piece)
        elif b.inserts and not b.left and b.length < left:
            left -= b.length
            b.next()
        else:
            break
    return replaced, left
