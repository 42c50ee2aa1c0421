"""What others install Quire from: the bundle and the registry's entry are what their specifications ask for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from quire import __version__
from quire.tools import registry as tools
from release import bundle, registry
from tests.test_cli import Speaker

ROOT = Path(__file__).parents[1]
TEXT = {"type": "string", "minLength": 1}
TEXTS = {"type": "array", "items": TEXT}
PLATFORMS = {"items": {"enum": ["darwin", "win32", "linux"]}}
KINDS = {"enum": ["string", "number", "boolean", "directory", "file"]}


def strict(required: dict[str, Any], /, **optional: Any) -> dict[str, Any]:
    """An object with these members and no others."""
    properties = {**required, **optional}
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


MANIFEST = strict(
    {
        "manifest_version": {"const": "0.4"},
        "name": TEXT,
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
        "description": TEXT,
        "author": strict({"name": TEXT}, email=TEXT, url=TEXT),
        "server": strict(
            {"type": {"const": "uv"}, "entry_point": TEXT},
            mcp_config=strict({"command": TEXT}, args=TEXTS, env={"type": "object", "additionalProperties": TEXT}),
        ),
    },
    display_name=TEXT,
    long_description=TEXT,
    icon=TEXT,
    license=TEXT,
    keywords=TEXTS,
    tools_generated={"type": "boolean"},
    compatibility=strict({}, platforms=PLATFORMS, runtimes=strict({}, python=TEXT)),
    user_config={
        "additionalProperties": strict(
            {
                "type": KINDS,
                "title": TEXT,
                "description": TEXT,
            },
            required={"type": "boolean"},
            default={},
        )
    },
)
"""A bundle's manifest, in the parts of its specification that are used here."""

NAMED = {
    "description": TEXT,
    "isRequired": {"type": "boolean"},
    "isRepeated": {"type": "boolean"},
    "format": {"enum": ["string", "number", "boolean", "filepath"]},
    "choices": TEXTS,
    "default": TEXT,
}
ENTRY = strict(
    {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "maxLength": 200},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "packages": {
            "items": strict(
                {
                    "registryType": {"enum": ["pypi"]},
                    "identifier": TEXT,
                    "version": TEXT,
                    "transport": strict({"type": {"const": "stdio"}}),
                },
                runtimeHint={"enum": ["uvx"]},
                packageArguments={
                    "items": {
                        "oneOf": [
                            strict({"type": {"const": "positional"}, "value": TEXT}),
                            strict({"type": {"const": "named"}, "name": {"pattern": "^--"}}, **NAMED),
                        ]
                    }
                },
                environmentVariables={"items": strict({"name": TEXT}, **NAMED)},
            )
        },
    },
    title={"type": "string", "minLength": 1, "maxLength": 100},
)
"""The registry's entry of a server, in the parts of its schema that are used here."""


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(value)]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, as a client unpacks it."""
    folder = tmp_path_factory.mktemp("bundle")
    with zipfile.ZipFile(bundle.pack(folder)) as archive:
        assert archive.testzip() is None
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def test_the_manifest_is_what_the_specification_asks_for(unpacked: Path) -> None:
    manifest = json.loads((unpacked / "manifest.json").read_text(encoding="utf-8"))
    assert not faults(MANIFEST, manifest)
    assert (unpacked / manifest["icon"]).is_file()
    assert (unpacked / manifest["server"]["entry_point"]).is_file()
    asked = set(re.findall(r"\$\{user_config\.(\w+)\}", json.dumps(manifest["server"])))
    assert asked == set(manifest["user_config"])


def test_the_bundle_has_the_page_and_nothing_that_was_compiled(unpacked: Path) -> None:
    assert (unpacked / "src/quire/server/page/index.html").is_file()
    assert (unpacked / "src/quire/server/addin/pane.html").is_file()
    assert not list(unpacked.rglob("*.pyc"))
    assert not list(unpacked.rglob("node_modules"))


@pytest.mark.process
def test_the_packed_server_starts_and_lists_its_tools(unpacked: Path, tmp_path: Path) -> None:
    """As uv starts it, but with the libraries that are here."""
    arguments = json.loads((unpacked / "manifest.json").read_text())["server"]["mcp_config"]["args"]
    assert arguments[:3] == ["run", "--directory", "${__dirname}"]
    told = {"${user_config.folder}": str(tmp_path), "${user_config.approval}": "person"}
    process = subprocess.Popen(
        [sys.executable, *(told.get(each, each) for each in arguments[3:])], cwd=unpacked,
        env={"QUIRE_HOME": str(tmp_path / "home")}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        try:
            client = Speaker(process)
            assert client.server["serverInfo"]["version"] == __version__
            assert len(client.ask("tools/list", {})["tools"]) == len(tools.select())
        finally:
            process.kill()


def test_the_registrys_entry_is_what_its_schema_asks_for() -> None:
    entry = json.loads(registry.FILE.read_text(encoding="utf-8"))
    assert entry == registry.entry(), "out of date: make docs"
    assert not faults(ENTRY, entry)
    assert f"mcp-name: {entry['name']}" in (ROOT / "README.md").read_text(encoding="utf-8")
