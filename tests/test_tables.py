"""Tables, through MCP and as values: what the cases in text files cannot say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marko.ext.gfm import gfm
from marko.ext.gfm.elements import Table as MarkoTable
from marko.inline import RawText

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.formats.markdown.blocks import Table, TableRow
from quire.formats.markdown.document import MarkdownDocument
from quire.formats.markdown.grid import cell_text
from quire.formats.markdown.width import width
from quire.tools import registry
from tests.laws import check_transaction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.conftest import Desk

Rows = list[list[str]]

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n"


# Through MCP


def marked(desk: Desk, document: str) -> None:
    """A document with the cursor at the mark."""
    desk.document(document.replace("¦", ""))
    desk.call("cursor_set_position", position=document.index("¦"))


def shown(desk: Desk) -> str:
    """The document with a mark at the cursor."""
    text, cursor = desk.text, desk.call("selection_get")["to"]
    return f"{text[:cursor]}¦{text[cursor:]}"


@pytest.mark.parametrize(
    ("tool", "arguments", "before", "after"),
    [
        ("table_insert", {"rows": 1, "cols": 2}, "x¦\n\ny", "x\n\n| ¦    |     |\n| --- | --- |\n\ny"),
        ("table_add_row", {"position": "after"}, "|a|b|\n|-|-|\n|1|2¦|", "|a|b|\n|-|-|\n|1|2|\n| | ¦|"),
        ("table_add_row", {"position": "before"}, "|a|b|\n|-|-|\n|1|2¦|", "|a|b|\n|-|-|\n| | ¦|\n|1|2|"),
        ("table_delete_row", {}, "|a|b|\n|-|-|\n|1|2¦|\n|3|4|", "|a|b|\n|-|-|\n|3|¦4|"),
        ("table_delete_row", {}, "|a|b|\n|-|-|\n|1|2|\n|3|4¦|", "|a|b|\n|-|-|\n|1|¦2|"),
        ("table_add_column", {"position": "after"}, "|a|b|\n|-|-|\n|1¦|2|", "|a|   |b|\n|-|---|-|\n|1| ¦  |2|"),
        ("table_add_column", {"position": "before"}, "|a|b|\n|-|-|\n|1¦|2|", "|   |a|b|\n|---|-|-|\n| ¦  |1|2|"),
        ("table_delete_column", {}, "|a|b|\n|-|-|\n|1¦|2|", "|b|\n|-|\n|¦2|"),
        ("table_delete_column", {}, "|a|b|\n|-|-|\n|1|2¦|", "|a|\n|-|\n|¦1|"),
        ("table_toggle_header_row", {}, "|a|b¦|\n|-|-|", "| | |\n|-|-|\n|a|b¦|"),
        ("table_toggle_header_row", {}, "| | |\n|-|-|\n|a|b|¦", "|a|¦b|\n|-|-|"),
        ("table_toggle_header_row", {}, "| |¦ |\n|-|-|\n|a|b|", "|a|¦b|\n|-|-|"),
        ("table_delete", {}, "x\n\n|a¦|\n|-|\n\ny", "x\n\n¦y"),
    ],
)
def test_the_cursor_goes_where_one_would_type_next(
    desk: Desk, tool: str, arguments: dict[str, Any], before: str, after: str
) -> None:
    marked(desk, before)
    told = desk.call(tool, **arguments)
    assert shown(desk) == after
    assert told["applied"] is True
    assert told["message"].endswith(".")


def test_a_selection_in_a_table_counts_where_it_ends(desk: Desk) -> None:
    desk.document(TABLE)
    desk.call("selection_set", **{"from": 0, "to": TABLE.index("2")})
    desk.call("table_delete_column")
    assert desk.text == "| a |\n|---|\n| 1 |\n"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("table_insert", {"rows": 2, "cols": 2}),
        ("table_delete", {}),
        ("table_add_row", {"position": "after"}),
        ("table_delete_row", {}),
        ("table_add_column", {"position": "before"}),
        ("table_delete_column", {}),
        ("table_toggle_header_row", {}),
        ("table_modify", {"nodeId": "table-0", "operations": [{"type": "addRow", "cells": ["x"]}]}),
    ],
)
def test_staged_it_waits_and_then_does_what_it_would_have_done_at_once(
    desk: Desk, tool: str, arguments: dict[str, Any]
) -> None:
    place = "text¦\n\n" + TABLE if tool == "table_insert" else "text\n\n" + TABLE.replace("1", "1¦")
    marked(desk, place)
    desk.call(tool, **arguments)
    at_once = desk.text
    marked(desk, place)
    desk.settings(staging="stage-everything")
    before = shown(desk)
    told = desk.call(tool, **arguments)
    assert told["applied"] is False
    assert shown(desk) == before
    desk.as_person("document_insert_at_position", text="new\n\n", position=0)
    desk.call("suggestion_accept", suggestionId=told["suggestionId"])
    assert desk.text == "new\n\n" + at_once


def test_a_staged_edit_is_stale_once_its_table_has_changed(desk: Desk) -> None:
    marked(desk, TABLE.replace("1", "1¦"))
    desk.settings(staging="stage-everything")
    suggestion = desk.call("table_add_row", position="after")["suggestionId"]
    desk.as_person("document_insert_at_position", text="x", position=TABLE.index("a"))
    assert desk.refusal("suggestion_accept", suggestionId=suggestion).code == "E_CONFLICT"


def test_all_operations_are_one_change(desk: Desk) -> None:
    desk.document(TABLE)
    operations = [{"type": "addRow", "cells": [str(number)]} for number in range(5)]
    told = desk.call("table_modify", nodeId="table-0", operations=[*operations, {"type": "deleteColumn", "at": 1}])
    assert told["message"] == "Modified table-0 with 6 operations."
    desk.call("editor_undo")
    assert desk.text == TABLE


def test_operations_that_change_nothing_succeed(desk: Desk) -> None:
    desk.document(TABLE)
    same = [{"type": "setCellContent", "row": 0, "col": 0, "content": "a"}, {"type": "setHeaderRow", "enabled": True}]
    assert desk.call("table_modify", nodeId="table-0", operations=same)["applied"] is True
    assert desk.text == TABLE


def test_a_full_table_takes_no_further_column(desk: Desk) -> None:
    desk.document("")
    desk.call("table_insert", rows=1, cols=63)
    assert desk.refusal("table_add_column", position="after").code == "E_INVALID_ARG"


def test_the_operations_are_typed_in_the_schema() -> None:
    schema = registry.tools()["table_modify"].input_schema
    assert schema["type"] == "object"
    assert "anyOf" not in schema
    kinds = schema["properties"]["operations"]["items"]["oneOf"]
    assert len(kinds) == 6
    assert all(not schema["$defs"][kind["$ref"].split("/")[-1]]["additionalProperties"] for kind in kinds)


# As values: any table, any operations, read again by two parsers


def marko_rows(source: str) -> Rows | None:
    """The cells that another parser finds in the only table; it overlooks one right behind a list marker."""
    if re.search(r"^[> ]*(?:-|1\.)(?: >)? [^x\n]*\|", source, re.MULTILINE):
        return None
    (table,) = (each for each in _elements(gfm.parse(source)) if isinstance(each, MarkoTable))
    rows: list[Any] = list(table.children)
    return [[_raw(cell) for cell in row.children] for row in rows]


def _elements(element: Any) -> Iterator[Any]:
    yield element
    if isinstance(children := getattr(element, "children", None), list):
        for child in children:
            yield from _elements(child)


def _raw(element: Any) -> str:
    return "".join(each.children for each in _elements(element) if isinstance(each, RawText))


def our_rows(document: MarkdownDocument) -> Rows:
    """The cells that our parser finds in the only table."""
    (table,) = (block for block in document.tree.walk() if isinstance(block, Table))
    rows = [row for row in table.children if isinstance(row, TableRow)]
    return [[document.slice(cell.inner_start, cell.inner_end) for cell in row.children] for row in rows]


def modified(document: MarkdownDocument, operations: Sequence[dict[str, Any]]) -> MarkdownDocument:
    (table,) = (block for block in document.tree.walk() if isinstance(block, Table))
    intent = Intent("modify_table", (Range(table.start, table.end),), {"operations": list(operations)})
    change = document.plan(intent)
    check_transaction(document, change)
    return document.apply(change)


def modelled(rows: Rows, operation: dict[str, Any]) -> None:
    """The same operation on lists of texts."""
    match operation["type"]:
        case "setCellContent":
            rows[operation["row"]][operation["col"]] = operation["content"]
        case "addRow":
            cells = operation["cells"]
            rows.insert(operation["at"], cells + [""] * (len(rows[0]) - len(cells)))
        case "deleteRow":
            del rows[operation["at"]]
        case "addColumn":
            texts = [operation["header"], *operation["cells"]]
            for row, text in zip(rows, texts + [""] * (len(rows) - len(texts)), strict=True):
                row.insert(operation["at"], text)
        case "deleteColumn":
            for row in rows:
                del row[operation["at"]]


TEXT = st.text("ab1 |中é", max_size=6).map(str.strip)
WORD = st.text("ab1中é", min_size=1, max_size=6)


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, Rows]:
    """The source of a table, written in any manner, and its texts."""
    columns = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(WORD, min_size=columns, max_size=columns), min_size=1, max_size=4))
    around = draw(st.sampled_from(["", " "]))
    outer = draw(st.sampled_from(["|", ""]))
    dashes = draw(st.lists(st.sampled_from(["---", ":--", "--:", ":-:", "-----"]), min_size=columns, max_size=columns))
    lines = [rows[0], dashes, *rows[1:]]
    if draw(st.booleans()):
        widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
        lines[1] = [
            dash.ljust(size, "-") if dash[-1] == "-" else dash for dash, size in zip(dashes, widths, strict=True)
        ]
        lines = [[text + " " * (size - width(text)) for text, size in zip(line, widths, strict=True)] for line in lines]
    edge = around if outer else ""
    written = [outer + edge + f"{around}|{around}".join(line) + edge + outer for line in lines]
    first, further = draw(
        st.sampled_from([("", ""), ("> ", "> "), ("- x\n\n  ", "  "), ("- ", "  "), ("1. > ", "   > ")])
    )
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    return first + f"{ending}{further}".join(written), rows


@st.composite
def operations_on(draw: st.DrawFn, rows: Rows) -> tuple[list[dict[str, Any]], Rows]:
    """Operations that the table can take, and the texts that it has after them."""
    model = [list(row) for row in rows]
    operations = []
    for _ in range(draw(st.integers(1, 5))):
        operation = draw(_operation(len(model), len(model[0])))
        modelled(model, operation)
        operations.append(operation)
    return operations, model


def _operation(rows: int, columns: int) -> st.SearchStrategy[dict[str, Any]]:
    kinds = [
        {"type": st.just("setCellContent"), "row": st.integers(0, rows - 1), "col": st.integers(0, columns - 1),
         "content": TEXT},
        {"type": st.just("addRow"), "at": st.integers(1, rows), "cells": st.lists(TEXT, max_size=columns)},
        {"type": st.just("addColumn"), "at": st.integers(0, columns), "header": TEXT,
         "cells": st.lists(TEXT, max_size=rows - 1)},
    ]  # fmt: skip
    if rows > 1:
        kinds.append({"type": st.just("deleteRow"), "at": st.integers(1, rows - 1)})
    if columns > 1:
        kinds.append({"type": st.just("deleteColumn"), "at": st.integers(0, columns - 1)})
    return st.one_of([st.fixed_dictionaries(kind) for kind in kinds])


@given(st.data())
def test_a_modified_table_has_the_cells_that_were_asked_for(data: st.DataObject) -> None:
    source, rows = data.draw(tables())
    operations, model = data.draw(operations_on(rows))
    after = modified(MarkdownDocument(source), operations)
    assert our_rows(after) == [[cell_text(text) for text in row] for row in model]
    assert marko_rows(after.text) in (None, model)


@given(st.data())
def test_an_aligned_table_stays_aligned(data: st.DataObject) -> None:
    _, rows = data.draw(tables())
    document = MarkdownDocument("")
    document = document.apply(
        document.plan(
            Intent("insert_table", (Range(0, 0),), {"rows": len(rows), "columns": len(rows[0]), "header": True})
        )
    )
    filling = [
        {"type": "setCellContent", "row": at, "col": column, "content": text}
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    operations, _ = data.draw(operations_on(rows))
    lines = modified(modified(document, filling), operations).text.splitlines()
    assert len({tuple(_pipes(line)) for line in lines}) == 1


def _pipes(line: str) -> Iterator[int]:
    for at, character in enumerate(line):
        if character == "|" and line[at - 1 : at] != "\\":
            yield width(line[:at])


@given(tables())
def test_the_header_turned_off_and_on_again_gives_back_the_same_bytes(table: tuple[str, Rows]) -> None:
    source, rows = table
    off = modified(MarkdownDocument(source), [{"type": "setHeaderRow", "enabled": False}])
    assert our_rows(off) == [[""] * len(rows[0]), *rows]
    assert marko_rows(off.text) in (None, [[""] * len(rows[0]), *rows])
    assert modified(off, [{"type": "setHeaderRow", "enabled": True}]).text == source


@given(tables(), st.integers(1, 3), st.integers(1, 3))
def test_a_column_added_and_deleted_leaves_the_cells_as_they_were(
    table: tuple[str, Rows], row: int, column: int
) -> None:
    source, rows = table
    at = min(column, len(rows[0]))
    adding = {"type": "addColumn", "at": at, "header": "x", "cells": ["y"] * min(row, len(rows) - 1)}
    after = modified(MarkdownDocument(source), [adding])
    assert our_rows(modified(after, [{"type": "deleteColumn", "at": at}])) == rows


PROSE = """\
# One

text *with* [a link](x) and `code`
in two lines

- item
  - nested

- [ ] task

> quote
lazy
>
> 1. a
"""


@given(st.integers(0, len(PROSE)), st.sampled_from(["\n", "\r\n"]))
def test_a_table_goes_in_anywhere_and_the_text_stays(position: int, ending: str) -> None:
    text = PROSE.replace("\n", ending)
    document = MarkdownDocument(text)
    wish = {"rows": 2, "columns": 2, "header": True}
    change = document.plan(Intent("insert_table", (Range(position, position),), wish))
    check_transaction(document, change)
    after = document.apply(change)
    assert our_rows(after) == [["", ""], ["", ""]]
    assert marko_rows(after.text) in (None, [["", ""], ["", ""]])
    assert [node.type for node in after.nodes() if node.type == "heading"] == ["heading"]
    assert list(filter(str.isalnum, after.text)) == list(filter(str.isalnum, text))


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("abc", 3),
        ("中文", 4),
        ("e\u0301", 1),
        ("ｱ", 1),
        ("한", 2),
        ("👍🏽", 2),
        ("👨‍👩‍👧", 2),
        ("❤️", 2),
        ("a\u200db", 2),
        ("🇩🇪", 2),
    ],
)
def test_the_width_of_a_text_is_what_it_takes_on_a_screen(text: str, columns: int) -> None:
    assert width(text) == columns
