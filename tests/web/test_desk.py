"""The workspace around the document: files, windows, commands, with an agent at work in it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.web.editor import Editor


def _files(editor: Editor) -> Locator:
    return editor.page.get_by_role("list", name="Files", exact=True)


def _let_no_time_pass(editor: Editor) -> None:
    """Who wrote a moment ago did so, however long an agent takes to come in."""
    editor.page.clock.set_fixed_time(datetime.now(UTC))


def test_the_files_below_the_roots_are_a_tree_to_open_from(editor: Editor) -> None:
    (editor.workspace.root / "deep").mkdir()
    (editor.workspace.root / "deep" / "inner 漢字.md").write_text("Inside\n")
    (editor.workspace.root / "picture.png").write_bytes(b"x")
    editor.open("Hello\n")
    files = _files(editor)
    expect(files.get_by_role("button")).to_have_text(["deep", "notes.md"])
    editor.page.get_by_role("button", name="deep").focus()
    editor.press("ArrowRight")
    expect(files.get_by_role("button")).to_have_text(["deep", "inner 漢字.md", "notes.md"])
    editor.press("ArrowDown", "Enter")
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
    expect(editor.page.get_by_role("textbox", name="Untitled-1")).to_be_focused()
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


def test_a_document_that_comes_late_leaves_the_person_where_they_went_meanwhile(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.workspace.agent("workspace_new_document", title="Other")
    expect(editor.page.get_by_role("textbox", name="Other")).to_be_focused()
    with editor.workspace.halted():
        editor.press("Alt+1", "Control+Shift+a")
        expect(editor.page.get_by_role("tab", name="Activity")).to_be_focused()
    editor.expect_shown("Hello\n")
    expect(editor.page.get_by_role("tab", name="Activity")).to_be_focused()


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
    editor.expect_shown("Hello\n")


def test_whoever_writes_goes_on_in_their_document_while_an_agent_opens_another(editor: Editor) -> None:
    editor.open("Hello\n")
    _let_no_time_pass(editor)
    editor.type("The quick ")
    (editor.workspace.root / "other.md").write_text("Other\n")
    editor.workspace.agent("workspace_open_document", path=str(editor.workspace.root / "other.md"))
    expect(editor.tabs).to_have_count(2)
    editor.type("fox")
    notice = editor.page.locator(".notice.asking")
    expect(notice).to_contain_text("“other.md” was opened while you were writing")
    expect(editor.page).to_have_title("• notes.md – Quire")
    editor.expect_shown("The quick foxHello\n")
    assert editor.save() == "The quick foxHello\n"
    assert (editor.workspace.root / "other.md").read_text() == "Other\n"
    notice.get_by_role("button", name="Show it").click()
    expect(editor.page).to_have_title("other.md – Quire")
    editor.expect_text("Other\n")
    expect(notice).to_have_count(0)
    editor.press("Alt+1")
    expect(editor.page).to_have_title("notes.md – Quire")


def test_a_document_that_was_opened_meanwhile_can_be_turned_to_by_its_tab(editor: Editor) -> None:
    editor.open("Hello\n")
    _let_no_time_pass(editor)
    editor.type("The quick ")
    editor.workspace.agent("workspace_new_document", title="Other")
    expect(editor.page.locator(".notice.asking")).to_contain_text("“Other” was opened")
    expect(editor.page).to_have_title("• notes.md – Quire")
    editor.tabs.last.click()
    expect(editor.page).to_have_title("Other – Quire")
    expect(editor.page.locator(".notice.asking")).to_have_count(0)
    editor.type("Mine")
    editor.expect_text("Mine")


def test_what_agents_did_is_told_at_once_and_can_be_undone(editor: Editor) -> None:
    editor.open("The fox jumps over the dog.\n")
    editor.press("Control+Shift+a")
    deeds = editor.page.get_by_role("list", name="What was done").get_by_role("listitem")
    editor.workspace.agent("apply_diff", original="fox", replacement="quick fox", mode="apply")
    expect(deeds).to_have_count(1)
    expect(deeds.first).to_contain_text("Bot")
    expect(deeds.first).to_contain_text("changed notes.md")
    editor.content.click()
    editor.press("Control+End")
    editor.page.keyboard.insert_text("Mine.")  # at once: typed slowly, it would be several deeds
    editor.expect_text("The quick fox jumps over the dog.\nMine.")
    editor.workspace.agent("apply_diff", original="dog", replacement="hen", mode="apply")
    expect(deeds).to_have_count(3)
    deeds.nth(2).get_by_role("button", name="Undo this").click()
    editor.expect_text("The fox jumps over the hen.\nMine.")
    expect(deeds.first).to_contain_text("undid a change of notes.md")
    editor.page.get_by_label("What people did, too").uncheck()
    expect(deeds).to_have_count(2)


def test_the_person_looks_at_a_version_and_goes_back_to_it(editor: Editor) -> None:
    editor.open("The first text.\n")
    editor.type("New! ")
    editor.expect_text("New! The first text.\n")
    assert editor.save() == "New! The first text.\n"
    editor.workspace.agent("apply_diff", original="text", replacement="words", mode="apply")
    editor.press("Alt+h")
    versions = editor.page.get_by_role("list", name="Versions").get_by_role("listitem")
    expect(versions).to_have_count(2)
    expect(versions.last).to_contain_text("before it was first saved")
    versions.last.get_by_role("button", name="Look at it").click()
    expect(editor.page.locator(".compare .cm-deletedText").first).to_have_text("New! ")
    editor.page.get_by_role("button", name="Go back to this version").click()
    editor.expect_text("The first text.\n")
    expect(editor.content).to_be_focused()
    editor.press("Control+z")
    editor.expect_text("New! The first words.\n")


def test_a_file_that_another_program_changes_is_noticed(editor: Editor) -> None:
    editor.open("Hello\n")
    path = editor.workspace.root / "notes.md"
    path.write_text("theirs\n")
    notice = editor.page.locator(".notice.asking")
    expect(notice).to_contain_text("changed on disk by another program")
    notice.get_by_role("button", name="Load").click()
    editor.expect_text("theirs\n")
    expect(notice).to_have_count(0)
    path.write_text("theirs again\n")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Keep").click()
    editor.type("mine, ")
    editor.expect_text("mine, theirs\n")
    expect(editor.standing).to_have_text("Not saved")
    editor.press("Control+s")
    editor.page.get_by_role("button", name="Look at both").click()
    expect(editor.page.locator(".compare .cm-deletedText").first).to_contain_text("again")
    editor.page.get_by_role("button", name="Keep mine").click()
    expect(editor.standing).to_have_text("Saved")
    assert path.read_text() == "mine, theirs\n"


def test_documents_save_themselves_where_the_person_wants_it(editor: Editor) -> None:
    editor.open("Hello\n")
    path = editor.workspace.root / "notes.md"
    told: list[str] = []
    editor.page.expose_function("tell", lambda standing: told.append(standing))
    editor.standing.evaluate(
        "(standing) => new MutationObserver(() => tell(standing.textContent)).observe(standing, {childList: true})"
    )
    editor.workspace.person("settings", autoSave="markdown")
    editor.type("typed ")
    editor.wait(lambda: told[-1:] == ["Saved"] and path.read_text() == "typed Hello\n")
    assert path.read_text() == "typed Hello\n"
    assert "Not saved" in told
    told.clear()
    editor.workspace.agent("apply_diff", original="Hello", replacement="Bye", mode="apply")
    editor.wait(lambda: told[-1:] == ["Saved"] and path.read_text() == "typed Bye\n")
    assert path.read_text() == "typed Bye\n"
    assert "Not saved" in told


def test_the_document_is_taken_along_in_other_formats(editor: Editor) -> None:
    editor.open("# Title 漢字\n\nSome *words*.\n")
    editor.type("Typed.\n\n")
    for name, ending, content in (("html", "html", b"Typed."), ("word", "docx", b"PK")):
        with editor.page.expect_download() as download:
            editor.command(f"download {name}")
        assert download.value.suggested_filename == f"notes.{ending}"
        assert content in download.value.path().read_bytes()
    expect(editor.page.locator(".notice").last).to_contain_text("Downloaded notes.docx")


def test_on_paper_stands_the_document_alone(editor: Editor) -> None:
    editor.open("# Title\n\n" + "A line.\n\n" * 300)
    editor.page.emulate_media(media="print")
    expect(editor.page.locator(".desk")).to_be_hidden()
    expect(editor.page.locator(".side")).to_be_hidden()
    expect(editor.content).to_be_visible()
    pages = editor.page.pdf().count(b"/Type /Page\n")
    assert pages > 5


def test_of_many_suggestions_those_further_down_are_drawn_when_they_come_near(editor: Editor) -> None:
    editor.open("".join(f"Line {number}.\n\n" for number in range(100)))
    for number in range(90):
        editor.workspace.agent("apply_diff", original=f"Line {number}.", replacement=f"Row {number}.", mode="suggest")
    expect(editor.page.locator(".panel h2")).to_have_text("Suggestions (90)")
    assert editor.suggestions.count() < 90
    editor.page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    expect(editor.suggestions).to_have_count(80)
    editor.page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    expect(editor.suggestions).to_have_count(90)
