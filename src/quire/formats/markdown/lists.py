"""Lists: turned on and off, indented, outdented, renumbered, edited item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quire.formats.markdown.patch import Planner

VERBS: dict[str, Planner] = {}
