"""What docs/security.md promises: each test that it names is there, and logs keep secrets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2

from quire.server.home import Home
from tests.test_cli import Quire, quire, until_it_says

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["quire"]

PROJECT = Path(__file__).parent.parent
SECRET = "the merger is on the ninth of May"


def _named() -> Iterator[tuple[str, str]]:
    page = (PROJECT / "docs" / "security.md").read_text(encoding="utf-8")
    yield from re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)


def test_every_test_that_is_named_is_there() -> None:
    named = list(_named())
    assert len(named) > 25
    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (PROJECT / path).read_text("utf-8")]
    assert missing == []


def test_every_threat_has_a_test() -> None:
    page = (PROJECT / "docs" / "security.md").read_text(encoding="utf-8")
    threats = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| Threat")]
    assert [threat for threat in threats if "::test_" not in threat] == []


def test_the_log_tells_no_secret(quire: Quire) -> None:
    (quire.root / "a.md").write_text(f"# A\n\n{SECRET}\n")
    with quire.start("serve", "--port", "0", "--root", str(quire.root), "a.md") as server:
        told = until_it_says(server, "Ctrl-C")
        token = Home(quire.home).token
        address = re.search(r"http://127\.0\.0\.1:\d+", told)
        assert address is not None
        with quire.speaking() as agent:
            assert SECRET in agent.call("document_get_content")
            agent.call("document_insert", position=10**9, content=SECRET)
            agent.call("smart_edit", file_path="a.md", target_paragraph_id="x", old_string=SECRET, new_string="y")
        for path in ("/mcp", "/nothing", "/enter"):
            httpx2.get(f"{address[0]}{path}", params={"token": token, "ticket": token})
        server.terminate()
        log = "".join(server.communicate(timeout=20))
    assert token not in log
    assert SECRET not in log
