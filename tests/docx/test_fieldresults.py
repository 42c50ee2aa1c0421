"""Replacing text of which some is the result of a field, such as a table of contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import docx, field, field_end, field_start, heading, link, p, simple_field

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.page import Page

    Editor = Callable[[bytes], Page]

CONTENTS = (
    p(field_start("TOC"), link("Fees\t", field("PAGEREF a", "1"), anchor="a")),
    p(link("Late Fees\t", field("PAGEREF b", "2"), anchor="b")),
    p(field_end()),
)
REPORT = docx(*CONTENTS, heading("Fees"), p("Fees are due."), heading("Late Fees"))
AFTER = "Fees\t1\nLate Fees\t2\n\ufffc\nCosts\nCosts are due.\nLate Costs"
ONLY = docx(*CONTENTS, heading("Costs"))

WAYS: dict[str, dict[str, Any]] = {
    "document_replace": {"search": "Fees", "replace": "Costs", "all": True},
    "apply_diff": {"original": "Fees", "replacement": "Costs", "matchPolicy": "all", "mode": "apply"},
    "replace": {"target": "searchQuery", "query": "Fees", "replaceWith": "Costs"},
}
FIRST: dict[str, dict[str, Any]] = {
    "document_replace": {**WAYS["document_replace"], "all": False},
    "apply_diff": {**WAYS["apply_diff"], "matchPolicy": "first"},
    "replace": {**WAYS["replace"], "mode": "replaceFirst"},
}


@pytest.fixture
def at_once(desk: Desk) -> None:
    """Edits are applied without being asked for."""
    desk.settings(staging="auto-approve")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("tool", WAYS)
class TestReplacing:
    def test_all_leaves_results_of_fields_and_says_so(self, editor: Editor, tool: str) -> None:
        page = editor(REPORT)
        told = page.act(tool, **WAYS[tool])
        assert page.whole == AFTER
        assert "Replaced 3" in told["message"]
        assert "Left out: 2 in the result of a field" in told["message"]

    def test_the_first_is_the_first_outside_of_fields(self, editor: Editor, tool: str) -> None:
        page = editor(REPORT)
        told = page.act(tool, **FIRST[tool])
        assert page.whole == AFTER.replace("Costs are", "Fees are").replace("Late Costs", "Late Fees")
        assert "Left out: 2" in told["message"]

    def test_what_only_fields_say_is_refused_with_a_way_out(self, editor: Editor, tool: str) -> None:
        page = editor(ONLY)
        for wish in (WAYS[tool], FIRST[tool]):
            refused = page.declines(tool, **wish)
            assert refused.code == "E_UNSUPPORTED"
            assert "'Fees' stands only in the result of a field" in refused.message
            assert "old_string" not in refused.hint
            assert "smart_edit" in refused.hint

    def test_text_that_goes_into_a_field_is_left_too(self, editor: Editor, tool: str) -> None:
        page = editor(docx(p("Pay the Fe", simple_field("AUTHOR", "es"), " now."), "Fees"))
        page.act(tool, **WAYS[tool])
        assert page.whole == "Pay the Fees now.\nCosts"

    def test_without_fields_nothing_is_said_of_them(self, editor: Editor, tool: str) -> None:
        assert "Left out" not in (editor(docx("Fees")).act(tool, **WAYS[tool]).get("message") or "")


@pytest.mark.usefixtures("at_once")
def test_a_text_around_a_field_that_stays_is_replaced(editor: Editor) -> None:
    page = editor(docx(p("see Section ", field("REF a", "5"), "."), p("see Section 5.")))
    page.act("document_replace", search="see Section 5", replace="cf. Section 5", all=True)
    assert page.whole == "cf. Section 5.\ncf. Section 5."


@pytest.mark.parametrize("tool", ["document_replace", "apply_diff"])
def test_only_what_is_outside_of_fields_is_suggested(editor: Editor, desk: Desk, tool: str) -> None:
    page = editor(REPORT)
    wish = WAYS[tool] | ({"mode": "suggest"} if tool == "apply_diff" else {})
    told = page.ask(tool, **wish)
    assert len(told["suggestionIds"]) == 3
    assert "Left out: 2" in told["message"]
    desk.as_person("suggestion_accept_all", windowId=page.session)
    assert page.whole == AFTER


def test_words_own_replace_waits_as_a_suggestion_too(editor: Editor) -> None:
    page = editor(REPORT)
    page.staged("replace", **WAYS["replace"])
    assert page.whole == AFTER


def test_groups_of_an_expression_wait_as_a_suggestion_and_leave_fields(editor: Editor) -> None:
    page = editor(REPORT)
    page.staged("replace", target="searchQuery", query="(Fe)es", useRegex=True, replaceWith="$1e")
    assert page.whole == AFTER.replace("Costs", "Fee")


def test_groups_of_an_expression_are_tracked(editor: Editor) -> None:
    page = editor(docx("Fees and Costs", "Rates and Fees"))
    page.do("set_track_changes", enabled=True)
    page.act("replace", target="searchQuery", query=r"(\w+) and (\w+)", useRegex=True, replaceWith=r"\2 and $1")
    assert page.whole == "Costs and Fees\nFees and Rates"
    assert "<w:ins " in page.source
    assert "<w:del " in page.source


def test_a_match_that_is_named_is_refused_in_a_field(editor: Editor) -> None:
    page = editor(REPORT)
    wish = {**WAYS["apply_diff"], "matchPolicy": "nth"}
    refused = page.declines("apply_diff", **wish, nth=1)
    assert (refused.code, "Match 1 of 'Fees' is in the result of a field" in refused.message) == ("E_UNSUPPORTED", True)
    page.act("apply_diff", **wish, nth=2)
    assert page.whole.startswith("Fees\t1\nLate Fees\t2\n\ufffc\nCosts\nFees")


def test_a_dry_run_tells_what_would_be_left(editor: Editor) -> None:
    told = editor(REPORT).ask("apply_diff", **{**WAYS["apply_diff"], "mode": "dryRun"})
    assert (told["matchCount"], len(told["matches"])) == (5, 3)
    assert "Left out: 2" in told["message"]
