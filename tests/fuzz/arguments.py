"""Arguments that a tool may be called with: mostly what its schema allows, about what is there, sometimes neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.subject import Subject

Schema = dict[str, Any]

ODD = 0.06
"""How often a value is none that the schema allows."""

WORDS = (
    "", " ", "word", "two words", "Zwölf Boxkämpfer", "你好，世界", "שלום עולם", "👩‍👩‍👧 family",
    "e\u0301", "a\u200bb", "\ufffc", "line\nbreak", "para\n\ngraph", "tab\there", "cr\r\nlf", "\r",
    "**bold** and *more*", "# Title", "- a\n- b\n  1. c", "| a | b |\n|---|---|\n| c | d |", "> said",
    "```py\ncode\n```", "$x^2$", "$$\n\\frac{a}{b}\n$$", "[site](https://example.org)", "![picture](dot.png)",
    "[^1]\n\n[^1]: note", "<b>bold</b> <i>x</i>", "<script>alert(1)</script>", "&amp; & <", "x" * 3000,
    "\\n", "(", "[a-", "(a+)+$", "^.*$", "\\b\\w+", "a|b", "..", "^p", "?", "*",
)  # fmt: skip
ODDITIES: tuple[Any, ...] = (
    None, True, -1, 0, 10**18, 1.5, 1e300, "", "\0", "\ud800", "../../etc/passwd", [], {}, [[]], [None], {"a": 1},
    "x" * 70_000,
)  # fmt: skip


class Arguments:
    """Random arguments for tools that work on a subject."""

    def __init__(self, chance: Random, subject: Subject) -> None:
        self._chance = chance
        self._subject = subject

    def of(self, schema: Schema) -> dict[str, Any]:
        found: dict[str, Any] = self._object(schema, schema.get("$defs", {}))
        if self._chance.random() < ODD / 2:
            found[self._chance.choice(("unknown", "windowId", "text"))] = self._chance.choice(ODDITIES)
        return found

    def _object(self, schema: Schema, definitions: Schema) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        return {
            name: self._value(name, each, definitions)
            for name, each in schema.get("properties", {}).items()
            if self._chance.random() < (0.97 if name in required else 0.4)
        }

    def _value(self, name: str, schema: Schema, definitions: Schema) -> Any:
        if self._chance.random() < ODD:
            return self._chance.choice(ODDITIES)
        if "$ref" in schema:
            return self._value(name, definitions[schema["$ref"].rpartition("/")[2]], definitions)
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self._value(name, self._chance.choice(schema[choice]), definitions)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        return self._plain(name, schema, definitions)

    def _plain(self, name: str, schema: Schema, definitions: Schema) -> Any:
        match schema.get("type"):
            case "object":
                return self._object(schema, definitions)
            case "array":
                amount = self._chance.choice((0, 1, 1, 2, 3, 8))
                return [self._value(name, schema.get("items", {}), definitions) for _ in range(amount)]
            case "boolean":
                return self._chance.random() < 0.5
            case "integer":
                return self._number(schema)
            case "number":
                return self._number(schema) + self._chance.choice((0, 0.5))
            case "null":
                return None
        return self._chance.choice((*self._subject.names(name), self._chance.choice(WORDS)))

    def _number(self, schema: Schema) -> int:
        least, most = schema.get("minimum", -2), schema.get("maximum", self._subject.length + 5)
        near = (0, 1, 2, 3, 5, self._chance.randint(0, max(1, self._subject.length)))
        return max(int(least), min(int(most), self._chance.choice(near)))
