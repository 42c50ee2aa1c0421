"""Pictures over HTTP: only real ones, only for those who were let in, and nothing in them runs."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
import httpx2
import pytest
from anyio.from_thread import start_blocking_portal

from quire.cli.profile import ask
from quire.server import app
from quire.server.home import Home
from quire.server.link import linked
from quire.server.profile import Profile
from quire.workspace.files import Roots

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

TOKEN = "the token"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"


@asynccontextmanager
async def serving(home: Path, root: Path) -> AsyncIterator[str]:
    bound = app.bind("127.0.0.1", 0)
    async with linked(Home(home)) as link, anyio.create_task_group() as tasks:
        opened = await ask(link, "workspace_open_document", path=str(root / "notes.md"))
        profile = Profile(Roots((str(root),)), fetches=False)
        tasks.start_soon(app.serve, app.Web(link, profile, tasks, TOKEN, "127.0.0.1"), bound)
        yield f"{app.address(bound)}/picture/{opened['tabId']}"
        tasks.cancel_scope.cancel()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    found = tmp_path / "documents"
    (found / "assets").mkdir(parents=True)
    (found / "notes.md").write_text("Text\n")
    (found / "assets" / "a b.png").write_bytes(PNG)
    (found / "drawn.svg").write_bytes(SVG)
    (found / "lie.png").write_bytes(b"<html><script>alert(1)</script>")
    (tmp_path / "secret.png").write_bytes(PNG)
    (found / "leak.png").symlink_to(tmp_path / "secret.png")
    return found


@pytest.fixture
def url(tmp_path: Path, root: Path) -> Iterator[str]:
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(tmp_path / "home", root)) as found,
    ):
        yield found


def _get(url: str, source: str, token: str = TOKEN) -> httpx2.Response:
    return httpx2.get(url, params={"source": source}, headers={"authorization": f"Bearer {token}"})


@pytest.mark.parametrize("source", ["assets/a b.png", "assets/a%20b.png", "./assets/a b.png?raw=1"])
def test_a_picture_beside_the_document_is_shown(url: str, source: str) -> None:
    answer = _get(url, source)
    assert (answer.status_code, answer.content) == (200, PNG)
    assert answer.headers["content-type"] == "image/png"


def test_nothing_in_a_picture_runs(url: str) -> None:
    answer = _get(url, "drawn.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("../secret.png", "outside the folders"),
        ("leak.png", "outside the folders"),
        ("/etc/passwd", "outside the folders"),
        ("notes.md", "There is no picture"),
        ("gone.png", "There is no picture"),
        ("lie.png", "no picture that a page can show"),
        ("https://a.example/x.png", "--no-fetch"),
        ("//a.example/x.png", "--no-fetch"),
        ("\0", "not a path"),
        ("", "source"),
    ],
)
@pytest.mark.slow
def test_everything_else_is_refused_with_words(url: str, source: str, why: str) -> None:
    answer = _get(url, source)
    assert answer.status_code == 404
    assert why in answer.text


def test_who_was_not_let_in_sees_none(url: str) -> None:
    assert _get(url, "assets/a b.png", "wrong").status_code == 401
