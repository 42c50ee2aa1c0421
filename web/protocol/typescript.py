"""Schemas as TypeScript."""

from __future__ import annotations

import json
from typing import Any

HEAD = "// Made from the server's models by `make docs`.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def interface(name: str, schema: dict[str, Any]) -> str:
    """A named type."""
    told = f"/** {schema['description']} */\n" if "description" in schema else ""
    return f"{told}export interface {name} {typed(schema)}\n"


def typed(schema: dict[str, Any]) -> str:
    """A type where it is used."""
    match schema:
        case {"$ref": reference}:
            return str(reference).split("/")[-1]
        case {"enum": choices}:
            return " | ".join(f'"{choice}"' for choice in choices)
        case {"const": constant}:
            return json.dumps(constant)
        case {"anyOf": choices}:
            return " | ".join(typed(choice) for choice in choices)
        case {"type": "array"}:
            return f"({typed(schema.get('items', {}))})[]"
        case {"type": "object", "additionalProperties": True}:
            return "Record<string, unknown>"
        case {"type": "object"}:
            return fields(schema)
        case {"type": kind}:
            return PLAIN[kind]
    return "unknown"


def fields(schema: dict[str, Any]) -> str:
    """An object with its fields."""
    required = schema.get("required", [])
    found = (
        f"{name}{'' if name in required else '?'}: {typed(each)};"
        for name, each in schema.get("properties", {}).items()
    )
    return f"{{ {' '.join(found)} }}"
