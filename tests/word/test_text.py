"""insertText, getSelection, search and replace: their arguments, answers and refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest

from tests.docx.specimen import (
    bold,
    bookmark_end,
    bookmark_start,
    comment_end,
    comment_start,
    docx,
    footnote,
    italic,
    link,
    p,
    table,
)
from tests.docx.validation import harm, losses

if TYPE_CHECKING:
    from tests.word.conftest import Open

LEASE = docx(
    p("Lease"),
    p("The ", bold("Tenant"), " pays the rent on the ", italic("first"), " day of each month."),
    p("See ", link("the law", to="https://example.org/law"), " for details", footnote("As of today."), "."),
    table(["Rent", "Deposit"], ["900", "1,800"]),
    p("Done; done, DONE."),
)


class TestInsertText:
    def test_puts_text_in_the_place_of_the_selection_in_its_formatting(self, word: Open) -> None:
        lease = word(LEASE)
        lease.select("Tenant")
        answer = lease.call("insertText", text="Lessee")
        assert answer["length"] == 6
        assert "<w:b/></w:rPr><w:t>Lessee</w:t>" in lease.saved().body.source
        assert lease.call("replace", target=answer["rangeId"], replaceWith="Renter")["replaced"] == 1
        assert "The Renter pays" in lease.text

    @pytest.mark.parametrize(
        ("location", "expected"),
        [
            ("start", "The new Tenant pays"),
            ("prepend", "The new Tenant pays"),
            ("before", "The new Tenant pays"),
            ("end", "The Tenantnew  pays"),
            ("append", "The Tenantnew  pays"),
            ("after", "The Tenantnew  pays"),
            ("replace", "The new  pays"),
            ("insert", "The new  pays"),
        ],
    )
    def test_takes_every_location_and_alias(self, word: Open, location: str, expected: str) -> None:
        lease = word(LEASE)
        lease.call("insertText", text="new ", scope=lease.range_of("Tenant"), location=location)
        assert expected in lease.text

    def test_takes_where_for_location(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("insertText", text="X", scope="document", where="start")
        assert lease.paragraphs[0] == "XLease"

    @pytest.mark.parametrize("location", ["replace", "before", "after"])
    def test_the_document_has_only_a_start_and_an_end(self, word: Open, location: str) -> None:
        lease = word(LEASE)
        assert lease.refusal("insertText", text="X", scope="document", location=location).code == "E_INVALID_ARG"
        assert lease.refusal("insertText", text="X", scope="document").code == "E_INVALID_ARG"

    @pytest.mark.parametrize(("location", "at"), [("start", 1), ("before", 1), ("end", 2), ("after", 2)])
    def test_a_new_paragraph_goes_beside_the_one_of_the_range(self, word: Open, location: str, at: int) -> None:
        lease = word(LEASE)
        lease.call("insertText", text="New", scope=lease.range_of("Tenant"), location=location, newParagraph=True)
        assert lease.paragraphs[at] == "New"
        assert not harm(LEASE, lease.data())

    def test_a_new_paragraph_at_the_end_of_the_document(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("insertText", text="Thanks", scope="document", location="end", newParagraph=True)
        assert lease.paragraphs[-2:] == ["Done; done, DONE.", "Thanks"]

    def test_line_ends_make_paragraphs_and_tabs_are_tabs(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("insertText", text="\none\ttwo\nthree", scope=lease.range_of("Lease"), location="after")
        assert lease.paragraphs[:3] == ["Lease", "one\ttwo", "three"]
        assert "<w:tab/>" in lease.saved().body.source

    def test_control_characters_are_refused(self, word: Open) -> None:
        assert (
            word(LEASE).refusal("insertText", text="a\x01b", scope="document", location="end").code == "E_INVALID_ARG"
        )

    def test_ids_are_taken_bare_prefixed_and_doubly_prefixed(self, word: Open) -> None:
        lease = word(LEASE)
        name = lease.range_of("Tenant")
        for scope in (name, name.removeprefix("rangeId:"), f"rangeId:{name}"):
            lease.call("insertText", text="x", scope=scope, location="before")
        assert "The xxxTenant" in lease.text

    def test_a_range_of_another_document_is_not_found(self, word: Open) -> None:
        lease = word(LEASE)
        assert lease.refusal("insertText", text="x", scope="rangeId:0123456789ab").code == "E_NOT_FOUND"
        assert lease.refusal("insertText", text="x", scope="nowhere:else").code == "E_INVALID_ARG"

    def test_without_keeping_the_formatting_it_looks_as_the_style_says(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("insertText", text=" Inc.", scope=lease.range_of("Tenant"), location="end", keepFormatting=False)
        assert "<w:t>Tenant</w:t></w:r><w:r>" in lease.saved().body.source
        assert not re.search(r"<w:b/>[^/]*</w:rPr><w:t[^>]*> Inc", lease.saved().body.source)
        assert "The Tenant Inc. pays" in lease.text
        assert not harm(LEASE, lease.data())
        lease.undo()
        assert lease.data() == LEASE

    def test_plain_text_in_the_place_of_formatted_text_and_over_paragraphs(self, word: Open) -> None:
        lease = word(LEASE)
        scope = lease.range_of("Tenant")
        name = lease.call("insertText", text="one\ntwo", scope=scope, keepFormatting=False)["rangeId"]
        assert lease.paragraphs[1:3] == ["The one", "two pays the rent on the first day of each month."]
        assert "<w:b/>" not in lease.saved().body.source
        assert lease.call("search", query="one\ntwo", scope=name)["results"]

    @pytest.mark.parametrize("text", ["", "\n", "😀", "漢字\n漢字", "שלום"])
    def test_any_text_anywhere(self, word: Open, text: str) -> None:
        lease = word(LEASE)
        for keep in (True, False):
            lease.call("insertText", text=text, scope=lease.range_of("900"), location="end", keepFormatting=keep)
        assert not harm(LEASE, lease.data())
        for _ in range(2 if text else 0):
            lease.undo()
        assert lease.data() == LEASE

    def test_length_counts_code_points(self, word: Open) -> None:
        assert word(LEASE).call("insertText", text="😀漢", scope="document", location="end")["length"] == 2

    @pytest.mark.parametrize("mark", ["inserted", "deleted"])
    def test_a_tracked_end_of_a_paragraph_stays_one(self, word: Open, mark: Literal["inserted", "deleted"]) -> None:
        data = docx(p("one two", mark=mark), "three")
        document = word(data)
        document.call("insertText", text="\n", scope=document.range_of(" two"), location="before")
        assert not harm(data, document.data())
        assert len(re.findall("<w:(?:ins|del) ", document.saved().body.source)) == 1

    def test_comments_and_bookmarks_that_begin_or_end_in_what_goes_stay(self, word: Open) -> None:
        data = docx(
            p("one ", bookmark_start("a"), "two"), p("three", bookmark_end("a"), comment_start("Why?"), " four"),
            p("five ", comment_end("Why?"), "six"), "seven",
        )  # fmt: skip
        for number, text in enumerate(("x", "x\ny", "")):
            document = word(data, f"{number}.docx")
            document.select("wo\nthree four\nfi")
            document.call("insertText", text=text)
            assert not harm(data, document.data())
            assert not {each for each in losses(data, document.data()) if "text volume" not in each}


class TestGetSelection:
    def test_tells_the_text_and_where_it_is(self, word: Open) -> None:
        lease = word(LEASE)
        lease.select("rent")
        found = lease.call("getSelection")
        assert found["text"] == "rent"
        assert lease.text[found["start"] : found["end"]] == "rent"

    def test_its_range_goes_with_the_text(self, word: Open) -> None:
        lease = word(LEASE)
        lease.select("rent")
        name = lease.call("getSelection")["rangeId"]
        lease.call("insertText", text="A long beginning. ", scope="document", location="start")
        lease.call("replace", target=name, replaceWith="fee")
        assert "pays the fee on" in lease.text


class TestSearch:
    @pytest.mark.parametrize(
        ("query", "options", "found"),
        [
            ("done", {}, ["Done", "done", "DONE"]),
            ("done", {"matchCase": True}, ["done"]),
            ("en", {"matchSuffix": True}, []),
            ("ten", {"matchPrefix": True}, ["Ten"]),
            ("ten", {"matchWholeWord": True}, []),
            ("rent", {"matchWholeWord": True}, ["rent", "Rent"]),
            ("therent", {"ignoreSpace": True}, ["the rent"]),
            ("Done done", {"ignorePunct": True}, ["Done; done"]),
            ("T?nant", {"matchWildcards": True}, ["Tenant"]),
            ("<T*t>", {"matchWildcards": True, "matchCase": True}, ["The Tenant"]),
            ("[Dd]on", {"matchWildcards": True, "matchCase": True}, ["Don", "don"]),
            (r"\b\d,\d+", {"useRegex": True}, ["1,800"]),
            ("pays the rent on the first day", {}, ["pays the rent on the first day"]),
            ("nowhere", {}, []),
        ],
    )
    def test_finds_what_the_options_say(
        self, word: Open, query: str, options: dict[str, bool], found: list[str]
    ) -> None:
        results = word(LEASE).call("search", query=query, **options)["results"]
        assert [result["text"] for result in results] == found

    def test_a_result_tells_its_paragraph_and_its_place(self, word: Open) -> None:
        lease = word(LEASE)
        (result,) = lease.call("search", query="1,800")["results"]
        assert result["context"] == "1,800"
        assert lease.text[result["start"] : result["end"]] == "1,800"

    def test_only_the_scope_is_searched(self, word: Open) -> None:
        lease = word(LEASE)
        lease.select("Done; done")
        assert len(lease.call("search", query="done", scope="selection")["results"]) == 2

    def test_what_is_left_out_is_mentioned(self, word: Open) -> None:
        answer = word(LEASE).call("search", query="e", maxResults=2)
        assert len(answer["results"]) == 2
        assert "more than 2" in answer["message"]

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ({"query": ""}, "E_INVALID_ARG"),
            ({"query": "(", "useRegex": True}, "E_INVALID_ARG"),
            ({"query": "a", "useRegex": True, "matchWildcards": True}, "E_INVALID_ARG"),
            ({"query": "a", "maxResults": 0}, "E_INVALID_ARG"),
            ({"query": "a", "scope": "rangeId:none"}, "E_NOT_FOUND"),
        ],
    )
    def test_refusals(self, word: Open, arguments: dict[str, object], code: str) -> None:
        assert word(LEASE).refusal("search", **arguments).code == code


class TestReplace:
    def test_all_matches_in_the_formatting_of_each(self, word: Open) -> None:
        lease = word(LEASE)
        answer = lease.call("replace", target="searchQuery", query="rent", replaceWith="fee", matchWholeWord=True)
        assert answer["replaced"] == 2
        assert "pays the fee on" in lease.text
        assert not harm(LEASE, lease.data())
        lease.undo()
        assert lease.data() == LEASE

    def test_the_first_match_only(self, word: Open) -> None:
        lease = word(LEASE)
        arguments = {"query": "done", "replaceWith": "over", "mode": "replaceFirst"}
        assert lease.call("replace", target="searchQuery", **arguments)["replaced"] == 1
        assert lease.paragraphs[-1] == "over; done, DONE."

    def test_the_new_text_has_the_formatting_of_the_match(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("replace", target="searchQuery", query="Tenant", replaceWith="Lessee")
        assert "<w:b/></w:rPr><w:t>Lessee</w:t>" in lease.saved().body.source

    def test_the_first_character_of_a_match_gives_the_formatting_and_neighbours_keep_theirs(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("replace", target="searchQuery", query="Tenant pays", replaceWith="Tenant owes")
        source = lease.saved().body.source
        assert "<w:b/></w:rPr><w:t>Tenant owes</w:t>" in source
        assert '<w:r><w:t xml:space="preserve"> the rent on the </w:t></w:r>' in source
        assert "<w:i/></w:rPr><w:t>first</w:t>" in source

    @pytest.mark.parametrize(
        ("query", "options", "replaced", "paragraph"),
        [
            ("done", {}, 3, "x; x, x."),
            ("done", {"matchCase": True}, 1, "Done; x, DONE."),
            ("do", {"matchPrefix": True}, 3, "xne; xne, xNE."),
            ("ne", {"matchSuffix": True}, 3, "Dox; dox, DOx."),
            ("don", {"matchWholeWord": True}, 0, "Done; done, DONE."),
            ("done;done", {"ignoreSpace": True}, 1, "x, DONE."),
            ("done done", {"ignorePunct": True}, 1, "x, DONE."),
            ("D?n", {"matchWildcards": True, "matchCase": True}, 1, "xe; done, DONE."),
            (r"\bdon\w", {"useRegex": True, "matchCase": True}, 1, "Done; x, DONE."),
        ],
    )
    def test_options_are_those_of_search(
        self, word: Open, query: str, options: dict[str, bool], replaced: int, paragraph: str
    ) -> None:
        lease = word(LEASE)
        answer = lease.call("replace", target="searchQuery", query=query, replaceWith="x", **options)
        assert answer["replaced"] == replaced
        assert lease.paragraphs[-1] == paragraph
        assert not harm(LEASE, lease.data())

    def test_only_in_the_scope(self, word: Open) -> None:
        lease = word(LEASE)
        lease.select("Done; done")
        arguments = {"query": "done", "replaceWith": "over", "scope": "selection"}
        assert lease.call("replace", target="searchQuery", **arguments)["replaced"] == 2
        assert lease.paragraphs[-1] == "over; over, DONE."

    def test_line_ends_in_the_new_text_make_paragraphs(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("replace", target="searchQuery", query=" done,", replaceWith="\nover,\n")
        assert lease.paragraphs[-3:] == ["Done;", "over,", " DONE."]
        assert not harm(LEASE, lease.data())
        lease.undo()
        assert lease.data() == LEASE

    def test_a_match_over_paragraphs(self, word: Open) -> None:
        lease = word(docx("one", "two", "three", "two", "four"))
        answer = lease.call("replace", target="searchQuery", query=r"\ntwo", useRegex=True, replaceWith="!")
        assert answer["replaced"] == 2
        assert lease.paragraphs == ["one!", "three!", "four"]

    @pytest.mark.parametrize(
        ("query", "wording", "expected"),
        [
            (r"(done)([;,])", "$2$1", ";Done ,done DONE."),
            (r"(done)([;,])", r"\2\1", ";Done ,done DONE."),
            (r"(?P<what>done)([;,])", r"\g<what>!\g<2>", "Done!; done!, DONE."),
            (r"(done);|(done),", "<$1$2>", "<Done> <done> DONE."),
            (r"done[;,]", r"$$5 \\ $x $0", r"$5 \ $x $0 $5 \ $x $0 DONE."),
            (r"; (done)", r"\n$1\t", "Done\ndone\t, DONE."),
        ],
    )
    def test_the_new_text_refers_to_groups_of_an_expression(
        self, word: Open, query: str, wording: str, expected: str
    ) -> None:
        lease = word(LEASE)
        lease.call("replace", target="searchQuery", query=query, useRegex=True, replaceWith=wording)
        assert lease.text.endswith(f"1,800\n{expected}")
        lease.undo()
        assert lease.data() == LEASE

    def test_the_first_match_alone_has_its_groups(self, word: Open) -> None:
        lease = word(LEASE)
        how = {"useRegex": True, "mode": "replaceFirst"}
        lease.call("replace", target="searchQuery", query="(done);", replaceWith="all $1:", **how)
        assert lease.paragraphs[-1] == "all Done: done, DONE."

    @pytest.mark.parametrize("options", [{}, {"matchWildcards": True}])
    def test_without_an_expression_the_new_text_is_literal(self, word: Open, options: dict[str, bool]) -> None:
        lease = word(LEASE)
        lease.call("replace", target="searchQuery", query="Done;", replaceWith=r"$1 \1 $$ \n", **options)
        assert lease.paragraphs[-1] == r"$1 \1 $$ \n done, DONE."

    @pytest.mark.parametrize("wording", ["$2", r"\2", r"\g<2>", r"\g<who>", "$500"])
    def test_a_group_that_does_not_exist_is_refused(self, word: Open, wording: str) -> None:
        lease = word(LEASE)
        refused = lease.refusal("replace", target="searchQuery", query="(done)", useRegex=True, replaceWith=wording)
        assert (refused.code, "no group" in refused.message) == ("E_INVALID_ARG", True)
        assert lease.data() == LEASE

    def test_ranges_survive_the_replacement_undo_and_redo(self, word: Open) -> None:
        lease = word(LEASE)
        name = lease.range_of("month")
        lease.call("replace", target="searchQuery", query="the", replaceWith="each and every")
        lease.undo()
        lease.redo()
        lease.call("insertText", text="calendar ", scope=name, location="before")
        assert "calendar month" in lease.text

    def test_a_note_in_the_way_is_not_deleted(self, word: Open) -> None:
        lease = word(LEASE)
        refused = lease.refusal("replace", target=lease.range_of("details\ufffc"), replaceWith="more")
        assert refused.code == "E_UNSUPPORTED"
        assert lease.data() == LEASE

    def test_the_whole_document_only_when_it_is_named(self, word: Open) -> None:
        lease = word(LEASE)
        lease.call("replace", target="document", replaceWith="Nothing\nleft")
        assert lease.paragraphs == ["Nothing", "left"]
        lease.undo()
        assert lease.data() == LEASE

    def test_no_match_is_no_error(self, word: Open) -> None:
        assert word(LEASE).call("replace", target="searchQuery", query="nowhere", replaceWith="x")["replaced"] == 0

    @pytest.mark.parametrize(
        "arguments",
        [
            {"target": "searchQuery", "replaceWith": "x"},
            {"target": "document", "query": "x", "replaceWith": "x"},
            {"target": "elsewhere:x", "replaceWith": "x"},
            {"target": "selection"},
        ],
    )
    def test_refusals(self, word: Open, arguments: dict[str, object]) -> None:
        assert word(LEASE).refusal("replace", **arguments).code == "E_INVALID_ARG"
