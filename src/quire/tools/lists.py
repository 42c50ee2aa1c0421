"""Lists at the cursor, and lists edited as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.workspace.session import OpenDocument, Session

if TYPE_CHECKING:
    from quire.workspace.store import Outcome

LIST_TYPES = ("bulletList", "orderedList", "taskList")


class ListEdited(Answer):
    message: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


class ToggleList(InWindow):
    type: Annotated[Literal["bullet", "ordered", "task"], Field(description="List type.")]


@tool("list", writes=True)
def list_toggle(session: Session, args: ToggleList) -> ListEdited:
    """Toggle a list at the cursor, or over the selection.

    Blocks outside a list become items, one per block. A list of another type is converted, nested lists stay as they
    are unless selected too. A list of the same type is turned off: its items become paragraphs."""
    document = session.document(args.window_id)
    return _edited(_propose(document, "toggle_list", {"type": args.type}), f"Toggled the {args.type} list")


@tool("list", writes=True)
def list_indent(session: Session, args: InWindow) -> ListEdited:
    """Nest the list item at the cursor, with all that is in it, under the item before it; or all selected items.

    The first item of a list cannot be indented."""
    return _edited(_propose(session.document(args.window_id), "indent_items", {}), "Indented")


@tool("list", writes=True)
def list_outdent(session: Session, args: InWindow) -> ListEdited:
    """Bring the list item at the cursor one level out, behind its parent; or all selected items.

    Siblings behind it become its children. An item at the top level cannot be outdented: list_toggle turns the list
    off."""
    return _edited(_propose(session.document(args.window_id), "outdent_items", {}), "Outdented")


def _propose(document: OpenDocument, verb: str, arguments: dict[str, str]) -> Outcome:
    place = document.manuscript.selection
    around = document.document.reach(place, LIST_TYPES)
    return document.propose(Intent(verb, (place, around), arguments), manner="acts")


def _edited(outcome: Outcome, done: str) -> ListEdited:
    return ListEdited(message=outcome.tell(done), applied=outcome.applied, suggestion_id=outcome.suggestion_id)


Index = Annotated[int, Field(description="Number of the item, from 0 in document order, nested items included.")]
ItemContent = Annotated[str, Field(description="Markdown; further lines are indented as the item needs.")]


class SetItemContent(Arguments):
    """Replace what an item holds before its nested list; its box and nested items stay."""

    type: Literal["setItemContent"]
    index: Index
    content: ItemContent


class AddItem(Arguments):
    """Add an item before the one of that index and at its level, or at the end of the list."""

    type: Literal["addItem"]
    index: Annotated[int | None, Field(description="Number that the new item gets. Default: the end.")] = None
    content: ItemContent
    checked: Annotated[bool | None, Field(description="Give it a box (bullet and task lists).")] = None


class DeleteItem(Arguments):
    """Delete an item with all that is nested in it."""

    type: Literal["deleteItem"]
    index: Index


class Nest(Arguments):
    """Nest an item under the one before it, or bring it out behind its parent."""

    type: Literal["indent", "outdent"]
    index: Index


class SetChecked(Arguments):
    """Check or uncheck an item's box; an item of a bullet list without one gets one."""

    type: Literal["setChecked"]
    index: Index
    checked: bool


ListOperation = Annotated[SetItemContent | AddItem | DeleteItem | Nest | SetChecked, Field(discriminator="type")]


class ModifyList(InWindow):
    node_id: Annotated[str, Field(description="List node ID (e.g., ul-0, ol-1, task-0).")]
    operations: Annotated[
        list[ListOperation],
        Field(min_length=1, description="Applied in order, each on what the one before it left; all or nothing."),
    ]


@tool("list", writes=True, destructive=True)
def list_modify(session: Session, args: ModifyList) -> ListEdited:
    """Batch modify a list's structure and content: all operations or none, as one change.

    Ordered lists are renumbered from their first number."""
    document = session.document(args.window_id)
    node = document.node(args.node_id)
    if node.type not in LIST_TYPES:
        raise InvalidArgumentError(
            f"{args.node_id!r} is a {node.type}, not a list.", "Give the id of a list: ul-…, ol-… or task-…."
        )
    operations = [operation.model_dump(by_alias=True, exclude_none=True) for operation in args.operations]
    intent = Intent("modify_list", (Range(node.start, node.end),), {"operations": operations})
    return _edited(document.propose(intent, manner="acts"), f"Carried out {len(operations)} operations")
