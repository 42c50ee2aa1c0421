"""Each test that docs/security.md names fails without the defence that it is for."""

from __future__ import annotations

import compileall
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

PROJECT = Path(__file__).parent.parent.parent
SOURCES = PROJECT / "src"
SOME_FAILED = 1


@dataclass(frozen=True)
class Defence:
    """A few characters of the sources without which a test is to fail."""

    test: str
    file: str
    held: str
    without: str


DEFENCES = [
    Defence(
        "test_paths_outside_the_roots_or_hidden_are_refused",
        "workspace/files.py",
        "        if self.anywhere:\n",
        "        if self.anywhere or len(str(real)) > 1:\n",
    ),
    Defence(
        "test_paths_outside_the_roots_or_hidden_are_refused",
        "workspace/files.py",
        "        if all(any(part.startswith",
        "        if not below and all(any(part.startswith",
    ),
    Defence(
        "test_a_link_that_leads_out_of_the_roots_is_refused",
        "workspace/files.py",
        "_expanded(path)).resolve()",
        "_expanded(path)).absolute()",
    ),
    Defence(
        "test_the_workspaces_own_folder_is_no_place_for_documents",
        "workspace/files.py",
        "if self.private and real",
        "if not self.private and real",
    ),
    Defence(
        "test_stays_below_the_roots",
        "workspace/export.py",
        "real = session.client.roots.resolve(path)",
        "real = Path(path)",
    ),
    Defence(
        "test_nothing_is_kept_outside_the_roots",
        "workspace/files.py",
        "        if not below:\n",
        "        if not below:\n            return\n        if not below:\n",
    ),
    Defence(
        "test_a_file_changed_by_someone_else_is_never_overwritten",
        "workspace/files.py",
        "if found is not None and found not in",
        "if found is None and found not in",
    ),
    Defence(
        "test_a_person_reviews_in_the_terminal_what_an_agent_may_not_accept",
        "workspace/session.py",
        'asked = "person" in (self.client.approval',
        'asked = "nobody" in (self.client.approval',
    ),
    Defence(
        "test_with_approval_by_a_person_no_agent_can_turn_back_what_the_person_decided",
        "workspace/session.py",
        "if change.by_person and self._is_for_a_person:",
        "if not change.by_person and self._is_for_a_person:",
    ),
    Defence(
        "test_with_approval_by_a_person_an_agent_rejects_only_its_own",
        "workspace/session.py",
        "if others and self._is_for_a_person:",
        "if not others and self._is_for_a_person:",
    ),
    Defence(
        "test_an_agent_rejects_only_its_own_changes_where_a_person_decides",
        "tools/revisions.py",
        "    if not accepts:\n        session.require_author(",
        "    if accepts:\n        session.require_author(",
    ),
    Defence(
        "test_agents_have_no_such_tools",
        "tools/registry.py",
        'return each.family != "person"\n    return',
        "return True\n    return",
    ),
    Defence(
        "test_every_tool_refuses_an_unknown_argument",
        "tools/schema.py",
        'ConfigDict(extra="forbid", strict=True, frozen=True, alias',
        'ConfigDict(extra="ignore", strict=True, frozen=True, alias',
    ),
    Defence(
        "test_half_of_a_character_is_refused_anywhere",
        "tools/registry.py",
        "        schema.require_whole_characters(arguments)\n",
        "",
    ),
    Defence(
        "test_a_hostile_expression_is_given_up_in_time",
        "tools/searching.py",
        "timeout=self._left",
        "timeout=20",
    ),
    Defence(
        "test_a_hostile_file_is_refused_or_borne",
        "formats/docx/opc/archive.py",
        "MOST_RATIO = 200\n",
        "MOST_RATIO = 20_000_000\n",
    ),
    Defence(
        "test_what_nobody_sees_is_marked_and_can_be_edited",
        "formats/docx/view/concealment.py",
        '    if look.hidden:\n        return "hidden"\n',
        "",
    ),
    Defence(
        "test_hidden_text_cannot_pretend_to_end",
        "formats/docx/view/view.py",
        'text = tags.escape(text) if "<" in text else text',
        "text = str(text)",
    ),
    Defence(
        "test_the_policy_stops_what_gets_into_the_page",
        "server/app.py",
        '"content-security-policy": POLICY',
        '"x-security-policy": POLICY',
    ),
    Defence(
        "test_nothing_in_a_picture_runs",
        "server/pictures.py",
        "; sandbox",
        "",
    ),
    Defence(
        "test_control_characters_of_a_document_do_not_reach_the_terminal",
        "cli/profile.py",
        'letter if letter.isprintable() or letter in "\\n\\t" else',
        "letter if letter else",
    ),
    Defence(
        "test_a_foreign_page_is_turned_away",
        "server/gate.py",
        'netloc(origin) != headers["host"]',
        'netloc(origin) == headers["host"]',
    ),
    Defence(
        "test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites",
        "server/app.py",
        'samesite="strict"',
        'samesite="lax"',
    ),
    Defence(
        "test_a_foreign_host_name_is_turned_away",
        "server/gate.py",
        "not in self._hosts:",
        "in ():",
    ),
    Defence(
        "test_without_the_token_nobody_gets_in",
        "server/gate.py",
        'if scope["path"] == "/enter" or self',
        'if scope["path"] or self',
    ),
    Defence(
        "test_the_socket_is_behind_the_gate",
        "server/gate.py",
        'if scope["type"] in ("http", "websocket") and',
        'if scope["type"] == "http" and',
    ),
    Defence(
        "test_a_ticket_lets_a_browser_in_once",
        "server/gate.py",
        "        self._used.add(given)\n",
        "",
    ),
    Defence(
        "test_an_old_ticket_is_worth_nothing",
        "server/gate.py",
        'return int(body.partition("-")[0]) > time.time()',
        "return True",
    ),
    Defence(
        "test_public_addresses",
        "workspace/web.py",
        "for each in (found, *_inside(found))",
        "for each in (found,)",
    ),
    Defence(
        "test_a_redirect_is_looked_at_like_an_address",
        "workspace/web.py",
        "            if not self.is_public(address):\n",
        "            if not self.is_public(found[0]) and not parts.path:\n",
    ),
    Defence(
        "test_one_private_address_among_public_ones_is_enough",
        "workspace/web.py",
        "        for address in found:\n",
        "        for address in found[:1]:\n",
    ),
    Defence(
        "test_a_body_that_is_too_large_is_refused",
        "server/app.py",
        "max_request_body_size=MOST_BYTES",
        "max_request_body_size=2 * MOST_BYTES",
    ),
    Defence(
        "test_who_is_not_the_pane_does_not_get_in",
        "server/wordside.py",
        "(_is_here(host) and _is_own(headers, host))",
        "_is_here(host)",
    ),
    Defence(
        "test_the_manifest_is_shown_or_written",
        "cli/installation.py",
        "pane_secret(self.home.token)",
        "self.home.token",
    ),
    Defence(
        "test_the_certificate_is_good_for_this_machine_and_its_key_for_its_owner",
        "server/certificates.py",
        "os.O_TRUNC, 0o600",
        "os.O_TRUNC, 0o644",
    ),
    Defence(
        "test_a_paused_pane_says_so",
        "server/word.py",
        "    if pane.state.paused:\n",
        "    if pane.state.paused and not pane.state.title:\n",
    ),
    Defence(
        "test_a_read_only_pane_is_read_and_not_changed",
        "server/word.py",
        "    if pane.state.read_only and operation",
        "    if pane.state.read_only and not operation",
    ),
    Defence(
        "test_the_printer_is_told_no_address_but_those_of_links",
        "workspace/export.py",
        "secluded(without_controls(package)).write()",
        "without_controls(package).write()",
    ),
    Defence(
        "test_the_token_is_for_the_owner_only",
        "server/home.py",
        '"token", os.O_RDWR | os.O_CREAT, 0o600',
        '"token", os.O_RDWR | os.O_CREAT, 0o644',
    ),
    Defence(
        "test_a_foreign_program_on_the_hosts_old_port_learns_no_secret",
        "server/wire.py",
        '{"proof": _proof(token, "client", str(hello.get("challenge"))), "challenge": challenge}',
        '{"proof": token, "challenge": challenge}',
    ),
    Defence(
        "test_a_stranger_cannot_disturb_the_host",
        "server/wire.py",
        '    if not _is_proven(answer, token, "client", challenge):\n',
        '    if not _is_proven(answer, token, "client", challenge) and not answer:\n',
    ),
    Defence(
        "test_a_wrong_token_is_turned_away",
        "server/wire.py",
        'return hmac.compare_digest(str(answer.get("proof")).encode(), _proof(token, role, challenge).encode())',
        "return True",
    ),
    Defence(
        "test_a_client_that_only_asks_is_not_heard_until_it_is_answered",
        "server/pipes.py",
        "len(self._waiting) >= MOST_UNANSWERED",
        "len(self._waiting) < 0",
    ),
    Defence(
        "test_strangers_without_number_do_not_end_the_host",
        "server/host.py",
        "            except OSError as error:\n                self._strangers.release()\n",
        "            except BlockingIOError as error:\n                self._strangers.release()\n",
    ),
    Defence(
        "test_the_log_tells_no_secret",
        "server/app.py",
        'web.app, log_level="warning", access_log=False,',
        'web.app, log_level="info", access_log=True,',
    ),
]  # fmt: skip


def _named() -> dict[str, str]:
    """The tests of the page, with their files."""
    page = (PROJECT / "docs" / "security.md").read_text(encoding="utf-8")
    return {name: path for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)}


def test_none_is_left_out() -> None:
    assert _named().keys() == {defence.test for defence in DEFENCES}


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, to take defences out of."""
    copy: Path = tmp_path_factory.mktemp("undefended") / "src"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    compileall.compile_dir(copy, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)  # times may be too alike
    return copy


@pytest.mark.heavy
@pytest.mark.parametrize("defence", DEFENCES, ids=lambda defence: defence.test)
def test_without_its_defence_it_fails(defence: Defence, sources: Path) -> None:
    file = sources / "quire" / defence.file
    whole = file.read_text(encoding="utf-8")
    assert whole.count(defence.held) == 1
    file.write_text(whole.replace(defence.held, defence.without), encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", _named()[defence.test],
             "-k", defence.test],
            cwd=PROJECT, env={**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
    finally:
        file.write_text(whole, encoding="utf-8")
    assert done.returncode == SOME_FAILED, done.stdout[-3000:]
