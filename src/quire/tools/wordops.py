"""What an add-in carries out on a document that is open in Word: the operations, what they take and what they answer.

The operations of Word's tools have their names and take their arguments, checked, with every default filled in and
nothing that is null. Colors are `#RRGGBB`, a highlight may be `none`; a picture is always there itself. What the tools
say beyond the add-in's answers, such as whether an edit is applied, the server says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from quire.tools import registry
from quire.tools.schema import Answer, Arguments
from quire.tools.wordpictures import InsertPicture
from quire.tools.wordstyles import ListedStyle

VERSION = "1.0"
"""Of what is said here; each operation carries it."""

Units = Annotated[int, Field(ge=0, description="In UTF-16 units, as JavaScript counts.")]
RangeId = Annotated[str, Field(pattern=r"^rangeId:[A-Za-z0-9_-]{1,64}$", description="rangeId:…, made by the add-in.")]
TableId = Annotated[str, Field(pattern=r"^tableId:[A-Za-z0-9_-]{1,64}$", description="tableId:…, made by the add-in.")]


class Done(Answer):
    """What an add-in answers: nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel, populate_by_name=True)


# What Word's tools are answered with


class TextPut(Done):
    range_id: RangeId
    length: Annotated[int, Field(ge=0, description="In code points.")]


Position = Annotated[int | None, Field(ge=0, description="As Word counts.")]
"""Left out where the host cannot tell it."""


class Spot(Done):
    """A place by its paragraph, as `document.text` numbers them, and the units of its text before it."""

    paragraph: Annotated[int, Field(ge=0)]
    offset: Units


class SelectionTold(Done):
    """The selection; the editor's tools need to know where it is by paragraph, if it is in the body."""

    text: str
    range_id: RangeId
    start: Position = None
    end: Position = None
    first: Annotated[Spot | None, Field(description="Where it begins.")] = None
    last: Annotated[Spot | None, Field(description="Where it ends.")] = None


class Hit(Done):
    range_id: RangeId
    text: str
    context: Annotated[str | None, Field(description="The paragraph around it.")] = None
    start: Position = None
    end: Position = None


class Hits(Done):
    results: list[Hit]
    more: Annotated[bool, Field(description="Whether there are more than were asked for.")]


class ReplacementsMade(Done):
    replaced: Annotated[int, Field(ge=0)]


class PictureSent(InsertPicture):
    """A picture, in base64 without any prefix."""

    source: Literal["base64"] = "base64"
    media_type: Annotated[str, Field(description="What its bytes say that it is: image/png, …")]


class PicturePut(Done):
    shape_id: str | None = None
    range_id: RangeId


class TableMade(Done):
    table_id: TableId
    range_id: RangeId


class TableNow(Done):
    """The table after a change; it has no rows if it is gone."""

    table_id: TableId
    rows: Annotated[int, Field(ge=0)]
    cols: Annotated[int, Field(ge=0)]


class Dressed(Done):
    range_id: RangeId
    warnings: Annotated[list[str] | None, Field(description="What could not be done exactly.")] = None


class StylesTold(Done):
    paragraph_styles: list[ListedStyle]
    character_styles: list[ListedStyle]
    table_styles: list[ListedStyle]


class ParagraphTold(Done):
    index: Annotated[int, Field(ge=0)]
    text: str | None = None
    excerpt: str | None = None
    range_id: RangeId
    cc_id: int | None = None
    cc_tag: str | None = None


class ParagraphsTold(Done):
    paragraphs: list[ParagraphTold]


# What else is asked, for the editor's tools


class Nothing(Arguments):
    """No arguments."""


class BodyText(Done):
    """The texts of the body's paragraphs, those in cells included, in order: what positions are counted in."""

    paragraphs: list[str]


class BodyMarkup(Done):
    """The body as Word tells it: a whole package in one XML text."""

    ooxml: str


class Point(Arguments):
    """A place in a paragraph; if its text is another than the caller saw, the answer is `E_CONFLICT`."""

    paragraph: Annotated[int, Field(ge=0, description="Number of the paragraph, from 0.")]
    offset: Units
    text: Annotated[str, Field(description="All of the paragraph's text, as the caller saw it.")]


class Stretch(Arguments):
    start: Point
    end: Point


class FindRanges(Arguments):
    places: list[Stretch]


class RangesFound(Done):
    range_ids: Annotated[list[RangeId], Field(description="One for each place, in their order.")]


class Select(Arguments):
    scope: Annotated[str, Field(description="document, or a rangeId.")]
    edge: Annotated[Literal["all", "start", "end"], Field(description="What of it: all, or the cursor at an end.")] = (
        "all"
    )


class InScopeOnly(Arguments):
    scope: Annotated[str, Field(description="document, selection, or a rangeId.")] = "selection"


class Look(Done):
    """How the characters of a scope look; what is not the same for all of them is left out."""

    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    strike_through: bool | None = None
    highlight: Annotated[str | None, Field(description="#RRGGBB or none.")] = None
    is_empty: Annotated[bool, Field(description="Whether the scope has no text.")]
    word: Annotated[
        RangeId | None, Field(description="For an empty scope: the word at it, whose look is told, if there is one.")
    ] = None


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that an add-in can do."""

    name: str
    arguments: type[Arguments]
    answer: type[Done]
    writes: bool

    def changes(self, arguments: dict[str, Any]) -> bool:
        """Whether it changes the document: one that lists paragraphs does only if it is to create controls."""
        return self.writes and arguments.get("createControls", True)


_OF_TOOLS: dict[str, type[Done]] = {
    "insertText": TextPut,
    "getSelection": SelectionTold,
    "search": Hits,
    "replace": ReplacementsMade,
    "insertPicture": PicturePut,
    "table.create": TableMade,
    "table.insertRows": TableNow,
    "table.insertColumns": TableNow,
    "table.deleteRows": TableNow,
    "table.deleteColumns": TableNow,
    "table.setCellText": TableNow,
    "table.mergeCells": TableNow,
    "table.applyStyle": TableNow,
    "applyStyle": Dressed,
    "listStyles": StylesTold,
    "listParagraphs": ParagraphsTold,
}
_OWN = (
    Operation("document.text", Nothing, BodyText, writes=False),
    Operation("document.ooxml", Nothing, BodyMarkup, writes=False),
    Operation("range.at", FindRanges, RangesFound, writes=False),
    Operation("selection.set", Select, SelectionTold, writes=False),
    Operation("format.read", InScopeOnly, Look, writes=False),
)


@cache
def operations() -> dict[str, Operation]:
    """All operations by their name."""
    found = dict[str, Operation]()
    for name, answer in _OF_TOOLS.items():
        tool = registry.tools()[name]
        arguments = PictureSent if tool.arguments is InsertPicture else tool.arguments
        found[name] = Operation(name, arguments, answer, writes=tool.effect == "writes")
    return found | {each.name: each for each in _OWN}
