"""Sections: a heading and all that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quire.formats.markdown.patch import Planner

VERBS: dict[str, Planner] = {}
