"""Content as a page that needs nothing but itself."""

from __future__ import annotations

import re
from base64 import b64encode
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from quire.core.content import (
    Cell,
    Content,
    Formula,
    FormulaBlock,
    Link,
    Markup,
    MarkupBlock,
    Note,
    Paragraph,
    Picture,
    Table,
    Text,
)
from quire.core.rewriting import with_blocks, with_spans
from quire.formats.html.page import page
from quire.formats.markdown.content import content
from quire.formats.markdown.normal import normalised
from tests.corpus import MARKDOWN_FILES, sampled
from tests.markdown.test_composing import texts_of
from tests.markdown.test_structure import read

if TYPE_CHECKING:
    from pathlib import Path

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")
REMOTE = re.compile(r"https?:|//")


class Seen(HTMLParser):
    """What a browser would see of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "hr", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "title"} & {*self.open}:
            self.text += data


def body(source: str | Content) -> str:
    """What stands between the tags around every page."""
    written = page(content(source) if isinstance(source, str) else source, "t", {"a.png": PNG})
    return written.partition("<main>\n")[2].partition("</main>")[0].replace(' dir="auto"', "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# A *b* c", '<h1 id="a-b-c">A <em>b</em> c</h1>\n'),
        ("# a\n\n# a", '<h1 id="a">a</h1>\n<h1 id="a-1">a</h1>\n'),
        ("**a** ~~b~~ `c`\\\nd", "<p><strong>a</strong> <s>b</s> <code>c</code><br>d</p>\n"),
        ("```py x\na < b\n```", '<pre><code class="language-py">a &lt; b\n</code></pre>\n'),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("7. a\n\n8. b", '<ol start="7">\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ol>\n'),
        ("- [x] a", '<ul>\n<li class="task"><input type="checkbox" disabled checked> a</li>\n</ul>\n'),
        ("> [!NOTE]\n> a", '<blockquote class="note">\n<p class="kind">Note</p>\n<p>a</p>\n</blockquote>\n'),
        ('[a](/b "c")', '<p><a href="/b" title="c">a</a></p>\n'),
        ("a\n: b", "<dl>\n<dt>a</dt>\n<dd>b\n</dd>\n</dl>\n"),
        ("---", "<hr>\n"),
        ("$x$", '<p><math display="inline"><mrow><mi>x</mi></mrow></math></p>\n'),
        ("$$\nx\n$$", '<math display="block"><mrow><mi>x</mi></mrow></math>\n'),
        ("![b](a.png)", f'<p><img src="data:image/png;base64,{b64encode(PNG).decode()}" alt="b"></p>\n'),
        ("---\ntitle: a\n---\n\nb", "<p>b</p>\n"),
    ],
)  # fmt: skip
def test_a_block_is_written(source: str, expected: str) -> None:
    assert body(source) == expected


def test_a_table_has_its_cells_and_sides() -> None:
    assert body("| a | b |\n|---|--:|\n| c | d |") == (
        '<table>\n<thead>\n<tr><th>a</th><th class="right">b</th></tr>\n</thead>\n'
        '<tbody>\n<tr><td>c</td><td class="right">d</td></tr>\n</tbody>\n</table>\n'
    )


def test_a_cell_may_take_several_columns_and_rows() -> None:
    wide = Cell((Paragraph((Text("a"),)),), columns=2, rows=3)
    assert '<td colspan="2" rowspan="3">a</td>' in body(Content((Table(((wide,),), has_header=False),)))


def test_notes_stand_at_the_end_and_lead_back() -> None:
    written = body("a[^x] b[^x]\n\n[^x]: c[^y]\n\n[^y]: d\n")
    assert written.count('id="note-mark-1"') == 1
    assert [written.index(each) for each in ("#note-1", 'id="note-1"', "#note-2", 'id="note-2"')] == sorted(
        written.index(each) for each in ("#note-1", 'id="note-1"', "#note-2", 'id="note-2"')
    )
    assert '<a href="#note-mark-2"' in written


def test_the_mark_of_a_note_that_is_not_there_is_text() -> None:
    assert body(Content((Paragraph((Note("x"),)),))) == "<p><sup>[x]</sup></p>\n"


# Nothing runs, and nothing is loaded

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <svg onload=alert(1)> b",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](<java\tscript:alert(1)>)",
    "[a](&#106;avascript:alert(1))",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a](vbscript:x)",
    '[a](b "\\"onclick=alert(1)")',
    '![a" onerror="alert(1)](a.png)',
    "![a](https://evil.example/x.png)",
    "# a\" onclick=\"alert(1)",
    "```\" onclick=\"alert(1)\n```",
    "$\\text{<script>alert(1)</script>}$",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\color{red\" onclick=\"alert(1)}{x}$",
    "$\\class{x}{y} <img src=x onerror=alert(1)>$",
    "> [!NOTE]\n> </blockquote><script>alert(1)</script>",
    "[^\"><script>]: a\n\nb[^\"><script>]",
]  # fmt: skip


def check_harmless(written: str) -> None:
    for tag, attributes in Seen(written).tags:
        assert tag not in ("script", "svg", "iframe", "object", "embed", "link", "form", "base")
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name != "style"
            if name == "src":
                assert (value or "").startswith("data:image/")
            if name == "href":
                assert not re.match(r"\s*(javascript|data|vbscript):", value or "", re.IGNORECASE)


@pytest.mark.parametrize("source", HOSTILE)
def test_nothing_in_a_document_runs_in_the_page(source: str) -> None:
    check_harmless(page(content(source), source, {"a.png": PNG}))


def test_a_page_forbids_what_it_does_not_need() -> None:
    assert "default-src 'none'; img-src data:; style-src 'unsafe-inline'" in page(Content(), "")
    assert not REMOTE.search(page(Content(), "a"))


def test_a_title_is_text() -> None:
    assert "<title>a &lt;/title&gt;&lt;script&gt; &amp; b</title>" in page(Content(), "a </title><script> & b")


def test_bytes_that_are_no_picture_are_not_inlined() -> None:
    said = Content((Paragraph((Picture("secret.txt", "b"),)),))
    assert "data:" not in page(said, "t", {"secret.txt": b"password"}).partition("<main>")[2]


def test_a_picture_elsewhere_is_a_link_to_it_or_keeps_the_link_around_it() -> None:
    assert body("![a](https://b.example/c.png)") == '<p><a href="https://b.example/c.png">a</a></p>\n'
    assert body("[![a](https://b.example/c.png)](/d)") == '<p><a href="/d">a</a></p>\n'


def test_a_link_in_a_link_is_text() -> None:
    inner = Link((Text("a"), Note("1")), "/b")
    assert body(Content((Paragraph((Link((inner,), "/c"),)),), {"1": ()})).startswith('<p><a href="/c">a<sup')


def words(said: Content) -> Content:
    """Content without formulas and HTML, whose letters are not those of the page."""
    blocks = with_blocks(said, lambda block: [] if isinstance(block, FormulaBlock | MarkupBlock) else [block])
    return with_spans(blocks, lambda span: [] if isinstance(span, Formula | Markup) else [span])


@pytest.mark.parametrize("path", sampled(MARKDOWN_FILES, 5))
def test_a_real_document_is_a_sound_page_with_all_its_words(path: Path) -> None:
    said = normalised(content(read(path)))
    written = page(said, path.stem)
    check_harmless(written)
    seen = Seen(written)
    assert not seen.open
    shown = "".join(seen.text.split())
    for text in texts_of(words(said).blocks):
        assert "".join(text.split()) in shown
