"""What holds for every text: checked on real documents and on generated ones."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pyromark
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from marko.ext.gfm import gfm
from pyromark import Options

from quire.formats.markdown.blocks import (
    Block,
    Definition,
    FootnoteDefinition,
    FrontMatter,
    Heading,
    LinkDefinition,
    List,
    ListItem,
    MathBlock,
    Quote,
    Table,
    TableCell,
    TableRow,
    Tree,
    parse,
)
from quire.formats.markdown.inlines import Inline, Inlines, Link
from tests.corpus import MARKDOWN_FILES, sampled
from tests.examples import commonmark_examples, gfm_examples
from tests.oracle import read as read_by_marko

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.oracle import Mark


def read(path: Path) -> str:
    return path.read_bytes().decode()


# The laws of the block tree


def check_blocks(text: str) -> None:
    tree = parse(text)
    assert (tree.start, tree.end) == (0, len(text))
    for block in tree.walk():
        check_block(text, block)
    check_nothing_is_lost(text, tree)


def check_block(text: str, block: Block) -> None:
    assert 0 <= block.start <= block.inner_start <= block.inner_end <= block.end <= len(text)
    if block.type != "document":
        source = text[block.start : block.end]
        assert source == source.rstrip("\r\n"), "a block ends before the line ending"
        assert not re.search(r"[\r\n][ \t]*\Z", source), "a block has no blank lines at its end"
        assert source or isinstance(block, TableCell)
    position = block.start
    for child in block.children:
        assert position <= child.start <= child.end <= block.end, "children are ordered, and inside"
        position = child.end


def check_nothing_is_lost(text: str, tree: Tree) -> None:
    """All but white space is in a leaf or in the marker of a container."""
    rest = list(text)
    for block in tree.walk():
        for start, end in accounted_for(text, block):
            rest[start:end] = " " * (end - start)
    assert not "".join(rest).strip(" \t\v\f\r\n\ufeff")


def accounted_for(text: str, block: Block) -> Iterator[tuple[int, int]]:
    if not block.children and not isinstance(block, Tree):
        yield block.start, block.end
    elif isinstance(block, Quote):
        yield block.start, block.inner_start
        for found in re.finditer(r"(?<![^\r\n])[ \t]*(?:>[ \t]*)+", text[block.start : block.end]):
            yield block.start + found.start(), block.start + found.end()
    elif isinstance(block, ListItem):
        yield block.start, block.marker_end
        if block.checkbox:
            yield block.checkbox
    elif isinstance(block, Table):
        yield block.delimiter_row
    elif isinstance(block, TableRow):
        for previous, following in zip((block, *block.children), (*block.children, block), strict=False):
            start = previous.start if previous is block else previous.end
            end = following.end if following is block else following.start
            if following is not block:
                assert set(text[start:end]) <= set("| \t"), "cells have pipes between them"
            yield start, end  # behind the last column, surplus cells
    elif isinstance(block, FootnoteDefinition):
        yield block.start, text.index("]:", block.start) + 2
    elif isinstance(block, Definition):
        yield block.start, block.start + 1


# The laws of the inline spans

MARKERS = {
    "strong": r"(\*\*|__).*\1",
    "emphasis": r"([*_]).*\1",
    "strikethrough": r"(~~?).*\1",
    "highlight": r"==.*==",
    "underline": r"\+\+.*\+\+|<u[\s>].*</u\s*>",
    "code": r"(`+).*\1",
    "math": r"(\$\$?).*\1",
    "html": r"<.*>",
    "footnoteReference": r"\[\^.*\]",
    "image": r"!\[.*[\])]",
    "wikiLink": r"\[\[.*\]\]",
    "escape": r"\\.",
    "softBreak": r"[ \t]*(?:\r\n|\r|\n)",
    "hardBreak": r"(?:\\|[ \t]{2,})(?:\r\n|\r|\n)",
}
LINKS = {"autolink": r"<.*>", "bare": r"\S+", "inline": r"\[.*\)"}


def check_inlines(text: str) -> None:
    tree = parse(text)
    inlines = Inlines(tree)
    for block in tree.walk():
        spans = inlines.of(block)
        check_siblings(text, spans, block.inner_start, block.inner_end)
        for top in spans:
            for span in top.walk():
                check_span(text, span)


def check_siblings(text: str, spans: tuple[Inline, ...], start: int, end: int) -> None:
    position = start
    for span in spans:
        assert position <= span.start <= span.end <= end, "siblings are ordered, and inside"
        assert set(text[position : span.start]) <= set(" \t\v\f>"), "only the prefix of a line is in no span"
        position = span.end
    if spans:
        assert set(text[position:end]) <= set(" \t\v\f>")


def check_span(text: str, span: Inline) -> None:
    assert span.start <= span.inner_start <= span.inner_end <= span.end
    source = text[span.start : span.end]
    pattern = (
        LINKS.get(span.form, r"\[.*\]") if isinstance(span, Link) and span.type == "link" else MARKERS.get(span.type)
    )
    if pattern:
        assert re.fullmatch(pattern, source, re.DOTALL | re.IGNORECASE), (span.type, source)
    if span.type == "text":
        assert source == span.text
    if span.children:
        check_siblings(text, span.children, span.inner_start, span.inner_end)
    if isinstance(span, Link):
        check_link(text, span)


def check_link(text: str, link: Link) -> None:
    for part in (link.destination_range, link.title_range, link.label_range):
        if part:
            assert link.start < part[1] <= link.end
            assert link.start <= part[0]
    if link.form in ("inline", "reference", "collapsed", "shortcut"):
        assert text[link.inner_start - 1] == "["
        assert text[link.inner_end] == "]"
    if link.title_range:
        assert text[link.title_range[0]] + text[link.title_range[1] - 1] in ('""', "''", "()")


# The parser's own reading of the whole document, against our reading leaf by leaf

EVERYTHING = (
    Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_MATH
    | Options.ENABLE_GFM
    | Options.ENABLE_DEFINITION_LIST
    | Options.ENABLE_WIKILINKS
)
WITHOUT_CHILDREN = {
    "Code": "code",
    "InlineMath": "math",
    "DisplayMath": "math",
    "InlineHtml": "html",
    "FootnoteReference": "footnoteReference",
    "SoftBreak": "softBreak",
    "HardBreak": "hardBreak",
}
WITH_CHILDREN = {
    "Emphasis": "emphasis",
    "Strong": "strong",
    "Strikethrough": "strikethrough",
    "Link": "link",
    "Image": "image",
}
Found = set[tuple[str, int, int]]


def read_whole(text: str) -> Found:
    """Return the inline spans of a text, as the parser finds them in one go."""
    offsets = [0, *accumulate(byte & 0xC0 != 0x80 for byte in text.encode())]
    found: Found = set()
    for event, span in pyromark.events_with_range(text, options=EVERYTHING):
        start, end = offsets[span["start"]], offsets[span["end"]]
        if isinstance(event, str):
            if event != "Rule":
                found.add((WITHOUT_CHILDREN[event], end, end))
        elif "Start" in event:
            found |= read_start(event["Start"], start, end)
        else:
            name = next(iter(event))
            if name in WITHOUT_CHILDREN:
                found.add((WITHOUT_CHILDREN[name], start, end))
    return found


def read_start(tag: Any, start: int, end: int) -> Found:
    name = tag if isinstance(tag, str) else next(iter(tag))
    if name not in WITH_CHILDREN:
        return set()
    form = tag[name]["link_type"] if name in ("Link", "Image") else ""
    if form == "Collapsed":
        end += 2  # the parser leaves out the empty brackets
    kind = "wikiLink" if name == "Link" and isinstance(form, dict) else WITH_CHILDREN[name]
    return {(kind, start, end)}


def read_leaf_by_leaf(tree: Tree) -> Found:
    """Return our inline spans, without those that the parser does not know."""
    inlines = Inlines(tree)
    found: Found = set()
    for block in tree.walk():
        if isinstance(block, MathBlock):
            found.add(("math", block.start, block.inner_end + 2))
        for top in inlines.of(block):
            for span in top.walk():
                found |= as_the_parser_knows(tree.text, span)
    return found


def as_the_parser_knows(text: str, span: Inline) -> Found:
    if span.type in ("text", "escape", "entity", "highlight") or (isinstance(span, Link) and span.form == "bare"):
        return set()
    if span.type == "underline":
        tags = {("html", span.start, span.inner_start), ("html", span.inner_end, span.end)}
        return tags if text[span.start] == "<" else set()
    if span.type in ("softBreak", "hardBreak"):
        return {(span.type, span.end, span.end)}
    return {(span.type, span.start, span.end)}


def check_agreement_with_whole(text: str) -> None:
    tree = parse(text)
    assert read_leaf_by_leaf(tree) == read_whole(as_the_parser_should_see(text, tree.inner_start))


def as_the_parser_should_see(text: str, body: int) -> str:
    """Return a text of the same length without what the parser gets wrong in whole documents.

    It takes any text between two rules for front matter, a line such as `:::` for a definition, and does not see the
    end of a fence or of an HTML block if lines end with a lone carriage return.
    """
    text = "\n" * body + text[body:]
    text = re.sub(r"\r(?!\n)", "\n", text)
    return re.sub(r"(\n[ \t>]*):(?![\s-])", r"\1;", text)


# An independent parser

THEIR_NAMES = {
    "Document": "document",
    "Quote": "quote",
    "Alert": "quote",
    "List": "list",
    "ListItem": "item",
    "Paragraph": "paragraph",
    "Heading": "heading",
    "SetextHeading": "heading",
    "FencedCode": "code",
    "CodeBlock": "code",
    "ThematicBreak": "rule",
    "HTMLBlock": "html",
    "LinkRefDef": "link definition",
    "Table": "table",
    "TableRow": "row",
    "TableCell": "cell",
}
OUR_NAMES = {
    "Tree": "document",
    "Quote": "quote",
    "List": "list",
    "ListItem": "item",
    "Paragraph": "paragraph",
    "MathBlock": "paragraph",
    "Heading": "heading",
    "CodeBlock": "code",
    "ThematicBreak": "rule",
    "HtmlBlock": "html",
    "LinkDefinition": "link definition",
    "Table": "table",
    "TableRow": "row",
    "TableCell": "cell",
}
Skeleton = tuple[Any, ...]


def their_skeleton(element: Any) -> Skeleton:
    name = THEIR_NAMES[type(element).__name__]
    if name == "heading":
        return (name, element.level)
    details: Skeleton = ()
    if name == "list":
        details = (element.start if element.ordered else None, element.tight)
    if name not in ("document", "quote", "list", "item", "table", "row"):
        return (name,)
    children = (child for child in element.children if type(child).__name__ not in ("BlankLine", "LinkRefDef"))
    return (name, *details, *map(their_skeleton, children))


def our_skeleton(block: Block) -> Skeleton:
    name = OUR_NAMES[type(block).__name__]
    if isinstance(block, Heading):
        return (name, block.level)
    details: Skeleton = (block.first_number, block.tight) if isinstance(block, List) else ()
    children = (child for child in block.children if not isinstance(child, LinkDefinition | FrontMatter))
    return (name, *details, *map(our_skeleton, children))


def check_agreement_with_marko(text: str) -> None:
    """Compare the block structure with that of another parser.

    It knows no front matter, so ours is cut off before. It reads a formula as the paragraph that it is in, and keeps
    link definitions elsewhere than in the tree; the skeletons leave these differences out.
    """
    tree = parse(text)
    assert our_skeleton(tree) == their_skeleton(gfm.parse(text[tree.inner_start :]))


def check_marks_against_marko(text: str) -> None:
    """Compare the marks and links on each character of the text with those that the other parser sees."""
    tree = parse(text)
    spans = [
        span for block in tree.walk() for top in Inlines(tree).of(block) for span in top.walk() if span.type != "text"
    ]
    for leaf in read_by_marko(text):
        for glyph in leaf.words:
            around = [span for span in spans if glyph.at is not None and span.start <= glyph.at < span.end]
            if leaf.kind in ("paragraph", "heading", "cell") and not any(map(is_unknown_to_marko, around)):
                assert {name for span in around for name in marko_names(span)} == glyph.marks, glyph


def is_unknown_to_marko(span: Inline) -> bool:
    """Whether a span is one that only we know: a wiki link, a formula, a footnote, or an address behind any sign."""
    return span.type in ("math", "footnoteReference") or (isinstance(span, Link) and span.form in ("wiki", "bare"))


def marko_names(span: Inline) -> Iterator[Mark]:
    if isinstance(span, Link):
        is_mail = span.form == "autolink" and ":" not in span.destination
        yield (span.type, f"mailto:{span.destination}" if is_mail else span.destination, span.title)
    elif span.type in ("strong", "emphasis", "strikethrough", "code"):
        yield span.type


# Real documents


EXAMPLES = [
    *((f"CommonMark {number}", text) for number, text in enumerate(commonmark_examples(), 1)),
    *((f"GFM {number}", text) for number, text in enumerate(gfm_examples(), 1)),
]


@pytest.mark.parametrize("text", [text for _, text in EXAMPLES], ids=[name for name, _ in EXAMPLES])
def test_every_example_of_the_specifications_keeps_the_laws_and_agrees_with_marko(text: str) -> None:
    check_blocks(text)
    check_inlines(text)
    check_agreement_with_whole(text)
    if not re.match(r"---\n.*^---$", text, re.MULTILINE | re.DOTALL):  # that is front matter to us
        check_agreement_with_marko(text)
        check_marks_against_marko(text)


# What GitHub's specification says of each example with addresses, for marko reads fewer of them than we do.
ADDRESSES = [
    ("www.commonmark.org\n", ["www.commonmark.org"]),
    ("Visit www.commonmark.org/help for more information.\n", ["www.commonmark.org/help"]),
    ("Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n", ["www.commonmark.org", "www.commonmark.org/a.b"]),
    ("www.google.com/search?q=Markup+(business)))\n", ["www.google.com/search?q=Markup+(business)"]),
    ("www.google.com/search?q=(business))+ok\n", ["www.google.com/search?q=(business))+ok"]),
    ("www.google.com/search?q=commonmark&hl=en\n", ["www.google.com/search?q=commonmark&hl=en"]),
    ("www.google.com/search?q=commonmark&hl;\n", ["www.google.com/search?q=commonmark"]),
    ("www.commonmark.org/he<lp\n", ["www.commonmark.org/he"]),
    ("Anonymous FTP is available at ftp://foo.bar.baz.\n", ["ftp://foo.bar.baz"]),
    ("hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n", ["hello+xyz@mail.example"]),
    ("a.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n", ["a.b-c_d@a.b"]),
]


@pytest.mark.parametrize(("text", "addresses"), ADDRESSES)
def test_the_addresses_of_the_specification_are_links(text: str, addresses: list[str]) -> None:
    tree = parse(text)
    links = [span for block in tree.walk() for span in Inlines(tree).of(block) if span.type == "link"]
    assert [text[link.start : link.end] for link in links] == addresses


_TABLE_AFTER_TEXT = "its tables begin after an empty line only; GitHub's may interrupt a paragraph"
MARKO_DIFFERS = {
    "README_cn.md": _TABLE_AFTER_TEXT,
    "README_tcn.md": _TABLE_AFTER_TEXT,
    "quotes.md": "its alerts take no lazy continuation line after their title",
}


@pytest.mark.parametrize("path", sampled(MARKDOWN_FILES, 5))
class TestARealDocument:
    def test_has_blocks_that_nest_and_lose_nothing(self, path: Path) -> None:
        check_blocks(read(path))

    def test_has_spans_that_begin_and_end_with_their_marks(self, path: Path) -> None:
        check_inlines(read(path))

    def test_has_the_spans_that_the_parser_finds_in_the_whole(self, path: Path) -> None:
        check_agreement_with_whole(read(path))

    def test_has_the_structure_that_another_parser_finds(self, path: Path) -> None:
        if path.name in MARKO_DIFFERS:
            with pytest.raises(AssertionError):
                check_agreement_with_marko(read(path))
        else:
            check_agreement_with_marko(read(path))

    @pytest.mark.parametrize("ending", ["\r\n", "\r"], ids=["CRLF", "CR"])
    def test_has_the_same_structure_with_other_line_endings(self, path: Path, ending: str) -> None:
        text = read(path)
        changed = text.replace("\n", ending)
        assert our_types(parse(changed)) == our_types(parse(text))
        check_blocks(changed)
        check_inlines(changed)

    def test_has_the_same_structure_in_a_quote(self, path: Path) -> None:
        text = without_front_matter(read(path))
        quoted = "".join(f"> {line}" for line in text.splitlines(keepends=True))
        [quote] = parse(quoted).children
        assert [our_types(child) for child in quote.children] == [our_types(child) for child in parse(text).children]
        check_blocks(quoted)
        check_agreement_with_whole(quoted)

    def test_has_the_same_structure_in_a_list_item(self, path: Path) -> None:
        text = without_front_matter(read(path))
        nested = "- " + "".join(f"  {line}" for line in text.splitlines(keepends=True))[2:]
        [items] = parse(nested).children
        [item] = items.children
        assert [our_types(child) for child in item.children] == [our_types(child) for child in parse(text).children]
        check_blocks(nested)
        check_agreement_with_whole(nested)


def our_types(block: Block) -> Skeleton:
    return (type(block), *map(our_types, block.children))


def without_front_matter(text: str) -> str:
    return text[parse(text).inner_start :].lstrip("\n")


# Generated documents

PREFIXES = [
    "",
    "",
    "",
    " ",
    "  ",
    "   ",
    "    ",
    "\t",
    "> ",
    ">",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "7) ",
    "- [x] ",
    "-\t",
    ">\t",
]
CONTENTS = [
    *["a", "b c", "中文", "😀", "# ", "## x ##", "===", "---", "***", "```", "```py", "~~~", "    ", "  ", "x", "1"],
    *["| a | b |", "|---|:-:|", "a|b", "|", "<div>", "</div>", "<!-- x", "-->", "<u>", "</u>", "<", "&amp;", ": d"],
    *["[x]: /u", "[x]: /u 't'", "[x]", "[y][x]", "[x][]", "![i](u)", '[t](<u v> "w")', "](u)", "[", "]", "(", ")", "!"],
    *["*", "**", "_", "`", "``", "~~", "==", "++", "$", "$$", "[^1]", "[^1]: n", "[[w|t]]", "\\", "\\*", "-", "+", ":"],
    *["https://a.b/c_d", "www.a.b", "me@a.b", "'", '"'],
]
LINES = st.builds(
    lambda prefixes, contents: "".join(prefixes + contents),
    st.lists(st.sampled_from(PREFIXES), max_size=4),
    st.lists(st.sampled_from(CONTENTS), max_size=6),
)
ENDINGS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\n\n", "  \n", ""])
TEXTS = st.lists(st.builds(str.__add__, LINES, ENDINGS), max_size=10).map("".join)

# A `>` that is indented so far that it is text, on a line that lazily continues a paragraph in a quote: behind other
# quotes and lists we may take it for a marker.
DEEP_MARKER = re.compile(r"[\r\n][ \t>]*(?: {4}|\t)[ \t]*>")


class TestAnyText:
    @given(TEXTS)
    def test_has_blocks_that_nest_and_lose_nothing(self, text: str) -> None:
        check_blocks(text)

    @given(TEXTS)
    def test_has_spans_that_begin_and_end_with_their_marks(self, text: str) -> None:
        assume("![[" not in text)  # the parser may lose a wiki link in the text of an image
        assume(not DEEP_MARKER.search(text))
        check_inlines(text)

    @given(TEXTS)
    def test_has_the_spans_that_the_parser_finds_in_the_whole(self, text: str) -> None:
        assume(not DEEP_MARKER.search(text))
        check_agreement_with_whole(text)

    @given(st.text())
    def test_may_hold_any_characters(self, text: str) -> None:
        check_blocks(text)
        check_inlines(text)


# Documents whose structure is known, for they are written from it


def paragraph() -> st.SearchStrategy[tuple[str, Skeleton]]:
    words = st.sampled_from(
        ["one", "*two* `three`", "四 五\n六", "seven\n    - eight", "😀 [nine](x)", "ten &amp; \\*"]
    )
    return words.map(lambda text: (text, ("paragraph",)))


def leaf() -> st.SearchStrategy[tuple[str, Skeleton]]:
    others: list[tuple[str, Skeleton]] = [
        ("# Title #", ("heading", 1)),
        ("Title\non lines\n---", ("heading", 2)),
        ("```md\n# no heading\n\n- no list\n```", ("code",)),
        ("~~~\n```\n~~~", ("code",)),
        ("***", ("rule",)),
        ("<div>\n*raw*\n</div>", ("html",)),
        ("| a | b\\|c |\n|---|--:|\n| `x` |", ("table", *[("row", ("cell",), ("cell",))] * 2)),
    ]
    return paragraph() | st.sampled_from(others)


def containers(
    children: st.SearchStrategy[tuple[str, Skeleton]],
) -> st.SearchStrategy[tuple[str, Skeleton]]:
    blocks = st.lists(children, min_size=1, max_size=3)
    return st.builds(quote, blocks) | st.builds(items, st.sampled_from(["-", "+", "1.", "12)"]), blocks, blocks)


def quote(blocks: list[tuple[str, Skeleton]]) -> tuple[str, Skeleton]:
    text, children = joined(blocks)
    return "\n".join(f"> {line}" for line in text.split("\n")), ("quote", *children)


def items(marker: str, first: list[tuple[str, Skeleton]], second: list[tuple[str, Skeleton]]) -> tuple[str, Skeleton]:
    number = int(marker[:-1]) if len(marker) > 1 else None
    parts = [item(marker, blocks) for blocks in (first, second)]
    return "\n\n".join(text for text, _ in parts), ("list", number, False, *(skeleton for _, skeleton in parts))


def item(marker: str, blocks: list[tuple[str, Skeleton]]) -> tuple[str, Skeleton]:
    text, children = joined(blocks)
    indent = " " * (len(marker) + 1)
    lines = [indent + line if line else line for line in text.split("\n")]
    return marker + " " + "\n".join(lines)[len(indent) :], ("item", *children)


def joined(blocks: list[tuple[str, Skeleton]]) -> tuple[str, list[Skeleton]]:
    # A comment between two blocks keeps a list from going on in the next one.
    text = "\n\n<!-- -->\n\n".join(text for text, _ in blocks)
    children: list[Skeleton] = [("html",)] * (2 * len(blocks) - 1)
    children[::2] = [skeleton for _, skeleton in blocks]
    return text, children


BLOCKS = st.recursive(leaf(), containers, max_leaves=8)


class TestAWrittenDocument:
    @given(BLOCKS)
    def test_has_the_structure_it_was_written_from(self, block: tuple[str, Skeleton]) -> None:
        text, skeleton = block
        assert our_skeleton(parse(text)) == ("document", skeleton)
        check_blocks(text)
        check_agreement_with_whole(text)

    @given(BLOCKS)
    def test_has_the_structure_that_another_parser_finds(self, block: tuple[str, Skeleton]) -> None:
        assume("|---" not in block[0])  # the other parser sees no table on the first line of an item
        check_agreement_with_marko(block[0])
