"""LibreOffice, where it is installed: what prints a Word document.

It runs with a profile of its own, which is gone afterwards, so that it shares nothing with one that a person has open.
In it, nothing is fetched and no macro runs.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from quire.core.errors import FailureError, LateError, UnsupportedError
from quire.workspace import programs

SECONDS = 90
"""How long printing may take; the first start on a machine takes longest."""

_PROGRAMS = ("soffice", "libreoffice")
_PLACES = ("/Applications/LibreOffice.app/Contents/MacOS/soffice", r"C:\Program Files\LibreOffice\program\soffice.exe")
_SETTINGS = {
    "Common/Security/Scripting": {"DisableMacrosExecution": "true", "BlockUntrustedRefererLinks": "true"},
    "Common/Load": {"UpdateDocMode": "0"},
}


def program() -> str | None:
    """Where LibreOffice is, if it is installed."""
    found = (shutil.which(name) for name in _PROGRAMS)
    return next((each for each in found if each), None) or next(
        (place for place in _PLACES if Path(place).is_file()), None
    )


def prints_formulas() -> bool:
    """Whether the part of LibreOffice is there that knows formulas; some systems install each of its parts alone."""
    office = program()
    libraries = Path(office).resolve().parent if office else None
    return libraries is None or not (libraries / "libswlo.so").exists() or (libraries / "libsmlo.so").exists()


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
        said = programs.run(
            *(office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", "--nolockcheck"),
            *("--infilter=MS Word 2007 XML", "--convert-to", "pdf", "--outdir", folder, str(source)),
            seconds=SECONDS,
        )
        if said is None:
            raise LateError(
                f"LibreOffice was not ready after {SECONDS} seconds.", "Export to html or docx and print that."
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
