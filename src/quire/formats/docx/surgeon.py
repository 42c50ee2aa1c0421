"""Other words in a paragraph: what does not change keeps its runs, and no object is lost.

All that could make an edit impossible is looked at before anything changes. Then the changes are made from the end of
the paragraph to its start, so that the places of those to come stay right.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lxml import etree

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.formats.docx import formatting
from quire.formats.docx.names import attribute, name
from quire.formats.docx.paragraph import (
    LINE_BREAK,
    MC_ALTERNATE,
    NO_BREAK_HYPHEN,
    OBJECT,
    SOFT_HYPHEN,
    W_BR,
    W_FIELD,
    W_HYPERLINK,
    W_INS,
    W_MOVE_TO,
    W_R,
    W_RPR,
    W_SDT,
    W_SIMPLE_FIELD,
    W_T,
    W_TAB,
    Leaf,
)
from quire.formats.docx.tags import PLAIN, Look, Span
from quire.formats.docx.wording import edits, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.paragraph import Paragraph

OBJECTS = {
    name("w:drawing"): "a picture or shape",
    name("w:pict"): "a picture or shape",
    name("w:object"): "an embedded object",
    MC_ALTERNATE: "a picture or shape",
    name("w:footnoteReference"): "a footnote",
    name("w:endnoteReference"): "an endnote",
    name("w:footnoteRef"): "the mark of a footnote",
    name("w:endnoteRef"): "the mark of an endnote",
    name("w:sym"): "a symbol",
    W_BR: "a page or column break",
    name("w:ruby"): "a text with a reading",
    name("m:oMath"): "an equation",
    name("m:oMathPara"): "an equation",
    W_FIELD: "a field",
    W_SIMPLE_FIELD: "a field",
}

_LOCKS = {
    "field": ("is the result of a field, which Word computes",
              "Leave it out of old_string, or pass allow_field_result: true to change it until the field is updated."),
    "locked control": ("is in a content control that is locked", "Unlock the control in Word first."),
    "bound control": ("is in a content control that shows a property of the document",
                      "Word would put the property's value back: change the property instead."),
    "choice control": ("is in a content control that offers a choice", "Choose in Word."),
}  # fmt: skip

_AUTHORED = {W_INS, W_MOVE_TO}
"""Marks of an author: what someone else writes inside does not get them."""

_FIRM = {W_HYPERLINK: "a link", W_SDT: "a content control"}
"""What must not be left without any text."""


class Wardrobe(Protocol):
    """What the document knows of looks."""

    def is_on(self, toggle: str, properties: Element | None) -> bool:
        """Whether `bold`, `italic` or `underline` is in effect in a run of the paragraph that has these properties."""

    def link(self, address: str) -> Element:
        """An empty link to an address."""

    def address(self, link: Element) -> str | None:
        """Where a link leads."""

    @property
    def link_style(self) -> str | None:
        """The character style of links, if the document has one."""


def _itself(word: str) -> str:
    return word


@dataclass(frozen=True, slots=True)
class Reading:
    """How a caller wrote down the text that is to be replaced."""

    spans: tuple[Span, ...] = ()  # with looks, if any were given: what had one and has none in the new text loses it
    skips_objects: bool = False  # without the objects in it: they stay where they are
    alike: Callable[[str], str] = _itself  # in other quotes, dashes or spaces: words that differ in them alone stay


LITERAL = Reading()


class _Word(NamedTuple):
    """A word where it stands in the paragraph."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Cut:
    """Spans in the place of a range of the text."""

    start: int
    end: int
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Dress:
    """Another look for a range of the text."""

    start: int
    end: int
    look: Look


class Surgeon:
    """One edit of one paragraph."""

    def __init__(self, paragraph: Paragraph, wardrobe: Wardrobe, *, allow_field_result: bool = False) -> None:
        self._element = paragraph.element
        self._text = paragraph.text
        self._leaves = list(paragraph.leaves)
        self._wardrobe = wardrobe
        self._allow_field_result = allow_field_result
        self._touched: list[Element] = []

    def rewrite(self, start: int, end: int, spans: Sequence[Span], reading: Reading = LITERAL) -> None:
        """Put spans in the place of a range, which the caller read in some way."""
        spans = [Span(typed(span.text), span.look) for span in spans]
        plans = list(self._plan(start, end, spans, reading))
        self._check([plan for plan in plans if isinstance(plan, _Cut)])
        for plan in sorted(plans, key=lambda plan: (plan.start, plan.end), reverse=True):
            if isinstance(plan, _Cut):
                self._replace(plan)
            else:
                self._dress(plan)
        self._tidy()

    # Planning

    def _plan(self, start: int, end: int, spans: Sequence[Span], reading: Reading) -> Iterator[_Cut | _Dress]:
        text = self._text
        first, last = _whole_words(text, start, end)
        old = [word for word in _placed(text, first, last) if not (reading.skips_objects and word.text == OBJECT)]
        new, looks = _dressed((Span(text[first:start]), *spans, Span(text[end:last])))
        was = _seen_looks(reading.spans, text[first:start], text[end:last], len(old))
        changed = list(edits([reading.alike(word.text) for word in old], [reading.alike(word) for word in new]))
        at = place = 0
        for a, b, c, d in (*changed, (len(old), len(old), len(new), len(new))):
            for index in range(a - at):
                look = _difference(was[at + index], looks[place + index])
                if look != PLAIN:
                    yield _Dress(old[at + index].start, old[at + index].end, look)
            at, place = b, d
            if (a, c) != (b, d):
                fresh = _merged(zip(new[c:d], looks[c:d], strict=True))
                yield from self._cuts(old[a:b], old[a - 1].end if a else first, fresh)

    def _cuts(self, replaced: Sequence[_Word], behind: int, spans: tuple[Span, ...]) -> Iterator[_Cut]:
        """The ranges to cut out: one, or several where objects between them stay."""
        if not replaced:
            yield _Cut(behind, behind, spans)
            return
        start = replaced[0].start
        for word, after in zip(replaced, (*replaced[1:], None), strict=True):
            if after is None or after.start != word.end:
                yield _Cut(start, word.end, spans)
                spans = ()
                start = after.start if after else word.end

    # Checking

    def _check(self, cuts: Sequence[_Cut]) -> None:
        for cut in cuts:
            for leaf in self._between(cut.start, cut.end):
                self._check_leaf(leaf, cut)
            if any(OBJECT in span.text for span in cut.spans):
                raise InvalidArgumentError(
                    "The new text has an object character (U+FFFC) where the paragraph has no object.",
                    "Keep each object character where old_string has it; objects cannot be typed.",
                )
            if cut.start == cut.end:
                self._check_insertion(cut.start)
        self._check_holders(cuts)

    def _check_leaf(self, leaf: Leaf, cut: _Cut) -> None:
        if leaf.is_object:
            raise UnsupportedError(
                f"The edit would delete {OBJECTS.get(leaf.element.tag, 'an object')} at {leaf.start} of the paragraph.",
                "Keep its character (U+FFFC) in new_string, or edit the text before and behind it in two calls.",
            )
        if self._is_locked(leaf):
            raise _locked(leaf, leaf.text[max(0, cut.start - leaf.start) : cut.end - leaf.start])

    def _check_insertion(self, at: int) -> None:
        left, right = self._neighbours(at)
        if left and right and self._is_locked(left) and left.lock == right.lock and left.field == right.field:
            raise _locked(left, left.text)

    def _is_locked(self, leaf: Leaf) -> bool:
        return leaf.lock is not None and not (leaf.lock == "field" and self._allow_field_result)

    def _check_holders(self, cuts: Sequence[_Cut]) -> None:
        """Refuse to leave a link or a content control without text."""
        held: dict[Element, list[Leaf]] = {}
        for leaf in self._leaves:
            for holder in self._holders(leaf):
                if holder.tag in _FIRM:
                    held.setdefault(holder, []).append(leaf)
        for holder, leaves in held.items():
            if all(_is_cut_out(cuts, leaf) for leaf in leaves) and not _is_filled(cuts, leaves[0]):
                raise UnsupportedError(
                    f"The edit would leave {_FIRM[holder.tag]} without any text: "
                    f"{''.join(leaf.text for leaf in leaves)!r}.",
                    "Keep at least one word of it, or put another word in its place.",
                )

    # Where things are

    def _between(self, start: int, end: int) -> list[Leaf]:
        return [leaf for leaf in self._leaves if leaf.start < end and leaf.end > start]

    def _neighbours(self, at: int) -> tuple[Leaf | None, Leaf | None]:
        left = next((leaf for leaf in reversed(self._leaves) if leaf.start < at), None)
        right = next((leaf for leaf in self._leaves if leaf.end > at), None)
        return left, right

    def _holders(self, leaf: Leaf) -> list[Element]:
        """What a leaf is in, inside the paragraph: the innermost first, without its run."""
        inner = leaf.element if leaf.run is None else leaf.run
        found: list[Element] = []
        for each in inner.iterancestors():
            if each is self._element:
                break
            found.append(each)
        return found

    def _top(self, leaf: Leaf) -> Element:
        """The child of the paragraph that a leaf is in."""
        holders = self._holders(leaf)
        return holders[-1] if holders else leaf.element if leaf.run is None else leaf.run

    # Cutting and sewing

    def _replace(self, cut: _Cut) -> None:
        self._split(cut.end)
        self._split(cut.start)
        gone = self._between(cut.start, cut.end)
        spans = [span for span in cut.spans if span.text]
        if spans and gone:
            self._sew(gone[0], spans)
        elif spans:
            self._sew_between(cut.start, spans)
        for leaf in gone:
            parent = leaf.element.getparent()
            if parent is not None:
                parent.remove(leaf.element)
            if leaf.run is not None:
                self._touched.append(leaf.run)
        self._leaves = [leaf for leaf in self._leaves if leaf not in gone]

    def _dress(self, plan: _Dress) -> None:
        self._split(plan.end)
        self._split(plan.start)
        runs = [leaf.run for leaf in self._between(plan.start, plan.end) if leaf.run is not None]
        for run in dict.fromkeys(runs):
            self._put_on(run, plan.look)
            if plan.look.href and not any(each.tag == W_HYPERLINK for each in run.iterancestors()):
                self._wrap(run, plan.look.href)
            self._touched.append(run)

    def _split(self, at: int) -> None:
        """See that no run goes on over a place of the text."""
        left, right = self._neighbours(at)
        if left is None or right is None or left.run is None or left.run is not right.run:
            return
        run = left.run
        behind = _like(run)
        if (look := run.find(W_RPR)) is not None:
            behind.append(deepcopy(look))
        moved = list(right.element.itersiblings())
        if left is right:
            rest = etree.Element(W_T)
            _set_text(rest, left.text[at - left.start :])
            _set_text(left.element, left.text[: at - left.start])
            behind.append(rest)
        else:
            rest = right.element
            behind.append(rest)
        behind.extend(moved)
        run.addnext(behind)
        self._touched += [run, behind]
        self._leaves = list(self._resettled(at, run, behind, left, rest))

    def _resettled(self, at: int, run: Element, behind: Element, cut: Leaf, rest: Element) -> Iterator[Leaf]:
        """The leaves after a run was split."""
        for leaf in self._leaves:
            if leaf.run is not run or leaf.end <= at:
                yield leaf
            elif leaf is cut and leaf.start < at:
                yield replace(leaf, text=leaf.text[: at - leaf.start])
                yield replace(leaf, start=at, text=leaf.text[at - leaf.start :], element=rest, run=behind)
            else:
                yield replace(leaf, run=behind)

    def _sew(self, first: Leaf, spans: Sequence[Span]) -> None:
        """Put spans before a leaf that they replace, looking like it."""
        run = first.run
        if run is None:
            return
        runs = [self._made(span, run, run) for span in spans]
        authored = next((each for each in self._holders(first) if each.tag in _AUTHORED), None)
        if authored is not None and authored.getparent() is run.getparent().getparent():  # type: ignore[union-attr]
            self._split_holder(authored, run)
            for each in runs:
                authored.addnext(each)
                authored = each
            return
        for each in runs:
            run.addprevious(each)

    def _split_holder(self, holder: Element, run: Element) -> None:
        """Leave the runs from one on to another holder of the same kind behind this one."""
        behind = _like(holder)
        behind.set(name("w:id"), str(secrets.randbelow(2**30) + 2**29))
        moved = [run, *run.itersiblings()]
        behind.extend(moved)
        holder.addnext(behind)
        self._touched += [holder, behind]

    def _sew_between(self, at: int, spans: Sequence[Span]) -> None:
        """Put spans between two leaves: inside what both are in, outside what only one is in."""
        left, right = self._neighbours(at)
        model = self._model(left, right)
        if left and left.run is not None and self._is_open(left) and self._stays_inside(left, right):
            runs = [self._made(span, model, left.run) for span in spans]
            authored = next((each for each in self._holders(left) if each.tag in _AUTHORED), None)
            after: Element = left.run
            if authored is not None:
                following = left.run.getnext()
                if following is not None:
                    self._split_holder(authored, following)
                after = authored
        elif right and right.run is not None and self._is_open(right) and not self._holders(right):
            for span in spans:
                right.run.addprevious(self._made(span, model, right.run))
            return
        else:
            runs = [self._made(span, model, None) for span in spans]
            outside = self._outside(left)
            if outside is None:
                self._at_start(runs)
                return
            after = outside
        for run in runs:
            after.addnext(run)
            after = run

    def _is_open(self, leaf: Leaf) -> bool:
        return not self._is_locked(leaf) and leaf.lock in (None, "field")

    def _stays_inside(self, left: Leaf, right: Leaf | None) -> bool:
        holders = [each for each in self._holders(left) if each.tag not in _AUTHORED]
        if left.lock == "field" and (right is None or right.field != left.field):
            return False
        return not holders or (right is not None and all(each in self._holders(right) for each in holders))

    def _model(self, left: Leaf | None, right: Leaf | None) -> Element | None:
        """The run that new text is to look like: the left neighbour; not a mark, a link or a field, if avoidable."""
        behind = [leaf for leaf in self._leaves if right is not None and leaf.start >= right.start]
        before = [leaf for leaf in self._leaves if left is not None and leaf.start <= left.start]
        inside = left is not None and self._stays_inside(left, right)
        for leaf in (*before[:-2:-1], *behind[:1], *reversed(before), *behind):
            is_link = any(each.tag == W_HYPERLINK for each in self._holders(leaf))
            if leaf.run is not None and not leaf.is_object and not leaf.lock and (inside or not is_link):
                return leaf.run
        return None

    def _outside(self, left: Leaf | None) -> Element | None:
        """The child of the paragraph behind which text stands outside of all that a leaf is in; None for the start."""
        if left is None:
            return None
        top = self._top(left)
        depth = 0
        for child in self._element:
            depth += sum(_turn(mark) for mark in child.iter(W_FIELD))
            if depth <= 0 and (child is top or top.getparent() is not self._element or _is_behind(child, top)):
                return child
        raise _locked(left, left.text)

    def _at_start(self, runs: Sequence[Element]) -> None:
        at = 1 if len(self._element) and self._element[0].tag == name("w:pPr") else 0
        for offset, run in enumerate(runs):
            self._element.insert(at + offset, run)

    # Making runs

    def _made(self, span: Span, model: Element | None, beside: Element | None) -> Element:
        """A run, or a link around one, with the text of a span."""
        run = etree.Element(W_R)
        if (look := formatting.copied_run_properties(model)) is not None:
            run.append(look)
        for child in _children(span.text):
            run.append(child)
        self._put_on(run, span.look)
        self._touched.append(run)
        if span.look.href is None or self._is_inside_link(beside, span.look.href):
            return run
        return self._linked(run, span.look.href)

    def _is_inside_link(self, beside: Element | None, address: str) -> bool:
        if beside is None:
            return False
        around = next((each for each in beside.iterancestors() if each.tag == W_HYPERLINK), None)
        if around is None:
            return False
        if self._wardrobe.address(around) != address:
            raise UnsupportedError(
                f"A link to {address!r} cannot stand inside the link to {self._wardrobe.address(around)!r}.",
                "Write the new link before or behind the old one.",
            )
        return True

    def _linked(self, run: Element, address: str) -> Element:
        link = self._wardrobe.link(address)
        style = self._wardrobe.link_style
        if style:
            formatting.put(formatting.run_properties(run), "w:rStyle", val=style)
        else:
            formatting.put(formatting.run_properties(run), "w:color", val="0563C1")
            formatting.put(formatting.run_properties(run), "w:u", val="single")
        link.append(run)
        return link

    def _wrap(self, run: Element, address: str) -> None:
        parent = run.getparent()
        if parent is None:
            return
        at = parent.index(run)
        parent.insert(at, self._linked(run, address))

    def _put_on(self, run: Element, look: Look) -> None:
        """Give a run a look, where it does not have it yet."""
        dress(run, look, self._wardrobe)

    # Tidying

    def _tidy(self) -> None:
        """Remove runs that were emptied, and join those again that look the same and need not have been split."""
        for run in self._touched:
            if run.tag == W_R and run.getparent() is not None and _is_empty(run):
                self._remove(run)
        for run in dict.fromkeys(self._touched):
            if run.tag == W_R and run.getparent() is not None:
                self._join(run)

    def _remove(self, element: Element) -> None:
        """Remove an element, and an author's mark that has nothing left to mark."""
        parent = element.getparent()
        if parent is None:
            return
        parent.remove(element)
        if parent.tag in _AUTHORED and not len(parent):
            self._remove(parent)

    def _join(self, run: Element) -> None:
        while (after := run.getnext()) is not None and _can_join(run, after):
            for child in [child for child in after if child.tag != W_RPR]:
                _append(run, child)
            self._remove(after)
        before = run.getprevious()
        if before is not None and _can_join(before, run):
            self._join(before)


def dress(run: Element, look: Look, wardrobe: Wardrobe) -> None:
    """Give a run a look, where it does not have it yet."""
    if look == PLAIN:
        return
    found = formatting.run_properties(run)
    for toggle, short, value in (("bold", "w:b", None), ("italic", "w:i", None), ("underline", "w:u", "single")):
        wanted: bool | None = getattr(look, toggle)
        if wanted is not None and wardrobe.is_on(toggle, found) != wanted:
            _toggle(found, toggle, short, value, wardrobe, wanted=wanted)
    if look.highlight and found.find(name("w:highlight")) is None:
        formatting.put(found, "w:highlight", val="yellow")
    elif look.highlight is False:
        formatting.take(found, "w:highlight")
    if look.color:
        formatting.put(found, "w:color", val=look.color)
    if look.size:
        for short in ("w:sz", "w:szCs"):
            formatting.put(found, short, val=str(round(look.size * 2)))
    if look.font:
        formatting.put(found, "w:rFonts", ascii=look.font, hAnsi=look.font, cs=look.font, eastAsia=look.font)
    formatting.prune(run)


def _toggle(found: Element, toggle: str, short: str, value: str | None, wardrobe: Wardrobe, *, wanted: bool) -> None:
    shorts = (short,) if value else (short, f"{short}Cs")
    for each in shorts:
        formatting.take(found, each)
    if wardrobe.is_on(toggle, found) == wanted:
        return
    for each in shorts:
        if wanted:
            formatting.put(found, each, **({"val": value} if value else {}))
        else:
            formatting.put(found, each, val="none" if value else "0")


def _locked(leaf: Leaf, shown: str) -> UnsupportedError:
    why, way_out = _LOCKS[leaf.lock or "field"]
    return UnsupportedError(f"{shown!r} {why}.", way_out)


def _like(element: Element) -> Element:
    """An empty element with the same name and attributes."""
    return etree.Element(element.tag, {str(key): str(value) for key, value in element.attrib.items()})


def _turn(mark: Element) -> int:
    return {"begin": 1, "end": -1}.get(attribute(mark, "w:fldCharType") or "", 0)


def _is_behind(child: Element, top: Element) -> bool:
    """Whether a child of the same paragraph stands behind another."""
    return any(each is child for each in top.itersiblings())


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """A range, widened to the ends of the words that it cuts."""
    while start > 0 and start < len(text) and _joins(text, start):
        start -= 1
    while 0 < end < len(text) and _joins(text, end):
        end += 1
    return start, end


def _joins(text: str, at: int) -> bool:
    """Whether the characters on both sides of a place are of one word."""
    return len(words(text[at - 1 : at + 1])) == 1


def _placed(text: str, first: int, last: int) -> Iterator[_Word]:
    at = first
    for word in words(text[first:last]):
        yield _Word(word, at, at + len(word))
        at += len(word)


def _dressed(spans: Iterable[Span]) -> tuple[list[str], list[Look]]:
    """The words of spans and the look of each; a word in two looks counts as two."""
    found: list[str] = []
    looks: list[Look] = []
    for span in _joined_plain(spans):
        for word in words(span.text):
            found.append(word)
            looks.append(span.look)
    return found, looks


def _joined_plain(spans: Iterable[Span]) -> list[Span]:
    """Spans with the same look as one, so that a word that begins before an edit is one word."""
    joined: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if joined and joined[-1].look == span.look:
            joined[-1] = Span(joined[-1].text + span.text, span.look)
        else:
            joined.append(span)
    return joined


def _seen_looks(seen: Sequence[Span], before: str, behind: str, length: int) -> list[Look]:
    """The look of each old word as the caller wrote it down; plain where nothing was."""
    _, looks = _dressed((Span(before), *seen, Span(behind))) if seen else ([], [])
    return looks if len(looks) == length else [PLAIN] * length


def _difference(was: Look, now: Look) -> Look:
    """What is to change about a word that stays."""
    if was == now:
        return PLAIN
    if was.href and now.href != was.href:
        raise UnsupportedError(
            "A link cannot be taken away or led elsewhere by its tag.", "Keep the <a href> as old_string has it."
        )

    def flag(before: bool | None, after: bool | None) -> bool | None:
        return None if before == after else bool(after)

    return Look(
        bold=flag(was.bold, now.bold),
        italic=flag(was.italic, now.italic),
        underline=flag(was.underline, now.underline),
        highlight=flag(was.highlight, now.highlight),
        href=None if was.href else now.href,
        color=now.color if now.color != was.color else None,
        size=now.size if now.size != was.size else None,
        font=now.font if now.font != was.font else None,
    )


def _merged(pairs: Iterable[tuple[str, Look]]) -> tuple[Span, ...]:
    return tuple(_joined_plain(Span(word, look) for word, look in pairs))


def _is_cut_out(cuts: Sequence[_Cut], leaf: Leaf) -> bool:
    covered = sum(max(0, min(cut.end, leaf.end) - max(cut.start, leaf.start)) for cut in cuts)
    return covered >= len(leaf.text)


def _is_filled(cuts: Sequence[_Cut], leaf: Leaf) -> bool:
    return any(cut.spans and cut.start < leaf.end and cut.end > leaf.start for cut in cuts)


_FORBIDDEN = re.compile("[\x00-\x08\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def typed(text: str) -> str:
    """A text as paragraphs hold it: lines are broken with one character. Refuses what no XML can hold."""
    found = _FORBIDDEN.search(text)
    if found:
        raise InvalidArgumentError(
            f"The text has the character U+{ord(found[0]):04X}, which no Word document can hold.", "Leave it out."
        )
    return text.replace("\r\n", LINE_BREAK).replace("\n", LINE_BREAK).replace("\r", LINE_BREAK)


_PARTS = re.compile(f"[\t{LINE_BREAK}{NO_BREAK_HYPHEN}{SOFT_HYPHEN}]|[^\t{LINE_BREAK}{NO_BREAK_HYPHEN}{SOFT_HYPHEN}]+")
_MARKS = {
    "\t": W_TAB,
    LINE_BREAK: W_BR,
    NO_BREAK_HYPHEN: name("w:noBreakHyphen"),
    SOFT_HYPHEN: name("w:softHyphen"),
}


def _children(text: str) -> Iterator[Element]:
    """The elements that show a text in a run."""
    for part in _PARTS.findall(text):
        if part in _MARKS:
            yield etree.Element(_MARKS[part])
        else:
            made = etree.Element(W_T)
            _set_text(made, part)
            yield made


def text_run(text: str, look: Element | None) -> Element:
    """A run that shows a text, with given properties."""
    run = etree.Element(W_R)
    if look is not None:
        run.append(look)
    run.extend(_children(text))
    return run


_SPACE = name("xml:space")


def _set_text(element: Element, text: str) -> None:
    element.text = text
    if text != text.strip(" \t\r\n") or "  " in text:
        element.set(_SPACE, "preserve")


def _is_empty(run: Element) -> bool:
    kept = {W_RPR, name("w:lastRenderedPageBreak")}
    return all(child.tag in kept or (child.tag == W_T and not child.text) for child in run)


def _can_join(one: Element, other: Element) -> bool:
    if one.tag != W_R or other.tag != W_R or one.tail or other.tail:
        return False
    return _look_source(one) == _look_source(other) and not _has_mark(one) and not _has_mark(other)


def _look_source(run: Element) -> bytes:
    found = run.find(W_RPR)
    return b"" if found is None or not len(found) else etree.tostring(found, method="c14n")


def _has_mark(run: Element) -> bool:
    """Whether a run holds something besides text, which keeps to itself."""
    return any(child.tag not in (W_RPR, W_T, W_TAB, W_BR, *_MARKS.values()) for child in run)


def _append(run: Element, child: Element) -> None:
    last = run[-1] if len(run) else None
    if last is not None and last.tag == W_T and child.tag == W_T and _is_exact(last) and _is_exact(child):
        _set_text(last, (last.text or "") + (child.text or ""))
    else:
        run.append(child)


def _is_exact(element: Element) -> bool:
    """Whether all of a text counts: no spaces at its ends are left out."""
    text = element.text or ""
    return element.get(_SPACE) == "preserve" or text == text.strip(" \t\r\n")
