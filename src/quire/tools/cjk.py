"""Spaces and punctuation in Chinese and Japanese text."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quire.core.document import Intent
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import Session


class Retouched(Answer):
    message: str
    count: Annotated[int, Field(description="How many places were changed.")]
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


class ConvertPunctuation(InWindow):
    direction: Annotated[
        Literal["to-fullwidth", "to-halfwidth"],
        Field(description="to-fullwidth (next to Chinese or Japanese text) or to-halfwidth (everywhere)."),
    ]


@tool("cjk", writes=True, idempotent=True)
def cjk_punctuation_convert(session: Session, args: ConvertPunctuation) -> Retouched:
    """Convert punctuation between half-width and full-width, in the selection or, with none, in the whole document.

    Code, math, addresses, link targets, numbers and markup stay as they are."""
    return _retouch(session, args, "convert_punctuation", "Converted punctuation", direction=args.direction)


class FixSpacing(InWindow):
    action: Annotated[
        Literal["add", "remove"],
        Field(description="add or remove a space between CJK and Latin text or numbers."),
    ]


@tool("cjk", writes=True, idempotent=True)
def cjk_spacing_fix(session: Session, args: FixSpacing) -> Retouched:
    """Add or remove spacing between CJK and Latin characters, in the selection or, with none, in the whole document.

    Code, math, addresses, link targets and markup stay as they are."""
    done = "Added spaces" if args.action == "add" else "Removed spaces"
    return _retouch(session, args, "fix_spacing", done, action=args.action)


def _retouch(session: Session, args: InWindow, verb: str, done: str, **arguments: str) -> Retouched:
    document = session.document(args.window_id)
    place = document.manuscript.selection
    outcome = document.propose(Intent(verb, () if place.is_empty else (place,), arguments), manner="acts")
    count = len(outcome.transaction.shifts)
    return Retouched(
        message=outcome.tell(f"{done} in {count} places") if count else "There is nothing to change.",
        count=count,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
    )
