"""What every object of Word is here, and what a text range is: objects are named and act as Microsoft documents them.

The names of members are Word's, spelled as Python does; what is no member of a class does not exist for the add-in.
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range as Place
from quire.core.document import Intent, rewrite
from quire.core.errors import NotFoundError
from quire.formats.docx.text.place import Place as At
from quire.tools.searching import Query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.paragraph import Leaf
    from tests.word.host.host import Host

OBJECT = "\ufffc"
LONGEST_QUERY = 255
_CODES = {"^p": "\n", "^t": "\t", "^l": "\v", "^^": "^"}


class OfficeError(Exception):
    """An error with one of Office's codes."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Anchor:
    """A place that goes along with the text."""

    def __init__(self, place: Place) -> None:
        self.place = place


class WordObject:
    """An object that the library has a proxy for."""

    reference = ""

    def __init__(self, host: Host) -> None:
        self.host = host

    @property
    def document(self) -> DocxDocument:
        return self.host.document


class Bag(WordObject):
    """An object that is nothing but what is set of it, such as the options of a search."""


class Collection(WordObject):
    """Several objects, as they were when they were asked for."""

    def __init__(self, host: Host, items: list[Any]) -> None:
        super().__init__(host)
        self._items = items

    def items(self) -> list[WordObject]:
        return self._items

    def get_first(self) -> WordObject:
        if not self._items:
            raise OfficeError("ItemNotFound", "The collection is empty.")
        return self._items[0]  # type: ignore[no-any-return]

    def get_last(self) -> WordObject:
        return self._items[-1]  # type: ignore[no-any-return]


class Thing(WordObject):
    """Something in the text that is no text."""

    type = "Footnote"
    height = 1.0

    def __init__(self, host: Host, code: str = "") -> None:
        super().__init__(host)
        self.code = code


class Root(WordObject):
    """The document."""

    @property
    def body(self) -> Body:
        return Body(self.host)

    def get_selection(self) -> TextRange:
        return TextRange(self.host, self.host.selection.place)

    def get_styles(self) -> Collection:
        from tests.word.host.looks import styles

        return styles(self.host)

    @property
    def change_tracking_mode(self) -> str:
        return self.host.tracking

    @change_tracking_mode.setter
    def change_tracking_mode(self, mode: str) -> None:
        self.host.tracking = mode


class Ranged(WordObject):
    """What has a place in the text: a range, a paragraph, a body."""

    @property
    def place(self) -> Place:
        raise NotImplementedError

    # What is there

    @property
    def text(self) -> str:
        return spoken(self.document.slice(self.place.start, self.place.end))

    @property
    def is_empty(self) -> bool:
        return self.place.is_empty

    @property
    def start(self) -> int:
        return self.place.start

    @property
    def end(self) -> int:
        return self.place.end

    @property
    def paragraphs(self) -> Collection:
        from tests.word.host.paragraphs import Paragraph

        return Collection(self.host, [Paragraph(self.host, key) for key in self._keys()])

    def _keys(self) -> Iterator[int]:
        """The paragraphs that it touches; one at whose start it ends is not one of them."""
        place, body = self.place, self.document.body
        first, start = body.at(place.start)
        for index, block in enumerate(body.from_(first), first):
            if start > place.end or (start == place.end and index > first and start > place.start):
                return
            yield block.key
            start += len(block.text) + 1

    @property
    def font(self) -> WordObject:
        from tests.word.host.looks import Font

        return Font(self.host, self)

    @property
    def tables(self) -> Collection:
        from tests.word.host.tables import tables_in

        return Collection(self.host, tables_in(self.host, self.place))

    @property
    def parent_table(self) -> WordObject:
        from tests.word.host.tables import table_around

        return table_around(self.host, self.place)

    @property
    def inline_pictures(self) -> Collection:
        return self._things(lambda tag: tag in ("drawing", "pict", "object", "AlternateContent"))

    @property
    def footnotes(self) -> Collection:
        return self._things(lambda tag: tag == "footnoteReference")

    @property
    def endnotes(self) -> Collection:
        return self._things(lambda tag: tag == "endnoteReference")

    @property
    def fields(self) -> Collection:
        found = {(key, leaf.field) for key, leaf in self._leaves() if leaf.field is not None}
        return Collection(self.host, [Thing(self.host, " PAGE ") for _ in found])

    def _things(self, is_one: Any) -> Collection:
        found = [leaf for _, leaf in self._leaves() if leaf.is_object and is_one(_local(leaf))]
        return Collection(self.host, [Thing(self.host) for _ in found])

    def _leaves(self) -> Iterator[tuple[int, Leaf]]:
        place, body = self.place, self.document.body
        for key in self._keys():
            begin = body.text_start(key)
            for leaf in body.block(key).read().leaves:
                if begin + leaf.start < place.end and begin + leaf.end > place.start:
                    yield key, leaf

    def search(self, query: str, options: Any = None) -> Collection:
        """What Word finds: a text of at most 255 characters, in which what is no letter has a code."""
        if not query or len(query) > LONGEST_QUERY:
            raise OfficeError("SearchStringInvalidOrTooLong", "The search string is empty or too long.")
        said = vars(options) if options is not None else {}
        text = re.sub(r"\^[ptl^]", lambda code: _CODES[code[0]], query)
        found = Query(
            text,
            has_wildcards=bool(said.get("match_wildcards")),
            matches_case=bool(said.get("match_case")),
            whole_words=bool(said.get("match_whole_word")),
            at_word_starts=bool(said.get("match_prefix")),
            at_word_ends=bool(said.get("match_suffix")),
            ignores_space=bool(said.get("ignore_space")),
            ignores_punctuation=bool(said.get("ignore_punct")),
        ).find(self.document.text, self.place.start, self.place.end)
        return Collection(self.host, [TextRange(self.host, Place(*span)) for span in found])

    def get_range(self, location: str = "Whole") -> TextRange:
        place = self.place
        ends = {"Start": Place(place.start, place.start), "End": Place(place.end, place.end)}
        return TextRange(self.host, ends.get(location, place))

    def get_ooxml(self) -> str:
        from tests.word.host.markup import flat, piece

        return flat(self.document, piece(leaf for _, leaf in self._leaves()))

    # What is done

    @property
    def style(self) -> str:
        return ""

    @style.setter
    def style(self, name: str) -> None:
        from tests.word.host.looks import restyle

        restyle(self.host, self.place, name)

    style_built_in = style

    def select(self, mode: str = "Select") -> None:
        place = self.get_range({"Select": "Whole"}.get(mode, mode)).place
        self.host.select(place.start, place.end)

    def put(self, where: Place, text: str) -> Place:
        """Text in the place of a range, in the formatting of what was first there; where it is then."""
        self.host.act(Intent("put" if where.is_empty else "put_everywhere", (where,), {"content": text}))
        return Place(where.start, where.start + len(text))

    def put_picture(self, where: Place, data: str) -> WordObject:
        from tests.word.host.pictures import InlinePicture

        return InlinePicture(self.host, where, _picture(data))


class TextRange(Ranged):
    """A range of the text."""

    def __init__(self, host: Host, place: Place) -> None:
        super().__init__(host)
        self.anchor = host.anchor(place)

    @property
    def place(self) -> Place:
        return self.anchor.place

    def insert_text(self, text: str, location: str) -> TextRange:
        place = self.place
        made = self.put(self._at(location), text)
        grown = {
            "Start": Place(place.start, place.end + len(text)), "End": Place(place.start, place.end + len(text)),
            "Replace": made, "After": place, "Before": Place(place.start + len(text), place.end + len(text)),
        }  # fmt: skip
        self.anchor.place = grown[location]
        return TextRange(self.host, made)

    def _at(self, location: str) -> Place:
        place = self.place
        if location == "Replace":
            return place
        at = place.start if location in ("Start", "Before") else place.end
        return Place(at, at)

    def insert_inline_picture_from_base64(self, data: str, location: str) -> WordObject:
        return self.put_picture(self._at(location), data)

    def insert_picture_from_base64(self, data: str) -> WordObject:
        from tests.word.host.pictures import Shape

        return Shape(self.host, self._at("Start"), _picture(data))

    def expand_to(self, other: Ranged) -> TextRange:
        start, end = min(self.place.start, other.place.start), max(self.place.end, other.place.end)
        return TextRange(self.host, Place(start, end))

    def compare_location_with(self, other: Ranged) -> str:
        mine, its = self.place, other.place
        if mine == its:
            return "Equal"
        if mine.end < its.start:
            return "Before"
        if mine.start > its.end:
            return "After"
        if mine.start <= its.start and its.end <= mine.end:
            return "Contains"
        return "Inside" if its.start <= mine.start and mine.end <= its.end else "Overlaps"


class Body(Ranged):
    """All of the document's text."""

    @property
    def place(self) -> Place:
        return Place(0, len(self.document))

    def get_ooxml(self) -> str:
        from tests.word.host.markup import flat

        return flat(self.document)

    def insert_text(self, text: str, location: str) -> TextRange:
        if location == "Replace":
            self.host.act(rewrite(text))
            return TextRange(self.host, self.place)
        return TextRange(self.host, self.put(self._end(location), text))

    def _end(self, location: str) -> Place:
        if location not in ("Start", "End"):
            raise OfficeError("InvalidArgument", f"A body has no {location}.")
        return self.get_range(location).place

    def insert_paragraph(self, text: str, location: str) -> WordObject:
        paragraphs = self.paragraphs
        beside: Any = paragraphs.get_first() if location == "Start" else paragraphs.get_last()
        made: WordObject = beside.insert_paragraph(text, "Before" if location == "Start" else "After")
        return made

    def insert_inline_picture_from_base64(self, data: str, location: str) -> WordObject:
        return self.put_picture(self._end(location), data)

    def insert_table(self, rows: int, columns: int, location: str, values: list[list[str]]) -> WordObject:
        from tests.word.host.tables import created

        self._end(location)
        return created(self.host, self.place, values, (rows, columns), before=location == "Start")


def spoken(text: str) -> str:
    """A text as Word tells it: paragraphs end with a carriage return, and what is no text is not told."""
    return text.replace("\n", "\r").replace(OBJECT, "")


def at(document: DocxDocument, position: int) -> int:
    """The paragraph at a position."""
    place, _ = document.at(position)
    return place.key


def span(document: DocxDocument, key: int) -> Place:
    """Where a paragraph is."""
    if key not in document.body:
        raise NotFoundError("The paragraph is gone.", "Look for it again.")
    return document.span(At(document.package.main, key))


def _local(leaf: Leaf) -> str:
    return str(leaf.element.tag).rpartition("}")[2]


def _picture(data: str) -> str:
    try:
        b64decode(data, validate=True)
    except ValueError as error:
        raise OfficeError("InvalidArgument", "The picture is no base64.") from error
    return data
