"""Formulas, diagrams and links, inserted at the cursor."""

from __future__ import annotations
