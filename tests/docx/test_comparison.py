"""Two files compared: the redline accepted is the later one, rejected the earlier."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from quire.core.errors import QuireError, UnsupportedError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.opc.package import Package
from quire.formats.docx.review.comparison import Translation, compare
from quire.formats.docx.review.delivery import redlined
from tests.corpus import DOCX_FILES
from tests.docx.gallery import GALLERY
from tests.docx.proof import repeated
from tests.docx.sameness import meaning
from tests.docx.specimen import (
    bold,
    control_around,
    docx,
    footnote,
    heading,
    italic,
    link,
    p,
    picture,
    raw,
    section,
    table,
)
from tests.docx.test_redline import ME, WHEN, decided, edited, shown
from tests.docx.validation import all_harm, errors, harm
from tests.word.test_pictures import png

if TYPE_CHECKING:
    from tests.conftest import Desk

VERSIONS = {
    "first": docx(heading("Fees"), p("The ", bold("Fee"), " is due in 30 days."), p("Second thoughts on the matter."),
                  table(["Item", "Price"], ["Pen", "2"]), p("See ", footnote("In euro."), " and below."), "The end."),
    "words": docx(heading("Fees"), p("The ", bold("Price"), " is due in 14 working days."),
                  p("Second thoughts on the matter."), table(["Item", "Price"], ["Pen", "3"]),
                  p("See ", footnote("In dollars."), " and below."), "The end."),
    "formatting": docx(heading("Fees"), p("The ", italic("Fee"), " is due in 30 days.", align="center"),
                       p(bold("Second"), " thoughts on the matter."), table(["Item", "Price"], ["Pen", "2"]),
                       p("See ", footnote("In euro."), " and below."), "The end."),
    "order": docx(heading("Fees"), p("Second thoughts on the matter."), p("The ", bold("Fee"), " is due in 30 days."),
                  table(["Item", "Price"], ["Pen", "2"]), p("See ", footnote("In euro."), " and below."), "The end."),
    "rows": docx(heading("Fees"), p("The ", bold("Fee"), " is due in 30 days."), p("Second thoughts on the matter."),
                 table(["Item", "Price"], ["Ink", "5"], ["Pen", "2"], ["Paper", "1"]),
                 p("See ", footnote("New here."), " and", footnote("In euro."), " below."), "The end."),
    "columns": docx(heading("Fees"), p("The ", bold("Fee"), " is due in 30 days."),
                    table(["Item", "Amount", "Price"], ["Pen", "10", "2"]), p("See below."), "The end."),
    "lists": docx(heading("Charges"), p("One", number=(1, 0)), p("Two", number=(1, 0)), p("Three", number=(1, 1)),
                  p("See ", link("the site", to="https://example.org"), "."), "The end."),
    "picture": docx(heading("Fees"), p("The ", bold("Fee"), " is due ", picture(), " in 30 days."), "The end."),
    "short": docx("The end."),
}  # fmt: skip
PAIRS = [*permutations(VERSIONS, 2), *((name, name) for name in VERSIONS)]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_versions(one: str, other: str) -> None:
    check(VERSIONS[one], VERSIONS[other])


def check(old: bytes, new: bytes) -> bytes:
    redline = compare(DocxDocument.read(old), DocxDocument.read(new), ME, WHEN)
    document = DocxDocument.read(redline)
    assert body(decided(document, accepts=True)) == body(new)
    assert body(decided(document, accepts=False)) == body(old)
    if body(old) == body(new):
        assert not document.revisions()
    assert not repeated(new, redline), "each number is one thing's"
    return redline


def test_all_behind_a_paragraph_gone_with_a_control() -> None:
    check(docx("The Fee is due.", control_around("We write"), "Last of all"), docx("Other", "The Fee is due."))


def _list(number: int, kind: str) -> str:
    level = f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="%1)"/></w:lvl>'
    return f'<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="singleLevel"/>{level}</w:abstractNum>'


def _lists(*kinds: str) -> str:
    numbers = "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>' for n, _ in enumerate(kinds, 1))
    return "".join(_list(number, kind) for number, kind in enumerate(kinds, 1)) + numbers


@pytest.mark.parametrize("kinds", [("decimal",), ("decimal", "upperRoman")])
def test_lists_that_only_the_earlier_file_had(kinds: tuple[str, ...]) -> None:
    old = docx(p("One", number=(2, 0)), p("Two", number=(2, 0)), "End", numbering=_lists("decimal", "lowerLetter"))
    new = docx(p("Three", number=(1, 0)), "End", numbering=_lists(*kinds))
    redline = compare(DocxDocument.read(old), DocxDocument.read(new), ME, WHEN)
    rejected = DocxDocument.read(decided(DocxDocument.read(redline), accepts=False))
    assert [row.label for row in rejected.rows("body")] == ["a)", "b)", ""]
    accepted = DocxDocument.read(decided(DocxDocument.read(redline), accepts=True))
    assert [row.label for row in accepted.rows("body")] == ["1)", ""]
    assert not [harm for harm in all_harm([(new, redline)]) if harm]


def test_a_list_with_attributes_that_the_other_file_does_not_declare() -> None:
    """Word 2013 and later write `w15:restartNumberingAfterBreak`, and declare its prefix in the root of their lists."""
    part = "word/numbering.xml"
    later = Package.read(docx(p("One", number=(2, 0)), "End", numbering=_lists("decimal", "lowerLetter")))
    marked = later.part(part).replace(b"<w:abstractNum ", b'<w:abstractNum w15:restartNumberingAfterBreak="0" ')
    old = later.with_parts({part: marked}).write()
    earlier = Package.read(docx(p("Three", number=(1, 0)), "End", numbering=_lists("upperRoman")))
    bare = re.sub(rb' xmlns:w15="[^"]*"', b"", earlier.part(part)).replace(b'Ignorable="w14 w15"', b'Ignorable="w14"')
    new = earlier.with_parts({part: bare}).write()
    redline = check(old, new)
    rejected = DocxDocument.read(decided(DocxDocument.read(redline), accepts=False))
    assert [row.label for row in rejected.rows("body")] == ["a)", ""]
    assert not harm(new, redline)


def body(data: bytes) -> list[object]:
    return meaning(data)["word/document.xml"]


@pytest.mark.parametrize("some", [PAIRS[::9], pytest.param(PAIRS, marks=pytest.mark.corpus)], ids=["some", "all"])
def test_the_redlines_are_good_files(some: list[tuple[str, str]]) -> None:
    pairs = [(VERSIONS[other], check(VERSIONS[one], VERSIONS[other])) for one, other in some]
    told = [each for harm in all_harm(pairs) for each in harm if "TBL002" not in each]  # rows that go may be shorter
    assert not told


@pytest.mark.parametrize("name", sorted(GALLERY.keys() - {"sections"}))
def test_any_kind_of_document_with_its_edited_version(name: str) -> None:
    document, dice = DocxDocument.read(GALLERY[name]), Random(name)
    if document.package.main != "word/document.xml":
        pytest.skip("its body is elsewhere")
    for kind in ("edit", "insert", "bold", "delete"):
        document = edited(document, kind, dice.randrange(100))
    redline = compare(DocxDocument.read(GALLERY[name]), DocxDocument.read(document.write()), ME, WHEN)
    found = DocxDocument.read(redline)
    assert body(decided(found, accepts=True)) == body(decided(document, accepts=True))


# What deleted text refers to


def with_picture(data: bytes, content: bytes) -> bytes:
    """A file whose picture, under the same name, is another one."""
    return Package.read(data).with_parts({"word/media/image1.png": content}).write()


def shown_pictures(data: bytes) -> list[bytes]:
    """The pictures that a file shows, in their order."""
    package = Package.read(data)
    known = {each.id: each.target for each in package.relationships(package.main)}
    found = re.findall(r'r:embed="(\w+)"', package.part(package.main).decode())
    return [package.part(known[each]) for each in found]


def test_another_picture_under_the_same_name_is_another_picture() -> None:
    text = docx("Start", p("The chart ", picture("Sales"), " of last year."), "End")
    old, new = with_picture(text, png(9, 9)), with_picture(text, png(4, 4))
    redline = compare(DocxDocument.read(old), DocxDocument.read(new), ME, WHEN)
    assert sorted(shown_pictures(redline)) == sorted([png(9, 9), png(4, 4)])
    for accepts, wanted in ((True, png(4, 4)), (False, png(9, 9))):
        assert shown_pictures(decided(DocxDocument.read(redline), accepts=accepts)) == [wanted]
    assert not [each for each in harm(new, redline) if "docPr" not in each]  # the number of both is the old one's


def test_the_same_picture_under_another_name_is_the_same() -> None:
    data = docx(p("The chart ", picture(), "."))
    package = Package.read(data)
    relations = package.part("word/_rels/document.xml.rels").replace(b"image1.png", b"dot.png")
    renamed = package.with_parts(
        {"word/media/dot.png": package.part("word/media/image1.png"), "word/media/image1.png": None,
         "word/_rels/document.xml.rels": relations}
    ).write()  # fmt: skip
    assert not DocxDocument.read(check(data, renamed)).revisions()


def test_a_section_that_went_keeps_its_header_and_what_is_in_that() -> None:
    first = p("First ", picture(), link("site", to="https://example.org"), style="Special")
    special = '<w:style w:type="paragraph" w:styleId="Special"><w:name w:val="Special"/></w:style>'
    old = docx(section("one", header=first, footer="Below"), "three", styles=special)
    redline = check(old, docx("three"))
    rejected = DocxDocument.read(decided(DocxDocument.read(redline), accepts=False))
    (header,), (footer,) = rejected.parts_of("header"), rejected.parts_of("footer")
    assert rejected.story(footer).text == "Below"
    assert {each.type for each in rejected.package.relationships(header)} == {"image", "hyperlink"}
    assert not harm(docx("three"), redline)


def test_a_header_that_no_section_of_the_redline_has_is_not_brought() -> None:
    redline = compare(DocxDocument.read(docx("one", header="Old")), DocxDocument.read(docx("two")), ME, WHEN)
    assert not DocxDocument.read(redline).parts_of("header")


def test_a_reference_that_led_nowhere_is_left_out() -> None:
    old = docx(p(raw('<w:hyperlink r:id="rId3"><w:r><w:t>nowhere</w:t></w:r></w:hyperlink>')), "End")
    relations = "word/_rels/document.xml.rels"
    package = Package.read(old)
    lost = re.sub(rb'<Relationship Id="rId3"[^>]*/>', b"", package.part(relations))
    old = package.with_parts({relations: lost}).write()
    redline = compare(DocxDocument.read(old), DocxDocument.read(docx("End")), ME, WHEN)
    assert "[-nowhere-]" in shown(redline)
    assert "rId3" not in Package.read(redline).part("word/document.xml").decode()


def test_a_redline_with_a_reference_to_another_thing_is_refused() -> None:
    old, new = (DocxDocument.read(each) for each in (docx(p("one ", picture())), docx("two")))
    translation = Translation(old, new)
    redline = Package.read(redlined(translation.revised(), ME, WHEN))
    wrong = redline.part("word/document.xml").replace(b'r:embed="rId4"', b'r:embed="rId1"')
    assert wrong != redline.part("word/document.xml")
    with pytest.raises(UnsupportedError, match=r"blip rId1 in word/document.xml leads to word/styles.xml"):
        translation.completed(redline.with_parts({"word/document.xml": wrong}).write())


OBJECTS = {"package", "oleObject", "image", "chart", "control", "diagramData", "diagramLayout", "diagramQuickStyle",
           "diagramColors", "diagramDrawing"}  # fmt: skip


def holds_objects(name: str) -> bool:
    """Whether a real file holds more than pictures: charts, diagrams, embedded files, controls."""
    try:
        package = Package.read(DOCX_FILES[name].read_bytes())
    except QuireError:
        return False
    return any(each.type in OBJECTS - {"image"} for each in package.relationships(package.main))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*filter(holds_objects, DOCX_FILES), "docx-mcp-server/poi_header_footer.docx"])
def test_objects_of_real_files_are_brought_along(name: str) -> None:
    old = DOCX_FILES[name].read_bytes()
    new = docx(table(["a", "b"], ["c", "d"]), "")
    redline = compare(DocxDocument.read(old), DocxDocument.read(new), ME, WHEN)
    before, after = Package.read(old), Package.read(redline)
    kinds = [each for each in before.relationships(before.main) if each.type in OBJECTS and not each.external]
    contents = {after.part(each) for each in after.names}
    for each in kinds:
        assert before.part(each.target) in contents or each.type == "diagramData"
    assert len([each for each in after.relationships(after.main) if each.type in OBJECTS]) >= len(kinds)
    assert not [each for each in errors(redline) if "cannot be opened" in each or "relationship" in each]


def test_moves_are_recognised() -> None:
    redline = check(VERSIONS["first"], VERSIONS["order"])
    kinds = {each.kind for each in DocxDocument.read(redline).revisions()}
    assert {"move_from", "move_to"} <= kinds
    assert "deletion" not in kinds


def test_a_model_reads_what_changed(desk: Desk) -> None:
    for name in ("first", "words"):
        (desk.root / f"{name}.docx").write_bytes(VERSIONS[name])
    told = desk.call("compare_documents", original_file_path=str(desk.root / "first.docx"),
                     revised_file_path=str(desk.root / "words.docx"),
                     save_to_local_path=str(desk.root / "redline.docx"))  # fmt: skip
    assert told["changes"][0] == {
        "type": "deletion",
        "before": "The Fee is due in 30 days.",
        "after": "The Price is due in 14 working days.",
    }
    assert "The [-Fee-]{+Price+} is due in" in shown((desk.root / "redline.docx").read_bytes())


def test_texts_are_compared_by_lines(desk: Desk) -> None:
    (desk.root / "a.md").write_text("one\ntwo\n")
    (desk.root / "b.md").write_text("one\nthree\n")
    told = desk.call("compare_documents", original_file_path=str(desk.root / "a.md"),
                     revised_file_path=str(desk.root / "b.md"))  # fmt: skip
    assert (told["differences"], told["diff"].splitlines()[-2:]) == (2, ["-two", "+three"])


def test_a_word_file_and_a_text_are_not_compared(desk: Desk) -> None:
    (desk.root / "a.md").write_text("one")
    (desk.root / "b.docx").write_bytes(docx("one"))
    told = desk.refusal("compare_documents", original_file_path=str(desk.root / "a.md"),
                        revised_file_path=str(desk.root / "b.docx"))  # fmt: skip
    assert told.code == "E_INVALID_ARG"
