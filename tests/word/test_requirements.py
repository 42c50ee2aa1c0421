"""What a Word can do, by its requirement sets: each thing on the Word that can, and a refusal on those that cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.specimen import bold, docx, field, footnote, p, table
from tests.word.live import LiveWord
from tests.word.test_pictures import DATA

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.word.live import Station

OLDEST = {"WordApi": "1.3"}
"""What the manifest asks for."""
BROWSER = {"WordApi": "1.9"}
"""Word on the web: nothing that only desktops have."""

LETTER = docx(
    p("Dear ", bold("Ms"), " Smith", footnote("Or Mr."), ","), table(["cell", "b"]), p("page ", field("PAGE", "7")),
    styles='<w:style w:type="paragraph" w:customStyle="1" w:styleId="Clause"><w:name w:val="Clause"/></w:style>',
)  # fmt: skip

NEEDED = [
    ("insertText", "Ms", {"text": "x", "keepFormatting": False}, "WordApiDesktop 1.3"),
    ("insertPicture", "Ms", {"source": "base64", "data": DATA, "wrapType": "square"}, "WordApiDesktop 1.2"),
    ("table.mergeCells", "cell", {"startRow": 0, "startCol": 0, "rowSpan": 1, "colSpan": 2}, "WordApi 1.4"),
    ("applyStyle", "Ms", {"char": {"allCaps": True}}, "WordApiDesktop 1.3"),
    ("applyStyle", "Ms", {"char": {"smallCaps": True}}, "WordApiDesktop 1.3"),
    ("applyStyle", "Ms", {"resetDirectFormatting": True}, "WordApiDesktop 1.3"),
    ("applyStyle", "Ms", {"namedStyle": "Clause"}, "WordApi 1.5"),
]
"""Calls with a range that they act on, and the set that they take."""


def opened(station: Station) -> LiveWord:
    return LiveWord(station, LETTER, "letter.docx")


def has(sets: dict[str, str], needed: str) -> bool:
    name, version = needed.split(" ")
    return name in sets and float(sets[name]) >= float(version)


@pytest.mark.parametrize("sets", [None, BROWSER, OLDEST], ids=["desktop", "browser", "oldest"])
@pytest.mark.parametrize(("tool", "text", "arguments", "needed"), NEEDED)
def test_what_takes_a_set_is_done_where_it_is_and_refused_elsewhere(
    stations: Callable[..., Station], sets: dict[str, str] | None, tool: str, text: str, arguments: dict[str, Any],
    needed: str,
) -> None:  # fmt: skip
    letter = opened(stations(sets=sets) if sets else stations())
    place = letter.range_of(text)
    wish = {("tableRef" if tool.startswith("table.") else "scope"): place, **arguments}
    if sets is None or has(sets, needed):
        letter.call(tool, **wish)
        assert letter.data() != LETTER
        return
    refused = letter.refusal(tool, **wish)
    assert refused.code == "E_UNSUPPORTED"
    assert needed in refused.message
    assert letter.data() == LETTER


@pytest.mark.parametrize("sets", [BROWSER, OLDEST])
class TestWithoutADesktop:
    def test_a_selection_has_no_position(self, stations: Callable[..., Station], sets: dict[str, str]) -> None:
        letter = opened(stations(sets=sets))
        letter.select("Smith")
        found = letter.call("getSelection")
        assert found["text"] == "Smith"
        assert "start" not in found

    def test_search_replace_tables_and_styles_work(
        self, stations: Callable[..., Station], sets: dict[str, str]
    ) -> None:
        letter = opened(stations(sets=sets))
        assert letter.call("search", query="Smith")["results"][0]["text"] == "Smith"
        letter.call("replace", target="searchQuery", query="Dear", replaceWith="Hello")
        letter.call("table.setCellText", tableRef=letter.range_of("cell"), row=0, col=1, text="new")
        letter.call("applyStyle", scope=letter.range_of("Ms"), namedStyle="Heading 1", char={"italic": True})
        letter.call("applyStyle", scope=letter.range_of("cell"), namedStyle="Grid Table 4 Accent 1")
        assert letter.paragraphs[:3] == ["Hello Ms Smith\ufffc,", "cell", "new"]
        assert '<w:pStyle w:val="Heading1"/>' in letter.saved().body.source
        assert '<w:tblStyle w:val="GridTable4-Accent1"/>' in letter.saved().body.source

    @pytest.mark.parametrize("text", ["Smith\ufffc", "7"])
    def test_nothing_is_deleted_unseen(self, stations: Callable[..., Station], sets: dict[str, str], text: str) -> None:
        letter = opened(stations(sets=sets))
        assert letter.refusal("replace", target=letter.range_of(text), replaceWith="x").code == "E_UNSUPPORTED"
        assert letter.data() == LETTER

    def test_styles_are_listed(self, stations: Callable[..., Station], sets: dict[str, str]) -> None:
        found = opened(stations(sets=sets)).call("listStyles")
        assert {"name": "Heading 9", "builtIn": True} in found["paragraphStyles"]
        assert "Grid Table 4 Accent 1" in [each["name"] for each in found["tableStyles"]]
