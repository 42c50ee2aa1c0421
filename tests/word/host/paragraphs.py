"""Paragraphs, the lists that they are items of, and the controls around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range as Place
from quire.core.document import Intent
from quire.formats.docx.edit.controls import can_be_wrapped, controls, wrap
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.text.place import Place as At
from tests.word.host.objects import Collection, OfficeError, Ranged, TextRange, WordObject, at, span

if TYPE_CHECKING:
    from quire.formats.docx.edit.controls import Control as Found
    from tests.word.host.host import Host

ALIGNMENTS = {"Left": "left", "Centered": "center", "Right": "right", "Justified": "justify"}
POINTS_OF_A_LINE = 12


class _Layout:
    """A property of a paragraph, by the engine's name for it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, owner: Paragraph | None, _: type) -> Any:
        return 0.0

    def __set__(self, owner: Paragraph, value: Any) -> None:
        if self._name == "line":
            value = value / POINTS_OF_A_LINE
        said = ALIGNMENTS[value] if self._name == "alignment" else value
        owner.host.act(Intent("dress", (owner.place,), {"layout": {self._name: said}}))


class Paragraph(Ranged):
    def __init__(self, host: Host, key: int) -> None:
        super().__init__(host)
        self.key = key

    @property
    def place(self) -> Place:
        return span(self.document, self.key)

    alignment = _Layout("alignment")
    line_spacing = _Layout("line")
    space_before = _Layout("before")
    space_after = _Layout("after")
    left_indent = _Layout("left")
    right_indent = _Layout("right")
    first_line_indent = _Layout("first_line")

    def insert_paragraph(self, text: str, location: str) -> Paragraph:
        place = self.place
        if location == "After":
            self.put(Place(place.end, place.end), f"\n{text}")
            return Paragraph(self.host, at(self.document, place.end + 1))
        self.put(Place(place.start, place.start), f"{text}\n")
        self.key = at(self.document, place.start + len(text) + 1)
        return Paragraph(self.host, at(self.document, place.start))

    def insert_table(self, rows: int, columns: int, location: str, values: list[list[str]]) -> WordObject:
        from tests.word.host.tables import created

        return created(self.host, self.place, values, (rows, columns), before=location == "Before")

    def reset(self) -> None:
        looks = Looks(self.document, self.place)
        looks.straighten()
        self.host.act(looks.transaction())

    def get_text_ranges(self, marks: list[str], trim: bool = False) -> Collection:
        assert marks == [" "]
        assert trim
        start, found = self.place.start, []
        for word in self.document.slice(start, self.place.end).split(" "):
            found.append(TextRange(self.host, Place(start, start + len(word))))
            start += len(word) + 1
        return Collection(self.host, found)

    # Lists

    @property
    def is_list_item(self) -> bool:
        return self._level is not None

    @property
    def _level(self) -> int | None:
        row = self.document.row(self.document.id(At(self.document.package.main, self.key)))
        return (row.level or 0) if row.label else None

    @property
    def list_item(self) -> ListItem:
        if (level := self._level) is None:
            raise OfficeError("ItemNotFound", "The paragraph is no item of a list.")
        return ListItem(self.host, level)

    def start_new_list(self) -> List:
        if self.is_list_item:
            raise OfficeError("InvalidArgument", "The paragraph is an item of a list already.")
        return List(self.host, self)

    def attach_to_list(self, number: int, level: int) -> List:
        found = List.known[number]
        found.join(self, level)
        return found

    def detach_from_list(self) -> None:
        self.host.act(Intent("dress", (self.place,), {"list": "none"}))

    # Controls

    @property
    def parent_content_control(self) -> Control:
        found = list(controls(self.document.body))[self.document.body.index(self.key)]
        if found is None:
            raise OfficeError("ItemNotFound", "There is no content control around the paragraph.")
        return Control(self.host, self, found)

    def insert_content_control(self) -> Control:
        if not can_be_wrapped(self.document.body.block(self.key)):
            raise OfficeError("GeneralException", "A field goes on over the paragraph's end.")
        return Control(self.host, self)


class ListItem(WordObject):
    def __init__(self, host: Host, level: int) -> None:
        super().__init__(host)
        self._level = level

    @property
    def level(self) -> int:
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        self._level = level


class List(WordObject):
    """A list whose items have been made so here."""

    known: dict[int, List] = {}  # noqa: RUF012 - one host at a time

    def __init__(self, host: Host, first: Paragraph) -> None:
        super().__init__(host)
        self._items = [first]
        self._kind = "number"
        self.known[id(self)] = self
        self._write()

    @property
    def id(self) -> int:
        return id(self)

    def join(self, paragraph: Paragraph, level: int) -> None:
        del level
        self._items.append(paragraph)
        self._write()

    def set_level_bullet(self, level: int, bullet: str) -> None:
        del level, bullet
        self._become("bullet")

    def set_level_numbering(self, level: int, numbering: str, form: list[Any]) -> None:
        del level, numbering, form
        self._become("number")

    def _become(self, kind: str) -> None:
        self._kind = kind
        self._write()

    def _write(self) -> None:
        """All items anew, so that they are those of one list."""
        whole = Place(self._items[0].place.start, self._items[-1].place.end)
        for kind in ("none", self._kind):
            self.host.act(Intent("dress", (whole,), {"list": kind}))


class Control(WordObject):
    """A content control around a paragraph; what is set of a new one is written at once."""

    def __init__(self, host: Host, paragraph: Paragraph, found: Found | None = None) -> None:
        super().__init__(host)
        self._paragraph = paragraph
        self._found = found
        self._tag = ""
        if found is None:
            self._change = host.act(wrap([paragraph.place], [""]))

    @property
    def _now(self) -> Found:
        found = list(controls(self.document.body))[self.document.body.index(self._paragraph.key)]
        assert found
        return found

    @property
    def id(self) -> int | None:
        return self._now.id

    @property
    def tag(self) -> str:
        return self._now.tag

    @tag.setter
    def tag(self, tag: str) -> None:
        self._change = self.host.amend(self._change, wrap([self._paragraph.place], [tag]))

    @property
    def title(self) -> str:
        return self.tag

    @title.setter
    def title(self, title: str) -> None:
        assert title == self.tag, "the engine has one name for both"

    @property
    def appearance(self) -> str:
        return "Hidden"

    @appearance.setter
    def appearance(self, appearance: str) -> None:
        assert appearance == "Hidden", "the engine makes no others"
