"""Content is written so that it is read again as the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, get_args

from hypothesis import given
from hypothesis import strategies as st

from quire.core.content import (
    Block,
    Break,
    Cell,
    Code,
    Content,
    Definitions,
    Formula,
    FormulaBlock,
    Heading,
    Item,
    Link,
    List,
    Mark,
    Markup,
    MarkupBlock,
    Note,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Span,
    Table,
    Term,
    Text,
    blocks_in,
)
from quire.formats.markdown.composing import markdown
from quire.formats.markdown.content import content
from quire.formats.markdown.normal import normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Any content

SCRAPS = [
    "a", "b", "word", " ", " ", "  ", "1", "2.", "x y", "é", "中", "文", "。", "😀", "€", "\xa0", "\u3000", "\t", "\n",
    "*", "**", "_", "__", "`", "``", "~", "~~", "==", "=", "++", "+", "$", "$$", "[", "]", "](", "(", ")", "!",
    "![", "<", "<b>", "</b>", "<u>", "<!--", "&amp;", "&", "&#35;", "\\", "\\*", "#", "# ", "## ", "- ", "* ", "+ ",
    "-", "1. ", "7) ", "> ", ">", "|", "|---|", "---", "===", "***", "```", "~~~", "$$x$$", ": ", ":", ":-", "[^1]",
    "[^1]: ", "[a]: b", "[[a]]", "[[", "]]", "[x] ", "[ ] ", "[!NOTE]", "http://a.b", "https://", "www.a.b",
    "me@a.b", '"', "'", "{", "}", "+++", "%", ".",
]  # fmt: skip
LETTERS = st.lists(st.sampled_from(SCRAPS), max_size=6).map("".join)
MARKS: tuple[Mark, ...] = get_args(Mark)
TEXTS = st.builds(Text, LETTERS, st.sets(st.sampled_from(MARKS), max_size=3).map(frozenset))
ADDRESSES = st.sampled_from(
    [
        "",
        "u",
        "#a",
        "https://a.b/c_d*e",
        "a b",
        "a(b",
        "(a)",
        "a)",
        "<a>",
        "a\\b",
        "a\\",
        "a&amp;b",
        "a|b",
        "`a",
        "$a$",
        "mailto:me@a.b",
    ]
)
TITLES = st.sampled_from(["", "", "t", 'a "b"', "a\\", "`", "&lt;", "a\nb", "<b>", "|"])
LATEX = st.sampled_from(
    [
        "x",
        "a + b",
        "\\|a\\|",
        "a|b",
        "- a\n- b",
        "a\n= b",
        "=",
        "a\n=",
        "\\$5",
        "a $ b",
        "{",
        "a\\\\",
        "x\\",
        "a\n\nb",
        "",
        "a_1 * b_2",
        "`",
        "<b>",
        "# a\n1. b",
    ]
)
NAMES = st.sampled_from(["1", "2", "note", "A", "a", "x y", "]", "none"])
SIMPLE_SPANS: st.SearchStrategy[Span] = st.one_of(
    TEXTS,
    TEXTS,
    TEXTS,
    st.builds(Picture, ADDRESSES, LETTERS, TITLES),
    st.builds(Formula, LATEX),
    st.builds(Note, NAMES),
    st.just(Break()),
    st.builds(
        Markup,
        st.sampled_from(["<kbd>", "</kbd>", '<a href="|">', "<!-- x -->", "<div>", "<span>", "no tag", "<a\nb>"]),
    ),
)


def lines(spans: st.SearchStrategy[Span]) -> st.SearchStrategy[tuple[Span, ...]]:
    return st.lists(spans, max_size=5).map(tuple)


LINKS = st.builds(Link, lines(SIMPLE_SPANS), ADDRESSES, TITLES) | st.sampled_from(
    [
        Link((Text("https://a.b/|c"),), "https://a.b/|c"),
        Link((Text("me@a.b"),), "mailto:me@a.b"),
        Link((Text("a:b&amp;"),), "a:b&amp;"),
        Link((Link((Text("x"),), "y"),), "z"),
    ]
)
LINES = lines(st.one_of(SIMPLE_SPANS, SIMPLE_SPANS, LINKS))
LEAVES: st.SearchStrategy[Block] = st.one_of(
    st.builds(Paragraph, LINES),
    st.builds(Paragraph, LINES),
    st.builds(Heading, st.integers(0, 9), LINES),
    st.builds(Code, LETTERS | st.just("a\n\n  b\n"), st.sampled_from(["", "py", "a`b", "c\\* &amp;", "{.a}", "~~~"])),
    st.builds(FormulaBlock, LATEX),
    st.just(Rule()),
    st.builds(
        MarkupBlock,
        st.sampled_from(
            ["<div>\n*a*\n</div>", "  <hr>", "<!-- a", "<!-- a\n\nb -->", "<span>", "no html", "<div>\n\n</div>", "<!A"]
        ),
    ),
    st.builds(MarkupBlock, st.just("---\na: b\n---"), st.sampled_from(["frontmatter", "other"])),
)


def containers(children: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    blocks = st.lists(children, max_size=3).map(tuple)
    cells = st.builds(Cell, blocks, st.sampled_from([1, 1, 1, 2]), st.sampled_from([1, 1, 1, 2]))
    items = st.lists(st.builds(Item, blocks, st.sampled_from([None, None, True, False])), max_size=3).map(tuple)
    return st.one_of(
        st.builds(Quote, blocks, st.sampled_from(["", "", "note", "WARNING", "odd"])),
        st.builds(List, items, st.booleans(), st.sampled_from([1, 1, 0, 7, -1, 10**9]), st.booleans()),
        st.builds(
            Table,
            st.lists(st.lists(cells, max_size=3).map(tuple), max_size=3).map(tuple),
            st.lists(st.sampled_from([None, "left", "center", "right"]), max_size=3).map(tuple),
            st.booleans(),
        ),
        st.builds(
            Definitions,
            st.lists(st.builds(Term, LINES, st.lists(blocks, max_size=2).map(tuple)), max_size=2).map(tuple),
        ),
    )


BLOCKS = st.lists(st.recursive(LEAVES, containers, max_leaves=6), max_size=4).map(tuple)
CONTENTS = st.builds(Content, BLOCKS, st.dictionaries(NAMES, BLOCKS, max_size=2))


def letters(content: Content) -> Counter[str]:
    """How often each letter stands in content; white space does not count."""
    found = Counter[str]()
    for blocks in (content.blocks, *content.notes.values()):
        for text in texts_of(blocks):
            found.update("".join(text.split()))
    return found


def texts_of(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(_, spans) | Paragraph(spans):
                yield from texts_in(spans)
            case Code(text) | FormulaBlock(text) | MarkupBlock(text):
                yield text
            case Definitions(terms):
                yield from (text for term in terms for text in texts_in(term.spans))
        yield from (text for inside in blocks_in(block) for text in texts_of(inside))


def texts_in(spans: Iterable[Span]) -> Iterator[str]:
    for span in spans:
        match span:
            case Text(text) | Formula(text) | Markup(text) | Picture(_, text):
                yield text
            case Link(inside):
                yield from texts_in(inside)


class TestAnyContent:
    @given(LINES)
    def test_of_one_line_is_read_as_it_was_written(self, spans: tuple[Span, ...]) -> None:
        whole = Content((Paragraph(spans),), {"1": (), "note": ()})
        assert content(markdown(whole)) == normalised(whole)

    @given(CONTENTS)
    def test_is_read_as_it_was_written(self, whole: Content) -> None:
        assert content(markdown(whole)) == normalised(whole)

    @given(CONTENTS)
    def test_keeps_its_text(self, whole: Content) -> None:
        assert not letters(whole) - letters(normalised(whole))

    @given(CONTENTS)
    def test_is_brought_into_a_form_that_stays(self, whole: Content) -> None:
        once = normalised(whole)
        assert normalised(once) == once
        assert markdown(once) == markdown(whole)
