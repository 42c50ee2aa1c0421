"""Finding text in Word documents, their outline, and what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.large import large
from tests.docx.specimen import bold, comment, docx, endnote, footnote, heading, item, p, table, textbox
from tests.docx.test_reading import put, rows
from tests.effort import at_most

if TYPE_CHECKING:
    from tests.conftest import Desk


def hits(desk: Desk, path: str, *patterns: str, **arguments: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.call("grep", file_path=path, patterns=list(patterns), **arguments)["hits"]
    return found


# grep


def test_hits_say_where_they_are(desk: Desk) -> None:
    path = put(desk, docx("The Fee is due.", "No fees here."))
    first, second = hits(desk, path, r"fees?", context_chars=4)
    ids = [cells[0] for cells in rows(desk, path)]
    assert first == {
        "pattern": "fees?",
        "id": ids[0],
        "story": "body",
        "start": 4,
        "end": 7,
        "match": "Fee",
        "context": "The Fee is ",
    }
    assert (second["id"], second["match"], second["context"]) == (ids[1], "fees", "No fees her")


@pytest.mark.parametrize("pattern", ["(?:a{1000}){1000}", "((a{1,1000}){1,1000}){1,1000}", "((?:ab{9}){99}){999}"])
def test_repetitions_of_repetitions_without_end_are_refused(desk: Desk, pattern: str) -> None:
    path = put(desk, docx("aaa"))
    refused = desk.refusal("grep", file_path=path, patterns=[pattern])
    assert (refused.code, "repetitions within repetitions" in refused.message) == ("E_INVALID_ARG", True)


@pytest.mark.parametrize("pattern", ["a{1000}", r"a{1,3}(,a{3}){0,9}", "[a{9}]{1,3}", r"a\{1000\}{1000}|a{1,3}"])
def test_usual_repetitions_are_taken(desk: Desk, pattern: str) -> None:
    path = put(desk, docx("a" * 1000))
    assert hits(desk, path, pattern)


def test_every_story_is_searched(desk: Desk) -> None:
    content = p("Fee", footnote("Fee"), endnote("Fee"), comment("Fee", "x"), textbox("Fee"))
    path = put(desk, docx(content, table(["Fee"]), "", header="Fee", footer="Fee"))
    found = hits(desk, path, "Fee")
    assert sorted(hit["story"] for hit in found) == [
        "body", "body", "comments", "endnotes", "footer", "footnotes", "header", "textboxes",
    ]  # fmt: skip
    for hit in found:
        (picked,) = rows(desk, path, node_ids=[hit["id"]])
        assert "Fee" in picked[-1]


def test_case_and_whole_words_count_where_they_should(desk: Desk) -> None:
    path = put(desk, docx("Fee fee FEES coffee"))
    assert len(hits(desk, path, "fee")) == 4
    assert len(hits(desk, path, "fee", case_sensitive=True)) == 2
    assert len(hits(desk, path, "fee", whole_word=True)) == 2
    assert [hit["match"] for hit in hits(desk, path, "fee|coffee", whole_word=True, case_sensitive=True)] == [
        "fee",
        "coffee",
    ]


def test_hits_come_pattern_by_pattern_up_to_a_limit(desk: Desk) -> None:
    path = put(desk, docx("a b a", "b a"))
    found = desk.call("grep", file_path=path, patterns=["b", "a"], max_results=3)
    assert [hit["pattern"] for hit in found["hits"]] == ["b", "b", "a"]
    assert (found["total"], found["is_complete"]) == (5, False)
    assert desk.call("grep", file_path=path, patterns=["a"])["is_complete"]
    assert desk.call("grep", file_path=path, patterns=["x*"])["total"] == 0


def test_a_search_follows_edits(desk: Desk) -> None:
    path = put(desk, docx("one", "two"))
    (hit,) = hits(desk, path, "two")
    desk.call("smart_edit", file_path=path, target_paragraph_id=hit["id"], old_string="two", new_string="three")
    assert hits(desk, path, "two") == []
    assert [each["id"] for each in hits(desk, path, "three")] == [hit["id"]]


@pytest.mark.parametrize(
    "pattern", ["(", "a{", "*", "[", "(?P<", "(?<=a*", "a" * 20_000, "(" * 5000 + ")" * 5000, "a)|(b"]
)
def test_what_is_no_expression_is_refused(desk: Desk, pattern: str) -> None:
    path = put(desk, docx("a{ text"))
    if pattern == "a{":  # a brace that repeats nothing is a brace
        assert len(hits(desk, path, pattern)) == 1
        return
    refusal = desk.refusal("grep", file_path=path, patterns=[pattern], whole_word=True)
    assert refusal.code == "E_INVALID_ARG"
    assert len(refusal.message) < 1000


HOSTILE = [r"(a+)+$", r"(a|aa)+$", r"(.*a){25}$", r"(?:a?){40}a{40}b", r"^(([a-z])+.)+[A-Z]([a-z])+$"]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_hostile_expression_is_given_up_in_time(desk: Desk, pattern: str) -> None:
    path = put(desk, docx(*[f"{'a' * 5000}!" for _ in range(60)]))
    with at_most(seconds=4):
        result = desk.raw("grep", file_path=path, patterns=[pattern])
    if result.is_error:
        assert result.structured_content is not None
        assert result.structured_content["code"] == "E_TIMEOUT"
        assert "2 seconds" in result.structured_content["message"]
    assert len(hits(desk, path, "a!$")) == 50


def test_a_long_text_that_repeats_itself_is_found_in_no_time(desk: Desk) -> None:
    desk.document(f"{'x' * 10_001} {'xy' * 5000}")
    with at_most(seconds=3):
        for text, times in (("x" * 10_000, 1), ("xy" * 5000, 1), ("yx" * 5000, 0), (f"{'x' * 4000}z", 0)):
            assert len(desk.call("search", query=text, matchCase=True)["results"]) == times
        assert desk.refusal("search", query="x" * 1001, useRegex=True).code == "E_INVALID_ARG"


@pytest.mark.slow
def test_the_limit_is_for_all_paragraphs_and_expressions_together(desk: Desk) -> None:
    path = put(desk, docx(*[f"{'a' * 22}!" for _ in range(300)]))
    with at_most(seconds=4):
        refusal = desk.refusal("grep", file_path=path, patterns=[r"(a|aa|a)+$", r"(a|a|aa)+$", r"(a|a)+$"])
    assert refusal.code == "E_TIMEOUT"


def test_very_many_hits_are_counted_so_far_only(desk: Desk) -> None:
    path = put(desk, docx("ab" * 100_000))
    with at_most(seconds=3):
        found = desk.call("grep", file_path=path, patterns=["."])
    assert (len(found["hits"]), found["is_complete"]) == (50, False)
    assert found["total"] == 10_000


@pytest.mark.slow
def test_long_documents_are_searched_fast(desk: Desk) -> None:
    path = put(desk, large(20_000))
    desk.call("open_document", file_path=path)
    for pattern, least in (("confidential", 50), (r"\bclause \w+ schedule\b", 1), ("zebra", 0)):
        with at_most(seconds=3):
            assert len(hits(desk, path, pattern)) >= least
    with at_most(seconds=3):
        assert len(desk.call("get_outline", file_path=path)["headings"]) > 400


# get_outline


def test_the_outline_is_headings_with_levels_and_labels(desk: Desk) -> None:
    path = put(
        desk,
        docx(
            p("Agreement", style="Title"),
            heading("Fees"),
            p(bold("Not a heading."), " Because others are."),
            heading("Late fees", 2),
            heading(""),
            p("2. Term", style="Heading1"),
        ),
    )
    found = desk.call("get_outline", file_path=path)["headings"]
    assert [(each["level"], each["list_label"], each["title"]) for each in found] == [
        (1, "", "Fees"),
        (2, "", "Late fees"),
        (1, "2.", "2. Term"),
    ]
    assert [each["id"] for each in found] == [cells[0] for cells in rows(desk, path) if cells[3].startswith("heading")
                                               and cells[4]]  # fmt: skip


def test_headings_that_count_have_their_numbers(desk: Desk) -> None:
    numbered = [p(f"Chapter {n}", style="Heading1", number=(3, n % 2)) for n in range(200)]
    path = put(desk, docx(*numbered))
    found = desk.call("get_outline", file_path=path)["headings"]
    shown = {cells[0]: cells[1] for offset in (1, 101) for cells in rows(desk, path, offset=offset, limit=100)}
    assert {each["id"]: each["list_label"] for each in found} == shown
    assert found[-1]["list_label"] == "100.1"


def test_run_in_headers_stand_for_headings(desk: Desk) -> None:
    path = put(desk, docx(item(bold("Fees."), " The Client pays."), item(bold("Term."), " A year.", level=1), "end"))
    found = desk.call("get_outline", file_path=path)["headings"]
    assert [(each["level"], each["list_label"], each["title"]) for each in found] == [
        (1, "1.", "Fees"),
        (2, "(a)", "Term"),
    ]


def test_a_document_without_any_has_an_empty_outline(desk: Desk) -> None:
    assert desk.call("get_outline", file_path=put(desk, docx("plain")))["headings"] == []


# Sessions


def test_a_document_is_open_once_however_it_is_named(desk: Desk) -> None:
    path = put(desk, docx("one", "two", header="top"))
    status = desk.call("open_document", file_path=path)
    assert status["file_path"] == path
    assert status["title"] == "a.docx"
    assert (status["is_dirty"], status["total_paragraphs"]) == (False, 2)
    assert status["stories"] == {"body": 2, "header": 1}
    again = desk.call("open_document", file_path=path)
    assert again["session_id"] == status["session_id"]
    by_id = desk.call("read_file", session_id=status["session_id"])
    assert by_id == desk.call("read_file", file_path=path) == desk.call("read_file")
    assert desk.refusal("read_file", session_id="tab-nowhere").code == "E_NOT_FOUND"
    assert desk.refusal("open_document", file_path=str(desk.root / "none.docx")).code == "E_NOT_FOUND"


def test_the_status_says_what_saving_would_change(desk: Desk) -> None:
    path = put(desk, docx("one", "two", "three", ids=True))
    first, second, third = (cells[0] for cells in rows(desk, path))
    clean = desk.call("get_session_status", file_path=path)
    assert (clean["is_dirty"], clean["changed_parts"], clean["message"]) == (False, [], "Nothing unsaved.")
    desk.call("smart_edit", file_path=path, target_paragraph_id=first, old_string="one", new_string="1")
    desk.call("delete_paragraph", file_path=path, target_paragraph_id=second)
    made = desk.call("smart_insert", file_path=path, positional_anchor_node_id=third, new_string="four")
    status = desk.call("get_session_status", file_path=path)
    assert status["is_dirty"]
    assert status["changed_parts"] == ["word/document.xml"]
    assert status["changed_paragraphs"] == [first]
    assert status["deleted_paragraphs"] == [second]
    assert status["inserted_paragraphs"] == made["paragraph_ids"]
    assert status["revision"] != clean["revision"]


def test_a_closed_document_keeps_its_edits(desk: Desk) -> None:
    path = put(desk, docx("one"))
    ((identifier, *_),) = rows(desk, path)
    desk.call("smart_edit", file_path=path, target_paragraph_id=identifier, old_string="one", new_string="two")
    session = desk.call("get_session_status", file_path=path)["session_id"]
    told = desk.call("clear_session", session_id=session)
    assert "unsaved changes are kept" in told["message"]
    assert desk.refusal("read_file", session_id=session).code == "E_NOT_FOUND"
    assert [cells[-1] for cells in rows(desk, path)] == ["two"]
    assert desk.call("get_session_status", file_path=path)["is_dirty"]


def test_a_document_that_is_no_word_document_is_told_apart(desk: Desk) -> None:
    (desk.root / "a.md").write_text("# One\n")
    for tool in ("read_file", "get_outline", "get_session_status"):
        refusal = desk.refusal(tool, file_path=str(desk.root / "a.md"))
        assert refusal.code == "E_UNSUPPORTED"
