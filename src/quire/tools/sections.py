"""Sections, changed as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core import blocks, naming
from quire.core.anchor import Range
from quire.core.document import Intent, Node
from quire.core.errors import InvalidArgumentError
from quire.core.transaction import BEFORE
from quire.tools.documents import Reason
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import Session
from quire.workspace.settings import Mode

if TYPE_CHECKING:
    from quire.core.document import Section
    from quire.core.past import Past
    from quire.workspace.session import OpenDocument
    from quire.workspace.store import Outcome

MOST_LOOKED_AT = 1000
"""How much of an inserted section is looked at to find its heading."""

EditMode = Annotated[Mode, Field(description="apply, suggest (waits for approval) or dryRun (changes nothing).")]
BaseRevision = Annotated[
    str | None,
    Field(description="Revision that this is meant for; if what it is about has changed since, it is a conflict."),
]  # fmt: skip


class SectionEdit(InWindow):
    """What the tools that edit sections take in common."""

    mode: EditMode = "suggest"
    base_revision: BaseRevision = None
    reason: Reason = None


class SectionEdited(Answer):
    message: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    node_id: str | None = present("The heading of the section; once it is applied, as it is called then.")


class UpdateSection(SectionEdit):
    node_id: Annotated[str, Field(description="Heading node ID.")]
    content: Annotated[
        str,
        Field(description="New section content (markdown). If it begins with a heading of the same or a higher level, "
                          "that replaces the heading, else the heading stays."),
    ]  # fmt: skip


@tool("section", writes=True, destructive=True, idempotent=True)
def update_section(session: Session, args: UpdateSection) -> SectionEdited:
    """Replace the content of a section, subsections included. The heading stays unless the content brings one."""
    document = session.document(args.window_id)
    section = _section(document, args.node_id, document.past(args.base_revision))
    arguments = {"content": args.content, "depth": section.heading.depth}
    outcome = _propose(document, Intent("update_section", (section.content,), arguments), args)
    return _edited(document, outcome, f"Updated the section {section.title!r}", section.heading)


class InsertSection(SectionEdit):
    after: Annotated[str, Field(description="Node ID to insert after: a heading stands for its whole section.")]
    level: Annotated[int, Field(ge=1, le=6, description="Heading level (1-6).")]
    title: Annotated[str, Field(min_length=1, description="Section heading text.")]
    content: Annotated[str, Field(description="Section body content (markdown).")] = ""


@tool("section", writes=True)
def insert_section(session: Session, args: InsertSection) -> SectionEdited:
    """Insert a new section after another section, or after any other block."""
    document = session.document(args.window_id)
    point, depth = _behind(document, document.node(args.after, document.past(args.base_revision)))
    arguments = {"level": args.level, "title": args.title, "content": args.content, "depth": depth}
    number = _headings_before(document, point.start)
    outcome = _propose(document, Intent("insert_section", (point,), arguments), args)
    brought = _brought(document, outcome, point, number, args.level) if outcome.applied else None
    return _edited(document, outcome, f"Inserted the section {args.title!r}", brought)


class MoveSection(SectionEdit):
    node_id: Annotated[str, Field(description="Section to move: the node ID of its heading.")]
    after: Annotated[str, Field(description="Node ID to move after: a heading stands for its whole section.")]


@tool("section", writes=True, idempotent=True)
def move_section(session: Session, args: MoveSection) -> SectionEdited:
    """Move a section, subsections included, after another section or after any other block."""
    document = session.document(args.window_id)
    past = document.past(args.base_revision)
    section = _section(document, args.node_id, past)
    after = document.node(args.after, past)
    if section.start <= after.start < section.end:
        raise InvalidArgumentError(
            f"{args.after!r} is part of the section {section.title!r}, which cannot be moved into itself.",
            "Give as after a heading or a block outside of the section.",
        )
    point, depth = _behind(document, after)
    intent = Intent("move_section", (section.content, point), {"depth": section.heading.depth, "afterDepth": depth})
    number = _headings_before(document, point.start, without=section)
    outcome = _propose(document, intent, args)
    heading = section.heading
    if outcome.applied and outcome.transaction:
        heading = _brought(document, outcome, point, number, heading.level or 1)
    return _edited(document, outcome, f"Moved the section {section.title!r}", heading)


def _section(document: OpenDocument, name: str, past: Past | None) -> Section:
    section = document.document.section(document.node(name, past))
    if past:
        past.require_unchanged(section.content)
    return section


def _behind(document: OpenDocument, node: Node) -> tuple[Range, int]:
    """The place behind a block, or behind the section of a heading, and how deep it is."""
    end = document.document.section(node).content_end if node.level else node.end
    return Range(end, end), node.depth


def _propose(document: OpenDocument, intent: Intent, args: SectionEdit) -> Outcome:
    return document.propose(intent, manner=args.mode, reason=args.reason)


def _edited(document: OpenDocument, outcome: Outcome, done: str, heading: Node | None) -> SectionEdited:
    """What to answer about an edit after which the section has that heading."""
    if heading:
        document.give_out(heading)
    return SectionEdited(
        message=outcome.tell(done),
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        node_id=heading.id if heading else None,
    )


def _headings_before(document: OpenDocument, position: int, without: Section | None = None) -> int:
    """How many headings stand before a position; those of one section are not counted."""
    nodes = document.document.nodes()
    inside = blocks.beginning(nodes, without.start, min(without.end, position)) if without else ()
    last = next((node for node in blocks.before(nodes, position) if node.level), None)
    return (naming.number(last.id) + 1 if last else 0) - sum(1 for node in inside if node.level)


def _brought(document: OpenDocument, outcome: Outcome, point: Range, number: int, level: int) -> Node:
    """The heading that a change has put behind a place. The document need not be read again for that: of a heading
    between others, its number and about where it stands are enough to name it."""
    behind = outcome.transaction.mapping.position(point.start, BEFORE)
    line = document.document.slice(behind, behind + MOST_LOOKED_AT)
    text = line.lstrip(" \t\r\n>")
    start = behind + len(line) - len(text)
    return Node(f"h-{number}", "heading", start, start + len(text.partition("\n")[0].rstrip()), level=level)
