"""The command line: where the parts are put together."""

from __future__ import annotations

import argparse
import gc
import logging
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from quire import __version__
from quire.core.errors import QuireError
from quire.server.collector import uncollected

if TYPE_CHECKING:
    from collections.abc import Sequence

DESCRIPTION = """\
Quire lets AI agents and people edit Markdown and Word documents together.

An agent's client starts 'quire mcp'; a person runs 'quire serve' for the web side, 'quire open FILE' to open a document
and 'quire review' to decide on what an agent suggests. All of them share one workspace: what one opens, the others see.
The workspace is kept in QUIRE_HOME (default: the platform's folder for a program's data).
"""

MCP = """\
Speak MCP over stdio. This is what an MCP client's configuration names:

  {"mcpServers": {"quire": {"command": "quire", "args": ["mcp", "--root", "/path/to/documents"]}}}

Several clients may do so at once; they share one workspace with each other and with 'quire serve'.
"""

SERVE = """\
Serve MCP over HTTP and the editor in the browser, and open the files that are named. Only programs on this machine
that know the token get in; the addresses and a ready configuration are printed at the start.
"""

CONFIG = """\
Print what to tell an MCP client of this Quire, with the right paths:

  quire config                                  lists the clients that are known
  quire config cursor --root ~/Documents        for a client that starts 'quire mcp' itself
  quire config cursor --http                    for the same client, and a 'quire serve' that runs already
"""

OPEN = """\
Open files, if any are named, in the running workspace, and print a link to its page that lets one browser in. If no
Quire runs yet, this one serves it, as 'quire serve' does.
"""

REVIEW = """\
Decide on what agents suggest. In a terminal, each pending suggestion is shown with its difference and asked about;
elsewhere they are listed. 'quire review --accept ID' and '--reject ID' decide without asking.
"""

SETTINGS = """\
Show the settings, or change one:

  quire settings staging auto-approve       edits are applied at once
  quire settings staging suggest            words wait for approval; Word's own tools and formatting do not (default)
  quire settings staging stage-everything   edits by tools for Word, formatting and structure wait as well
  quire settings staging always-ask         everything waits, whatever a call asks for
  quire settings approval person            only a person may approve
  quire settings approval agent             agents may approve too (default)
  quire settings autoSave markdown          the page saves Markdown by itself (all: Word documents too)
"""

WORD = """\
Put Quire's add-in into Word, so that agents can work in the document that is open there:

  quire word install      make and trust a certificate for localhost, and tell Word of the add-in: each step is
                          shown and asked for
  quire word uninstall    take all of that back
  quire word certs        only make the certificate (again)
  quire word manifest     only show the manifest, for instance for an administrator
"""

DOCTOR = """\
Check what works here, and say what mends the rest: this program, the workspace, its folder and secrets, the page, the
add-in for Word, and the MCP clients of this person and of the folder that this is run in. Ends with 0 if all is well.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what goes wrong is told in a sentence, with the way out."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    if parsed.command is None:
        parser.print_help()
        sys.exit(2)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if parsed.verbose else logging.WARNING,
        format="quire: %(levelname)s: %(message)s",
    )
    # A command is imported when it is chosen: 'quire mcp' is to answer its client soon. What is imported stays, so
    # the garbage collector need not go through it, now or later.
    with uncollected():
        command = import_module(f"quire.cli.{parsed.command}")
        gc.freeze()
    try:
        sys.exit(command.run(parsed))
    except* QuireError as group:
        told = _first(group)
    except* KeyboardInterrupt:
        sys.exit(130)
    sys.exit(f"quire: {told.message} {told.hint}".rstrip())


def _first(group: BaseExceptionGroup[QuireError]) -> QuireError:
    """The error itself, however many groups of tasks it came through."""
    found = group.exceptions[0]
    return _first(found) if isinstance(found, BaseExceptionGroup) else found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "quire", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"quire {__version__}")
    parser.add_argument("--verbose", action="store_true", help="log more, to stderr")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    parser.set_defaults(command=None)

    mcp = _command(commands, "mcp", "speak MCP over stdio, for a client's configuration", MCP)
    _add_profile(mcp)

    serve = _command(commands, "serve", "serve MCP over HTTP and the web side", SERVE)
    _add_profile(serve)
    _add_address(serve)
    _add_word_port(serve)
    serve.add_argument("files", nargs="*", metavar="FILE", help="documents to open")

    config = _command(commands, "config", "print what to tell an MCP client", CONFIG)
    config.add_argument("client", nargs="?", metavar="CLIENT", help="which client (none: list them)")
    config.add_argument("--http", action="store_true", help="the form for a server that runs already")
    config.add_argument("--port", type=_port, help="where that server is (default: where one runs, else 8765)")
    _add_profile(config)

    opening = _command(commands, "open", "open files in the running workspace", OPEN)
    _add_address(opening)
    opening.add_argument("--no-browser", action="store_true", help="only print the link")
    opening.add_argument("files", nargs="*", metavar="FILE", help="documents to open (none: only show the page)")

    review = _command(commands, "review", "decide on what agents suggest", REVIEW)
    review.add_argument("--accept", action="append", default=[], metavar="ID", help="accept a suggestion, or 'all'")
    review.add_argument("--reject", action="append", default=[], metavar="ID", help="reject a suggestion, or 'all'")
    review.add_argument("--list", action="store_true", help="list without asking")

    settings = _command(commands, "settings", "show or change the settings", SETTINGS)
    settings.add_argument("name", nargs="?", choices=("staging", "approval", "autoSave"), help="which setting")
    settings.add_argument("value", nargs="?", help="what it is to be")

    audit = _command(commands, "audit", "show who changed what, when and why", "Show the audit log.")
    audit.add_argument("--most", type=int, default=20, metavar="N", help="how many entries (default: 20)")

    word = _command(commands, "word", "put the add-in into Word", WORD)
    word.add_argument("action", choices=("install", "uninstall", "certs", "manifest"), help="what to do")
    word.add_argument("--platform", choices=("windows", "mac", "web"), help="for which Word (default: this machine's)")
    word.add_argument("--output", metavar="FILE", help="where to write the manifest")
    word.add_argument("--yes", action="store_true", help="take every step without asking")
    _add_word_port(word)

    doctor = _command(commands, "doctor", "check what works here", DOCTOR)
    doctor.add_argument("--json", action="store_true", help="for programs")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str, text: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name, help=summary, description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.set_defaults(command=name)
    return command


def _add_profile(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--root",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder that may be used, repeatable (default: the home and temporary folders)",
    )
    command.add_argument(
        "--toolsets",
        default="",
        metavar="NAMES",
        help="the tools to list, comma-separated: all, essential, editor, document, … (default: all)",
    )
    command.add_argument(
        "--tool-names",
        choices=("auto", "dotted", "underscore"),
        default="auto",
        help="how names with a dot are listed (default: as the client can take them)",
    )
    command.add_argument(
        "--approval",
        choices=("agent", "person"),
        default="agent",
        help="who may accept suggestions: agents too, or only a person (default: agent)",
    )
    command.add_argument("--read-only", action="store_true", help="refuse every tool that changes something")
    command.add_argument("--no-fetch", action="store_true", help="fetch no pictures from the net")


def _port(text: str) -> int:
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def _add_word_port(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--word-port",
        type=_port,
        default=8766,
        help="the port of the pane in Word, as its manifest says (default: 8766)",
    )


def _add_address(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="127.0.0.1", help="the one address to serve on (default: 127.0.0.1)")
    command.add_argument("--port", type=_port, default=8765, help="the port to serve on, 0 for any (default: 8765)")
