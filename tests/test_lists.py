"""Lists: what the cases cannot say. An independent parser judges the structure of what comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import marko
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.formats.markdown.document import MarkdownDocument
from quire.tools import registry
from tests.tier import examples

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from tests.conftest import Desk

Tree = list[tuple[str, "Tree"]]
"""The items of lists: the word of each, and those below it."""


# What a reader of Markdown makes of it


def items(source: str) -> Tree:
    """The items of a document as marko reads them; quotes do not count."""
    return _items(marko.parse(source))


def _items(block: Any) -> Tree:
    found: Tree = []
    for child in _children(block):
        if isinstance(child, marko.block.ListItem):
            found.append((_word(child), _items(child)))
        else:
            found += _items(child)
    return found


def _children(block: Any) -> list[Any]:
    children = getattr(block, "children", [])
    return children if isinstance(children, list) else []


def _word(item: Any) -> str:
    paragraph = next((child for child in _children(item) if isinstance(child, marko.block.Paragraph)), None)
    text = "".join(each.children for each in _children(paragraph) if isinstance(getattr(each, "children", None), str))
    return text.split()[-1] if text.split() else ""


def orders(source: str) -> list[tuple[bool, int]]:
    """Each list of a document: whether it is ordered, and its first number."""
    waiting, found = [marko.parse(source)], []
    while waiting:
        block: Any = waiting.pop(0)
        if isinstance(block, marko.block.List):
            found.append((block.ordered, block.start))
        waiting += _children(block)
    return found


def change(source: str, verb: str, position: int, **arguments: Any) -> str:
    document = MarkdownDocument(source)
    intent = Intent(verb, (Range(position, position),), arguments)
    return document.apply(document.plan(intent)).text


# Lists of every shape


@st.composite
def forests(draw: DrawFn) -> tuple[Tree, str]:
    """The items of a list, and a source that has them."""
    numbers = iter(range(1000))
    forest = draw(_forest(3))
    named = _named(forest, numbers)
    lines = _written(draw, named, draw(st.sampled_from(["- ", "* ", "+   ", "1. ", "7) ", "09. ", "-\t"])), "")
    if draw(st.booleans()):
        lines = [f"> {line}".rstrip() for line in lines]
    return named, draw(st.sampled_from(["\n", "\r\n"])).join(lines)


def _forest(depth: int) -> SearchStrategy[Any]:
    below = _forest(depth - 1) if depth else st.just([])
    return st.lists(below, min_size=1 if depth == 3 else 0, max_size=3)


def _named(forest: Any, numbers: Any) -> Tree:
    return [(f"w{next(numbers)}", _named(below, numbers)) for below in forest]


def _written(draw: DrawFn, forest: Tree, marker: str, indent: str) -> list[str]:
    lines: list[str] = []
    first = re.match(r"\d+", marker)
    loose, more = draw(st.booleans()), draw(st.sampled_from(["", "text", "```\n\tcode\n```"]))
    for number, (word, below) in enumerate(forest):
        own = re.sub(r"\d+", str(int(first[0]) + number), marker) if first else marker
        inner = " " * len((indent + own).expandtabs(4))
        lines += [""] if loose and number else []
        lines.append(f"{indent}{own}{word}")
        lines += ["", *(f"{inner}{line}" for line in more.split("\n")), ""] if more else []
        nested = draw(st.sampled_from(["- ", "+  ", "1. ", "1) "]))
        lines += _written(draw, below, nested, inner + draw(st.sampled_from(["", " "])))
    return lines


def preorder(forest: Tree) -> list[str]:
    return [name for word, below in forest for name in (word, *preorder(below))]


def place_of(forest: Tree, word: str) -> tuple[list[Tree], int]:
    """The lists that lead to a word, outermost first, and its number in the last of them."""
    for number, (name, below) in enumerate(forest):
        if name == word:
            return [forest], number
        if word in preorder(below):
            path, found = place_of(below, word)
            return [forest, *path], found
    raise AssertionError(word)


@given(forests(), st.data())
@settings(max_examples=examples(150))
def test_an_indented_item_is_the_last_child_of_its_former_sibling(given: tuple[Tree, str], data: st.DataObject) -> None:
    forest, source = given
    word = data.draw(st.sampled_from(preorder(forest)))
    position = source.index(word)
    (*_, siblings), number = place_of(forest, word)
    if number == 0:
        with pytest.raises(UnsupportedError, match="first"):
            change(source, "indent_items", position)
        return
    siblings[number - 1][1].append(siblings.pop(number))
    assert items(change(source, "indent_items", position)) == forest


@given(forests(), st.data())
@settings(max_examples=examples(150))
def test_an_outdented_item_stands_behind_its_parent_with_its_siblings(
    given: tuple[Tree, str], data: st.DataObject
) -> None:
    forest, source = given
    word = data.draw(st.sampled_from(preorder(forest)))
    position = source.index(word)
    (*outer, siblings), number = place_of(forest, word)
    if not outer:
        with pytest.raises(UnsupportedError, match="top level"):
            change(source, "outdent_items", position)
        return
    item = siblings[number]
    item[1].extend(siblings[number + 1 :])
    del siblings[number:]
    parent = next(at for at, (_, below) in enumerate(outer[-1]) if below is siblings)
    outer[-1].insert(parent + 1, item)
    assert items(change(source, "outdent_items", position)) == forest


@given(forests(), st.data())
@settings(max_examples=examples(150))
def test_a_converted_list_has_the_same_items(given: tuple[Tree, str], data: st.DataObject) -> None:
    forest, source = given
    position = source.index(data.draw(st.sampled_from(preorder(forest))))
    kind = data.draw(st.sampled_from(["bullet", "ordered", "task"]))
    before = MarkdownDocument(source).surroundings(position).in_list
    if before != kind:
        after = change(source, "toggle_list", position, type=kind)
        assert items(after) == forest
        assert MarkdownDocument(after).surroundings(after.index(source[position:].split()[0])).in_list == kind


@given(forests())
@settings(max_examples=examples(100))
def test_a_list_that_is_turned_off_leaves_the_lists_in_it(given: tuple[Tree, str]) -> None:
    forest, source = given
    kind = MarkdownDocument(source).surroundings(source.index("w0")).in_list
    after = change(source, "toggle_list", source.index("w0"), type=kind)
    assert preorder(items(after)) == [word for _, below in forest for word in preorder(below)]
    assert re.findall(r"w\d+", after) == preorder(forest)


@given(forests(), st.data())
@settings(max_examples=examples(100))
def test_items_are_added_and_deleted_where_their_number_says(given: tuple[Tree, str], data: st.DataObject) -> None:
    forest, source = given
    words = preorder(forest)
    index = data.draw(st.integers(0, len(words) - 1))
    document = MarkdownDocument(source)
    node = next(node for node in document.nodes() if node.type.endswith("List"))
    operations = [
        {"type": "addItem", "index": index, "content": "new"},
        {"type": "setItemContent", "index": index + 1, "content": "changed"},
        {"type": "deleteItem", "index": index},
    ]
    intent = Intent("modify_list", (Range(node.start, node.end),), {"operations": operations})
    after = items(document.apply(document.plan(intent)).text)
    expected = ["changed" if at == index else word for at, word in enumerate(words)]
    assert preorder(after) == expected


def test_numbers_are_those_that_a_reader_sees() -> None:
    after = change("7) a\n8) b\n9) c\n", "indent_items", 6)
    assert orders(after) == [(True, 7), (True, 1)]


# Through the tools


def test_list_tools_apply_at_once_and_are_one_undo(desk: Desk) -> None:
    desk.document("- a\n- b\n- c")
    desk.call("cursor_set_position", position=6)
    assert desk.call("list_indent") == {"message": "Indented.", "applied": True}
    desk.call("list_toggle", type="ordered")
    assert desk.text == "- a\n  1. b\n- c"
    desk.call("editor_undo")
    desk.call("editor_undo")
    assert desk.text == "- a\n- b\n- c"


def test_the_cursor_stays_in_its_word(desk: Desk) -> None:
    desk.document("- one\n- two")
    desk.call("selection_set", **{"from": 8, "to": 11})
    desk.call("list_indent")
    desk.call("list_toggle", type="task")
    assert desk.call("selection_get")["text"] == "two"


def test_indent_and_outdent_are_each_other_s_inverse(desk: Desk) -> None:
    source = "1. a\n2. b\n   - inner\n\n     text\n3. c"
    desk.document(source)
    desk.call("cursor_set_position", position=8)
    desk.call("list_indent")
    desk.call("list_outdent")
    assert desk.text == source


def test_a_staged_list_edit_survives_edits_elsewhere(desk: Desk) -> None:
    desk.document("text\n\n- a\n- b\n\nmore")
    desk.settings(staging="stage-everything")
    desk.call("cursor_set_position", position=12)
    staged = desk.call("list_indent")
    assert staged["applied"] is False
    desk.settings(staging="suggest")
    desk.call("document_insert_at_position", text="# Title\n\n", position=0)
    desk.as_person("suggestion_accept_all")
    assert desk.text == "# Title\n\ntext\n\n- a\n  - b\n\nmore"


def test_a_staged_list_edit_is_stale_when_the_list_has_changed(desk: Desk) -> None:
    desk.document("- a\n- b\n- c")
    desk.settings(staging="stage-everything")
    staged = desk.call("list_modify", nodeId="ul-0", operations=[{"type": "deleteItem", "index": 1}])
    desk.settings(staging="suggest")
    desk.call("cursor_set_position", position=10)
    desk.call("list_indent")
    refused = desk.refusal("suggestion_accept", suggestionId=staged["suggestionId"])
    assert refused.code == "E_CONFLICT"


def test_list_modify_is_one_undo_and_names_the_operation_that_fails(desk: Desk) -> None:
    desk.document("- a\n- b")
    operations = [{"type": "indent", "index": 1}, {"type": "addItem", "content": "c"}]
    assert desk.call("list_modify", nodeId="ul-0", operations=operations)["applied"] is True
    assert desk.text == "- a\n  - b\n- c"
    desk.call("editor_undo")
    assert desk.text == "- a\n- b"
    operations.append({"type": "deleteItem", "index": 7})
    assert "Operation 2 (deleteItem)" in desk.refusal("list_modify", nodeId="ul-0", operations=operations).message
    assert desk.text == "- a\n- b"


def test_a_nested_list_is_reached_by_its_own_id(desk: Desk) -> None:
    desk.document("- a\n  - b\n  - c\n- d")
    desk.call("list_modify", nodeId="ul-1", operations=[{"type": "deleteItem", "index": 0}])
    assert desk.text == "- a\n  - c\n- d"


def test_a_document_in_another_tab_is_reached(desk: Desk) -> None:
    tab = desk.document("one")
    desk.document("two")
    desk.call("list_toggle", type="bullet", windowId=tab)
    assert desk.text == "two"
    desk.call("tabs_switch", tabId=tab)
    assert desk.text == "- one"


def test_the_operations_are_typed_in_the_schema() -> None:
    schema = registry.tools()["list_modify"].input_schema
    assert not {"anyOf", "oneOf", "allOf"} & set(schema)
    kinds = {
        kind
        for model in schema["$defs"].values()
        for kind in (model["properties"]["type"].get("enum") or [model["properties"]["type"].get("const")])
    }
    assert kinds == {"setItemContent", "addItem", "deleteItem", "indent", "outdent", "setChecked"}
    assert all(model["additionalProperties"] is False for model in schema["$defs"].values())
