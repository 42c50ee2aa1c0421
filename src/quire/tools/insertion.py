"""Formulas, diagrams and links at the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from quire.workspace.session import OpenDocument


class Put(Answer):
    message: str
    position: Annotated[int, Field(description="Where the text was put in.")]
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


def insert(document: OpenDocument, verb: str, done: str, **arguments: str) -> Put:
    """Have something put in at the cursor, which is the end of the selection."""
    cursor = document.manuscript.selection.end
    outcome = document.propose(Intent(verb, (Range(cursor, cursor),), arguments), manner="acts")
    return Put(
        message=outcome.tell(done),
        position=outcome.position(cursor),
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
    )


class InsertFormula(InWindow):
    latex: Annotated[str, Field(description="LaTeX expression, without dollar signs around it (e.g. E = mc^2).")]


@tool("insert", writes=True)
def insert_math_inline(session: Session, args: InsertFormula) -> Put:
    """Insert inline LaTeX math ($…$) at the cursor."""
    return insert(session.document(args.window_id), "insert_inline_formula", "Inserted a formula", latex=args.latex)


@tool("insert", writes=True)
def insert_math_block(session: Session, args: InsertFormula) -> Put:
    """Insert a block-level math equation ($$ … $$) at the cursor. A paragraph around the cursor is split."""
    return insert(session.document(args.window_id), "insert_formula", "Inserted a math block", latex=args.latex)


class InsertDiagram(InWindow):
    code: Annotated[str, Field(description="Mermaid diagram code.")]


@tool("insert", writes=True)
def insert_mermaid(session: Session, args: InsertDiagram) -> Put:
    """Insert a Mermaid diagram, as a fenced code block, at the cursor. A paragraph around the cursor is split."""
    return insert(session.document(args.window_id), "insert_diagram", "Inserted a diagram", code=args.code)


class InsertWikiLink(InWindow):
    target: Annotated[str, Field(description="Link target (page name).")]
    display_text: Annotated[str | None, Field(description="Display text (if different from target).")] = None


@tool("insert", writes=True)
def insert_wiki_link(session: Session, args: InsertWikiLink) -> Put:
    """Insert a wiki-style link, [[target]] or [[target|displayText]], at the cursor."""
    link = {"target": args.target} if args.display_text is None else {"target": args.target, "text": args.display_text}
    return insert(session.document(args.window_id), "insert_wiki_link", f"Inserted a link to {args.target!r}", **link)
