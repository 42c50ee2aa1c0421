"""What tests stand on: a workspace of their own, reached through a real MCP client in memory."""

from __future__ import annotations

from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, settings
from mcp.client import Client as McpClient

from quire.core.author import Author
from quire.formats.docx.document import DocxDocument
from quire.formats.markdown.document import MarkdownDocument
from quire.server.home import Home
from quire.server.link import linked
from quire.server.mcp import QuireServer
from quire.server.profile import Profile
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests.laws import check_transaction, whole_text
from tests.tier import examples

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from anyio.from_thread import BlockingPortal
    from mcp.client.session import ClientSession

    from quire.core.document import Document
    from quire.core.transaction import Transaction
    from quire.server.link import Link

settings.register_profile(
    "quire",
    deadline=None,  # any machine may do
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("quire")

SMALL = 2000
"""Up to this length every change is put through all the laws; the mapping law looks at each position."""


class Refused(Exception):  # noqa: N818 - an answer, not a mistake
    """A tool said no."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(f"{told['code']}: {told['message']} {told['hint']}")
        self.code: str = told["code"]
        self.message: str = told["message"]
        self.hint: str = told["hint"]


class Desk:
    """A client of a workspace, as a test uses it."""

    def __init__(
        self, portal: BlockingPortal, client: McpClient, link: Link, root: Path, leave: Callable[[], None]
    ) -> None:
        self._portal = portal
        self.leave = leave  # ends the process, as far as the workspace can tell
        self._client = client
        self._link = link
        self.root = root

    @cached_property
    def tools(self) -> dict[str, types.Tool]:
        """The tools that are listed to this client."""
        return {tool.name: tool for tool in self._portal.call(self._client.list_tools).tools}

    def call(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers; the client checks each answer against the schema that the tool lists."""
        result = self.raw(tool, **arguments)
        (content,) = result.content
        assert isinstance(content, types.TextContent)
        if result.is_error:
            raise Refused(result.structured_content)
        if result.structured_content is None:
            return content.text
        return result.structured_content.get("result", result.structured_content)

    def raw(self, tool: str, **arguments: Any) -> types.CallToolResult:
        """The result of a call as the protocol has it."""
        result = self._portal.call(self._client.call_tool, tool, arguments)
        assert isinstance(result, types.CallToolResult)
        return result

    def refusal(self, tool: str, **arguments: Any) -> Refused:
        """The error that a tool answers with; the message and the hint are never empty."""
        with pytest.raises(Refused) as caught:
            self.call(tool, **arguments)
        assert caught.value.message
        assert caught.value.hint
        return caught.value

    def as_person(self, tool: str, **arguments: Any) -> Any:
        """What the person, in the page or the terminal, gets from a tool."""
        person = Client(Author("Ada", "person"), Roots((str(self.root),)))
        reply = self._portal.call(self._link.call, person, tool, arguments)
        if reply.is_error:
            raise Refused(reply.structured or {})
        return reply.structured.get("result", reply.structured) if reply.structured else reply.text

    def rest(self) -> None:
        """Have the host do what it does once nobody waits."""
        self._portal.call(self._link.connect)
        assert self._link.host is not None
        self._portal.call(self._link.host.tidy)

    def settings(self, **settings: str) -> None:
        self.as_person("settings", **settings)

    def resource(self, uri: str) -> str:
        (content,) = self._portal.call(self._client.read_resource, uri).contents
        assert isinstance(content, types.TextResourceContents)
        return content.text

    @property
    def text(self) -> str:
        found: str = self.call("document_get_content")
        return found

    def document(self, text: str) -> str:
        """A new document with that text in front; its tab."""
        tab: str = self.call("workspace_new_document")["tabId"]
        if text:
            self.call("document_set_content", content=text)
        return tab

    @property
    def revision(self) -> str:
        found: str = self.call("get_document_revision")["revision"]
        return found

    @property
    def pending(self) -> list[dict[str, Any]]:
        """The suggestions that wait."""
        found: list[dict[str, Any]] = self.call("suggestion_list")["suggestions"]
        return found

    def edit(self, original: str, replacement: str) -> None:
        """A change by the person."""
        self.as_person("document_replace", search=original, replace=replacement)

    def begin(self, text: str) -> None:
        """Something that the person puts before the document."""
        self.as_person("document_insert_at_position", text=text, position=0)

    def suggest(self, start: int, end: int, text: str) -> str:
        """A pending suggestion to put a text in place of a range."""
        self.call("selection_set", **{"from": start, "to": end})
        found: str = self.call("selection_replace", text=text)["suggestionId"]
        return found


_SCHEMAS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}


def share_schemas(session: ClientSession, kind: str) -> None:
    """Let a session use what others with the same tools were listed, and have compiled to check answers with.

    The library has no other way to this, and it is half of the time of a short test."""
    known = _SCHEMAS.setdefault(kind, (session._tool_output_schemas, session._tool_output_validators))
    session._tool_output_schemas, session._tool_output_validators = known


@asynccontextmanager
async def connected(home: Path, profile: Profile, name: str) -> AsyncIterator[tuple[McpClient, Link]]:
    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        server = QuireServer(link, profile, tasks).build()
        async with McpClient(server, client_info=types.Implementation(name=name, version="1")) as client:
            share_schemas(client.session, f"{name} {replace(profile, roots=Roots(()))}")
            yield client, link
        tasks.cancel_scope.cancel()


@pytest.fixture
def open_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Opens clients of the test's workspace. Called again, it opens another process's view of the same one.

    With another `home` it is another workspace, in which nothing is open."""
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal())

        def open_one(name: str = "tester", home: str = "home", **profile: Any) -> Desk:
            root = tmp_path / "documents"
            root.mkdir(exist_ok=True)
            given = {"roots": Roots((str(root),)), **profile}
            connecting = connected(tmp_path / home, Profile(**given), name)
            stay = stack.enter_context(ExitStack())
            client, link = stay.enter_context(portal.wrap_async_context_manager(connecting))
            return Desk(portal, client, link, root, stay.close)

        yield open_one


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """A client of a new workspace."""
    return open_desk()


@pytest.fixture(autouse=True)
def _every_change_keeps_the_laws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test does: each change that it applies goes through the laws first."""
    if request.node.get_closest_marker("counted"):
        return
    for kind in (MarkdownDocument, DocxDocument):
        _check_changes(monkeypatch, kind)


def _check_changes(monkeypatch: pytest.MonkeyPatch, kind: type[Document]) -> None:
    apply = kind.apply

    def checked(self: Document, transaction: Transaction) -> Document:
        after = apply(self, transaction)
        if max(len(whole_text(self)), len(whole_text(after))) < SMALL and transaction.steps:
            monkeypatch.setattr(kind, "apply", apply)
            try:
                check_transaction(self, transaction)
            finally:
                monkeypatch.setattr(kind, "apply", checked)
        return after

    monkeypatch.setattr(kind, "apply", checked)
