"""What a person waits for in the page: its first sight of a long document, and each key, in a real browser."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.from_thread import start_blocking_portal
from playwright.sync_api import expect, sync_playwright

from benchmarks.comparison import Bound, Ceiling, Measurement, alternate, report
from tests.docx.large import large
from tests.web.workspace import Workspace
from tests.zygote import Zygote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

PARAGRAPHS = 9_000
"""Of Markdown: 1 MB."""
WORD_PARAGRAPHS = 4_000
"""Of a Word document: 200 pages."""
FILES = ("empty.md", "long.md", "long.docx")
SUGGESTIONS = 500
RUNS = 5
KEYS = 200
PATIENCE_MILLISECONDS = 60_000
PAUSE_MILLISECONDS = 60
"""Between keys: somebody who types fast."""

TEXT = "Paragraph {:05} has **strong** and *other* words, a [link](https://example.org) and `code`, as long as a line."

BREAK = "\n\n"

FIRST_SIGHT = """
(() => {
  const look = () => {
    const pages = document.querySelector(".stage .word-pages")?.shadowRoot;
    const shown = pages ? pages.querySelector("section.docx p") : document.querySelector(".stage .cm-content");
    if (!shown) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.firstSight = performance.now(); }));
  };
  look();
})();
"""

KEY_TIMES = """
() => {
  window.keyTimes = [];
  document.addEventListener("keydown", ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  }, { capture: true });
}
"""

TO_THE_MIDDLE = """
() => {
  const { view } = document.querySelector(".cm-content").cmTile.root;
  const line = view.state.doc.lineAt(Math.floor(view.state.doc.length / 2));
  view.dispatch({ selection: { anchor: line.to }, scrollIntoView: true });
  view.focus();
}
"""


class Screen:
    """A page of a workspace with a document of each kind."""

    def __init__(self, workspace: Workspace, page: Page) -> None:
        self._workspace, self._page = workspace, page
        page.add_init_script(FIRST_SIGHT)
        self._tabs = {each["title"]: each["id"] for each in workspace.agent("tabs_list")}

    def show(self, title: str) -> float:
        """How long it takes until a document is seen."""
        self._workspace.agent("tabs_switch", tabId=self._tabs[title])
        self._page.goto(self._workspace.url)
        while not (found := self._page.evaluate("window.firstSight ?? 0")):
            self._page.wait_for_timeout(50)
        return float(found) / 1000

    def type(self, title: str) -> list[float]:
        """How long each key takes until the next frame."""
        self.show(title)
        self._page.wait_for_timeout(2000)
        if title.endswith(".docx"):
            self._go_to_the_middle_of_pages()
        else:
            self._page.evaluate(TO_THE_MIDDLE)
        self._page.wait_for_timeout(500)
        self._page.evaluate(KEY_TIMES)
        self._page.keyboard.type("some words " * (KEYS // 11), delay=PAUSE_MILLISECONDS)
        self._page.wait_for_timeout(500)
        found: list[float] = self._page.evaluate("window.keyTimes")
        return [milliseconds / 1000 for milliseconds in found]

    def _go_to_the_middle_of_pages(self) -> None:
        expect(self._page.locator(".word-pages .progress")).to_be_hidden(timeout=PATIENCE_MILLISECONDS)
        paragraphs = self._page.locator(".paper article p")
        middle = paragraphs.nth(paragraphs.count() // 2)
        middle.scroll_into_view_if_needed()
        middle.click()


@contextmanager
def served() -> Iterator[Screen]:
    """A workspace with an empty, a long and a Word document, and a browser that may come in."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Zygote() as zygote,
        start_blocking_portal() as portal,
        sync_playwright() as playwright,
    ):
        workspace = Workspace(Path(folder), zygote, portal)
        files = {name: workspace.root / name for name in FILES}
        files["empty.md"].write_text("")
        files["long.md"].write_text(BREAK.join(map(TEXT.format, range(PARAGRAPHS))))
        files["long.docx"].write_bytes(large(WORD_PARAGRAPHS))
        workspace.start(*files.values())
        try:
            _suggest(workspace)
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            page.goto(workspace.entry)
            yield Screen(workspace, page)
            browser.close()
        finally:
            workspace.stop()


def _suggest(workspace: Workspace) -> None:
    """Let an agent suggest a word more, all over the long document."""
    tab = next(each["id"] for each in workspace.agent("tabs_list") if each["title"] == "long.md")
    distance = len(TEXT.format(0)) + len(BREAK)
    for number in range(0, PARAGRAPHS, PARAGRAPHS // SUGGESTIONS):
        start = number * distance
        workspace.agent("selection_set", windowId=tab, **{"from": start, "to": start + len("Paragraph")})
        workspace.agent("selection_replace", windowId=tab, text="Some paragraph")


def main() -> int:
    with served() as screen:
        contenders: dict[str, Callable[[], float]] = {
            f"first sight of {name}": partial(screen.show, name) for name in ("empty.md", "long.md", "long.docx")
        }
        measurement: Measurement = alternate(contenders, RUNS)
        for name in ("empty.md", "long.md", "long.docx"):
            measurement[f"a key in {name}"] = screen.type(name)
    return report(
        measurement,
        [
            Bound("first sight of long.md", "first sight of empty.md", 3.0),
            Bound("first sight of long.docx", "first sight of empty.md", 6.0),  # of pages, laid out by then
            Ceiling("a key in long.md", 0.05),
            Ceiling("a key in long.docx", 0.05),
        ],
    )


if __name__ == "__main__":
    sys.exit(main())
