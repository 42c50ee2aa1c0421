"""What only a document in Word has: ranges that Word keeps, changes that it tracks, and the editor's tools on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import bold, docx, footnote, p, table
from tests.docx.validation import harm
from tests.word.live import LiveWord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.word.live import Station

LETTER = docx(
    p("Dear ", bold("Ms"), " Smith,"), p("see", footnote("Below."), " here."), table(["a", "b"]), "漢字 😀 Bye"
)


@pytest.fixture
def letter(station: Station) -> LiveWord:
    return LiveWord(station, LETTER, "letter.docx")


class TestWhatIsKept:
    def test_is_what_was_named_and_nothing_else(self, station: Station, letter: LiveWord) -> None:
        names = {letter.range_of("Smith")}
        names |= {each["rangeId"] for each in letter.call("search", query="e")["results"]}
        letter.call("insertText", text="!", scope="document", location="end")
        assert len(station.host.references) == len(names) + 1

    def test_is_not_more_for_what_was_refused(self, station: Station, letter: LiveWord) -> None:
        place = letter.range_of("Smith")
        for _ in range(3):
            assert letter.refusal("table.insertRows", tableRef=place, at=0).code == "E_NOT_FOUND"
            assert letter.refusal("applyStyle", scope=place, namedStyle="Table Grid").code == "E_UNSUPPORTED"
            assert letter.refusal("table.setCellText", tableRef=letter.range_of("Bye"), row=0, col=0, text="x")
        assert len(station.host.references) == 4

    def test_is_the_same_under_one_name(self, station: Station, letter: LiveWord) -> None:
        place = letter.range_of("Smith")
        for _ in range(3):
            assert letter.call("applyStyle", scope=place, char={"italic": True})["rangeId"] == place
        assert len(station.host.references) == 1

    def test_is_asked_anew_each_time(self, letter: LiveWord) -> None:
        place = letter.range_of("Bye")
        assert letter.refusal("table.insertRows", tableRef=place, at=0).code == "E_NOT_FOUND"
        name = letter.call("table.create", rows=1, cols=1, scope=place, location="before")["tableId"]
        whole = letter.call("table.insertRows", tableRef=name, at=0)
        assert whole["rows"] == 2
        letter.call("replace", target=place, replaceWith="Yours")
        assert letter.refusal("table.insertRows", tableRef=place, at=0).code == "E_NOT_FOUND"
        letter.call("applyStyle", scope=place, para={"list": "bullet"})
        letter.call("applyStyle", scope=place, para={"list": "none"})
        assert letter.labels[-1] == ""

    def test_is_bounded_and_the_oldest_goes_first(self, station: Station) -> None:
        many = LiveWord(station, docx("e" * 1000), "many.docx")
        first = many.range_of("eee")
        last = [many.call("search", query="e", maxResults=1000)["results"] for _ in range(5)][-1]
        assert len(station.host.references) <= 4000
        assert many.refusal("insertText", text="x", scope=first).code == "E_NOT_FOUND"
        many.call("insertText", text="x", scope=last[0]["rangeId"])
        assert many.text == "x" + "e" * 999

    def test_moves_with_what_the_person_types(self, station: Station, letter: LiveWord) -> None:
        place = letter.range_of("Smith")
        station.do(station.host.type, 0, "Well, ")
        letter.call("replace", target=place, replaceWith="Jones")
        assert letter.paragraphs[0] == "Well, Dear Ms Jones,"

    def test_a_failure_leaves_nothing_to_the_next_call(self, station: Station, letter: LiveWord) -> None:
        place = letter.range_of("see")
        station.do(station.host.type, 0, "New ")
        station.do(station.host.fail_next)
        assert letter.refusal("search", query="Bye", scope=place).code == "E_RUNTIME"
        assert letter.call("search", query="Bye")["results"]
        letter.call("insertText", text="We ", scope=place, location="before")
        assert letter.paragraphs[1] == "We see\ufffc here."


CODES = [
    ("AccessDenied", "E_PERMISSION"), ("InvalidArgument", "E_INVALID_ARG"), ("ItemNotFound", "E_NOT_FOUND"),
    ("InvalidObjectPath", "E_NOT_FOUND"), ("NotImplemented", "E_UNSUPPORTED"), ("ApiNotFound", "E_UNSUPPORTED"),
    ("Timeout", "E_TIMEOUT"), ("GeneralException", "E_RUNTIME"), ("SomethingElse", "E_RUNTIME"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "told"), CODES)
def test_words_errors_are_told_in_our_codes(station: Station, letter: LiveWord, code: str, told: str) -> None:
    station.do(station.host.fail_next, code)
    refused = letter.refusal("search", query="Bye")
    assert refused.code == told
    assert "Word says" in refused.message


class TestTrackedChanges:
    @pytest.fixture(autouse=True)
    def _stage_everything(self, station: Station) -> Iterator[None]:
        station.desk.settings(staging="stage-everything")
        yield
        station.desk.settings(staging="suggest")

    @pytest.mark.parametrize(
        ("tool", "arguments"),
        [
            ("insertText", {"text": "new"}),
            ("replace", {"target": "searchQuery", "query": "Bye", "replaceWith": "Yours"}),
        ],
    )
    def test_an_edit_that_waits_for_approval_is_one(
        self, station: Station, letter: LiveWord, tool: str, arguments: dict[str, Any]
    ) -> None:
        scope = {} if tool == "replace" else {"scope": letter.range_of("Bye"), "location": "after"}
        assert letter.call(tool, **scope, **arguments)["applied"] is False
        assert re.search('<w:ins [^>]*w:author="Word"', letter.saved().body.source)
        assert station.host.tracking == "Off"
        assert not harm(LETTER, letter.data())

    def test_after_a_refusal_nothing_is_tracked_any_more(self, station: Station, letter: LiveWord) -> None:
        place = letter.range_of("see\ufffc")
        assert letter.refusal("replace", target=place, replaceWith="x").code == "E_UNSUPPORTED"
        assert station.host.tracking == "Off"
        assert letter.data() == LETTER


class TestTheEditorsTools:
    def test_read_the_document_as_markdown(self, letter: LiveWord) -> None:
        told = letter.call("document_get_content")
        assert told.startswith("Dear **Ms** Smith,")
        assert re.search(r"\| a +\| b +\|", told)
        assert "漢字 😀 Bye" in told

    def test_find_and_replace_by_position(self, letter: LiveWord) -> None:
        found = letter.call("document_search", query="Bye")
        assert len(found) == 1
        letter.call("document_replace", search="😀 Bye", replace="Yours")
        assert letter.paragraphs[-1] == "漢字 Yours"

    def test_select_and_tell_what_is_selected(self, station: Station, letter: LiveWord) -> None:
        start = len("Dear ")
        letter.call("selection_set", **{"from": start, "to": start + len("Ms Smith")})
        place = station.host.selection.place
        assert letter.text[place.start : place.end] == "Ms Smith"
        assert letter.call("selection_get")["text"] == "Ms Smith"

    def test_tell_where_the_selection_is_as_positions_count(self, letter: LiveWord) -> None:
        for text in ("Dear", "Smith,\nsee", "here", "b", "😀 B", "ye"):
            start = letter.text.index(text)
            letter.select_range(start, start + len(text))
            found, sought = letter.call("selection_get"), letter.call("document_search", query=text)[0]
            assert (found["from"], found["to"], found["text"]) == (sought["from"], sought["to"], text)

    def test_toggle_formatting(self, letter: LiveWord) -> None:
        letter.select("Smith")
        for mark in ("bold", "italic"):
            letter.call("format_toggle", mark=mark)
        assert re.search("<w:b/><w:bCs/><w:i/><w:iCs/></w:rPr><w:t[^>]*>Smith", letter.saved().body.source)
        letter.call("format_toggle", mark="bold")
        assert re.search("<w:rPr><w:i/><w:iCs/></w:rPr><w:t[^>]*>Smith", letter.saved().body.source)
