"""The type of the block at the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.anchor import Range
from quire.core.blocktype import BlockType
from quire.core.document import Intent
from quire.tools.insertion import Put, insert
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.workspace.session import OpenDocument
    from quire.workspace.store import Outcome

TURNED = ("paragraph", "heading", "codeBlock")
"""The blocks that have a text of their own: the whole of one is what an edit of its type is about."""


class SetBlockType(InWindow):
    type: Annotated[BlockType, Field(description="Block type: paragraph, heading, codeBlock or blockquote.")]
    level: Annotated[int | None, Field(description="Heading level 1-6 (required for heading).")] = None
    language: Annotated[str | None, Field(description="Code language (for codeBlock).")] = None


class ToggleBlock(InWindow):
    type: Annotated[BlockType, Field(description="Block type to toggle: paragraph, heading, codeBlock or blockquote.")]
    level: Annotated[int | None, Field(description="Heading level 1-6 (for heading).")] = None


class BlockChanged(Answer):
    message: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


@tool("block", writes=True, idempotent=True)
def block_set_type(session: Session, args: SetBlockType) -> BlockChanged:
    """Convert the block at the cursor, or the blocks in the selection, to a type.

    The text stays: in a codeBlock it is literal, elsewhere what would become other markup is escaped. A paragraph in a
    blockquote leaves the quote when it is set to paragraph."""
    document = session.document(args.window_id)
    wish = args.model_dump(include={"type", "level", "language"}, exclude_none=True)
    outcome = document.propose(Intent("set_block_type", (blocks_at(document),), wish), manner="acts")
    return _changed(outcome, f"Set the block type to {_named(args.type, args.level)}", args.type)


@tool("block", writes=True)
def block_toggle(session: Session, args: ToggleBlock) -> BlockChanged:
    """Toggle the type of the block at the cursor, or of those in the selection: what has the type becomes a paragraph.

    Toggling twice gives back the same text."""
    document = session.document(args.window_id)
    wish = args.model_dump(include={"type", "level"}, exclude_none=True)
    outcome = document.propose(Intent("toggle_block_type", (blocks_at(document),), wish), manner="acts")
    return _changed(outcome, f"Toggled {_named(args.type, args.level)}", args.type)


def blocks_at(document: OpenDocument) -> Range:
    """The selection, grown to the whole of the blocks at its ends."""
    place = document.manuscript.selection
    first = document.document.surroundings(place.start)
    last = document.document.surroundings(max(place.start, place.end - 1))
    start, end = place.start, place.end
    if first.type in TURNED and (place.is_empty or start < first.start + len(first.text)):
        start = min(start, first.start)
    if last.type in TURNED:
        end = max(end, last.start + len(last.text))
    return Range(start, end)


def _named(kind: BlockType, level: int | None) -> str:
    return f"{kind} of level {level}" if kind == "heading" and level is not None else kind


def _changed(outcome: Outcome, done: str, kind: BlockType) -> BlockChanged:
    message = outcome.tell(done) if outcome.transaction else f"The block is a {kind} already; nothing changed."
    return BlockChanged(message=message, applied=outcome.applied, suggestion_id=outcome.suggestion_id)


@tool("block", writes=True)
def block_insert_horizontal_rule(session: Session, args: InWindow) -> Put:
    """Insert a horizontal rule (---) at the cursor. A paragraph around the cursor is split."""
    return insert(session.document(args.window_id), "insert_rule", "Inserted a horizontal rule")
