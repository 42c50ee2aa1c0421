"""The command line, as processes of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

QUIRE = Path(sys.executable).with_name("quire")
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bare", "version": "1"}}


class Quire:
    """The program, with a home and a folder of documents of its own."""

    def __init__(self, folder: Path) -> None:
        self.home, self.root = folder / "home", folder / "documents"
        self.root.mkdir()
        self._environment = {**os.environ, "QUIRE_HOME": str(self.home), "COLUMNS": "100"}

    def run(self, *arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [QUIRE, *arguments], input=typed or "", capture_output=True, text=True, env=self._environment,
            cwd=self.root, timeout=60, check=False,
        )  # fmt: skip

    @contextmanager
    def start(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        process = subprocess.Popen(
            [QUIRE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self._environment, cwd=self.root,
        )  # fmt: skip
        with process:
            try:
                yield process
            finally:
                process.kill()

    @contextmanager
    def speaking(self, *arguments: str) -> Iterator[Speaker]:
        with self.start("mcp", "--root", str(self.root), *arguments) as process:
            yield Speaker(process)


class Speaker:
    """A bare client over stdio."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._count = 0
        self._log = threading.Thread(target=self._drain, args=(process.stderr,), daemon=True)
        self._log.start()
        self.server = self.ask("initialize", HELLO)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _drain(self, stream: IO[str]) -> None:
        for _ in stream:
            pass

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self._count += 1
        self._write({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        assert self.process.stdout is not None
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self._count:
                return answer["result"]

    def call(self, tool: str, **arguments: Any) -> Any:
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return result.get("structuredContent") or result["content"][0]["text"]


@pytest.fixture
def quire(tmp_path: Path) -> Quire:
    return Quire(tmp_path)


def test_help_tells_a_person_what_to_do(quire: Quire) -> None:
    told = quire.run("--help").stdout
    for command in ("mcp", "serve", "open", "review", "settings", "audit", "word", "doctor"):
        assert re.search(rf"^ +{command} ", told, re.MULTILINE)
        assert "usage: quire " + command in quire.run(command, "--help").stdout
    assert '"mcpServers"' in quire.run("mcp", "--help").stdout


def test_nothing_but_the_protocol_is_written_to_stdout(quire: Quire) -> None:
    with quire.speaking() as client:
        client.call("document_set_content", content="x")
        client.call("no_such_tool")
        assert client.process.stdin is not None
        assert client.process.stdout is not None
        lines = (
            "this is no message",
            "[" * 5000,
            '{"a":' * 5000,
            '{"id": "\\ud800"}',
            '{"id": true}',
            f'{{"id": {10**99}}}',
        )
        for line in lines:
            client.process.stdin.write(f"{line}\n")
        client.process.stdin.close()
        answers = [json.loads(line) for line in client.process.stdout]
        assert [answer["error"]["code"] for answer in answers if "error" in answer] == [-32700] * len(lines)
        assert {answer["jsonrpc"] for answer in answers} == {"2.0"}
        assert client.process.wait(timeout=20) == 0


def test_a_person_reviews_in_the_terminal_what_an_agent_may_not_accept(quire: Quire) -> None:
    with quire.speaking("--approval", "person") as agent:
        agent.call("document_set_content", content="one\ntwo\n")
        agent.call("document_insert_at_position", text="zero\n", position=0, reason="to begin with")
        identifier = agent.call("document_insert_at_position", text="three\n", position=8)["suggestionId"]
        assert agent.call("suggestion_accept", suggestionId=identifier)["code"] == "E_PERMISSION"
        listed = quire.run("review").stdout
        assert "+zero" in listed
        assert "because: to begin with" in listed
        assert "2 pending" in listed
        assert "Rejected" in quire.run("review", "--reject", identifier).stdout
        assert "Accepted" in quire.run("review", "--accept", "all").stdout
        assert agent.call("document_get_content") == "zero\none\ntwo\n"
        assert "0 pending" in quire.run("review").stdout
        assert "no suggestion" in quire.run("review", "--accept", identifier).stderr.lower()


def test_review_asks_about_each_in_a_terminal(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("document_set_content", content="abc")
        for position in range(4):
            agent.call("document_insert_at_position", text=str(position), position=position)
        assert _in_terminal(quire, "review", typed="a\nr\nx\ns\nq\n").count("[a]ccept") == 5
        assert agent.call("document_get_content") == "0abc"
        assert agent.call("suggestion_list")["count"] == 2


def _in_terminal(quire: Quire, *arguments: str, typed: str) -> str:
    """What a command shows to someone who types at a terminal."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "QUIRE_HOME": str(quire.home)}
    with subprocess.Popen([QUIRE, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        while process.poll() is None or not shown:
            try:
                shown += os.read(ours, 4096)
            except OSError:
                break
    os.close(ours)
    return shown.decode()


def test_control_characters_of_a_document_do_not_reach_the_terminal(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("document_insert_at_position", text="\x1b[2Jgone", position=0)
        assert "\x1b" not in quire.run("review").stdout


def test_settings_are_shown_and_changed(quire: Quire) -> None:
    assert quire.run("settings").stdout == "staging suggest\napproval agent\nautoSave off\n"
    assert quire.run("settings", "staging", "auto-approve").stdout == "staging auto-approve\n"
    assert quire.run("settings", "staging").stdout == "staging auto-approve\n"
    wrong = quire.run("settings", "staging", "sometimes")
    assert wrong.returncode == 1
    assert "'always-ask'" in wrong.stderr
    with quire.speaking() as agent:
        assert agent.call("document_insert_at_position", text="x", position=0)["applied"] is True


def test_the_audit_log_is_shown(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("document_set_content", content="hello")
        assert re.search(r"bare \(agent\) applied Untitled-1 at 0: '' -> 'hello'", quire.run("audit").stdout)


def test_doctor_says_what_works(quire: Quire) -> None:
    told = quire.run("doctor")
    assert "ok  Workspace folder" in told.stdout
    assert "none is running" in told.stdout
    with quire.speaking() as agent:
        agent.call("tabs_list")
        assert f"process {agent.process.pid}" in quire.run("doctor").stdout


def test_doctor_says_what_is_wrong_and_what_mends_it(quire: Quire) -> None:
    quire.home.write_text("a file where the folder should be")
    told = quire.run("doctor")
    assert told.returncode == 1
    assert "!!  Workspace" in told.stdout
    assert "QUIRE_HOME" in told.stdout


def test_serve_prints_addresses_and_configurations_and_opens_files(quire: Quire) -> None:
    (quire.root / "a.md").write_text("# A")
    with quire.start("serve", "--port", "0", "--root", str(quire.root), "a.md") as server:
        told = until_it_says(server, "Ctrl-C")
        assert re.search(r"Page: +http://127.0.0.1:\d+/enter\?ticket=", told)
        stdio, http = (json.loads(found) for found in re.findall(r"^\{.*?^\}", told, re.DOTALL | re.MULTILINE))
        assert stdio["mcpServers"]["quire"]["args"] == ["mcp", "--root", str(quire.root)]
        assert Path(stdio["mcpServers"]["quire"]["command"]) == QUIRE.resolve()
        assert http["mcpServers"]["quire"]["url"].endswith("/mcp")
        with quire.speaking() as agent:
            assert agent.call("document_get_content") == "# A"
            assert [tab["title"] for tab in agent.call("tabs_list")["result"]] == ["a.md"]
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 130


def until_it_says(process: subprocess.Popen[str], word: str) -> str:
    told = ""
    assert process.stderr is not None
    while word not in told:
        line = process.stderr.readline()
        assert line, f"it ended after: {told}"
        told += line
    return told


def test_open_puts_a_file_into_the_running_workspace(quire: Quire) -> None:
    (quire.root / "a.md").write_text("# A")
    with quire.speaking() as agent:
        agent.call("tabs_list")
        told = quire.run("open", "--no-browser", "a.md")
        assert "Opened a.md" in told.stderr
        assert agent.call("document_get_content") == "# A"


def test_open_without_a_file_only_shows_the_page(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("tabs_list")
        assert re.fullmatch(r"http://127.0.0.1:\d+/enter\?ticket=\S+\n", quire.run("open", "--no-browser").stdout)


def test_quire_alone_tells_its_commands(quire: Quire) -> None:
    told = quire.run()
    assert told.returncode == 2
    assert "speak MCP over stdio" in told.stdout


def test_open_serves_when_nothing_is_running(quire: Quire) -> None:
    (quire.root / "a.md").write_text("# A")
    with quire.start("open", "--no-browser", "--port", "0", "a.md") as server:
        told = until_it_says(server, "Ctrl-C")
        assert told.startswith("No Quire was running")
        assert "Page:" in told


def test_a_file_that_cannot_be_opened_is_named_and_keeps_nothing_else_away(quire: Quire) -> None:
    (quire.root / "a.md").write_text("# A")
    (quire.root / "~$ntract.docx").write_bytes(bytes(162))
    names = ("~$ntract.docx", "nowhere.md", "a.md")
    with quire.start("serve", "--port", "0", "--root", str(quire.root), *names) as server:
        told = until_it_says(server, "Ctrl-C")
        assert "'~$ntract.docx' is not opened. The file is not a Word document" in told
        assert "'nowhere.md' is not opened. There is no file" in told
        with quire.speaking() as agent:
            assert agent.call("document_get_content") == "# A"
        again = quire.run("open", "--no-browser", "nowhere.md")
        assert again.returncode == 1
        assert "'nowhere.md' is not opened." in again.stderr
        url = json.loads(quire.run("config", "cursor", "--http").stdout)["mcpServers"]["quire"]["url"]
        assert url in told


def test_what_a_person_opens_by_name_is_the_persons_to_save_and_not_an_agents(quire: Quire, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("# A")
    with quire.speaking() as agent:
        agent.call("tabs_list")
        assert "Opened outside.md" in quire.run("open", "--no-browser", str(outside)).stderr
        assert agent.call("document_get_content") == "# A"
        agent.call("document_insert_at_position", text="B", position=3)
        quire.run("review", "--accept", "all")
        assert "outside the folders" in agent.call("workspace_save_document")["message"]
    assert outside.read_text() == "# A"


def test_a_taken_port_is_told_in_a_sentence(quire: Quire) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = quire.run("serve", "--port", str(taken.getsockname()[1]))
    assert told.returncode == 1
    assert re.fullmatch(r"quire: Port \d+ on 127.0.0.1 cannot be used: .* try --port \d+.*\n", told.stderr)


def test_an_unknown_toolset_is_told_in_a_sentence(quire: Quire) -> None:
    told = quire.run("mcp", "--toolsets", "nonsense")
    assert told.returncode == 1
    assert "Toolsets: all, essential" in told.stderr


def test_an_older_python_is_told_in_a_sentence() -> None:
    source = (Path(__file__).parents[1] / "src" / "quire" / "__init__.py").read_text()
    program = f"import sys; sys.version_info = (3, 9)\n{source}"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "needs Python 3.11" in told.stderr


def test_ctrl_c_ends_quietly_also_while_clients_listen(quire: Quire) -> None:
    with quire.start("serve", "--port", "0") as server:
        told = until_it_says(server, "Ctrl-C")
        port, token = re.findall(r":(\d+)/mcp", told)[0], re.findall(r"Bearer ([\w-]+)", told)[0]
        initialize = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO})
        with socket.create_connection(("127.0.0.1", int(port))) as client:
            client.sendall(
                f"POST /mcp?token={token} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                f"accept: application/json, text/event-stream\r\ncontent-length: {len(initialize)}\r\n\r\n"
                f"{initialize}".encode()
            )
            session = re.findall(r"mcp-session-id: (\w+)", client.recv(65536).decode())[0]
        with socket.create_connection(("127.0.0.1", int(port))) as listener:
            listener.sendall(
                f"GET /mcp?token={token} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n"
                f"mcp-session-id: {session}\r\n\r\n".encode()
            )
            assert b"200 OK" in listener.recv(100)
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=10) == 130
        assert server.stderr is not None
        assert server.stderr.read().strip() == ""


def test_ctrl_c_ends_a_server_that_waits_for_its_client(quire: Quire) -> None:
    with quire.speaking() as client:
        client.process.send_signal(signal.SIGINT)
        assert client.process.wait(timeout=10) == -signal.SIGINT


def test_someone_who_starts_what_is_for_clients_is_told_so(quire: Quire) -> None:
    ours, theirs = os.openpty()
    environment = {**os.environ, "QUIRE_HOME": str(quire.home)}
    with subprocess.Popen([QUIRE, "mcp"], stdin=theirs, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert "'quire serve' is for you" in until_it_says(process, "Ctrl-C")
        process.kill()
    os.close(ours)
    os.close(theirs)


def test_what_is_wrong_is_told_in_a_sentence(quire: Quire) -> None:
    for arguments, told in (
        (("serve", "--port", "many"), "from 0 to 65535"),
        (("serve", "--port", "99999"), "from 0 to 65535"),
        (("serve", "--host", "192.0.2.1", "--port", "0"), "Give an address of this machine"),
        (("mcp", "--root", "/nowhere"), "There is no folder"),
    ):
        answer = quire.run(*arguments)
        assert answer.returncode in (1, 2)
        assert told in answer.stderr
        assert "Traceback" not in answer.stderr


def test_review_shows_every_line_whatever_it_begins_with(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("document_insert_at_position", text="++ hidden\n-- and this\n\ttabbed", position=0)
        listed = quire.run("review").stdout
        assert "+++ hidden" in listed
        assert "+-- and this" in listed
        assert "+\ttabbed  (no line ending)" in listed


def test_review_shows_words_within_a_line_as_words(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("document_set_content", content="within thirty days\n")
        agent.call("document_replace", search="thirty", replace="sixty")
        assert "  where:   within thirty days\n  -thirty\n  +sixty\n" in quire.run("review").stdout


def test_the_audit_log_is_one_line_an_entry(quire: Quire) -> None:
    with quire.speaking() as agent:
        agent.call("workspace_new_document", title="a\nfake entry\x1b[2J")
        agent.call("document_set_content", content="x")
        shown = quire.run("audit").stdout
        assert len(shown.splitlines()) == 1
        assert "\x1b" not in shown


def test_the_configuration_that_is_printed_grants_no_more_than_was_said(quire: Quire) -> None:
    with quire.start("serve", "--port", "0", "--read-only", "--approval", "person", "--toolsets", "tabs") as server:
        told = until_it_says(server, "Ctrl-C")
        stdio = json.loads(re.findall(r"^\{.*?^\}", told, re.DOTALL | re.MULTILINE)[0])["mcpServers"]["quire"]
    assert stdio["args"] == ["mcp", "--toolsets", "tabs", "--approval", "person", "--read-only"]
    assert stdio["env"] == {"QUIRE_HOME": str(quire.home)}


def test_serve_serves_the_pane_in_word_once_there_is_a_certificate(quire: Quire) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with quire.start("serve", "--port", "0", "--word-port", port) as server:
        assert "quire word install" in until_it_says(server, "Ctrl-C")
    assert quire.run("word", "certs").returncode == 0
    context = ssl.create_default_context(cafile=quire.home / "word" / "authority.pem")
    with quire.start("serve", "--port", "0", "--word-port", port) as server:
        assert f"https://localhost:{port}/word-addin" in until_it_says(server, "Ctrl-C")
        status, policy = _fetched(f"https://localhost:{port}/word-addin/nothing.js", context)
        assert status in (404, 503)  # 503 before the pane is built
        assert "script-src 'self' https://appsforoffice.microsoft.com;" in policy
        assert f"connect-src 'self' wss://localhost:{port};" in policy
        assert _fetched(f"https://localhost:{port}/", context, host="evil.example")[0] == 421
        told = quire.run("doctor").stdout
        assert "certificate: good for" in told
        assert "Run 'quire word install'." in told
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 130


def _fetched(url: str, context: ssl.SSLContext, **headers: str) -> tuple[int, str]:
    """The status of an answer that is none, and its policy."""
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(url, headers=headers), context=context)
    with refused.value as answer:
        return answer.code, answer.headers["content-security-policy"] or ""
