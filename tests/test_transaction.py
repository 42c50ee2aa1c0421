"""Texts, changes and places, under the laws, with random ones of every kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.anchor import Range
from quire.core.document import put, rewrite
from quire.core.errors import ConflictError
from quire.core.lines import Lines
from quire.core.manuscript import plan
from quire.core.text import CHUNK, Text
from quire.core.transaction import AFTER, BEFORE, Mapping, Replace, Shift, Transaction
from quire.formats.markdown.document import MarkdownDocument
from tests.laws import check_transaction

ALPHABET = st.sampled_from(
    [
        "a",
        "b",
        " ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "é",
        "e\u0301",
        "漢",
        "字",
        "😀",
        "👩‍👩‍👧",
        "\u202e",
        "\ufeff",
        "#",
        "*",
        "`",
    ]
)
texts = st.lists(ALPHABET, max_size=40).map("".join)
unmarked = texts.map(lambda text: text.replace("\ufeff", ""))  # a byte order mark keeps its place, whatever is asked


@st.composite
def changed_documents(draw: st.DrawFn) -> tuple[MarkdownDocument, Transaction]:
    """A document and a change of one to five steps, anywhere in it."""
    document = now = MarkdownDocument(draw(texts))
    steps = []
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(now)))
        end = draw(st.integers(start, len(now)))
        steps.append(Replace.text(start, now.slice(start, end), draw(texts)))
        now = now.apply(Transaction((steps[-1],)))
    return document, Transaction(tuple(steps))


@given(changed_documents())
def test_every_change_keeps_the_laws(changed: tuple[MarkdownDocument, Transaction]) -> None:
    check_transaction(*changed)


@given(changed_documents())
def test_two_changes_in_one_are_the_same_as_one_after_the_other(
    changed: tuple[MarkdownDocument, Transaction],
) -> None:
    document, change = changed
    one_by_one = document
    for step in change.steps:
        one_by_one = one_by_one.apply(Transaction((step,)))
    assert document.apply(change) == one_by_one
    for position in range(len(document) + 1):
        mapped = position
        for step in change.steps:
            mapped = Mapping(step.shifts).position(mapped, AFTER)
        assert change.mapping.position(position, AFTER) == mapped


@given(changed_documents(), st.data())
def test_a_range_away_from_a_change_keeps_its_text(
    changed: tuple[MarkdownDocument, Transaction], data: st.DataObject
) -> None:
    document, change = changed
    start = data.draw(st.integers(0, len(document)))
    end = data.draw(st.integers(start, len(document)))
    if any(
        (first < end and start < last) or (first == last and start < first < end) for first, last in change.touches()
    ):
        return
    moved = Range(start, end).map(change.mapping)
    assert document.apply(change).slice(moved.start, moved.end) == document.slice(start, end)


@given(texts, texts)
def test_a_rewrite_gives_the_new_text_by_one_small_step(before: str, after: str) -> None:
    document = MarkdownDocument(before)
    change = document.plan(rewrite(after))
    check_transaction(document, change)
    assert document.apply(change).text == after
    (step,) = change.steps
    assert not step.old or not step.new or step.old[0] != step.new[0]


@given(unmarked, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5), unmarked), max_size=6))
def test_intents_planned_together_do_what_each_asks(before: str, wishes: list[tuple[int, int, str]]) -> None:
    document, reached, intents, expected = MarkdownDocument(before), 0, [], ""
    for gap, length, content in wishes:
        start = min(reached + gap, len(document))
        end = min(start + length, len(document))
        expected += document.slice(reached, start) + content
        intents.append(put(start, end, content))
        reached = end
    expected += document.slice(reached, len(document))
    assert document.apply(plan(document, intents)).text == expected


def test_a_change_made_for_another_text_is_refused() -> None:
    with pytest.raises(ConflictError):
        MarkdownDocument("abc").apply(Transaction((Replace.text(0, "b", "x"),)))


@pytest.mark.parametrize(
    ("position", "before", "after"),
    [(0, 0, 0), (2, 2, 2), (3, 2, 5), (4, 2, 5), (6, 5, 5), (7, 6, 6)],
)
def test_the_edges_of_replaced_text_stay_its_edges(position: int, before: int, after: int) -> None:
    mapping = Mapping([Shift(2, 4, 3)])
    assert mapping.position(position, BEFORE) == before
    assert mapping.position(position, AFTER) == after


def test_a_place_whose_two_sides_are_gone_is_swallowed() -> None:
    mapping = Mapping([Shift(2, 4, 0)])
    assert [position for position in range(8) if mapping.swallows(position)] == [3, 4, 5]


@given(st.text(), st.lists(st.tuples(st.integers(0), st.integers(0), st.text())))
def test_a_text_in_chunks_is_the_string_it_stands_for(start: str, edits: list[tuple[int, int, str]]) -> None:
    string, text = start * 3000, Text(start * 3000)
    for at, deleted, inserted in edits:
        place = at % (len(string) + 1)
        gone = min(deleted % (2 * CHUNK), len(string) - place)
        inserted = inserted * 500
        text = text.splice(place, gone, inserted)
        string = string[:place] + inserted + string[place + gone :]
        assert len(text) == len(string)
        assert text.slice(place // 2, place + len(inserted)) == string[place // 2 : place + len(inserted)]
    assert str(text) == string


@given(texts, st.data())
def test_lines_are_those_that_a_reader_sees(text: str, data: st.DataObject) -> None:
    lines = Lines(text)
    position = data.draw(st.integers(0, len(text)))
    line = lines.at(position)
    assert lines.start(line) <= position
    assert text.startswith(lines.text(line), lines.start(line))
    assert not set("\r\n") & set(lines.text(line))
    assert len(lines) == len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


@given(texts, st.data())
def test_steps_that_touch_can_be_one(text: str, data: st.DataObject) -> None:
    def step(now: MarkdownDocument) -> Transaction:
        start, end = sorted(data.draw(st.tuples(st.integers(0, len(now)), st.integers(0, len(now)))))
        return Transaction((Replace.text(start, now.slice(start, end), data.draw(texts)),))

    document = MarkdownDocument(text)
    one = step(document)
    other = step(document.apply(one))
    joined = one.joined(other)
    assert document.apply(joined) == document.apply(one).apply(other)
    check_transaction(document, joined)
