"""The documents below the roots, as a person looks through them."""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quire import formats
from quire.core.errors import FailureError, QuireError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.workspace.files import Roots

MOST_FOUND = 10_000
MOST_SECONDS = 0.3
"""The workspace waits while someone looks around."""

SKIPPED = frozenset({"node_modules", "__pycache__"})
"""Folders in which nobody keeps documents, and programs keep thousands."""

ENDINGS = tuple(ending for known in formats.FORMATS.values() for ending in known.extensions if ending)


@dataclass(frozen=True, slots=True)
class Entry:
    """A document or a folder."""

    name: str
    path: str
    is_folder: bool


def listed(roots: Roots, folder: str | None = None) -> list[Entry]:
    """The folders and documents in a folder; without one, what is in the root, or the roots if there are several."""
    if folder is None and len(roots.folders) > 1:
        return [Entry(path, path, is_folder=True) for path in roots.folders]
    place = roots.resolve(folder or roots.folders[0])
    try:
        found = list(_entries(roots, str(place)))
    except OSError as error:
        raise FailureError(f"{str(place)!r} cannot be listed: {error.strerror}.", "Choose another folder.") from error
    return sorted(found, key=lambda entry: (not entry.is_folder, entry.name.casefold()))


def documents(roots: Roots) -> tuple[list[str], bool]:
    """The documents below the roots, the nearest first, and whether these are all: there is a limit to the looking."""
    found: list[str] = []
    waiting = deque(roots.folders)
    deadline = time.monotonic() + MOST_SECONDS
    while waiting:
        if len(found) >= MOST_FOUND or time.monotonic() > deadline:
            return found[:MOST_FOUND], False
        try:
            for entry in _entries(roots, waiting.popleft()):
                (waiting if entry.is_folder else found).append(entry.path)
        except OSError:
            continue  # it is gone, or not for us to read
    return list(dict.fromkeys(found)), True


def _entries(roots: Roots, folder: str) -> Iterator[Entry]:
    with os.scandir(folder) as entries:
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            is_wanted = entry.name not in SKIPPED if is_folder else entry.name.lower().endswith(ENDINGS)
            if is_wanted and _may_be_told(roots, entry):
                yield Entry(entry.name, entry.path, is_folder)


def _may_be_told(roots: Roots, entry: os.DirEntry[str]) -> bool:
    """Whether it is not hidden, not Quire's own, not an office program's lock, and its name is text."""
    if entry.name.startswith((".", "~$")) or entry.path == roots.private or not entry.name.isprintable():
        return False
    if not entry.is_symlink():
        return True
    try:
        return Path(roots.resolve(entry.path)).is_file()
    except QuireError:
        return False
