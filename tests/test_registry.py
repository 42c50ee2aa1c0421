"""Rules that hold for every tool, and a snapshot of what clients see of each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.errors import InvalidArgumentError
from quire.tools import registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk

SNAPSHOTS = Path(__file__).parent / "snapshots"
TOOLS = registry.select()


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest) -> registry.Tool:
    return TOOLS[request.param]


def seen(tool: registry.Tool) -> dict[str, Any]:
    """What clients see of a tool."""
    return {
        "description": tool.description,
        "effect": tool.effect,
        "destructive": tool.destructive,
        "idempotent": tool.idempotent,
        "toolset": tool.toolset,
        "input": tool.input_schema,
        "output": tool.output_schema,
    }


def test_what_clients_see_of_a_tool_is_what_was_agreed(tool: registry.Tool) -> None:
    agreed = json.loads((SNAPSHOTS / f"{tool.name}.json").read_text())
    assert seen(tool) == agreed, "if this is meant, run: make snapshots"


def test_no_snapshot_is_left_of_a_tool_that_is_gone() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.json")} == set(TOOLS)


def test_every_tool_says_what_it_does_and_what_each_argument_is(tool: registry.Tool) -> None:
    assert re.match(r"[A-Z].*\.", tool.description, re.DOTALL)
    for name, argument in tool.input_schema["properties"].items():
        assert argument.get("description"), name


def test_every_schema_is_one_that_all_clients_take(tool: registry.Tool) -> None:
    for schema in filter(None, (tool.input_schema, tool.output_schema)):
        assert schema["type"] == "object"
        assert not {"anyOf", "oneOf", "allOf"} & set(schema)
    assert tool.input_schema["additionalProperties"] is False


def test_every_tool_on_a_document_takes_a_window(tool: registry.Tool) -> None:
    without = {"workspace_list_windows", "workspace_get_focused", "workspace_list_recent_files", "get_capabilities",
               "compare_documents"}  # fmt: skip
    assert ("windowId" in tool.input_schema["properties"]) is (tool.name not in without)


def test_every_tool_refuses_an_unknown_argument(desk: Desk) -> None:
    for name in TOOLS:
        refused = desk.refusal(name, nonsense=1)
        assert refused.code == "E_INVALID_ARG"
        assert "'nonsense'" in refused.message
        assert name in refused.hint


def test_every_tool_refuses_an_argument_of_a_wrong_type(desk: Desk) -> None:
    for name, tool in TOOLS.items():
        for argument, taken in tool.input_schema["properties"].items():
            wrong = "3.5" if taken.get("type") == "number" else 3.5
            refused = desk.refusal(name, **{argument: wrong})
            assert refused.code == "E_INVALID_ARG"
            assert f"'{argument}' is {wrong!r}" in refused.message


def test_nothing_is_coerced(desk: Desk) -> None:
    desk.document("abc")
    for wrong in ("1", 1.0, True):
        assert desk.refusal("cursor_set_position", position=wrong).code == "E_INVALID_ARG"
    assert desk.refusal("document_search", query="a", caseSensitive="true").code == "E_INVALID_ARG"
    assert desk.refusal("document_search", query=1).code == "E_INVALID_ARG"


def test_a_missing_argument_is_named(desk: Desk) -> None:
    assert "'path' is missing" in desk.refusal("workspace_open_document").message


def test_null_stands_for_an_argument_that_is_left_out(desk: Desk) -> None:
    assert desk.call("document_get_content", windowId=None) == ""


def test_an_operation_without_its_kind_or_of_an_unknown_one(desk: Desk) -> None:
    told = desk.refusal("batch_edit", operations=[{"op": "update"}]).message
    assert told == "Argument 'operations.0.type' is missing."
    told = desk.refusal("batch_edit", operations=[{"type": "replace", "nodeId": "p-0"}]).message
    assert told.startswith("Argument 'operations.0.type' is 'replace', but should be 'update', 'insert', 'delete'")


def test_a_step_of_a_plan_is_judged_by_its_operation_alone(desk: Desk) -> None:
    told = desk.refusal("apply_plan", steps=[{"operation": "delete_paragraph"}]).message
    assert told == "Argument 'steps.0.delete_paragraph.target_paragraph_id' is missing."
    assert (
        desk.refusal("apply_plan", steps=[]).message
        == "Argument 'steps' is [], but should have at least 1 item, not 0."
    )


def test_an_unknown_tool_is_refused_with_near_names(desk: Desk) -> None:
    refused = desk.refusal("document_get_contents")
    assert refused.code == "E_NOT_FOUND"
    assert "document_get_content" in refused.hint


def test_read_only_refuses_what_writes_and_nothing_else(open_desk: Callable[..., Desk]) -> None:
    open_desk().document("text")
    reader = open_desk(read_only=True)
    for name, tool in TOOLS.items():
        if tool.effect == "writes":
            assert reader.refusal(name).code == "E_PERMISSION", name
    assert reader.text == "text"
    assert reader.call("get_capabilities")["features"]["readOnly"] is True


def test_toolsets_choose_what_is_listed_and_answers(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(toolsets=("tabs", "protocol"))
    assert {registry.tools()[name].toolset for name in desk.tools} == {"tabs", "protocol"}
    assert desk.call("get_capabilities")["tools"] == list(desk.tools)
    assert desk.refusal("document_get_content").code == "E_NOT_FOUND"
    with pytest.raises(Exception, match="no toolset 'nonsense'"):
        registry.select(("nonsense",))


def test_the_essential_tools_are_few_and_their_schemas_small(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(toolsets=("essential",))
    assert 10 <= len(desk.tools) <= 14
    sizes = [len(tool.model_dump_json(by_alias=True, exclude_none=True, exclude={"output_schema"}))
             for tool in desk.tools.values()]  # fmt: skip
    assert sum(sizes) < 10_000


def test_annotations_tell_clients_what_a_tool_does(desk: Desk) -> None:
    known = {registry.spell(name, "underscore"): tool for name, tool in TOOLS.items()}
    for name, listed in desk.tools.items():
        annotations, tool = listed.annotations, known[name]
        assert annotations is not None
        assert annotations.read_only_hint is (tool.effect == "reads")
        assert annotations.destructive_hint is tool.destructive
        assert annotations.idempotent_hint is tool.idempotent
        assert annotations.open_world_hint is False
        if tool.effect == "reads":
            assert (annotations.destructive_hint, annotations.idempotent_hint) == (False, True)


@pytest.fixture
def dotted(monkeypatch: pytest.MonkeyPatch) -> str:
    """A tool whose canonical name has a dot."""
    original = registry.tools()["get_capabilities"]
    twin = registry.Tool(**{**{field: getattr(original, field) for field in original.__dataclass_fields__},
                            "name": "table.create"})  # fmt: skip
    monkeypatch.setattr(registry, "tools", lambda: {"table.create": twin})
    return twin.name


@pytest.mark.parametrize(
    ("client", "wish", "listed"),
    [
        ("Visual Studio Code", "auto", "table.create"),
        ("claude-code", "auto", "table.create"),
        ("codex-mcp-client", "auto", "table.create"),
        ("inspector-client", "auto", "table.create"),
        ("mcp", "auto", "table.create"),
        ("Cursor", "auto", "table_create"),
        ("mcp-remote", "auto", "table_create"),
        ("claude-code", "underscore", "table_create"),
        ("Cursor", "dotted", "table.create"),
    ],
)
def test_names_with_a_dot_are_spelled_as_the_client_takes_them(
    open_desk: Callable[..., Desk], dotted: str, client: str, wish: str, listed: str
) -> None:
    desk = open_desk(client, tool_names=wish)
    assert list(desk.tools) == [listed]
    for spelling in (dotted, "table_create"):
        result: Any = desk.raw(spelling)
        assert result.is_error is not True


@pytest.mark.parametrize("arguments", [{"path": "\ud800"}, {"path": "a", "more": [{"b": "x\udfff"}]}, {"\udc00": 1}])
def test_half_of_a_character_is_refused_anywhere(desk: Desk, arguments: dict[str, Any]) -> None:
    tool = registry.tools()["workspace_open_document"]
    with pytest.raises(InvalidArgumentError, match="half of a character"):
        tool.checked(arguments)
    assert "whole characters" in desk.refusal("resolve_targets", targets=["both", "\ud83d"]).hint
