"""Marks and links on the selection."""

from __future__ import annotations
