"""The type of the block at the cursor."""

from __future__ import annotations
