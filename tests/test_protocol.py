"""What the server tells of itself, its resources, and their changes, in both eras of the protocol."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp.client import Client as McpClient

from quire import __version__
from quire.server.home import Home
from quire.server.link import linked
from quire.server.mcp import QuireServer
from quire.server.profile import Profile
from quire.workspace.files import Roots
from tests.patience import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk

RESOURCES = [
    "vmark://document/outline",
    "vmark://document/metadata",
    "vmark://windows/list",
    "vmark://windows/focused",
]


def test_capabilities_tell_version_tools_resources_and_features(desk: Desk) -> None:
    found = desk.call("get_capabilities")
    assert found["version"] == __version__
    assert [name.replace(".", "_") for name in found["tools"]] == list(desk.tools)
    assert found["resources"] == RESOURCES
    assert set(found["features"].pop("exports")) - {"pdf"} == {"markdown", "docx", "html"}
    assert found["features"] == {
        "formats": ["markdown", "docx"], "positionUnit": "unicode-code-point",
        "staging": "suggest", "approval": "agent", "readOnly": False, "liveWord": False,
    }  # fmt: skip


def test_the_outline_is_the_hierarchy_of_headings(desk: Desk) -> None:
    desk.document("# A\n\n## B *b*\n\n```\n# no\n```\n\nC\n=\n\n### D\n")
    outline = json.loads(desk.resource("vmark://document/outline"))

    def shape(headings: list[dict[str, Any]]) -> list[Any]:
        return [(each["title"], each["level"], shape(each["children"])) for each in headings]

    assert shape(outline) == [("A", 1, [("B b", 2, [])]), ("C", 1, [("D", 3, [])])]
    assert outline[0]["children"][0]["position"] == 5


def test_the_other_resources_say_what_the_tools_say(desk: Desk) -> None:
    desk.document("text")
    assert json.loads(desk.resource("vmark://document/metadata")) == desk.call("workspace_get_document_info")
    assert json.loads(desk.resource("vmark://windows/list")) == desk.call("workspace_list_windows")
    assert desk.resource("vmark://windows/focused") == "main"


def test_an_unknown_resource_is_refused(desk: Desk) -> None:
    with pytest.raises(Exception, match="no resource 'vmark://nothing'"):
        desk.resource("vmark://nothing")


async def _watch(home: Path, mode: Any) -> list[str]:
    """Which resources a listening client hears of when another window is opened and text is written."""
    heard: list[str] = []

    async def hear(message: Any) -> None:
        if mode == "legacy" and getattr(message, "method", "") == "notifications/resources/updated":
            heard.append(str(message.params.uri))

    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        server = QuireServer(link, Profile(Roots.given([])), tasks).build()
        async with McpClient(server, message_handler=hear, mode=mode) as client:
            if mode == "legacy":
                for uri in RESOURCES:
                    await client.subscribe_resource(uri)
                await client.unsubscribe_resource("vmark://windows/list")
                await client.call_tool("document_set_content", {"content": "# T"})
                await client.call_tool("workspace_new_document", {"windowId": "new"})
                await client.call_tool("document_get_content", {})
                await until(lambda: len(heard) > 4)
            else:
                async with client.listen(resource_subscriptions=RESOURCES[:2]) as events:
                    await client.call_tool("document_set_content", {"content": "# T"})
                    heard.extend([str(getattr(await anext(events), "uri", "")) for _ in range(2)])
            await anyio.sleep(0.05)  # what it should not hear would come now
        tasks.cancel_scope.cancel()
    return heard


@pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")  # in the newer era; this is the older
def test_a_client_of_the_older_era_hears_of_what_it_subscribed_to(tmp_path: Path) -> None:
    heard = anyio.run(_watch, tmp_path, "legacy")
    assert heard[:2] == RESOURCES[:2], "the text changed"
    assert heard[2:] == [RESOURCES[0], RESOURCES[1], RESOURCES[3]], "another document is in front, in another window"


def test_a_client_of_the_newer_era_hears_of_what_it_listens_to(tmp_path: Path) -> None:
    assert anyio.run(_watch, tmp_path, "auto") == RESOURCES[:2]
