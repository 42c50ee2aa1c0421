"""The folder that holds a workspace, and which process is its host.

The host holds an operating system's lock on a file, which ends with the process however that ends: there is no stale
lock, and no process id that could mean another process by now.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from quire.core.errors import FailureError


@dataclass(frozen=True, slots=True)
class Address:
    """Where the host of a workspace listens."""

    port: int
    pid: int
    version: str
    url: str | None = None


class Home:
    """A workspace's folder."""

    def __init__(self, folder: Path | None = None) -> None:
        named = os.environ.get("QUIRE_HOME")
        default = Path(platformdirs.user_data_dir("quire", appauthor=False))
        self.folder = folder or (Path(named).expanduser().absolute() if named else default)
        self._lock: int | None = None

    def prepare(self) -> None:
        """Make the folder, for its owner only."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(13, "not writable")
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> FailureError:
        return FailureError(
            f"The workspace folder {str(self.folder)!r} cannot be used: {error.strerror}.",
            "Set QUIRE_HOME to a folder that you may write to.",
        )

    @property
    def token(self) -> str:
        """The secret that every client of this workspace shows; made when first asked for."""
        self.prepare()
        try:
            return self._kept_token()
        except OSError as error:
            raise self._unusable(error) from error

    def _kept_token(self) -> str:
        with os.fdopen(os.open(self.folder / "token", os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
            while not _lock(file.fileno()):  # another process is looking at it just now
                time.sleep(0.01)
            found = file.read()
            if not found:  # it is new, or whoever made it was killed before writing
                found = secrets.token_urlsafe(32)
                file.write(found)
            return found

    def claim(self) -> bool:
        """Become the host, unless another process is."""
        try:
            handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._unusable(error) from error
        if _lock(handle):
            self._lock = handle
            return True
        os.close(handle)
        return False

    def release(self) -> None:
        """Stop being the host."""
        if self._lock is not None:
            (self.folder / "host.json").unlink(missing_ok=True)
            os.close(self._lock)
            self._lock = None

    def announce(self, address: Address) -> None:
        """Tell other processes where the host listens."""
        draft = self.folder / "host.json.new"
        try:
            draft.write_text(json.dumps(asdict(address)))
            draft.replace(self.folder / "host.json")
        except OSError as error:
            raise self._unusable(error) from error

    def address(self) -> Address | None:
        """Where the host said that it listens; it may be gone since."""
        try:
            return Address(**json.loads((self.folder / "host.json").read_text()))
        except (OSError, ValueError, TypeError):
            return None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
