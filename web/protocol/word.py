"""The types of what goes between the server and the add-in in Word."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.server import pane
from quire.tools.wordops import VERSION, operations
from web.protocol.typescript import HEAD, fields, interface

if TYPE_CHECKING:
    from pydantic import BaseModel

TYPES = Path(__file__).with_name("word.ts")

MESSAGES = (pane.Greeting, pane.Hello, pane.State, pane.Asked, pane.Succeeded, pane.Failed)


def types() -> str:
    """All that the add-in has to know."""
    definitions: dict[str, str] = {}
    for message in MESSAGES:
        _describe(message.__name__, _schema(message), definitions)
    lines = []
    for operation in operations().values():
        arguments, answer = _schema(operation.arguments), _schema(operation.answer)
        arguments["properties"].pop("windowId", None)
        for schema in (arguments, answer):
            for name, found in schema.get("$defs", {}).items():
                _describe(name, found, definitions)
        lines.append(f'  "{operation.name}": {{ arguments: {fields(arguments)}; answer: {fields(answer)} }};\n')
    ops = f"/** The operations, by the event `word:` and their name. */\nexport interface Ops {{\n{''.join(lines)}}}\n"
    return "\n".join((HEAD, _constants(), *(definitions[name] for name in sorted(definitions)), ops))


def _constants() -> str:
    known = {"PROTOCOL": pane.PROTOCOL, "VERSION": f'"{VERSION}"', "NAMESPACE": f'"{pane.NAMESPACE}"',
             "PATH": f'"/{pane.PATH}"', "EVENT": f'"{pane.EVENT}"'}  # fmt: skip
    return "".join(f"export const {name} = {value};\n" for name, value in known.items())


def _describe(name: str, schema: dict[str, Any], definitions: dict[str, str]) -> None:
    definitions[name] = interface(name, schema)


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    found: dict[str, Any] = _lean(model.model_json_schema(mode="serialization"))
    return found


def _lean(node: Any) -> Any:
    """A schema of what is sent: what is null is left out, and what has a default is there."""
    if isinstance(node, list):
        return [_lean(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _lean(value) for key, value in node.items()}
    if "properties" in node and node.get("type") == "object":
        nullable = {name for name, found in node["properties"].items() if _can_be_null(found)}
        kept["required"] = [name for name in node["properties"] if name not in nullable]
    choices = [choice for choice in kept.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        kept |= choices[0]
    elif choices:
        kept["anyOf"] = choices
    return kept


def _can_be_null(schema: dict[str, Any]) -> bool:
    return {"type": "null"} in schema.get("anyOf", ())
