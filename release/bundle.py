"""A bundle that desktop clients install with a click: `python -m release.bundle` packs it into `dist/`.

It holds the sources with the page that was made of them, and no libraries: the client's own uv gets those.
"""

from __future__ import annotations

import json
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from quire import __version__
from web import build

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "quire"
START = "src/start.py"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PROGRAM = """\
from quire.cli import main

main()
"""


def main() -> None:
    build.make()
    sys.stdout.write(f"{pack(ROOT / 'dist')}\n")


def pack(folder: Path) -> Path:
    """Write the bundle into a folder."""
    folder.mkdir(exist_ok=True)
    path = folder / f"quire-{__version__}.mcpb"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest(), indent=2, ensure_ascii=False))
        archive.writestr("pyproject.toml", _project())
        archive.writestr(START, PROGRAM)
        for name in ("README.md", "LICENSE"):
            archive.write(ROOT / name, name)
        archive.write(build.ADDIN / "icon-128.png", "icon.png")
        for source in sorted(PACKAGE.rglob("*")):
            if source.is_file() and "__pycache__" not in source.parts:
                archive.write(source, f"src/{source.relative_to(PACKAGE.parent).as_posix()}")
    return path


def manifest() -> dict[str, Any]:
    """What the client shows of the server, what it asks the person, and how it starts it."""
    return {
        "manifest_version": "0.4",
        "name": "quire",
        "display_name": "Quire",
        "version": __version__,
        "description": PROJECT["description"],
        "long_description": "Every change is surgical, undoable and durable, and waits as a suggestion for your yes if "
        "you want that: in the editor that Quire shows in your browser, or as tracked changes in Word.",
        "author": {"name": "The authors of Quire"},
        "icon": "icon.png",
        "license": PROJECT["license"],
        "keywords": PROJECT["keywords"],
        "server": {
            "type": "uv",
            "entry_point": START,
            "mcp_config": {
                "command": "uv",
                "args": [
                    *("run", "--directory", "${__dirname}", START),
                    *("mcp", "--root", "${user_config.folder}", "--approval", "${user_config.approval}"),
                ],
            },
        },
        "tools_generated": True,
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"python": PROJECT["requires-python"]},
        },
        "user_config": {
            "folder": {
                "type": "directory",
                "title": "Folder of documents",
                "description": "Agents read and edit documents in this folder and below it, and nowhere else.",
                "required": True,
                "default": "${DOCUMENTS}",
            },
            "approval": {
                "type": "string",
                "title": "Who accepts suggestions",
                "description": "“person”: only you, in the browser or the terminal. “agent”: agents too.",
                "default": "person",
            },
        },
    }


def _project() -> str:
    """A project that only has libraries, so that nothing is built where it is installed."""
    libraries = "".join(f"  {json.dumps(each)},\n" for each in PROJECT["dependencies"])
    return (
        f'[project]\nname = "quire-bundle"\nversion = "{__version__}"\n'
        f'requires-python = "{PROJECT["requires-python"]}"\ndependencies = [\n{libraries}]\n'
    )


if __name__ == "__main__":
    main()
