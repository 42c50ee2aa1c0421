"""How a server was started: what its clients see and may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quire.workspace.files import Roots
from quire.workspace.settings import Approval

DEFAULT_PORT = 8765
WORD_PORT = 8766
"""Where the add-in's pane is served; its manifest names it."""

ToolNames = Literal["auto", "dotted", "underscore"]
"""How a name with a dot is listed: as the client can take it, as it is, or with an underscore."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What the flags of a server say."""

    roots: Roots
    toolsets: tuple[str, ...] = ()
    tool_names: ToolNames = "auto"
    approval: Approval = "agent"
    read_only: bool = False
    fetches: bool = True
