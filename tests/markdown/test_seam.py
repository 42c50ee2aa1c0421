"""A tree that was read in part after a change is the one that reading all of the text gives."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.transaction import Replace, Transaction
from quire.formats.markdown.blocks import parse, walk
from quire.formats.markdown.document import MarkdownDocument
from quire.formats.markdown.seam import changed
from tests.examples import commonmark_examples

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.formats.markdown.blocks import Block

LINES = (
    *("# h", "text", "- a", "-", "  b", "    c", "1. x", "2) y", "> q", ">", "> ```", "```", "~~~ py", "<!--", "-->"),
    *("<div>", "</div>", "<script>", "</script>", "| a | b |", "|---|---|", "| 1 |", "[a]: b", "[a]:", "'title", "it'"),
    *(
        "[^1]: note",
        "    more",
        ": def",
        ":def",
        "===",
        "---",
        "+++",
        "$$",
        "\t- t",
        "* * *",
        "- [ ] t",
        "\\",
        "`",
        "é中",
    ),
    *("\t- t", "> - a", "   - d", "[^1] x", "\f", "<a", "> [!TIP]", " ", "\t", "\ufeff"),
    *([""] * 10),
)
ENDINGS = ("\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r", "")


def shapes(blocks: Iterable[Block]) -> list[object]:
    return [(type(each), each.fields(0), len(each.children)) for each in walk(blocks)]


def check(before: MarkdownDocument, steps: list[tuple[int, int, str]]) -> MarkdownDocument:
    """Change a document that was read, and read the result in part and in full."""
    old, change = before.tree, Transaction()
    after = before
    for at, length, text in steps:
        start = min(at, len(after))
        step = Transaction((Replace.text(start, after.slice(start, start + length), text),))
        after, change = after.apply(step), change + step
    after = before.apply(change)
    whole = parse(after.text)
    assert (after.tree.inner_start, shapes(after.tree.children)) == (whole.inner_start, shapes(whole.children))
    check_the_rest_is_the_same(before, after)
    assert before.tree is old
    return after


def check_the_rest_is_the_same(before: MarkdownDocument, after: MarkdownDocument) -> None:
    """Outside of the blocks that may have changed, one tree has the blocks of the other, moved."""
    seam = after.tree.seam
    if seam is None or seam.key is not before.tree.key:
        return
    one, other = ([tree.source(each) for each in tree.children] for tree in (before.tree, after.tree))
    assert one[: seam.before] == other[: seam.before]
    assert one[len(one) - seam.behind :] == other[len(other) - seam.behind :]


def lines(chance: random.Random, most: int) -> str:
    return "".join(chance.choice(LINES) + chance.choice(ENDINGS) for _ in range(chance.randint(0, most)))


def edits(chance: random.Random, length: int) -> list[tuple[int, int, str]]:
    return [
        (chance.randint(0, length), chance.choice((0, 0, 1, 2, 5, 30)), lines(chance, 2))
        for _ in range(chance.choice((1, 1, 1, 2, 3)))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_in_texts_of_every_kind_of_line(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        document = MarkdownDocument(lines(chance, 90))
        for _ in range(4):
            document = check(document, edits(chance, len(document)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_between_the_examples_of_commonmark(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        document = MarkdownDocument("\n\n".join(chance.sample(commonmark_examples(), 15)))
        for _ in range(4):
            document = check(document, edits(chance, len(document)))


@given(st.lists(st.sampled_from(LINES), max_size=40), st.data())
def test_of_lines_that_come_and_go(source: list[str], data: st.DataObject) -> None:
    document = MarkdownDocument("\n".join(source))
    at = data.draw(st.integers(0, len(document)))
    check(document, [(at, data.draw(st.integers(0, 10)), data.draw(st.sampled_from(LINES)) + "\n")])


def test_keeps_what_a_change_cannot_reach() -> None:
    document = MarkdownDocument("\n\n".join(f"# {number}\n\ntext" for number in range(500)))
    after = check(document, [(len(document) // 2, 0, "x")])
    one, other = changed(document.tree, after.tree)
    assert 0 < len(one) == len(other) < 10
    assert after.tree.children[0] is document.tree.children[0]


def test_a_definition_reaches_over_the_link_definitions_before_it() -> None:
    source = "# h\n\nterm\n\n[a]: b\n[c]: d\n\n\ntext\n\nend\n"
    check(MarkdownDocument(source), [(source.index("text"), 4, ": def")])


def test_a_rule_far_down_can_close_front_matter() -> None:
    source = "---\nname: x\n\n" + "text\n\n" * 50
    check(MarkdownDocument(source), [(len(source), 0, "---\n")])


@pytest.mark.slow
def test_many_changes_in_a_row_are_read_right() -> None:
    document = MarkdownDocument("".join(f"para {number}\n\n- item\n\n" for number in range(300)))
    chance = random.Random(1)
    for _ in range(250):
        document = check(document, [(chance.randint(0, len(document)), 0, chance.choice(("x", "\n\n", "- a\n")))])
