"""The bridge to Word: over real sockets and TLS, with an add-in that answers as it is told to."""

from __future__ import annotations

import gc
import ssl
from dataclasses import replace
from random import Random
from socket import create_connection, create_server
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import pytest
from socketio.exceptions import ConnectionError as RefusedError

from quire.server import word as bridge
from quire.server.certificates import Certificates
from quire.server.gate import pane_secret
from quire.server.home import Home
from quire.server.link import linked
from quire.tools import live, registry
from tests.addin import AGENT, PERSON, Addin, Word, called, serving
from tests.patience import LONGER_SECONDS, PATIENCE_SECONDS, until, until_told
from tests.test_cli import Quire, Speaker, quire, until_it_says
from tests.test_matrix import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow  # real sockets and TLS

__all__ = ["quire"]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    found = Certificates(tmp_path_factory.mktemp("certificates"))
    found.make()
    return found


@pytest.fixture
def play(tmp_path: Path, certificates: Certificates) -> Callable[..., None]:
    """Runs a scenario against a server."""

    def run(scenario: Any, patience: float = PATIENCE_SECONDS) -> None:
        async def main() -> None:
            async with serving(tmp_path, certificates, patience=patience) as word:
                await scenario(word)

        anyio.run(main)

    return run


async def put(asked: dict[str, Any]) -> dict[str, Any]:
    return {"rangeId": "rangeId:r1", "length": len(asked["text"])}


async def selected(_: dict[str, Any]) -> dict[str, Any]:
    return {"text": "Hi", "rangeId": "rangeId:r2"}


async def connected(word: Word, session: str = "session-1", **answers: Any) -> Addin:
    addin = word.addin(session, **{"insertText": put, "getSelection": selected, **answers})
    await addin.connect()
    return addin


def test_a_connected_document_is_a_window_on_which_words_tools_act(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        addin = await connected(word)
        assert addin.heard[0]["label"] == "word-1"
        assert [window["label"] for window in await word.call("workspace_list_windows")] == ["main", "word-1"]
        assert await word.call("workspace_get_focused") == "word-1"
        done = await word.call("insertText", text="Hello 🙂")
        assert done["length"] == 7
        assert done["applied"]
        assert done["rangeId"].startswith("rangeId:")
        assert addin.asked == [
            (
                "insertText",
                {
                    "text": "Hello 🙂", "scope": "selection", "location": "replace", "newParagraph": False,
                    "keepFormatting": True, "version": "1.0", "tracked": False,
                },
            )
        ]  # fmt: skip

    play(scenario)


def test_handles_travel_and_one_of_another_document_means_nothing(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        one = await connected(word, "session-1")
        other = await connected(word, "session-2")
        found = (await word.call("getSelection", windowId="word-1"))["rangeId"]
        for spelled in (found, found.removeprefix("rangeId:"), f"rangeId:{found}"):
            await word.call("insertText", text="a", scope=spelled, windowId="word-1")
            assert one.asked[-1][1]["scope"] == "rangeId:r2"
        refused = await word.call("insertText", text="a", scope=found, windowId="word-2")
        assert refused["code"] == "E_NOT_FOUND"
        assert not other.asked

    play(scenario)


def test_without_a_document_there_is_nothing_to_wait_for(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        with anyio.fail_after(PATIENCE_SECONDS):
            assert (await word.call("insertText", text="a", windowId="word-1"))["code"] == "E_NOT_FOUND"

    play(scenario, patience=LONGER_SECONDS)


@pytest.mark.slow
def test_a_change_that_is_not_answered_in_time_may_have_happened(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        free = anyio.Event()

        async def slow(asked: dict[str, Any]) -> dict[str, Any]:
            await free.wait()
            return await put(asked)

        addin = await connected(word, insertText=slow)
        refused = await word.call("insertText", text="a")
        assert refused["code"] == "E_TIMEOUT"
        assert "not known" in refused["hint"]
        addin.answers["insertText"] = put
        free.set()  # the late answer comes, and is nobody's
        assert (await word.call("insertText", text="abc"))["length"] == 3

    play(scenario, patience=2)


def test_a_disconnect_in_the_middle_is_told_at_once(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        async def vanish(_: dict[str, Any]) -> dict[str, Any]:
            await addin.leave()
            return {}

        addin = await connected(word, insertText=vanish, getSelection=vanish)
        with anyio.fail_after(PATIENCE_SECONDS):
            refused = await word.call("insertText", text="a")
        assert refused["code"] == "E_RUNTIME"
        assert "not known" in refused["hint"]
        assert (await word.call("getSelection"))["code"] == "E_NOT_FOUND"
        await addin.connect()
        with anyio.fail_after(PATIENCE_SECONDS):
            refused = await word.call("getSelection")
        assert refused["hint"] == "Try again."

    play(scenario, patience=LONGER_SECONDS)


def test_a_pane_that_comes_back_keeps_its_label_and_handles(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        addin = await connected(word)
        found = (await word.call("getSelection"))["rangeId"]
        await addin.leave()
        await connected(word, "session-2")
        assert (await addin.connect()) == {**addin.heard[0], "resumed": True}
        await word.call("insertText", text="a", scope=found, windowId="word-1")
        assert addin.asked[-1][1]["scope"] == "rangeId:r2"

    play(scenario)


def test_a_pane_that_stays_away_is_forgotten(play: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "AWAY_SECONDS", 0.1)

    async def scenario(word: Word) -> None:
        addin = await connected(word)
        await addin.leave()

        async def forgotten() -> bool:
            return [window["label"] for window in await word.call("workspace_list_windows")] == ["main"]

        await until_told(forgotten)
        assert await word.call("workspace_get_focused") == "main"
        assert not (await addin.connect())["resumed"]

    play(scenario)


def test_a_client_that_does_not_say_goodbye_is_let_go_of(tmp_path: Path, certificates: Certificates) -> None:
    def connect(word: Word) -> ssl.SSLSocket:
        port = int(word.url.rpartition(":")[2])
        return word.context.wrap_socket(create_connection(("localhost", port)), server_hostname="localhost")

    async def scenario() -> ssl.SSLSocket:
        async with serving(tmp_path, certificates) as word:
            return await anyio.to_thread.run_sync(connect, word)

    with anyio.run(scenario):
        gc.collect()  # warns, if the server's end of the connection is still there


def test_a_second_socket_of_a_pane_takes_the_place_of_the_first(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        await connected(word)
        again = await connected(word)
        await word.call("insertText", text="a")
        assert again.asked
        assert len(await word.call("workspace_list_windows")) == 2

    play(scenario)


def test_two_documents_are_asked_at_the_same_time_and_each_one_thing_at_a_time(play: Callable[..., None]) -> None:
    running, most = {"session-1": 0, "session-2": 0}, {"session-1": 0, "session-2": 0, "both": 0}

    def worker(session: str) -> Any:
        async def work(asked: dict[str, Any]) -> dict[str, Any]:
            running[session] += 1
            most[session] = max(most[session], running[session])
            most["both"] = max(most["both"], sum(running.values()))
            await anyio.sleep(0.02)
            running[session] -= 1
            return await put(asked)

        return work

    async def scenario(word: Word) -> None:
        async def insert(window: str) -> None:
            await word.call("insertText", text="a", windowId=window)

        for session in ("session-1", "session-2"):
            await connected(word, session, insertText=worker(session))
        async with anyio.create_task_group() as tasks:
            for number in range(20):
                tasks.start_soon(insert, f"word-{number % 2 + 1}")
        assert most == {"session-1": 1, "session-2": 1, "both": 2}

    play(scenario)


def test_the_workspace_goes_on_while_word_is_asked(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        free = anyio.Event()

        async def wait(asked: dict[str, Any]) -> dict[str, Any]:
            await free.wait()
            return await put(asked)

        addin = await connected(word, insertText=wait)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lambda: word.call("insertText", text="a"))
            await until(lambda: bool(addin.asked))
            with anyio.fail_after(PATIENCE_SECONDS):
                assert await word.call("document_get_content", windowId="main") == ""
            free.set()

    play(scenario, patience=LONGER_SECONDS)


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "another"},
        {"protocol": 99},
        {"session": "x"},
        {"unknown": True},
        {"origin": "https://evil.example"},
        {"origin": "http://localhost"},
        {"origin": ""},
    ],
)
def test_who_is_not_the_pane_does_not_get_in(play: Callable[..., None], wrong: dict[str, Any]) -> None:
    async def scenario(word: Word) -> None:
        addin = word.addin()
        with pytest.raises(RefusedError):
            await addin.connect(**wrong)
        assert len(await word.call("workspace_list_windows")) == 1

    play(scenario)


def test_an_answer_of_30_megabytes_arrives(play: Callable[..., None]) -> None:
    async def long(_: dict[str, Any]) -> dict[str, Any]:
        return {"text": "x" * (30 << 20), "rangeId": "rangeId:r1"}

    async def scenario(word: Word) -> None:
        await connected(word, getSelection=long)
        assert len((await word.call("getSelection"))["text"]) == 30 << 20
        assert (await word.call("insertText", text="a"))["applied"]

    play(scenario)


def test_an_answer_that_is_too_long_for_the_socket_costs_the_socket_and_no_more(
    play: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "MOST_BYTES", 1 << 20)

    async def long(_: dict[str, Any]) -> dict[str, Any]:
        return {"text": "x" * (2 << 20), "rangeId": "rangeId:r1"}

    async def scenario(word: Word) -> None:
        addin = await connected(word, getSelection=long)
        with anyio.fail_after(PATIENCE_SECONDS):
            assert (await word.call("getSelection"))["code"] == "E_RUNTIME"
        await addin.leave()
        assert (await addin.connect())["resumed"]
        assert (await word.call("insertText", text="a"))["applied"]

    play(scenario, patience=LONGER_SECONDS)


def test_a_paused_pane_says_so(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        addin = await connected(word)
        await addin.say(paused=True)
        refused = await word.call("getSelection")
        assert refused["code"] == "E_PERMISSION"
        assert "paused" in refused["message"]
        await addin.say(paused=False, title="Renamed.docx")
        assert (await word.call("getSelection"))["text"] == "Hi"
        assert (await word.call("workspace_list_windows"))[1]["title"] == "Renamed.docx"

    play(scenario)


def test_a_read_only_pane_is_read_and_not_changed(play: Callable[..., None]) -> None:
    async def paragraphs(_: dict[str, Any]) -> dict[str, Any]:
        return {"paragraphs": [{"index": 0, "text": "Hi", "rangeId": "rangeId:p0"}]}

    async def scenario(word: Word) -> None:
        addin = await connected(word, listParagraphs=paragraphs)
        await addin.say(readOnly=True)
        assert (await word.call("getSelection"))["text"] == "Hi"
        assert (await word.call("listParagraphs", createControls=False))["paragraphs"]
        for tool, arguments in (("insertText", {"text": "a"}), ("listParagraphs", {})):
            assert (await word.call(tool, **arguments))["code"] == "E_PERMISSION"
        assert [name for name, _ in addin.asked] == ["getSelection", "listParagraphs"]

    play(scenario)


@pytest.mark.parametrize(
    "answer",
    [
        {"rangeId": "rangeId:r1"},
        {"rangeId": "no id", "length": 1},
        {"rangeId": "rangeId:r1", "length": "1"},
        {"rangeId": "rangeId:r1", "length": 1, "more": 1},
        {"ok": "yes"},
        {"ok": False, "op": "insertText", "code": "E_OTHER", "message": ""},
    ],
)
def test_what_is_no_answer_is_told_as_a_failure(
    play: Callable[..., None], answer: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def wrong(_: dict[str, Any]) -> dict[str, Any]:
        return answer

    async def scenario(word: Word) -> None:
        await connected(word, insertText=wrong)
        refused = await word.call("insertText", text="a")
        assert refused["code"] == "E_RUNTIME"
        assert "insertText" in refused["message"]

    play(scenario)
    assert "no id" not in caplog.text  # what documents hold is not for the log


def test_what_the_add_in_refuses_is_refused_in_its_words(play: Callable[..., None]) -> None:
    async def refuse(_: dict[str, Any]) -> dict[str, Any]:
        return {"ok": False, "op": "insertText", "code": "E_UNSUPPORTED", "message": "WordApi 1.4 is required."}

    async def scenario(word: Word) -> None:
        await connected(word, insertText=refuse)
        refused = await word.call("insertText", text="a")
        assert (refused["code"], refused["message"]) == ("E_UNSUPPORTED", "WordApi 1.4 is required.")
        assert refused["hint"]

    play(scenario)


def test_a_second_process_reaches_the_document_and_so_does_the_next_host(
    tmp_path: Path, certificates: Certificates
) -> None:
    async def scenario() -> None:
        async with linked(Home(tmp_path)) as other:
            await other.connect()  # it is the host, and the one that serves Word is not
            async with serving(tmp_path, certificates) as word:
                addin = await connected(word)
                found = await called(other, "getSelection")
                assert found["text"] == "Hi"
                assert (await called(other, "insertText", text="ab", scope=found["rangeId"]))["length"] == 2
                await other.close()

                async def back() -> bool:
                    return bool(await word.call("workspace_get_focused") == "word-1")

                await until_told(back)
                assert (await word.call("insertText", text="abc", scope=found["rangeId"]))["length"] == 3
                assert addin.heard[-1]["label"] == "word-1"

    anyio.run(scenario)


def test_a_call_is_carried_out_once_in_word_also_if_the_host_ends_in_the_middle(
    tmp_path: Path, certificates: Certificates
) -> None:
    async def scenario() -> None:
        free, begun, asked, answers = anyio.Event(), anyio.Event(), list[str](), list[Any]()

        async def work(wanted: dict[str, Any]) -> dict[str, Any]:
            asked.append(wanted["text"])
            begun.set()
            await free.wait()
            return await put(wanted)

        async def insert() -> None:
            answers.append(await called(caller, "insertText", text="once"))

        async with linked(Home(tmp_path)) as host, linked(Home(tmp_path)) as caller:
            await host.connect()
            async with serving(tmp_path, certificates) as word, anyio.create_task_group() as tasks:
                await connected(word, insertText=work)
                tasks.start_soon(insert)
                await begun.wait()
                await host.close()
                await anyio.sleep(0.2)
                free.set()
            assert [answer["length"] for answer in answers] == [4]
            assert asked == ["once"]

    anyio.run(scenario)


def test_a_process_that_ends_takes_its_documents_along(tmp_path: Path, certificates: Certificates) -> None:
    async def scenario() -> None:
        async with linked(Home(tmp_path)) as other:
            await other.connect()
            async with serving(tmp_path, certificates) as word:
                await connected(word)
                assert await called(other, "workspace_get_focused") == "word-1"

            async def gone() -> bool:
                return bool(await called(other, "workspace_get_focused") == "main")

            await until_told(gone)

    anyio.run(scenario)


@pytest.mark.slow
def test_a_thousand_calls_in_a_row_are_each_answered_whatever_becomes_of_the_socket(play: Callable[..., None]) -> None:
    chance = Random(7)

    async def scenario(word: Word) -> None:
        done = list[str]()

        async def work(asked: dict[str, Any]) -> dict[str, Any]:
            done.append(asked["text"])
            if chance.random() < 0.02:
                await addin.leave()  # after its work, before its answer
            return await put(asked)

        addin = await connected(word, insertText=work)
        unknown = list[str]()
        for number in range(1000):
            answer = await word.call("insertText", text=f"{number}", windowId="word-1")
            if "code" in answer:
                assert "not known" in answer["hint"]
                unknown.append(f"{number}")
                assert (await addin.connect())["resumed"]
            else:
                assert answer["length"] == len(f"{number}")
        assert done == [f"{number}" for number in range(1000)]  # each once, in order
        assert 5 < len(unknown) < 50
        (pane,) = word.bridge.panes
        assert len(pane.known) <= bridge.MOST_REMEMBERED
        assert all(waiting.done.is_set() for waiting in pane.known.values())

    play(scenario)


def test_what_waits_for_approval_is_a_tracked_change(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        addin = await connected(word)
        await called(word.link, "settings", PERSON, staging="stage-everything")
        assert not (await word.call("insertText", text="a"))["applied"]
        assert addin.asked[-1][1]["tracked"]
        await called(word.link, "insertText", PERSON, text="a")
        assert not addin.asked[-1][1]["tracked"]
        told = await called(word.link, "page_activity", PERSON)
        assert [(deed["action"], deed["document"], deed["tool"], deed["after"]) for deed in told[:2]] == [
            ("applied", "word-1", "insertText", "a"),
            ("staged", "word-1", "insertText", "a"),
        ]

    play(scenario)


def test_a_client_that_may_only_read_changes_nothing_in_word(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        addin = await connected(word)
        reader = replace(AGENT, read_only=True)
        assert (await called(word.link, "insertText", reader, text="a"))["code"] == "E_PERMISSION"
        assert not addin.asked

    play(scenario)


def test_every_tool_without_a_meaning_in_word_says_so(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        addin = await connected(word)
        refusing = [
            tool for tool in registry.select().values() if (found := live.support(tool)) and found.extent == "not"
        ]
        for tool in refusing:
            arguments = {"windowId": "word-1", **EXAMPLES[tool.name][1]}
            refused = await word.call(tool.name, **arguments)
            assert refused["code"] == "E_UNSUPPORTED", (tool.name, refused)
            assert "Word" in refused["message"] + refused["hint"], (tool.name, refused)
        assert not addin.asked

    play(scenario)


def test_other_documents_are_opened_and_focused_beside_word(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        await connected(word)
        assert (await word.call("get_capabilities"))["features"]["liveWord"]
        opened = await word.call("workspace_new_document")
        assert opened["windowId"] == "main"
        assert await word.call("workspace_get_focused") == "main"
        assert (await word.call("workspace_focus_window", windowId="word-1"))["isFocused"]
        assert (await word.call("getSelection"))["text"] == "Hi"
        assert await word.call("document_get_content", windowId="main") == ""
        await word.call("editor_focus", windowId="main")
        assert await word.call("workspace_get_focused") == "main"
        assert (await word.call("workspace_focus_window", windowId="word-9"))["code"] == "E_NOT_FOUND"

    play(scenario)


def test_pages_and_clients_hear_of_windows_of_word(play: Callable[..., None]) -> None:
    async def scenario(word: Word) -> None:
        heard = list[str]()
        word.link.listen(heard.extend)
        await connected(word)
        assert set(heard) >= {"vmark://windows/list", "vmark://windows/focused"}

    play(scenario)


def test_an_agent_over_stdio_reaches_word_through_the_server_beside_it(quire: Quire) -> None:
    assert quire.run("word", "certs").returncode == 0
    certificates = Certificates(quire.home / "word")
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def scenario(agent: Speaker) -> None:
        context = ssl.create_default_context(cafile=certificates.authority)
        key = pane_secret(Home(quire.home).token)
        addin = Addin(f"https://localhost:{port}", context, key, "session-1", {"insertText": put})
        try:
            assert (await addin.connect())["label"] == "word-1"
            done = await anyio.to_thread.run_sync(lambda: agent.call("insertText", text="Hello"))
            assert done["length"] == 5
            assert addin.asked[0][1]["text"] == "Hello"
        finally:
            await addin.leave()

    with quire.speaking() as agent:
        agent.call("tabs_list")  # its process is the host; the one that serves Word is not
        with quire.start("serve", "--port", "0", "--word-port", str(port)) as server:
            until_it_says(server, "Ctrl-C")
            anyio.run(scenario, agent)
