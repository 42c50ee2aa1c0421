"""The formatting tools: what cases cannot say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import marko
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import QuireError
from quire.core.words import word_at
from quire.formats.markdown.document import MarkdownDocument
from quire.formats.markdown.marks import MARKS
from quire.formats.markdown.passage import passages
from tests.tier import examples

if TYPE_CHECKING:
    from tests.conftest import Desk


def select(desk: Desk, text: str, part: str) -> None:
    """A document with a part of it selected."""
    desk.document(text)
    start = text.index(part)
    desk.call("selection_set", **{"from": start, "to": start + len(part)})


class TestAnAnswer:
    def test_tells_what_was_done(self, desk: Desk) -> None:
        select(desk, "one two", "two")
        assert desk.call("format_toggle", mark="bold") == {"message": "Toggled bold.", "applied": True}

    def test_tells_where_a_link_leads(self, desk: Desk) -> None:
        select(desk, "one two", "two")
        assert desk.call("format_set_link", href="u") == {"message": "Set a link to 'u'.", "applied": True}
        assert desk.call("format_remove_link") == {"message": "Removed the link.", "applied": True}

    def test_tells_that_there_was_nothing_to_do(self, desk: Desk) -> None:
        select(desk, "one two", "two")
        assert desk.call("format_clear") == {"message": "Nothing had to be changed.", "applied": True}

    def test_names_the_marks_there_are(self, desk: Desk) -> None:
        select(desk, "one two", "two")
        refused = desk.refusal("format_toggle", mark="blink")
        assert refused.code == "E_INVALID_ARG"
        assert all(mark in refused.message for mark in MARKS)


class TestTheSelection:
    @pytest.mark.parametrize("mark", MARKS)
    def test_covers_the_same_words_afterwards(self, desk: Desk, mark: str) -> None:
        select(desk, "one two three", "two")
        for _ in range(2):
            desk.call("format_toggle", mark=mark)
            assert desk.call("selection_get")["text"] == "two"
        assert desk.text == "one two three"

    def test_covers_the_same_words_when_a_mark_grows(self, desk: Desk) -> None:
        select(desk, "**one two** three", "two** three")
        desk.call("format_toggle", mark="bold")
        assert (desk.text, desk.call("selection_get")["text"]) == ("**one two three**", "two three")

    def test_covers_the_text_of_a_new_link(self, desk: Desk) -> None:
        select(desk, "one two three", "two")
        desk.call("format_set_link", href="u")
        assert desk.call("selection_get")["text"] == "two"

    def test_of_another_document_is_reached_by_its_tab(self, desk: Desk) -> None:
        tab = desk.document("one")
        desk.call("selection_set", **{"from": 0, "to": 3})
        desk.document("two")
        desk.call("format_toggle", mark="italic", windowId=tab)
        assert desk.call("document_get_content", windowId=tab) == "*one*"
        assert desk.text == "two"


class TestASuggestion:
    @pytest.fixture(autouse=True)
    def _stage_everything(self, desk: Desk) -> None:
        desk.settings(staging="stage-everything")

    @staticmethod
    def suggest(desk: Desk, tool: str, **arguments: Any) -> str:
        answer = desk.call(tool, **arguments)
        assert answer["applied"] is False
        assert "waits for approval" in answer["message"]
        identifier: str = answer["suggestionId"]
        return identifier

    @pytest.mark.parametrize(
        ("tool", "arguments", "expected"),
        [
            ("format_toggle", {"mark": "bold"}, "**a** **[b](u)**"),
            ("format_set_link", {"href": "v", "title": "T"}, '**a** [b](v "T")'),
            ("format_remove_link", {}, "**a** b"),
            ("format_clear", {}, "**a** b"),
        ],
    )
    def test_is_made_by_every_tool(self, desk: Desk, tool: str, arguments: dict[str, str], expected: str) -> None:
        self.document(desk, "**a** [b](u)", "[b](u)")
        identifier = self.suggest(desk, tool, **arguments)
        assert desk.text == "**a** [b](u)"
        desk.call("suggestion_accept", suggestionId=identifier)
        assert desk.text == expected

    def test_is_accepted_after_an_edit_elsewhere(self, desk: Desk) -> None:
        self.document(desk, "one two three", "two")
        identifier = self.suggest(desk, "format_toggle", mark="bold")
        desk.as_person("document_insert_at_position", text="zero ", position=0)
        desk.call("suggestion_accept", suggestionId=identifier)
        assert desk.text == "zero one **two** three"

    def test_is_stale_after_an_edit_inside(self, desk: Desk) -> None:
        self.document(desk, "one two three", "two")
        identifier = self.suggest(desk, "format_toggle", mark="bold")
        desk.as_person("document_replace", search="w", replace="W")
        assert desk.call("suggestion_list")["suggestions"][0]["isStale"] is True
        assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_CONFLICT"

    def test_for_the_word_at_the_cursor_is_stale_when_the_word_changes(self, desk: Desk) -> None:
        self.document(desk, "one two three", "")
        desk.call("cursor_set_position", position=5)
        identifier = self.suggest(desk, "format_toggle", mark="bold")
        desk.as_person("document_replace", search="w", replace="W")
        assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_CONFLICT"

    def test_for_a_link_is_stale_when_its_address_changes(self, desk: Desk) -> None:
        self.document(desk, "[one](u)", "")
        desk.call("cursor_set_position", position=2)
        identifier = self.suggest(desk, "format_set_link", href="v")
        desk.as_person("document_replace", search="(u)", replace="(w)")
        assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_CONFLICT"

    @staticmethod
    def document(desk: Desk, text: str, part: str) -> None:
        desk.settings(staging="auto-approve")
        select(desk, text, part)
        desk.settings(staging="stage-everything")


class TestAWord:
    @pytest.mark.parametrize(
        ("marked", "word"),
        [
            ("one t|wo", "two"),
            ("one two|", "two"),
            ("|one", "one"),
            ("don|’t", "don’t"),
            ("don|'t x", "don't"),
            ("e\u0301t|e\u0301", "e\u0301te\u0301"),
            ("हि|न्दी", "हिन्दी"),
            ("한국|어", "한국어"),
            ("中|文", "文"),
            ("中文|", "文"),
            ("a|中", "中"),
            ("snake_|case", "snake_case"),
            ("_em|ph_", "emph"),
            ("a | b", None),
            ("😀|", None),
            ("|", None),
        ],
    )
    def test_is_found_at_a_position(self, marked: str, word: str | None) -> None:
        before, _, after = marked.partition("|")
        found = word_at(before + after, len(before))
        assert (found and (before + after)[slice(*found)]) == word


PIECES = st.sampled_from(
    [
        "word", "a", " ", " ", ", ", "! ", "(b)", "中文", "。", "（注）", "😀", "é", "**bold**", "*it*", "_it_",
        "~~gone~~", "==hi==", "<u>un</u>", "`co*de`", "[link *x*](u)", "[[W|t]]", "<https://a.b>", "![i](s)", "$x$",
        "\\*", "&amp;", "***both***", "\n", "\n> ", "\n\n", "\n\n- ", "\n\n# ", "\n\n```\n**c**\n```\n\n",
        "\n\n| a | **b** |\n|---|---|\n\n",
    ]
)  # fmt: skip
SOURCES = st.lists(PIECES, min_size=1, max_size=12).map("".join)
relaxed = settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))


@st.composite
def selections(draw: st.DrawFn) -> tuple[MarkdownDocument, Range]:
    source = draw(SOURCES)
    start, end = sorted((draw(st.integers(0, len(source))), draw(st.integers(0, len(source)))))
    return MarkdownDocument(source), Range(start, end)


def done(document: MarkdownDocument, place: Range, verb: str, **arguments: Any) -> tuple[MarkdownDocument, Range]:
    """The document and the range after a verb."""
    change = document.plan(Intent(verb, (place,), arguments))
    return document.apply(change), place.map(change.mapping)


def tried(document: MarkdownDocument, place: Range, verb: str, **arguments: Any) -> tuple[MarkdownDocument, Range]:
    """The document and the range after a verb; what is refused is no example."""
    try:
        return done(document, place, verb, **arguments)
    except QuireError:
        raise UnsatisfiedAssumption from None


def seen(document: MarkdownDocument) -> str:
    return document.inlines.plain_text(document.tree)


@pytest.mark.parametrize(
    ("text", "place", "mark"),
    [
        ("（注）***both***(b)", Range(10, 14), "bold"),
        ("a。***both***", Range(1, 2), "italic"),
        ("a.***both***", Range(1, 2), "italic"),
    ],
)
def test_a_mark_is_refused_where_only_punctuation_beside_it_could_get_it(text: str, place: Range, mark: str) -> None:
    with pytest.raises(QuireError, match="cannot begin and end"):
        done(MarkdownDocument(text), place, "toggle_mark", mark=mark)


class TestWhateverIsSelected:
    @relaxed
    @given(selections(), st.sampled_from(sorted(MARKS)))
    def test_a_mark_that_was_put_on_is_taken_off_to_the_byte(
        self, selection: tuple[MarkdownDocument, Range], mark: str
    ) -> None:
        document, place = selection
        after, moved = tried(document, place, "toggle_mark", mark=mark)
        assume(not any(passage.spans(MARKS[mark].fits, margin=1) for passage in passages(document, place)))
        again, _ = done(after, moved, "toggle_mark", mark=mark)
        assert again.text == document.text

    @relaxed
    @given(selections(), st.sampled_from(sorted(set(MARKS) - {"code"})))
    def test_a_mark_changes_no_text_and_all_letters_get_or_lose_it(
        self, selection: tuple[MarkdownDocument, Range], mark: str
    ) -> None:
        document, place = selection
        after, moved = tried(document, place, "toggle_mark", mark=mark)
        had = [MARKS[mark].covers(passage) for passage in passages(document, place)]
        assert seen(after) == seen(document)
        has = [MARKS[mark].covers(passage) for passage in passages(after, moved)]
        assert has == [not all(had)] * len(had)

    @relaxed
    @given(selections())
    def test_clearing_leaves_no_mark_and_clearing_again_changes_nothing(
        self, selection: tuple[MarkdownDocument, Range]
    ) -> None:
        document, place = selection
        after, moved = tried(document, place, "clear_marks")
        assert seen(after) == seen(document)
        for passage in passages(after, moved):
            kinds = {span.type for glyph in passage.glyphs for span in glyph.path}
            assert not kinds & {mark.type for mark in MARKS.values()}
        again, _ = done(after, moved, "clear_marks")
        assert again.text == after.text

    @relaxed
    @given(selections(), st.text(min_size=1), st.none() | st.text())
    def test_a_link_leads_where_it_was_said_to(
        self, selection: tuple[MarkdownDocument, Range], href: str, title: str | None
    ) -> None:
        document, place = selection
        assume(not place.is_empty)
        after, _ = tried(document, place, "set_link", href=href, title=title)
        assert seen(after) == seen(document)


HTML = {"bold": "strong", "italic": "em", "code": "code"}


class TestAnotherParser:
    @pytest.mark.parametrize("mark", HTML)
    @pytest.mark.parametrize(
        "around", ["a {} b", "a{}b", "*a* {}", "> - {} c", "# {}", "**x {} y**", "*x*{}", "[{}](u)"]
    )
    def test_reads_a_new_mark_as_one(self, mark: str, around: str) -> None:
        start = around.index("{}")
        document, place = MarkdownDocument(around.format("word")), Range(start, start + 4)
        already_bold = mark == "bold" and around.startswith("**")
        after, _ = done(document, place, "toggle_mark", mark=mark)
        html = marko.convert(after.text)
        assert bool(re.search(rf"<{HTML[mark]}>[^<]*word", html)) is not already_bold
        assert re.sub(r"<[^>]*>", "", html) == re.sub(r"<[^>]*>", "", marko.convert(document.text))

    @pytest.mark.parametrize(
        "href",
        ["u", "a b", "a(b", "a)b", "a(b)", "<a>", "a\\b", "a\\", "&amp;", "a&copy;b", "中文", "a\"b'c", "[x](y)"],
    )
    def test_reads_a_new_link_as_one(self, href: str) -> None:
        document = MarkdownDocument("see this now")
        after, _ = done(document, Range(4, 8), "set_link", href=href, title='T "&lt;" \\')
        parsed: Any = marko.parse(after.text)
        _, link, _ = parsed.children[0].children
        assert (link.dest, link.title) == (href, 'T "&lt;" \\')


def test_a_byte_order_mark_stays_first() -> None:
    document = MarkdownDocument("\ufeffone")
    assert done(document, Range(0, 4), "toggle_mark", mark="bold")[0].text == "\ufeff**one**"
    assert done(document, Range(0, 0), "set_link", href="u")[0].text == "\ufeff[u](u)one"


def test_an_unknown_mark_is_refused_by_the_document_too() -> None:
    with pytest.raises(QuireError, match="no mark 'blink'"):
        MarkdownDocument("a").plan(Intent("toggle_mark", (Range(0, 1),), {"mark": "blink"}))
