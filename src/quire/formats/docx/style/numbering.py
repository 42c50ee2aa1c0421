"""The lists of a document, and the labels that Word prints in front of their items.

A paragraph names a `w:num`; that is a use of an `w:abstractNum`, which has nine levels. All uses of one abstract
definition count together. See docs/word-behaviour/numbering.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, cast

from quire.formats.docx.names import attribute, name, parse
from quire.formats.docx.style.numerals import bullet, numeral
from quire.formats.docx.style.properties import paragraph_properties, run_properties, switched_on, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.style.styles import ParagraphFormat, Styles

Suffix = Literal["tab", "space", "nothing"]
Item = tuple[int, int]
"""A list item: its `w:num` and its level, from 0."""

DEEPEST = 8
_PLACEHOLDER = re.compile(r"%([1-9])")
_KEPT_BY_LEGAL = frozenset({"decimalZero", "none"})


@dataclass(frozen=True, slots=True)
class Level:
    """How the items of one level are counted and labelled."""

    depth: int
    format: str = "decimal"
    text: str = ""
    start: int = 1
    restart: int | None = None
    legal: bool = False
    suffix: Suffix = "tab"
    style: str | None = None
    font: str | None = None
    pattern: str | None = None
    hidden: bool = False
    indent: int | None = None  # of the text, in twips

    def label(self, counts: Sequence[int | None], levels: Sequence[Level]) -> str:
        """What stands in front of an item, given the counts of this level and those above it."""
        if self.hidden or not self.text:
            return ""
        if self.format == "bullet":
            return bullet(self.text, self.font).strip()
        if any(int(it) > self.depth + 1 for it in _PLACEHOLDER.findall(self.text)):
            return ""  # Word ignores a text that asks for a deeper level than its own
        return _PLACEHOLDER.sub(lambda it: self._number(counts, levels, int(it[1]) - 1), self.text).strip()

    def _number(self, counts: Sequence[int | None], levels: Sequence[Level], depth: int) -> str:
        other, count = levels[depth], counts[depth]
        legal = self.legal and other.format not in _KEPT_BY_LEGAL
        return numeral("decimal" if legal else other.format, other.start if count is None else count, other.pattern)


@dataclass(frozen=True, slots=True)
class _Use:
    """A `w:num`: the list that it counts in, its levels, the starts of its own, and which levels each begins anew."""

    abstract: int
    levels: tuple[Level, ...]
    starts: Mapping[int, int]
    restarts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Counters:
    """Where all lists of a document stand at some paragraph; `Counters()` is the beginning.

    `begun` are the uses with a start of their own that have made their list begin anew: each does so once.
    """

    counts: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()

    def count(self, numbering: Numbering, num_id: int, level: int) -> tuple[str, Counters]:
        """The label of the next item, and where the lists stand behind it."""
        labels, after = numbering.labels(self, [(num_id, level)])
        return labels[0], after

    def __hash__(self) -> int:
        return hash((frozenset(self.counts.items()), self.begun))


class Numbering:
    """All list definitions of a document."""

    __slots__ = ("_uses",)

    def __init__(self, uses: Mapping[int, _Use]) -> None:
        self._uses = uses

    @staticmethod
    def read(xml: bytes | None, styles: Styles) -> Numbering:
        """The definitions of a numbering.xml; None stands for a part that is not there."""
        if xml is None:
            return Numbering({})
        root = parse(xml, "numbering.xml")
        return Numbering(_Definitions(root, styles).uses())

    def level(self, num_id: int, level: int) -> Level | None:
        """The definition of a level; None where there is no such list."""
        use = self._uses.get(num_id)
        return use.levels[_within(level)] if use else None

    def item(self, paragraph: ParagraphFormat) -> Item | None:
        """The list and the level of a paragraph; None where it is in no list that exists.

        A style is at the level that names it, whatever level the style itself names.
        """
        use = self._uses.get(paragraph.num_id or 0)
        if use is None or paragraph.num_id is None:
            return None
        for style, level in paragraph.numbering_styles:
            linked = next((it.depth for it in use.levels if it.style == style), level)
            if linked is not None:
                return paragraph.num_id, _within(linked)
        return paragraph.num_id, _within(paragraph.level or 0)

    def run(self, state: Counters, items: Iterable[Item]) -> Counters:
        """Where the lists stand behind these items."""
        walk = _Walk(state, self._uses)
        for num_id, level in items:
            walk.step(num_id, level)
        return walk.state()

    def counter(self, state: Counters) -> Callable[[Item], int]:
        """What tells the number of each item of lists that exist, from where they stand on."""
        walk = _Walk(state, self._uses)
        return lambda item: walk.step(*item)[_within(item[1])] or 0

    def concerning(self, state: Counters, lists: Collection[int]) -> Counters:
        """What of where lists stand makes a difference to the items of some."""
        counted = {use.abstract for num_id in lists if (use := self._uses.get(num_id))}
        counts = {abstract: it for abstract, it in state.counts.items() if abstract in counted}
        return Counters(counts, state.begun.intersection(lists))

    def number(self, state: Counters, item: Item) -> tuple[int, Counters]:
        """The number of an item of a list that exists, and where the lists stand behind it."""
        walk = _Walk(state, self._uses)
        return walk.step(*item)[_within(item[1])] or 0, walk.state()

    def labels(self, state: Counters, items: Iterable[Item]) -> tuple[list[str], Counters]:
        """The labels of these items, and where the lists stand behind them. An item of no list has an empty one."""
        walk = _Walk(state, self._uses)
        labels = []
        for num_id, level in items:
            counts = walk.step(num_id, level)
            levels = self._uses[num_id].levels if counts else ()
            labels.append(levels[_within(level)].label(counts, levels) if counts else "")
        return labels, walk.state()


class _Walk:
    """A pass over items, which changes its own counts only."""

    __slots__ = ("_begun", "_changed", "_counts", "_state", "_uses")

    def __init__(self, state: Counters, uses: Mapping[int, _Use]) -> None:
        self._state = state
        self._uses = uses
        self._counts = state.counts
        self._changed: dict[int, list[int | None]] = {}
        self._begun: set[int] = set()

    def step(self, num_id: int, level: int) -> list[int | None]:
        """Count one item; the counts of its list afterwards, none where there is no such list."""
        use = self._uses.get(num_id)
        if use is None:
            return []
        counts = self._changed.get(use.abstract)
        if counts is None:
            counts = self._changed[use.abstract] = list(self._counts.get(use.abstract, _NOTHING))
        depth = level if 0 <= level <= DEEPEST else _within(level)
        count = counts[depth]
        if count is None or (depth in use.starts and not self._has_begun(num_id)):
            counts[depth] = use.starts.get(depth, use.levels[depth].start)
        else:
            counts[depth] = count + 1
        if depth in use.starts:
            self._begun.add(num_id)
        for above in range(depth):
            if counts[above] is None:  # a level that was skipped counts as if its first item were there
                counts[above] = use.levels[above].start
        for below in use.restarts[depth]:
            counts[below] = None
        return counts

    def state(self) -> Counters:
        if not self._changed:
            return self._state
        counts = {**self._counts, **{abstract: tuple(it) for abstract, it in self._changed.items()}}
        return Counters(counts, self._state.begun | self._begun if self._begun else self._state.begun)

    def _has_begun(self, num_id: int) -> bool:
        return num_id in self._begun or num_id in self._state.begun


class _Definitions:
    """The elements of a numbering.xml while it is read."""

    def __init__(self, root: Element, styles: Styles) -> None:
        self.styles = styles
        self.abstracts = _by_number(root.findall(name("w:abstractNum")), "w:abstractNumId")
        self.nums = _by_number(root.findall(name("w:num")), "w:numId")
        self.levels: dict[int | None, list[Level]] = {}
        self.styled = {style: it for it in self.abstracts.values() if (style := _value(it, "w:styleLink")) is not None}

    def uses(self) -> dict[int, _Use]:
        """Each `w:num` that has an abstract definition."""
        found: dict[int, _Use] = {}
        for num_id, num in self.nums.items():
            abstract = whole_number(_value(num, "w:abstractNumId"))
            if abstract in self.abstracts:
                levels = tuple(self._levels(num, frozenset()))
                found[num_id] = _Use(abstract, levels, _starts(num), _restarts(levels))
        return found

    def _levels(self, num: Element, seen: frozenset[str]) -> list[Level]:
        levels = list(self._abstract_levels(whole_number(_value(num, "w:abstractNumId")), seen))
        for depth, override in _by_depth(num.findall(name("w:lvlOverride"))):
            own = override.find(name("w:lvl"))
            if own is not None:
                levels[depth] = _level(own, depth)
        return levels

    def _abstract_levels(self, number: int | None, seen: frozenset[str]) -> list[Level]:
        """The nine levels of an abstract definition, which may leave them to the one that defines a list style."""
        abstract = self.abstracts.get(-1 if number is None else number)
        style = None if abstract is None else _value(abstract, "w:numStyleLink")
        if style is not None and style not in seen:
            return self._style_levels(style, seen | {style}) or _undefined()
        if number not in self.levels:
            self.levels[number] = _undefined()
            for depth, element in _by_depth([] if abstract is None else abstract.findall(name("w:lvl"))):
                self.levels[number][depth] = _level(element, depth)
        return self.levels[number]

    def _style_levels(self, style: str, seen: frozenset[str]) -> list[Level] | None:
        """The levels of a list style: those of the `w:num` that it names, else of the definition that names it."""
        num = self.nums.get(self.styles.list_of(style) or 0)
        if num is not None:
            return self._levels(num, seen)
        linked = self.styled.get(style)
        return None if linked is None else self._abstract_levels(_number(linked, "w:abstractNumId"), seen)


_NOTHING: tuple[int | None, ...] = (None,) * (DEEPEST + 1)


def _undefined() -> list[Level]:
    return [Level(depth) for depth in range(DEEPEST + 1)]


def _level(element: Element, depth: int) -> Level:
    number_format = _number_format(element)
    start = whole_number(_value(element, "w:start"))
    suffix = _value(element, "w:suff")
    run = run_properties(element.find(name("w:rPr")))
    return Level(
        depth=depth,
        format="decimal" if number_format is None else attribute(number_format, "w:val") or "decimal",
        text=_value(element, "w:lvlText") or "",
        start=0 if start is None else start,
        restart=whole_number(_value(element, "w:lvlRestart")),
        legal=switched_on(element.find(name("w:isLgl"))),
        suffix=cast("Suffix", suffix) if suffix in ("space", "nothing") else "tab",
        style=_value(element, "w:pStyle"),
        font=run.get("font"),
        pattern=None if number_format is None else attribute(number_format, "w:format"),
        hidden=run.get("hidden", False),
        indent=paragraph_properties(element.find(name("w:pPr"))).get("indent_left"),
    )


def _number_format(level: Element) -> Element | None:
    """The `w:numFmt` of a level; newer formats stand in the first choice of a `mc:AlternateContent`."""
    own = level.find(name("w:numFmt"))
    return level.find(f"{name('mc:AlternateContent')}//{name('w:numFmt')}") if own is None else own


def _by_depth(elements: list[Element]) -> Iterator[tuple[int, Element]]:
    """The elements that name one of the nine levels, with it."""
    for element in elements:
        depth = whole_number(attribute(element, "w:ilvl"))
        if depth is not None and 0 <= depth <= DEEPEST:
            yield depth, element


def _starts(num: Element) -> dict[int, int]:
    """The levels that a `w:num` gives a start of its own."""
    found = {
        depth: whole_number(_value(it, "w:startOverride"))
        for depth, it in _by_depth(num.findall(name("w:lvlOverride")))
    }
    return {depth: start for depth, start in found.items() if start is not None}


def _restarts(levels: Sequence[Level]) -> tuple[tuple[int, ...], ...]:
    """For each level, the deeper ones that an item of it makes begin anew."""
    return tuple(
        tuple(it.depth for it in levels[depth + 1 :] if depth < _restarting(it)) for depth in range(DEEPEST + 1)
    )


def _restarting(level: Level) -> int:
    """How many of the levels above make a level begin anew: all, unless `w:lvlRestart` says fewer."""
    return level.depth if level.restart is None or level.restart > level.depth else level.restart


def _within(level: int) -> int:
    return min(max(level, 0), DEEPEST)


def _by_number(elements: list[Element], short: str) -> dict[int, Element]:
    found: dict[int, Element] = {}
    for element in elements:
        number = _number(element, short)
        if number is not None:
            found.setdefault(number, element)
    return found


def _number(element: Element, short: str) -> int | None:
    return whole_number(attribute(element, short))


def _value(element: Element, short: str) -> str | None:
    found = element.find(name(short))
    return None if found is None else attribute(found, "w:val")
