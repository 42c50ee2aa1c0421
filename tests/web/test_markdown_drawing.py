"""Whatever a document says and however it changes, it is drawn without a complaint, and its text is left alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.editor import Editor

PIECES = (
    "# ", "## A\n", "\nA\n===\n", "\nB\n---\n", "**", "*", "~~", "==", "`", "```", "\n~~~\n",
    "\n```python\n", "\n```mermaid\n", "$", "$$", "\n$$\n", "x^2", "[", "]", ")", "![", "[[", "]]", "|",
    "\n| a | b |\n|---|:-:|\n| c |\n", "\n> ", "> [!NOTE]\n", "\n- ", "\n-\n  [ ] ", "\n  - [x] ", "\n1. ", "\n\t* ",
    "<u>", "</u>", "<br>", "<div>\n", "<!-- ", " -->", "&amp;", "&nope;", "\\", "\n\n", "\n", "  \n", "    ",
    "[^1]", "\n[^1]: ", "\n[a]: b\n", "---\n", "\n---\n", "https://a.example", "<https://b.example>",
    "words", "漢字", "😀", "👩‍👩‍👧", "אבג", "\u200b", " ",
)  # fmt: skip

CHANGE = """([from, to, insert, anchor, head]) => {
    const view = document.querySelector('.cm-content').cmTile.root.view;
    const clip = (at) => Math.min(at, view.state.doc.length);
    view.dispatch({changes: {from: clip(from), to: clip(to), insert}});
    view.dispatch({selection: {anchor: clip(anchor), head: clip(head)}, scrollIntoView: true});
    return view.state.doc.toString();
}"""


@pytest.mark.parametrize("seed", range(2))
def test_no_text_is_too_strange_to_be_drawn(editor: Editor, seed: int) -> None:
    chance = random.Random(seed)
    editor.open("---\ntitle: x\n---\n\nText\n")
    for _ in range(150):
        start, length = chance.randrange(400), chance.choice((0, 0, 3, 60))
        text = "".join(chance.choices(PIECES, k=chance.randrange(12)))
        places = (chance.randrange(600), chance.randrange(600))
        editor.page.evaluate(CHANGE, [start, start + length, text, *chance.choice((places, (places[0], places[0])))])
    editor.expect_agreement()


def test_a_wrong_formula_is_shown_as_it_is_written(editor: Editor) -> None:
    editor.open("Text\n\n$\\frac{1$ and $x\u200b^2$\n")
    expect(editor.page.locator(".md-formula.failed")).to_have_text("$\\frac{1$")
    expect(editor.page.locator(".katex")).to_have_count(1)


def test_a_change_above_the_screen_leaves_unseen_characters_marked(editor: Editor) -> None:
    editor.open("above\n" * 300 + "a\u200bb\n")
    editor.press("Control+End")
    expect(editor.page.locator(".unseen")).to_have_attribute("title", "Unseen character U+200B")
    for text in ("x", "xyz", ""):
        editor.workspace.agent("apply_diff", original="above\nabove\n", replacement=text, mode="apply")
    expect(editor.page.locator(".unseen")).to_have_count(1)
    editor.expect_agreement()


def test_the_cursor_goes_into_what_is_drawn_and_out_of_it(editor: Editor) -> None:
    editor.open("above\n\n| a | b |\n|---|---|\n| c | d |\n\n$$\nx^2\n$$\n\nbelow\n")
    table, formula = editor.page.locator(".md-table"), editor.page.locator(".md-block-formula")
    expect(table).to_be_visible()
    expect(formula).to_be_visible()
    editor.press("ArrowDown", "ArrowDown")
    expect(table).to_have_count(0)
    editor.press(*["ArrowDown"] * 4)
    expect(table).to_be_visible()
    expect(formula).to_have_count(0)
    editor.press(*["ArrowDown"] * 3)
    expect(formula).to_be_visible()
    editor.press("ArrowDown")
    editor.type("x")
    editor.expect_text("above\n\n| a | b |\n|---|---|\n| c | d |\n\n$$\nx^2\n$$\n\nxbelow\n")
    editor.press("ArrowUp", "ArrowUp")
    expect(formula).to_have_count(0)


def test_a_long_document_is_drawn_where_it_is_seen(editor: Editor) -> None:
    editor.open(
        "## Part\n\nSome **bold** text with `code` and a [[link]].\n\n| a | b |\n|---|---|\n| c | d |\n\n" * 9000
    )
    expect(editor.page.locator(".md-table").first).to_be_visible()
    editor.press("Control+End")
    expect(editor.page.locator(".md-table").last).to_be_in_viewport()
    editor.type("end")
    assert editor.expect_agreement().endswith("end")
    assert editor.page.locator(".cm-line").count() < 200
