from __future__ import annotations

import pytest

from quire.formats.markdown.blocks import CodeBlock, Heading, MathBlock, Paragraph, Table, parse
from quire.formats.markdown.inlines import Inline, Inlines, Link
from tests.effort import at_most

QUIET = ("text", "softBreak")


def shape(text: str) -> str:
    """All spans but plain text, each with its inner source, or with the spans in it, in brackets."""
    tree = parse(text)
    inlines = Inlines(tree)
    tops = [span for block in tree.walk() for span in inlines.of(block)]
    return " ".join(shape_of(text, span) for span in tops if span.type not in QUIET)


def shape_of(text: str, span: Inline) -> str:
    children = [shape_of(text, child) for child in span.children if child.type not in QUIET]
    return f"{span.type}[{' '.join(children) or text[span.inner_start : span.inner_end]}]"


def spans(text: str, kind: str) -> list[Inline]:
    tree = parse(text)
    inlines = Inlines(tree)
    tops = [span for block in tree.walk() for span in inlines.of(block)]
    return [span for top in tops for span in top.walk() if span.type == kind]


def sources(text: str, kind: str) -> list[str]:
    return [text[span.start : span.end] for span in spans(text, kind)]


def link(text: str) -> Link:
    tree = parse(text)
    inlines = Inlines(tree)
    [found] = [
        span for block in tree.walk() for top in inlines.of(block) for span in top.walk() if isinstance(span, Link)
    ]
    return found


def part(text: str, found: tuple[int, int] | None) -> str | None:
    return text[slice(*found)] if found else None


class TestAMark:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("**a**", "strong[a]"),
            ("__a__", "strong[a]"),
            ("*a* _b_", "emphasis[a] emphasis[b]"),
            ("***a***", "emphasis[strong[a]]"),
            ("~~a~~ ~b~", "strikethrough[a] strikethrough[b]"),
            ("**a *b* c**", "strong[emphasis[b]]"),
            ("a ** b ** c", ""),
            ("snake_case_name", ""),
            ("**中文。**后", ""),
            ("**中文**后", "strong[中文]"),
            ("😀 *é* 😀", "emphasis[é]"),
        ],
    )
    def test_has_its_content_between_its_marks(self, text: str, expected: str) -> None:
        assert shape(text) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("==a==", "highlight[a]"),
            ("un==believ==able", "highlight[believ]"),
            ("==a **b** c==", "highlight[strong[b]]"),
            ("**==a==**", "strong[highlight[a]]"),
            ("++a++", "underline[a]"),
            ("<u>a *b*</u>", "underline[emphasis[b]]"),
            ("<U class='x'>a</U>", "underline[a]"),
            ("==<u>++a++</u>==", "highlight[underline[underline[a]]]"),
            ("++a ==b== c++", "underline[highlight[b]]"),
            ("==a\nb==", "highlight[a\nb]"),
        ],
    )
    def test_may_be_one_that_the_parser_does_not_know(self, text: str, expected: str) -> None:
        assert shape(text) == expected

    @pytest.mark.parametrize(
        "text",
        ["a == b == c", "===a===", "====", "==a", "C++11 and C++14", "i++ and ++j", "\\==a==", "a == b and c == d"],
    )
    def test_is_none_where_the_signs_mean_something_else(self, text: str) -> None:
        assert [kind for kind in ("highlight", "underline") if spans(text, kind)] == []

    def test_is_none_inside_of_code_math_and_addresses(self) -> None:
        assert shape("`==a==` $++b++$ https://x.y/?a==b==") == "code[==a==] math[++b++] link[https://x.y/?a==b==]"

    def test_of_html_that_is_not_underline_stays_html(self) -> None:
        assert shape("<b>a</b> <u>") == "html[<b>] html[</b>] html[<u>]"


class TestCodeAndFormulas:
    def test_code_is_free_of_its_backticks_and_the_spaces_that_pad_it(self) -> None:
        assert shape("`a` `` ` `` ` b ` `  `") == "code[a] code[`] code[b] code[  ]"

    def test_code_may_go_on_in_the_next_line(self) -> None:
        [code] = spans("> `a\n> b`\n", "code")
        assert code.text == "a b"

    def test_code_in_a_cell_is_free_of_the_escapes_of_pipes(self) -> None:
        [code] = spans("| `a\\|b` |\n|---|\n", "code")
        assert code.text == "a|b"

    def test_formulas_are_free_of_their_dollars(self) -> None:
        assert shape("$x$ and $$y$$, 5$ or 6$") == "math[x] math[y]"


class TestALink:
    def test_has_text_destination_and_title(self) -> None:
        text = 'see [the *text*](<a b> "Title") .'
        found = link(text)
        assert (found.type, found.form, found.destination, found.title) == ("link", "inline", "a b", "Title")
        assert part(text, (found.inner_start, found.inner_end)) == "the *text*"
        assert part(text, found.destination_range) == "<a b>"
        assert part(text, found.title_range) == '"Title"'

    @pytest.mark.parametrize(
        ("text", "destination"),
        [
            ("[a](b_(c)_d)", "b_(c)_d"),
            ("[a]( b )", "b"),
            ("[a\\]](b)", "b"),
            ("[a`]`](b)", "b"),
            ("[](b)", "b"),
            ("[a]()", ""),
            ('[a](b"c")', 'b"c"'),
            ("[中](路径.md)", "路径.md"),
        ],
    )
    def test_may_be_written_in_many_ways(self, text: str, destination: str) -> None:
        found = link(text)
        assert found.destination == destination
        assert part(text, found.destination_range) == destination
        assert text[found.inner_end] == "]"

    def test_may_go_over_lines_in_a_quote(self) -> None:
        text = "> [a\n> b](c\n> 'd\n> e')\n"
        found = link(text)
        assert (found.destination, part(text, found.destination_range)) == ("c", "c")
        assert part(text, found.title_range) == "'d\n> e'"
        assert part(text, (found.inner_start, found.inner_end)) == "a\n> b"

    @pytest.mark.parametrize(
        ("text", "form", "source", "label"),
        [
            ("[a][La\nbel]", "reference", "[a][La\nbel]", "La\nbel"),
            ("[la bel][] b", "collapsed", "[la bel][]", "la bel"),
            ("[LA  BEL] b", "shortcut", "[LA  BEL]", "LA  BEL"),
        ],
    )
    def test_may_refer_to_a_definition(self, text: str, form: str, source: str, label: str) -> None:
        text += "\n\n[la bel]: /x\\_y 't&amp;u'\n[la bel]: /second\n"
        found = link(text)
        assert (found.form, found.destination, found.title) == (form, "/x_y", "t&u")
        assert part(text, (found.start, found.end)) == source
        assert part(text, found.label_range) == label

    def test_finds_its_definition_in_any_container(self) -> None:
        assert link("# [a]\n\n- b\n\n  > [A]: c\n").destination == "c"

    def test_without_a_definition_is_text(self) -> None:
        assert shape("[a][b] [c][] [d]") == ""

    def test_may_be_an_image(self) -> None:
        text = "![alt *text*](a.png)"
        found = link(text)
        assert (found.type, found.destination) == ("image", "a.png")
        assert part(text, (found.inner_start, found.inner_end)) == "alt *text*"

    def test_may_hold_an_image(self) -> None:
        assert shape("[![a](b)](c)") == "link[image[a]]"

    @pytest.mark.parametrize(
        ("text", "kind", "target", "label"),
        [
            ("[[a b]]", "wikiLink", "a b", "a b"),
            ("[[a|b]]", "wikiLink", "a", "b"),
            ("![[a.png]]", "image", "a.png", "a.png"),
        ],
    )
    def test_may_be_a_wiki_link(self, text: str, kind: str, target: str, label: str) -> None:
        found = link(text)
        assert (found.type, found.form, found.destination) == (kind, "wiki", target)
        assert part(text, found.destination_range) == target
        assert part(text, (found.inner_start, found.inner_end)) == label

    def test_may_be_an_address_in_angle_brackets(self) -> None:
        text = "<https://a.b>"
        found = link(text)
        assert (found.form, part(text, (found.inner_start, found.inner_end))) == ("autolink", "https://a.b")


class TestABareAddress:
    @pytest.mark.parametrize(
        ("text", "address"),
        [
            ("see https://a.b/c?d=1&e=2.", "https://a.b/c?d=1&e=2"),
            ("(http://a.b/c_(d))", "http://a.b/c_(d)"),
            ("访问https://a.b/c，然后", "https://a.b/c"),
            ("到https://a.b/c看看", "https://a.b/c"),
            ("www.a.b!", "www.a.b"),
            ("**https://a.b**", "https://a.b"),
            ("https://a.b/x_y_z*", "https://a.b/x_y_z"),
            ("mail me@a.b.", "me@a.b"),
            ("https://a.b/?x&amp;y", "https://a.b/?x&amp;y"),
            ("https://a.b/?x&hl;", "https://a.b/?x"),
        ],
    )
    def test_is_a_link_without_the_punctuation_around_it(self, text: str, address: str) -> None:
        found = link(text)
        assert (found.form, text[found.start : found.end]) == ("bare", address)

    def test_leads_where_it_says(self) -> None:
        assert link("https://a.b/?x&amp;y").destination == "https://a.b/?x&y"
        assert link("www.a.b").destination == "http://www.a.b"
        assert link("me@a.b").destination == "mailto:me@a.b"

    @pytest.mark.parametrize("text", ["me@a.b-", "me@a.b_", "me@a.b-_c", "me@a"])
    def test_of_mail_ends_like_a_name(self, text: str) -> None:
        assert shape(text) == ""

    def test_is_none_in_a_link_or_in_code(self) -> None:
        assert shape("[https://a.b](c) `https://d.e`") == "link[https://a.b] code[https://d.e]"


class TestTheRest:
    def test_escapes_and_entities_are_spans(self) -> None:
        text = "a\\*b &amp; \\\\ \\q"
        assert shape(text) == "escape[*] entity[&amp;] escape[\\]"
        assert [span.text for span in spans(text, "entity")] == ["&"]

    def test_lines_break_softly_or_hard(self) -> None:
        text = "a \nb  \nc\\\nd\r\ne"
        assert sources(text, "softBreak") == [" \n", "\r\n"]
        assert sources(text, "hardBreak") == ["  \n", "\\\n"]

    def test_footnotes_are_references_only_if_they_are_defined(self) -> None:
        text = "a[^1] b[^注] c[^3]\n\n[^1]: x\n[^注]: y\n"
        assert shape(text) == "footnoteReference[1] footnoteReference[注]"

    def test_nothing_in_a_leaf_begins_a_block(self) -> None:
        assert shape("# - *a*") == "emphasis[a]"
        assert shape("| # *a* |\n|---|\n") == "emphasis[a]"
        assert shape("- a\n===\n") == ""
        assert shape("a *b\n     - c*") == "emphasis[b\n     - c]"

    def test_other_blocks_have_no_spans(self) -> None:
        assert shape("```\n*a*\n```\n\n    *b*\n\n<div>*c*</div>\n\n$$*d*$$\n\n[e]: *f*\n") == ""

    def test_a_mark_across_the_lines_of_a_quote_has_places_in_the_source(self) -> None:
        text = "> - *a\n>   b*\nlazy **c\n> d**\n"
        assert sources(text, "emphasis") == ["*a\n>   b*"]
        assert sources(text, "strong") == ["**c\n> d**"]
        assert sources(text, "text") == ["a", "b", "lazy ", "c", "d"]


class TestInlines:
    def test_tells_the_spans_around_a_position(self) -> None:
        text = "a **b [c](d)** e"
        inlines = Inlines(parse(text))
        assert [span.type for span in inlines.path_at(text.index("c]"))] == ["strong", "link", "text"]
        assert [span.type for span in inlines.path_at(0)] == ["text"]

    def test_tells_the_leaves_that_a_range_touches(self) -> None:
        text = "one\n\n- two\n- three\n\n```\nfour\n```\n"
        inlines = Inlines(parse(text))
        leaves = [text[block.start : block.end] for block, _ in inlines.within(text.index("wo"), text.index("four"))]
        assert leaves == ["two", "three", "```\nfour\n```"]

    @pytest.mark.parametrize(
        "text", ["*a* " * 20_000, "==a== " * 20_000, "**a " * 20_000, "[" * 50_000, "\\*" * 50_000]
    )
    def test_takes_time_in_proportion_to_a_leaf(self, text: str) -> None:
        tree = parse(text)
        with at_most(seconds=5):
            Inlines(tree).of(tree.children[0])

    def test_reads_a_leaf_once(self) -> None:
        tree = parse("*a*")
        inlines = Inlines(tree)
        assert inlines.of(tree.children[0]) is inlines.of(tree.children[0])


class TestPlainText:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("**a** `b` [c](d) ![e](f) <g@h.i>", "a b c e g@h.i"),
            ("a\nb  \nc", "a b\nc"),
            ("\\*a\\* &lt; <b>c</b>", "*a* < c"),
            ("==a== [[b|c]] $d$", "a c d"),
            ("# 标题 *一* #", "标题 一"),
            ("- a\n- > b\n  > c", "a\nb c"),
            ("| a | **b** |\n|---|---|\n| c | d |", "a\tb\nc\td"),
            ("> ```py\n> a\n>  b\n> ```", "a\n b\n"),
            ("> $$\n> x\n> $$", "x"),
            ("<p>a <b>b</b></p>", "a b"),
            ("---\na: b\n---\n\nc[^1]\n\n[^1]: d\n\n[e]: f", "\nc\nd\n"),
        ],
    )
    def test_is_what_a_reader_sees(self, text: str, expected: str) -> None:
        tree = parse(text)
        assert Inlines(tree).plain_text(tree) == expected

    def test_of_deep_nesting_is_read(self) -> None:
        tree = parse(">" * 5000 + " a *b*")
        assert Inlines(tree).plain_text(tree) == "a b"

    def test_of_each_kind_of_leaf_is_there(self) -> None:
        text = "# a\n\nb\n\n```\nc\n```\n\n$$d$$\n\n|e|\n|-|\n"
        tree = parse(text)
        inlines = Inlines(tree)
        kinds = [Heading, Paragraph, CodeBlock, MathBlock, Table]
        assert [type(block) for block in tree.children] == kinds
        assert [inlines.plain_text(block).strip() for block in tree.children] == ["a", "b", "c", "d", "e"]
