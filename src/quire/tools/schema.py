"""Arguments and answers of tools: strict models, the schemas that clients see, and refusals that name the field."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from quire.core.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

MOST_SHOWN = 80


class Arguments(BaseModel):
    """What a tool takes: nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel)


WindowId = Annotated[str | None, Field(description="Window label or tab ID. Default: the focused window.")]
Position = Annotated[int, Field(description="Position (0-indexed, in code points).")]


class InWindow(Arguments):
    """The arguments of a tool that acts on the document in front."""

    window_id: WindowId = None


class Answer(BaseModel):
    """What a tool returns."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class Told(Answer):
    """What a tool returns besides a text, which is what its caller reads."""

    @abstractmethod
    def told(self) -> str:
        """The text of the answer."""


class DocxArguments(Arguments):
    """The arguments of the tools for Word files, which are spelled with underscores."""

    model_config = ConfigDict(alias_generator=None)


class InFile(DocxArguments):
    """The arguments of a tool that acts on a Word document: the one named, else the one in front."""

    file_path: Annotated[str | None, Field(description="File to act on; opened if it is not open yet.")] = None
    session_id: Annotated[str | None, Field(description="Open document to act on (a tab ID).")] = None
    window_id: Annotated[WindowId, Field(alias="windowId")] = None


class DocxAnswer(Answer):
    """What a tool for Word files returns."""

    model_config = ConfigDict(alias_generator=None)


def _is_none(value: object) -> bool:
    return value is None


def present(description: str | None = None) -> Any:
    """A field that is left out of the answer when there is nothing to say."""
    return Field(default=None, exclude_if=_is_none, description=description)


class PlainText(str):
    """An answer that is a text and nothing else."""

    __slots__ = ()


def input_schema(model: type[Arguments]) -> dict[str, Any]:
    """The schema of a tool's arguments, as short as it can be and still say everything; the window comes last."""
    found = {**_short(model.model_json_schema())}
    properties = found.setdefault("properties", {})
    if "windowId" in properties:
        properties["windowId"] = properties.pop("windowId")
    return found


def output_schema(answer: dict[str, Any]) -> dict[str, Any]:
    """The schema of a structured answer: an object, or an object around an array or a string."""
    found = {**_without_titles(answer)}
    if found.get("type") == "object":
        return found
    definitions = {"$defs": found.pop("$defs")} if "$defs" in found else {}
    objects = [definitions["$defs"][ref.split("/")[-1]] for ref in _references(found)]
    if not objects:
        return {"type": "object", "properties": {"result": found}, "required": ["result"], **definitions}
    properties = {name: value for each in objects for name, value in each["properties"].items()}
    others = [choice for choice in found["anyOf"] if "$ref" not in choice]
    return {"type": "object", "properties": {**properties, "result": {"anyOf": others}}}


def _references(schema: dict[str, Any]) -> list[str]:
    return [choice["$ref"] for choice in schema.get("anyOf", ()) if "$ref" in choice]


def _short(node: Any) -> Any:
    """A schema without titles, and without null where leaving an argument out says the same."""
    if isinstance(node, list):
        return [_short(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _short(value) for key, value in _without_titles(node).items() if (key, value) != ("default", None)}
    kept.pop("discriminator", None)  # the constants of the choices say the same
    choices = [choice for choice in kept.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        kept = {**choices[0], **kept}
    return kept


def _without_titles(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_titles(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _without_titles(value) for key, value in node.items() if not (key == "title" and isinstance(value, str))
    }


def refusal(tool: str, model: type[Arguments], error: ValidationError) -> InvalidArgumentError:
    """What is wrong with the arguments of a call: which field, which value, what is allowed."""
    message = " ".join(_complaint(detail) for detail in error.errors(include_url=False))
    return InvalidArgumentError(message, f"{tool} takes {', '.join(_parameters(model)) or 'no arguments'}.")


_HALF = re.compile("[\ud800-\udfff]")


def require_whole_characters(given: object) -> None:
    """Refuse text with half of a character in it, as JSON can have it: no file could hold it, and no answer."""
    waiting = [given]
    while waiting:
        match waiting.pop():
            case str(text) if not text.isascii() and (found := _HALF.search(text)):
                raise InvalidArgumentError(
                    f"A text has half of a character at {found.start()}: U+{ord(found[0]):X}.",
                    "Send whole characters: both halves of a surrogate pair, or neither.",
                )
            case dict(fields):
                waiting += fields
                waiting += fields.values()
            case list(items):
                waiting += items


_KIND = re.compile(r"str|int|float|bool|dict|[A-Z]\w*|(?:list|literal|function)[\[-].*")
"""How pydantic names the choices of an argument that may be of several kinds; no argument is called so."""


def _complaint(detail: ErrorDetails) -> str:
    field = ".".join(str(part) for part in detail["loc"] if not _KIND.fullmatch(str(part)))
    match detail["type"]:
        case "missing":
            return f"Argument {field!r} is missing."
        case "extra_forbidden":
            return f"There is no argument {field!r}."
        case "union_tag_not_found":
            return f"Argument '{field}.{_named(detail)}' is missing."
        case "union_tag_invalid":
            told = detail["ctx"]
            return f"Argument '{field}.{_named(detail)}' is {told['tag']!r}, but should be {told['expected_tags']}."
    shown = repr(detail["input"])
    shown = shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"
    allowed = re.sub("^(Input |String |List |Dictionary |Value error, )", "", detail["msg"])
    allowed = allowed.replace(" after validation", "")
    return f"Argument {field!r} is {shown}, but {allowed}."


def _named(detail: ErrorDetails) -> str:
    """The argument that says of which kind an operation is."""
    return str(detail["ctx"]["discriminator"]).strip("'")


def _parameters(model: type[Arguments]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield f"{field.alias or name}{'' if field.is_required() else ' (optional)'}"
