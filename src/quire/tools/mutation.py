"""Edits by names of blocks, by text and by context, all or nothing."""

from __future__ import annotations
