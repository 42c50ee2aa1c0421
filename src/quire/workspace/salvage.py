"""What becomes of a damaged journal: it is kept as it is under another name, and what can be read of it goes on.

Until all of that is copied, the damaged one stays in its place: a process that ends on the way has lost nothing.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LOGS = ("-wal", "-shm")
"""How the names of the files end that SQLite keeps beside a database."""


def aside(path: Path) -> Path:
    """A name beside it that is not taken."""
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 1
    while (found := path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")).exists():
        number += 1
    return found


def set_aside(path: Path) -> Path:
    """Give a journal another name, with all that lies beside it."""
    found = aside(path)
    for ending in ("", *LOGS):
        source = path.with_name(path.name + ending)
        if source.exists():
            source.replace(found.with_name(found.name + ending))
    return found


def draft(path: Path) -> Path:
    """Where a journal is made anew before it takes its place."""
    return path.with_name(f"{path.stem}-rescued{path.suffix}")


def replace(path: Path) -> Path:
    """Let what was rescued take the place of the damaged journal; where that is now."""
    kept = set_aside(path)
    draft(path).replace(path)
    return kept


def finish(path: Path) -> None:
    """Finish what a process was about to do that ended on the way."""
    if draft(path).exists() and not path.exists():
        replace(path)
    for ending in ("", *LOGS):
        draft(path).with_name(draft(path).name + ending).unlink(missing_ok=True)


def is_lone_log(path: Path) -> bool:
    """Whether a journal is gone or empty, and only the log beside it is left, which SQLite would delete."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0 and not (path.exists() and path.stat().st_size)


def reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, and brings nothing from the log into the database when it is closed."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = text
    return connection


def version(path: Path) -> int | None:
    """The form in which a journal was written, if that can be read."""
    with suppress(sqlite3.DatabaseError), closing(reading(path)) as damaged:
        found: int = damaged.execute("PRAGMA user_version").fetchone()[0]
        return found
    return None


def text(data: bytes) -> str:
    """A name as it is stored; of a damaged one, what is text of it."""
    return data.decode("utf-8", "replace")


def copy(path: Path, into: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Copy every row that can still be read: those before a damaged page, and from the end those behind it."""
    with closing(reading(path)) as damaged:
        into.execute("BEGIN")
        for name in tables:
            columns = into.execute(f"PRAGMA table_info({name})").fetchall()
            keys = [column[1] for column in columns if column[5]]
            put = f"INSERT OR IGNORE INTO {name} VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - our own names
            for direction in ("ASC", "DESC"):
                order = ", ".join(f"{key} {direction}" for key in keys)
                for row in _rows(damaged, f"SELECT * FROM {name} ORDER BY {order}"):  # noqa: S608
                    with suppress(sqlite3.IntegrityError, sqlite3.ProgrammingError):  # it is no row of this table
                        into.execute(put, row)
        into.execute("COMMIT")


def _rows(damaged: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """Rows as far as they can be read."""
    with suppress(sqlite3.DatabaseError):
        yield from damaged.execute(query)
