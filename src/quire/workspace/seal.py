"""A checksum before what is stored: a letter that a disk gives back and nobody wrote is not taken for one.

The place where something is stored counts as well, so that no row is taken for another one."""

from __future__ import annotations

import zlib

from quire.core.errors import FailureError

_SIZE = 4


def sealed(body: bytes, *place: str | int) -> bytes:
    """A body as it is stored at a place."""
    return _checksum(body, place) + body


def opened(stored: object, *place: str | int) -> bytes:
    """The body that was stored at a place; refused if it is another one now."""
    if not isinstance(stored, bytes) or stored[:_SIZE] != _checksum(body := stored[_SIZE:], place):
        raise FailureError("what is stored is not what was written", "Run 'quire doctor'.")
    return body


def _checksum(body: bytes, place: tuple[str | int, ...]) -> bytes:
    return zlib.crc32(body, zlib.crc32(repr(place).encode("utf-8", "replace"))).to_bytes(_SIZE, "big")
