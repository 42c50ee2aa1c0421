"""What tests stand on: a workspace of their own, reached through a real MCP client in memory."""

from __future__ import annotations

import signal
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import count
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
from tests import programs, tier
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

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell, and so in what is started here
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "quire",
    deadline=None,  # any machine may do
    max_examples=examples(100),
    derandomize=not tier.IS_RANDOM,
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
        """What a tool answers; the client checks each answer against the schema that the tool lists.

        It is called by the spelling that is listed to a client of this name: of another one no schema is known."""
        result = self.raw(tool.replace(".", "_"), **arguments)
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


@contextmanager
def _desks(folder: Path) -> Iterator[Callable[..., Desk]]:
    """Opens clients of a workspace in a folder; called again, another process's view of the same one.

    With another `home` it is another workspace, in which nothing is open."""
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal())

        def open_one(name: str = "tester", home: str = "home", **profile: Any) -> Desk:
            root = folder / "documents"
            root.mkdir(exist_ok=True)
            given = {"roots": Roots((str(root),)), **profile}
            connecting = connected(folder / home, Profile(**given), name)
            stay = stack.enter_context(ExitStack())
            client, link = stay.enter_context(portal.wrap_async_context_manager(connecting))
            return Desk(portal, client, link, root, stay.close)

        yield open_one


@pytest.fixture
def open_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Opens clients of the test's workspace."""
    with _desks(tmp_path) as open_one:
        yield open_one


@pytest.fixture(scope="module")
def open_shared_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Desk]]:
    """Opens clients of a workspace that the tests of a module share."""
    with _desks(tmp_path_factory.mktemp("shared")) as open_one:
        yield open_one


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """A client of a new workspace."""
    return open_desk()


def pytest_report_header() -> list[str]:
    """What this run leaves out, before it begins."""
    unasked = ["Microsoft's validator is not asked in the fast tier: make test asks it"] if tier.TIER == "fast" else []
    return [f"tier: {tier.TIER}", *unasked]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what can be told from a test itself; skip what needs a program that is not here, and say how to get it."""
    for item in items:
        if "quire" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.process)
        if "judge" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.judged)
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.law)
    for marker, reason in programs.missing().items():
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def _only_marked_tests_run_programs(request: pytest.FixtureRequest) -> Iterator[None]:
    with programs.running(mark.name for mark in request.node.iter_markers()):
        yield


@pytest.fixture(autouse=True)
def _changes_keep_the_laws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test does: changes that it applies go through the laws first, in tests of a law all of them."""
    if request.node.get_closest_marker("counted"):
        return
    every = 1 if request.node.get_closest_marker("law") else tier.CHANGES_TO_A_CHECK[tier.TIER]
    for kind in (MarkdownDocument, DocxDocument):
        _check_changes(monkeypatch, kind, every)


def _check_changes(monkeypatch: pytest.MonkeyPatch, kind: type[Document], every: int) -> None:
    apply = kind.apply
    changes = count()

    def checked(self: Document, transaction: Transaction) -> Document:
        after = apply(self, transaction)
        if not transaction.steps or next(changes) % every:
            return after
        if max(len(whole_text(self)), len(whole_text(after))) < SMALL:
            monkeypatch.setattr(kind, "apply", apply)
            try:
                check_transaction(self, transaction)
            finally:
                monkeypatch.setattr(kind, "apply", checked)
        return after

    monkeypatch.setattr(kind, "apply", checked)
