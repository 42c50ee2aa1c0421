"""A page's copy of a document: other line breaks, other counting, the same text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.changeset import ChangeSet, Replacement, units, whole
from quire.core.document import put
from quire.core.errors import InvalidArgumentError
from quire.core.manuscript import plan
from quire.core.mirror import followed, page_text, wishes
from quire.core.ruler import Ruler
from quire.core.text import CHUNK, Text
from quire.formats.markdown.document import MarkdownDocument
from tests.laws import check_transaction

LETTERS = "ab\n\r漢😀\ufeff"
TEXTS = st.text(LETTERS, max_size=12)


def page(document: MarkdownDocument) -> str:
    return page_text(document.text)


def test_a_page_has_neither_mark_nor_other_line_breaks() -> None:
    assert page_text("\ufeffa\r\nb\rc\n\ufeff") == "a\nb\nc\n\ufeff"


@given(TEXTS, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4), TEXTS), max_size=4))
def test_a_page_can_follow_every_change(text: str, edits: list[tuple[int, int, str]]) -> None:
    document = MarkdownDocument(text)
    ranges = [(min(at, len(text)), min(at + length, len(text)), content) for at, length, content in edits]
    check_transaction(document, plan(document, [put(*each) for each in ranges]))


@given(st.text("ab\n漢😀", max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.data())
def test_a_document_can_follow_every_change_of_a_page(
    text: str, ending: str, marked: bool, data: st.DataObject
) -> None:
    document = MarkdownDocument(("\ufeff" if marked else "") + text.replace("\n", ending))
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2)))
    start, end = (len(units(text[:place])) for place in places)
    changes = ChangeSet.of(len(units(text)), [Replacement(start, end, units(data.draw(st.text("x\n😀", max_size=3))))])
    change = plan(document, wishes(document, changes))
    after = document.apply(change)
    assert page(after) == whole(changes.apply(units(text)))
    assert after.text.startswith("\ufeff") == marked


@pytest.mark.parametrize("letters", ["ab", "漢字", "a😀", "a\r\n", "\ufeff😀漢\r\n\r"])
def test_a_ruler_counts_as_a_page_does(letters: str) -> None:
    chance = random.Random(1)
    text = "".join(chance.choices(letters, k=3 * CHUNK))
    ruler = Ruler(Text(text))
    assert ruler.length == len(units(page_text(text)))
    for position in chance.choices(range(len(text) + 1), k=200):
        if text[max(0, position - 1) : position + 1] != "\r\n":
            offset = ruler.offset(position)
            assert offset == len(units(page_text(text[:position])))
            assert ruler.offset(ruler.position(offset)) == offset


@pytest.mark.parametrize("text", ["", "a", "\ufeff"])
def test_a_ruler_of_hardly_any_text(text: str) -> None:
    ruler = Ruler(Text(text))
    assert ruler.offset(0) == 0
    assert ruler.position(ruler.length) == len(text)


@pytest.mark.parametrize("offset", [-1, 1, 3])
def test_an_offset_in_a_character_or_outside_is_refused(offset: int) -> None:
    with pytest.raises(InvalidArgumentError):
        Ruler(Text("😀")).position(offset)


def test_following_costs_the_same_in_a_long_text() -> None:
    document = MarkdownDocument("漢字 and words\r\n" * 50_000)
    change = document.plan(put(400_000, 400_001, "x"))
    changes = followed(document, document.apply(change), change)
    assert [section.inserted for section in changes.sections] == [None, "x", None]
