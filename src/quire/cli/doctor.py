"""`quire doctor`: what works here, what does not, and what mends it."""

from __future__ import annotations

import platform
import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from quire import __version__
from quire.cli.installation import Installation, here
from quire.cli.profile import ask, one_line, show
from quire.core.errors import QuireError
from quire.server.home import Home
from quire.server.link import linked
from quire.server.pane import FOLDER
from quire.server.profile import DEFAULT_PORT, WORD_PORT
from quire.workspace import diagrams, office

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; a remedy means that it is not well."""

    what: str
    state: str
    remedy: str = ""


def run(_: argparse.Namespace) -> int:
    findings = [*_machine(), *anyio.run(_workspace, Home()), *_word(Home())]
    for finding in findings:
        show(f"{'!!' if finding.remedy else 'ok'}  {finding.what}: {one_line(finding.state)}")
        if finding.remedy:
            show(f"    {finding.remedy}")
    return 1 if any(finding.remedy for finding in findings) else 0


def _machine() -> Iterator[Finding]:
    yield Finding("Quire", __version__)
    yield Finding("Python", f"{platform.python_version()} on {platform.platform(terse=True)}")
    for library in ("mcp", "pydantic", "starlette", "uvicorn", "pyromark"):
        yield Finding(library, version(library))
    yield Finding("Mermaid", diagrams.program() or "not installed; without it diagrams in Word documents are code")
    yield Finding("LibreOffice", office.program() or "not installed; without it nothing is exported as PDF")


async def _workspace(home: Home) -> list[Finding]:
    findings = [Finding("Workspace folder", str(home.folder))]
    try:
        async with linked(home) as link:
            await link.connect()
            hosted = home.address() if link.host is None else None
            windows = await ask(link, "workspace_list_windows")
            settings = await ask(link, "settings")
    except QuireError as error:
        return [*findings, Finding("Workspace", error.message, error.hint)]
    findings.append(Finding("Journal", f"readable; windows: {len(windows)}"))
    findings.append(Finding("Settings", f"staging {settings['staging']}, approval {settings['approval']}"))
    if hosted:
        findings.append(Finding("Host", f"process {hosted.pid} (Quire {hosted.version}) at {hosted.url or 'no page'}"))
    else:
        findings += [Finding("Host", "none is running; 'quire serve' starts one"), _port()]
    damaged = sorted(home.folder.glob("journal-damaged-*.db"))
    rescued = sorted((home.folder / "rescued").glob("*"))
    findings += [Finding("Damaged journal, set aside", str(each)) for each in damaged]
    return findings + [Finding("Rescued text", str(each)) for each in rescued]


def _word(home: Home) -> Iterator[Finding]:
    """The add-in: it is nobody's duty to have it, but one that was installed is to work."""
    installation = Installation(home, WORD_PORT, here(), Path.home())
    found = installation.certificates
    if not found.exist:
        yield Finding("Word add-in", "not installed; 'quire word install' puts it into Word")
        return
    left = found.good_until() - datetime.now(UTC)
    mend = "" if left > timedelta(days=7) else "Run 'quire word uninstall' and 'quire word install'."
    yield Finding("Word add-in's certificate", f"good for {left.days} days", mend)
    pane = FOLDER / "pane.html"
    yield Finding("Word add-in's pane", str(pane) if pane.is_file() else "was not built", _unless(pane.is_file()))
    current = installation.manifest.is_file() and installation.manifest.read_text("utf-8") == installation.text()
    told = "as it should be" if current else "missing, or of another version, port or workspace"
    yield Finding("Word add-in's manifest", told, "" if current else "Run 'quire word install'.")


def _unless(built: bool) -> str:
    return "" if built else "Install Quire again, or 'make run'."


def _port() -> Finding:
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", DEFAULT_PORT)):
            return Finding("Port", f"{DEFAULT_PORT} is free")
    return Finding(
        "Port", f"{DEFAULT_PORT} is taken by another program", f"Use 'quire serve --port {DEFAULT_PORT + 1}'."
    )
