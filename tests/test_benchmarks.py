"""The kit that compares Quire with others: programs are driven and judged, and the page tells what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import etree

from benchmarks.comparison import judged
from benchmarks.field import page
from benchmarks.field.contenders.libraries import Limit, TextLimit
from benchmarks.field.contenders.quire import Quire, QuireMarkdown
from benchmarks.field.correctness import CANNOT, YES, verdicts
from benchmarks.field.documents import markdown, word
from benchmarks.field.results import Results
from benchmarks.field.rounds import compared
from benchmarks.field.tasks import EDIT, FIND, READ, SAVE, START, TABLE, TOO_LONG, TRACK, Figures

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.field.contenders.contender import Contender

pytestmark = pytest.mark.long

QUICK, SLOW = Figures({EDIT: [0.01], SAVE: [0.02]}, megabytes=100), Figures({EDIT: [0.5]}, {TABLE: "no such tool"})
LATE = Figures({START: [1.0]}, {READ: TOO_LONG})
FIELD = {size: {"Quire": QUICK, "office-word-mcp-server": SLOW, "docx-editor": LATE} for size in (50, 3_000)}
RESULTS = Results("2 processors", {"Quire": "1"}, word=FIELD, answers={"Quire": {"edits": YES, "tracks": CANNOT}})


@pytest.mark.parametrize(("contender", "suffix"), [(Limit, "docx"), (TextLimit, "md")])
def test_a_library_is_asked_for_what_it_can(contender: type[Contender], suffix: str, tmp_path: Path) -> None:
    data = word(50) if suffix == "docx" else markdown(10)
    figures = compared([contender], data, tmp_path / f"document.{suffix}", 2, {})[contender.name]
    assert not figures.faults
    assert {READ, FIND, EDIT, SAVE} <= figures.seconds.keys()
    assert TRACK not in figures.seconds


@pytest.mark.parametrize(("contender", "suffix"), [(Quire, "docx"), (QuireMarkdown, "md")])
def test_quire_does_all_that_is_asked_for(contender: type[Contender], suffix: str, tmp_path: Path) -> None:
    data = word(50) if suffix == "docx" else markdown(10)
    figures = compared([contender], data, tmp_path / f"document.{suffix}", 1, {})[contender.name]
    assert not figures.faults
    assert figures.tools > 100
    assert figures.edit_bytes


def test_quire_is_right(tmp_path: Path) -> None:
    assert set(verdicts(Quire, tmp_path).values()) == {YES}


def test_what_took_too_long_is_not_tried_in_a_longer_document(tmp_path: Path) -> None:
    before = {50: {Limit.name: Figures(faults={FIND: TOO_LONG})}}
    figures = compared([Limit], word(50), tmp_path / "document.docx", 1, before)[Limit.name]
    assert FIND not in figures.seconds
    assert EDIT in figures.seconds


def test_who_takes_a_minute_is_not_asked_about_longer_documents(tmp_path: Path) -> None:
    slow = {50: {Limit.name: Figures(round_seconds=61.0)}}
    assert compared([Limit], word(50), tmp_path / "document.docx", 1, slow) == {}
    assert compared([Limit], word(50), tmp_path / "document.docx", 1, {**slow, 3_000: {}}) == {}


def test_what_takes_too_long_to_read_is_edited_all_the_same(tmp_path: Path) -> None:
    before = {50: {Limit.name: Figures(faults={READ: TOO_LONG})}}
    figures = compared([Limit], word(50), tmp_path / "document.docx", 1, before)[Limit.name]
    assert READ not in figures.seconds
    assert EDIT in figures.seconds


def test_the_page_tells_times_and_what_failed() -> None:
    text = page.written(RESULTS)
    assert "| Quire | – | – | – | – | – | **10 ms** | **20 ms** | **30 ms** | – | – | – |" in text
    assert "| office-word-mcp-server | – | – | – | – | – | 500 ms | at once | 500 ms | – | ✗ | – |" in text
    assert "> 60 s" in text
    assert "- office-word-mcp-server, table and save, 50: no such tool" in text


def test_the_page_says_where_quire_is_behind() -> None:
    ahead = Figures({EDIT: [0.001]})
    text = page.written(Results(word={50: {"Quire": QUICK, "python-docx": ahead}}))
    assert "- edit, 50 paragraphs: 10 ms; *python-docx* 1.0 ms" in text


def test_a_broken_bound_is_told() -> None:
    text = page.written(Results(bounds={"docx": ["a / b: 2.00, at most 1.5: BROKEN", "c: 1, at most 2: holds"]}))
    assert "1 of 2 bounds hold" in text
    assert "- a / b: 2.00, at most 1.5: BROKEN" in text


def test_plots_are_pictures_with_a_line_for_each() -> None:
    plots = page.plots(RESULTS)
    lines = etree.fromstring(plots["benchmark-edit.svg"].encode())
    assert [text for text in lines.itertext() if text in FIELD[50]] == ["office-word-mcp-server", "Quire"]
    assert etree.fromstring(plots["benchmark-memory.svg"].encode()) is not None


def test_results_are_kept_and_read_again(tmp_path: Path) -> None:
    RESULTS.write(tmp_path / "kept.json")
    assert Results.read(tmp_path / "kept.json") == RESULTS


def test_what_is_more_than_allowed_breaks_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(("MB", 300, 400), ("seconds", 6.0, 5.0)) == 1
    assert capsys.readouterr().out.splitlines() == [
        "MB: 300.00, at most 400: holds",
        "seconds: 6.00, at most 5: BROKEN",
    ]


def test_the_page_is_what_the_kept_figures_say() -> None:
    assert page.PAGE_FILE.read_text(encoding="utf-8") == page.written(Results.read(page.KEPT))
