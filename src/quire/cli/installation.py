"""How the add-in gets into Word on each platform: steps that can each be shown, asked for, taken and undone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from quire.core.errors import FailureError
from quire.server.certificates import Certificates
from quire.server.gate import pane_secret
from quire.server.home import Home
from quire.server.manifest import ID, manifest

Platform = Literal["windows", "mac", "web"]

_WEF = r"HKCU\Software\Microsoft\Office\16.0\WEF\Developer"
_KEYCHAIN = "Library/Keychains/login.keychain-db"
_MAC_FOLDER = "Library/Containers/com.microsoft.Word/Data/Documents/wef"


def here() -> Platform:
    """What this machine is; where there is no Word to install into, Word in a browser is left."""
    return "windows" if sys.platform == "win32" else "mac" if sys.platform == "darwin" else "web"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is done to this machine, in words and as it is done."""

    what: str
    how: str
    act: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Installation:
    """The add-in of one workspace."""

    home: Home
    port: int
    platform: Platform
    user: Path

    @property
    def certificates(self) -> Certificates:
        return certificates(self.home)

    @property
    def manifest(self) -> Path:
        return self.home.folder / "word" / "manifest.xml"

    def steps(self) -> list[Step]:
        """What puts the add-in into Word."""
        made = [] if self.certificates.exist else [self._make_certificates()]
        return [*made, self._write_manifest(), *self._trust(), *self._register()]

    def undoing(self) -> list[Step]:
        """What takes all of it back."""
        removed = Step("Remove the manifest and the certificates", f"delete {self.manifest.parent}", self._remove_files)
        return [*self._forget(), *self._distrust(), removed]

    def text(self) -> str:
        return manifest(self.port, pane_secret(self.home.token))

    def _make_certificates(self) -> Step:
        what = "Make a certificate for localhost, by an authority that can vouch for nothing else"
        return Step(what, f"write {self.certificates.folder}", self.certificates.make)

    def _write_manifest(self) -> Step:
        def act() -> None:
            self.manifest.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.manifest.write_text(self.text(), encoding="utf-8")

        return Step("Write the manifest, which holds the key of the pane", f"write {self.manifest}", act)

    def _trust(self) -> list[Step]:
        authority = str(self.certificates.authority)
        what = "Have this machine trust that authority for localhost (the system asks you once more)"
        match self.platform:
            case "windows":
                return [_command(what, "certutil", "-user", "-addstore", "Root", authority)]
            case "mac":
                keychain = str(self.user / _KEYCHAIN)
                return [_command(what, "security", "add-trusted-cert", "-r", "trustRoot", "-k", keychain, authority)]
            case "web":
                return [_by_hand("Have your browser trust that authority", f"import {authority} as an authority")]

    def _distrust(self) -> list[Step]:
        if not self.certificates.exist:
            return []
        name, what = self.certificates.fingerprint(), "Have this machine no longer trust the authority"
        match self.platform:
            case "windows":
                return [_command(what, "certutil", "-user", "-delstore", "Root", name)]
            case "mac":
                return [_command(what, "security", "delete-certificate", "-Z", name, "-t", str(self.user / _KEYCHAIN))]
            case "web":
                return [
                    _by_hand(
                        "Have your browser no longer trust the authority", f"remove 'Quire on this machine', {name}"
                    )
                ]

    def _register(self) -> list[Step]:
        match self.platform:
            case "windows":
                what = "Tell Word where the manifest is"
                add = ("reg", "add", _WEF, "/v", ID, "/t", "REG_SZ", "/d", str(self.manifest), "/f")
                return [_command(what, *add)]
            case "mac":
                copy = self.user / _MAC_FOLDER / f"{ID}.manifest.xml"
                return [Step("Give Word the manifest", f"copy it to {copy}", lambda: _copy(self.manifest, copy))]
            case "web":
                how = f"Home, Add-ins, More Add-ins, My Add-ins, Upload My Add-in: {self.manifest}"
                return [_by_hand("Give Word in the browser the manifest", how)]

    def _forget(self) -> list[Step]:
        match self.platform:
            case "windows":
                return [_command("Have Word forget the add-in", "reg", "delete", _WEF, "/v", ID, "/f")]
            case "mac":
                copy = self.user / _MAC_FOLDER / f"{ID}.manifest.xml"
                return [Step("Have Word forget the add-in", f"delete {copy}", lambda: copy.unlink(missing_ok=True))]
            case "web":
                how = "Home, Add-ins, More Add-ins, My Add-ins, the menu of Quire, Remove"
                return [_by_hand("Have Word in the browser forget the add-in", how)]

    def _remove_files(self) -> None:
        self.manifest.unlink(missing_ok=True)
        self.certificates.remove()


def certificates(home: Home) -> Certificates:
    """The certificates of a workspace, if they were made."""
    return Certificates(home.folder / "word")


def _command(what: str, *command: str) -> Step:
    def act() -> None:
        program, remedy = shutil.which(command[0]), f"Do it by hand: {what[0].lower()}{what[1:]}."
        if program is None:
            raise FailureError(f"There is no program {command[0]!r} here.", remedy)
        done = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)  # noqa: S603 - shown and asked for
        if done.returncode:
            told = (done.stderr or done.stdout).strip()
            raise FailureError(f"{command[0]} failed: {told}", remedy)

    return Step(what, subprocess.list2cmdline(command) if os.name == "nt" else " ".join(map(_quoted, command)), act)


def _quoted(word: str) -> str:
    return f"'{word}'" if " " in word else word


def _by_hand(what: str, how: str) -> Step:
    return Step(f"By hand: {what[0].lower()}{what[1:]}", how, lambda: None)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
