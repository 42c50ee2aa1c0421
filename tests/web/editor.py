"""The page as a person uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.workspace import Workspace


class Editor:
    """A person at the page of a workspace."""

    def __init__(self, workspace: Workspace, page: Page) -> None:
        self.workspace = workspace
        self.page = page

    def open(self, text: str, name: str = "notes.md") -> None:
        """Serve a file with a text, and come to its page."""
        path = self.workspace.root / name
        path.write_bytes(text.encode())
        self.workspace.start(path)
        self.page.goto(self.workspace.entry)
        expect(self.content).to_be_focused()

    def another(self) -> Editor:
        """The same workspace in another page."""
        found = Editor(self.workspace, self.page.context.new_page())
        found.page.goto(self.workspace.url)
        expect(found.content).to_be_focused()
        return found

    def command(self, name: str) -> None:
        """Choose a command by its name."""
        self.press("F1")
        self.page.get_by_role("combobox").fill(name)
        self.press("Enter")

    @property
    def content(self) -> Locator:
        """Where one writes; a dialog that compares texts, and is perhaps just closing, has its own."""
        return self.page.locator(".cm-content:not(dialog *)")

    @property
    def tabs(self) -> Locator:
        return self.page.locator(".tab .title")

    @property
    def text(self) -> str:
        """The text of the page's copy, also where it is not in sight."""
        found: str = self.content.evaluate("(content) => content.cmTile.root.view.state.doc.toString()")
        return found

    def tab(self, title: str) -> str:
        """The id of a document's tab."""
        found: str = next(each["id"] for each in self.workspace.agent("tabs_list") if each["title"] == title)
        return found

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def suggestions(self) -> Locator:
        return self.page.locator(".panel .item")

    def expect_text(self, text: str) -> None:
        """The page and the server have that text, now or in a moment."""
        self.wait(lambda: self.text == text == self.workspace.text)
        assert self.text == text
        assert self.workspace.text == text

    def expect_shown(self, text: str) -> None:
        """The page has that text, now or in a moment."""
        self.wait(lambda: self.text == text)
        assert self.text == text

    def expect_agreement(self) -> str:
        """The page and the server have the same text, now or in a moment."""
        self.wait(lambda: self.text == self.workspace.text)
        assert self.text == self.workspace.text
        return self.text

    def expect_still_words(self, words: str, around: str) -> None:
        """Going from suggestion to suggestion moves no words, and each one's buttons stand within what is around."""
        drawn, box, focused = (self.page.locator(each) for each in (words, ".decide .box", ".panel .focused"))
        expect(drawn).to_have_count(self.suggestions.count())
        before = self._course(words)
        for number in range(len(before)):
            self.press("Tab")
            expect(focused).to_have_attribute("data-id", str(self.suggestions.nth(number).get_attribute("data-id")))
            expect(box).to_have_count(1)
            box.get_by_role("button", name="Reject").click(trial=True)
            assert self._course(words) == before
            inner, outer = box.evaluate(
                "(box, around) => [box, box.closest(around)].map((each) => each.getBoundingClientRect().toJSON())",
                around,
            )
            assert outer["left"] <= inner["left"] < inner["right"] <= outer["right"]

    def _course(self, words: str) -> list[tuple[int, int]]:
        """Where words are, seen from the first of them."""
        found: list[dict[str, float]] = self.page.locator(words).evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().toJSON())"
        )
        return [(round(each["x"] - found[0]["x"]), round(each["y"] - found[0]["y"])) for each in found]

    def save(self) -> str:
        """Save with the key for it; what the file holds then."""
        self.save_changes()
        return (self.workspace.root / "notes.md").read_text(encoding="utf-8")

    def save_changes(self) -> None:
        """Save what the page knows not to be saved: before that, it would say of what was saved earlier that it is."""
        expect(self.standing).to_have_text("Not saved")
        self.press("Control+s")
        expect(self.standing).to_have_text("Saved")

    @property
    def standing(self) -> Locator:
        return self.page.locator(".foot .standing")

    def wait(self, holds: Callable[[], bool]) -> None:
        """Give something time to come true."""
        for _ in range(600):
            if holds():
                return
            self.page.wait_for_timeout(50)
