"""Formulas, diagrams, links and rules, put in where they can stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quire.formats.markdown.patch import Planner

VERBS: dict[str, Planner] = {}
