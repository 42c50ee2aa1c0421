"""Tracked changes and what belongs to review: reading, deciding, writing them."""
