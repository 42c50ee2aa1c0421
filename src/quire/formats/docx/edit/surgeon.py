"""Other words in a paragraph: what does not change keeps its runs, and no object is lost.

All that could make an edit impossible is looked at before anything changes. Then the changes are made from the end of
the paragraph to its start, so that the places of those to come stay right.
"""

from __future__ import annotations

import secrets
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.formats.docx.edit.operation import LITERAL, Cut, Dress, Reading, Seams, operation
from quire.formats.docx.names import attribute, name
from quire.formats.docx.style import formatting
from quire.formats.docx.style.runs import (
    Wardrobe,
    can_join,
    dress,
    is_empty,
    join,
    set_text,
    text_element,
    text_run,
    typed,
)
from quire.formats.docx.text import authorship
from quire.formats.docx.text.control import is_stale, settle
from quire.formats.docx.text.paragraph import (
    MC_ALTERNATE,
    OBJECT,
    W_BR,
    W_FIELD,
    W_HYPERLINK,
    W_PPR,
    W_R,
    W_RPR,
    W_SDT,
    W_SIMPLE_FIELD,
    Leaf,
)
from quire.formats.docx.text.tags import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.text.paragraph import Paragraph

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
              "Leave it out, or change it until the field is updated with smart_edit and allow_field_result: true."),
    "locked control": ("is in a content control that is locked", "Unlock the control in Word first."),
    "bound control": ("is in a content control that shows a property of the document",
                      "Word would put the property's value back: change the property instead."),
    "choice control": ("is in a content control that offers a choice", "Choose in Word."),
}  # fmt: skip

_FIRM = {W_HYPERLINK: "a link", W_SDT: "a content control"}
"""What must not be left without any text."""

_ENDS = {name("w:bookmarkEnd"), name("w:commentRangeEnd")}
"""Ends of ranges; what is typed right behind their last word is outside."""


class Surgeon:
    """One edit of one paragraph."""

    def __init__(self, paragraph: Paragraph, wardrobe: Wardrobe, *, allow_field_result: bool = False) -> None:
        self._paragraph = paragraph
        self._element = paragraph.element
        self._leaves = list(paragraph.leaves)
        self._wardrobe = wardrobe
        self._allow_field_result = allow_field_result
        self._touched: dict[Element, None] = {}  # in order
        self._links: dict[Element, None] = {}  # those made here

    def rewrite(self, start: int, end: int, spans: Sequence[Span], reading: Reading = LITERAL) -> None:
        """Put spans in the place of a range, which the caller read in some way."""
        spans = [Span(typed(span.text), span.look) for span in spans]
        self._carry_out(operation(self._paragraph.text, start, end, spans, reading, self._seams()))

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of a range, all of it looking as the first character there does."""
        self._carry_out([Cut(start, end, (Span(typed(text)),) if text else ())])

    def _carry_out(self, plans: Sequence[Cut | Dress]) -> None:
        self._check(plans)
        stale = self._stale(plans)
        for plan in sorted(plans, key=lambda plan: (plan.start, plan.end), reverse=True):
            if isinstance(plan, Cut):
                self._replace(plan)
            else:
                self._dress(plan)
        for control in stale:
            settle(control)
        self._tidy()

    def place(self, at: int, *runs: Element) -> None:
        """Put runs at a place of the text, as they are."""
        self._check_insertion(at)
        self._split(at)
        self._put_between(at, lambda _: runs)
        self._tidy()

    def format(self, start: int, end: int, change: Callable[[Element], None]) -> None:
        """Change the properties of the text of a range; runs that are not changed by it are not cut.

        Results of fields are text like any other here: formatting them takes nothing away."""
        for begin, behind in reversed(self._unlike(start, end, change)):
            self._split(behind)
            self._split(begin)
            for run in dict.fromkeys(leaf.run for leaf in self._between(begin, behind) if leaf.run is not None):
                change(formatting.run_properties(run))
                formatting.prune(run)
        self._tidy()

    def part(self, start: int, end: int) -> list[Element]:
        """The runs of a range, cut at its ends."""
        self._split(end)
        self._split(start)
        return list(dict.fromkeys(leaf.run for leaf in self._between(start, end) if leaf.run is not None))

    def _unlike(self, start: int, end: int, change: Callable[[Element], None]) -> list[tuple[int, int]]:
        """The stretches of a range that a change of properties changes."""
        found: list[tuple[int, int]] = []
        for leaf in self._between(start, end):
            if leaf.run is None or leaf.is_object or not _is_changed(leaf.run, change):
                continue
            if leaf.lock == "locked control":
                raise _locked(leaf, leaf.text)
            begin, behind = max(start, leaf.start), min(end, leaf.end)
            if found and found[-1][1] == begin:
                begin = found.pop()[0]
            found.append((begin, behind))
        return found

    def _seams(self) -> Seams:
        """Where the look of the text changes, and where what must stay begins or ends."""
        seams: Seams = {}
        looks = {run: _look(run) for run in dict.fromkeys(leaf.run for leaf in self._leaves)}
        for left, right in zip(self._leaves, self._leaves[1:], strict=False):
            is_firm = (left.is_object, left.lock, left.field) != (right.is_object, right.lock, right.field)
            if is_firm or (not left.lock and left.run is not right.run and looks[left.run] != looks[right.run]):
                seams[right.start] = is_firm
        return seams

    def _stale(self, plans: Sequence[Cut | Dress]) -> list[Element]:
        """The content controls that say of their text what is about to become wrong."""
        leaves = [leaf for plan in plans for leaf in self._between(plan.start, plan.end)]
        holders = dict.fromkeys(holder for leaf in leaves for holder in self._holders(leaf))
        return [holder for holder in holders if holder.tag == W_SDT and is_stale(holder)]

    # Checking

    def _check(self, plans: Sequence[Cut | Dress]) -> None:
        cuts = [plan for plan in plans if isinstance(plan, Cut)]
        for plan in plans:
            for leaf in self._between(plan.start, plan.end):
                if leaf.is_object and isinstance(plan, Cut):
                    raise _lost(leaf)
                if self._is_locked(leaf):
                    raise _locked(leaf, leaf.text[max(0, plan.start - leaf.start) : plan.end - leaf.start])
        for cut in cuts:
            if any(OBJECT in span.text for span in cut.spans):
                raise InvalidArgumentError(
                    "The new text has an object character (U+FFFC) where the paragraph has no object.",
                    "Keep each object character where old_string has it; objects cannot be typed.",
                )
            if cut.start == cut.end:
                self._check_insertion(cut.start)
        self._check_holders(cuts)

    def _check_insertion(self, at: int) -> None:
        left, right = self._neighbours(at)
        if left and right and self._is_locked(left) and left.lock == right.lock and left.field == right.field:
            raise _locked(left, left.text)
        goes_on = (not left and self._paragraph.began_in) or (not right and self._paragraph.fields)
        if goes_on and not self._allow_field_result:
            raise _locked(left or right, self._paragraph.text)

    def _is_locked(self, leaf: Leaf) -> bool:
        return leaf.lock is not None and not (leaf.lock == "field" and self._allow_field_result)

    def _check_holders(self, cuts: Sequence[Cut]) -> None:
        """Refuse to leave a link or a content control without text."""
        held: dict[Element, list[Leaf]] = {}
        for leaf in self._leaves:
            for holder in self._holders(leaf):
                if holder.tag in _FIRM:
                    held.setdefault(holder, []).append(leaf)
        for holder, leaves in held.items():
            if all(_is_cut_out(cuts, leaf) for leaf in leaves) and not self._is_filled(cuts, holder):
                raise UnsupportedError(
                    f"The edit would leave {_FIRM[holder.tag]} without any text: "
                    f"{''.join(leaf.text for leaf in leaves)!r}.",
                    "Keep at least one word of it, or put another word in its place.",
                )

    def _is_filled(self, cuts: Sequence[Cut], holder: Element) -> bool:
        """Whether something is put inside a link or a content control: what replaces its words does."""
        firsts = [self._between(cut.start, cut.end)[:1] for cut in cuts if any(span.text for span in cut.spans)]
        return any(holder in self._holders(leaf) for first in firsts for leaf in first)

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

    # Cutting

    def _replace(self, cut: Cut) -> None:
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
                self._touched[leaf.run] = None
        self._leaves = [leaf for leaf in self._leaves if leaf.element not in {each.element for each in gone}]

    def _dress(self, plan: Dress) -> None:
        self._split(plan.end)
        self._split(plan.start)
        leaves = [leaf for leaf in self._between(plan.start, plan.end) if not leaf.is_object]
        for run in dict.fromkeys(leaf.run for leaf in leaves if leaf.run is not None):
            dress(run, plan.look, self._wardrobe)
            self._touched[run] = None
            if plan.look.href and not any(each.tag == W_HYPERLINK for each in run.iterancestors()):
                self._wrap(run, plan.look.href)

    def _split(self, at: int) -> None:
        """See that no run goes on over a place of the text."""
        left, right = self._neighbours(at)
        if left is None or right is None or left.run is None or left.run is not right.run:
            return
        if left is not right:
            self._divide(left.run, _first_beginning(left.element, right.element))
            return
        rest = text_element(left.text[at - left.start :])
        set_text(left.element, left.text[: at - left.start])
        left.element.addnext(rest)
        halves = (
            replace(left, text=left.text[: at - left.start]),
            replace(left, start=at, text=left.text[at - left.start :], element=rest),
        )
        index = self._leaves.index(left)
        self._leaves[index : index + 1] = halves
        self._divide(left.run, rest)

    def _divide(self, run: Element, child: Element) -> None:
        """Move a child of a run, and what follows it, to a run of its own that looks the same."""
        behind = _like(run)
        if (look := run.find(W_RPR)) is not None:
            behind.append(deepcopy(look))
            for change in behind.iter(name("w:rPrChange")):
                change.set(name("w:id"), str(secrets.randbelow(2**30) + 2**29))
        moved = [child, *child.itersiblings()]
        behind.extend(moved)
        run.addnext(behind)
        self._touched |= {run: None, behind: None}
        away = set(moved)
        self._leaves = [replace(leaf, run=behind) if leaf.element in away else leaf for leaf in self._leaves]

    # Sewing

    def _sew(self, first: Leaf, spans: Sequence[Span]) -> None:
        """Put spans before a leaf that they replace, looking like it."""
        run = self._begun_by(first)
        if run is None:
            return
        runs = [self._made(span, formatting.copied_run_properties(run), run) for span in spans]
        before = authorship.before(run)
        for each in runs:
            before.addprevious(each)

    def _begun_by(self, leaf: Leaf) -> Element | None:
        """The run of a leaf, which begins with it: a mark before it, such as a field's end, stays before it."""
        if leaf.run is None:
            return None
        before = leaf.element.getprevious()
        if before is None or before.tag == W_RPR:
            return leaf.run
        self._divide(leaf.run, leaf.element)
        return next(each.run for each in self._leaves if each.element is leaf.element)

    def _ended_by(self, leaf: Leaf) -> Element | None:
        """The run of a leaf, in which no field begins behind it."""
        following = [each for each in leaf.element.itersiblings() if each.tag == W_FIELD]
        if leaf.run is not None and following:
            self._divide(leaf.run, following[0])
        return leaf.run

    def _sew_between(self, at: int, spans: Sequence[Span]) -> None:
        """Put spans between two leaves, looking like their neighbours."""
        look = self._look_between(*self._neighbours(at))
        self._put_between(at, lambda beside: [self._made(span, look, beside) for span in spans])

    def _put_between(self, at: int, make: Callable[[Element | None], Sequence[Element]]) -> None:
        """Put runs between two leaves: inside what both are in, outside what only one is in.

        They are made for the run that they come to stand beside, if they do."""
        left, right = self._neighbours(at)
        if left and left.run is not None and self._is_open(left) and self._stays_inside(left, right):
            runs = make(self._ended_by(left))
            _put_behind(_behind_ends(authorship.behind(left.run)), runs)
        elif right and right.run is not None and self._is_open(right) and not self._holders(right):
            before = self._begun_by(right)
            if before is not None:
                for run in make(before):
                    before.addprevious(run)
        else:
            runs = make(None)
            outside = self._outside(left)
            if outside is None:
                self._at_start(runs)
            else:
                _put_behind(_behind_ends(outside), runs)

    def _is_open(self, leaf: Leaf) -> bool:
        return not self._is_locked(leaf) and leaf.lock in (None, "field")

    def _stays_inside(self, left: Leaf, right: Leaf | None) -> bool:
        holders = [each for each in self._holders(left) if each.tag not in authorship.MARKS]
        if left.lock == "field" and (right is None or right.field != left.field):
            return False
        return not holders or (right is not None and all(each in self._holders(right) for each in holders))

    def _look_between(self, left: Leaf | None, right: Leaf | None) -> Element | None:
        """The properties of new text: those of the left neighbour; not of a mark, a link or a field, if avoidable."""
        behind = [leaf for leaf in self._leaves if right is not None and leaf.start >= right.start]
        before = [leaf for leaf in self._leaves if left is not None and leaf.start <= left.start]
        inside = left is not None and self._stays_inside(left, right)
        for leaf in (*before[:-2:-1], *behind[:1], *reversed(before), *behind):
            is_link = any(each.tag == W_HYPERLINK for each in self._holders(leaf))
            if leaf.run is not None and not leaf.is_object and not self._is_locked(leaf) and (inside or not is_link):
                return formatting.copied_run_properties(leaf.run)
        properties = self._element.find(W_PPR)
        mark = properties.find(W_RPR) if properties is not None and not self._leaves else None
        return formatting.copied_properties(mark)

    def _outside(self, left: Leaf | None) -> Element | None:
        """The child of the paragraph behind which text stands outside of all that a leaf is in; None for the start."""
        if left is None:
            return None
        inner = left.element if left.run is None else left.run
        top = next(each for each in (inner, *inner.iterancestors()) if each.getparent() is self._element)
        depth, is_reached = len(self._paragraph.began_in), False
        for child in self._element:
            depth += sum(_turn(mark) for mark in child.iter(W_FIELD))
            is_reached = is_reached or child is top
            if is_reached and depth <= 0:
                return child
        raise _locked(left, left.text)

    def _at_start(self, runs: Sequence[Element]) -> None:
        at = 1 if len(self._element) and self._element[0].tag == W_PPR else 0
        for offset, run in enumerate(runs):
            self._element.insert(at + offset, run)

    # Making runs

    def _made(self, span: Span, look: Element | None, beside: Element | None) -> Element:
        """A run, or a link around one, with the text of a span; or what was made to stand there."""
        if span.look.made is not None:
            return deepcopy(span.look.made)
        run = text_run(span.text, deepcopy(look))
        dress(run, span.look, self._wardrobe)
        self._touched[run] = None
        if span.look.href is None or self._is_inside_link(beside, span.look.href):
            return run
        return self._linked(run, span.look.href)

    def _is_inside_link(self, beside: Element | None, address: str) -> bool:
        around = None if beside is None else next(beside.iterancestors(W_HYPERLINK), None)
        if around is None:
            return False
        if self._wardrobe.address(around) != address:
            raise UnsupportedError(
                f"A link to {address!r} cannot stand inside the link to {self._wardrobe.address(around)!r}.",
                "Write the new link before or behind the old one.",
            )
        return True

    def _linked(self, run: Element, address: str) -> Element:
        link = self._wardrobe.linked(run, address)
        self._links[link] = None
        return link

    def _wrap(self, run: Element, address: str) -> None:
        parent = run.getparent()
        if parent is not None:
            at = parent.index(run)
            parent.insert(at, self._linked(run, address))

    # Tidying

    def _tidy(self) -> None:
        """Remove runs that were emptied, and join those again that look the same and need not have been split."""
        for run in self._touched:
            if run.getparent() is not None and is_empty(run):
                _remove(run)
        for link in self._links:
            while (after := link.getnext()) is not None and after in self._links and link.items() == after.items():
                link.extend(after)
                _remove(after)
        for run in self._touched:
            while (after := run.getnext()) is not None and after in self._touched and can_join(run, after):
                join(run, after)
                _remove(after)


def _remove(element: Element) -> None:
    """Remove an element, and an author's mark that has nothing left to mark."""
    parent = element.getparent()
    if parent is None:
        return
    parent.remove(element)
    if parent.tag in authorship.MARKS and not len(parent):
        _remove(parent)


def _put_behind(after: Element, runs: Sequence[Element]) -> None:
    for run in runs:
        after.addnext(run)
        after = run


def _behind_ends(element: Element) -> Element:
    """The last of the ends of ranges right behind an element, with the marks of their comments; itself without any."""
    while (after := element.getnext()) is not None and (after.tag in _ENDS or _is_comment_mark(after)):
        element = after
    return element


def _is_comment_mark(run: Element) -> bool:
    shown = [child.tag for child in run if child.tag != W_RPR] if run.tag == W_R else []
    return shown == [name("w:commentReference")]


def _first_beginning(left: Element, right: Element) -> Element:
    """Where to part a run between two texts in it: before the first mark of a field that begins there."""
    for each in left.itersiblings():
        if each is right or (each.tag == W_FIELD and attribute(each, "w:fldCharType") == "begin"):
            return each
    return right


def _look(run: Element | None) -> object:
    """What tells the properties of a run from others."""
    found = run.find(W_RPR) if run is not None else None
    return None if found is None else [(each.tag, len(each), sorted(each.items()), each.text) for each in found.iter()]


def _is_changed(run: Element, change: Callable[[Element], None]) -> bool:
    look = run.find(W_RPR)
    copy = etree.Element(W_RPR) if look is None else deepcopy(look)
    was = etree.tostring(copy, with_tail=False)
    change(copy)
    return etree.tostring(copy, with_tail=False) != was


def _lost(leaf: Leaf) -> UnsupportedError:
    shown = "(U+FFFC)" if leaf.text == OBJECT else f"({leaf.text})"
    return UnsupportedError(
        f"The edit would delete {OBJECTS.get(leaf.element.tag, 'an object')} at {leaf.start} of the paragraph.",
        f"Keep its character {shown} in new_string, or edit the text before and behind it in two calls.",
    )


def _locked(leaf: Leaf | None, shown: str) -> UnsupportedError:
    why, way_out = _LOCKS[(leaf.lock if leaf else None) or "field"]
    return UnsupportedError(f"{shown!r} {why}.", way_out)


def _like(element: Element) -> Element:
    """An empty element with the same name and attributes."""
    return etree.Element(element.tag, {str(key): str(value) for key, value in element.attrib.items()})


def _turn(mark: Element) -> int:
    return {"begin": 1, "end": -1}.get(attribute(mark, "w:fldCharType") or "", 0)


def _is_cut_out(cuts: Sequence[Cut], leaf: Leaf) -> bool:
    covered = sum(max(0, min(cut.end, leaf.end) - max(cut.start, leaf.start)) for cut in cuts)
    return covered >= len(leaf.text)
