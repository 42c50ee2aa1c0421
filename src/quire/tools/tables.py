"""Tables at the cursor, and tables edited as a whole."""

from __future__ import annotations
