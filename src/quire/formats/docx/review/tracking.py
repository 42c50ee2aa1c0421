"""Whether a document asks for its changes to be tracked."""

from __future__ import annotations

from quire.formats.docx.names import name, parse
from quire.formats.docx.style.properties import switched_on


def is_on(settings: bytes | None) -> bool:
    """What the settings of a document say."""
    if settings is None or b"trackRevisions" not in settings.replace(b"\0", b""):
        return False
    return switched_on(parse(settings, "The settings").find(name("w:trackRevisions")))
