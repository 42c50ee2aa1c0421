"""Word's tools on a document that is open in Word: what can be refused is refused before Word is asked."""

from __future__ import annotations

from base64 import b64encode
from itertools import islice
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.tools import live as others
from quire.tools import registry
from quire.tools.live import LiveDocument, live, said
from quire.tools.livetext import LiveText
from quire.tools.passages import (
    MOST_REPLACED,
    Found,
    InsertText,
    Replace,
    Replaced,
    Search,
    SearchResults,
    Selected,
    TextInserted,
)
from quire.tools.scope import check_location
from quire.tools.support import partly
from quire.tools.wordparagraphs import ListParagraphs, ParagraphList, check_prefix
from quire.tools.wordpictures import InsertPicture, PictureInserted, decoded
from quire.tools.wordstyles import ApplyStyle, ListStyles, StyleApplied, StyleLists, wishes
from quire.tools.wordtables import (
    CreateTable,
    DeleteLines,
    InsertLines,
    InTable,
    MergeCells,
    SetCellText,
    StyleTable,
    TableChanged,
    TableCreated,
    TableFlags,
    cells,
)
from quire.tools.wordtask import EditTask, TaskDone, task_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import regex

    from quire.tools.schema import InWindow
    from quire.workspace.settings import Manner

LONGEST_QUERY = 255
"""Word's own limit."""


def lines(text: str) -> str:
    """A text as an add-in takes it, if a document can hold it."""
    from quire.formats.docx.style.runs import check_writable

    check_writable(text)
    return text.replace("\r\n", "\n").replace("\r", "\n")


@live("insertText")
async def insert_text(document: LiveDocument, args: InsertText) -> TextInserted:
    check_location(args.scope, args.location)
    done = await document.edit("insertText", **{**said(args), "text": lines(args.text)})
    return TextInserted(range_id=done["rangeId"], length=done["length"], applied=document.applied)


@live("getSelection")
async def get_selection(document: LiveDocument, args: InWindow) -> Selected:  # noqa: ARG001 - there is but the window
    told = await document.ask("getSelection")
    return Selected(text=told["text"], range_id=told["rangeId"], start=told.get("start"), end=told.get("end"))


_EXPRESSIONS = partly("regular expressions, and queries of more than 255 characters, in the whole document only")


@live("search", _EXPRESSIONS)
async def search(document: LiveDocument, args: Search) -> SearchResults:
    args.query_for(args.query).compiled()
    if _is_native(args.query, is_regular=args.use_regex):
        done = await document.ask("search", **said(args))
        results = [Found.model_validate(each) for each in done["results"]]
        return SearchResults(results=results, message=args.more if done["more"] else None)
    text = await LiveText.read(document)
    spans = [match.span() for match in islice(_matches(args, args.query, text), args.max_results + 1)]
    more, spans = len(spans) > args.max_results, spans[: args.max_results]
    names = await text.ranges(*spans)
    results = [
        Found(range_id=name, text=text.text[start:end], context=text.paragraph_at(start), start=start, end=end)
        for name, (start, end) in zip(names, spans, strict=True)
    ]
    return SearchResults(results=results, message=args.more if more else None)


@live("replace", _EXPRESSIONS)
async def replace(document: LiveDocument, args: Replace) -> Replaced:
    query, replacement = args.wanted(), lines(args.replace_with)
    if query is None:
        done = await document.edit("replace", **{**said(args), "replaceWith": replacement})
        return Replaced(replaced=done["replaced"], applied=document.applied)
    wording = args.query_for(query).wording(args.replace_with)
    if _is_native(query, is_regular=args.use_regex):
        done = await document.edit("replace", **{**said(args), "replaceWith": replacement})
        return Replaced(replaced=done["replaced"], applied=document.is_changed and document.applied)
    text = await LiveText.read(document)
    found = list(islice(_matches(args, query, text), 1 if args.mode == "replaceFirst" else MOST_REPLACED + 1))
    if len(found) > MOST_REPLACED:
        raise InvalidArgumentError(f"There are more than {MOST_REPLACED:,} matches.", "Narrow the query.")
    await put_everywhere(text, [(match.span(), lines(wording.of(match))) for match in found])
    return Replaced(replaced=len(found), applied=bool(found) and document.applied)


def _is_native(query: str, *, is_regular: bool) -> bool:
    """Whether Word can search for it itself."""
    return not is_regular and len(query.encode("utf-16-le")) // 2 <= LONGEST_QUERY and "\r" not in query


def _matches(args: Search | Replace, query: str, text: LiveText) -> Iterator[regex.Match[str]]:
    if args.scope != "document":
        raise UnsupportedError(
            "Word searches for no regular expressions, and for at most 255 characters; Quire does it for the whole "
            "document only.",
            "Use scope document, or a shorter query with matchWildcards.",
        )
    return args.query_for(query).matches(text.text)


async def put_everywhere(
    text: LiveText, places: Sequence[tuple[tuple[int, int], str]], manner: Manner = "acts"
) -> None:
    """Put texts in the place of others, the last first."""
    names = await text.ranges(*(span for span, _ in places))
    for name, (_, replacement) in reversed(list(zip(names, places, strict=True))):
        put = {"text": replacement, "location": "replace", "newParagraph": False, "keepFormatting": True}
        await text.document.edit("insertText", manner, scope=name, **put)


@live("insertPicture", partly("pictures apart from the line in Word for Windows and Mac only"))
async def insert_picture(document: LiveDocument, args: InsertPicture) -> PictureInserted:
    check_location(args.scope, args.location)
    data = decoded(args.data)
    from quire.formats.docx.edit.pictures import kind_of

    picture = {"source": "base64", "data": b64encode(data).decode(), "mediaType": kind_of(data).content_type}
    done = await document.edit("insertPicture", **{**said(args), **picture})
    return PictureInserted(range_id=done["rangeId"], shape_id=done.get("shapeId"), applied=document.applied)


# Tables


@live("table.create")
async def create_table(document: LiveDocument, args: CreateTable) -> TableCreated:
    check_location(args.scope, args.location)
    rows = [[lines(text) for text in row] for row in cells(args)]
    done = await document.edit("table.create", **{**said(args), "data": rows})
    return TableCreated(table_id=done["tableId"], range_id=done["rangeId"], applied=document.applied)


@live("table.insertRows")
async def insert_rows(document: LiveDocument, args: InsertLines) -> TableChanged:
    return await _change(document, args, "table.insertRows", f"Inserted {args.count} rows")


@live("table.insertColumns")
async def insert_columns(document: LiveDocument, args: InsertLines) -> TableChanged:
    return await _change(document, args, "table.insertColumns", f"Inserted {args.count} columns")


@live("table.deleteRows")
async def delete_rows(document: LiveDocument, args: DeleteLines) -> TableChanged:
    return await _change(document, args, "table.deleteRows", "Deleted the rows")


@live("table.deleteColumns")
async def delete_columns(document: LiveDocument, args: DeleteLines) -> TableChanged:
    return await _change(document, args, "table.deleteColumns", "Deleted the columns")


@live("table.setCellText")
async def set_cell_text(document: LiveDocument, args: SetCellText) -> TableChanged:
    return await _change(document, args, "table.setCellText", "Set the text", text=lines(args.text))


@live("table.mergeCells")
async def merge_cells(document: LiveDocument, args: MergeCells) -> TableChanged:
    return await _change(document, args, "table.mergeCells", "Merged the cells")


@live("table.applyStyle")
async def style_table(document: LiveDocument, args: StyleTable) -> TableChanged:
    if isinstance(args.style, TableFlags) and not args.style.flags():
        raise InvalidArgumentError("There is nothing to apply.", "Give a style's name or at least one flag.")
    return await _change(document, args, "table.applyStyle", "Applied the style")


async def _change(document: LiveDocument, args: InTable, operation: str, message: str, **other: object) -> TableChanged:
    done = await document.edit(operation, **{**said(args), **other})
    return TableChanged(
        table_id=done["tableId"],
        rows=done["rows"],
        cols=done["cols"],
        applied=document.applied,
        message=document.tell(message),
    )


# Styles and paragraphs


@live("applyStyle", partly("resetDirectFormatting, allCaps and smallCaps in Word for Windows and Mac only"))
async def apply_style(document: LiveDocument, args: ApplyStyle) -> StyleApplied:
    wishes({"style": args.named_style} if args.named_style else None, args)
    wanted = said(args)
    if args.char:
        wanted["char"] |= args.char.colors()
    done = await document.edit("applyStyle", **wanted)
    warnings = [*(args.char.warnings() if args.char else ()), *done.get("warnings", ())]
    return StyleApplied(range_id=done["rangeId"], applied=document.applied, warnings=warnings or None)


@live("listStyles")
async def list_styles(document: LiveDocument, args: ListStyles) -> StyleLists:
    return StyleLists.model_validate(await document.ask("listStyles", **said(args)))


@live("listParagraphs")
async def list_paragraphs(document: LiveDocument, args: ListParagraphs) -> ParagraphList:
    check_prefix(args.control_tag_prefix)
    ask = document.edit if args.create_controls else document.ask
    done = await ask("listParagraphs", **said(args))
    return ParagraphList.model_validate({**done, "applied": document.applied})


@live("editTask")
async def edit_task(document: LiveDocument, args: EditTask) -> TaskDone:
    tool, arguments = task_of(args)
    reply = await others.run(registry.tools()[tool.name], arguments, document)
    return TaskDone(op=tool.name, data=reply.structured or {})
