"""The screens of the page, as a person sees them while an agent works, light and dark: `python -m docs.browser`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from anyio.from_thread import start_blocking_portal
from playwright.sync_api import expect, sync_playwright

from docs.screenshots import PICTURES
from tests.web.editor import Editor
from tests.web.workspace import Workspace
from tests.zygote import Zygote

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Scheme = Literal["light", "dark"]

SAMPLES = Path(__file__).parent.parent / "samples"

TEXT = """# The harbour in winter

The ferry runs twice a day from November to March, and three times on
market days. Tickets are sold at the quay.

## What has changed

- The north pier is open again.
- Freight goes by the *south gate* until the crane is mended.

> Readings before March are estimates.

## Who to ask

Grace Hopper keeps the timetable, Ada Lovelace the accounts.
"""

SUGGESTED = {
    "three times on\nmarket days": "four times on\nmarket days",
    "at the quay": "at the quay and on board",
    "Readings before March are estimates.": "Readings before 1 March are estimates.",
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            _shoot(browser, scheme)
        browser.close()


def _shoot(browser: Browser, scheme: Scheme) -> None:
    """All screens in one scheme, each from the state that the one before left."""
    with tempfile.TemporaryDirectory() as folder, Zygote() as zygote, start_blocking_portal() as portal:
        workspace = Workspace(Path(folder), zygote, portal, "Claude")
        try:
            for sample in SAMPLES.iterdir():
                shutil.copy(sample, workspace.root)
            page = browser.new_page(viewport={"width": 1280, "height": 760}, color_scheme=scheme)
            _Screens(Editor(workspace, page), scheme).shoot()
        finally:
            workspace.stop()


class _Screens:
    """A person and an agent at work, and pictures of it."""

    def __init__(self, editor: Editor, scheme: Scheme) -> None:
        self._editor, self._scheme = editor, scheme

    def shoot(self) -> None:
        self._write()
        self._keep("suggestions")
        self._open_quickly()
        self._look_at_what_was_done()
        self._look_at_a_version()
        self._open_word()
        self._take_a_phone()

    def _keep(self, name: str) -> None:
        self._editor.page.wait_for_timeout(500)
        self._editor.page.screenshot(path=PICTURES / f"{name}-{self._scheme}.png")

    def _write(self) -> None:
        editor = self._editor
        editor.open(TEXT, "harbour.md")
        editor.workspace.agent("apply_diff", original="until the crane is mended", replacement="for now", mode="apply")
        for original, replacement in SUGGESTED.items():
            editor.workspace.agent("apply_diff", original=original, replacement=replacement, mode="suggest")
        expect(editor.suggestions).to_have_count(len(SUGGESTED))
        editor.press("Tab")

    def _open_quickly(self) -> None:
        self._editor.press("Control+p")
        self._editor.type("pl")
        self._keep("quick-open")
        self._editor.press("Escape")

    def _look_at_what_was_done(self) -> None:
        self._editor.press("Control+End")
        self._editor.type("\nAsk them by letter.\n")
        self._editor.press("Control+s", "Control+Shift+a")
        expect(self._editor.page.locator(".deed").first).to_be_visible()
        self._editor.page.wait_for_timeout(9000)
        self._keep("activity")

    def _look_at_a_version(self) -> None:
        self._editor.press("Alt+h")
        self._editor.page.get_by_role("button", name="Look at it").last.click()
        self._keep("versions")
        self._editor.press("Escape")

    def _open_word(self) -> None:
        self._editor.command("open a file")
        self._editor.type("agreement")
        self._editor.press("Enter")
        expect(self._editor.tabs).to_have_count(2)
        self._editor.press("Control+Shift+e")
        self._editor.page.wait_for_timeout(1500)
        self._keep("word")

    def _take_a_phone(self) -> None:
        self._editor.press("Alt+1")
        self._editor.page.set_viewport_size({"width": 360, "height": 720})
        self._editor.press("Control+\\")
        self._keep("phone")


if __name__ == "__main__":
    main()
