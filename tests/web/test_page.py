"""The page itself: tabs, files, settings, and that everybody can use it, anywhere, safely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.barriers import barriers

if TYPE_CHECKING:
    from tests.web.editor import Editor

PLAN = "# Plan\n\nThe first line.\n\n- one\n- two\n\n> quoted `code` and a [link](https://a.example)\n"


def _suggest(editor: Editor) -> None:
    editor.workspace.agent("apply_diff", original="The first line.", replacement="The 1st line.", mode="suggest")
    expect(editor.suggestions).to_have_count(1)


def test_the_page_follows_what_agents_open_and_close(editor: Editor) -> None:
    editor.open("Hello\n")
    tabs = editor.tabs
    expect(tabs).to_have_text(["notes.md"])
    made = editor.workspace.agent("workspace_new_document", title="<img src=x onerror=alert(1)>")
    expect(tabs).to_have_text(["notes.md", "<img src=x onerror=alert(1)>"])
    expect(tabs.nth(1)).to_have_attribute("aria-current", "page")
    expect(editor.page.get_by_role("textbox", name="<img src=x onerror=alert(1)>")).to_be_focused()
    editor.type("new")
    editor.expect_text("new")
    expect(tabs.nth(1)).to_have_accessible_name("Not saved <img src=x onerror=alert(1)>")
    tabs.nth(0).click()
    editor.expect_text("Hello\n")
    editor.workspace.agent("tabs_close", tabId=made["tabId"])
    expect(tabs).to_have_count(1)


def test_of_many_tabs_the_one_in_front_is_wholly_in_sight(editor: Editor) -> None:
    editor.open("Hello\n")
    for number in range(14):
        editor.workspace.agent("workspace_new_document", title=f"Document {number}")
    active = editor.page.locator(".tab.active")
    expect(active).to_contain_text("Document 13")
    _expect_whole_tab(editor)
    editor.page.set_viewport_size({"width": 940, "height": 800})
    _expect_whole_tab(editor)
    editor.workspace.agent("tabs_switch", tabId=editor.tab("Document 3"))
    expect(active).to_contain_text("Document 3")
    _expect_whole_tab(editor)
    active.get_by_role("button", name="Close").click()
    expect(editor.tabs).to_have_count(14)


def _expect_whole_tab(editor: Editor) -> None:
    """No part of the tab in front is outside of the strip, now or in a moment."""
    editor.page.wait_for_function(
        """() => {
            const strip = document.querySelector(".tabs").getBoundingClientRect();
            const tab = document.querySelector(".tab.active").getBoundingClientRect();
            return strip.left <= tab.left + 1 && tab.right <= strip.right + 1;
        }"""
    )


def test_what_was_typed_in_a_tab_is_there_when_the_person_comes_back(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.press("Control+End")
    editor.type("here")
    editor.page.get_by_role("button", name="+").click()
    expect(editor.tabs).to_have_count(2)
    editor.workspace.agent(
        "apply_diff", original="Hello", replacement="Bye", mode="apply", windowId=editor.tab("notes.md")
    )
    editor.tabs.get_by_text("notes.md").click()
    editor.expect_text("Bye\nhere")
    editor.type(" and there")
    editor.expect_text("Bye\nhere and there")


def test_a_new_document_is_saved_where_the_person_says(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.page.get_by_role("button", name="+").click()
    expect(editor.tabs).to_have_count(2)
    expect(editor.page.get_by_role("textbox", name="Untitled-1")).to_be_focused()
    editor.type("new words")
    editor.press("Control+s")
    editor.page.get_by_label("File path").fill(str(editor.workspace.root / "new.md"))
    editor.press("Enter")
    expect(editor.page.locator(".standing")).to_have_text("Saved")
    assert (editor.workspace.root / "new.md").read_text() == "new words"


def test_a_file_that_was_closed_is_opened_again_with_a_click(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.page.get_by_role("button", name="Close notes.md").click()
    expect(editor.page.locator(".empty")).to_be_visible()
    editor.page.get_by_role("button", name="Open …").click()
    editor.page.get_by_role("listbox", name="Choices").get_by_role("option", name="notes.md").click()
    expect(editor.content).to_be_focused()
    editor.expect_text("Hello\n")


def test_a_file_that_changed_on_disk_is_not_overwritten(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.press("Control+End")
    editor.type("mine")
    editor.expect_agreement()
    path = editor.workspace.root / "notes.md"
    path.write_text("theirs\n")
    editor.press("Control+s")
    expect(editor.page.get_by_role("dialog")).to_contain_text("The file is another by now")
    editor.page.get_by_role("button", name="Load the file").click()
    editor.expect_text("theirs\n")
    expect(editor.page.get_by_role("dialog")).to_have_count(0)
    expect(editor.content).to_be_focused()
    editor.press("Control+z")
    editor.expect_text("Hello\nmine")
    assert path.read_text() == "theirs\n"


def test_the_person_says_what_agents_may_do(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.page.locator(".settings summary").click()
    editor.page.get_by_label("What agents do").select_option("always-ask")
    editor.page.locator(".foot").click()
    editor.wait(lambda: editor.workspace.person("settings")["staging"] == "always-ask")
    editor.workspace.agent("apply_diff", original="Hello", replacement="Bye", mode="apply")
    expect(editor.suggestions).to_have_count(1)
    expect(editor.page.locator(".agents")).to_contain_text("1 agent")


def test_nothing_is_loaded_from_elsewhere_or_run_from_a_document(editor: Editor) -> None:
    asked: list[str] = []
    editor.page.on("request", lambda request: asked.append(request.url))
    editor.open(
        "<script>document.title = 'run'</script>\n\n<img src=x onerror=alert(1)> ![](https://a.example/x.png)\n"
    )
    expect(editor.page).to_have_title("notes.md – Quire")
    assert all(url.startswith((editor.workspace.url, "data:")) for url in asked), asked
    assert editor.page.evaluate("document.scripts.length") == 1


def test_the_policy_stops_what_gets_into_the_page(editor: Editor) -> None:
    editor.open("Text\n")
    page = editor.page.context.new_page()  # one whose console may complain
    page.goto(editor.workspace.url)
    expect(page).to_have_title("notes.md – Quire")
    stopped = page.evaluate("""async () => {
        const stopped = [];
        const isStopped = new Promise((resolve) =>
            document.addEventListener("securitypolicyviolation", (event) => {
                if (stopped.push(event.effectiveDirective) === 2) resolve();
            }));
        const script = document.createElement("script");
        script.textContent = "document.title = 'run'";
        const picture = document.createElement("img");
        picture.src = "https://a.example/x.png";
        document.body.append(script, picture);
        await Promise.race([isStopped, new Promise((resolve) => setTimeout(resolve, 10_000))]);
        return stopped.sort();
    }""")
    assert stopped == ["img-src", "script-src-elem"]
    expect(page).to_have_title("notes.md – Quire")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(editor: Editor, scheme: Any) -> None:
    editor.page.emulate_media(color_scheme=scheme)
    editor.open(PLAN)
    _suggest(editor)
    editor.press("Tab")
    expect(editor.page.locator(".decide .box")).to_be_visible()
    assert not barriers(editor)
    editor.page.locator(".settings summary").click()
    assert not barriers(editor)
    editor.page.locator(".foot").click()
    editor.page.get_by_role("button", name="Open …").click()
    expect(editor.page.get_by_role("dialog").get_by_role("option", name="notes.md")).to_be_visible()
    assert not barriers(editor)


@pytest.mark.parametrize("width", [360, 800, 2400])
def test_it_fits_every_screen(editor: Editor, width: int) -> None:
    editor.page.set_viewport_size({"width": width, "height": 720})
    editor.open(PLAN + "x" * 500)
    _suggest(editor)
    if width < 900:
        editor.page.locator(".toggle").click()
    expect(editor.suggestions).to_be_visible()
    assert editor.page.evaluate("document.documentElement.scrollWidth") <= width
    editor.page.locator(".more summary").click()
    controls = editor.page.locator(".desk button, .desk summary, .panel button")
    found = controls.evaluate_all(  # at once: the bar may be drawn anew at any time
        "(all) => all.map((each) => [each.getBoundingClientRect().toJSON(), each.textContent])"
    )
    assert found
    for box, words in found:
        assert box["width"] > 0, words
        assert box["left"] >= 0, words
        assert box["right"] <= width, words


def test_a_document_that_is_closed_under_the_person_takes_nothing_else_along(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.workspace.agent("workspace_new_document", title="Other")
    expect(editor.tabs).to_have_count(2)
    for letter in "abc":
        editor.type(letter)
    editor.workspace.agent("tabs_close")
    for letter in "def":
        editor.type(letter)
    expect(editor.tabs).to_have_count(1)
    editor.tabs.first.click()
    expect(editor.content).to_contain_text("Hello")
    editor.page.keyboard.press("Control+End")
    editor.type("on")
    editor.expect_agreement()
    assert editor.text.endswith("on")
