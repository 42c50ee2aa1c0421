"""A real browser on a real server, with a second client that acts at the same time."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import Page, expect, sync_playwright

from tests.web.editor import Editor
from tests.web.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage

expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with start_blocking_portal() as portal:
        found = Workspace(tmp_path, portal)
        yield found
        found.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1200, "height": 800}, reduced_motion="reduce") as context:
        found = context.new_page()
        wrong: list[str] = []
        found.on("pageerror", lambda error: wrong.append(str(error)))
        found.on("console", lambda message: wrong.extend(_complaints(message)))
        yield found
        assert not wrong


def _complaints(message: ConsoleMessage) -> list[str]:
    """What a page complains of; that a killed server does not answer is no surprise."""
    return [message.text] if message.type == "error" and "WebSocket" not in message.text else []


@pytest.fixture
def editor(workspace: Workspace, page: Page) -> Editor:
    return Editor(workspace, page)
