"""What the flags of a command say about its clients, and who the person at the terminal is."""

from __future__ import annotations

import getpass
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.core.author import Author
from quire.core.errors import QuireError
from quire.server.home import Home
from quire.server.profile import Profile
from quire.tools import registry
from quire.workspace.files import Roots
from quire.workspace.session import Client

if TYPE_CHECKING:
    import argparse

    from quire.server.link import Link


def profile(parsed: argparse.Namespace) -> Profile:
    """The profile that the flags describe."""
    toolsets = tuple(name.strip() for name in parsed.toolsets.split(",") if name.strip())
    if toolsets:
        registry.select(toolsets)
    return Profile(
        Roots.given(parsed.root, private=str(Home().folder.resolve())),
        toolsets,
        parsed.tool_names,
        parsed.approval,
        parsed.read_only,
        not parsed.no_fetch,
    )


def arguments(profile: Profile) -> list[str]:
    """The flags that describe a profile."""
    roots = [word for folder in profile.roots.folders for word in ("--root", folder)] if profile.roots.explicit else []
    toolsets = ["--toolsets", ",".join(profile.toolsets)] if profile.toolsets else []
    approval = ["--approval", profile.approval] if profile.approval != "agent" else []
    names = ["--tool-names", profile.tool_names] if profile.tool_names != "auto" else []
    flags = [*(["--read-only"] if profile.read_only else []), *([] if profile.fetches else ["--no-fetch"])]
    return [*roots, *toolsets, *names, *approval, *flags]


def person() -> Client:
    """The person at the terminal, who may name any file and decide on anything."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        name = "person"
    return Client(Author(name, "person"), Roots.of_person())


async def ask(link: Link, tool: str, **arguments: Any) -> Any:
    """What a tool answers to the person."""
    reply = await link.call(person(), tool, arguments)
    if reply.is_error:
        told = json.loads(reply.text)
        raise QuireError.told(told["code"], told["message"], told["hint"])
    return reply.text if reply.structured is None else reply.structured.get("result", reply.structured)


async def opened(link: Link, files: list[str]) -> bool:
    """Open files for the person; whether all of them could be."""
    is_all = True
    for file in files:
        try:
            say((await ask(link, "workspace_open_document", path=file))["message"])
        except QuireError as error:
            is_all = False
            say(f"{file!r} is not opened. {error.message} {error.hint}")
    return is_all


def program() -> list[str]:
    """How this program is started, from any folder."""
    found = Path(sys.argv[0])
    if found.suffix == ".py" or not os.access(found, os.X_OK):  # by 'python -m quire'
        return [sys.executable, "-m", "quire"]
    return [str(found.resolve())]


def say(text: str = "") -> None:
    """Tell the person something. Not on stdout, which belongs to the protocol wherever a server runs."""
    sys.stderr.write(f"{harmless(text)}\n")


def show(text: str = "") -> None:
    """Show what the person asked for."""
    sys.stdout.write(f"{harmless(text)}\n")


def harmless(text: str) -> str:
    """A text that cannot steer the terminal: names and contents come from agents and files."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "�" for letter in text)


def one_line(text: object) -> str:
    """A text that cannot pretend to be several lines."""
    return str(text).replace("\r", "␍").replace("\n", "␊")
