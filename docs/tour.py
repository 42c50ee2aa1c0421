"""The pictures of the tutorial, taken while its steps are done: `python -m docs.tour`."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.from_thread import start_blocking_portal
from playwright.sync_api import expect, sync_playwright

from docs import tutorial
from docs.screenshots import PICTURES
from quire.workspace import office
from tests.web.editor import Editor
from tests.web.workspace import Workspace
from tests.zygote import Zygote

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLES = Path(__file__).parent.parent / "samples"
PRINTED = {"tutorial-redline": "agreement-redline.docx", "tutorial-word": "chapter.docx"}
"""Pictures of files, as LibreOffice prints them; the others are of the page."""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with tempfile.TemporaryDirectory() as folder, Zygote() as zygote, start_blocking_portal() as portal:
            workspace = Workspace(Path(folder), zygote, portal, "Claude")
            try:
                _Tour(workspace, browser).take()
            finally:
                workspace.stop()
        browser.close()


class _Tour:
    """A person who follows the tutorial, with an agent and a camera."""

    def __init__(self, workspace: Workspace, browser: Browser) -> None:
        for sample in SAMPLES.iterdir():
            shutil.copy(sample, workspace.root)
        workspace.start(workspace.root / "agreement.docx")
        self._workspace = workspace
        self._editor = Editor(workspace, browser.new_page(viewport={"width": 1280, "height": 860}))
        self._editor.page.goto(workspace.entry)

    def take(self) -> None:
        for step in tutorial.steps():
            if step.kind == "set":
                self._workspace.person("settings", **step.arguments)
            elif step.kind == "decide":
                pending = self._workspace.agent("suggestion_list")["suggestions"]
                tool, arguments = tutorial.decided(step, pending)
                self._workspace.person(tool, **arguments)
            elif step.kind == "look":
                self._look(step.name)
            elif '"code"' not in step.answer:
                self._workspace.agent(step.name, **step.arguments)

    def _look(self, name: str) -> None:
        path = PICTURES / f"{name}.png"
        if name in PRINTED:
            _print(self._workspace.root / PRINTED[name], path)
            return
        expect(self._editor.suggestions.first).to_be_visible()
        self._editor.page.wait_for_timeout(1500)
        self._editor.press("Tab")
        self._editor.page.wait_for_timeout(1000)
        self._editor.page.screenshot(path=path)


def _print(document: Path, picture: Path) -> None:
    """The first page of a Word document."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(office.pdf(document.read_bytes()))
        file.flush()
        command = ["pdftoppm", "-r", "80", "-singlefile", "-png", file.name, str(picture.with_suffix(""))]
        subprocess.run(command, check=True)  # noqa: S603 - all of it is ours


if __name__ == "__main__":
    main()
