"""The MCP Inspector's command line as a client: a program of others that lists Quire's tools and calls some."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests import node
from tests.conformance.outcome import Outcome
from tests.conformance.served import QUIRE, last_exception, served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from subprocess import CompletedProcess

SCRIPT = str(node.MODULES / node.INSPECTOR / "clients" / "launcher" / "build" / "index.js")

ERAS = ("legacy", "modern")
"""How a connection begins: with a handshake, as up to 2025-11-25, or without, as since 2026-07-28."""

DONE, MUST_LOG_IN, TOOL_REFUSED = 0, 3, 5
"""The Inspector's exit codes."""


class UnexpectedError(Exception):
    """The Inspector got something else than it should."""


@dataclass(frozen=True, slots=True)
class Inspector:
    """The command line, and how it reaches a server."""

    home: str
    connection: tuple[str, ...]
    era: str = "legacy"

    def run(self, *request: str) -> CompletedProcess[str]:
        fixed = ("--cli", "--format", "json", "--stored-auth-only", "--protocol-era", self.era)
        return node.run(SCRIPT, *fixed, *request, *self.connection, HOME=self.home, USERPROFILE=self.home)

    def ask(self, *request: str, ending: int = DONE) -> Any:
        """The result of a request that ends as it should."""
        done = self.run(*request)
        if done.returncode != ending:
            raise UnexpectedError(f"{' '.join(request)} ended with {done.returncode}: {done.stderr}{done.stdout}")
        return json.loads(done.stdout)["result"]

    def call(self, tool: str, *, ending: int = DONE, **arguments: Any) -> Any:
        """The answer of a tool: its structured content, or its text if it has no other."""
        request = ("--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))
        result = self.ask(*request, ending=ending)
        return result.get("structuredContent") or result["content"][0]["text"]


def lists_the_tools(inspector: Inspector) -> None:
    """The list is the canonical one, since the Inspector takes dots, and no schema has a portability problem."""
    listed = [tool["name"] for tool in inspector.ask("--method", "tools/list", "--strict")["tools"]]
    _expect(listed, inspector.call("get_capabilities")["tools"])


def reads_back_what_it_wrote(inspector: Inspector) -> None:
    text = "# Zürich\n\n“Grüezi” 👋\n"
    inspector.call("workspace_new_document")
    _expect(inspector.call("document_set_content", content=text)["charCount"], len(text))
    _expect(inspector.call("document_get_content"), text)


def is_told_why_a_call_is_refused(inspector: Inspector) -> None:
    told = inspector.call("document_get_content", windowId="nowhere", ending=TOOL_REFUSED)
    _expect((told["ok"], told["code"]), (False, "E_NOT_FOUND"))
    _expect("nowhere" in told["message"] and bool(told["hint"]), True)


def reads_a_resource(inspector: Inspector) -> None:
    (content,) = inspector.ask("--method", "resources/read", "--uri", "vmark://windows/focused")["contents"]
    _expect(content["text"], "main")


def ends_its_server_without_an_exception(inspector: Inspector) -> None:
    errors = inspector.run("--method", "resources/read", "--uri", "vmark://windows/focused").stderr
    _expect(last_exception(errors), "")


def is_not_let_in(inspector: Inspector) -> None:
    _expect(inspector.run("--method", "tools/list").returncode, MUST_LOG_IN)


def _expect(found: object, wanted: object) -> None:
    if found != wanted:
        raise UnexpectedError(f"{found!r} is not {wanted!r}")


EXPECTATIONS = (lists_the_tools, reads_back_what_it_wrote, is_told_why_a_call_is_refused, reads_a_resource)


def outcomes() -> Iterator[Outcome]:
    """How the Inspector fares over stdio and HTTP, with and without a handshake."""
    with TemporaryDirectory() as folder, served(QUIRE) as server:
        stdio = ("-e", f"QUIRE_HOME={Path(folder, 'home')}", "--", QUIRE, "mcp", "--root", folder)
        http = ("--server-url", server.url, "--header", f"Authorization: Bearer {server.token}")
        for era in ERAS:
            for expectation in (*EXPECTATIONS, ends_its_server_without_an_exception):
                yield _outcome("stdio", Inspector(folder, stdio, era), expectation)
            for expectation in EXPECTATIONS:
                yield _outcome("HTTP", Inspector(folder, http, era), expectation)
        stranger = ("--server-url", server.url, "--header", "Authorization: Bearer wrong")
        yield _outcome("HTTP with a wrong token", Inspector(folder, stranger), is_not_let_in)
        yield Outcome("the server logged no exception", server.exception)


def _outcome(door: str, inspector: Inspector, expectation: Callable[[Inspector], None]) -> Outcome:
    name = f"Inspector ({inspector.era}, {door}) {expectation.__name__.replace('_', ' ')}"
    try:
        expectation(inspector)
    except UnexpectedError as wrong:
        return Outcome(name, str(wrong))
    return Outcome(name)
