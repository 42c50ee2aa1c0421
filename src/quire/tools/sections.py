"""Sections, changed as a whole."""

from __future__ import annotations
