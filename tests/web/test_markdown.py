"""Markdown as a person sees and writes it, while an agent works on the same document."""

from __future__ import annotations

import re
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


def test_front_matter_is_plain_in_the_source_too(editor: Editor) -> None:
    editor.open("---\ntitle: Plan\n---\n\n# Plan\n\nWords\n")
    editor.press("F6")
    title = _line(editor, "title: Plan")
    expect(title).to_have_class(re.compile("md-line-front"))
    sizes = title.evaluate("(line) => [line, ...line.children].map((each) => getComputedStyle(each).font)")
    assert len(set(sizes)) == 1
    expect(_line(editor, "# Plan").locator(".md-heading1").first).to_be_visible()


def test_text_runs_as_its_letters_do(editor: Editor) -> None:
    editor.open(
        "---\ntitle: שלום\n---\n\n# שלום\n\n- אחת\n- [x] <u>שתיים</u>\n- three\n\n> [!note]\n> ארבע\n\n"
        "```\nחמש\n```\n\n| שש | b |\n|---|---|\n| c | d |\n\nSix שבע\n\n1. שמונה\n2. **2030**\n"
    )
    editor.press("Control+End")
    for text in ("שלום", "אחת", "שתיים", "note", "ארבע", "שמונה", "2030"):
        expect(_line(editor, text)).to_have_css("direction", "rtl")
    for text in ("three", "חמש", "Six"):
        expect(_line(editor, text)).to_have_css("direction", "ltr")
    table = editor.page.locator(".md-table")
    expect(table).to_have_css("direction", "rtl")
    bullet, line = _line(editor, "אחת").evaluate(
        "(line) => [line.querySelector('.md-bullet'), line].map((each) => each.getBoundingClientRect().toJSON())"
    )
    assert bullet["left"] > (line["left"] + line["right"]) / 2
    table.locator("td").first.click()
    expect(_line(editor, "| c | d |")).to_have_css("direction", "rtl")
    editor.press("F6", "Control+Home")
    expect(_line(editor, "title")).to_have_css("direction", "ltr")
    expect(_line(editor, "# שלום")).to_have_css("direction", "rtl")


def test_code_within_a_line_from_right_to_left_reads_from_left_to_right(editor: Editor) -> None:
    editor.open("פקודה `rm -rf ./a!` כאן\n\n`git` הוא\n\n`ls!`\n\n| שש | b |\n|---|---|\n| `c!` | d |\n\nend\n")
    editor.press("Control+End")
    code = editor.page.locator(".md-inline-code")
    expect(code).to_have_text(["rm -rf ./a!", "git", "ls!", "c!"])
    for number in range(4):
        assert _reads_rightwards(code.nth(number))
    expect(_line(editor, "git")).to_have_css("direction", "rtl")
    editor.press("F6")
    source = editor.page.locator(".cm-line[dir=rtl] [dir=ltr]")
    expect(source).to_have_text(["`rm -rf ./a!`", "`git`", "`ls!`", "`c!`"])
    for number in range(4):
        assert _reads_rightwards(source.nth(number))


def _reads_rightwards(words: Locator) -> bool:
    """Whether each letter stands to the right of the one before it."""
    lefts: list[float] = words.evaluate(
        """(words) => {
            const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
            const lefts = [];
            while (walker.nextNode())
                for (let at = 0; at < walker.currentNode.length; at += 1) {
                    const range = document.createRange();
                    range.setStart(walker.currentNode, at);
                    range.setEnd(walker.currentNode, at + 1);
                    lefts.push(range.getBoundingClientRect().left);
                }
            return lefts;
        }"""
    )
    return len(lefts) > 1 and lefts == sorted(lefts)


def test_the_cursor_goes_the_way_of_the_letters(editor: Editor) -> None:
    editor.open("אבג\n")
    editor.press("ArrowLeft")
    editor.type("x")
    editor.expect_text("אxבג\n")
    editor.press("End", "Enter")
    expect(editor.page.locator(".cm-line").nth(1)).to_have_css("direction", "rtl")


def test_every_kind_of_block_is_drawn_and_its_text_is_left_alone(editor: Editor) -> None:
    (editor.workspace.root / "assets").mkdir()
    (editor.workspace.root / "assets" / "blue.png").write_bytes(_png())
    editor.page.set_viewport_size({"width": 1200, "height": 3000})
    editor.open(GALLERY)
    editor.press("Control+End")
    seen = editor.content
    expect(seen.locator(".md-front")).to_have_text("Front matter: title, author")
    expect(seen.locator(".md-alert-name")).to_have_text(["note", "warning"])
    expect(seen.locator(".md-bullet")).to_have_count(5)
    expect(seen.locator(".md-table tr").nth(3).locator("td")).to_have_text(["x2x^2x2", "N", "a | b"])
    expect(seen.locator(".code-keyword").first).to_have_text("def")
    expect(seen.locator(".katex-display")).to_have_count(1)
    expect(seen.locator(".md-diagram img")).to_be_visible()
    editor.page.wait_for_function("document.querySelector('.md-diagram img')?.naturalWidth > 100")
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
    _put(editor, editor.text.index("two"))
    editor.press("Control+Enter")
    expect(boxes.nth(1)).to_be_checked()


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
    editor.page.get_by_role("button", name="Close Other note.md").click()
    expect(editor.tabs).to_have_count(1)
    editor.expect_text("Text\n\nSee [[Other note|that]].\n")
    _put(editor, editor.text.index("that"))
    editor.press("Control+Enter")
    expect(editor.tabs).to_have_count(2)


def test_only_what_has_an_address_is_a_link(editor: Editor) -> None:
    editor.open("Text\n\nSee [1], [TODO], [named][n], [n] and [x](y.md).\n\n[n]: https://a.example\n")
    expect(_line(editor, "TODO")).to_have_text("See [1], [TODO], named, n and x.")
    expect(editor.page.locator(".md-link[data-href]")).to_have_text(["named", "n", "x"])
    editor.workspace.agent("apply_diff", original="[n]: https", replacement="[TODO]: https", mode="apply")
    expect(_line(editor, "TODO").first).to_have_text("See [1], TODO, [named][n], [n] and x.")


def test_a_link_opens_in_a_tab_of_its_own_and_only_on_the_web(editor: Editor) -> None:
    editor.open("Text\n\n[web](https://a.invalid/) [script](javascript:alert(1)) [data](data:text/html,x)\n")
    links = editor.page.locator(".md-link[data-href]")
    expect(links).to_have_count(3)
    for number in (1, 2):
        links.nth(number).click(modifiers=["Control"])
    with editor.page.context.expect_page() as opened:
        links.first.click(modifiers=["Control"])
    assert editor.page.context.pages == [editor.page, opened.value]
    assert opened.value.evaluate("window.opener") is None


def _select(editor: Editor, text: str) -> None:
    start = editor.text.index(text)
    _put(editor, start, start + len(text))


def _put(editor: Editor, start: int, end: int | None = None) -> None:
    """Put the cursor or the selection somewhere."""
    editor.page.evaluate(
        "([anchor, head]) => document.querySelector('.cm-content').cmTile.root.view"
        ".dispatch({selection: {anchor, head}, userEvent: 'select'})",
        [start, start if end is None else end],
    )


@pytest.mark.parametrize(
    ("key", "result"),
    [
        ("Control+b", "Some **plain** words\n"),
        ("Control+i", "Some *plain* words\n"),
        ("Control+u", "Some <u>plain</u> words\n"),
        ("Control+Shift+K", "Some `plain` words\n"),
        ("Control+Shift+X", "Some ~~plain~~ words\n"),
        ("Control+2", "## Some plain words\n"),
        ("Control+k", "Some [plain]() words\n"),
        ("Control+Shift+8", "- Some plain words\n"),
    ],
)
def test_keys_format_what_is_selected(editor: Editor, key: str, result: str) -> None:
    editor.open("Some plain words\n")
    _select(editor, "plain")
    editor.press(key)
    editor.expect_text(result)
    if key not in ("Control+2", "Control+k"):
        editor.press(key)
        editor.expect_text("Some plain words\n")


def test_keys_and_an_agent_at_the_same_time(editor: Editor) -> None:
    editor.open("One two three\n\nfour\n")
    _select(editor, "two")
    editor.workspace.agent("apply_diff", original="One", replacement="漢字 😀", mode="apply")
    editor.press("Control+b")
    editor.workspace.agent("apply_diff", original="four", replacement="five", mode="apply")
    editor.expect_text("漢字 😀 **two** three\n\nfive\n")
    editor.press("Control+0", "Control+1")
    editor.expect_text("# 漢字 😀 **two** three\n\nfive\n")
    editor.press("Control+0")
    editor.expect_text("漢字 😀 **two** three\n\nfive\n")
    editor.press("Control+End", "Control+b")
    editor.type("six")
    editor.expect_text("漢字 😀 **two** three\n\nfive\n**six**")


def test_lists_and_quotes_go_on_and_nest(editor: Editor) -> None:
    editor.open("- one\n")
    _put(editor, 5)
    editor.press("Enter")
    editor.type("two")
    editor.expect_text("- one\n- two\n")
    editor.press("Tab")
    editor.expect_text("- one\n  - two\n")
    editor.press("Shift+Tab")
    editor.expect_text("- one\n- two\n")
    editor.press("Enter", "Enter")
    editor.expect_text("- one\n- two\n\n")
    editor.type("> quoted")
    editor.press("Enter")
    editor.type("more")
    assert editor.expect_agreement() == "- one\n- two\n> quoted\n> more\n"


def test_the_outline_follows_the_cursor_and_leads_to_headings(editor: Editor) -> None:
    body = "text\n\n" * 60
    editor.open(f"# One\n\n{body}## Two *words*\n\n{body}Three\n=====\n\n{body}")
    editor.page.get_by_role("button", name="Show or hide the outline").click()
    outline = editor.page.get_by_role("navigation", name="Outline")
    expect(outline.get_by_role("button")).to_have_text(["One", "Two *words*", "Three"])
    expect(outline.locator("[aria-current]")).to_have_text("One")
    outline.get_by_role("button", name="Three").click()
    expect(outline.locator("[aria-current]")).to_have_text("Three")
    expect(_line(editor, "Three")).to_be_in_viewport()
    editor.workspace.agent("apply_diff", original="# One", replacement="# First", mode="apply")
    expect(outline.get_by_role("button").first).to_have_text("First")


def test_find_and_replace_with_a_pattern(editor: Editor) -> None:
    editor.open("cat Cat concat\n\n**cat** 12 and 345\n")
    editor.press("Control+f")
    panel = editor.page.locator(".cm-search")
    panel.get_by_placeholder("Find").fill("cat")
    panel.get_by_label("by word").check()
    expect(editor.page.locator(".cm-searchMatch")).to_have_count(3)
    panel.get_by_label("match case").check()
    expect(editor.page.locator(".cm-searchMatch")).to_have_count(2)
    panel.get_by_label("by word").uncheck()
    panel.get_by_label("regexp").check()
    panel.get_by_placeholder("Find").fill(r"(\d)(\d)")
    panel.get_by_placeholder("Replace").fill("$2$1")
    panel.get_by_role("button", name="replace all").click()
    editor.expect_text("cat Cat concat\n\n**cat** 21 and 435\n")


def test_words_of_the_selection_are_counted(editor: Editor) -> None:
    editor.open("one two 漢字 three\n")
    expect(editor.page.locator(".foot .words")).to_have_text("5 words, 17 characters")
    _select(editor, "two 漢字")
    expect(editor.page.locator(".foot .words")).to_have_text("3 of 5 words, 6 of 17 characters")


PASTE = """([html, text]) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    data.setData('text/plain', text);
    document.querySelector('.cm-content').dispatchEvent(
        new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""

HTML = (
    "<html><body><!--StartFragment--><b style='font-weight:normal'><h2 style='color:red'>Title</h2>"
    "<p>Some <strong>bold</strong>, <em>soft</em>, <u>under</u> and <a href='https://a.example/x'>linked</a> "
    "words.<script>alert(1)</script></p><ul><li>one<ul><li>two</li></ul></li></ul>"
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>"
    "<pre><code>x = 1\n</code></pre><img src='file:///etc/x.png' alt='gone'></b><!--EndFragment--></body></html>"
)


def test_pasted_html_becomes_markdown(editor: Editor) -> None:
    editor.open("Here: \n")
    editor.press("End")
    editor.page.evaluate(PASTE, [HTML, "plain"])
    editor.expect_text(
        "Here: ## Title\n\nSome **bold**, *soft*, <u>under</u> and [linked](https://a.example/x) words.\n\n"
        "- one\n  - two\n\n| a   | b   |\n| --- | --- |\n| c   | d   |\n\n```\nx = 1\n```\n\ngone\n"
    )


def test_html_without_meaning_and_html_in_code_are_pasted_as_text(editor: Editor) -> None:
    editor.open("Here: \n\n```\ncode\n```\n")
    editor.press("End")
    editor.page.evaluate(PASTE, ["<div><span style='color:red'>x = *1*</span></div>", "x = *1*"])
    _put(editor, editor.text.index("code"))
    editor.page.evaluate(PASTE, ["<b>bold</b>", "bold "])
    editor.press("Control+End")
    editor.page.keyboard.down("Shift")
    editor.page.keyboard.press("Control+v")
    editor.page.keyboard.up("Shift")
    editor.page.evaluate(PASTE, ["<b>plain</b>", "plain"])
    editor.expect_text("Here: x = *1*\n\n```\nbold code\n```\nplain")


DROP = """([kind, name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name, {type: 'image/png'}));
    const target = document.querySelector('.cm-line');
    const box = target.getBoundingClientRect();
    const place = {clientX: box.left + 1, clientY: box.top + box.height / 2, bubbles: true, cancelable: true};
    target.dispatchEvent(kind === 'drop' ? new DragEvent('drop', {dataTransfer: data, ...place})
        : new ClipboardEvent('paste', {clipboardData: data, ...place}));
}"""


def test_dropped_and_pasted_pictures_are_kept_beside_the_document(editor: Editor) -> None:
    editor.open("Text\n\nmore\n")
    editor.press("Control+End")
    editor.page.evaluate(DROP, ["paste", "../../My photo.png", list(_png())])
    editor.expect_text("Text\n\nmore\n![My photo](assets/My-photo.png)")
    editor.page.evaluate(DROP, ["drop", "My photo.png", list(_png(3))])
    editor.expect_text("![My photo](assets/My-photo-2.png)Text\n\nmore\n![My photo](assets/My-photo.png)")
    assert (editor.workspace.root / "assets" / "My-photo.png").read_bytes() == _png()
    editor.press("Control+End", "ArrowUp")
    expect(editor.page.locator(".md-picture").last).to_have_js_property("naturalWidth", 12)


def test_a_picture_for_a_document_without_a_file_is_refused_with_words(editor: Editor) -> None:
    editor.open("Text\n")
    editor.page.get_by_role("button", name="+").click()
    expect(editor.tabs).to_have_count(2)
    expect(editor.page.get_by_role("textbox", name="Untitled-1")).to_be_focused()
    editor.type("new")
    editor.page.evaluate(DROP, ["paste", "a.png", list(_png())])
    expect(editor.page.locator(".notice")).to_contain_text("has no file yet")
    editor.expect_shown("new")


def test_an_input_method_and_an_agent_do_not_disturb_each_other(editor: Editor) -> None:
    editor.open("First line\n\n- **bold** item\n\nlast\n")
    _put(editor, editor.text.index(" item"))
    tools = editor.page.context.new_cdp_session(editor.page)
    for count, letters in enumerate(("n", "ni", "ni h", "ni hao"), start=1):
        tools.send(
            "Input.imeSetComposition", {"text": letters, "selectionStart": len(letters), "selectionEnd": len(letters)}
        )
        editor.workspace.agent("apply_diff", original="First", replacement="First 漢", mode="apply")
        expect(_line(editor, "First")).to_have_text(f"First{' 漢' * count} line")
    tools.send("Input.insertText", {"text": "你好"})
    editor.type("!")
    editor.expect_text("First 漢 漢 漢 漢 line\n\n- **bold**你好! item\n\nlast\n")
    assert editor.save() == editor.text
