"""A tool is its arguments, its function and its toolset; everything else about it is derived here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from inspect import cleandoc
from typing import Any, Literal, get_type_hints

from pydantic import TypeAdapter, ValidationError

from quire.core.errors import ForbiddenError, NotFoundError
from quire.tools import schema
from quire.tools.schema import Answer, Arguments, PlainText, Told
from quire.tools.support import WORKS, Support, lacking
from quire.workspace.session import Client, Session

Family = Literal["editor", "word", "docx", "person"]
"""Which tools belong together; those of a person are listed to no agent and answer none."""
Effect = Literal["reads", "moves", "writes"]
"""What a tool does: it only looks, it changes what is in front or selected, or it changes documents or files."""
Spelling = Literal["dotted", "underscore"]

MODULES = (
    "documents",
    "selection",
    "formatting",
    "blocks",
    "lists",
    "tables",
    "editor",
    "insertion",
    "cjk",
    "workspace",
    "exports",
    "tabs",
    "suggestions",
    "protocol",
    "structure",
    "mutation",
    "sections",
    "reading",
    "paragraphs",
    "delivery",
    "revisions",
    "comparison",
    "comments",
    "notes",
    "passages",
    "wordpictures",
    "wordparagraphs",
    "wordstyles",
    "wordtables",
    "wordtask",
    "household",
    "pages",
    "folders",
    "activity",
    "versions",
    "beside",
    "proofs",
)


Preparation = Callable[[Client, dict[str, Any]], dict[str, Any]]
"""What happens to the arguments of a call before the workspace hears of it: what takes long, and needs no document."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a call, free of any protocol."""

    text: str
    structured: dict[str, Any] | None = None
    is_error: bool = False


@dataclass(frozen=True)
class Tool:
    """Something that a client can call."""

    name: str
    toolset: str
    family: Family
    function: Callable[[Session, Any], Any]
    effect: Effect
    destructive: bool
    idempotent: bool
    essential: bool
    aliases: tuple[str, ...] = ()
    prepare: Preparation | None = None
    markdown: Support = WORKS
    docx: Support = WORKS

    @property
    def description(self) -> str:
        return cleandoc(self.function.__doc__ or "")

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.function)

    @property
    def arguments(self) -> type[Arguments]:
        found: type[Arguments] = self._hints["args"]
        return found

    @cached_property
    def _answer(self) -> TypeAdapter[Any]:
        return TypeAdapter(self._hints["return"])

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        return schema.input_schema(self.arguments)

    @cached_property
    def output_schema(self) -> dict[str, Any] | None:
        """The schema of the structured answer: an object, or an object around an array or a string."""
        if self._hints["return"] is PlainText:
            return None
        return schema.output_schema(self._answer.json_schema(mode="serialization"))

    def run(self, session: Session, arguments: dict[str, Any]) -> Reply:
        """Check the arguments, do the work, shape the answer."""
        if self.effect == "writes" and session.client.read_only:
            raise ForbiddenError(
                f"{self.name} changes things, and this server was started with --read-only.",
                "Use the tools that read, or start Quire without --read-only.",
            )
        return self.reply(self.function(session, self.checked(arguments)))

    def checked(self, arguments: dict[str, Any]) -> Arguments:
        """The arguments, if they are what it takes."""
        schema.require_whole_characters(arguments)
        try:
            return self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise schema.refusal(self.name, self.arguments, error) from error

    def reply(self, answer: object) -> Reply:
        """What it answers, as clients get it."""
        if isinstance(answer, PlainText):
            return Reply(str(answer))
        data = self._answer.dump_python(answer, mode="json", by_alias=True)
        if isinstance(answer, Told):
            return Reply(answer.told(), data)
        structured = data if isinstance(answer, Answer) else {"result": data}
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return Reply(text, structured)


_TOOLS: dict[str, Tool] = {}
_ONLY_WORD = lacking("it names paragraphs of Word documents")


def tool(
    toolset: str,
    *,
    family: Family = "editor",
    name: str | None = None,
    moves: bool = False,
    writes: bool = False,
    destructive: bool = False,
    idempotent: bool | None = None,
    essential: bool = False,
    aliases: tuple[str, ...] = (),
    prepare: Preparation | None = None,
    markdown: Support | None = None,
    docx: Support = WORKS,
) -> Callable[[Callable[[Session, Any], Any]], Callable[[Session, Any], Any]]:
    """Register a function as a tool. Unless it says otherwise it only reads; what does not write can be repeated."""
    effect: Effect = "writes" if writes else "moves" if moves else "reads"

    def register(function: Callable[[Session, Any], Any]) -> Callable[[Session, Any], Any]:
        known = Tool(
            name=name or function.__name__,
            toolset=toolset,
            family=family,
            function=function,
            effect=effect,
            destructive=destructive,
            idempotent=not writes if idempotent is None else idempotent,
            essential=essential,
            aliases=aliases,
            prepare=prepare,
            markdown=markdown or (_ONLY_WORD if family == "docx" else WORKS),
            docx=docx,
        )
        _TOOLS[known.name] = known
        return function

    return register


@cache
def tools() -> dict[str, Tool]:
    """All tools by their canonical name, in the order in which they are listed."""
    modules = [import_module(f"quire.tools.{module}").__name__ for module in MODULES]
    return dict(sorted(_TOOLS.items(), key=lambda entry: modules.index(entry[1].function.__module__)))


def toolsets() -> list[str]:
    """The names by which tools can be chosen."""
    found = {name for each in tools().values() if each.family != "person" for name in (each.family, each.toolset)}
    return ["all", "essential", *sorted(found)]


def select(chosen: tuple[str, ...] = ()) -> dict[str, Tool]:
    """The tools of some toolsets; of all, if none is named."""
    for wish in chosen:
        if wish not in toolsets():
            raise NotFoundError(f"There is no toolset {wish!r}.", f"Toolsets: {', '.join(toolsets())}.")
    return {name: each for name, each in tools().items() if _is_chosen(each, chosen)}


def _is_chosen(each: Tool, chosen: tuple[str, ...]) -> bool:
    if each.family == "person" or not chosen or "all" in chosen:
        return each.family != "person"
    return each.toolset in chosen or each.family in chosen or (each.essential and "essential" in chosen)


def find(name: str, client: Client) -> Tool:
    """The tool of that name, in either spelling, if this client has it."""
    known = tools().get(name)
    if known and (client.author.is_person or _is_chosen(known, client.toolsets)):
        return known
    offered = tools() if client.author.is_person else select(client.toolsets)
    for known in offered.values():
        if name in (spell(known.name, "underscore"), *known.aliases):
            return known
    if any(name in (each.name, spell(each.name, "underscore"), *each.aliases) for each in select().values()):
        raise NotFoundError(
            f"The tool {name!r} is not among those that this client was given: {', '.join(client.toolsets)}.",
            "Use one that is listed, or have Quire started with more --toolsets.",
        )
    near = get_close_matches(name, offered, n=3) or [each for each in offered if name in each][:3]
    raise NotFoundError(
        f"There is no tool {name!r} here.", f"Did you mean {' or '.join(near)}?" if near else "List the tools."
    )


def preparation(name: str, client: Client) -> Preparation | None:
    """What has to be done before a call of that tool; nothing for one that will be refused."""
    try:
        found = find(name, client)
    except NotFoundError:
        return None
    return None if client.read_only and found.effect == "writes" else found.prepare


def spell(name: str, spelling: Spelling) -> str:
    """A tool's name as a client gets to see it."""
    return name if spelling == "dotted" else name.replace(".", "_")
