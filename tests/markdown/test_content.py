"""What a Markdown source says, and that it says the same once it has been written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

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
)
from quire.formats.markdown.composing import markdown
from quire.formats.markdown.content import content
from quire.formats.markdown.document import MarkdownDocument
from quire.formats.markdown.normal import normalised
from tests.corpus import MARKDOWN_FILES, sampled
from tests.examples import commonmark_examples, gfm_examples
from tests.markdown.test_composing import letters
from tests.markdown.test_structure import TEXTS, read

if TYPE_CHECKING:
    from pathlib import Path


def t(text: str, *marks: Mark) -> Text:
    return Text(text, frozenset(marks))


def p(*spans: Span | str) -> Paragraph:
    return Paragraph(tuple(t(span) if isinstance(span, str) else span for span in spans))


def items(*texts: str, is_loose: bool = False) -> List:
    return List(tuple(Item((p(text),)) for text in texts), is_loose=is_loose)


def row(*texts: str) -> tuple[Cell, ...]:
    return tuple(Cell((p(text),) if text else ()) for text in texts)


def only(source: str) -> Block:
    [block] = content(source).blocks
    return block


LINES: list[tuple[str, tuple[Span, ...]]] = [
    (
        "a **b** *c* ~~d~~ ==e==",
        (t("a "), t("b", "bold"), t(" "), t("c", "italic"), t(" "), t("d", "strike"), t(" "), t("e", "highlight")),
    ),
    ("***a* b**", (t("a", "bold", "italic"), t(" b", "bold"))),
    ("`a` **`b`**", (t("a", "code"), t(" "), t("b", "bold", "code"))),
    ("<u>a</u><sub>b</sub><sup>c</sup>", (t("a", "underline"), t("b", "subscript"), t("c", "superscript"))),
    ("x<b>a <i>b</i></b>", (t("x"), t("a ", "bold"), t("b", "bold", "italic"))),
    (
        "a<mark>b</mark> <s>c</s> <del>d</del>",
        (t("a"), t("b", "highlight"), t(" "), t("c", "strike"), t(" "), t("d", "strike")),
    ),
    ("a <b>c", (t("a "), Markup("<b>"), t("c"))),
    (
        "a <kbd>b</kbd> <mark class='x'>c</mark>",
        (
            t("a "),
            Markup("<kbd>"),
            t("b"),
            Markup("</kbd>"),
            t(" "),
            Markup("<mark class='x'>"),
            t("c"),
            Markup("</mark>"),
        ),
    ),
    ("a \\\nb", (t("a"), Break(), t("b"))),
    ("<u>a \t</u>\\\nb", (t("a \t", "underline"), Break(), t("b"))),
    ("a  \nb\\\nc<br>d<br/>e", (t("a"), Break(), t("b"), Break(), t("c"), Break(), t("d"), Break(), t("e"))),
    ("a\nb **c\nd**", (t("a b "), t("c d", "bold"))),
    ("中\n文\na\n。**中**\n文", (t("中文 a 。"), t("中", "bold"), t("文"))),
    ("\\*a\\* &amp; &#35; &copy;", (t("*a* & # ©"),)),
    ("$a_1$ $$b$$", (Formula("a_1"), t(" "), Formula("b"))),
    ("$a\nb$", (Formula("a b"),)),
    ('[a *b*](/u "t")', (Link((t("a "), t("b", "italic")), "/u", "t"),)),
    ("**a [b](/u) c**", (t("a ", "bold"), Link((t("b", "bold"),), "/u"), t(" c", "bold"))),
    (
        "[a][X] [x][] [x]\n\n[x]: </u v> 't'",
        tuple(span for label in ("a", "x", "x") for span in (Link((t(label),), "/u v", "t"), t(" ")))[:-1],
    ),
    (
        "<https://a.b> <me@a.b>",
        (Link((t("https://a.b"),), "https://a.b"), t(" "), Link((t("me@a.b"),), "mailto:me@a.b")),
    ),
    (
        "https://a.b/c. www.a.b me@a.b",
        (
            Link((t("https://a.b/c"),), "https://a.b/c"),
            t(". "),
            Link((t("www.a.b"),), "http://www.a.b"),
            t(" "),
            Link((t("me@a.b"),), "mailto:me@a.b"),
        ),
    ),
    (
        "[[page]] [[page#part|text]] ![[a.png]]",
        (Link((t("page"),), "page"), t(" "), Link((t("text"),), "page#part"), t(" "), Picture("a.png", "a.png")),
    ),
    ("![a *b*](u 't') [![c](d)](e)", (Picture("u", "a b", "t"), t(" "), Link((Picture("d", "c"),), "e"))),
]


@pytest.mark.parametrize(("source", "expected"), LINES, ids=(source for source, _ in LINES))
def test_a_line_says(source: str, expected: tuple[Span, ...]) -> None:
    assert only(source) == Paragraph(expected)


BLOCKS: list[tuple[str, Block]] = [
    ("## a *b* ##", Heading(2, (t("a "), t("b", "italic")))),
    ("a\nb\n===", Heading(1, (t("a b"),))),
    ("#", Heading(1, ())),
    ("```py x&amp;y\na\n\n  b\n```", Code("a\n\n  b", "py x&y")),
    ("    a\n\n      b\n", Code("a\n\n  b")),
    ("> ~~~\n> a\n>  b", Quote((Code("a\n b"),))),
    ("```\n```", Code("")),
    ("$$\n a\n= b \n$$", FormulaBlock("a\n= b")),
    ("> $$\n> a\n> b\n> $$", Quote((FormulaBlock("a\nb"),))),
    ("> a\n\n", Quote((p("a"),))),
    ("> [!WARNING]\n> a\n>\n> b", Quote((p("a"), p("b")), "warning")),
    ("- a\n- b", items("a", "b")),
    ("- a\n\n- b", items("a", "b", is_loose=True)),
    ("* --", items("--")),
    ("- - **", List((Item((items("**"),)),))),
    ("7) a\n8) b", List((Item((p("a"),)), Item((p("b"),))), is_ordered=True, start=7)),
    ("- [ ] a\n- [x] b\n- c", List((Item((p("a"),), False), Item((p("b"),), True), Item((p("c"),))))),
    ("- a\n  - b\n- # c\n-", List((Item((p("a"), items("b"))), Item((Heading(1, (t("c"),)),)), Item(())))),
    (
        "| a | b |\n|:-:|--:|\n| `x\\|y` | |",
        Table((row("a", "b"), (Cell((p(t("x|y", "code")),)), Cell(()))), ("center", "right")),
    ),
    ("| | |\n|-|-|\n| a | b |", Table((row("a", "b"),), (None, None), has_header=False)),
    (
        "A *b*\n: c\n\n  d\n: e\n\nF\n: g",
        Definitions((Term((t("A "), t("b", "italic")), ((p("c"), p("d")), (p("e"),))), Term((t("F"),), ((p("g"),),)))),
    ),
    ("- * -", List((Item((List((Item((List((Item(()),)),)),)),)),))),
    ("***", Rule()),
    ("<div>\n*a*\n</div>", MarkupBlock("<div>\n*a*\n</div>")),
    ("---\na: b\n---\n", MarkupBlock("---\na: b\n---", "frontmatter")),
    ("+++\na = 1\n+++\n", MarkupBlock("+++\na = 1\n+++", "frontmatter")),
]


@pytest.mark.parametrize(("source", "expected"), BLOCKS, ids=(source for source, _ in BLOCKS))
class TestABlock:
    def test_says(self, source: str, expected: Block) -> None:
        assert only(source) == expected

    def test_says_the_same_with_other_line_endings(self, source: str, expected: Block) -> None:
        assert only(source.replace("\n", "\r\n")) == expected


class TestADocument:
    def test_says_what_its_source_says(self) -> None:
        assert content(MarkdownDocument("# a\n\nb")) == content("# a\n\nb") == Content((Heading(1, (t("a"),)), p("b")))

    def test_has_a_formula_on_lines_of_its_own_between_two_paragraphs(self) -> None:
        source = "a\n$$\nx\n$$\n$$y$$\nb $$z$$"
        assert content(source).blocks == (p("a"), FormulaBlock("x"), FormulaBlock("y"), p("b ", Formula("z")))

    def test_keeps_its_notes_by_name_wherever_they_are_defined(self) -> None:
        source = "a[^X] b[^y]\n\n[^x]: c\n\n    - d\n\n> [^y]: e[^x]\n"
        notes = {"x": (p("c"), items("d")), "y": (p("e", Note("x")),)}
        assert content(source) == Content((p("a", Note("x"), " b", Note("y")), Quote(())), notes)

    def test_loses_no_note_that_nothing_refers_to(self) -> None:
        assert content("[^x]: a\n\n[^x]: b\n").notes == {"x": (p("a"),), "x-2": (p("b"),)}

    def test_has_no_link_definitions(self) -> None:
        assert content("[a]: b\n") == Content()

    def test_may_be_nested_as_deeply_as_it_likes(self) -> None:
        deep = 5000
        [block] = content("> " * deep + "*" * deep + "a" + "*" * deep).blocks
        assert isinstance(block, Quote)


# What it says again once it is written anew

SIMPLIFIED = [
    ("&#9;a", (p("a"),), "white space at the edge of a line is nothing in Markdown"),
    ("a **b&nbsp;** c", (p("a ", t("b", "bold"), "\u00a0 c"),), "a mark touches what it marks"),
    ("<style>\na", (MarkupBlock("<style>\na\n</style>"),), "what is left open would swallow what comes behind it"),
    ('<a\nb="c">', (MarkupBlock('<a b="c">'),), "a tag that is alone on its line is a block"),
    ("- a\n\n  [b]: c", (items("a"),), "a list of one block has no blank line in it"),
    ("a\n: \n", (p("a"),), "a term without a meaning is a paragraph"),
    ("[^a b]: c", (), "a name with a space in it cannot be referred to"),
]
"""All that is simplified when a source is written anew, with the reason why."""


@pytest.mark.parametrize(("source", "expected", "reason"), SIMPLIFIED, ids=(reason for _, _, reason in SIMPLIFIED))
def test_it_is_simplified_since(source: str, expected: tuple[Block, ...], reason: str) -> None:
    once = content(source)
    assert reason
    assert once != normalised(once)
    assert content(markdown(once)) == normalised(once)
    assert normalised(once).blocks == expected


def check(source: str) -> None:
    once = content(source)
    again = content(markdown(once))
    assert again == normalised(once)
    assert not letters(once) - letters(again)


SIMPLE_EXAMPLES = {40, 173, 616, 642, 643}
"""The examples of CommonMark that are written anew with one of these simplifications."""


@pytest.mark.parametrize("number", range(1, 653))
def test_an_example_of_commonmark_says_the_same_once_it_is_written_anew(number: int) -> None:
    source = commonmark_examples()[number - 1]
    check(source)
    assert (normalised(content(source)) == content(source)) is (number not in SIMPLE_EXAMPLES)


def test_the_examples_of_github_say_the_same_once_they_are_written_anew() -> None:
    for source in gfm_examples():
        check(source)


@pytest.mark.parametrize("source", [source for source, *_ in (*LINES, *BLOCKS)])
def test_an_example_says_the_same_once_it_is_written_anew(source: str) -> None:
    check(source)
    assert normalised(content(source)) == content(source)


@pytest.mark.parametrize("path", sampled(MARKDOWN_FILES, 5))
def test_a_real_document_says_the_same_once_it_is_written_anew(path: Path) -> None:
    source = read(path)
    check(source)
    assert normalised(content(source)) == content(source)
    assert markdown(content(markdown(content(source)))) == markdown(content(source))


@given(TEXTS)
def test_any_source_says_the_same_once_it_is_written_anew(source: str) -> None:
    check(source)
