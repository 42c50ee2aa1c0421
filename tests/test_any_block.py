"""Any tool on any block of any document changes that block alone, or is refused; and undo gives back every byte."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.author import Author
from quire.formats.markdown.blocks import parse
from quire.server.engine import Call, Engine
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests import block_wishes, wishes
from tests.block_wishes import Named, Node
from tests.corpus import MARKDOWN_FILES
from tests.examples import commonmark_examples, gfm_examples
from tests.wishes import Done

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.long

FILES = [path for name, path in MARKDOWN_FILES.items() if not name.startswith("pymdown-extensions/")]
"""Real documents. The parser that judges results reads no table without outer pipes in a list; others have many."""
AT_THE_CURSOR: list[tuple[str, dict[str, Any]]] = [
    *(("format_toggle", {"mark": mark}) for mark in ("bold", "italic", "code", "strike", "underline", "highlight")),
    ("format_set_link", {"href": "https://example.org/a b", "title": 'a "title"'}),
    ("format_remove_link", {}),
    ("format_clear", {}),
    ("block_set_type", {"type": "heading", "level": 2}),
    ("block_set_type", {"type": "codeBlock", "language": "py"}),
    ("block_set_type", {"type": "blockquote"}),
    ("block_set_type", {"type": "paragraph"}),
    ("block_toggle", {"type": "blockquote"}),
    ("block_insert_horizontal_rule", {}),
    *(("list_toggle", {"type": kind}) for kind in ("bullet", "ordered", "task")),
    ("list_indent", {}),
    ("list_outdent", {}),
    ("table_insert", {"rows": 2, "cols": 2}),
    ("table_delete", {}),
    *(("table_add_row", {"position": side}) for side in ("before", "after")),
    ("table_delete_row", {}),
    *(("table_add_column", {"position": side}) for side in ("before", "after")),
    ("table_delete_column", {}),
    ("table_toggle_header_row", {}),
    ("insert_math_inline", {"latex": "x^2"}),
    ("insert_math_block", {"latex": "x^2"}),
    ("insert_mermaid", {"code": "graph TD\n  A --> B"}),
    ("insert_wiki_link", {"target": "Page", "displayText": "text"}),
]


class Bench:
    """A workspace without a wire, for thousands of calls."""

    def __init__(self, home: Path) -> None:
        self._engine = Engine(home)
        self._client = Client(Author("tester", "agent"), Roots((str(home),)))

    def call(self, tool: str, **arguments: Any) -> tuple[bool, Any]:
        reply = self._engine.call(Call(self._client, tool, arguments))
        if reply.is_error:
            assert json.loads(reply.text)["code"] != "E_RUNTIME", reply.text
        return not reply.is_error, reply.structured or reply.text

    def text(self) -> str:
        return str(self.call("document_get_content")[1])

    def open(self, text: str) -> None:
        self.call("workspace_new_document")
        if text:
            self.call("document_set_content", content=text)

    def close(self) -> None:
        while self.call("editor_undo")[1]["undone"]:
            pass
        self.call("tabs_close")

    def end(self) -> None:
        self._engine.close()


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    made = Bench(tmp_path_factory.mktemp("home"))
    yield made
    made.end()


def check(bench: Bench, text: str, chance: random.Random, calls: int) -> int:
    """Make some calls at random places; how many of them changed something."""
    bench.open(text)
    changed = 0
    for _ in range(calls):
        cursor = chance.randint(0, len(text))
        end = min(len(text), cursor + chance.choice((0, 0, 3, 20)))
        bench.call("selection_set", **{"from": cursor, "to": end})
        tool, arguments = chance.choice(AT_THE_CURSOR)
        done, _ = bench.call(tool, **arguments)
        after = bench.text()
        if after == text:
            continue
        assert done, f"{tool} was refused, but changed something"
        what = f"{tool} {arguments} at {cursor} to {end} of {text!r} gives {after!r}"
        check_only_touched(text, after, cursor, end, what)
        check_wish(Done(tool, arguments, cursor, end, text, after), what)
        bench.call("editor_undo")
        assert bench.text() == text, f"undo of {tool} {arguments} at {cursor}"
        changed += 1
    bench.close()
    return changed


def check_only_touched(before: str, after: str, start: int, end: int, what: str) -> None:
    """Outside of the top-level blocks at the selection only white space next to them may differ."""
    found = [(before.rfind("\n", 0, block.start) + 1, block.end) for block in parse(before).children]
    blocks = [(first, last) for first, last in found if first <= end and start <= last]
    first = min([start, *(first for first, _ in blocks)])
    last = max([end, *(last for _, last in blocks)])
    head, tail = before[:first].rstrip(" \t\r\n>"), before[last:].lstrip(" \t\r\n>")
    assert after.startswith(head), what
    assert after.endswith(tail), what


def check_wish(done: Done, what: str) -> None:
    """What was asked is there, by another parser."""
    try:
        if isinstance(done, Named):
            block_wishes.check(done)
        else:
            wishes.check(done)
    except AssertionError as error:
        raise AssertionError(what) from error


@pytest.mark.parametrize("part", range(8))
def test_on_the_examples_of_the_specifications(bench: Bench, part: int) -> None:
    chance = random.Random(part)
    examples = [*commonmark_examples(), *gfm_examples()]
    assert sum(check(bench, text, chance, 12) for text in examples[part::8]) > 100


@pytest.mark.parametrize("part", range(4))
def test_on_real_documents(bench: Bench, part: int) -> None:
    chance = random.Random(part)
    assert sum(check(bench, path.read_bytes().decode()[:6000], chance, 40) for path in FILES[part::4]) > 40


# Blocks by name

CONTENTS = [
    *("New *words*", "> said\n> so", "- one\n- two", "1. first\n2. second", "```py\ncode\n```", "    indented"),
    *("# Title\n\nText", "Under\n===", "| a | b |\n|---|---|\n| c | d |", "***", "<div>\nhtml\n</div>"),
]
FORMATS: list[dict[str, Any]] = [
    *({"mark": mark} for mark in ("bold", "code")),
    {"blockType": "heading", "level": 3},
    {"blockType": "codeBlock", "language": "py"},
    *({"blockType": kind} for kind in ("blockquote", "paragraph")),
]
UNKNOWN = ("frontMatter", "linkDefinition", "footnoteDefinition", "definition", "definitionList", "definitionTerm")
"""Blocks that marko does not know, or keeps elsewhere than in the tree."""


class Caller:
    """Makes calls on blocks by their names, at random."""

    def __init__(self, nodes: dict[str, Node], chance: random.Random) -> None:
        self.chance = chance
        self.names = [name for name, node in nodes.items() if node.type not in UNKNOWN]

    def name(self, *prefixes: str) -> str:
        """The name of some block, if possible one of a kind."""
        fit = [name for name in self.names if name.split("-")[0] in prefixes]
        return self.chance.choice(fit or self.names)

    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        """One call of each kind."""
        text, other, heading = self.chance.choice(CONTENTS), self.name(), self.name("h")
        after: dict[str, str] = self.chance.choice([{}, {"after": other}, {"after": other}])
        section = {"after": other, "level": self.chance.randint(1, 6), "title": "A *new* one #", "content": text}
        return [
            self.batch(type="update", nodeId=self.name(), text=text),
            self.batch(type="insert", text=text, **after),
            self.batch(type="delete", nodeId=self.name()),
            self.batch(type="move", nodeId=self.name(), **after),
            self.batch(type="format", nodeId=self.name("p", "h"), **self.chance.choice(FORMATS)),
            ("update_section", {"nodeId": heading, "content": text, "mode": "apply"}),
            ("insert_section", {**section, "mode": "apply"}),
            ("move_section", {"nodeId": heading, "after": other, "mode": "apply"}),
            ("table_modify", {"nodeId": self.name("table"), "operations": [self.table_operation()]}),
            ("list_modify", {"nodeId": self.name("ul", "ol", "task"), "operations": [self.list_operation()]}),
        ]

    def batch(self, **operation: Any) -> tuple[str, dict[str, Any]]:
        return "batch_edit", {"operations": [operation], "mode": "apply"}

    def table_operation(self) -> dict[str, Any]:
        row, column = self.chance.randrange(4), self.chance.randrange(4)
        return self.chance.choice(
            [
                {"type": "setCellContent", "row": row, "col": column, "content": "new *text*"},
                {"type": "addRow", "at": row, "cells": ["x"]},
                {"type": "deleteRow", "at": row},
                {"type": "addColumn", "at": column, "header": "H"},
                {"type": "deleteColumn", "at": column},
                {"type": "setHeaderRow", "enabled": self.chance.random() < 0.5},
            ]
        )

    def list_operation(self) -> dict[str, Any]:
        index = self.chance.randrange(4)
        return self.chance.choice(
            [
                {"type": "setItemContent", "index": index, "content": "New *words*\nand\n\nmore"},
                {"type": "addItem", "content": "added"},
                {"type": "addItem", "index": index, "content": "added"},
                {"type": "deleteItem", "index": index},
                {"type": "indent", "index": index},
                {"type": "outdent", "index": index},
                {"type": "setChecked", "index": index, "checked": self.chance.random() < 0.5},
            ]
        )


def check_named(bench: Bench, text: str, chance: random.Random, rounds: int) -> int:
    """Make some calls of each kind on blocks by name; how many of them changed something."""
    bench.open(text)
    nodes = named_nodes(bench)
    changed = 0
    if {node.type for node in nodes.values()} - set(UNKNOWN):
        sections = {name: bench.call("get_section", nodeId=name)[1]["to"] for name in nodes if name.startswith("h-")}
        caller = Caller(nodes, chance)
        for tool, arguments in (call for _ in range(rounds) for call in caller.calls()):
            done, _ = bench.call(tool, **arguments)
            after = bench.text()
            if after != text:
                what = f"{tool} {arguments} of {text!r} gives {after!r}"
                assert done, what
                check_wish(Named(tool, arguments, 0, 0, text, after, nodes, sections), what)
                bench.call("editor_undo")
                assert bench.text() == text, what
                changed += 1
    bench.close()
    return changed


def named_nodes(bench: Bench) -> dict[str, Node]:
    blocks = bench.call("list_blocks")[1]["result"]
    depths: dict[str | None, int] = {None: -1}
    for block in blocks:
        depths[block["nodeId"]] = depths[block.get("parent")] + 1
    found = bench.call("resolve_targets", targets=[block["nodeId"] for block in blocks])[1]["result"]
    return {each["target"]: Node(each["type"], each["from"], each["to"], depths[each["target"]]) for each in found}


@pytest.mark.parametrize("part", range(4))
def test_by_name_on_the_examples_of_the_specifications(bench: Bench, part: int) -> None:
    chance = random.Random(part)
    examples = [*commonmark_examples(), *gfm_examples()]
    assert sum(check_named(bench, text, chance, 1) for text in examples[part::4]) > 300


@pytest.mark.parametrize("part", range(2))
def test_by_name_on_real_documents(bench: Bench, part: int) -> None:
    chance = random.Random(part)
    assert sum(check_named(bench, path.read_bytes().decode()[:3000], chance, 3) for path in FILES[part::2]) > 100
