"""The lists that new items belong to: the document's own kind of list where it has one, else Word's usual one."""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from quire.formats.docx.names import attribute, name, parse
from quire.formats.docx.style.numbering import DEEPEST
from quire.formats.docx.style.properties import element_of, whole_number
from quire.formats.docx.text.paragraph import properties_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.content.supplies import Sheet, Supplies
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.builtin import Listed
    from quire.formats.docx.style.numbering import Level
    from quire.formats.docx.text.story import Chunk

STEP = 720
"""How much deeper, in twips, the text of each level of Word's usual lists is set."""
HANGING = 360
"""How far before its text the sign of an item stands there."""

_BULLETS = (("\uf0b7", "Symbol"), ("o", "Courier New"), ("\uf0a7", "Wingdings"))
_NUMBERS = ("decimal", "lowerLetter", "lowerRoman")
_NAMES = {name(f"w:{local}") for local in ("nsid", "tmpl", "name", "styleLink")}
"""What one definition has and no other one may have too."""
_SIMPLE = re.compile(r"\(?%1[.)]?")


@dataclass(frozen=True, slots=True)
class Running:
    """A list that items are being added to: its `w:num`, the style of its paragraphs, and where their texts begin."""

    num_id: int
    style: str
    indents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Definition:
    """A kind of list: its `w:abstractNum`, and a `w:num` that uses it as it is."""

    abstract: int
    num_id: int
    style: str
    indents: tuple[int, ...]


class Lists:
    """The two kinds of list, bullets and numbers; every list of numbers begins anew."""

    def __init__(self, document: DocxDocument, supplies: Supplies, deepest: int) -> None:
        self._document = document
        self._supplies = supplies
        self._deepest = min(deepest, DEEPEST)
        self._definitions: dict[bool, _Definition] = {}
        self._counted: list[tuple[int, int]] = []  # the lists of numbers so far: the level of each, and its `w:num`

    def begin(self, level: int, start: int, *, is_ordered: bool) -> Running:
        """A new list whose items are at a level."""
        if is_ordered not in self._definitions:
            self._definitions[is_ordered] = self._found(is_ordered) or self._made(is_ordered)
        found = self._definitions[is_ordered]
        if not is_ordered:
            return Running(found.num_id, found.style, found.indents)
        running = Running(self._use(found.abstract, level, start), found.style, found.indents)
        self._counted.append((level, running.num_id))
        return running

    def is_interrupted(self, running: Running, level: int) -> bool:
        """Whether another list has counted on meanwhile where this one counts: Word has one count for both."""
        last = next((num_id for depth, num_id in reversed(self._counted) if depth <= level), running.num_id)
        return last != running.num_id

    def begin_apart(self, level: int, start: int) -> Running:
        """A new list of numbers with which no other list of the document counts on."""
        known = self._found(True)
        found = self._made(True) if known is None else self._copied(known)
        return Running(self._use(found.abstract, level, start), found.style, found.indents)

    def _copied(self, known: _Definition) -> _Definition:
        sheet = self._supplies.sheet("numbering")
        root = parse(sheet.data, sheet.name)
        every = {whole_number(attribute(each, "w:abstractNumId")): each for each in root.iter(name("w:abstractNum"))}
        copy, number = deepcopy(every[known.abstract]), max((*sheet.numbers("abstractNumId"), 0)) + 1
        copy.set(name("w:abstractNumId"), str(number))
        for each in [each for each in copy if each.tag in _NAMES]:
            copy.remove(each)
        sheet.add(copy, "num", "numIdMacAtCleanup")
        return replace(known, abstract=number)

    # Those of the document

    def _found(self, is_ordered: bool) -> _Definition | None:
        uses = dict(self._uses())
        for (num_id, style), _ in self._used.most_common():
            levels = [self._document.numbering.level(num_id, depth) for depth in range(DEEPEST + 1)]
            known = [each for each in levels if each is not None]
            if num_id in uses and style and self._fits(known, is_ordered):
                own = self._document.styles.paragraph_of(f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>')
                indents = tuple(
                    each.indent if each.indent is not None else own.indent_left or STEP * (each.depth + 1)
                    for each in known
                )
                return _Definition(uses[num_id], num_id, style, indents)
        return None

    def _fits(self, levels: list[Level], is_ordered: bool) -> bool:
        """Whether a list is an ordinary one of its kind, as deep as it has to be."""
        wanted = levels[: self._deepest + 1]
        if not wanted or any(not each.text or each.format == "none" or each.hidden for each in wanted):
            return False
        if not is_ordered:
            return all(each.format == "bullet" for each in wanted)
        is_simple = _SIMPLE.fullmatch(wanted[0].text) is not None
        return is_simple and all(f"%{each.depth + 1}" in each.text and each.format != "bullet" for each in wanted)

    @cached_property
    def _used(self) -> Counter[tuple[int, str | None]]:
        """How often each list is used in the body, with each style of paragraphs but headings."""
        styles = self._document.styles
        properties: Counter[str] = Counter()
        for chunk in self._document.body.chunks:
            properties.update(_properties(chunk))
        used: Counter[tuple[int, str | None]] = Counter()
        for source, times in properties.items():
            form = styles.paragraph_of(source)
            if form.num_id and not styles.heading_level(form):
                used[form.num_id, form.style] += times
        return used

    def _uses(self) -> Iterator[tuple[int, int]]:
        """The `w:num`s that change nothing of the `w:abstractNum` that they use, with that."""
        package = self._document.package
        for part in package.related(package.main, "numbering"):
            for num in parse(package.part(part), part).iterchildren(name("w:num")):
                used = num.find(name("w:abstractNumId"))
                number = whole_number(attribute(num, "w:numId"))
                abstract = whole_number(attribute(used, "w:val")) if used is not None else None
                is_changed = num.find(f"{name('w:lvlOverride')}/{name('w:lvl')}") is not None
                if number is not None and abstract is not None and not is_changed:
                    yield number, abstract

    # New ones

    def _made(self, is_ordered: bool) -> _Definition:
        sheet = self._supplies.sheet("numbering")
        abstract = max((*sheet.numbers("abstractNumId"), -1)) + 1
        inside = "".join(_level(depth, is_ordered) for depth in range(DEEPEST + 1))
        made = element_of(
            f'<w:abstractNum w:abstractNumId="{abstract}"><w:nsid w:val="{0x51550000 + abstract:08X}"/>'
            f'<w:multiLevelType w:val="hybridMultilevel"/>{inside}</w:abstractNum>'
        )
        if made is not None:
            sheet.add(made, "num", "numIdMacAtCleanup")
        style = self._supplies.style("List Paragraph", "paragraph")
        indents = tuple(STEP * (depth + 1) for depth in range(DEEPEST + 1))
        num_id = 0 if is_ordered else self._use(abstract, None, 1)
        return _Definition(abstract, num_id, style, indents)

    def _use(self, abstract: int, level: int | None, start: int) -> int:
        """A `w:num` more, which begins at a number of its own."""
        sheet = self._supplies.sheet("numbering")
        named = (num_id for num_id, _ in self._used)
        number = max((*sheet.numbers("numId"), *named, 0)) + 1
        override = (
            f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="{start}"/></w:lvlOverride>'
            if level is not None else ""
        )  # fmt: skip
        made = element_of(f'<w:num w:numId="{number}"><w:abstractNumId w:val="{abstract}"/>{override}</w:num>')
        if made is not None:
            sheet.add(made, "numIdMacAtCleanup")
        return number


def begin_styled_list(sheet: Sheet, style: str, listed: Listed) -> int:
    """A list of one level whose items are the paragraphs of a style; the number of its `w:num`."""
    abstract, number = (max((*sheet.numbers(each), 0)) + 1 for each in ("abstractNumId", "numId"))
    level = _level(0, listed.is_ordered).replace("<w:lvlText", f'<w:pStyle w:val="{style}"/><w:lvlText', 1)
    level = level.replace(f'w:left="{STEP}"', f'w:left="{listed.indent}"')
    definition = element_of(
        f'<w:abstractNum w:abstractNumId="{abstract}"><w:nsid w:val="{0x51550000 + abstract:08X}"/>'
        f'<w:multiLevelType w:val="singleLevel"/>{level}</w:abstractNum>'
    )
    use = element_of(f'<w:num w:numId="{number}"><w:abstractNumId w:val="{abstract}"/></w:num>')
    if definition is not None and use is not None:
        sheet.add(definition, "num", "numIdMacAtCleanup")
        sheet.add(use, "numIdMacAtCleanup")
    return number


def _level(depth: int, is_ordered: bool) -> str:
    sign, font = _BULLETS[depth % len(_BULLETS)]
    kind = _NUMBERS[depth % len(_NUMBERS)] if is_ordered else "bullet"
    look = "" if is_ordered else f'<w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}" w:hint="default"/></w:rPr>'
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{f"%{depth + 1}." if is_ordered else sign}"/><w:lvlJc w:val="left"/>'
        f'<w:pPr><w:ind w:left="{STEP * (depth + 1)}" w:hanging="{HANGING}"/></w:pPr>{look}</w:lvl>'
    )


def _properties(chunk: Chunk) -> Counter[str]:
    """How often paragraphs say of themselves the same: there are few who say anything of their own."""
    if "properties" not in chunk.facts:
        usual = (it.source for it in chunk.blocks if it.frame.is_usual and "pPrChange" not in it.source)
        chunk.facts["properties"] = Counter(source[source.index(">") + 1 : properties_end(source)] for source in usual)
    return cast("Counter[str]", chunk.facts["properties"])
