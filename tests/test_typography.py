"""Words are found whichever quotes and dashes they are written with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docx.specimen import docx, footnote, p

if TYPE_CHECKING:
    from tests.conftest import Desk

CURLY = "The “Fee” is Ann’s for 2020–2021."
PLAIN = ['"Fee"', "Ann's", "2020-2021", 'the "fee" is ann\'s']


@pytest.mark.parametrize("query", PLAIN)
def test_plain_ones_find_printed_ones(desk: Desk, query: str) -> None:
    desk.document(CURLY)
    (match,) = desk.call("document_search", query=query)
    (found,) = desk.call("search", query=query)["results"]
    assert (match["from"], match["to"]) == (found["start"], found["end"])
    assert CURLY[match["from"] : match["to"]] == match["text"]
    assert len(match["text"]) == len(query)


def test_printed_ones_find_plain_ones(desk: Desk) -> None:
    desk.document('The "Fee" is Ann\'s.')
    for query in ("“Fee”", "Ann’s"):
        assert len(desk.call("document_search", query=query)) == 1
        assert len(desk.call("search", query=query)["results"]) == 1


def test_what_is_found_to_the_letter_counts_alone(desk: Desk) -> None:
    desk.document('“Fee” and "Fee"')
    assert [each["from"] for each in desk.call("document_search", query='"Fee"')] == [10]
    assert [each["start"] for each in desk.call("search", query="“Fee”")["results"]] == [0]


def test_signs_alone_mean_themselves(desk: Desk) -> None:
    desk.document("One — two")
    assert desk.call("document_search", query="-") == []
    assert desk.call("search", query=" - ")["results"] == []


def test_expressions_and_wildcards_mean_what_they_say(desk: Desk) -> None:
    desk.document(CURLY)
    for option in ("useRegex", "matchWildcards"):
        assert desk.call("search", query='"Fee"', **{option: True})["results"] == []


def test_in_word_they_are_replaced_and_the_quotes_that_stay_are_kept(desk: Desk) -> None:
    path = desk.root / "a.docx"
    path.write_bytes(docx(p("The “Fee” is due."), p("Ann’s “Fee”", footnote("No “Fee”."))))
    desk.settings(staging="auto-approve")
    desk.call("workspace_open_document", path=str(path))
    assert desk.call("document_replace", search='"Fee"', replace='"Price"', all=True)["count"] == 3
    assert desk.call("replace", target="searchQuery", query="Ann's", replaceWith="Bea's")["replaced"] == 1
    assert "The “Price” is due." in desk.text
    assert "Bea’s “Price”" in desk.text
    assert "No “Price”." in desk.text


def test_in_markdown_only_what_stands_there_is_replaced(desk: Desk) -> None:
    desk.document(CURLY)
    answer = desk.call("document_replace", search='"Fee"', replace='"Price"')
    assert (answer["count"], "“Fee”" in answer["message"]) == (0, True)
    assert desk.call("replace", target="searchQuery", query='"Fee"', replaceWith="x")["replaced"] == 0
    assert desk.text == CURLY


def test_what_wildcards_find_is_replaced_as_a_whole(desk: Desk) -> None:
    path = desk.root / "a.docx"
    path.write_bytes(docx(p("a2 b2")))
    desk.call("workspace_open_document", path=str(path))
    desk.call("replace", target="searchQuery", query="?2", replaceWith="?x", matchWildcards=True)
    assert desk.text.strip() == "?x ?x"
