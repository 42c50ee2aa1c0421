"""A paragraph that says something else: the words that stay keep their runs, and what nobody mentioned stays too.

Whoever asks for it saw the paragraph as content, in which not all of its text need be: hidden text is not, nor is a
page break. So only what differs between what was seen and what is wanted is carried over to the paragraph.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quire.core.content import Break, Content, Link, Span, Text
from quire.core.content import Paragraph as Plain
from quire.core.errors import UnsupportedError
from quire.core.notation import from_json, spans_from_json
from quire.core.pictures import held
from quire.core.transaction import Transaction
from quire.formats.docx.content.composition import Composer
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit.inlay import Inlay
from quire.formats.docx.edit.operation import Reading
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import LINE_BREAK, OBJECT
from quire.formats.docx.text.tags import Span as Sewn
from quire.formats.docx.text.wording import edits, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quire.core.content import Mark
    from quire.core.document import Intent
    from quire.formats.docx.document import DocxDocument


def reword(document: DocxDocument, intent: Intent) -> Transaction:
    """Other spans in a paragraph, `now`, than those that were seen in it, `was`; `notes` tells what new notes say."""
    (where,) = intent.ranges
    place, _ = document.at(where.start)
    draft, supplies = Draft(document, place), Supplies(document)
    notes = from_json({"blocks": [], "notes": intent.arguments.get("notes", {})}).notes
    content = Content((Plain(spans_from_json(intent.arguments["now"])),), notes)
    composer = Composer(document, content, place.part, held(content), supplies)
    inlay = Inlay(document, place.part, draft.element, composer, document.block(place).fields)
    was, now = (list(_tokens(spans_from_json(intent.arguments[key]))) for key in ("was", "now"))
    places = _Places("".join(token.text for token in was), draft.paragraph.text)
    for a, b, c, d in reversed(_regions(edits(was, now))):
        start, end = places.range(*(sum(len(token.text) for token in was[:at]) for at in (a, b)))
        around = frozenset(mark for token in was[max(0, a - 1) : b + 1] for mark in token.marks)
        come = inlay.sewn((token.span for token in now[c:d]), around)
        inlay.put(start, end, come, Reading(spans=tuple(_seen(inlay, (token.span for token in was[a:b])))))
    steps = list(draft.steps())
    return Transaction((*supplies.steps(), *steps)) if steps else Transaction()


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, or an object, as a span of its own."""

    span: Span
    text: str

    @property
    def marks(self) -> frozenset[Mark]:
        inside = self.span.spans[0] if isinstance(self.span, Link) and self.span.spans else self.span
        return inside.marks if isinstance(inside, Text) else frozenset()


def _tokens(spans: Iterable[Span]) -> Iterator[_Token]:
    for span in spans:
        match span:
            case Text(text):
                yield from (_Token(replace(span, text=word), word) for word in words(text))
            case Link(inside) if all(isinstance(each, Text) for each in inside):
                for token in _tokens(inside):
                    yield _Token(replace(span, spans=(token.span,)), token.text)
            case Break():
                yield _Token(span, LINE_BREAK)
            case _:
                yield _Token(span, OBJECT)


def _seen(inlay: Inlay, spans: Iterable[Span]) -> Iterator[Sewn]:
    for span in spans:
        if isinstance(span, Text | Break | Link):
            yield from inlay.sewn((span,))
        else:
            yield Sewn(OBJECT)


def _regions(changed: Iterable[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Changes, those that touch as one."""
    found: list[tuple[int, int, int, int]] = []
    for a, b, c, d in changed:
        if found and (found[-1][1], found[-1][3]) == (a, c):
            a, c = found[-1][0], found[-1][2]
            found.pop()
        found.append((a, b, c, d))
    return found


class _Places:
    """Where the characters that were seen stand in a paragraph."""

    def __init__(self, seen: str, text: str) -> None:
        self._length = len(text)
        self._found = dict(_matched(words(seen), words(text), 0, 0))

    def range(self, first: int, last: int) -> tuple[int, int]:
        """The range of some characters; where there are none, the place between those around them."""
        known = [self._found.get(at) for at in range(first, last)]
        if known:
            start = known[0]
            if start is None or known != list(range(start, start + len(known))):
                raise UnsupportedError(
                    "What is to be changed is not plainly to be found in its paragraph.",
                    "Change it with smart_edit, which shows the paragraph as it is.",
                )
            return start, start + len(known)
        before, behind = self._found.get(first - 1), self._found.get(first, self._length)
        return (behind if before is None else before + 1,) * 2


def _matched(seen: Sequence[str], own: Sequence[str], start: int, place: int) -> Iterator[tuple[int, int]]:
    """Which character is which: word by word, and within words that differ letter by letter."""
    at = to = 0
    for a, b, c, d in (*_regions(edits(seen, own)), (len(seen), len(seen), len(own), len(own))):
        same, other = "".join(seen[at:a]), "".join(own[to:c])
        start, place = start + len(same), place + len(other)
        yield from zip(range(start - len(same), start), range(place - len(same), place), strict=True)
        gone, come = "".join(seen[a:b]), "".join(own[c:d])
        if gone and come and (len(seen), len(own)) != (len(gone), len(come)):
            yield from _matched(gone, come, start, place)
        start, place = start + len(gone), place + len(come)
        at, to = b, d
