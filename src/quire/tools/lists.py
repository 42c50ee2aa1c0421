"""Lists at the cursor, and lists edited as a whole."""

from __future__ import annotations
