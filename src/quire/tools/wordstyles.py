"""Styles and formatting of Word documents in the terms of Word's own interface."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, Field

from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError
from quire.formats.docx.style.marker import MARKER
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.tools.scope import InScope, resolve
from quire.tools.support import partly
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.style.catalogue import Entry
    from quire.workspace.session import OpenDocument

LARGEST_FONT = 1638
"""Points; Word's own limit, as are those below."""
MOST_POINTS = 1584

_HEX = re.compile(r"#?([0-9A-Fa-f]{6})")
_SHORT_HEX = re.compile(r"#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])")
_RGBA = re.compile(
    r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d*\.?\d+)(%?)\s*)?\)", re.IGNORECASE
)
_NAMED = {each.casefold(): each for each in MARKER.values()}
_TRANSPARENT = ("none", "transparent", "nocolor")


# Colors


def _color(given: str) -> str:
    """A color as `#RRGGBB` or `rgba(r, g, b, a)`."""
    _read(given)
    return given


def _highlight(given: str) -> str:
    """A color, the name of one of Word's marker, or none."""
    if given.casefold() not in (*_TRANSPARENT, *_NAMED):
        _read(given)
    return given


def _read(given: str) -> tuple[str, float]:
    """A color as files have it, and how opaque it is."""
    bare = "".join(given.split())
    if found := _HEX.fullmatch(bare):
        return found[1].upper(), 1.0
    if found := _SHORT_HEX.fullmatch(bare):
        return "".join(digit * 2 for digit in found.groups()).upper(), 1.0
    found = _RGBA.fullmatch(bare)
    if found is None or any(int(part) > 255 for part in found.groups()[:3]):
        raise ValueError("it should be a color: #RRGGBB or rgba(r,g,b,a)")
    opacity = float(found[4]) / (100 if found[5] else 1) if found[4] else 1.0
    return "".join(f"{int(part):02X}" for part in found.groups()[:3]), opacity


Color = Annotated[str, AfterValidator(_color)]
Highlight = Annotated[str, AfterValidator(_highlight)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Points = Annotated[Number, Field(ge=0, le=MOST_POINTS)]
Offset = Annotated[Number, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


# applyStyle


class Char(Arguments):
    """Direct formatting of characters."""

    bold: bool | None = None
    italic: bool | None = None
    underline: Literal["none", "single", "double"] | None = None
    strike_through: bool | None = None
    double_strike_through: bool | None = None
    all_caps: bool | None = None
    small_caps: bool | None = None
    superscript: bool | None = None
    subscript: bool | None = None
    font_name: Annotated[str | None, Field(min_length=1, max_length=31)] = None
    font_size: Annotated[Number | None, Field(ge=1, le=LARGEST_FONT, description="In points.")] = None
    color: Annotated[Color | None, Field(description="#RRGGBB or rgba(r,g,b,a).")] = None
    highlight: Annotated[Highlight | None, Field(description="A color, or none.")] = None

    def look(self) -> dict[str, Any]:
        """In the terms of the format."""
        said = {_LOOK.get(name, name): value for name, value in self.model_dump(exclude_none=True).items()}
        if self.color is not None:
            said["color"] = _read(self.color)[0]
        if self.highlight is not None:
            named = self.highlight.casefold()
            said["highlight"] = (
                "none" if named in _TRANSPARENT else _NAMED.get(named) or _read(self.highlight)[0]
            )  # fmt: skip
        return said

    def colors(self) -> dict[str, str]:
        """Its colors as `#RRGGBB`, or `none`."""
        found = {}
        if self.color is not None:
            found["color"] = f"#{_read(self.color)[0]}"
        if self.highlight is not None:
            named = self.highlight.casefold()
            marker = {each.casefold(): color for color, each in MARKER.items()}
            color = marker.get(named) or ("" if named in _TRANSPARENT else _read(self.highlight)[0])
            found["highlight"] = f"#{color}" if color else "none"
        return found

    def contradictions(self) -> Iterator[str]:
        """Pairs of which a text can have but one."""
        for one, other in (("superscript", "subscript"), ("all_caps", "small_caps"),
                           ("strike_through", "double_strike_through")):  # fmt: skip
            if getattr(self, one) and getattr(self, other):
                yield f"{one.replace('_', ' ')} and {other.replace('_', ' ')}"

    def warnings(self) -> Iterator[str]:
        for name in ("color", "highlight"):
            given = getattr(self, name)
            if given and given.casefold().startswith("rgb") and _read(given)[1] < 1:
                yield f"Word knows no transparent text: the alpha of {name} {given!r} was left out."


_LOOK = {"strike_through": "strike", "double_strike_through": "double_strike", "all_caps": "caps",
         "font_name": "font", "font_size": "size"}  # fmt: skip
_LAYOUT = {"line_spacing": "line", "space_before": "before", "space_after": "after", "left_indent": "left",
           "right_indent": "right", "first_line_indent": "first_line"}  # fmt: skip


class Para(Arguments):
    """Direct formatting of paragraphs; lengths in points."""

    alignment: Literal["left", "center", "right", "justify"] | None = None
    line_spacing: Annotated[Number | None, Field(gt=0, le=132, description="A multiple, such as 1.15.")] = None
    space_before: Points | None = None
    space_after: Points | None = None
    left_indent: Offset | None = None
    right_indent: Offset | None = None
    first_line_indent: Annotated[Offset | None, Field(description="Negative for a hanging one.")] = None
    list: Literal["none", "bullet", "number"] | None = None

    def layout(self) -> dict[str, Any]:
        """In the terms of the format, without lists."""
        said = self.model_dump(exclude_none=True, exclude={"list"})
        return {_LAYOUT.get(name, name): value for name, value in said.items()}


class ApplyStyle(InScope):
    named_style: Annotated[str | None, Field(min_length=1, description="Style to apply, such as Heading 1.")] = None
    char: Annotated[Char | None, Field(description="Direct formatting of the characters.")] = None
    para: Annotated[Para | None, Field(description="Direct formatting of the paragraphs.")] = None
    precedence: Annotated[
        Literal["styleThenOverrides", "overridesThenStyle"],
        Field(description="Whether char and para win over the style, or it over them."),
    ] = "styleThenOverrides"
    reset_direct_formatting: Annotated[
        bool,
        Field(
            validation_alias=AliasChoices("resetDirectFormatting", "clearOtherStyles"),
            description="Clear direct formatting first.",
        ),
    ] = False


class StyleApplied(Answer):
    range_id: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    warnings: list[str] | None = present("What could not be done exactly.")


_MARKS = partly(
    "styles that mean a type of block, a list or a mark (listStyles tells them), bold, italic, strikeThrough, "
    "underline, highlight, and lists"
)
_STYLES = partly("the styles that mean a type of block, a list or a mark")


@tool("styles", family="word", name="applyStyle", writes=True, idempotent=True, markdown=_MARKS)
def apply_style(session: Session, args: ApplyStyle) -> StyleApplied:
    """Apply a named style, direct formatting, or both, to the selection, a range or the document.

    A paragraph style goes to the paragraphs that the range touches, a character style to its text, a table style to
    its tables. Built-in styles that the document lacks are added; listStyles tells the names."""
    document = session.document(args.window_id)
    where = resolve(document, args.scope)
    style = _style(document, args.named_style) if args.named_style is not None else None
    intents = wishes(style, args)
    outcome = document.propose(*(Intent(verb, (where,), said) for verb, said in intents), manner="acts")
    (name,) = document.mark("range", where)
    return StyleApplied(
        range_id=name,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        warnings=list(args.char.warnings()) or None if args.char else None,
    )


def _style(document: OpenDocument, name: str) -> dict[str, str]:
    """A style in the terms of the format; which Markdown has, it knows itself."""
    from quire.formats.docx.style import catalogue

    if not document.is_word:
        return {"style": name}
    found = catalogue.find(document.word.styles, name)
    return {"style": found.file_name, "kind": found.kind}


def wishes(style: dict[str, str] | None, args: ApplyStyle) -> list[tuple[str, dict[str, Any]]]:
    """What is to be done to the range, if that is anything."""
    found = list(_intents(style, args))
    if not found:
        raise InvalidArgumentError(
            "There is nothing to apply.", "Give namedStyle, char, para, or resetDirectFormatting: true."
        )
    return found


def _intents(style: dict[str, str] | None, args: ApplyStyle) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is to be done to the range, in verbs of the document."""
    char, para = args.char or Char(), args.para or Para()
    for pair in char.contradictions():
        raise InvalidArgumentError(f"A text cannot have both {pair}.", "Set one of them.")
    said: dict[str, Any] = {}
    if style and style.get("kind") == "table":
        yield "dress_tables", {"style": style["style"]}
    elif style:
        said |= style
    said |= {name: value for name, value in (("look", char.look()), ("layout", para.layout())) if value}
    if para.list:
        said["list"] = para.list
    if args.reset_direct_formatting:
        said["reset"] = True
    if said and args.precedence == "overridesThenStyle":
        said["style_wins"] = True
    if said:
        yield "dress", said


# listStyles


class ListStyles(InWindow):
    category: Annotated[
        Literal["paragraph", "character", "table", "all"], Field(description="Kind of styles to list.")
    ] = "all"
    query: Annotated[str | None, Field(description="Part of the name.")] = None
    built_in_only: Annotated[bool, Field(description="Leave out the document's own styles.")] = True
    include_localized: Annotated[bool, Field(description="Tell other names that the document has for them.")] = True
    max: Annotated[int | None, Field(ge=1, description="At most so many styles, in all.")] = None


class ListedStyle(Answer):
    name: str
    built_in: bool
    localized_name: str | None = present("Another name that the document has for it.")


class StyleLists(Answer):
    paragraph_styles: list[ListedStyle]
    character_styles: list[ListedStyle]
    table_styles: list[ListedStyle]


@tool("styles", family="word", name="listStyles", markdown=_STYLES)
def list_styles(session: Session, args: ListStyles) -> StyleLists:
    """List the styles that applyStyle and table.applyStyle take: the document's, and Word's built-in ones."""
    from quire.formats.docx.style.catalogue import KINDS

    wanted = [each for each in _entries(session.document(args.window_id)) if _is_wanted(each, args)]
    wanted.sort(key=lambda each: KINDS.index(each.kind))
    kept = wanted[: args.max]
    lists = [[_listed(each, args) for each in kept if each.kind == kind] for kind in KINDS]
    return StyleLists(paragraph_styles=lists[0], character_styles=lists[1], table_styles=lists[2])


def _entries(document: OpenDocument) -> Iterator[Entry]:
    from quire.formats.docx.style.catalogue import Entry, entries
    from quire.formats.markdown.dressing import CHARACTER_STYLES, PARAGRAPH_STYLES

    if document.is_word:
        yield from entries(document.word.styles)
        return
    yield from (Entry(name, "paragraph", is_builtin=True) for name in PARAGRAPH_STYLES)
    yield from (Entry(name, "character", is_builtin=True) for name in CHARACTER_STYLES)


def _is_wanted(entry: Entry, args: ListStyles) -> bool:
    if args.category not in ("all", entry.kind) or (args.built_in_only and not entry.is_builtin):
        return False
    names = [entry.name, *([entry.localized] if entry.localized and args.include_localized else [])]
    return args.query is None or any(args.query.casefold() in each.casefold() for each in names)


def _listed(entry: Entry, args: ListStyles) -> ListedStyle:
    localized = entry.localized if args.include_localized else None
    return ListedStyle(name=entry.name, built_in=entry.is_builtin, localized_name=localized)
