from __future__ import annotations

import pytest

from quire.core import document as core
from quire.formats.markdown.blocks import parse
from quire.formats.markdown.outline import outline, section


def titles(headings: tuple[core.Heading, ...]) -> list[object]:
    return [[heading.title, *titles(heading.children)] for heading in headings]


def sections(text: str) -> list[str]:
    tree = parse(text)
    found = [section(tree, heading) for heading in tree.headings()]
    return [text[each.start : each.end] for each in found]


class TestTheOutline:
    def test_nests_headings_by_level(self) -> None:
        text = "# A\n## B\n### C\n## D\n# E\n"
        assert titles(outline(parse(text))) == [["A", ["B", ["C"]], ["D"]], ["E"]]

    def test_takes_levels_as_they_come(self) -> None:
        assert titles(outline(parse("### A\n# B\n#### C\n## D\n"))) == [["A"], ["B", ["C"], ["D"]]]

    def test_has_titles_without_markup(self) -> None:
        [heading] = outline(parse("## **A** `b` [c](d) &amp; 中 ##\n"))
        assert heading == core.Heading("A b c & 中", 2, 0, ())

    def test_tells_positions_in_code_points(self) -> None:
        assert [heading.position for heading in outline(parse("# 😀\n\n# B\n"))] == [0, 5]

    def test_knows_underlined_headings_and_none_in_code(self) -> None:
        assert titles(outline(parse("A\n===\n\n```\n# no\n```\n\nB\n---\n"))) == [["A", ["B"]]]

    def test_leaves_out_headings_in_quotes_and_lists(self) -> None:
        assert titles(outline(parse("# A\n\n> # Q\n\n- # L\n"))) == [["A"]]

    def test_of_a_document_without_headings_is_empty(self) -> None:
        assert outline(parse("a\n")) == ()


class TestASection:
    def test_runs_to_the_next_heading_of_its_level_or_higher(self) -> None:
        assert sections("x\n\n# A\na\n\n## B\nb\n# C\n") == ["# A\na\n\n## B\nb\n", "## B\nb\n", "# C\n"]

    def test_runs_to_the_end_of_the_document(self) -> None:
        assert sections("# A\n\na\n\n\n") == ["# A\n\na\n\n\n"]

    def test_is_not_ended_by_code_or_by_a_quoted_heading(self) -> None:
        text = "# A\n\n```\n# no\n```\n\n> # Q\n\na\n"
        assert sections(text)[0] == text

    def test_has_whole_lines(self) -> None:
        assert sections("  # A\na\n\n   B\n ===\n") == ["  # A\na\n\n", "   B\n ===\n"]

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    def test_has_whole_lines_however_they_end(self, ending: str) -> None:
        text = ending.join(["A", "=", "a", "# B"])
        tree = parse(text)
        first, second = [section(tree, heading) for heading in tree.headings()]
        assert text[first.start : first.end].endswith(f"{ending}a{ending}")
        assert (second.start, second.end) == (len(text) - 3, len(text))

    def test_in_a_quote_ends_with_the_quote_at_the_latest(self) -> None:
        assert sections("> # A\n> a\n> # B\n> b\n\nc\n") == ["> # A\n> a\n", "> # B\n> b\n"]
