"""What can have become of a journal while nobody used it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random


def damage(journal: Path, chance: Random) -> str:
    """Harm a journal; what was done to it."""
    wal = journal.with_name(f"{journal.name}-wal")
    ways = [_overwritten, _overwritten, _cut, _emptied, _other, _newer, _gone]
    if wal.exists() and wal.stat().st_size:
        ways += [_cut_log, _cut_log, _overwritten_log, _without_log, _log_alone]
    way = chance.choice(ways)
    way(journal, chance)
    return way.__name__.strip("_").replace("_", " ")


def _overwritten(path: Path, chance: Random) -> None:
    """Some stretches are other bytes."""
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 5))):
        size = chance.choice((1, 8, 100, 4096, 20_000))
        start = chance.randrange(len(data)) if len(data) else 0
        data[start : start + size] = chance.randbytes(len(data[start : start + size]))
    path.write_bytes(data)


def _cut(path: Path, chance: Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data) + 1)])


def _emptied(path: Path, _: Random) -> None:
    path.write_bytes(b"")


def _other(path: Path, chance: Random) -> None:
    path.write_bytes(chance.randbytes(chance.choice((1, 100, 100_000))))


def _newer(path: Path, _: Random) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def _gone(path: Path, _: Random) -> None:
    path.unlink()


def _cut_log(path: Path, chance: Random) -> None:
    _cut(_log(path), chance)


def _overwritten_log(path: Path, chance: Random) -> None:
    _overwritten(_log(path), chance)


def _without_log(path: Path, _: Random) -> None:
    _log(path).unlink()


def _log_alone(path: Path, chance: Random) -> None:
    chance.choice((path.unlink, lambda: path.write_bytes(b"")))()


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
