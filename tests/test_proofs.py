"""Word documents as pages draw them: each paragraph says which it is, and nothing else is another."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest
from lxml import etree

from tests.docx.specimen import bold, docx, footnote, heading, p, section, table

if TYPE_CHECKING:
    from tests.conftest import Desk

STAMP = re.compile(r'<w:bookmarkStart w:name="quire-paragraph-(\d+)-(\w+)"/>')


def opened(desk: Desk, data: bytes) -> str:
    path = desk.root / "agreement.docx"
    path.write_bytes(data)
    found: str = desk.call("workspace_open_document", path=str(path))["tabId"]
    return found


def main(proof: dict[str, Any]) -> str:
    with ZipFile(io.BytesIO(b64decode(proof["data"]))) as archive:
        return archive.read("quire/body.xml").decode()


def body(data: bytes) -> str:
    with ZipFile(io.BytesIO(data)) as archive:
        return archive.read("word/document.xml").decode()


def test_each_paragraph_says_which_it_is(desk: Desk) -> None:
    data = docx(heading("Fees"), p(bold("Payment."), footnote("Soon.")), p(), table(["Item", "Price"]), "Last.")
    found = main(desk.as_person("page_proof", document=opened(desk, data)))
    assert [int(number) for number, _ in STAMP.findall(found)] == [0, 1, 2, 3, 4, 5]
    leads = [lead == "0" for _, lead in STAMP.findall(found)]
    assert leads == [False, True, True, False, False, False]
    assert STAMP.sub("", found) == re.sub(r"<w:p( [^>]*)?/>", r"<w:p\1></w:p>", body(data))


def test_a_long_document_is_drawn_in_pieces_that_can_each_be_read(desk: Desk) -> None:
    lines = [f"Line {number}" for number in range(100)]
    content = section(*lines, table(*[["A", "B"]] * 70), landscape=True), section(*lines)
    found = main(desk.as_person("page_proof", document=opened(desk, docx(*content)))).split("\0")
    roots = [etree.fromstring(piece) for piece in found]
    assert len(roots) == 4
    assert [int(number) for number, _ in STAMP.findall("".join(found))] == list(range(341))
    turned = ['w:orient="landscape"' in piece.rpartition("<w:sectPr")[2] for piece in found]
    assert turned == [True, True, False, False]


def test_what_was_changed_since_can_be_drawn_alone(desk: Desk) -> None:
    tab = opened(desk, docx("One", "Two", table(["Item", "Price"]), "Last."))
    before = desk.as_person("page_proof", document=tab)
    desk.as_person("document_replace", search="Two", replace="2")
    desk.as_person("batch_edit", operations=[{"type": "format", "nodeId": "p-0", "mark": "bold"}], mode="apply")
    found = desk.as_person("page_paragraphs", document=tab, revision=before["revision"], lines=[4])
    stamps = STAMP.findall(main(before))
    assert [(each["line"], each["lead"]) for each in found["paragraphs"]] == [
        (0, stamps[0][1]),
        (1, "0"),
        (4, stamps[4][1]),
    ]
    assert [each["next"] for each in found["paragraphs"]] == ["0", stamps[2][1], None]
    assert all(STAMP.search(each["source"]) for each in found["paragraphs"])
    assert ">2<" in found["paragraphs"][1]["source"]
    assert "<w:b/>" in found["paragraphs"][0]["source"]
    assert found["look"] == before["look"]
    assert found["revision"] == before["revision"] + 2


@pytest.mark.slow
def test_where_most_has_changed_all_is_drawn(desk: Desk) -> None:
    tab = opened(desk, docx(*["One"] * 1100))
    desk.as_person("document_replace", search="One", replace="Two", all=True)
    assert desk.as_person("page_paragraphs", document=tab, revision=0, lines=[])["paragraphs"] is None


def test_the_look_is_another_when_something_beside_the_body_is(desk: Desk) -> None:
    tab = opened(desk, docx(p("One", footnote("Soon.")), p("Two")))
    before = desk.as_person("page_proof", document=tab)
    desk.as_person("workspace_save_document")
    assert desk.as_person("page_proof", document=tab)["look"] == before["look"]
    (note,) = desk.as_person("grep", patterns=["Soon"])["hits"]
    desk.as_person("smart_edit", target_paragraph_id=note["id"], old_string="Soon", new_string="Later")
    assert desk.as_person("page_proof", document=tab)["look"] != before["look"]


def test_no_paragraphs_behind_the_end_are_drawn(desk: Desk) -> None:
    tab = opened(desk, docx("One"))
    found = desk.as_person("page_paragraphs", document=tab, revision=0, lines=[0, 5])
    assert [each["line"] for each in found["paragraphs"]] == [0]
