"""A page's copy of a document: it follows the document, and the document follows it."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.changeset import ChangeSet, Replacement, units, whole
from quire.core.mirror import Update, page_text, rebased
from quire.workspace import store
from tests.conftest import Refused
from tests.docx.specimen import bold, docx, footnote, heading, p
from tests.docx.validation import harm

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk


class Page:
    """A page, as far as the workspace can tell: a copy, and what was typed but not yet sent."""

    def __init__(self, desk: Desk, tab: str, name: str = "page") -> None:
        self.desk, self.tab, self.name = desk, tab, name
        opened = desk.as_person("page_open", document=tab)
        self.revision, self.text, self.mark = opened["revision"], opened["text"], opened["mark"]
        self.suggestions = opened["suggestions"]
        self.waiting: list[ChangeSet] = []

    def type(self, at: int, text: str, deleting: int = 0) -> None:
        """Change the copy, at a place in code points."""
        start, end = len(units(self.text[:at])), len(units(self.text[: at + deleting]))
        change = ChangeSet.of(len(units(self.text)), [Replacement(start, end, units(text))])
        self.waiting.append(change)
        self.text = whole(change.apply(units(self.text)))

    def send(self) -> None:
        self.desk.as_person(
            "page_type", document=self.tab, revision=self.revision, origin=self.name,
            updates=[change.to_json() for change in self.waiting],
        )  # fmt: skip

    def follow(self) -> None:
        """Do what the workspace says, as CodeMirror does it."""
        news = self.desk.as_person("page_news", document=self.tab, revision=self.revision, mark=self.mark)
        for update in news["updates"]:
            changes = ChangeSet.of_json(update["changes"])
            if update["origin"] == self.name:
                self.waiting.pop(0)
                continue
            later = changes
            for waiting in self.waiting:
                later = later.map(waiting, before=True)
            self.text = whole(later.apply(units(self.text)))
            mine = [Update(waiting, self.name) for waiting in self.waiting]
            self.waiting = [each.changes for each in rebased(mine, [Update(changes)])]
        self.text = self.text if news["text"] is None else news["text"]
        self.revision, self.mark = news["revision"], news["mark"]
        self.suggestions = self.suggestions if news["suggestions"] is None else news["suggestions"]
        assert len(units(self.text)) == news["length"] or self.waiting

    def settle(self) -> None:
        """Exchange what can be; what the document cannot become is let go of, as a page does."""
        try:
            self.exchange()
        except Refused:
            opened = Page(self.desk, self.tab, self.name)
            self.revision, self.text, self.waiting = opened.revision, opened.text, []

    def exchange(self) -> None:
        self.send()
        self.follow()
        assert not self.waiting


@pytest.fixture
def page(desk: Desk) -> Page:
    desk.settings(staging="auto-approve")
    return Page(desk, desk.document("Hello world"))


def test_what_is_typed_is_in_the_document(desk: Desk, page: Page) -> None:
    page.type(5, " 😀 big")
    page.exchange()
    assert desk.text == page.text == "Hello 😀 big world"


def test_what_an_agent_writes_is_in_the_page(desk: Desk, page: Page) -> None:
    desk.call("document_insert_at_position", text="漢字 ", position=0)
    page.follow()
    assert page.text == "漢字 Hello world"


def test_both_at_once_lose_nothing(desk: Desk, page: Page) -> None:
    page.type(11, "!")
    desk.call("document_insert_at_position", text="Oh, h", position=0)
    desk.call("document_replace", search="Hello", replace="ello", all=False)
    page.exchange()
    assert desk.text == page.text == "Oh, hello world!"


def test_what_both_deleted_is_gone_once(desk: Desk, page: Page) -> None:
    page.type(0, "", deleting=6)
    desk.call("document_replace", search="Hello ", replace="", all=False)
    page.exchange()
    assert desk.text == page.text == "world"
    desk.call("editor_undo")
    assert desk.text == "Hello world", "what changed nothing any more is nothing to undo"


def test_an_update_that_is_sent_again_is_taken_once(desk: Desk, page: Page) -> None:
    page.type(0, "A ")
    page.send()
    desk.call("document_insert_at_position", text="!", position=13)
    page.send()
    page.follow()
    assert desk.text == page.text == "A Hello world!"
    assert not page.waiting


def test_updates_survive_the_end_of_the_process(open_desk: Callable[..., Desk]) -> None:
    first = open_desk()
    page = Page(first, first.document("Hello world"))
    page.type(0, "A ")
    page.send()
    page.type(2, "big ")
    first.leave()
    page.desk = open_desk()
    page.desk.as_person("document_insert_at_position", text="!", position=13)
    page.exchange()
    assert page.desk.text == page.text == "A big Hello world!"


def test_line_breaks_and_the_byte_order_mark_stay(desk: Desk) -> None:
    path = desk.root / "windows.md"
    path.write_bytes("\ufeffone\r\ntwo\r\n".encode())
    desk.call("workspace_open_document", path=str(path))
    page = Page(desk, desk.call("tabs_get_active")["id"])
    assert page.text == "one\ntwo\n"
    page.type(0, "zero\n")
    page.type(len("zero\none"), "", deleting=1)
    page.exchange()
    desk.as_person("workspace_save_document")
    assert path.read_bytes() == "\ufeffzero\r\nonetwo\r\n".encode()


def test_what_cannot_become_what_the_page_shows_is_refused(desk: Desk) -> None:
    path = desk.root / "mixed.md"
    path.write_bytes(b"a\rX\nb")
    desk.call("workspace_open_document", path=str(path))
    page = Page(desk, desk.call("tabs_get_active")["id"])
    page.type(2, "", deleting=1)
    with pytest.raises(Refused, match="E_CONFLICT"):
        page.send()
    assert desk.text == "a\rX\nb"


@pytest.mark.parametrize("updates", [[["x"]], [[[0, "x"], 5]], [[99]], [[[11, "\0"]]]])
def test_updates_that_are_none_are_refused(desk: Desk, page: Page, updates: list[Any]) -> None:
    with pytest.raises(Refused, match="E_INVALID_ARG"):
        desk.as_person("page_type", document=page.tab, revision=page.revision, origin="page", updates=updates)
    assert desk.text == "Hello world"


def test_typing_is_undone_as_it_was_done(desk: Desk, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    for letter in " and you":
        page.type(len(page.text), letter)
        page.exchange()
    monkeypatch.setattr(store, "PAUSE_SECONDS", 0)
    page.type(len(page.text), "?")
    page.exchange()
    desk.call("editor_undo")
    assert desk.text == "Hello world and you"
    desk.call("editor_undo")
    assert desk.text == "Hello world"
    desk.call("editor_redo")
    assert desk.text == "Hello world and you"
    page.follow()
    assert page.text == "Hello world and you"


def test_typing_does_not_go_on_from_what_a_wrong_clock_dated_ahead(
    desk: Desk, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.type(len(page.text), "!")
    page.exchange()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 3600)
    page.type(len(page.text), "?")
    page.exchange()
    desk.call("editor_undo")
    assert desk.text == "Hello world!"


def test_typing_with_corrections_is_one_change_and_one_note(desk: Desk, page: Page) -> None:
    for at, letter, deleting in ((5, ",", 0), (6, "x", 0), (6, "", 1), (4, "", 2), (4, "0", 0)):
        page.type(at, letter, deleting)
        page.exchange()
    assert desk.text == "Hell0 world"
    newest, older = desk.as_person("audit", most=2)
    assert (newest["before"], newest["after"]) == ("o", "0")
    assert older["tool"] == "document_set_content"
    desk.call("editor_undo")
    assert desk.text == "Hello world"


def test_a_change_by_someone_else_a_save_or_another_place_ends_a_change(desk: Desk, page: Page) -> None:
    page.type(0, "a")
    page.exchange()
    desk.call("document_insert_at_position", text="!", position=12)
    page.follow()
    page.type(1, "b")
    page.exchange()
    page.type(8, "c")
    page.exchange()
    desk.as_person("workspace_save_document_as", path=str(desk.root / "typed.md"))
    page.type(9, "d")
    page.exchange()
    seen = [desk.text]
    while desk.call("editor_undo")["undone"]:
        seen.append(desk.text)
    assert seen[:5] == ["abHello cdworld!", "abHello cworld!", "abHello world!", "aHello world!", "aHello world"]


def test_suggestions_come_with_offsets_of_the_page(desk: Desk) -> None:
    tab = desk.document("😀 Hello\nworld")
    desk.suggest(2, 7, "Bye")
    page = Page(desk, tab)
    (found,) = page.suggestions
    assert (found["start"], found["end"], found["original"], found["proposed"]) == (3, 8, "Hello", "Bye")
    assert found["author"] == "tester"
    page.type(4, "x")
    page.exchange()
    assert page.suggestions[0]["isStale"]


def test_suggestions_are_told_only_when_another_is_there(desk: Desk) -> None:
    page = Page(desk, desk.document("Hello world"))
    desk.suggest(0, 5, "Bye")
    page.follow()
    seen = page.suggestions
    assert len(seen) == 1
    page.type(11, "!")
    page.exchange()
    assert page.suggestions is seen


def test_a_suggestion_can_be_accepted_with_other_words(desk: Desk) -> None:
    tab = desk.document("Hello world")
    suggestion = desk.suggest(0, 5, "Bye")
    desk.as_person("page_accept", document=tab, suggestionId=suggestion, content="So long")
    assert desk.text == "So long world"
    assert not desk.pending
    desk.call("editor_undo")
    assert desk.text == "Hello world"


def test_what_a_person_selects_is_known_to_tools(desk: Desk) -> None:
    tab = desk.document("😀 Hello")
    page = Page(desk, tab)
    assert desk.as_person("page_select", document=tab, revision=page.revision, start=3, end=8)["isTaken"]
    assert desk.call("selection_get")["text"] == "Hello"
    desk.edit("Hello", "Hi")
    assert not desk.as_person("page_select", document=tab, revision=page.revision, start=0, end=0)["isTaken"]


def test_the_desk_tells_tabs_settings_and_agents(desk: Desk) -> None:
    tab = desk.document("Hello")
    desk.suggest(0, 5, "Bye")
    found = desk.as_person("page_desk")
    (window,) = found["windows"]
    assert window["active"] == tab
    shown = next(each for each in window["tabs"] if each["id"] == tab)
    assert shown["isDirty"]
    assert shown["suggestions"] == 1
    assert found["staging"] == "suggest"
    assert [(agent["name"], agent["tool"]) for agent in found["agents"]] == [("tester", "selection_replace")]


def test_agents_have_no_tool_of_pages(desk: Desk) -> None:
    assert desk.refusal("page_desk").code == "E_NOT_FOUND"


def test_a_page_that_was_away_too_long_gets_the_whole_text(
    desk: Desk, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quire.core.past.MOST_CHANGES", 2)
    for _ in range(4):
        desk.begin("x")
    page.follow()
    assert page.text == "xxxxHello world"


def test_a_word_document_can_be_followed(desk: Desk) -> None:
    tab = desk.call("workspace_new_document", format="docx")["tabId"]
    desk.as_person("document_set_content", content="# Fees\n\nThe client pays 😀.")
    page = Page(desk, tab)
    assert page.text == "Fees\nThe client pays 😀."
    desk.as_person("document_replace", search="client", replace="buyer")
    desk.as_person("document_insert_at_position", text="Yes. ", position=5)
    page.follow()
    assert page.text == "Fees\nYes. The buyer pays 😀."


def test_a_word_document_can_be_typed_into(desk: Desk) -> None:
    path = desk.root / "agreement.docx"
    before = docx(heading("Fees"), p(bold("Payment."), " The Client pays.", footnote("Soon.")), p("Last."))
    path.write_bytes(before)
    desk.call("workspace_open_document", path=str(path))
    page = Page(desk, desk.call("tabs_get_active")["id"])
    at = page.text.index("Client")
    for number, letter in enumerate("good 漢😀 "):
        page.type(at + number, letter)
        page.exchange()
    page.type(at, "", deleting=5)
    page.type(len(page.text), "\nNew.")
    page.exchange()
    assert page.text == Page(desk, page.tab).text == "Fees\nPayment. The 漢😀 Client pays.\ufffc\nLast.\nNew."
    desk.as_person("workspace_save_document")
    assert not harm(before, path.read_bytes())
    while desk.call("editor_undo")["undone"]:
        page.follow()
    desk.as_person("workspace_save_document")
    assert path.read_bytes() == before


def test_a_suggestion_stands_at_the_words_that_change(desk: Desk) -> None:
    path = desk.root / "agreement.docx"
    path.write_bytes(docx(p("The Client pays."), p("The Client pays later.")))
    desk.call("workspace_open_document", path=str(path))
    desk.call("apply_diff", original="The Client pays later.", replacement="The Buyer pays later.", mode="suggest")
    page = Page(desk, desk.call("tabs_get_active")["id"])
    (suggestion,) = page.suggestions
    assert page.text[suggestion["start"] : suggestion["end"]] == suggestion["original"] == "Client"
    desk.as_person("page_accept", document=page.tab, suggestionId=suggestion["id"], content="Purchaser")
    page.follow()
    assert page.text == "The Client pays.\nThe Purchaser pays later."


def test_what_a_word_document_holds_is_not_typed_away(desk: Desk) -> None:
    path = desk.root / "agreement.docx"
    path.write_bytes(docx(p("The Client pays.", footnote("Soon."))))
    desk.call("workspace_open_document", path=str(path))
    page = Page(desk, desk.call("tabs_get_active")["id"])
    page.type(page.text.index("\ufffc"), "", deleting=1)
    with pytest.raises(Refused, match="footnote"):
        page.send()


def test_typing_a_word_in_a_word_document_is_one_change(desk: Desk) -> None:
    path = desk.root / "agreement.docx"
    path.write_bytes(docx(p("The Client pays.")))
    desk.call("workspace_open_document", path=str(path))
    page = Page(desk, desk.call("tabs_get_active")["id"])
    for number, letter in enumerate("Good"):
        page.type(4 + number, letter)
        page.exchange()
    (noted,) = desk.as_person("audit", most=1)
    assert (noted["before"], noted["after"]) == ("Client", "GoodClient")
    desk.call("editor_undo")
    page.follow()
    assert page.text == "The Client pays."


@pytest.mark.parametrize("text", ["Hello world", "\ufeffone\r\ntwo 😀\r\n\r\nthree", "one\ntwo\rthree\r\n", ""])
def test_pages_and_an_agent_that_act_at_random_come_to_the_same_text(desk: Desk, text: str) -> None:
    path = desk.root / "random.md"
    path.write_bytes(text.encode())
    desk.settings(staging="auto-approve")
    tab = desk.call("workspace_open_document", path=str(path))["tabId"]
    chance = random.Random(len(text))
    pages = [Page(desk, tab, "one"), Page(desk, tab, "other")]
    for _ in range(200):
        _act(desk, chance, chance.choice(pages))
    for page in (*pages, *pages):
        page.settle()
    assert pages[0].text == pages[1].text == page_text(desk.text)


def _act(desk: Desk, chance: random.Random, page: Page) -> None:
    """Something that a person at a page does, or an agent."""
    match chance.randrange(9):
        case 0:
            position = chance.randrange(len(desk.text) + 1)
            desk.call("document_insert_at_position", text=chance.choice(["x", "漢\n", "😀"]), position=position)
        case 1:
            desk.call(chance.choice(["editor_undo", "editor_redo"]))
        case 2 if desk.text:
            start, end = sorted(chance.choices(range(len(desk.text) + 1), k=2))
            desk.call("selection_set", **{"from": start, "to": min(end, start + 3)})
            desk.call("selection_replace", text=chance.choice(["", "y\n", "🙂"]))
        case 3:
            page.follow()
        case 4 | 5:
            page.settle()
        case _:
            at = chance.randrange(len(page.text) + 1)
            page.type(at, chance.choice(["", "y", "🙂", "\n"]), min(chance.randrange(3), len(page.text) - at))
