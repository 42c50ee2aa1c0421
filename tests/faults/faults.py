"""What can go wrong around a workspace while it is edited and saved. Each lasts as long as its block."""

from __future__ import annotations

import errno
import os
import resource
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any
from unittest import mock

from tests.faults.somebody import IS_ROOT, hand_over

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.faults.scene import Scene

HOUR, YEAR = 3600.0, 365 * 86400.0
SYSTEM_CALLS = ("open", "fsync", "replace", "chmod", "chown", "unlink")
"""What saving a file needs of the system."""


class KilledError(BaseException):
    """The process ends here."""


# The disk


@contextmanager
def full_disk(scene: Scene) -> Iterator[None]:
    """The disk has room for a little more, or for nothing."""
    ballast = scene.home.parent / "ballast"
    ballast.touch()
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 65536)
    with ballast.open("r+b") as file:
        file.truncate(max(0, ballast.stat().st_size - scene.chance.choice((0, 0, 4096, 30_000, 300_000))))
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def short_files(scene: Scene) -> Iterator[None]:
    """No file can become longer than some length."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (scene.chance.choice((0, 100, 4096, 50_000, 200_000)), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def failing_calls(scene: Scene) -> Iterator[None]:
    """One call of the system fails, or each of its kind."""
    name, left = scene.chance.choice(SYSTEM_CALLS), scene.chance.randrange(4)
    real, always = getattr(os, name), scene.chance.random() < 0.3
    code = scene.chance.choice((errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.EMFILE))

    def failing(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left == -1 or (always and left < 0):
            raise OSError(code, os.strerror(code))
        return real(*given, **named)

    with mock.patch.object(os, name, failing):
        yield


@contextmanager
def killed(scene: Scene) -> Iterator[None]:
    """The process ends before or behind some call of the system."""
    name, left, before = scene.chance.choice(SYSTEM_CALLS), scene.chance.randrange(4), scene.chance.random() < 0.5
    real = getattr(os, name)

    def ending(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            return real(*given, **named)
        if not before:
            real(*given, **named)
        with mock.patch.object(os, name, real):
            scene.remember()
        raise KilledError

    with mock.patch.object(os, name, ending):
        yield


# Permissions


@contextmanager
def forbidden(scene: Scene) -> Iterator[None]:
    """A folder or a file may not be written, read or entered for a while."""
    paths = (scene.root, scene.markdown, scene.word, scene.home, scene.home / "journal.db")
    path, mode = scene.chance.choice(paths), scene.chance.choice((0o000, 0o400, 0o500, 0o600, 0o100))
    with suppress(FileNotFoundError):
        before = path.stat().st_mode & 0o777
        path.chmod(mode)
        try:
            yield
        finally:
            if path.exists():
                path.chmod(before)
        return
    yield


# Files that others change


@contextmanager
def disturbed(scene: Scene) -> Iterator[None]:
    """Someone else replaces, cuts, deletes a document's file, or puts something else in its place."""
    path = scene.chance.choice((scene.markdown, scene.word))
    before = path.read_bytes() if path.is_file() else b""
    _remove(path)
    match scene.chance.choice(("replaced", "cut", "gone", "folder", "empty", "pipe", "loop", "binary")):
        case "replaced":
            path.write_bytes(before + b" ")
        case "cut":
            path.write_bytes(before[: scene.chance.randrange(len(before) + 1)])
        case "folder":
            path.mkdir()
        case "empty":
            path.write_bytes(b"")
        case "pipe":
            os.mkfifo(path)
        case "loop":
            path.symlink_to(path)
        case "binary":
            path.write_bytes(scene.chance.randbytes(2000))
    hand_over(scene.root)
    scene.notice(path)
    yield
    if scene.chance.random() < 0.5:
        _remove(path)
        path.write_bytes(before)
        hand_over(scene.root)
        scene.notice(path)


def _remove(path: Path) -> None:
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


# Time


@contextmanager
def clock_jump(scene: Scene) -> Iterator[None]:
    """The clock of the machine is set to another time."""
    real, jump = time.time, scene.chance.choice((-HOUR, HOUR, -YEAR, YEAR, -50 * YEAR, 0.5 - HOUR))

    def told() -> float:
        return real() + jump

    with mock.patch.object(time, "time", told):
        yield


# The workspace's own folder


@contextmanager
def lost_journal(scene: Scene) -> Iterator[None]:
    """The journal is taken away while it is in use, then put back."""
    journal, elsewhere = scene.home / "journal.db", scene.home / "elsewhere.db"
    journal.rename(elsewhere)
    if scene.chance.random() < 0.5:
        journal.write_bytes(b"")
        hand_over(scene.home)
    yield
    elsewhere.replace(journal)


Fault = Callable[["Scene"], AbstractContextManager[None]]

FAULTS: dict[str, Fault] = {
    **({"full disk": full_disk} if IS_ROOT else {}),  # a disk of one's own is for root to have
    "short files": short_files,
    "failing calls": failing_calls,
    "forbidden": forbidden,
    "disturbed": disturbed,
    "clock jump": clock_jump,
    "lost journal": lost_journal,
}
