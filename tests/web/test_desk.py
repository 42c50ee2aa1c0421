"""The workspace around the document: files, windows, commands, with an agent at work in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.web.editor import Editor


def _files(editor: Editor) -> Locator:
    return editor.page.get_by_role("list", name="Files", exact=True)


def test_the_files_below_the_roots_are_a_tree_to_open_from(editor: Editor) -> None:
    (editor.workspace.root / "deep").mkdir()
    (editor.workspace.root / "deep" / "inner 漢字.md").write_text("Inside\n")
    (editor.workspace.root / "picture.png").write_bytes(b"x")
    editor.open("Hello\n")
    files = _files(editor)
    expect(files.get_by_role("button")).to_have_text(["deep", "notes.md"])
    editor.page.get_by_role("button", name="deep").focus()
    editor.press("ArrowRight", "ArrowDown", "Enter")
    expect(editor.tabs).to_have_text(["notes.md", "inner 漢字.md"])
    editor.expect_text("Inside\n")
    editor.workspace.agent("workspace_save_document_as", path="made-by-agent.md")
    expect(files.get_by_role("button", name="made-by-agent.md")).to_be_visible()


def test_open_documents_are_listed_with_those_that_are_not_saved(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.workspace.agent("workspace_new_document", title="Other")
    opened = editor.page.get_by_role("list", name="Open documents").get_by_role("button")
    expect(opened).to_have_text(["notes.md", "Other"])
    expect(editor.page.get_by_role("textbox", name="Other")).to_be_focused()
    editor.type("text")
    expect(opened.nth(1)).to_have_accessible_name("Not saved Other")
    opened.nth(0).click()
    expect(editor.page).to_have_title("notes.md – Quire")
    expect(editor.content).to_be_focused()


def test_a_file_is_found_by_some_letters_of_its_name(editor: Editor) -> None:
    for name in ("annual report.md", "minutes.md", "deep/reports/budget.md", "deep/plan.md"):
        path = editor.workspace.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n")
    editor.open("Hello\n")
    editor.press("Control+p")
    options = editor.page.get_by_role("listbox", name="Choices").get_by_role("option")
    expect(options).to_have_count(5)
    editor.type("rep")
    expect(options).to_have_count(2)
    expect(options.first).to_have_text("annual report.md")
    editor.press("ArrowDown", "ArrowUp", "Enter")
    editor.expect_text("annual report.md\n")
    editor.press("Control+p")
    editor.type(str(editor.workspace.root / "deep/plan.md"))
    editor.press("Enter")
    editor.expect_text("deep/plan.md\n")
    editor.press("Control+p")
    editor.type("/etc/passwd.md")
    editor.press("Enter")
    expect(editor.page.locator(".notice")).to_contain_text("outside the folders")


def test_everything_can_be_done_by_its_name_or_its_keys(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.command("new word")
    expect(editor.tabs).to_have_count(2)
    expect(editor.content).to_be_focused()
    editor.press("Alt+1")
    expect(editor.page).to_have_title("notes.md – Quire")
    editor.press("Alt+w")
    expect(editor.tabs).to_have_count(1)
    editor.press("Alt+Shift+t")
    expect(editor.tabs).to_have_count(2)
    editor.press("Control+\\")
    expect(editor.page.locator(".side")).to_be_hidden()
    editor.press("Control+Shift+e")
    expect(editor.page.get_by_role("tab", name="Files")).to_be_focused()
    editor.press("Control+/")
    expect(editor.page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Typewriter mode")
    editor.press("Escape")
    expect(editor.page.get_by_role("dialog")).to_have_count(0)


def test_a_document_moves_to_a_window_of_its_own(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.workspace.agent("workspace_new_document", title="Other")
    expect(editor.tabs).to_have_count(2)
    with editor.page.expect_popup() as opened:
        editor.command("move the document")
    window = type(editor)(editor.workspace, opened.value)
    expect(window.tabs).to_have_text(["Other"])
    expect(editor.tabs).to_have_text(["notes.md"])
    expect(window.content).to_be_focused()
    window.type("there")
    window.expect_text("there")
    assert window.page.url.endswith("/w/window-2")
    assert editor.text == "Hello\n"
