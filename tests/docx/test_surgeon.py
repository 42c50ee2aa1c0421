"""Words change, and nothing else does: runs, fields, links, notes, pictures, comments, bookmarks, others' changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docx.parts import content
from tests.docx.specimen import (
    bold,
    bookmark,
    cell,
    comment,
    control,
    control_around,
    deleted,
    docx,
    endnote,
    equation,
    field,
    field_end,
    field_start,
    footnote,
    inserted,
    italic,
    link,
    moved_from,
    moved_to,
    p,
    picture,
    raw,
    run,
    simple_field,
    symbol,
    table,
    underlined,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.page import Page
    from tests.docx.paper import Paper
    from tests.docx.specimen import Text

    Lay = Callable[[bytes], Paper]


class TestWords:
    def test_a_replaced_word_takes_the_formatting_of_what_it_replaces(self, word: Lay) -> None:
        paper = word(docx(p("The ", bold("Fee"), " is ", italic("due"), " ", underlined("now"), ".")))
        paper.edit("Fee is due now", "Price was payable then")
        assert paper.row(0)["text"] == "The <b>Price</b> was <i>payable</i> <u>then</u>."

    def test_an_inserted_word_takes_that_of_its_left_neighbour_at_the_start_of_its_right_one(self, word: Lay) -> None:
        paper = word(docx(p(bold("Fee"), " is ", italic("due today"), ".")))
        paper.edit("due today", "due only today")
        paper.edit("Fee", "All Fee")
        paper.edit("All Fee", "All Fee payments")
        assert paper.runs(0) == [("All Fee payments", "b"), (" is ", ""), ("due only today", "i"), (".", "")]

    def test_words_that_go_leave_no_run_behind(self, word: Lay) -> None:
        paper = word(docx(p("The ", bold("net"), italic(" Fee"), " is due.")))
        paper.edit("net Fee ", "")
        assert paper.xml(0) == '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:r><w:t>is due.</w:t></w:r></w:p>'

    @pytest.mark.parametrize(
        ("old", "new", "runs"),
        [
            ("ee", "ine", [("The ", ""), ("Fine", "b"), (" is due", "")]),
            ("Fe", "Tr", [("The ", ""), ("Tre", "b"), (" is due", "")]),
            ("e Fee i", "e Price wa", [("The ", ""), ("Price", "b"), (" was due", "")]),
            ("Fee", "Fees", [("The ", ""), ("Fees", "b"), (" is due", "")]),
            ("The ", "The", [("The", ""), ("Fee", "b"), (" is due", "")]),
        ],
    )
    def test_no_word_is_cut_in_two_formats(self, word: Lay, old: str, new: str, runs: list[tuple[str, str]]) -> None:
        paper = word(docx(p("The ", bold("Fee"), " is due")))
        paper.edit(old, new)
        assert paper.runs(0) == runs

    @pytest.mark.parametrize(
        ("old", "new", "runs"),
        [
            ("H2O", "D2O", [("D", ""), ("2", "subscript"), ("O is it", "")]),
            ("H2O", "H3O", [("H", ""), ("3", "subscript"), ("O is it", "")]),
            ("H2O", "H2O gas", [("H", ""), ("2", "subscript"), ("O gas is it", "")]),
            ("H2O", "Water", [("Water is it", "")]),
        ],
    )
    def test_a_word_in_two_formats_keeps_what_stays_of_it(
        self, word: Lay, old: str, new: str, runs: list[tuple[str, str]]
    ) -> None:
        paper = word(docx(p("H", run("2", raised="subscript"), "O is it")))
        paper.edit(old, new)
        assert paper.runs(0) == runs

    def test_runs_that_the_edit_does_not_touch_keep_every_byte(self, word: Lay) -> None:
        odd = '<w:r w:rsidR="00A1"><w:rPr><w:lang w:val="de-DE"/></w:rPr><w:t>same</w:t></w:r>'
        twin = '<w:r w:rsidR="00B2"><w:rPr><w:lang w:val="de-DE"/></w:rPr><w:t xml:space="preserve"> look </w:t></w:r>'
        paper = word(docx(p(raw(odd), raw('<w:proofErr w:type="spellStart"/>'), raw(twin), "Fee", raw(twin), "end")))
        paper.edit("Fee", "Price")
        paper.edit("end", "ending now")
        assert odd + '<w:proofErr w:type="spellStart"/>' + twin in paper.xml(0)
        assert paper.xml(0).count(twin) == 2

    def test_a_run_that_had_to_be_split_is_one_again_if_it_looks_the_same(self, word: Lay) -> None:
        paper = word(docx(p("The Fee is due.")))
        paper.edit("Fee", "net Price")
        assert paper.xml(0) == "<w:p><w:r><w:t>The net Price is due.</w:t></w:r></w:p>"

    def test_the_same_words_change_nothing(self, word: Lay) -> None:
        paper = word(docx(p("The ", bold("Fee"))))
        paper.edit("The Fee", "The Fee")
        assert paper.now == paper.first

    def test_tabs_and_line_breaks_are_typed_and_kept(self, word: Lay) -> None:
        paper = word(docx(p("one\ttwo\vthree")))
        paper.edit("two", "two\tand\na half")
        assert paper.text(0) == "one\ttwo\tand\va half\vthree"
        assert paper.count("w:tab", "w:br", said=0) == {"w:tab": 2, "w:br": 2}
        paper.edit("three", "a\u2011b co\u00adop")
        assert paper.count("w:noBreakHyphen", "w:softHyphen", said=0) == {"w:noBreakHyphen": 1, "w:softHyphen": 1}

    def test_an_empty_paragraph_can_be_filled_and_looks_as_its_mark_says(self, word: Lay) -> None:
        paper = word(docx(p(properties="<w:rPr><w:b/></w:rPr>"), "The Fee"))
        paper.edit("", "Title", at=0)
        assert paper.runs(0) == [("Title", "b")]
        assert paper.refuses("", "x", at=1).code == "E_INVALID_ARG"

    @pytest.mark.parametrize(
        ("before", "old", "new", "after"),
        [
            ("الثمن مستحق الآن", "مستحق", "مدفوع", "الثمن مدفوع الآن"),
            ("承租人应支付租金。", "租金", "押金", "承租人应支付押金。"),
            ("Ship 👩‍👩‍👧 now 🦊", "🦊", "🐻‍❄️", "Ship 👩‍👩‍👧 now 🐻‍❄️"),
            ("cafe\u0301 noir", "noir", "blanc", "cafe\u0301 blanc"),
            ("हिन्दी शब्द", "शब्द", "वाक्य", "हिन्दी वाक्य"),
        ],
    )
    def test_any_script_is_text(self, word: Lay, before: str, old: str, new: str, after: str) -> None:
        paper = word(docx(p(bold(before[:2]), before[2:])))
        paper.edit(old, new, at=0)
        assert paper.text(0) == after

    def test_right_to_left_runs_stay_so(self, word: Lay) -> None:
        rtl = "<w:r><w:rPr><w:rtl/></w:rPr><w:t>שלום עולם</w:t></w:r>"
        paper = word(docx(p(raw(rtl), properties="<w:bidi/>")))
        paper.edit("עולם", "לכם <b>טוב</b>")
        assert "<w:bidi/>" in paper.xml(0)
        assert paper.xml(0).count("<w:rtl/>") == 2
        assert "<w:b/><w:bCs/><w:rtl/>" in paper.xml(0)


class TestObjects:
    """What is no text stays where it is, or the edit is refused."""

    @pytest.mark.parametrize(
        ("object_", "tag", "name"),
        [
            (footnote("A note."), "w:footnoteReference", "a footnote"),
            (endnote("A note."), "w:endnoteReference", "an endnote"),
            (picture(), "w:drawing", "a picture"),
            (equation("x=1"), "m:oMath", "an equation"),
            (field("XE Fee"), "w:fldChar", "a field"),
            (raw('<w:r><w:br w:type="page"/></w:r>'), "w:br", "a page"),
            (symbol("F09F", "Unheard Of"), "w:sym", "a symbol"),
        ],
    )
    def test_an_object_stays_or_the_edit_is_refused(self, word: Lay, object_: Text, tag: str, name: str) -> None:
        paper = word(docx(p("The Fee", object_, " is due.")))
        before = paper.count(tag, said=0)
        paper.edit("Fee\ufffc is", "Price\ufffc was")
        paper.edit("Price was due", "Cost is due", at=0)
        assert paper.text(0) == "The Cost\ufffc is due."
        refused = paper.refuses("Cost\ufffc is", "Cost is")
        assert (refused.code, name in refused.message, "\ufffc" in refused.hint or "U+FFFC" in refused.hint) == (
            "E_UNSUPPORTED", True, True)  # fmt: skip
        assert paper.count(tag, said=0) == before
        assert paper.refuses("is due", "is\ufffc due").code == "E_INVALID_ARG"

    def test_what_has_a_known_sign_is_shown_as_it_and_stays(self, word: Lay) -> None:
        alpha = symbol("F061", "Symbol")
        paper = word(docx(p(symbol("F0A8"), " agreed ", symbol("F0FE"), " not agreed, ", alpha, "=1")))
        assert paper.text(0) == "☐ agreed ☑ not agreed, α=1"
        paper.edit("☐ agreed ☑ not agreed", "☐ accepted ☑ refused")
        assert paper.count("w:sym", said=0) == {"w:sym": 3}
        assert paper.text(0) == "☐ accepted ☑ refused, α=1"
        assert paper.refuses("☐ accepted", "accepted").code == "E_UNSUPPORTED"
        assert paper.refuses("☐ accepted", "☑ accepted").code == "E_UNSUPPORTED"

    def test_a_comment_and_a_bookmark_keep_their_range(self, word: Lay) -> None:
        paper = word(docx(p("The ", bookmark("fee", comment("Which?", "Fee"), " is"), " due.")))
        marks = ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference", "w:bookmarkStart", "w:bookmarkEnd")
        paper.edit("The Fee is due", "Each Price was owed")
        assert '<w:commentRangeStart w:id="0"/><w:r><w:t>Price</w:t></w:r><w:commentRangeEnd' in paper.xml(0)
        paper.edit("Price was ", "")
        assert paper.text(0) == "Each owed."
        assert set(paper.count(*marks, said=0).values()) == {1}

    def test_text_typed_at_the_end_of_a_bookmark_is_outside(self, word: Lay) -> None:
        paper = word(docx(p("The ", bookmark("fee", "Fee"), " is ", comment("Which?", "due"), ".")))
        paper.edit("Fee is due", "Fee, all of it, is due now")
        assert '<w:t>Fee</w:t></w:r><w:bookmarkEnd w:id="0"/>' in paper.xml(0)
        assert '<w:t>due</w:t></w:r><w:commentRangeEnd w:id="0"/>' in paper.xml(0)

    def test_a_deletion_and_a_move_inside_the_span_stay(self, word: Lay) -> None:
        came = p("and ", moved_to("here "))
        paper = word(docx(p("The ", deleted("old "), "Fee ", moved_from("here "), "is due"), came))
        paper.edit("The Fee is due", "A Price was owed")
        assert paper.count("w:del", "w:moveFrom", said=0) == {"w:del": 1, "w:moveFrom": 1}
        assert "<w:delText" in paper.xml(0)


class TestLinks:
    SITE = p("See ", link(run("the site", style="Hyperlink"), to="https://example.org/"), " for more.")

    def test_words_in_a_link_change_inside_it(self, word: Lay) -> None:
        paper = word(docx(self.SITE))
        assert '<a href="https://example.org/">our new page</a> for' in paper.edit("the site", "our new page")["text"]
        assert paper.count("w:hyperlink", said=0) == {"w:hyperlink": 1}

    def test_text_typed_after_or_before_a_link_is_outside_and_does_not_look_like_it(self, word: Lay) -> None:
        paper = word(docx(self.SITE))
        row = paper.edit("See the site for", "See also the site, and ours, for")
        assert row["text"] == 'See also <a href="https://example.org/">the site</a>, and ours, for more.'
        paper = word(docx(p(link(run("the site", style="Hyperlink"), to="https://example.org/"))))
        row = paper.edit("the site", "See the site now", at=0)
        assert row["text"] == 'See <a href="https://example.org/">the site</a> now'
        assert [look for _, look in paper.runs(0)] == ["", "u 0563C1", ""]

    @pytest.mark.parametrize(
        ("old", "new"), [("the site", ""), ("See the site for", "See for"), ("See the site", "Visit")]
    )
    def test_a_link_is_not_left_without_text(self, word: Lay, old: str, new: str) -> None:
        refused = word(docx(self.SITE)).refuses(old, new)
        assert (refused.code, "link" in refused.message) == ("E_UNSUPPORTED", True)

    def test_a_link_is_made_by_its_tag_once_whatever_it_goes_around(self, word: Lay) -> None:
        paper = word(docx(p("The ", bold("price"), " list is here.")))
        row = paper.edit("price list", '<a href="https://example.org/?a=1&b=2">price and fee list</a>')
        assert row["text"].count("<b>price</b>") == 1
        assert paper.count("w:hyperlink", said=0) == {"w:hyperlink": 1}
        assert b'Target="https://example.org/?a=1&amp;b=2"' in content(paper.now, "word/_rels/document.xml.rels")
        row = paper.edit("here", '<a href="#fee">here</a>')
        assert '<a href="#fee">here</a>' in row["text"]

    def test_a_link_is_not_led_elsewhere_and_not_put_into_another(self, word: Lay) -> None:
        paper = word(docx(self.SITE))
        shown = '<a href="https://example.org/">the site</a>'
        assert paper.refuses(shown, "the site", at=0).code == "E_UNSUPPORTED"
        assert paper.refuses(shown, '<a href="https://example.com/">the site</a>', at=0).code == "E_UNSUPPORTED"
        assert paper.refuses("site", '<a href="https://example.com/">page</a>').code == "E_UNSUPPORTED"
        assert paper.refuses("more", '<a href="javascript:alert(1)">more</a>').code == "E_INVALID_ARG"


class TestControls:
    def test_words_in_a_control_change_inside_it_and_it_is_not_left_empty(self, word: Lay) -> None:
        paper = word(docx(p("Dear ", control("Client", tag="client"), ", hello.")))
        paper.edit("Dear Client,", "Dear Customer, dear")
        assert "<w:sdtContent><w:r><w:t>Customer</w:t></w:r></w:sdtContent></w:sdt>" in paper.xml(0)
        assert "content control" in paper.refuses("Customer", "").message

    @pytest.mark.parametrize(
        ("kind", "said"),
        [
            ('<w:lock w:val="contentLocked"/><w:text/>', "locked"),
            ('<w:dataBinding w:xpath="/a" w:storeItemID="{0}"/><w:text/>', "property"),
            ("<w:dropDownList/>", "choice"),
        ],
    )
    def test_what_a_control_locks_is_refused(self, word: Lay, kind: str, said: str) -> None:
        paper = word(docx(p("Dear ", control("Client", kind=kind), ", hello.")))
        for new in ("Customer", "<b>Client</b>"):
            refused = paper.refuses("Client", new)
            assert (refused.code, said in refused.message) == ("E_UNSUPPORTED", True)
        paper.edit("Dear Client, hello", "Hello Client, dear")

    @pytest.mark.parametrize(
        ("kind", "said"),
        [
            ('<w:lock w:val="sdtContentLocked"/>', "locked"),
            ('<w:dataBinding w:xpath="/a" w:storeItemID="{0}"/>', "shows a property"),
        ],
    )
    def test_also_where_it_is_around_paragraphs(self, word: Lay, kind: str, said: str) -> None:
        held = control_around("One", table(["Two"]), "Three", kind=kind)
        paper = word(docx("Before", held, control_around("Free", tag="free"), "Behind"))
        for text in ("One", "Two", "Three"):
            for refused in (paper.refuses(text, "New"), paper.refuses_insertion(text, "New")):
                assert (refused.code, said in refused.message) == ("E_UNSUPPORTED", True)
        assert said in paper.refuses_deletion("One").message
        for text in ("Before", "Free", "Behind"):
            paper.edit(text, "New")

    def test_it_does_not_go_unseen_with_its_paragraph(self, word: Lay) -> None:
        paper = word(docx(p("Dear ", control("Client", tag="client")), "Behind"))
        assert "would go a content control" in paper.refuses_deletion("Dear").message
        paper.delete("Dear", allow_objects=True)

    def test_a_placeholder_that_is_typed_over_is_none_any_more(self, word: Lay) -> None:
        prompt = control(run("Name of the client", style="PlaceholderText"), kind="<w:showingPlcHdr/><w:text/>")
        paper = word(docx(p("Dear ", prompt, ", hello.")))
        paper.edit("hello", "goodbye")
        assert paper.count("w:showingPlcHdr", said=0) == {"w:showingPlcHdr": 1}
        paper.edit("Name of the client", "Acme")
        assert paper.count("w:showingPlcHdr", "w:rStyle", said=0) == {"w:showingPlcHdr": 0, "w:rStyle": 0}
        assert paper.runs(0) == [("Dear Acme, goodbye.", "")]

    @pytest.mark.parametrize("typed", ["Acme", "Acme\nand others"])
    @pytest.mark.parametrize("is_cell", [False, True])
    @pytest.mark.parametrize(("tool", "how"), [("selection_replace", {}), ("insertText", {"location": "replace"})])
    def test_nor_is_one_around_a_paragraph_or_a_cell(
        self, desk: Desk, editor: Callable[[bytes], Page], tool: str, how: dict[str, str], is_cell: bool, typed: str
    ) -> None:
        desk.settings(staging="auto-approve")
        prompt = p(run("Name of the client", style="PlaceholderText"))
        dated = '<w:showingPlcHdr/><w:date w:fullDate="2020-01-01T00:00:00Z"><w:dateFormat w:val="y"/></w:date>'
        held = control_around(cell(prompt) if is_cell else prompt, kind=dated)
        other = control_around(p(run("Other", style="PlaceholderText")), kind="<w:showingPlcHdr/>")
        page = editor(docx("First", table(["x", held]) if is_cell else held, other, "Last"))
        page.select("Name of the client").act(tool, text=typed, **how)
        assert page.source.count("<w:showingPlcHdr/>") == page.source.count('w:val="PlaceholderText"') == 1
        assert "fullDate" not in page.source
        assert page.source.index("<w:showingPlcHdr/>") > page.source.index("Acme")
        assert typed.splitlines()[-1] in page.whole


class TestFields:
    NESTED = field(("IF ", field("MERGEFIELD Sex", "f"), ' = "f" "Ms" "Mr"'), "Ms")

    @pytest.mark.parametrize(
        "made",
        [
            field("MERGEFIELD Name", "Smith"),
            field("REF name \\h", bold("Smi"), "th"),
            simple_field("MERGEFIELD Name", "Smith"),
            link(field("REF name", "Smith"), anchor="name"),
            raw('<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> REF a </w:instrText><w:fldChar w:fldCharType='
                '"separate"/><w:t>Smith</w:t><w:fldChar w:fldCharType="end"/></w:r>'),
        ],
    )  # fmt: skip
    def test_text_beside_a_field_is_outside_and_its_result_is_refused(self, word: Lay, made: Text) -> None:
        paper = word(docx(p("Dear ", made, ", hello.")))
        before = paper.count("w:fldChar", "w:instrText", "w:fldSimple", said=0)
        paper.edit("Dear Smith, hello", "My dear Smith, good day")
        paper.edit("dear Smith, good", "dear and good Smith (sic), good")
        paper.edit("good Smith (sic)", "good old Smith")
        assert paper.text(0) == "My dear and good old Smith, good day."
        assert paper.count("w:fldChar", "w:instrText", "w:fldSimple", said=0) == before
        for old, new in (("Smith", "Jones"), ("Smith", "<b>Smith</b>"), ("Smith", "Smithson"), ("old Smith", "old")):
            refused = paper.refuses(old, new)
            assert (refused.code, "allow_field_result" in refused.hint) == ("E_UNSUPPORTED", True)

    def test_the_result_changes_if_the_caller_says_so(self, word: Lay) -> None:
        author = simple_field("AUTHOR", "Bob")
        paper = word(docx(p("Dear ", field("MERGEFIELD Name", bold("Smith")), " and ", author, ".")))
        paper.edit("Smith and Bob", "Jones and Rob Roy", allow_field_result=True)
        assert paper.text(0) == "Dear Jones and Rob Roy."
        assert ("Jones", "b") in paper.runs(0)
        assert "<w:fldSimple" in paper.xml(0)
        assert paper.xml(0).index("separate") < paper.xml(0).index("Jones") < paper.xml(0).index('"end"')
        assert paper.xml(0).index("<w:fldSimple") < paper.xml(0).index("Roy") < paper.xml(0).index("</w:fldSimple")

    def test_of_nested_fields_only_the_outer_result_is_seen(self, word: Lay) -> None:
        paper = word(docx(p("Dear ", self.NESTED, " Smith")))
        assert paper.text(0) == "Dear Ms Smith"
        paper.edit("Dear Ms Smith", "Hello Ms Jones")
        assert paper.refuses("Ms", "Mr").code == "E_UNSUPPORTED"

    def test_a_word_of_which_a_field_is_a_part_changes_beside_it(self, word: Lay) -> None:
        paper = word(docx(p("Pay EUR", field("MERGEFIELD Sum", "500"), "k now")))
        paper.edit("EUR500k", "USD500m")
        assert paper.text(0) == "Pay USD500m now"
        assert paper.refuses("USD500m", "USD600m").code == "E_UNSUPPORTED"

    def test_marks_that_share_a_run_with_text_keep_their_place(self, word: Lay) -> None:
        begin, middle, end = (f'<w:fldChar w:fldCharType="{kind}"/>' for kind in ("begin", "separate", "end"))
        code = "<w:instrText> PAGE </w:instrText>"
        page = '<w:t xml:space="preserve">Page </w:t>'
        crowded = f"<w:r>{page}{begin}{code}{middle}<w:t>7</w:t>{end}<w:t>of 9</w:t></w:r>"
        shifted = (
            f"<w:r>{page}{begin}</w:r><w:r>{code}</w:r><w:r>{middle}<w:t>7</w:t></w:r><w:r>{end}<w:t>of 9</w:t></w:r>"
        )
        for made in (crowded, shifted):
            paper = word(docx(p(raw(made))))
            paper.edit("Page 7of", "Page no. 7 of")
            assert paper.text(0) == "Page no. 7 of 9"
            xml = paper.xml(0)
            assert xml.index("no. ") < xml.index("begin") < xml.index(">7<") < xml.index('"end"') < xml.index("of 9")
            assert paper.refuses("7", "8").code == "E_UNSUPPORTED"

    def test_a_field_over_several_paragraphs_is_one(self, word: Lay) -> None:
        contents = (
            p(field_start("TOC \\o"), link("Fees\t", field("PAGEREF a", "1"), anchor="a")),
            p(link("Term\t", field("PAGEREF b", "2"), anchor="b")),
            p(field_end(), "Behind it."),
        )
        paper = word(docx("Contents", *contents))
        for old in ("Fees", "Term"):
            assert paper.refuses(old, "Costs").code == "E_UNSUPPORTED"
        assert paper.refuses("Term", "All Term").code == "E_UNSUPPORTED"
        assert paper.refuses("2", "2 or 3").code == "E_UNSUPPORTED"
        assert paper.refuses_insertion("Fees", "Costs").code == "E_UNSUPPORTED"
        assert paper.refuses_insertion("Term", "Costs", position="BEFORE").code == "E_UNSUPPORTED"
        assert paper.refuses_deletion("Fees").code == "E_UNSUPPORTED"
        paper.edit("Behind it", "Now behind it")
        paper.edit("Contents", "Contents of this")
        paper.edit("Term", "Terms", allow_field_result=True)
        assert paper.text(2) == "Terms\t2"

    @pytest.mark.parametrize("code", ["REF here \\h", 'HYPERLINK \\l "here"', "HYPERLINK \\l here"])
    def test_a_bookmark_that_a_field_names_does_not_go_unasked(self, word: Lay, code: str) -> None:
        paper = word(docx(p(bookmark("here", "Target")), p("See ", field(code, "it"))))
        assert "the bookmark 'here'" in paper.refuses_deletion("Target").message


class TestOtherAuthors:
    def test_what_is_typed_in_an_insertion_is_not_its_authors(self, word: Lay) -> None:
        paper = word(docx(p("The ", inserted("net Fee of today", author="Bob"), " is due.")))
        paper.edit("net Fee of today", "gross Fee as of yesterday")
        xml = paper.xml(0)
        assert paper.text(0) == "The gross Fee as of yesterday is due."
        theirs = "".join(part.partition("</w:ins>")[0] for part in xml.split("<w:ins ")[1:])
        assert all(mine not in theirs for mine in ("gross", ">as ", "yesterday"))
        assert "Fee" in theirs
        assert xml.count('w:author="Bob"') == xml.count("<w:ins ")
        assert xml.count("<w:ins ") == len(set(_ids(xml, "w:ins")))

    def test_what_is_taken_out_of_an_insertion_leaves_no_empty_mark(self, word: Lay) -> None:
        paper = word(docx(p("The ", inserted("net ", author="Bob"), "Fee ", inserted("today", author="Bob"), ".")))
        paper.edit("The net Fee", "The Fee")
        paper.edit("today", "now")
        assert paper.text(0) == "The Fee now."
        assert "<w:ins" not in paper.xml(0)

    def test_a_link_in_an_insertion_stays_one_link(self, word: Lay) -> None:
        site = link("the old site", to="https://example.org/")
        paper = word(docx(p("See ", inserted("now ", site, " here", author="Bob"))))
        paper.edit("the old site", "the very new site")
        assert paper.row(0)["text"] == 'See now <a href="https://example.org/">the very new site</a> here'
        assert paper.count("w:hyperlink", said=0) == {"w:hyperlink": 1}
        theirs = "".join(part.partition("</w:ins>")[0] for part in paper.xml(0).split("<w:ins ")[1:])
        assert ("very" in theirs, "new" in theirs, "site" in theirs) == (False, False, True)

    @pytest.mark.parametrize("hidden", [deleted("words"), moved_from("words")])
    def test_what_they_deleted_or_moved_does_not_go_unseen_with_its_paragraph(self, word: Lay, hidden: Text) -> None:
        paper = word(docx(p("some ", hidden), p("end ", moved_to("words"))))
        assert "marked as deleted or moved" in paper.refuses_deletion("some").message
        paper.delete("some", allow_objects=True)

    def test_formatting_that_someone_changed_stays_theirs(self, word: Lay) -> None:
        paper = word(docx(p("The ", run("Fee is due", bold=True, was="<w:i/>", author="Bob"), " now.")))
        paper.edit("Fee is due", "Price is due")
        assert paper.runs(0) == [("The ", ""), ("Price is due", "b"), (" now.", "")]
        assert paper.count("w:rPrChange", said=0) == {"w:rPrChange": 1}


def _ids(xml: str, tag: str) -> list[str]:
    return [part.split('w:id="')[1].partition('"')[0] for part in xml.split(f"<{tag} ")[1:]]
