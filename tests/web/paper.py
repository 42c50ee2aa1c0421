"""The pages of a Word document as a person uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Locator, expect

from tests.web.editor import Editor

if TYPE_CHECKING:
    from pathlib import Path

NAME = "agreement.docx"


class Paper(Editor):
    """A person at the pages of a Word document."""

    def show(self, data: bytes) -> None:
        """Serve a Word document, and come to its pages."""
        self.path.write_bytes(data)
        self.workspace.start(self.path)
        self.page.goto(self.workspace.entry)
        expect(self.paper).to_be_focused()
        expect(self.paper).to_have_attribute("contenteditable", "true")  # not so while only the first pages are there
        expect(self.sheets.first).to_be_visible()

    @property
    def path(self) -> Path:
        return self.workspace.root / NAME

    @property
    def paper(self) -> Locator:
        return self.page.locator(".paper")

    @property
    def sheets(self) -> Locator:
        return self.page.locator(".paper section.docx")

    def paragraph(self, text: str) -> Locator:
        """The paragraph that shows a text."""
        return self.page.locator(".paper article p", has_text=text)

    def scroll(self, down: int) -> None:
        """Turn the wheel over the pages."""
        box = self.paper.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, max(box["y"], 0) + 300)
        self.page.mouse.wheel(0, down)

    def click(self, text: str, at: int) -> None:
        """Click before a character of a text node that holds this text, once it is there and stands still."""
        places: list[list[float] | None] = [None]

        def is_still() -> bool:
            places.append(self._place(text, at))
            return places[-1] is not None and places[-1] == places[-2]

        self.wait(is_still)
        assert places[-1] is not None, text
        left, top = places[-1]
        self.page.mouse.click(left, top)

    def _place(self, text: str, at: int) -> list[float] | None:
        found: list[float] | None = self.paper.evaluate(
            """(paper, [text, at]) => {
                const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    const start = walker.currentNode.data.indexOf(text);
                    if (start < 0) continue;
                    const range = document.createRange();
                    range.setStart(walker.currentNode, start + at);
                    range.setEnd(walker.currentNode, start + at);
                    const { left, top, height } = range.getBoundingClientRect();
                    return [left, top + height / 2];
                }
                return null;
            }""",
            [text, at],
        )
        return found

    @property
    def lines(self) -> list[str]:
        """What the paragraphs show, without what is drawn on them."""
        found: list[str] = self.paper.evaluate(
            """(paper) => [...paper.querySelectorAll("article p")].flatMap((paragraph) => {
                if (paragraph.parentElement.closest("[contenteditable=false]")) return [];
                const bare = paragraph.cloneNode(true);
                for (const each of bare.querySelectorAll("[contenteditable=false]")) each.remove();
                return bare.textContent;
            })"""
        )
        return found

    @property
    def held(self) -> str:
        """The text that the server has."""
        found: str = self.workspace.person("page_open", document=self.tab(NAME))["text"]
        return found

    def expect_drawn(self, text: str) -> None:
        """The pages show that text, and the server has it, now or in a moment."""
        lines = [line.replace("\ufffc", "") for line in text.split("\n")]
        self.wait(lambda: self.held == text and self.lines == lines)
        assert self.held == text
        assert self.lines == lines

    def save_file(self) -> bytes:
        """Save with the key for it; what the file holds then."""
        self.save_changes()
        return self.path.read_bytes()
