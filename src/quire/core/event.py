"""What can happen to a document: all that it is can be told from these, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quire.core.anchor import Range
from quire.core.author import Author
from quire.core.handle import Handle
from quire.core.suggestion import Suggestion
from quire.core.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Edited:
    """The text changed. `accepted` names the suggestions that this fulfils, `brings` are those that wait from then on,
    `origin` names the page that it was typed in.

    What `joins` the change before it is undone with it."""

    transaction: Transaction
    way: Literal["edit", "undo", "redo"] = "edit"
    accepted: tuple[str, ...] = ()
    brings: tuple[Suggestion, ...] = ()
    origin: str = ""
    joins: bool = False
    kind: Literal["edited"] = "edited"


@dataclass(frozen=True, slots=True)
class Staged:
    """Changes were suggested."""

    suggestions: tuple[Suggestion, ...]
    kind: Literal["staged"] = "staged"


@dataclass(frozen=True, slots=True)
class Rejected:
    """Suggestions were turned down."""

    suggestions: tuple[str, ...]
    kind: Literal["rejected"] = "rejected"


@dataclass(frozen=True, slots=True)
class Selected:
    """The selection, or the cursor, was put somewhere."""

    range: Range
    kind: Literal["selected"] = "selected"


@dataclass(frozen=True, slots=True)
class Saved:
    """The file now holds this text."""

    kind: Literal["saved"] = "saved"


@dataclass(frozen=True, slots=True)
class Listed:
    """The names of blocks were given out: from now on they mean what they mean at this revision."""

    kind: Literal["listed"] = "listed"


@dataclass(frozen=True, slots=True)
class Marked:
    """Places were given names."""

    handles: dict[str, Handle]
    kind: Literal["marked"] = "marked"


Event = Edited | Staged | Rejected | Selected | Saved | Listed | Marked


@dataclass(frozen=True, slots=True)
class Record:
    """An event with its place in the line, its time and who caused it."""

    sequence: int
    at: float
    author: Author
    event: Event
