from __future__ import annotations

from typing import TypeVar

import pytest

from quire.formats.markdown.blocks import (
    Block,
    CodeBlock,
    FootnoteDefinition,
    FrontMatter,
    Heading,
    HtmlBlock,
    LinkDefinition,
    List,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Table,
    TableCell,
    TableRow,
    parse,
)

Kind = TypeVar("Kind", bound=Block)


def shape(text: str) -> str:
    """The types of all blocks, each with its children in brackets."""
    return " ".join(map(shape_of, parse(text).children))


def shape_of(block: Block) -> str:
    return f"{block.type}[{' '.join(map(shape_of, block.children))}]" if block.children else block.type


def all_of(text: str, kind: type[Kind]) -> list[Kind]:
    return [block for block in parse(text).walk() if isinstance(block, kind)]


def first(text: str, kind: type[Kind]) -> Kind:
    return all_of(text, kind)[0]


def sources(text: str, kind: type[Block]) -> list[str]:
    return [text[block.start : block.end] for block in all_of(text, kind)]


def inner(text: str, kind: type[Block]) -> list[str]:
    return [text[block.inner_start : block.inner_end] for block in all_of(text, kind)]


class TestADocument:
    def test_that_is_empty_has_no_blocks(self) -> None:
        tree = parse("")
        assert (tree.type, tree.start, tree.end, tree.children) == ("document", 0, 0, ())

    def test_of_white_space_has_no_blocks(self) -> None:
        assert parse(" \n\t\r\n").children == ()

    def test_may_lack_the_last_line_ending(self) -> None:
        assert sources("a\n\nb", Paragraph) == ["a", "b"]

    def test_counts_code_points_and_not_bytes(self) -> None:
        text = "# 你好 😀\n\n- é **粗体**\n- 𠀀\n\n尾"
        assert sources(text, Heading) == ["# 你好 😀"]
        assert sources(text, Paragraph) == ["é **粗体**", "𠀀", "尾"]

    def test_begins_behind_its_byte_order_mark(self) -> None:
        tree = parse("\ufeff# Title\n")
        [heading] = tree.children
        assert (tree.start, heading.start, heading.end) == (0, 1, 8)

    def test_may_hold_half_a_surrogate_pair(self) -> None:
        assert sources("a \ud83d b\n\nc", Paragraph) == ["a \ud83d b", "c"]

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    def test_may_use_any_line_ending(self, ending: str) -> None:
        lines = ["# t", "", "a", "b", "", "```", "c", "", "d", "```", "- e", "", "", "- f", "", "> g"]
        text = ending.join(lines)
        assert shape(text) == (
            "heading paragraph codeBlock bulletList[listItem[paragraph] listItem[paragraph]] blockquote[paragraph]"
        )
        assert sources(text, List) == [f"- e{ending * 3}- f"]
        assert inner(text, CodeBlock) == [f"c{ending * 2}d"]

    def test_has_no_block_that_non_ascii_letters_only_seem_to_make(self) -> None:
        assert shape("<中>\ntext\n") == "paragraph"
        assert shape("[中文]: /路径 '题'\n\n[文]: <中 文>\n") == "linkDefinition linkDefinition"


class TestAPosition:
    TEXT = "intro\n\n> - one\n>   two\n\n| a | b |\n|---|---|\n"

    def types_at(self, position: int, text: str | None = None) -> list[str]:
        return [block.type for block in parse(text or self.TEXT).path_at(position)]

    def test_is_in_all_blocks_around_it(self) -> None:
        position = self.TEXT.index("two")
        assert self.types_at(position) == ["document", "blockquote", "bulletList", "listItem", "paragraph"]

    def test_at_the_end_of_a_block_is_still_in_it(self) -> None:
        assert self.types_at(5) == ["document", "paragraph"]

    def test_on_a_blank_line_is_in_no_leaf(self) -> None:
        assert self.types_at(6) == ["document"]

    def test_in_the_indentation_is_in_the_block_behind_it(self) -> None:
        assert self.types_at(1, "   text") == ["document", "paragraph"]
        assert self.types_at(4, "- a\n  - b")[-3:] == ["listItem", "bulletList", "listItem"]

    def test_in_a_cell_is_in_its_row_and_table(self) -> None:
        assert self.types_at(self.TEXT.index("b |")) == ["document", "table", "tableRow", "tableCell"]

    def test_on_the_row_of_dashes_is_in_the_table_only(self) -> None:
        assert self.types_at(self.TEXT.index("|---") + 2) == ["document", "table"]


class TestAHeading:
    @pytest.mark.parametrize(
        ("text", "level", "content"),
        [
            ("# one", 1, "one"),
            ("###### six ######  ", 6, "six"),
            ("## a # b", 2, "a # b"),
            ("## a#", 2, "a#"),
            ("#", 1, ""),
            ("## ##", 2, ""),
            ("  # x\ty\t", 1, "x\ty"),
        ],
    )
    def test_of_hashes_has_the_content_between_them(self, text: str, level: int, content: str) -> None:
        heading = first(text, Heading)
        assert (heading.level, heading.setext) == (level, False)
        assert text[heading.inner_start : heading.inner_end] == content

    def test_may_be_underlined_and_have_several_lines(self) -> None:
        text = "one\ntwo \n===\n\nthree\n---\n"
        one, three = all_of(text, Heading)
        assert (one.level, one.setext, three.level, three.setext) == (1, True, 2, True)
        assert inner(text, Heading) == ["one\ntwo", "three"]
        assert sources(text, Heading) == ["one\ntwo \n===", "three\n---"]

    def test_is_none_without_a_space_in_code_or_in_html(self) -> None:
        assert all_of("#no\n\n```\n# no\n```\n\n    # no\n\n<pre>\n# no\n</pre>\n", Heading) == []

    def test_is_none_if_its_underline_would_have_to_be_lazy(self) -> None:
        assert shape("> a\n===\n") == "blockquote[paragraph]"
        assert shape("- a\n---\n") == "bulletList[listItem[paragraph]] thematicBreak"


class TestCode:
    def test_in_a_fence_has_its_language_and_info(self) -> None:
        code = first('~~~~ python title="x"\na\n~~~~\n', CodeBlock)
        assert (code.fence, code.language, code.info, code.closed) == ("~~~~", "python", 'python title="x"', True)

    def test_in_a_fence_has_its_lines_as_content(self) -> None:
        text = "```\n\n  a\n\n```\nb"
        assert inner(text, CodeBlock) == ["\n  a\n"]
        assert sources(text, CodeBlock) == ["```\n\n  a\n\n```"]

    def test_may_be_empty(self) -> None:
        assert inner("```\n```\n", CodeBlock) == [""]
        assert inner("```", CodeBlock) == [""]

    def test_without_a_closing_fence_ends_with_its_last_line(self) -> None:
        text = "```\na\n\n\n"
        code = first(text, CodeBlock)
        assert (text[code.start : code.end], code.closed) == ("```\na", False)

    def test_is_closed_by_no_shorter_fence(self) -> None:
        assert sources("````\n```\n````\n", CodeBlock) == ["````\n```\n````"]

    def test_that_is_indented_begins_with_its_indentation(self) -> None:
        text = "a\n\n    b\n\n      c\n\nd"
        code = first(text, CodeBlock)
        assert text[code.start : code.end] == "    b\n\n      c"
        assert (code.fence, code.language) == ("", "")

    def test_that_is_indented_by_a_tab_begins_with_it(self) -> None:
        assert sources("\tx\n\ty\n", CodeBlock) == ["\tx\n\ty"]

    def test_in_a_quote_in_an_item_is_free_of_their_marks_in_its_pieces(self) -> None:
        text = "- > ```\n  > a\n  >   b\n  > ```\n"
        code = first(text, CodeBlock)
        assert "".join(text[start:end] for start, end in code.pieces) == "a\n  b\n"
        assert shape(text) == "bulletList[listItem[blockquote[codeBlock]]]"


class TestAList:
    def test_ends_with_its_last_item_and_not_with_the_blank_lines_behind_it(self) -> None:
        text = "- a\n\n- b\n\n\n\nc\n"
        assert sources(text, List) == ["- a\n\n- b"]
        assert sources(text, ListItem) == ["- a", "- b"]

    def test_nests(self) -> None:
        text = "- a\n  1. b\n     - c\n- d\n"
        assert shape(text) == (
            "bulletList[listItem[paragraph orderedList[listItem[paragraph bulletList[listItem[paragraph]]]]]"
            " listItem[paragraph]]"
        )
        assert sources(text, List)[1] == "1. b\n     - c"

    def test_nests_in_a_quote_in_a_list(self) -> None:
        text = "* x\n\n  > 1) y\n  >\n  >    z\n"
        assert shape(text) == "bulletList[listItem[paragraph blockquote[orderedList[listItem[paragraph paragraph]]]]]"

    def test_is_tight_or_loose(self) -> None:
        assert [each.tight for each in all_of("- a\n- b\n\n1. c\n\n2. d\n", List)] == [True, False]
        assert [each.tight for each in all_of("- a\n\n  - b\n  - c\n", List)] == [False, True]
        assert [each.tight for each in all_of("- ***\n\n- ***\n", List)] == [False]

    def test_knows_its_numbers_and_delimiter(self) -> None:
        found = first("7) a\n8) b\n", List)
        assert (found.kind, found.first_number, found.delimiter) == ("ordered", 7, ")")
        assert [item.number for item in all_of("7) a\n3) b\n", ListItem)] == [7, 3]

    @pytest.mark.parametrize(("marker", "delimiter"), [("-", "-"), ("+", "+"), ("*", "*"), ("1.", ".")])
    def test_knows_its_marker(self, marker: str, delimiter: str) -> None:
        assert first(f"{marker} a\n", List).delimiter == delimiter

    def test_ends_where_the_marker_changes(self) -> None:
        assert shape("- a\n+ b\n") == "bulletList[listItem[paragraph]] bulletList[listItem[paragraph]]"

    def test_of_tasks_has_a_checkbox_in_each_item(self) -> None:
        text = "- [ ] a\n- [x] b\n"
        assert first(text, List).type == "taskList"
        assert [item.checked for item in all_of(text, ListItem)] == [False, True]
        assert sources(text, Paragraph) == ["a", "b"]

    def test_with_some_checkboxes_is_no_task_list(self) -> None:
        text = "1. [ ] a\n2. b\n"
        assert first(text, List).type == "orderedList"
        assert [item.checked for item in all_of(text, ListItem)] == [False, None]

    def test_of_tasks_may_be_loose_and_numbered(self) -> None:
        text = "1. [X] a\n\n2. [ ] b\n"
        assert (first(text, List).kind, first(text, List).first_number) == ("task", 1)
        assert sources(text, Paragraph) == ["a", "b"]
        assert [text[slice(*item.checkbox)] for item in all_of(text, ListItem) if item.checkbox] == ["[X]", "[ ]"]


class TestAnItem:
    @pytest.mark.parametrize(
        ("text", "column"),
        [
            ("- a", 2),
            ("-   a", 4),
            ("-     a", 2),
            ("-\ta", 4),
            ("10. a", 4),
            ("  * a", 4),
            ("-", 2),
            ("-\n  a", 2),
            ("> - a", 4),
        ],
    )
    def test_knows_the_column_of_its_content(self, text: str, column: int) -> None:
        assert first(text, ListItem).content_column == column

    def test_that_is_nested_counts_columns_from_the_line_start(self) -> None:
        assert [item.content_column for item in all_of("1. a\n   - b\n", ListItem)] == [3, 5]

    def test_begins_at_its_marker(self) -> None:
        text = "  - a\n  - b\n"
        assert [text[item.start : item.marker_end] for item in all_of(text, ListItem)] == ["-", "-"]
        assert sources(text, List) == ["- a\n  - b"]

    def test_begins_at_its_marker_behind_a_tab(self) -> None:
        text = ">\t- a\n>\t- b\n"
        assert sources(text, ListItem) == ["- a", "- b"]

    def test_may_be_empty(self) -> None:
        text = "- a\n-\n- c\n"
        assert sources(text, ListItem) == ["- a", "-", "- c"]
        assert all_of(text, ListItem)[1].children == ()

    def test_may_continue_lazily(self) -> None:
        assert sources("- a\nb\n  c\n\nd", Paragraph) == ["a\nb\n  c", "d"]

    def test_has_paragraphs_also_where_the_list_is_tight(self) -> None:
        text = "- \\*a [b](c)  \n  # d\n  e **f**\n"
        assert sources(text, Paragraph) == ["\\*a [b](c)  ", "e **f**"]
        assert inner(text, Paragraph) == ["\\*a [b](c)", "e **f**"]

    def test_may_hold_a_table(self) -> None:
        text = "1. a\n\n   | x | y |\n   |---|---|\n   | 1 | 2 |\n"
        assert shape(text).startswith("orderedList[listItem[paragraph table[tableRow[tableCell tableCell]")
        assert sources(text, Table) == ["| x | y |\n   |---|---|\n   | 1 | 2 |"]


class TestAQuote:
    def test_includes_its_own_empty_lines_only(self) -> None:
        text = "> a\n>\n\n\nb\n"
        assert sources(text, Quote) == ["> a\n>"]

    def test_may_hold_all_other_blocks(self) -> None:
        text = "> # a\n> ```\n> b\n> ```\n> > c\n"
        assert shape(text) == "blockquote[heading codeBlock blockquote[paragraph]]"

    def test_may_continue_lazily(self) -> None:
        assert sources("> a\nb\n\nc", Quote) == ["> a\nb"]

    def test_may_be_an_alert(self) -> None:
        text = "> [!WARNING]\n> a\n\n> [!other]\n> b\n"
        assert shape(text) == "alert[paragraph] blockquote[paragraph]"
        assert [quote.alert for quote in all_of(text, Quote)] == ["warning", None]
        assert inner(text, Quote)[0] == "a"

    def test_ends_the_list_in_it_before_its_own_empty_lines(self) -> None:
        assert sources("> - a\n>\n> b\n", List) == ["- a"]


class TestATable:
    TEXT = "| a | b |\n|:--|--:|\n| 1 \\| x | `p\\|q` |\n| 2 |\n"

    def test_has_rows_and_cells(self) -> None:
        assert [row.header for row in all_of(self.TEXT, TableRow)] == [True, False, False]
        assert inner(self.TEXT, TableCell) == ["a", "b", "1 \\| x", "`p\\|q`", "2", ""]
        assert sources(self.TEXT, TableCell)[:2] == [" a ", " b "]

    def test_knows_its_alignments_and_its_row_of_dashes(self) -> None:
        table = first(self.TEXT, Table)
        assert table.alignments == ("left", "right")
        assert self.TEXT[slice(*table.delimiter_row)] == "|:--|--:|"

    def test_has_cells_that_the_source_lacks_at_the_end_of_the_row(self) -> None:
        row = all_of(self.TEXT, TableRow)[-1]
        assert (row.children[1].start, row.children[1].end) == (row.end, row.end)

    def test_may_have_a_header_only_and_no_outer_pipes(self) -> None:
        text = "a|b\n-|-\n\nc"
        assert sources(text, Table) == ["a|b\n-|-"]
        assert first(text, Table).alignments == (None, None)

    def test_in_a_quote_leaves_out_the_markers(self) -> None:
        text = "> |a|\n> |-|\n> |b|\n"
        assert sources(text, TableRow) == ["|a|", "|b|"]
        assert text[slice(*first(text, Table).delimiter_row)] == "|-|"

    def test_has_no_link_definition_in_a_cell_too_many(self) -> None:
        tree = parse("| a |\n|---|\n| 1 | [x]: y |")
        assert [block.type for block in tree.walk()][-2:] == ["tableRow", "tableCell"]

    def test_with_an_empty_cell_is_written_into_behind_its_first_space(self) -> None:
        cell = all_of("|   | b |\n|---|---|\n", TableCell)[0]
        assert (cell.start, cell.inner_start, cell.inner_end, cell.end) == (1, 2, 2, 4)


class TestFrontMatter:
    @pytest.mark.parametrize(
        ("text", "language"),
        [("---\na: b\n---\n\nx", "yaml"), ("---\na: b\n...\nx", "yaml"), ("+++\na = 1\n+++\nx", "toml")],
    )
    def test_stands_before_everything_else(self, text: str, language: str) -> None:
        found = first(text, FrontMatter)
        assert (found.start, found.language) == (0, language)
        assert shape(text) == "frontMatter paragraph"

    def test_has_the_data_as_content(self) -> None:
        assert inner("\ufeff---\r\na: b\r\nc: d\r\n---\r\n", FrontMatter) == ["a: b\r\nc: d"]

    def test_is_nowhere_else(self) -> None:
        assert shape("a\n\n---\nb\n---\n") == "paragraph thematicBreak heading"

    def test_does_not_begin_with_a_blank_line(self) -> None:
        assert shape("---\n\nb\n\n---\n") == "thematicBreak paragraph thematicBreak"

    def test_has_an_end(self) -> None:
        assert shape("---\na: b\n") == "thematicBreak paragraph"


class TestALinkDefinition:
    def test_has_label_destination_and_title(self) -> None:
        text = "[The  Label]: <a b> 'Title'\n"
        found = first(text, LinkDefinition)
        assert found.label == "The  Label"
        assert text[found.inner_start : found.inner_end] == "<a b>"
        assert found.title
        assert text[slice(*found.title)] == "'Title'"

    def test_is_found_before_a_paragraph_and_twice(self) -> None:
        text = "[a]: /b\n[a]: /c\n'd'\ntext [a]\n"
        assert sources(text, LinkDefinition) == ["[a]: /b", "[a]: /c\n'd'"]
        assert sources(text, Paragraph) == ["text [a]"]

    def test_is_in_its_container(self) -> None:
        assert shape("- a\n\n  [b]: c\n- d\n") == ("bulletList[listItem[paragraph linkDefinition] listItem[paragraph]]")
        assert shape("> [a]: b\n") == "blockquote[linkDefinition]"

    def test_is_none_in_a_paragraph_or_in_code(self) -> None:
        assert all_of("a\n[b]: c\n\n```\n[d]: e\n```\n\n[f]: g h\n", LinkDefinition) == []


class TestOtherBlocks:
    def test_html_ends_at_a_blank_line_or_at_its_own_end(self) -> None:
        assert sources("<div>\n*a*\n\n*b*\n</div>\n", HtmlBlock) == ["<div>\n*a*", "</div>"]
        assert sources("<!-- a\n\nb -->\nc\n", HtmlBlock) == ["<!-- a\n\nb -->"]

    def test_a_formula_alone_in_a_paragraph_is_a_block(self) -> None:
        text = "$$\nx\n$$\n\na $$y$$ b\n\n- $$z$$\n"
        assert shape(text) == "mathBlock paragraph bulletList[listItem[mathBlock]]"
        assert inner(text, MathBlock) == ["\nx\n", "z"]

    def test_a_footnote_has_a_label_and_blocks(self) -> None:
        text = "a[^注]\n\n[^注]: b\n\n    c\n\nd\n"
        found = first(text, FootnoteDefinition)
        assert (found.label, text[found.start : found.end]) == ("注", "[^注]: b\n\n    c")
        assert shape(text) == "paragraph footnoteDefinition[paragraph paragraph] paragraph"

    def test_definitions_have_terms(self) -> None:
        text = "term\n: one\n: two\n\nrest\n"
        assert shape(text) == ("definitionList[definitionTerm definition[paragraph] definition[paragraph]] paragraph")

    def test_a_line_that_only_begins_with_a_colon_defines_nothing(self) -> None:
        assert shape("a\n::: tip\nb\n:::\n\n# t\n:label:`x`\n") == "paragraph heading paragraph"

    def test_a_rule_is_its_marks(self) -> None:
        tree = parse("a\n\n * * *  \n")
        assert tree.source(tree.children[1]) == "* * *  "
