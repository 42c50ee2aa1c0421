"""Edits by names, by text and by context: what the tools answer, suggestions that wait, edits on an older revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.batch import Operation, conflicts, intents
from quire.core.manuscript import plan
from quire.formats.markdown.document import MarkdownDocument
from tests.laws import check_transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.batch import Kind
    from tests.conftest import Desk

TEXT = "# A\n\none\n\ntwo\n\n- x\n- y\n"
UPDATE = {"type": "update", "nodeId": "p-0", "text": "1"}
DELETE = {"type": "delete", "nodeId": "p-1"}
INSERT = {"type": "insert", "after": "h-0", "content": "0"}
FORMAT = {"type": "format", "nodeId": "h-0", "mark": "bold"}
MOVE = {"type": "move", "nodeId": "li-0", "after": "li-1"}
ALL = [UPDATE, DELETE, INSERT, FORMAT, MOVE]
AFTER = "# **A**\n\n0\n\n1\n\n- y\n- x\n"


class TestABatch:
    def test_is_one_change_and_one_undo(self, desk: Desk) -> None:
        desk.document(TEXT)
        before = desk.revision
        told = desk.call("batch_edit", operations=ALL, mode="apply")
        assert desk.text == AFTER
        assert told == {
            "success": True, "changedNodeIds": ["h-0", "p-0", "p-1", "li-1"], "suggestionIds": [],
            "message": "Applied 5 operations.", "applied": True,
        }  # fmt: skip
        assert int(desk.revision.split(":")[1]) == int(before.split(":")[1]) + 1
        desk.call("editor_undo")
        assert desk.text == TEXT

    def test_tells_blocks_as_they_are_called_now(self, desk: Desk) -> None:
        desk.document(TEXT)
        desk.call("list_blocks")
        operations = [{"type": "insert", "content": "new\n\n- new item"}, UPDATE]
        told = desk.call("batch_edit", operations=operations, mode="apply")
        assert told["changedNodeIds"] == ["p-0", "ul-0", "p-2"]
        found = desk.call("resolve_targets", targets=told["changedNodeIds"])
        assert [desk.text[each["from"] : each["to"]] for each in found] == ["new", "- new item", "1"]

    def test_stages_each_operation_as_a_suggestion_of_its_own(self, desk: Desk) -> None:
        desk.document(TEXT)
        told = desk.call("batch_edit", operations=ALL, reason="tidy")
        assert (told["success"], told["applied"]) == (True, False)
        assert told["changedNodeIds"] == ["p-0", "p-1", "h-0", "li-0"]
        assert desk.text == TEXT
        found = {each["id"]: each for each in desk.pending}
        assert [found[name]["type"] for name in told["suggestionIds"]] == [
            "replace", "delete", "insert", "replace", "replace",
        ]  # fmt: skip
        assert {each["reason"] for each in found.values()} == {"tidy"}

    def test_accepted_as_a_whole_does_what_it_would_have_done(self, desk: Desk) -> None:
        desk.document(TEXT)
        desk.call("batch_edit", operations=ALL)
        desk.call("suggestion_accept_all")
        assert desk.text == AFTER

    @pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (2, 0, 4, 1, 3)])
    def test_accepted_one_by_one_does_the_same(self, desk: Desk, order: tuple[int, ...]) -> None:
        desk.document(TEXT)
        names = desk.call("batch_edit", operations=ALL)["suggestionIds"]
        for number in order:
            desk.call("suggestion_accept", suggestionId=names[number])
        assert desk.text == AFTER

    def test_changes_nothing_if_one_operation_fails(self, desk: Desk) -> None:
        desk.document(TEXT)
        for mode in ("apply", "suggest"):
            refused = desk.refusal("batch_edit", operations=[UPDATE, {"type": "delete", "nodeId": "p-9"}], mode=mode)
            assert refused.code == "E_NOT_FOUND"
        assert desk.text == TEXT
        assert desk.pending == []

    def test_in_a_dry_run_tells_every_problem(self, desk: Desk) -> None:
        desk.document("one\n\n- x\n\n| a |\n|---|\n")
        operations = [
            {"type": "update", "nodeId": "p-0", "text": "1"},
            {"type": "delete", "nodeId": "p-9"},
            {"type": "delete", "nodeId": "ul-0"},
            {"type": "update", "nodeId": "li-0", "text": "y"},
            {"type": "delete", "nodeId": "td-0"},
            {"type": "update", "nodeId": "p-0", "text": ""},
        ]
        told = desk.call("batch_edit", operations=operations, mode="dryRun")
        assert (told["success"], told["applied"]) == (False, False)
        assert [(each["operation"], each["code"]) for each in told["problems"]] == [
            (1, "E_NOT_FOUND"), (3, "E_CONFLICT"), (4, "E_UNSUPPORTED"), (5, "E_CONFLICT"),
        ]  # fmt: skip
        assert desk.call("batch_edit", operations=operations[:1], mode="dryRun")["success"] is True
        assert desk.pending == []

    def test_refuses_a_name_that_means_another_block_by_now(self, desk: Desk) -> None:
        desk.document("one\n\ntwo")
        desk.call("list_blocks")
        desk.begin("new\n\n")
        refused = desk.refusal("batch_edit", operations=[{"type": "delete", "nodeId": "p-1"}], mode="apply")
        assert refused.code == "E_CONFLICT"
        assert "'p-2'" in refused.message

    def test_of_suggestions_follows_the_text(self, desk: Desk) -> None:
        desk.document(TEXT)
        desk.call("batch_edit", operations=ALL)
        desk.begin("Before.\n\n")
        assert [each["isStale"] for each in desk.pending] == [False] * 5
        desk.call("suggestion_accept_all")
        assert desk.text == f"Before.\n\n{AFTER}"

    def test_of_suggestions_is_stale_where_the_text_changed(self, desk: Desk) -> None:
        desk.document(TEXT)
        names = desk.call("batch_edit", operations=[UPDATE, DELETE])["suggestionIds"]
        desk.edit("one", "uno")
        assert {each["id"]: each["isStale"] for each in desk.pending} == {names[0]: True, names[1]: False}

    def test_leaves_the_byte_order_mark_first(self, desk: Desk) -> None:
        path = desk.root / "a.md"
        path.write_bytes("\ufeffone\n\ntwo\n".encode())
        desk.call("workspace_open_document", path=str(path))
        operations = [{"type": "insert", "content": "0"}, {"type": "delete", "nodeId": "p-0"}]
        desk.call("batch_edit", operations=operations, mode="apply")
        assert desk.text == "\ufeff0\n\ntwo\n"
        desk.call("batch_edit", operations=[{"type": "move", "nodeId": "p-1"}], mode="apply")
        assert desk.text == "\ufefftwo\n\n0\n"

    def test_lists_its_operations_fully_typed(self, desk: Desk) -> None:
        schema = desk.tools["batch_edit"].input_schema
        choices = schema["properties"]["operations"]["items"]["oneOf"]
        kinds = [schema["$defs"][choice["$ref"].rpartition("/")[2]] for choice in choices]
        assert [kind["properties"]["type"]["const"] for kind in kinds] == [
            "update", "insert", "delete", "format", "move",
        ]  # fmt: skip
        assert all(kind["additionalProperties"] is False for kind in kinds)


class TestAnOlderRevision:
    def test_names_mean_the_blocks_of_then(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.begin("new\n\n")
        desk.call("batch_edit", operations=ALL, baseRevision=base, mode="apply")
        assert desk.text == f"new\n\n{AFTER}"

    def test_a_block_that_changed_is_a_conflict_with_the_difference(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.edit("two", "zwei")
        desk.edit("# A", "# B")
        refused = desk.refusal("batch_edit", operations=[UPDATE, DELETE], baseRevision=base, mode="apply")
        assert refused.code == "E_CONFLICT"
        assert "-two\n+zwei" in refused.hint
        assert "-# A\n+# B" in refused.hint
        assert desk.call("batch_edit", operations=[UPDATE], baseRevision=base, mode="apply")["applied"]

    def test_a_block_that_grew_is_a_conflict(self, desk: Desk) -> None:
        desk.document("one\n")
        base = desk.revision
        desk.edit("one", "one more")
        assert desk.refusal("batch_edit", operations=[UPDATE], baseRevision=base).code == "E_CONFLICT"

    def test_a_change_that_was_undone_is_none(self, desk: Desk) -> None:
        desk.document(TEXT)
        base = desk.revision
        desk.begin("new\n\n")
        desk.call("editor_undo")
        assert desk.call("batch_edit", operations=[UPDATE], baseRevision=base, mode="apply")["applied"]

    def test_the_revision_of_now_is_no_hindrance(self, desk: Desk) -> None:
        desk.document(TEXT)
        assert desk.call("batch_edit", operations=[UPDATE], baseRevision=desk.revision, mode="apply")["applied"]

    def test_revisions_that_never_were_are_refused(self, desk: Desk) -> None:
        other = desk.document("other")
        desk.document(TEXT)
        here = desk.revision.partition(":")[0]
        for wrong in (f"{other}:1", f"{here}:99", f"{here}:-1", f"{here}:x", f"{here}:{'9' * 5000}", "1", ""):
            refused = desk.refusal("batch_edit", operations=[UPDATE], baseRevision=wrong)
            assert refused.code == "E_INVALID_ARG", wrong

    def test_a_name_that_was_none_then_is_refused(self, desk: Desk) -> None:
        desk.document("one")
        base = desk.revision
        desk.edit("one", "one\n\ntwo")
        refused = desk.refusal("batch_edit", operations=[DELETE], baseRevision=base)
        assert refused.code == "E_NOT_FOUND"

    def test_text_is_found_where_it_was_then(self, desk: Desk) -> None:
        desk.document("cat cat")
        base = desk.revision
        desk.as_person("document_insert_at_position", text="cat ", position=0)
        told = desk.call("apply_diff", original="cat", replacement="dog", baseRevision=base, mode="apply")
        assert desk.text == "cat dog cat"
        assert told["matchCount"] == 2
        anchor = {"text": "cat", "beforeContext": "cat "}
        desk.call("replace_text_anchored", anchor=anchor, replacement="bird", baseRevision=base, mode="apply")
        assert desk.text == "cat dog bird"

    def test_text_that_changed_since_is_a_conflict(self, desk: Desk) -> None:
        desk.document("cat dog")
        base = desk.revision
        desk.edit("cat", "cow")
        refused = desk.refusal("apply_diff", original="cat", replacement="x", baseRevision=base)
        assert refused.code == "E_CONFLICT"
        assert "-cat dog\n+cow dog" in refused.hint

    def test_revisions_are_known_to_the_next_process(self, open_desk: Callable[..., Desk]) -> None:
        first = open_desk()
        first.document(TEXT)
        base = first.revision
        first.begin("new\n\n")
        second = open_desk()
        second.call("batch_edit", operations=ALL, baseRevision=base, mode="apply")
        assert second.text == f"new\n\n{AFTER}"


class TestApplyDiff:
    def test_tells_its_matches(self, desk: Desk) -> None:
        desk.document("one two\none")
        told = desk.call("apply_diff", original="one", replacement="1", matchPolicy="all", mode="apply")
        assert told == {
            "matchCount": 2, "appliedCount": 2, "suggestionIds": [], "applied": True,
            "message": "Replaced 2 of 2 matches.",
            "matches": [
                {"from": 0, "to": 3, "line": 1, "column": 1, "text": "one", "context": "one two"},
                {"from": 8, "to": 11, "line": 2, "column": 1, "text": "one", "context": "one"},
            ],
        }  # fmt: skip

    def test_stages_each_replacement(self, desk: Desk) -> None:
        desk.document("one two one")
        told = desk.call("apply_diff", original="one", replacement="1", matchPolicy="all")
        assert (told["matchCount"], told["appliedCount"]) == (2, 0)
        assert told["suggestionIds"] == [each["id"] for each in desk.pending]

    def test_in_a_dry_run_tells_and_changes_nothing(self, desk: Desk) -> None:
        desk.document("one two one")
        told = desk.call("apply_diff", original="one", replacement="1", mode="dryRun")
        assert (told["matchCount"], told["appliedCount"], len(told["matches"])) == (2, 0, 1)
        assert (desk.text, desk.pending) == ("one two one", [])

    def test_a_replacement_with_the_same_text_changes_nothing(self, desk: Desk) -> None:
        desk.document("one")
        before = desk.revision
        desk.call("apply_diff", original="one", replacement="one", mode="apply")
        assert desk.revision == before


class TestReplaceTextAnchored:
    def test_tells_what_it_replaces(self, desk: Desk) -> None:
        desk.document("a cat")
        told = desk.call("replace_text_anchored", anchor={"text": "cat"}, replacement="dog", mode="apply")
        assert told["match"] == {"from": 2, "to": 5, "line": 1, "column": 3, "text": "cat", "context": "a cat"}
        assert (told["applied"], desk.text) == (True, "a dog")

    def test_waits_as_a_suggestion(self, desk: Desk) -> None:
        desk.document("a cat")
        told = desk.call("replace_text_anchored", anchor={"text": "cat"}, replacement="dog")
        assert [each["id"] for each in desk.pending] == [told["suggestionId"]]


# Batches of every kind on a list of paragraphs, whose outcome a list of words can tell


@st.composite
def batches(draw: st.DrawFn) -> tuple[list[str], list[tuple[Kind, int, int]]]:
    """Words, and operations on some of them: each on its own word, behind a word that stays."""
    words = [f"w{number}" for number in range(draw(st.integers(1, 8)))]
    kinds: list[Kind] = ["update", "insert", "delete", "move", "format"]
    chosen: dict[int, Kind] = draw(st.dictionaries(st.integers(0, len(words) - 1), st.sampled_from(kinds)))
    stays = [number for number in range(len(words)) if chosen.get(number) not in ("delete", "move")]
    targets = st.sampled_from([-1, *stays])
    return words, [(kind, number, draw(targets)) for number, kind in chosen.items()]


def operation(document: MarkdownDocument, kind: Kind, number: int, after: int) -> Operation:
    nodes = document.nodes()
    behind = nodes[after] if after >= 0 else None
    match kind:
        case "update":
            return Operation(kind, nodes[number], arguments={"content": f"new{number}"})
        case "insert":
            return Operation(kind, after=behind, arguments={"content": f"new{number}"})
        case "delete":
            return Operation(kind, nodes[number])
        case "move":
            return Operation(kind, nodes[number], behind)
        case "format":
            return Operation(kind, nodes[number], arguments={"mark": "bold"}, verb="toggle_mark")


def outcome(words: list[str], operations: list[tuple[Kind, int, int]]) -> list[str]:
    """What a batch leaves of the words, without regard to the order of what comes behind the same word."""
    left: list[list[str]] = [[], *([word] for word in words)]
    for kind, number, after in operations:
        match kind:
            case "update":
                left[number + 1][0] = f"new{number}"
            case "format":
                left[number + 1][0] = f"**{words[number]}**"
            case "insert":
                left[after + 1].append(f"new{number}")
            case "delete":
                left[number + 1][0] = ""
            case "move":
                left[number + 1][0] = ""
                left[after + 1].append(words[number])
    return [
        word
        for place in left
        for word in (place[:1] + sorted(place[1:]) if place is not left[0] else sorted(place))
        if word
    ]


def same(found: list[str], expected: list[str], anchors: set[str]) -> bool:
    """Whether two lists are the same but for the order between two anchors."""
    return _groups(found, anchors) == _groups(expected, anchors)


def _groups(words: list[str], anchors: set[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for word in words:
        if word in anchors:
            groups += [[word], []]
        else:
            groups[-1].append(word)
    return [sorted(group) for group in groups]


@given(batches(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "> ", "- "]))
def test_a_batch_leaves_what_its_operations_say(
    batch: tuple[list[str], list[tuple[Kind, int, int]]], ending: str, margin: str
) -> None:
    words, operations = batch
    separator = ending + {"> ": f">{ending}> ", "- ": f"{ending}  "}.get(margin, ending)
    document = MarkdownDocument(margin + separator.join(words) + ending)
    offset = {"> ": 1, "- ": 2}.get(margin, 0)
    if offset and any(after < 0 for _, _, after in operations):
        return  # the beginning of the document is outside of the quote
    planned = [operation(document, kind, number + offset, after + offset) for kind, number, after in operations]
    planned = [_renamed(each, offset) for each in planned]
    assert list(conflicts(planned)) == []
    change = plan(document, intents(document, planned))
    check_transaction(document, change)
    after = document.apply(change)
    found = [after.slice(node.start, node.end) for node in after.nodes() if node.type == "paragraph"]
    expected = outcome(words, operations)
    gone = {number for kind, number, _ in operations if kind in ("delete", "move")}
    anchors = {word for number, word in enumerate(words) if number not in gone}
    assert same(found, expected, anchors | {f"**{word}**" for word in anchors})
    assert ending == "\n" or "\n" not in after.text.replace("\r\n", "")


def _renamed(each: Operation, offset: int) -> Operation:
    """The operation with the content that is named after the word, not after the block."""
    content = each.arguments.get("content")
    if content is None or not offset:
        return each
    number = int(content.removeprefix("new")) - offset
    return Operation(each.kind, each.node, each.after, {"content": f"new{number}"}, each.verb)
