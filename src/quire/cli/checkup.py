"""What `quire doctor` looks at. Each thing is a finding, with a remedy if it is not well."""

from __future__ import annotations

import os
import platform
import shutil
import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from quire import __version__
from quire.cli.clients import CLIENTS
from quire.cli.installation import Installation, here
from quire.cli.profile import ask
from quire.core.errors import QuireError
from quire.server import pane
from quire.server.app import PAGE
from quire.server.link import linked
from quire.server.profile import DEFAULT_PORT, WORD_PORT
from quire.workspace import diagrams, office

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.cli.clients import McpClient, Server
    from quire.server.home import Address, Home

LEAST_BYTES = 200 * 2**20
"""With less than this on the disk, edits may soon be refused."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; a remedy means that it is not well."""

    what: str
    state: str
    remedy: str = ""


def machine() -> Iterator[Finding]:
    """What Quire stands on here."""
    yield Finding("Quire", __version__)
    yield Finding("Python", f"{platform.python_version()} on {platform.platform(terse=True)}")
    for library in ("mcp", "pydantic", "starlette", "uvicorn", "pyromark"):
        yield Finding(library, version(library))
    yield Finding("Mermaid", diagrams.program() or "not installed; without it diagrams in Word documents are code")
    yield Finding("LibreOffice", _office())
    built = (PAGE / "index.html").is_file()
    yield Finding("Editor's page", str(PAGE) if built else "was not built", _unless(built))


def _office() -> str:
    found = office.program() or "not installed; without it nothing is exported as PDF"
    return found if office.prints_formulas() else f"{found}, without its part for formulas (libreoffice-math)"


def storage(home: Home) -> Iterator[Finding]:
    """The folder of the workspace, as the disk has it."""
    yield Finding("Workspace folder", str(home.folder))
    there = next(each for each in (home.folder, *home.folder.parents) if each.exists())
    disk = shutil.disk_usage(there)
    is_well = disk.free >= LEAST_BYTES or not disk.total  # what has no size at all is no disk
    remedy = "" if is_well else f"Make room on the disk that {there} is on."
    yield Finding("Disk", f"{disk.free // 2**20:,} MB free", remedy)
    if os.name == "posix":
        yield from _secrets(home)


def _secrets(home: Home) -> Iterator[Finding]:
    for path, mode in ((home.folder, "700"), (home.folder / "token", "600")):
        if home.folder.is_dir() and path.exists() and path.stat().st_mode & 0o077:
            yield Finding("Secrets", f"{path} is open to other users of this machine", f"Run 'chmod {mode} {path}'.")


async def workspace(home: Home) -> list[Finding]:
    """What the workspace itself answers."""
    findings = []
    try:
        async with linked(home) as link:
            await link.connect()
            hosted = home.address() if link.host is None else None
            windows = await ask(link, "workspace_list_windows")
            settings = await ask(link, "settings")
    except QuireError as error:
        return [Finding("Workspace", error.message, _who_holds(home.address()) + error.hint)]
    findings.append(Finding("Journal", f"readable; windows: {len(windows)}"))
    findings.append(Finding("Settings", f"staging {settings['staging']}, approval {settings['approval']}"))
    if hosted:
        findings.append(Finding("Host", f"process {hosted.pid} (Quire {hosted.version}) at {hosted.url or 'no page'}"))
    else:
        findings.append(Finding("Host", "none is running; 'quire serve' starts one"))
    if hosted is None or not (hosted.url or "").endswith(f":{DEFAULT_PORT}"):
        findings.append(_port())
    return [*findings, *_damages(home)]


def _who_holds(address: Address | None) -> str:
    return f"It is process {address.pid}. " if address else ""


def _damages(home: Home) -> Iterator[Finding]:
    for each in sorted(home.folder.glob("journal-damaged-*.db")):
        yield Finding(
            "Damaged journal, set aside",
            str(each),
            "All that could be read was kept. Delete it if nothing is missing.",
        )
    for each in sorted((home.folder / "rescued").glob("*")):
        yield Finding("Rescued text", str(each), "Look at it, and move or delete it.")


def _port() -> Finding:
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", DEFAULT_PORT)):
            return Finding("Port", f"{DEFAULT_PORT} is free")
    return Finding("Port", f"{DEFAULT_PORT} is taken by another program", f"Use 'quire serve --port {WORD_PORT + 1}'.")


def addin(home: Home) -> Iterator[Finding]:
    """Word's pane: it is nobody's duty to have it, but one that was installed is to work."""
    installation = Installation(home, WORD_PORT, here(), Path.home())
    found = installation.certificates
    if not found.exist:
        yield Finding("Word add-in", "not installed; 'quire word install' puts it into Word")
        return
    left = found.good_until() - datetime.now(UTC)
    mend = "" if left > timedelta(days=7) else "Run 'quire word uninstall' and 'quire word install'."
    yield Finding("Word add-in's certificate", f"good for {left.days} days", mend)
    page = pane.FOLDER / "pane.html"
    yield Finding("Word add-in's pane", str(page) if page.is_file() else "was not built", _unless(page.is_file()))
    current = installation.manifest.is_file() and installation.manifest.read_text("utf-8") == installation.text()
    told = "as it should be" if current else "missing, or of another version, port or workspace"
    yield Finding("Word add-in's manifest", told, "" if current else "Run 'quire word install'.")


def _unless(built: bool) -> str:
    return "" if built else "Install Quire again, or 'make run'."


def clients(home: Home, folder: Path) -> Iterator[Finding]:
    """The clients that were told of Quire, by the person or for a project's folder."""
    for name, client in CLIENTS.items():
        for path in client.files(folder):
            for state, is_well in _told(home, client, path):
                remedy = "" if is_well else f"Mend it: 'quire config {name}' prints what belongs there."
                yield Finding(client.title, f"{path} {state}", remedy)


def _told(home: Home, client: McpClient, path: Path) -> Iterator[tuple[str, bool]]:
    """What a configuration says of Quire, and whether that is right."""
    try:
        servers = client.read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, AttributeError) as error:
        yield f"cannot be read: {error}", False
        return
    for name, server in servers.items():
        if name == "quire" or Path(str(server.get("command"))).stem == "quire":
            wrong = list(_faults(home, server))
            yield ("; ".join(wrong) if wrong else "names this Quire"), not wrong


def _faults(home: Home, server: Server) -> Iterator[str]:
    command, given = server.get("command"), [str(each) for each in server.get("args") or []]
    if command is not None and shutil.which(str(command)) is None:
        yield f"starts {command}, which does not exist"
    for flag, value in pairwise(given):
        if flag == "--root" and not Path(value).is_dir():
            yield f"names the folder {value}, which does not exist"
    token = home.folder / "token"
    headers = server.get("headers") or server.get("http_headers")
    if headers and token.exists() and f"Bearer {token.read_text()}" not in dict(headers).values():
        yield "has another token than this workspace"
