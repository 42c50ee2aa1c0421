"""The blocks and sections of a document, and their names."""

from __future__ import annotations
