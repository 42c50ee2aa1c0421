"""What tools tell of a document's structure, and what becomes of the names that they give out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core import listing
from quire.formats.markdown.document import MarkdownDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from tests.conftest import Desk

NESTED = """\
---
title: x
---

# One

Some *text* with a [link](https://example.org "t").

> - a
>   1. b
> - [x] c

| h |
|:-:|
| d |

```py
code
```

Two
---

***
"""


def blocks(desk: Desk, **arguments: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.call("list_blocks", **arguments)
    return found


class TestListBlocks:
    def test_tells_nested_blocks_in_document_order(self, desk: Desk) -> None:
        desk.document("# A\n\n- one\n  > two\n")
        assert blocks(desk) == [
            {"nodeId": "h-0", "type": "heading", "level": 1, "content": "A", "position": 0},
            {"nodeId": "ul-0", "type": "bulletList", "content": "one\ntwo", "position": 5},
            {"nodeId": "li-0", "type": "listItem", "content": "one\ntwo", "position": 5, "parent": "ul-0"},
            {"nodeId": "p-0", "type": "paragraph", "content": "one", "position": 7, "parent": "li-0"},
            {"nodeId": "quote-0", "type": "blockquote", "content": "two", "position": 13, "parent": "li-0"},
            {"nodeId": "p-1", "type": "paragraph", "content": "two", "position": 15, "parent": "quote-0"},
        ]

    def test_tells_only_the_blocks_of_a_type(self, desk: Desk) -> None:
        desk.document(NESTED)
        assert [each["nodeId"] for each in blocks(desk, type="heading")] == ["h-0", "h-1"]
        assert [each["nodeId"] for each in blocks(desk, type="tableCell")] == ["td-0", "td-1"]
        assert blocks(desk, type="mathBlock") == []

    def test_tells_all_kinds_of_list_together(self, desk: Desk) -> None:
        desk.document("- a\n\n1. b\n\n<!-- -->\n\n- [ ] c\n")
        assert [each["type"] for each in blocks(desk, type="list")] == ["bulletList", "orderedList", "taskList"]

    def test_shows_the_source_of_blocks_without_text(self, desk: Desk) -> None:
        desk.document(NESTED + "\n[a]: b\n\n<div>\n")
        shown = {each["nodeId"]: each["content"] for each in blocks(desk)}
        assert shown["meta-0"] == "---\ntitle: x\n---"
        assert shown["hr-0"] == "***"
        assert shown["link-0"] == "[a]: b"
        assert shown["html-0"] == "<div>"
        assert shown["code-0"] == "code\n"

    def test_shows_all_of_a_leaf_and_the_beginning_of_what_holds_others(self, desk: Desk) -> None:
        words = " ".join(["word"] * 500)
        desk.document(f"- {words}\n\n  {words}\n")
        shown = {each["nodeId"]: each["content"] for each in blocks(desk)}
        assert shown["p-0"] == shown["p-1"] == words
        assert shown["li-0"] == f"{words[:500]}…"

    def test_counts_positions_in_code_points(self, desk: Desk) -> None:
        desk.document("😀\n\n中文\n")
        assert [each["position"] for each in blocks(desk)] == [0, 3]

    def test_of_an_empty_document_is_empty(self, desk: Desk) -> None:
        desk.document("")
        assert blocks(desk) == []


class TestTheTree:
    def test_has_types_names_positions_content_and_spans(self, desk: Desk) -> None:
        desk.document('# *A* [b](c "d")\n\n- [x] e\n')
        assert desk.call("get_document_ast") == {
            "type": "document", "from": 0, "to": 26,
            "children": [
                {"nodeId": "h-0", "type": "heading", "from": 0, "to": 16, "level": 1, "content": "A b", "inlines": [
                    {"type": "emphasis", "from": 2, "to": 5,
                     "children": [{"type": "text", "from": 3, "to": 4, "text": "A"}]},
                    {"type": "text", "from": 5, "to": 6, "text": " "},
                    {"type": "link", "from": 6, "to": 16, "href": "c", "title": "d",
                     "children": [{"type": "text", "from": 7, "to": 8, "text": "b"}]},
                ]},
                {"nodeId": "task-0", "type": "taskList", "from": 18, "to": 25, "tight": True, "children": [
                    {"nodeId": "li-0", "type": "listItem", "from": 18, "to": 25, "checked": True, "children": [
                        {"nodeId": "p-0", "type": "paragraph", "from": 24, "to": 25, "content": "e",
                         "inlines": [{"type": "text", "from": 24, "to": 25, "text": "e"}]},
                    ]},
                ]},
            ],
        }  # fmt: skip

    def test_tells_what_is_particular_to_a_type(self, desk: Desk) -> None:
        desk.document(NESTED + "\n[^n]: note\n\n[a]: b 'c'\n\n> [!TIP]\n> x\n")
        found = {each["nodeId"]: each for each in walk(desk.call("get_document_ast"))}
        assert found["meta-0"]["language"] == "yaml"
        assert found["code-0"]["language"] == "py"
        assert found["ol-0"]["start"] == 1
        assert found["table-0"]["align"] == ["center"]
        assert [found[row]["header"] for row in ("tr-0", "tr-1")] == [True, False]
        assert found["fn-0"]["label"] == "n"
        assert (found["link-0"]["label"], found["link-0"]["href"], found["link-0"]["title"]) == ("a", "b", "c")
        assert found["alert-0"]["alert"] == "tip"

    def test_has_the_blocks_that_list_blocks_lists(self, desk: Desk) -> None:
        desk.document(NESTED)
        told = [(each["nodeId"], each["type"], each["from"]) for each in walk(desk.call("get_document_ast"))]
        assert told == [(each["nodeId"], each["type"], each["position"]) for each in blocks(desk)]

    def test_stays_shallow_however_deep_the_document_is(self, desk: Desk) -> None:
        desk.document(">" * 1000 + " deep")
        tree = desk.call("get_document_ast")
        assert depth(tree) < 60
        parts = {part["parent"]: part["children"] for part in tree["deeper"]}
        found = walk({"children": tree["children"]}, parts)
        assert [each["nodeId"] for each in found] == [*(f"quote-{number}" for number in range(1000)), "p-0"]

    def test_tells_the_text_of_spans_that_are_too_deep(self, desk: Desk) -> None:
        desk.document("*a **b " * 40 + "x" + "** *" * 40)
        assert depth(desk.call("get_document_ast")) < 120

    def test_reads_a_deep_document_in_every_tool(self, desk: Desk) -> None:
        desk.document("> " * 1000 + "# deep")
        assert len(blocks(desk)) == 1001
        assert desk.call("get_document_digest")["headingCount"] == 1
        assert desk.call("get_section", nodeId="h-0")["title"] == "deep"
        assert desk.call("resolve_targets", targets=["deep"])[0]["nodeId"] == "h-0"


def walk(tree: dict[str, Any], deeper: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """The blocks of a tree in document order."""
    waiting = list(reversed(tree["children"]))
    while waiting:
        block = waiting.pop()
        yield block
        below = (deeper or {}).get(block["nodeId"], []) if block.get("continued") else block.get("children", [])
        waiting.extend(reversed(below))


def depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


class TestTheDigest:
    def test_tells_sections_and_counts(self, desk: Desk) -> None:
        desk.document("# A\n\none two\n\n## B\n\nthree\n\n# C\n\n中文\n")
        assert desk.call("get_document_digest") == {
            "sections": [
                {"nodeId": "h-0", "level": 1, "title": "A", "from": 0, "to": 27, "wordCount": 5},
                {"nodeId": "h-1", "level": 2, "title": "B", "from": 14, "to": 27, "wordCount": 2, "parent": "h-0"},
                {"nodeId": "h-2", "level": 1, "title": "C", "from": 27, "to": 35, "wordCount": 3},
            ],
            "headingCount": 3,
            "paragraphCount": 3,
            "wordCount": 8,
        }

    def test_knows_which_section_a_heading_in_a_quote_is_in(self, desk: Desk) -> None:
        desk.document("# A\n\n> # Q\n> q\n\n# B\n")
        sections = desk.call("get_document_digest")["sections"]
        assert [(each["nodeId"], each.get("parent")) for each in sections] == [
            ("h-0", None), ("h-1", "h-0"), ("h-2", None),
        ]  # fmt: skip

    def test_of_a_document_without_headings_has_no_sections(self, desk: Desk) -> None:
        desk.document("one\n\ntwo")
        assert desk.call("get_document_digest") == {
            "sections": [], "headingCount": 0, "paragraphCount": 2, "wordCount": 2,
        }  # fmt: skip


class TestResolveTargets:
    def resolve(self, desk: Desk, target: str) -> dict[str, Any]:
        (found,) = desk.call("resolve_targets", targets=[target])
        assert found.pop("target") == target
        return dict(found)

    def test_finds_a_block_by_its_name(self, desk: Desk) -> None:
        desk.document("# A\n\ntext")
        assert self.resolve(desk, "p-0") == {"found": True, "from": 5, "to": 9, "type": "paragraph", "nodeId": "p-0"}

    def test_finds_a_heading_by_its_title(self, desk: Desk) -> None:
        desk.document("see Big *Title* there\n\n# Big *Title*")
        expected = {"found": True, "from": 23, "to": 36, "type": "heading", "nodeId": "h-0", "count": 1}
        assert self.resolve(desk, "heading:Big Title") == expected
        assert self.resolve(desk, "Big Title") == expected
        assert self.resolve(desk, "big title") == expected

    def test_finds_a_text_and_the_block_that_it_is_in(self, desk: Desk) -> None:
        desk.document("- one\n- two one")
        expected = {"found": True, "from": 2, "to": 5, "type": "text", "nodeId": "p-0", "count": 2}
        assert self.resolve(desk, "one") == expected

    def test_tells_how_many_headings_have_a_title(self, desk: Desk) -> None:
        desk.document("# A\n\n# A")
        found = self.resolve(desk, "heading:A")
        assert (found["nodeId"], found["count"]) == ("h-0", 2)

    def test_what_is_not_found_is_no_error(self, desk: Desk) -> None:
        desk.document("# A")
        for target in ("p-0", "heading:B", "nothing", "", "heading:"):
            found = self.resolve(desk, target)
            assert found["found"] is False
            assert found["message"]

    def test_keeps_the_order_of_its_targets(self, desk: Desk) -> None:
        desk.document("a\n\nb")
        found = desk.call("resolve_targets", targets=["b", "nothing", "p-0"])
        assert [each["target"] for each in found] == ["b", "nothing", "p-0"]
        assert [each["found"] for each in found] == [True, False, True]

    def test_says_what_a_name_means_that_has_moved(self, desk: Desk) -> None:
        desk.document("a\n\nb")
        blocks(desk)
        desk.as_person("document_insert_at_position", text="new\n\n", position=0)
        found = self.resolve(desk, "p-1")
        assert found["found"] is False
        assert "'p-2'" in found["message"]


class TestGetSection:
    def test_gives_the_source_of_a_section_with_its_subsections(self, desk: Desk) -> None:
        desk.document("# A\n\na\n\n## B\n\nb\n\n# C\n")
        assert desk.call("get_section", nodeId="h-0") == {
            "nodeId": "h-0", "level": 1, "title": "A", "content": "# A\n\na\n\n## B\n\nb\n\n", "from": 0, "to": 17,
        }  # fmt: skip

    def test_leaves_out_the_byte_order_mark(self, desk: Desk) -> None:
        path = desk.root / "a.md"
        path.write_bytes(b"\xef\xbb\xbf# A\n")
        desk.call("workspace_open_document", path=str(path))
        found = desk.call("get_section", nodeId="h-0")
        assert (found["content"], found["from"]) == ("# A\n", 1)

    def test_is_not_ended_by_a_mark_in_code(self, desk: Desk) -> None:
        desk.document("A\n===\n\n```\n# no\n```\n\nB\n===\n")
        assert desk.call("get_section", nodeId="h-0")["content"] == "A\n===\n\n```\n# no\n```\n\n"


class TestNames:
    def test_each_name_that_a_tool_gives_resolves_in_every_other(self, desk: Desk) -> None:
        desk.document(NESTED)
        names = [each["nodeId"] for each in blocks(desk)]
        assert len(names) == len(set(names))
        found = desk.call("resolve_targets", targets=names)
        assert [each["nodeId"] for each in found] == names
        for section in desk.call("get_document_digest")["sections"]:
            assert desk.call("get_section", nodeId=section["nodeId"])["from"] == section["from"]
        for name in names:
            operation = {"type": "format", "nodeId": name, "mark": "bold"}
            told = desk.call("batch_edit", operations=[operation], mode="dryRun")
            assert all(problem["code"] != "E_NOT_FOUND" for problem in told.get("problems", []))

    def test_every_tool_that_gives_a_name_has_it_checked_later(self, desk: Desk) -> None:
        for tool, arguments in (
            ("list_blocks", {}),
            ("get_document_ast", {}),
            ("get_document_digest", {}),
            ("resolve_targets", {"targets": ["B"]}),
            ("get_section", {"nodeId": "h-1"}),
        ):
            desk.document("# A\n\n# B\n")
            desk.call(tool, **arguments)
            desk.as_person("document_insert_at_position", text="# New\n\n", position=0)
            refused = desk.refusal("get_section", nodeId="h-1")
            assert (refused.code, "'h-2'" in refused.message) == ("E_CONFLICT", True), tool

    def test_a_name_that_was_given_out_too_long_ago_is_refused(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listing, "MOST_CHANGES", 3)
        desk.document("one\n\ntwo")
        desk.call("list_blocks")
        for _ in range(3):
            desk.as_person("document_insert_at_position", text="x", position=0)
        assert desk.call("resolve_targets", targets=["p-1"])[0]["from"] == len("xxxone\n\n")
        for _ in range(4):
            desk.as_person("document_insert_at_position", text="new\n\n", position=0)
        refused = desk.call("resolve_targets", targets=["p-0"])[0]
        assert not refused["found"]
        assert "too long ago" in refused["message"]
        desk.call("list_blocks")
        assert desk.call("resolve_targets", targets=["p-0"])[0]["found"]

    def test_names_are_those_of_before_after_undo(self, desk: Desk) -> None:
        desk.document("# A\n\n# B\n")
        blocks(desk)
        desk.as_person("document_insert_at_position", text="# New\n\n", position=0)
        desk.call("editor_undo")
        assert desk.call("get_section", nodeId="h-1")["title"] == "B"

    def test_a_client_that_may_only_read_gets_names(self, open_desk: Callable[..., Desk]) -> None:
        open_desk().document("# A")
        reader = open_desk(read_only=True)
        assert blocks(reader)[0]["nodeId"] == "h-0"
        for tool in ("list_blocks", "get_document_ast", "get_document_digest", "resolve_targets", "get_section"):
            annotations = reader.tools[tool].annotations
            assert annotations is not None
            assert annotations.read_only_hint is True

    def test_reading_leaves_the_document_as_it_is(self, desk: Desk) -> None:
        desk.document("# A\n")
        before = desk.call("get_document_revision")
        blocks(desk)
        desk.call("get_document_ast")
        assert desk.call("get_document_revision") == before
        assert desk.call("workspace_get_document_info")["isDirty"] is True


def test_the_sections_of_a_document_are_those_that_each_heading_opens() -> None:
    document = MarkdownDocument("# A\n\n### B\n\n> ## C\n> c\n\n## D\n\n- # E\n\n  e\n\nF\n===\n\n#### G")
    assert document.sections() == tuple(document.section(node) for node in document.nodes() if node.level)
