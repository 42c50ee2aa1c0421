"""Which part of a document a Word tool acts on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.anchor import Range
from quire.core.errors import InvalidArgumentError, NotFoundError
from quire.tools.schema import InWindow

if TYPE_CHECKING:
    from quire.core.handle import Kind
    from quire.workspace.session import OpenDocument

Scope = Annotated[str, Field(description="document, selection, or the rangeId of an earlier answer.")]
PARAGRAPH = "jr_para_"


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
        f"There is no {kind} {name!r} in {document.sheet.title!r}.", "Use the ids that this document's tools answered."
    )
