"""`quire doctor`: what works here, what does not, and what mends it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from quire.cli import checkup
from quire.cli.profile import one_line, show
from quire.server.home import Home

if TYPE_CHECKING:
    import argparse

    from quire.cli.checkup import Finding


def run(parsed: argparse.Namespace) -> int:
    findings = _findings(Home())
    is_well = not any(finding.remedy for finding in findings)
    if parsed.json:
        show(json.dumps({"ok": is_well, "findings": [asdict(finding) for finding in findings]}, indent=2))
    else:
        _tell(findings)
    return 0 if is_well else 1


def _findings(home: Home) -> list[Finding]:
    return [
        *checkup.machine(),
        *checkup.storage(home),
        *anyio.run(checkup.workspace, home),
        *checkup.addin(home),
        *checkup.clients(home, Path.cwd()),
    ]


def _tell(findings: list[Finding]) -> None:
    for finding in findings:
        show(f"{'!!' if finding.remedy else 'ok'}  {finding.what}: {one_line(finding.state)}")
        if finding.remedy:
            show(f"    {finding.remedy}")
    wrong = sum(1 for finding in findings if finding.remedy)
    show(f"\n{wrong} to mend." if wrong else "\nAll is well.")
