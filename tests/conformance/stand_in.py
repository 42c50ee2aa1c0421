"""Quire with what the suite's scenarios ask for by name, and the product has no use for.

Everything between the wire and the tools is the product's own: `python -m tests.conformance.stand_in serve …`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import ConfigDict, Field

from quire.cli import main
from quire.core.errors import FailureError
from quire.tools import registry, resources
from quire.tools.registry import Tool
from quire.tools.resources import Resource
from quire.tools.schema import Arguments, PlainText
from quire.workspace.session import Session  # noqa: TC001 - the registry reads the annotations

if TYPE_CHECKING:
    from collections.abc import Callable


def test_simple_text(session: Session, args: Arguments) -> PlainText:  # noqa: ARG001 - it takes none
    """Answers with a text."""
    return PlainText("This is a simple text response for testing.")


def test_error_handling(session: Session, args: Arguments) -> PlainText:  # noqa: ARG001 - it takes none
    """Always fails."""
    raise FailureError("This tool intentionally returns an error for testing.", "There is no way out.")


class Region(Arguments):
    region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]


def test_header(session: Session, args: Region) -> PlainText:  # noqa: ARG001 - it takes no session
    """Has an argument that clients repeat in a header."""
    return PlainText(args.region)


class Keywords(Arguments):
    model_config = ConfigDict(json_schema_extra={
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {"address": {"$anchor": "addressDef", "type": "object"}},
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
    })  # fmt: skip


def json_schema_2020_12_tool(session: Session, args: Keywords) -> PlainText:  # noqa: ARG001 - only its schema counts
    """Has every kind of keyword in its schema."""
    return PlainText("ok")


def _add_tool(function: Callable[[Session, Any], PlainText]) -> None:
    registry.tools()[function.__name__] = Tool(
        name=function.__name__,
        toolset="conformance",
        family="editor",
        function=function,
        effect="reads",
        destructive=False,
        idempotent=True,
        essential=False,
    )


if __name__ == "__main__":
    for each in (test_simple_text, test_error_handling, test_header, json_schema_2020_12_tool):
        _add_tool(each)
    static = Resource("test://static-text", "Static text", "Always the same", lambda _: "static", lambda _: None)
    vars(resources)["RESOURCES"] = (*resources.RESOURCES, static)
    main()
