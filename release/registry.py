"""The entry of the MCP registry: `python -m release.registry [--check]` writes `server.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from quire import __version__

FILE = Path(__file__).parents[1] / "server.json"
NAME = "io.github.quire-editor/quire"
"""The owner of the name has to be whoever publishes it; the README says the same name, by which PyPI proves it."""


def entry() -> dict[str, Any]:
    """How clients find the server and start it."""
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": NAME,
        "title": "Quire",
        "description": "AI agents and people edit Word and Markdown documents together; a person decides.",
        "version": __version__,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": "quire",
                "version": __version__,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "packageArguments": [
                    {"type": "positional", "value": "mcp"},
                    {
                        "type": "named",
                        "name": "--root",
                        "description": "A folder of documents that agents may use.",
                        "format": "filepath",
                        "isRequired": False,
                        "isRepeated": True,
                    },
                    {
                        "type": "named",
                        "name": "--approval",
                        "description": "Who may accept suggestions.",
                        "choices": ["agent", "person"],
                        "default": "person",
                    },
                ],
                "environmentVariables": [
                    {"name": "QUIRE_HOME", "description": "Where the workspace is kept.", "format": "filepath"}
                ],
            }
        ],
    }


def main() -> None:
    text = json.dumps(entry(), indent=2, ensure_ascii=False) + "\n"
    if "--check" in sys.argv:
        sys.exit(FILE.read_text(encoding="utf-8") != text and "server.json is out of date: make docs")
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
