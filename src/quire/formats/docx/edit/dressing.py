"""A style and direct formatting for a range, as one change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.content.lists import Lists
from quire.formats.docx.content.supplies import Supplies
from quire.formats.docx.edit import tables
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.names import name
from quire.formats.docx.style import formatting
from quire.formats.docx.view import grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lxml.etree import _Element as Element

    from quire.core.anchor import Range
    from quire.formats.docx.content.lists import Running
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.styles import ParagraphFormat

LIST_PARAGRAPH = "List Paragraph"
_CHARACTERS = ("bold", "italic", "caps", "small_caps", "strike", "double_strike", "underline", "color", "size", "font",
               "highlight")  # fmt: skip
_PARAGRAPHS = {
    "alignment": "alignment", "indent_left": "left", "indent_right": "right", "indent_first": "first_line",
    "spacing_before": "before", "spacing_after": "after", "line": "line", "keep_next": "keep_with_next",
    "page_break_before": "page_break_before",
}  # fmt: skip


def dress(document: DocxDocument, intent: Intent) -> Transaction:
    """Give a range a style, then what overrules it; or the other way round, so that the style wins."""
    said, (where,) = intent.arguments, intent.ranges
    dressing = _Dressing(document, where, said)
    if said.get("reset"):
        dressing.reset()
    if said.get("style_wins"):
        dressing.overrule()
        dressing.restyle()
        dressing.yield_to_style()
    else:
        dressing.restyle()
        dressing.overrule()
    return dressing.looks.transaction()


class _Dressing:
    def __init__(self, document: DocxDocument, where: Range, said: Mapping[str, Any]) -> None:
        self._document = document
        self._said = said
        self._where = where
        self.looks = Looks(document, where)
        self._supplies = self.looks.supplies
        self._style: str | None = None

    @property
    def _is_for_characters(self) -> bool:
        return self._said.get("kind") == "character"

    def reset(self) -> None:
        self.looks.straighten()
        self.looks.undress()

    def restyle(self) -> None:
        if "style" not in self._said:
            return
        self._style = self._supplies.style(self._said["style"], self._said["kind"])
        if self._is_for_characters:
            self._require_text("a character style")
            is_default = any(each.id == self._style and each.is_default for each in self._supplies.styles.all())
            self.looks.dress({"style": None if is_default else self._style})
            return
        if self._leaves_lists:
            for properties in self.looks.properties():
                formatting.take(properties, "w:numPr")
        self.looks.restyle(self._style)

    @property
    def _leaves_lists(self) -> bool:
        """Whether items of a list are none any more: headings and plain text are none, and a style may have its own."""
        styles = self._supplies.styles
        form = styles.paragraph_of(f'<w:pPr><w:pStyle w:val="{self._style}"/></w:pPr>')
        is_plain = any(each.id == self._style and each.is_default for each in styles.all())
        return is_plain or form.num_id is not None or styles.heading_level(form) is not None

    def overrule(self) -> None:
        if look := self._said.get("look"):
            self._require_text("formatting of characters")
            self.looks.dress(look)
        if layout := self._said.get("layout"):
            self.looks.lay_out(layout)
        if "list" in self._said:
            _Listing(self._document, self.looks).become(self._said["list"])

    def _require_text(self, what: str) -> None:
        if self._where.is_empty and not any(each.is_whole for each in self.looks.paragraphs):
            raise InvalidArgumentError(
                f"The range is empty, so there is no text for {what}.", "Select text, or name a rangeId that has some."
            )

    def yield_to_style(self) -> None:
        """Take away what is said directly and the style says too."""
        if self._style is None:
            return
        paragraph, run = self._supplies.styles.says(self._style)
        look: dict[str, Any] = {each: None for each in _CHARACTERS if each in run}
        if "vertical" in run:
            look |= {"superscript": None, "subscript": None}
        self.looks.dress(look)
        if not self._is_for_characters:
            self.looks.lay_out({_PARAGRAPHS[each]: None for each in paragraph if each in _PARAGRAPHS})


# Lists


class _Listing:
    """The paragraphs of a range as items of a list, or as none."""

    def __init__(self, document: DocxDocument, looks: Looks) -> None:
        self._document = document
        self._looks = looks
        self._supplies = looks.supplies
        self._lists = Lists(document, looks.supplies, 0)
        self._running: Running | None = None

    def become(self, kind: str) -> None:
        for properties in self._looks.properties():
            if kind == "none":
                self._leave(properties)
            else:
                self._enter(properties, is_ordered=kind == "number")

    def _form(self, properties: Element) -> ParagraphFormat:
        return self._supplies.styles.paragraph(properties)

    def _leave(self, properties: Element) -> None:
        formatting.take(properties, "w:numPr")
        if (self._form(properties).style_name or "").casefold() == LIST_PARAGRAPH.casefold():
            formatting.take(properties, "w:pStyle")
        if self._form(properties).num_id is not None:
            _number(properties, None, 0)

    def _enter(self, properties: Element, *, is_ordered: bool) -> None:
        if self._is_item(properties, is_ordered=is_ordered):
            return
        if self._running is None:
            self._running = self._lists.begin(0, 1, is_ordered=is_ordered)
        level = self._form(properties).level or 0
        if self._has_default_style(properties):
            formatting.put(properties, "w:pStyle", val=self._running.style)
        _number(properties, level, self._running.num_id)

    def _is_item(self, properties: Element, *, is_ordered: bool) -> bool:
        item = self._document.numbering.item(self._form(properties))
        level = self._document.numbering.level(*item) if item else None
        return level is not None and (level.format != "bullet") == is_ordered

    def _has_default_style(self, properties: Element) -> bool:
        style = self._form(properties).style
        return style is None or any(each.id == style and each.is_default for each in self._supplies.styles.all())


def _number(properties: Element, level: int | None, num_id: int) -> None:
    made = formatting.put(properties, "w:numPr")
    for short, value in (("w:ilvl", level), ("w:numId", num_id)):
        if value is not None:
            etree.SubElement(made, name(short), {name("w:val"): str(value)})


# Tables


def dress_tables(document: DocxDocument, intent: Intent) -> Transaction:
    """Give a table style to the table around a range, or else to the tables that it touches."""
    (where,) = intent.ranges
    supplies = Supplies(document)
    style = supplies.style(intent.arguments["style"], "table")
    found = list(_tables(document, where))
    if not found:
        raise UnsupportedError(
            f"{intent.arguments['style']!r} is a table style, and there is no table in the range.",
            "Name a range in a table, or use the style of a paragraph or of characters.",
        )
    restyle: Callable[[DocxDocument, Intent], Transaction] = tables.VERBS["style_table"]
    steps = [
        step
        for table in reversed(found)
        for step in restyle(document, Intent("style_table", (table,), {"style": style})).steps
    ]
    return Transaction((*supplies.steps(), *steps))


def _tables(document: DocxDocument, where: Range) -> Iterator[Range]:
    """The innermost table around a range; else the outermost ones of all paragraphs in it."""
    try:
        yield document.table(where).whole
        return
    except NotFoundError:
        pass
    place, _ = document.at(where.start)
    last, _ = document.at(where.end)
    story = document.story(place.part)
    begin = story.index(place.key)
    standing = grid.standing_at(story, begin)
    seen: set[int] = set()
    for index, block in enumerate(story.from_(begin), begin):
        standing = standing if index == begin else grid.step(standing, block)
        if standing and standing[0].table not in seen:
            seen.add(standing[0].table)
            yield tables.Table(document, place.part, standing[0].table, 1).whole
        if block.key == last.key:
            return


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {"dress": dress, "dress_tables": dress_tables}
