"""Chinese, Japanese and Korean text."""

from __future__ import annotations
