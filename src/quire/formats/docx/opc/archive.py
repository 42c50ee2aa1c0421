"""A ZIP archive as an immutable value: whatever nobody changed is written back as the bytes that were read.

The central directory says what is where. What it promises is held against the limits before anything is inflated, and
inflating stops where a promise is broken. Both headers of an entry must agree, and no two entries may share a byte, so
that no other program reads something else than Quire does.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_ENTRIES = 10_000
LARGEST_ENTRY = 512 << 20
LARGEST_WHOLE = 1 << 30
UNQUESTIONED = 128 << 20
"""Up to this size no ratio is suspicious: the XML of an honest document that repeats itself shrinks 500 times."""
MOST_RATIO = 200

REPAIR = "Open the file in Word, let it repair it, and save it again."
DISTRUST = "No word processor writes such a file. Do not trust it; ask its sender for another copy."

_STORED, _DEFLATED = 0, 8
_METHODS = {1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd"}
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_DESCRIBED_LATER = 0x8
_UTF8 = 0x800
_FULL_SHORT, _FULL = 0xFFFF, 0xFFFFFFFF
"""What a field holds when its number stands in the ZIP64 form."""
_ZIP64 = 1
_FIRST_DAY = 0x21
"""1 January 1980, which Word gives to all that it writes."""
_STRIDE = 1 << 14
"""How much is inflated at a time: what comes of it, 1,000 times as much at most, is in memory twice."""
_UNSAFE = re.compile(r"^$|^/|^[A-Za-z]:|\\|[\0-\x1f\x7f]|(^|/)\.\.(/|$)")

_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_WIDE_END = struct.Struct("<4sQ2H2L4Q")
_RECORD = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")


class _Record(NamedTuple):
    """The fields of an entry in the central directory."""

    signature: bytes = b"PK\1\2"
    made_by: int = 20
    needed: int = 20
    flags: int = 0
    method: int = _DEFLATED
    time: int = 0
    date: int = _FIRST_DAY
    crc: int = 0
    packed: int = 0
    size: int = 0
    name: int = 0
    extra: int = 0
    comment: int = 0
    disk: int = 0
    internal: int = 0
    external: int = 0
    offset: int = 0


class _Local(NamedTuple):
    """The fields in front of an entry's data."""

    signature: bytes
    needed: int
    flags: int
    method: int
    time: int
    date: int
    crc: int
    packed: int
    size: int
    name: int
    extra: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry: what the directory says of it, and where it is."""

    name: str
    raw_name: bytes
    record: _Record  # with the numbers of the ZIP64 form where it has one
    raw: bytes = b""  # the record as it stands
    wide_offset: int = 0  # where in it the ZIP64 form of the offset is, if there is one
    body: int = 0  # where the packed data start
    end: int = 0  # where the next thing starts: a data descriptor goes with its entry

    @property
    def start(self) -> int:
        return self.record.offset

    def moved(self, place: int) -> bytes:
        """The record of this entry, had it been elsewhere."""
        raw = bytearray(self.raw)
        if self.wide_offset:
            struct.pack_into("<Q", raw, self.wide_offset, place)
        else:
            struct.pack_into("<L", raw, _RECORD.size - 4, place)
        return bytes(raw)

    def refilled(self, data: bytes, place: int) -> _Written:
        """This entry with another content, at another place."""
        packed = zlib.compress(data, 6, wbits=-zlib.MAX_WBITS)
        shrunk = len(packed) < len(data)
        body = packed if shrunk else data
        record = self.record._replace(
            needed=20,
            flags=self.record.flags & _UTF8,
            method=_DEFLATED if shrunk else _STORED,
            crc=zlib.crc32(data),
            packed=len(body),
            size=len(data),
            name=len(self.raw_name),
            extra=0,
            disk=0,
            offset=place,
        )
        header = _LOCAL.pack(*_Local(b"PK\3\4", *record[2:11], extra=0)) + self.raw_name
        comment = self.raw[len(self.raw) - record.comment :]
        return _Written([header, body], record, _RECORD.pack(*record) + self.raw_name + comment)


class _Written(NamedTuple):
    """An entry as it goes into a file."""

    pieces: list[bytes | memoryview]
    record: _Record
    raw: bytes  # the record, for the directory


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Archive:
    """The entries of a ZIP archive, and which of them differ from what was read."""

    names: tuple[str, ...]
    _source: bytes
    _comment: bytes
    _entries: Mapping[str, _Entry]
    _changes: Mapping[str, bytes | None]
    _spellings: Mapping[str, str]  # of each name in lower case

    @classmethod
    def read(cls, data: bytes) -> Archive:
        """The archive that a file holds, if every entry is what it seems."""
        _check_size("The file", len(data), len(data), LARGEST_WHOLE)
        directory = _Directory.find(data)
        entries: dict[str, _Entry] = {}
        spellings: dict[str, str] = {}
        for entry in _placed(data, directory):
            other = spellings.setdefault(entry.name.lower(), entry.name)
            if entry.name in entries or other != entry.name:
                raise UnsupportedError(f"The file holds {other!r} twice.", DISTRUST)
            entries[entry.name] = entry
        _check_sizes((entry.name, entry.record) for entry in entries.values())
        return cls(tuple(entries), data, directory.comment, entries, {}, spellings)

    def is_of(self, data: bytes) -> bool:
        """Whether it was read from these bytes, and nothing was changed since."""
        return not self._changes and self._source == data

    def find(self, name: str) -> str | None:
        """How a name is spelled here; case does not tell entries apart."""
        return self._spellings.get(name.lower())

    def size(self, name: str) -> int:
        """The length of an entry's content."""
        name = self._spelled(name)
        data = self._changes.get(name)
        return self._entries[name].record.size if data is None else len(data)

    def checksum(self, name: str) -> int:
        """The CRC of an entry's content."""
        name = self._spelled(name)
        data = self._changes.get(name)
        return self._entries[name].record.crc if data is None else zlib.crc32(data)

    def content(self, name: str) -> bytes:
        """What an entry holds, inflated now."""
        name = self._spelled(name)
        data = self._changes.get(name)
        return self._inflated(self._entries[name]) if data is None else data

    def packed(self, name: str) -> bytes | None:
        """The compressed content of an entry as it was read; None if it was changed since."""
        name = self._spelled(name)
        return None if name in self._changes else self._packed(self._entries[name])

    def changed(self) -> tuple[str, ...]:
        """The entries that differ from what was read: other content, new, or gone."""
        return tuple(self._changes)

    def unlike(self, other: Archive) -> set[str]:
        """The entries that another archive has with other content, or that only one of the two has."""
        is_kin = self._source is other._source
        names = {*self._changes, *other._changes} if is_kin else {*self.names, *other.names}
        return {name for name in names if self._held(name) != other._held(name)}

    def _held(self, name: str) -> bytes | None:
        return self.content(name) if self.find(name) == name else None

    def replaced(self, contents: Mapping[str, bytes | None]) -> Archive:
        """The archive with other contents; None takes an entry away, a new name goes to the end."""
        changes, spellings = dict(self._changes), dict(self._spellings)
        original = {name.lower(): name for name in self._entries if changes.get(name, b"") is None}
        for given, data in contents.items():
            name = spellings.get(given.lower()) or original.get(given.lower()) or given
            if self._is_as_read(name, data):
                changes.pop(name, None)
            else:
                changes[_sound(name)] = data
            if data is None:
                spellings.pop(name.lower(), None)
            else:
                spellings[name.lower()] = name
        present = (*self._entries, *(name for name in changes if name not in self._entries))
        names = tuple(name for name in present if changes.get(name, b"") is not None)
        return replace(self, names=names, _changes=changes, _spellings=spellings)

    def write(self) -> bytes:
        """The archive as a file: the bytes that were read, but for what changed.

        What stood before its first entry or behind its end was no part of it, and some programs stumble over that.
        """
        if not self._changes:
            return self._source
        entries = sorted(self._entries.values(), key=lambda entry: entry.start)
        pieces: list[bytes | memoryview] = []
        place = 0
        records: dict[str, _Written] = {}
        for entry in (*entries, *self._added()):
            if self._changes.get(entry.name, b"") is None:
                continue
            written = self._written(entry, place)
            records[entry.name] = written
            pieces += written.pieces
            place += sum(map(len, written.pieces))
        _check_sizes((name, written.record) for name, written in records.items())
        directory = b"".join(records[name].raw for name in self.names)
        count = len(records)
        end = _END.pack(b"PK\5\6", 0, 0, count, count, len(directory), place, len(self._comment))
        return b"".join((*pieces, directory, end, self._comment))

    def _written(self, entry: _Entry, place: int) -> _Written:
        data = self._changes.get(entry.name)
        if data is None:
            return _Written([memoryview(self._source)[entry.start : entry.end]], entry.record, entry.moved(place))
        return entry.refilled(data, place)

    def _spelled(self, name: str) -> str:
        found = self.find(name)
        if found is None:
            raise NotFoundError(f"The document has no part {name!r}.", f"It has {_some(self.names)}.")
        return found

    def _is_as_read(self, name: str, data: bytes | None) -> bool:
        entry = self._entries.get(name)
        if entry is None or data is None:
            return entry is None and data is None
        if len(data) != entry.record.size or zlib.crc32(data) != entry.record.crc:
            return False
        try:
            return self._inflated(entry) == data
        except UnsupportedError:
            return False

    def _added(self) -> Iterator[_Entry]:
        for name in self._changes:
            if name not in self._entries:
                raw = name.encode()
                yield _Entry(name, raw, _Record(flags=0 if name.isascii() else _UTF8))

    def _packed(self, entry: _Entry) -> bytes:
        return self._source[entry.body : entry.body + entry.record.packed]

    def _inflated(self, entry: _Entry) -> bytes:
        packed = memoryview(self._source)[entry.body : entry.body + entry.record.packed]
        data = bytes(packed) if entry.record.method == _STORED else _inflate(packed, entry)
        if zlib.crc32(data) != entry.record.crc:
            raise UnsupportedError(f"The part {entry.name!r} is damaged: its checksum does not match.", REPAIR)
        return data


@dataclass(frozen=True, slots=True)
class _Directory:
    """Where the central directory is."""

    start: int
    end: int
    count: int
    shift: int  # how far everything is behind where it says that it is: something was put before the archive
    comment: bytes

    @classmethod
    def find(cls, data: bytes) -> _Directory:
        place = _last_end(data)
        *told, comment_length = _END.unpack_from(data, place)[1:]
        end = place
        if data[max(0, place - _LOCATOR.size) : place].startswith(b"PK\6\7"):
            end, told = _widened_end(data, place - _LOCATOR.size, told)
        disk, first_disk, here, count, size, offset = told
        if disk or first_disk or here != count:
            raise UnsupportedError(
                "The file is one volume of a ZIP archive that was split.", "Join the volumes, then open the whole file."
            )
        if count > MOST_ENTRIES:
            raise UnsupportedError(
                f"The file holds {count:,} entries; at most {MOST_ENTRIES:,} can be opened.", DISTRUST
            )
        start, comment = end - size, data[place + _END.size :][:comment_length]
        shift = start - offset
        if start < 0 or shift < 0:
            raise _broken("its central directory is not where it should be")
        if shift and data.startswith(b"PK\1\2", offset):
            raise _broken("there are two places for its central directory")
        return cls(start, end, count, shift, comment)

    def entries(self, data: bytes) -> Iterator[_Entry]:
        """What the directory lists, in its order."""
        place = self.start
        for _ in range(self.count):
            if place + _RECORD.size > self.end or not data.startswith(b"PK\1\2", place):
                raise _broken("its central directory ends early")
            record = _Record(*_RECORD.unpack_from(data, place))
            stop = place + _RECORD.size + record.name + record.extra + record.comment
            if stop > self.end:
                raise _broken("its central directory ends early")
            yield _listed(data[place:stop], record, self.shift)
            place = stop
        if place != self.end:
            raise _broken("its central directory is longer than its list")


def _last_end(data: bytes) -> int:
    """Where the record is that ends an archive; behind it may be a comment, and then nothing."""
    first = max(0, len(data) - _END.size - _FULL_SHORT)
    places = [match.start() + first for match in re.finditer(b"PK\5\6", data[first:])]
    rooms = [(place, len(data) - place - _END.size) for place in places if place + _END.size <= len(data)]
    comments = [(place, room, _END.unpack_from(data, place)[-1]) for place, room in rooms]
    exact = [place for place, room, length in comments if length == room]
    fitting = exact or [place for place, room, length in comments if length < room]
    if fitting:
        return fitting[-1]
    if data.startswith(b"PK"):
        raise _broken("the end of the ZIP archive is missing")
    raise UnsupportedError(
        "The file is not a Word document: it is no ZIP archive.", "Give the path of a .docx file that Word can open."
    )


def _widened_end(data: bytes, locator: int, told: list[int]) -> tuple[int, list[int]]:
    """Where the ZIP64 form of the last record is, and its numbers, which may not contradict the short ones."""
    place = locator - _WIDE_END.size
    if place < 0 or not data.startswith(b"PK\6\6", place):
        raise _broken("its ZIP64 directory is missing")
    wide = list(_WIDE_END.unpack_from(data, place)[4:])
    full = (_FULL_SHORT,) * 4 + (_FULL,) * 2
    if any(short not in (long, most) for short, long, most in zip(told, wide, full, strict=True)):
        raise _broken("its two directories contradict each other")
    return place, wide


def _listed(raw: bytes, record: _Record, shift: int) -> _Entry:
    """An entry of the directory, if it is one that can be read."""
    raw_name = raw[_RECORD.size :][: record.name]
    name = _decoded(raw_name)
    if _UNSAFE.search(name):
        raise UnsupportedError(f"The file holds an entry with the unsafe name {name!r}.", DISTRUST)
    if record.flags & _ENCRYPTED:
        raise UnsupportedError(
            f"The entry {name!r} is encrypted.", "Open the file with its password, and save it without one."
        )
    if record.method not in (_STORED, _DEFLATED):
        method = _METHODS.get(record.method, f"method {record.method}")
        raise UnsupportedError(f"The entry {name!r} is compressed by {method}, which Word does not use.", REPAIR)
    wide, wide_offset = _widened(raw, record)
    if record.method == _STORED and wide.packed != wide.size:
        raise _broken(f"the entry {name!r} has two sizes")
    return _Entry(name, raw_name, wide._replace(offset=wide.offset + shift), raw, wide_offset)


def _widened(raw: bytes, record: _Record) -> tuple[_Record, int]:
    """The record with the numbers of its ZIP64 form, and where the offset stands in that."""
    missing = [field for field in ("size", "packed", "offset") if getattr(record, field) == _FULL]
    if not missing:
        return record, 0
    place = _RECORD.size + record.name
    end = place + record.extra
    while place + 4 <= end:
        kind, length = struct.unpack_from("<2H", raw, place)
        place += 4
        if kind == _ZIP64 and 8 * len(missing) <= length <= end - place:
            numbers = struct.unpack_from(f"<{len(missing)}Q", raw, place)
            offset = place + 8 * len(missing) - 8 if missing[-1] == "offset" else 0
            return record._replace(**dict(zip(missing, numbers, strict=True))), offset
        place += length
    raise _broken("a ZIP64 size is missing")


def _decoded(name: bytes) -> str:
    """Many programs write UTF-8 and do not say so; what is not UTF-8 is what ZIP began with."""
    try:
        return name.decode()
    except UnicodeDecodeError:
        return name.decode("cp437")


def _placed(data: bytes, directory: _Directory) -> Iterator[_Entry]:
    """The entries with their places in the file, in the directory's order."""
    entries = list(directory.entries(data))
    places = sorted((*(entry.start for entry in entries), directory.start))
    ends = dict(reversed([*pairwise(places)]))  # where two start at one place, the first ends where it starts
    for entry in entries:
        if entry.start + _LOCAL.size > len(data) or not data.startswith(b"PK\3\4", entry.start):
            raise _broken(f"the entry {entry.name!r} is not where it should be")
        local = _Local(*_LOCAL.unpack_from(data, entry.start))
        name = entry.start + _LOCAL.size
        placed = replace(entry, body=name + local.name + local.extra, end=ends[entry.start])
        if placed.body + entry.record.packed > placed.end:
            raise UnsupportedError(f"The entry {entry.name!r} overlaps what follows it.", DISTRUST)
        if data[name : name + local.name] != entry.raw_name or not _agree(local, entry.record):
            raise UnsupportedError(f"The two headers of the entry {entry.name!r} contradict each other.", DISTRUST)
        yield placed


def _agree(local: _Local, record: _Record) -> bool:
    if local.method != record.method or local.flags & _ENCRYPTED:
        return False
    unknown = (0, _FULL) if local.flags & _DESCRIBED_LATER else (_FULL,)
    pairs = ((local.crc, record.crc), (local.packed, record.packed), (local.size, record.size))
    return all(here == there or here in unknown for here, there in pairs)


def _inflate(packed: memoryview, entry: _Entry) -> bytes:
    """The content of an entry, never more of it than its size says."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    out, size = io.BytesIO(), entry.record.size
    try:
        for start in range(0, len(packed), _STRIDE):
            out.write(inflater.decompress(packed[start : start + _STRIDE], size - out.tell() + 1))
            if out.tell() > size:
                raise UnsupportedError(f"The part {entry.name!r} is larger than it says that it is.", DISTRUST)
    except zlib.error as error:
        raise UnsupportedError(f"The part {entry.name!r} is damaged: it cannot be inflated.", REPAIR) from error
    if not inflater.eof or out.tell() < size:
        raise UnsupportedError(f"The part {entry.name!r} is damaged: its end is missing.", REPAIR)
    return out.getvalue()


def _check_sizes(entries: Iterable[tuple[str, _Record]]) -> None:
    """Refuse what would fill the memory, by what the entries say of themselves."""
    size = packed = 0
    for name, record in entries:
        _check_size(f"The part {name!r}", record.size, record.packed, LARGEST_ENTRY)
        size += record.size
        packed += record.packed
    _check_size("The whole document", max(size, packed), packed, LARGEST_WHOLE)


def _check_size(what: str, size: int, packed: int, most: int) -> None:
    if size > most:
        raise UnsupportedError(
            f"{what} has {size:,} bytes; at most {most:,} can be opened.", "Split the document into smaller ones."
        )
    if size > UNQUESTIONED and size > MOST_RATIO * packed:
        raise UnsupportedError(
            f"{what} has {size:,} bytes, packed into {packed:,}: more than {MOST_RATIO} times smaller.",
            "It may be an attack. If not, split the document into smaller ones.",
        )


def _sound(name: str) -> str:
    if _UNSAFE.search(name):
        raise InvalidArgumentError(f"{name!r} cannot name a part.", "Give a name such as 'word/media/image1.png'.")
    return name


def _some(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:12])
    return f"{shown} and {len(names) - 12} more" if len(names) > 12 else shown


def _broken(why: str) -> UnsupportedError:
    return UnsupportedError(f"The file is truncated or damaged: {why}.", f"Fetch it again. {REPAIR}")
