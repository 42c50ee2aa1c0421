"""The command line of Mermaid (`mmdc`), where it is installed: what draws diagrams for documents that cannot.

A diagram that is not drawn, for whatever reason, stays the code that it is.
"""

from __future__ import annotations

import logging
import shutil
import struct
import tempfile
import zlib
from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.core.content import Code, Paragraph, Picture
from quire.core.notation import from_json, to_json
from quire.core.rewriting import with_blocks
from quire.workspace import programs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.core.content import Block, Content
    from quire.core.document import Intent

logger = logging.getLogger(__name__)

SECONDS = 30
_SHARPNESS = 2
"""How many pixels are drawn for one on a screen of 96 to the inch."""
_LANGUAGE = "mermaid"
_PNG_HEADER = 33


def program() -> str | None:
    """Where the renderer is, if it is installed."""
    return shutil.which("mmdc")


def illustrated(content: Content) -> Content:
    """Content whose diagrams are pictures, as far as they can be drawn here; their code is the description."""
    return with_blocks(content, _illustrated) if program() else content


def with_diagrams(intent: Intent) -> Intent:
    """An intent that brings pictures of diagrams, as far as they can be drawn here."""
    has_some = _has_diagrams(intent.arguments)
    return replace(intent, arguments=_walked(intent.arguments)) if has_some and program() else intent


def _has_diagrams(said: Any) -> bool:
    if isinstance(said, dict):
        return said.get("language") == _LANGUAGE or any(map(_has_diagrams, said.values()))
    return isinstance(said, list) and any(map(_has_diagrams, said))


def _walked(said: Any) -> Any:
    if isinstance(said, list):
        return [_walked(each) for each in said]
    if not isinstance(said, dict):
        return said
    if said.keys() >= {"blocks", "notes"}:
        return to_json(illustrated(from_json(said)))
    return {key: _walked(each) for key, each in said.items()}


def _illustrated(block: Block) -> Iterable[Block]:
    data = draw(block.text) if isinstance(block, Code) and block.language == _LANGUAGE else None
    if isinstance(block, Code) and data:
        block = Paragraph((Picture(f"data:image/png;base64,{b64encode(data).decode()}", block.text),))
    yield block


@lru_cache(maxsize=32)
def draw(code: str) -> bytes | None:
    """The picture of a diagram; None where the renderer does not understand it."""
    renderer = program()
    if renderer is None:
        return None
    with tempfile.TemporaryDirectory(prefix="quire-", ignore_cleanup_errors=True) as folder:
        source, result = Path(folder, "diagram.mmd"), Path(folder, "diagram.png")
        source.write_text(code, encoding="utf-8")
        said = programs.run(
            *(renderer, "--input", str(source), "--output", str(result), "--scale", str(_SHARPNESS), "--quiet"),
            seconds=SECONDS,
        )
        if result.exists():
            return _sharp(result.read_bytes())
        logger.warning("A diagram was not drawn: %s", "the renderer took too long" if said is None else said)
        return None


def _sharp(data: bytes) -> bytes:
    """A PNG that tells how many of its pixels are an inch."""
    return data if b"pHYs" in data[:4096] else data[:_PNG_HEADER] + resolution() + data[_PNG_HEADER:]


def resolution() -> bytes:
    """What tells that in a PNG."""
    per_meter = round(96 * _SHARPNESS / 0.0254)
    chunk = b"pHYs" + struct.pack(">IIB", per_meter, per_meter, 1)
    return struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
