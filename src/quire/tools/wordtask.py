"""One tool for all that Word's interface can do, for clients that want but one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.tools import registry, schema
from quire.tools.registry import Tool, tool
from quire.tools.schema import Answer, Arguments, InWindow
from quire.workspace.session import Client, Session

_VERSIONS = "1."


class EditTask(InWindow):
    op: Annotated[str | None, Field(description="Tool to call, such as insertText or table.create.")] = None
    args: Annotated[dict[str, Any] | None, Field(description="Its arguments.")] = None
    meta: Annotated[
        str | None, Field(description='Instead of both: {"type":"word.op","op":…,"args":…,"version":"1.0"} as JSON.')
    ] = None


class Envelope(Arguments):
    """A call as the socket carries it."""

    type: Literal["word.op"] = "word.op"
    op: str
    args: Annotated[dict[str, Any], Field(default_factory=dict)]
    version: str = "1.0"


class TaskDone(Answer):
    ok: Literal[True] = True
    op: str
    data: Annotated[dict[str, Any], Field(description="What the tool answers.")]


def _prepare(client: Client, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments as its tool wants them prepared."""
    args = registry.tools()["editTask"].checked(arguments)
    assert isinstance(args, EditTask)  # noqa: S101 - what its tool takes
    op, inside = _task(args)
    found = _tool(op)
    if found.prepare is None:
        return arguments
    prepared = {"op": op, "args": found.prepare(client, inside)}
    return {**prepared, "windowId": args.window_id} if args.window_id else prepared


@tool("task", family="word", name="editTask", writes=True, destructive=True, prepare=_prepare)
def edit_task(session: Session, args: EditTask) -> TaskDone:
    """Call any tool for Word documents by its name: {op, args}, or the same as an envelope in meta."""
    found, arguments = task_of(args)
    return TaskDone(op=found.name, data=found.run(session, arguments).structured or {})


def task_of(args: EditTask) -> tuple[Tool, dict[str, Any]]:
    """The tool that is meant, and its arguments."""
    op, arguments = _task(args)
    return _tool(op), {"windowId": args.window_id, **arguments} if args.window_id is not None else arguments


def _task(args: EditTask) -> tuple[str, dict[str, Any]]:
    """What to do, from either way of saying it."""
    if args.meta is None and args.op is not None:
        return args.op, args.args or {}
    if args.meta is None or args.op is not None or args.args is not None:
        raise InvalidArgumentError("Give either op and args, or meta.", 'For example {"op": "getSelection"}.')
    try:
        envelope = Envelope.model_validate_json(args.meta)
    except ValidationError as error:
        raise schema.refusal("meta", Envelope, error) from error
    if not envelope.version.startswith(_VERSIONS):
        raise UnsupportedError(f"The envelope has version {envelope.version!r}.", "Quire speaks version 1.0.")
    return envelope.op, envelope.args


def _tool(op: str) -> Tool:
    tools = {name: each for name, each in registry.tools().items() if each.family == "word" and name != "editTask"}
    bare = op.removeprefix("word:")
    for name, found in tools.items():
        if bare in (name, registry.spell(name, "underscore")):
            return found
    raise UnsupportedError(f"There is no operation {op!r}.", f"Operations: {', '.join(tools)}.")
