"""Tables: made, taken apart, and edited row by row and column by column."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quire.formats.markdown.patch import Planner

VERBS: dict[str, Planner] = {}
