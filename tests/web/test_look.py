"""How the page looks and feels, for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.barriers import THEMES, barriers

if TYPE_CHECKING:
    from tests.web.editor import Editor

PLAN = "# Plan\n\nThe first line.\n\n- one\n- two\n\n> quoted `code` and a [link](https://a.example)\n"
LONG = "\n\n".join(f"Paragraph {number} has words." for number in range(200))


def _background(editor: Editor) -> str:
    found: str = editor.page.locator(".stage").evaluate("(stage) => getComputedStyle(stage).backgroundColor")
    return found


def test_a_theme_is_chosen_and_remembered(editor: Editor) -> None:
    editor.open(PLAN)
    usual = _background(editor)
    editor.page.emulate_media(color_scheme="dark")
    expect(editor.page.locator(".stage")).not_to_have_css("background-color", usual)
    dark = _background(editor)
    editor.page.locator(".settings summary").click()
    seen = {}
    for theme in THEMES:
        editor.page.get_by_label("Theme").select_option(theme)
        expect(editor.page.locator("html")).to_have_attribute("data-theme", theme)
        seen[theme] = _background(editor)
    assert (seen["paper"], seen["night"]) == (usual, dark)
    assert len(set(seen.values())) == len(THEMES)
    editor.page.get_by_label("Letters").select_option("mono")
    editor.page.get_by_label("Width of the text").select_option("narrow")
    editor.page.get_by_label("Size of the text").select_option("huge")
    editor.page.reload()
    expect(editor.content).to_be_focused()
    expect(editor.page.locator(".stage")).to_have_css("background-color", seen["forest"])
    expect(editor.content).to_have_css("font-size", "24px")
    expect(editor.content).to_have_css("max-width", "576px")


def test_in_focus_mode_only_the_present_paragraph_is_bright(editor: Editor) -> None:
    editor.open("One\n\nTwo\nstill two\n\nThree\n")
    editor.press("F8", "ArrowDown", "ArrowDown")
    lines = editor.page.locator(".cm-line")
    expect(lines.nth(2)).to_have_css("opacity", "1")
    expect(lines.nth(3)).to_have_css("opacity", "1")
    expect(lines.nth(0)).to_have_css("opacity", "0.35")
    expect(lines.nth(5)).to_have_css("opacity", "0.35")
    editor.press("F8")
    expect(lines.nth(0)).to_have_css("opacity", "1")


def test_in_typewriter_mode_the_line_stays_in_the_middle(editor: Editor) -> None:
    editor.open(LONG)
    editor.press("F9")
    for _ in range(30):
        editor.press("ArrowDown")
    editor.type("typed")
    editor.page.wait_for_function(
        """() => {
            const [cursor, stage] = [".cm-cursor-primary", ".stage"].map((each) => {
                const { top, bottom } = document.querySelector(each).getBoundingClientRect();
                return (top + bottom) / 2;
            });
            return Math.abs(cursor - stage) < 40;
        }"""
    )


def test_everybody_can_use_every_screen_in_every_theme(editor: Editor) -> None:
    editor.open(PLAN)
    editor.workspace.agent("apply_diff", original="- one", replacement="- 1", mode="apply")
    editor.workspace.agent("apply_diff", original="The first line.", replacement="The 1st line.", mode="suggest")
    expect(editor.suggestions).to_have_count(1)
    editor.type("Hello ")
    editor.expect_agreement()
    editor.save_changes()
    editor.press("Tab")
    expect(editor.page.locator(".decide .box")).to_be_visible()
    editor.page.locator(".more summary").click()
    assert not barriers(editor, *THEMES)
    for pane, deeds in (("Activity", "What was done"), ("Versions", "Versions")):
        editor.page.get_by_role("tab", name=pane).click()
        expect(editor.page.get_by_role("list", name=deeds).locator(".deed").first).to_be_visible()
        assert not barriers(editor, *THEMES)
    editor.page.get_by_role("button", name="Look at it").last.click()
    expect(editor.page.locator(".compare .cm-changedText, .compare .cm-deletedText").first).to_be_visible()
    assert not barriers(editor, *THEMES)
    dialog = editor.page.get_by_role("dialog")
    for keys in ("Control+p", "Control+/"):
        editor.press("Escape")
        expect(dialog).to_have_count(0)
        editor.press(keys)
        expect(dialog).to_be_visible()
        assert not barriers(editor, *THEMES)
