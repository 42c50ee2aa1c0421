"""A person reads, types and decides on the pages of a Word document while an agent works on it."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.docx.specimen import (
    bold,
    cell,
    comment,
    deleted,
    docx,
    footnote,
    heading,
    inserted,
    item,
    link,
    p,
    picture,
    table,
)
from tests.docx.test_redline import shown
from tests.docx.validation import harm

if TYPE_CHECKING:
    from tests.web.paper import Paper

BOLD = re.compile("[6-9]00")


def test_a_word_document_is_shown_as_pages(paper: Paper) -> None:
    paper.show(docx(
        heading("Fees"), p(bold("Payment."), " The Client pays.", footnote("Soon.")), p("One\fTwo"),
        table(["Item", "Price"], ["Pen", "2"]), header="Confidential",
    ))  # fmt: skip
    expect(paper.sheets).to_have_count(2)
    expect(paper.page.locator(".paper header").first).to_have_text("Confidential")
    expect(paper.page.locator(".paper td")).to_have_text(["Item", "Price", "Pen", "2"])
    expect(paper.page.locator(".paper section > ol")).to_contain_text("Soon.")
    expect(paper.page.get_by_text("Payment.")).to_have_css("font-weight", BOLD)


def test_what_a_person_types_on_the_pages_is_in_the_document(paper: Paper) -> None:
    before = docx(heading("Fees"), p(bold("Payment."), " The Client pays.", footnote("Soon.")), p("Last."))
    paper.show(before)
    paper.click("The Client", 4)
    paper.type("good 漢😀 ")
    paper.expect_drawn("Fees\nPayment. The good 漢😀 Client pays.\ufffc\nLast.")
    paper.press("Backspace", "Backspace", "Control+Backspace", "Control+Backspace")
    paper.expect_drawn("Fees\nPayment. The Client pays.\ufffc\nLast.")
    paper.click("Last.", 4)
    paper.page.keyboard.insert_text("ing")  # at once: typed slowly, it would be undone in several steps
    saved = paper.save_file()
    assert not harm(before, saved)
    paper.press("Control+z")
    paper.expect_drawn("Fees\nPayment. The Client pays.\ufffc\nLast.")


def test_a_paragraph_that_comes_is_shown_below_the_one_that_it_follows(paper: Paper) -> None:
    paper.show(docx(item("First"), item("Second"), table(["Cell"]), p("Last")))
    agent = paper.workspace.agent
    paper.workspace.person("settings", staging="stage-everything")
    rows = {row["text"]: row["id"] for row in agent("read_file", format="json")["nodes"]}
    agent("smart_insert", positional_anchor_node_id=rows["First"], new_string="New")
    agent("smart_insert", positional_anchor_node_id=rows["Last"], new_string="Behind the table", position="BEFORE")
    comes = paper.page.locator(".paper ins.comes")
    expect(comes).to_have_count(2)
    homes = comes.evaluate_all("(found) => found.map((each) => each.closest('p').textContent)")
    assert homes == ["First\nNew", "Behind the table\nLast"]


def test_a_person_takes_a_redline_along_after_saving(paper: Paper) -> None:
    paper.show(docx("The Client pays."))
    paper.workspace.agent("apply_diff", original="Client", replacement="Buyer", mode="apply")
    paper.expect_drawn("The Buyer pays.")
    paper.save_file()
    paper.press("Alt+h")
    with paper.page.expect_download() as download:
        paper.page.get_by_role("button", name="Redline since then").last.click()
    assert shown(download.value.path().read_bytes()) == "The [-Client-]{+Buyer+} pays."


def test_what_an_agent_changes_shows_at_once(paper: Paper) -> None:
    paper.show(docx(heading("Fees"), "The Client pays.", table(["Item", "Price"], ["Pen", "2"]), "Last."))
    paper.click("Last.", 5)
    agent = paper.workspace.agent
    agent("apply_diff", original="Client pays", replacement="Buyer pays at once", mode="apply")
    paper.expect_drawn("Fees\nThe Buyer pays at once.\nItem\nPrice\nPen\n2\nLast.")
    agent("apply_diff", original="Pen", replacement="Pencil", mode="apply")
    agent("batch_edit", operations=[
        {"type": "insert", "after": "p-0", "content": "One more."},
        {"type": "format", "nodeId": "p-0", "mark": "bold"},
    ], mode="apply")  # fmt: skip
    paper.type(" Mine.")
    paper.expect_drawn("Fees\nThe Buyer pays at once.\nOne more.\nItem\nPrice\nPencil\n2\nLast. Mine.")
    expect(paper.page.get_by_text("pays at once")).to_have_css("font-weight", BOLD)


def test_the_person_splits_and_joins_paragraphs(paper: Paper) -> None:
    paper.show(docx("One two", "three", "four"))
    paper.click("One two", 4)
    paper.press("Enter")
    paper.type("x")
    paper.expect_drawn("One \nxtwo\nthree\nfour")
    paper.press("Backspace", "Backspace")
    paper.expect_drawn("One two\nthree\nfour")
    paper.type("y")
    paper.press("End", "Delete")
    paper.expect_drawn("One ytwothree\nfour")
    paper.press("Control+z", "Control+z")
    paper.expect_drawn("One two\nthree\nfour")


def test_an_agent_sees_what_is_selected_on_the_pages(paper: Paper) -> None:
    paper.show(docx("One 😀", p(bold("The Client"), " pays", footnote("Soon."), " today."), "Last"))
    paper.click(" pays", 1)
    for _ in range(11):
        paper.press("Shift+ArrowRight")
    paper.wait(lambda: paper.workspace.agent("selection_get")["text"] == "pays\ufffc today")
    assert paper.workspace.agent("selection_get")["text"] == "pays\ufffc today"


def test_a_person_decides_on_three_suggestions_on_the_pages(paper: Paper) -> None:
    paper.show(docx("The first line.", "The second line.", "The third line."))
    for old, new in (("first", "1st"), ("second", "2nd"), ("third", "3rd")):
        paper.workspace.agent("apply_diff", original=f"The {old} line.", replacement=f"The {new} line.", mode="suggest")
    expect(paper.suggestions).to_have_count(3)
    expect(paper.page.locator(".paper ins.comes")).to_have_text(["1st", "2nd", "3rd"])
    expect(paper.page.locator(".paper .suggestion.goes")).to_have_text(["first", "second", "third"])
    paper.press("Tab", "Enter")
    expect(paper.suggestions).to_have_count(2)
    expect(paper.page.locator(".paper .decide")).to_have_count(1)
    paper.press("Escape")
    expect(paper.suggestions).to_have_count(1)
    paper.suggestions.get_by_role("button", name="Edit", exact=True).click()
    words = paper.page.get_by_label("What to write instead")
    expect(words).to_be_focused()
    words.fill("third and last")
    paper.page.get_by_role("button", name="Accept this").click()
    expect(paper.suggestions).to_have_count(0)
    paper.expect_drawn("The 1st line.\nThe second line.\nThe third and last line.")
    expect(paper.paper).to_be_focused()
    paper.press("Control+z")
    paper.expect_drawn("The 1st line.\nThe second line.\nThe third line.")
    paper.save_file()


def test_the_buttons_of_a_suggestion_on_the_pages_move_no_words_and_can_be_seen(paper: Paper) -> None:
    paper.show(docx("One word after another. " * 8, *["Line."] * 28, "The thirtieth or another.", "Last or another."))
    paper.workspace.agent("apply_diff", original="another", replacement="more", matchPolicy="all", mode="suggest")
    expect(paper.suggestions).to_have_count(10)
    paper.expect_still_words(".paper ins.comes", "section")


def test_tab_goes_from_cell_to_cell_and_outside_of_tables_to_suggestions(paper: Paper) -> None:
    paper.show(docx("First.", table(["Item", "Price"], ["", "2"]), "The last line."))
    paper.click("Item", 2)
    paper.press("Tab")
    paper.type("!")
    paper.expect_drawn("First.\nItem\nPrice!\n\n2\nThe last line.")
    paper.workspace.agent("apply_diff", original="last", replacement="final", mode="suggest")
    expect(paper.suggestions).to_have_count(1)
    paper.press("Tab")
    paper.type("Pen")
    paper.press("Shift+Tab", "Shift+Tab", "Shift+Tab")
    paper.type("s")
    paper.press(*["Tab"] * 5)
    paper.type("0")
    paper.press("Enter", "Shift+Tab")
    paper.type("cil")
    paper.expect_drawn("First.\nItems\nPrice!\nPencil\n20\n\nThe last line.")
    expect(paper.page.locator(".paper .decide")).to_have_count(0)
    paper.click("First.", 2)
    paper.press("Tab")
    expect(paper.page.locator(".paper .decide")).to_have_count(1)


def test_tab_passes_over_cells_that_are_covered_and_goes_on_among_suggestions(paper: Paper) -> None:
    paper.show(docx(table(["Pen", cell("Blue", merge="restart")], ["Ink", cell("", merge="continue")], ["Nib", "3"])))
    paper.click("Ink", 1)
    paper.press("Tab")
    paper.type("!")
    paper.expect_drawn("Pen\nBlue\nInk\n\nNib!\n3")
    for old in ("Pen", "Ink"):
        paper.workspace.agent("apply_diff", original=old, replacement="Dot", mode="suggest")
    expect(paper.suggestions).to_have_count(2)
    paper.suggestions.nth(0).locator(".preview").click()
    paper.press("Tab")
    expect(paper.suggestions.nth(1)).to_have_class(re.compile("focused"))


def test_what_would_be_lost_is_not_typed_away_and_the_pages_show_what_was(paper: Paper) -> None:
    paper.show(docx(p("The Client pays", footnote("Soon."), " today."), "Last."))
    paper.click("The Client", 4)
    paper.press("Shift+End", "Delete")
    expect(paper.page.locator(".notice")).to_contain_text("footnote")
    paper.expect_drawn("The Client pays\ufffc today.\nLast.")
    expect(paper.page.locator(".paper .note")).to_have_count(1)
    paper.click("Last", 4)
    paper.type("ing")
    paper.expect_drawn("The Client pays\ufffc today.\nLasting.")


def test_pages_and_text_are_one_key_apart(paper: Paper) -> None:
    paper.show(docx("One", "Two"))
    paper.press("F6")
    expect(paper.content).to_be_focused()
    paper.press("Control+End")
    paper.type("!")
    paper.page.get_by_role("button", name="Pages").click()
    expect(paper.paper).to_be_focused()
    paper.type("?")
    paper.expect_drawn("One\nTwo!?")


def test_words_are_found_from_the_pages_and_shown_on_them(paper: Paper) -> None:
    paper.show(docx(*(f"Line {number}." for number in range(90)), "The Client pays."))
    paper.press("Control+f")
    field = paper.page.get_by_placeholder("Find")
    expect(field).to_be_focused()
    paper.type("Client")
    paper.press("Enter", "F6")
    expect(paper.paper).to_be_focused()
    expect(paper.paragraph("The Client pays.")).to_be_in_viewport()
    paper.type("Buyer")
    paper.wait(lambda: paper.held.endswith("The Buyer pays."))
    assert paper.held.endswith("The Buyer pays.")
    paper.command("find and replace")
    expect(field).to_be_focused()


def test_changes_and_comments_of_others_can_be_seen_and_are_no_text_to_type_in(paper: Paper) -> None:
    paper.show(docx(p("It is ", deleted("old"), inserted("new"), " and ", comment("Why?", "here", author="Ben"), ".")))
    expect(paper.page.locator(".paper del")).to_have_text("old")
    expect(paper.page.locator(".paper ins")).to_have_text("new")
    paper.click("new", 3)
    paper.type("er")
    paper.expect_drawn("It is newer and here.")


def test_nothing_out_of_a_document_is_loaded_and_links_are_followed_only_on_purpose(paper: Paper) -> None:
    asked: list[str] = []
    paper.page.on("request", lambda request: asked.append(request.url))
    paper.show(docx(
        p("See ", link("here", to="https://example.org/"), ", ", link("there", to="javascript:alert(1)"), picture()),
    ))  # fmt: skip
    expect(paper.page.locator(".paper a[href]")).to_have_count(1)
    expect(paper.page.locator(".paper img")).to_have_attribute("src", re.compile("^blob:"))
    paper.click("here", 2)
    paper.type("x")
    paper.expect_drawn("See hexre, there\ufffc")
    assert len(paper.page.context.pages) == 1
    assert all(url.startswith((paper.workspace.url, "blob:", "data:")) for url in asked)


def test_typing_and_an_agents_edits_interleave_on_the_pages(paper: Paper) -> None:
    paper.show(docx("Mine: ", *(f"Line {number} 漢字 😀" for number in range(40))))
    chance = random.Random(7)
    paper.click("Mine: ", 6)
    typed = ""
    for number in chance.sample(range(40), 40):
        paper.workspace.agent(
            "apply_diff", original=f"Line {number} 漢字 😀", replacement=f"Row {number} 漢字 😀", mode="apply"
        )
        typed += (letter := chance.choice("ab漢😀"))
        paper.type(letter)
    paper.expect_drawn("\n".join((f"Mine: {typed}", *(f"Row {number} 漢字 😀" for number in range(40)))))


def test_what_is_selected_becomes_bold(paper: Paper) -> None:
    paper.show(docx("One two three", "Last"))
    paper.click("One two", 4)
    paper.press(*["Shift+ArrowRight"] * 3, "Control+b")
    expect(paper.page.get_by_text("two", exact=True)).to_have_css("font-weight", "700")
    paper.press("ArrowRight")
    paper.type("!")
    paper.expect_drawn("One two! three\nLast")


def test_comments_are_listed_with_who_made_them_and_lead_to_their_passage(paper: Paper) -> None:
    lines = [f"Line {number}" for number in range(90)]
    paper.show(docx(*lines, p("It is ", comment("Why?", "here", author="Ben"), ".")))
    paper.page.get_by_role("button", name="Comments (1)").click()
    listed = paper.page.get_by_role("complementary", name="Comments").get_by_role("button")
    expect(listed).to_contain_text("Ben")
    expect(listed).to_contain_text("Why?")
    expect(paper.page.locator(".paper .docx-comment-ref")).not_to_be_in_viewport()
    listed.click()
    expect(paper.page.locator(".paper .docx-comment-ref")).to_be_in_viewport()


def test_what_an_input_method_writes_is_in_the_document(paper: Paper) -> None:
    paper.show(docx(p(bold("The"), " Client pays", footnote("Soon."), " today.")))
    paper.click(" Client", 1)
    keyboard = paper.page.context.new_cdp_session(paper.page)
    for text in ("k", "ke", "客"):
        keyboard.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    keyboard.send("Input.insertText", {"text": "客户"})
    paper.expect_drawn("The 客户Client pays\ufffc today.")
    paper.type("!")
    paper.expect_drawn("The 客户!Client pays\ufffc today.")


def test_numbers_of_lists_go_on_in_a_long_document(paper: Paper) -> None:
    paper.show(docx(*(item(f"Point {number}", list=2) for number in range(100))))
    last = paper.paragraph("Point 99")
    last.scroll_into_view_if_needed()
    counted = paper.page.locator(".paper .counted")
    expect(counted).to_have_count(4)
    resets = counted.evaluate_all("(all) => all.map((each) => each.style.counterReset)")
    assert [re.findall(r"docx-num-2-0 (\d+)", each) for each in resets] == [["0"], ["30"], ["60"], ["90"]]
