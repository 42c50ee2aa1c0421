"""Which pictures a page can hold, by their first bytes."""

from __future__ import annotations

_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"BM": "image/bmp",
}


def content_type(data: bytes) -> str | None:
    """What a browser is to take bytes for; None where they are no picture that all browsers show."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for beginning, kind in _BEGINNINGS.items() if data.startswith(beginning)), None)
