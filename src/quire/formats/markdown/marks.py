"""Bold, italic and the other marks, and links, on a range of source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.markdown import links
from quire.formats.markdown.passage import passages, runs_of
from quire.formats.markdown.retouch import Form, Retouch, Wrap, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.inlines import Inline
    from quire.formats.markdown.passage import Passage
    from quire.formats.markdown.patch import Planner


@dataclass(frozen=True, slots=True)
class Mark:
    """A kind of mark: the type of its spans, and how new ones are written, best form first."""

    type: str
    forms: tuple[Form, ...] = ()

    def fits(self, span: Inline) -> bool:
        return span.type == self.type

    def covers(self, passage: Passage) -> bool:
        """Whether all letters of a passage have the mark; if it has none, whatever is in it."""
        seen = [glyph for glyph in passage.glyphs if glyph.has_weight]
        seen = seen or [glyph for glyph in passage.glyphs if not glyph.is_unseen]
        return all(any(map(self.fits, glyph.path)) for glyph in seen)

    def put_on(self, passage: Passage) -> Retouch:
        """The mark on all of a passage, joined with those of its kind that it touches: side by side they are none."""
        spans = passage.spans(self.fits, margin=1)
        (run,) = runs_of({*passage.run, *passage.glyphs_in(spans)})
        return Retouch(passage.leaf, passage.selected, spans, [self._wrap(passage, run, spans)], may_escape=False)

    def take_off(self, passage: Passage, *, may_reread: bool = False) -> Retouch:
        """The mark on nothing of a passage; what has it outside of the passage keeps it."""
        spans = passage.spans(self.fits)
        rest = runs_of(passage.glyphs_in(spans).difference(passage.run))
        wraps = [self._wrap(passage, run, spans) for run in rest]
        return Retouch(passage.leaf, passage.selected, spans, wraps, may_reread=may_reread, ignored=links.BARE)

    def _wrap(self, passage: Passage, run: range, spans: Iterable[Inline]) -> Wrap:
        """A wrap that is written, if it can be, as the marks were that it takes the place of."""
        source = passage.leaf.source
        written = ((source(span.start, span.inner_start), source(span.inner_end, span.end)) for span in spans)
        forms = tuple(dict.fromkeys((*written, *self.forms))) if self.forms else ()
        return Wrap(passage.leaf.glyphs.trimmed(run), self.type, forms)


MARKS = {
    "bold": Mark("strong", (("**", "**"), ("__", "__"))),
    "italic": Mark("emphasis", (("*", "*"), ("_", "_"))),
    "code": Mark("code"),
    "strike": Mark("strikethrough", (("~~", "~~"),)),
    "underline": Mark("underline", (("<u>", "</u>"),)),
    "highlight": Mark("highlight", (("==", "=="),)),
}


def _toggle(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Put a mark on all of a range; take it off, if all of it has it."""
    (place,) = intent.ranges
    name = str(intent.arguments["mark"])
    if name not in MARKS:
        raise InvalidArgumentError(f"There is no mark {name!r}.", f"Marks: {', '.join(MARKS)}.")
    is_on = not all(map(MARKS[name].covers, passages(document, place)))
    return _put(document, place, name) if is_on else _take(document, place, name)


def _set(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Put a mark on all of a range, or take it off."""
    (place,) = intent.ranges
    name = str(intent.arguments["mark"])
    return _put(document, place, name) if intent.arguments["is_on"] else _take(document, place, name)


def _put(document: MarkdownDocument, place: Range, name: str) -> Transaction:
    mark = MARKS[name]
    bare = [passage for passage in passages(document, place) if not mark.covers(passage)]
    refusal = _refusal(document, place, f"{name} cannot begin and end")
    change = write(document, map(mark.put_on, bare), refusal)
    if bare and not change:
        raise refusal
    return change


def _take(document: MarkdownDocument, place: Range, name: str) -> Transaction:
    found = passages(document, place)
    retouches = [MARKS[name].take_off(passage, may_reread=name == "code") for passage in found]
    return write(document, retouches, _refusal(document, place, f"{name} cannot be taken off"))


def _clear(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Take all marks and links off a range, from the innermost out, so that marks around the range stay whole."""
    (place,) = intent.ranges
    change = Transaction()
    while retouches := [retouch for passage in passages(document, place) for retouch in _innermost(passage)]:
        step = write(document, retouches, _refusal(document, place, "what it means would change"))
        change += step
        document, place = document.apply(step), place.map(step.mapping)
    return change


def _innermost(passage: Passage) -> Iterator[Retouch]:
    """The innermost kind of mark in a passage taken off, if there is any."""
    depths = {span.type: depth for glyph in passage.glyphs for depth, span in enumerate(glyph.path) if _goes(span)}
    deepest = max(depths, key=lambda kind: depths[kind], default=None)
    if deepest in ("link", "wikiLink"):
        yield links.taken_off(passage.leaf, passage.spans(links.is_written))
    elif deepest:
        mark = next(mark for mark in MARKS.values() if mark.type == deepest)
        yield mark.take_off(passage)


def _goes(span: Inline) -> bool:
    return links.is_written(span) or any(mark.fits(span) for mark in MARKS.values())


def _refusal(document: MarkdownDocument, place: Range, problem: str) -> UnsupportedError:
    return UnsupportedError(
        f"{document.slice(place.start, place.end)!r} stands where {problem}, however it is written in Markdown.",
        "Select whole words, or leave out the punctuation at the edges of the selection.",
    )


VERBS: dict[str, Planner] = {"toggle_mark": _toggle, "set_mark": _set, "clear_marks": _clear, **links.VERBS}
