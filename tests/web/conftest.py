"""A real browser on a real server, with a second client that acts at the same time."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import Page, expect, sync_playwright

from tests.web.editor import Editor
from tests.web.paper import Paper
from tests.web.workspace import Workspace
from tests.zygote import Zygote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from anyio.from_thread import BlockingPortal
    from playwright.sync_api import Browser, ConsoleMessage

expect.set_options(timeout=30_000)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def zygote() -> Iterator[Zygote]:
    with Zygote() as found:
        yield found


@pytest.fixture(scope="package")
def portal() -> Iterator[BlockingPortal]:
    """Where agents' connections run."""
    with start_blocking_portal() as found:
        yield found


@pytest.fixture
def workspace(tmp_path: Path, zygote: Zygote, portal: BlockingPortal) -> Iterator[Workspace]:
    """A server process, a home folder and documents of the test's own."""
    found = Workspace(tmp_path, zygote, portal)
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


@pytest.fixture
def paper(workspace: Workspace, page: Page) -> Paper:
    return Paper(workspace, page)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a browser can be left out where there is none."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
