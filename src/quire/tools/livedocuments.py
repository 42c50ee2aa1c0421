"""The editor's tools on a document that is open in Word. What they write there is plain text."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from quire import formats
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.lines import Lines
from quire.core.typography import differing, expressions
from quire.tools.blocks import BlockChanged, SetBlockType
from quire.tools.documents import (
    MOST_MATCHES,
    InsertAtCursor,
    InsertAtPosition,
    Inserted,
    Match,
    Replaced,
    ReplaceText,
    Search,
    match_at,
)
from quire.tools.formatting import Formatted, Toggle
from quire.tools.live import LiveDocument, live
from quire.tools.livetext import LiveText
from quire.tools.liveword import lines, put_everywhere
from quire.tools.schema import PlainText
from quire.tools.selection import (
    Cursor,
    DeleteSelection,
    ReplaceSelection,
    Selection,
    SelectionDeleted,
    SelectionReplaced,
    SetCursor,
    SetSelection,
    TextRange,
)
from quire.tools.support import partly

if TYPE_CHECKING:
    from quire.tools.schema import InWindow

_PLAIN = partly("the text is plain: Markdown in it is not read")
_PUT: dict[str, Any] = {"newParagraph": False, "keepFormatting": True}
_DRESS: dict[str, Any] = {"precedence": "styleThenOverrides", "resetDirectFormatting": False}


@live("document_get_content")
async def document_get_content(document: LiveDocument, args: InWindow) -> PlainText:  # noqa: ARG001 - only the window
    from quire.formats.docx.opc.flat import unflattened

    told = await document.ask("document.ooxml")
    return PlainText(formats.DOCX.markdown(formats.DOCX.read(unflattened(told["ooxml"]))))


@live("document_search")
async def document_search(document: LiveDocument, args: Search) -> list[Match]:
    text = (await LiveText.read(document)).text
    flags = 0 if args.case_sensitive else re.IGNORECASE
    tries = (list(islice(re.finditer(each, text, flags), MOST_MATCHES + 1)) for each in expressions(args.query))
    found = next(filter(None, tries), [])
    if len(found) > MOST_MATCHES:
        raise InvalidArgumentError(
            f"{args.query!r} occurs more than {MOST_MATCHES:,} times.", "Search for something longer."
        )
    known = Lines(text)
    return [match_at(known, each) for each in found]


@live("document_replace", _PLAIN)
async def document_replace(document: LiveDocument, args: ReplaceText) -> Replaced:
    text, replacement = await LiveText.read(document), lines(args.replace)
    tries = (list(re.finditer(each, text.text)) for each in expressions(args.search))
    found = next(filter(None, tries), [])
    chosen = found if args.all else found[:1]
    if not chosen:
        return Replaced(count=0, message=f"{args.search!r} does not occur in the document.", applied=False)
    await put_everywhere(text, [_narrowed(match, args.search, replacement) for match in chosen], "asks")
    message = document.tell(f"Replaced {len(chosen)} of {len(found)} occurrences")
    return Replaced(count=len(chosen), message=message, applied=document.applied)


def _narrowed(match: re.Match[str], said: str, replacement: str) -> tuple[tuple[int, int], str]:
    start, end, content = differing(match[0], said, replacement)
    return (match.start() + start, match.start() + end), content


@live("document_insert_at_cursor", _PLAIN)
async def document_insert_at_cursor(document: LiveDocument, args: InsertAtCursor) -> Inserted:
    position = (await _selection(document)).to
    await document.edit("insertText", "asks", text=_some(args.text), scope="selection", location="after", **_PUT)
    return _inserted(document, args, position)


@live("document_insert_at_position", _PLAIN)
async def document_insert_at_position(document: LiveDocument, args: InsertAtPosition) -> Inserted:
    text = await LiveText.read(document)
    (place,) = await text.ranges((args.position, args.position))
    await document.edit("insertText", "asks", text=_some(args.text), scope=place, location="start", **_PUT)
    return _inserted(document, args, args.position)


def _some(text: str) -> str:
    if not text:
        raise InvalidArgumentError("Argument 'text' is empty: there is nothing to insert.", "Give the text to insert.")
    return lines(text)


def _inserted(document: LiveDocument, args: InsertAtCursor, position: int) -> Inserted:
    message = document.tell(f"Inserted {len(args.text)} characters at {position}")
    return Inserted(message=message, position=position, applied=document.applied)


# The selection


@live("selection_get")
async def selection_get(document: LiveDocument, args: InWindow) -> Selection:  # noqa: ARG001 - only the window
    return await _selection(document)


async def _selection(document: LiveDocument) -> Selection:
    selected = await document.ask("getSelection")
    if "first" not in selected or "last" not in selected:
        raise UnsupportedError(
            "This Word does not tell where the selection is, or it is not in the text of the document.",
            "getSelection tells its text, and a rangeId for it; insertText acts on it.",
        )
    text = await LiveText.read(document)
    start, end = text.position(selected["first"]), text.position(selected["last"])
    return Selection(
        text=text.text[start:end], from_=start, to=end, is_empty=start == end, range=TextRange(from_=start, to=end)
    )


@live("selection_set")
async def selection_set(document: LiveDocument, args: SetSelection) -> Selection:
    text = await LiveText.read(document)
    (place,) = await text.ranges((args.from_, args.to))
    await document.ask("selection.set", scope=place, edge="all")
    return Selection(
        text=text.text[args.from_ : args.to],
        from_=args.from_,
        to=args.to,
        is_empty=args.from_ == args.to,
        range=TextRange(from_=args.from_, to=args.to),
    )


@live("cursor_set_position")
async def cursor_set_position(document: LiveDocument, args: SetCursor) -> Cursor:
    (place,) = await (await LiveText.read(document)).ranges((args.position, args.position))
    await document.ask("selection.set", scope=place, edge="start")
    return Cursor(position=args.position)


@live("selection_replace", _PLAIN)
async def selection_replace(document: LiveDocument, args: ReplaceSelection) -> SelectionReplaced:
    before = await _selection(document)
    await document.edit("insertText", "asks", text=lines(args.text), scope="selection", location="replace", **_PUT)
    done = f"Replaced {len(before.text)} characters" if before.text else f"Inserted {len(args.text)} characters"
    return SelectionReplaced(
        message=document.tell(done), range=before.range, original_content=before.text, applied=document.applied
    )


@live("selection_delete")
async def selection_delete(document: LiveDocument, args: DeleteSelection) -> SelectionDeleted:  # noqa: ARG001 - see above
    before = await _selection(document)
    if before.text:
        await document.edit("insertText", "asks", text="", scope="selection", location="replace", **_PUT)
    done = f"Deleted {len(before.text)} characters" if before.text else "Nothing is selected; nothing was deleted"
    return SelectionDeleted(
        message=document.tell(done), range=before.range, content=before.text, applied=document.applied
    )


# Looks

_MARKS: dict[str, tuple[str, Any, Any]] = {
    "bold": ("bold", True, False),
    "italic": ("italic", True, False),
    "strike": ("strikeThrough", True, False),
    "underline": ("underline", "single", "none"),
    "highlight": ("highlight", "#FFFF00", "none"),
}


@live("format_toggle", partly("not code, which Word has no mark for"))
async def format_toggle(document: LiveDocument, args: Toggle) -> Formatted:
    if args.mark not in _MARKS:
        raise UnsupportedError("Word has no mark for code.", "Use applyStyle with a character style, or a font.")
    look = await document.ask("format.read", scope="selection")
    if look["isEmpty"] and "word" not in look:
        raise UnsupportedError(
            "Nothing is selected, and there is no word at the cursor.",
            "Select text with selection_set, or put the cursor into a word.",
        )
    name, on, off = _MARKS[args.mark]
    has_it = look.get(name) not in (None, False, "none")
    scope = look["word"] if look["isEmpty"] else "selection"
    await document.edit("applyStyle", scope=scope, char={name: off if has_it else on}, **_DRESS)
    return Formatted(message=document.tell(f"Toggled {args.mark}"), applied=document.applied)


@live("block_set_type", partly("paragraphs, headings and quotes, as Word's own styles"))
async def block_set_type(document: LiveDocument, args: SetBlockType) -> BlockChanged:
    styles = {"paragraph": "Normal", "heading": f"Heading {args.level}", "blockquote": "Quote"}
    if args.type not in styles:
        raise UnsupportedError("Word has no blocks of code.", "Use applyStyle with a style or a font of your own.")
    if args.type == "heading" and args.level not in range(1, 7):
        raise InvalidArgumentError(f"Argument 'level' is {args.level}, but a heading has level 1 to 6.", "Give level.")
    await document.edit("applyStyle", scope="selection", namedStyle=styles[args.type], **_DRESS)
    return BlockChanged(message=document.tell(f"Applied {styles[args.type]}"), applied=document.applied)
