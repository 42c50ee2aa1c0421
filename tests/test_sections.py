"""Sections changed as a whole: what the tools answer, suggestions that wait, edits on an older revision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import marko
from hypothesis import given
from hypothesis import strategies as st

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.formats.markdown.document import MarkdownDocument
from tests.laws import check_transaction

if TYPE_CHECKING:
    from tests.conftest import Desk

TEXT = "# A\n\na\n\n## B\n\nb\n\n# C\n\nc\n"


class TestAnswers:
    def test_an_applied_edit_tells_the_heading_as_it_is_called_now(self, desk: Desk) -> None:
        desk.document(TEXT)
        desk.call("list_blocks")
        inserted = desk.call("insert_section", after="h-1", level=2, title="New", content="## Sub", mode="apply")
        assert inserted == {"message": "Inserted the section 'New'.", "applied": True, "nodeId": "h-2"}
        assert desk.call("get_section", nodeId="h-2")["title"] == "New"
        moved = desk.call("move_section", nodeId="h-2", after="h-4", mode="apply")
        assert desk.call("get_section", nodeId=moved["nodeId"])["title"] == "New"
        updated = desk.call("update_section", nodeId="h-0", content="# Other\n\n## More", mode="apply")
        assert desk.call("get_section", nodeId=updated["nodeId"])["title"] == "Other"

    def test_a_heading_in_a_quote_is_told_as_well(self, desk: Desk) -> None:
        desk.document("> # A\n> a\n\n# B\n")
        inserted = desk.call("insert_section", after="h-0", level=2, title="New", content="## Sub", mode="apply")
        assert desk.call("get_section", nodeId=inserted["nodeId"])["title"] == "New"

    def test_a_suggested_edit_tells_its_suggestion(self, desk: Desk) -> None:
        desk.document(TEXT)
        for tool, arguments in (
            ("update_section", {"nodeId": "h-1", "content": "new"}),
            ("insert_section", {"after": "h-0", "level": 1, "title": "New"}),
            ("move_section", {"nodeId": "h-0", "after": "h-2"}),
        ):
            told = desk.call(tool, **arguments)
            assert told["applied"] is False
            assert told["suggestionId"] in [each["id"] for each in desk.call("suggestion_list")["suggestions"]]
            assert "waits for approval" in told["message"]
        assert desk.text == TEXT

    def test_a_dry_run_tells_what_would_happen_and_refuses_what_would_not(self, desk: Desk) -> None:
        desk.document(TEXT)
        told = desk.call("move_section", nodeId="h-0", after="h-2", mode="dryRun")
        assert told["message"].startswith("Dry run")
        assert "suggestionId" not in told
        assert desk.refusal("move_section", nodeId="h-0", after="h-1", mode="dryRun").code == "E_INVALID_ARG"
        assert desk.call("suggestion_list")["count"] == 0

    def test_one_undo_takes_a_move_back(self, desk: Desk) -> None:
        desk.document(TEXT)
        desk.call("move_section", nodeId="h-0", after="h-2", mode="apply")
        desk.call("editor_undo")
        assert desk.text == TEXT

    def test_always_ask_stages_even_what_is_to_be_applied(self, desk: Desk) -> None:
        desk.document(TEXT)
        desk.settings(staging="always-ask")
        assert desk.call("update_section", nodeId="h-0", content="x", mode="apply")["applied"] is False
        assert desk.text == TEXT


class TestSuggestions:
    def test_an_update_follows_its_section(self, desk: Desk) -> None:
        desk.document(TEXT)
        suggestion = desk.call("update_section", nodeId="h-1", content="new")["suggestionId"]
        desk.begin("# New\n\nnew\n\n")
        desk.edit("\nc", "\nc and more")
        desk.call("suggestion_accept", suggestionId=suggestion)
        assert desk.text == "# New\n\nnew\n\n# A\n\na\n\n## B\n\nnew\n\n# C\n\nc and more\n"

    def test_an_update_is_stale_when_its_section_changed(self, desk: Desk) -> None:
        desk.document(TEXT)
        suggestion = desk.call("update_section", nodeId="h-1", content="new")["suggestionId"]
        desk.edit("\nb\n", "\nB\n")
        assert desk.refusal("suggestion_accept", suggestionId=suggestion).code == "E_CONFLICT"

    def test_an_update_leaves_what_was_added_behind_its_section(self, desk: Desk) -> None:
        desk.document(TEXT)
        suggestion = desk.call("update_section", nodeId="h-2", content="new")["suggestionId"]
        desk.as_person("document_insert_at_position", text="\nmore\n", position=len(TEXT))
        desk.call("suggestion_accept", suggestionId=suggestion)
        assert desk.text == TEXT.replace("\nc\n", "\nnew\n") + "\nmore\n"

    def test_an_insertion_survives_changes_of_what_it_goes_behind(self, desk: Desk) -> None:
        desk.document(TEXT)
        suggestion = desk.call("insert_section", after="h-0", level=1, title="New")["suggestionId"]
        desk.edit("\nb", "\nb and more")
        desk.call("suggestion_accept", suggestionId=suggestion)
        assert desk.text == "# A\n\na\n\n## B\n\nb and more\n\n# New\n\n# C\n\nc\n"

    def test_a_move_goes_with_both_places(self, desk: Desk) -> None:
        desk.document(TEXT)
        suggestion = desk.call("move_section", nodeId="h-1", after="h-2")["suggestionId"]
        desk.edit("# A", "# Another")
        desk.edit("\nc", "\nc and more")
        desk.call("suggestion_accept", suggestionId=suggestion)
        assert desk.text == "# Another\n\na\n\n# C\n\nc and more\n\n## B\n\nb\n"


class TestAnOlderRevision:
    def test_the_edit_is_made_where_its_section_is_now(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.begin("# New\n\n")
        desk.call("update_section", nodeId="h-1", content="x", baseRevision=base, mode="apply")
        assert desk.text == "# New\n\n# A\n\na\n\n## B\n\nx\n\n# C\n\nc\n"

    def test_the_edit_is_refused_with_the_difference_if_its_section_changed(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.edit("\nb\n", "\nB\n")
        refused = desk.refusal("update_section", nodeId="h-1", content="x", baseRevision=base, mode="apply")
        assert refused.code == "E_CONFLICT"
        assert "-b\n+B" in refused.hint
        assert desk.call("update_section", nodeId="h-2", content="x", baseRevision=base, mode="apply")["applied"]

    def test_a_paragraph_more_is_a_change_of_the_section(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.edit("\nb\n", "\nb\n\nmore\n")
        refused = desk.refusal("update_section", nodeId="h-0", content="x", baseRevision=base, mode="apply")
        assert refused.code == "E_CONFLICT"

    def test_sections_are_inserted_and_moved_by_the_names_of_then(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.begin("# New\n\n")
        desk.call("insert_section", after="h-2", level=1, title="D", baseRevision=base, mode="apply")
        desk.call("move_section", nodeId="h-1", after="h-2", baseRevision=base, mode="apply")
        assert desk.text == "# New\n\n# A\n\na\n\n# C\n\nc\n\n## B\n\nb\n\n# D\n"


# Every way to move, insert and update, against another parser

levels = st.integers(1, 3)
bodies = st.sampled_from(["", "text", "- item\n- item", "```\n# no\n```", "> quote", "one\n\ntwo", "| a |\n|---|"])
gaps = st.sampled_from(["\n", "\n\n", "\n\n\n"])


@st.composite
def documents(draw: st.DrawFn) -> str:
    parts = []
    for number in range(draw(st.integers(1, 5))):
        parts.append(f"{'#' * draw(levels)} h{number}")
        body = draw(bodies)
        if body:
            parts.append(body)
    text = parts[0]
    for part in parts[1:]:
        text += draw(gaps) + part
    return text + draw(st.sampled_from(["", "\n"]))


def headings(text: str) -> list[tuple[int, str]]:
    parsed: Any = marko.parse(text)
    found: list[Any] = [child for child in parsed.children if isinstance(child, marko.block.Heading)]
    return [(each.level, each.children[0].children) for each in found]


def changed(document: MarkdownDocument, intent: Intent) -> str:
    change = document.plan(intent)
    check_transaction(document, change)
    return document.apply(change).text


@given(documents(), st.data())
def test_moving_a_section_moves_its_headings_and_loses_no_line(text: str, data: st.DataObject) -> None:
    document = MarkdownDocument(text)
    sections = document.sections()
    moved, after = data.draw(st.sampled_from(sections)), data.draw(st.sampled_from(sections))
    if moved.start <= after.start < moved.end:
        return
    point = Range(after.content_end, after.content_end)
    result = changed(document, Intent("move_section", (moved.content, point), {"depth": 0, "afterDepth": 0}))
    assert sorted(filter(None, result.split("\n"))) == sorted(filter(None, text.split("\n")))
    whole = headings(text)
    inside = headings(text[moved.start : moved.end])
    before = len(headings(text[: moved.start]))
    rest = whole[:before] + whole[before + len(inside) :]
    target = len(headings(text[: after.end])) - (len(inside) if moved.start < after.end else 0)
    assert headings(result) == rest[:target] + inside + rest[target:]


@given(documents(), levels, bodies, st.data())
def test_inserting_a_section_adds_its_heading(text: str, level: int, body: str, data: st.DataObject) -> None:
    document = MarkdownDocument(text)
    after = data.draw(st.sampled_from(document.sections()))
    arguments = {"level": level, "title": "new", "content": body, "depth": 0}
    point = Range(after.content_end, after.content_end)
    result = changed(document, Intent("insert_section", (point,), arguments))
    number = len(headings(text[: after.end]))
    whole = headings(text)
    assert headings(result) == [*whole[:number], (level, "new"), *whole[number:]]


@given(documents(), bodies, st.data())
def test_updating_a_section_leaves_the_others_alone(text: str, body: str, data: st.DataObject) -> None:
    document = MarkdownDocument(text)
    section = data.draw(st.sampled_from(document.sections()))
    result = changed(document, Intent("update_section", (section.content,), {"content": body, "depth": 0}))
    before, behind = text[: section.start], text[section.end :]
    assert result.startswith(before)
    assert result.endswith(behind)
    heading = (section.heading.level or 0, section.title)
    assert headings(result) == [*headings(before), heading, *headings(behind)]
