"""Markdown that becomes a Word document and Markdown again says the same, but for what is written down as simpler."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from quire.core.content import (
    Code,
    Content,
    Formula,
    FormulaBlock,
    Markup,
    MarkupBlock,
    Note,
    Paragraph,
    Picture,
    Quote,
    Text,
)
from quire.core.rewriting import with_blocks, with_spans
from quire.core.simplification import simplified
from quire.formats.docx.content.composition import new_document
from quire.formats.docx.content.rendition import content as told
from quire.formats.docx.content.simplification import simplifications
from quire.formats.docx.document import DocxDocument
from quire.formats.markdown.content import content
from quire.formats.markdown.normal import normalised
from tests.corpus import MARKDOWN_FILES, sampled
from tests.docx.validation import all_harm, texts
from tests.examples import commonmark_examples, gfm_examples
from tests.markdown.test_composing import letters
from tests.markdown.test_structure import read

if TYPE_CHECKING:
    from pathlib import Path

    from quire.core.content import Block, Span

NOT_YET = {
    "   > > 1.  one\n>>\n>>     two\n": "the second paragraph of an item in a quotation in a quotation leaves the item",
    "> 1. > Blockquote\ncontinued here.\n": "a quotation at the start of an item in a quotation leaves the item",
    "> 1. > Blockquote\n> continued here.\n": "a quotation at the start of an item in a quotation leaves the item",
    "123456789. ok\n": "Word does not count so far",
    "`\u00a0`\n`  `\n": "a paragraph of blanks goes",
}
"""Examples of the specifications of which more is lost, and what that is."""


def after_word(said: Content) -> Content:
    """What is said once it has been a Word document."""
    return normalised(told(DocxDocument.read(new_document(said))))


def simpler(said: Content) -> Content:
    """What should be said then."""
    return normalised(simplified(said, simplifications({}))[0])


@pytest.mark.slow
def test_the_examples_say_the_same_once_they_have_been_word_documents() -> None:
    differing = set[str]()
    for source in (*commonmark_examples(), *gfm_examples()):
        said = normalised(content(source))
        if after_word(said) != simpler(said):
            differing.add(source)
    assert differing == NOT_YET.keys()


@pytest.mark.parametrize("path", sampled(MARKDOWN_FILES, 5))
def test_a_real_document_says_the_same_once_it_has_been_a_word_document(path: Path) -> None:
    said = normalised(content(read(path)))
    assert after_word(said) == simpler(said)


def test_real_documents_make_good_word_documents() -> None:
    made = [new_document(content(read(path))) for path in list(MARKDOWN_FILES.values())[::9]]
    assert not any(all_harm([(new_document(Content()), each) for each in made]))


@pytest.mark.libreoffice
def test_libreoffice_reads_all_words_of_real_documents() -> None:
    said = [
        with_spans(with_blocks(content(read(path)), _prose), _words) for path in list(MARKDOWN_FILES.values())[3::12]
    ]
    for each, seen in zip(said, texts([new_document(each) for each in said]), strict=True):
        assert not letters(simpler(each)) - Counter("".join(seen.split()))


def _prose(block: Block) -> list[Block]:
    """Blocks whose letters are those that are printed: no formulas, and no pictures that are not there."""
    return [] if isinstance(block, FormulaBlock | MarkupBlock) else [block]


def _words(span: Span) -> list[Span]:
    return [] if isinstance(span, Formula | Markup) else [span]


def names(source: str) -> tuple[str, ...]:
    """The first words of what is simplified in a source."""
    found = simplified(normalised(content(source)), simplifications({}))[1]
    return tuple(each.partition(" ")[0] for each in found)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# a *b*\n\n- c\n  1. d\n\n> e\n\n| f |\n|---|\n| g |\n\n```\nh\n```\n\n[i](j) k[^1]\n\n[^1]: l", ()),
        ("---\na: b\n---\n", ("Front",)),
        ("a <kbd>b</kbd>\n\n<div>c</div>", ("HTML",)),
        ("![a](b.png)", ("A",)),
        ("```py\na\n```", ("Code",)),
        ("$\\frac ab$", ("Formulas",)),
        ("a\n: b", ("A",)),
        ("> # a", ("Headings",)),
        ("[a]()", ("A",)),
        ("a[^x]\n\n[^x]: b", ("Notes",)),
        ("- a\n- b\n\n* c", ("Lists",)),
        ("- a\n\n- b", ("Whether",)),
    ],
)
def test_what_is_simplified_is_told(source: str, expected: tuple[str, ...]) -> None:
    assert names(source) == expected


def test_a_picture_that_is_at_hand_is_not_simplified() -> None:
    png = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")
    said = Content((Paragraph((Picture("a.png", "b"),)),))
    assert simplified(said, simplifications({"a.png": png})) == (said, ())


def test_only_the_first_part_of_an_alert_says_its_kind() -> None:
    said = Content((Quote((Paragraph((Text("a"),)), Code("b"), Paragraph((Text("c"),))), "note"),))
    assert simplified(said, simplifications({}))[0].blocks == (
        Quote((Paragraph((Text("a"),)),), "note"),
        Code("b"),
        Quote((Paragraph((Text("c"),)),)),
    )
    assert after_word(said) == simpler(said)


def test_each_mark_has_a_note_of_its_own() -> None:
    said = content("a[^y] b[^x] c[^y]\n\n[^x]: d[^y]\n\n[^y]: e\n\n[^z]: f\n")
    assert simpler(said) == Content(
        (Paragraph((Text("a"), Note("1"), Text(" b"), Note("2"), Text(" c"), Note("3"))),),
        {"1": (Paragraph((Text("e"),)),), "2": (Paragraph((Text("d (e)"),)),), "3": (Paragraph((Text("e"),)),)},
    )
    assert after_word(said) == simpler(said)
