"""editTask: its arguments, answers and refusals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from quire.tools import registry
from tests.docx.specimen import docx, table

if TYPE_CHECKING:
    from tests.word.conftest import Open

LETTER = docx("Dear Ms Smith,", table(["Rent", "900"]), "Bye")


def test_an_operation_and_its_arguments(word: Open) -> None:
    letter = word(LETTER)
    arguments = {"text": "Hello. ", "scope": "document", "location": "start"}
    answer = letter.call("editTask", op="insertText", args=arguments)
    assert (answer["ok"], answer["op"], answer["data"]["length"]) == (True, "insertText", 7)
    assert letter.paragraphs[0] == "Hello. Dear Ms Smith,"


def test_an_envelope(word: Open) -> None:
    letter = word(LETTER)
    envelope = {"type": "word.op", "op": "search", "args": {"query": "rent"}, "version": "1.0"}
    answer = letter.call("editTask", meta=json.dumps(envelope))
    assert [found["text"] for found in answer["data"]["results"]] == ["Rent"]


@pytest.mark.parametrize("op", ["table.setCellText", "table_setCellText", "word:table.setCellText"])
def test_both_spellings(word: Open, op: str) -> None:
    letter = word(LETTER)
    arguments = {"tableRef": letter.range_of("Rent"), "row": 0, "col": 1, "text": "950"}
    letter.call("editTask", op=op, args=arguments)
    assert "950" in letter.paragraphs


def test_without_arguments(word: Open) -> None:
    assert word(LETTER).call("editTask", op="getSelection")["data"]["text"] == ""


def test_every_tool_of_word_is_an_operation(word: Open) -> None:
    letter = word(LETTER)
    names = [name for name, tool in registry.tools().items() if tool.family == "word" and name != "editTask"]
    assert len(names) == 16
    for name in names:
        refused = letter.refusal("editTask", op=name, args={"nonsense": 1})
        assert refused.code == "E_INVALID_ARG"
        assert "'nonsense'" in refused.message


def test_it_is_undone_like_the_tool_itself(word: Open) -> None:
    letter = word(LETTER)
    letter.call("editTask", op="replace", args={"target": "searchQuery", "query": "Bye", "replaceWith": "Yours"})
    letter.undo()
    assert letter.data() == LETTER


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "E_INVALID_ARG"),
        ({"args": {}}, "E_INVALID_ARG"),
        ({"op": "getSelection", "meta": "{}"}, "E_INVALID_ARG"),
        ({"op": "explode"}, "E_UNSUPPORTED"),
        ({"op": "editTask"}, "E_UNSUPPORTED"),
        ({"op": "document_get_content"}, "E_UNSUPPORTED"),
        ({"meta": "not json"}, "E_INVALID_ARG"),
        ({"meta": "[]"}, "E_INVALID_ARG"),
        ({"meta": '{"args": {}}'}, "E_INVALID_ARG"),
        ({"meta": '{"op": "explode"}'}, "E_UNSUPPORTED"),
        ({"meta": '{"op": "getSelection", "type": "excel.op"}'}, "E_INVALID_ARG"),
        ({"meta": '{"op": "getSelection", "version": "2.0"}'}, "E_UNSUPPORTED"),
        ({"op": "search", "args": {"query": ""}}, "E_INVALID_ARG"),
        ({"op": "insertText", "args": {"text": "x", "scope": "rangeId:none"}}, "E_NOT_FOUND"),
    ],
)
def test_refusals(word: Open, arguments: dict[str, Any], code: str) -> None:
    letter = word(LETTER)
    assert letter.refusal("editTask", **arguments).code == code
    assert letter.data() == LETTER
