"""A person types and decides while an agent works on the same document."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.editor import Editor


def test_what_a_person_types_is_what_the_agent_reads(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.press("Control+End")
    editor.type("漢字 and 😀")
    editor.press("Enter")
    editor.type("more")
    editor.expect_text("Hello\n漢字 and 😀\nmore")


def test_what_the_agent_writes_appears_where_the_person_is_not(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.press("Control+End")
    editor.type("a")
    editor.workspace.agent("apply_diff", original="Hello", replacement="Good morning", mode="apply")
    editor.type("b")
    editor.expect_text("Good morning\nab")


def test_typing_and_two_hundred_edits_interleave(editor: Editor) -> None:
    editor.open("".join(f"Line {number} 漢字 😀\n" for number in range(200)))
    chance = random.Random(11)
    editor.press("Control+Home")
    typed = ""
    for number in chance.sample(range(200), 200):
        editor.workspace.agent("apply_diff", original=f"Line {number} 漢", replacement=f"Row {number} 漢", mode="apply")
        if number % 2:
            typed += (letter := chance.choice("ab漢😀"))
            editor.type(letter)
    text = editor.expect_agreement()
    assert text == typed + "".join(f"Row {number} 漢字 😀\n" for number in range(200))
    assert editor.save() == text


def test_a_person_decides_on_three_suggestions(editor: Editor) -> None:
    editor.open("The first line.\n\nThe second line.\n\nThe third line.\n")
    for old, new in (("first", "1st"), ("second", "2nd"), ("third", "3rd")):
        editor.workspace.agent(
            "apply_diff", original=f"The {old} line.", replacement=f"The {new} line.", mode="suggest"
        )
    expect(editor.suggestions).to_have_count(3)
    expect(editor.page.locator("ins.comes")).to_have_text(["1st", "2nd", "3rd"])
    editor.press("Tab", "Enter")
    expect(editor.suggestions).to_have_count(2)
    editor.press("Escape")
    expect(editor.suggestions).to_have_count(1)
    editor.suggestions.get_by_role("button", name="Edit", exact=True).click()
    words = editor.page.get_by_label("What to write instead")
    expect(words).to_be_focused()
    words.fill("The third and last line.")
    editor.page.get_by_role("button", name="Accept this").click()
    expect(editor.suggestions).to_have_count(0)
    editor.expect_text("The 1st line.\n\nThe second line.\n\nThe third and last line.\n")
    editor.press("Control+z")
    editor.expect_text("The 1st line.\n\nThe second line.\n\nThe third line.\n")
    assert editor.save() == "The 1st line.\n\nThe second line.\n\nThe third line.\n"
    decided = [entry["action"] for entry in editor.workspace.person("audit", most=5)][::-1]
    assert decided == ["accepted", "rejected", "accepted", "undone", "saved"]


def test_the_buttons_of_a_suggestion_move_no_words_and_can_be_seen(editor: Editor) -> None:
    editor.open(f"{'One word after another. ' * 8}\n\nLast.\n")
    editor.workspace.agent("apply_diff", original="another", replacement="more", matchPolicy="all", mode="suggest")
    expect(editor.suggestions).to_have_count(8)
    editor.expect_still_words("ins.comes", ".cm-content")


def test_the_words_of_a_suggestion_are_edited_in_sight_and_clear_of_the_buttons(editor: Editor) -> None:
    editor.open("".join(f"The line {number}.\n\n" for number in range(9)))
    editor.workspace.agent("apply_diff", original="line", replacement="row", matchPolicy="all", mode="suggest")
    expect(editor.suggestions).to_have_count(9)
    editor.page.set_viewport_size({"width": 1200, "height": 420})
    for item in (editor.suggestions.nth(5), editor.suggestions.last):
        item.get_by_role("button", name="Edit", exact=True).click()
        words, accept = item.get_by_label("What to write instead"), item.get_by_role("button", name="Accept this")
        expect(words).to_be_focused()
        expect(words).to_be_in_viewport(ratio=1)
        expect(accept).to_be_in_viewport(ratio=1)
        between = words.evaluate(  # at once: the panel may be drawn anew at any time
            """(words) => {
                const { outlineWidth, outlineOffset } = getComputedStyle(words);
                const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
                const accept = words.parentElement.querySelector(".accept");
                return accept.getBoundingClientRect().top - words.getBoundingClientRect().bottom - ring;
            }"""
        )
        assert between >= 4


def test_words_are_edited_while_other_suggestions_come_and_decisions_are_on_their_way(editor: Editor) -> None:
    editor.open("One.\n\nTwo.\n\nThree.\n")
    for word in ("One", "Two"):
        editor.workspace.agent("apply_diff", original=word, replacement="Other", mode="suggest")
    expect(editor.suggestions).to_have_count(2)
    words = editor.page.get_by_label("What to write instead")
    with editor.workspace.halted():
        editor.suggestions.first.get_by_role("button", name="Reject").click()
        editor.suggestions.last.get_by_role("button", name="Edit", exact=True).click()
        expect(words).to_be_focused()
    expect(editor.suggestions).to_have_count(1)
    expect(words).to_be_focused()
    editor.workspace.agent("apply_diff", original="Three", replacement="Other", mode="suggest")
    expect(editor.suggestions).to_have_count(2)
    expect(words).to_be_focused()


def test_a_killed_server_comes_back_under_the_page_and_nothing_is_lost(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.press("Control+End")
    editor.type("before, ")
    editor.expect_agreement()
    editor.type("sent, ")
    editor.workspace.kill()
    editor.type("away, ")
    expect(editor.page.locator(".connection")).to_have_class("connection lost")
    editor.type("漢字 😀 ")
    editor.workspace.start()
    editor.workspace.agent("apply_diff", original="Hello", replacement="Good morning", mode="apply")
    editor.type("and back.")
    editor.expect_text("Good morning\nbefore, sent, away, 漢字 😀 and back.")
    expect(editor.page.locator(".connection")).to_have_class("connection")
    assert editor.save() == "Good morning\nbefore, sent, away, 漢字 😀 and back."


def test_a_page_finds_its_way_back_when_nobody_knows_what_happened_meanwhile(editor: Editor) -> None:
    editor.open("Hello\n")
    editor.press("Control+End")
    editor.type("kept, ")
    editor.expect_agreement()
    editor.workspace.kill()
    editor.type("mine")
    editor.workspace.start(elsewhere=True)
    for letter in "ab":  # so long that what happened is no longer told, only what came of it
        editor.workspace.agent("apply_diff", original="Hello", replacement=f"Hello {letter * 300_000}", mode="apply")
    editor.workspace.kill()
    editor.workspace.start()
    editor.expect_text(f"Hello {'b' * 300_000} {'a' * 300_000}\nkept, mine")


def test_two_pages_and_an_agent_have_one_text(editor: Editor) -> None:
    editor.open("one\n")
    other = editor.another()
    editor.press("Control+End")
    other.press("Control+Home")
    for letter in "alpha":
        editor.type(letter)
        other.type(letter.upper())
    editor.workspace.agent("apply_diff", original="one", replacement="two", mode="apply")
    editor.expect_text("ALPHAtwo\nalpha")
    other.expect_text("ALPHAtwo\nalpha")


def test_what_cannot_be_typed_is_taken_back_with_words(editor: Editor) -> None:
    editor.open("a\rX\nb")
    editor.press("Control+Home", "ArrowDown", "Delete")
    expect(editor.page.locator(".notice")).to_contain_text("cannot be typed here")
    editor.expect_shown("a\nX\nb")
    assert editor.workspace.text == "a\rX\nb"
    editor.press("Control+End")
    editor.type("c")
    expect(editor.standing).to_have_text("Not saved")
    assert editor.workspace.text == "a\rX\nbc"


def test_a_stale_suggestion_says_so(editor: Editor) -> None:
    editor.open("The first line.\n")
    editor.workspace.agent("apply_diff", original="The first line.", replacement="The 1st line.", mode="suggest")
    expect(editor.suggestions).to_have_count(1)
    editor.press("Control+Home", "ArrowRight", "ArrowRight")
    editor.type("x")
    expect(editor.suggestions).to_contain_text("Stale")
    expect(editor.suggestions.get_by_role("button", name="Accept")).to_have_count(0)
    editor.press("Tab", "Escape")
    expect(editor.suggestions).to_have_count(0)


def test_all_suggestions_are_accepted_with_one_key(editor: Editor) -> None:
    editor.open("".join(f"Line {number}.\n\n" for number in range(20)))
    for number in range(20):
        editor.workspace.agent("apply_diff", original=f"Line {number}.", replacement=f"Row {number}.", mode="suggest")
    expect(editor.suggestions).to_have_count(20)
    editor.press("Control+Shift+Enter")
    expect(editor.suggestions).to_have_count(0)
    editor.expect_text("".join(f"Row {number}.\n\n" for number in range(20)))
    editor.press("Control+z")
    editor.expect_text("".join(f"Line {number}.\n\n" for number in range(20)))
    expect(editor.suggestions).to_have_count(20)
    editor.press("Control+y")
    expect(editor.suggestions).to_have_count(0)
    editor.expect_text("".join(f"Row {number}.\n\n" for number in range(20)))


def test_all_suggestions_are_rejected_with_one_key(editor: Editor) -> None:
    editor.open("One.\n\nTwo.\n")
    for word in ("One", "Two"):
        editor.workspace.agent("apply_diff", original=word, replacement="Other", mode="suggest")
    expect(editor.suggestions).to_have_count(2)
    editor.press("Control+Shift+Backspace")
    expect(editor.suggestions).to_have_count(0)
    editor.expect_text("One.\n\nTwo.\n")


@pytest.mark.heavy
def test_a_server_that_is_killed_again_and_again_loses_no_letter(editor: Editor) -> None:
    editor.open("Hello 漢字\r\n" * 3)
    editor.press("Control+End")
    chance = random.Random(5)
    typed = ""
    for era in range(8):
        for letter in chance.choices("abcdefgh 漢😀", k=chance.randrange(5, 40)):
            typed += letter
            editor.type(letter)
            editor.page.wait_for_timeout(chance.randrange(30))
        if era % 2:
            editor.workspace.agent("document_replace", search="Hello", replace=f"Hello {era}", all=False)
        editor.workspace.kill()
        typed += "x"
        editor.type("x")
        editor.workspace.start()
    editor.wait(lambda: editor.text.endswith(f"\n{typed}"))
    assert editor.text.endswith(f"\n{typed}")
    expect(editor.page.locator(".connection")).to_have_text("Connected", timeout=60_000)
    editor.save_changes()
    saved = (editor.workspace.root / "notes.md").read_bytes().decode()
    assert saved == editor.text.replace("\n", "\r\n")
    assert saved.endswith(f"\r\n{typed}")
