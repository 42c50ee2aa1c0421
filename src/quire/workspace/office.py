"""LibreOffice, where it is installed: what prints a Word document.

It runs with a profile of its own, which is gone afterwards, so that it shares nothing with one that a person has open.
In it, nothing is fetched and no macro runs.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from quire.core.errors import FailureError, LateError, UnsupportedError

SECONDS = 90
"""How long printing may take; the first start on a machine takes longest."""

_PROGRAMS = ("soffice", "libreoffice")
_PLACES = ("/Applications/LibreOffice.app/Contents/MacOS/soffice", r"C:\Program Files\LibreOffice\program\soffice.exe")
_SETTINGS = {
    "Common/Security/Scripting": {"DisableMacrosExecution": "true", "BlockUntrustedRefererLinks": "true"},
    "Common/Load": {"UpdateDocMode": "0"},
}
_NOWHERE = "http://127.0.0.1:9"
"""Where nobody listens: the proxy for whatever it might want to fetch all the same."""


def program() -> str | None:
    """Where LibreOffice is, if it is installed."""
    found = (shutil.which(name) for name in _PROGRAMS)
    return next((each for each in found if each), None) or next(
        (place for place in _PLACES if Path(place).is_file()), None
    )


def pdf(document: bytes) -> bytes:
    """A Word document as it is printed."""
    office = program()
    if office is None:
        raise UnsupportedError(
            "A PDF is made by LibreOffice, and that is not installed here.",
            "Install LibreOffice, or export to html or docx and print that.",
        )
    with tempfile.TemporaryDirectory(prefix="quire-", ignore_cleanup_errors=True) as folder:
        source, result = Path(folder, "document.docx"), Path(folder, "document.pdf")
        source.write_bytes(document)
        profile = _profile(Path(folder, "profile"))
        said = _run(
            *(office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", "--nolockcheck"),
            *("--infilter=MS Word 2007 XML", "--convert-to", "pdf", "--outdir", folder, str(source)),
        )
        if not result.exists():
            raise FailureError(
                f"LibreOffice made no PDF. It said: {said or 'nothing'}.", "Export to html or docx and print that."
            )
        return result.read_bytes()


def _profile(folder: Path) -> Path:
    user = folder / "user"
    user.mkdir(parents=True)
    items = "".join(
        f'<item oor:path="/org.openoffice.Office.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
        for path, settings in _SETTINGS.items()
        for name, value in settings.items()
    )
    (user / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
        f"{items}</oor:items>",
        encoding="utf-8",
    )
    return folder


def _run(*command: str) -> str:
    """What a program says, which is ended with all that it started when its time is over."""
    environment = {**os.environ, **dict.fromkeys(("http_proxy", "https_proxy", "ftp_proxy"), _NOWHERE), "no_proxy": ""}
    with subprocess.Popen(  # noqa: S603 - the program is LibreOffice, and a document's name is ours
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            _end(process)
            raise LateError(
                f"LibreOffice was not ready after {SECONDS} seconds.", "Export to html or docx and print that."
            ) from error
    return said.decode(errors="replace").strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
