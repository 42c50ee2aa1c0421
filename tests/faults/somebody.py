"""A user of the machine who is not allowed everything: tests that run as root could write to any file."""

from __future__ import annotations

import codecs
import os
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import quire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOBODY = 65534
IS_ROOT = os.getuid() == 0


@contextmanager
def somebody() -> Iterator[None]:
    """Be the user who owns the workspace."""
    with _being(NOBODY):
        yield


@contextmanager
def themselves() -> Iterator[None]:
    """Be who runs the tests."""
    with _being(0):
        yield


@contextmanager
def _being(user: int) -> Iterator[None]:
    before = os.geteuid()
    if not IS_ROOT or before == user:
        yield
        return
    _become(user)
    try:
        yield
    finally:
        _become(before)


def _become(user: int) -> None:
    os.seteuid(0)  # only root may become another
    os.setegid(user)
    os.seteuid(user)


def hand_over(folder: Path) -> None:
    """Make a folder and all in it that user's own."""
    if IS_ROOT:
        for each in (folder, *folder.rglob("*")):
            os.chown(each, NOBODY, NOBODY, follow_symlinks=False)


@cache
def preload() -> None:
    """Import all that there is: that user may not be allowed to read Python's own files."""
    for module in walk_packages(quire.__path__, "quire."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for encoding in ("ascii", "latin-1", "cp437", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"):
        codecs.lookup(encoding)
