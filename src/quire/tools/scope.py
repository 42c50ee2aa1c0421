"""Which part of a document a Word tool acts on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from quire.core.anchor import Range
from quire.core.errors import InvalidArgumentError, NotFoundError
from quire.tools.schema import InWindow

if TYPE_CHECKING:
    from quire.core.handle import Kind
    from quire.workspace.session import OpenDocument

Scope = Annotated[str, Field(description="document, selection, or the rangeId of an earlier answer.")]
PARAGRAPH = "jr_para_"

_LOCATIONS = {"append": "end", "prepend": "start", "insert": "replace"}


def _canonical(given: Any) -> Any:
    return _LOCATIONS.get(given, given) if isinstance(given, str) else given


Location = Annotated[
    Literal["start", "end", "before", "after", "replace"],
    BeforeValidator(_canonical),
    Field(
        validation_alias=AliasChoices("location", "where"),
        description="Where, seen from the scope. Without a scope that is the selection: for the start or end of the "
        "document, give scope document too.",
    ),
]


class InScope(InWindow):
    """The arguments of a tool that acts on a part of a document."""

    scope: Scope = "selection"


def resolve(document: OpenDocument, scope: str) -> Range:
    """The range that a scope names."""
    match scope:
        case "document":
            return Range(0, len(document.document))
        case "selection":
            return document.manuscript.selection
        case _:
            return place(document, scope, "range")


def check_location(scope: str, location: str) -> None:
    """Refuse what has no meaning for the whole document: nobody wipes one by a default."""
    if scope == "document" and location not in ("start", "end"):
        raise InvalidArgumentError(
            f"location {location!r} has no meaning for the whole document.",
            "Use start or end; replace with target document replaces all of its text.",
        )


def target(document: OpenDocument, scope: str, location: str) -> Range:
    """The range that gives way to what is put at a location of a scope; empty where nothing does."""
    check_location(scope, location)
    where = resolve(document, scope)
    if location in ("start", "before"):
        return Range(where.start, where.start)
    return where if location == "replace" else Range(where.end, where.end)


def place(document: OpenDocument, name: str, kind: Kind) -> Range:
    """Where the place of a name is now: ids are taken bare, prefixed and doubly prefixed."""
    bare = name
    while bare.startswith(("rangeId:", "tableId:")):
        bare = bare[len("rangeId:") :]
    if bare.startswith(PARAGRAPH):
        return document.word.span(document.word.place(bare))
    if not bare or ":" in bare:
        raise InvalidArgumentError(
            f"{name!r} names no part of a document.", "Use document, selection, or a rangeId from an earlier answer."
        )
    for prefix in (f"{kind}Id:", "rangeId:", "tableId:"):
        if f"{prefix}{bare}" in document.manuscript.handles:
            return document.manuscript.handle(f"{prefix}{bare}")[1]
    raise NotFoundError(
        f"There is no {kind} {name!r} in {document.sheet.title!r}.",
        "read_file calls tables so; here, name one by the id of a paragraph in it (jr_para_…)."
        if bare.startswith("tbl_")
        else "Use the ids that this document's tools answered.",
    )
