"""Markdown as a person sees and writes it, while an agent works on the same document."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.web.editor import Editor

GALLERY = (Path(__file__).parent / "gallery.md").read_text(encoding="utf-8")


def _line(editor: Editor, text: str) -> Locator:
    return editor.page.locator(".cm-line").filter(has_text=text)


def _png(width: int = 12, height: int = 8) -> bytes:
    rows = b"".join(b"\0" + bytes((40, 90, 200)) * width for _ in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_markup_is_seen_only_where_the_cursor_is(editor: Editor) -> None:
    editor.open("First\n\n# Title\n\nA **bold** and ==marked== <u>word</u> with `code`.\n\nlast **one**\n")
    expect(_line(editor, "Title")).to_have_text("Title")
    expect(_line(editor, "bold")).to_have_text("A bold and marked word with code.")
    expect(editor.page.locator(".md-highlight")).to_have_text("marked")
    expect(editor.page.locator(".md-underline")).to_have_text("word")
    editor.press("ArrowDown", "ArrowDown")
    expect(_line(editor, "Title")).to_have_text("# Title")
    editor.press("ArrowDown", "ArrowDown", *["ArrowRight"] * 4)
    expect(_line(editor, "bold")).to_have_text("A **bold** and marked word with code.")
    editor.type("x")
    editor.expect_text("First\n\n# Title\n\nA **xbold** and ==marked== <u>word</u> with `code`.\n\nlast **one**\n")


def test_a_key_goes_to_the_source_and_back_and_is_remembered(editor: Editor) -> None:
    editor.open("First\n\nA **bold** word\n")
    expect(_line(editor, "bold")).to_have_text("A bold word")
    editor.press("F6")
    expect(_line(editor, "bold")).to_have_text("A **bold** word")
    editor.page.reload()
    expect(_line(editor, "bold")).to_have_text("A **bold** word")
    editor.page.get_by_role("button", name="Preview").click()
    expect(_line(editor, "bold")).to_have_text("A bold word")
    editor.expect_text("First\n\nA **bold** word\n")


def test_every_kind_of_block_is_drawn_and_its_text_is_left_alone(editor: Editor) -> None:
    (editor.workspace.root / "assets").mkdir()
    (editor.workspace.root / "assets" / "blue.png").write_bytes(_png())
    editor.page.set_viewport_size({"width": 1200, "height": 3000})
    editor.open(GALLERY)
    editor.press("Control+End")
    seen = editor.page.locator(".cm-content")
    expect(seen.locator(".md-front")).to_have_text("Front matter: title, author")
    expect(seen.locator(".md-alert-name")).to_have_text(["note", "warning"])
    expect(seen.locator(".md-bullet")).to_have_count(5)
    expect(seen.locator(".md-table tr").nth(3).locator("td")).to_have_text(["x2x^2x2", "N", "a | b"])
    expect(seen.locator(".code-keyword").first).to_have_text("def")
    expect(seen.locator(".katex-display")).to_have_count(1)
    expect(seen.locator(".md-diagram img")).to_be_visible()
    assert seen.locator(".md-diagram img").evaluate("image => image.naturalWidth") > 100
    expect(seen.locator(".md-picture")).to_have_js_property("naturalWidth", 12)
    expect(seen.locator("sup.md-footnote, .md-footnote")).to_have_text("1")
    assert editor.text == GALLERY
    expect(editor.page.locator(".standing")).to_have_text("Saved")


def test_a_box_is_ticked_in_the_source(editor: Editor) -> None:
    editor.open("Tasks\n\n- [ ] one\n- [x] two\n")
    boxes = editor.page.get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(1).uncheck()
    editor.expect_text("Tasks\n\n- [x] one\n- [ ] two\n")
    editor.workspace.agent("apply_diff", original="- [x] one", replacement="- [ ] one", mode="apply")
    expect(boxes.nth(0)).not_to_be_checked()


def test_a_table_is_its_source_where_the_cursor_is(editor: Editor) -> None:
    editor.open("Table\n\n| a | b |\n|---|---|\n| c | d |\n\nend\n")
    table = editor.page.locator(".md-table")
    expect(table.locator("td")).to_have_text(["c", "d"])
    editor.workspace.agent("apply_diff", original="| c |", replacement="| **agent** |", mode="apply")
    expect(table.locator("td strong")).to_have_text("agent")
    table.locator("td").nth(1).click()
    expect(table).to_have_count(0)
    editor.type("x")
    editor.expect_text("Table\n\n| a | b |\n|---|---|\n| **agent** | xd |\n\nend\n")
    editor.press("Control+End")
    expect(table.locator("td")).to_have_text(["agent", "xd"])


def test_what_a_suggestion_would_change_is_shown_as_source(editor: Editor) -> None:
    editor.open("Text\n\nA **bold** word\n\n| a | b |\n|---|---|\n| c | d |\n\n**other**\n")
    for old, new in (("**bold**", "*bold*"), ("| c |", "| e |")):
        editor.workspace.agent("apply_diff", original=old, replacement=new, mode="suggest")
    expect(editor.suggestions).to_have_count(2)
    expect(_line(editor, "bold")).to_contain_text("**bold**")
    expect(editor.page.locator(".suggestion.goes").first).to_be_visible()
    expect(editor.page.locator("ins.comes").last).to_have_text("e")
    expect(_line(editor, "other")).to_have_text("other")
    editor.press("Control+Shift+Enter")
    expect(editor.suggestions).to_have_count(0)
    expect(editor.page.locator(".md-table td")).to_have_text(["e", "d"])
    editor.expect_text("Text\n\nA *bold* word\n\n| a | b |\n|---|---|\n| e | d |\n\n**other**\n")


def test_pictures_from_elsewhere_wait_for_a_yes(editor: Editor) -> None:
    asked: list[str] = []
    editor.page.on("request", lambda request: asked.append(request.url))
    editor.open(
        "Text\n\n![far](https://a.invalid/x.png) ![data](data:image/png;base64,AAAA)\n\n![](//b.invalid/y.png)\n"
    )
    expect(editor.page.get_by_role("button", name="Load from")).to_have_count(2)
    assert not [url for url in asked if "invalid" in url]
    assert all(url.startswith((editor.workspace.url, "data:")) for url in asked)


@pytest.mark.parametrize("source", ["../../secret.png", "/etc/passwd", "notes.md", ".hidden/x.png", "gone.png"])
def test_only_pictures_below_the_roots_are_shown(editor: Editor, source: str) -> None:
    (editor.workspace.root.parent / "secret.png").write_bytes(_png())
    editor.open("Text\n")
    address = f"{editor.workspace.url}/picture/{editor.tab('notes.md')}"
    answer = editor.page.request.get(address, params={"source": source})
    assert answer.status == 404
    assert editor.page.context.browser is not None
    stranger = editor.page.context.browser.new_context()
    assert stranger.request.get(address, params={"source": "x.png"}).status == 401
    stranger.close()


def test_a_wiki_link_opens_the_document_beside_it(editor: Editor) -> None:
    (editor.workspace.root / "Other note.md").write_text("There\n")
    editor.open("Text\n\nSee [[Other note|that]].\n")
    editor.page.locator("[data-wiki]").click()
    expect(editor.tabs).to_have_text(["notes.md", "Other note.md"])
    editor.expect_text("There\n")


def test_a_link_opens_in_a_tab_of_its_own_and_only_on_the_web(editor: Editor) -> None:
    editor.open("Text\n\n[web](https://a.invalid/) [script](javascript:alert(1)) [data](data:text/html,x)\n")
    for each in editor.page.locator(".md-link[data-href]").all()[1:]:
        each.click(modifiers=["Control"])
    assert len(editor.page.context.pages) == 1
    with editor.page.context.expect_page() as opened:
        editor.page.locator(".md-link[data-href]").first.click(modifiers=["Control"])
    assert opened.value.evaluate("window.opener") is None
