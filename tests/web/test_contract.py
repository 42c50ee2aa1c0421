"""A contract of a hundred pages, as a person reads and edits it while an agent works on it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.docx.contract import contract
from tests.docx.contract.front_matter import TITLE
from tests.docx.parts import MAIN, Difference, ParagraphDifference, difference

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.web.paper import Paper

PAGES = 100
MIDDLE = 1000
"""A paragraph that is as far from the first as from the last."""
LAST_WORDS = "as witness."
VIEWS = (".cm-content", ".paper")


@cache
def _contract() -> bytes:
    return contract(PAGES)


def _clauses(paper: Paper) -> list[str]:
    """Clauses from the middle on, each of which says what no other does and is drawn without anything in it."""
    held = paper.held.split("\n")
    drawn = Counter(paper.paper.locator("article p").all_text_contents())
    found = [line for line in held[MIDDLE:] if len(line) > 100 and held.count(line) == drawn[line] == 1]
    assert len(found) > 20
    return found


def _scroll_to(paper: Paper, words: Locator, way: int) -> None:
    """Turn the wheel until words are in sight."""

    def is_in_sight() -> bool:
        paper.scroll(way)
        return bool(words.evaluate("(words) => words.getBoundingClientRect().bottom < innerHeight"))

    paper.wait(is_in_sight)
    expect(words).to_be_in_viewport()


def test_it_opens_and_shows_its_title(paper: Paper) -> None:
    paper.show(_contract())
    expect(paper.paragraph(TITLE).first).to_be_in_viewport()
    assert paper.sheets.count() > PAGES * 0.9


def test_scrolling_to_the_end_shows_the_last_words(paper: Paper) -> None:
    paper.show(_contract())
    last = paper.paragraph(LAST_WORDS).last
    expect(last).not_to_be_in_viewport()
    _scroll_to(paper, last, 100_000)
    assert paper.lines[-1].endswith(LAST_WORDS)


def test_a_word_typed_into_a_clause_is_all_that_is_another_in_the_file(paper: Paper) -> None:
    before = _contract()
    paper.show(before)
    held, clause = paper.held, _clauses(paper)[0]
    paper.paragraph(clause).click()
    paper.type("hereby ")
    paper.wait(lambda: "hereby " in paper.held)
    ((old, new),) = _changed_lines(held, paper.held)
    assert old == clause
    assert new.replace("hereby ", "", 1) == old
    number = held.split("\n").index(clause)
    assert difference(before, paper.save_file()) == Difference(
        changed=(MAIN,), paragraphs={MAIN: ParagraphDifference(changed=(number,))}
    )


def _changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    pairs = zip(before.split("\n"), after.split("\n"), strict=True)
    return [(old, new) for old, new in pairs if old != new]


def test_what_an_agent_writes_in_the_middle_appears(paper: Paper) -> None:
    paper.show(_contract())
    clause = _clauses(paper)[0]
    paper.paragraph(clause).scroll_into_view_if_needed()
    paper.workspace.agent("apply_diff", original=clause, replacement=f"{clause} So be it.", mode="apply")
    expect(paper.paragraph("So be it.")).to_be_in_viewport()
    expect(paper.paragraph("So be it.")).to_have_text(f"{clause} So be it.")


def test_a_suggestion_in_the_middle_is_shown_and_accepted(paper: Paper) -> None:
    before = _contract()
    paper.show(before)
    held, clause = paper.held, _clauses(paper)[0]
    paper.workspace.agent("apply_diff", original=clause, replacement=f"{clause} So be it.", mode="suggest")
    expect(paper.suggestions).to_have_count(1)
    paper.suggestions.locator(".preview").click()
    expect(paper.page.locator(".paper ins.comes")).to_have_text(" So be it.")
    expect(paper.page.locator(".paper ins.comes")).to_be_in_viewport()
    paper.page.locator(".paper .decide").get_by_role("button", name="Accept").click()
    expect(paper.suggestions).to_have_count(0)
    expect(paper.paragraph("So be it.")).to_have_text(f"{clause} So be it.")
    number = held.split("\n").index(clause)
    assert difference(before, paper.save_file()) == Difference(
        changed=(MAIN,), paragraphs={MAIN: ParagraphDifference(changed=(number,))}
    )
    assert _changed_lines(held, paper.held) == [(clause, f"{clause} So be it.")]


def test_words_in_the_middle_are_found_and_shown(paper: Paper) -> None:
    paper.show(_contract())
    clause = _clauses(paper)[0]
    expect(paper.paragraph(clause)).not_to_be_in_viewport()
    paper.press("Control+f")
    expect(paper.page.get_by_placeholder("Find")).to_be_focused()
    paper.type(clause[:80])
    paper.press("Enter", "F6")
    expect(paper.paper).to_be_focused()
    expect(paper.paragraph(clause)).to_be_in_viewport()


def test_looking_at_it_changes_nothing(paper: Paper) -> None:
    before = _contract()
    paper.show(before)
    revision = paper.workspace.agent("get_document_revision")
    first, last = paper.paragraph(TITLE).first, paper.paragraph(LAST_WORDS).last
    _scroll_to(paper, last, 100_000)
    last.click()
    paper.wait(lambda: paper.workspace.agent("selection_get")["from"] > 0)
    for view in (*VIEWS, *VIEWS):
        paper.press("F6")
        expect(paper.page.locator(view)).to_be_focused()
    expect(last).to_be_in_viewport()
    paper.scroll(-10_000_000)
    expect(first).to_be_in_viewport()
    now = paper.workspace.agent("get_document_revision")
    assert (now["revision"], now["hash"]) == (revision["revision"], revision["hash"])
    expect(paper.standing).to_have_text("Saved")
    assert paper.path.read_bytes() == before
