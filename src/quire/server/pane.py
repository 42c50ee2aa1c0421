"""What goes between the server and the add-in's pane in Word, besides the operations themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

FOLDER = Path(__file__).parent / "addin"
"""What the build makes of web/word-addin: `pane.html`, what it loads, and the icons; served below /word-addin."""
PROTOCOL = 1
NAMESPACE = "/word"
PATH = "word-addin/socket"
"""Where the add-in connects to."""
EVENT = "word:"
"""What the events of operations begin with: `word:insertText`."""


class Said(BaseModel):
    """A message: nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel, populate_by_name=True)


class Greeting(Said):
    """How a pane introduces itself: the `auth` of the connection."""

    token: Annotated[str, Field(description="The `key` of the pane's own address.")]
    protocol: int
    session: Annotated[
        str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="Chosen by the pane, kept for as long as it lives.")
    ]
    title: Annotated[str, Field(max_length=400)]
    url: Annotated[str, Field(max_length=4000, description="Where the document is kept; empty for a new one.")] = ""
    platform: Annotated[str, Field(max_length=100, description="PC, Mac, OfficeOnline, …")] = ""
    sets: Annotated[list[str], Field(max_length=200, description="Requirement sets that are there: WordApi 1.3, …")] = (
        Field(default_factory=list)
    )
    paused: bool = False
    read_only: bool = False


class Hello(Said):
    """How the server answers: the event `hello`."""

    protocol: int = PROTOCOL
    version: Annotated[str, Field(description="Of Quire.")]
    label: Annotated[str, Field(description="The document's name as a window: word-1, …")]
    resumed: Annotated[bool, Field(description="Whether the pane was known, so that its handles still count.")]
    most_characters: Annotated[
        int, Field(description="How long an answer may be as JSON; a longer one is to be answered with E_RUNTIME.")
    ]


class State(Said):
    """What has changed in the pane: the event `state`."""

    title: Annotated[str, Field(max_length=400)]
    paused: bool
    read_only: bool


class Asked(Said):
    """What every operation carries besides its arguments."""

    version: str
    tracked: Annotated[bool, Field(description="Make the edit as a tracked change, then track as before.")] = False


class Succeeded(Said):
    ok: Literal[True]
    op: str
    data: dict[str, Any]


class Failed(Said):
    """Why an operation was not carried out; nothing of it may be left behind."""

    ok: Literal[False]
    op: str
    code: Literal[
        "E_INVALID_ARG", "E_NOT_FOUND", "E_UNSUPPORTED", "E_PERMISSION", "E_RUNTIME", "E_TIMEOUT", "E_CONFLICT"
    ]
    message: str
    hint: str = ""
    diagnostics: Annotated[str, Field(description="For the log: Office's own code, where it happened.")] = ""
