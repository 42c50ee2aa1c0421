"""Files on disk: which may be touched, and how they are read and written without harm."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from quire.core.errors import (
    ConflictError,
    FailureError,
    ForbiddenError,
    InvalidArgumentError,
    NotFoundError,
    QuireError,
    UnsupportedError,
)


@dataclass(frozen=True, slots=True)
class Roots:
    """The folders below which files may be opened and saved."""

    folders: tuple[str, ...]
    explicit: bool = True
    anywhere: bool = False
    private: str | None = None  # the workspace's own folder, which nobody opens as a document

    @classmethod
    def given(cls, folders: list[str], private: str | None = None) -> Roots:
        """The folders that were named, else the home and temporary folders."""
        named = folders or [str(Path.home()), tempfile.gettempdir()]
        resolved = tuple(str(Path(folder).expanduser().resolve()) for folder in named)
        for folder in resolved:
            if not Path(folder).is_dir():
                raise NotFoundError(f"There is no folder {folder!r}.", "Name an existing folder with --root.")
        return cls(resolved, bool(folders), private=private)

    @classmethod
    def of_person(cls) -> Roots:
        """A person at the terminal may name any file of theirs."""
        return cls((str(Path.cwd()),), explicit=False, anywhere=True)

    def resolve(self, path: str) -> Path:
        """The real place of a path, if it may be touched. A relative one is below the first root."""
        if not path.strip() or "\0" in path:
            raise InvalidArgumentError(f"{path!r} is not a path.", "Give the path of a file.")
        try:
            real = (Path(self.folders[0]) / _expanded(path)).resolve()
        except (OSError, RuntimeError) as error:
            raise InvalidArgumentError(f"{path!r} cannot be resolved: {error}.", "Give the path of a file.") from error
        self._check(real, path)
        return real

    def _check(self, real: Path, given: str) -> None:
        if self.anywhere:
            return
        if self.private and real.is_relative_to(self.private):
            raise ForbiddenError(f"{given!r} belongs to Quire itself.", "Use a path outside of QUIRE_HOME.")
        below = [real.relative_to(folder) for folder in self.folders if real.is_relative_to(folder)]
        if not below:
            raise ForbiddenError(
                f"{given!r} is outside the folders that Quire may use.",
                f"Use a path below {' or '.join(self.folders)}, or start Quire with --root for another folder.",
            )
        if all(any(part.startswith(".") for part in place.parts) for place in below):
            raise ForbiddenError(
                f"{given!r} is hidden, or in a hidden folder; Quire leaves those alone.",
                "Use a path without a part that starts with a dot, or name the folder with --root.",
            )


def _expanded(path: str) -> Path:
    """A path with ~ for a home folder; `~$tract.docx` alone is a name like any other, as Word's lock files have."""
    return Path(path).expanduser() if path == "~" or set("/\\") & set(path) else Path(path)


def digest(data: bytes) -> str:
    """What tells one file's content from another's."""
    return hashlib.sha256(data).hexdigest()


def read(path: Path, most_bytes: int) -> bytes:
    """The bytes of an ordinary file."""
    try:
        # Not waiting: opening a pipe would wait for someone to write to it.
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnsupportedError(f"{str(path)!r} is not an ordinary file.", "Give the path of a document.")
            if status.st_size > most_bytes:
                raise UnsupportedError(
                    f"{str(path)!r} has {status.st_size:,} bytes; at most {most_bytes:,} can be opened.",
                    "Split the document into smaller files.",
                )
            return file.read()
    except OSError as error:
        raise _refusal(path, error) from error


def current_digest(path: Path) -> str | None:
    """What is on disk now; None where nothing is."""
    try:
        if not path.is_file() and path.exists():
            raise UnsupportedError(f"{str(path)!r} is not an ordinary file.", "Use another path.")
        return digest(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refusal(path, error) from error


def stamp(path: Path) -> str:
    """What tells without reading whether a file may be another: empty where there is none."""
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_mtime_ns}-{status.st_size}-{status.st_ino}"


def write(path: Path, data: bytes, expected: set[str | None]) -> None:
    """Replace a file at once or not at all, and only while it holds something that is expected there, or nothing."""
    try:
        _check_writable(path)
        _check_open_elsewhere(path)
        temporary = _written_beside(path, data)
    except OSError as error:
        raise _refusal(path, error) from error
    try:
        found = current_digest(path)
        if found is not None and found not in {*expected, digest(data)}:
            raise ConflictError(
                f"{str(path)!r} was changed on disk by someone else.",
                "Open it with reload: true to take what is on disk (undo brings your text back), or save a copy "
                "with workspace_save_document_as.",
            )
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        with suppress(OSError):  # the folder may be out of reach by now
            temporary.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder in one that is there."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise _refusal(path, error) from error


def _written_beside(path: Path, data: bytes) -> Path:
    """The data in a file in the same folder, safe on disk, with owner and permissions of the file it will replace.

    Its name is always the same, so that what an earlier end left there is not left for ever."""
    temporary = path.with_name(f".{path.name[:100]}.quire.tmp")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _dress(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _check_writable(path: Path) -> None:
    """Refuse a file that is marked as not to be written, although replacing it would be possible."""
    if path.exists() and not (path.stat().st_mode & 0o222 and os.access(path, os.W_OK)):
        raise PermissionError(13, "the file is read-only", str(path))


def _check_open_elsewhere(path: Path) -> None:
    """Refuse a file that someone has open in Word or LibreOffice: what they save next would undo this."""
    cut = min(max(0, len(path.stem) - 6), 2)  # Word's rule: a long name loses its first letters
    for program, lock in (("Word", f"~${path.name[cut:]}"), ("LibreOffice", f".~lock.{path.name}#")):
        owner = path.with_name(lock)
        if owner.is_file():
            who = _owner(owner.read_bytes()) if program == "Word" else ""
            raise ConflictError(
                f"{str(path)!r} is open in {program}{who and f', by {who}'}.",
                "Close it there and save again, or save a copy with workspace_save_document_as. "
                f"If it is not open there any more, delete {lock!r} beside it.",
            )


def _owner(data: bytes) -> str:
    """The name in the file that Word puts beside one that it has open; empty if it has none."""
    length = min(data[54], 52) if len(data) >= 162 else 0
    return data[56 : 56 + 2 * length].decode("utf-16-le", "replace").strip("\0 ")


def _dress(temporary: Path, path: Path) -> None:
    """Give a file the owner and the permissions of another, or those of a new file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        return
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # only root may give files away
            os.chown(temporary, status.st_uid, status.st_gid)
    temporary.chmod(stat.S_IMODE(status.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make a rename durable where the platform can open folders."""
    with suppress(PermissionError):  # Windows opens no folders, and needs no such step
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _refusal(path: Path, error: OSError) -> QuireError:
    """What the file system said, with a way out."""
    if isinstance(error, FileNotFoundError) and not _is_folder(path.parent):
        return NotFoundError(f"There is no folder {str(path.parent)!r}.", "Create the folder, or use another path.")
    if isinstance(error, FileNotFoundError):
        return NotFoundError(f"There is no file {str(path)!r}.", _near(path))
    if error.errno == errno.ENAMETOOLONG:
        return InvalidArgumentError(f"{str(path)[:80] + '…'!r} is too long for a path.", "Use a shorter one.")
    if isinstance(error, IsADirectoryError) or _is_folder(path):
        return InvalidArgumentError(f"{str(path)!r} is a folder.", "Give the path of a file in it.")
    if isinstance(error, PermissionError):
        return ForbiddenError(
            f"The system does not allow it for {str(path)!r}: {error.strerror}.",
            "Change the permissions, or save a copy elsewhere with workspace_save_document_as.",
        )
    return FailureError(f"{str(path)!r}: {error.strerror or error}.", "Free the disk or mend the path, then try again.")


def _is_folder(path: Path) -> bool:
    """Whether it is a folder, as far as can be seen from here."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _can_be_told(name: str) -> bool:
    """Whether a name is not hidden, and text: a file system takes any bytes."""
    return not name.startswith(".") and not any("\ud800" <= letter <= "\udfff" for letter in name)


MOST_NAMES = 8
"""How many files are told to someone who named one that is not there."""


def _near(path: Path) -> str:
    """What might be meant: files with a name like it, else those with its ending."""
    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if _can_be_told(entry.name))
    except OSError:  # a folder that may be entered and not looked into
        names = []
    alike = [name for name in names if name.lower().endswith(path.suffix.lower())] if path.suffix else []
    near = get_close_matches(path.name, names, n=3) or alike[:MOST_NAMES]
    return f"In that folder: {', '.join(near)}." if near else "workspace_new_document starts a new document."
