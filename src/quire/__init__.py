"""Quire: AI agents and people edit Word and Markdown documents together."""

__version__ = "0.1.0"
