"""A picture by its bytes: of which kind it is, and how large it wants to be shown."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_EMU_PER_INCH = 914_400
_USUAL_RESOLUTION = 96


@dataclass(frozen=True, slots=True)
class Raster:
    """What a picture says of itself; its size is in English metric units."""

    extension: str
    content_type: str
    width: int
    height: int

    def within(self, width: int, height: int) -> Raster:
        """The picture made small enough for a place."""
        scale = min(1.0, width / max(1, self.width), height / max(1, self.height))
        return Raster(
            self.extension, self.content_type, max(1, int(self.width * scale)), max(1, int(self.height * scale))
        )


def raster(data: bytes) -> Raster | None:
    """What a picture is; None where it is none that Word shows."""
    for beginning, read in _KINDS:
        if data.startswith(beginning):
            try:
                return read(data)
            except (struct.error, IndexError):
                return None
    return None


def _sized(extension: str, pixels: tuple[int, int], resolution: tuple[float, float] = (0, 0)) -> Raster | None:
    if not all(pixels):
        return None
    sizes = [
        int(count * _EMU_PER_INCH / (dpi or _USUAL_RESOLUTION)) for count, dpi in zip(pixels, resolution, strict=True)
    ]
    return Raster(extension, f"image/{extension}", sizes[0], sizes[1])


def _png(data: bytes) -> Raster | None:
    width, height = struct.unpack(">II", data[16:24])
    at = data.find(b"pHYs", 0, 4096)
    across, down, unit = struct.unpack(">IIB", data[at + 4 : at + 13]) if at > 0 else (0, 0, 0)
    resolution = (across * 0.0254, down * 0.0254) if unit == 1 else (0.0, 0.0)
    return _sized("png", (width, height), resolution)


def _gif(data: bytes) -> Raster | None:
    return _sized("gif", struct.unpack("<HH", data[6:10]))


def _bmp(data: bytes) -> Raster | None:
    width, height = struct.unpack("<ii", data[18:26])
    return _sized("bmp", (abs(width), abs(height)))


def _jpeg(data: bytes) -> Raster | None:
    """The size stands in the frame's header, behind segments that each say how long they are."""
    resolution = (0.0, 0.0)
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if marker == 0xE0 and data[at + 4 : at + 8] == b"JFIF":
            unit, across, down = struct.unpack(">BHH", data[at + 11 : at + 16])
            factor = {1: 1.0, 2: 2.54}.get(unit, 0.0)
            resolution = (across * factor, down * factor)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return _sized("jpeg", (width, height), resolution)
        at += 2 + length
    return None


_KINDS = ((b"\x89PNG\r\n\x1a\n", _png), (b"\xff\xd8\xff", _jpeg), (b"GIF8", _gif), (b"BM", _bmp))
