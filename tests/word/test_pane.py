"""The pane beside the document: what it shows, what a person can do there, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest
from playwright.async_api import expect

from tests.docx.specimen import docx
from tests.node import MODULES
from tests.word.live import LiveWord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.async_api import Locator

    from tests.word.live import Station

LETTER = docx("Dear Ms Smith,", "Bye")
SECONDS = 15


class Pane:
    """The pane as a person uses it."""

    def __init__(self, station: Station) -> None:
        self.station = station
        self.letter = LiveWord(station, LETTER, "letter.docx")

    def find(self, selector: str) -> Locator:
        return self.station.page.locator(selector)

    def switch(self, label: str, *, on: bool) -> None:
        """Turn a switch, and wait until the server has heard of it."""
        box = self.station.page.get_by_role("switch", name=label)
        self.station.do(box.set_checked, on)
        self.station.do(self._heard, label, on)

    async def _heard(self, label: str, on: bool) -> None:
        with anyio.fail_after(SECONDS):
            while (self.station.guest.is_paused if label == "Pause" else self.station.guest.is_read_only) != on:
                await anyio.sleep(0.01)

    def shows(self, selector: str, text: str) -> None:
        """Wait until something says a text."""
        self.station.do(expect(self.find(selector)).to_have_text, text, timeout=SECONDS * 1000)

    def evaluate(self, code: str) -> Any:
        return self.station.do(self.station.page.evaluate, code)

    def operations(self, last: str) -> list[str]:
        """The operations that it tells of, the last one first, once that one is told."""
        entries = self.find("#operations li")
        self.station.do(expect(entries.first).to_contain_text, last, use_inner_text=True, timeout=SECONDS * 1000)
        found: list[str] = self.station.do(entries.all_inner_texts)
        return [" ".join(each.split()) for each in found]


@pytest.fixture
def pane(station: Station) -> Iterator[Pane]:
    found = Pane(station)
    yield found
    found.switch("Pause", on=False)
    found.switch("Read only", on=False)


def test_tells_the_document_the_window_and_what_was_done_last(pane: Pane) -> None:
    pane.shows("#state", "Connected")
    pane.shows("#document", "lease.docx")
    pane.shows("#window", pane.station.label)
    pane.letter.call("search", query="Smith")
    assert pane.letter.refusal("insertText", text="x", scope="rangeId:none").code == "E_NOT_FOUND"
    pane.letter.call("insertText", text="!", scope="document", location="end")
    told = pane.operations("insertText done")
    assert told[0] == "insertText done"
    assert "search done" in told


def test_what_was_refused_is_told_with_its_reason(pane: Pane) -> None:
    place = pane.letter.range_of("Bye")
    pane.letter.call("table.create", rows=1, cols=1, scope=place, location="after")
    refused = pane.letter.refusal("table.insertRows", tableRef=place, at=0)
    assert refused.code == "E_NOT_FOUND"
    told = pane.operations("table.insertRows E_NOT_FOUND")
    assert told[0].startswith("table.insertRows E_NOT_FOUND There is no table")


def test_paused_it_neither_reads_nor_changes(pane: Pane) -> None:
    pane.switch("Pause", on=True)
    pane.shows("#state", "Paused")
    for tool, arguments in (("search", {"query": "Smith"}), ("replace", {"target": "document", "replaceWith": "x"})):
        assert pane.letter.refusal(tool, **arguments).code == "E_PERMISSION"
    assert pane.letter.data() == LETTER
    pane.switch("Pause", on=False)
    pane.shows("#state", "Connected")
    assert pane.letter.call("search", query="Smith")["results"]


def test_read_only_it_reads_and_changes_nothing(pane: Pane) -> None:
    pane.switch("Read only", on=True)
    pane.shows("#state", "Connected, read only")
    assert pane.letter.call("search", query="Smith")["results"]
    assert pane.letter.call("listParagraphs", createControls=False)["paragraphs"]
    for tool, arguments in (
        ("insertText", {"text": "x", "scope": "document", "location": "end"}),
        ("listParagraphs", {}),
        ("applyStyle", {"scope": "document", "namedStyle": "Title"}),
    ):
        assert pane.letter.refusal(tool, **arguments).code == "E_PERMISSION"
    assert pane.letter.data() == LETTER


def test_it_comes_back_when_the_server_does_and_ranges_mean_what_they_meant(pane: Pane) -> None:
    name, label = pane.letter.range_of("Smith"), pane.station.label
    pane.station.do(pane.station.service.stop)
    pane.shows("#state", "Not connected")
    assert pane.letter.refusal("search", query="Smith").code in ("E_NOT_FOUND", "E_RUNTIME")
    pane.station.do(pane.station.service.start)
    pane.shows("#state", "Connected")
    assert pane.station.label == label
    pane.letter.call("replace", target=name, replaceWith="Jones")
    assert pane.letter.paragraphs[0] == "Dear Ms Jones,"
    pane.station.complaints.clear()  # that nobody answered


def test_the_switches_hold_when_the_pane_is_loaded_again(pane: Pane) -> None:
    pane.switch("Read only", on=True)
    pane.station.do(pane.station.page.reload)
    pane.shows("#state", "Connected, read only")
    assert pane.letter.refusal("replace", target="document", replaceWith="x").code == "E_PERMISSION"


def test_diagnostics_can_be_read_and_copied(pane: Pane) -> None:
    pane.letter.call("search", query="Smith")
    context = pane.station.page.context
    pane.station.do(context.grant_permissions, ["clipboard-read", "clipboard-write"])
    pane.station.do(pane.find("summary").click)
    pane.station.do(pane.find("#copy").click)
    pane.shows("#copied", "Copied")
    told = pane.evaluate("navigator.clipboard.readText()")
    assert "WordApiDesktop 1.4" in told
    assert "search: done" in told
    assert told == pane.evaluate("document.querySelector('#diagnostics').textContent")
    pane.station.do(pane.find("summary").click)


def test_everything_is_reached_with_the_keyboard(pane: Pane) -> None:
    pane.station.do(pane.station.page.reload)
    pane.shows("#state", "Connected")
    reached = []
    for _ in range(3):
        pane.station.do(pane.station.page.keyboard.press, "Tab")
        reached.append(pane.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert reached == ["paused", "read-only", "SUMMARY"]


def test_nothing_is_complained_of(pane: Pane) -> None:
    """Neither a mistake, nor anything that the policy of the page does not allow."""
    pane.station.do(pane.station.page.reload)
    pane.shows("#state", "Connected")
    pane.letter.call("search", query="Smith")
    assert not pane.station.complaints


@pytest.mark.parametrize(("theme", "scheme"), [("#FFFFFF", "light"), ("#262626", "dark")])
def test_it_is_light_or_dark_as_office_is_and_keeps_nobody_out(
    stations: Callable[..., Station], theme: str, scheme: str
) -> None:
    pane = Pane(stations(theme=theme))
    pane.letter.call("search", query="Smith")
    place = pane.letter.range_of("Bye")
    assert pane.letter.refusal("table.insertRows", tableRef=place, at=0).code == "E_NOT_FOUND"
    pane.station.do(pane.find("details").evaluate, "details => { details.open = true; }")
    assert pane.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
    pane.station.do(pane.station.page.evaluate, (MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = pane.evaluate("axe.run()")["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def test_it_says_why_it_is_not_let_in(stations: Callable[..., Station]) -> None:
    pane = Pane(stations(url=""))
    pane.shows("#document", "Document")
    page = pane.station.page
    address = page.url
    pane.station.do(page.goto, address.partition("?")[0] + "?key=wrong")
    pane.shows("#state", "Not connected")
    pane.station.do(expect(pane.find("#why")).to_contain_text, "key is wrong", timeout=SECONDS * 1000)
    pane.station.do(page.goto, address)
    pane.shows("#state", "Connected")
