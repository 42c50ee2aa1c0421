"""The durable record of the workspace.

What happened to each document is a line of records; a snapshot stands for the records before it, so that the line stays
short. Everything above this file only appends at an expected place, reads, and replaces small named values.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
import zlib
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from quire.core.errors import ConflictError, FailureError
from quire.core.event import Event, Record
from quire.core.manuscript import Standing
from quire.workspace import salvage
from quire.workspace.audit import AuditEntry
from quire.workspace.seal import opened, sealed
from quire.workspace.sheet import Sheet
from quire.workspace.version import MOST_KEPT, Version, surplus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

logger = logging.getLogger(__name__)

SCHEMA = 2
WITHOUT_CHECKSUMS = 1
MOST_AUDIT_ROWS = 50_000
MOST_RECORDS = 5_000
LONG_LINE_BYTES = 256 * 1024
ANSWERS_KEPT_SECONDS = 600
MOST_VERSION_BYTES = 512 * 1024 * 1024

_TABLES = {
    "sheets": "document TEXT PRIMARY KEY, body BLOB NOT NULL",
    "snapshots": "document TEXT PRIMARY KEY, content BLOB NOT NULL, standing BLOB NOT NULL",
    "records": "document TEXT, sequence INTEGER, body BLOB NOT NULL, PRIMARY KEY (document, sequence)",
    "named": "name TEXT PRIMARY KEY, value BLOB NOT NULL",
    "answers": "call TEXT PRIMARY KEY, at REAL NOT NULL, body BLOB NOT NULL",
    "audit": "id INTEGER PRIMARY KEY, body BLOB NOT NULL",
    "versions": "id INTEGER PRIMARY KEY, owner TEXT NOT NULL, body BLOB NOT NULL, content BLOB NOT NULL",
}
_NUMBERED = ("audit", "versions")
_SEALED = {
    "sheets": ("body", "document"),
    "snapshots": ("content", "document"),
    "records": ("body", "document", "sequence"),
    "named": ("value", "name"),
    "answers": ("body", "call"),
    "audit": ("body",),
    "versions": ("body",),
}
"""What has a checksum, and the place that counts in it: versions may get another owner; what they hold has its own."""
_OUTSIDE = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
}  # fmt: skip
"""What keeps a journal from being opened that may be sound."""

T = TypeVar("T")

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)
_RECORD: TypeAdapter[Record] = TypeAdapter(Record)
_STANDING: TypeAdapter[Standing] = TypeAdapter(Standing)
_SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)
_AUDIT: TypeAdapter[AuditEntry] = TypeAdapter(AuditEntry)
_VERSION: TypeAdapter[Version] = TypeAdapter(Version)


def encode_event(event: Event) -> bytes:
    """An event as it is stored."""
    return _EVENT.dump_json(event)


def decode_event(data: bytes) -> Event:
    """The event that was stored."""
    return _EVENT.validate_json(data)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document at one moment: its content as its format writes it, and its standing."""

    content: bytes
    standing: Standing


@dataclass(slots=True)
class Batch:
    """Everything that one call changed: written together or not at all."""

    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    records: list[tuple[str, Record]] = field(default_factory=list)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    named: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, bytes] = field(default_factory=dict)
    audit: list[AuditEntry] = field(default_factory=list)
    versions: list[tuple[Version, bytes]] = field(default_factory=list)
    heirs: dict[str, str] = field(default_factory=dict)  # whose versions belong to whom from now on
    amends: bool = False  # whether the first of these takes the place of the newest one before

    @property
    def documents(self) -> set[str]:
        """Those that anything is written about."""
        return {*self.snapshots, *(name for name, _ in self.records), *self.sheets, *self.forgotten}

    def __bool__(self) -> bool:
        return bool(
            self.snapshots or self.records or self.sheets or self.forgotten or self.named or self.audit or self.versions
        )


class Journal(Protocol):
    """Where the workspace is kept. SQLite here; anything that can append at an expected place will do."""

    def commit(self, batch: Batch) -> None:
        """Make a batch durable. A record whose place in its line is taken refuses the whole batch."""

    def sheets(self) -> dict[str, Sheet]:
        """All documents that are known."""

    def snapshot(self, document: str) -> Snapshot | None:
        """The newest snapshot of a document."""

    def records(self, document: str, since: int) -> Iterator[Record]:
        """What happened to a document behind a place in its line."""

    def is_long(self, document: str) -> bool:
        """Whether a new snapshot is due."""

    def named(self, name: str) -> bytes | None:
        """A small value by its name."""

    def answer(self, call: str) -> bytes | None:
        """What was answered to a call that changed something."""

    def audit(self, most: int) -> list[AuditEntry]:
        """The newest entries of the audit log, the newest first."""

    def versions(self, owner: str) -> list[Version]:
        """The versions that are kept of a document, the newest first."""

    def version(self, owner: str, number: int) -> bytes | None:
        """What a version holds."""

    def copy_aside(self) -> Path:
        """Keep all of it as it is now, beside it; where."""

    def sync(self) -> None:
        """Bring all that is durable against the end of the process onto the disk itself."""

    def close(self) -> None:
        """Let go of it."""


class _Damage(sqlite3.DatabaseError):
    """What SQLite finds when it looks through a journal."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class SqliteJournal:
    """The journal in one SQLite file. One process at a time; any of its threads, one after the other."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise
        self._path = path
        self._number = path.stat().st_ino
        self._lengths: dict[str, tuple[int, int]] = {}

    def _prepare(self) -> None:
        self._connection.text_factory = salvage.text
        self._connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA journal_size_limit = 16777216")
        for name, columns in _TABLES.items():
            rowid = "" if name in _NUMBERED else "WITHOUT ROWID"
            self._connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns}) {rowid}")
        self._connection.execute("CREATE INDEX IF NOT EXISTS versions_of ON versions (owner)")
        self._connection.execute("CREATE INDEX IF NOT EXISTS answers_at ON answers (at)")
        self._renew()

    def _renew(self) -> None:
        """Bring a journal that an older Quire has written into today's form."""
        execute = self._connection.execute
        (version,) = execute("PRAGMA user_version").fetchone()
        if version == SCHEMA:
            return
        execute("BEGIN IMMEDIATE")
        if version == WITHOUT_CHECKSUMS:
            self._connection.create_function("sealed", -1, sealed)
            for table, (column, *place) in _SEALED.items():
                arguments = ", ".join((column, *place))
                execute(  # what is no longer even bytes is left as it is, and found when it is read
                    f"UPDATE {table} SET {column} = sealed({arguments}) WHERE typeof({column}) = 'blob'"  # noqa: S608
                )
            execute("UPDATE snapshots SET standing = sealed(standing, document) WHERE typeof(standing) = 'blob'")
        execute(f"PRAGMA user_version = {SCHEMA}")
        execute("COMMIT")

    def commit(self, batch: Batch) -> None:
        self._check_place()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._write(batch)
            self._connection.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            self._roll_back()
            raise ConflictError(
                "The document was changed by another process at the same time.", "Read it again and repeat the edit."
            ) from error
        except sqlite3.Error as error:
            self._roll_back()
            raise FailureError(
                f"The journal cannot be written: {error}. Nothing was changed.",
                "Make room on the disk that holds QUIRE_HOME, or run 'quire doctor'.",
            ) from error
        except BaseException:
            self._roll_back()
            raise

    def _check_place(self) -> None:
        """Refuse to write to a file that nobody would find again."""
        try:
            is_there = self._path.stat().st_ino == self._number
        except OSError:
            is_there = False
        if not is_there:
            raise FailureError(
                f"The journal {str(self._path)!r} was deleted, replaced or locked away. Nothing was changed.",
                "Put it back, or end this process of Quire and start it again.",
            )

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # a transaction that the failure ended already has nothing to roll back
            self._connection.execute("ROLLBACK")
        self._lengths.clear()

    def _write(self, batch: Batch) -> None:
        execute = self._connection.execute
        for document, snapshot in batch.snapshots.items():
            content, standing = snapshot.content, _STANDING.dump_json(snapshot.standing)
            execute(
                "REPLACE INTO snapshots VALUES (?, ?, ?)",
                (document, sealed(content, document), sealed(standing, document)),
            )
            execute("DELETE FROM records WHERE document = ?", (document,))
            self._lengths[document] = (0, 0)
        for document, record in batch.records:
            body = sealed(_RECORD.dump_json(record), document, record.sequence)
            execute("INSERT INTO records VALUES (?, ?, ?)", (document, record.sequence, body))
            count, size = self._length(document)
            self._lengths[document] = (count + 1, size + len(body))
        for document, sheet in batch.sheets.items():
            execute("REPLACE INTO sheets VALUES (?, ?)", (document, sealed(_SHEET.dump_json(sheet), document)))
        for document in batch.forgotten:
            for table in ("sheets", "snapshots", "records"):
                execute(f"DELETE FROM {table} WHERE document = ?", (document,))  # noqa: S608 - names of our own
            execute("DELETE FROM versions WHERE owner = ?", (document,))
        for name, value in batch.named.items():
            execute("REPLACE INTO named VALUES (?, ?)", (name, sealed(value, name)))
        for call, body in batch.answers.items():
            execute("REPLACE INTO answers VALUES (?, ?, ?)", (call, time.time(), sealed(body, call)))
        if batch.amends:
            execute("DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)")
        for entry in batch.audit:
            execute("INSERT INTO audit (body) VALUES (?)", (sealed(_AUDIT.dump_json(entry)),))
        for owner, heir in batch.heirs.items():
            execute("UPDATE versions SET owner = ? WHERE owner = ?", (heir, owner))
        for version, content in batch.versions:
            self._keep(version, content)

    def _keep(self, version: Version, content: bytes) -> None:
        """Add a version, unless it is like the newest one; what is too much goes."""
        known = self.versions(version.owner)
        if known and known[0].digest == version.digest:
            return
        execute = self._connection.execute
        execute(
            "INSERT INTO versions (owner, body, content) VALUES (?, ?, ?)",
            (version.owner, sealed(_VERSION.dump_json(version)), zlib.compress(content, 1)),
        )
        if len(known) >= MOST_KEPT:
            gone = known[::-1][surplus([each.at for each in reversed(known)], version.at)]
            execute("DELETE FROM versions WHERE id = ?", (gone.id,))
        while execute("SELECT sum(length(content)) FROM versions").fetchone()[0] > MOST_VERSION_BYTES:
            execute("DELETE FROM versions WHERE id = (SELECT min(id) FROM versions)")

    def sheets(self) -> dict[str, Sheet]:
        found: dict[str, Sheet] = {}
        for document, body in self._connection.execute("SELECT document, body FROM sheets"):
            try:
                found[document] = _SHEET.validate_json(opened(body, document))
            except (ValidationError, FailureError) as error:
                logger.error("What is stored of document %s cannot be read and is left alone: %s", document, error)
        return found

    def snapshot(self, document: str) -> Snapshot | None:
        row = self._connection.execute(
            "SELECT content, standing FROM snapshots WHERE document = ?", (document,)
        ).fetchone()
        if row is None:
            return None
        content, standing = (opened(each, document) for each in row)
        return Snapshot(content, _STANDING.validate_json(standing))

    def records(self, document: str, since: int) -> Iterator[Record]:
        rows = self._connection.execute(
            "SELECT sequence, body FROM records WHERE document = ? AND sequence > ? ORDER BY sequence",
            (document, since),
        ).fetchall()  # nothing else could be done to the journal before all are read
        return (_RECORD.validate_json(opened(body, document, sequence)) for sequence, body in rows)

    def is_long(self, document: str) -> bool:
        try:
            return self._is_long(document)
        except sqlite3.Error as error:
            raise FailureError(f"The journal cannot be read: {error}.", "Run 'quire doctor'.") from error

    def _is_long(self, document: str) -> bool:
        count, size = self._length(document)
        if count <= MOST_RECORDS and size <= LONG_LINE_BYTES:
            return False
        row = self._connection.execute(
            "SELECT length(content) + length(standing) FROM snapshots WHERE document = ?", (document,)
        ).fetchone()
        # Writing a snapshot costs its size: wait until as much has been written, so that edits stay cheap.
        return count > MOST_RECORDS or row is None or size > row[0]

    def _length(self, document: str) -> tuple[int, int]:
        if document not in self._lengths:
            self._lengths[document] = self._connection.execute(
                "SELECT count(*), coalesce(sum(length(body)), 0) FROM records WHERE document = ?", (document,)
            ).fetchone()
        return self._lengths[document]

    def named(self, name: str) -> bytes | None:
        return self._one("SELECT value FROM named WHERE name = ?", name)

    def answer(self, call: str) -> bytes | None:
        return self._one("SELECT body FROM answers WHERE call = ?", call)

    def _one(self, query: str, key: str) -> bytes | None:
        row = self._connection.execute(query, (key,)).fetchone()
        return opened(row[0], key) if row else None

    def audit(self, most: int) -> list[AuditEntry]:
        rows = self._connection.execute("SELECT body FROM audit ORDER BY id DESC LIMIT ?", (most,))
        return [entry for (body,) in rows if (entry := _known(_AUDIT, body))]

    def versions(self, owner: str) -> list[Version]:
        rows = self._connection.execute("SELECT id, body FROM versions WHERE owner = ? ORDER BY id DESC", (owner,))
        return [replace(version, id=number) for number, body in rows if (version := _known(_VERSION, body))]

    def version(self, owner: str, number: int) -> bytes | None:
        row = self._connection.execute(
            "SELECT content FROM versions WHERE owner = ? AND id = ?", (owner, number)
        ).fetchone()
        try:
            return zlib.decompress(row[0]) if row else None
        except zlib.error as error:
            raise FailureError(f"Version {number} was damaged: {error}.", "Take another version.") from error

    def copy_aside(self) -> Path:
        aside = salvage.aside(self._path)
        self._connection.execute("VACUUM INTO ?", (str(aside),))
        return aside

    def sync(self) -> None:
        execute = self._connection.execute
        try:
            execute("DELETE FROM answers WHERE at < ?", (time.time() - ANSWERS_KEPT_SECONDS,))
            execute("DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ?", (MOST_AUDIT_ROWS,))
            execute("PRAGMA incremental_vacuum")
            execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            raise FailureError(f"The journal cannot be tidied: {error}.", "Make room on its disk.") from error

    def close(self) -> None:
        self._connection.close()


def _known(kind: TypeAdapter[T], body: bytes) -> T | None:
    """What is stored, if it can be read: one damaged entry does not keep the others away."""
    try:
        return kind.validate_json(opened(body))
    except (ValidationError, FailureError) as error:
        logger.error("An entry of the journal cannot be read and is left out: %s", error)
        return None


def open_journal(path: Path) -> SqliteJournal:
    """The journal of a workspace. A damaged one is set aside, and what can be read of it is kept."""
    try:
        _check_permission(path)
        salvage.finish(path)
        return _sound(path) or _rescued(path)
    except (OSError, sqlite3.Error) as error:
        raise FailureError(
            f"The journal {str(path)!r} cannot be opened: {error}.",
            "Another program has it open, maybe one that makes backups: wait for it, or end it."
            if "locked" in str(error)
            else "Check that you may write to it and its folder, and that the disk has room; QUIRE_HOME names another "
            "folder.",
        ) from error


def _check_permission(path: Path) -> None:
    """Refuse a journal that may not be written, before SQLite makes a log beside it that may not be written either."""
    for ending in ("", *salvage.LOGS):
        with suppress(FileNotFoundError):
            os.close(os.open(path.with_name(path.name + ending), os.O_RDWR))


def _sound(path: Path) -> SqliteJournal | None:
    """The journal, if it is not damaged."""
    if salvage.is_lone_log(path):
        return None
    try:
        if path.exists():
            _examine(path)
        return SqliteJournal(path)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _OUTSIDE:
            raise
        logger.error("The journal is damaged: %s.", error)
        return None


def _examine(path: Path) -> None:
    """Look at a journal without changing anything."""
    with closing(salvage.reading(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise FailureError(
                f"The workspace in {str(path.parent)!r} was written by a newer Quire.",
                "Install the newer version again, or set QUIRE_HOME to another folder.",
            )
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _Damage(verdict)


def _rescued(path: Path) -> SqliteJournal:
    """A new journal with all that can be read of a damaged one."""
    made = SqliteJournal(salvage.draft(path))
    with closing(made):
        if not salvage.is_lone_log(path):
            salvage.copy(path, made._connection, _TABLES)
            if salvage.version(path) == WITHOUT_CHECKSUMS:
                made._connection.execute(f"PRAGMA user_version = {WITHOUT_CHECKSUMS}")
    kept = salvage.replace(path)
    logger.error("The damaged journal is kept as %s; what could be read of it goes on.", kept)
    return SqliteJournal(path)
